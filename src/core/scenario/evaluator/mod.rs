//! Evaluates the expressions of rules of play for the records of a scenario.

mod evaluation;
mod operations;
mod rule_value_set;

pub(super) use evaluation::Evaluator;
pub use rule_value_set::RuleValueSet;
