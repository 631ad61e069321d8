//! `Contribution`: the texts, instructions and names that one file adds to sections.

use super::section_input::SectionInput;
use crate::resolve::graph::FileOrder;
use indexmap::IndexMap;
use std::sync::Arc;

/// Where a new section goes in the outline: before or after a section, after a page, or last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::resolve) enum OutlinePosition {
    /// Before a section.
    Before(Arc<str>),
    /// After a section.
    After(Arc<str>),
    /// After the last section of a printed page.
    AfterPage(String),
    /// At the end.
    End,
}

/// What one file adds to sections of its ruleset: base and book texts, instructions, names.
#[derive(Clone, Debug, Default)]
pub(in crate::resolve) struct Contribution {
    /// What it adds to each section, in the order of the file.
    pub shares: IndexMap<Arc<str>, SectionInput>,
    /// Names, each with the section that declares it.
    pub names: Vec<(Arc<str>, Arc<str>)>,
    /// New sections with their place in the outline, and the position of their document.
    pub new_sections: Vec<(Arc<str>, OutlinePosition, u32)>,
    /// The documents whose passages the file names, its own first, each with the plain numbers of
    /// the passages, ascending.
    pub passages: Vec<(Arc<str>, Box<[u32]>)>,
    /// The position of the file.
    pub order: FileOrder,
}

impl Contribution {
    /// Returns what the file adds to a section, to add more.
    pub(super) fn share(&mut self, section: &Arc<str>) -> &mut SectionInput {
        self.shares.entry(Arc::clone(section)).or_default()
    }

    /// Iterates over the sections to which the file gives the base text, in the order of the file.
    pub(in crate::resolve) fn base_sections(&self) -> impl Iterator<Item = &Arc<str>> {
        let own = self.shares.iter();
        own.filter(|(_, share)| !share.bases.is_empty())
            .map(|(section, _)| section)
    }
}
