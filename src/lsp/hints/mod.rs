//! Inlay hints: the units that an address reaches, and the sums of a scenario's records.

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
