//! `Leftover`: text, a deletion or an unapplied change on one side only; finds deletions, drops
//! equal restatements, and decides if the leftovers of both sides read the same.

use super::piece::{ComparedText, UnappliedChange, printed_words};
use crate::{
    model::{PatchIx, SectionTree, UnitId},
    syntax::WordingLayer,
};
use std::collections::BTreeSet;

/// A sentence, heading or cell, the deletion of a unit, or an unapplied change of words that only
/// one side has, before leftovers are grouped to differences.
#[derive(Clone, Debug)]
pub(super) enum Leftover {
    /// A sentence.
    Piece(ComparedText),
    /// A unit without known words that an instruction deletes.
    Deletion(UnitId, PatchIx),
    /// A change of words that is not applied.
    Pending(UnappliedChange),
}

impl Leftover {
    pub(super) fn by(&self) -> BTreeSet<PatchIx> {
        match self {
            Self::Piece(piece) => piece.by.clone(),
            Self::Deletion(_, by) => BTreeSet::from([*by]),
            Self::Pending(change) => BTreeSet::from([change.patch]),
        }
    }

    pub(super) fn words(&self) -> &[String] {
        match self {
            Self::Piece(piece) => &piece.words,
            Self::Deletion(..) | Self::Pending(_) => &[],
        }
    }
}

/// Returns the outermost units of the older text that `tree` has deleted and `other` has not, if
/// their words are not known or are left over.
pub(super) fn deletions(
    tree: &SectionTree,
    other: &SectionTree,
    left_over: &[ComparedText],
) -> Vec<Leftover> {
    let deleted = |unit: &UnitId| {
        let node = tree.get(*unit).filter(|node| !node.kind.is_gap())?;
        let gone = node.gone.as_ref()?;
        let is_outermost = node.parent.is_none_or(|holder| tree.is_live(holder));
        let known = printed_words(&other.plain_text(*unit, WordingLayer::Restated));
        let is_left =
            |piece: &ComparedText| piece.unit.is_some_and(|inner| other.contains(*unit, inner));
        let counts = is_outermost && (known.is_empty() || left_over.iter().any(is_left));
        counts.then(|| Leftover::Deletion(*unit, gone.by))
    };
    other
        .live_units(other.root)
        .iter()
        .filter_map(deleted)
        .collect()
}

/// Drops the units with the same restated words on both sides, of which one side is compared in
/// print: an instruction of the document is applied to the restatement alone.
pub(super) fn drop_same_restatements(ours: &mut Vec<ComparedText>, theirs: &mut Vec<ComparedText>) {
    let restated = |piece: &ComparedText| piece.restated.clone().unwrap_or(piece.words.clone());
    let same = |one: &ComparedText, other: &ComparedText| {
        one.unit.is_some()
            && one.unit == other.unit
            && one.is_printed != other.is_printed
            && restated(one) == restated(other)
    };
    let units: BTreeSet<Option<UnitId>> = ours
        .iter()
        .filter(|one| theirs.iter().any(|other| same(one, other)))
        .map(|one| one.unit)
        .collect();
    for side in [ours, theirs] {
        side.retain(|piece| !units.contains(&piece.unit));
    }
}

/// Whether both sides have the same words in the same order, wherever values such as `-1` are.
pub(super) fn reads_the_same(ours: &[Leftover], theirs: &[Leftover]) -> bool {
    let split = |side: &[Leftover]| -> (Vec<String>, Vec<String>) {
        let words = side.iter().flat_map(Leftover::words).cloned();
        let (mut values, text): (Vec<_>, Vec<_>) =
            words.partition(|word| word.starts_with(['-', '+']));
        values.sort();
        (values, text)
    };
    // a label of one side may be text of the other
    let words = |side: &[Leftover], plain: bool| -> Vec<String> {
        let pieces = side.iter().filter_map(|one| match one {
            Leftover::Piece(piece) if plain => Some(printed_words(&piece.text)),
            Leftover::Piece(piece) => Some(piece.words.clone()),
            Leftover::Deletion(..) | Leftover::Pending(_) => None,
        });
        pieces.flatten().collect()
    };
    split(ours) == split(theirs)
        || words(ours, true) == words(theirs, false)
        || words(ours, false) == words(theirs, true)
}
