//! The tables and keys of a `scenario.toml` as written, before names in them are resolved.

use indexmap::IndexMap;
use serde::Deserialize;
use toml::Spanned;

/// A whole `scenario.toml`: its title, what is not checked, kinds, sections, word lists and full names.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawVocabulary {
    #[serde(default)]
    pub(super) title: String,
    #[serde(default, rename = "not-checked")]
    pub(super) not_checked: Vec<String>,
    #[serde(default)]
    pub(super) kind: IndexMap<String, Spanned<RawKind>>,
    #[serde(default)]
    pub(super) section: IndexMap<String, Spanned<RawSection>>,
    #[serde(default)]
    pub(super) words: IndexMap<String, IndexMap<String, Vec<Spanned<String>>>>,
    #[serde(default, rename = "full-names")]
    pub(super) full_names: IndexMap<Spanned<String>, String>,
}

/// `[kind.*]`: a kind of record with its headings, lines, marks, amounts and properties.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawKind {
    pub(super) plural: Option<String>,
    #[serde(default, rename = "in")]
    pub(super) within: Vec<Spanned<String>>,
    #[serde(default)]
    pub(super) headings: IndexMap<String, Vec<String>>,
    #[serde(default)]
    pub(super) lines: Vec<Spanned<String>>,
    pub(super) count: Option<Spanned<String>>,
    pub(super) second: Option<OneOrMany<RawSecond>>,
    #[serde(default)]
    pub(super) needs: IndexMap<Spanned<String>, String>,
    #[serde(default)]
    pub(super) unique: bool,
    #[serde(default)]
    pub(super) implied: bool,
    #[serde(default, rename = "begins-with")]
    pub(super) begins_with: IndexMap<Spanned<String>, IndexMap<String, String>>,
    #[serde(default)]
    pub(super) mark: Vec<Spanned<String>>,
    #[serde(default, rename = "lone-marks")]
    pub(super) lone_marks: Vec<String>,
    /// The words for what costs nothing.
    #[serde(default)]
    pub(super) free: Vec<String>,
    pub(super) amounts: Option<RawAmounts>,
    #[serde(default)]
    pub(super) shares: IndexMap<Spanned<String>, Vec<f64>>,
    pub(super) range: Option<RawRange>,
    pub(super) evidence: Option<RawEvidence>,
    #[serde(default, rename = "for-all")]
    pub(super) for_all: Vec<String>,
    #[serde(default)]
    pub(super) asides: Vec<String>,
    #[serde(default)]
    pub(super) besides: Vec<String>,
    #[serde(default)]
    pub(super) columns: IndexMap<Spanned<String>, Vec<String>>,
    #[serde(default)]
    pub(super) property: IndexMap<String, Spanned<RawProperty>>,
}

/// `amounts`: the names of the properties for the cost of one, of all, and of either.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawAmounts {
    pub(super) each: Spanned<String>,
    pub(super) all: Spanned<String>,
    pub(super) either: Spanned<String>,
}

/// `evidence`: the names of the sums that are the cost of one and what one counts for, and of the check that
/// finds troops which there are not.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawEvidence {
    pub(super) each: String,
    pub(super) share: Option<String>,
    pub(super) unless: Option<String>,
}

/// `range`: the names of the properties for the least and the most of a range such as `12-20`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawRange {
    pub(super) least: Spanned<String>,
    pub(super) most: Spanned<String>,
}

/// `second`: separators before a second thing in a line (`Cv(S)/Cv(O)`), and pairs of first and
/// second property.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawSecond {
    pub(super) after: Vec<String>,
    pub(super) properties: IndexMap<String, String>,
}

/// The value of a key that may be written once or as a list: one value, or several.
#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum OneOrMany<T> {
    One(T),
    Many(Vec<T>),
}

impl<T> From<OneOrMany<T>> for Vec<T> {
    fn from(own: OneOrMany<T>) -> Self {
        match own {
            OneOrMany::One(one) => vec![one],
            OneOrMany::Many(many) => many,
        }
    }
}

/// `[section.*]`: a part of a scenario that is no record: its headings, lines and values.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawSection {
    pub(super) headings: Vec<String>,
    #[serde(default)]
    pub(super) lines: Vec<Spanned<String>>,
    #[serde(default)]
    pub(super) sets: IndexMap<String, toml::Value>,
}

/// `[kind.*.property.*]`: a property of a kind: its type, words, keys, units and bounds.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawProperty {
    pub(super) number: Option<String>,
    pub(super) words: Option<Spanned<RawWords>>,
    pub(super) flag: Option<Vec<String>>,
    #[serde(default)]
    pub(super) place: bool,
    #[serde(default)]
    pub(super) text: bool,
    #[serde(default)]
    pub(super) many: bool,
    #[serde(default)]
    pub(super) keys: Vec<String>,
    #[serde(default)]
    pub(super) units: Vec<String>,
    pub(super) least: Option<Spanned<f64>>,
    pub(super) most: Option<Spanned<f64>>,
}

/// The words of a property: the name of a list in `[words.*]`, or words of its own.
#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum RawWords {
    Named(String),
    Own(IndexMap<String, Vec<String>>),
}
