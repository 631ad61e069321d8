//! The types of a unit compared at two views (a view is an edition, day and profile).

use super::{ChangeKind, Origin, relocation::Relocation};
use crate::{
    model::{SectionTree, UnitId},
    syntax::WordingLayer,
};
use serde::Serialize;

/// What happened to a unit between two views: same, changed, added, removed, or moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// It reads the same.
    Same,
    /// It reads differently.
    Changed,
    /// It is new.
    Added,
    /// It is gone.
    Removed,
    /// It was moved within its section, or deleted and continues elsewhere.
    Moved,
}

/// A unit with its text, or only its label, at two views, its fate, and the patches in between.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ComparedUnit {
    /// Its id with the ruleset.
    pub id: String,
    /// The kind of unit: `sentence`, `bullet`, `cell` …
    pub kind: &'static str,
    /// Its depth in bullets.
    pub depth: usize,
    /// Its label; row and column of a cell.
    pub label: Option<String>,
    /// What happened to it.
    pub fate: Fate,
    /// The earlier text, or label if only that differs; `…` if the unit may be in text that is not
    /// held, `None` if it did not exist.
    pub before: Option<String>,
    /// The later text, or label if only that differs; `…` if the unit may be in text that is not
    /// held, `None` if it does not exist.
    pub after: Option<String>,
    /// The restatement of the earlier text, if `before` is printed wording.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub restated_before: Option<String>,
    /// The restatement of the later text, if `after` is printed wording.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub restated_after: Option<String>,
    /// Where it continues if it was moved.
    pub moved_to: Option<String>,
    /// Its places in its section, if it was moved there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub relocation: Option<Relocation>,
    /// The kind of change; `None` if it reads the same.
    pub change: Option<ChangeKind>,
    /// The patches that changed it.
    pub by: Vec<Origin>,
}

/// Returns whether the printed wording of a unit is known completely.
pub(super) fn is_printed(tree: &SectionTree, unit: UnitId) -> bool {
    let atoms = tree.atoms(unit);
    let known = |&unit: &UnitId| {
        tree.get(unit)
            .and_then(|node| node.text(WordingLayer::Printed))
            .is_some_and(|wording| !wording.has_hole())
    };
    !atoms.is_empty() && atoms.iter().all(known)
}
