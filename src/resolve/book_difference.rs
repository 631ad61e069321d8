//! `BookDifference`: a unit whose text in a printed book differs from the amended text.

use crate::{
    model::{EditionIx, PatchIx, UnitId},
    text::Span,
};

/// A sentence, heading or cell whose text in a printed book differs from the amended text.
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
    /// The text of the book's edition as the amendments make it.
    pub amended_text: String,
    /// The bytes of the text in the book file.
    pub span: Span,
}
