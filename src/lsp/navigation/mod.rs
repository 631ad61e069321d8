//! Finds a symbol's wording in force (definition), first appearance (declaration), instructions
//! that act on it (implementations), and references.

mod cursor_target;
mod handler;
mod locations;
mod rules;
mod scenario;

pub(super) use handler::{declaration, definition, implementation, references};
pub(super) use locations::{is_gone, locations};
