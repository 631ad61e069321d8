//! Semantic tokens: the kind of each word, from the parsed file.

mod handler;
mod rules;
mod scenario;
mod token;

pub(super) use handler::{delta, full, part, set_capabilities};
