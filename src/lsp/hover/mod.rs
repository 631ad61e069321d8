//! Hover: explains what is at the cursor.

mod handler;
mod rules;
mod scenario;

pub(super) use handler::{hover, set_capabilities};
pub(super) use rules::describe_clause;
