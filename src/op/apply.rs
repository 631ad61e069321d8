//! Applying the edits of one stratum at once to the version before it.

use super::{
    CellEdit, Edit, Fault, FaultKind, Lowered, Nursery, Slot,
    conflict::{self, Claim},
    phrase::{self, Plan, Splice},
    select,
};
use crate::{
    model::{Conflict, Gone, Kind, Patch, PatchIx, Side, Tree, UnitId},
    syntax::Layer,
};
use std::{
    collections::{BTreeSet, HashSet},
    sync::Arc,
};

/// A version of a section after a stratum, with what went wrong.
#[derive(Clone, Debug)]
pub struct Applied {
    /// The version.
    pub tree: Tree,
    /// What went wrong.
    pub faults: Vec<Fault>,
}

/// Applies the edits of a stratum, which do not see each other, to `before`. Edits that exclude each other are not carried out:
/// their unit carries both sides as a conflict.
pub fn apply(before: &Tree, stratum: &[&Lowered], patches: &[Arc<Patch>]) -> Applied {
    let mut faults = Vec::new();
    let mut edits: Vec<(PatchIx, &Edit, Plan)> = Vec::new();
    for lowered in stratum {
        for edit in &lowered.edits {
            let Some(edit) = alive(before, lowered.patch, edit, patches, &mut faults) else {
                continue;
            };
            let plan = match edit {
                Edit::Phrase {
                    scope,
                    find,
                    change,
                } => phrase::plan(before, lowered.patch, scope, find.as_ref(), change),
                Edit::Replace { .. }
                | Edit::Split { .. }
                | Edit::Delete { .. }
                | Edit::Insert { .. }
                | Edit::Cell(_)
                | Edit::Create { .. }
                | Edit::Drop { .. } => Plan::default(),
            };
            // what quotes nothing is told at the instruction
            let heading = patches
                .get(lowered.patch.0 as usize)
                .map(|patch| patch.at().span)
                .unwrap_or_default();
            let at = |fault: &Fault| Fault {
                span: if fault.span.is_empty() {
                    heading
                } else {
                    fault.span
                },
                ..fault.clone()
            };
            faults.extend(plan.faults.iter().map(at));
            edits.push((lowered.patch, edit, plan));
        }
    }
    let claims: Vec<Claim<'_>> = edits
        .iter()
        .map(|(patch, edit, plan)| Claim {
            patch: *patch,
            edit,
            splices: &plan.splices,
        })
        .collect();
    let (clashes, more) = conflict::clashes(before, &claims, patches);
    faults.extend(more);
    let clashing: BTreeSet<usize> = clashes
        .iter()
        .flat_map(|clash| clash.edits.iter().copied())
        .collect();
    let mut tree = before.clone();
    let calm: Vec<usize> = (0..edits.len())
        .filter(|at| !clashing.contains(at))
        .collect();
    // of an edit of words, what lies outside the units at stake
    let outside: Vec<Splice> = clashing
        .iter()
        .flat_map(|&at| &edits[at].2.splices)
        .filter(|splice| {
            !clashes
                .iter()
                .any(|clash| before.holds(clash.unit, splice.atom))
        })
        .cloned()
        .collect();
    carry_out(&mut tree, &edits, &calm, outside, &mut faults);
    older_conflicts(&mut tree, before, stratum, &edits, patches);
    dropped_facts(before, &tree, &edits, patches, &mut faults);
    for clash in clashes {
        let mut sides: Vec<Side> = Vec::new();
        for &at in &clash.edits {
            let patch = edits[at].0;
            if sides.iter().any(|side| side.patch == patch) {
                continue;
            }
            let own = clash
                .edits
                .iter()
                .copied()
                .filter(|&at| edits[at].0 == patch);
            let (words, units): (Vec<usize>, Vec<usize>) =
                own.partition(|&at| matches!(edits[at].1, Edit::Phrase { .. }));
            let here = |splice: &&Splice| before.holds(clash.unit, splice.atom);
            let inside = words
                .iter()
                .flat_map(|&at| &edits[at].2.splices)
                .filter(here)
                .cloned()
                .collect();
            let mut side = tree.clone();
            carry_out(&mut side, &edits, &units, inside, &mut Vec::new());
            sides.push(Side {
                patch,
                tree: Arc::new(side),
            });
        }
        sides.sort_by_key(|side| side.patch);
        if let Some(node) = tree.get_mut(clash.unit) {
            node.conflict = Some(Arc::new(Conflict { sides }));
        }
    }
    Applied { tree, faults }
}

/// Tells the facts that a replacement drops without another place of the section taking them up.
fn dropped_facts(
    before: &Tree,
    after: &Tree,
    edits: &[(PatchIx, &Edit, Plan)],
    patches: &[Arc<Patch>],
    faults: &mut Vec<Fault>,
) {
    let facts = |tree: &Tree, unit: UnitId| -> Vec<String> {
        let wordings = tree
            .atoms(unit)
            .into_iter()
            .filter_map(|atom| tree.get(atom)?.text(Layer::Restated).cloned());
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
    for (patch, edit, _) in edits {
        let (Edit::Replace { targets, .. } | Edit::Split { targets, .. }) = edit else {
            continue;
        };
        for fact in targets.iter().flat_map(|&target| facts(before, target)) {
            let kept = kept.get_or_insert_with(|| facts(after, after.root).into_iter().collect());
            let span = patches
                .get(patch.0 as usize)
                .map(|patch| patch.at().span)
                .unwrap_or_default();
            let fault = Fault {
                patch: *patch,
                span,
                kind: FaultKind::FactLost {
                    fact: fact.clone(),
                    cut: false,
                },
            };
            if !kept.contains(&fact) && !faults.contains(&fault) {
                faults.push(fault);
            }
        }
    }
}

/// Conflicts of earlier strata: a replacement of the whole settles them, anything else happens to each side.
fn older_conflicts(
    tree: &mut Tree,
    before: &Tree,
    stratum: &[&Lowered],
    edits: &[(PatchIx, &Edit, Plan)],
    patches: &[Arc<Patch>],
) {
    let units: Vec<UnitId> = (0..before.capacity() as u32)
        .map(UnitId)
        .filter(|&u| before.get(u).is_some_and(|node| node.conflict.is_some()))
        .collect();
    for unit in units {
        let settled = edits
            .iter()
            .flat_map(|(_, edit, _)| conflict::claimed(before, edit))
            .any(|target| before.holds(target, unit));
        let Some(old) = before.get(unit).and_then(|node| node.conflict.clone()) else {
            continue;
        };
        let new = (!settled).then(|| {
            let sides = old.sides.iter().map(|side| Side {
                patch: side.patch,
                tree: Arc::new(apply(&side.tree, stratum, patches).tree),
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

/// An edit without the targets that are gone; nothing where none is left. What is gone is told.
fn alive<'e>(
    tree: &Tree,
    patch: PatchIx,
    edit: &'e Edit,
    patches: &[Arc<Patch>],
    faults: &mut Vec<Fault>,
) -> Option<&'e Edit> {
    let span = patches
        .get(patch.0 as usize)
        .map(|patch| patch.at().span)
        .unwrap_or_default();
    let lives = |unit: UnitId| tree.lives(unit);
    let (needed, any): (Vec<UnitId>, bool) = match edit {
        Edit::Replace { targets, .. }
        | Edit::Delete { targets, .. }
        | Edit::Split { targets, .. } => (targets.clone(), false),
        Edit::Phrase { scope, .. } => (scope.clone(), true),
        Edit::Cell(_) | Edit::Create { .. } | Edit::Drop { .. } => (Vec::new(), true),
        // beside or inside: what is gone has left its place
        Edit::Insert {
            slot: Slot::Before(unit) | Slot::After(unit),
            ..
        } if tree.place(*unit).is_some() => (Vec::new(), true),
        Edit::Insert {
            slot: Slot::Before(unit) | Slot::After(unit) | Slot::Start(unit) | Slot::End(unit),
            ..
        } => (vec![*unit], false),
    };
    let gone: Vec<UnitId> = needed
        .iter()
        .copied()
        .filter(|&unit| !lives(unit))
        .collect();
    if let Some(&unit) = gone.first() {
        let by = tree
            .path(unit)
            .find_map(|u| tree.get(u)?.gone.as_ref().map(|gone| gone.by))
            .unwrap_or(crate::model::BASE);
        faults.push(Fault {
            patch,
            span,
            kind: FaultKind::Overtaken {
                words: select::first_words(tree, unit),
                by,
            },
        });
        if !any || gone.len() == needed.len() {
            return None;
        }
    }
    Some(edit)
}

/// Carries out the edits `which`, and the changes of words `also`.
fn carry_out(
    tree: &mut Tree,
    edits: &[(PatchIx, &Edit, Plan)],
    which: &[usize],
    also: Vec<Splice>,
    faults: &mut Vec<Fault>,
) {
    let chosen = || which.iter().map(|&at| &edits[at]);
    for (patch, edit, _) in chosen() {
        match edit {
            Edit::Create { with } => create(tree, *patch, with),
            Edit::Insert { .. }
            | Edit::Cell(_)
            | Edit::Phrase { .. }
            | Edit::Replace { .. }
            | Edit::Split { .. }
            | Edit::Delete { .. }
            | Edit::Drop { .. } => {}
        }
    }
    let mut splices: Vec<_> = chosen()
        .flat_map(|(_, _, plan)| plan.splices.clone())
        .collect();
    splices.extend(also);
    faults.extend(phrase::carry_out(tree, &splices));
    for (patch, _, plan) in chosen() {
        for &unit in &plan.unprinted {
            if let Some(texts) = tree.get_mut(unit).and_then(|node| node.texts.as_mut()) {
                Arc::make_mut(texts).printed = None;
            }
        }
        for &unit in &plan.waiting {
            if let Some(node) = tree.get_mut(unit)
                && !node.pending.contains(patch)
            {
                node.pending.push(*patch);
            }
        }
    }
    // insertions first, in order: a place beside a unit that goes is a place beside what comes for it
    let mut last_at: Vec<(Slot, UnitId)> = Vec::new();
    for (_, edit, _) in chosen() {
        match edit {
            Edit::Insert { slot, with } => insert(tree, *slot, with, &mut last_at),
            Edit::Create { .. }
            | Edit::Cell(_)
            | Edit::Phrase { .. }
            | Edit::Replace { .. }
            | Edit::Split { .. }
            | Edit::Delete { .. }
            | Edit::Drop { .. } => {}
        }
    }
    for (patch, edit, _) in chosen() {
        match edit {
            Edit::Cell(cell) => set(tree, *patch, cell, faults),
            Edit::Replace { targets, with } => replace(tree, *patch, targets, with),
            Edit::Split {
                paragraph,
                targets,
                with,
                inner,
            } => split(tree, *patch, *paragraph, targets, with, *inner),
            Edit::Delete { targets, moved_to } => targets
                .iter()
                .for_each(|&unit| leave(tree, unit, *patch, moved_to.clone(), false)),
            Edit::Drop { moved_to } => leave(tree, tree.root, *patch, moved_to.clone(), false),
            Edit::Create { .. } | Edit::Insert { .. } | Edit::Phrase { .. } => {}
        }
    }
    for (patch, edit, _) in chosen() {
        match edit {
            Edit::Delete { targets, moved_to } => targets
                .iter()
                .for_each(|&unit| leave_empty(tree, unit, *patch, moved_to)),
            Edit::Cell(_)
            | Edit::Replace { .. }
            | Edit::Split { .. }
            | Edit::Drop { .. }
            | Edit::Create { .. }
            | Edit::Insert { .. }
            | Edit::Phrase { .. } => {}
        }
    }
}

/// What held nothing but units that a patch deleted goes with them: no edition prints an empty paragraph.
fn leave_empty(tree: &mut Tree, unit: UnitId, by: PatchIx, moved_to: &Option<String>) {
    let holders: Vec<UnitId> = tree
        .path(unit)
        .skip(1)
        .filter(|&u| u != tree.root)
        .collect();
    for holder in holders {
        if tree.children(holder).next().is_some() {
            return;
        }
        leave(tree, holder, by, moved_to.clone(), false);
    }
}

fn leave(tree: &mut Tree, unit: UnitId, by: PatchIx, moved_to: Option<String>, replaced: bool) {
    if let Some(node) = tree.get_mut(unit)
        && node.gone.is_none()
    {
        node.gone = Some(Arc::new(Gone {
            by,
            moved_to,
            replaced,
        }));
    }
}

/// Sets the nodes of new units. Units that are carried on keep words and provenance where the words are the same; what a
/// carried-on unit held and holds no more stays behind as gone.
fn settle(tree: &mut Tree, patch: PatchIx, with: &Nursery) {
    let coming: HashSet<UnitId> = with.seeds.iter().map(|seed| seed.unit).collect();
    for seed in &with.seeds {
        let mut node = seed.node.clone();
        if let Some(old) = tree.get(seed.unit).cloned() {
            let same = seed.keep
                && old.text(Layer::Restated).map(|w| &w.text)
                    == node.text(Layer::Restated).map(|w| &w.text);
            if same {
                node.texts = old.texts.clone();
                node.by = old.by;
            }
            node.floating |= old.floating;
            for &child in &old.children {
                if !coming.contains(&child) {
                    leave(tree, child, patch, None, true);
                    node.children.push(child);
                }
            }
            if seed.node.parent.is_none() {
                node.parent = old.parent;
            }
        }
        tree.put(seed.unit, node);
    }
}

/// Takes `unit` out of the children of whoever has it.
fn detach(tree: &mut Tree, unit: UnitId, but: Option<UnitId>) {
    let Some(parent) = tree.get(unit).and_then(|node| node.parent) else {
        return;
    };
    if Some(parent) != but
        && let Some(parent) = tree.get_mut(parent)
    {
        parent.children.retain(|&child| child != unit);
    }
}

fn adopt(tree: &mut Tree, parent: UnitId, unit: UnitId) {
    if let Some(node) = tree.get_mut(unit) {
        node.parent = Some(parent);
    }
}

/// Puts `roots` into `parent` so that they stand where the child number `at` stands now.
fn place(tree: &mut Tree, parent: UnitId, at: usize, roots: &[UnitId]) {
    for &root in roots {
        detach(tree, root, Some(parent));
        adopt(tree, parent, root);
    }
    let Some(node) = tree.get_mut(parent) else {
        return;
    };
    let at = at.min(node.children.len());
    let before = node.children[..at]
        .iter()
        .filter(|child| roots.contains(child))
        .count();
    node.children.retain(|child| !roots.contains(child));
    let at = (at - before).min(node.children.len());
    node.children.splice(at..at, roots.iter().copied());
}

fn replace(tree: &mut Tree, patch: PatchIx, targets: &[UnitId], with: &Nursery) {
    let Some((parent, at)) = targets.first().and_then(|&unit| tree.place(unit)) else {
        return;
    };
    settle(tree, patch, with);
    for &target in targets {
        if !with.seeds.iter().any(|seed| seed.unit == target) {
            leave(tree, target, patch, None, true);
        }
    }
    place(tree, parent, at, &with.roots);
}

fn split(
    tree: &mut Tree,
    patch: PatchIx,
    paragraph: UnitId,
    targets: &[UnitId],
    with: &Nursery,
    inner: usize,
) {
    let Some((_, at)) = targets.first().and_then(|&unit| tree.place(unit)) else {
        return;
    };
    let Some((outer, place_of_paragraph)) = tree.place(paragraph) else {
        return;
    };
    settle(tree, patch, with);
    for &target in targets {
        if !with.seeds.iter().any(|seed| seed.unit == target) {
            leave(tree, target, patch, None, true);
        }
    }
    let (inside, rest) = with.roots.split_at(inner.min(with.roots.len()));
    let mut children = tree.all_children(paragraph).to_vec();
    children.retain(|child| !inside.contains(child));
    let followers: Vec<UnitId> = children.split_off(at.min(children.len()));
    let (stay, follow): (Vec<UnitId>, Vec<UnitId>) = followers
        .into_iter()
        .partition(|child| targets.contains(child));
    children.extend(inside.iter().copied().chain(stay));
    for &child in inside {
        adopt(tree, paragraph, child);
    }
    if let Some(node) = tree.get_mut(paragraph) {
        node.children = children;
        node.by = patch;
    }
    let heir = rest.last().copied().unwrap_or(paragraph);
    for &child in &follow {
        adopt(tree, heir, child);
    }
    if let Some(node) = tree.get_mut(heir) {
        node.children.extend(follow);
    }
    place(tree, outer, place_of_paragraph + 1, rest);
}

fn insert(tree: &mut Tree, slot: Slot, with: &Nursery, last_at: &mut Vec<(Slot, UnitId)>) {
    for seed in &with.seeds {
        tree.put(seed.unit, seed.node.clone());
    }
    // the second insertion at one place stands behind the first
    let earlier = last_at
        .iter()
        .rev()
        .find(|(other, _)| *other == slot)
        .map(|(_, unit)| *unit);
    let spot = match (slot, earlier) {
        (Slot::After(_) | Slot::Start(_), Some(last)) => {
            tree.place(last).map(|(parent, at)| (parent, at + 1))
        }
        (Slot::After(unit), None) => tree.place(unit).map(|(parent, at)| (parent, at + 1)),
        (Slot::Before(unit), _) => tree.place(unit),
        (Slot::Start(parent), None) => Some((parent, 0)),
        (Slot::End(parent), _) => Some((parent, tree.all_children(parent).len())),
    };
    let Some((parent, at)) = spot else { return };
    let (parent, at) = housed(tree, parent, at, with);
    place(tree, parent, at, &with.roots);
    // beside a unit whose place is unknown no place is known
    if let Slot::Before(unit) | Slot::After(unit) = slot
        && tree.get(unit).is_some_and(|node| node.floating)
    {
        for &root in &with.roots {
            if let Some(node) = tree.get_mut(root) {
                node.floating = true;
            }
        }
    }
    if let Some(&last) = with.roots.last() {
        last_at.push((slot, last));
    }
}

/// Sentences and bullets that would stand directly in a section go into the paragraph there, if there is one.
fn housed(tree: &Tree, parent: UnitId, at: usize, with: &Nursery) -> (UnitId, usize) {
    let inner = with
        .roots
        .iter()
        .all(|&root| matches!(tree.kind(root), Kind::Sentence));
    if tree.kind(parent) == Kind::Section && inner {
        let before = tree.all_children(parent)[..at.min(tree.all_children(parent).len())]
            .iter()
            .rev()
            .copied()
            .find(|&u| tree.kind(u) == Kind::Paragraph);
        if let Some(paragraph) = before {
            return (paragraph, tree.all_children(paragraph).len());
        }
    }
    (parent, at)
}

fn create(tree: &mut Tree, patch: PatchIx, with: &Nursery) {
    for seed in &with.seeds {
        tree.put(seed.unit, seed.node.clone());
    }
    tree.exists = true;
    let root = tree.root;
    with.roots.iter().for_each(|&unit| adopt(tree, root, unit));
    if let Some(node) = tree.get_mut(root) {
        node.by = patch;
        node.gone = None;
        node.children.clone_from(&with.roots);
    }
}

fn set(tree: &mut Tree, patch: PatchIx, edit: &CellEdit, faults: &mut Vec<Fault>) {
    let Some(node) = tree.get_mut(edit.cell) else {
        return;
    };
    let found = node
        .texts
        .as_ref()
        .map(|texts| texts.restated.clone())
        .unwrap_or_default();
    if let Some(old) = &edit.old
        && !found.has_hole()
        && !found.text.is_empty()
        && found.text.trim() != old.trim()
    {
        let kind = FaultKind::StaleValue {
            cell: edit.name.clone(),
            expected: old.clone(),
            found: found.text.to_string(),
        };
        faults.push(Fault {
            patch,
            span: edit.span,
            kind,
        });
    }
    let mut new = edit.new.clone();
    if new.restated.text.is_empty() {
        new.restated = crate::model::Wording::plain("–", patch);
    }
    node.texts = Some(Arc::new(new));
    node.by = patch;
}
