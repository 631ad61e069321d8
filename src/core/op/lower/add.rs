//! Lowers `Add …` to an insertion of units or words at the start or end of a unit or section.

use crate::{
    model::{UnitId, UnitKind},
    op::{
        InsertPosition, LoweredPatch, LoweringContext, PatchErrorKind, PhraseChange, TreeEdit,
        counting::{self, kind_of_noun},
        select::AddressError,
    },
    syntax::{BlockKind, Command, NewUnitCount, StartOrEnd, UnitNoun},
};

impl LoweringContext<'_> {
    /// Lowers `Add bullet 6 at the end of paragraph 2`.
    pub(crate) fn add(&mut self, command: &Command) -> Result<LoweredPatch, AddressError> {
        let scope = self.scopes(&command.targets)?;
        let (Some(what), Some(end)) = (&command.count, command.end) else {
            return Ok(self.without_edits(scope));
        };
        let outermost = match end {
            StartOrEnd::Start => scope.first(),
            StartOrEnd::End => scope.last(),
        };
        let Some(&scope) = outermost else {
            return Ok(self.without_edits(scope));
        };
        if what.unit == UnitNoun::Words {
            let Some(texts) = self.payload_words() else {
                return Ok(self.without_edits(vec![scope]));
            };
            let change = match end {
                StartOrEnd::Start => PhraseChange::Before(texts),
                StartOrEnd::End => PhraseChange::After(texts),
            };
            return Ok(self.words_at_units(vec![scope], change));
        }
        let kind = self.kind_in_scope(scope, what.unit);
        let slot = self.insert_position(scope, kind, end);
        self.check_ordinal(scope, what, end);
        let edits = self.insert_payload(slot, kind, what).into_iter().collect();
        Ok(self.with_edits(edits, vec![scope]))
    }

    /// Returns the edit that adds words at one end of units.
    pub(crate) fn words_at_units(&self, scope: Vec<UnitId>, change: PhraseChange) -> LoweredPatch {
        let edit = TreeEdit::Phrase {
            scope: scope.clone(),
            find: None,
            change,
        };
        self.with_edits(vec![edit], scope)
    }

    /// Returns the kind of unit that `unit` means in `scope`: a line, item or entry is a bullet
    /// where `scope` has bullets, else a paragraph.
    fn kind_in_scope(&self, scope: UnitId, unit: UnitNoun) -> UnitKind {
        let labelled = matches!(
            unit,
            UnitNoun::Line | UnitNoun::Item | UnitNoun::Entry | UnitNoun::Row
        );
        if labelled
            && (self.patch.payload().iter()).all(|block| block.kind == BlockKind::Paragraph)
            && self.tree.kind(scope) == UnitKind::Section
        {
            return UnitKind::Paragraph;
        }
        kind_of_noun(unit)
    }

    /// Returns the position at the start or end of `scope` for units of `kind`.
    fn insert_position(&self, scope: UnitId, kind: UnitKind, end: StartOrEnd) -> InsertPosition {
        let inside = match (self.tree.kind(scope), kind) {
            // sentences and bullets of a section go into its first or last paragraph, rows into its
            // table
            (UnitKind::Section, UnitKind::Sentence | UnitKind::Bullet | UnitKind::Row) => {
                let holder = if kind == UnitKind::Row {
                    UnitKind::Table
                } else {
                    UnitKind::Paragraph
                };
                let fits = |&u: &UnitId| self.tree.kind(u) == holder;
                let with_list = |&u: &UnitId| {
                    fits(&u)
                        && self.tree.children(u).any(|c| {
                            matches!(self.tree.kind(c), UnitKind::Bullet | UnitKind::MoreBullets)
                        })
                };
                let mut units = self.tree.children(scope);
                let holder = match end {
                    StartOrEnd::Start => units.find(fits),
                    StartOrEnd::End if kind == UnitKind::Bullet => self
                        .tree
                        .children(scope)
                        .rfind(with_list)
                        .or_else(|| units.rfind(fits)),
                    StartOrEnd::End => units.rfind(fits),
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
            StartOrEnd::Start => match self
                .tree
                .children(inside)
                .find(|&u| self.tree.kind(u) != UnitKind::Heading)
            {
                Some(head) if self.tree.is_header(head) => InsertPosition::After(head),
                Some(first) if kind != UnitKind::Bullet => InsertPosition::Before(first),
                Some(_) | None => like
                    .first()
                    .map_or(InsertPosition::Start(inside), |&first| {
                        InsertPosition::Before(first)
                    }),
            },
            // a list ends before the words that follow it; sentences go to the very end
            StartOrEnd::End if kind == UnitKind::Bullet => {
                like.last().map_or(InsertPosition::End(inside), |&last| {
                    InsertPosition::After(last)
                })
            }
            StartOrEnd::End => InsertPosition::End(inside),
        }
    }

    /// Checks the ordinal of `Add bullet 6`: the added unit must become number 6.
    fn check_ordinal(&mut self, scope: UnitId, what: &NewUnitCount, end: StartOrEnd) {
        let Some(label) = &what.label else { return };
        let Ok(requested) = label.value.parse::<usize>() else {
            return;
        };
        let slots = counting::countable_units(self.tree, scope, what.unit);
        if slots.iter().any(|&u| self.tree.kind(u).is_gap()) {
            return;
        }
        let found = if end == StartOrEnd::Start {
            1
        } else {
            slots.len() + 1
        };
        if requested != found {
            self.report(
                label.span,
                PatchErrorKind::Count {
                    unit: format!("as the number of the new {}", what.unit.name().one),
                    expected: requested,
                    found,
                },
            );
        }
    }
}
