//! Builds the entries of an alphabetical index from headings, labels, the subject index, terms and
//! players' synonyms.

use super::{
    entry::{AlphabeticalEntry, AlphabeticalLetter, AlphabeticalSubentry, AlphabeticalTarget},
    index_word::{capitalise, index_word, split_heading},
    word_sequence::{WordSequence, to_singular},
};
use crate::{
    analysis::{Analysis, Clause, ClauseBlock, WordingChoice, overview::is_project_notes},
    model::SubjectIndex,
    resolve::{RulesetDb, View},
    search::Lexicon,
    text::{join, words},
};
use std::collections::BTreeMap;

/// If a word occurs in more sections than this, they are not listed.
const THROUGHOUT: usize = 14;

/// A section in force, prepared for the index: its heading, page, words and named clauses.
struct IndexedSection {
    place: AlphabeticalTarget,
    heading: String,
    /// Its named clauses, in printed order.
    clauses: Vec<NamedClause>,
    words: WordSequence,
}

/// A clause with a name or subject of its own, which the index lists: its page and its labels.
struct NamedClause {
    place: AlphabeticalTarget,
    /// Its label in the rules.
    label: Option<String>,
    /// Its label in the subject index.
    subject: Option<String>,
}

/// Builder of an alphabetical index: the sections in force, and the entries made of them so far.
pub(super) struct AlphabeticalIndexBuilder<'a> {
    db: &'a RulesetDb,
    view: &'a View,
    subjects: SubjectIndex,
    sections: Vec<IndexedSection>,
    /// The terms that the project's own glossaries explain.
    glossary: Vec<String>,
    /// By the words in lower case.
    entries: BTreeMap<String, AlphabeticalEntry>,
}

impl<'a> AlphabeticalIndexBuilder<'a> {
    /// Reads the sections of a ruleset that are in force at `view`; makes no entry yet.
    pub(super) fn new(
        analysis: &Analysis,
        db: &'a RulesetDb,
        view: &'a View,
        choice: WordingChoice,
    ) -> Self {
        let mut builder = Self {
            db,
            view,
            subjects: db.subjects(),
            sections: Vec::new(),
            glossary: Vec::new(),
            entries: BTreeMap::new(),
        };
        for id in db.outline() {
            let Some(section) = db.section(id) else {
                continue;
            };
            let clause = analysis.clause(db, &section, None, view, choice);
            if !clause.state.is_in_text() {
                continue;
            }
            if is_project_notes(db, &section) {
                let labels = clause
                    .blocks
                    .iter()
                    .filter(|block| block.kind != "cell")
                    .filter_map(|block| block.label.as_deref());
                builder.glossary.extend(labels.map(bare_label));
            } else {
                let section = builder.section(id, &clause);
                builder.sections.push(section);
            }
        }
        builder
    }

    fn section(&self, id: &str, clause: &Clause) -> IndexedSection {
        let key = format!("{}/", self.db.ruleset.key);
        let own = |block: &ClauseBlock| block.id.strip_prefix(&key).unwrap_or(&block.id).to_owned();
        // the paragraph or bullet represents its sentences, the table for its cells
        let mut names: Vec<(String, Option<String>)> = Vec::new();
        for block in clause
            .blocks
            .iter()
            .filter(|block| block.kind != "cell" && block.kind != "heading")
        {
            let name = own(block);
            let mut prefixes: Vec<&str> =
                name.match_indices('/').map(|(at, _)| &name[..at]).collect();
            prefixes.push(&name);
            for prefix in prefixes {
                // the section heading represents its first paragraph
                let own = prefix != id && prefix.strip_prefix(id) != Some("/p1");
                let named = own && (!prefix.contains('/') || self.subject(prefix).is_some());
                if named && !names.iter().any(|(known, _)| known == prefix) {
                    names.push((prefix.to_owned(), block.label.as_deref().map(bare_label)));
                }
            }
        }
        let rulings = |covers: &dyn Fn(&str) -> bool| -> Vec<String> {
            let hits = clause
                .clarifications
                .iter()
                .filter(|ruling| ruling.units.iter().any(|unit| covers(unit)));
            hits.map(|ruling| {
                format!(
                    "{} {}",
                    ruling.document,
                    ruling.n.as_deref().unwrap_or_default()
                )
                .trim()
                .to_owned()
            })
            .collect()
        };
        let under = |unit: &str, name: &str| {
            unit.strip_prefix(name)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        let place = |name: &str, rulings: Vec<String>| AlphabeticalTarget {
            id: format!("{key}{name}"),
            page: clause.page.clone(),
            rulings,
        };
        let all: Vec<String> = names.iter().map(|(name, _)| name.clone()).collect();
        let clauses = names.into_iter().map(|(name, label)| NamedClause {
            place: place(
                &name,
                rulings(&|unit| {
                    under(unit, &name)
                        && !all
                            .iter()
                            .any(|other| other.len() > name.len() && under(unit, other))
                }),
            ),
            subject: self.subject(&name),
            label: label.filter(|label| label.chars().any(char::is_alphabetic)),
        });
        IndexedSection {
            clauses: clauses.collect(),
            place: place(
                id,
                rulings(&|unit| !all.iter().any(|name| under(unit, name))),
            ),
            heading: clause.heading.clone(),
            words: WordSequence::new(&join(
                clause.blocks.iter().map(|block| {
                    format!(
                        "{} {}",
                        block.label.as_deref().unwrap_or_default(),
                        block.text
                    )
                }),
                " ",
            )),
        }
    }

    /// Returns the label of a clause in the subject index.
    fn subject(&self, clause: &str) -> Option<String> {
        self.subjects
            .of(clause)
            .find(|subject| subject.applies_in(self.view.edition))
            .map(|subject| subject.label.clone())
    }

    /// Returns the entry of a word in singular or plural, adding it if necessary.
    fn entry(&mut self, word: &str) -> &mut AlphabeticalEntry {
        self.entries
            .entry(word_key(word))
            .or_insert_with(|| AlphabeticalEntry {
                word: capitalise(word),
                ..AlphabeticalEntry::default()
            })
    }

    /// Adds headings with the clauses below them, and references from labels that are words of
    /// their own.
    pub(super) fn add_headings(&mut self) {
        for section in std::mem::take(&mut self.sections) {
            let (word, sub) = split_heading(&section.heading);
            let entry = self.entry(&word);
            match &sub {
                Some(sub) => entry.lines.push(AlphabeticalSubentry {
                    label: sub.clone(),
                    place: section.place.clone(),
                }),
                None => entry.places.push(section.place.clone()),
            }
            for named in &section.clauses {
                let label = named.subject.clone().or_else(|| named.label.clone());
                if let Some(label) = label.filter(|label| word_key(label) != word_key(&word)) {
                    self.entry(&word).lines.push(AlphabeticalSubentry {
                        label,
                        place: named.place.clone(),
                    });
                }
            }
            self.sections.push(section);
        }
    }

    /// Adds terms: the words that abbreviations stand for, and those that glossaries explain.
    pub(super) fn add_terms(&mut self) {
        let abbreviations = self.db.ruleset.abbreviations.clone();
        let mut terms: BTreeMap<String, (String, Option<String>)> = BTreeMap::new();
        for (short, long) in &abbreviations {
            terms.insert(word_key(long), (long.clone(), Some(short.clone())));
        }
        let wordy = |label: &&String| {
            label.chars().filter(|c| c.is_alphabetic()).count() > 2 && !label.starts_with('(')
        };
        for label in self
            .glossary
            .iter()
            .filter(wordy)
            .filter(|label| !abbreviations.contains_key(*label))
        {
            terms
                .entry(word_key(label))
                .or_insert_with(|| (label.clone(), None));
        }
        for (long, short) in terms.into_values() {
            self.add_term(&long, short);
        }
    }

    fn add_term(&mut self, long: &str, short: Option<String>) {
        let sections = std::mem::take(&mut self.sections);
        let mut lines = Vec::new();
        let mut mentions = Vec::new();
        for section in &sections {
            let (heading, _) = split_heading(&section.heading);
            if word_key(&heading) == word_key(long) {
                continue;
            }
            let about = |text: &str| {
                let words = WordSequence::new(text);
                words.contains_term(long)
                    || short
                        .as_deref()
                        .is_some_and(|short| words.contains_abbreviation(short))
            };
            let is_about = |named: &&NamedClause| {
                [&named.label, &named.subject]
                    .into_iter()
                    .flatten()
                    .any(|text| about(text))
            };
            let before = lines.len();
            for named in section.clauses.iter().filter(is_about) {
                lines.push(AlphabeticalSubentry {
                    label: section.heading.clone(),
                    place: named.place.clone(),
                });
            }
            if lines.len() == before && about(&section.heading) {
                lines.push(AlphabeticalSubentry {
                    label: section.heading.clone(),
                    place: section.place.clone(),
                });
            } else if lines.len() == before
                && (section.words.contains_term(long)
                    || short
                        .as_deref()
                        .is_some_and(|short| section.words.contains_abbreviation(short)))
            {
                mentions.push(AlphabeticalTarget {
                    rulings: Vec::new(),
                    ..section.place.clone()
                });
            }
        }
        self.sections = sections;
        let nothing = lines.is_empty() && mentions.is_empty();
        if nothing && !self.entries.contains_key(&word_key(long)) {
            return;
        }
        if let Some(short) = &short {
            let other = self.entry(short);
            if word_key(short) != word_key(long)
                && other.places.is_empty()
                && other.lines.is_empty()
            {
                other.see.push(capitalise(long));
            }
        }
        let entry = self.entry(long);
        entry.also_written = entry.also_written.take().or(short);
        entry.lines.extend(lines);
        entry.throughout = mentions.len() > THROUGHOUT;
        entry.mentions = if entry.throughout {
            Vec::new()
        } else {
            mentions
        };
    }

    /// Adds players' words: those of the thesaurus, and short phrases of the subject index.
    pub(super) fn add_player_words(&mut self, lexicon: &Lexicon) {
        for (word, synonyms) in &lexicon.words {
            for to in synonyms {
                let similar = to.starts_with('~');
                self.add_reference(&capitalise(word), to.trim_start_matches('~'), similar);
            }
        }
        let mut phrases: Vec<(String, String)> = Vec::new();
        for section in &self.sections {
            let heading = split_heading(&section.heading).0;
            let whole = std::iter::once((&section.place.id, None));
            for (id, label) in whole.chain(
                section
                    .clauses
                    .iter()
                    .map(|named| (&named.place.id, named.label.as_ref())),
            ) {
                // a label with an entry of its own is more specific than the heading above it
                let target = label
                    .filter(|label| {
                        self.entries
                            .get(&word_key(label))
                            .is_some_and(AlphabeticalEntry::leads)
                    })
                    .unwrap_or(&heading);
                let bare = id.split_once('/').map_or(id.as_str(), |(_, bare)| bare);
                for subject in self
                    .subjects
                    .of(bare)
                    .filter(|subject| subject.applies_in(self.view.edition))
                {
                    let words = subject
                        .phrases
                        .iter()
                        .map(|(phrase, _)| phrase.as_str())
                        .chain([subject.label.as_str()]);
                    phrases.extend(
                        words
                            .filter_map(index_word)
                            .map(|word| (word, target.clone())),
                    );
                }
            }
        }
        for (word, heading) in phrases {
            self.add_reference(&word, &heading, false);
        }
    }

    /// Adds a reference from a word to another one that has an entry.
    fn add_reference(&mut self, from: &str, to: &str, similar: bool) {
        let (own, other) = (word_key(from), word_key(to));
        let Some(target) = self
            .entries
            .get(&other)
            .filter(|entry| own != other && entry.leads())
            .map(|entry| entry.word.clone())
        else {
            return;
        };
        // a word listed under its own heading needs no reference
        let leads_back = self.entries.get(&own).is_some_and(|entry| {
            entry
                .lines
                .iter()
                .any(|line| word_key(&split_heading(&line.label).0) == other)
        });
        if leads_back {
            return;
        }
        if !self.entries.contains_key(&own) && similar {
            return;
        }
        let entry = self.entry(from);
        let list = if entry.leads() {
            &mut entry.see_also
        } else {
            &mut entry.see
        };
        if !list.contains(&target) {
            list.push(target);
        }
    }

    /// Returns the entries, grouped by their first letters.
    pub(super) fn into_letters(self) -> Vec<AlphabeticalLetter> {
        let mut out: BTreeMap<String, Vec<AlphabeticalEntry>> = BTreeMap::new();
        let mut entries: Vec<AlphabeticalEntry> = self
            .entries
            .into_values()
            .filter(|entry| entry.leads() || !entry.see.is_empty())
            .collect();
        entries.sort_by_key(|entry| (sort_key(&entry.word), entry.word.clone()));
        for entry in entries {
            let first = sort_key(&entry.word).chars().next().unwrap_or('0');
            let letter = if first.is_alphabetic() {
                first.to_uppercase().to_string()
            } else {
                "0–9".to_owned()
            };
            out.entry(letter).or_default().push(entry);
        }
        out.into_iter()
            .map(|(letter, entries)| AlphabeticalLetter { letter, entries })
            .collect()
    }
}

impl AlphabeticalEntry {
    /// Returns whether the entry itself refers to clauses.
    fn leads(&self) -> bool {
        !(self.places.is_empty() && self.lines.is_empty() && self.mentions.is_empty())
            || self.throughout
    }
}

/// Returns the key of a word, the same in singular and plural.
fn word_key(word: &str) -> String {
    join(words(word).map(to_singular), " ")
}

/// Returns the sort key of a word: lower case, without punctuation.
fn sort_key(word: &str) -> String {
    word.chars()
        .filter(|c| c.is_alphanumeric() || *c == ' ')
        .collect::<String>()
        .trim()
        .to_lowercase()
}

/// Returns a label without the punctuation after it.
fn bare_label(label: &str) -> String {
    label.trim_end_matches(['.', ':']).trim().to_owned()
}
