//! `rulebook import`: parses printed sheets or a booklet; reports, and stores wording or drafts.

mod book;
mod command;
mod draft;
mod report;
mod sheet_text;
mod store;

pub(super) use command::ImportCommand;
