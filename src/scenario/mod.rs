//! Scenario files: army lists and battle plans, checked against the rules in force.
//!
//! What the lines of such a file mean, which rules of the game are checked and what is added up is data of a ruleset: its
//! `scenario.toml` and its `*.check.md`.

mod case;
mod document;
mod eval;
mod figure;
mod format;
mod migrate;
mod numbers;
mod page;
mod picture;
mod read;
mod record;
mod rule;
mod sheet;
mod token;
mod umpire;
mod value;
mod vocabulary;
mod words;

pub use case::{Case, cited_in_words};
pub use document::{ScenarioDocument, ruling};
pub use eval::Basis;
pub use figure::{Figure, Trial};
pub use format::format;
pub use migrate::Migrated;
pub use numbers::{Held, Number, Numbers};
pub use picture::{Picture, Thing};
pub use read::{LARGEST, Opening, front, opening, read};
pub use record::{Front, Record, RecordIx, Scenario};
pub use rule::{Example, Gives, LINE_WORDS, Named, Rule, Rules, call_words, names};
pub use sheet::{BasisLine, Sheet, SheetLine, SheetPart, SheetRow, SheetTable, Sum};
pub use umpire::{Ruling, Umpire, facts_read, judged};
pub use value::{Area, Value, plain};
pub use vocabulary::{Kind, KindIx, NAME, Property, PropertyIx, ROOT, Shape, Vocabulary, WordIx};
pub use words::{Role, Word, words};
