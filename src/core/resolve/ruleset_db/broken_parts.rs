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
    pub ids: BTreeSet<String>,
    /// The first parts of the ids of clarifications that have the same id.
    pub(super) repeated: BTreeSet<String>,
    /// Whether a file names no document, one that does not exist, or one of another edition.
    pub has_lost_file: bool,
}

impl BrokenParts {
    /// Returns whether the text of a section is uncertain for an instruction of an edition: by a mistake
    /// of an earlier one, or by one of this edition that is at least as serious as what it may cause.
    pub fn is_uncertain(&self, section: &str, edition: usize, least: Severity) -> bool {
        let mut mistakes = self.sections.get(section).into_iter().flatten();
        mistakes.any(|(own, severity)| {
            let own = usize::from(own.0);
            own < edition || own == edition && *severity >= least
        })
    }

    pub(super) fn add(&mut self, section: &str, edition: EditionIx, severity: Severity) {
        let mistakes = self.sections.entry(section.to_owned()).or_default();
        mistakes.insert((edition, severity));
    }
}
