//! The tables and keys of a `scenario.toml` as written, before names in them are resolved.

use crate::{
    model::toml_file::{OneOrMany, toml_table},
    syntax::ValueKind,
};
use indexmap::IndexMap;
use serde::Deserialize;
use toml::Spanned;

/// The keys of `scenario.toml`.
pub const SCENARIO_KEYS: &ValueKind = &ValueKind::Table(RawVocabulary::KEYS);

toml_table! {
    /// A whole `scenario.toml`.
    #[derive(Default)]
    pub(super) struct RawVocabulary {
        /// what the scenarios are
        title: String = Text,
        /// what the verdict on a list names as not checked
        not_checked as "not-checked": Vec<String> = List(&Text),
        /// a kind of record, by its name
        kind: IndexMap<String, Spanned<RawKind>> = Map(&Table(RawKind::KEYS)),
        /// a section that is no record itself
        section: IndexMap<String, Spanned<RawSection>> = Map(&Table(RawSection::KEYS)),
        /// lists of words, each word with its spellings
        words: IndexMap<String, IndexMap<String, Vec<Spanned<String>>>> = Map(&Map(&List(&Text))),
        /// the full names of words
        full_names as "full-names": IndexMap<Spanned<String>, String> = Map(&Text),
    }

    /// `[kind.*]`: a kind of record.
    pub(super) struct RawKind {
        /// its name for rules of play: `count(troops)`
        plural: Option<String> = Text,
        /// the kinds of record that it may be inside
        within as "in": Vec<Spanned<String>> = List(&Name(NameKind::RecordKind)),
        /// the headings that begin one, by the `property=value` that they set
        headings: IndexMap<String, Vec<String>> = Map(&List(&Text)),
        /// the kinds of record that its lines are
        lines: Vec<Spanned<String>> = List(&Name(NameKind::RecordKind)),
        /// the property that a number at the start of the line sets
        count: Option<Spanned<String>> = Name(NameKind::Property),
        /// how a second value of the same kind is written
        second: Option<OneOrMany<RawSecond>> = OneOrMany(&Table(RawSecond::KEYS)),
        /// properties that each needs, with the message where one is missing
        needs: IndexMap<Spanned<String>, String> = NameMap(NameKind::Property, &Text),
        /// whether two may not have the same name
        unique: bool = Flag,
        /// whether one begins without a heading
        implied: bool = Flag,
        /// lines that begin one without a heading
        begins_with as "begins-with": IndexMap<Spanned<String>, IndexMap<String, String>>
            = NameMap(NameKind::Property, &Map(&Text)),
        /// the properties that are written as one mark: `Kn(S)`
        mark: Vec<Spanned<String>> = List(&Name(NameKind::Property)),
        /// words that are a mark alone
        lone_marks as "lone-marks": Vec<String> = List(&Text),
        /// words for what costs nothing
        free: Vec<String> = List(&Text),
        /// what one of them may count for, for numbers without a label
        shares: IndexMap<Spanned<String>, Vec<f64>> = NameMap(NameKind::Property, &List(&Number)),
        /// words that say that a value holds for all lines without one: `all Irr`
        for_all as "for-all": Vec<String> = List(&Text),
        /// words of a line that is about another list
        asides: Vec<String> = List(&Text),
        /// words between a number and what it does not count
        besides: Vec<String> = List(&Text),
        /// what numbers in brackets mean
        amounts: Option<RawAmounts> = Table(RawAmounts::KEYS),
        /// the `property=value` of the one line of an army that leads it
        leader: String = Text,
        /// the sums by which a reader of lists weighs the numbers of a line
        evidence: Option<RawEvidence> = Table(RawEvidence::KEYS),
        /// what a range of numbers sets
        range: Option<RawRange> = Table(RawRange::KEYS),
        /// the headings of the columns of tables, by property
        columns: IndexMap<Spanned<String>, Vec<String>> = NameMap(NameKind::Property, &List(&Text)),
        /// its properties, by name
        property: IndexMap<String, Spanned<RawProperty>> = Map(&Table(RawProperty::KEYS)),
    }

    /// `amounts`: the properties for the cost of one, of all, and of either.
    pub(super) struct RawAmounts {
        required {
            /// an amount for each
            each: Spanned<String> = Name(NameKind::Property),
            /// an amount for all
            all: Spanned<String> = Name(NameKind::Property),
            /// an amount that may be either
            either: Spanned<String> = Name(NameKind::Property),
        }
    }

    /// `evidence`: the names of sums and of a check.
    pub(super) struct RawEvidence {
        required {
            /// the sum that is the cost of one
            each: String = Text,
        }
        /// the sum that is what one counts for
        share: Option<String> = Text,
        /// the check that finds troops which there are not
        unless: Option<String> = Text,
    }

    /// `range`: the properties for the least and the most of a range such as `12-20`.
    pub(super) struct RawRange {
        required {
            /// the lower number
            least: Spanned<String> = Name(NameKind::Property),
            /// the higher number
            most: Spanned<String> = Name(NameKind::Property),
        }
    }

    /// `second`: a second thing in a line, as in `Cv(S)/Cv(O)`.
    pub(super) struct RawSecond {
        required {
            /// the words in front of the second value
            after: Vec<String> = List(&Text),
            /// for each property the one that a second value sets
            properties: IndexMap<String, String>
                = NameMap(NameKind::Property, &Name(NameKind::Property)),
        }
    }

    /// `[section.*]`: a part of a scenario that is no record.
    pub(super) struct RawSection {
        required {
            /// the headings that begin it
            headings: Vec<String> = List(&Text),
        }
        /// the kinds of record that its lines are
        lines: Vec<Spanned<String>> = List(&Name(NameKind::RecordKind)),
        /// the properties that it sets for its lines
        sets: IndexMap<String, toml::Value> = Map(&Value),
    }

    /// `[kind.*.property.*]`: a property of a kind.
    pub(super) struct RawProperty {
        /// a number, with the word written after it
        number: Option<String> = Text,
        /// one of these words: a list of `[words]`, or words with their spellings
        words: Option<Spanned<RawWords>>
            = Either(&Name(NameKind::WordList), &Map(&List(&Text))),
        /// said or not, in one of these spellings
        flag: Option<Vec<String>> = List(&Text),
        /// a position or an area
        place: bool = Flag,
        /// any text
        text: bool = Flag,
        /// whether it may have several words
        many: bool = Flag,
        /// the keys in front of its value, as in `key: value`
        keys: Vec<String> = List(&Text),
        /// further words after its number
        units: Vec<String> = List(&Text),
        /// the lowest number allowed
        least: Option<Spanned<f64>> = Number,
        /// the highest number allowed
        most: Option<Spanned<f64>> = Number,
    }
}

/// The words of a property: the name of a list in `[words.*]`, or words of its own.
#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum RawWords {
    Named(String),
    Own(IndexMap<String, Vec<String>>),
}
