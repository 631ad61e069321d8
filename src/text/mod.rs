//! General tools for plain text: spans, lines, quotes, sentences, similarity, diffs, caches.
//!
//! Nothing here depends on rules, Markdown or files.

mod cached;
pub mod control;
pub mod letters;
pub mod line_diff;
mod line_index;
mod memo;
pub mod near;
pub mod quote;
pub mod segment;
pub mod similarity;
mod span;
pub mod unique_phrase;
pub mod word_diff;

pub use cached::Cached;
pub use line_index::{LineColumn, LineIndex};
pub use memo::Memo;
pub use span::{SourceId, Span, Spanned};
