//! Decides what each line of a sheet is (heading, instruction, payload, …); drafts instructions.

mod address;
mod change_signs;
mod classifier;
mod clause_place;
mod heading;
mod instruction;
mod note;
mod payload;
mod unannounced;
mod values;

pub(super) use classifier::LineClassifier;
pub(super) use heading::trim_heading;
