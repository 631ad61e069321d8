//! `LoweringContext`: what lowering one instruction reads (its patch, the section's tree, its payload)
//! and what it collects besides the edits: ids, errors and requested names.

use crate::{
    model::{Patch, PatchIx, SectionTree, UnitId, UnitRegistry},
    op::PatchError,
    text::Span,
};

/// What lowering one instruction reads (the section's tree, the instruction, its payload), and what
/// it collects besides the edits that it returns: unit ids, errors and requested names.
///
/// Each file of a verb adds its method.
pub struct LoweringContext<'a> {
    /// Assigns the identities.
    pub arena: &'a mut UnitRegistry,
    /// The section in the numbering of the instruction.
    pub tree: &'a SectionTree,
    /// The instruction.
    pub patch: &'a Patch,
    /// Its index.
    pub ix: PatchIx,
    /// The prefix of its units' keys.
    pub key: String,
    /// The id of the section.
    pub section: &'a str,
    /// The errors found.
    pub errors: &'a mut Vec<PatchError>,
    /// The names that its blocks request for their units.
    pub(crate) requested_names: Vec<(UnitId, String, Span)>,
}
