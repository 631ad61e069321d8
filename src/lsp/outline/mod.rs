//! Outlines: sections, instructions and clauses of a rules file; the records of a scenario;
//! editions, documents and profiles of `ruleset.toml`.

mod handler;
mod item;
mod rules;
mod ruleset;
mod scenario;

pub(super) use handler::{items, outline, set_capabilities};
pub(super) use item::shortened;
