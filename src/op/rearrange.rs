//! Lowers `Move`, `Swap` and `Rename`.

use super::{
    InsertPosition, LoweredPatch, LoweringContext, PatchErrorKind, TreeEdit, select::AddressError,
};
use crate::{
    model::{UnitId, UnitKind},
    syntax::{BeforeOrAfter, QuotedText, Target},
    text::Span,
};
use std::sync::Arc;

impl LoweringContext<'_> {
    /// Lowers `Move bullet 3 after bullet 5`.
    pub(crate) fn move_units(
        &mut self,
        targets: &[Target],
        side: BeforeOrAfter,
        point: &Target,
    ) -> Result<LoweredPatch, AddressError> {
        let moved = self.select_all(targets)?;
        let point_units = self.select(point)?;
        let anchor = match side {
            BeforeOrAfter::Before => point_units.first(),
            BeforeOrAfter::After => point_units.last(),
        };
        let (Some(&anchor), false) = (anchor, moved.is_empty()) else {
            return Ok(self.without_edits(moved));
        };
        if moved.iter().any(|&unit| self.tree.contains(unit, anchor)) {
            return Err(mismatch(
                "a unit cannot be moved next to itself or into itself",
                point.span,
            ));
        }
        self.check_same_kind(&moved, anchor, point.span)?;
        let slot = match side {
            BeforeOrAfter::Before => InsertPosition::Before(anchor),
            BeforeOrAfter::After => InsertPosition::After(anchor),
        };
        let edit = TreeEdit::Move {
            targets: moved.clone(),
            slot,
        };
        Ok(self.with_edits(vec![edit], moved))
    }

    /// Lowers `Swap bullet 2 and bullet 5`.
    pub(crate) fn swap_units(&mut self, targets: &[Target]) -> Result<LoweredPatch, AddressError> {
        let span = targets
            .first()
            .zip(targets.last())
            .map_or_else(Span::default, |(first, last)| first.span.join(last.span));
        let groups = match targets {
            [one, other] => [self.select(one)?, self.select(other)?],
            [both] => match self.select(both)?[..] {
                [one, other] => [vec![one], vec![other]],
                ref found => {
                    return Err(AddressError::Invalid(
                        PatchErrorKind::Count {
                            unit: "units to swap".into(),
                            expected: 2,
                            found: found.len(),
                        },
                        span,
                    ));
                }
            },
            _ => return Err(mismatch("two units can be swapped, not more", span)),
        };
        let [one, other] = groups;
        let (Some(&first), Some(&last)) = (other.first(), other.last()) else {
            return Ok(self.without_edits(one));
        };
        let overlap = |&unit: &UnitId| {
            other
                .iter()
                .any(|&u| self.tree.contains(unit, u) || self.tree.contains(u, unit))
        };
        if one.iter().any(overlap) {
            return Err(mismatch(
                "a unit cannot be swapped with a part of itself",
                span,
            ));
        }
        self.check_same_kind(&one, first, span)?;
        let to_move = |targets: &[UnitId], slot| TreeEdit::Move {
            targets: targets.to_vec(),
            slot,
        };
        let edits = if self.neighbour(last, 1) == one.first().copied() {
            let end = one.last().copied().unwrap_or(last);
            vec![to_move(&other, InsertPosition::After(end))]
        } else if let Some(slot) = self.position_left_by(&one, first) {
            vec![
                to_move(&one, InsertPosition::Before(first)),
                to_move(&other, slot),
            ]
        } else {
            vec![to_move(&one, InsertPosition::After(last))]
        };
        Ok(self.with_edits(edits, [one, other].concat()))
    }

    /// Lowers `Rename row "Spears" to "Spearmen"`.
    pub(crate) fn rename_unit(
        &mut self,
        target: &Target,
        to: &QuotedText,
    ) -> Result<LoweredPatch, AddressError> {
        let found = self.select(target)?;
        let [unit] = found[..] else {
            return Err(AddressError::Invalid(
                PatchErrorKind::Count {
                    unit: "units to rename".into(),
                    expected: 1,
                    found: found.len(),
                },
                target.span,
            ));
        };
        if self.tree.get(unit).is_none_or(|node| node.label.is_none()) {
            return Err(mismatch(
                "only a unit with a label can be renamed; a heading is replaced with `Replace heading`",
                target.span,
            ));
        }
        let edit = TreeEdit::Label {
            unit,
            label: Arc::from(to.value.as_str()),
        };
        Ok(self.with_edits(vec![edit], found))
    }

    /// Returns the sibling of `unit` that many places on, open runs included.
    fn neighbour(&self, unit: UnitId, on: isize) -> Option<UnitId> {
        let parent = self.tree.get(unit)?.parent?;
        let siblings: Vec<UnitId> = self.tree.children(parent).collect();
        let at = siblings.iter().position(|&sibling| sibling == unit)?;
        siblings.get(at.checked_add_signed(on)?).copied()
    }

    /// Returns the position that units leave when they are moved before `to`; `None` if `to` is next
    /// to them.
    fn position_left_by(&self, units: &[UnitId], to: UnitId) -> Option<InsertPosition> {
        let (&first, &last) = (units.first()?, units.last()?);
        match (self.neighbour(last, 1), self.neighbour(first, -1)) {
            (Some(next), _) if next == to => None,
            (Some(next), _) => Some(InsertPosition::Before(next)),
            (None, Some(before)) => Some(InsertPosition::After(before)),
            (None, None) => Some(InsertPosition::Start(self.tree.get(first)?.parent?)),
        }
    }

    /// Checks that units have the kind of the unit next to which they go.
    fn check_same_kind(
        &self,
        units: &[UnitId],
        anchor: UnitId,
        span: Span,
    ) -> Result<(), AddressError> {
        let kind = self.tree.kind(anchor);
        let is_block = |kind| matches!(kind, UnitKind::Paragraph | UnitKind::Table);
        let other = units
            .iter()
            .map(|&unit| self.tree.kind(unit))
            .find(|&own| own != kind && !(is_block(own) && is_block(kind)));
        match other {
            Some(own) => Err(mismatch(
                &format!("a {} cannot stand next to a {}", own.name(), kind.name()),
                span,
            )),
            None => Ok(()),
        }
    }
}

fn mismatch(why: &str, span: Span) -> AddressError {
    AddressError::Invalid(
        PatchErrorKind::Rearranged {
            why: why.to_owned(),
        },
        span,
    )
}
