//! What is known before a sheet is opened: the documents of the rulesets, the headings of their sections, and `import.toml`.

use super::plain_text::normalise;
use crate::{
    analysis::{Analysis, SourceKind},
    model::{DocumentKind, PartialDate},
    resolve::RulesetDb,
    syntax::{Layer, Role},
};
use serde::Deserialize;
use std::collections::BTreeMap;

/// What is known before a sheet is opened. Without any of it sheets are read all the same, and documents have no name.
#[derive(Clone, Debug, Default)]
pub struct KnownRulesets {
    pub(super) words: SheetVocabulary,
    pub(super) rules: Vec<KnownRuleset>,
    /// What is wrong with an `import.toml`, a line each.
    pub faults: Vec<String>,
}

/// Words that sheets of any ruleset may use: `rules/import.toml`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct SheetVocabulary {
    /// Lines that web pages and converters add, whole or by their beginning (`…` behind it).
    pub(super) furniture: Vec<String>,
    /// Headings under which authors explain, and rule nothing.
    pub(super) notes: Vec<String>,
    /// Words of headings that name the sheet or a part of it: one that has no other words is no place of the rules.
    pub(super) covers: Vec<String>,
    /// Beginnings of paragraphs that open a note of their own.
    pub(super) note_openers: Vec<String>,
    /// Further words for verbs: `scrap = "delete"`.
    pub(super) verbs: BTreeMap<String, String>,
    /// Further words for units: `blob = "bullet"`.
    pub(super) units: BTreeMap<String, String>,
}

/// A line as [`normalise`] has it, with the `…` behind it.
fn normalise_pattern(own: &mut String) {
    *own = match own.strip_suffix('…') {
        Some(start) => normalise(start) + "…",
        None => normalise(own),
    };
}

impl SheetVocabulary {
    fn normalise(&mut self) {
        [&mut self.furniture, &mut self.notes, &mut self.note_openers]
            .into_iter()
            .flatten()
            .for_each(normalise_pattern);
    }
}

impl DocumentLayout {
    fn normalise(&mut self) {
        [&mut self.opens, &mut self.holds]
            .into_iter()
            .flatten()
            .for_each(normalise_pattern);
    }
}

/// How the passages of a document are numbered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum PassageNumbering {
    /// Instructions in their order, clarifications as printed.
    #[default]
    Counted,
    /// The number of the heading, a stop, and the number of the paragraph below it.
    Sections,
    /// A letter for each instruction, and behind a stop the number of the paragraph that it brings.
    Letters,
    /// Paragraphs in their order.
    Paragraphs,
}

/// A document of a ruleset.
#[derive(Clone, Debug)]
pub(super) struct KnownDocument {
    pub(super) key: String,
    pub(super) edition: String,
    pub(super) kind: DocumentKind,
    pub(super) published: PartialDate,
    /// The ids that its instructions bear, by number; those of a number that several have are left out.
    pub(super) ids: BTreeMap<String, String>,
    /// Its title, as [`normalise`] has it.
    pub(super) title: String,
    pub(super) shape: DocumentLayout,
}

/// What `import.toml` says of a document.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "struct Shape")]
pub(super) struct DocumentLayout {
    /// Lines with which it begins, one of them enough; `…` behind one for its beginning alone.
    pub(super) opens: Vec<String>,
    /// Lines that must stand below, where the first alone does not tell.
    pub(super) holds: Vec<String>,
    /// How its passages are numbered.
    pub(super) numbers: PassageNumbering,
    /// What stands in front of its printed numbers: `C`.
    pub(super) prefix: String,
    /// The document in whose counting its numbers stand.
    pub(super) counted_in: Option<String>,
}

/// A ruleset.
#[derive(Clone, Debug, Default)]
pub(super) struct KnownRuleset {
    pub(super) key: String,
    pub(super) documents: Vec<KnownDocument>,
    /// Headings of sections, as [`normalise`] has them, with their ids.
    pub(super) headings: BTreeMap<String, String>,
    /// What the printed words of places mean, where they are no headings of sections, as [`normalise`] has them; `…` stands for any.
    pub(super) places: Vec<(String, String)>,
}

/// An `import.toml` beside the rules of one ruleset.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct ImportToml {
    document: BTreeMap<String, DocumentLayout>,
    /// An id, and the words that sheets have for the place.
    places: BTreeMap<String, Vec<String>>,
}

impl KnownRulesets {
    /// What the rules of an analysis say.
    pub fn from_analysis(analysis: &Analysis) -> Self {
        let mut known = Self::default();
        for source in analysis
            .sources()
            .iter()
            .filter(|source| source.kind == SourceKind::Import && source.ruleset.is_empty())
        {
            match toml::from_str(&source.text) {
                Ok(words) => {
                    known.words = words;
                    known.words.normalise();
                }
                Err(error) => known
                    .faults
                    .push(format!("{}: {}", source.path, error.message())),
            }
        }
        for (key, db) in analysis.ruleset_dbs() {
            let mut own = ImportToml::default();
            for source in analysis
                .sources()
                .iter()
                .filter(|source| source.kind == SourceKind::Import && source.ruleset == key)
            {
                match toml::from_str(&source.text) {
                    Ok(read) => own = read,
                    Err(error) => {
                        known
                            .faults
                            .push(format!("{}: {}", source.path, error.message()))
                    }
                }
            }
            own.document
                .values_mut()
                .for_each(DocumentLayout::normalise);
            let documents = db.ruleset.documents.values().map(|document| KnownDocument {
                key: document.key.clone(),
                edition: db.ruleset.edition_id(document.edition).to_owned(),
                kind: document.kind,
                published: document.published,
                title: normalise(&document.title),
                ids: amendment_ids(db, &document.key),
                shape: own.document.get(&document.key).cloned().unwrap_or_default(),
            });
            let mut rules = KnownRuleset {
                key: key.to_owned(),
                documents: documents.collect(),
                ..KnownRuleset::default()
            };
            for file in analysis.files().filter(|file| file.role == Role::Base) {
                let ours = analysis
                    .source(file.source)
                    .is_some_and(|source| source.ruleset == key);
                for place in file.places.iter().filter(|_| ours) {
                    if let Some(id) = &place.attrs.id {
                        rules
                            .headings
                            .entry(normalise(&place.heading.text))
                            .or_insert_with(|| id.value.clone());
                    }
                }
            }
            let places = own
                .places
                .into_iter()
                .flat_map(|(id, words)| words.into_iter().map(move |words| (words, id.clone())));
            rules.places = places
                .map(|(words, id)| {
                    (
                        words
                            .split('…')
                            .map(normalise)
                            .collect::<Vec<_>>()
                            .join("…"),
                        id,
                    )
                })
                .collect();
            known.rules.push(rules);
        }
        known
    }

    /// Whether a heading names the sheet itself: `Errata & Amendments v1.2`.
    pub(super) fn is_cover(&self, heading: &str) -> bool {
        let words = normalise(heading);
        let mut words = words
            .split(' ')
            .filter(|word| word.chars().all(char::is_alphabetic) && word.chars().count() > 1)
            .peekable();
        words.peek().is_some() && words.all(|word| self.words.covers.iter().any(|own| own == word))
    }

    /// The ruleset and document that a line opens, which [`normalise`] has made.
    pub(super) fn document_opened_by(&self, line: &str) -> Option<(&KnownRuleset, &KnownDocument)> {
        self.rules
            .iter()
            .flat_map(|rules| {
                rules
                    .documents
                    .iter()
                    .map(move |document| (rules, document))
            })
            .find(|(_, document)| {
                document
                    .shape
                    .opens
                    .iter()
                    .any(|opens| matches_opening(line, opens))
            })
    }

    /// The id that the instruction of a number bears in a document.
    pub(super) fn amendment_id(&self, document: &str, number: &str) -> Option<&str> {
        let found = self
            .rules
            .iter()
            .flat_map(|rules| &rules.documents)
            .find(|own| own.key == document)?;
        found.ids.get(number).map(String::as_str)
    }

    /// The ruleset and document of a title, which [`normalise`] has made, in any ruleset or in one.
    pub(super) fn document_titled(
        &self,
        ruleset: Option<&str>,
        title: &str,
    ) -> Option<(&KnownRuleset, &KnownDocument)> {
        let mine = |rules: &&KnownRuleset| ruleset.is_none_or(|key| rules.key == key);
        let documents = self.rules.iter().filter(mine).flat_map(|rules| {
            rules
                .documents
                .iter()
                .map(move |document| (rules, document))
        });
        documents
            .into_iter()
            .find(|(_, document)| document.title == title)
    }

    /// The id of the place that `words` name in any ruleset, or in one.
    pub(super) fn find_place(&self, ruleset: Option<&str>, words: &str) -> Option<(&str, &str)> {
        let words = normalise(words);
        let mine = |rules: &&KnownRuleset| ruleset.is_none_or(|key| rules.key == key);
        self.rules
            .iter()
            .filter(mine)
            .find_map(|rules| rules.find_place(&words).map(|id| (rules.key.as_str(), id)))
    }
}

impl KnownDocument {
    /// Whether all lines that tell it apart stand in `lines`.
    pub(super) fn has_required_lines(&self, lines: &[String]) -> bool {
        self.shape
            .holds
            .iter()
            .all(|own| lines.iter().any(|line| matches_opening(line, own)))
    }
}

impl KnownRuleset {
    /// The id of the place that `words` name, which [`normalise`] has made.
    pub(super) fn find_place(&self, words: &str) -> Option<&str> {
        let alias = self
            .places
            .iter()
            .find(|(own, _)| matches_pattern(words, own));
        alias
            .map(|(_, id)| id.as_str())
            .or_else(|| self.headings.get(words).map(String::as_str))
    }

    /// The words of a place with which `text` begins: how many bytes of it, and the id.
    pub(super) fn find_leading_place(&self, text: &str) -> Option<(usize, &str)> {
        self.places.iter().find_map(|(own, id)| {
            let (_, last) = own.rsplit_once('…')?;
            let end = text.find(last)? + last.len();
            matches_pattern(&normalise(&text[..end]), own).then_some((end, id.as_str()))
        })
    }
}

/// The ids that the instructions of a document bear, by number.
fn amendment_ids(db: &RulesetDb, document: &str) -> BTreeMap<String, String> {
    let mut found: BTreeMap<String, Vec<Option<String>>> = BTreeMap::new();
    let files = db
        .files_on(document)
        .filter(|file| file.front.layer == Layer::Restated);
    let files = files.filter(|file| {
        file.front
            .document
            .as_ref()
            .is_some_and(|own| own.value == document)
    });
    for entry in files
        .flat_map(|file| &file.places)
        .flat_map(|place| &place.entries)
    {
        if let Some(number) = entry.attrs.get("n") {
            found
                .entry(number.value.clone())
                .or_default()
                .push(entry.attrs.id.as_ref().map(|id| id.value.clone()));
        }
    }
    let alone = found.into_iter().filter(|(_, ids)| ids.len() == 1);
    alone
        .filter_map(|(number, mut ids)| Some((number, ids.pop()??)))
        .collect()
}

/// Whether `words` are those of `own`, where `…` stands for any; [`normalise`] has made both.
fn matches_pattern(words: &str, own: &str) -> bool {
    match own.split_once('…') {
        Some((start, end)) => {
            words.len() >= start.len() + end.len()
                && words.starts_with(start)
                && words.ends_with(end)
        }
        None => words == own,
    }
}

/// Whether `line` is `own`, or begins with what stands before its `…`; [`normalise`] has made both.
pub(super) fn matches_opening(line: &str, own: &str) -> bool {
    match own.strip_suffix('…') {
        Some(start) => line.starts_with(start),
        None => line == own,
    }
}
