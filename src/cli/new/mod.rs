//! `rulebook new`: writes a new ruleset, a file for an existing one, or a scenario.
//! The files pass `rulebook check` without problems.

mod add_document;
mod command;
mod ruleset;
mod ruling;
mod target_ruleset;
mod templates;

pub(super) use command::NewCommand;
