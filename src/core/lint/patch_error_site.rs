//! `PatchErrorSite`: an error that the resolver found in a patch, with section and patch, as lints
//! get it to report it.

use super::context::LintContext;
use crate::{
    diagnostic::Location,
    model::{Patch, PatchIx},
    op::PatchError,
    resolve::Section,
    syntax::InstructionEntry,
    text::Span,
};

/// An error that the resolver found in a patch, with the ruleset, section and patch: the input of
/// the `report` function of a lint.
#[derive(Clone, Copy)]
pub(super) struct PatchErrorSite<'a> {
    /// The ruleset and all sources.
    pub context: LintContext<'a>,
    /// The section in which it occurs.
    pub section: &'a Section,
    /// The fault.
    pub fault: &'a PatchError,
    /// The patch whose fault it is.
    pub patch: &'a Patch,
}

impl<'a> PatchErrorSite<'a> {
    /// Returns a location in the file of the patch.
    pub(super) fn locate(&self, span: Span) -> Location {
        self.patch.file.locate(span)
    }

    /// Returns the location of the fault.
    pub(super) fn here(&self) -> Location {
        self.locate(self.fault.span)
    }

    /// Returns the text at fault.
    pub(super) fn slice(&self) -> &'a str {
        self.context.slice(self.here())
    }

    /// Returns the instruction, if the patch is one.
    pub(super) fn entry(&self) -> Option<&'a InstructionEntry> {
        self.patch.entry()
    }

    /// Returns another patch of the section.
    pub(super) fn other(&self, patch: PatchIx) -> Option<&'a Patch> {
        self.section.patch(patch).map(|patch| &**patch)
    }
}
