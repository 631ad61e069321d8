//! Held texts as parts of versions: each is laid in where its atom stands in the form that it prints.

use super::chain::{Step, Taken};
use crate::{
    model::{BASE, PatchIx, Texts, Tree, UnitId, Wording},
    op::{Edit, FaultKind, Lowered},
    syntax::Layer,
};
use std::sync::Arc;

/// The text of one atom in one form: as `by` brought it, after the instructions `after` changed words of it.
#[derive(Clone, Debug)]
pub(super) struct Fill {
    /// The atom.
    pub(super) unit: UnitId,
    /// Who brought the atom, or last replaced it.
    pub(super) by: PatchIx,
    /// The instructions since then that change words where the atom stands, in order.
    pub(super) after: Vec<PatchIx>,
    /// In which wording.
    pub(super) layer: Layer,
    /// The text.
    pub(super) text: Wording,
}

/// All held texts of a section.
#[derive(Clone, Debug, Default)]
pub(super) struct Fills(Vec<Fill>);

impl Fills {
    /// Adds a text.
    pub(super) fn push(&mut self, fill: Fill) {
        self.0.push(fill);
    }

    /// Lays the texts into the version `step`, which comes after `earlier`. What is carried on from there has them.
    pub(super) fn lay_in(
        &self,
        earlier: &[Arc<Step>],
        step: &mut Step,
        lowered: &[Option<Lowered>],
        taken: &Taken,
    ) {
        for fill in &self.0 {
            let fits = |tree: &Tree| {
                tree.get(fill.unit).is_some_and(|node| {
                    node.by == fill.by && node.text(fill.layer).is_none_or(Wording::has_hole)
                })
            };
            if !fits(&step.tree) {
                continue;
            }
            let steps: Vec<&Step> = earlier
                .iter()
                .map(AsRef::as_ref)
                .chain(std::iter::once(&*step))
                .collect();
            let after = word_edits(&steps, lowered, taken, fill.unit, fill.by)
                .into_iter()
                .flat_map(|(_, patches)| patches);
            if !after.eq(fill.after.iter().copied()) {
                continue;
            }
            let Some(node) = step.tree.get(fill.unit) else {
                continue;
            };
            let mut node = node.clone();
            put(&mut node.texts, fill.layer, fill.text.clone());
            Arc::make_mut(&mut step.tree).put(fill.unit, node);
            settle(step, fill);
        }
    }
}

fn put(texts: &mut Option<Arc<Texts>>, layer: Layer, wording: Wording) {
    let texts = Arc::make_mut(texts.get_or_insert_with(Default::default));
    match layer {
        Layer::Restated => texts.restated = wording,
        Layer::Printed => texts.printed = Some(Box::new(wording)),
    }
}

/// What waited for the text has happened in it.
fn settle(step: &mut Step, fill: &Fill) {
    let holders: Vec<UnitId> = step.tree.path(fill.unit).collect();
    for holder in holders {
        if !is_held(&step.tree, holder) {
            return;
        }
        if step
            .tree
            .get(holder)
            .is_some_and(|node| !node.pending.is_empty())
            && let Some(node) = Arc::make_mut(&mut step.tree).get_mut(holder)
        {
            node.pending.retain(|patch| !fill.after.contains(patch));
        }
        step.faults.retain(|fault| {
            fault.kind != FaultKind::Pending { unit: holder } || !fill.after.contains(&fault.patch)
        });
    }
}

/// Whether all that a unit holds is held in one wording or the other.
fn is_held(tree: &Tree, unit: UnitId) -> bool {
    tree.walk(unit)
        .into_iter()
        .filter_map(|u| tree.get(u))
        .all(|node| {
            let held = |layer| node.text(layer).is_some_and(|wording| !wording.has_hole());
            !node.kind.is_gap()
                && (!node.kind.is_atom() || held(Layer::Restated) || held(Layer::Printed))
        })
}

/// The instructions that change words where `unit` stands, since `by` brought it: for each version, its number in `steps` and
/// the instructions that made it.
pub(super) fn word_edits(
    steps: &[&Step],
    lowered: &[Option<Lowered>],
    taken: &Taken,
    unit: UnitId,
    by: PatchIx,
) -> Vec<(usize, Vec<PatchIx>)> {
    let birth = if by == BASE {
        0
    } else {
        steps
            .iter()
            .position(|step| step.patches.contains(&by))
            .unwrap_or(0)
    };
    let mut out = Vec::new();
    for at in birth + 1..steps.len() {
        let before = &steps[at - 1].tree;
        let acts = |patch: &PatchIx| {
            let edits = lowered
                .get(patch.0 as usize)
                .and_then(Option::as_ref)
                .map_or(&[][..], |lowered| &lowered.edits);
            let counts = |(number, edit): (usize, &Edit)| {
                !taken.contains(&(*patch, number)) && is_of_words(edit, before, unit)
            };
            edits.iter().enumerate().any(counts)
        };
        let patches: Vec<PatchIx> = steps[at].patches.iter().copied().filter(acts).collect();
        if !patches.is_empty() {
            out.push((at, patches));
        }
    }
    out
}

/// Whether an edit changes words somewhere where `unit` stands.
pub(super) fn is_of_words(edit: &Edit, before: &Tree, unit: UnitId) -> bool {
    match edit {
        Edit::Phrase { scope, .. } => scope.iter().any(|&scope| before.holds(scope, unit)),
        Edit::Replace { .. }
        | Edit::Split { .. }
        | Edit::Delete { .. }
        | Edit::Insert { .. }
        | Edit::Cell(_)
        | Edit::Create { .. }
        | Edit::Drop { .. } => false,
    }
}
