//! `Doubts`: the ids that are in doubt, because they are written where something cannot be read.

use crate::{diagnostic::Severity, model::EditionIx};
use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
};

/// The ids that are in doubt.
#[derive(Debug, Default)]
pub(super) struct Doubts {
    /// The ids, each with the first edition at which it is, and how serious the error is there.
    ids: BTreeMap<String, (EditionIx, Reverse<Severity>)>,
    /// The first parts of ids that two rulings have.
    pub(super) repeated: BTreeSet<String>,
    /// Whether a file names no document, one that does not exist, or one of another edition.
    pub(super) has_lost_file: bool,
}

impl Doubts {
    pub(super) fn contain(&self, id: &str, edition: usize, least: Severity) -> bool {
        let first = self.ids.get(id);
        first.is_some_and(|(first, Reverse(severity))| {
            let first = usize::from(first.0);
            first < edition || first == edition && *severity >= least
        })
    }

    pub(super) fn add(&mut self, id: String, edition: EditionIx, severity: Severity) {
        let new = (edition, Reverse(severity));
        let first = self.ids.entry(id).or_insert(new);
        *first = new.min(*first);
    }
}
