//! Lists of other words in sheets: fillers, auxiliaries, signs, openers of remarks and labels.

/// Words that say nothing in an instruction.
pub(crate) const FILLERS: &[&str] = &[
    "the",
    "a",
    "an",
    "of",
    "in",
    "at",
    "on",
    "from",
    "under",
    "and",
    "or",
    "so",
    "that",
    "this",
    "these",
    "it",
    "its",
    "they",
    "them",
    "their",
    "there",
    "which",
    "words",
    "word",
    "phrase",
    "phrases",
    "text",
    "wording",
    "then",
    "also",
    "hereby",
    "please",
    "both",
    "each",
    "not",
    "for",
    "as",
    "ends",
    "ending",
    "out",
    "down",
    "up",
    "come",
    "comes",
    "stand",
    "stands",
    "below",
    "above",
    "accordingly",
    "now",
    "thus",
    "new",
    "place",
    "correctly",
    "rightly",
    "altogether",
    "entirely",
    "completely",
    "here",
];

/// Words after a figure that are not its noun.
pub(crate) const NO_NOUNS: &[&str] = &[
    "to",
    "by",
    "with",
    "but",
    "instead",
    "becomes",
    "become",
    "if",
    "allowed",
    "rather",
    "wherever",
    "throughout",
    "gives",
    "reads",
    "read",
];

/// First words of what is added: `another bullet`.
pub(crate) const NEW_UNITS: &[&str] = &[
    "new",
    "further",
    "another",
    "additional",
    "extra",
    "more",
    "a",
    "an",
    "one",
];

/// Words for the first unit.
pub(crate) const FIRST: &[&str] = &["opening", "initial"];

/// Words for the last unit.
pub(crate) const LAST: &[&str] = &["last", "final", "closing", "concluding"];

/// Words that count units from the end; the last one is 1.
pub(crate) const FROM_END: &[(&str, u32)] = &[
    ("penultimate", 2),
    ("next-to-last", 2),
    ("second-last", 2),
    ("last-but-one", 2),
    ("third-last", 3),
    ("second-to-last", 2),
    ("third-to-last", 3),
    ("antepenultimate", 3),
];

/// Words for signs that are inserted or named as a position.
pub const SIGNS: &[(&str, &str)] = &[
    ("asterisk", "*"),
    ("parenthesis", ")"),
    ("parentheses", ")"),
    ("bracket", ")"),
    ("brackets", ")"),
    ("comma", ","),
    ("semicolon", ";"),
    ("colon", ":"),
    ("dagger", "†"),
];

/// Words in brackets after a rule number that name the kind of change: `[16.3] (addition): …`.
pub const BRACKETED_CHANGES: &[(&str, BracketedChange)] = &[
    ("addition", BracketedChange::Adds),
    ("added", BracketedChange::Adds),
    ("new", BracketedChange::Adds),
    ("insertion", BracketedChange::Adds),
    ("omission", BracketedChange::Adds),
    ("omitted", BracketedChange::Adds),
    ("correction", BracketedChange::Replaces),
    ("change", BracketedChange::Replaces),
    ("changed", BracketedChange::Replaces),
    ("replacement", BracketedChange::Replaces),
    ("revision", BracketedChange::Replaces),
    ("revised", BracketedChange::Replaces),
    ("amendment", BracketedChange::Replaces),
    ("amended", BracketedChange::Replaces),
    ("modification", BracketedChange::Replaces),
    ("erratum", BracketedChange::Replaces),
    ("errata", BracketedChange::Replaces),
    ("misprint", BracketedChange::Replaces),
    ("typo", BracketedChange::Replaces),
    ("deletion", BracketedChange::Deletes),
    ("deleted", BracketedChange::Deletes),
    ("removal", BracketedChange::Deletes),
    ("removed", BracketedChange::Deletes),
    ("clarification", BracketedChange::Clarifies),
    ("clarified", BracketedChange::Clarifies),
    ("question", BracketedChange::Clarifies),
];

/// The change named in brackets behind a rule number, as in `[16.3] (addition)`: add, replace, ….
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BracketedChange {
    /// The text below is added there.
    Adds,
    /// The text below replaces it.
    Replaces,
    /// It is deleted.
    Deletes,
    /// The text below interprets it.
    Clarifies,
}

/// Filler words in front of a verb.
pub(crate) const ADVERBS: &[&str] = &[
    "accordingly",
    "please",
    "then",
    "also",
    "instead",
    "and",
    "but",
    "now",
    "therefore",
    "so",
    "hence",
    "next",
    "players",
    "should",
    "you",
    "however",
    "additionally",
    "furthermore",
    "moreover",
    "finally",
];

/// Filler words between the parts of an address.
pub(crate) const NOISE: &[&str] = &[
    "the",
    "a",
    "an",
    "new",
    "following",
    "that",
    "this",
    "extra",
    "further",
    "additional",
    "whole",
    "entire",
    "existing",
    "present",
    "current",
    "printed",
    "its",
    "indented",
    "separate",
    "single",
];

/// First words of remarks that belong to an instruction but change nothing.
pub(crate) const REMARK_OPENERS: &[&str] = &[
    "note",
    "nb",
    "n.b",
    "comment",
    "rationale",
    "reason",
    "explanation",
    "example",
    "designer's",
    "designers",
    "author's",
    "authors",
    "remark",
    "remarks",
    "background",
    "intention",
];

/// Words for a number of times.
pub(crate) const TIMES: &[(&str, u32)] = &[("once", 1), ("twice", 2), ("thrice", 3)];

/// Nouns for the occurrences of a quote: `in both places`.
pub(crate) const OCCASIONS: &[&str] = &[
    "time",
    "times",
    "place",
    "places",
    "instance",
    "instances",
    "occurrence",
    "occurrences",
    "occasion",
    "occasions",
    "case",
    "cases",
    "position",
    "positions",
];

/// Words that mean every occurrence of a quote.
pub(crate) const EVERYWHERE: &[&str] = &[
    "throughout",
    "everywhere",
    "wherever",
    "all",
    "every",
    "each",
];

/// Auxiliary words between a subject and its change: `should now be …`.
pub(crate) const MODALS: &[&str] = &[
    "should", "must", "shall", "is", "are", "was", "were", "has", "have", "now", "be", "been",
    "being", "to", "will", "instead", "ought",
];

/// The auxiliary words that demand a change: `should be “b”` is an instruction, `is “b”` may be
/// prose.
pub(crate) const DEMANDS: &[&str] = &["should", "must", "shall", "now", "ought"];

/// Pronouns for the place named before.
pub(crate) const PRONOUNS: &[&str] = &["this", "it", "these", "they"];

/// Words that call a place wrong before the correct text is given.
pub(crate) const ERROR_WORDS: &[&str] =
    &["incorrect", "wrong", "misprinted", "mistaken", "erroneous"];

/// Words other than numbers for the columns of a printed page: `the left-hand column`.
pub(crate) const COLUMNS: &[&str] = &[
    "left",
    "right",
    "middle",
    "centre",
    "center",
    "left-hand",
    "right-hand",
    "outer",
    "inner",
];

/// Words in front of the number of a section, which is its whole name: `rule 4.2`.
pub(crate) const RULE_WORDS: &[&str] = &[
    "rule", "rules", "section", "sections", "chapter", "case", "cases",
];

/// Words that belong to the name of a numbered section: `Article 3`, `the Second Schedule`.
pub(crate) const ARTICLE_WORDS: &[&str] = &[
    "article",
    "articles",
    "schedule",
    "regulation",
    "regulations",
    "annex",
    "appendix",
    "part",
];

/// Words in front of the label of a unit: `the box entitled “Cellars”`.
pub(crate) const LABEL_OPENERS: &[&str] = &[
    "entitled", "titled", "headed", "called", "named", "labelled", "labeled", "marked",
];

/// Words in front of the last words of a unit: `the line ending “-5”`.
pub(crate) const QUOTE_CLOSERS: &[&str] = &["ending", "ends", "closing"];

/// Words in front of what a unit is about: `the bullet on spears`.
pub(crate) const TOPIC_OPENERS: &[&str] = &[
    "on",
    "about",
    "for",
    "concerning",
    "regarding",
    "covering",
    "describing",
    "mentioning",
    "dealing with",
    "that deals with",
    "which deals with",
    "that mentions",
    "which mentions",
    "relating to",
    "referring to",
    "that refers to",
];

/// Words in front of words that are somewhere in a unit: `the sentence containing “raft”`.
pub(crate) const QUOTE_HOLDERS: &[&str] =
    &["containing", "contains", "with", "includes", "including"];

/// Verbs of what is deleted, at the end of a sentence: `The last bullet goes.`
pub(crate) const DEPARTURES: &[&str] = &[
    "go",
    "goes",
    "disappear",
    "disappears",
    "vanishes",
    "lapses",
];

/// Names of sections whose units are entries.
pub(crate) const GLOSSARIES: &[&str] = &["glossary", "definitions", "terms"];

/// Words in front of the first words of a unit: `the sentence beginning “A raft”`.
pub(crate) const QUOTE_OPENERS: &[&str] = &[
    "beginning",
    "starting",
    "begins",
    "starts",
    "commencing",
    "opening",
    "reading",
    "saying",
    "stating",
];

/// Verbs that open the words of a unit behind `that`, which alone would state new words: `the bullet
/// that reads “A raft”`.
pub(crate) const RELATIVE_OPENERS: &[&str] = &["reads", "says", "states", "runs"];

/// Labels in front of old words: `Wrong: “a raft”`.
pub(crate) const OLD_TEXT: &[&str] = &[
    "wrong",
    "false",
    "incorrect",
    "incorrectly",
    "old",
    "was",
    "printed",
    "previously",
    "formerly",
    "before",
    "for",
    "old text",
    "old wording",
    "instead of",
    "error",
    "original",
    "originally",
];

/// Labels in front of new words: `Right: “a punt”`.
pub(crate) const NEW_TEXT: &[&str] = &[
    "right",
    "correct",
    "correctly",
    "new",
    "now",
    "corrected",
    "after",
    "read",
    "new text",
    "new wording",
    "should be",
    "should read",
    "is now",
    "now reads",
    "correction",
    "replacement",
    "revised",
];
