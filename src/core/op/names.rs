//! Assigns and checks the names (`#id`) that blocks and instructions request for units, and
//! suggests similar ones; new units keep the identity of those that they replace.

use super::{
    LoweredPatch, LoweringContext, NewUnits, PatchErrorKind, Suggestion, TreeEdit, counting,
    identity_matching, suggest,
};
use crate::{
    model::{SectionAction, UnitId},
    syntax::{Block, UnitNoun},
    text::near::{differs_by_a_letter, likeness},
};
use std::collections::HashSet;

impl LoweringContext<'_> {
    /// Puts the unit that has the instruction's name first among the suggestions for an ordinal
    /// that names nothing.
    pub(super) fn suggest_named_unit(&self, kind: &mut PatchErrorKind) {
        let PatchErrorKind::Dangling { what, near, .. } = kind else {
            return;
        };
        let Some(unit) = what
            .rsplit_once(' ')
            .and_then(|(unit, _)| UnitNoun::named(unit))
        else {
            return;
        };
        let id = self.patch.id();
        let Some(named) = id
            .and_then(|id| self.arena.unit_by_name(&id.value))
            .filter(|&named| self.tree.is_live(named))
        else {
            return;
        };
        let offered = |slots: &[UnitId]| {
            let at = |near: &Suggestion| {
                near.written
                    .rsplit_once(' ')?
                    .1
                    .parse::<usize>()
                    .ok()?
                    .checked_sub(1)
            };
            near.iter().all(|near| {
                let slot = at(near).and_then(|at| slots.get(at));
                slot.is_some_and(|&slot| suggest::first_words(self.tree, slot) == near.words)
            })
        };
        let scopes = self
            .tree
            .ancestors(named)
            .map(|scope| counting::countable_units(self.tree, scope, unit));
        let Some(slots) = scopes
            .filter(|slots| !slots.is_empty())
            .find(|slots| offered(slots))
        else {
            return;
        };
        let Some(at) = slots
            .iter()
            .position(|&slot| slot == named || self.tree.contains(slot, named))
        else {
            return;
        };
        let meant = Suggestion::new(
            format!("{} {}", unit.name().one, at + 1),
            suggest::first_words(self.tree, slots[at]),
        );
        near.retain(|near| near.written != meant.written);
        near.insert(0, meant);
        near.truncate(3);
    }

    pub(super) fn near_names(&self, requested: &str) -> Vec<Suggestion> {
        let mut near: Vec<_> = self
            .arena
            .names()
            .map(|(name, unit)| (likeness(requested, name), name, unit))
            .collect();
        near.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
        near.into_iter()
            .take(3)
            .map(|(_, name, unit)| {
                Suggestion::new(format!("#{name}"), suggest::first_words(self.tree, unit))
            })
            .collect()
    }

    /// Builds the replacements of `targets` and lets them keep their identities.
    pub(crate) fn build_replacements(
        &mut self,
        blocks: &[&Block],
        printed: Option<&[&Block]>,
        targets: &[UnitId],
    ) -> NewUnits {
        let mut new_units = self.build_units(blocks, printed);
        self.match_identities(&mut new_units, targets);
        new_units
    }

    fn match_identities(&mut self, new_units: &mut NewUnits, targets: &[UnitId]) {
        let named: Vec<(UnitId, UnitId)> = self
            .requested_names
            .iter()
            .filter_map(|(unit, name, _)| Some((*unit, self.arena.unit_by_name(name)?)))
            .collect();
        let to = identity_matching::match_units(self.tree, targets, new_units, &named);
        for (unit, _, _) in &mut self.requested_names {
            *unit = to.get(unit).copied().unwrap_or(*unit);
        }
    }

    /// Assigns the names that the blocks request, and the instruction's own name: to its first
    /// result, or, if the name exists, as an assertion.
    pub(super) fn assign_names(&mut self, lowered: &mut LoweredPatch) {
        let mut given: HashSet<String> = HashSet::new();
        for (unit, name, span) in std::mem::take(&mut self.requested_names) {
            if !given.insert(name.clone()) {
                self.report(span, PatchErrorKind::DuplicateName { name });
                continue;
            }
            if self.arena.add_name(unit, &name).is_err() {
                let mut removed = lowered.edits.iter().flat_map(TreeEdit::removed_units);
                match self.arena.unit_by_name(&name) {
                    // a removed unit passes its name to its successor
                    Some(other)
                        if !self.tree.is_live(other)
                            || removed.any(|&target| self.tree.contains(target, other)) =>
                    {
                        self.arena.transfer_name(unit, &name)
                    }
                    Some(_) | None => self.report(span, PatchErrorKind::DuplicateName { name }),
                }
            }
        }
        let inside = self.patch.action == SectionAction::Inside;
        let Some(id) = self.patch.id().filter(|_| inside).cloned() else {
            return;
        };
        match self.arena.unit_by_name(&id.value) {
            Some(unit) => {
                let among = |units: &[UnitId]| {
                    units.iter().any(|&u| {
                        u == unit || self.tree.contains(u, unit) || self.tree.contains(unit, u)
                    })
                };
                let is_new = lowered
                    .edits
                    .iter()
                    .filter_map(TreeEdit::new_units)
                    .any(|new_units| new_units.units.iter().any(|new_unit| new_unit.unit == unit));
                let adds = !lowered.edits.is_empty()
                    && lowered
                        .edits
                        .iter()
                        .all(|edit| matches!(edit, TreeEdit::Insert { .. }));
                // what is added next to or at the end of a unit has none of the ids inside it
                let is_inside = lowered
                    .reached
                    .iter()
                    .any(|&reached| reached != unit && self.tree.contains(reached, unit));
                if !is_new && adds && is_inside && self.tree.is_live(unit) {
                    self.report(id.span, PatchErrorKind::DuplicateName { name: id.value });
                } else if !is_new
                    && !among(&lowered.reached)
                    && !among(&lowered.results)
                    && !lowered.reached.is_empty()
                {
                    let reached = suggest::first_words(self.tree, lowered.reached[0]);
                    let named = suggest::first_words(self.tree, unit);
                    self.report(
                        id.span,
                        PatchErrorKind::WrongName {
                            name: id.value,
                            reached,
                            named,
                        },
                    );
                }
            }
            None => {
                let first = lowered
                    .results
                    .iter()
                    .copied()
                    .find(|&unit| unit != self.tree.root)
                    .or(lowered.results.first().copied());
                let own = first.and_then(|unit| self.arena.name_of(unit));
                if let Some(own) = own.filter(|own| differs_by_a_letter(&id.value, own)) {
                    let own = own.to_owned();
                    let name = id.value;
                    self.report(id.span, PatchErrorKind::SecondName { name, own });
                } else if let Some(unit) = first {
                    let _ = self.arena.add_name(unit, &id.value);
                }
            }
        }
    }
}
