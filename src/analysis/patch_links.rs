//! Links between patches: the patches whose text an instruction acts on, and the later ones that
//! act on its own text.

use super::Analysis;
use crate::{
    model::{BASE, PatchIx, Tree, UnitId},
    op::{InsertPosition, TreeEdit},
    resolve::Section,
    syntax::{Command, Layer},
};

/// A linked patch, with the units that link it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatchLink {
    /// The patch; [`BASE`] for the base text.
    pub patch: PatchIx,
    /// The units in which it wrote words that the other patch acts on.
    pub units: Vec<UnitId>,
}

impl Analysis {
    /// Returns the patches, and the base text, whose words an instruction acts on, interprets or
    /// withdraws, in the order of the section's patches. Only looks at this section.
    pub fn earlier_links(&self, section: &Section, ix: PatchIx) -> Vec<PatchLink> {
        let mut out: Vec<PatchLink> = Vec::new();
        let mut put =
            |patch: PatchIx, unit: UnitId| match out.iter_mut().find(|link| link.patch == patch) {
                Some(link) if link.units.contains(&unit) => {}
                Some(link) => link.units.push(unit),
                None => out.push(PatchLink {
                    patch,
                    units: vec![unit],
                }),
            };
        let frame = section.frame(ix);
        for unit in units_acted_on(section, ix, &frame) {
            for by in authors_of(&frame, unit).into_iter().filter(|by| *by != ix) {
                put(by, unit);
            }
        }
        for &patch in section.withdrawn_patches(ix).into_iter().flatten() {
            let reached = section
                .lowered_patch(patch)
                .map(|lowered| lowered.reached.clone());
            reached
                .unwrap_or_default()
                .into_iter()
                .for_each(|unit| put(patch, unit));
        }
        out.sort_by_key(|link| link.patch);
        out
    }

    /// Returns the later patches that act on words of `ix`, interpret them or withdraw it. With
    /// `within`, only those that act on something in that unit or around it.
    pub fn later_links(
        &self,
        section: &Section,
        ix: PatchIx,
        within: Option<UnitId>,
    ) -> Vec<PatchLink> {
        let later = (ix.0 + 1..section.patches.len() as u32).map(PatchIx);
        let near = |tree: &Tree, unit: UnitId| {
            within.is_none_or(|own| tree.contains(own, unit) || tree.contains(unit, own))
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
                (!units.is_empty()).then_some(PatchLink { patch, units })
            })
            .collect()
    }
}

/// Returns the units, in the tree of its frame, on whose words an instruction acts or that it
/// interprets.
fn units_acted_on(section: &Section, ix: PatchIx, frame: &Tree) -> Vec<UnitId> {
    let Some(lowered) = section.lowered_patch(ix) else {
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
            TreeEdit::Replace { targets, .. }
            | TreeEdit::Split { targets, .. }
            | TreeEdit::Delete { targets, .. } => targets.clone(),
            // new text builds on the units next to it, not on the whole section
            TreeEdit::Insert { slot, .. } => match *slot {
                InsertPosition::Before(unit)
                | InsertPosition::After(unit)
                | InsertPosition::Start(unit)
                | InsertPosition::End(unit) => vec![unit]
                    .into_iter()
                    .filter(|&unit| unit != frame.root)
                    .collect(),
            },
            TreeEdit::Phrase { scope, .. } => {
                let alone = section.apply_alone(ix, frame);
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
            TreeEdit::Cell(cell) => vec![cell.cell],
            TreeEdit::Create { .. } => Vec::new(),
            TreeEdit::Drop { .. } => vec![frame.root],
        };
        out.extend(units);
    }
    out.dedup();
    out
}

/// Returns the patches that wrote words of a unit in a version.
fn authors_of(tree: &Tree, unit: UnitId) -> Vec<PatchIx> {
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
