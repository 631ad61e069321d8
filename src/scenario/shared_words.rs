//! `SharedWords`: words of many languages (articles, totals, ordinals, …) that all rulesets share.

use serde::Deserialize;
use std::sync::LazyLock;

/// The words of `rules/list-words.toml`.
static SHARED_WORDS: LazyLock<SharedWords> = LazyLock::new(|| {
    let text = include_str!("../../rules/list-words.toml");
    toml::from_str(text).unwrap_or_default()
});

/// Returns the words that all rulesets share.
pub(super) fn shared_words() -> &'static SharedWords {
    &SHARED_WORDS
}

/// The words of `rules/list-words.toml`, all in lower case; the file says what each list is for.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct SharedWords {
    pub(super) fillers: Vec<String>,
    pub(super) articles: Vec<String>,
    pub(super) conjunctions: Vec<String>,
    pub(super) counting: Vec<String>,
    pub(super) number_joiners: Vec<String>,
    pub(super) limits: Vec<String>,
    pub(super) shares: Vec<String>,
    pub(super) including: Vec<String>,
    pub(super) maximum: Vec<String>,
    pub(super) eras: Vec<String>,
    pub(super) sums: Vec<String>,
    pub(super) totals: Vec<String>,
    pub(super) led_by: Vec<String>,
    pub(super) earlier: Vec<String>,
    pub(super) corrections: Vec<String>,
    pub(super) verbs: Vec<String>,
    pub(super) yes: Vec<String>,
    pub(super) names: Vec<String>,
    pub(super) particles: Vec<String>,
    pub(super) unless: Vec<String>,
    pub(super) ordinal_endings: Vec<String>,
    pub(super) ordinals: Vec<String>,
    pub(super) part_numbers: Vec<String>,
    pub(super) abbreviations: Vec<String>,
    pub(super) wrote: Vec<String>,
    pub(super) pronouns: Vec<String>,
    pub(super) dittos: Vec<String>,
    pub(super) edition: EditionWords,
}

/// The words around the number of an edition.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EditionWords {
    pub(super) before: Vec<String>,
    pub(super) after: Vec<String>,
    pub(super) verbs: Vec<String>,
    pub(super) played: Vec<String>,
    pub(super) rules: Vec<String>,
}

/// Returns whether one of the words is `word`, in any case.
pub(super) fn is_one_of(word: &str, words: &[String]) -> bool {
    words.iter().any(|own| own.eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shared_words_are_read() {
        let text = include_str!("../../rules/list-words.toml");
        let words: Result<SharedWords, _> = toml::from_str(text);
        assert_eq!(words.map(|own| own.fillers.len() > 5), Ok(true));
    }
}
