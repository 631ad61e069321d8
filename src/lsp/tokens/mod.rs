//! Semantic tokens of rules files and scenarios, and of no other files.

mod handler;
mod rules;
mod scenario;
mod token;

pub(super) use handler::{delta, full, part, set_capabilities};
