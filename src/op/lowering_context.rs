//! `LoweringContext`: what lowering one instruction reads (its patch, the section's tree, its payload)
//! and what it collects besides the edits: ids, errors and requested names.

use super::PatchError;
use crate::{
    model::{Patch, PatchIx, SectionTree, UnitId, UnitRegistry},
    syntax::Block,
    text::Span,
};

/// What an instruction does to a section, as the router finds it: creates, drops or rewrites it, or
/// acts on units inside it (a ruling or note only names them).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SectionAction {
    /// It changes units inside the section.
    Inside,
    /// It creates the section from its slice of the payload.
    Creates,
    /// It replaces the whole section by its slice of the payload.
    Rewrites,
    /// It removes the section.
    Drops,
}

/// The range of an instruction's payload blocks that belongs to one section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PayloadSlice {
    /// Index of the first block.
    pub from: usize,
    /// Index after the last block; `usize::MAX` for all.
    pub to: usize,
}

impl PayloadSlice {
    /// The whole payload.
    pub const ALL: Self = Self {
        from: 0,
        to: usize::MAX,
    };

    /// Returns the blocks of the slice.
    pub fn of(self, blocks: &[Block]) -> &[Block] {
        blocks
            .get(self.from.min(blocks.len())..self.to.min(blocks.len()))
            .unwrap_or(&[])
    }

    /// Returns the same blocks in print, where the library has the instruction.
    pub fn printed(self, patch: &Patch) -> Option<&[Block]> {
        Some(self.of(&patch.twin.as_ref()?.entry()?.payload))
    }
}

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
    /// What the instruction does to this section.
    pub meaning: SectionAction,
    /// The part of its payload that belongs to this section.
    pub slice: PayloadSlice,
    /// The targets in other sections, by their place in the file.
    pub elsewhere: &'a [Span],
    /// The errors found.
    pub errors: &'a mut Vec<PatchError>,
    /// The names that its blocks request for their units.
    pub(crate) requested_names: Vec<(UnitId, String, Span)>,
}
