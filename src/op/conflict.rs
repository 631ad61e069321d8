//! Finds edits of one stratum that act on the same text.

use super::{InsertPosition, PatchError, PatchErrorKind, TreeEdit, phrase::Splice, suggest};
use crate::{
    model::{Patch, PatchIx, Tree, UnitId, UnitKind},
    syntax::{BeforeOrAfter, Layer},
};
use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    sync::Arc,
};

/// With how many others an edit is compared, and how many sides a conflict shows: more would not
/// help an umpire, and each side is a whole section.
pub(super) const MAX_SIDES: usize = 8;

/// Edits that exclude each other.
#[derive(Clone, Debug)]
pub(super) struct EditClash {
    /// The outermost unit that they act on.
    pub unit: UnitId,
    /// The indices of the edits.
    pub edits: Vec<usize>,
}

/// One edit of a stratum with its planned changes of words.
pub(super) struct EditClaim<'a> {
    /// The patch of the edit.
    pub patch: PatchIx,
    /// The edit.
    pub edit: &'a TreeEdit,
    /// The planned changes of words.
    pub splices: &'a [Splice],
}

/// Finds edits of different patches that act on the same units or words, and reports pairs whose
/// result depends on their order alone.
pub(super) fn find_clashes(
    tree: &Tree,
    claims: &[EditClaim<'_>],
    patches: &[Arc<Patch>],
) -> (Vec<EditClash>, Vec<PatchError>) {
    let mut pairs: Vec<(usize, usize, UnitId)> = Vec::new();
    let mut errors = Vec::new();
    let mut whole: HashMap<UnitId, Vec<usize>> = HashMap::new();
    for (at, claim) in claims.iter().enumerate() {
        for unit in claimed_units(tree, claim.edit) {
            whole.entry(unit).or_default().push(at);
        }
    }
    let differ = |a: usize, b: usize| claims[a].patch != claims[b].patch;
    let against_whole = |at: usize, unit: UnitId, strict: bool, pairs: &mut Vec<_>| {
        for outer in tree.ancestors(unit).skip(usize::from(strict)) {
            let others = whole.get(&outer).into_iter().flatten();
            let others = others.filter(|&&other| differ(at, other)).take(MAX_SIDES);
            pairs.extend(others.map(|&other| (at, other, outer)));
        }
    };
    // another place, or another label, for the same unit
    let mut places: BTreeMap<(UnitId, bool), Vec<usize>> = BTreeMap::new();
    let mut slots: BTreeMap<InsertPosition, Vec<usize>> = BTreeMap::new();
    let mut words: BTreeMap<UnitId, Vec<(usize, &Splice)>> = BTreeMap::new();
    for (at, claim) in claims.iter().enumerate() {
        match claim.edit {
            TreeEdit::Replace { .. }
            | TreeEdit::Split { .. }
            | TreeEdit::Delete { .. }
            | TreeEdit::Cell(_)
            | TreeEdit::Drop { .. } => {
                for unit in claimed_units(tree, claim.edit) {
                    against_whole(at, unit, false, &mut pairs);
                }
            }
            TreeEdit::Insert { slot, .. } => {
                let (InsertPosition::Before(unit)
                | InsertPosition::After(unit)
                | InsertPosition::Start(unit)
                | InsertPosition::End(unit)) = *slot;
                // inserting next to a removed unit is no conflict, inserting into one is
                let strict = matches!(slot, InsertPosition::Before(_) | InsertPosition::After(_));
                against_whole(at, unit, strict, &mut pairs);
                slots.entry(*slot).or_default().push(at);
            }
            TreeEdit::Phrase { .. } => {
                for splice in claim.splices {
                    against_whole(at, splice.atom, false, &mut pairs);
                    words.entry(splice.atom).or_default().push((at, splice));
                }
            }
            TreeEdit::Move { .. } | TreeEdit::Swap { .. } => {
                for &unit in claim.edit.moved_units() {
                    places.entry((unit, false)).or_default().push(at);
                    let others = tree.ancestors(unit).flat_map(|outer| {
                        let others = whole.get(&outer).into_iter().flatten();
                        others.map(move |&other| (other, outer))
                    });
                    let others = others
                        .filter(|&(other, _)| differ(at, other) && !keeps(claims[other].edit, unit))
                        .take(MAX_SIDES);
                    pairs.extend(others.map(|(other, outer)| (at, other, outer)));
                }
                if let TreeEdit::Move { side, anchor, .. } = claim.edit {
                    against_whole(at, *anchor, true, &mut pairs);
                    let slot = match side {
                        BeforeOrAfter::Before => InsertPosition::Before(*anchor),
                        BeforeOrAfter::After => InsertPosition::After(*anchor),
                    };
                    slots.entry(slot).or_default().push(at);
                }
            }
            TreeEdit::Rename { unit, .. } => {
                against_whole(at, *unit, false, &mut pairs);
                places.entry((*unit, true)).or_default().push(at);
            }
            TreeEdit::Create { .. } => {}
        }
    }
    pairs.extend(nested_moves(tree, claims, &places));
    for ((unit, _), list) in &places {
        for (k, &a) in list.iter().enumerate() {
            let others = list[k + 1..].iter().filter(|&&b| differ(a, b));
            pairs.extend(others.take(MAX_SIDES).map(|&b| (a, b, *unit)));
        }
    }
    for list in words.values() {
        for (k, &(a, one)) in list.iter().enumerate() {
            let others = list[k + 1..]
                .iter()
                .filter(|(b, other)| one.layer == other.layer && differ(a, *b));
            let overlapping = others.clone().filter(|(_, other)| {
                one.span.start() < other.span.end() && other.span.start() < one.span.end()
            });
            pairs.extend(overlapping.take(MAX_SIDES).map(|(b, _)| (a, *b, one.atom)));
            if one.span.is_empty() && one.layer == Layer::Restated {
                let same = others.filter(|(_, other)| one.span == other.span);
                let dependent = same.filter_map(|(b, _)| {
                    order_dependence(patches, claims[a].patch, claims[*b].patch)
                });
                errors.extend(dependent.take(MAX_SIDES));
            }
        }
    }
    for list in slots.values() {
        for (k, &a) in list.iter().enumerate() {
            let dependent = list[k + 1..]
                .iter()
                .filter_map(|&b| order_dependence(patches, claims[a].patch, claims[b].patch));
            errors.extend(dependent.take(MAX_SIDES));
        }
    }
    report_conflicts(tree, claims, patches, &pairs, &mut errors);
    (group_clashes(tree, claims, &pairs), errors)
}

/// Whether an edit replaces one unit by itself, so that the unit stays in its place.
fn keeps(edit: &TreeEdit, unit: UnitId) -> bool {
    matches!(edit, TreeEdit::Replace { targets, with } if *targets == [unit] && with.roots == [unit])
}

/// Finds moves of bullets into bullets that other patches move: together they could put each into
/// the other.
fn nested_moves(
    tree: &Tree,
    claims: &[EditClaim<'_>],
    places: &BTreeMap<(UnitId, bool), Vec<usize>>,
) -> Vec<(usize, usize, UnitId)> {
    let mut pairs = Vec::new();
    for (at, claim) in claims.iter().enumerate() {
        let goals = match claim.edit {
            TreeEdit::Move { anchor, .. } => std::slice::from_ref(anchor),
            edit => edit.moved_units(),
        };
        for &goal in goals.iter().filter(|&&u| tree.kind(u) == UnitKind::Bullet) {
            for outer in tree.ancestors(goal).skip(1) {
                let others = places.get(&(outer, false)).into_iter().flatten();
                let others = others.filter(|&&other| claims[other].patch != claim.patch);
                if tree.kind(outer) == UnitKind::Bullet {
                    pairs.extend(others.take(MAX_SIDES).map(|&other| (at, other, outer)));
                }
            }
        }
    }
    pairs
}

/// Reports each conflict at both of its patches.
fn report_conflicts(
    tree: &Tree,
    claims: &[EditClaim<'_>],
    patches: &[Arc<Patch>],
    pairs: &[(usize, usize, UnitId)],
    errors: &mut Vec<PatchError>,
) {
    let mut words: HashMap<UnitId, String> = HashMap::new();
    let mut reported: HashSet<(PatchIx, PatchIx, &str)> = HashSet::new();
    for &(_, _, unit) in pairs {
        words
            .entry(unit)
            .or_insert_with(|| suggest::first_words(tree, unit));
    }
    for &(a, b, unit) in pairs {
        let words = &words[&unit];
        for (one, other) in [(a, b), (b, a)] {
            let (patch, other) = (claims[one].patch, claims[other].patch);
            if reported.insert((patch, other, words)) {
                let words = words.clone();
                errors.push(PatchError {
                    patch,
                    span: heading_span(patches, patch),
                    kind: PatchErrorKind::Conflict { other, words },
                });
            }
        }
    }
}

/// Returns an error if two insertions at one position come from different documents: only within a
/// document is their order known.
fn order_dependence(patches: &[Arc<Patch>], one: PatchIx, other: PatchIx) -> Option<PatchError> {
    let differ = document_key(patches, one) != document_key(patches, other);
    differ.then(|| PatchError {
        patch: one,
        span: heading_span(patches, one),
        kind: PatchErrorKind::OrderDependent { other },
    })
}

fn document_key(patches: &[Arc<Patch>], patch: PatchIx) -> Option<&str> {
    patches.get(patch.0 as usize).map(|patch| &*patch.document)
}

/// Returns the bytes of a patch's heading.
pub(super) fn heading_span(patches: &[Arc<Patch>], patch: PatchIx) -> crate::text::Span {
    patches
        .get(patch.0 as usize)
        .map(|patch| patch.heading_location().span)
        .unwrap_or_default()
}

/// Returns the units that an edit replaces, deletes or sets as a whole.
pub(super) fn claimed_units(tree: &Tree, edit: &TreeEdit) -> Vec<UnitId> {
    match edit {
        TreeEdit::Replace { targets, .. }
        | TreeEdit::Split { targets, .. }
        | TreeEdit::Delete { targets, .. } => targets.clone(),
        TreeEdit::Cell(cell) => vec![cell.cell],
        TreeEdit::Drop { .. } => vec![tree.root],
        TreeEdit::Insert { .. }
        | TreeEdit::Move { .. }
        | TreeEdit::Swap { .. }
        | TreeEdit::Rename { .. }
        | TreeEdit::Phrase { .. }
        | TreeEdit::Create { .. } => Vec::new(),
    }
}

/// Groups the conflicting edits by the outermost units that they share.
fn group_clashes(
    tree: &Tree,
    claims: &[EditClaim<'_>],
    pairs: &[(usize, usize, UnitId)],
) -> Vec<EditClash> {
    // a replacement or move in conflict is in conflict for all of its targets
    let also = |edit: usize| match claims[edit].edit {
        TreeEdit::Replace { targets, .. } | TreeEdit::Split { targets, .. } => targets.clone(),
        TreeEdit::Move { .. } | TreeEdit::Swap { .. } => claims[edit].edit.moved_units().to_vec(),
        TreeEdit::Delete { .. }
        | TreeEdit::Insert { .. }
        | TreeEdit::Rename { .. }
        | TreeEdit::Phrase { .. }
        | TreeEdit::Cell(_)
        | TreeEdit::Create { .. }
        | TreeEdit::Drop { .. } => Vec::new(),
    };
    let stakes: Vec<(usize, usize, UnitId)> = pairs
        .iter()
        .flat_map(|&(a, b, unit)| {
            std::iter::once(unit)
                .chain(also(a))
                .chain(also(b))
                .map(move |unit| (a, b, unit))
        })
        .collect();
    let shared: HashSet<UnitId> = stakes.iter().map(|(_, _, unit)| *unit).collect();
    let mut groups: BTreeMap<UnitId, BTreeSet<usize>> = BTreeMap::new();
    for &(a, b, unit) in &stakes {
        let outermost = tree
            .ancestors(unit)
            .filter(|outer| shared.contains(outer))
            .last()
            .unwrap_or(unit);
        groups.entry(outermost).or_default().extend([a, b]);
    }
    let clash = |(unit, edits): (UnitId, BTreeSet<usize>)| {
        let edits = edits.into_iter().collect();
        EditClash { unit, edits }
    };
    groups.into_iter().map(clash).collect()
}
