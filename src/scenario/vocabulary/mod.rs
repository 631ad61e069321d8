//! Builds the vocabulary of a ruleset's scenario files from the text of its `scenario.toml`.
//!
//! It defines the kinds of record, their properties, and the words for them.

mod build;
mod definitions;
mod heading_index;
mod ix;
mod misspelt_kinds;
mod opening_line;
mod phrase;
mod raw;

pub(super) use definitions::PairPattern;
pub(super) use definitions::{Amounts, HeadingPattern, OpeningLinePattern};
pub use definitions::{Property, RecordKind, ValueType, Vocabulary};
pub(super) use heading_index::ScenarioHeadingMatch;
pub use ix::{KindIx, NAME, PropertyIx, ROOT, WordIx};
pub(super) use phrase::{PhraseMeaning, match_phrase, split_phrase};
pub use raw::SCENARIO_KEYS;
