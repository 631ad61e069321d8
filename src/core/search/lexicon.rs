//! Reads synonyms from thesaurus files, and looks up the synonyms of words.

use super::tokenizer::{Tokenizer, is_stop_word};
use crate::{
    model::toml_file::{OneOrMany, read_toml, toml_table},
    syntax::ValueKind,
    text::SourceId,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The keys of `thesaurus.toml`.
pub const THESAURUS_KEYS: &ValueKind = &ValueKind::Table(Thesaurus::KEYS);

toml_table! {
    /// A `thesaurus.toml` as written.
    #[derive(Default)]
    struct Thesaurus {
        /// players' words, with the words of the rules; `~` marks one that is only related
        words: BTreeMap<String, OneOrMany<String>> = Map(&OneOrMany(&Text)),
        /// words for grades, with the letter of the grade
        grades: BTreeMap<String, String> = Map(&Text),
    }
}

/// The synonyms from `ruleset.toml` and thesaurus files: abbreviations, players' words, grades.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lexicon {
    /// Abbreviations with their expansions.
    pub abbreviations: BTreeMap<String, String>,
    /// Players' words with the rules' words for them.
    pub words: BTreeMap<String, Vec<String>>,
    /// Words for grades, with the letter of the grade.
    pub grades: BTreeMap<String, String>,
}

impl Lexicon {
    /// Adds the names of a troop type, in other languages too: each also matches `name`.
    pub fn add_troop_type<'n>(&mut self, name: &str, names: impl IntoIterator<Item = &'n String>) {
        for other in names {
            for word in [other.clone(), without_umlauts(other)] {
                let known = self.words.entry(word).or_default();
                if !known.iter().any(|own| own == name) {
                    known.push(name.to_owned());
                }
            }
        }
    }

    /// Loads a thesaurus file. Its entries are added to those already loaded; the lint
    /// `thesaurus-file` reports its problems.
    pub fn read(&mut self, text: &str) {
        let source = SourceId::default();
        let (file, _) = read_toml::<Thesaurus>(source, text, "thesaurus-file", THESAURUS_KEYS);
        let file = file.unwrap_or_default();
        for (word, meanings) in file.words {
            let known = self.words.entry(word).or_default();
            known.extend(Vec::from(meanings));
        }
        self.grades.extend(file.grades);
    }
}

/// Returns a word as it is typed without umlauts.
fn without_umlauts(word: &str) -> String {
    let pairs = [("ä", "ae"), ("ö", "oe"), ("ü", "ue"), ("ß", "ss")];
    let all = pairs.into_iter();
    all.fold(word.to_owned(), |word, (from, to)| word.replace(from, to))
}

/// One meaning of words: the stems of other words, and how good a match these are.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Synonym {
    /// The words, as stems.
    pub(super) stems: Vec<String>,
    /// How good a match they are: 1 for the words of the query.
    pub(super) weight: f32,
}

/// The weight of words that mean the same.
const SAME: f32 = 0.75;
/// The weight of words that are only related to the players' words: marked by `~`.
const RELATED: f32 = 0.5;

/// A lexicon compiled for look-up by stems: the synonyms of words.
#[derive(Clone, Debug, Default)]
pub(super) struct Dictionary {
    /// The synonyms by the stems of the words, joined by blanks.
    table: BTreeMap<String, Vec<Synonym>>,
    /// The largest number of words that have synonyms together.
    longest: usize,
}

impl Dictionary {
    /// Compiles a lexicon.
    pub(super) fn new(lexicon: &Lexicon, tokenizer: &Tokenizer) -> Self {
        let mut out = Self::default();
        // a single letter is a word more often than an abbreviation
        let abbreviations = lexicon.abbreviations.iter();
        for (short, long) in abbreviations.filter(|(short, _)| short.chars().nth(1).is_some()) {
            out.add(tokenizer, short, long, SAME);
            out.add(tokenizer, long, short, SAME);
        }
        for (phrase, meant) in &lexicon.words {
            for words in meant {
                let (words, weight) = match words.strip_prefix('~') {
                    Some(words) => (words, RELATED),
                    None => (words.as_str(), SAME),
                };
                out.add(tokenizer, phrase, words, weight);
            }
        }
        for (word, grade) in &lexicon.grades {
            let grade = format!("({})", grade.trim_matches(['(', ')']));
            out.add(tokenizer, word, &grade, SAME);
        }
        out
    }

    fn add(&mut self, tokenizer: &Tokenizer, phrase: &str, words: &str, weight: f32) {
        let phrase = tokenizer.stems(phrase);
        let mut stems = tokenizer.stems(words);
        if !stems.iter().all(|stem| is_stop_word(stem)) {
            stems.retain(|stem| !is_stop_word(stem));
        }
        if !phrase.is_empty() && !stems.is_empty() && stems != phrase {
            self.longest = self.longest.max(phrase.len());
            let synonyms = self.table.entry(phrase.join(" ")).or_default();
            synonyms.push(Synonym { stems, weight });
        }
    }

    /// Returns the synonyms of the longest phrase that `stems` begins with, and its length in stems.
    pub(super) fn synonyms(&self, stems: &[&str]) -> Option<(usize, &[Synonym])> {
        let longest = self.longest.min(stems.len());
        (1..=longest).rev().find_map(|length| {
            let synonyms = self.table.get(&stems[..length].join(" "))?;
            Some((length, synonyms.as_slice()))
        })
    }
}
