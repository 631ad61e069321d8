//! What holds of resolution for all rules: the shipped ones as they are, in another order, changed step by step, broken one word
//! at a time and broken at random.

mod broken;
mod dump;
mod order;
mod shipped;
mod steps;
mod truth;
mod verdicts;
