//! Routing: which sections an instruction concerns.

mod contribution;
mod patch_router;
mod router;
mod section_input;

pub(super) use contribution::{Contribution, OutlinePosition};
pub(super) use router::Router;
pub use section_input::{RoutedPatch, SectionInput};
