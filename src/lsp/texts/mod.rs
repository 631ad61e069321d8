//! Read-only texts that are in no file of the user: a clause at an edition, a file inside the
//! program, the page of a diagnostic.

mod address;
mod handler;

pub(super) use address::TextAddress;
pub(super) use handler::{content, follow, set_capabilities, text};
