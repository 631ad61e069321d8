//! The language of printed sheets as tables, one row per entry. `import.toml` can add words.

use crate::syntax::{
    BeforeOrAfter::{self, After, Before},
    UnitNoun,
};

/// What a verb does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VerbKind {
    /// Replaces units or words; the old ones come first.
    Replace,
    /// Replaces units or words; the new ones come first or follow a deletion.
    Substitute,
    /// Changes units, words or values into others.
    Change,
    /// Lowers or raises values.
    Value,
    /// Deletes.
    Delete,
    /// Deletes, but only with a place or quoted words, because rules themselves instruct players to
    /// ignore things.
    Ignore,
    /// Inserts next to something or adds at an end.
    Insert,
    /// Moves units next to another.
    Move,
    /// Exchanges two units.
    Swap,
    /// Gives a unit or section another name.
    Rename,
    /// Changes the order or the numbers of units. It is recognised, so that it is no new text, but
    /// reported as not understood.
    Rearrange,
}

/// A row of [`VERBS`].
#[derive(Clone, Copy, Debug)]
pub struct PrintedVerb {
    /// What the verb does.
    pub kind: VerbKind,
    /// The imperatives: `replace`.
    pub imperatives: &'static [&'static str],
    /// The participles: `is replaced`.
    pub participles: &'static [&'static str],
    /// The sentence forms, for the documentation.
    pub forms: &'static [&'static str],
}

/// The verbs of printed sheets.
pub const VERBS: &[PrintedVerb] = &[
    PrintedVerb {
        kind: VerbKind::Replace,
        imperatives: &["replace", "rewrite", "overwrite"],
        participles: &["replaced", "rewritten", "overwritten"],
        forms: &[
            "Replace WHERE with: …",
            "WHERE. Replace with: …",
            "Replace “a” with “b” in WHERE",
        ],
    },
    PrintedVerb {
        kind: VerbKind::Substitute,
        imperatives: &["substitute"],
        participles: &["substituted"],
        forms: &[
            "Substitute for WHERE: …",
            "Substitute “b” for “a” in WHERE",
            "Delete “a” … and substitute “b”",
        ],
    },
    PrintedVerb {
        kind: VerbKind::Change,
        imperatives: &[
            "change", "amend", "alter", "modify", "correct", "revise", "reword",
        ],
        participles: &[
            "changed",
            "amended",
            "altered",
            "modified",
            "corrected",
            "revised",
            "reworded",
        ],
        forms: &[
            "Change WHERE to …",
            "Change “a” to “b”",
            "change cost for S to 8, O to 6",
            "In WHERE, change: … to …",
        ],
    },
    PrintedVerb {
        kind: VerbKind::Value,
        imperatives: &["reduce", "increase", "raise", "lower", "decrease", "set"],
        participles: &[
            "reduced",
            "increased",
            "raised",
            "lowered",
            "decreased",
            "set",
        ],
        forms: &["Reduce ROW from 7 to 6", "Increase ROW to 15"],
    },
    PrintedVerb {
        kind: VerbKind::Delete,
        imperatives: &[
            "delete", "remove", "omit", "strike", "erase", "cancel", "cut", "drop", "scrap",
            "repeal", "expunge",
        ],
        participles: &[
            "deleted",
            "removed",
            "omitted",
            "struck",
            "erased",
            "cancelled",
            "canceled",
            "cut",
            "withdrawn",
            "dropped",
            "scrapped",
            "repealed",
            "expunged",
            "gone",
        ],
        forms: &[
            "Delete WHERE",
            "Delete “a” twice",
            "delete … and replace as follows",
            "Remove the restriction on …",
        ],
    },
    PrintedVerb {
        kind: VerbKind::Ignore,
        imperatives: &["ignore", "disregard"],
        participles: &["ignored", "disregarded"],
        forms: &[
            "Ignore WHERE",
            "Disregard “a” in WHERE",
            "Ignore the reference to …",
        ],
    },
    PrintedVerb {
        kind: VerbKind::Insert,
        imperatives: &["insert", "add", "append", "include"],
        participles: &["inserted", "added", "appended", "included"],
        forms: &[
            "Insert after “a”: …",
            "Add new paragraph at the end: …",
            "Add to WHERE: …",
            "Insert asterisk after “a”",
            "The following should be added after WHERE: …",
            "After WHERE insert: …",
            "At the end of WHERE, add: …",
        ],
    },
    PrintedVerb {
        kind: VerbKind::Move,
        imperatives: &["move", "transfer", "shift", "relocate"],
        participles: &["moved", "transferred", "shifted", "relocated"],
        forms: &["Move WHERE after WHERE", "WHERE moves to follow WHERE"],
    },
    PrintedVerb {
        kind: VerbKind::Swap,
        imperatives: &["swap", "transpose", "interchange"],
        participles: &["swapped", "transposed", "interchanged"],
        forms: &[
            "Swap WHERE and WHERE",
            "the first two bullets change places",
        ],
    },
    PrintedVerb {
        kind: VerbKind::Rename,
        imperatives: &["rename", "relabel", "retitle"],
        participles: &["renamed", "relabelled", "retitled"],
        forms: &["Rename WHERE to “a”", "Rename the section “a”"],
    },
    PrintedVerb {
        kind: VerbKind::Rearrange,
        imperatives: &["renumber", "reorder", "merge", "combine"],
        participles: &["renumbered", "reordered", "merged", "combined"],
        forms: &["not understood: reported"],
    },
];

/// How the number of a unit counts: by position (`Para 2`), or as a label (`point 4`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Naming {
    /// `2` is the second unit.
    Counted,
    /// `2` is the unit with the label 2.
    Labelled,
    /// `7` is the seventh printed line.
    PrintedLine,
}

/// A row of [`UNITS`].
#[derive(Clone, Copy, Debug)]
pub struct PrintedUnit {
    /// The kind of unit.
    pub unit: UnitNoun,
    /// How a number after or before the word counts.
    pub naming: Naming,
    /// The words, singular and plural.
    pub words: &'static [&'static str],
}

/// The units of printed rules and the words for them.
pub const UNITS: &[PrintedUnit] = &[
    PrintedUnit {
        unit: UnitNoun::Paragraph,
        naming: Naming::Counted,
        words: &["paragraph", "paragraphs", "para", "paras", "par"],
    },
    PrintedUnit {
        unit: UnitNoun::Sentence,
        naming: Naming::Counted,
        words: &["sentence", "sentences"],
    },
    PrintedUnit {
        unit: UnitNoun::Bullet,
        naming: Naming::Counted,
        words: &[
            "bullet",
            "bullets",
            "bulletpoint",
            "bulletpoints",
            "dash",
            "dot",
        ],
    },
    PrintedUnit {
        unit: UnitNoun::Line,
        naming: Naming::PrintedLine,
        words: &["line", "lines"],
    },
    PrintedUnit {
        unit: UnitNoun::Line,
        naming: Naming::Labelled,
        words: &["factor", "factors", "modifier", "modifiers"],
    },
    PrintedUnit {
        unit: UnitNoun::Row,
        naming: Naming::Labelled,
        words: &["row", "rows", "rank", "ranks", "column", "columns"],
    },
    PrintedUnit {
        unit: UnitNoun::Item,
        naming: Naming::Labelled,
        words: &[
            "item",
            "items",
            "point",
            "points",
            "step",
            "steps",
            "clause",
            "clauses",
            "option",
            "options",
            "subsection",
            "case",
        ],
    },
    PrintedUnit {
        unit: UnitNoun::Item,
        naming: Naming::Labelled,
        words: &["box", "boxes", "sidebar", "inset", "panel"],
    },
    PrintedUnit {
        unit: UnitNoun::Entry,
        naming: Naming::Labelled,
        words: &["entry", "entries", "definition", "definitions"],
    },
    PrintedUnit {
        unit: UnitNoun::Figure,
        naming: Naming::Labelled,
        words: &["figure", "figures", "fig", "figs", "diagram", "diagrams"],
    },
    PrintedUnit {
        unit: UnitNoun::Table,
        naming: Naming::Counted,
        words: &["table", "tables", "chart"],
    },
    PrintedUnit {
        unit: UnitNoun::Section,
        naming: Naming::Labelled,
        words: &[
            "section", "sections", "rule", "rules", "chapter", "appendix", "list",
        ],
    },
];

/// What a phrase of several words, or of a word that is no verb of [`VERBS`], means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PhraseMeaning {
    /// It stands for a verb.
    Verb(VerbKind),
    /// What follows is new, what precedes is old.
    Becomes,
    /// What follows is inserted on this side of what precedes.
    Neighbour(BeforeOrAfter),
    /// It introduces the point on this side of which something is inserted.
    Side(BeforeOrAfter),
    /// It introduces the old words.
    OldNext,
    /// It introduces the old words, which may have been named already.
    NotNext,
    /// It introduces the new words.
    NewNext,
}

/// The phrases that stand for verbs and prepositions; a longer one precedes its beginning.
pub(super) const PHRASES: &[(&[&str], PhraseMeaning)] = &[
    (&["is", "followed", "by"], PhraseMeaning::Neighbour(After)),
    (&["are", "followed", "by"], PhraseMeaning::Neighbour(After)),
    (&["is", "preceded", "by"], PhraseMeaning::Neighbour(Before)),
    (&["are", "preceded", "by"], PhraseMeaning::Neighbour(Before)),
    (&["gives", "way", "to"], PhraseMeaning::Becomes),
    (&["give", "way", "to"], PhraseMeaning::Becomes),
    (&["takes", "the", "place", "of"], PhraseMeaning::OldNext),
    (&["where", "it", "says"], PhraseMeaning::OldNext),
    (&["make", "that"], PhraseMeaning::Becomes),
    (&["make", "it"], PhraseMeaning::Becomes),
    (&["write", "in"], PhraseMeaning::Verb(VerbKind::Insert)),
    (&["is", "missing"], PhraseMeaning::Verb(VerbKind::Insert)),
    (&["in", "place", "of"], PhraseMeaning::OldNext),
    (&["takes", "its", "place"], PhraseMeaning::NewNext),
    (&["takes", "their", "place"], PhraseMeaning::NewNext),
    (&["in", "its", "place"], PhraseMeaning::NewNext),
    (&["in", "their", "place"], PhraseMeaning::NewNext),
    (&["instead", "of"], PhraseMeaning::NotNext),
    (&["rather", "than"], PhraseMeaning::NotNext),
    (&["in", "front", "of"], PhraseMeaning::Side(Before)),
    (&["ahead", "of"], PhraseMeaning::Side(Before)),
    (&["to", "precede"], PhraseMeaning::Side(Before)),
    (&["to", "follow"], PhraseMeaning::Side(After)),
    (&["after"], PhraseMeaning::Side(After)),
    (&["behind"], PhraseMeaning::Side(After)),
    (&["before"], PhraseMeaning::Side(Before)),
    (&["change", "places"], PhraseMeaning::Verb(VerbKind::Swap)),
    (&["swap", "places"], PhraseMeaning::Verb(VerbKind::Swap)),
    (&["strike", "out"], PhraseMeaning::Verb(VerbKind::Delete)),
    (&["cross", "out"], PhraseMeaning::Verb(VerbKind::Delete)),
    (&["leave", "out"], PhraseMeaning::Verb(VerbKind::Delete)),
    (&["take", "out"], PhraseMeaning::Verb(VerbKind::Delete)),
    (&["all", "go"], PhraseMeaning::Verb(VerbKind::Delete)),
    (&["put"], PhraseMeaning::Verb(VerbKind::Insert)),
    (&["gains"], PhraseMeaning::Verb(VerbKind::Insert)),
    (&["gain"], PhraseMeaning::Verb(VerbKind::Insert)),
    (&["moves"], PhraseMeaning::Verb(VerbKind::Move)),
];

/// Words that say nothing in an instruction.
pub(super) const FILLERS: &[&str] = &[
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
    "both",
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
];

/// Words after a figure that are not its noun.
pub(super) const NO_NOUNS: &[&str] = &[
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
pub(super) const NEW_UNITS: &[&str] = &[
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
pub(super) const FIRST: &[&str] = &["opening", "initial"];

/// Words for the last unit.
pub(super) const LAST: &[&str] = &["last", "final", "closing", "concluding"];

/// Words that count units from the end; the last one is 1.
pub(super) const FROM_END: &[(&str, u32)] = &[
    ("penultimate", 2),
    ("next-to-last", 2),
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
pub const REMARKS: &[(&str, BracketRemark)] = &[
    ("addition", BracketRemark::Adds),
    ("added", BracketRemark::Adds),
    ("new", BracketRemark::Adds),
    ("insertion", BracketRemark::Adds),
    ("omission", BracketRemark::Adds),
    ("omitted", BracketRemark::Adds),
    ("correction", BracketRemark::Replaces),
    ("change", BracketRemark::Replaces),
    ("changed", BracketRemark::Replaces),
    ("replacement", BracketRemark::Replaces),
    ("revision", BracketRemark::Replaces),
    ("revised", BracketRemark::Replaces),
    ("amendment", BracketRemark::Replaces),
    ("amended", BracketRemark::Replaces),
    ("modification", BracketRemark::Replaces),
    ("erratum", BracketRemark::Replaces),
    ("errata", BracketRemark::Replaces),
    ("misprint", BracketRemark::Replaces),
    ("typo", BracketRemark::Replaces),
    ("deletion", BracketRemark::Deletes),
    ("deleted", BracketRemark::Deletes),
    ("removal", BracketRemark::Deletes),
    ("removed", BracketRemark::Deletes),
    ("clarification", BracketRemark::Clarifies),
    ("clarified", BracketRemark::Clarifies),
    ("question", BracketRemark::Clarifies),
];

/// The kind of change that a word in brackets names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BracketRemark {
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
pub(super) const ADVERBS: &[&str] = &[
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
];

/// Filler words between the parts of an address.
pub(super) const NOISE: &[&str] = &[
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
    "its",
    "indented",
];

/// First words of remarks that belong to an instruction but change nothing.
pub(super) const REMARK_OPENERS: &[&str] = &[
    "note",
    "nb",
    "n.b",
    "comment",
    "rationale",
    "reason",
    "explanation",
    "example",
    "designer's",
    "author's",
];

/// Words for a number of times.
pub(super) const TIMES: &[(&str, u32)] = &[("once", 1), ("twice", 2), ("thrice", 3)];

/// Words that mean every occurrence of a quote.
pub(super) const EVERYWHERE: &[&str] = &[
    "throughout",
    "everywhere",
    "wherever",
    "all",
    "every",
    "each",
];

/// Auxiliary words between a subject and its change: `should now be …`.
pub(super) const MODALS: &[&str] = &[
    "should", "must", "shall", "is", "are", "was", "were", "has", "have", "now", "be", "been",
    "being", "to", "will", "instead",
];

/// The auxiliary words that demand a change: `should be “b”` is an instruction, `is “b”` may be
/// prose.
pub(super) const DEMANDS: &[&str] = &["should", "must", "shall", "now"];

/// Pronouns for the place named before.
pub(super) const PRONOUNS: &[&str] = &["this", "it", "these", "they"];

/// Words that call a place wrong before the correct text is given.
pub(super) const ERROR_WORDS: &[&str] =
    &["incorrect", "wrong", "misprinted", "mistaken", "erroneous"];

/// Words that introduce the old value: `12, not 14`.
pub(super) const RETRACTIONS: &[&[&str]] = &[
    &["rather", "than"],
    &["instead", "of"],
    &["and", "not"],
    &["not"],
];

/// Words other than numbers for the columns of a printed page: `the left-hand column`.
pub(super) const COLUMNS: &[&str] = &[
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

/// Words in front of the label of a unit: `the box entitled “Cellars”`.
pub(super) const LABEL_OPENERS: &[&str] = &[
    "entitled", "titled", "headed", "called", "named", "labelled", "labeled", "marked",
];

/// Words in front of the first words of a unit: `the sentence beginning “A raft”`.
pub(super) const QUOTE_OPENERS: &[&str] = &[
    "beginning",
    "starting",
    "begins",
    "starts",
    "commencing",
    "opening",
];

/// Whether a word names a unit that is counted: `paragraph`.
pub(super) fn is_counted_unit(word: &str) -> bool {
    UNITS
        .iter()
        .any(|row| row.naming == Naming::Counted && row.words.contains(&word))
}
