//! What must be said along with a clause: which instructions count in other profiles only, and whether any sheet touches it at all.

use super::{Clause, ClauseState, reader::Reader};
use crate::{
    model::{Document, PatchIx, Profile, UnitId},
    resolve::{Section, View},
};
use std::sync::Arc;

impl Reader<'_> {
    /// What must be said along with `unit`, of which `clause` is all the rest.
    pub(super) fn clause_notices(&self, unit: UnitId, clause: &Clause) -> Vec<String> {
        let mut out = self.scoped_notices(unit);
        let stands = match clause.state {
            ClauseState::NotHeld => true,
            ClauseState::InForce => clause.blocks.iter().any(|block| !block.held),
            ClauseState::Deleted | ClauseState::Moved | ClauseState::NotYet | ClauseState::Unknown => false,
        };
        let bare = clause.open.is_empty() && clause.remarks.is_empty() && clause.contradictions.is_empty();
        if stands && bare && out.is_empty() && self.is_untouched(unit) {
            let edition = self.corpus.ruleset.edition_id(self.view.edition);
            out.push(format!("No sheet up to edition {edition} touches it: it reads as printed."));
        }
        out
    }

    /// Instructions on `unit` that other profiles count and this one does not.
    pub(super) fn scoped_notices(&self, unit: UnitId) -> Vec<String> {
        let line = self.corpus.ruleset.line(self.view.edition);
        let mut out = Vec::new();
        for (at, patch) in self.section.patches.iter().enumerate() {
            let Some(scope) = patch.scope.as_ref().filter(|scope| !self.view.profile.scopes.contains(scope)) else { continue };
            let profiles = self.corpus.ruleset.profiles.iter().filter(|profile| profile.scopes.contains(scope));
            let acts = |profile: &&Profile| {
                let view = View { profile: Arc::new((*profile).clone()), ..self.view.clone() };
                view.sees(patch) && line.contains(&patch.edition) && self.acts_on(unit, PatchIx(at as u32), &view)
            };
            let names: Vec<&str> = profiles.filter(acts).map(|profile| profile.name.as_str()).collect();
            if !names.is_empty() {
                let which = if names.len() == 1 { "profile" } else { "profiles" };
                let by = self.origin(PatchIx(at as u32)).citation();
                out.push(format!("{by}, also counts here under the {which} {}.", names.join(", ")));
            }
        }
        out
    }

    /// Whether a patch acts on `unit`, or is an open instruction on it, at another view.
    fn acts_on(&self, unit: UnitId, patch: PatchIx, view: &View) -> bool {
        self.section
            .steps(view)
            .windows(2)
            .any(|pair| pair[1].patches.contains(&patch) && self.section.touches(patch, unit, &pair[0].tree, &pair[1].tree))
    }

    /// Whether no sheet in force touches the unit or, of a whole section, its parts. A sheet whose first wording is not held counts by its
    /// revision.
    fn is_untouched(&self, unit: UnitId) -> bool {
        let ruleset = &self.corpus.ruleset;
        let line = ruleset.line(self.view.edition);
        let day = self.view.as_of;
        let out = |document: &&Document| line.contains(&document.edition) && document.published.counts_from() <= day;
        let revised = ruleset.documents.values().filter(out).filter_map(|document| document.revised).map(|date| date.counts_from());
        let as_of = revised.max().map_or(day, |revised| revised.max(day));
        let view = View { as_of, ..self.view.clone() };
        let untouched = |section: &Section, unit| self.world.log_entries(self.corpus, section, unit, &view).is_empty();
        let whole = unit == self.tree.root;
        let parts = self.corpus.parts_of(&self.section.id).iter().filter(|_| whole).filter_map(|id| self.corpus.section(id));
        untouched(self.section, unit) && parts.into_iter().all(|part| untouched(&part, part.version(&view).root))
    }
}
