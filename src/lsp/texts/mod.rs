//! Serves read-only texts at `rulebook:` URIs: clauses, rulesets, shipped sources, lint pages.

mod handler;
mod text_address;

pub(super) use handler::{follow, text};
pub(super) use text_address::TextAddress;
