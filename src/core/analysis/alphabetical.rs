//! Makes the alphabetical index of a ruleset at a view, to print: headings, subjects and the players'
//! words for them, each with page and clause.

use super::{
    Analysis, PrintHead, lookup::unit_of_id, overview::is_project_notes, section_reader::heading_at,
};
use crate::{
    resolve::{RulesetDb, View},
    search::is_stop_word,
    text::slug::capitalize,
};
use std::collections::BTreeMap;

/// The most words that a phrase of the subject index has to be printed as a word of its own.
const MAX_WORDS: usize = 2;

/// The alphabetical index of a ruleset at a view: its entries, the documents that count, notices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AlphabeticalIndex {
    /// What it is about.
    pub head: PrintHead,
    /// The entries, in alphabetical order.
    pub entries: Vec<AlphabeticalEntry>,
}

/// A word of the index, with the clauses about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AlphabeticalEntry {
    /// The word.
    pub word: String,
    /// The clauses, in the order of the booklet.
    pub places: Vec<AlphabeticalPlace>,
}

/// A clause in the index: what of the word it is about, its printed page and its id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AlphabeticalPlace {
    /// What of the word it is about, in a few words; `None` for the word as a whole.
    pub label: Option<String>,
    /// The printed page, if it is known.
    pub page: Option<String>,
    /// The id, without the ruleset.
    pub id: String,
}

impl Analysis {
    /// Returns the index of a ruleset at a view. Clauses that are not part of the text, and the
    /// project's own notes, have no entry.
    pub fn alphabetical_index(&self, db: &RulesetDb, view: &View) -> AlphabeticalIndex {
        db.resolve_all();
        let mut entries: BTreeMap<String, AlphabeticalEntry> = BTreeMap::new();
        let mut add = |word: &str, label: Option<&str>, page: &Option<String>, id: &str| {
            let place = AlphabeticalPlace {
                label: label.map(str::to_owned),
                page: page.clone(),
                id: id.to_owned(),
            };
            let entry = entries
                .entry(word.to_lowercase())
                .or_insert_with(|| AlphabeticalEntry {
                    word: capitalize(word),
                    places: Vec::new(),
                });
            if !entry.places.iter().any(|known| known.id == place.id) {
                entry.places.push(place);
            }
        };
        let subjects = db.subjects();
        for id in db.outline() {
            let (Some(section), Some(info)) = (db.section(id), db.section_info(id)) else {
                continue;
            };
            let tree = section.version(view);
            if !tree.exists || is_project_notes(db, &section) {
                continue;
            }
            let heading = heading_at(&tree, info.heading);
            let (word, part) = split_heading(&heading);
            add(word, part, &info.page, id);
            let is_live = |clause: &str| {
                clause == id || unit_of_id(&section, clause).is_some_and(|unit| tree.is_live(unit))
            };
            let own = subjects
                .iter()
                .filter(|subject| db.section_of(&subject.clause).unwrap_or(&subject.clause) == id)
                .filter(|subject| subject.applies_in(view.edition) && is_live(&subject.clause));
            for subject in own {
                if subject.clause != *id {
                    add(word, Some(&subject.label), &info.page, &subject.clause);
                }
                let phrases = subject.phrases.iter().map(|(phrase, _)| phrase);
                for phrase in phrases.chain([&subject.label]).filter(|one| is_word(one)) {
                    add(phrase, None, &info.page, &subject.clause);
                }
            }
        }
        for (short, long) in &db.ruleset.abbreviations {
            if let Some(entry) = entries.get(&long.to_lowercase()) {
                let places = entry.places.clone();
                let word = format!("{short} ({long})");
                entries.insert(short.to_lowercase(), AlphabeticalEntry { word, places });
            }
        }
        AlphabeticalIndex {
            head: self.print_head(db, view),
            entries: entries.into_values().collect(),
        }
    }
}

/// Returns whether a phrase suits a printed index: one or two words, none of them a stop word.
fn is_word(phrase: &str) -> bool {
    let mut words = phrase.split_whitespace();
    phrase.split_whitespace().count() <= MAX_WORDS
        && phrase.chars().count() > 2
        && words.all(|word| {
            word.chars().all(|c| c.is_alphabetic() || c == '-')
                && !is_stop_word(&word.to_lowercase())
        })
}

/// Splits a heading into its word and what of it the section is about: `Combat outcome, less`.
fn split_heading(heading: &str) -> (&str, Option<&str>) {
    let parts = heading
        .split_once(", ")
        .or_else(|| heading.split_once(": "));
    parts.map_or((heading, None), |(word, part)| (word, Some(part)))
}
