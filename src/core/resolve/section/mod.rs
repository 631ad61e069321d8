//! Resolves one section: lowers its instructions, and computes its versions, and which patches
//! change, interpret or withdraw words of others.

mod builder;
mod patch_effects;
mod patch_graph;
mod patch_links;
mod resolution;
mod versions;

pub(super) use builder::SectionBuilder;
pub use patch_graph::PatchLink;
pub use versions::{Section, day_before, is_clarification, is_note, is_open_instruction};
