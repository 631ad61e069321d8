//! `ruleset.toml`: the title, editions, documents and profiles of one ruleset.

use super::PartialDate;
use crate::{
    diagnostic::{Diagnostic, Location, Severity},
    text::{SourceId, Span},
};
use indexmap::IndexMap;
use serde::Deserialize;
use std::{collections::BTreeMap, fmt};
use toml::Spanned;

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
    /// Notes by the authors.
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
}

/// What `ruleset.toml` says.
#[derive(Clone, Debug)]
pub struct Ruleset {
    /// The name of its folder: `dbm`.
    pub key: String,
    /// Its title.
    pub title: String,
    /// The source of `ruleset.toml`.
    pub source: SourceId,
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
        let edition = Edition { id: "1".into(), amends: None, date: None, status: None, span: Span::default() };
        Self {
            key: key.to_owned(),
            title: key.to_owned(),
            source,
            editions: vec![edition],
            documents: IndexMap::new(),
            profiles: vec![Profile { name: "official".into(), default: true, ..Profile::default() }],
            abbreviations: BTreeMap::new(),
        }
    }

    /// The edition of that name.
    pub fn edition(&self, id: &str) -> Option<EditionIx> {
        self.editions.iter().position(|edition| edition.id == id).map(|at| EditionIx(at as u16))
    }

    /// The name of an edition.
    pub fn edition_id(&self, edition: EditionIx) -> &str {
        self.editions.get(usize::from(edition.0)).map_or("", |edition| edition.id.as_str())
    }

    /// The edition and those it stands on, the base first.
    pub fn line(&self, edition: EditionIx) -> Vec<EditionIx> {
        let amends = |e: &EditionIx| self.editions.get(usize::from(e.0)).and_then(|edition| edition.amends);
        let mut line: Vec<_> = std::iter::successors(Some(edition), amends).take(self.editions.len()).collect();
        line.reverse();
        line
    }

    /// From when an edition is in force: its own date, or that of its first document.
    pub fn in_force_from(&self, edition: EditionIx) -> Option<PartialDate> {
        let documents =
            self.documents.values().filter(|d| d.edition == edition && matches!(d.kind, DocumentKind::Base | DocumentKind::Amendment));
        let first = documents.map(|d| d.published).min_by_key(|date| date.counts_from());
        self.editions.get(usize::from(edition.0)).and_then(|e| e.date).or(first)
    }

    /// The newest edition in force on `day`; the base if none is.
    pub fn newest_on(&self, day: jiff::civil::Date) -> EditionIx {
        let in_force = |e: &EditionIx| self.in_force_from(*e).is_none_or(|date| date.counts_from() <= day);
        (0..self.editions.len() as u16).map(EditionIx).rfind(in_force).unwrap_or_default()
    }

    /// The profile of that name.
    pub fn profile(&self, name: &str) -> Option<&Profile> {
        self.profiles.iter().find(|profile| profile.name == name)
    }

    /// The profile used where none is named.
    pub fn default_profile(&self) -> Profile {
        self.profiles.iter().find(|profile| profile.default).or(self.profiles.first()).cloned().unwrap_or_default()
    }

    /// Reads a `ruleset.toml`. What is wrong is told; the rest is kept.
    pub fn parse(key: &str, source: SourceId, text: &str) -> (Self, Vec<Diagnostic>) {
        let mut reader = Reader { ruleset: Self::empty(key, source), faults: Vec::new() };
        match toml::from_str::<Raw>(text) {
            Ok(raw) => reader.read(raw),
            Err(error) => {
                let span = error.span().unwrap_or_default();
                reader.fault(
                    Span::new(span.start.min(text.len()), span.end.min(text.len())),
                    "ruleset-file",
                    format!("this is not a ruleset file: {}", error.message().trim()),
                );
            }
        }
        (reader.ruleset, reader.faults)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    title: Option<String>,
    #[serde(default)]
    editions: Vec<Spanned<RawEdition>>,
    #[serde(default)]
    document: IndexMap<String, Spanned<RawDocument>>,
    #[serde(default)]
    profile: IndexMap<String, RawProfile>,
    #[serde(default)]
    abbreviations: BTreeMap<String, String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawEdition {
    id: Spanned<String>,
    amends: Option<Spanned<String>>,
    date: Option<Spanned<RawDate>>,
    status: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawDocument {
    edition: Spanned<String>,
    kind: Option<Spanned<String>>,
    title: Option<String>,
    short: Option<String>,
    published: Option<Spanned<RawDate>>,
    revised: Option<Spanned<RawDate>>,
    #[serde(default)]
    after: Vec<Spanned<String>>,
    #[serde(default)]
    authors: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawProfile {
    #[serde(default)]
    scopes: Vec<String>,
    #[serde(default)]
    layers: Vec<Spanned<String>>,
    #[serde(default)]
    default: bool,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum RawDate {
    Toml(toml::value::Datetime),
    Text(String),
    Year(i64),
}

impl fmt::Display for RawDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Toml(date) => write!(f, "{date}"),
            Self::Text(text) => write!(f, "{text}"),
            Self::Year(year) => write!(f, "{year}"),
        }
    }
}

struct Reader {
    ruleset: Ruleset,
    faults: Vec<Diagnostic>,
}

impl Reader {
    fn fault(&mut self, span: Span, code: &'static str, message: String) {
        self.faults.push(Diagnostic::new(code, Severity::Error, Location::new(self.ruleset.source, span), message));
    }

    fn read(&mut self, raw: Raw) {
        if let Some(title) = raw.title {
            self.ruleset.title = title;
        }
        self.ruleset.abbreviations = raw.abbreviations;
        self.editions(raw.editions);
        for (key, document) in raw.document {
            self.document(key, document);
        }
        if !raw.profile.is_empty() {
            self.ruleset.profiles.clear();
        }
        for (name, profile) in raw.profile {
            for layer in &profile.layers {
                self.known_document(layer);
            }
            let layers = profile.layers.into_iter().map(Spanned::into_inner).collect();
            self.ruleset.profiles.push(Profile { name, scopes: profile.scopes, layers, default: profile.default });
        }
        let afters: Vec<_> =
            self.ruleset.documents.values().flat_map(|d| d.after.iter().map(move |after| (after.clone(), d.span))).collect();
        for (after, span) in afters {
            if !self.ruleset.documents.contains_key(&after) {
                self.fault(span, "ruleset-file", format!("`after` names `{after}`, which is no document here"));
            }
        }
    }

    /// Editions in the order in which they amend each other; those that stand on nothing known are told and stand on the base.
    fn editions(&mut self, raw: Vec<Spanned<RawEdition>>) {
        let mut waiting = raw;
        let mut editions: Vec<Edition> = Vec::new();
        while !waiting.is_empty() {
            let ready =
                waiting.iter().position(|e| e.get_ref().amends.as_ref().is_none_or(|a| editions.iter().any(|e| &e.id == a.get_ref())));
            let next = waiting.remove(ready.unwrap_or(0));
            let span = Span::new(next.span().start, next.span().end);
            let next = next.into_inner();
            if ready.is_none() {
                let name = next.amends.as_ref().map(|a| a.get_ref().clone()).unwrap_or_default();
                self.fault(
                    span,
                    "ruleset-file",
                    format!("edition {} amends `{name}`, which is no edition that could stand before it", next.id.get_ref()),
                );
            }
            if editions.iter().any(|e| &e.id == next.id.get_ref()) {
                self.fault(span, "ruleset-file", format!("edition `{}` is listed twice", next.id.get_ref()));
                continue;
            }
            let amends = next.amends.and_then(|a| editions.iter().position(|e| &e.id == a.get_ref())).map(|at| EditionIx(at as u16));
            let date = next.date.and_then(|date| self.date(&date));
            editions.push(Edition { id: next.id.into_inner(), amends, date, status: next.status, span });
        }
        if !editions.is_empty() {
            self.ruleset.editions = editions;
        }
    }

    fn document(&mut self, key: String, raw: Spanned<RawDocument>) {
        let span = Span::new(raw.span().start, raw.span().end);
        let raw = raw.into_inner();
        let edition = self.ruleset.edition(raw.edition.get_ref()).unwrap_or_else(|| {
            let at = raw.edition.span();
            let known: Vec<_> = self.ruleset.editions.iter().map(|e| e.id.as_str()).collect();
            let message = format!("`{}` is no edition here; there are {}", raw.edition.get_ref(), known.join(", "));
            self.fault(Span::new(at.start, at.end), "ruleset-file", message);
            EditionIx::default()
        });
        let kind = match raw.kind.as_ref().map(|kind| (kind.get_ref().as_str(), kind.span())) {
            Some((name, at)) => KINDS.iter().copied().find(|kind| kind.name() == name).unwrap_or_else(|| {
                let known: Vec<_> = KINDS.iter().map(|kind| kind.name()).collect();
                self.fault(
                    Span::new(at.start, at.end),
                    "ruleset-file",
                    format!("`{name}` is no kind of document; there are {}", known.join(", ")),
                );
                DocumentKind::Amendment
            }),
            None => DocumentKind::Amendment,
        };
        let base_date = self.ruleset.editions.get(usize::from(edition.0)).and_then(|e| e.date);
        let published = raw.published.as_ref().and_then(|date| self.date(date)).or(base_date);
        let published = published.unwrap_or_else(PartialDate::undated);
        let revised = raw.revised.as_ref().and_then(|date| self.date(date));
        let title = raw.title.unwrap_or_else(|| key.clone());
        let first = !self.ruleset.documents.values().any(|d| d.edition == edition && d.kind == kind);
        let short = raw.short.unwrap_or_else(|| match kind {
            DocumentKind::Amendment if first => format!("{} sheet", self.ruleset.edition_id(edition)),
            DocumentKind::Base if first => format!("{} as printed", self.ruleset.edition_id(edition)),
            DocumentKind::Amendment
            | DocumentKind::Base
            | DocumentKind::Clarification
            | DocumentKind::Guideline
            | DocumentKind::Notes
            | DocumentKind::Data
            | DocumentKind::Book => title.clone(),
        });
        let after = raw.after.into_iter().map(Spanned::into_inner).collect();
        let document = Document { key: key.clone(), title, short, edition, kind, published, revised, after, authors: raw.authors, span };
        self.ruleset.documents.insert(key, document);
    }

    fn known_document(&mut self, name: &Spanned<String>) {
        if !self.ruleset.documents.contains_key(name.get_ref()) {
            let at = name.span();
            self.fault(Span::new(at.start, at.end), "ruleset-file", format!("`{}` is no document of this ruleset", name.get_ref()));
        }
    }

    fn date(&mut self, raw: &Spanned<RawDate>) -> Option<PartialDate> {
        let text = raw.get_ref().to_string();
        match text.parse() {
            Ok(date) => Some(date),
            Err(message) => {
                let at = raw.span();
                self.fault(Span::new(at.start, at.end), "ruleset-file", message);
                None
            }
        }
    }
}

const KINDS: &[DocumentKind] = &[
    DocumentKind::Base,
    DocumentKind::Amendment,
    DocumentKind::Clarification,
    DocumentKind::Guideline,
    DocumentKind::Notes,
    DocumentKind::Data,
    DocumentKind::Book,
];
