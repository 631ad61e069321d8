//! Pairs the units of a section in two states of the files: units that read the same in order, and
//! between them those that are alike.

use crate::{
    analysis::ClauseBlock,
    text::{changed_ranges, similarity::similarity},
};
use std::{cmp::Ordering, ops::Range};

/// A unit in both states, or in one of them.
pub(super) type UnitPair<'a> = (Option<&'a ClauseBlock>, Option<&'a ClauseBlock>);

/// The least score with which units are taken as the same one.
const MIN_SCORE: f64 = 0.5;

/// The score of cells with the same row and column, whatever their values.
const SAME_CELL: f64 = 2.0;

/// What the same id adds to a score.
const SAME_ID: f64 = 0.3;

/// The number of scores up to which all units between two that read the same are compared with each
/// other. Of more, only those with the same place are.
const MAX_SCORES: usize = 10_000;

/// Pairs the units of both states, in the order of the later one; a unit that is gone comes before
/// the unit that it preceded.
pub(super) fn align<'a>(before: &'a [ClauseBlock], after: &'a [ClauseBlock]) -> Vec<UnitPair<'a>> {
    let keys = |blocks: &'a [ClauseBlock]| -> Vec<_> {
        let key = |block: &'a ClauseBlock| (block.kind, &block.row, &block.label, &block.text);
        blocks.iter().map(key).collect()
    };
    let mut out: Vec<UnitPair<'a>> = Vec::new();
    let mut at = (0, 0);
    let end = (before.len()..before.len(), after.len()..after.len());
    let changed = changed_ranges(&keys(before), &keys(after));
    for (old, new) in changed.into_iter().chain([end]) {
        let same = before[at.0..old.start].iter().zip(&after[at.1..new.start]);
        out.extend(same.map(|(old, new)| (Some(old), Some(new))));
        at = (old.end, new.end);
        pair_alike(&before[old], &after[new], &mut out);
    }
    out
}

/// Pairs the units that are most alike first.
fn pair_alike<'a>(
    before: &'a [ClauseBlock],
    after: &'a [ClauseBlock],
    out: &mut Vec<UnitPair<'a>>,
) {
    let is_small = before.len() * after.len() <= MAX_SCORES;
    let candidates = |new: usize| -> Range<usize> {
        match is_small {
            true => 0..before.len(),
            false => new.min(before.len())..(new + 1).min(before.len()),
        }
    };
    let mut scores: Vec<(f64, usize, usize)> = (0..after.len())
        .flat_map(|new| candidates(new).map(move |old| (old, new)))
        .map(|(old, new)| (score(&before[old], &after[new]), old, new))
        .filter(|(score, ..)| *score >= MIN_SCORE)
        .collect();
    scores.sort_by(|one, other| other.0.partial_cmp(&one.0).unwrap_or(Ordering::Equal));
    let mut partner: Vec<Option<usize>> = vec![None; after.len()];
    let mut is_taken = vec![false; before.len()];
    for (_, old, new) in scores {
        if !is_taken[old] && partner[new].is_none() {
            (is_taken[old], partner[new]) = (true, Some(old));
        }
    }
    let gone = |range: Range<usize>, is_taken: &[bool]| -> Vec<UnitPair<'a>> {
        let gone = range.filter(|&old| !is_taken[old]);
        gone.map(|old| (Some(&before[old]), None)).collect()
    };
    let mut shown = 0;
    for (new, old) in partner.into_iter().enumerate() {
        if let Some(old) = old {
            out.extend(gone(shown..old.max(shown), &is_taken));
            shown = shown.max(old + 1);
        }
        out.push((old.map(|old| &before[old]), Some(&after[new])));
    }
    out.extend(gone(shown..before.len(), &is_taken));
}

/// Returns how alike two units are, from 0.
fn score(before: &ClauseBlock, after: &ClauseBlock) -> f64 {
    if before.kind != after.kind {
        return 0.0;
    }
    if before.row.is_some() && (&before.row, &before.label) == (&after.row, &after.label) {
        return SAME_CELL;
    }
    let same_id = if before.id == after.id { SAME_ID } else { 0.0 };
    similarity(&before.text, &after.text) + same_id
}
