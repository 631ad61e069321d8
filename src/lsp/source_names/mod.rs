//! The names in check files and TOML files: what hover, definition, references and completion are
//! about there.

mod completion;
mod cursor;
mod names;
mod outline;

pub(super) use completion::complete;
pub(super) use cursor::{definition, explain, symbol_at};
pub(super) use names::occurrences;
pub(super) use outline::items;
