//! `SectionInput`: the base text, book texts and parts of instructions that files contribute to a
//! section.

use crate::{
    model::Patch,
    op::SectionAction,
    resolve::section::is_note,
    syntax::RulesFile,
    text::{SourceId, Span},
};
use std::sync::Arc;

/// The part of an instruction that concerns one section: what it does, and its payload there.
#[derive(Clone, Debug)]
pub struct RoutedPatch {
    /// The instruction.
    pub patch: Arc<Patch>,
    /// Its file. That of `patch` is the same, but is stored elsewhere in memory: each keystroke
    /// searches sections that many sheets amend for the parts of one sheet.
    pub source: SourceId,
    /// What the instruction does to the section.
    pub meaning: SectionAction,
    /// The blocks of its payload that belong to the section: start and end index.
    pub slice: (usize, usize),
    /// The targets of the instruction that are in other sections, by their bytes in the file.
    pub elsewhere: Vec<Span>,
}

/// What files, or one file, contribute to a section: its base text (the first of several places
/// counts), its book texts, and the parts of instructions that concern it.
#[derive(Clone, Debug, Default)]
pub struct SectionInput {
    /// The places that give its base text, each as file and index of the place, in file order. The
    /// first one counts.
    pub bases: Vec<(Arc<RulesFile>, usize)>,
    /// The book texts of the section, each as file and index of the place.
    pub books: Vec<(Arc<RulesFile>, usize)>,
    /// The instructions that concern it.
    pub parts: Vec<RoutedPatch>,
}

impl SectionInput {
    /// Returns its base text: file and index of the place.
    pub fn base(&self) -> Option<&(Arc<RulesFile>, usize)> {
        self.bases.first()
    }

    /// Returns the instructions in the order of their documents; notes come after the instructions
    /// they are about.
    pub(in crate::resolve) fn parts_in_order(&self) -> Vec<&RoutedPatch> {
        let mut parts: Vec<&RoutedPatch> = self.parts.iter().collect();
        parts.sort_by_key(|part| {
            (
                part.patch.turn,
                is_note(&part.patch),
                part.source,
                part.patch.place,
                part.patch.entry,
            )
        });
        parts
    }
}
