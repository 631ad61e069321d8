//! Finds what is shown next to the text of a unit: rulings, conflicts, contradictions, notes, open
//! instructions (without words or place), withdrawn changes.

use super::{
    clause::{
        ClauseAnnotation, ClauseConflict, ClauseRuling, ConflictSide, WithdrawnChange,
        WordingChoice,
    },
    public_id,
    section_reader::SectionReader,
};
use crate::{
    model::{PatchIx, UnitId},
    resolve::{Ruling, is_note, is_open_instruction},
    syntax::{CommentaryKind, plain_text},
};

impl SectionReader<'_> {
    pub(super) fn clarifications(&self, unit: UnitId, choice: WordingChoice) -> Vec<ClauseRuling> {
        let near = |u: UnitId| self.tree.contains(unit, u) || self.tree.contains(u, unit);
        let rulings = self
            .section
            .rulings(self.view)
            .into_iter()
            .filter(|ruling| unit == self.tree.root || ruling.units.iter().any(|&u| near(u)));
        rulings
            .filter_map(|ruling| self.clarification(&ruling, choice))
            .collect()
    }

    /// Returns a ruling of the section with its text; `None` if its patch has no entry.
    pub(super) fn clarification(
        &self,
        ruling: &Ruling,
        choice: WordingChoice,
    ) -> Option<ClauseRuling> {
        let patch = self.section.patch(ruling.patch)?;
        let entry = patch.entry()?;
        let origin = self.origin(ruling.patch);
        let twin = patch
            .twin
            .as_ref()
            .filter(|_| choice != WordingChoice::Restated)
            .and_then(crate::model::PrintedInstructionRef::entry);
        Some(ClauseRuling {
            printed: twin
                .map(|twin| plain_text(&twin.payload))
                .filter(|text| !text.is_empty()),
            id: entry
                .attrs
                .id
                .as_ref()
                .map_or_else(|| origin.patch.clone(), |id| id.value.clone()),
            document: origin.document,
            n: origin.n,
            state: ruling.state,
            reason: ruling.reason.clone(),
            relation: entry
                .attrs
                .get("relation")
                .map_or_else(|| "interprets".to_owned(), |r| r.value.clone()),
            text: plain_text(&entry.payload),
            units: ruling
                .units
                .iter()
                .map(|&u| public_id(self.section, self.tree, u))
                .collect(),
        })
    }

    pub(super) fn conflicts(&self, unit: UnitId) -> Vec<ClauseConflict> {
        let units = self
            .tree
            .iter_live_units(unit)
            .chain(self.tree.ancestors(unit).skip(1));
        units
            .filter_map(|u| {
                let conflict = self.tree.get(u)?.conflict.clone()?;
                let sides = conflict
                    .sides
                    .iter()
                    .map(|side| ConflictSide {
                        origin: self.origin(side.patch),
                        text: side.tree.restated_text(u),
                    })
                    .collect();
                Some(ClauseConflict {
                    id: public_id(self.section, self.tree, u),
                    sides,
                })
            })
            .collect()
    }

    /// Returns the contradictions between sources on a unit at the view.
    pub(super) fn contradictions(&self, unit: UnitId) -> Vec<ClauseAnnotation> {
        let mut out = self.commentary(unit, CommentaryKind::Contradiction);
        out.extend(self.book_differences(unit));
        out
    }

    /// Returns the differences between printed books and the sheets on a unit, each as a sentence.
    pub(super) fn book_differences(&self, unit: UnitId) -> Vec<ClauseAnnotation> {
        let chain = self.chain();
        let here = self
            .section
            .differences
            .iter()
            .filter(|d| self.tree.contains(unit, d.unit) && chain.contains(&d.edition));
        here.map(|d| {
            let name = self.tree.cell_labels(d.unit).map_or_else(
                || public_id(self.section, self.tree, d.unit),
                |(row, column)| format!("{row}({column})"),
            );
            let edition = self.db.ruleset.edition_id(d.edition);
            ClauseAnnotation {
                origin: self.origin(d.book),
                text: format!(
                    "{name}: {} here, {} by the sheets at {edition}; the sheet applies",
                    d.book_text, d.amended_text
                ),
            }
        })
        .collect()
    }

    pub(super) fn patches_reaching(
        &self,
        unit: UnitId,
        is_selected: fn(&crate::model::Patch) -> bool,
    ) -> Vec<PatchIx> {
        let chain = self.chain();
        let counts = |at: &usize| {
            let patch = &self.section.patches[*at];
            is_selected(patch)
                && self.view.includes(patch)
                && chain.contains(&patch.edition)
                && self.section.lowered[*at]
                    .as_ref()
                    .is_some_and(|l| l.reached.iter().any(|&u| self.is_near(unit, u)))
        };
        (0..self.section.lowered.len())
            .filter(counts)
            .map(|at| PatchIx(at as u32))
            .collect()
    }

    pub(super) fn notes(&self, unit: UnitId) -> Vec<ClauseAnnotation> {
        let text = |ix: PatchIx| {
            self.section
                .patch(ix)
                .map(|patch| plain_text(patch.blocks()))
                .unwrap_or_default()
        };
        self.patches_reaching(unit, is_note)
            .into_iter()
            .map(|ix| ClauseAnnotation {
                origin: self.origin(ix),
                text: text(ix),
            })
            .collect()
    }

    pub(super) fn open_instructions(&self, unit: UnitId) -> Vec<ClauseAnnotation> {
        let open = self.patches_reaching(unit, is_open_instruction).into_iter();
        open.map(|ix| {
            let origin = self.origin(ix);
            ClauseAnnotation {
                text: origin.address.clone().unwrap_or_default(),
                origin,
            }
        })
        .collect()
    }

    pub(super) fn withdrawn_changes(&self, unit: UnitId) -> Vec<WithdrawnChange> {
        let hit = self.section.withdrawals.iter().filter(|(by, _)| {
            self.section
                .patch(*by)
                .is_some_and(|p| self.view.includes(p))
        });
        let chain = self.chain();
        let in_chain = |patch: PatchIx| {
            let patch = self.section.patch(patch);
            patch.is_some_and(|patch| chain.contains(&patch.edition))
        };
        let near = |u: UnitId| self.tree.contains(unit, u) || self.tree.contains(u, unit);
        hit.flat_map(|(by, patches)| patches.iter().map(move |patch| (*by, *patch)))
            .filter(|(_, patch)| in_chain(*patch))
            .filter(|(_, patch)| {
                self.section.lowered[patch.0 as usize]
                    .as_ref()
                    .is_some_and(|l| l.reached.iter().chain(&l.results).any(|&u| near(u)))
            })
            .map(|(by, patch)| WithdrawnChange {
                change: self.origin(patch),
                by: self.origin(by),
            })
            .collect()
    }
}
