//! Routes files: finds the sections that each of their texts and instructions concerns.

mod contribution;
mod patch_router;
mod router;
mod section_input;

pub(super) use contribution::{Contribution, OutlinePosition};
pub(super) use router::Router;
pub use section_input::SectionInput;
