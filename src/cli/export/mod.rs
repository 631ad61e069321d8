//! `rulebook export`: writes the rules in other formats. Each format is one file and one entry of
//! `FORMS`
//! (`command.rs`).

mod command;
mod html;
mod index;
mod json;
mod markdown;
mod options;
mod pdf;
mod print;
mod roster;
mod sheet;

pub(super) use command::ExportCommand;
