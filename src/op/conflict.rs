//! Which edits of one stratum act on the same text.

use super::{Edit, Fault, FaultKind, Slot, phrase::Splice, select};
use crate::{
    model::{Patch, PatchIx, Tree, UnitId},
    syntax::Layer,
};
use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
};

/// Edits that exclude each other.
#[derive(Clone, Debug)]
pub(super) struct Clash {
    /// The outermost unit that they act on.
    pub unit: UnitId,
    /// The edits, by index.
    pub edits: Vec<usize>,
}

/// One edit of a stratum with the words that it would change.
pub(super) struct Claim<'a> {
    /// Whose.
    pub patch: PatchIx,
    /// What.
    pub edit: &'a Edit,
    /// The planned changes of words.
    pub splices: &'a [Splice],
}

/// Finds the edits of different patches that act on the same units or words; and those whose order alone decides.
pub(super) fn clashes(
    tree: &Tree,
    claims: &[Claim<'_>],
    patches: &[Arc<Patch>],
) -> (Vec<Clash>, Vec<Fault>) {
    let mut pairs: Vec<(usize, usize, UnitId)> = Vec::new();
    let mut faults = Vec::new();
    let mut whole: HashMap<UnitId, Vec<usize>> = HashMap::new();
    for (at, claim) in claims.iter().enumerate() {
        for unit in claimed(tree, claim.edit) {
            whole.entry(unit).or_default().push(at);
        }
    }
    let differ = |a: usize, b: usize| claims[a].patch != claims[b].patch;
    let against_whole = |at: usize, unit: UnitId, strict: bool, pairs: &mut Vec<_>| {
        for outer in tree.path(unit).skip(usize::from(strict)) {
            for &other in whole.get(&outer).into_iter().flatten() {
                if other != at && differ(at, other) {
                    pairs.push((at, other, outer));
                }
            }
        }
    };
    let mut slots: BTreeMap<Slot, Vec<usize>> = BTreeMap::new();
    let mut words: BTreeMap<UnitId, Vec<(usize, &Splice)>> = BTreeMap::new();
    for (at, claim) in claims.iter().enumerate() {
        match claim.edit {
            Edit::Replace { .. }
            | Edit::Split { .. }
            | Edit::Delete { .. }
            | Edit::Cell(_)
            | Edit::Drop { .. } => {
                for unit in claimed(tree, claim.edit) {
                    against_whole(at, unit, false, &mut pairs);
                }
            }
            Edit::Insert { slot, .. } => {
                let (Slot::Before(unit) | Slot::After(unit) | Slot::Start(unit) | Slot::End(unit)) =
                    *slot;
                // beside a unit that goes is no conflict, inside one is
                let strict = matches!(slot, Slot::Before(_) | Slot::After(_));
                against_whole(at, unit, strict, &mut pairs);
                slots.entry(*slot).or_default().push(at);
            }
            Edit::Phrase { .. } => {
                for splice in claim.splices {
                    against_whole(at, splice.atom, false, &mut pairs);
                    words.entry(splice.atom).or_default().push((at, splice));
                }
            }
            Edit::Create { .. } => {}
        }
    }
    for list in words.values() {
        for (k, &(a, one)) in list.iter().enumerate() {
            for &(b, other) in &list[k + 1..] {
                let overlap =
                    one.span.start() < other.span.end() && other.span.start() < one.span.end();
                if one.layer != other.layer || !differ(a, b) {
                    continue;
                }
                if overlap {
                    pairs.push((a, b, one.atom));
                } else if one.span.is_empty()
                    && one.span == other.span
                    && one.layer == Layer::Restated
                {
                    faults.extend(unordered(patches, claims[a].patch, claims[b].patch));
                }
            }
        }
    }
    for list in slots.values() {
        for (k, &a) in list.iter().enumerate() {
            for &b in &list[k + 1..] {
                faults.extend(unordered(patches, claims[a].patch, claims[b].patch));
            }
        }
    }
    for &(a, b, unit) in &pairs {
        let words = select::first_words(tree, unit);
        for (one, other) in [(a, b), (b, a)] {
            let patch = claims[one].patch;
            let kind = FaultKind::Conflict {
                other: claims[other].patch,
                words: words.clone(),
            };
            let fault = Fault {
                patch,
                span: span(patches, patch),
                kind,
            };
            if !faults.contains(&fault) {
                faults.push(fault);
            }
        }
    }
    (groups(tree, claims, &pairs), faults)
}

/// The order of two insertions at one place is known inside a document only.
fn unordered(patches: &[Arc<Patch>], one: PatchIx, other: PatchIx) -> Option<Fault> {
    let differ = document(patches, one) != document(patches, other);
    differ.then(|| Fault {
        patch: one,
        span: span(patches, one),
        kind: FaultKind::OrderDependent { other },
    })
}

fn document(patches: &[Arc<Patch>], patch: PatchIx) -> Option<&str> {
    patches.get(patch.0 as usize).map(|patch| &*patch.document)
}

fn span(patches: &[Arc<Patch>], patch: PatchIx) -> crate::text::Span {
    patches
        .get(patch.0 as usize)
        .map(|patch| patch.at().span)
        .unwrap_or_default()
}

/// The units that an edit takes as a whole.
pub(super) fn claimed(tree: &Tree, edit: &Edit) -> Vec<UnitId> {
    match edit {
        Edit::Replace { targets, .. }
        | Edit::Split { targets, .. }
        | Edit::Delete { targets, .. } => targets.clone(),
        Edit::Cell(cell) => vec![cell.cell],
        Edit::Drop { .. } => vec![tree.root],
        Edit::Insert { .. } | Edit::Phrase { .. } | Edit::Create { .. } => Vec::new(),
    }
}

/// The units at stake, the outermost of each, with the edits that meet there.
fn groups(tree: &Tree, claims: &[Claim<'_>], pairs: &[(usize, usize, UnitId)]) -> Vec<Clash> {
    // a replacement that is not carried out is at stake in all that it takes
    let also = |edit: usize| match claims[edit].edit {
        Edit::Replace { targets, .. } | Edit::Split { targets, .. } => targets.clone(),
        Edit::Delete { .. }
        | Edit::Insert { .. }
        | Edit::Phrase { .. }
        | Edit::Cell(_)
        | Edit::Create { .. }
        | Edit::Drop { .. } => Vec::new(),
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
    let mut groups: BTreeMap<UnitId, Vec<usize>> = BTreeMap::new();
    for &(a, b, unit) in &stakes {
        let outermost = tree
            .path(unit)
            .filter(|outer| stakes.iter().any(|(_, _, u)| u == outer))
            .last()
            .unwrap_or(unit);
        let edits = groups.entry(outermost).or_default();
        edits.extend(
            [a, b]
                .into_iter()
                .filter(|edit| !edits.contains(edit))
                .collect::<Vec<_>>(),
        );
    }
    let clash = |(unit, mut edits): (UnitId, Vec<usize>)| {
        edits.sort_unstable();
        Clash { unit, edits }
    };
    groups.into_iter().map(clash).collect()
}
