//! The rulesets that there are: what can be asked of each. Reads no section.

use super::{Analysis, EditionLine, Query};
use crate::{
    model::{DocumentKind, EditionIx, Ruleset},
    resolve::{RulesetDb, View},
};
use serde::Serialize;

/// A ruleset, with what can be asked of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Catalogue {
    /// Its name.
    pub id: String,
    /// Its title.
    pub title: String,
    /// How it is read where nothing else is asked.
    pub view: Query,
    /// Its editions, the oldest first.
    pub editions: Vec<EditionLine>,
    /// Its profiles.
    pub profiles: Vec<ProfileLine>,
    /// Its documents, in the order of their publication.
    pub documents: Vec<Volume>,
}

/// A profile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ProfileLine {
    /// Its name.
    pub id: String,
    /// Whether it is the one used where none is named.
    pub default: bool,
    /// The scopes whose patches count.
    pub scopes: Vec<String>,
    /// The clarifications and guidelines that stand beside the text.
    pub layers: Vec<String>,
}

/// A document, by what `ruleset.toml` says of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Volume {
    /// Its key.
    pub id: String,
    /// Its title.
    pub title: String,
    /// What it is.
    pub kind: &'static str,
    /// The edition that it makes or speaks of.
    pub edition: String,
    /// When it was published.
    pub published: Option<String>,
    /// Whether it counts at the view.
    pub counts: bool,
}

impl Volume {
    /// Whether it has rules or rulings in it, and not notes or figures from elsewhere.
    pub fn rules(&self) -> bool {
        [
            DocumentKind::Base,
            DocumentKind::Amendment,
            DocumentKind::Clarification,
            DocumentKind::Guideline,
        ]
        .iter()
        .any(|kind| kind.name() == self.kind)
    }
}

impl Analysis {
    /// What can be asked of a ruleset.
    pub fn catalogue(&self, db: &RulesetDb, view: &View) -> Catalogue {
        let ruleset = &db.ruleset;
        let mut documents: Vec<_> = ruleset.documents.values().collect();
        documents.sort_by_key(|document| db.order.turn(&document.key));
        let profile = |profile: &crate::model::Profile| ProfileLine {
            id: profile.name.clone(),
            default: profile.default,
            scopes: profile.scopes.clone(),
            layers: profile.layers.clone(),
        };
        let volume = |document: &crate::model::Document| Volume {
            id: document.key.clone(),
            title: document.title.clone(),
            kind: document.kind.name(),
            edition: ruleset.edition_id(document.edition).to_owned(),
            published: Some(document.published)
                .filter(|date| !date.is_undated())
                .map(|date| date.iso()),
            counts: counts(document, view),
        };
        Catalogue {
            id: ruleset.key.clone(),
            title: ruleset.title.clone(),
            view: Query::of(ruleset, view),
            editions: editions(ruleset),
            profiles: ruleset.profiles.iter().map(profile).collect(),
            documents: documents.into_iter().map(volume).collect(),
        }
    }
}

/// The editions of a ruleset, the oldest first.
pub(super) fn editions(ruleset: &Ruleset) -> Vec<EditionLine> {
    let edition = |at: usize| {
        let edition = &ruleset.editions[at];
        let from = ruleset
            .in_force_from(EditionIx(at as u16))
            .filter(|date| !date.is_undated());
        EditionLine {
            id: edition.id.clone(),
            from: from.map(|date| date.to_string()),
            status: edition.status.clone(),
        }
    };
    (0..ruleset.editions.len()).map(edition).collect()
}

/// Whether a document counts at a view: published by then, and shown by the profile.
pub(super) fn counts(document: &crate::model::Document, view: &View) -> bool {
    match document.kind {
        DocumentKind::Clarification | DocumentKind::Guideline => {
            document.published.counts_from() <= view.as_of
                && view.profile.layers.contains(&document.key)
        }
        DocumentKind::Amendment | DocumentKind::Notes => {
            document.published.counts_from() <= view.as_of
        }
        DocumentKind::Base | DocumentKind::Data | DocumentKind::Book => true,
    }
}
