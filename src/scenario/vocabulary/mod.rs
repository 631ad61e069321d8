//! How scenario files of a ruleset are written: what its `scenario.toml` says.

mod phrase;
mod read;

use phrase::phrase;
pub(super) use phrase::{Meaning, Phrases, matched as phrase_matched};

use crate::{diagnostic::Diagnostic, scenario::value::Value, text::SourceId};
use indexmap::{IndexMap, IndexSet};
use std::sync::Arc;

/// A property, the same for all kinds that have one of that name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PropertyIx(pub u16);

/// A word that is a value: a troop type, a grade.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WordIx(pub u16);

/// A kind of record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KindIx(pub u16);

/// The whole file.
pub const ROOT: KindIx = KindIx(0);
/// What a record is called.
pub const NAME: PropertyIx = PropertyIx(0);

/// What the values of a property are.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A number.
    Number {
        /// In what it is counted: `AP`; may be empty.
        unit: Arc<str>,
        /// The least that makes sense.
        least: f64,
        /// The most.
        most: f64,
    },
    /// One of some words.
    Word(Vec<WordIx>),
    /// Any number of some words.
    Words(Vec<WordIx>),
    /// Said or not.
    Flag,
    /// A point or a rectangle.
    Place,
    /// Anything.
    Text,
}

/// A property of a kind of record.
#[derive(Clone, Debug)]
pub struct Property {
    /// Which.
    pub ix: PropertyIx,
    /// What its values are.
    pub shape: Shape,
    /// What is written before a value: the first is the usual one. Where there are such, a word is only read behind one.
    pub keys: Vec<Arc<str>>,
    /// Where it is described: properties are offered in the order of the file.
    pub place: usize,
}

/// Words that begin a heading, and what they say of the record that it opens.
#[derive(Clone, Debug)]
pub(super) struct Heading {
    pub(super) words: Vec<String>,
    pub(super) sets: Vec<(PropertyIx, Value)>,
}

/// How a second one is written behind the first: `Cv(S)/Cv(O)`.
#[derive(Clone, Debug, Default)]
pub(super) struct Second {
    /// Signs or words between the two.
    pub(super) after: Vec<Vec<String>>,
    /// The first's properties and the second's.
    pub(super) properties: Vec<(PropertyIx, PropertyIx)>,
}

/// A kind of record.
#[derive(Clone, Debug)]
pub struct Kind {
    /// Its name: `troop`.
    pub name: Arc<str>,
    /// The name of many: `troops`.
    pub plural: Arc<str>,
    /// The kinds below which it stands; the file itself where none is named.
    pub within: Vec<KindIx>,
    /// Of which kinds its lines are.
    pub lines: Vec<KindIx>,
    /// What a number at the start of its line is.
    pub count: Option<PropertyIx>,
    /// Its properties, in the order of the file.
    pub properties: IndexMap<PropertyIx, Property>,
    /// What must be said, and how its lack is told.
    pub needs: Vec<(PropertyIx, String)>,
    /// Whether no two of one name may stand in the same place.
    pub unique: bool,
    pub(super) headings: Vec<Heading>,
    pub(super) seconds: Vec<Second>,
    pub(super) phrases: Phrases,
}

impl Kind {
    /// The usual words of a property that is said or not.
    pub fn flag_words(&self, property: PropertyIx, name: &str) -> Option<String> {
        let name = phrase(name);
        let own = |meaning: &Meaning| matches!(meaning, Meaning::Says { property: own, value: Value::Flag(true), .. } if *own == property);
        let all = self
            .phrases
            .iter()
            .filter(|(_, meaning)| own(meaning))
            .map(|(words, _)| words.join(" "));
        all.max_by_key(|words| (*words == name.join(" "), words.len(), words.clone()))
    }
}

/// A section that is no record of its own.
#[derive(Clone, Debug)]
pub(super) struct Section {
    pub(super) headings: Vec<Heading>,
    pub(super) lines: Vec<KindIx>,
    pub(super) sets: Vec<(PropertyIx, Value)>,
}

/// What can be said in scenario files of a ruleset.
#[derive(Debug, Default)]
pub struct Vocabulary {
    /// What such files are, in a few words.
    pub title: String,
    /// The kinds of record; the first is the file itself.
    pub kinds: Vec<Kind>,
    pub(super) sections: Vec<Section>,
    properties: IndexSet<Arc<str>>,
    words: IndexSet<Arc<str>>,
    /// For each word how it may be written.
    spellings: IndexMap<WordIx, Vec<String>>,
    /// What is wrong with the file.
    pub faults: Vec<Diagnostic>,
}

impl Vocabulary {
    /// Reads a `scenario.toml`. What is wrong is told in `faults`; the rest counts.
    pub fn parse(source: SourceId, text: &str) -> Self {
        read::read(source, text)
    }

    /// The kind of that index; the root for one that does not exist.
    pub fn kind(&self, ix: KindIx) -> &Kind {
        &self.kinds[usize::from(ix.0).min(self.kinds.len() - 1)]
    }

    /// The kind of that name, or of which that is the plural.
    pub fn kind_named(&self, name: &str) -> Option<KindIx> {
        self.kinds
            .iter()
            .position(|kind| *kind.name == *name)
            .map(|at| KindIx(at as u16))
    }

    /// The kind of which that is the plural.
    pub fn kind_of_many(&self, plural: &str) -> Option<KindIx> {
        self.kinds
            .iter()
            .position(|kind| *kind.plural == *plural)
            .map(|at| KindIx(at as u16))
    }

    /// The property of that name.
    pub fn property(&self, name: &str) -> Option<PropertyIx> {
        self.properties
            .get_index_of(name)
            .map(|at| PropertyIx(at as u16))
    }

    /// The name of a property.
    pub fn property_name(&self, ix: PropertyIx) -> &str {
        self.properties
            .get_index(usize::from(ix.0))
            .map_or("", |name| name)
    }

    /// The names of all properties.
    pub fn property_names(&self) -> impl Iterator<Item = &str> {
        self.properties.iter().map(|name| &**name)
    }

    /// The word of exactly that form.
    pub fn word(&self, name: &str) -> Option<WordIx> {
        self.words.get_index_of(name).map(|at| WordIx(at as u16))
    }

    /// A word as it is shown: `Kn`.
    pub fn word_text(&self, ix: WordIx) -> Arc<str> {
        self.words
            .get_index(usize::from(ix.0))
            .cloned()
            .unwrap_or_default()
    }

    /// All words.
    pub fn words(&self) -> impl Iterator<Item = (WordIx, &str)> {
        self.words
            .iter()
            .enumerate()
            .map(|(at, word)| (WordIx(at as u16), &**word))
    }

    /// How a word may be written.
    pub fn spellings(&self, ix: WordIx) -> &[String] {
        self.spellings.get(&ix).map_or(&[], Vec::as_slice)
    }

    /// The words that begin headings, in the order of the file: the first of each way, with the kind that it opens; none opens a section.
    pub fn heading_words(&self) -> Vec<(Option<KindIx>, String)> {
        let of_kind = |(at, kind): (usize, &Kind)| {
            let mut firsts: Vec<&Heading> = Vec::new();
            for heading in &kind.headings {
                if !firsts.iter().any(|known| known.sets == heading.sets) {
                    firsts.push(heading);
                }
            }
            firsts
                .into_iter()
                .map(|heading| (Some(KindIx(at as u16)), heading.words.join(" ")))
                .collect::<Vec<_>>()
        };
        let kinds = self.kinds.iter().enumerate().flat_map(of_kind);
        let sections = self
            .sections
            .iter()
            .filter_map(|section| section.headings.first())
            .map(|heading| (None, heading.words.join(" ")));
        kinds.chain(sections).collect()
    }

    fn intern_property(&mut self, name: &str) -> PropertyIx {
        PropertyIx(self.properties.insert_full(Arc::from(name)).0 as u16)
    }

    fn intern_word(&mut self, name: &str) -> WordIx {
        WordIx(self.words.insert_full(Arc::from(name)).0 as u16)
    }
}
