//! Builds the vocabulary of a ruleset's scenario files from the text of its `scenario.toml`.
//!
//! It defines the kinds of record, their properties, and the words for them.

mod build;
mod definitions;
mod ix;
mod phrase;
mod raw;

pub(super) use definitions::{
    Amounts, HeadingPattern, OpeningLinePattern, PairPattern, SectionPattern,
};
pub use definitions::{Property, RecordKind, ValueType, Vocabulary};
pub use ix::{KindIx, NAME, PropertyIx, ROOT, WordIx};
pub(super) use phrase::{PhraseMeaning, match_phrase, split_phrase};
pub use raw::SCENARIO_KEYS;
