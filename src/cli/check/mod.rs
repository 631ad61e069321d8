//! `rulebook check`: finds problems in files, prints them for people or programs, and fixes them.

mod command;
mod fix;
mod github;
mod sarif;
mod scope;
mod text;
mod verdict;

pub(super) use command::{CheckCommand, ScenarioOptions};
