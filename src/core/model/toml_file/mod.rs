//! The schemas of a ruleset's TOML files; reads and checks such files, and repairs them in memory.
//!
//! The same tables of keys serve completion in editors and the JSON schemas.

mod checker;
mod import;
mod json_schema;
mod keys;
mod read;
mod table;

pub use import::{
    DocumentPattern, IMPORT_KEYS, ImportFile, PassageNumbering, SHEET_KEYS, SheetVocabulary,
};
pub use json_schema::json_schema;
pub use keys::{
    TomlCursor, TomlName, WrittenKey, defined_names, definition_of, toml_cursor, toml_keys,
    toml_keys_and_names, toml_names,
};
pub use read::{OneOrMany, read_toml, swap_day_and_month};
pub(crate) use table::{table_row, toml_table};
