//! The language of printed sheets, as tables: one row per new thing. `import.toml` adds words to them.

use crate::syntax::Unit;

/// What a verb tells to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VerbKind {
    /// Units or words for others: the old first.
    Replace,
    /// Units or words for others: the new first, or behind a deletion.
    Substitute,
    /// Units, words or values to others.
    Change,
    /// Values down or up.
    Value,
    /// Away.
    Delete,
    /// Away, where a place or words are named: rules themselves let people ignore things.
    Ignore,
    /// In, beside something or at an end.
    Insert,
}

/// A row of [`VERBS`].
#[derive(Clone, Copy, Debug)]
pub struct PrintedVerb {
    /// What it tells to do.
    pub act: VerbKind,
    /// As a command: `replace`.
    pub imperatives: &'static [&'static str],
    /// As a participle: `is replaced`.
    pub participles: &'static [&'static str],
    /// What is read behind it, for the documentation.
    pub forms: &'static [&'static str],
}

/// The verbs of printed sheets.
pub const VERBS: &[PrintedVerb] = &[
    PrintedVerb {
        act: VerbKind::Replace,
        imperatives: &["replace", "rewrite", "overwrite"],
        participles: &["replaced", "rewritten", "overwritten"],
        forms: &[
            "Replace WHERE with: …",
            "WHERE. Replace with: …",
            "Replace “a” with “b” in WHERE",
        ],
    },
    PrintedVerb {
        act: VerbKind::Substitute,
        imperatives: &["substitute"],
        participles: &["substituted"],
        forms: &[
            "Substitute for WHERE: …",
            "Substitute “b” for “a” in WHERE",
            "Delete “a” … and substitute “b”",
        ],
    },
    PrintedVerb {
        act: VerbKind::Change,
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
        act: VerbKind::Value,
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
        act: VerbKind::Delete,
        imperatives: &[
            "delete", "remove", "omit", "strike", "erase", "cancel", "cut",
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
        ],
        forms: &[
            "Delete WHERE",
            "Delete “a” twice",
            "delete … and replace as follows",
            "Remove the restriction on …",
        ],
    },
    PrintedVerb {
        act: VerbKind::Ignore,
        imperatives: &["ignore", "disregard"],
        participles: &["ignored", "disregarded"],
        forms: &[
            "Ignore WHERE",
            "Disregard “a” in WHERE",
            "Ignore the reference to …",
        ],
    },
    PrintedVerb {
        act: VerbKind::Insert,
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
];

/// How a unit is named: counted (`Para 2`), or by what it bears (`point 4`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Naming {
    /// `2` is the second.
    Counted,
    /// `2` is the one that bears a 2.
    Labelled,
    /// `7` is the seventh line of print.
    PrintedLine,
}

/// A row of [`UNITS`].
#[derive(Clone, Copy, Debug)]
pub struct PrintedUnit {
    /// The kind of unit.
    pub unit: Unit,
    /// How a number behind or before the word counts.
    pub naming: Naming,
    /// The words, one and many.
    pub words: &'static [&'static str],
}

/// The units of printed rules, by the words that sheets have for them.
pub const UNITS: &[PrintedUnit] = &[
    PrintedUnit {
        unit: Unit::Paragraph,
        naming: Naming::Counted,
        words: &["paragraph", "paragraphs", "para", "paras", "par"],
    },
    PrintedUnit {
        unit: Unit::Sentence,
        naming: Naming::Counted,
        words: &["sentence", "sentences"],
    },
    PrintedUnit {
        unit: Unit::Bullet,
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
        unit: Unit::Line,
        naming: Naming::PrintedLine,
        words: &["line", "lines"],
    },
    PrintedUnit {
        unit: Unit::Line,
        naming: Naming::Labelled,
        words: &["factor", "factors", "modifier", "modifiers"],
    },
    PrintedUnit {
        unit: Unit::Row,
        naming: Naming::Labelled,
        words: &["row", "rows", "rank", "ranks", "column", "columns"],
    },
    PrintedUnit {
        unit: Unit::Item,
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
        unit: Unit::Item,
        naming: Naming::Labelled,
        words: &["box", "boxes", "sidebar", "inset", "panel"],
    },
    PrintedUnit {
        unit: Unit::Entry,
        naming: Naming::Labelled,
        words: &["entry", "entries", "definition", "definitions"],
    },
    PrintedUnit {
        unit: Unit::Figure,
        naming: Naming::Labelled,
        words: &["figure", "figures", "fig", "figs", "diagram", "diagrams"],
    },
    PrintedUnit {
        unit: Unit::Table,
        naming: Naming::Counted,
        words: &["table", "tables", "chart"],
    },
    PrintedUnit {
        unit: Unit::Section,
        naming: Naming::Labelled,
        words: &[
            "section", "sections", "rule", "rules", "chapter", "appendix", "list",
        ],
    },
];

/// Words for signs that are brought or stood beside.
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

/// Words in brackets behind a number of the rules that say what is done there: `[16.3] (addition): …`.
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

/// What a word in brackets behind a number says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BracketRemark {
    /// What follows is new there.
    Adds,
    /// What follows stands there from now on.
    Replaces,
    /// It goes.
    Deletes,
    /// What follows interprets it.
    Clarifies,
}

/// Words that may stand in front of a verb and say nothing.
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

/// Words between parts of an address that say nothing.
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
];

/// Beginnings of remarks that belong to an instruction and tell nothing to do.
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

/// Words for times.
pub(super) const TIMES: &[(&str, u32)] = &[("once", 1), ("twice", 2), ("thrice", 3)];

/// Words by which a quote is meant in all places.
pub(super) const EVERYWHERE: &[&str] = &[
    "throughout",
    "everywhere",
    "wherever",
    "all",
    "every",
    "each",
];

/// Words that stand between what is spoken of and what becomes of it: `should now be …`.
pub(super) const MODALS: &[&str] = &[
    "should", "must", "shall", "is", "are", "was", "were", "has", "have", "now", "be", "been",
    "being", "to", "will", "instead",
];

/// Of these, the ones that call for something: `should be “b”` is an instruction, `is “b”` may be prose.
pub(super) const DEMANDS: &[&str] = &["should", "must", "shall", "now"];

/// Words for the place that was just named.
pub(super) const PRONOUNS: &[&str] = &["this", "it", "these", "they"];

/// Words that call a place wrong, before it is told what should stand there.
pub(super) const ERROR_WORDS: &[&str] =
    &["incorrect", "wrong", "misprinted", "mistaken", "erroneous"];

/// Words that take a value back: `12, not 14`.
pub(super) const RETRACTIONS: &[&[&str]] = &[
    &["rather", "than"],
    &["instead", "of"],
    &["and", "not"],
    &["not"],
];

/// Words for the columns of a printed page, besides numbers: `the left-hand column`.
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

/// Words in front of the label that a unit bears: `the box entitled “Cellars”`.
pub(super) const LABEL_OPENERS: &[&str] = &[
    "entitled", "titled", "headed", "called", "named", "labelled", "labeled", "marked",
];

/// Words in front of the words with which a unit begins: `the sentence beginning “A raft”`.
pub(super) const QUOTE_OPENERS: &[&str] = &[
    "beginning",
    "starting",
    "begins",
    "starts",
    "commencing",
    "opening",
];
