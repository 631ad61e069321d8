//! `SharedWords`: words of many languages (articles, totals, ordinals, …) that all rulesets share.

use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxBuildHasher;
use serde::Deserialize;
use std::sync::LazyLock;

/// The words of `rules/list-words.toml`.
static SHARED_WORDS: LazyLock<SharedWords> = LazyLock::new(|| {
    let text = include_str!("../../../rules/list-words.toml");
    toml::from_str(text).unwrap_or_default()
});

/// Returns the words that all rulesets share.
pub(super) fn shared_words() -> &'static SharedWords {
    &SHARED_WORDS
}

/// The lists of words in `rules/list-words.toml` (fillers, totals, ordinals, …), by which lists of
/// any ruleset are parsed; the file says what each list is for.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct SharedWords {
    pub(super) fillers: WordList,
    pub(super) articles: WordList,
    pub(super) conjunctions: WordList,
    pub(super) alternatives: WordList,
    pub(super) counting: WordList,
    pub(super) each_signs: WordList,
    pub(super) measures: WordList,
    pub(super) per: WordList,
    pub(super) number_joiners: WordList,
    pub(super) none: WordList,
    pub(super) shares: WordList,
    pub(super) unspent: WordList,
    pub(super) including: WordList,
    pub(super) so_far: WordList,
    pub(super) arms: WordList,
    pub(super) maximum: WordList,
    pub(super) sums: WordList,
    pub(super) totals: WordList,
    pub(super) led_by: WordList,
    pub(super) earlier: WordList,
    pub(super) corrections: WordList,
    pub(super) verbs: WordList,
    pub(super) yes: WordList,
    pub(super) names: WordList,
    pub(super) eras: WordList,
    pub(super) unless: WordList,
    pub(super) ordinal_endings: WordList,
    pub(super) greetings: WordList,
    pub(super) mail_keys: WordList,
    pub(super) subjects: WordList,
    pub(super) wrote: WordList,
    pub(super) possessives: WordList,
    pub(super) pronouns: WordList,
    pub(super) dittos: WordList,
    pub(super) edition: EditionWords,
    /// The words for whole numbers, by their digits.
    pub(super) numbers: IndexMap<String, Vec<String>>,
}

/// The words by which a number in a text is an edition: those before it (`version`), behind it
/// (`as agreed`), and verbs.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EditionWords {
    pub(super) before: WordList,
    pub(super) after: WordList,
    pub(super) verbs: WordList,
    pub(super) played: WordList,
    pub(super) points: WordList,
}

/// Words and phrases that the parser treats alike (all articles, all words for a total), in lower
/// case.
#[derive(Debug, Default, Deserialize)]
#[serde(from = "Vec<String>")]
pub(super) struct WordList {
    words: IndexSet<String, FxBuildHasher>,
}

impl From<Vec<String>> for WordList {
    fn from(words: Vec<String>) -> Self {
        Self {
            words: words.into_iter().collect(),
        }
    }
}

impl WordList {
    /// Returns whether a word or phrase in lower case is one of the list.
    pub(super) fn contains(&self, words: &str) -> bool {
        self.words.contains(words)
    }

    /// Returns whether a word or phrase is one of the list, in any case.
    pub(super) fn contains_in_any_case(&self, words: &str) -> bool {
        self.contains(words) || self.contains(&words.to_ascii_lowercase())
    }

    /// Returns the words and phrases in the order of the file.
    pub(super) fn iter(&self) -> impl Iterator<Item = &String> {
        self.words.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shared_words_are_read() {
        let text = include_str!("../../../rules/list-words.toml");
        let words: Result<SharedWords, _> = toml::from_str(text);
        assert_eq!(words.map(|own| own.fillers.iter().count() > 5), Ok(true));
    }
}
