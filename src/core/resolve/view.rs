//! `View`: the edition, day and profile for which the rules are read.

use crate::model::{EditionIx, Patch, Profile};
use jiff::civil::Date;
use std::sync::Arc;

/// The edition, the date up to which publications count, and the profile (scopes, rulings shown) at
/// which a request reads the rules.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// The edition.
    pub edition: EditionIx,
    /// Only documents published on or before this day count.
    pub as_of: Date,
    /// The scopes that count and the rulings that are shown.
    pub profile: Arc<Profile>,
}

impl View {
    /// Returns the view of an edition for which all documents are published.
    pub fn all_published(edition: EditionIx, profile: Arc<Profile>) -> Self {
        Self {
            edition,
            as_of: Date::MAX,
            profile,
        }
    }

    /// Returns the same view at another edition.
    #[must_use]
    pub fn with_edition(&self, edition: EditionIx) -> Self {
        Self {
            edition,
            ..self.clone()
        }
    }

    /// Returns the same view on another day.
    #[must_use]
    pub fn with_day(&self, as_of: Date) -> Self {
        Self {
            as_of,
            ..self.clone()
        }
    }

    /// Returns whether a patch counts, apart from withdrawals.
    pub fn includes(&self, patch: &Patch) -> bool {
        let scoped = patch
            .scope
            .as_ref()
            .is_none_or(|scope| self.profile.scopes.contains(scope));
        scoped && patch.known.counts_from() <= self.as_of
    }

    /// Returns whether a clarification or guideline is shown.
    pub fn shows_ruling(&self, patch: &Patch) -> bool {
        self.includes(patch)
            && self
                .profile
                .layers
                .iter()
                .any(|layer| **layer == *patch.document)
    }
}
