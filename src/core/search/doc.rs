//! `Doc`: the type of a searchable document, a wording of a clause, a ruling, a note or a change.

use serde::{Deserialize, Serialize};

/// The kind of a searchable document, for the filter `kind:` and for ranking: clause, table row,
/// figure, glossary entry, clarification, guideline, note or change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DocKind {
    /// A paragraph, bullet or named sentence of the rules.
    Clause,
    /// A row of a table.
    Table,
    /// A figure, or a paragraph of one.
    Figure,
    /// A definition of the glossary.
    Entry,
    /// A clarification.
    Clarification,
    /// A guideline for fair play.
    Guideline,
    /// A note by the authors of an amendment.
    Note,
    /// A unit that differs from the edition before.
    Change,
}

impl DocKind {
    /// All kinds.
    pub const ALL: &[Self] = &[
        Self::Clause,
        Self::Table,
        Self::Figure,
        Self::Entry,
        Self::Clarification,
        Self::Guideline,
        Self::Note,
        Self::Change,
    ];

    /// Returns its name in queries and results.
    pub fn name(self) -> &'static str {
        match self {
            Self::Clause => "clause",
            Self::Table => "table",
            Self::Figure => "figure",
            Self::Entry => "entry",
            Self::Clarification => "clarification",
            Self::Guideline => "guideline",
            Self::Note => "note",
            Self::Change => "change",
        }
    }

    /// Returns how much a match in it counts: rules more than rulings and notes about them, clauses
    /// more than figures and definitions.
    pub(super) fn weight(self) -> f32 {
        match self {
            Self::Clause | Self::Change => 1.0,
            Self::Entry => 0.85,
            Self::Clarification => 0.95,
            Self::Table => 0.9,
            Self::Figure => 0.85,
            Self::Guideline => 0.85,
            Self::Note => 0.6,
        }
    }
}

/// Which wording the text of a searchable document is: printed, restated, the rules' own, or none
/// as it is not included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DocWording {
    /// The printed wording.
    Printed,
    /// The words of a document that restates a printed text.
    Restated,
    /// The words of a document that does not restate print.
    Original,
    /// The text is not included.
    #[default]
    None,
}

impl DocWording {
    /// Returns the wording of words of the rules files.
    pub fn of_unprinted(restated: bool) -> Self {
        if restated {
            Self::Restated
        } else {
            Self::Original
        }
    }
}

/// A searchable document, stored in the index and returned in hits: one wording of a clause with
/// its editions, or a ruling, note or change.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Doc {
    /// The ruleset's key.
    pub ruleset: String,
    /// The id with the ruleset, as it is in the editions of this wording.
    pub id: String,
    /// The unit: the same in all its wordings, whatever its id is in an edition. Empty for what is
    /// no unit.
    pub unit: String,
    /// The id of the section.
    pub section: String,
    /// The section's heading.
    pub heading: String,
    /// Headings and labels from the outermost section down.
    pub path: Vec<String>,
    /// The printed page.
    pub page: Option<String>,
    /// The kind of the document; none is a clause.
    pub kind: Option<DocKind>,
    /// The labels of the unit itself.
    pub labels: Vec<String>,
    /// The lead-in: the words above a list that its items continue.
    pub lead: String,
    /// The ids, without the ruleset, of the named units that contain it, from the section down.
    pub within: Vec<String>,
    /// Phrases of the subject index that lead to it. They are no wording: no snippet shows them.
    #[serde(rename = "asked")]
    pub subjects: Vec<String>,
    /// Its text; empty if it is not included.
    pub text: String,
    /// The restatement, if `text` is the printed wording.
    pub restated: Option<String>,
    /// Which wording `text` is.
    pub wording: DocWording,
    /// The editions in which this holds, oldest first.
    pub editions: Vec<String>,
    /// The editions in which the unit has this text, under whatever heading and lead-in.
    pub reads: Vec<String>,
    /// The editions in which this does not hold, although this text is part of the section.
    pub repeated: Vec<String>,
    /// The editions in which the clause is no longer part of the text, if this is its last wording.
    pub gone: Vec<String>,
    /// The clause that continues a deleted one.
    pub moved_to: Option<String>,
    /// The document that last changed the wording, or contains it.
    pub document: String,
    /// The short title of that document, with its date.
    pub source: String,
    /// The instructions that made the wording: `dbm-3.1:48`.
    pub n: Vec<String>,
    /// The documents of those instructions.
    pub by: Vec<String>,
    /// Of a change: the edition that makes it.
    pub changed: Option<String>,
    /// Of a change: the text of the unit before.
    pub before: Option<String>,
    /// Clauses that it refers to.
    pub cites: Vec<String>,
    /// Clauses that it interprets.
    pub interprets: Vec<String>,
    /// Terms that it uses or defines.
    pub terms: Vec<String>,
    /// Values that it states.
    pub facts: Vec<String>,
    /// Of a clarification: its state in each edition.
    pub states: Vec<(String, String)>,
    /// Whether it is not part of the rules, but printed along with them or added: a glossary of
    /// this project, figures from elsewhere.
    #[serde(rename = "aside")]
    pub not_rules: bool,
    /// Of a document without text: whether text of units in it is included.
    pub partly_held: bool,
    /// The editions in which the sources contradict each other on it, each with the smallest set of
    /// clarifications and guidelines that must count for the contradiction.
    pub contradicted: Vec<(String, Vec<String>)>,
}

impl Doc {
    /// Returns the kind of the document.
    pub fn kind(&self) -> DocKind {
        self.kind.unwrap_or(DocKind::Clause)
    }

    /// Returns whether its text is included.
    pub fn is_held(&self) -> bool {
        !self.text.is_empty()
    }

    /// Returns whether it holds in an edition.
    pub fn holds(&self, edition: &str) -> bool {
        self.editions.iter().any(|own| own == edition)
    }
}

/// Returns whether an id is `outer`, or begins with it and one of `separators`.
pub(super) fn is_within(id: &str, outer: &str, separators: &[char]) -> bool {
    id.strip_prefix(outer)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(separators))
}
