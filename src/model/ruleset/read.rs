//! Reads the file `ruleset.toml`.

use super::definition::{Document, DocumentKind, Edition, EditionIx, Profile, Ruleset};
use crate::{
    diagnostic::{Diagnostic, Location, Severity},
    model::PartialDate,
    text::{SourceId, Span},
};
use indexmap::IndexMap;
use serde::Deserialize;
use std::{collections::BTreeMap, fmt};
use toml::Spanned;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawRuleset {
    title: Option<String>,
    #[serde(default)]
    default: bool,
    #[serde(default)]
    editions: Vec<Spanned<RawEdition>>,
    #[serde(default)]
    document: IndexMap<String, Spanned<RawDocument>>,
    #[serde(default)]
    profile: IndexMap<String, Spanned<RawProfile>>,
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

impl Ruleset {
    /// Parses a `ruleset.toml`. Reports errors and keeps the rest.
    pub fn parse(key: &str, source: SourceId, text: &str) -> (Self, Vec<Diagnostic>) {
        let mut reader = RulesetReader::new(Self::empty(key, source));
        reader.read_text(text);
        reader.finish()
    }
}
/// Reads the contents of the file and reports errors.
struct RulesetReader {
    ruleset: Ruleset,
    diagnostics: Vec<Diagnostic>,
}

impl RulesetReader {
    /// Creates a reader that fills the empty `ruleset`.
    fn new(ruleset: Ruleset) -> Self {
        Self {
            ruleset,
            diagnostics: Vec::new(),
        }
    }

    /// Returns the ruleset and the diagnostics.
    fn finish(self) -> (Ruleset, Vec<Diagnostic>) {
        (self.ruleset, self.diagnostics)
    }

    /// Reads the whole file.
    fn read_text(&mut self, text: &str) {
        match toml::from_str::<RawRuleset>(text) {
            Ok(raw) => self.read_raw(raw),
            Err(error) => {
                let span = error.span().unwrap_or_default();
                self.report(
                    Span::new(span.start.min(text.len()), span.end.min(text.len())),
                    "ruleset-file",
                    format!("not a ruleset file: {}", error.message().trim()),
                );
                self.ruleset.unreadable = true;
                if let Some(diagnostic) = self.diagnostics.last_mut() {
                    diagnostic.help = Some("until this is fixed, only the notation of this ruleset's other files is checked".into());
                }
            }
        }
    }

    fn report(&mut self, span: Span, code: &'static str, message: String) {
        self.diagnostics.push(Diagnostic::new(
            code,
            Severity::Error,
            Location::new(self.ruleset.source, span),
            message,
        ));
    }

    fn read_raw(&mut self, raw: RawRuleset) {
        if let Some(title) = raw.title {
            self.ruleset.title = title;
        }
        self.ruleset.default = raw.default;
        self.ruleset.abbreviations = raw.abbreviations;
        self.read_editions(raw.editions);
        for (key, document) in raw.document {
            self.read_document(key, document);
        }
        if !raw.profile.is_empty() {
            self.ruleset.profiles.clear();
        }
        for (name, profile) in raw.profile {
            let span = Span::new(profile.span().start, profile.span().end);
            let profile = profile.into_inner();
            for layer in &profile.layers {
                self.check_document(layer);
            }
            let layers = profile
                .layers
                .into_iter()
                .map(Spanned::into_inner)
                .collect();
            self.ruleset.profiles.push(Profile {
                name,
                scopes: profile.scopes,
                layers,
                default: profile.default,
                span,
            });
        }
        let afters: Vec<_> = self
            .ruleset
            .documents
            .values()
            .flat_map(|d| d.after.iter().map(move |after| (after.clone(), d.span)))
            .collect();
        for (after, span) in afters {
            if !self.ruleset.documents.contains_key(&after) {
                self.report(
                    span,
                    "ruleset-file",
                    format!("`after` names `{after}`, which is not a document of this ruleset"),
                );
            }
        }
    }

    /// Reads the editions in the order in which they amend each other. Those that amend an unknown
    /// edition are reported and amend the base.
    fn read_editions(&mut self, raw: Vec<Spanned<RawEdition>>) {
        let mut remaining = raw;
        let mut editions: Vec<Edition> = Vec::new();
        while !remaining.is_empty() {
            let ready = remaining.iter().position(|e| {
                e.get_ref()
                    .amends
                    .as_ref()
                    .is_none_or(|a| editions.iter().any(|e| &e.id == a.get_ref()))
            });
            let next = remaining.remove(ready.unwrap_or(0));
            let span = Span::new(next.span().start, next.span().end);
            let next = next.into_inner();
            if ready.is_none() {
                let name = next
                    .amends
                    .as_ref()
                    .map(|a| a.get_ref().clone())
                    .unwrap_or_default();
                self.report(
                    span,
                    "ruleset-file",
                    format!(
                        "edition {} amends `{name}`, which is not an edition listed before it",
                        next.id.get_ref()
                    ),
                );
            }
            if editions.iter().any(|e| &e.id == next.id.get_ref()) {
                self.report(
                    span,
                    "ruleset-file",
                    format!("edition `{}` is listed twice", next.id.get_ref()),
                );
                continue;
            }
            let amends = next
                .amends
                .and_then(|a| editions.iter().position(|e| &e.id == a.get_ref()))
                .map(|at| EditionIx(at as u16));
            let date = next.date.and_then(|date| self.read_date(&date));
            editions.push(Edition {
                id: next.id.into_inner(),
                amends,
                date,
                status: next.status,
                span,
            });
        }
        if !editions.is_empty() {
            self.ruleset.editions = editions;
        }
    }

    fn read_document(&mut self, key: String, raw: Spanned<RawDocument>) {
        let span = Span::new(raw.span().start, raw.span().end);
        let raw = raw.into_inner();
        let edition = self
            .ruleset
            .edition(raw.edition.get_ref())
            .unwrap_or_else(|| {
                let at = raw.edition.span();
                let known: Vec<_> = self
                    .ruleset
                    .editions
                    .iter()
                    .map(|e| e.id.as_str())
                    .collect();
                let message = format!(
                    "`{}` is not an edition of this ruleset; editions: {}",
                    raw.edition.get_ref(),
                    known.join(", ")
                );
                self.report(Span::new(at.start, at.end), "ruleset-file", message);
                EditionIx::default()
            });
        let kind = match raw
            .kind
            .as_ref()
            .map(|kind| (kind.get_ref().as_str(), kind.span()))
        {
            Some((name, at)) => KINDS
                .iter()
                .copied()
                .find(|kind| kind.name() == name)
                .unwrap_or_else(|| {
                    let known: Vec<_> = KINDS.iter().map(|kind| kind.name()).collect();
                    self.report(
                        Span::new(at.start, at.end),
                        "ruleset-file",
                        format!(
                            "`{name}` is not a kind of document; kinds: {}",
                            known.join(", ")
                        ),
                    );
                    DocumentKind::Amendment
                }),
            None => DocumentKind::Amendment,
        };
        let base_date = self
            .ruleset
            .editions
            .get(usize::from(edition.0))
            .and_then(|e| e.date);
        let first = !self
            .ruleset
            .documents
            .values()
            .any(|d| d.edition == edition && d.kind == kind);
        let published = raw.published.as_ref().and_then(|date| self.read_date(date));
        // an edition is published with its own text; other texts that its base quotes have dates of
        // their own
        let published = published.or(base_date.filter(|_| kind == DocumentKind::Base && first));
        let published = published.unwrap_or_else(PartialDate::undated);
        let revised = raw.revised.as_ref().and_then(|date| self.read_date(date));
        let title = raw.title.unwrap_or_else(|| key.clone());
        let short = raw.short.unwrap_or_else(|| match kind {
            DocumentKind::Amendment if first => {
                format!("{} sheet", self.ruleset.edition_id(edition))
            }
            DocumentKind::Base if first => {
                format!("{} as printed", self.ruleset.edition_id(edition))
            }
            DocumentKind::Amendment
            | DocumentKind::Base
            | DocumentKind::Clarification
            | DocumentKind::Guideline
            | DocumentKind::Notes
            | DocumentKind::Data
            | DocumentKind::Book => title.clone(),
        });
        let after = raw.after.into_iter().map(Spanned::into_inner).collect();
        let document = Document {
            key: key.clone(),
            title,
            short,
            edition,
            kind,
            published,
            revised,
            after,
            authors: raw.authors,
            span,
        };
        self.ruleset.documents.insert(key, document);
    }

    fn check_document(&mut self, name: &Spanned<String>) {
        if !self.ruleset.documents.contains_key(name.get_ref()) {
            let at = name.span();
            self.report(
                Span::new(at.start, at.end),
                "ruleset-file",
                format!("`{}` is not a document of this ruleset", name.get_ref()),
            );
        }
    }

    fn read_date(&mut self, raw: &Spanned<RawDate>) -> Option<PartialDate> {
        let text = raw.get_ref().to_string();
        match text.parse() {
            Ok(date) => Some(date),
            Err(message) => {
                let at = raw.span();
                self.report(Span::new(at.start, at.end), "ruleset-file", message);
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
