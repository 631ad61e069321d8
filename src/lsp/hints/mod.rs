//! Inlay hints: after an address what it reaches, after a line of a scenario its sums.

mod handler;
mod rules;
mod scenario;

pub(super) use handler::{hints, refresh, set_capabilities};

/// A hint after a byte of the text.
struct Hint {
    at: usize,
    label: String,
    tooltip: Option<String>,
}
