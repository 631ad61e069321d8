//! The schemas of a ruleset's TOML files; reads and checks such files, and repairs them in memory.
//!
//! The same tables of keys serve completion in editors and the JSON schemas.

mod checker;
mod json_schema;
mod keys;
mod names;
mod read;
mod schema;
mod tables;

pub use json_schema::json_schema;
pub use keys::{TomlCursor, WrittenKey, defined_names, definition_of, toml_cursor, toml_keys};
pub use names::{TomlName, toml_names};
pub use read::{read_toml, swap_day_and_month};
pub use schema::{NameKind, TomlKey, TomlShape};
pub use tables::{DOCUMENT_KINDS, IMPORT, RULESET, SCENARIO, SHEET_WORDS, THESAURUS};
