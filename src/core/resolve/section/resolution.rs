//! Resolves a section: lowers its instructions, applies its books and collects the errors.

use super::{builder::SectionBuilder, versions::Section};
use crate::{
    model::{EditionIx, PatchIx, Profile, Ruleset},
    resolve::{DocumentOrder, SectionInput, View, revision::WithdrawnEdits},
};
use std::sync::Arc;

impl Section {
    /// Resolves a section from its input.
    pub fn new(
        id: &str,
        input: &SectionInput,
        ruleset: Arc<Ruleset>,
        order: Arc<DocumentOrder>,
    ) -> Self {
        let mut builder = SectionBuilder::new(id, input, ruleset, order);
        builder.lower();
        builder.apply_books(&input.books);
        let SectionBuilder { mut section, .. } = builder;
        Arc::make_mut(&mut section.arena).shrink();
        section.collect_errors();
        section
    }

    /// Returns which patches count when everything is published, once for each distinct set of
    /// scopes of a profile.
    fn visible_by_profile(&self) -> Vec<Vec<bool>> {
        let mut sets: Vec<Vec<bool>> = Vec::new();
        let none = Profile::default();
        for profile in std::iter::once(&none).chain(&self.ruleset.profiles) {
            let view = View::all_published(EditionIx(0), Arc::new(profile.clone()));
            let visible = self.visible_patches(&view);
            if !sets.contains(&visible) {
                sets.push(visible);
            }
        }
        sets
    }

    /// Applies everything once in every edition that no other edition amends, and stores the
    /// errors.
    fn collect_errors(&mut self) {
        let amended: Vec<_> = self
            .ruleset
            .editions
            .iter()
            .filter_map(|edition| edition.amends)
            .collect();
        let last = (0..self.ruleset.editions.len() as u16)
            .map(EditionIx)
            .filter(|e| !amended.contains(e));
        let mut errors = Vec::new();
        for edition in last {
            for visible in self.visible_by_profile() {
                let revisions = self.revisions_up_to(visible, edition);
                errors.extend(
                    revisions
                        .iter()
                        .flat_map(|revision| revision.errors.iter().cloned()),
                );
            }
            // a withdrawn instruction was right or wrong when it was made
            if !self.withdrawals.is_empty() {
                let hit =
                    |patch: &PatchIx| self.withdrawals.iter().any(|(_, hit)| hit.contains(patch));
                let revisions = self.revisions_without(
                    &vec![true; self.patches.len()],
                    &WithdrawnEdits::new(),
                    edition,
                );
                errors.extend(
                    revisions
                        .iter()
                        .flat_map(|revision| revision.errors.iter())
                        .filter(|error| hit(&error.patch))
                        .cloned(),
                );
            }
        }
        for error in errors {
            if !self.errors.contains(&error) {
                self.errors.push(error);
            }
        }
    }
}
