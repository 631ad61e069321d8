//! The table `troops` of `ruleset.toml`: troop types, grades, and groups of sections about them.

use crate::model::toml_file::toml_table;
use indexmap::IndexMap;

toml_table! {
    /// The table `troops` of `ruleset.toml`: troop types and grades with the words that people use for
    /// them, and the titled groups of sections that order an answer on a troop.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    pub struct Troops {
        /// the troop types, by their letters or names
        types: IndexMap<String, TroopType> = Map(&Table(TroopType::KEYS)),
        /// what people write for each grade, by its letters
        grades: IndexMap<String, Vec<String>> = Map(&List(&Text)),
        /// the sections about troops, by the title of their group
        groups: IndexMap<String, Vec<String>> = Map(&List(&Name(NameKind::Clause))),
    }

    /// The words for one troop type; what its letters stand for is in the abbreviations of the ruleset.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    pub struct TroopType {
        /// further words for it in the rules
        words: Vec<String> = List(&Text),
        /// what people write for it
        also: Vec<String> = List(&Text),
        /// the classes of troops that include it
        classes as "in": Vec<String> = List(&Text),
    }
}
