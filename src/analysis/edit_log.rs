//! Records in memory which sections read differently because of edits, to update the search index.

use imbl::OrdMap;
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::atomic::{AtomicU64, Ordering},
};

/// The sections that edits since loading changed, each with the number of its last edit, and the
/// number of the last edit of each ruleset.
#[derive(Clone, Debug, Default)]
pub(super) struct EditLog {
    /// The number of the last edit, unique among all analyses of the process; 0 before any edit.
    pub(super) revision: u64,
    rulesets: OrdMap<String, RulesetEdits>,
}

/// The edits of one ruleset since loading, by number: the last one, and the last one of each
/// section that reads differently.
#[derive(Clone, Debug, Default)]
struct RulesetEdits {
    /// The number of the last edit of any text of the ruleset.
    last: u64,
    /// The number of the last edit of each section that reads differently.
    sections: OrdMap<String, u64>,
}

impl EditLog {
    /// Records that a text of a ruleset was edited, so that `sections` read differently.
    pub(super) fn record(&mut self, ruleset: &str, sections: &BTreeSet<String>) {
        static REVISIONS: AtomicU64 = AtomicU64::new(1);
        self.revision = REVISIONS.fetch_add(1, Ordering::Relaxed);
        let edits = self.rulesets.entry(ruleset.to_owned()).or_default();
        edits.last = self.revision;
        edits
            .sections
            .extend(sections.iter().map(|id| (id.clone(), self.revision)));
    }

    /// Returns whether nothing was edited.
    pub(super) fn is_empty(&self) -> bool {
        self.revision == 0
    }

    /// Returns the sections that were edited after `revision`, by ruleset. Every ruleset with an
    /// edited text is included, even if none of its sections reads differently.
    pub(super) fn since(&self, revision: u64) -> BTreeMap<String, BTreeSet<String>> {
        let edited = self
            .rulesets
            .iter()
            .filter(|(_, edits)| edits.last > revision);
        let sections = |edits: &RulesetEdits| {
            let after = edits.sections.iter().filter(|(_, at)| **at > revision);
            after.map(|(id, _)| id.clone()).collect()
        };
        edited
            .map(|(ruleset, edits)| (ruleset.clone(), sections(edits)))
            .collect()
    }
}
