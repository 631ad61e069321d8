//! `BookPrint`: the texts that the books of the user's library have of the units of a section.

use crate::model::{PatchIx, UnitId};

/// The text that each printed book of the library has of a section's sentences, headings and cells.
#[derive(Clone, Debug, Default)]
pub struct BookPrint {
    /// The text that a book has of an atom.
    pub texts: Vec<(PatchIx, UnitId, Box<str>)>,
}

impl BookPrint {
    /// Returns the text that a book has of an atom.
    pub fn text(&self, book: PatchIx, unit: UnitId) -> Option<&str> {
        let mut own = self.texts.iter();
        own.find(|own| (own.0, own.1) == (book, unit))
            .map(|own| &*own.2)
    }
}
