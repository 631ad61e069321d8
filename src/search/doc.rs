//! What is searched: clauses in each of their wordings, and what stands beside them.

use serde::{Deserialize, Serialize};

/// What a document of the index is.
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
    /// A unit that reads otherwise than in the edition before.
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

    /// Its name in queries and answers.
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

    /// How much a match in it counts: rules before what is said about them, what rules before figures and explanations of words.
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

/// Which wording a text is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Wording {
    /// The words in print.
    Printed,
    /// Ours.
    Restated,
    /// None is held.
    #[default]
    None,
}

/// One wording of one clause, with the editions in which it holds; or a clarification, note, figure, table row.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Doc {
    /// The ruleset's key.
    pub ruleset: String,
    /// The id with the ruleset, as it is in the editions of this wording.
    pub id: String,
    /// The unit: the same in all its wordings, whatever its id is in an edition. Empty for what is no unit.
    pub unit: String,
    /// The id of the section.
    pub section: String,
    /// The section's heading.
    pub heading: String,
    /// Headings and labels from the outermost section down.
    pub path: Vec<String>,
    /// The printed page.
    pub page: Option<String>,
    /// What it is.
    pub kind: Option<DocKind>,
    /// The labels of the unit itself.
    pub labels: Vec<String>,
    /// The words above it that it goes on from: what leads into a list.
    pub lead: String,
    /// The ids, without the ruleset, of the named units in which it lies, from the section down.
    pub within: Vec<String>,
    /// Ways in which people ask for it. They lead here and are no wording: no snippet shows them.
    pub asked: Vec<String>,
    /// Ways in which people ask for what it is a part of.
    pub asked_around: Vec<String>,
    /// Its words; empty where none are held.
    pub text: String,
    /// Our words beside printed ones.
    pub restated: Option<String>,
    /// Which wording `text` is.
    pub wording: Wording,
    /// The editions in which this holds, oldest first.
    pub editions: Vec<String>,
    /// Whether the newest edition in force is among them.
    pub current: bool,
    /// The editions in which the unit has these words, under whatever heading and lead-in.
    pub reads: Vec<String>,
    /// The editions in which this does not hold, but these words are part of the section all the same.
    pub repeated: Vec<String>,
    /// The editions in which the clause is no longer part of the text, having last read so.
    pub gone: Vec<String>,
    /// The clause where it lives on.
    pub moved_to: Option<String>,
    /// The document that last touched the wording, or states it.
    pub document: String,
    /// The short title of that document, with its date.
    pub source: String,
    /// The instructions behind the wording: `dbm-3.1:48`.
    pub n: Vec<String>,
    /// The documents whose instructions they are.
    pub by: Vec<String>,
    /// Of a change: the edition that brings it.
    pub changed: Option<String>,
    /// Of a change: how the unit read before.
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
    /// Whether it is no rule but stands beside them: a glossary of ours, figures from elsewhere.
    pub aside: bool,
    /// The editions in which the sources contradict each other on it, each with the fewest clarifications and guidelines that must count
    /// for that.
    pub contradicted: Vec<(String, Vec<String>)>,
}

impl Doc {
    /// What it is.
    pub fn kind(&self) -> DocKind {
        self.kind.unwrap_or(DocKind::Clause)
    }

    /// Whether words of it are held.
    pub fn is_held(&self) -> bool {
        !self.text.is_empty()
    }

    /// Whether it holds in that edition; none: the newest in force.
    pub fn holds(&self, edition: Option<&str>) -> bool {
        match edition {
            Some(edition) => self.editions.iter().any(|own| own == edition),
            None => self.current,
        }
    }
}
