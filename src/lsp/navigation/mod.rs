//! Finds a symbol's wording in force (definition), first appearance (declaration), instructions
//! that act on it (implementations), and references.

mod cursor_target;
mod find;
mod handler;
mod locations;

pub(super) use handler::{declaration, definition, implementation, references};
pub(super) use locations::{is_gone, locations};
