//! `ruleset.toml`: the title, editions, documents and profiles of one ruleset.

mod names;
mod read;

pub use names::document_names;

use super::PartialDate;
use crate::{
    diagnostic::Diagnostic,
    text::{SourceId, Span},
};
use indexmap::IndexMap;
use serde::Deserialize;
use std::collections::BTreeMap;

/// An edition: an index into [`Ruleset::editions`], which stand in the order in which they amend each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EditionIx(pub u16);

/// An edition of the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edition {
    /// Its name: `3.4`.
    pub id: String,
    /// The edition that it amends; none for the base.
    pub amends: Option<EditionIx>,
    /// When it came out, where that is not the date of its first document.
    pub date: Option<PartialDate>,
    /// What is to be said of its standing: used before it was official, say.
    pub status: Option<String>,
    /// Where `ruleset.toml` names it.
    pub span: Span,
}

/// What a document is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DocumentKind {
    /// The text that the others amend.
    Base,
    /// Official amendments.
    Amendment,
    /// Clarifications: they interpret, and change no text.
    Clarification,
    /// Guidance that is no rule.
    Guideline,
    /// Notes that are no rules: the authors' own, or a glossary.
    Notes,
    /// Figures from somewhere else.
    Data,
    /// A printed text that a user holds.
    Book,
}

impl DocumentKind {
    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Base => "base",
            Self::Amendment => "amendment",
            Self::Clarification => "clarification",
            Self::Guideline => "guideline",
            Self::Notes => "notes",
            Self::Data => "data",
            Self::Book => "book",
        }
    }
}

/// A document: a sheet of amendments, a set of clarifications, a table of figures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// Its key, as files name it: `dbm-3.4`.
    pub key: String,
    /// Its title.
    pub title: String,
    /// Short form of the title for narrow places: `3.4 sheet`.
    pub short: String,
    /// The edition that it makes or speaks of.
    pub edition: EditionIx,
    /// What it is.
    pub kind: DocumentKind,
    /// When it came out.
    pub published: PartialDate,
    /// The date of the wording that is held, where the first one is not.
    pub revised: Option<PartialDate>,
    /// Documents of the same edition on which it stands.
    pub after: Vec<String>,
    /// Who wrote it.
    pub authors: Vec<String>,
    /// Where `ruleset.toml` names it.
    pub span: Span,
}

/// Whose rulings count, and what stands beside the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    /// Its name.
    pub name: String,
    /// The scopes whose patches count: `uk`.
    pub scopes: Vec<String>,
    /// The clarifications and guidelines that are shown, by document.
    pub layers: Vec<String>,
    /// Whether it is the one used where none is named.
    pub default: bool,
    /// Where `ruleset.toml` names it.
    pub span: Span,
}

/// What `ruleset.toml` says.
#[derive(Clone, Debug)]
pub struct Ruleset {
    /// The name of its folder: `dbm`.
    pub key: String,
    /// Its title.
    pub title: String,
    /// Whether it is the one that is asked where none is named.
    pub default: bool,
    /// The source of `ruleset.toml`.
    pub source: SourceId,
    /// Whether that could not be read at all: then nothing below is known, and nothing can be said against what other files name.
    pub unreadable: bool,
    /// The editions, the base first, each behind the one that it amends.
    pub editions: Vec<Edition>,
    /// The documents, by key, as listed.
    pub documents: IndexMap<String, Document>,
    /// The profiles, as listed.
    pub profiles: Vec<Profile>,
    /// Abbreviations with what they stand for.
    pub abbreviations: BTreeMap<String, String>,
}

impl Ruleset {
    /// A ruleset of which nothing is said: one edition, and a profile that shows everything official.
    pub fn empty(key: &str, source: SourceId) -> Self {
        let edition = Edition {
            id: "1".into(),
            amends: None,
            date: None,
            status: None,
            span: Span::default(),
        };
        Self {
            key: key.to_owned(),
            title: key.to_owned(),
            default: false,
            source,
            unreadable: false,
            editions: vec![edition],
            documents: IndexMap::new(),
            profiles: vec![Profile {
                name: "official".into(),
                default: true,
                ..Profile::default()
            }],
            abbreviations: BTreeMap::new(),
        }
    }

    /// The edition of that name.
    pub fn edition(&self, id: &str) -> Option<EditionIx> {
        self.editions
            .iter()
            .position(|edition| edition.id == id)
            .map(|at| EditionIx(at as u16))
    }

    /// The name of an edition.
    pub fn edition_id(&self, edition: EditionIx) -> &str {
        self.editions
            .get(usize::from(edition.0))
            .map_or("", |edition| edition.id.as_str())
    }

    /// The edition and those it stands on, the base first.
    pub fn line(&self, edition: EditionIx) -> Vec<EditionIx> {
        let amends = |e: &EditionIx| {
            self.editions
                .get(usize::from(e.0))
                .and_then(|edition| edition.amends)
        };
        let mut line: Vec<_> = std::iter::successors(Some(edition), amends)
            .take(self.editions.len())
            .collect();
        line.reverse();
        line
    }

    /// From when an edition is in force: its own date, or that of its first dated document.
    pub fn in_force_from(&self, edition: EditionIx) -> Option<PartialDate> {
        let documents = self.documents.values().filter(|d| {
            d.edition == edition && matches!(d.kind, DocumentKind::Base | DocumentKind::Amendment)
        });
        let first = documents
            .map(|d| d.published)
            .filter(|date| !date.is_undated())
            .min_by_key(|date| date.counts_from());
        self.editions
            .get(usize::from(edition.0))
            .and_then(|e| e.date)
            .or(first)
    }

    /// The newest edition in force on `day`; the base if none is.
    pub fn newest_on(&self, day: jiff::civil::Date) -> EditionIx {
        let in_force = |e: &EditionIx| {
            self.in_force_from(*e)
                .is_none_or(|date| date.counts_from() <= day)
        };
        (0..self.editions.len() as u16)
            .map(EditionIx)
            .rfind(in_force)
            .unwrap_or_default()
    }

    /// The profile of that name.
    pub fn profile(&self, name: &str) -> Option<&Profile> {
        self.profiles.iter().find(|profile| profile.name == name)
    }

    /// The profile used where none is named.
    pub fn default_profile(&self) -> Profile {
        self.profiles
            .iter()
            .find(|profile| profile.default)
            .or(self.profiles.first())
            .cloned()
            .unwrap_or_default()
    }

    /// Reads a `ruleset.toml`. What is wrong is told; the rest is kept.
    pub fn parse(key: &str, source: SourceId, text: &str) -> (Self, Vec<Diagnostic>) {
        let mut reader = read::Reader::new(Self::empty(key, source));
        reader.text(text);
        reader.done()
    }
}
