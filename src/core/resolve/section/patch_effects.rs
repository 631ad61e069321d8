//! Returns the patches that touched a unit, and the version that one patch makes on its own.

use super::versions::Section;
use crate::{
    model::{PatchIx, SectionTree, UnitId},
    op,
    resolve::{
        Revision, View,
        revision::{self, WithdrawnEdits},
    },
};

impl Section {
    /// Returns the patches that changed `unit`, something in it, or all of something that contains
    /// it, in the order in which they were applied at `view`.
    pub fn patch_history(&self, unit: UnitId, view: &View) -> Vec<PatchIx> {
        let revisions = self.revisions(view);
        let pairs = revisions.windows(2);
        pairs
            .flat_map(|pair| self.patches_between(unit, &pair[0], &pair[1]))
            .collect()
    }

    /// Returns the patches of the revision `after`, which follows `before`, that changed `unit`, in
    /// the same sense.
    pub fn patches_between(
        &self,
        unit: UnitId,
        before: &Revision,
        after: &Revision,
    ) -> Vec<PatchIx> {
        let touches = |ix: &PatchIx| self.touches(*ix, unit, &before.tree, &after.tree);
        after.patches.iter().copied().filter(touches).collect()
    }

    /// Returns the version that a patch alone makes from `before`.
    pub fn apply_alone(&self, patch: PatchIx, before: &SectionTree) -> SectionTree {
        self.apply_alone_without(patch, before, &WithdrawnEdits::new())
    }

    /// Returns the version that a patch alone makes from `before`, without the edits withdrawn at
    /// `view`.
    pub fn apply_alone_at(&self, patch: PatchIx, before: &SectionTree, view: &View) -> SectionTree {
        let visible = self.included_patches(view);
        self.apply_alone_without(patch, before, &self.withdrawn_edits(&visible))
    }

    /// Returns the version that the edits of a patch which the withdrawal `by` takes back make from
    /// `before`.
    pub fn apply_alone_withdrawn(
        &self,
        patch: PatchIx,
        before: &SectionTree,
        by: PatchIx,
    ) -> SectionTree {
        let edits = self
            .lowered_patch(patch)
            .map_or(0, |lowered| lowered.edits.len());
        let left = |edit: &(PatchIx, usize)| !self.withdrawn_edits.contains(&(by, *edit));
        self.apply_alone_without(
            patch,
            before,
            &(0..edits).map(|edit| (patch, edit)).filter(left).collect(),
        )
    }

    fn apply_alone_without(
        &self,
        patch: PatchIx,
        before: &SectionTree,
        withdrawn_edits: &WithdrawnEdits,
    ) -> SectionTree {
        match self.lowered_patch(patch) {
            Some(lowered) => {
                op::apply(
                    before,
                    &[revision::without_withdrawn(lowered, withdrawn_edits).as_ref()],
                    &self.patches,
                )
                .tree
            }
            None => before.clone(),
        }
    }

    /// Returns whether a patch acts on `unit`: on it, inside it, or on all of something that
    /// contains it.
    pub fn touches(
        &self,
        patch: PatchIx,
        unit: UnitId,
        before: &SectionTree,
        after: &SectionTree,
    ) -> bool {
        let Some(lowered) = self.lowered_patch(patch).filter(|l| !l.edits.is_empty()) else {
            return false;
        };
        let inside = |u: UnitId| before.contains(unit, u) || after.contains(unit, u);
        let adds = |with: &op::NewUnits| {
            with.units
                .iter()
                .any(|new_unit| new_unit.unit == unit && !new_unit.unchanged)
                || with.roots.iter().any(|&r| inside(r))
        };
        lowered.edits.iter().any(|edit| match edit {
            op::TreeEdit::Replace { targets, with } => {
                let kept = with
                    .units
                    .iter()
                    .any(|new_unit| new_unit.unit == unit && new_unit.unchanged);
                !kept
                    && (adds(with)
                        || targets
                            .iter()
                            .any(|&t| inside(t) || before.contains(t, unit)))
            }
            op::TreeEdit::Split { targets, with, .. } => {
                adds(with)
                    || targets
                        .iter()
                        .any(|&t| inside(t) || before.contains(t, unit))
            }
            op::TreeEdit::Delete { targets, .. } => targets
                .iter()
                .any(|&t| inside(t) || before.contains(t, unit)),
            op::TreeEdit::Insert { with, .. } => adds(with),
            op::TreeEdit::Move(_) => edit
                .moved_units()
                .iter()
                .any(|&u| inside(u) || before.contains(u, unit)),
            op::TreeEdit::Rename { unit: renamed, .. } => inside(*renamed),
            op::TreeEdit::Phrase { scope, .. } => {
                // if it left no words of its own, another patch of the stratum may have changed the
                // atom
                let alone = std::cell::OnceCell::new();
                let lost_words = |u: UnitId| {
                    self.text_differs(u, before, after)
                        && self.text_differs(
                            u,
                            before,
                            alone.get_or_init(|| self.apply_alone(patch, before)),
                        )
                };
                let changed = |u: UnitId| self.has_words_of(patch, u, after) || lost_words(u);
                let atoms: Vec<UnitId> = after.atoms(unit);
                atoms.into_iter().any(changed)
                    && scope.iter().any(|&s| inside(s) || after.contains(s, unit))
                    || before.get(unit).is_some()
                        && after.live_units(unit).iter().any(|&u| {
                            after.get(u).is_some_and(|n| n.pending.contains(&patch))
                                && !before.get(u).is_some_and(|n| n.pending.contains(&patch))
                        })
            }
            op::TreeEdit::Cell(cell) => inside(cell.cell),
            op::TreeEdit::Create { .. } => true,
        })
    }

    fn has_words_of(&self, patch: PatchIx, atom: UnitId, after: &SectionTree) -> bool {
        after
            .restated(atom)
            .is_some_and(|w| w.origins.iter().any(|&(_, by)| by == patch))
    }

    /// Returns whether the text of an atom differs.
    fn text_differs(&self, atom: UnitId, before: &SectionTree, after: &SectionTree) -> bool {
        let text = |tree: &SectionTree| tree.restated(atom).map(|w| w.text.clone());
        text(before) != text(after)
    }
}
