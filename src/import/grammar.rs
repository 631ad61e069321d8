//! The language of printed sheets, as tables: one row per new thing. `import.toml` adds words to them.

use crate::syntax::Unit;

/// What a verb tells to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Act {
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
    Bring,
}

/// A row of [`VERBS`].
#[derive(Clone, Copy, Debug)]
pub struct VerbRow {
    /// What it tells to do.
    pub act: Act,
    /// As a command: `replace`.
    pub now: &'static [&'static str],
    /// As a participle: `is replaced`.
    pub done: &'static [&'static str],
    /// What is read behind it, for the documentation.
    pub forms: &'static [&'static str],
}

/// The verbs of printed sheets.
pub const VERBS: &[VerbRow] = &[
    VerbRow {
        act: Act::Replace,
        now: &["replace", "rewrite", "overwrite"],
        done: &["replaced", "rewritten", "overwritten"],
        forms: &[
            "Replace WHERE with: …",
            "WHERE. Replace with: …",
            "Replace “a” with “b” in WHERE",
        ],
    },
    VerbRow {
        act: Act::Substitute,
        now: &["substitute"],
        done: &["substituted"],
        forms: &[
            "Substitute for WHERE: …",
            "Substitute “b” for “a” in WHERE",
            "Delete “a” … and substitute “b”",
        ],
    },
    VerbRow {
        act: Act::Change,
        now: &[
            "change", "amend", "alter", "modify", "correct", "revise", "reword",
        ],
        done: &[
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
    VerbRow {
        act: Act::Value,
        now: &["reduce", "increase", "raise", "lower", "decrease", "set"],
        done: &[
            "reduced",
            "increased",
            "raised",
            "lowered",
            "decreased",
            "set",
        ],
        forms: &["Reduce ROW from 7 to 6", "Increase ROW to 15"],
    },
    VerbRow {
        act: Act::Delete,
        now: &[
            "delete", "remove", "omit", "strike", "erase", "cancel", "cut",
        ],
        done: &[
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
    VerbRow {
        act: Act::Ignore,
        now: &["ignore", "disregard"],
        done: &["ignored", "disregarded"],
        forms: &[
            "Ignore WHERE",
            "Disregard “a” in WHERE",
            "Ignore the reference to …",
        ],
    },
    VerbRow {
        act: Act::Bring,
        now: &["insert", "add", "append", "include"],
        done: &["inserted", "added", "appended", "included"],
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

/// A row of [`PLACES`].
#[derive(Clone, Copy, Debug)]
pub struct PlaceRow {
    /// The kind of unit.
    pub unit: Unit,
    /// How a number behind or before the word counts.
    pub naming: Naming,
    /// The words, one and many.
    pub words: &'static [&'static str],
}

/// The units of printed rules, by the words that sheets have for them.
pub const PLACES: &[PlaceRow] = &[
    PlaceRow {
        unit: Unit::Paragraph,
        naming: Naming::Counted,
        words: &["paragraph", "paragraphs", "para", "paras", "par"],
    },
    PlaceRow {
        unit: Unit::Sentence,
        naming: Naming::Counted,
        words: &["sentence", "sentences"],
    },
    PlaceRow {
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
    PlaceRow {
        unit: Unit::Line,
        naming: Naming::PrintedLine,
        words: &["line", "lines"],
    },
    PlaceRow {
        unit: Unit::Line,
        naming: Naming::Labelled,
        words: &["factor", "factors", "modifier", "modifiers"],
    },
    PlaceRow {
        unit: Unit::Row,
        naming: Naming::Labelled,
        words: &["row", "rows", "rank", "ranks", "column", "columns"],
    },
    PlaceRow {
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
    PlaceRow {
        unit: Unit::Item,
        naming: Naming::Labelled,
        words: &["box", "boxes", "sidebar", "inset", "panel"],
    },
    PlaceRow {
        unit: Unit::Entry,
        naming: Naming::Labelled,
        words: &["entry", "entries", "definition", "definitions"],
    },
    PlaceRow {
        unit: Unit::Figure,
        naming: Naming::Labelled,
        words: &["figure", "figures", "fig", "figs", "diagram", "diagrams"],
    },
    PlaceRow {
        unit: Unit::Table,
        naming: Naming::Counted,
        words: &["table", "tables", "chart"],
    },
    PlaceRow {
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
pub const REMARKS: &[(&str, Remark)] = &[
    ("addition", Remark::Adds),
    ("added", Remark::Adds),
    ("new", Remark::Adds),
    ("insertion", Remark::Adds),
    ("omission", Remark::Adds),
    ("omitted", Remark::Adds),
    ("correction", Remark::Replaces),
    ("change", Remark::Replaces),
    ("changed", Remark::Replaces),
    ("replacement", Remark::Replaces),
    ("revision", Remark::Replaces),
    ("revised", Remark::Replaces),
    ("amendment", Remark::Replaces),
    ("amended", Remark::Replaces),
    ("modification", Remark::Replaces),
    ("erratum", Remark::Replaces),
    ("errata", Remark::Replaces),
    ("misprint", Remark::Replaces),
    ("typo", Remark::Replaces),
    ("deletion", Remark::Deletes),
    ("deleted", Remark::Deletes),
    ("removal", Remark::Deletes),
    ("removed", Remark::Deletes),
    ("clarification", Remark::Clarifies),
    ("clarified", Remark::Clarifies),
    ("question", Remark::Clarifies),
];

/// What a word in brackets behind a number says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Remark {
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
pub(super) const ASIDES: &[&str] = &[
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
pub(super) const CALLS: &[&str] = &["should", "must", "shall", "now"];

/// Words for the place that was just named.
pub(super) const PRONOUNS: &[&str] = &["this", "it", "these", "they"];

/// Words that call a place wrong, before it is told what should stand there.
pub(super) const WRONG: &[&str] = &["incorrect", "wrong", "misprinted", "mistaken", "erroneous"];

/// Words that take a value back: `12, not 14`.
pub(super) const NOT: &[&[&str]] = &[
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
pub(super) const CALLED: &[&str] = &[
    "entitled", "titled", "headed", "called", "named", "labelled", "labeled", "marked",
];

/// Words in front of the words with which a unit begins: `the sentence beginning “A raft”`.
pub(super) const BEGINNING: &[&str] = &[
    "beginning",
    "starting",
    "begins",
    "starts",
    "commencing",
    "opening",
];
