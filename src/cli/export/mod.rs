//! `rulebook export`: writes rules for phones, print or programs, or an army list as a roster.
//! Each format is a variant of `ExportFormat` (`command.rs`).

mod command;
mod html;
mod json;
mod markdown;
mod options;
mod pdf;
mod phone_page;
mod print;
mod roster;
mod search;
mod sheet;

pub(super) use command::ExportCommand;
