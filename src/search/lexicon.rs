//! Words that mean the same: abbreviations of the rules, and what players say for what the rules say.

use super::search_features::SearchFeatures;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// What is known of words: from `ruleset.toml` and from thesaurus files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lexicon {
    /// Abbreviations with what they stand for.
    pub abbreviations: BTreeMap<String, String>,
    /// Words of players with the words of the rules for them.
    pub words: BTreeMap<String, Vec<String>>,
    /// Words for grades, with the grade's letter.
    pub grades: BTreeMap<String, String>,
}

/// What is wrong with a thesaurus file: where, in bytes, and what.
pub type LexiconFault = (std::ops::Range<usize>, String);

impl Lexicon {
    /// Takes in a thesaurus file: a table `[words]` of lists and a table `[grades]`. What it says is added to what is known.
    pub fn read(&mut self, text: &str) -> Vec<LexiconFault> {
        let mut faults = Vec::new();
        let table = match toml::de::DeTable::parse(text) {
            Ok(table) => table.into_inner(),
            Err(error) => {
                return vec![(
                    error.span().unwrap_or_default(),
                    error.message().trim().to_owned(),
                )];
            }
        };
        for (name, value) in &table {
            let Some(entries) = value
                .get_ref()
                .as_table()
                .filter(|_| matches!(&**name.get_ref(), "words" | "grades"))
            else {
                faults.push((
                    name.span(),
                    format!(
                        "a thesaurus has tables `[words]` and `[grades]`, not `{}`",
                        name.get_ref()
                    ),
                ));
                continue;
            };
            for (word, meaning) in entries {
                let key = word.get_ref().to_string();
                let meaning = meaning.as_ref();
                let list = match (meaning.as_str(), meaning.as_array()) {
                    (Some(one), _) => Some(vec![one.to_owned()]),
                    (None, Some(list)) => list
                        .iter()
                        .map(|item| item.get_ref().as_str().map(str::to_owned))
                        .collect(),
                    (None, None) => None,
                };
                match list {
                    Some(list) if &**name.get_ref() == "words" => {
                        self.words.entry(key).or_default().extend(list)
                    }
                    Some(list) if list.len() == 1 => self
                        .grades
                        .extend(list.into_iter().next().map(|grade| (key, grade))),
                    Some(_) | None => faults.push((
                        word.span(),
                        format!("`{key}` wants words in quotation marks"),
                    )),
                }
            }
        }
        faults
    }
}

/// Words of the rules for something that players say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Meaning {
    /// The words, as stems.
    pub(super) stems: Vec<String>,
    /// Whether they are only akin to what is said: `~` stands before them.
    pub(super) akin: bool,
}

/// A lexicon made ready for looking up.
#[derive(Debug, Default)]
pub(super) struct Dictionary {
    /// Abbreviations as written: the words that they stand for.
    short: HashMap<String, Vec<String>>,
    /// The same in small letters.
    small: HashMap<String, Vec<String>>,
    /// Terms of several words.
    compounds: Phrases<()>,
    /// What players say: the rules' words for it.
    players: Phrases<Vec<Meaning>>,
}

impl Dictionary {
    /// Compiles a lexicon. `bare` gives the stems of a phrase.
    pub(super) fn new(
        lexicon: &Lexicon,
        parts: SearchFeatures,
        bare: impl Fn(&str) -> Vec<String>,
    ) -> Self {
        let mut out = Self::default();
        if parts.abbreviations {
            for (short, long) in &lexicon.abbreviations {
                let words = bare(long);
                if words.len() > 1 {
                    out.compounds.insert(words.clone(), ());
                }
                if short.chars().count() > 1 {
                    out.small.insert(short.to_lowercase(), words.clone());
                }
                out.short.insert(short.clone(), words);
            }
        }
        if parts.thesaurus {
            for (said, meant) in &lexicon.words {
                let said = bare(said);
                if !said.is_empty() {
                    let meaning = |words: &String| Meaning {
                        stems: bare(words.trim_start_matches('~')),
                        akin: words.starts_with('~'),
                    };
                    let meant: Vec<_> = meant
                        .iter()
                        .map(meaning)
                        .filter(|words| !words.stems.is_empty() && words.stems != said)
                        .collect();
                    out.players.entry(said).extend(meant);
                }
            }
        }
        if parts.grades {
            for (word, grade) in &lexicon.grades {
                let grade = grade.trim_matches(['(', ')']).to_lowercase();
                out.players.entry(bare(word)).push(Meaning {
                    stems: vec![format!("({grade})")],
                    akin: false,
                });
            }
        }
        out
    }

    /// What an abbreviation stands for. In questions small letters do.
    pub(super) fn expansion(&self, word: &str, lenient: bool) -> Option<&Vec<String>> {
        self.short.get(word).or_else(|| {
            if lenient {
                self.small.get(&word.to_lowercase())
            } else {
                None
            }
        })
    }

    /// The abbreviations as written, with the stems that they stand for.
    pub(super) fn abbreviations(&self) -> BTreeMap<String, Vec<String>> {
        self.short
            .iter()
            .map(|(short, words)| (short.clone(), words.clone()))
            .collect()
    }

    /// The terms of several words: their stems, with blanks between.
    pub(super) fn terms(&self) -> BTreeSet<String> {
        self.compounds
            .table
            .keys()
            .map(|stems| stems.join(" "))
            .collect()
    }

    /// What players say, as stems with blanks between: what the rules say for it, and whether that is only akin.
    pub(super) fn players(&self) -> BTreeMap<String, Vec<(Vec<String>, bool)>> {
        let meant = |meanings: &Vec<Meaning>| {
            meanings
                .iter()
                .map(|meaning| (meaning.stems.clone(), meaning.akin))
                .collect()
        };
        self.players
            .table
            .iter()
            .map(|(said, meanings)| (said.join(" "), meant(meanings)))
            .collect()
    }

    /// How many of the first stems are a term of several words.
    pub(super) fn compound(&self, stems: &[&str]) -> Option<usize> {
        self.compounds.longest(stems).map(|(length, ())| length)
    }

    /// What the first stems mean in the rules' words, and how many stems that are.
    pub(super) fn meaning(&self, stems: &[&str]) -> Option<(usize, &[Meaning])> {
        self.players
            .longest(stems)
            .map(|(length, meanings)| (length, meanings.as_slice()))
    }
}

/// A table of sequences of words.
#[derive(Debug)]
struct Phrases<T> {
    table: HashMap<Vec<String>, T>,
    longest: usize,
}

impl<T> Default for Phrases<T> {
    fn default() -> Self {
        Self {
            table: HashMap::new(),
            longest: 0,
        }
    }
}

impl<T> Phrases<T> {
    fn insert(&mut self, words: Vec<String>, value: T) {
        self.longest = self.longest.max(words.len());
        self.table.insert(words, value);
    }

    fn entry(&mut self, words: Vec<String>) -> &mut T
    where
        T: Default,
    {
        self.longest = self.longest.max(words.len());
        self.table.entry(words).or_default()
    }

    fn longest(&self, stems: &[&str]) -> Option<(usize, &T)> {
        (1..=self.longest.min(stems.len()))
            .rev()
            .find_map(|length| {
                let key: Vec<String> = stems[..length]
                    .iter()
                    .map(|stem| (*stem).to_owned())
                    .collect();
                self.table.get(&key).map(|value| (length, value))
            })
    }
}
