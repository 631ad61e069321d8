//! `KnownRulesets`: names of documents and sections that `import` recognises in sheets, collected
//! from the rules and `import.toml` files.

use super::{plain_text::normalise, section_names::SectionNames};
use crate::{
    analysis::{Analysis, Source, SourceKind},
    model::{
        DocumentKind, PartialDate,
        toml_file::{
            DocumentPattern, IMPORT_KEYS, ImportFile, SHEET_KEYS, SheetVocabulary, read_toml,
        },
    },
    resolve::{RulesetDb, file_section_id},
    syntax::{Block, BlockKind, ValueKind},
    text::SourceId,
};
use serde::de::DeserializeOwned;
use std::collections::{BTreeMap, BTreeSet};

/// Names that `parse_sheets` recognises: documents, headings and places of each ruleset, and
/// further words of `import.toml`.
///
/// Sheets can be parsed without them, but then their documents have no names.
#[derive(Clone, Debug, Default)]
pub struct KnownRulesets {
    /// The ruleset of the sheets that are no known document; `None` if their headings decide.
    pub ruleset: Option<String>,
    pub(super) words: SheetVocabulary,
    pub(super) rules: Vec<KnownRuleset>,
    /// The errors of `import.toml` files, a line each.
    pub faults: Vec<String>,
}

/// Normalises a line but keeps a final `…`.
fn normalise_pattern(own: &mut String) {
    *own = match own.strip_suffix('…') {
        Some(start) => normalise(start) + "…",
        None => normalise(own),
    };
}

/// Normalises the lines of lists but keeps a final `…`.
fn normalise_lists<const N: usize>(lists: [&mut Vec<String>; N]) {
    lists.into_iter().flatten().for_each(normalise_pattern);
}

/// A document that a ruleset declares, to recognise a sheet as its text: key, edition, title, date,
/// first lines, way of numbering, and ids of its instructions by number.
#[derive(Clone, Debug)]
pub(super) struct KnownDocument {
    pub(super) key: String,
    pub(super) edition: String,
    pub(super) kind: DocumentKind,
    pub(super) published: PartialDate,
    pub(super) layout: DocumentPattern,
}

/// A ruleset that sheets may amend: its documents, the names of its sections and further
/// printed names of places, and labels of its units.
#[derive(Clone, Debug, Default)]
pub(super) struct KnownRuleset {
    pub(super) key: String,
    pub(super) documents: Vec<KnownDocument>,
    names: SectionNames,
    /// Printed names of places that are no headings, after [`normalise`], with their ids; `…`
    /// represents any words.
    pub(super) places: Vec<(String, String)>,
    /// The labels of units after [`normalise`], by the id of their section.
    labels: BTreeMap<String, BTreeSet<String>>,
}

impl KnownRulesets {
    /// Reads an `import.toml`, and adds its errors.
    fn read<T: DeserializeOwned>(
        &mut self,
        source: &Source,
        keys: &'static ValueKind,
    ) -> Option<T> {
        let (read, found) = read_toml(SourceId::default(), &source.text, "import-file", keys);
        let faults = found
            .iter()
            .map(|found| format!("{}: {}", source.path, found.message));
        self.faults.extend(faults);
        read
    }

    /// Collects the rulesets of an analysis and its `import.toml` files.
    pub fn from_analysis(analysis: &Analysis) -> Self {
        let mut known = Self::default();
        for source in analysis
            .sources()
            .iter()
            .filter(|source| source.kind == SourceKind::Import && source.ruleset.is_empty())
        {
            if let Some(mut words) = known.read::<SheetVocabulary>(source, SHEET_KEYS) {
                normalise_lists([
                    &mut words.furniture,
                    &mut words.notes,
                    &mut words.note_openers,
                ]);
                known.words = words;
            }
        }
        for (key, db) in analysis.ruleset_dbs() {
            let mut own = ImportFile::default();
            for source in analysis
                .sources()
                .iter()
                .filter(|source| source.kind == SourceKind::Import && source.ruleset == key)
            {
                own = known.read(source, IMPORT_KEYS).unwrap_or(own);
            }
            for pattern in own.document.values_mut() {
                normalise_lists([&mut pattern.opens, &mut pattern.holds]);
            }
            let documents = db.ruleset.documents.values().map(|document| KnownDocument {
                key: document.key.clone(),
                edition: db.ruleset.edition_id(document.edition).to_owned(),
                kind: document.kind,
                published: document.published,
                layout: own.document.get(&document.key).cloned().unwrap_or_default(),
            });
            let mut rules = KnownRuleset {
                key: key.to_owned(),
                documents: documents.collect(),
                names: SectionNames::new(db),
                ..KnownRuleset::default()
            };
            add_labels(db, &mut rules.labels);
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

    /// Returns the document that begins with the normalised line `line`, and its ruleset.
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
                    .layout
                    .opens
                    .iter()
                    .any(|opens| matches_opening(line, opens))
            })
    }

    /// Whether a unit of the section `id` has the label `words`, in one ruleset or in any.
    pub(super) fn has_label(&self, ruleset: Option<&str>, id: &str, words: &str) -> bool {
        let words = normalise(words);
        let mine = |rules: &&KnownRuleset| ruleset.is_none_or(|key| rules.key == key);
        let labels = self
            .rules
            .iter()
            .filter(mine)
            .filter_map(|rules| rules.labels.get(id));
        !words.is_empty() && labels.into_iter().any(|labels| labels.contains(&words))
    }

    /// Returns the key of the ruleset and the id of the place named by `words`, in one ruleset or
    /// in any.
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
    /// Whether its first line is its title, and not the beginning of its text.
    pub(super) fn is_opened_by_title(&self, line: &str) -> bool {
        let line = normalise(line);
        let mut titles = self
            .layout
            .opens
            .iter()
            .filter(|opens| !opens.ends_with('…'));
        self.layout.holds.is_empty() && titles.any(|opens| line == *opens)
    }

    /// Whether `lines` contain all lines that the document requires.
    pub(super) fn has_required_lines(&self, lines: &[String]) -> bool {
        self.layout
            .holds
            .iter()
            .all(|own| lines.iter().any(|line| matches_opening(line, own)))
    }
}

impl KnownRuleset {
    /// Returns the id of the place named by the normalised `words`.
    pub(super) fn find_place(&self, words: &str) -> Option<&str> {
        let mut aliases = self.places.iter();
        let alias = aliases.find(|(own, _)| matches_pattern(words, own));
        alias
            .map(|(_, id)| id.as_str())
            .or_else(|| self.names.find_exact(words))
    }
}

/// Adds the labels of all units of a ruleset, by section.
fn add_labels(db: &RulesetDb, labels: &mut BTreeMap<String, BTreeSet<String>>) {
    for place in db.files().flat_map(|file| &file.places) {
        let payloads = place.entries.iter().flat_map(|entry| &entry.payload);
        let mut blocks: Vec<&Block> = place.blocks.iter().chain(payloads).collect();
        let mut own = Vec::new();
        while let Some(block) = blocks.pop() {
            let is_cell = block.kind == BlockKind::Cell;
            let label = block.label.as_ref().filter(|_| !is_cell);
            own.extend(label.map(|label| normalise(&label.value)));
            blocks.extend(block.children());
        }
        labels
            .entry(file_section_id(place))
            .or_default()
            .extend(own);
    }
}

/// Whether the normalised `words` match the normalised pattern `own`, where `…` represents any
/// words.
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

/// Whether `line` equals `own`, or begins with the part of `own` before its `…`; both are
/// normalised.
pub(super) fn matches_opening(line: &str, own: &str) -> bool {
    match own.strip_suffix('…') {
        Some(start) => line.starts_with(start),
        None => line == own,
    }
}
