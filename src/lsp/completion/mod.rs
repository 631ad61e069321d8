//! Completion of rules files and scenarios.
//!
//! [`CompletionContext`](context::CompletionContext) describes the cursor. The sources of items are
//! tried in order, and the first one that applies answers. They look at the text alone, so that
//! unfinished text completes as well as finished. The documentation of an item is computed when the
//! client requests it ([`resolve`]).

mod attributes;
mod cells;
mod context;
mod draft;
mod front;
mod handler;
mod ids;
mod instruction;
mod item;
mod links;
mod ordinals;
mod patches;
mod places;
mod quotes;
mod resolve;
mod scenario;

pub(super) use handler::{completion, set_capabilities};
pub(super) use resolve::resolve;
