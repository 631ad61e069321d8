//! The tables and keys of `import.toml`: of one ruleset, and for all rulesets.

use super::table::toml_table;
use crate::syntax::{ValueKind, WordRow};
use serde::Deserialize;
use std::collections::BTreeMap;

/// The keys of the `import.toml` of a ruleset.
pub const IMPORT_KEYS: &ValueKind = &ValueKind::Table(ImportFile::KEYS);

/// The keys of the `import.toml` for all rulesets.
pub const SHEET_KEYS: &ValueKind = &ValueKind::Table(SheetVocabulary::KEYS);

/// The names of [`PassageNumbering`], each with what it means.
const NUMBERINGS: &[WordRow] = &[
    (
        "counted",
        "instructions are counted; clarifications have their printed numbers",
    ),
    (
        "sections",
        "the number of the heading, a stop, and that of the paragraph below it",
    ),
    (
        "letters",
        "a letter for each instruction, a stop, and the number of the paragraph",
    ),
    ("paragraphs", "paragraphs are counted"),
];

/// How a document numbers its passages: `3`, `2.3` below headings, `A.3`, or by paragraph.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PassageNumbering {
    /// Instructions are counted, clarifications have their printed numbers.
    #[default]
    Counted,
    /// The number of the heading, a stop, and the number of the paragraph below it.
    Sections,
    /// A letter for each instruction, then a stop and the number of the paragraph in its payload.
    Letters,
    /// Paragraphs are counted.
    Paragraphs,
}

toml_table! {
    /// The `import.toml` of one ruleset.
    #[derive(Clone, Debug, Default)]
    pub struct ImportFile {
        /// how a printed document looks
        document: BTreeMap<String, DocumentPattern>
            = NameMap(NameKind::Document, &Table(DocumentPattern::KEYS)),
        /// the words of sheets for a clause that are no heading of the rules
        places: BTreeMap<String, Vec<String>> = NameMap(NameKind::Clause, &List(&Text)),
    }

    /// The entry of a document in `import.toml`: lines that identify it, and how it is numbered.
    #[derive(Clone, Debug, Default)]
    pub struct DocumentPattern {
        /// lines of which one must begin the document; `…` after one stands for the rest
        opens: Vec<String> = List(&Text),
        /// lines that must follow, if the first one is not unique
        holds: Vec<String> = List(&Text),
        /// how its passages are numbered
        numbers: PassageNumbering = OneOf(NUMBERINGS),
        /// what its printed numbers begin with
        prefix: String = Text,
        /// the document in which its numbers are counted
        counted_in: Option<String> = Name(NameKind::Document),
    }

    /// The words of `rules/import.toml`, for all rulesets.
    #[derive(Clone, Debug, Default)]
    pub struct SheetVocabulary {
        /// lines that web pages and converters add; `…` stands for the rest
        furniture: Vec<String> = List(&Text),
        /// headings above notes of the authors
        notes: Vec<String> = List(&Text),
        /// words of headings that name a sheet
        covers: Vec<String> = List(&Text),
        /// beginnings of paragraphs that start a note
        note_openers: Vec<String> = List(&Text),
        /// further words for verbs
        verbs: BTreeMap<String, String> = Map(&Text),
        /// further words for units
        units: BTreeMap<String, String> = Map(&Text),
    }
}
