//! The table `troops` of `ruleset.toml`: troop types, grades, and groups of sections about them.

use indexmap::IndexMap;
use serde::Deserialize;

/// The table `troops` of `ruleset.toml`: troop types and grades with the words that people use for
/// them, and the titled groups of sections that order an answer on a troop.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Troops {
    /// The types by their letters, or by their name if the rules have no letters for them.
    pub types: IndexMap<String, TroopType>,
    /// The grades by their letters, each with the words that people write for it.
    pub grades: IndexMap<String, Vec<String>>,
    /// The groups of rules in the order of the answer: their titles, and the sections of each with
    /// everything that is part of these.
    pub groups: IndexMap<String, Vec<String>>,
}

/// The words for one troop type: its other names in the rules, people's words for it (slang, other
/// languages), and the classes that include it (`mounted`).
///
/// What its letters stand for is in the abbreviations of the ruleset.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TroopType {
    /// Further words for it in the rules.
    pub words: Vec<String>,
    /// What people write for it and the rules do not: slang, other languages.
    pub also: Vec<String>,
    /// Words of the rules for classes of troops that include it: `mounted`.
    #[serde(rename = "in")]
    pub classes: Vec<String>,
}
