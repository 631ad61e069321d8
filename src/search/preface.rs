//! What an index knows besides its documents.

use super::lexicon::Lexicon;
use serde::{Deserialize, Serialize};

/// What is known of a ruleset in the index.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RulesetInfo {
    /// Its key.
    pub key: String,
    /// Its editions, oldest first, as far as they were published.
    pub editions: Vec<String>,
    /// The sections, with the words of their headings.
    pub sections: Vec<(String, String)>,
}

/// What an index knows besides its documents.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Preface {
    /// The rulesets.
    pub rulesets: Vec<RulesetInfo>,
    /// Words that mean the same.
    pub abbreviations: std::collections::BTreeMap<String, String>,
    /// What players say, and the rules' words for it.
    pub words: std::collections::BTreeMap<String, Vec<String>>,
    /// Words for grades.
    pub grades: std::collections::BTreeMap<String, String>,
}

impl Preface {
    /// The words that mean the same.
    pub fn lexicon(&self) -> Lexicon {
        Lexicon {
            abbreviations: self.abbreviations.clone(),
            words: self.words.clone(),
            grades: self.grades.clone(),
        }
    }
}
