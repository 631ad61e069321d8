//! Finds the units from which a unit was split, merged or moved, and its address in each edition.

use super::{
    AddressInEditions, LineageRelation, Predecessor, full_id, public_id,
    section_reader::SectionReader,
};
use crate::{
    model::{PatchIx, SectionTree, UnitId, UnitKind},
    op::{self, TreeEdit},
};

impl SectionReader<'_> {
    /// Returns the units from which `unit` developed.
    pub(super) fn ancestors(&self, unit: UnitId) -> Vec<Predecessor> {
        let mut out = Vec::new();
        let key = &self.db.ruleset.key;
        let ancestor = |relation, id: String, by: PatchIx| Predecessor {
            relation,
            id: format!("{key}/{id}"),
            by: self.analysis.origin(self.section, by),
        };
        for lowered in self.section.visible_lowered(self.view) {
            for edit in &lowered.edits {
                let TreeEdit::Replace { targets, with } = edit else {
                    continue;
                };
                let whole: Vec<UnitId> = targets
                    .iter()
                    .copied()
                    .filter(|&t| !self.tree.kind(t).is_gap())
                    .collect();
                let relation = match whole.len().cmp(&with.roots.len()) {
                    std::cmp::Ordering::Less if whole.len() == 1 => LineageRelation::SplitFrom,
                    std::cmp::Ordering::Greater if with.roots.len() == 1 => {
                        LineageRelation::MergedFrom
                    }
                    std::cmp::Ordering::Less
                    | std::cmp::Ordering::Equal
                    | std::cmp::Ordering::Greater => continue,
                };
                if with.roots.contains(&unit) {
                    out.extend(whole.iter().filter(|&&t| t != unit).map(|&t| {
                        ancestor(
                            relation,
                            public_id(self.section, self.tree, t),
                            lowered.patch,
                        )
                    }));
                }
            }
        }
        if let Some(name) = self.section.arena.name_of(unit) {
            out.extend(self.moved_here(name));
        }
        out
    }

    /// Returns the deleted units, in any section of the ruleset, whose text continues in the clause
    /// `name`.
    fn moved_here(&self, name: &str) -> Vec<Predecessor> {
        let mut out = Vec::new();
        for id in self.db.sections_moved_to(name) {
            let Some(section) = self.db.section(&id) else {
                continue;
            };
            let tree = section.version(self.view);
            for lowered in section.visible_lowered(self.view) {
                let edits = lowered.edits.iter();
                for edit in edits.filter(|edit| edit.moved_to() == Some(name)) {
                    let targets = edit.removed_units();
                    let by = self.analysis.origin(&section, lowered.patch);
                    out.extend(targets.iter().map(|&t| Predecessor {
                        relation: LineageRelation::MovedFrom,
                        id: full_id(&section, &tree, t),
                        by: by.clone(),
                    }));
                }
            }
        }
        out
    }

    /// Returns the addresses of `unit` in the editions up to the view; empty if it always has the
    /// same address.
    pub(super) fn unit_numbers(&self, unit: UnitId) -> Vec<AddressInEditions> {
        let ruleset = &self.db.ruleset;
        let mut out: Vec<(String, String, String)> = Vec::new();
        for (edition, tree) in self.versions() {
            let Some(address) = unit_address(tree, unit) else {
                continue;
            };
            let id = ruleset.edition_id(*edition).to_owned();
            match out.last_mut() {
                Some((_, to, known)) if *known == address => *to = id,
                Some(_) | None => out.push((id.clone(), id, address)),
            }
        }
        if out.len() < 2 {
            return Vec::new();
        }
        let number = |(from, to, address): (String, String, String)| AddressInEditions {
            editions: if from == to {
                from
            } else {
                format!("{from}–{to}")
            },
            address,
        };
        out.into_iter().map(number).collect()
    }
}

/// Returns the address of a bullet or paragraph inside its section, as an instruction would count
/// it; `None` if that cannot be proved.
fn unit_address(tree: &SectionTree, unit: UnitId) -> Option<String> {
    if !tree.is_live(unit) || !matches!(tree.kind(unit), UnitKind::Bullet | UnitKind::Paragraph) {
        return None;
    }
    match tree.get(unit)?.label {
        Some(_) => Some(op::unit_description(tree, unit)),
        None => op::unit_address(tree, unit),
    }
}
