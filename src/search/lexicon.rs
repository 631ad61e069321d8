//! Reads synonyms from thesaurus files, and looks up abbreviations, terms and players' words.

use super::{search_steps::SearchSteps, tokenizer::is_stop_word};
use crate::{
    model::toml_file::{OneOrMany, read_toml, toml_table},
    syntax::ValueKind,
    text::SourceId,
};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};

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

/// The word in phrases of the subject index that every name of a troop type matches.
const TROOP_CLASS: &str = "trooptype";

impl Lexicon {
    /// Adds the names of a troop type, in other languages too: each also matches `name`, and all of
    /// them `TROOP_CLASS`.
    pub fn add_troop_type<'n>(&mut self, name: &str, names: impl IntoIterator<Item = &'n String>) {
        let mut add = |word: String, meaning: String| {
            let known = self.words.entry(word).or_default();
            if !known.contains(&meaning) {
                known.push(meaning);
            }
        };
        let class = format!("~{TROOP_CLASS}");
        add(name.to_owned(), class.clone());
        for other in names {
            let plain = without_umlauts(other);
            for word in [other, &plain] {
                add(word.clone(), name.to_owned());
                add(word.clone(), class.clone());
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

/// One meaning of players' words: the stems of the rules' words, and whether these are only related.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct SynonymMeaning {
    /// The words, as stems.
    pub(super) stems: Vec<String>,
    /// Whether the words are only related to the players' words: marked by `~`.
    pub(super) related: bool,
}

/// A lexicon compiled for look-up by stems: abbreviations, compound terms, players' words. The page
/// for phones has it, too.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Dictionary {
    /// Abbreviations as written, with the stems of their expansions.
    abbreviations: BTreeMap<String, Vec<String>>,
    /// Abbreviations in lower case, with the stems of their expansions.
    #[serde(skip)]
    small: HashMap<String, Vec<String>>,
    /// Terms of several words.
    terms: PhraseMap<()>,
    /// Players' words with their meanings in the rules' words.
    players: PhraseMap<Vec<SynonymMeaning>>,
}

impl Dictionary {
    /// Compiles a lexicon. `bare` returns the stems of a phrase.
    pub(super) fn new(
        lexicon: &Lexicon,
        parts: SearchSteps,
        bare: impl Fn(&str) -> Vec<String>,
    ) -> Self {
        let mut out = Self::default();
        if parts.abbreviations {
            for (short, long) in &lexicon.abbreviations {
                let words = bare(long);
                if words.len() > 1 {
                    *out.terms.entry(words.clone()) = ();
                }
                if short.chars().count() > 1 {
                    out.small.insert(short.to_lowercase(), words.clone());
                }
                out.abbreviations.insert(short.clone(), words);
            }
        }
        if parts.thesaurus {
            for (phrase, meant) in &lexicon.words {
                let phrase = bare(phrase);
                if !phrase.is_empty() {
                    let meaning = |words: &String| {
                        let mut stems = bare(words.trim_start_matches('~'));
                        if !stems.iter().all(|stem| is_stop_word(stem)) {
                            stems.retain(|stem| !is_stop_word(stem));
                        }
                        SynonymMeaning {
                            stems,
                            related: words.starts_with('~'),
                        }
                    };
                    let meant: Vec<_> = meant
                        .iter()
                        .map(meaning)
                        .filter(|words| !words.stems.is_empty() && words.stems != phrase)
                        .collect();
                    out.players.entry(phrase).extend(meant);
                }
            }
            for (word, grade) in &lexicon.grades {
                let grade = grade.trim_matches(['(', ')']).to_lowercase();
                out.players.entry(bare(word)).push(SynonymMeaning {
                    stems: vec![format!("({grade})")],
                    related: false,
                });
            }
        }
        out
    }

    /// Returns the expansion of an abbreviation. If `lenient`, as in queries, lower case is
    /// accepted.
    pub(super) fn expansion(&self, word: &str, lenient: bool) -> Option<&Vec<String>> {
        self.abbreviations.get(word).or_else(|| {
            if lenient {
                self.small.get(&word.to_lowercase())
            } else {
                None
            }
        })
    }

    /// Returns how many of the first stems are a term of several words.
    pub(super) fn compound(&self, stems: &[&str]) -> Option<usize> {
        self.terms.longest(stems).map(|(length, ())| length)
    }

    /// Returns the meaning of the longest players' phrase that `stems` begins with, and its length
    /// in stems.
    pub(super) fn meaning(&self, stems: &[&str]) -> Option<(usize, &[SynonymMeaning])> {
        self.players
            .longest(stems)
            .map(|(length, meanings)| (length, meanings.as_slice()))
    }
}

/// A map from sequences of words to values; finds the longest one at the start of a list.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(transparent)]
struct PhraseMap<T> {
    /// The values by the words, joined by blanks.
    table: BTreeMap<String, T>,
    #[serde(skip)]
    longest: usize,
}

impl<T: Default> PhraseMap<T> {
    fn entry(&mut self, words: Vec<String>) -> &mut T {
        self.longest = self.longest.max(words.len());
        self.table.entry(words.join(" ")).or_default()
    }

    fn longest(&self, stems: &[&str]) -> Option<(usize, &T)> {
        let stems = &stems[..self.longest.min(stems.len())];
        let words = stems.join(" ");
        let mut end = words.len();
        for length in (1..=stems.len()).rev() {
            if let Some(value) = self.table.get(&words[..end]) {
                return Some((length, value));
            }
            end = end.saturating_sub(stems[length - 1].len() + 1);
        }
        None
    }
}
