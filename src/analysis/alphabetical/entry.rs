//! The types of an alphabetical index: letters, entries, subentries, and their target clauses.

use serde::Serialize;

/// A target in the alphabetical index: the id of a clause, its printed page, the rulings on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AlphabeticalTarget {
    /// The clause, with its ruleset.
    pub id: String,
    /// The printed page of its section, if it is known.
    pub page: Option<String>,
    /// The rulings on it, by document and number: `iwf-1.2 C22.1`.
    pub rulings: Vec<String>,
}

/// A subentry in the alphabetical index: a label of a few words, and the clause it refers to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AlphabeticalSubentry {
    /// Its label, in a few words.
    pub label: String,
    /// The clause it refers to.
    pub place: AlphabeticalTarget,
}

/// A word in the alphabetical index: the clauses about it, subentries, other sections that contain
/// it, and words to look up (`see`).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct AlphabeticalEntry {
    /// The word.
    pub word: String,
    /// Its abbreviation, if it has one.
    pub also_written: Option<String>,
    /// The clauses that are about this word as a whole.
    pub places: Vec<AlphabeticalTarget>,
    /// Its lines, in printed order.
    pub lines: Vec<AlphabeticalSubentry>,
    /// The other sections that contain it, in printed order.
    pub mentions: Vec<AlphabeticalTarget>,
    /// Whether it occurs in too many sections to list them.
    pub throughout: bool,
    /// Words to look up instead.
    pub see: Vec<String>,
    /// Words to look up in addition.
    pub see_also: Vec<String>,
}

/// The entries of the alphabetical index that begin with one letter, or with any digit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AlphabeticalLetter {
    /// The letter; `0–9` for digits.
    pub letter: String,
    /// The entries, in alphabetical order.
    pub entries: Vec<AlphabeticalEntry>,
}
