//! A key to reuse comparisons of a section: its revisions and the known withdrawals at a view.

use crate::{
    model::PatchIx,
    resolve::{Revision, Section, View},
};
use std::sync::Arc;

/// A section's revisions and known withdrawals at a view; equal ones give equal comparisons.
#[derive(Clone, Debug)]
pub struct ComparisonBasis {
    steps: Vec<Arc<Revision>>,
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

impl PartialEq for ComparisonBasis {
    fn eq(&self, other: &Self) -> bool {
        let same = |(own, other): (&Arc<Revision>, &Arc<Revision>)| Arc::ptr_eq(own, other);
        self.withdrawals == other.withdrawals
            && self.steps.len() == other.steps.len()
            && self.steps.iter().zip(&other.steps).all(same)
    }
}
