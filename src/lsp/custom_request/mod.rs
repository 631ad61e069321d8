//! Answers requests `rulebook/…`, which LSP lacks, with JSON; `rulebook/text` is in `lsp::texts`.
//! `docs/src/programs/protocol.md` documents them.

mod ask;
mod compare;
mod editions;
mod impact;
mod outline;

pub(super) use ask::{AskedParams, ask, named};
pub(super) use compare::compare;
pub(super) use editions::editions;
pub(super) use impact::impact;
pub(super) use outline::outline;
