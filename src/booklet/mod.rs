//! Reads printed booklets (or sheets), from PDF, Markdown or plain text, into pages and blocks of
//! text, for `rulebook import`.
//!
//! ```text
//!   PDF ──pdf──▶ glyphs ──fragment──▶ runs of words ──furniture──▶ without running heads ──columns──▶ lines in order
//!                                                                                                     │
//!   Markdown, plain text ──plain────────────────────────────────────────────────────────────▶ blocks ◀┘ block, table
//! ```
//!
//! No text on the pages is dropped: what is not part of a block is listed as set aside; characters that a PDF does not map to text are counted.

mod document;
mod marks;
#[cfg(feature = "pdf")]
mod pdf;
mod pdf_error;
mod plain;
mod styled_text;

pub use document::{Booklet, BookletBlock, BookletBlockKind, BookletPage, SetAside};
#[cfg(feature = "pdf")]
pub use pdf::{MAX_PAGES, read_pdf};
pub use pdf_error::PdfError;
pub use plain::read_plain;
pub use styled_text::{LinePosition, StyledText};

/// Reads no PDF file: the program was built without the feature `pdf`.
///
/// # Errors
///
/// Always.
#[cfg(not(feature = "pdf"))]
pub fn read_pdf(_: Vec<u8>) -> Result<Booklet, PdfError> {
    Err(PdfError::NotBuilt)
}
