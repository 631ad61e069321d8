//! Decides what each line of a sheet is (heading, instruction, its text, …); drafts instructions.

mod classifier;
mod instruction;
mod place;
mod text;

pub(super) use classifier::LineClassifier;
