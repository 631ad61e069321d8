//! Resolves one section: lowers its instructions, and computes its versions and links of patches.

mod builder;
mod history;
mod patch_effects;
mod patch_graph;
mod patch_links;
mod resolution;

pub(super) use builder::{SectionBuilder, patches_of};
pub use history::{Section, day_before, is_clarification, is_note, is_open_instruction};
pub use patch_graph::PatchLink;
