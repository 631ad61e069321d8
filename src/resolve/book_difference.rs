//! `BookDifference`: where the text of a printed book contradicts what the amendments give.

use crate::{
    model::{EditionIx, PatchIx, UnitId},
    text::Span,
};

/// A sentence, heading or cell with two texts: that of a book, and what the amendments give.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookDifference {
    /// The book.
    pub book: PatchIx,
    /// The atom.
    pub unit: UnitId,
    /// The edition that the book prints.
    pub edition: EditionIx,
    /// The text of the book.
    pub book_text: String,
    /// The text that the amendments give.
    pub amended_text: String,
    /// The bytes of the text in the book file.
    pub span: Span,
}
