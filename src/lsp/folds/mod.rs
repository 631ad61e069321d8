//! Folding ranges.

mod collector;
mod handler;
mod rules;
mod scenario;

pub(super) use handler::{folds, set_capabilities};
pub(super) use scenario::parts;
