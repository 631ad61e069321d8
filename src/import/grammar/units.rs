//! The table of words for units in print, and if `2` after one is a position, label or line.

use crate::syntax::UnitNoun;

/// The meaning of `2` after a word for a unit: position (`para 2`), label (`point 2`), or line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Naming {
    /// `2` is the second unit.
    Counted,
    /// `2` is the unit with the label 2.
    Labelled,
    /// `7` is the seventh printed line.
    PrintedLine,
}

/// A row of [`UNITS`]: words for a unit, and if `2` after them is a position, label or line.
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
            "sub-bullet",
            "sub-bullets",
            "indent",
            "indents",
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
            "sub-paragraph",
            "sub-paragraphs",
            "subparagraph",
            "sub-clause",
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
            "section", "sections", "rule", "rules", "chapter", "appendix", "list", "article",
            "articles", "schedule",
        ],
    },
];

/// Whether a word names a unit that is counted: `paragraph`.
pub(in crate::import) fn is_counted_unit(word: &str) -> bool {
    UNITS
        .iter()
        .any(|row| row.naming == Naming::Counted && row.words.contains(&word))
}
