//! Parses a `ruleset.toml` to a `Ruleset` and diagnostics; misspelt names count as the nearest.

use super::{
    definition::{Document, DocumentKind, Edition, EditionIx, Profile, Ruleset},
    troops::Troops,
};
use crate::{
    diagnostic::{Diagnostic, Location},
    model::{
        PartialDate,
        toml_file::{self, toml_table},
    },
    syntax::{ValueKind, WordRow},
    text::{SourceId, Span, near::nearest},
};
use indexmap::IndexMap;
use std::collections::BTreeMap;
use toml::Spanned;

/// The code of all errors in the file.
pub(super) const CODE: &str = "ruleset-file";

/// The keys of `ruleset.toml`.
pub const RULESET_KEYS: &ValueKind = &ValueKind::Table(RawRuleset::KEYS);

/// The kinds of documents, each with what it means.
const DOCUMENT_KINDS: &[WordRow] = &[
    ("base", "the text that the others amend"),
    ("amendment", "changes the text"),
    ("clarification", "explains the text and does not change it"),
    ("guideline", "recommends what the rules leave open"),
    ("notes", "commentary"),
    ("data", "tables or lists next to the text"),
    ("book", "a printed text that shows what the text was"),
];

/// The states of a document that its date does not tell.
const DOCUMENT_STATUS: &[WordRow] = &[(
    "proposed",
    "part of no edition until it is published; `--with` adds it to an answer",
)];

/// A state of a document that its date does not tell.
#[derive(Clone, Copy, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
enum DocumentStatus {
    Proposed,
}

toml_table! {
    /// The tables and keys of a `ruleset.toml` as written, before names and dates in them are checked.
    struct RawRuleset {
        /// the title of the game
        title: Option<String> = Text,
        /// whether commands use this ruleset where none is named
        default: bool = Flag,
        /// whether the words of its documents restate a printed text; answers say so
        restated: bool = Flag,
        /// the editions, the oldest first
        editions: Vec<Spanned<RawEdition>> = List(&Table(RawEdition::KEYS)),
        /// a document, by the key that files name it with
        document: IndexMap<String, Spanned<RawDocument>> = Map(&Table(RawDocument::KEYS)),
        /// which rulings apply and what is shown with the text, by name
        profile: IndexMap<String, Spanned<RawProfile>> = Map(&Table(RawProfile::KEYS)),
        /// abbreviations and what they stand for
        abbreviations: BTreeMap<String, String> = Map(&Text),
        /// what people write for the name of the game
        also: Vec<String> = List(&Text),
        /// names of other games that people may ask about, whose rules are not included
        other_games: Vec<String> = List(&Text),
        /// the first section of each chapter of the contents, by its title
        chapters: IndexMap<String, String> = Map(&Name(NameKind::Clause)),
        /// troop types, and where the rules about them are
        troops: Troops = Table(Troops::KEYS),
    }

    /// An entry of `editions` in `ruleset.toml` as written.
    struct RawEdition {
        required {
            /// the name of the edition: `3.4`
            id: Spanned<String> = Text,
        }
        /// the edition that this one amends; the first amends none
        amends: Option<Spanned<String>> = Name(NameKind::Edition),
        /// when it was published, if that is not the date of its first document
        date: Option<Spanned<PartialDate>> = Date,
        /// from when it was played, if that was before it was published
        used: Option<Spanned<PartialDate>> = Date,
        /// a remark on its standing
        status: Option<String> = Text,
    }

    /// A table `[document.*]` of `ruleset.toml` as written, not checked yet.
    struct RawDocument {
        required {
            /// the edition that the document makes or is about
            edition: Option<Spanned<String>> = Name(NameKind::Edition),
        }
        /// what kind of document it is; an amendment if left out
        kind: Option<DocumentKind> = OneOf(DOCUMENT_KINDS),
        /// its title
        title: Option<String> = Text,
        /// a short title for narrow places
        short: Option<String> = Text,
        /// `proposed` if it is not published yet
        status: Option<DocumentStatus> = OneOf(DOCUMENT_STATUS),
        /// the day from which it counts
        published: Option<Spanned<PartialDate>> = Date,
        /// the day of the wording that is used here, if that is not the first one
        revised: Option<Spanned<PartialDate>> = Date,
        /// the documents of the same edition that it builds on
        after: Vec<Spanned<String>> = List(&Name(NameKind::Document)),
        /// its authors
        authors: Vec<String> = List(&Text),
        /// whether its words restate a printed text, if that differs from the ruleset's other documents
        restated: Option<bool> = Flag,
        /// whether the numbers of its instructions are not printed, but counted
        counted: bool = Flag,
        /// numbers of its passages that are lost from the text that is here
        lost: Vec<String> = List(&Text),
    }

    /// A table `[profile.*]` of `ruleset.toml` as written.
    struct RawProfile {
        /// other words for it, as in questions
        also: Vec<String> = List(&Text),
        /// the scopes whose rulings apply
        scopes: Vec<String> = List(&Text),
        /// the clarifications that are shown with the text
        layers: Vec<Spanned<String>> = List(&Name(NameKind::Document)),
        /// whether it is used where none is named
        default: bool = Flag,
    }
}

impl Ruleset {
    /// Parses a `ruleset.toml`. Reports errors and keeps the rest.
    pub fn parse(key: &str, source: SourceId, text: &str) -> (Self, Vec<Diagnostic>) {
        let mut reader = RulesetReader {
            ruleset: Self::empty(key, source),
            text,
            diagnostics: Vec::new(),
        };
        reader.read_text();
        reader.finish()
    }
}

/// Builds a [`Ruleset`] from the text of `ruleset.toml`, and collects the diagnostics.
pub(super) struct RulesetReader<'t> {
    pub(super) ruleset: Ruleset,
    pub(super) text: &'t str,
    pub(super) diagnostics: Vec<Diagnostic>,
}

impl RulesetReader<'_> {
    /// Returns the ruleset and the diagnostics.
    fn finish(self) -> (Ruleset, Vec<Diagnostic>) {
        (self.ruleset, self.diagnostics)
    }

    /// Reads the whole file.
    fn read_text(&mut self) {
        let (raw, found) =
            toml_file::read_toml::<RawRuleset>(self.ruleset.source, self.text, CODE, RULESET_KEYS);
        self.diagnostics.extend(found);
        match raw {
            Some(raw) => self.read_raw(raw),
            None => {
                self.ruleset.unreadable = true;
                if let Some(diagnostic) = self.diagnostics.last_mut() {
                    diagnostic.help = Some("until this is fixed, only the notation of this ruleset's other files is checked".into());
                }
            }
        }
    }

    fn report(&mut self, span: Span, message: String) {
        self.diagnostics.push(self.error(span, message));
    }

    pub(super) fn error(&self, span: Span, message: String) -> Diagnostic {
        let at = Location::new(self.ruleset.source, span);
        Diagnostic::error(CODE, at, message)
    }

    /// Reports a name that is not among `known`, and returns the one that it resembles.
    fn report_name(
        &mut self,
        name: &Spanned<String>,
        what: &str,
        known: &[String],
    ) -> Option<String> {
        let span = Span::from(name.span());
        let found = self.error(span, format!("`{}` is not {what}", name.get_ref()));
        let near = nearest(name.get_ref(), known.iter().map(String::as_str)).map(str::to_owned);
        self.diagnostics.push(match &near {
            Some(near) => found.did_you_mean_quoted(near),
            None => found.help(format!("the names here are {}", known.join(", "))),
        });
        near
    }

    fn read_raw(&mut self, mut raw: RawRuleset) {
        if let Some(title) = raw.title.take() {
            self.ruleset.title = title;
        }
        self.ruleset.default = raw.default;
        self.ruleset.restated = raw.restated;
        self.ruleset.abbreviations = std::mem::take(&mut raw.abbreviations);
        self.ruleset.also = std::mem::take(&mut raw.also);
        self.ruleset.other_games = std::mem::take(&mut raw.other_games);
        self.ruleset.chapters = std::mem::take(&mut raw.chapters);
        self.ruleset.troops = std::mem::take(&mut raw.troops);
        self.mend_edition_names(&mut raw);
        self.read_editions(raw.editions);
        let (mut afters, mut dates) = (Vec::new(), Vec::new());
        for (key, mut document) in raw.document {
            let own = document.get_mut();
            afters.push((key.clone(), std::mem::take(&mut own.after)));
            let date = own.published.as_ref().map(Spanned::span);
            dates.extend(date.map(|date| (key.clone(), Span::new(date.start, date.end))));
            self.read_document(key, document);
        }
        if raw.profile.is_empty() {
            self.show_all_rulings();
        } else {
            self.ruleset.profiles.clear();
        }
        for (name, profile) in raw.profile {
            let span = Span::from(profile.span());
            let profile = profile.into_inner();
            let known: Vec<String> = self.ruleset.documents.keys().cloned().collect();
            let mut layers = Vec::new();
            for layer in profile.layers {
                if known.contains(layer.get_ref()) {
                    layers.push(layer.into_inner());
                } else {
                    layers.extend(self.report_name(&layer, "a document of this ruleset", &known));
                }
            }
            self.ruleset.profiles.push(Profile {
                name,
                also: profile.also,
                scopes: profile.scopes,
                layers,
                default: profile.default,
                span,
            });
        }
        self.read_afters(afters);
        self.check_dates(&dates);
        self.check_order(&dates);
        self.check_undated();
    }

    /// Makes the profile of a ruleset that lists none show all clarifications and guidelines.
    fn show_all_rulings(&mut self) {
        let documents = self.ruleset.documents.values();
        let rulings = documents.filter(|own| own.kind.is_rulings());
        let layers: Vec<String> = rulings.map(|own| own.key.clone()).collect();
        for profile in &mut self.ruleset.profiles {
            profile.layers.clone_from(&layers);
        }
    }

    /// Reads which documents each document builds on.
    fn read_afters(&mut self, afters: Vec<(String, Vec<Spanned<String>>)>) {
        let known: Vec<String> = self.ruleset.documents.keys().cloned().collect();
        for (key, afters) in afters {
            let mut named = Vec::new();
            for after in afters {
                if known.contains(after.get_ref()) {
                    named.push(after.into_inner());
                } else {
                    named.extend(self.report_name(&after, "a document of this ruleset", &known));
                }
            }
            if let Some(document) = self.ruleset.documents.get_mut(&key) {
                document.after = named;
            }
        }
    }

    /// Reports names of editions that are not listed, and replaces them by those that they resemble.
    ///
    /// Where a name occurs that is not listed, and an edition that resembles it is named nowhere,
    /// the list has the misspelling.
    fn mend_edition_names(&mut self, raw: &mut RawRuleset) {
        let ids: Vec<String> = raw
            .editions
            .iter()
            .map(|edition| edition.get_ref().id.get_ref().clone())
            .collect();
        if ids.is_empty() {
            return;
        }
        let amends = raw
            .editions
            .iter_mut()
            .filter_map(|edition| edition.get_mut().amends.as_mut());
        let of_documents = raw
            .document
            .values_mut()
            .filter_map(|document| document.get_mut().edition.as_mut());
        let mut names: Vec<&mut Spanned<String>> = amends.chain(of_documents).collect();
        let is_named = |id: &String| names.iter().any(|name| name.get_ref() == id);
        let unused: Vec<String> = ids.iter().filter(|id| !is_named(id)).cloned().collect();
        let unknown: Vec<String> = names
            .iter()
            .map(|name| name.get_ref().clone())
            .filter(|name| !ids.contains(name))
            .collect();
        let mut renamed: Vec<(String, String)> = Vec::new();
        for name in &unknown {
            let count = unknown.iter().filter(|other| *other == name).count();
            let near = nearest(name, unused.iter().map(String::as_str));
            if let Some(near) = near.filter(|_| count > 1)
                && !renamed.iter().any(|(_, new)| new == name)
            {
                renamed.push((near.to_owned(), name.clone()));
            }
        }
        for name in &mut names {
            let is_known = |(_, new): &(String, String)| new == name.get_ref();
            if !ids.contains(name.get_ref())
                && !renamed.iter().any(is_known)
                && let Some(near) = self.report_name(name, "an edition of this ruleset", &ids)
            {
                *name.get_mut() = near;
            }
        }
        for edition in &mut raw.editions {
            let id = &mut edition.get_mut().id;
            if let Some((_, new)) = renamed.iter().find(|(old, _)| old == id.get_ref()) {
                let span = Span::from(id.span());
                let message = format!(
                    "the edition `{}` is named nowhere, and `{new}` is not listed",
                    id.get_ref()
                );
                let found = self.error(span, message);
                self.diagnostics.push(found.did_you_mean_quoted(new));
                *id.get_mut() = new.clone();
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
            let span = Span::from(next.span());
            let next = next.into_inner();
            if ready.is_none() {
                self.report_circle(&next, &remaining);
            }
            if editions.iter().any(|e| &e.id == next.id.get_ref()) {
                let id = next.id.span();
                self.report(
                    Span::new(id.start, id.end),
                    format!("edition `{}` is listed twice", next.id.get_ref()),
                );
                continue;
            }
            let amends = next
                .amends
                .and_then(|a| editions.iter().position(|e| &e.id == a.get_ref()))
                .map(|at| EditionIx(at as u16));
            let date = next.date.map(Spanned::into_inner);
            let used = next.used.map(Spanned::into_inner);
            editions.push(Edition {
                id: next.id.into_inner(),
                amends,
                date,
                used,
                status: next.status,
                span,
            });
        }
        if !editions.is_empty() {
            self.ruleset.editions = editions;
        }
    }

    /// Reports that an edition amends one that amends it, directly or through others.
    fn report_circle(&mut self, edition: &RawEdition, others: &[Spanned<RawEdition>]) {
        let Some(amends) = &edition.amends else {
            return;
        };
        let mut circle = vec![edition.id.get_ref(), amends.get_ref()];
        while let Some(next) = others
            .iter()
            .map(Spanned::get_ref)
            .find(|other| circle.last() == Some(&other.id.get_ref()))
            .and_then(|other| other.amends.as_ref())
            .map(Spanned::get_ref)
        {
            let is_closed = circle.contains(&next);
            circle.push(next);
            if is_closed {
                break;
            }
        }
        let names: Vec<&str> = circle.iter().map(|name| name.as_str()).collect();
        let span = Span::from(amends.span());
        let message = format!(
            "the editions amend each other in a circle: {}",
            names.join(", ")
        );
        let found = self.error(span, message);
        self.diagnostics
            .push(found.help("the first edition amends none"));
    }

    fn read_document(&mut self, key: String, raw: Spanned<RawDocument>) {
        let span = Span::from(raw.span());
        let raw = raw.into_inner();
        let named = raw
            .edition
            .as_ref()
            .and_then(|edition| self.ruleset.edition(edition.get_ref()));
        let edition = named.unwrap_or_default();
        let kind = raw.kind.unwrap_or(DocumentKind::Amendment);
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
        let is_proposed = matches!(raw.status, Some(DocumentStatus::Proposed));
        let dates = [&raw.published, &raw.revised].into_iter().flatten();
        for date in dates.filter(|_| is_proposed) {
            let message = format!("`{key}` is proposed, so that it has no date yet");
            let found = self.error(Span::from(date.span()), message);
            self.diagnostics
                .push(found.help("remove the date, or remove `status` to publish it"));
        }
        let published = raw.published.map(Spanned::into_inner);
        // an edition is published with its own text; other texts that its base quotes have dates of
        // their own
        let published = published.or(base_date.filter(|_| kind == DocumentKind::Base && first));
        let published = match is_proposed {
            true => PartialDate::proposed(None),
            false => published.unwrap_or_else(PartialDate::undated),
        };
        let revised = raw.revised.filter(|_| !is_proposed);
        if let Some(revised) = &revised {
            self.check_revised(published, *revised.get_ref(), Span::from(revised.span()));
        }
        let revised = revised.map(Spanned::into_inner);
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
        let document = Document {
            key: key.clone(),
            title,
            short,
            edition,
            kind,
            published,
            revised,
            after: Vec::new(),
            names_edition: named.is_some(),
            authors: raw.authors,
            restated: raw.restated.unwrap_or(self.ruleset.restated),
            counted: raw.counted,
            lost: raw.lost,
            span,
        };
        self.ruleset.documents.insert(key, document);
    }
}
