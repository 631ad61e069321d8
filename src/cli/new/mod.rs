//! `rulebook new`: creates rulesets, their files and scenarios, in which `check` finds no problem.

mod command;
mod list_entry;
mod new_file;
mod ruleset;
mod target_ruleset;
mod templates;

pub(super) use command::NewCommand;
