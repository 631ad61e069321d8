//! `SectionInput`: the base texts, book texts and instructions that files contribute to a section.

use crate::{
    model::{Patch, SectionAction},
    resolve::section::is_note,
};
use std::sync::Arc;

/// What files, or one file, contribute to a section: its base text (the first of several places
/// counts), its book texts, and the instructions that concern it.
#[derive(Clone, Debug, Default)]
pub struct SectionInput {
    /// The places that give its base text, in file order. The first one counts.
    pub bases: Vec<Arc<Patch>>,
    /// The book texts of the section, in file order.
    pub books: Vec<Arc<Patch>>,
    /// The instructions that concern it, in the order of their documents; notes come after the
    /// instructions they are about.
    pub instructions: Vec<Arc<Patch>>,
}

impl SectionInput {
    /// Joins what files contribute, in the order of the files.
    pub(in crate::resolve) fn join<'a>(shares: impl IntoIterator<Item = &'a Self>) -> Self {
        let mut out = Self::default();
        for share in shares {
            out.bases.extend(share.bases.iter().cloned());
            out.books.extend(share.books.iter().cloned());
            out.instructions.extend(share.instructions.iter().cloned());
        }
        out.instructions.sort_by_key(|patch| {
            let place = (patch.file.source, patch.place, patch.entry);
            (patch.turn, is_note(patch), place)
        });
        out
    }

    /// Iterates over the instructions that create the section.
    pub(in crate::resolve) fn creations(&self) -> impl Iterator<Item = &Arc<Patch>> {
        let own = self.instructions.iter();
        own.filter(|patch| patch.action == SectionAction::Creates)
    }

    /// Iterates over the base texts, the books and the instructions.
    pub(in crate::resolve) fn all(&self) -> impl Iterator<Item = &Arc<Patch>> {
        self.bases
            .iter()
            .chain(&self.books)
            .chain(&self.instructions)
    }

    /// Returns the patches of the section without its books: the base text, or what represents it,
    /// then the instructions.
    pub(in crate::resolve) fn patches(&self) -> Vec<Arc<Patch>> {
        let mut out = self.instructions.clone();
        if let Some(first) = self.bases.first().or(self.instructions.first()) {
            let base = Patch {
                entry: None,
                action: SectionAction::Inside,
                ..(**first).clone()
            };
            out.insert(0, Arc::new(base));
        }
        out
    }
}
