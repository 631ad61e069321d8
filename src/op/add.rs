use super::{
    Change, Edit, FaultKind, Lowered, Lowering, Slot,
    payload::kind_of,
    select::{self, Miss},
};
use crate::{
    model::{Kind, UnitId},
    syntax::{Count, End, Target, Unit},
};

impl Lowering<'_> {
    /// `Add bullet 6 at the end of paragraph 2`.
    pub(crate) fn add(
        &mut self,
        what: &Count,
        end: End,
        of: Option<&Target>,
    ) -> Result<Lowered, Miss> {
        let scope = match of {
            Some(target) => self.select(target)?,
            None => vec![self.tree.root],
        };
        let Some(&scope) = (if end == End::Start {
            scope.first()
        } else {
            scope.last()
        }) else {
            return Ok(self.nothing(scope));
        };
        if what.unit == Unit::Words {
            let Some(Change::After(texts)) = self.payload_words() else {
                return Ok(self.nothing(vec![scope]));
            };
            let change = if end == End::Start {
                Change::Before(texts)
            } else {
                Change::After(texts)
            };
            return Ok(self.done(
                vec![Edit::Phrase {
                    scope: vec![scope],
                    find: None,
                    change,
                }],
                vec![scope],
            ));
        }
        let kind = self.kind_beside(scope, what.unit);
        let slot = self.slot(scope, kind, end);
        self.ordinal(scope, what, end);
        let edits = self.bring(slot, kind, what).into_iter().collect();
        Ok(self.done(edits, vec![scope]))
    }

    /// A line, item or entry is a bullet where bullets stand, else a paragraph.
    fn kind_beside(&self, scope: UnitId, unit: Unit) -> Kind {
        let labelled = matches!(unit, Unit::Line | Unit::Item | Unit::Entry | Unit::Row);
        if labelled
            && self
                .payload()
                .iter()
                .all(|block| block.kind == crate::syntax::BlockKind::Paragraph)
            && self.tree.kind(scope) == Kind::Section
        {
            return Kind::Paragraph;
        }
        kind_of(unit)
    }

    /// Where units of `kind` go at the start or end of `scope`.
    fn slot(&self, scope: UnitId, kind: Kind, end: End) -> Slot {
        let inside = match (self.tree.kind(scope), kind) {
            // sentences and bullets of a section go into its first or last paragraph, rows into its table
            (Kind::Section, Kind::Sentence | Kind::Bullet | Kind::Row) => {
                let holder = if kind == Kind::Row {
                    Kind::Table
                } else {
                    Kind::Paragraph
                };
                let fits = |&u: &UnitId| self.tree.kind(u) == holder;
                let with_list = |&u: &UnitId| {
                    fits(&u)
                        && self
                            .tree
                            .children(u)
                            .any(|c| matches!(self.tree.kind(c), Kind::Bullet | Kind::MoreBullets))
                };
                let mut units = self.tree.children(scope);
                let holder = match end {
                    End::Start => units.find(fits),
                    End::End if kind == Kind::Bullet => self
                        .tree
                        .children(scope)
                        .rfind(with_list)
                        .or_else(|| units.rfind(fits)),
                    End::End => units.rfind(fits),
                };
                holder.unwrap_or(scope)
            }
            (_, _) => scope,
        };
        let like: Vec<UnitId> = self
            .tree
            .children(inside)
            .filter(|&u| self.tree.kind(u) == kind || Some(self.tree.kind(u)) == kind.gap())
            .collect();
        match end {
            End::Start => match self
                .tree
                .children(inside)
                .find(|&u| self.tree.kind(u) != Kind::Heading)
            {
                Some(head) if self.tree.is_header(head) => Slot::After(head),
                Some(first) if kind != Kind::Bullet => Slot::Before(first),
                Some(_) | None => like
                    .first()
                    .map_or(Slot::Start(inside), |&first| Slot::Before(first)),
            },
            // a list ends before the words that come after it; sentences go to the very end
            End::End if kind == Kind::Bullet => like
                .last()
                .map_or(Slot::End(inside), |&last| Slot::After(last)),
            End::End => Slot::End(inside),
        }
    }

    /// `Add bullet 6`: what comes must become number 6.
    fn ordinal(&mut self, scope: UnitId, what: &Count, end: End) {
        let Some(label) = &what.label else { return };
        let Ok(wanted) = label.value.parse::<usize>() else {
            return;
        };
        let slots = select::slots(self.tree, scope, what.unit);
        if slots.iter().any(|&u| self.tree.kind(u).is_gap()) {
            return;
        }
        let found = if end == End::Start {
            1
        } else {
            slots.len() + 1
        };
        if wanted != found {
            self.fault(
                label.span,
                FaultKind::Count {
                    unit: format!("as the number of the new {}", what.unit.name().one),
                    expected: wanted,
                    found,
                },
            );
        }
    }
}
