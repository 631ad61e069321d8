//! Classifies the lines of a sheet: places, pages, instructions, payloads and comments.

mod classifier;
mod exported;
mod heading;
mod instruction;
mod note;
mod payload;
mod unannounced;

pub(super) use classifier::LineClassifier;
pub(super) use heading::trim_heading;
