//! Makes the alphabetical index of a ruleset: from words to clauses, printed pages and rulings.

mod builder;
mod entry;
mod index;
mod index_word;
mod word_set;

pub use entry::{IndexEntry, IndexLetter, IndexLine, IndexPlace};
pub use index::AlphabeticalIndex;
