//! A cache key for comparisons of a section at a view: its revisions and the withdrawals that are
//! known there.

use crate::{
    model::PatchIx,
    resolve::{Section, View},
};
use std::sync::Arc;

/// A cache key of a section at a view, made of its revisions and known withdrawals: views with
/// equal keys have equal comparisons.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ComparisonBasis {
    /// The place in memory of the last revision, to which only the same revisions lead. The section
    /// keeps them, so that no other takes this place.
    last: Option<usize>,
    withdrawals: Vec<bool>,
}

impl ComparisonBasis {
    /// Collects the revisions and withdrawals of a section at a view.
    pub fn new(section: &Section, view: &View) -> Self {
        let sees = |by: PatchIx| section.patch(by).is_some_and(|patch| view.includes(patch));
        let revisions = section.revisions(view);
        Self {
            last: revisions.last().map(|last| Arc::as_ptr(last).addr()),
            withdrawals: section
                .withdrawals
                .iter()
                .map(|(by, _)| sees(*by))
                .collect(),
        }
    }
}
