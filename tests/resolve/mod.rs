//! What holds of resolution for all rules: the shipped ones as they are, in another order, broken one word at a time and broken
//! at random.

mod broken;
pub(crate) mod dump;
mod order;
mod shipped;
mod steps;
mod truth;
mod unheld;
mod verdicts;
