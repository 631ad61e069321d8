//! Scenario files: army lists and battle plans, checked against the rules in force.
//!
//! What the lines of such a file mean, which rules of the game are checked and what is added up is data of a ruleset: its
//! `scenario.toml` and its `*.check.md`.

mod read;
mod record;
mod token;
mod value;
mod vocabulary;

pub use read::{LARGEST, read};
pub use record::{Front, Record, RecordIx, Scenario};
pub use value::{Area, Value, plain};
pub use vocabulary::{Kind, KindIx, NAME, Property, PropertyIx, ROOT, Shape, Vocabulary, WordIx};
