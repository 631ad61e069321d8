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

mod block;
mod columns;
mod document;
mod fragment;
mod furniture;
mod layout;
mod line;
mod pdf;
mod plain;
mod styled_text;
mod table;

pub use document::{Booklet, BookletBlock, BookletBlockKind, BookletPage, SetAside};
pub use layout::read_pdf;
pub use pdf::{MAX_PAGES, PdfError};
pub use plain::read_plain;
pub use styled_text::{LinePosition, StyledText};
