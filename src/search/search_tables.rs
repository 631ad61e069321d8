//! Exports texts as numbered words, and tables, so that the page for phones can search by itself.
//!
//! The tables and numbers are those by which queries are analysed and hits are ranked. They are
//! exported from here so that they need not be copied by hand.

use super::{
    concept,
    doc::DocKind,
    english,
    index::IndexMetadata,
    language::{FUNCTION_WORDS, MIN_COGNATE, MIN_FUNCTION_WORD},
    lexicon::{Dictionary, Synonym},
    query,
    ranking::{COMPARED_PAST, DEMOTED, MAX_PAST, MIN_PAST_SHARE, MIN_SHARE, REFERRED, REORDERED},
    reranker,
    search_steps::SearchSteps,
    spelling::SpellingCandidate,
    tokenizer::{self, Token, TokenKind, Tokenizer},
};
use indexmap::IndexSet;
use rayon::prelude::*;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// Encodes texts as numbers of their words for the page for phones, and collects these words for
/// [`SearchTables`].
#[derive(Debug)]
pub struct TextEncoder {
    tokenizer: Tokenizer,
    dictionary: Dictionary,
    forms: BTreeSet<String>,
    words: IndexSet<(String, TokenKind)>,
}

/// Words with their replacements.
type WordTable = &'static [(&'static str, &'static str)];

/// The words, synonyms, filters and ranking parameters with which the page for phones searches.
#[derive(Clone, Debug, Serialize)]
pub struct SearchTables {
    /// The words, in the order of their numbers.
    words: Vec<String>,
    /// The kind of each word, one digit each: 0 word, 1 stop word, 2 number.
    kinds: String,
    /// Every word of the texts as written, in lower case.
    forms: BTreeSet<String>,
    /// Words of plain English that are not mistyped forms, although similar to one.
    english: Vec<&'static str>,
    /// Synonyms of words, as stems.
    synonyms: BTreeMap<String, Vec<Synonym>>,
    /// Abbreviations of units, after numbers.
    units: WordTable,
    /// American spellings with the British ones.
    spellings: WordTable,
    /// Irregular forms.
    irregular: WordTable,
    /// Numbers in words.
    numbers: WordTable,
    /// Stop words.
    stop: &'static [&'static str],
    /// Other languages with their function words.
    languages: &'static [(&'static str, &'static [&'static str])],
    /// The filters of the query language: names, an example, how values are matched.
    filters: Vec<(&'static [&'static str], &'static str, String)>,
    /// The values of `is:`.
    states: &'static [&'static str],
    /// How much a match counts in each kind of document.
    kind_weights: BTreeMap<&'static str, f32>,
    /// The parameters of ranking.
    figures: BTreeMap<&'static str, f32>,
    /// The weight of a word in each zone.
    zones: [f32; 6],
}

impl TextEncoder {
    /// Creates an encoder that knows the words of `metadata`.
    pub fn new(metadata: &IndexMetadata) -> Self {
        let tokenizer = Tokenizer::new(SearchSteps::ALL);
        Self {
            dictionary: Dictionary::new(&metadata.lexicon, &tokenizer),
            tokenizer,
            forms: BTreeSet::new(),
            words: IndexSet::new(),
        }
    }

    /// Returns for each text its words, in order, as numbers from 0.
    pub fn texts(&mut self, texts: &[&str]) -> Vec<Vec<usize>> {
        let read = |text: &&str| self.tokenizer.tokens(text);
        let read: Vec<_> = texts.par_iter().map(read).collect();
        let numbers = texts.iter().zip(read).map(|(text, tokens)| {
            self.forms.extend(Tokenizer::forms(text, &tokens));
            let number = |token: Token| self.words.insert_full((token.text, token.kind)).0;
            tokens.into_iter().map(number).collect()
        });
        numbers.collect()
    }

    /// Returns the tables, after all texts have been encoded.
    pub fn finish(self) -> SearchTables {
        let figures = reranker::FIGURES.iter().chain(concept::FIGURES).copied();
        let own = [
            ("as_good", MIN_PAST_SHARE),
            ("referred", REFERRED),
            ("too_far", MIN_SHARE),
            ("beside", DEMOTED),
            ("closer", REORDERED as f32),
            ("most_past", COMPARED_PAST as f32),
            ("past", MAX_PAST as f32),
            ("cognate", MIN_COGNATE as f32),
            ("function_word", MIN_FUNCTION_WORD as f32),
        ];
        let forms = SpellingCandidate::of_forms(&self.forms);
        let is_similar = |word: &&&str| {
            let word = SpellingCandidate::new(word);
            forms.iter().any(|form| form.is_near(&word))
        };
        SearchTables {
            english: english::WORDS
                .par_iter()
                .filter(|word| !self.forms.contains(**word))
                .filter(is_similar)
                .copied()
                .collect(),
            kinds: self
                .words
                .iter()
                .map(|(_, kind)| char::from(b'0' + *kind as u8))
                .collect(),
            words: self.words.into_iter().map(|(word, _)| word).collect(),
            forms: self.forms,
            synonyms: self.dictionary.into_table(),
            units: tokenizer::UNITS,
            spellings: tokenizer::SPELLINGS,
            irregular: tokenizer::IRREGULAR,
            numbers: tokenizer::NUMBERS,
            stop: tokenizer::STOP,
            languages: FUNCTION_WORDS,
            filters: query::FILTERS
                .iter()
                .map(|row| (row.names, row.example, format!("{:?}", row.matching)))
                .collect(),
            states: query::STATES,
            kind_weights: DocKind::ALL
                .iter()
                .map(|kind| (kind.name(), kind.weight()))
                .collect(),
            figures: figures.chain(own).collect(),
            zones: reranker::ZONES,
        }
    }
}
