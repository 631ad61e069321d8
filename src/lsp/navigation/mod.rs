//! Finds a symbol's wording in force, first appearance, instructions and references.

mod cursor_target;
mod handler;
mod locations;
mod rules;
mod scenario;

pub(super) use handler::{declaration, definition, implementation, references, set_capabilities};
pub(super) use locations::{is_gone, locations};
