//! `BrokenParts`: the sections and ids that mistakes in rules files make uncertain, so that lints
//! and checks of scenarios hold back diagnostics that may only follow from such a mistake.
//!
//! A section may lack an instruction, and an id may seem undeclared, because a line cannot be read.

use crate::{diagnostic::Severity, model::EditionIx};
use std::collections::{BTreeMap, BTreeSet};

/// The sections (by edition) and ids that mistakes in the notation or in names make
/// uncertain; lints and scenario checks hold back diagnostics about them.
#[derive(Debug, Default)]
pub struct BrokenParts {
    /// The editions with such a mistake and how serious it is, by section.
    pub(super) sections: BTreeMap<String, BTreeSet<(EditionIx, Severity)>>,
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
        let mistakes = self.sections.get(section)?;
        mistakes.first().map(|(edition, _)| *edition)
    }

    /// Returns whether the text of a section is uncertain for an instruction of an edition: by a mistake
    /// of an earlier one, or by one of this edition that is at least as serious as what it may cause.
    pub fn is_uncertain(&self, section: &str, edition: usize, least: Severity) -> bool {
        let mut mistakes = self.sections.get(section).into_iter().flatten();
        mistakes.any(|(own, severity)| {
            let own = usize::from(own.0);
            own < edition || own == edition && *severity >= least
        })
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

    pub(super) fn add(&mut self, section: &str, edition: EditionIx, severity: Severity) {
        let mistakes = self.sections.entry(section.to_owned()).or_default();
        mistakes.insert((edition, severity));
    }
}
