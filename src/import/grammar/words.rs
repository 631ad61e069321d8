//! Other words in sheets: fillers, auxiliaries, openers of remarks and labels from `lexicon.toml`, and
//! tables of signs, numbers and changes.

use serde::Deserialize;
use std::{collections::BTreeMap, sync::LazyLock};

/// A list of words in lower case.
pub(crate) type Words = Vec<&'static str>;

/// The lists of `lexicon.toml`, each explained there.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "'de: 'static"))]
pub(crate) struct Lexicon {
    pub(crate) fillers: Words,
    pub(crate) no_nouns: Words,
    pub(crate) new_units: Words,
    pub(crate) first: Words,
    pub(crate) last: Words,
    pub(crate) adverbs: Words,
    pub(crate) noise: Words,
    pub(crate) remark_openers: Words,
    pub(crate) occasions: Words,
    pub(crate) everywhere: Words,
    pub(crate) modals: Words,
    pub(crate) demands: Words,
    pub(crate) pronouns: Words,
    pub(crate) error_words: Words,
    pub(crate) columns: Words,
    pub(crate) rule_words: Words,
    pub(crate) article_words: Words,
    pub(crate) label_openers: Words,
    pub(crate) quote_closers: Words,
    pub(crate) topic_openers: Words,
    pub(crate) quote_holders: Words,
    pub(crate) departures: Words,
    pub(crate) glossaries: Words,
    pub(crate) quote_openers: Words,
    pub(crate) relative_openers: Words,
    pub(crate) no_old_words: Words,
    pub(crate) no_new_words: Words,
    pub(crate) heading_openers: Words,
    pub(crate) open_ends: Words,
    pub(crate) phrase: Vec<PhraseRow>,
    pub(crate) correction_columns: BTreeMap<&'static str, Words>,
}

/// Fixed phrases that mean the same.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PhraseRow {
    pub(crate) means: PhraseMeaning,
    /// Why an instruction with it is unsure.
    pub(crate) why: Option<&'static str>,
    pub(crate) words: Words,
}

/// What a fixed phrase means: a verb, or the role of the words before and behind it.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum PhraseMeaning {
    Becomes,
    Insert,
    Move,
    Swap,
    Delete,
    Rename,
    FollowedBy,
    PrecededBy,
    Old,
    New,
    Not,
    Before,
    After,
    Filler,
    Unsupported,
}

/// The words of sheets.
pub(crate) static LEXICON: LazyLock<Lexicon> =
    LazyLock::new(|| toml::from_str(include_str!("lexicon.toml")).unwrap_or_default());

/// Words that count units from the end; the last one is 1.
pub(crate) const FROM_END: &[(&str, u32)] = &[
    ("penultimate", 2),
    ("next-to-last", 2),
    ("second-last", 2),
    ("last-but-one", 2),
    ("third-last", 3),
    ("second-to-last", 2),
    ("third-to-last", 3),
    ("antepenultimate", 3),
];

/// Words for signs that are inserted or named as a position.
pub const SIGNS: &[(&str, &str)] = &[
    ("asterisk", "*"),
    ("parenthesis", ")"),
    ("parentheses", ")"),
    ("bracket", ")"),
    ("brackets", ")"),
    ("comma", ","),
    ("semicolon", ";"),
    ("colon", ":"),
    ("dagger", "†"),
];

/// Words in brackets after a rule number that name the kind of change: `[16.3] (addition): …`.
pub const BRACKETED_CHANGES: &[(&str, BracketedChange)] = &[
    ("addition", BracketedChange::Adds),
    ("added", BracketedChange::Adds),
    ("new", BracketedChange::Adds),
    ("insertion", BracketedChange::Adds),
    ("omission", BracketedChange::Adds),
    ("omitted", BracketedChange::Adds),
    ("correction", BracketedChange::Replaces),
    ("change", BracketedChange::Replaces),
    ("changed", BracketedChange::Replaces),
    ("replacement", BracketedChange::Replaces),
    ("revision", BracketedChange::Replaces),
    ("revised", BracketedChange::Replaces),
    ("amendment", BracketedChange::Replaces),
    ("amended", BracketedChange::Replaces),
    ("modification", BracketedChange::Replaces),
    ("erratum", BracketedChange::Replaces),
    ("errata", BracketedChange::Replaces),
    ("misprint", BracketedChange::Replaces),
    ("typo", BracketedChange::Replaces),
    ("deletion", BracketedChange::Deletes),
    ("deleted", BracketedChange::Deletes),
    ("removal", BracketedChange::Deletes),
    ("removed", BracketedChange::Deletes),
    ("clarification", BracketedChange::Clarifies),
    ("clarified", BracketedChange::Clarifies),
    ("question", BracketedChange::Clarifies),
];

/// The change named in brackets behind a rule number, as in `[16.3] (addition)`: add, replace, ….
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BracketedChange {
    /// The text below is added there.
    Adds,
    /// The text below replaces it.
    Replaces,
    /// It is deleted.
    Deletes,
    /// The text below interprets it.
    Clarifies,
}

/// Words for a number of times.
pub(crate) const TIMES: &[(&str, u32)] = &[("once", 1), ("twice", 2), ("thrice", 3)];

#[cfg(test)]
mod tests {
    #[test]
    fn the_lexicon_can_be_read() {
        let read = toml::from_str::<super::Lexicon>(include_str!("lexicon.toml"));
        assert!(read.is_ok(), "{read:?}");
    }
}
