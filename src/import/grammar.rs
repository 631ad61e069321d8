//! The words of printed sheets, from `lexicon.toml`: verbs, units, lists of words, and the patterns of
//! the parser.
//!
//! `import.toml` can add imperatives and words for units.

use crate::syntax::{UnitNoun, instruction};
use serde::{Deserialize, Deserializer};
use std::{collections::BTreeMap, sync::LazyLock};

/// A list of words in lower case.
type Words = Vec<&'static str>;

/// The words of sheets, by what they mean.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "'de: 'static"))]
pub struct Lexicon {
    lists: BTreeMap<&'static str, Words>,
    pub(super) from_end: BTreeMap<&'static str, u32>,
    pub(super) times: BTreeMap<&'static str, u32>,
    pub(super) signs: BTreeMap<&'static str, &'static str>,
    pub(super) correction_columns: BTreeMap<&'static str, Words>,
    /// The verbs.
    #[serde(rename = "verb")]
    pub verbs: Vec<PrintedVerb>,
    /// The words for units.
    #[serde(rename = "unit")]
    pub units: Vec<UnitWords>,
    #[serde(rename = "pattern")]
    pub(super) patterns: Vec<PatternRow>,
}

/// The words of sheets.
pub static LEXICON: LazyLock<Lexicon> =
    LazyLock::new(|| toml::from_str(include_str!("lexicon.toml")).unwrap_or_default());

impl Lexicon {
    /// Returns a list of words.
    pub(super) fn list(&self, name: &str) -> &[&'static str] {
        self.lists.get(name).map_or(&[], Vec::as_slice)
    }

    /// Whether a word is in a list.
    pub(super) fn has(&self, name: &str, word: &str) -> bool {
        self.list(name).contains(&word)
    }
}

/// The change that a verb of a sheet makes: replace, delete, insert, move, rename, set, ….
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum VerbKind {
    /// Replaces units or words; the old ones come first.
    Replace,
    /// Replaces units or words; the new ones come first or follow a deletion.
    Substitute,
    /// Changes units, words or values into others.
    Change,
    /// Lowers or raises values.
    Value,
    /// Deletes.
    Delete,
    /// Deletes, but only with a place or quoted words, because rules themselves instruct players to
    /// ignore things.
    Ignore,
    /// Inserts next to something or adds at an end.
    Insert,
    /// Moves units next to another.
    Move,
    /// Exchanges two units.
    Swap,
    /// Gives a unit or section another name.
    Rename,
    /// Changes the order or the numbers of units. It is recognised, so that it is not taken as new
    /// text, but reported as not understood.
    Rearrange,
}

/// A verb of sheets: imperatives and participles of one kind; sentence forms for the docs.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "'de: 'static"))]
pub struct PrintedVerb {
    /// What the verb does.
    pub kind: VerbKind,
    /// The verbs of the instruction language whose words it has too.
    verbs: Words,
    words: Words,
    /// The participles: `is replaced`.
    pub participles: Words,
    /// The sentence forms, for the documentation.
    pub forms: Words,
}

impl PrintedVerb {
    /// Returns the verb of an imperative in lower case.
    pub fn find(word: &str) -> Option<&'static Self> {
        let own = LEXICON.verbs.iter().find(|row| row.words.contains(&word));
        own.or_else(|| {
            let shared = instruction::find_verb(word)?.name;
            LEXICON.verbs.iter().find(|row| row.verbs.contains(&shared))
        })
    }

    /// Returns the verb of a participle in lower case.
    pub(super) fn of_participle(word: &str) -> Option<&'static Self> {
        LEXICON
            .verbs
            .iter()
            .find(|row| row.participles.contains(&word))
    }

    /// Returns its imperatives: those of the instruction language, and further ones.
    pub fn imperatives(&self) -> Vec<String> {
        let rows = instruction::verb_rows();
        let shared = rows.filter(|row| self.verbs.contains(&row.name));
        let shared = shared.flat_map(|row| std::iter::once(&row.name).chain(row.also));
        let shared = shared.map(|word| word.to_lowercase());
        let own = shared.filter(|word| Self::find(word).is_some_and(|row| row.kind == self.kind));
        own.chain(self.words.iter().map(|word| (*word).to_owned()))
            .collect()
    }
}

/// The meaning of `2` after a word for a unit: position (`para 2`), label (`point 2`), or line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NumberMeaning {
    /// `2` is the second unit.
    Counted,
    /// `2` is the unit with the label 2.
    Labelled,
    /// `7` is the seventh printed line.
    LinePosition,
}

/// Words for a unit, and if `2` after them is a position, label or line.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "'de: 'static"))]
pub struct UnitWords {
    /// The kind of unit.
    #[serde(deserialize_with = "unit_noun")]
    pub unit: UnitNoun,
    /// How a number after or before the word counts.
    pub naming: NumberMeaning,
    /// The words, singular and plural.
    pub words: Words,
}

fn unit_noun<'de, D: Deserializer<'de>>(deserializer: D) -> Result<UnitNoun, D::Error> {
    let name = String::deserialize(deserializer)?;
    UnitNoun::named(&name).ok_or_else(|| serde::de::Error::custom(format!("no unit {name}")))
}

impl UnitWords {
    /// Returns the unit of a word in lower case.
    pub(super) fn find(word: &str) -> Option<&'static Self> {
        LEXICON.units.iter().find(|row| row.words.contains(&word))
    }
}

/// Whether a word names a unit that is counted: `paragraph`.
pub(super) fn is_counted_unit(word: &str) -> bool {
    UnitWords::find(word).is_some_and(|row| row.naming == NumberMeaning::Counted)
}

/// A row of patterns with one meaning in the lexicon.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PatternRow {
    pub(super) means: Meaning,
    /// Why an instruction with them is unsure.
    #[serde(default)]
    pub(super) why: &'static str,
    pub(super) words: Vec<&'static str>,
}

/// What the words of a pattern mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Meaning {
    Ordinals,
    First,
    Last,
    FromEnd,
    All,
    Labelled,
    Item,
    NthLabel,
    LastLabel,
    Opening,
    Topic,
    Elliptic,
    Bare,
    Heading,
    Text,
    Page,
    Pages,
    Section,
    NamedSection,
    PrintedLine,
    Unsupported,
    Except,
    Range,
    In,
    Units,
    UnitsLast,
    UnitsFirst,
    Announced,
    Quote,
    NthQuote,
    EveryQuote,
    Times,
    Every,
    Figure,
    Value,
    SetValue,
    ColumnValue,
    Verb,
    Becomes,
    Insert,
    Move,
    Swap,
    Delete,
    Old,
    New,
    Not,
    Before,
    After,
    AtEnd,
    AtStart,
    Pronoun,
    Joint,
    Remark,
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_lexicon_can_be_read() {
        let read = toml::from_str::<super::Lexicon>(include_str!("lexicon.toml"));
        assert!(read.is_ok(), "{:?}", read.err());
    }
}
