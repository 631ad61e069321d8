//! Semantic tokens, which editors use for highlighting, of rules files and scenarios; other files
//! have none.

mod handler;
mod rules;
mod scenario;
mod token;

pub(super) use handler::{full, part, set_capabilities};
