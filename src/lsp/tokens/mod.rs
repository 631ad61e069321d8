//! Semantic tokens, which editors use for highlighting: the words of rules files and scenarios, and
//! the names in other files.

mod handler;
mod token;

pub(super) use handler::{full, part, set_capabilities};
