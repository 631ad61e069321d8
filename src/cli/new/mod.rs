//! `rulebook new`: creates rulesets, and the files of one, so that they check clean.

mod command;
mod list_entry;
mod new_file;
mod ruleset;
mod target_ruleset;
mod templates;

pub(super) use command::NewCommand;
