//! Answers `review`: what a change of the files does to the rules, to lists and to the problems that
//! `check` reports.

mod compare;
mod doc;

pub use compare::{Review, ReviewedScenario, RulesReview};
