//! What is known before a sheet is opened: the documents of the rulesets, the headings of their sections, and `import.toml`.

use super::plain::normal;
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
pub struct Known {
    pub(super) words: Words,
    pub(super) rules: Vec<Rules>,
    /// What is wrong with an `import.toml`, a line each.
    pub faults: Vec<String>,
}

/// Words that sheets of any ruleset may use: `rules/import.toml`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Words {
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

/// A line as [`normal`] has it, with the `…` behind it.
fn normalise(own: &mut String) {
    *own = match own.strip_suffix('…') {
        Some(start) => normal(start) + "…",
        None => normal(own),
    };
}

impl Words {
    fn normalise(&mut self) {
        [&mut self.furniture, &mut self.notes, &mut self.note_openers]
            .into_iter()
            .flatten()
            .for_each(normalise);
    }
}

impl Shape {
    fn normalise(&mut self) {
        [&mut self.opens, &mut self.holds]
            .into_iter()
            .flatten()
            .for_each(normalise);
    }
}

/// How the passages of a document are numbered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Numbers {
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
pub(super) struct Document {
    pub(super) key: String,
    pub(super) edition: String,
    pub(super) kind: DocumentKind,
    pub(super) published: PartialDate,
    /// The ids that its instructions bear, by number; those of a number that several have are left out.
    pub(super) ids: BTreeMap<String, String>,
    /// Its title, as [`normal`] has it.
    pub(super) title: String,
    pub(super) shape: Shape,
}

/// What `import.toml` says of a document.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Shape {
    /// Lines with which it begins, one of them enough; `…` behind one for its beginning alone.
    pub(super) opens: Vec<String>,
    /// Lines that must stand below, where the first alone does not tell.
    pub(super) holds: Vec<String>,
    /// How its passages are numbered.
    pub(super) numbers: Numbers,
    /// What stands in front of its printed numbers: `C`.
    pub(super) prefix: String,
    /// The document in whose counting its numbers stand.
    pub(super) counted_in: Option<String>,
}

/// A ruleset.
#[derive(Clone, Debug, Default)]
pub(super) struct Rules {
    pub(super) key: String,
    pub(super) documents: Vec<Document>,
    /// Headings of sections, as [`normal`] has them, with their ids.
    pub(super) headings: BTreeMap<String, String>,
    /// What the printed words of places mean, where they are no headings of sections, as [`normal`] has them; `…` stands for any.
    pub(super) places: Vec<(String, String)>,
}

/// An `import.toml` beside the rules of one ruleset.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Own {
    document: BTreeMap<String, Shape>,
    /// An id, and the words that sheets have for the place.
    places: BTreeMap<String, Vec<String>>,
}

impl Known {
    /// What the rules of an analysis say.
    pub fn of(analysis: &Analysis) -> Self {
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
            let mut own = Own::default();
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
            own.document.values_mut().for_each(Shape::normalise);
            let documents = db.ruleset.documents.values().map(|document| Document {
                key: document.key.clone(),
                edition: db.ruleset.edition_id(document.edition).to_owned(),
                kind: document.kind,
                published: document.published,
                title: normal(&document.title),
                ids: ids(db, &document.key),
                shape: own.document.get(&document.key).cloned().unwrap_or_default(),
            });
            let mut rules = Rules {
                key: key.to_owned(),
                documents: documents.collect(),
                ..Rules::default()
            };
            for file in analysis.files().filter(|file| file.role == Role::Base) {
                let ours = analysis
                    .source(file.source)
                    .is_some_and(|source| source.ruleset == key);
                for place in file.places.iter().filter(|_| ours) {
                    if let Some(id) = &place.attrs.id {
                        rules
                            .headings
                            .entry(normal(&place.heading.text))
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
                        words.split('…').map(normal).collect::<Vec<_>>().join("…"),
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
        let words = normal(heading);
        let mut words = words
            .split(' ')
            .filter(|word| word.chars().all(char::is_alphabetic) && word.chars().count() > 1)
            .peekable();
        words.peek().is_some() && words.all(|word| self.words.covers.iter().any(|own| own == word))
    }

    /// The ruleset and document that a line opens, which [`normal`] has made.
    pub(super) fn opened(&self, line: &str) -> Option<(&Rules, &Document)> {
        self.rules
            .iter()
            .flat_map(|rules| {
                rules
                    .documents
                    .iter()
                    .map(move |document| (rules, document))
            })
            .find(|(_, document)| document.shape.opens.iter().any(|opens| begins(line, opens)))
    }

    /// The id that the instruction of a number bears in a document.
    pub(super) fn amendment(&self, document: &str, number: &str) -> Option<&str> {
        let found = self
            .rules
            .iter()
            .flat_map(|rules| &rules.documents)
            .find(|own| own.key == document)?;
        found.ids.get(number).map(String::as_str)
    }

    /// The ruleset and document of a title, which [`normal`] has made, in any ruleset or in one.
    pub(super) fn titled(&self, ruleset: Option<&str>, title: &str) -> Option<(&Rules, &Document)> {
        let mine = |rules: &&Rules| ruleset.is_none_or(|key| rules.key == key);
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
    pub(super) fn place(&self, ruleset: Option<&str>, words: &str) -> Option<(&str, &str)> {
        let words = normal(words);
        let mine = |rules: &&Rules| ruleset.is_none_or(|key| rules.key == key);
        self.rules
            .iter()
            .filter(mine)
            .find_map(|rules| rules.place(&words).map(|id| (rules.key.as_str(), id)))
    }
}

impl Document {
    /// Whether all lines that tell it apart stand in `lines`.
    pub(super) fn holds(&self, lines: &[String]) -> bool {
        self.shape
            .holds
            .iter()
            .all(|own| lines.iter().any(|line| begins(line, own)))
    }
}

impl Rules {
    /// The id of the place that `words` name, which [`normal`] has made.
    pub(super) fn place(&self, words: &str) -> Option<&str> {
        let alias = self.places.iter().find(|(own, _)| fits(words, own));
        alias
            .map(|(_, id)| id.as_str())
            .or_else(|| self.headings.get(words).map(String::as_str))
    }

    /// The words of a place with which `text` begins: how many bytes of it, and the id.
    pub(super) fn leading(&self, text: &str) -> Option<(usize, &str)> {
        self.places.iter().find_map(|(own, id)| {
            let (_, last) = own.rsplit_once('…')?;
            let end = text.find(last)? + last.len();
            fits(&normal(&text[..end]), own).then_some((end, id.as_str()))
        })
    }
}

/// The ids that the instructions of a document bear, by number.
fn ids(db: &RulesetDb, document: &str) -> BTreeMap<String, String> {
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

/// Whether `words` are those of `own`, where `…` stands for any; [`normal`] has made both.
fn fits(words: &str, own: &str) -> bool {
    match own.split_once('…') {
        Some((start, end)) => {
            words.len() >= start.len() + end.len()
                && words.starts_with(start)
                && words.ends_with(end)
        }
        None => words == own,
    }
}

/// Whether `line` is `own`, or begins with what stands before its `…`; [`normal`] has made both.
pub(super) fn begins(line: &str, own: &str) -> bool {
    match own.strip_suffix('…') {
        Some(start) => line.starts_with(start),
        None => line == own,
    }
}
