//! Which recorded notes concern a unit of a section.

use super::{ClauseRemark, Origin, reader::Reader};
use crate::{
    model::{BASE, PatchIx, UnitId},
    op::Edit,
    resolve::{is_described, is_note, recorded::is_by},
    syntax::CommentaryKind,
};

impl Reader<'_> {
    /// The notes of a kind that concern `unit` and hold at the view, each once.
    pub(super) fn recorded(&self, unit: UnitId, kind: CommentaryKind) -> Vec<ClauseRemark> {
        let own = std::cell::LazyCell::new(|| self.concerning(unit));
        let mut out: Vec<ClauseRemark> = Vec::new();
        for here in self
            .db
            .notes_here(self.section, self.view)
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
            // a note is about the base text, and no sheet quotes it
            let origin = Origin {
                quoted_by: Vec::new(),
                ..origin
            };
            let remark = ClauseRemark {
                origin,
                text: here.note.text.text.to_string(),
            };
            if !out
                .iter()
                .any(|known| known.text == remark.text && known.origin.patch == remark.origin.patch)
            {
                out.push(remark);
            }
        }
        out
    }

    /// The patches of the section whose notes concern `unit`: those in effect on it, notes, open instructions and rulings on it.
    fn concerning(&self, unit: UnitId) -> Vec<PatchIx> {
        let in_effect = |&ix: &PatchIx| {
            let lowered = self
                .section
                .lowered
                .get(ix.0 as usize)
                .and_then(Option::as_ref);
            let goes = |edit: &Edit| {
                matches!(
                    edit,
                    Edit::Delete { .. } | Edit::Drop { .. } | Edit::Phrase { .. }
                )
            };
            let inside = self
                .tree
                .walk(unit)
                .into_iter()
                .chain(self.tree.path(unit).skip(1));
            lowered.is_some_and(|lowered| lowered.edits.iter().all(goes))
                || inside.into_iter().any(|u| is_by(self.tree, u, ix))
        };
        let mut out = vec![BASE];
        out.extend(
            self.section
                .history(unit, self.view)
                .into_iter()
                .filter(in_effect),
        );
        out.extend(self.entries(unit, |patch| is_note(patch) || is_described(patch)));
        let rulings = self.section.rulings(self.view).into_iter();
        out.extend(
            rulings
                .filter(|ruling| ruling.units.iter().any(|&u| self.is_near(unit, u)))
                .map(|ruling| ruling.patch),
        );
        out
    }

    /// Whether what concerns `other` concerns `unit`: one holds the other, short of the section as a whole.
    pub(super) fn is_near(&self, unit: UnitId, other: UnitId) -> bool {
        unit == self.tree.root
            || self.tree.holds(unit, other)
            || other != self.tree.root && self.tree.holds(other, unit)
    }
}
