use crate::model::{EditionIx, Patch, Profile};
use jiff::civil::Date;
use std::sync::Arc;

/// A question put to the rules: which edition, as known on which day, for whom.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// The edition.
    pub edition: EditionIx,
    /// Documents published on or before this day count.
    pub as_of: Date,
    /// The scopes that count and the rulings that are shown.
    pub profile: Arc<Profile>,
}

impl View {
    /// The same question put to another edition.
    #[must_use]
    pub fn at(&self, edition: EditionIx) -> Self {
        Self {
            edition,
            ..self.clone()
        }
    }

    /// Whether a patch counts, withdrawals aside.
    pub fn sees(&self, patch: &Patch) -> bool {
        let scoped = patch
            .scope
            .as_ref()
            .is_none_or(|scope| self.profile.scopes.contains(scope));
        scoped && patch.known.counts_from() <= self.as_of
    }

    /// Whether a clarification or guideline is shown.
    pub fn shows(&self, patch: &Patch) -> bool {
        self.sees(patch)
            && self
                .profile
                .layers
                .iter()
                .any(|layer| **layer == *patch.document)
    }
}
