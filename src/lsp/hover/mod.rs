//! Hover in rules files and scenarios, as Markdown; for check and TOML files see `check_and_toml`.

mod handler;
mod rules;
mod scenario;

pub(super) use handler::hover;
pub(super) use rules::describe_symbol;
