//! The types of an alphabetical index: letters, entries, lines below an entry, places to look up.

use serde::Serialize;

/// Where an index entry leads: the id of a clause, its printed page, and the rulings on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct IndexPlace {
    /// The clause, with its ruleset.
    pub id: String,
    /// The printed page of its section, if it is known.
    pub page: Option<String>,
    /// The rulings on it, by document and number: `iwf-1.2 C22.1`.
    pub rulings: Vec<String>,
}

/// A line below an index entry: a label of a few words, and the clause that it refers to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct IndexLine {
    /// Its label, in a few words.
    pub label: String,
    /// The clause it refers to.
    pub place: IndexPlace,
}

/// A word of the index with its clauses, the lines below it, and the words to look up instead.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct IndexEntry {
    /// The word.
    pub word: String,
    /// What it abbreviates, or its abbreviation.
    pub also_written: Option<String>,
    /// The clauses that are about this word as a whole.
    pub places: Vec<IndexPlace>,
    /// Its lines, in printed order.
    pub lines: Vec<IndexLine>,
    /// The other sections that contain it, in printed order.
    pub mentions: Vec<IndexPlace>,
    /// Whether it occurs in too many sections to list them.
    pub throughout: bool,
    /// Words to look up instead.
    pub see: Vec<String>,
    /// Words to look up in addition.
    pub see_also: Vec<String>,
}

/// The index entries that begin with one letter, or with a digit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct IndexLetter {
    /// The letter; `0–9` for digits.
    pub letter: String,
    /// The entries, in alphabetical order.
    pub entries: Vec<IndexEntry>,
}
