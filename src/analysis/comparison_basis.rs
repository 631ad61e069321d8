//! A key to reuse comparisons of a section: its revisions and the known withdrawals at a view.

use crate::{
    model::PatchIx,
    resolve::{Revision, Section, View},
};
use std::{
    hash::{Hash, Hasher},
    sync::Arc,
};

/// A section's revisions and known withdrawals at a view; equal ones give equal comparisons.
#[derive(Clone, Debug)]
pub struct ComparisonBasis {
    steps: Arc<[Arc<Revision>]>,
    withdrawals: Vec<bool>,
}

impl ComparisonBasis {
    /// Collects the revisions and withdrawals of a section at a view.
    pub fn new(section: &Section, view: &View) -> Self {
        let sees = |by: PatchIx| section.patch(by).is_some_and(|patch| view.includes(patch));
        Self {
            steps: section.revisions(view),
            withdrawals: section
                .withdrawals
                .iter()
                .map(|(by, _)| sees(*by))
                .collect(),
        }
    }
}

impl ComparisonBasis {
    /// Returns what equal ones share: the place in memory of the last revision, which no other
    /// revisions lead to, and the withdrawals.
    fn key(&self) -> (Option<usize>, &[bool]) {
        let last = self.steps.last();
        let last = last.map(|revision| Arc::as_ptr(revision).addr());
        (last, &self.withdrawals)
    }
}

impl PartialEq for ComparisonBasis {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for ComparisonBasis {}

impl Hash for ComparisonBasis {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}
