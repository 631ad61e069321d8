//! What a comparison of a section depends on.

use crate::{
    model::PatchIx,
    resolve::{Revision, Section, View},
};
use std::sync::Arc;

/// Everything on which a comparison of a section with another view depends: the steps that made its
/// text, and the withdrawals of changes.
#[derive(Clone, Debug)]
pub struct ComparisonBasis {
    steps: Vec<Arc<Revision>>,
    withdrawals: Vec<bool>,
}

impl ComparisonBasis {
    /// Returns what a comparison at a view depends on.
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
