//! Reads printed booklets, from PDF files or plain text, into pages and blocks of text.
//!
//! ```text
//!   PDF ──pdf──▶ glyphs ──fragment──▶ words in rows ──columns──▶ lines in reading order ──furniture──▶ without running heads
//!                                                                       │
//!   Markdown, plain text ──plain──────────────────────────────▶ blocks ◀┘ block, table
//! ```
//!
//! Nothing of the text is lost: what is not part of a block is listed as set aside, with the reason.

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

pub use document::{
    Booklet, BookletBlock, BookletBlockKind, BookletPage, SetAside, SetAsideReason,
};
pub use layout::read_pdf;
pub use pdf::{MAX_PAGES, PdfError};
pub use plain::read_plain;
pub use styled_text::{PrintedLine, StyledText};
