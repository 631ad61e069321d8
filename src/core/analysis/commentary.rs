//! Finds this project's own notes on a unit: contradictions, deviations from print, remarks.

use super::{ClauseAnnotation, Origin, section_reader::SectionReader};
use crate::{
    model::{BASE, PatchIx, UnitId},
    op::TreeEdit,
    resolve::{commentary::is_written_by, is_note, is_open_instruction},
    syntax::CommentaryKind,
    text::join,
};

impl SectionReader<'_> {
    /// Returns the notes of a kind that concern `unit` and are true at the view, each once.
    pub(super) fn commentary(&self, unit: UnitId, kind: CommentaryKind) -> Vec<ClauseAnnotation> {
        let own = std::cell::LazyCell::new(|| self.concerning(unit));
        let mut out: Vec<ClauseAnnotation> = Vec::new();
        for here in self
            .notes_here()
            .iter()
            .filter(|here| here.note.kind == kind)
        {
            let other = (*here.section != *self.section.id)
                .then(|| self.db.section(&here.section))
                .flatten();
            let cited = kind != CommentaryKind::Deviation
                && here.cites.iter().any(|&u| self.is_near(unit, u));
            if !cited && (other.is_some() || !own.contains(&here.patch)) {
                continue;
            }
            let origin = self
                .analysis
                .origin(other.as_deref().unwrap_or(self.section), here.patch);
            // a note is about the base text, and is not quoted by any sheet
            let origin = Origin {
                quoted_by: Vec::new(),
                ..origin
            };
            let remark = ClauseAnnotation {
                origin,
                text: here.note.text.text.to_string(),
            };
            // several instructions of a document may have the same note
            let same = |known: &&mut ClauseAnnotation| {
                known.text == remark.text && known.origin.document == remark.origin.document
            };
            match out.iter_mut().find(same) {
                Some(known) if known.origin.patch == remark.origin.patch => {}
                Some(known) => {
                    let numbers = [&known.origin.n, &remark.origin.n].into_iter().flatten();
                    known.origin.n = Some(join(numbers, ","));
                }
                None => out.push(remark),
            }
        }
        out
    }

    /// Returns the patches of the section whose notes concern `unit`: those in effect on it, and
    /// notes, open instructions and rulings on it.
    fn concerning(&self, unit: UnitId) -> Vec<PatchIx> {
        let in_effect = |&ix: &PatchIx| {
            let lowered = self.section.lowered_patch(ix);
            let inside = self
                .tree
                .iter_live_units(unit)
                .chain(self.tree.ancestors(unit).skip(1));
            lowered.is_some_and(|lowered| !lowered.edits.iter().any(TreeEdit::adds_text))
                || inside.into_iter().any(|u| is_written_by(self.tree, u, ix))
        };
        let mut out = vec![BASE];
        out.extend(self.patch_history(unit).into_iter().filter(in_effect));
        out.extend(
            self.patches_reaching(unit, |patch| is_note(patch) || is_open_instruction(patch)),
        );
        let rulings = self.section.rulings(self.view).into_iter();
        out.extend(
            rulings
                .filter(|ruling| ruling.units.iter().any(|&u| self.is_near(unit, u)))
                .map(|ruling| ruling.patch),
        );
        out
    }

    /// Returns whether a note on `other` concerns `unit`: one contains the other, unless `other` is
    /// the whole section and `unit` is not.
    pub(super) fn is_near(&self, unit: UnitId, other: UnitId) -> bool {
        unit == self.tree.root
            || self.tree.contains(unit, other)
            || other != self.tree.root && self.tree.contains(other, unit)
    }
}
