//! `Contribution`: the texts, parts of instructions and names that one file adds to sections.

use super::section_input::RoutedPatch;
use crate::resolve::graph::FileOrder;
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
    /// Base texts: section, index of the place.
    pub bases: Vec<(Arc<str>, usize)>,
    /// Book texts: section, index of the place.
    pub books: Vec<(Arc<str>, usize)>,
    /// Parts of instructions: section, part.
    pub parts: Vec<(Arc<str>, RoutedPatch)>,
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
    /// Releases unused capacity.
    pub(in crate::resolve) fn shrink_to_fit(&mut self) {
        let Self {
            bases,
            books,
            parts,
            names,
            new_sections,
            passages,
            order: _,
        } = self;
        bases.shrink_to_fit();
        books.shrink_to_fit();
        parts.shrink_to_fit();
        names.shrink_to_fit();
        new_sections.shrink_to_fit();
        passages.shrink_to_fit();
    }
}
