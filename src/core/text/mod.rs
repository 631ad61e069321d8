//! General tools for plain text: spans, lines, quotes, sentences, similarity, diffs, caches.
//!
//! Nothing here depends on rules, Markdown or files.

mod clone_mutex;
pub mod control;
pub mod line_diff;
mod line_index;
mod memo;
pub mod near;
mod plural;
mod prefixed;
pub mod quote;
pub mod quote_completion;
pub mod segment;
mod sequence_diff;
pub mod similarity;
pub mod slug;
mod span;
pub mod word_diff;
mod words;

pub use clone_mutex::CloneMutex;
pub use line_index::{LineColumn, LineIndex};
pub use memo::Memo;
pub use plural::plural;
pub use prefixed::prefixed;
pub use sequence_diff::changed_ranges;
pub use span::{SourceId, Span, Spanned};
pub use words::{NUMBER_WORDS, ORDINAL_WORDS, is_number, join, leading_digits, words};
