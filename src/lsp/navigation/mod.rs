//! Go to definition, declaration and implementation; find references.

mod cursor_target;
mod handler;
mod locations;
mod rules;
mod scenario;

pub(super) use handler::{declaration, definition, implementation, references, set_capabilities};
pub(super) use locations::{is_gone, locations};
