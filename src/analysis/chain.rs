//! The chain of amendments: whose text an instruction acts on, and what later acts on its own.

use super::Analysis;
use crate::{
    model::{BASE, PatchIx, Tree, UnitId},
    op::{Edit, Slot},
    resolve::Section,
    syntax::{Command, Layer},
};

/// A patch in the chain, with the units that join it to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The patch; [`BASE`] for the base text.
    pub patch: PatchIx,
    /// The units: those of which it wrote words on which the other acts.
    pub units: Vec<UnitId>,
}

impl Analysis {
    /// The patches, and the base text, whose words an instruction acts on or interprets, or that it takes back; in the order of the
    /// section's patches. Looks at one section and nothing else.
    pub fn earlier_links(&self, section: &Section, ix: PatchIx) -> Vec<Link> {
        let mut out: Vec<Link> = Vec::new();
        let mut put =
            |patch: PatchIx, unit: UnitId| match out.iter_mut().find(|link| link.patch == patch) {
                Some(link) if link.units.contains(&unit) => {}
                Some(link) => link.units.push(unit),
                None => out.push(Link {
                    patch,
                    units: vec![unit],
                }),
            };
        let frame = section.frame(ix);
        for unit in acted_on(section, ix, &frame) {
            for by in authors(&frame, unit).into_iter().filter(|by| *by != ix) {
                put(by, unit);
            }
        }
        for &patch in section.withdraws(ix).into_iter().flatten() {
            let reached = section
                .lowered
                .get(patch.0 as usize)
                .and_then(Option::as_ref)
                .map(|lowered| lowered.reached.clone());
            reached
                .unwrap_or_default()
                .into_iter()
                .for_each(|unit| put(patch, unit));
        }
        out.sort_by_key(|link| link.patch);
        out
    }

    /// The later patches that act on words of `ix`, interpret them or take it back. Where `within` names a unit, only those that act on
    /// something in it or around it.
    pub fn later_links(&self, section: &Section, ix: PatchIx, within: Option<UnitId>) -> Vec<Link> {
        let later = (ix.0 + 1..section.patches.len() as u32).map(PatchIx);
        let near = |tree: &Tree, unit: UnitId| {
            within.is_none_or(|own| tree.holds(own, unit) || tree.holds(unit, own))
        };
        later
            .filter_map(|patch| {
                let frame = section.frame(patch);
                let link = self
                    .earlier_links(section, patch)
                    .into_iter()
                    .find(|link| link.patch == ix)?;
                let units: Vec<UnitId> = link
                    .units
                    .into_iter()
                    .filter(|&unit| near(&frame, unit))
                    .collect();
                (!units.is_empty()).then_some(Link { patch, units })
            })
            .collect()
    }
}

/// The units, in the tree of its frame, on whose words an instruction acts, or that it interprets.
fn acted_on(section: &Section, ix: PatchIx, frame: &Tree) -> Vec<UnitId> {
    let Some(lowered) = section.lowered.get(ix.0 as usize).and_then(Option::as_ref) else {
        return Vec::new();
    };
    let command = section
        .patch(ix)
        .and_then(|patch| patch.entry())
        .and_then(|entry| entry.command.as_ref());
    if matches!(command, Some(Command::Withdraw { .. })) {
        return Vec::new();
    }
    if lowered.edits.is_empty() {
        return lowered.reached.clone();
    }
    let mut out: Vec<UnitId> = Vec::new();
    for edit in &lowered.edits {
        let units: Vec<UnitId> = match edit {
            Edit::Replace { targets, .. }
            | Edit::Split { targets, .. }
            | Edit::Delete { targets, .. } => targets.clone(),
            // what stands beside the new text is the ground that it stands on; the whole section is everybody's
            Edit::Insert { slot, .. } => match *slot {
                Slot::Before(unit) | Slot::After(unit) | Slot::Start(unit) | Slot::End(unit) => {
                    vec![unit]
                        .into_iter()
                        .filter(|&unit| unit != frame.root)
                        .collect()
                }
            },
            Edit::Phrase { scope, .. } => {
                let alone = section.alone(ix, frame);
                let text = |tree: &Tree, unit| {
                    tree.get(unit)
                        .and_then(|node| node.text(Layer::Restated))
                        .map(|words| words.text.clone())
                };
                let differs = |unit: &UnitId| text(frame, *unit) != text(&alone, *unit);
                let changed: Vec<UnitId> = scope
                    .iter()
                    .flat_map(|&unit| frame.atoms(unit))
                    .filter(differs)
                    .collect();
                if changed.is_empty() {
                    scope.clone()
                } else {
                    changed
                }
            }
            Edit::Cell(cell) => vec![cell.cell],
            Edit::Create { .. } => Vec::new(),
            Edit::Drop { .. } => vec![frame.root],
        };
        out.extend(units);
    }
    out.dedup();
    out
}

/// Who wrote words of a unit, as a version has it.
fn authors(tree: &Tree, unit: UnitId) -> Vec<PatchIx> {
    let mut out: Vec<PatchIx> = Vec::new();
    for atom in tree.atoms(unit) {
        let words = tree.get(atom).and_then(|node| node.text(Layer::Restated));
        out.extend(
            words
                .into_iter()
                .flat_map(|words| words.origins.iter().map(|&(_, by)| by)),
        );
    }
    if out.is_empty() {
        out.extend(tree.get(unit).map_or(Some(BASE), |node| Some(node.by)));
    }
    out.sort();
    out.dedup();
    out
}
