//! What a page takes along that searches without this program: texts as numbered words, and the tables and figures by which questions are
//! read and hits are ranked. They are given out from here so that nobody copies them by hand.

use super::{
    concept,
    doc::DocKind,
    features,
    preface::Preface,
    query,
    ranking::{AS_GOOD, BESIDE, CLOSER, INHERITED, MOST_PAST, PAST, REFERRED, TOO_FAR},
    search_features::SearchFeatures,
    tokenizer::{self, TokenKind, Tokenizer},
};
use indexmap::IndexMap;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// Numbers the words of texts.
#[derive(Debug)]
pub struct Carrier {
    tokenizer: Tokenizer,
    forms: BTreeSet<String>,
    words: IndexMap<(String, u8), ()>,
}

/// Words, tables and figures.
#[derive(Clone, Debug, Serialize)]
pub struct Carried {
    /// The words by their numbers.
    pub words: Vec<String>,
    /// What each word is, a digit for each: word, word without weight, number, grade, term of several words, troops with a grade, measure.
    pub kinds: String,
    /// Every word of the texts as written, in small letters.
    pub forms: BTreeSet<String>,
    /// Abbreviations as written: the stems that they stand for.
    pub abbreviations: BTreeMap<String, Vec<String>>,
    /// Terms of several words, as stems.
    pub terms: BTreeSet<String>,
    /// What players say, as stems: the stems of the rules' words for it, and whether they are only akin.
    pub players: BTreeMap<String, Vec<(Vec<String>, bool)>>,
    /// Units behind numbers.
    pub units: BTreeMap<&'static str, &'static str>,
    /// Spellings of other countries.
    pub spellings: BTreeMap<&'static str, &'static str>,
    /// Forms that no ending tells.
    pub irregular: BTreeMap<&'static str, &'static str>,
    /// Numbers in words.
    pub numbers: BTreeMap<&'static str, &'static str>,
    /// Words without weight.
    pub stop: &'static [&'static str],
    /// The conditions of the query language: name, other names, an example.
    pub fields: Vec<(&'static str, &'static [&'static str], &'static str)>,
    /// How much a match counts in each kind of document.
    pub kind_weights: BTreeMap<&'static str, f32>,
    /// The figures of ranking.
    pub figures: BTreeMap<&'static str, f32>,
    /// What a word counts in each zone.
    pub zones: [f32; 6],
    /// How much more what heads a clause counts.
    pub topic: [f32; 2],
}

impl Carrier {
    /// A carrier that knows the words of `preface`.
    pub fn new(preface: &Preface) -> Self {
        Self {
            tokenizer: Tokenizer::new(&preface.lexicon(), SearchFeatures::ALL),
            forms: BTreeSet::new(),
            words: IndexMap::new(),
        }
    }

    /// The words of a text, in order: numbers from 1; those of joined words are negative and stand behind the word at which they begin.
    pub fn text(&mut self, text: &str) -> Vec<i32> {
        let tokens = self.tokenizer.text(text);
        self.forms.extend(self.tokenizer.forms(text, &tokens));
        let number = |token: tokenizer::Token| {
            let (kind, joined) = match token.kind {
                TokenKind::Word => (0, false),
                TokenKind::Stop => (1, false),
                TokenKind::Number => (2, false),
                TokenKind::Grade => (3, false),
                TokenKind::Compound(_) => (4, true),
                TokenKind::Graded => (5, true),
                TokenKind::Measure => (6, true),
            };
            let entry = self.words.entry((token.text, kind));
            let at = entry.index();
            entry.or_default();
            let number = i32::try_from(at + 1).unwrap_or(i32::MAX);
            if joined { -number } else { number }
        };
        tokens.into_iter().map(number).collect()
    }

    /// Everything, when all texts have been numbered.
    pub fn finish(self) -> Carried {
        let tables = self.tokenizer.tables();
        let figures = features::FIGURES.iter().chain(concept::FIGURES).copied();
        let own = [
            ("as_good", AS_GOOD),
            ("referred", REFERRED),
            ("too_far", TOO_FAR),
            ("inherited", INHERITED),
            ("beside", BESIDE),
            ("closer", CLOSER as f32),
            ("most_past", MOST_PAST as f32),
            ("past", PAST as f32),
        ];
        Carried {
            kinds: self
                .words
                .keys()
                .map(|(_, kind)| char::from(b'0' + kind))
                .collect(),
            words: self.words.into_keys().map(|(word, _)| word).collect(),
            forms: self.forms,
            abbreviations: tables.abbreviations,
            terms: tables.terms,
            players: tables.players,
            units: tables.units.iter().copied().collect(),
            spellings: tables.spellings.iter().copied().collect(),
            irregular: tables.irregular.iter().copied().collect(),
            numbers: tables.numbers.iter().copied().collect(),
            stop: tables.stop,
            fields: query::FIELDS
                .iter()
                .map(|row| (row.names[0], row.names, row.help))
                .collect(),
            kind_weights: DocKind::ALL
                .iter()
                .map(|kind| (kind.name(), kind.weight()))
                .collect(),
            figures: figures.chain(own).collect(),
            zones: features::ZONES,
            topic: features::TOPIC,
        }
    }
}
