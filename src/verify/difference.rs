//! `Verification`: the units whose text a document changes otherwise than the stored instructions
//! do, and how many both change alike.

use serde::Serialize;

/// The units whose text a document changes otherwise than the stored instructions do, and how many
/// sentences, headings and cells both change alike.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Verification {
    /// The number of instructions in the document.
    pub instructions: usize,
    /// The number of stored instructions from the older edition up to the compared one.
    pub held: usize,
    /// The number of sentences, headings and cells that both sides change to the same words.
    pub same: usize,
    /// Units that both sides change and whose printed words are not stored: their words were not
    /// compared.
    pub unread: Vec<String>,
    /// Instructions of the document whose new words are in force, but whose place was not found:
    /// each with the reason.
    pub by_words: Vec<String>,
    /// The differences, in the order of the rules.
    pub differences: Vec<DocumentDifference>,
}

/// Which side makes a change: only the document, only the stored instructions, or each its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum DifferenceKind {
    /// The document changes something that no stored instruction changes.
    DocumentOnly,
    /// The stored instructions change something that the document does not change.
    OursOnly,
    /// Both sides change it, in different ways.
    Differs,
}

impl DifferenceKind {
    /// Returns the name used in answers.
    pub fn name(self) -> &'static str {
        match self {
            Self::DocumentOnly => "document only",
            Self::OursOnly => "ours only",
            Self::Differs => "differs",
        }
    }
}

/// One side of a difference, the document's or ours: its text, the instructions that wrote it, and
/// changes of words that could not be applied.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct DifferenceSide {
    /// The text; `…` for words that are not stored, `None` if the unit is not part of the text.
    pub text: Option<String>,
    /// The instructions that made it: `dbm-3.1:48`, or the number in the document.
    pub by: Vec<String>,
    /// Changes of words in the instruction language that cannot be applied, because the wording is
    /// not stored.
    pub unapplied: Vec<String>,
}

/// A difference between the document and the stored instructions: its unit and both sides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DocumentDifference {
    /// Which side makes the change.
    pub kind: DifferenceKind,
    /// The id of the unit in the edition: `rear-support/b3`.
    pub at: String,
    /// The heading of the section.
    pub heading: String,
    /// The printed page of the section.
    pub page: Option<String>,
    /// The unit according to the document.
    pub document: DifferenceSide,
    /// The unit according to the stored instructions.
    pub ours: DifferenceSide,
    /// Why the document's instruction has no effect, or where it applies instead.
    pub remark: Option<String>,
    /// The deviation declared at our instructions, if it explains the difference.
    pub deviation: Option<String>,
    /// All deviations declared at our instructions.
    #[serde(skip)]
    pub(super) declared: String,
}
