//! Tables of the English words that the parser of sheets knows: verbs, phrases, units, fillers.
//!
//! `import.toml` can add imperatives and words for units.

mod units;
mod verbs;
mod words;

pub(super) use units::is_counted_unit;
pub use units::{NumberMeaning, UNIT_WORDS, UnitWords};
pub use verbs::{PrintedVerb, VERBS, VerbKind};
pub use words::{BRACKETED_CHANGES, BracketedChange, SIGNS};
pub(super) use words::{FROM_END, LEXICON, PhraseMeaning, TIMES};
