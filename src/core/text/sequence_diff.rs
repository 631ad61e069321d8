//! Compares two sequences of any values: returns the ranges that differ.

use imara_diff::{Algorithm, Diff, InternedInput, Interner};
use std::{hash::Hash, ops::Range};

/// Returns the ranges of `old` and `new` that differ, in order. What is between them is the same in
/// both.
pub fn changed_ranges<T: Eq + Hash>(old: &[T], new: &[T]) -> Vec<(Range<usize>, Range<usize>)> {
    let mut input = InternedInput {
        before: Vec::new(),
        after: Vec::new(),
        interner: Interner::new(old.len() + new.len()),
    };
    input.update_before(old.iter());
    input.update_after(new.iter());
    let mut diff = Diff::compute(Algorithm::Histogram, &input);
    diff.postprocess_no_heuristic(&input);
    let range = |range: Range<u32>| range.start as usize..range.end as usize;
    diff.hunks()
        .map(|hunk| (range(hunk.before), range(hunk.after)))
        .collect()
}
