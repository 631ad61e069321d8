//! The tables of the question reader: prepositions of editions and dates, joiners of two of them,
//! words that ask for changes, units of measure, nouns of units.

/// How a preposition relates an answer to the edition or date after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Relation {
    /// At the edition; on the day, or on the last day of the month or year.
    At,
    /// At the edition before; on the day before the first day.
    Before,
    /// At that edition or day, which is included.
    Until,
    /// What changed after the edition, or from the first day on.
    Since,
    /// What changed after the edition, or after the last day.
    After,
    /// What the edition changed, or what changed on the day.
    Across,
    /// The first of two that are compared.
    Between,
}

/// The prepositions: their words, and whether a number such as `1.5` after one must be an edition
/// although no edition begins like that.
pub(super) const PREPOSITIONS: &[(&[&str], Relation, bool)] = &[
    (&["before", "and", "after"], Relation::Across, true),
    (&["as", "of"], Relation::At, true),
    (&["as", "at"], Relation::At, true),
    (&["as-of"], Relation::At, true),
    (&["according", "to"], Relation::At, false),
    (&["prior", "to"], Relation::Before, true),
    (&["up", "to"], Relation::Until, false),
    (&["@"], Relation::At, true),
    (&["at"], Relation::At, true),
    (&["under"], Relation::At, true),
    (&["in"], Relation::At, false),
    (&["on"], Relation::At, false),
    (&["by"], Relation::At, false),
    (&["for"], Relation::At, false),
    (&["during"], Relation::At, false),
    (&["before"], Relation::Before, true),
    (&["until"], Relation::Until, true),
    (&["till"], Relation::Until, true),
    (&["through"], Relation::Until, false),
    (&["since"], Relation::Since, true),
    (&["from"], Relation::Since, false),
    (&["after"], Relation::After, true),
    (&["between"], Relation::Between, false),
];

/// The words between two editions or dates that are compared, and whether the first is the earlier
/// one even if the second is older.
pub(super) const JOINERS: &[(&[&str], bool)] = &[
    (&["compared", "to"], false),
    (&["compared", "with"], false),
    (&[".."], true),
    (&["to"], true),
    (&["until"], true),
    (&["till"], true),
    (&["through"], true),
    (&["-"], true),
    (&["–"], true),
    (&["and"], false),
    (&["or"], false),
    (&["&"], false),
    (&["vs"], false),
    (&["versus"], false),
    (&["v"], false),
    (&["with"], false),
    (&["against"], false),
];

/// Words before or after the name of an edition that belong to it: `edition 3.2`, `3.2 sheet`.
pub(super) const EDITION_WORDS: &[&str] = &["edition", "version", "sheet"];

/// Words before a profile that belong to it, and words after it.
pub(super) const PROFILE_PREPOSITIONS: &[&str] = &["profile", "at", "for", "in", "under", "by"];

/// Words after a profile that belong to it: `uk rulings`.
pub(super) const PROFILE_NOUNS: &[&str] = &[
    "profile",
    "ruling",
    "rulings",
    "comp",
    "competition",
    "competitions",
    "comps",
    "polls",
    "tournament",
    "tournaments",
];

/// Words before the name of a ruleset that belong to it, and words after it.
pub(super) const RULESET_PREPOSITIONS: &[&str] = &["for", "in", "under", "by", "of"];

/// Words after the name of a ruleset that belong to it: `the DBx skirmish game`.
pub(super) const RULESET_NOUNS: &[&str] = &["game", "rules", "ruleset"];

/// Words of a question that asks for changes.
pub(super) const CHANGE_WORDS: &[&str] = &[
    "change",
    "changes",
    "changed",
    "compare",
    "compared",
    "comparison",
    "diff",
    "difference",
    "differences",
    "new",
];

/// Further words that such a question may have.
pub(super) const CHANGE_FILLERS: &[&str] = &[
    "what", "what's", "whats", "has", "have", "is", "was", "did", "in", "from", "to", "of", "the",
    "between", "and", "all", "with", "for", "about", "this", "that", "it", "there", "any",
    "anything",
];

/// The beginnings of questions about the edition that changed something: `when did warband lose …`.
pub(super) const WHEN_LEADS: &[&[&str]] = &[
    &["when", "did"],
    &["when", "was"],
    &["when", "were"],
    &["since", "when"],
    &["which", "edition"],
    &["what", "edition"],
    &["in", "which", "edition"],
    &["in", "what", "edition"],
];

/// The beginnings of questions about who changed a clause.
pub(super) const HISTORY_LEADS: &[&[&str]] = &[
    &["who", "changed"],
    &["who", "wrote"],
    &["who", "amended"],
    &["history", "of"],
];

/// Words of a question about a ruling, besides its number and state: `why is C22.2 contradicted`.
pub(super) const RULING_FILLERS: &[&str] = &[
    "a",
    "about",
    "clarification",
    "does",
    "explain",
    "is",
    "mean",
    "of",
    "on",
    "ruling",
    "say",
    "show",
    "still",
    "the",
    "valid",
    "was",
    "what",
    "why",
];

/// Words for the present, at which a question is answered anyway.
pub(super) const NOW_WORDS: &[&str] = &["now", "today", "currently", "nowadays", "presently"];

/// Words for a part of a year or month, with the share of its days after which it ends: `early` is
/// the first third. What begins on a day is that day.
pub(super) const PERIOD_PARTS: &[(&str, i32, i32)] = &[
    ("start", 0, 1),
    ("beginning", 0, 1),
    ("early", 1, 3),
    ("middle", 1, 2),
    ("mid", 1, 2),
    ("late", 1, 1),
    ("end", 1, 1),
];

/// Words of a question about the publication or the authors of an edition, of which it needs one; the others are
/// those of [`PUBLICATION_FILLERS`].
pub(super) const PUBLICATION_WORDS: &[&str] = &[
    "appear",
    "appeared",
    "author",
    "authors",
    "came",
    "come",
    "date",
    "dated",
    "editions",
    "effect",
    "force",
    "introduced",
    "issued",
    "latest",
    "newest",
    "publication",
    "published",
    "release",
    "released",
    "signed",
    "versions",
    "writer",
    "written",
    "wrote",
];

/// Further words that such a question may have.
pub(super) const PUBLICATION_FILLERS: &[&str] = &[
    "when",
    "and",
    "who",
    "whom",
    "by",
    "which",
    "what",
    "what's",
    "whats",
    "how",
    "old",
    "did",
    "does",
    "do",
    "is",
    "are",
    "was",
    "were",
    "has",
    "been",
    "be",
    "it",
    "its",
    "the",
    "of",
    "in",
    "into",
    "out",
    "there",
    "take",
    "took",
    "go",
    "went",
    "edition",
    "version",
    "sheet",
    "rules",
    "amendments",
    "current",
    "first",
    "used",
    "officially",
];

/// Units of measure: the number before one is neither an edition nor a year.
pub(super) const MEASURES: &[&str] = &[
    "ap", "base", "bases", "bw", "bws", "cm", "element", "elements", "inch", "inches", "m", "mm",
    "p", "pace", "paces", "pip", "pips", "point", "points", "pt", "pts", "times", "width",
    "widths",
];

/// Nouns of the units of a text, with the letter that names them in an id.
pub(super) const UNIT_NOUNS: &[(&str, &str)] = &[
    ("paragraph", "p"),
    ("para", "p"),
    ("bullet", "b"),
    ("sentence", "s"),
    ("row", "r"),
];

/// What is said of the number of an instruction that is not printed.
pub(super) const COUNTED: &str = " as this project counts them (not a number of the sheet itself)";

/// Words before the number of an instruction or ruling.
pub(super) const NUMBER_WORDS: &[&str] = &["no", "nr", "number", "#"];

/// Words that announce a ruling.
pub(super) const RULING_WORDS: &[&str] = &["ruling", "clarification", "guideline"];

/// The greatest number of a unit that `last`, `first` … name.
pub(super) const ORDINALS: &[(&str, &str)] = &[
    ("first", "1"),
    ("second", "2"),
    ("third", "3"),
    ("fourth", "4"),
    ("fifth", "5"),
    ("last", "-1"),
];
