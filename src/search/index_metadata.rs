//! `IndexMetadata`: the rulesets and synonyms that a search index stores in addition to its
//! documents.

use super::lexicon::Lexicon;
use serde::{Deserialize, Serialize};

/// A ruleset as a search index stores it: its key, its published editions, and its sections with
/// headings.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RulesetInfo {
    /// Its key.
    pub key: String,
    /// Its published editions, oldest first.
    pub editions: Vec<String>,
    /// The ids of the sections, with their headings.
    pub sections: Vec<(String, String)>,
}

/// The rulesets of a search index, and its synonyms: abbreviations, players' words and grades.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct IndexMetadata {
    /// The rulesets.
    pub rulesets: Vec<RulesetInfo>,
    /// Abbreviations with their expansions.
    pub abbreviations: std::collections::BTreeMap<String, String>,
    /// Players' words with the rules' words for them.
    pub words: std::collections::BTreeMap<String, Vec<String>>,
    /// Words for grades.
    pub grades: std::collections::BTreeMap<String, String>,
}

impl IndexMetadata {
    /// Returns the lexicon.
    pub fn lexicon(&self) -> Lexicon {
        Lexicon {
            abbreviations: self.abbreviations.clone(),
            words: self.words.clone(),
            grades: self.grades.clone(),
        }
    }
}
