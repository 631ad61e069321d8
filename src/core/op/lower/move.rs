//! Lowers `Move …` and `Swap …` to edits that change the places of units within a section.

use crate::{
    model::{UnitId, UnitKind},
    op::{
        LoweredPatch, LoweringContext, PatchErrorKind, TreeEdit, UnitMove, select::AddressError,
        suggest,
    },
    syntax::{BeforeOrAfter, Command, Target},
};

impl LoweringContext<'_> {
    /// Lowers `Move bullets 3 and 4 after bullet 6`.
    pub(crate) fn move_units(&mut self, command: &Command) -> Result<LoweredPatch, AddressError> {
        let (Some(side), Some(anchor)) = (command.side, &command.anchor) else {
            return Ok(self.without_edits(Vec::new()));
        };
        if !self.are_in_one_section(command.addresses()) {
            return Ok(self.without_edits(Vec::new()));
        }
        let units = self.select_all(&command.targets)?;
        let found = self.select(anchor)?;
        let (Some(&first), Some(next)) = (units.first(), side.outermost(&found)) else {
            return Ok(self.without_edits(units));
        };
        if let Some((why, help)) = self.obstacle(&units, first, next) {
            return Ok(self.report_move(units, why, help));
        }
        let inside = units.iter().any(|&unit| self.tree.contains(unit, next));
        if inside {
            let words = suggest::first_words(self.tree, next);
            return Ok(self.report_move(
                units,
                format!("\"{words}\" is itself moved, so nothing can be moved next to it"),
                "name a unit that stays where it is",
            ));
        }
        if self.is_there(&units, side, next) {
            return Ok(self.report_move(
                units,
                "the text is already in this order".to_owned(),
                "remove the instruction, or correct its numbers: they count before the sheet",
            ));
        }
        let place = |&unit: &UnitId| UnitMove {
            unit,
            side,
            anchor: next,
        };
        let edit = TreeEdit::Move(units.iter().map(place).collect());
        Ok(self.with_edits(vec![edit], units))
    }

    /// Lowers `Swap bullet 1 and bullet 3`.
    pub(crate) fn swap_units(&mut self, targets: &[Target]) -> Result<LoweredPatch, AddressError> {
        if !self.are_in_one_section(targets.iter()) {
            return Ok(self.without_edits(Vec::new()));
        }
        let found = self.select_all(targets)?;
        let &[one, other] = found.as_slice() else {
            let why = format!(
                "two units can be swapped, and the instruction names {}",
                found.len()
            );
            return Ok(self.report_move(found, why, "write `Swap bullet 1 and bullet 3`"));
        };
        if self.tree.contains(one, other) || self.tree.contains(other, one) {
            let why = "one of the units contains the other".to_owned();
            return Ok(self.report_move(found, why, "name two units next to each other"));
        }
        if let Some((why, help)) = self.obstacle(&[one], one, other) {
            return Ok(self.report_move(found, why, help));
        }
        // each goes to the place that the other leaves
        let place = |(unit, anchor)| UnitMove {
            unit,
            side: BeforeOrAfter::After,
            anchor,
        };
        let edit = TreeEdit::Move([(one, other), (other, one)].map(place).into());
        Ok(self.with_edits(vec![edit], found))
    }

    /// Whether all targets are in this section; reports it once if they are not.
    fn are_in_one_section<'t>(&mut self, targets: impl Iterator<Item = &'t Target>) -> bool {
        let mut targets = targets.peekable();
        let starts_here = targets.peek().is_some_and(|first| self.is_here(first));
        let Some(away) = targets.find(|target| self.is_here(target) != starts_here) else {
            return starts_here;
        };
        if starts_here {
            self.report(
                away.span,
                PatchErrorKind::Rearrangement {
                    why: "this is in another section, and units are moved within their section".to_owned(),
                    help: "write `Delete …, moved to #id` here, and insert the text in the other section".to_owned(),
                },
            );
        }
        false
    }

    /// Returns why units cannot be next to `next`, and what to write instead.
    fn obstacle(
        &self,
        units: &[UnitId],
        first: UnitId,
        next: UnitId,
    ) -> Option<(String, &'static str)> {
        // paragraphs and tables alternate in a section
        let kind = |unit| match self.tree.kind(unit) {
            UnitKind::Table => UnitKind::Paragraph,
            kind => kind,
        };
        let name = |unit| self.tree.kind(unit).name();
        if let Some(&other) = units.iter().find(|&&unit| kind(unit) != kind(first)) {
            return Some((
                format!(
                    "the instruction moves a {} and a {} together",
                    name(first),
                    name(other)
                ),
                "write one instruction for each kind of unit",
            ));
        }
        let is_movable = matches!(
            kind(first),
            UnitKind::Paragraph | UnitKind::Sentence | UnitKind::Bullet | UnitKind::Row
        );
        if !is_movable {
            return Some((
                format!("a {} cannot be moved", name(first)),
                "name paragraphs, sentences, bullets, rows or tables",
            ));
        }
        if kind(first) != kind(next) {
            return Some((
                format!("a {} cannot be moved next to a {}", name(first), name(next)),
                "name a unit of the same kind",
            ));
        }
        let parent = |unit| self.tree.parent(unit);
        let stays = |&unit: &UnitId| kind(unit) != UnitKind::Row || parent(unit) == parent(next);
        (!units.iter().all(stays)).then(|| {
            (
                "a row cannot be moved to another table".to_owned(),
                "delete the row, and insert it with the columns of the other table",
            )
        })
    }

    /// Whether the units are already next to `next`, in this order.
    fn is_there(&self, units: &[UnitId], side: BeforeOrAfter, next: UnitId) -> bool {
        let Some(parent) = self.tree.parent(next) else {
            return false;
        };
        let siblings: Vec<UnitId> = self.tree.children(parent).collect();
        let Some(at) = siblings.iter().position(|&unit| unit == next) else {
            return false;
        };
        match side {
            BeforeOrAfter::Before => siblings[..at].ends_with(units),
            BeforeOrAfter::After => siblings[at + 1..].starts_with(units),
        }
    }

    fn report_move(&mut self, reached: Vec<UnitId>, why: String, help: &str) -> LoweredPatch {
        let help = help.to_owned();
        let span = self.patch.heading_location().span;
        self.report(span, PatchErrorKind::Rearrangement { why, help });
        self.without_edits(reached)
    }
}
