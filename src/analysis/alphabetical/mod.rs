//! Makes the alphabetical index of a ruleset, to print: from words to clauses, pages and rulings.
//! The index for full-text search is in `search`.

mod builder;
mod entry;
mod index;
mod index_word;
mod word_sequence;

pub use entry::{AlphabeticalEntry, AlphabeticalLetter, AlphabeticalSubentry, AlphabeticalTarget};
pub use index::AlphabeticalIndex;
