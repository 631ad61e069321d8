//! Inlay hints: the units that an address reaches, and the sums of a scenario's records.

mod handler;
mod rules;
mod scenario;

pub(super) use handler::{hints, refresh, set_capabilities};

/// An inlay hint: the byte after which it is shown, its label and its tooltip.
struct Hint {
    at: usize,
    label: String,
    tooltip: Option<String>,
}
