//! `QueryConcept`: one thing that a query searches for: weighted alternatives that match it, and
//! its worth; also the words of a query that no document contains.

use serde::Serialize;

/// Words that all together match a concept, such as a synonym of several words, and how good a
/// match they are (1 for the words of the query).
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ConceptAlternative {
    /// The words, as in the index.
    pub(super) words: Vec<String>,
    /// How good a match the words are: 1 for the words of the query.
    pub(super) weight: f32,
}

/// One thing that a query searches for: the alternatives that match it, and what a match is worth
/// (the rarer, the more).
#[derive(Clone, Debug, PartialEq)]
pub(super) struct QueryConcept {
    /// The words that match it.
    pub(super) alternatives: Vec<ConceptAlternative>,
    /// How much a match is worth: the rarer, the more.
    pub(super) worth: f32,
}

/// A word of the query that no document contains, and the similar words searched for instead.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WordCorrection {
    /// As typed.
    pub typed: String,
    /// The words searched for instead.
    pub meant: Vec<String>,
}

/// The words of a query that no document contains: those replaced by similar words, and those that
/// nothing was found for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UnmatchedWords {
    /// Words that were replaced by similar words.
    pub corrections: Vec<WordCorrection>,
    /// Words that nothing was found for, as typed. They have no part in the result.
    pub unknown: Vec<String>,
}

impl UnmatchedWords {
    pub(super) fn add_unknown(&mut self, typed: &str) {
        if !self.unknown.iter().any(|known| known == typed) {
            self.unknown.push(typed.to_owned());
        }
    }
}

/// The estimated document frequency of several words together, as a share of that of the most
/// frequent one.
pub(super) const JOINT_FREQUENCY: f32 = 0.3;
/// The largest number of words searched for instead of one that is not found.
pub(super) const MAX_GUESSES: usize = 6;
