//! Text without meaning: spans, line positions, quotes that are searched for, sentences, words without their typography.
//!
//! Nothing here knows of rules, Markdown or files.

pub mod anchor;
pub mod bare;
pub mod letters;
mod line_index;
pub mod lines;
mod memo;
pub mod near;
pub mod quote;
pub mod segment;
mod span;
pub mod words;

pub use line_index::{LineColumn, LineIndex};
pub use memo::Memo;
pub use span::{SourceId, Span, Spanned};
