use super::{
    IndexEntry, IndexLetter, IndexLine, IndexPlace,
    mention::{Words, singular},
    phrase::{capitalised, looked_up, parted},
};
use crate::{
    analysis::{Analysis, Clause, ClauseBlock, ClauseState, WordingChoice, overview::own_notes},
    model::Subjects,
    resolve::{RulesetDb, View},
    search::Lexicon,
};
use std::collections::BTreeMap;

/// More sections than these are not listed one by one.
const THROUGHOUT: usize = 14;

/// A section in force, as an index sees it.
struct Topic {
    place: IndexPlace,
    heading: String,
    /// Its named clauses, in printed order.
    clauses: Vec<Named>,
    words: Words,
}

/// A clause with a name or a subject of its own.
struct Named {
    place: IndexPlace,
    /// What the rules call it.
    label: Option<String>,
    /// What the subject index calls it.
    subject: Option<String>,
}

/// An index in the making.
pub(super) struct Draft<'a> {
    db: &'a RulesetDb,
    view: &'a View,
    subjects: Subjects,
    topics: Vec<Topic>,
    /// What the project's own glossaries explain.
    glossary: Vec<String>,
    /// By the words in small letters.
    entries: BTreeMap<String, IndexEntry>,
}

impl<'a> Draft<'a> {
    /// Reads the sections of a ruleset.
    pub(super) fn new(
        analysis: &Analysis,
        db: &'a RulesetDb,
        view: &'a View,
        choice: WordingChoice,
    ) -> Self {
        let mut draft = Self {
            db,
            view,
            subjects: db.subjects(),
            topics: Vec::new(),
            glossary: Vec::new(),
            entries: BTreeMap::new(),
        };
        for id in db.outline() {
            let Some(section) = db.section(id) else {
                continue;
            };
            let clause = analysis.clause(db, &section, None, view, choice);
            match clause.state {
                ClauseState::InForce | ClauseState::NotHeld => {}
                ClauseState::Deleted
                | ClauseState::Moved
                | ClauseState::NotYet
                | ClauseState::Unknown => continue,
            }
            if own_notes(db, &section) {
                let labels = clause
                    .blocks
                    .iter()
                    .filter(|block| block.kind != "cell")
                    .filter_map(|block| block.label.as_deref());
                draft.glossary.extend(labels.map(bare));
            } else {
                let topic = draft.topic(id, &clause);
                draft.topics.push(topic);
            }
        }
        draft
    }

    fn topic(&self, id: &str, clause: &Clause) -> Topic {
        let key = format!("{}/", self.db.ruleset.key);
        let own = |block: &ClauseBlock| block.id.strip_prefix(&key).unwrap_or(&block.id).to_owned();
        // a sentence tells of the unit that holds it, a cell of its table
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
                // the first paragraph of a section is told by its heading
                let own = prefix != id && prefix.strip_prefix(id) != Some("/p1");
                let named = own && (!prefix.contains('/') || self.subject(prefix).is_some());
                if named && !names.iter().any(|(known, _)| known == prefix) {
                    names.push((prefix.to_owned(), block.label.as_deref().map(bare)));
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
        let place = |name: &str, rulings: Vec<String>| IndexPlace {
            id: format!("{key}{name}"),
            page: clause.page.clone(),
            rulings,
        };
        let all: Vec<String> = names.iter().map(|(name, _)| name.clone()).collect();
        let clauses = names.into_iter().map(|(name, label)| Named {
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
        Topic {
            clauses: clauses.collect(),
            place: place(
                id,
                rulings(&|unit| !all.iter().any(|name| under(unit, name))),
            ),
            heading: clause.heading.clone(),
            words: Words::new(
                &clause
                    .blocks
                    .iter()
                    .map(|block| {
                        format!(
                            "{} {}",
                            block.label.as_deref().unwrap_or_default(),
                            block.text
                        )
                    })
                    .collect::<Vec<_>>()
                    .join(" "),
            ),
        }
    }

    /// What the subject index calls a clause.
    fn subject(&self, clause: &str) -> Option<String> {
        self.subjects
            .of(clause)
            .find(|subject| subject.counts_in(self.view.edition))
            .map(|subject| subject.label.clone())
    }

    /// The entry of a word: the one that there is, in whichever number, or a new one.
    fn entry(&mut self, word: &str) -> &mut IndexEntry {
        self.entries.entry(key(word)).or_insert_with(|| IndexEntry {
            word: capitalised(word),
            ..IndexEntry::default()
        })
    }

    /// Headings, with what is said below them; labels that are words of their own lead there too.
    pub(super) fn headings(&mut self) {
        for topic in std::mem::take(&mut self.topics) {
            let (word, sub) = parted(&topic.heading);
            let entry = self.entry(&word);
            match &sub {
                Some(sub) => entry.lines.push(IndexLine {
                    label: sub.clone(),
                    place: topic.place.clone(),
                }),
                None => entry.places.push(topic.place.clone()),
            }
            for named in &topic.clauses {
                let label = named.subject.clone().or_else(|| named.label.clone());
                if let Some(label) = label.filter(|label| key(label) != key(&word)) {
                    self.entry(&word).lines.push(IndexLine {
                        label,
                        place: named.place.clone(),
                    });
                }
            }
            self.topics.push(topic);
        }
    }

    /// Terms: the words that abbreviations stand for, and what glossaries explain.
    pub(super) fn terms(&mut self) {
        let abbreviations = self.db.ruleset.abbreviations.clone();
        let mut terms: BTreeMap<String, (String, Option<String>)> = BTreeMap::new();
        for (short, long) in &abbreviations {
            terms.insert(key(long), (long.clone(), Some(short.clone())));
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
                .entry(key(label))
                .or_insert_with(|| (label.clone(), None));
        }
        for (long, short) in terms.into_values() {
            self.term(&long, short);
        }
    }

    fn term(&mut self, long: &str, short: Option<String>) {
        let topics = std::mem::take(&mut self.topics);
        let mut lines = Vec::new();
        let mut mentions = Vec::new();
        for topic in &topics {
            let (heading, _) = parted(&topic.heading);
            if key(&heading) == key(long) {
                continue;
            }
            let about = |text: &str| {
                let words = Words::new(text);
                words.has(long) || short.as_deref().is_some_and(|short| words.has_short(short))
            };
            let told = |named: &&Named| {
                [&named.label, &named.subject]
                    .into_iter()
                    .flatten()
                    .any(|text| about(text))
            };
            let before = lines.len();
            for named in topic.clauses.iter().filter(told) {
                lines.push(IndexLine {
                    label: topic.heading.clone(),
                    place: named.place.clone(),
                });
            }
            if lines.len() == before && about(&topic.heading) {
                lines.push(IndexLine {
                    label: topic.heading.clone(),
                    place: topic.place.clone(),
                });
            } else if lines.len() == before
                && (topic.words.has(long)
                    || short
                        .as_deref()
                        .is_some_and(|short| topic.words.has_short(short)))
            {
                mentions.push(IndexPlace {
                    rulings: Vec::new(),
                    ..topic.place.clone()
                });
            }
        }
        self.topics = topics;
        let nothing = lines.is_empty() && mentions.is_empty();
        if nothing && !self.entries.contains_key(&key(long)) {
            return;
        }
        if let Some(short) = &short {
            let other = self.entry(short);
            if key(short) != key(long) && other.places.is_empty() && other.lines.is_empty() {
                other.see.push(capitalised(long));
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

    /// Words of players: those of the thesaurus, and short phrases of the subject index.
    pub(super) fn players(&mut self, lexicon: &Lexicon) {
        for (said, meant) in &lexicon.words {
            for to in meant {
                let akin = to.starts_with('~');
                self.refer(&capitalised(said), to.trim_start_matches('~'), akin);
            }
        }
        let mut phrases: Vec<(String, String)> = Vec::new();
        for topic in &self.topics {
            let heading = parted(&topic.heading).0;
            let whole = std::iter::once((&topic.place.id, None));
            for (id, label) in whole.chain(
                topic
                    .clauses
                    .iter()
                    .map(|named| (&named.place.id, named.label.as_ref())),
            ) {
                // a label that has an entry of its own is nearer than the heading above it
                let target = label
                    .filter(|label| self.entries.get(&key(label)).is_some_and(IndexEntry::leads))
                    .unwrap_or(&heading);
                let bare = id.split_once('/').map_or(id.as_str(), |(_, bare)| bare);
                for subject in self
                    .subjects
                    .of(bare)
                    .filter(|subject| subject.counts_in(self.view.edition))
                {
                    let said = subject
                        .phrases
                        .iter()
                        .map(|(phrase, _)| phrase.as_str())
                        .chain([subject.label.as_str()]);
                    phrases.extend(
                        said.filter_map(looked_up)
                            .map(|word| (word, target.clone())),
                    );
                }
            }
        }
        for (word, heading) in phrases {
            self.refer(&word, &heading, false);
        }
    }

    /// Leads from a word to another one that has an entry.
    fn refer(&mut self, from: &str, to: &str, akin: bool) {
        let (own, other) = (key(from), key(to));
        let Some(target) = self
            .entries
            .get(&other)
            .filter(|entry| own != other && entry.leads())
            .map(|entry| entry.word.clone())
        else {
            return;
        };
        // what is met below its own heading needs no second way
        let leads_back = self.entries.get(&own).is_some_and(|entry| {
            entry
                .lines
                .iter()
                .any(|line| key(&parted(&line.label).0) == other)
        });
        if leads_back {
            return;
        }
        if !self.entries.contains_key(&own) && akin {
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

    /// The entries by their first letters.
    pub(super) fn letters(self) -> Vec<IndexLetter> {
        let mut out: BTreeMap<String, Vec<IndexEntry>> = BTreeMap::new();
        let mut entries: Vec<IndexEntry> = self
            .entries
            .into_values()
            .filter(|entry| entry.leads() || !entry.see.is_empty())
            .collect();
        entries.sort_by_key(|entry| (order(&entry.word), entry.word.clone()));
        for entry in entries {
            let first = order(&entry.word).chars().next().unwrap_or('0');
            let letter = if first.is_alphabetic() {
                first.to_uppercase().to_string()
            } else {
                "0–9".to_owned()
            };
            out.entry(letter).or_default().push(entry);
        }
        out.into_iter()
            .map(|(letter, entries)| IndexLetter { letter, entries })
            .collect()
    }
}

impl IndexEntry {
    /// Whether it leads to clauses itself.
    fn leads(&self) -> bool {
        !(self.places.is_empty() && self.lines.is_empty() && self.mentions.is_empty())
            || self.throughout
    }
}

/// What a word is found under, in whichever number.
fn key(word: &str) -> String {
    let words = word
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty());
    words.map(singular).collect::<Vec<_>>().join(" ")
}

/// By what words are sorted: small letters, without marks.
fn order(word: &str) -> String {
    word.chars()
        .filter(|c| c.is_alphanumeric() || *c == ' ')
        .collect::<String>()
        .trim()
        .to_lowercase()
}

/// A label without the mark behind it.
fn bare(label: &str) -> String {
    label.trim_end_matches(['.', ':']).trim().to_owned()
}
