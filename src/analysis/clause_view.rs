//! A clause as it is shown: its blocks with their wording and provenance, and everything that bears on it.

use super::{Analysis, Ancestor, Number, Origin, Query, reader::Reader, unit_id};
use crate::{
    model::UnitId,
    resolve::{RulesetDb, Section, View},
    syntax::{CommentaryKind, Layer},
};
use serde::Serialize;

/// Which wording is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WordingChoice {
    /// The print where it is held, the restatement beside it.
    #[default]
    Both,
    /// The print alone.
    Printed,
    /// The restatement alone.
    Restated,
}

impl WordingChoice {
    /// The choices with their names.
    pub const NAMES: &[(&str, Self)] = &[
        ("printed", Self::Printed),
        ("restated", Self::Restated),
        ("both", Self::Both),
    ];

    /// The choice of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::NAMES
            .iter()
            .find(|(known, _)| *known == name)
            .map(|&(_, choice)| choice)
    }
}

/// Which wording a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum WordingKind {
    /// The words in print.
    Printed,
    /// This project's words.
    Restated,
    /// No wording is held.
    None,
}

/// How a clause stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClauseState {
    /// It is part of the text.
    InForce,
    /// It was taken out.
    Deleted,
    /// It was taken out and lives on elsewhere.
    Moved,
    /// It is part of the text, and no word of it is held.
    NotHeld,
    /// It comes later.
    NotYet,
    /// A later document restores it to an edition after this one: whether it stood here is not known.
    Unknown,
}

/// Who wrote which bytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Provenance {
    /// First byte of the block's text.
    pub start: usize,
    /// Behind the last byte.
    pub end: usize,
    /// Who.
    #[serde(flatten)]
    pub origin: Origin,
}

/// A marked part of a block's text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Marked {
    /// First byte.
    pub start: usize,
    /// Behind the last byte.
    pub end: usize,
    /// `fact`, `term`, `link`, `url`, `strong`, `emphasis`, `strike`, `hole`.
    pub kind: &'static str,
    /// The fact, term, clause or address.
    pub target: Option<String>,
}

/// A sentence, heading, cell or run of what is not held.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ClauseBlock {
    /// Its id: stable through renumbering.
    pub id: String,
    /// `heading`, `sentence`, `cell`, `more` (an open run of which nothing is held).
    pub kind: &'static str,
    /// The unit that holds it: `paragraph`, `bullet`, `row`.
    pub inside: &'static str,
    /// How deep in bullets it stands: 0 in a paragraph, 1 in a bullet.
    pub depth: usize,
    /// Whether it is the first of the unit that holds it.
    pub first: bool,
    /// The number of a sentence within what is shown, with that of its paragraph where there are several: `2`, `1.2`. None where it
    /// cannot be proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ordinal: Option<String>,
    /// Whether its place among its neighbours is not known.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub floating: bool,
    /// Of an open run: how many units the booklet has there at least.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_least: Option<u32>,
    /// The label of the bullet, paragraph or row, on its first block; the column's for a cell.
    pub label: Option<String>,
    /// The label of the row, for a cell.
    pub row: Option<String>,
    /// The leading wording.
    pub text: String,
    /// Which it is.
    pub wording: WordingKind,
    /// The restatement beside a printed text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub restated: Option<String>,
    /// Whether all of its words are held.
    pub held: bool,
    /// Who wrote which bytes of `text`.
    pub provenance: Vec<Provenance>,
    /// Facts, links and terms in `text`.
    pub marks: Vec<Marked>,
    /// Patches whose change of words waits for wording that is not held.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pending: Vec<Origin>,
    /// Patches that took words out and left none of their own.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cut: Vec<Origin>,
    /// The patch that changed the label, where none of the words are its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label_by: Option<Origin>,
}

/// A clarification that bears on a clause.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Clarification {
    /// Its id, or document and number.
    pub id: String,
    /// Its document.
    pub document: String,
    /// Its number.
    pub n: Option<String>,
    /// Where it stands.
    pub state: crate::resolve::RulingState,
    /// Why.
    pub reason: String,
    /// `interprets`, `restricts`, `extends`, `example`, `procedure`.
    pub relation: String,
    /// What it says, in our words.
    pub text: String,
    /// What it says in print, where the library has it and it is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub printed: Option<String>,
    /// The units that it interprets.
    pub units: Vec<String>,
}

/// Two patches that say different things.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ClauseConflict {
    /// The unit.
    pub id: String,
    /// The sides.
    pub sides: Vec<ConflictSide>,
}

/// One side of a conflict.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ConflictSide {
    /// Whose.
    #[serde(flatten)]
    pub origin: Origin,
    /// How the unit would read.
    pub text: String,
}

/// Words that stand beside a clause: a recorded contradiction, a declared deviation, a note, an open instruction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ClauseRemark {
    /// With whose patch it stands.
    #[serde(flatten)]
    pub origin: Origin,
    /// What it says.
    pub text: String,
}

/// An earlier or withdrawn reading.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Earlier {
    /// The editions in which it held: `3.1–3.3`.
    pub editions: String,
    /// Until when, for a withdrawn one: `March 2023`.
    pub until: Option<String>,
    /// How it read.
    pub text: String,
}

/// A clause at a view.
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
    /// How it stands.
    pub state: ClauseState,
    /// Who took it out, or brings it later.
    pub state_by: Option<Origin>,
    /// Where it lives on.
    pub moved_to: Option<String>,
    /// What must be said along with its text: instructions that count in other profiles only; that no sheet touches it.
    pub notices: Vec<String>,
    /// Its text.
    pub blocks: Vec<ClauseBlock>,
    /// Sections that are part of it.
    pub children: Vec<String>,
    /// Rulings on it.
    pub clarifications: Vec<Clarification>,
    /// What its patches disagree on.
    pub conflicts: Vec<ClauseConflict>,
    /// Recorded contradictions of the sources.
    pub contradictions: Vec<ClauseRemark>,
    /// Declared deviations of the encoding from the print.
    pub deviations: Vec<ClauseRemark>,
    /// What a reader of it should know besides.
    pub remarks: Vec<ClauseRemark>,
    /// Notes by the authors of amendments.
    pub notes: Vec<ClauseRemark>,
    /// Instructions that give neither words nor place: nothing was changed.
    pub open: Vec<ClauseRemark>,
    /// Changes that were withdrawn: whose, and by whom.
    pub withdrawn: Vec<Withdrawn>,
    /// Earlier readings, newest first.
    pub earlier: Vec<Earlier>,
    /// The units that it came out of.
    pub lineage: Vec<Ancestor>,
    /// The numbers that it bears in the editions, where they differ.
    pub numbering: Vec<Number>,
}

/// A change that was taken back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Withdrawn {
    /// The change.
    pub change: Origin,
    /// What took it back.
    pub by: Origin,
}

/// An answer about clauses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ClauseView {
    /// The version of this shape: 1.
    pub version: u32,
    /// The question.
    pub query: Query,
    /// What must be said along with the answer.
    pub notices: Vec<String>,
    /// The clauses.
    pub clauses: Vec<Clause>,
}

impl Analysis {
    /// The card of a unit of a section. `unit` none: the whole section.
    pub fn clause_view(
        &self,
        db: &RulesetDb,
        section: &Section,
        unit: Option<UnitId>,
        view: &View,
        choice: WordingChoice,
    ) -> ClauseView {
        let clause = self.clause(db, section, unit, view, choice);
        ClauseView {
            version: 1,
            query: Query::of(&db.ruleset, view),
            notices: self.notices(&db.ruleset, view),
            clauses: vec![clause],
        }
    }

    /// A clause at a view.
    pub fn clause(
        &self,
        db: &RulesetDb,
        section: &Section,
        unit: Option<UnitId>,
        view: &View,
        choice: WordingChoice,
    ) -> Clause {
        let tree = section.version(view);
        let root = tree.root;
        let unit = unit.unwrap_or(root);
        let reader = Reader {
            analysis: self,
            db,
            section,
            view,
            tree: &tree,
        };
        let (state, state_by, moved_to) = reader.state(unit);
        let blocks = reader.blocks(unit, choice);
        let info = db.info(&section.id).unwrap_or_default();
        let heading = tree
            .heading()
            .map(|unit| tree.plain(unit, Layer::Restated))
            .unwrap_or_else(|| info.heading.clone());
        let parts = db.parts_of(&section.id).iter().filter(|_| unit == root);
        let children = parts.map(|id| format!("{}/{id}", db.ruleset.key)).collect();
        let mut clause = Clause {
            id: format!("{}/{}", db.ruleset.key, unit_id(section, &tree, unit)),
            path: reader.path(unit, &heading, info.within.as_deref()),
            heading,
            page: info.page,
            page_inferred: info.page_inferred,
            state,
            state_by,
            moved_to,
            notices: Vec::new(),
            blocks,
            children,
            clarifications: reader.clarifications(unit, choice),
            conflicts: reader.conflicts(unit),
            contradictions: reader.contradictions(unit),
            deviations: reader.recorded(unit, CommentaryKind::Deviation),
            remarks: reader.recorded(unit, CommentaryKind::Remark),
            notes: reader.notes(unit),
            open: reader.open(unit),
            withdrawn: reader.withdrawn(unit),
            earlier: reader.earlier(unit),
            lineage: reader.ancestors(unit),
            numbering: reader.numbering(unit),
        };
        clause.notices = reader.clause_notices(unit, &clause);
        clause
    }
}
