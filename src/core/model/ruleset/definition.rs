//! The editions, documents and profiles that a `ruleset.toml` defines, found by name or date.

use super::troops::Troops;
use crate::{
    model::PartialDate,
    text::{SourceId, Span, similarity::normalized_words},
};
use indexmap::IndexMap;
use jiff::civil::Date;
use serde::Deserialize;
use std::collections::BTreeMap;

/// The document and profile of the user's own rulings, which no `ruleset.toml` lists.
pub const OWN_RULINGS: &str = "mine";

/// An edition as an index into [`Ruleset::editions`], where each is after the one that it amends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EditionIx(pub u16);

/// An edition as `ruleset.toml` defines it: its name, the edition that it amends, perhaps a date of
/// its own and a remark on its status.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edition {
    /// Its name: `3.4`.
    pub id: String,
    /// The edition that it amends; `None` for the base.
    pub amends: Option<EditionIx>,
    /// Its date of publication, if that is not the date of its first document.
    pub date: Option<PartialDate>,
    /// From when it was played, if that was before it was published.
    pub used: Option<PartialDate>,
    /// A remark on its status, such as use before it was official.
    pub status: Option<String>,
    /// Where `ruleset.toml` defines it.
    pub span: Span,
}

/// Whether a document is a base text, amendment, clarification, guideline, notes, data or book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DocumentKind {
    /// The text that the others amend.
    Base,
    /// Official amendments.
    Amendment,
    /// Clarifications, which interpret and change no text.
    Clarification,
    /// Guidance that is not a rule.
    Guideline,
    /// Notes that are not rules: the authors' own, or a glossary.
    Notes,
    /// Figures from another source.
    Data,
    /// A printed text that a user owns.
    Book,
}

impl DocumentKind {
    /// Returns whether profiles choose it: it contains rulings, which change no text.
    pub fn is_rulings(self) -> bool {
        matches!(self, Self::Clarification | Self::Guideline)
    }

    /// Returns the name used in files.
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

/// A document as `ruleset.toml` defines it, without its text: key (`dbm-3.4`), titles, edition,
/// kind, dates, authors, and the documents of its edition that it builds on. Examples are a sheet
/// of amendments, a set of clarifications and a table of figures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// The key used in files: `dbm-3.4`.
    pub key: String,
    /// Its title.
    pub title: String,
    /// Short form of the title for narrow places: `3.4 sheet`.
    pub short: String,
    /// The edition that it creates or is about.
    pub edition: EditionIx,
    /// Its kind.
    pub kind: DocumentKind,
    /// Its date of publication; that of a proposal if it is only proposed.
    pub published: PartialDate,
    /// The date of the wording used here, where that is not the first one.
    pub revised: Option<PartialDate>,
    /// The documents of the same edition that it builds on.
    pub after: Vec<String>,
    /// Whether `ruleset.toml` names its edition. If not, files of it may.
    pub names_edition: bool,
    /// Its authors.
    pub authors: Vec<String>,
    /// Whether the words of its files restate a printed text. If not, they are the rules' own.
    pub restated: bool,
    /// Whether the numbers of its instructions are this project's, because the print has none.
    pub counted: bool,
    /// Numbers of passages that are lost from the text that is here.
    pub lost: Vec<String>,
    /// Where `ruleset.toml` defines it.
    pub span: Span,
}

impl Document {
    /// Returns the date of its revision, if on `day` it was published and not yet revised.
    pub fn next_revision(&self, day: Date) -> Option<PartialDate> {
        let is_out = self.published.counts_from() <= day;
        self.revised
            .filter(|revised| is_out && day < revised.counts_from())
    }
}

/// A named choice of the scopes (`uk`) whose patches apply, and of the documents whose
/// clarifications and guidelines are shown with the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    /// Its name.
    pub name: String,
    /// Other words for it: `british`.
    pub also: Vec<String>,
    /// The scopes whose patches apply: `uk`.
    pub scopes: Vec<String>,
    /// The clarifications and guidelines that are shown, by document.
    pub layers: Vec<String>,
    /// Whether it is used where none is named.
    pub default: bool,
    /// Where `ruleset.toml` defines it.
    pub span: Span,
}

/// The contents of `ruleset.toml`: editions, documents, profiles, abbreviations and troop types.
#[derive(Clone, Debug)]
pub struct Ruleset {
    /// The name of its folder: `dbm`.
    pub key: String,
    /// Its title.
    pub title: String,
    /// Whether it is used where no ruleset is named.
    pub default: bool,
    /// Whether the words of documents that do not say otherwise restate a printed text.
    pub restated: bool,
    /// The source of `ruleset.toml`.
    pub source: SourceId,
    /// Whether the file could not be parsed at all. Then nothing below is known, and no name in
    /// other files can be checked.
    pub unreadable: bool,
    /// The editions, the base first, each after the one that it amends.
    pub editions: Vec<Edition>,
    /// The documents by key, in the order of the file.
    pub documents: IndexMap<String, Document>,
    /// The profiles, in the order of the file.
    pub profiles: Vec<Profile>,
    /// Abbreviations and what they stand for.
    pub abbreviations: BTreeMap<String, String>,
    /// What people write for its name.
    pub also: Vec<String>,
    /// Names of other games, whose rules are not included.
    pub other_games: Vec<String>,
    /// The first section of each chapter of the contents, by its title.
    pub chapters: IndexMap<String, String>,
    /// The troop types.
    pub troops: Troops,
}

impl Ruleset {
    /// Creates a ruleset without `ruleset.toml`: one edition, and a profile that shows everything
    /// official.
    pub fn empty(key: &str, source: SourceId) -> Self {
        let edition = Edition {
            id: "1".into(),
            amends: None,
            date: None,
            used: None,
            status: None,
            span: Span::default(),
        };
        Self {
            key: key.to_owned(),
            title: key.to_owned(),
            default: false,
            restated: false,
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
            also: Vec::new(),
            other_games: Vec::new(),
            chapters: IndexMap::new(),
            troops: Troops::default(),
        }
    }

    /// Returns whether the words of a document restate a printed text.
    pub fn restates(&self, document: &str) -> bool {
        let document = self.documents.get(document);
        document.map_or(self.restated, |document| document.restated)
    }

    /// Returns whether the words of any document restate a printed text.
    pub fn has_restatements(&self) -> bool {
        self.restated || self.documents.values().any(|document| document.restated)
    }

    /// Returns the edition with this name.
    pub fn edition(&self, id: &str) -> Option<EditionIx> {
        self.editions
            .iter()
            .position(|edition| edition.id == id)
            .map(|at| EditionIx(at as u16))
    }

    /// Returns the edition that a person names: `3.3`, `v3.3`, `DBM 3.3`, `edition 3.3`.
    pub fn edition_named(&self, typed: &str) -> Option<EditionIx> {
        let lower = typed.trim().to_lowercase();
        let key = self.key.to_lowercase();
        let name = lower.strip_prefix(&key).unwrap_or(&lower).trim_start();
        let name = ["edition", "version", "v"]
            .iter()
            .find_map(|word| name.strip_prefix(word))
            .map_or(name, |rest| rest.trim_start_matches('.').trim_start());
        self.edition(typed).or_else(|| {
            let own = self
                .editions
                .iter()
                .find(|edition| edition.id.eq_ignore_ascii_case(name))?;
            self.edition(&own.id)
        })
    }

    /// Returns the profile that a person names, in any case.
    pub fn profile_named(&self, typed: &str) -> Option<&Profile> {
        let name = typed.trim();
        let in_any_case = |profile: &&Profile| {
            let mut names = profile.also.iter().chain([&profile.name]);
            names.any(|own| own.eq_ignore_ascii_case(name))
        };
        self.profile(name)
            .or_else(|| self.profiles.iter().find(in_any_case))
    }

    /// Returns the names of the books of the first edition beside its text, of which no date is known:
    /// `army list books`.
    pub fn books_beside(&self) -> Option<String> {
        let first = self.editions.first().map(|edition| edition.id.as_str());
        let all = self.documents.values();
        let beside = all.filter(|own| {
            let is_undated = own.kind == DocumentKind::Base && own.published.is_undated();
            is_undated && first == Some(self.edition_id(own.edition))
        });
        let names: Vec<&str> = beside.map(|own| own.short.as_str()).collect();
        (!names.is_empty()).then(|| names.join(", "))
    }

    /// Returns the name of an edition.
    pub fn edition_id(&self, edition: EditionIx) -> &str {
        self.editions
            .get(usize::from(edition.0))
            .map_or("", |edition| edition.id.as_str())
    }

    /// Returns the edition that an edition amends.
    pub fn amended_edition(&self, edition: EditionIx) -> Option<EditionIx> {
        self.editions.get(usize::from(edition.0))?.amends
    }

    /// Returns the edition and those that it amends, directly or indirectly, the base first.
    pub fn amendment_chain(&self, edition: EditionIx) -> Vec<EditionIx> {
        let amends = |edition: &EditionIx| self.amended_edition(*edition);
        let mut chain: Vec<_> = std::iter::successors(Some(edition), amends)
            .take(self.editions.len())
            .collect();
        chain.reverse();
        chain
    }

    /// Returns the date since when an edition is in force: its own, or that of its first dated
    /// document. An edition of which all documents are proposed is proposed, too.
    pub fn in_force_from(&self, edition: EditionIx) -> Option<PartialDate> {
        let documents = self.documents.values().filter(|d| {
            d.edition == edition && matches!(d.kind, DocumentKind::Base | DocumentKind::Amendment)
        });
        let dates = || documents.clone().map(|d| d.published);
        let is_proposed = dates().all(PartialDate::is_proposed);
        let first = dates()
            .filter(|date| !date.is_undated() && (is_proposed || !date.is_proposed()))
            .min_by_key(|date| date.counts_from());
        self.editions
            .get(usize::from(edition.0))
            .and_then(|e| e.date)
            .filter(|_| first.is_none() || !is_proposed)
            .or(first)
    }

    /// Returns the id of an edition, and whether it is only proposed.
    pub fn edition_label(&self, id: &str) -> String {
        let from = self.edition(id).and_then(|own| self.in_force_from(own));
        match from.filter(|date| date.is_proposed()) {
            Some(proposed) => format!("{id} ({proposed})"),
            None => id.to_owned(),
        }
    }

    /// Adds the document of the user's own rulings, which all profiles show, and a profile that
    /// shows them alone.
    pub fn add_own_rulings(&mut self) {
        let key = OWN_RULINGS.to_owned();
        let document = Document {
            key: key.clone(),
            title: "Rulings of my own".to_owned(),
            short: "my own rulings".to_owned(),
            edition: EditionIx::default(),
            kind: DocumentKind::Clarification,
            published: PartialDate::undated(),
            revised: None,
            after: Vec::new(),
            names_edition: false,
            authors: Vec::new(),
            restated: false,
            counted: false,
            lost: Vec::new(),
            span: Span::default(),
        };
        if self.documents.contains_key(&key) {
            return;
        }
        self.documents.insert(key.clone(), document);
        let scopes = self.default_profile().scopes;
        for profile in &mut self.profiles {
            profile.layers.push(key.clone());
        }
        self.profiles.push(Profile {
            name: key.clone(),
            scopes,
            layers: vec![key],
            ..Profile::default()
        });
    }

    /// Returns the keys of the proposals.
    pub fn proposals(&self) -> impl Iterator<Item = &str> {
        let documents = self.documents.values();
        let proposed = documents.filter(|document| document.published.is_proposed());
        proposed.map(|document| document.key.as_str())
    }

    /// Returns whether the document with this key is a proposal that does not count: it is part of no edition.
    pub fn is_open_proposal(&self, document: &str) -> bool {
        let document = self.documents.get(document);
        document.is_some_and(|own| own.published == PartialDate::proposed(None))
    }

    /// Returns the proposals that count on `day`.
    pub fn included_proposals(&self, day: Date) -> impl Iterator<Item = &Document> {
        let documents = self.documents.values();
        documents
            .filter(move |own| own.published.is_proposed() && own.published.counts_from() <= day)
    }

    /// Makes the proposals of these keys count from a day.
    pub fn include_proposals(&mut self, keys: &[String], day: Date) {
        let documents = self.documents.values_mut();
        for document in documents.filter(|own| own.published.is_proposed()) {
            if keys.contains(&document.key) {
                document.published = PartialDate::proposed(Some(day));
            }
        }
    }

    /// Returns the words that follow the name of another game in titles of documents of this
    /// ruleset, in lower case: after `DBMM`, those of `DBMM army lists`.
    pub fn title_words_after(&self, game: &str) -> Vec<String> {
        let rest = |document: &Document| Some(document.title.strip_prefix(game)?.to_lowercase());
        let titles = self.documents.values().filter_map(rest);
        let words = titles.flat_map(|title| {
            let words = title.split([' ', ',']).map(str::to_owned);
            words.collect::<Vec<_>>()
        });
        words.filter(|word| !word.is_empty()).collect()
    }

    /// Returns the year of the first dated document.
    pub fn first_year(&self) -> Option<i16> {
        let dates = self.documents.values().map(|document| document.published);
        let dated = dates.filter(|date| date.is_known());
        dated.map(|date| date.counts_from().year()).min()
    }

    /// Whether an edition was in force on `day`, or has no date.
    pub fn is_in_force(&self, edition: EditionIx, day: Date) -> bool {
        let from = self.in_force_from(edition);
        from.is_none_or(|date| date.counts_from() <= day)
    }

    /// Whether a text names a document, or an edition that amends another, that was not published
    /// by `day`: by the short title of the document, or the id of the edition.
    pub fn names_later_document(&self, text: &str, day: Date) -> bool {
        let is_later = |date: PartialDate| date.counts_from() > day;
        let amending = (0..self.editions.len() as u16)
            .map(EditionIx)
            .filter(|&edition| self.amended_edition(edition).is_some())
            .filter(|&edition| self.in_force_from(edition).is_some_and(is_later))
            .map(|edition| self.edition_id(edition));
        let documents = self.documents.values();
        let later = documents
            .filter(|document| document.kind != DocumentKind::Data && is_later(document.published))
            .map(|document| document.short.as_str());
        amending.chain(later).any(|name| contains_name(text, name))
    }

    /// Returns the newest edition of the main line in force on `day`; the base if there is none.
    ///
    /// Of several editions that amend the same one, the first in `ruleset.toml` continues the main
    /// line; the others are branches, which have to be named.
    pub fn newest_edition_on(&self, day: jiff::civil::Date) -> EditionIx {
        let next = |last: Option<EditionIx>| {
            let mut in_force = (0..self.editions.len() as u16)
                .map(EditionIx)
                .filter(|&edition| {
                    self.amended_edition(edition) == last && self.is_in_force(edition, day)
                });
            match last {
                None => in_force.next_back(),
                Some(_) => in_force.next(),
            }
        };
        let main_line = std::iter::successors(next(None), |&last| next(Some(last)));
        main_line
            .take(self.editions.len())
            .last()
            .unwrap_or_default()
    }

    /// Returns the profile with this name.
    pub fn profile(&self, name: &str) -> Option<&Profile> {
        self.profiles.iter().find(|profile| profile.name == name)
    }

    /// Returns the profile used where none is named.
    pub fn default_profile(&self) -> Profile {
        self.profiles
            .iter()
            .find(|profile| profile.default)
            .or(self.profiles.first())
            .cloned()
            .unwrap_or_default()
    }
}

impl Ruleset {
    /// Returns the words of a name with its abbreviations written in full, without plural endings.
    pub fn spell_out(&self, name: &str) -> Vec<String> {
        let full = |word: &str| {
            let plain = word.trim_matches(|c: char| !c.is_alphanumeric());
            let known = self.abbreviations.get(plain);
            normalized_words(known.map_or(word, |known| known))
        };
        let words = name.split_whitespace().flat_map(full);
        words
            .map(|word| match word.strip_suffix('s') {
                Some(stem) if stem.len() > 2 => stem.to_owned(),
                _ => word,
            })
            .collect()
    }
}

/// Returns whether a text contains a name that is not part of a longer name or number: `3.1`, but
/// not `13.1` or `3.1.2`.
fn contains_name(text: &str, name: &str) -> bool {
    let continues = |c: char| c.is_alphanumeric();
    text.match_indices(name).any(|(at, _)| {
        let before = text[..at].strip_suffix('.').unwrap_or(&text[..at]);
        let after = &text[at + name.len()..];
        let after = after.strip_prefix('.').unwrap_or(after);
        !before.ends_with(continues) && !after.starts_with(continues)
    })
}
