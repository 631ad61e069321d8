//! Where a unit comes from, and which number it bears in each edition.

use super::{Origin, reader::Reader, unit_id};
use crate::{
    model::{Kind, PatchIx, Tree, UnitId},
    op::{self, Edit},
};
use serde::Serialize;

/// How a unit came out of another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Relation {
    /// One unit was replaced by several, of which this is one.
    SplitFrom,
    /// Several units were replaced by fewer, of which this is one.
    MergedFrom,
    /// What was taken out there lives on here.
    MovedFrom,
}

/// A unit that another one came out of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Ancestor {
    /// How.
    pub relation: Relation,
    /// The other unit, with the ruleset.
    pub id: String,
    /// Whose work it is.
    pub by: Origin,
}

/// The number that a unit bears in some editions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Number {
    /// The editions: `3.1`, `3.2–3.4`.
    pub editions: String,
    /// The address inside its section: `bullet 7`.
    pub address: String,
}

impl Reader<'_> {
    /// The units that `unit` came out of.
    pub(super) fn ancestors(&self, unit: UnitId) -> Vec<Ancestor> {
        let mut out = Vec::new();
        let key = &self.db.ruleset.key;
        let ancestor = |relation, id: String, by: PatchIx| Ancestor {
            relation,
            id: format!("{key}/{id}"),
            by: self.analysis.origin(self.section, by),
        };
        let visible = self.section.visible(self.view);
        for lowered in self
            .section
            .lowered
            .iter()
            .flatten()
            .filter(|l| visible.get(l.patch.0 as usize) == Some(&true))
        {
            for edit in &lowered.edits {
                let Edit::Replace { targets, with } = edit else {
                    continue;
                };
                let whole: Vec<UnitId> = targets
                    .iter()
                    .copied()
                    .filter(|&t| !self.tree.kind(t).is_gap())
                    .collect();
                let relation = match whole.len().cmp(&with.roots.len()) {
                    std::cmp::Ordering::Less if whole.len() == 1 => Relation::SplitFrom,
                    std::cmp::Ordering::Greater if with.roots.len() == 1 => Relation::MergedFrom,
                    std::cmp::Ordering::Less
                    | std::cmp::Ordering::Equal
                    | std::cmp::Ordering::Greater => continue,
                };
                if with.roots.contains(&unit) {
                    out.extend(whole.iter().filter(|&&t| t != unit).map(|&t| {
                        ancestor(relation, unit_id(self.section, self.tree, t), lowered.patch)
                    }));
                }
            }
        }
        if let Some(name) = self.section.arena.name_of(unit) {
            out.extend(self.moved_here(name));
        }
        out
    }

    /// Deletions anywhere in the ruleset that say that what they take out lives on in the clause `name`.
    fn moved_here(&self, name: &str) -> Vec<Ancestor> {
        let mut out = Vec::new();
        for id in self.db.sections_moved_to(name) {
            let Some(section) = self.db.section(&id) else {
                continue;
            };
            let tree = section.version(self.view);
            let visible = section.visible(self.view);
            for lowered in section
                .lowered
                .iter()
                .flatten()
                .filter(|l| visible.get(l.patch.0 as usize) == Some(&true))
            {
                for edit in lowered
                    .edits
                    .iter()
                    .filter(|edit| super::bearing::moved_to(edit) == Some(name))
                {
                    let targets = match edit {
                        Edit::Delete { targets, .. } => targets.clone(),
                        Edit::Drop { .. } => vec![tree.root],
                        Edit::Replace { .. }
                        | Edit::Split { .. }
                        | Edit::Insert { .. }
                        | Edit::Phrase { .. }
                        | Edit::Cell(_)
                        | Edit::Create { .. } => Vec::new(),
                    };
                    let by = self.analysis.origin(&section, lowered.patch);
                    out.extend(targets.into_iter().map(|t| Ancestor {
                        relation: Relation::MovedFrom,
                        id: format!("{}/{}", self.db.ruleset.key, unit_id(&section, &tree, t)),
                        by: by.clone(),
                    }));
                }
            }
        }
        out
    }

    /// The numbers that `unit` bears in the editions of its line; nothing where it always bears the same.
    pub(super) fn numbering(&self, unit: UnitId) -> Vec<Number> {
        let ruleset = &self.db.ruleset;
        let mut out: Vec<(String, String, String)> = Vec::new();
        for edition in ruleset.line(self.view.edition) {
            let tree = self.section.version(&self.view.at(edition));
            let Some(address) = address(&tree, unit) else {
                continue;
            };
            let id = ruleset.edition_id(edition).to_owned();
            match out.last_mut() {
                Some((_, to, known)) if *known == address => *to = id,
                Some(_) | None => out.push((id.clone(), id, address)),
            }
        }
        if out.len() < 2 {
            return Vec::new();
        }
        let number = |(from, to, address): (String, String, String)| Number {
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

/// The address of a bullet or paragraph inside its section, as an instruction would count it; none where that cannot be proved.
fn address(tree: &Tree, unit: UnitId) -> Option<String> {
    if !tree.lives(unit) || !matches!(tree.kind(unit), Kind::Bullet | Kind::Paragraph) {
        return None;
    }
    match tree.get(unit)?.label {
        Some(_) => Some(op::named(tree, unit)),
        None => op::written(tree, unit),
    }
}
