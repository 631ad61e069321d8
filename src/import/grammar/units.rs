//! The table of words for units in print, and if `2` after one is a position, label or line.

use crate::syntax::UnitNoun;

/// The meaning of `2` after a word for a unit: position (`para 2`), label (`point 2`), or line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NumberMeaning {
    /// `2` is the second unit.
    Counted,
    /// `2` is the unit with the label 2.
    Labelled,
    /// `7` is the seventh printed line.
    LinePosition,
}

/// A row of [`UNIT_WORDS`]: words for a unit, and if `2` after them is a position, label or line.
#[derive(Clone, Copy, Debug)]
pub struct UnitWords {
    /// The kind of unit.
    pub unit: UnitNoun,
    /// How a number after or before the word counts.
    pub naming: NumberMeaning,
    /// The words, singular and plural.
    pub words: &'static [&'static str],
}

/// The units of printed rules and the words for them.
pub const UNIT_WORDS: &[UnitWords] = &[
    UnitWords {
        unit: UnitNoun::Paragraph,
        naming: NumberMeaning::Counted,
        words: &["paragraph", "paragraphs", "para", "paras", "par"],
    },
    UnitWords {
        unit: UnitNoun::Sentence,
        naming: NumberMeaning::Counted,
        words: &["sentence", "sentences"],
    },
    UnitWords {
        unit: UnitNoun::Bullet,
        naming: NumberMeaning::Counted,
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
            "condition",
            "conditions",
            "exception",
            "exceptions",
            "cases",
        ],
    },
    UnitWords {
        unit: UnitNoun::Line,
        naming: NumberMeaning::LinePosition,
        words: &["line", "lines"],
    },
    UnitWords {
        unit: UnitNoun::Line,
        naming: NumberMeaning::Labelled,
        words: &["factor", "factors", "modifier", "modifiers"],
    },
    UnitWords {
        unit: UnitNoun::Row,
        naming: NumberMeaning::Labelled,
        words: &["row", "rows", "rank", "ranks", "column", "columns"],
    },
    UnitWords {
        unit: UnitNoun::Item,
        naming: NumberMeaning::Labelled,
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
    UnitWords {
        unit: UnitNoun::Item,
        naming: NumberMeaning::Labelled,
        words: &["box", "boxes", "sidebar", "inset", "panel"],
    },
    UnitWords {
        unit: UnitNoun::Entry,
        naming: NumberMeaning::Labelled,
        words: &["entry", "entries", "definition", "definitions"],
    },
    UnitWords {
        unit: UnitNoun::Figure,
        naming: NumberMeaning::Labelled,
        words: &["figure", "figures", "fig", "figs", "diagram", "diagrams"],
    },
    UnitWords {
        unit: UnitNoun::Table,
        naming: NumberMeaning::Counted,
        words: &["table", "tables", "chart"],
    },
    UnitWords {
        unit: UnitNoun::Section,
        naming: NumberMeaning::Labelled,
        words: &[
            "section", "sections", "rule", "rules", "chapter", "appendix", "list", "article",
            "articles", "schedule",
        ],
    },
];

/// Whether a word names a unit that is counted: `paragraph`.
pub(crate) fn is_counted_unit(word: &str) -> bool {
    UNIT_WORDS
        .iter()
        .any(|row| row.naming == NumberMeaning::Counted && row.words.contains(&word))
}
