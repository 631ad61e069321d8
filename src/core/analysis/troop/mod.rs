//! Returns everything about a troop type: values at each edition, clauses, rulings and changes.
//!
//! `ruleset.toml` defines the troop types. The rest is found in the text: tables with a row for
//! the type, clauses whose heading or label is its name, sentences that name it.

mod builder;
mod corpus;
mod mention;
mod name;
mod queried;
mod table;

use super::{
    Analysis, Clause, ClauseAnnotation, ClauseBlock, ComparedUnit, Origin, ViewDescription,
};
use crate::resolve::{RulesetDb, RulingState, View};
use serde::Serialize;

pub use corpus::TroopCorpus;
pub use mention::TroopMention;
pub(super) use mention::TroopNames;
pub use name::TroopName;

/// The value of a table cell at one edition, and who wrote it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TroopValue {
    /// The edition.
    pub edition: String,
    /// The value; `None` if it is not known.
    pub value: Option<String>,
    /// The author of the value.
    pub origin: Option<Origin>,
}

/// A cell of a table about the troops: its row, its column, and its value at each edition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TroopCell {
    /// The label of its row: `Reg Kn`.
    pub label: String,
    /// The heading of its column.
    pub column: String,
    /// The grade that the column is for, if it is for one.
    pub grade: Option<String>,
    /// Its values, from the oldest edition to the newest that was published by the day.
    pub values: Vec<TroopValue>,
}

/// The table cells about the troops in one section of the rules, with its heading and page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TroopTable {
    /// Its section with the ruleset.
    pub id: String,
    /// The heading of its section.
    pub heading: String,
    /// Its page.
    pub page: Option<String>,
    /// Its cells for the troops.
    pub rows: Vec<TroopCell>,
    /// Recorded contradictions of the sources on these cells, in the newest edition.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub contradictions: Vec<ClauseAnnotation>,
}

/// A clause about the troops: its path, its page, how it names them, and its sentences on them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TroopClause {
    /// Its id with the ruleset.
    pub id: String,
    /// Headings and labels from the outermost section to it.
    pub path: Vec<String>,
    /// Its page.
    pub page: Option<String>,
    /// The sentence that announces it, if it is an item of a list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lead: Option<String>,
    /// Whether its heading or label is the name of the troops.
    pub own: bool,
    /// How it names them.
    pub named: TroopMention,
    /// Its sentences that are about them.
    pub blocks: Vec<ClauseBlock>,
}

/// Clauses about the troops in one of the groups of sections that `ruleset.toml` names, or outside
/// them, and the pages where the text is incomplete.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TroopGroup {
    /// Its title; `None` for clauses outside the groups that the ruleset names.
    pub title: Option<String>,
    /// The pages of the group on which the booklet has text that is not included.
    pub incomplete: Vec<String>,
    /// Its clauses: those with the name of the troops as heading or label first, then those that
    /// name the type; each in the order of the text.
    pub clauses: Vec<TroopClause>,
}

/// A ruling that names the troops or interprets one of their clauses, with its status and text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TroopRuling {
    /// Its id with the ruleset.
    pub id: String,
    /// Its document, in short.
    pub short: String,
    /// Its number.
    pub n: Option<String>,
    /// The heading under which its document states it.
    pub heading: String,
    /// Its page.
    pub page: Option<String>,
    /// Its status.
    pub state: RulingState,
    /// The reason for its status.
    pub reason: String,
    /// Its text in the words of this project.
    pub text: String,
    /// How it names them; `None` if it does not, and interprets one of their clauses.
    pub named: Option<TroopMention>,
}

/// A change in a clause about the troops: the edition that made it, the section, and the unit
/// before and after.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TroopChange {
    /// The edition that made it.
    pub edition: String,
    /// Its section's heading.
    pub heading: String,
    /// Its page.
    pub page: Option<String>,
    /// The unit before and after.
    #[serde(flatten)]
    pub unit: ComparedUnit,
}

/// A troop type or one grade of it: names, and all tables, clauses, rulings and changes about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Troop {
    /// Its short name: `Kn(F)`.
    pub name: String,
    /// Its letters: `Kn`.
    pub letters: String,
    /// Its name in words: `Knights`.
    pub title: String,
    /// The grade.
    pub grade: Option<String>,
    /// The grades that a table has for the type.
    pub grades: Vec<String>,
    /// Words of the rules for classes of troops that include it.
    pub classes: Vec<String>,
    /// The tables with their values.
    pub tables: Vec<TroopTable>,
    /// The clauses that name the type or its grade.
    pub groups: Vec<TroopGroup>,
    /// The clauses that only name a class of troops that includes the type.
    pub by_class: Vec<TroopClause>,
    /// The rulings: those that name the type first.
    pub rulings: Vec<TroopRuling>,
    /// The open instructions on their sections, and those elsewhere that name them.
    pub open: Vec<ClauseAnnotation>,
    /// The changes in clauses that name the type or its grade, newest first.
    pub changes: Vec<TroopChange>,
}

impl Troop {
    /// Returns a message if tables have grades of the type, but not the one that is named.
    pub fn missing_grade(&self) -> Option<String> {
        let grade = self.grade.as_ref()?;
        let is_missing = !self.grades.is_empty() && self.tables.is_empty();
        is_missing.then(|| {
            let (letters, grades) = (&self.letters, self.grades.join(", "));
            format!("the tables have no {letters}({grade}); grades of {letters}: {grades}")
        })
    }
}

/// The answer about a troop type: the troops, their entry in the glossary, the view and notices.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TroopView {
    /// The version of this JSON shape: 1.
    pub version: u32,
    /// The view that was requested.
    pub query: ViewDescription,
    /// Notices to show with the answer.
    pub notices: Vec<String>,
    /// The entry of the glossary, if there is one.
    pub clauses: Vec<Clause>,
    /// The troops.
    pub troop: Troop,
}

/// A troop type in the list of all: its letters, its name, other words for it, and its classes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TroopTypeSummary {
    /// Its letters.
    pub letters: String,
    /// Its name in words.
    pub title: String,
    /// Other words that people write for it.
    pub also: Vec<String>,
    /// Words of the rules for classes of troops that include it.
    pub classes: Vec<String>,
}

/// The list of all troop types of a ruleset, in the order of `ruleset.toml`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TroopTypes {
    /// The version of this JSON shape: 1.
    pub version: u32,
    /// The view that was requested.
    pub query: ViewDescription,
    /// The types, in the order of `ruleset.toml`.
    pub types: Vec<TroopTypeSummary>,
}

impl Analysis {
    /// Returns the troop types of a ruleset.
    pub fn troop_types(&self, db: &RulesetDb, view: &View) -> TroopTypes {
        let ruleset = &db.ruleset;
        let summary = |(letters, kind): (&String, &crate::model::TroopType)| TroopTypeSummary {
            title: TroopName {
                letters: letters.clone(),
                grade: None,
            }
            .title(ruleset),
            letters: letters.clone(),
            also: kind.also.clone(),
            classes: kind.classes.clone(),
        };
        TroopTypes {
            version: 1,
            query: ViewDescription::new(ruleset, view),
            types: ruleset.troops.types.iter().map(summary).collect(),
        }
    }
}
