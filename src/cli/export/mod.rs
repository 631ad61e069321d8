//! `rulebook export`: writes rules for phones, print or programs, or an army list as a roster.
//! Each format is one file and one entry of `FORMS` (`command.rs`).

mod command;
mod html;
mod index;
mod json;
mod markdown;
mod options;
mod pdf;
mod phone_page;
mod print;
mod roster;
mod search;
mod sheet;
mod site;

pub(super) use command::ExportCommand;
