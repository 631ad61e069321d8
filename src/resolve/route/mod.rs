//! Routing: which sections an instruction concerns.

mod contribution;
mod patch_router;
mod router;
mod section_input;

pub(super) use contribution::{Contribution, OutlinePosition};
pub use patch_router::targets;
pub(super) use router::Router;
pub use router::place_id;
pub use section_input::{RoutedPatch, SectionInput};
