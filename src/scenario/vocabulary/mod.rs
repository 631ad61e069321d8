//! The vocabulary of a ruleset's scenario files, as its `scenario.toml` defines it: the kinds of
//! record, their properties, and the words for them.

mod build;
mod definitions;
mod ix;
mod phrase;

pub(super) use definitions::HeadingPattern;
pub(super) use definitions::{PairPattern, SectionPattern};
pub use definitions::{Property, RecordKind, ValueType, Vocabulary};
pub use ix::{KindIx, NAME, PropertyIx, ROOT, WordIx};
pub(super) use phrase::{PhraseMeaning, match_phrase, split_phrase};
