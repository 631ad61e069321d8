//! Summarizes a ruleset without resolving its sections: title, editions, profiles, documents.

use super::{Analysis, ViewDescription};
use crate::{
    model::{DocumentKind, EditionIx, Ruleset},
    resolve::{RulesetDb, View},
};
use serde::Serialize;

/// An edition in lists: its name, the date from which it is in force, and the remark on its status
/// (`played in competitions`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EditionSummary {
    /// Its name.
    pub id: String,
    /// The date from which it is in force.
    pub from: Option<String>,
    /// Its official status.
    pub status: Option<String>,
}

/// A ruleset without its sections, for lists and exports: its title, editions, profiles and
/// documents, and the view at which these count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RulesetSummary {
    /// Its key.
    pub id: String,
    /// Its title.
    pub title: String,
    /// The view for which documents count; in lists of rulesets the default one.
    pub view: ViewDescription,
    /// Its editions, the oldest first.
    pub editions: Vec<EditionSummary>,
    /// Its profiles.
    pub profiles: Vec<ProfileSummary>,
    /// Its documents, in the order of their publication.
    pub documents: Vec<DocumentSummary>,
}

/// A profile in lists: the scopes whose patches count, and the keys of the documents whose rulings
/// are shown with the text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ProfileSummary {
    /// Its name.
    pub id: String,
    /// Other words for it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<String>,
    /// Whether it is the default profile.
    pub default: bool,
    /// The scopes whose patches count.
    pub scopes: Vec<String>,
    /// The clarifications and guidelines that are shown next to the text.
    pub layers: Vec<String>,
}

/// A published document as `ruleset.toml` describes it: title, kind, edition, date, if it counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DocumentSummary {
    /// Its key.
    pub id: String,
    /// Its title.
    pub title: String,
    /// The kind of document.
    pub kind: &'static str,
    /// The edition that it makes or is about.
    pub edition: String,
    /// When it was published.
    pub published: Option<String>,
    /// Whether it counts at the view.
    pub counts: bool,
}

/// What a text to print is about: the view, the ruleset and the documents that count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintHead {
    /// The view that was requested.
    pub query: ViewDescription,
    /// The title of the ruleset.
    pub title: String,
    /// Notices to show with the text.
    pub notices: Vec<String>,
    /// The documents that count at the view.
    pub documents: Vec<DocumentSummary>,
}

impl Analysis {
    /// Returns what a text of a ruleset to print is about. The documents are those with rules that
    /// count and make the editions up to that of the view.
    pub(super) fn print_head(&self, db: &RulesetDb, view: &View) -> PrintHead {
        let chain = db.ruleset.amendment_chain(view.edition).into_iter();
        let chain: Vec<&str> = chain
            .map(|edition| db.ruleset.edition_id(edition))
            .collect();
        let kinds = [
            DocumentKind::Base,
            DocumentKind::Amendment,
            DocumentKind::Clarification,
            DocumentKind::Guideline,
        ];
        let kinds = kinds.map(DocumentKind::name);
        let mut documents = self.ruleset_summary(db, view).documents;
        documents.retain(|own| {
            kinds.contains(&own.kind) && own.counts && chain.contains(&own.edition.as_str())
        });
        PrintHead {
            query: ViewDescription::new(&db.ruleset, view),
            title: db.ruleset.title.clone(),
            notices: self.notices(&db.ruleset, view),
            documents,
        }
    }

    /// Returns the summary of a ruleset.
    pub fn ruleset_summary(&self, db: &RulesetDb, view: &View) -> RulesetSummary {
        let ruleset = &db.ruleset;
        let mut documents: Vec<_> = ruleset.documents.values().collect();
        documents.sort_by_key(|document| db.order.position(&document.key));
        let profile = |profile: &crate::model::Profile| ProfileSummary {
            id: profile.name.clone(),
            also: profile.also.clone(),
            default: profile.default,
            scopes: profile.scopes.clone(),
            layers: profile.layers.clone(),
        };
        let summary = |document: &crate::model::Document| DocumentSummary {
            id: document.key.clone(),
            title: document.title.clone(),
            kind: document.kind.name(),
            edition: ruleset.edition_id(document.edition).to_owned(),
            published: Some(document.published)
                .filter(|date| !date.is_undated())
                .map(|date| date.iso()),
            counts: document_counts(document, view),
        };
        RulesetSummary {
            id: ruleset.key.clone(),
            title: ruleset.title.clone(),
            view: ViewDescription::new(ruleset, view),
            editions: edition_summaries(ruleset),
            profiles: ruleset.profiles.iter().map(profile).collect(),
            documents: documents.into_iter().map(summary).collect(),
        }
    }
}

/// Returns the editions of a ruleset, the oldest first.
pub(super) fn edition_summaries(ruleset: &Ruleset) -> Vec<EditionSummary> {
    let edition = |at: usize| {
        let edition = &ruleset.editions[at];
        let from = ruleset
            .in_force_from(EditionIx(at as u16))
            .filter(|date| !date.is_undated());
        EditionSummary {
            id: edition.id.clone(),
            from: from.map(|date| date.to_string()),
            status: edition.status.clone(),
        }
    };
    (0..ruleset.editions.len()).map(edition).collect()
}

/// Returns whether a document counts at a view: published by then, and included in the profile.
pub(super) fn document_counts(document: &crate::model::Document, view: &View) -> bool {
    let is_published = document.published.counts_from() <= view.as_of;
    match document.kind {
        DocumentKind::Clarification | DocumentKind::Guideline => {
            is_published && view.profile.layers.contains(&document.key)
        }
        DocumentKind::Amendment | DocumentKind::Notes => is_published,
        DocumentKind::Base | DocumentKind::Data | DocumentKind::Book => {
            is_published || !document.published.is_proposed()
        }
    }
}
