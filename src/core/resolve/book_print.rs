//! `BookPrint`: the texts and the numbers of printed lines that the books of the user's library
//! have of the units of a section; `BookDifference`: a text there that differs from the amended one.

use crate::{
    model::{EditionIx, PatchIx, UnitId},
    syntax::PrintedLines,
    text::Span,
};

/// The text that each printed book of the library has of a section's sentences, headings and cells,
/// and the printed lines of its paragraphs and bullets.
#[derive(Clone, Debug, Default)]
pub struct BookPrint {
    /// The text that a book has of an atom.
    pub texts: Vec<(PatchIx, UnitId, Box<str>)>,
    /// The printed lines of a paragraph or bullet in a book.
    pub lines: Vec<(PatchIx, UnitId, PrintedLines)>,
}

impl BookPrint {
    /// Returns the text that a book has of an atom.
    pub fn text(&self, book: PatchIx, unit: UnitId) -> Option<&str> {
        let mut own = self.texts.iter();
        own.find(|own| (own.0, own.1) == (book, unit))
            .map(|own| &*own.2)
    }

    /// Returns the printed lines of a paragraph or bullet in a book.
    pub fn lines(&self, book: PatchIx, unit: UnitId) -> Option<&PrintedLines> {
        let mut own = self.lines.iter();
        own.find(|own| (own.0, own.1) == (book, unit))
            .map(|own| &own.2)
    }
}

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
