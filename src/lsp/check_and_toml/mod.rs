//! Hover, definition, references, completion and outline in check files and TOML files.

mod completion;
mod cursor;
mod names;
mod outline;

pub(super) use completion::complete;
pub(super) use cursor::{definition, explain, symbol_at};
pub(super) use names::occurrences;
pub(super) use outline::items;
