//! `BookDifference`: a unit whose text in a printed book differs from that of the book's edition as
//! amended; a lint reports it.

use crate::{
    model::{EditionIx, PatchIx, UnitId},
    text::Span,
};

/// A sentence, heading or cell whose text in a printed book differs from what the amendments make
/// of it at the book's edition: both texts, and the bytes in the book file.
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
