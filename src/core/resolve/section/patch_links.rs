//! Finds the later patches that change, interpret or withdraw the words of an instruction, or insert
//! text next to them.

use super::{
    patch_graph::{PatchGraph, PatchLink},
    versions::Section,
};
use crate::{
    model::{BASE, PatchIx, SectionTree, UnitId},
    op::TreeEdit,
    syntax::Verb,
};

impl Section {
    fn patch_graph(&self) -> &PatchGraph {
        self.patch_graph
            .get_or_init(|| PatchGraph::new(self.patches.len(), |ix| links_of(self, ix)))
    }

    /// Returns the later patches that act on words of `ix`, interpret them or withdraw it.
    pub fn later_links(&self, ix: PatchIx) -> Vec<PatchLink> {
        let mut links = self.patch_graph().links_to(ix);
        links.retain(|link| link.patch > ix);
        links
    }
}

/// Returns the patches whose words an instruction acts on, interprets or withdraws, each with a
/// unit of these words.
fn links_of(section: &Section, ix: PatchIx) -> Vec<(PatchIx, UnitId)> {
    let mut out = Vec::new();
    let frame = section.frame(ix);
    for unit in units_acted_on(section, ix, &frame) {
        let authors = authors_of(&frame, unit).into_iter();
        out.extend(authors.filter(|by| *by != ix).map(|by| (by, unit)));
    }
    for &patch in section.withdrawn_patches(ix).into_iter().flatten() {
        if let Some(lowered) = section.lowered_patch(patch) {
            out.extend(lowered.reached.iter().map(|&unit| (patch, unit)));
        }
    }
    out
}

/// Returns the units, in the tree of its frame, on whose words an instruction acts or that it
/// interprets.
fn units_acted_on(section: &Section, ix: PatchIx, frame: &SectionTree) -> Vec<UnitId> {
    let Some(lowered) = section.lowered_patch(ix) else {
        return Vec::new();
    };
    let verb = section.patch(ix).and_then(|patch| patch.verb());
    if verb == Some(Verb::Withdraw) {
        return Vec::new();
    }
    if lowered.edits.is_empty() {
        return lowered.reached.clone();
    }
    let mut out: Vec<UnitId> = Vec::new();
    for edit in &lowered.edits {
        let units: Vec<UnitId> = match edit {
            TreeEdit::Replace { .. } | TreeEdit::Split { .. } | TreeEdit::Delete { .. } => {
                edit.removed_units().to_vec()
            }
            // new text builds on the units next to it, not on the whole section
            TreeEdit::Insert { slot, .. } => {
                let unit = slot.unit();
                (unit != frame.root).then_some(unit).into_iter().collect()
            }
            TreeEdit::Phrase { scope, .. } => {
                let alone = section.apply_alone(ix, frame);
                let text =
                    |tree: &SectionTree, unit| tree.restated(unit).map(|words| words.text.clone());
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
            TreeEdit::Move(moves) => {
                let mut units = edit.moved_units();
                let anchors = moves.iter().map(|own| own.anchor);
                units.extend(anchors.filter(|anchor| !edit.moved_units().contains(anchor)));
                units
            }
            TreeEdit::Rename { unit, .. } => vec![*unit],
            TreeEdit::Cell(cell) => vec![cell.cell],
            TreeEdit::Create { .. } => Vec::new(),
        };
        out.extend(units);
    }
    out.dedup();
    out
}

/// Returns the patches that wrote words of a unit in a version.
fn authors_of(tree: &SectionTree, unit: UnitId) -> Vec<PatchIx> {
    let mut out: Vec<PatchIx> = Vec::new();
    for atom in tree.atoms(unit) {
        let words = tree.restated(atom);
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
