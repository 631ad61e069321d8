//! Generates read-only texts: a clause at an edition, a shipped source, the page of a diagnostic.

mod address;
mod handler;

pub(super) use address::TextAddress;
pub(super) use handler::{content, follow, set_capabilities, text};
