//! `rulebook import`: reads printed sheets, reports how they were understood, and stores their
//! wording.

mod command;
mod draft;
mod imported_file;
mod report;
mod store;

pub(super) use command::ImportCommand;
pub(super) use store::render_disagreement;
