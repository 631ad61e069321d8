//! `rulebook check`: finds problems in rules files, scenarios and lists; prints or fixes them.

mod command;
mod fix;
mod github;
mod sarif;
mod scope;
mod text;

pub(super) use command::CheckCommand;
pub(super) use github::annotations;
pub(super) use scope::{is_list, no_rules_file};
