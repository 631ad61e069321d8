//! Finds and reports edits of patches that take effect together and exclude each other, or whose
//! result depends on their order.

use super::{
    InsertPosition, PatchError, PatchErrorKind, TreeEdit, execute::PlannedEdit, phrase::Splice,
    suggest,
};
use crate::{
    model::{Patch, PatchIx, SectionTree, UnitId, UnitKind},
    syntax::WordingLayer,
};
use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    sync::Arc,
};

/// With how many others an edit is compared, and how many sides a conflict shows: more would not
/// help an umpire, and each side is a whole section.
pub(super) const MAX_SIDES: usize = 8;

/// Edits of different patches that exclude each other, as indices into the compared edits, and the
/// outermost unit on which they act.
#[derive(Clone, Debug)]
pub(super) struct ConflictingEdits {
    /// The outermost unit that they act on.
    pub unit: UnitId,
    /// The indices of the edits.
    pub edits: Vec<usize>,
}

/// Finds edits of different patches that act on the same units or words, and reports pairs whose
/// result depends on their order alone.
pub(super) fn find_conflicts(
    tree: &SectionTree,
    planned: &[PlannedEdit<'_>],
    patches: &[Arc<Patch>],
) -> (Vec<ConflictingEdits>, Vec<PatchError>) {
    let mut finder = ConflictFinder::new(tree, planned);
    for at in 0..planned.len() {
        finder.add_edit(at);
    }
    finder
        .pairs
        .extend(nested_moves(tree, planned, &finder.places));
    finder.compare_places();
    let mut errors = Vec::new();
    finder.compare_words(patches, &mut errors);
    for list in finder.slots.values() {
        for (k, &a) in list.iter().enumerate() {
            let dependent = list[k + 1..]
                .iter()
                .filter_map(|&b| order_dependence(patches, planned[a].patch, planned[b].patch));
            errors.extend(dependent.take(MAX_SIDES));
        }
    }
    report_conflicts(tree, planned, patches, &finder.pairs, &mut errors);
    (group_conflicts(tree, planned, &finder.pairs), errors)
}

/// Compares the edits of a stratum by what they act on.
struct ConflictFinder<'a> {
    tree: &'a SectionTree,
    planned: &'a [PlannedEdit<'a>],
    /// The edits that replace, delete or set a unit as a whole.
    whole: HashMap<UnitId, Vec<usize>>,
    /// The edits that give a unit another place, or (`true`) another label.
    places: BTreeMap<(UnitId, bool), Vec<usize>>,
    /// The edits that insert at a position.
    slots: BTreeMap<InsertPosition, Vec<usize>>,
    /// The changes of words of an atom.
    words: BTreeMap<UnitId, Vec<(usize, &'a Splice)>>,
    /// The edits that exclude each other, with the unit that they act on.
    pairs: Vec<(usize, usize, UnitId)>,
}

impl<'a> ConflictFinder<'a> {
    fn new(tree: &'a SectionTree, planned: &'a [PlannedEdit<'a>]) -> Self {
        let mut whole: HashMap<UnitId, Vec<usize>> = HashMap::new();
        for (at, own) in planned.iter().enumerate() {
            for unit in claimed_units(own.edit) {
                whole.entry(unit).or_default().push(at);
            }
        }
        Self {
            tree,
            planned,
            whole,
            places: BTreeMap::new(),
            slots: BTreeMap::new(),
            words: BTreeMap::new(),
            pairs: Vec::new(),
        }
    }

    fn differ(&self, a: usize, b: usize) -> bool {
        self.planned[a].patch != self.planned[b].patch
    }

    /// Compares an edit with those of a unit, or (`strict`) of what contains it, as a whole.
    fn compare_with_whole(&mut self, at: usize, unit: UnitId, strict: bool) {
        for outer in self.tree.ancestors(unit).skip(usize::from(strict)) {
            let others = self.whole.get(&outer).into_iter().flatten();
            let others =
                others.filter(|&&other| self.planned[at].patch != self.planned[other].patch);
            let others = others.take(MAX_SIDES);
            self.pairs.extend(others.map(|&other| (at, other, outer)));
        }
    }

    /// Compares an edit with those of whole units, and notes the places and words that it acts on.
    fn add_edit(&mut self, at: usize) {
        let own = &self.planned[at];
        match own.edit {
            TreeEdit::Replace { .. }
            | TreeEdit::Split { .. }
            | TreeEdit::Delete { .. }
            | TreeEdit::Cell(_) => {
                for unit in claimed_units(own.edit) {
                    self.compare_with_whole(at, unit, false);
                }
            }
            TreeEdit::Insert { slot, .. } => {
                // inserting next to a removed unit is no conflict, inserting into one is
                let strict = matches!(slot, InsertPosition::Before(_) | InsertPosition::After(_));
                self.compare_with_whole(at, slot.unit(), strict);
                self.slots.entry(*slot).or_default().push(at);
            }
            TreeEdit::Phrase { .. } => {
                for splice in &own.words.splices {
                    self.compare_with_whole(at, splice.atom, false);
                    self.words
                        .entry(splice.atom)
                        .or_default()
                        .push((at, splice));
                }
            }
            TreeEdit::Move(_) => self.add_move(at),
            TreeEdit::Rename { unit, .. } => {
                self.compare_with_whole(at, *unit, false);
                self.places.entry((*unit, true)).or_default().push(at);
            }
            TreeEdit::Create { .. } => {}
        }
    }

    fn add_move(&mut self, at: usize) {
        let edit = self.planned[at].edit;
        let moved = edit.moved_units();
        for &unit in &moved {
            self.places.entry((unit, false)).or_default().push(at);
            let others = self.tree.ancestors(unit).flat_map(|outer| {
                let others = self.whole.get(&outer).into_iter().flatten();
                others.map(move |&other| (other, outer))
            });
            let others: Vec<_> = others
                .filter(|&(other, _)| {
                    self.differ(at, other) && !keeps(self.planned[other].edit, unit)
                })
                .take(MAX_SIDES)
                .collect();
            let pairs = others.into_iter().map(|(other, outer)| (at, other, outer));
            self.pairs.extend(pairs);
        }
        if let TreeEdit::Move(moves) = edit {
            let places = moves.iter().filter(|own| !moved.contains(&own.anchor));
            let slots = places.map(|own| InsertPosition::next_to(own.anchor, own.side));
            for slot in slots.collect::<BTreeSet<_>>() {
                self.compare_with_whole(at, slot.unit(), true);
                self.slots.entry(slot).or_default().push(at);
            }
        }
    }

    /// Compares the edits that give one unit a place or a label.
    fn compare_places(&mut self) {
        let mut pairs = Vec::new();
        for ((unit, _), list) in &self.places {
            for (k, &a) in list.iter().enumerate() {
                let others = list[k + 1..].iter().filter(|&&b| self.differ(a, b));
                pairs.extend(others.take(MAX_SIDES).map(|&b| (a, b, *unit)));
            }
        }
        self.pairs.extend(pairs);
    }

    /// Compares the changes of the words of one atom. Reports insertions at one place.
    fn compare_words(&mut self, patches: &[Arc<Patch>], errors: &mut Vec<PatchError>) {
        let (planned, mut pairs) = (self.planned, Vec::new());
        for list in self.words.values() {
            for (k, &(a, one)) in list.iter().enumerate() {
                let others = list[k + 1..]
                    .iter()
                    .filter(|(b, other)| one.layer == other.layer && self.differ(a, *b));
                let overlapping = others.clone().filter(|(_, other)| {
                    one.span.start() < other.span.end() && other.span.start() < one.span.end()
                });
                pairs.extend(overlapping.take(MAX_SIDES).map(|(b, _)| (a, *b, one.atom)));
                if one.span.is_empty() && one.layer == WordingLayer::Restated {
                    let same = others.filter(|(_, other)| one.span == other.span);
                    let dependent = same.filter_map(|(b, _)| {
                        order_dependence(patches, planned[a].patch, planned[*b].patch)
                    });
                    errors.extend(dependent.take(MAX_SIDES));
                }
            }
        }
        self.pairs.extend(pairs);
    }
}

/// Whether an edit replaces one unit by itself, so that the unit stays in its place.
fn keeps(edit: &TreeEdit, unit: UnitId) -> bool {
    matches!(edit, TreeEdit::Replace { targets, with } if *targets == [unit] && with.roots == [unit])
}

/// Finds moves of bullets into bullets that other patches move: together they could put each into
/// the other.
fn nested_moves(
    tree: &SectionTree,
    planned: &[PlannedEdit<'_>],
    places: &BTreeMap<(UnitId, bool), Vec<usize>>,
) -> Vec<(usize, usize, UnitId)> {
    let mut pairs = Vec::new();
    for (at, own) in planned.iter().enumerate() {
        let TreeEdit::Move(moves) = own.edit else {
            continue;
        };
        let goals: BTreeSet<UnitId> = moves.iter().map(|own| own.anchor).collect();
        for goal in goals
            .into_iter()
            .filter(|&u| tree.kind(u) == UnitKind::Bullet)
        {
            for outer in tree.ancestors(goal).skip(1) {
                let others = places.get(&(outer, false)).into_iter().flatten();
                let others = others.filter(|&&other| planned[other].patch != own.patch);
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
    tree: &SectionTree,
    planned: &[PlannedEdit<'_>],
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
            let (patch, other) = (planned[one].patch, planned[other].patch);
            if reported.insert((patch, other, words)) {
                let words = words.clone();
                errors.push(PatchError::new(
                    patch,
                    heading_span(patches, patch),
                    PatchErrorKind::Conflict { other, words },
                ));
            }
        }
    }
}

/// Returns an error if two insertions at one position come from different documents: only within a
/// document is their order known.
fn order_dependence(patches: &[Arc<Patch>], one: PatchIx, other: PatchIx) -> Option<PatchError> {
    let differ = document_key(patches, one) != document_key(patches, other);
    differ.then(|| {
        PatchError::new(
            one,
            heading_span(patches, one),
            PatchErrorKind::OrderDependent { other },
        )
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
pub(super) fn claimed_units(edit: &TreeEdit) -> Vec<UnitId> {
    match edit {
        TreeEdit::Cell(cell) => vec![cell.cell],
        edit => edit.removed_units().to_vec(),
    }
}

/// Groups the conflicting edits by the outermost units that they share.
fn group_conflicts(
    tree: &SectionTree,
    planned: &[PlannedEdit<'_>],
    pairs: &[(usize, usize, UnitId)],
) -> Vec<ConflictingEdits> {
    // a replacement or move in conflict is in conflict for all of its targets
    let also = |edit: usize| match planned[edit].edit {
        TreeEdit::Delete { .. } => Vec::new(),
        edit => [edit.removed_units(), &edit.moved_units()[..]].concat(),
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
    let conflict = |(unit, edits): (UnitId, BTreeSet<usize>)| {
        let edits = edits.into_iter().collect();
        ConflictingEdits { unit, edits }
    };
    groups.into_iter().map(conflict).collect()
}
