//! Scenario files: army lists and battle plans, checked against the rules in force.
//!
//! What the lines of such a file mean, which rules of the game are checked and what is added up is data of a ruleset: its
//! `scenario.toml` and its `*.check.md`.

mod eval;
mod numbers;
mod read;
mod record;
mod rule;
mod token;
mod umpire;
mod value;
mod vocabulary;

pub use eval::Basis;
pub use numbers::{Held, Number, Numbers};
pub use read::{LARGEST, read};
pub use record::{Front, Record, RecordIx, Scenario};
pub use rule::{Example, Gives, Rule, Rules};
pub use umpire::{Case, Ruling, Umpire, cited_in_words};
pub use value::{Area, Value, plain};
pub use vocabulary::{Kind, KindIx, NAME, Property, PropertyIx, ROOT, Shape, Vocabulary, WordIx};
