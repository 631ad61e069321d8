//! Scenarios in the editor: army lists and battle plans.
//!
//! Features show what [`ScenarioDocument`](crate::scenario::ScenarioDocument) knows. Words, rules and sums are data of a ruleset: nothing
//! here knows a game.

mod complete;
mod definition;
mod fold;
mod hints;
mod hover;
mod look;
mod outline;

pub(super) use complete::complete;
pub(super) use definition::places;
pub(super) use fold::parts;
pub(super) use hints::hints;
pub(super) use hover::explained;
pub(super) use outline::symbols;
