//! `rulebook check`: reports problems, for people and for programs.

mod command;
mod fix;
mod github;
mod report;
mod sarif;
mod scope;
mod source_lines;
mod text;
mod verdict;

pub(super) use command::{CheckCommand, ScenarioOptions};
