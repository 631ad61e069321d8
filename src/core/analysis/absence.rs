//! Decides whether a version of a section may have a unit that is not among its known units, in
//! text that is not held.

use crate::{
    model::{BASE, EditionIx, PatchIx, SectionTree, UnitId, UnitKind, Wording},
    op::TreeEdit,
    resolve::Section,
    syntax::{Verb, WordingLayer},
};

/// Why it is not known that a version of a section does not have a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AbsenceDoubt {
    /// The patch restores the unit, because a sheet left it out by accident.
    Restored(PatchIx),
    /// The patch that brought the unit replaced text that is not held.
    Replaced(PatchIx),
    /// The patch that brought the unit has no verb in its document: its words may be in text that is
    /// not held.
    WithoutVerb(PatchIx),
    /// The document that has the unit is first known at a later edition, and has no date.
    Undated,
}

/// Returns whether no source says that the base text has a section, of which `tree` is a version.
pub(super) fn is_unproven(section: &Section, tree: &SectionTree) -> bool {
    let attrs = section.patch(BASE).and_then(|patch| patch.attrs());
    let inferred = attrs.and_then(|attrs| attrs.get("inferred"));
    let is_empty = |unit: UnitId| {
        let kind = tree.kind(unit);
        kind == UnitKind::Heading || kind.is_gap()
    };
    inferred.is_some_and(|inferred| inferred.value == "section")
        && tree.children(tree.root).all(is_empty)
}

/// Returns why it is not known that `tree`, a version of `edition`, does not have a unit; `None` if
/// it has the unit, or a sheet added the unit later or deleted it before.
///
/// Instructions that insert or add units say that they are new, unless their verb is inferred; those
/// that replace units, or set entries of a list, do so only if the older text is held.
pub(super) fn absence_doubt(
    section: &Section,
    tree: &SectionTree,
    edition: EditionIx,
    unit: UnitId,
) -> Option<AbsenceDoubt> {
    if section.later_base(edition).is_some() {
        return Some(AbsenceDoubt::Undated);
    }
    let mut unit = unit;
    loop {
        if tree.is_live(unit) || tree.exists && tree.removal(unit).is_some() {
            return None;
        }
        let (by, edit) = section.creation(unit)?;
        let patch = section.patch(by)?;
        if patch.own_edition > patch.edition && edition < patch.edition {
            return Some(AbsenceDoubt::Restored(by));
        }
        if patch.is_verb_inferred() {
            return Some(AbsenceDoubt::WithoutVerb(by));
        }
        let new = edit
            .new_units()?
            .units
            .iter()
            .find(|new| new.unit == unit)?;
        let (replaced, next_to) = match edit {
            TreeEdit::Insert { slot, .. } => {
                let next_to = slot.unit();
                (is_set_in_unheld(section, by, next_to), Some(next_to))
            }
            edit => (replaces_unheld(section, by, edit), None),
        };
        if replaced {
            return Some(AbsenceDoubt::Replaced(by));
        }
        unit = new.node.parent.or(next_to)?;
    }
}

/// Returns whether an edit replaces text that is not held.
fn replaces_unheld(section: &Section, by: PatchIx, edit: &TreeEdit) -> bool {
    let frame = section.frame(by);
    let mut removed = edit.removed_units().iter();
    removed.any(|&unit| is_unheld(&frame, unit))
}

/// Returns whether a patch sets rows or entries of a list that is not held completely.
fn is_set_in_unheld(section: &Section, by: PatchIx, next_to: UnitId) -> bool {
    let verb = section.patch(by).and_then(|patch| patch.verb());
    if !matches!(verb, Some(Verb::SetEntries | Verb::SetValues)) {
        return false;
    }
    let frame = section.frame(by);
    let holder = frame.parent(next_to).unwrap_or(next_to);
    is_unheld(&frame, holder)
}

/// Returns whether a part of a unit is not held: words, or an unknown number of units.
pub(super) fn is_unheld(tree: &SectionTree, unit: UnitId) -> bool {
    tree.iter_live_units(unit).any(|unit| {
        tree.get(unit).is_none_or(|node| {
            let lacks = |layer: &WordingLayer| node.text(*layer).is_none_or(Wording::has_hole);
            let layers = [WordingLayer::Restated, WordingLayer::Printed];
            node.kind.is_gap() || node.kind.is_atom() && layers.iter().all(lacks)
        })
    })
}
