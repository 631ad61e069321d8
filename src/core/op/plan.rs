//! Plans the edits of patches that take effect together, and has them executed in a section's tree;
//! edits that exclude each other are not executed, and their unit gets a conflict with the result of
//! each patch.

use super::{
    InsertPosition, LoweredPatch, PatchError, PatchErrorKind, TreeEdit,
    conflict::{self, ConflictingEdits, heading_span},
    execute::{PlannedEdit, execute},
    phrase::{self, PhrasePlan, Splice},
    suggest,
};
use crate::model::{BASE, Conflict, ConflictVersion, Patch, PatchIx, SectionTree, UnitId};
use std::{
    collections::{BTreeSet, HashSet},
    sync::Arc,
};

/// A new version of a section with its conflicts, and the errors found while applying the patches;
/// those found while lowering them are not among these.
#[derive(Clone, Debug)]
pub struct ApplyResult {
    /// The new version.
    pub tree: SectionTree,
    /// The errors of the patches.
    pub errors: Vec<PatchError>,
}

/// Applies the edits of `stratum`, the patches that take effect together, to `before`.
///
/// The edits of one stratum do not see each other's results. Edits that exclude each other are not
/// applied; the unit that they change gets a conflict with one side per patch.
pub fn apply(
    before: &SectionTree,
    stratum: &[&LoweredPatch],
    patches: &[Arc<Patch>],
) -> ApplyResult {
    let mut errors = Vec::new();
    let edits = plan_edits(before, stratum, patches, &mut errors);
    let (conflicts, more) = conflict::find_conflicts(before, &edits, patches);
    errors.extend(more);
    let conflicting: BTreeSet<usize> = conflicts
        .iter()
        .flat_map(|conflict| conflict.edits.iter().copied())
        .collect();
    let mut tree = before.clone();
    let agreed: Vec<usize> = (0..edits.len())
        .filter(|at| !conflicting.contains(at))
        .collect();
    // the splices of conflicting phrase edits that lie outside the units in conflict
    let outside: Vec<Splice> = conflicting
        .iter()
        .flat_map(|&at| &edits[at].words.splices)
        .filter(|splice| {
            !conflicts
                .iter()
                .any(|conflict| before.contains(conflict.unit, splice.atom))
        })
        .cloned()
        .collect();
    execute(&mut tree, &edits, &agreed, outside, &mut errors);
    carry_older_conflicts(&mut tree, before, stratum, &edits, patches);
    report_dropped_facts(before, &tree, &edits, patches, &mut errors);
    let agreed_tree = without_conflicts(&tree);
    for conflict in conflicts {
        let sides = conflict_sides(before, &agreed_tree, &edits, &conflict);
        if let Some(node) = tree.get_mut(conflict.unit) {
            node.conflict = Some(Arc::new(Conflict { sides }));
        }
    }
    ApplyResult { tree, errors }
}

/// Plans the edits of a stratum that have live targets, and reports their errors.
fn plan_edits<'e>(
    before: &SectionTree,
    stratum: &[&'e LoweredPatch],
    patches: &[Arc<Patch>],
    errors: &mut Vec<PatchError>,
) -> Vec<PlannedEdit<'e>> {
    let mut edits = Vec::new();
    for lowered in stratum {
        let patch = lowered.patch;
        for edit in &lowered.edits {
            let Some(edit) = with_live_targets(before, patch, edit, patches, errors) else {
                continue;
            };
            let words = if let TreeEdit::Phrase {
                scope,
                find,
                change,
            } = edit
            {
                phrase::plan_phrase_edit(before, patch, scope, find.as_ref(), change)
            } else {
                PhrasePlan::default()
            };
            // an error without a quoted span is reported at the instruction's heading
            errors.extend(words.errors.iter().map(|error| PatchError {
                span: if error.span.is_empty() {
                    heading_span(patches, patch)
                } else {
                    error.span
                },
                ..error.clone()
            }));
            edits.push(PlannedEdit { patch, edit, words });
        }
    }
    edits
}

/// Returns a copy of the tree without its conflicts, for a side of a conflict: conflicts inside
/// sides would multiply with each stratum.
fn without_conflicts(tree: &SectionTree) -> SectionTree {
    let mut out = tree.clone();
    for unit in units_in_conflict(tree) {
        if let Some(node) = out.get_mut(unit) {
            node.conflict = None;
        }
    }
    out
}

fn units_in_conflict(tree: &SectionTree) -> Vec<UnitId> {
    (0..tree.capacity() as u32)
        .map(UnitId)
        .filter(|&unit| tree.get(unit).is_some_and(|node| node.conflict.is_some()))
        .collect()
}

/// Returns the sides of a conflict, one for each of the first patches: `tree` with the edits of that
/// patch alone.
fn conflict_sides(
    before: &SectionTree,
    tree: &SectionTree,
    edits: &[PlannedEdit<'_>],
    conflict: &ConflictingEdits,
) -> Vec<ConflictVersion> {
    let mut sides: Vec<ConflictVersion> = Vec::new();
    for &at in &conflict.edits {
        let patch = edits[at].patch;
        if sides.iter().any(|side| side.patch == patch) {
            continue;
        }
        if sides.len() == conflict::MAX_SIDES {
            break;
        }
        let own = conflict
            .edits
            .iter()
            .copied()
            .filter(|&at| edits[at].patch == patch);
        let (words, units): (Vec<usize>, Vec<usize>) =
            own.partition(|&at| matches!(edits[at].edit, TreeEdit::Phrase { .. }));
        let inside = words
            .iter()
            .flat_map(|&at| &edits[at].words.splices)
            .filter(|splice| before.contains(conflict.unit, splice.atom))
            .cloned()
            .collect();
        let mut side = tree.clone();
        execute(&mut side, edits, &units, inside, &mut Vec::new());
        sides.push(ConflictVersion {
            patch,
            tree: Arc::new(side),
        });
    }
    sides.sort_by_key(|side| side.patch);
    sides
}

/// Reports the facts that a replacement removes and that no other unit of the section contains
/// afterwards.
fn report_dropped_facts(
    before: &SectionTree,
    after: &SectionTree,
    edits: &[PlannedEdit<'_>],
    patches: &[Arc<Patch>],
    errors: &mut Vec<PatchError>,
) {
    let facts = |tree: &SectionTree, unit: UnitId| -> Vec<String> {
        let wordings = tree
            .atoms(unit)
            .into_iter()
            .filter_map(|atom| tree.restated(atom).cloned());
        wordings
            .flat_map(|wording| {
                wording
                    .facts()
                    .map(|(fact, _)| fact.to_owned())
                    .collect::<Vec<_>>()
            })
            .collect()
    };
    let mut kept: Option<HashSet<String>> = None;
    let mut reported: HashSet<(PatchIx, String)> = HashSet::new();
    for PlannedEdit { patch, edit, .. } in edits {
        let (TreeEdit::Replace { targets, .. } | TreeEdit::Split { targets, .. }) = edit else {
            continue;
        };
        for fact in targets.iter().flat_map(|&target| facts(before, target)) {
            let kept = kept.get_or_insert_with(|| facts(after, after.root).into_iter().collect());
            if !kept.contains(&fact) && reported.insert((*patch, fact.clone())) {
                errors.push(PatchError::new(
                    *patch,
                    heading_span(patches, *patch),
                    PatchErrorKind::FactLost { fact, cut: false },
                ));
            }
        }
    }
}

/// Updates the conflicts of earlier strata: a replacement of the whole unit settles a conflict, any
/// other edit is applied to each of its sides.
fn carry_older_conflicts(
    tree: &mut SectionTree,
    before: &SectionTree,
    stratum: &[&LoweredPatch],
    edits: &[PlannedEdit<'_>],
    patches: &[Arc<Patch>],
) {
    let units = units_in_conflict(before);
    if units.is_empty() {
        return;
    }
    let claimed: HashSet<UnitId> = edits
        .iter()
        .flat_map(|own| conflict::claimed_units(own.edit))
        .collect();
    for unit in units {
        let settled = before.ancestors(unit).any(|outer| claimed.contains(&outer));
        let Some(old) = before.get(unit).and_then(|node| node.conflict.clone()) else {
            continue;
        };
        let new = (!settled).then(|| {
            let sides = old.sides.iter().map(|side| ConflictVersion {
                patch: side.patch,
                tree: Arc::new(without_conflicts(&apply(&side.tree, stratum, patches).tree)),
            });
            Arc::new(Conflict {
                sides: sides.collect(),
            })
        });
        if let Some(node) = tree.get_mut(unit) {
            node.conflict = new;
        }
    }
}

/// Returns the edit if it still has live targets, else `None`. Reports the targets that were
/// removed.
fn with_live_targets<'e>(
    tree: &SectionTree,
    patch: PatchIx,
    edit: &'e TreeEdit,
    patches: &[Arc<Patch>],
    errors: &mut Vec<PatchError>,
) -> Option<&'e TreeEdit> {
    let span = heading_span(patches, patch);
    let lives = |unit: UnitId| tree.is_live(unit);
    let (needed, any): (Vec<UnitId>, bool) = match edit {
        // a section may be removed that does not exist
        TreeEdit::Delete { targets, .. } if *targets == [tree.root] => (Vec::new(), true),
        TreeEdit::Replace { .. } | TreeEdit::Delete { .. } | TreeEdit::Split { .. } => {
            (edit.removed_units().to_vec(), false)
        }
        TreeEdit::Phrase { scope, .. } => (scope.clone(), true),
        TreeEdit::Cell(_) | TreeEdit::Create { .. } => (Vec::new(), true),
        TreeEdit::Move(moves) => {
            let anchors = moves.iter().map(|own| own.anchor);
            let unplaced = anchors.filter(|&anchor| tree.position(anchor).is_none());
            (
                edit.moved_units().into_iter().chain(unplaced).collect(),
                false,
            )
        }
        TreeEdit::Rename { unit, .. } => (vec![*unit], false),
        // a removed unit still has a position for insertions before or after it
        TreeEdit::Insert {
            slot: InsertPosition::Before(unit) | InsertPosition::After(unit),
            ..
        } if tree.position(*unit).is_some() => (Vec::new(), true),
        TreeEdit::Insert { slot, .. } => (vec![slot.unit()], false),
    };
    let gone: Vec<UnitId> = needed
        .iter()
        .copied()
        .filter(|&unit| !lives(unit))
        .collect();
    if let Some(&unit) = gone.first() {
        let by = tree.removal(unit).map_or(BASE, |gone| gone.by);
        errors.push(PatchError::new(
            patch,
            span,
            PatchErrorKind::Overtaken {
                words: suggest::first_words(tree, unit),
                by,
            },
        ));
        if !any || gone.len() == needed.len() {
            return None;
        }
    }
    Some(edit)
}
