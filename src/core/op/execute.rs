//! Executes planned edits on a section's tree: changes of words, then of units. No two of them may
//! exclude each other.

use super::{
    CellEdit, InsertPosition, NewUnits, PatchError, PatchErrorKind, TreeEdit, UnitMove,
    phrase::{self, PhrasePlan, Splice},
};
use crate::{
    model::{PatchIx, Removal, SectionTree, UnitId, UnitKind, Wording},
    syntax::{BeforeOrAfter, WordingLayer},
};
use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

/// An edit with its patch, and the plan of its changes of words.
pub(super) struct PlannedEdit<'e> {
    /// The patch of the edit.
    pub patch: PatchIx,
    /// The edit.
    pub edit: &'e TreeEdit,
    /// The planned changes of words.
    pub words: PhrasePlan,
}

/// Executes the edits with the indices `which`, and the splices `also`.
pub(super) fn execute(
    tree: &mut SectionTree,
    edits: &[PlannedEdit<'_>],
    which: &[usize],
    also: Vec<Splice>,
    errors: &mut Vec<PatchError>,
) {
    let chosen = || which.iter().map(|&at| &edits[at]);
    for PlannedEdit { patch, edit, .. } in chosen() {
        if let TreeEdit::Create { with } = edit {
            create_section(tree, *patch, with);
        }
    }
    let mut splices: Vec<_> = chosen().flat_map(|own| own.words.splices.clone()).collect();
    splices.extend(also);
    errors.extend(phrase::apply_splices(tree, &splices));
    for PlannedEdit { patch, words, .. } in chosen() {
        for &unit in &words.unprinted {
            if let Some(texts) = tree.get_mut(unit).and_then(|node| node.texts.as_mut()) {
                Arc::make_mut(texts).printed = None;
            }
        }
        for &unit in &words.pending {
            if let Some(node) = tree.get_mut(unit)
                && !node.pending.contains(patch)
            {
                node.pending.push(*patch);
            }
        }
    }
    // insertions first, in order: a position next to a removed unit is a position next to its
    // replacement
    let mut last_at: Vec<(InsertPosition, UnitId)> = Vec::new();
    for PlannedEdit { edit, .. } in chosen() {
        if let TreeEdit::Insert { slot, with } = edit {
            insert_units(tree, *slot, with, &mut last_at);
        }
    }
    let left = move_units(tree, chosen().map(|own| (own.patch, own.edit)));
    for PlannedEdit { patch, edit, .. } in chosen() {
        match edit {
            TreeEdit::Cell(cell) => set_cell(tree, *patch, cell, errors),
            TreeEdit::Replace { targets, with } => replace_units(tree, *patch, targets, with),
            TreeEdit::Split {
                paragraph,
                targets,
                with,
                inner,
            } => split_paragraph(tree, *patch, *paragraph, targets, with, *inner),
            TreeEdit::Delete { targets, moved_to } => targets
                .iter()
                .for_each(|&unit| remove_unit(tree, unit, *patch, moved_to.clone(), false)),
            TreeEdit::Rename { unit, label } => {
                if let Some(node) = tree.get_mut(*unit) {
                    node.label = Some(Arc::clone(label));
                    node.relabelled = Some(*patch);
                }
            }
            TreeEdit::Create { .. }
            | TreeEdit::Insert { .. }
            | TreeEdit::Move(_)
            | TreeEdit::Phrase { .. } => {}
        }
    }
    for (patch, parent) in left {
        remove_empty(tree, parent, patch, &None);
    }
    for PlannedEdit { patch, edit, .. } in chosen() {
        if let TreeEdit::Delete { targets, moved_to } = edit {
            for &unit in targets {
                if let Some(parent) = tree.parent(unit) {
                    remove_empty(tree, parent, *patch, moved_to);
                }
            }
        }
    }
}

/// Removes a unit without contents, and the units that contain nothing else.
fn remove_empty(tree: &mut SectionTree, unit: UnitId, by: PatchIx, moved_to: &Option<String>) {
    let holders: Vec<UnitId> = tree.ancestors(unit).filter(|&u| u != tree.root).collect();
    for holder in holders {
        if tree.children(holder).next().is_some() {
            return;
        }
        remove_unit(tree, holder, by, moved_to.clone(), false);
    }
}

/// Moves units, all at once: the places are those before any of the moves. Returns the units from
/// which something was taken.
fn move_units<'e>(
    tree: &mut SectionTree,
    edits: impl Iterator<Item = (PatchIx, &'e TreeEdit)>,
) -> Vec<(PatchIx, UnitId)> {
    let mut before: HashMap<UnitId, Vec<UnitId>> = HashMap::new();
    let mut after: HashMap<UnitId, Vec<UnitId>> = HashMap::new();
    let mut moved: HashMap<UnitId, PatchIx> = HashMap::new();
    let mut parents: Vec<UnitId> = Vec::new();
    let mut left = Vec::new();
    for (patch, edit) in edits {
        let TreeEdit::Move(moves) = edit else {
            continue;
        };
        let is_inside = |own: &UnitMove| {
            let mut units = moves.iter().map(|other| other.unit);
            units.any(|unit| unit != own.anchor && tree.contains(unit, own.anchor))
        };
        if moves.iter().any(is_inside) {
            continue;
        }
        for own in moves {
            let list = match own.side {
                BeforeOrAfter::Before => &mut before,
                BeforeOrAfter::After => &mut after,
            };
            list.entry(own.anchor).or_default().push(own.unit);
            parents.extend(tree.position(own.anchor).map(|(parent, _)| parent));
        }
        for unit in edit.moved_units() {
            moved.insert(unit, patch);
            if let Some((parent, _)) = tree.position(unit) {
                parents.push(parent);
                left.push((patch, parent));
            }
        }
    }
    parents.sort_unstable();
    parents.dedup();
    let mut orders: Vec<(UnitId, Vec<UnitId>)> = Vec::new();
    for parent in parents {
        let mut order = Vec::new();
        for &unit in tree.all_children(parent) {
            order.extend(before.get(&unit).into_iter().flatten());
            order.extend((!moved.contains_key(&unit)).then_some(unit));
            order.extend(after.get(&unit).into_iter().flatten());
        }
        orders.push((parent, order));
    }
    for (parent, order) in orders {
        let is_floating = tree.is_floating(parent);
        for unit in order.iter().filter(|unit| moved.contains_key(unit)) {
            if let Some(node) = tree.get_mut(*unit) {
                node.parent = Some(parent);
                node.moved = moved.get(unit).copied();
                node.floating &= is_floating;
            }
        }
        if let Some(node) = tree.get_mut(parent) {
            node.children = order;
        }
    }
    left
}

fn remove_unit(
    tree: &mut SectionTree,
    unit: UnitId,
    by: PatchIx,
    moved_to: Option<String>,
    replaced: bool,
) {
    if let Some(node) = tree.get_mut(unit)
        && node.gone.is_none()
    {
        node.gone = Some(Arc::new(Removal {
            by,
            moved_to,
            replaced,
        }));
    }
}

/// Sets the nodes of new units.
///
/// A unit that keeps its identity keeps its wording and provenance where the words are the same.
/// Its former children that it no longer contains stay in the tree as removed.
fn set_new_nodes(tree: &mut SectionTree, patch: PatchIx, with: &NewUnits) {
    let coming: HashSet<UnitId> = with.units.iter().map(|new_unit| new_unit.unit).collect();
    for new_unit in &with.units {
        let mut node = new_unit.node.clone();
        if let Some(old) = tree.get(new_unit.unit).cloned() {
            let same = new_unit.unchanged
                && old.text(WordingLayer::Restated).map(|w| &w.text)
                    == node.text(WordingLayer::Restated).map(|w| &w.text);
            if same {
                node.texts = old.texts.clone();
                node.by = old.by;
            }
            node.floating |= old.floating;
            node.moved = old.moved;
            for &child in &old.children {
                if !coming.contains(&child) {
                    remove_unit(tree, child, patch, None, true);
                    node.children.push(child);
                }
            }
            if new_unit.node.parent.is_none() {
                node.parent = old.parent;
            }
        }
        tree.set_node(new_unit.unit, node);
    }
}

/// Removes `unit` from the children of its parent, unless that is `but`.
fn detach(tree: &mut SectionTree, unit: UnitId, but: Option<UnitId>) {
    if let Some(parent) = tree.parent(unit).filter(|&parent| Some(parent) != but)
        && let Some(parent) = tree.get_mut(parent)
    {
        parent.children.retain(|&child| child != unit);
    }
}

fn adopt(tree: &mut SectionTree, parent: UnitId, unit: UnitId) {
    if let Some(node) = tree.get_mut(unit) {
        node.parent = Some(parent);
    }
}

/// Inserts `roots` into `parent` at the child index `at`.
fn insert_children(tree: &mut SectionTree, parent: UnitId, at: usize, roots: &[UnitId]) {
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

/// Sets the nodes of new units, and marks the targets that are not among them as replaced.
fn replace_nodes(tree: &mut SectionTree, patch: PatchIx, targets: &[UnitId], with: &NewUnits) {
    set_new_nodes(tree, patch, with);
    for &target in targets {
        if !with.units.iter().any(|new_unit| new_unit.unit == target) {
            remove_unit(tree, target, patch, None, true);
        }
    }
}

fn replace_units(tree: &mut SectionTree, patch: PatchIx, targets: &[UnitId], with: &NewUnits) {
    let Some((parent, at)) = targets.first().and_then(|&unit| tree.position(unit)) else {
        return;
    };
    replace_nodes(tree, patch, targets, with);
    insert_children(tree, parent, at, &with.roots);
}

fn split_paragraph(
    tree: &mut SectionTree,
    patch: PatchIx,
    paragraph: UnitId,
    targets: &[UnitId],
    with: &NewUnits,
    inner: usize,
) {
    let Some((_, at)) = targets.first().and_then(|&unit| tree.position(unit)) else {
        return;
    };
    let Some((outer, place_of_paragraph)) = tree.position(paragraph) else {
        return;
    };
    replace_nodes(tree, patch, targets, with);
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
    insert_children(tree, outer, place_of_paragraph + 1, rest);
}

fn insert_units(
    tree: &mut SectionTree,
    slot: InsertPosition,
    with: &NewUnits,
    last_at: &mut Vec<(InsertPosition, UnitId)>,
) {
    for new_unit in &with.units {
        tree.set_node(new_unit.unit, new_unit.node.clone());
    }
    // the second insertion at one position goes after the first
    let earlier = last_at
        .iter()
        .rev()
        .find(|(other, _)| *other == slot)
        .map(|(_, unit)| *unit);
    let behind = |unit| tree.position(unit).map(|(parent, at)| (parent, at + 1));
    let spot = match (slot, earlier) {
        (InsertPosition::After(_) | InsertPosition::Start(_), Some(last)) => behind(last),
        (InsertPosition::After(unit), None) => behind(unit),
        (InsertPosition::Before(unit), _) => tree.position(unit),
        (InsertPosition::Start(parent), None) => Some((parent, 0)),
        (InsertPosition::End(parent), _) => Some((parent, tree.all_children(parent).len())),
    };
    let Some((parent, at)) = spot else { return };
    let (parent, at) = parent_for_roots(tree, parent, at, with);
    insert_children(tree, parent, at, &with.roots);
    // a new unit next to a floating unit is floating too
    if let InsertPosition::Before(unit) | InsertPosition::After(unit) = slot
        && tree.is_floating(unit)
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

/// Returns the parent and index at which `with` goes: sentences and bullets for a section go into
/// the paragraph at that place, if there is one.
fn parent_for_roots(
    tree: &SectionTree,
    parent: UnitId,
    at: usize,
    with: &NewUnits,
) -> (UnitId, usize) {
    let mut roots = with.roots.iter();
    let inner = roots.all(|&root| tree.kind(root) == UnitKind::Sentence);
    if tree.kind(parent) == UnitKind::Section && inner {
        let before = tree.all_children(parent).iter().take(at);
        let mut paragraphs = before.filter(|&&u| tree.kind(u) == UnitKind::Paragraph);
        if let Some(&paragraph) = paragraphs.next_back() {
            return (paragraph, tree.all_children(paragraph).len());
        }
    }
    (parent, at)
}

fn create_section(tree: &mut SectionTree, patch: PatchIx, with: &NewUnits) {
    for new_unit in &with.units {
        tree.set_node(new_unit.unit, new_unit.node.clone());
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

fn set_cell(tree: &mut SectionTree, patch: PatchIx, edit: &CellEdit, errors: &mut Vec<PatchError>) {
    let Some(node) = tree.get_mut(edit.cell) else {
        return;
    };
    let found = node.text(WordingLayer::Restated).cloned();
    let found = found.unwrap_or_default();
    if let Some(old) = &edit.old
        && !found.has_hole()
        && !found.text.is_empty()
        && found.text.trim() != old.trim()
    {
        let kind = PatchErrorKind::StaleValue {
            cell: edit.name.clone(),
            expected: old.clone(),
            found: found.text.to_string(),
        };
        errors.push(PatchError::new(patch, edit.span, kind));
    }
    let mut new = edit.new.clone();
    if new.restated.text.is_empty() {
        new.restated = Wording::plain("–", patch);
    }
    node.texts = Some(Arc::new(new));
    node.by = patch;
}
