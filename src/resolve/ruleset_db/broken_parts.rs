//! `BrokenParts`: the sections and ids that mistakes in rules files make uncertain.
//!
//! A section may lack an instruction, and an id may seem undeclared, because a line cannot be read.
//! Lints use it to hold back diagnostics that may only follow from such a mistake.

use crate::model::EditionIx;
use std::collections::{BTreeMap, BTreeSet};

/// The sections and ids that mistakes in the notation or in names make uncertain.
#[derive(Debug, Default)]
pub struct BrokenParts {
    /// The first edition with such a mistake, by section.
    pub(super) sections: BTreeMap<String, EditionIx>,
    /// The ids that are written in files with such mistakes.
    pub(super) ids: BTreeSet<String>,
    /// The first parts of the ids of clarifications that have the same id.
    pub(super) repeated: BTreeSet<String>,
    /// Whether a file names no document, one that does not exist, or one of another edition.
    pub(super) has_lost_file: bool,
}

impl BrokenParts {
    /// Returns the first edition at which the text of a section is uncertain.
    pub fn first_edition(&self, section: &str) -> Option<EditionIx> {
        self.sections.get(section).copied()
    }

    /// Returns whether a file with mistakes writes an id that nothing seems to declare.
    pub fn writes_id(&self, id: &str) -> bool {
        self.ids.contains(id)
    }

    /// Returns whether two clarifications have the same id, which begins with `owner`: one of them may
    /// be meant by another id.
    pub fn repeats_ruling_of(&self, owner: &str) -> bool {
        self.repeated.contains(owner)
    }

    /// Returns whether a file belongs to no known document.
    pub fn has_lost_file(&self) -> bool {
        self.has_lost_file
    }

    pub(super) fn add(&mut self, section: &str, edition: EditionIx) {
        let first = self.sections.entry(section.to_owned()).or_insert(edition);
        *first = edition.min(*first);
    }
}
