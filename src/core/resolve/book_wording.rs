//! Puts a book's text of a sentence, heading or cell into each version of a section that lacks it
//! and in which the same instructions had changed it.

use super::revision::{Revision, WithdrawnEdits};
use crate::{
    model::{BASE, PatchIx, SectionTree, UnitId, Wording, Wordings},
    op::{LoweredPatch, PatchErrorKind, TreeEdit},
    syntax::WordingLayer,
};
use std::sync::Arc;

/// A book's text of one sentence, heading or cell, and the patches that added and changed it: it is
/// valid in each version with exactly these.
#[derive(Clone, Debug)]
pub(super) struct BookWording {
    /// The atom.
    pub(super) unit: UnitId,
    /// The patch that introduced the atom or last replaced it.
    pub(super) by: PatchIx,
    /// The instructions that changed words of the atom since then, in order.
    pub(super) after: Vec<PatchIx>,
    /// The wording layer that the text belongs to.
    pub(super) layer: WordingLayer,
    /// The text.
    pub(super) text: Wording,
}

/// The wordings that books give for sentences, headings and cells of a section; each fills the hole
/// in every revision in which the same instructions made that unit.
#[derive(Clone, Debug, Default)]
pub(super) struct BookWordings(Vec<BookWording>);

impl BookWordings {
    /// Adds a text.
    pub(super) fn push(&mut self, known: BookWording) {
        self.0.push(known);
    }

    /// Inserts the texts into `revision`, which follows `earlier`. Later revisions inherit them.
    pub(super) fn insert_into(
        &self,
        earlier: &[Arc<Revision>],
        revision: &mut Revision,
        lowered: &[Option<LoweredPatch>],
        withdrawn: &WithdrawnEdits,
    ) {
        for known in &self.0 {
            let fits = |tree: &SectionTree| {
                tree.get(known.unit).is_some_and(|node| {
                    node.by == known.by && node.text(known.layer).is_none_or(Wording::has_hole)
                })
            };
            if !fits(&revision.tree) {
                continue;
            }
            let revisions: Vec<&Revision> = earlier
                .iter()
                .map(AsRef::as_ref)
                .chain(std::iter::once(&*revision))
                .collect();
            let after = word_edits(&revisions, lowered, withdrawn, known.unit, known.by)
                .into_iter()
                .flat_map(|(_, patches)| patches);
            if !after.eq(known.after.iter().copied()) {
                continue;
            }
            let Some(node) = revision.tree.get(known.unit) else {
                continue;
            };
            let mut node = node.clone();
            set_text(&mut node.texts, known.layer, known.text.clone());
            Arc::make_mut(&mut revision.tree).set_node(known.unit, node);
            clear_pending(revision, known);
        }
    }
}

fn set_text(texts: &mut Option<Arc<Wordings>>, layer: WordingLayer, wording: Wording) {
    let texts = Arc::make_mut(texts.get_or_insert_with(Default::default));
    match layer {
        WordingLayer::Restated => texts.restated = wording,
        WordingLayer::Printed => texts.printed = Some(Box::new(wording)),
    }
}

/// Removes the pending marks and errors of instructions whose effect the text already contains.
fn clear_pending(revision: &mut Revision, known: &BookWording) {
    let holders: Vec<UnitId> = revision.tree.ancestors(known.unit).collect();
    for holder in holders {
        if !is_known(&revision.tree, holder) {
            return;
        }
        if revision
            .tree
            .get(holder)
            .is_some_and(|node| !node.pending.is_empty())
            && let Some(node) = Arc::make_mut(&mut revision.tree).get_mut(holder)
        {
            node.pending.retain(|patch| !known.after.contains(patch));
        }
        revision.errors.retain(|error| {
            error.kind != PatchErrorKind::Pending { unit: holder }
                || !known.after.contains(&error.patch)
        });
    }
}

/// Returns whether every atom of a unit has complete text in one of the layers.
fn is_known(tree: &SectionTree, unit: UnitId) -> bool {
    tree.iter_live_units(unit)
        .filter_map(|u| tree.get(u))
        .all(|node| {
            let is_complete = |layer| node.text(layer).is_some_and(|wording| !wording.has_hole());
            !node.kind.is_gap()
                && (!node.kind.is_atom()
                    || is_complete(WordingLayer::Restated)
                    || is_complete(WordingLayer::Printed))
        })
}

/// Returns the instructions that changed words of `unit` since `by` introduced it: for each
/// revision, its index in `revisions` and the instructions applied there.
pub(super) fn word_edits(
    revisions: &[&Revision],
    lowered: &[Option<LoweredPatch>],
    withdrawn: &WithdrawnEdits,
    unit: UnitId,
    by: PatchIx,
) -> Vec<(usize, Vec<PatchIx>)> {
    let birth = if by == BASE {
        0
    } else {
        revisions
            .iter()
            .position(|revision| revision.patches.contains(&by))
            .unwrap_or(0)
    };
    let mut out = Vec::new();
    for at in birth + 1..revisions.len() {
        let before = &revisions[at - 1].tree;
        let acts = |patch: &PatchIx| {
            let edits = lowered
                .get(patch.0 as usize)
                .and_then(Option::as_ref)
                .map_or(&[][..], |lowered| &lowered.edits);
            let counts = |(number, edit): (usize, &TreeEdit)| {
                !withdrawn.contains(&(*patch, number)) && changes_words(edit, before, unit)
            };
            edits.iter().enumerate().any(counts)
        };
        let patches: Vec<PatchIx> = revisions[at].patches.iter().copied().filter(acts).collect();
        if !patches.is_empty() {
            out.push((at, patches));
        }
    }
    out
}

/// Returns whether an edit changes words in a scope that contains `unit`.
pub(super) fn changes_words(edit: &TreeEdit, before: &SectionTree, unit: UnitId) -> bool {
    let contains = |&scope: &UnitId| before.contains(scope, unit);
    matches!(edit, TreeEdit::Phrase { scope, .. } if scope.iter().any(contains))
}
