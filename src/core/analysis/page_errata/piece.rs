//! `ErrataPiece`: a piece of a section's text, what happened to it, its text now and before.

use crate::analysis::{ClauseBlock, Origin};
use serde::Serialize;

/// Whether a piece of text is unchanged since print, amended, replaced, struck out or inserted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ErrataMark {
    /// It is as printed.
    #[serde(rename = "stands")]
    Unchanged,
    /// Words in it changed.
    Amended,
    /// It is replaced by other text.
    Replaced,
    /// It is struck out.
    StruckOut,
    /// It is not in print.
    Inserted,
}

/// A piece of a section's text, changed since print or not: its mark, place, patches and text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ErrataPiece {
    /// What happened to it.
    pub mark: ErrataMark,
    /// The same in words, with the documents: `replaced by 3.1 sheet, amended by 3.2 sheet`.
    pub action: String,
    /// The patches that changed it; empty if it is as printed.
    pub by: Vec<Origin>,
    /// Its place in the numbering of the print, as far as that can be proved: `bullet 3`,
    /// `paragraph 1, last sentence`; empty if it is not in print.
    pub print: String,
    /// Where to insert it, if it is not in print: `after paragraph 1, bullet 2`, `at the end of
    /// paragraph 3`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub place: String,
    /// Where it continues if it was moved.
    pub moved_to: Option<String>,
    /// Its text at the requested edition. If it is struck out and compared with an earlier view,
    /// its text there.
    pub blocks: Vec<ClauseBlock>,
    /// The text of each of `blocks` at the earlier view; empty if there is none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub before: Vec<EarlierWording>,
}

/// How a block was at an earlier view, for the printed exports: the same, absent, with other text
/// or label, or gone since.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum EarlierWording {
    /// The same as now.
    Same,
    /// It did not exist, or none of its words were known in the layer that is shown.
    New,
    /// Another text.
    Read(String),
    /// The same as now, but with this label, or none.
    Label(Option<String>),
    /// It existed, and no longer does.
    Gone,
}
