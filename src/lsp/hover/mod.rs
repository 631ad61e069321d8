//! Hover: explains symbols and instructions in rules files, and words in scenarios, as Markdown.

mod handler;
mod rules;
mod scenario;

pub(super) use handler::{hover, set_capabilities};
pub(super) use rules::{describe_clause, describe_symbol};
