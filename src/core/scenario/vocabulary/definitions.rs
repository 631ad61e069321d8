//! `Vocabulary`: the record kinds of a ruleset's scenarios, their properties and their words.

use super::{
    ix::{KindIx, PropertyIx, WordIx},
    phrase::{PhraseMeaning, PhraseTable, split_phrase},
};
use crate::{
    diagnostic::Diagnostic,
    scenario::value::{ScenarioValue, format_number},
    text::slug::capitalize,
};
use indexmap::{IndexMap, IndexSet};
use std::{collections::HashMap, fmt, sync::Arc};

/// The type of a property's values: number, word, words, flag, place on the table or text.
#[derive(Clone, Debug, PartialEq)]
pub enum ValueType {
    /// A number.
    Number {
        /// The unit: `AP`; may be empty.
        unit: Arc<str>,
        /// The minimum.
        least: f64,
        /// The maximum.
        most: f64,
    },
    /// One of these words.
    Word(Vec<WordIx>),
    /// Any number of these words.
    Words(Vec<WordIx>),
    /// True if it is written, else false.
    Flag,
    /// A point or a rectangle on the table.
    Place,
    /// Free text.
    Text,
}

impl ValueType {
    /// Returns the bounds of its numbers in words if a number is outside of them.
    pub(in crate::scenario) fn violated_bounds(&self, number: f64) -> Option<String> {
        let Self::Number { least, most, .. } = self else {
            return None;
        };
        let [low, high] = [*least, *most].map(format_number);
        let bounds = match (*least > f64::MIN, *most < 1e9) {
            (true, true) => format!("from {low} to {high}"),
            (true, false) => format!("at least {low}"),
            (false, _) => format!("at most {high}"),
        };
        (number < *least || number > *most).then_some(bounds)
    }
}

/// A property of a record kind: the type of its values, and the key words before a value.
#[derive(Clone, Debug)]
pub struct Property {
    /// The index of the property.
    pub ix: PropertyIx,
    /// The type of its values.
    pub value_type: ValueType,
    /// The words allowed before a value, the usual ones first. If there are any, a word
    /// is only a value of the property behind one of them.
    pub keys: Vec<Arc<str>>,
    /// The byte of its definition: editors offer properties in the order of the file.
    pub position: usize,
}

impl Property {
    /// Returns the unit of its numbers, if they have one.
    pub(in crate::scenario) fn unit(&self) -> Option<&Arc<str>> {
        match &self.value_type {
            ValueType::Number { unit, .. } if !unit.is_empty() => Some(unit),
            _ => None,
        }
    }
}

/// Words that begin a heading, and the values that they set for the record that it opens.
#[derive(Clone, Debug)]
pub(in crate::scenario) struct HeadingPattern {
    pub(in crate::scenario) words: Vec<String>,
    pub(in crate::scenario) sets: Vec<(PropertyIx, ScenarioValue)>,
}

/// The separators and properties of two things in one line, such as ranks: `Cv(S)/Cv(O)`.
#[derive(Clone, Debug, Default)]
pub(in crate::scenario) struct PairPattern {
    /// The signs or words between the two.
    pub(in crate::scenario) separators: Vec<Vec<String>>,
    /// Each property of the first with its counterpart of the second.
    pub(in crate::scenario) properties: Vec<(PropertyIx, PropertyIx)>,
}

/// The properties for the cost of one, of all, and for a cost that may be either.
#[derive(Clone, Copy, Debug)]
pub(in crate::scenario) struct Amounts {
    /// The property for the cost of one.
    pub(in crate::scenario) each: PropertyIx,
    /// The property for the cost of all of them.
    pub(in crate::scenario) all: PropertyIx,
    /// The property for a cost that is that of one or of all: the line does not say which.
    pub(in crate::scenario) either: PropertyIx,
}

/// The names of the sums by which a reader of lists knows what a line costs and counts for.
#[derive(Clone, Debug)]
pub(in crate::scenario) struct Evidence {
    /// The sum that is the cost of one.
    pub(in crate::scenario) each: String,
    /// The sum that is what one counts for.
    pub(in crate::scenario) share: Option<String>,
    /// The check that finds troops which there are not: they have no cost.
    pub(in crate::scenario) unless: Option<String>,
}

/// Words by which a line opens a record around it without a heading, and the values they set.
#[derive(Clone, Debug)]
pub(in crate::scenario) struct OpeningLinePattern {
    /// The property that such a line has.
    pub(in crate::scenario) property: PropertyIx,
    /// The words that it may have, each with the values that it sets for the record around it.
    pub(in crate::scenario) words: Vec<(WordIx, Vec<(PropertyIx, ScenarioValue)>)>,
}

impl OpeningLinePattern {
    /// Returns the place of a word among those that a line may have, 0 for the one that says most.
    pub(in crate::scenario) fn rank_of(&self, value: &ScenarioValue) -> Option<usize> {
        match value {
            ScenarioValue::Word(word) => self.words.iter().position(|(own, _)| own == word),
            _ => None,
        }
    }
}

/// A kind of record (a side, a command, a line of troops): its properties, words and headings.
#[derive(Clone, Debug, Default)]
pub struct RecordKind {
    /// The name of the kind: `troop`.
    pub name: Arc<str>,
    /// The plural of the name: `troops`.
    pub plural: Arc<str>,
    /// The kinds that a record may be in; if empty, it is in the file itself.
    pub within: Vec<KindIx>,
    /// The kinds of its lines.
    pub lines: Vec<KindIx>,
    /// The property for a number at the start of its line.
    pub count: Option<PropertyIx>,
    /// The properties, in the order of the file.
    pub properties: IndexMap<PropertyIx, Property>,
    /// The required properties, each with the message if it is missing.
    pub needs: Vec<(PropertyIx, String)>,
    /// Whether two records in the same place must not have the same name.
    pub unique: bool,
    /// Whether lines and headings that belong in such a record open one if there is none.
    pub(in crate::scenario) implied: bool,
    /// The lines that begin a new record of this kind where no heading does.
    pub(in crate::scenario) begins_with: Option<OpeningLinePattern>,
    /// The properties that begin another record around a line of this kind, such as the rank of a general.
    pub(in crate::scenario) ranks: Vec<PropertyIx>,
    /// The properties that, one directly after the other, make any line a record of this kind.
    pub(in crate::scenario) mark: Vec<PropertyIx>,
    /// The words that are a mark by themselves next to a number.
    pub(in crate::scenario) lone_marks: Vec<WordIx>,
    /// The words for what costs nothing.
    pub(in crate::scenario) free: Vec<WordIx>,
    /// The texts that may be directly in front of a mark in the same word, each with the word that
    /// it means: `r` and `reg`.
    pub(in crate::scenario) joined_fronts: Vec<(String, String)>,
    /// The properties of these words.
    pub(in crate::scenario) front_properties: Vec<PropertyIx>,
    /// The property and the value by which one of its lines leads an army.
    pub(in crate::scenario) leader: Option<(PropertyIx, ScenarioValue)>,
    /// The sums by which lists are read.
    pub(in crate::scenario) evidence: Option<Evidence>,
    /// The properties for amounts without a label.
    pub(in crate::scenario) amounts: Option<Amounts>,
    /// The properties for what all elements of a line count for, each with a share of one element.
    pub(in crate::scenario) shares: Vec<(PropertyIx, f64)>,
    /// The properties for the least and the most: `12-20`.
    pub(in crate::scenario) range: Option<(PropertyIx, PropertyIx)>,
    /// The words by which a value applies to all lines without one: `all` in `all Irr`.
    pub(in crate::scenario) for_all: Vec<Vec<String>>,
    /// The words of a line that is not about this army: `last time`.
    pub(in crate::scenario) asides: Vec<Vec<String>>,
    /// The words between a number and what it does not count: `31 elements without the baggage`.
    pub(in crate::scenario) besides: Vec<String>,
    /// The heads of columns of a table, in lower case and without a last dot, each with the
    /// property that the column holds.
    pub(in crate::scenario) columns: HashMap<String, PropertyIx>,
    pub(in crate::scenario) headings: Vec<HeadingPattern>,
    pub(in crate::scenario) pairs: Vec<PairPattern>,
    pub(in crate::scenario) phrases: PhraseTable,
}

impl RecordKind {
    /// Returns whether headings begin such records.
    pub fn has_heading(&self) -> bool {
        !self.headings.is_empty()
    }

    /// Returns what a record without a name is called: `the army`, or `Command 2` if it is the
    /// second of its kind in the record around it.
    pub fn name_if_unnamed(&self, number: impl fmt::Display) -> String {
        let heading = self.headings.first();
        let words = heading.map_or_else(|| self.name.to_string(), |own| own.words.join(" "));
        if self.implied {
            format!("the {words}")
        } else {
            format!("{} {number}", capitalize(&words))
        }
    }

    /// Returns the words of which a property has one.
    pub(in crate::scenario) fn words_of(&self, property: PropertyIx) -> &[WordIx] {
        match self.properties.get(&property).map(|own| &own.value_type) {
            Some(ValueType::Word(words)) => words,
            _ => &[],
        }
    }

    /// Returns the usual words for a flag.
    pub fn flag_words(&self, property: PropertyIx, name: &str) -> Option<String> {
        let name = split_phrase(name);
        let own = |meaning: &PhraseMeaning| matches!(meaning, PhraseMeaning::Says { property: own, value: ScenarioValue::Flag(true), .. } if *own == property);
        let all = self
            .phrases
            .iter()
            .filter(|(_, meaning)| own(meaning))
            .map(|(words, _)| words.join(" "));
        all.max_by_key(|words| (*words == name.join(" "), words.len(), words.clone()))
    }
}

/// A section that opens no record: its headings, the kinds of its lines, and values for them.
#[derive(Clone, Debug)]
pub(in crate::scenario) struct SectionPattern {
    pub(in crate::scenario) headings: Vec<HeadingPattern>,
    pub(in crate::scenario) lines: Vec<KindIx>,
    pub(in crate::scenario) sets: Vec<(PropertyIx, ScenarioValue)>,
}

/// The allowed content of a ruleset's scenario files: record kinds, sections, properties, words.
#[derive(Debug, Default)]
pub struct Vocabulary {
    /// A short description of such files.
    pub title: String,
    /// What no rule of play checks, in a few words each: `army list books`.
    pub not_checked: Vec<String>,
    /// The key of the ruleset: `dbm`; empty where it is not known.
    pub ruleset: String,
    /// The record kinds; the first one is the file itself.
    pub kinds: Vec<RecordKind>,
    pub(in crate::scenario) sections: Vec<SectionPattern>,
    pub(super) properties: IndexSet<Arc<str>>,
    pub(super) words: IndexSet<Arc<str>>,
    /// The spellings of each word.
    pub(super) spellings: IndexMap<WordIx, Vec<String>>,
    /// The full name of each word that has one: `warband` for `Wb`.
    pub(super) full_names: HashMap<WordIx, String>,
    /// The errors in the file.
    pub diagnostics: Vec<Diagnostic>,
    /// Whether the file is TOML. If not, no rule of play can be understood.
    pub is_readable: bool,
}

impl Vocabulary {
    /// Returns the kind at an index; the last one if there are fewer.
    pub fn kind(&self, ix: KindIx) -> &RecordKind {
        &self.kinds[usize::from(ix.0).min(self.kinds.len() - 1)]
    }

    /// Returns the kind of a name.
    pub fn find_kind(&self, name: &str) -> Option<KindIx> {
        self.kind_where(|kind| *kind.name == *name)
    }

    /// Returns the kind whose plural is a name.
    pub fn find_kind_by_plural(&self, plural: &str) -> Option<KindIx> {
        self.kind_where(|kind| *kind.plural == *plural)
    }

    /// Returns the indices of all kinds.
    pub(in crate::scenario) fn kind_indices(&self) -> impl Iterator<Item = KindIx> + use<> {
        (0..self.kinds.len() as u16).map(KindIx)
    }

    /// Returns all kinds with their indices.
    pub(in crate::scenario) fn indexed_kinds(&self) -> impl Iterator<Item = (KindIx, &RecordKind)> {
        self.kind_indices().zip(&self.kinds)
    }

    /// Returns the first kind for which a condition holds.
    pub(in crate::scenario) fn kind_where(
        &self,
        condition: impl Fn(&RecordKind) -> bool,
    ) -> Option<KindIx> {
        let mut kinds = self.indexed_kinds();
        kinds.find_map(|(ix, kind)| condition(kind).then_some(ix))
    }

    /// Returns the kinds of the parts of an army: those that a line of a general begins.
    pub(in crate::scenario) fn part_kinds(&self) -> impl Iterator<Item = (KindIx, &RecordKind)> {
        self.indexed_kinds()
            .filter(|(_, kind)| kind.begins_with.is_some())
    }

    /// Returns the property of a name.
    pub fn property(&self, name: &str) -> Option<PropertyIx> {
        self.properties
            .get_index_of(name)
            .map(|at| PropertyIx(at as u16))
    }

    /// Returns the name of a property.
    pub fn property_name(&self, ix: PropertyIx) -> &str {
        self.properties
            .get_index(usize::from(ix.0))
            .map_or("", |name| name)
    }

    /// Returns the names of all properties.
    pub fn property_names(&self) -> impl Iterator<Item = &str> {
        self.properties.iter().map(|name| &**name)
    }

    /// Returns the word of exactly that spelling.
    pub fn word(&self, name: &str) -> Option<WordIx> {
        self.words.get_index_of(name).map(|at| WordIx(at as u16))
    }

    /// Returns a word as it is shown: `Kn`.
    pub fn word_text(&self, ix: WordIx) -> Arc<str> {
        self.words
            .get_index(usize::from(ix.0))
            .cloned()
            .unwrap_or_default()
    }

    /// Returns a word in full: `warband` for `Wb`; as it is shown if the file gives no full name.
    pub fn full_name(&self, ix: WordIx) -> Arc<str> {
        let full = self.full_names.get(&ix);
        full.map_or_else(|| self.word_text(ix), |name| Arc::from(name.as_str()))
    }

    /// Returns all words.
    pub fn words(&self) -> impl Iterator<Item = (WordIx, &str)> {
        self.words
            .iter()
            .enumerate()
            .map(|(at, word)| (WordIx(at as u16), &**word))
    }

    /// Returns the spellings of a word.
    pub fn spellings(&self, ix: WordIx) -> &[String] {
        self.spellings.get(&ix).map_or(&[], Vec::as_slice)
    }

    /// Returns the headings of each kind of record and of each section.
    pub(in crate::scenario) fn headings(&self) -> impl Iterator<Item = &[HeadingPattern]> {
        let kinds = self.kinds.iter().map(|kind| &kind.headings[..]);
        let sections = self.sections.iter();
        kinds.chain(sections.map(|section| &section.headings[..]))
    }

    /// Returns the words that begin headings, in the order of the file: the usual ones for each set
    /// of values, with the kind that the heading opens, or none for a section.
    pub fn heading_words(&self) -> Vec<(Option<KindIx>, String)> {
        let of_kind = |(ix, kind): (KindIx, &RecordKind)| {
            let mut firsts: Vec<&HeadingPattern> = Vec::new();
            for heading in &kind.headings {
                if !firsts.iter().any(|known| known.sets == heading.sets) {
                    firsts.push(heading);
                }
            }
            firsts
                .into_iter()
                .map(|heading| (Some(ix), heading.words.join(" ")))
                .collect::<Vec<_>>()
        };
        let kinds = self.indexed_kinds().flat_map(of_kind);
        let sections = self
            .sections
            .iter()
            .filter_map(|section| section.headings.first())
            .map(|heading| (None, heading.words.join(" ")));
        kinds.chain(sections).collect()
    }

    pub(super) fn intern_property(&mut self, name: &str) -> PropertyIx {
        PropertyIx(self.properties.insert_full(Arc::from(name)).0 as u16)
    }

    pub(super) fn intern_word(&mut self, name: &str) -> WordIx {
        WordIx(self.words.insert_full(Arc::from(name)).0 as u16)
    }
}
