//! `rulebook new`: creates rulesets, their files and scenarios, so that `check` finds nothing.

mod command;
mod list_entry;
mod new_file;
mod ruleset;
mod target_ruleset;
mod templates;

pub(super) use command::NewCommand;
