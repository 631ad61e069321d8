//! The types of a clause at a view, also as JSON: blocks, authors, rulings, conflicts, lineage.

use super::{Origin, ViewDescription};
use crate::text::{join, near::nearest};
use serde::{Deserialize, Serialize};
use std::str::FromStr;

/// Which wording of a clause to show: printed, restated by this project, or both.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    clap::ValueEnum,
    Deserialize,
    schemars::JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum WordingChoice {
    /// The printed wording where your library has it, else the restatement
    Printed,
    /// This project's restatement
    Restated,
    /// The printed wording with the restatement below it
    #[default]
    Both,
}

impl WordingChoice {
    /// The names of the choices, each with what it means.
    pub const ROWS: &[(&str, &str)] = &[
        ("printed", "the printed wording"),
        ("restated", "the wording in this project's own words"),
        ("both", "the printed wording with the restated one"),
    ];

    /// Returns its name.
    pub fn name(self) -> &'static str {
        Self::ROWS[self as usize].0
    }
}

impl FromStr for WordingChoice {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let mut all = [Self::Printed, Self::Restated, Self::Both].into_iter();
        all.find(|choice| choice.name() == name).ok_or_else(|| {
            let names = || Self::ROWS.iter().map(|(name, _)| *name);
            let help = match nearest(name, names()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("expected one of `{}`", join(names(), "`, `")),
            };
            format!("`{name}` is not a wording; {help}")
        })
    }
}

/// Whether a text is the printed wording, a restatement of it, the rules' own words, or missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum WordingKind {
    /// The words of the print.
    Printed,
    /// The words of a document that restates a printed text.
    Restated,
    /// The words of a document that does not restate print: they are the rules' own.
    Original,
    /// The wording is missing.
    None,
}

/// The status of a clause at a view: in force with or without known words, deleted, moved, added
/// only later, or unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClauseState {
    /// It is part of the text.
    InForce,
    /// It was deleted.
    Deleted,
    /// It was deleted and continues elsewhere.
    Moved,
    /// It is part of the text, but no word of it is known.
    NotHeld,
    /// It is added later.
    NotYet,
    /// It may be part of text that is not held: a later document restores it to an edition after
    /// this one, or brought it in place of text that is not held.
    Unknown,
}

impl ClauseState {
    /// Whether the clause is part of the text, with or without known words.
    pub fn is_in_text(self) -> bool {
        matches!(self, Self::InForce | Self::NotHeld)
    }
}

/// A byte range of a block's text, and its author: a document, or an instruction of a sheet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Provenance {
    /// First byte of the block's text.
    pub start: usize,
    /// The end, exclusive.
    pub end: usize,
    /// The author.
    #[serde(flatten)]
    pub origin: Origin,
}

/// A byte range of a block's text marked as fact, term, link, emphasis or hole, and its target.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MarkedSpan {
    /// First byte.
    pub start: usize,
    /// The end, exclusive.
    pub end: usize,
    /// `fact`, `term`, `link`, `url`, `strong`, `emphasis`, `strike`, `hole`.
    pub kind: &'static str,
    /// The fact, term, clause or URL.
    pub target: Option<String>,
}

/// A heading, sentence, cell or run of unknown text in a clause: its words, authors and labels.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ClauseBlock {
    /// Its id: stable through renumbering.
    pub id: String,
    /// `heading`, `sentence`, `cell`, or `more` for an open run: text of which nothing is known.
    pub kind: &'static str,
    /// The kind of the unit that contains it: `paragraph`, `bullet`, `row`.
    pub inside: &'static str,
    /// Its depth in bullets: 0 in a paragraph, 1 in a bullet.
    pub depth: usize,
    /// Whether it is the first in the unit that contains it.
    pub first: bool,
    /// The number of a sentence within what is shown, prefixed by that of its paragraph if there
    /// are several: `2`, `1.2`. `None` if it cannot be proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ordinal: Option<String>,
    /// Whether its position among its siblings is unknown.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub floating: bool,
    /// For an open run: the minimum number of units that the booklet has there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_least: Option<u32>,
    /// The label of the bullet, paragraph or row, on its first block; for a cell that of its
    /// column.
    pub label: Option<String>,
    /// The label of the row, for a cell.
    pub row: Option<String>,
    /// The text in the wording to show first; `…` if it is missing.
    pub text: String,
    /// The wording of `text`.
    pub wording: WordingKind,
    /// The restatement of a printed text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub restated: Option<String>,
    /// Whether all of its words are known.
    pub held: bool,
    /// The authors of `text`, by bytes.
    pub provenance: Vec<Provenance>,
    /// Facts, links and terms in `text`.
    pub marks: Vec<MarkedSpan>,
    /// The document whose text is missing, if that is not the booklet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub book: Option<String>,
    /// Patches whose change of words waits for wording that is missing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pending: Vec<Origin>,
    /// Patches that deleted words without adding any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cut: Vec<Origin>,
    /// The patch that changed the label, if it wrote none of the words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label_by: Option<Origin>,
}

impl ClauseBlock {
    /// Returns the document whose text is missing: `your booklet`.
    pub fn book(&self) -> &str {
        self.book.as_deref().unwrap_or(BOOKLET)
    }
}

/// What the document is called of which the text is missing, if that is the rulebook.
pub(super) const BOOKLET: &str = "your booklet";

/// A ruling on a clause: its document and number, its status with the reason, and its text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ClauseRuling {
    /// Its id, or document and number.
    pub id: String,
    /// Its document.
    pub document: String,
    /// Its number.
    pub n: Option<String>,
    /// Its status.
    pub state: crate::resolve::RulingState,
    /// The reason for its status.
    pub reason: String,
    /// `interprets`, `restricts`, `extends`, `example`, `procedure`.
    pub relation: String,
    /// Its text in the words of this project.
    pub text: String,
    /// Its printed text, if the library has it and it is requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub printed: Option<String>,
    /// The units that it interprets.
    pub units: Vec<String>,
}

/// A unit that patches change in different ways, with the text according to each of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ClauseConflict {
    /// The unit.
    pub id: String,
    /// The sides.
    pub sides: Vec<ConflictSide>,
}

/// One side of a conflict: a patch, and the text of the unit according to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ConflictSide {
    /// The patch.
    #[serde(flatten)]
    pub origin: Origin,
    /// The text of the unit according to this side.
    pub text: String,
}

/// A text shown next to a clause, and the patch that records it: a contradiction, deviation, note
/// or remark. The text of an open instruction or of a base text has this form, too.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ClauseAnnotation {
    /// The patch with which it is recorded.
    #[serde(flatten)]
    pub origin: Origin,
    /// Its text.
    pub text: String,
}

/// A former text of a clause, with the range of its editions or the date of its withdrawal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FormerText {
    /// The editions in which it was in force: `3.1–3.3`; one edition if it was withdrawn.
    pub editions: String,
    /// The date of withdrawal, if it was withdrawn: `March 2023`.
    pub until: Option<String>,
    /// Its text.
    pub text: String,
}

/// A section, or a unit of it, at a view: status, text, rulings, conflicts, notes, former texts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Clause {
    /// Its id, with its ruleset: `dbm/terrain.defender.ww`.
    pub id: String,
    /// The heading of its section.
    pub heading: String,
    /// Headings and labels from the outermost section to it.
    pub path: Vec<String>,
    /// The printed page.
    pub page: Option<String>,
    /// Whether the page is inferred.
    pub page_inferred: bool,
    /// Its status.
    pub state: ClauseState,
    /// The patch that deletes it or adds it later.
    pub state_by: Option<Origin>,
    /// The sentence that says so, if its text is not included, or it is or may be added later: `Not
    /// part of the rules yet: …`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state_text: Option<String>,
    /// Where it continues if it was moved.
    pub moved_to: Option<String>,
    /// Notices to show with its text, such as: other profiles have further instructions; no sheet
    /// amends it.
    pub notices: Vec<String>,
    /// Its text.
    pub blocks: Vec<ClauseBlock>,
    /// Sections that are part of it.
    pub children: Vec<String>,
    /// Rulings on it.
    pub clarifications: Vec<ClauseRuling>,
    /// The conflicts between its patches.
    pub conflicts: Vec<ClauseConflict>,
    /// Recorded contradictions of the sources.
    pub contradictions: Vec<ClauseAnnotation>,
    /// Declared deviations of the encoding from the print.
    pub deviations: Vec<ClauseAnnotation>,
    /// Remarks for its readers.
    pub remarks: Vec<ClauseAnnotation>,
    /// Notes by the authors of amendments.
    pub notes: Vec<ClauseAnnotation>,
    /// Instructions that give neither words nor place, so that nothing was changed.
    pub open: Vec<ClauseAnnotation>,
    /// Changes that were withdrawn.
    pub withdrawn: Vec<WithdrawnChange>,
    /// Earlier readings, newest first.
    pub earlier: Vec<FormerText>,
    /// The units that it developed from.
    pub lineage: Vec<Predecessor>,
    /// Its addresses in the editions, if they differ.
    pub numbering: Vec<AddressInEditions>,
}

impl Clause {
    /// Returns the printed page: `24`, or `25 (inferred)`.
    pub fn page_text(&self) -> Option<String> {
        let inferred = if self.page_inferred {
            " (inferred)"
        } else {
            ""
        };
        let page = self.page.as_ref()?;
        Some(format!("{page}{inferred}"))
    }
}

/// A change of a clause that was withdrawn, and the patch that withdrew it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WithdrawnChange {
    /// The change.
    pub change: Origin,
    /// The patch that withdrew it.
    pub by: Origin,
}

/// The answer to a request for clauses, such as `rulebook show recoiling`: the clauses, the view
/// they are at, and notices.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ClauseView {
    /// The version of this JSON shape: 1.
    pub version: u32,
    /// The view that was requested.
    pub query: ViewDescription,
    /// Notices to show with the answer.
    pub notices: Vec<String>,
    /// The clauses.
    pub clauses: Vec<Clause>,
}

/// How a unit developed from another one: split from it, merged from several, or moved from
/// elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum LineageRelation {
    /// One unit was replaced by several, of which this is one.
    SplitFrom,
    /// Several units were replaced by fewer, of which this is one.
    MergedFrom,
    /// It was deleted there and continues here.
    MovedFrom,
}

/// A unit from which another one was split, merged or moved, and the patch that did it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Predecessor {
    /// How it developed.
    pub relation: LineageRelation,
    /// The other unit, with the ruleset.
    pub id: String,
    /// The patch that made the change.
    pub by: Origin,
}

/// The address of a unit in its section, such as `bullet 7`, and the range of editions with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AddressInEditions {
    /// The editions: `3.1`, `3.2–3.4`.
    pub editions: String,
    /// The address inside its section: `bullet 7`.
    pub address: String,
}
