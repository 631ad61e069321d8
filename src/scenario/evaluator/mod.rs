//! Evaluates the expressions of rules of play for the records of a scenario.

mod dependencies;
mod evaluation;
mod operations;

pub use dependencies::Dependencies;
pub(super) use evaluation::Evaluator;
