//! Answers requests `rulebook/…`, which LSP lacks, with JSON; `rulebook/text` is in `lsp::texts`.
//! `docs/src/programs/protocol.md` documents them.

mod changes;
mod compare;
mod editions;
mod impact;
mod outline;
mod search;
mod show;
mod target;

pub(super) use changes::changes;
pub(super) use compare::{compare, diff};
pub(super) use editions::editions;
pub(super) use impact::impact;
pub(super) use outline::outline;
pub(super) use search::search;
pub(super) use show::{history, show};
pub(super) use target::{invalid, resolve_view, wording_choice};
