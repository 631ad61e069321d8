//! Serves read-only texts at `rulebook:` URIs: clauses, rulesets, shipped sources, lint pages.

mod address;
mod handler;

pub(super) use address::TextAddress;
pub(super) use handler::{content, follow, set_capabilities, text};
