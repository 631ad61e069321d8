//! Comparison of two views of a section.

use super::{
    Analysis, Origin, ViewQuery,
    label::{is_relabelled, label_of},
    notices::unknown_between,
    relocation::{Relocation, is_moved, relocation},
    section_reader::SectionReader,
    unit_id,
};
use crate::{
    model::{BASE, PatchIx, Tree, UnitId, UnitKind},
    op::TreeEdit,
    resolve::{RulesetDb, Section, View},
    syntax::Layer,
};
use serde::Serialize;

/// What happened to a unit between two views.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// It reads the same.
    Same,
    /// It reads differently.
    Changed,
    /// It is new.
    Added,
    /// It is gone.
    Removed,
    /// It was moved elsewhere.
    Moved,
}

/// The kind of a change, from a player's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChangeKind {
    /// A number used in calculations.
    Value,
    /// What players must, may or cannot do.
    Permission,
    /// To whom or to what it applies.
    Scope,
    /// It was moved.
    Move,
    /// Other words.
    Wording,
}

impl ChangeKind {
    /// The kinds and their names, as in the `kind=` attribute of an instruction.
    pub const NAMES: &[(&str, Self)] = &[
        ("value", Self::Value),
        ("permission", Self::Permission),
        ("scope", Self::Scope),
        ("move", Self::Move),
        ("wording", Self::Wording),
    ];

    /// Returns the kind of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::NAMES
            .iter()
            .find(|(known, _)| *known == name)
            .map(|&(_, kind)| kind)
    }
}

/// One unit in two views.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ComparedUnit {
    /// Its id with the ruleset.
    pub id: String,
    /// The kind of unit: `sentence`, `bullet`, `cell` …
    pub kind: &'static str,
    /// Its depth in bullets.
    pub depth: usize,
    /// Its label; row and column of a cell.
    pub label: Option<String>,
    /// What happened to it.
    pub fate: Fate,
    /// The earlier text; `None` if it did not exist.
    pub before: Option<String>,
    /// The later text; `None` if it does not exist.
    pub after: Option<String>,
    /// The restatement of the earlier text, if `before` is printed wording.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub restated_before: Option<String>,
    /// The restatement of the later text, if `after` is printed wording.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub restated_after: Option<String>,
    /// Where it continues if it was moved.
    pub moved_to: Option<String>,
    /// Its places in its section, if it was moved there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub relocation: Option<Relocation>,
    /// The kind of change; `None` if it reads the same.
    pub change: Option<ChangeKind>,
    /// The patches that changed it.
    pub by: Vec<Origin>,
}

/// A section or clause in two views.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Comparison {
    /// The version of this JSON shape: 1.
    pub version: u32,
    /// The earlier view.
    pub from: ViewQuery,
    /// The later view.
    pub to: ViewQuery,
    /// The clause.
    pub id: String,
    /// The heading of its section.
    pub heading: String,
    /// The printed page.
    pub page: Option<String>,
    /// Notices about unknown differences: wording before a revision, open instructions.
    pub notices: Vec<String>,
    /// Its units, in the order of the text.
    pub pairs: Vec<ComparedUnit>,
}

impl Analysis {
    /// Compares a clause at two views, unit by unit. A unit that is wholly new or gone is one pair.
    pub fn compare(
        &self,
        db: &RulesetDb,
        section: &Section,
        unit: Option<UnitId>,
        from: &View,
        to: &View,
    ) -> Comparison {
        let (before, after) = (section.version(from), section.version(to));
        let unit = unit.unwrap_or(after.root);
        let from = SectionReader::new(self, db, section, from, &before);
        let to = SectionReader::new(self, db, section, to, &after);
        from.compare(&to, unit)
    }

    /// Compares several units of a section at two views.
    pub fn compare_units(
        &self,
        db: &RulesetDb,
        section: &Section,
        units: impl IntoIterator<Item = UnitId>,
        from: &View,
        to: &View,
    ) -> Vec<Comparison> {
        let (before, after) = (section.version(from), section.version(to));
        let from = SectionReader::new(self, db, section, from, &before);
        let to = SectionReader::new(self, db, section, to, &after);
        units
            .into_iter()
            .map(|unit| from.compare(&to, unit))
            .collect()
    }
}

impl SectionReader<'_> {
    /// Compares a unit with the same unit at the view of `to`.
    fn compare(&self, to: &SectionReader<'_>, unit: UnitId) -> Comparison {
        let (db, section, after) = (self.db, self.section, to.tree);
        let info = db.section_info(&section.id).unwrap_or_default();
        let mut pairing = Pairing {
            from: self,
            to,
            pairs: Vec::new(),
        };
        pairing.unit(unit);
        let pairs = pairing.pairs;
        let heading = after
            .heading()
            .map_or(info.heading, |unit| after.plain_text(unit, Layer::Restated));
        let id = format!("{}/{}", db.ruleset.key, unit_id(section, after, unit));
        Comparison {
            version: 1,
            from: ViewQuery::new(&db.ruleset, self.view),
            to: ViewQuery::new(&db.ruleset, to.view),
            id,
            heading,
            page: info.page,
            notices: unknown_between(self, to, unit),
            pairs,
        }
    }
}

/// Returns whether the printed words of a unit are all known.
pub(super) fn is_printed(tree: &Tree, unit: UnitId) -> bool {
    let atoms = tree.atoms(unit);
    let known = |&unit: &UnitId| {
        tree.get(unit)
            .and_then(|node| node.text(Layer::Printed))
            .is_some_and(|wording| !wording.has_hole())
    };
    !atoms.is_empty() && atoms.iter().all(known)
}

struct Pairing<'a> {
    from: &'a SectionReader<'a>,
    to: &'a SectionReader<'a>,
    pairs: Vec<ComparedUnit>,
}

impl Pairing<'_> {
    fn unit(&mut self, unit: UnitId) {
        let is_moved = is_moved(self.from.tree, self.to.tree, unit);
        let (was, is) = (self.from.tree.is_live(unit), self.to.tree.is_live(unit));
        let atom = self.to.tree.kind(unit).is_atom()
            || self.from.tree.get(unit).is_some_and(|n| n.kind.is_atom());
        match (was, is) {
            (true, true) if !atom && self.is_replaced(unit) => {
                self.push(
                    unit,
                    Fate::Changed,
                    Some("…".to_owned()),
                    Some(self.text(self.to.tree, unit)),
                );
            }
            (true, true) if !atom => {
                if is_moved {
                    self.push(
                        unit,
                        Fate::Moved,
                        Some(self.text(self.from.tree, unit)),
                        Some(self.text(self.to.tree, unit)),
                    );
                }
                if is_relabelled(self.from.tree, self.to.tree, unit) {
                    self.push(
                        unit,
                        Fate::Changed,
                        label_of(self.from.tree, unit),
                        label_of(self.to.tree, unit),
                    );
                }
                for child in self.merged(unit) {
                    self.unit(child);
                }
            }
            (true, true) => {
                let (old, new) = (
                    self.text(self.from.tree, unit),
                    self.text(self.to.tree, unit),
                );
                self.push(
                    unit,
                    if old != new {
                        Fate::Changed
                    } else if is_moved {
                        Fate::Moved
                    } else {
                        Fate::Same
                    },
                    Some(old),
                    Some(new),
                );
            }
            // a new unit that took over older ones is covered by what is new in it
            (false, true)
                if self
                    .to
                    .tree
                    .live_units(unit)
                    .into_iter()
                    .any(|u| self.from.tree.is_live(u)) =>
            {
                for child in self.merged(unit) {
                    self.unit(child);
                }
            }
            (false, true) if self.takes_the_place_of_others(unit) => {
                self.push(
                    unit,
                    Fate::Changed,
                    Some("…".to_owned()),
                    Some(self.text(self.to.tree, unit)),
                );
            }
            (false, true) => {
                self.push(unit, Fate::Added, None, Some(self.text(self.to.tree, unit)))
            }
            (true, false) => {
                // unknown text that was replaced is covered by its replacement
                let replaced = self
                    .to
                    .tree
                    .ancestors(unit)
                    .find_map(|u| self.to.tree.get(u)?.gone.clone())
                    .is_some_and(|gone| gone.replaced);
                if replaced
                    && !self
                        .text(self.from.tree, unit)
                        .chars()
                        .any(char::is_alphanumeric)
                {
                    return;
                }
                let moved = self
                    .to
                    .tree
                    .ancestors(unit)
                    .find_map(|u| self.to.tree.get(u)?.gone.as_ref()?.moved_to.clone());
                let fate = if moved.is_some() {
                    Fate::Moved
                } else {
                    Fate::Removed
                };
                self.push(unit, fate, Some(self.text(self.from.tree, unit)), None);
            }
            // units that were added and deleted in between, or that are pending in a unit taken
            // over from another
            (false, false) => {}
        }
    }

    /// Returns whether a unit without any known text was replaced as a whole.
    fn is_replaced(&self, unit: UnitId) -> bool {
        let by = |tree: &Tree| tree.get(unit).map(|node| node.by);
        by(self.from.tree) != by(self.to.tree) && !self.is_held(unit)
    }

    /// Returns whether a new unit is the first of those that replace units without known text.
    fn takes_the_place_of_others(&self, unit: UnitId) -> bool {
        let lowered = self
            .to
            .tree
            .get(unit)
            .and_then(|node| self.to.section.lowered.get(node.by.0 as usize)?.as_ref());
        lowered
            .into_iter()
            .flat_map(|lowered| &lowered.edits)
            .any(|edit| match edit {
                TreeEdit::Replace { targets, with } | TreeEdit::Split { targets, with, .. } => {
                    let first = with.roots.first() == Some(&unit);
                    first
                        && targets
                            .iter()
                            .any(|&target| self.from.tree.is_live(target) && !self.is_held(target))
                }
                _ => false,
            })
    }

    /// Returns whether any word of a unit is known in the earlier version.
    fn is_held(&self, unit: UnitId) -> bool {
        self.text(self.from.tree, unit)
            .chars()
            .any(char::is_alphanumeric)
    }

    /// Merges the children of both versions: those of the later one in its order, deleted ones at
    /// their old place.
    fn merged(&self, unit: UnitId) -> Vec<UnitId> {
        let mut out: Vec<UnitId> = self.to.tree.all_children(unit).to_vec();
        let mut at = 0;
        for &child in self.from.tree.all_children(unit) {
            match out.iter().position(|&u| u == child) {
                Some(place) => at = place + 1,
                // it is compared in the unit that contains it in the later version
                None if self.to.tree.is_live(child)
                    || self
                        .to
                        .tree
                        .get(child)
                        .is_some_and(|node| node.parent != Some(unit)) => {}
                None => {
                    out.insert(at, child);
                    at += 1;
                }
            }
        }
        out
    }

    /// Returns the words by which a unit is compared: the printed ones if both versions have them,
    /// so that like is compared with like.
    fn text(&self, tree: &Tree, unit: UnitId) -> String {
        tree.plain_text_unlabelled(
            unit,
            if self.is_printed(unit) {
                Layer::Printed
            } else {
                Layer::Restated
            },
        )
    }

    fn is_printed(&self, unit: UnitId) -> bool {
        [self.from.tree, self.to.tree]
            .into_iter()
            .filter(|tree| tree.is_live(unit))
            .all(|tree| is_printed(tree, unit))
    }

    fn push(&mut self, unit: UnitId, fate: Fate, before: Option<String>, after: Option<String>) {
        let tree = if self.to.tree.is_live(unit) {
            self.to.tree
        } else {
            self.from.tree
        };
        let Some(node) = tree.get(unit) else { return };
        if node.kind.is_gap() && matches!(fate, Fate::Removed | Fate::Added) {
            return;
        }
        let label = match tree.cell_labels(unit) {
            Some((row, column)) => Some(format!("{row} ({column})")),
            None => node
                .label
                .as_deref()
                .map(str::to_owned)
                .or_else(|| self.lead(tree, unit)),
        };
        let change = (fate != Fate::Same)
            .then(|| self.change_kind(unit, fate, before.as_deref(), after.as_deref()));
        let by = if fate == Fate::Same {
            Vec::new()
        } else {
            self.authors(unit)
        };
        let restated = |tree: &Tree, text: &Option<String>| {
            let show_restated = text.is_some() && fate != Fate::Same && self.is_printed(unit);
            let restated = show_restated.then(|| tree.plain_text_unlabelled(unit, Layer::Restated));
            // the words of a printed book restate nothing
            restated.filter(|restated| text.as_ref() != Some(restated))
        };
        let (restated_before, restated_after) = (
            restated(self.from.tree, &before),
            restated(self.to.tree, &after),
        );
        self.pairs.push(ComparedUnit {
            id: format!(
                "{}/{}",
                self.to.db.ruleset.key,
                unit_id(self.to.section, tree, unit)
            ),
            kind: node.kind.name(),
            depth: tree
                .ancestors(unit)
                .filter(|&u| tree.kind(u) == UnitKind::Bullet)
                .count(),
            label,
            fate,
            before,
            after,
            restated_before,
            restated_after,
            moved_to: self
                .to
                .tree
                .ancestors(unit)
                .find_map(|u| self.to.tree.get(u)?.gone.as_ref()?.moved_to.clone()),
            relocation: relocation(self.from.tree, self.to.tree, unit),
            change,
            by: by
                .into_iter()
                .map(|patch| self.to.analysis.origin(self.to.section, patch))
                .collect(),
        });
    }

    /// Returns the label of the unit whose first sentence this is.
    fn lead(&self, tree: &Tree, unit: UnitId) -> Option<String> {
        let parent = tree.get(unit)?.parent?;
        let first = tree.children(parent).next() == Some(unit);
        tree.get(parent)?
            .label
            .as_deref()
            .filter(|_| first)
            .map(str::to_owned)
    }

    /// Returns the patches between the views that act on the unit, and those that withdraw one of
    /// them.
    fn authors(&self, unit: UnitId) -> Vec<PatchIx> {
        let (was, is) = (
            self.to.section.patch_history(unit, self.from.view),
            self.to.section.patch_history(unit, self.to.view),
        );
        let mut out: Vec<PatchIx> = is.iter().copied().filter(|p| !was.contains(p)).collect();
        for lost in was.iter().filter(|p| !is.contains(p)) {
            out.extend(
                self.to
                    .section
                    .withdrawal_of(*lost, self.to.view)
                    .or(Some(*lost)),
            );
        }
        if let Some(gone) = self
            .to
            .tree
            .ancestors(unit)
            .find_map(|u| self.to.tree.get(u)?.gone.clone())
            .filter(|gone| gone.by != BASE && !out.contains(&gone.by))
        {
            out.push(gone.by);
        }
        out
    }

    /// Returns the kind of a change: as authored; otherwise a move if the unit was moved, a value if
    /// it is a cell or a fact differs, a permission if a binding word differs, else wording.
    fn change_kind(
        &self,
        unit: UnitId,
        fate: Fate,
        before: Option<&str>,
        after: Option<&str>,
    ) -> ChangeKind {
        let authored = self.authors(unit).into_iter().find_map(|ix| {
            let patch = self.to.section.patch(ix)?;
            let kind = patch.entry()?.attrs.get("kind")?;
            ChangeKind::from_name(&kind.value).or(patch.scope.as_ref().map(|_| ChangeKind::Scope))
        });
        if let Some(kind) = authored {
            return kind;
        }
        if fate == Fate::Moved {
            return ChangeKind::Move;
        }
        let cell = self.to.tree.kind(unit) == UnitKind::Cell;
        if cell || self.facts(self.from.tree, unit) != self.facts(self.to.tree, unit) {
            return ChangeKind::Value;
        }
        if binding_words(before.unwrap_or_default()) != binding_words(after.unwrap_or_default()) {
            return ChangeKind::Permission;
        }
        ChangeKind::Wording
    }

    fn facts(&self, tree: &Tree, unit: UnitId) -> Vec<(String, String)> {
        let atoms = if tree.is_live(unit) {
            tree.atoms(unit)
        } else {
            Vec::new()
        };
        let facts = |u: UnitId| {
            tree.get(u)
                .and_then(|n| n.text(Layer::Restated))
                .map(|w| {
                    w.facts()
                        .map(|(id, value)| (id.to_owned(), value.to_owned()))
                        .collect::<Vec<_>>()
                })
                .unwrap_or_default()
        };
        let mut facts: Vec<_> = atoms.into_iter().flat_map(facts).collect();
        facts.sort();
        facts
    }
}

/// Binding words: what must, may or cannot be done, and exceptions.
const BINDING: &[&str] = &[
    "must",
    "may",
    "can",
    "cannot",
    "not",
    "never",
    "only",
    "unless",
    "except",
    "no",
    "need",
    "instead",
    "allowed",
    "permitted",
    "required",
];

fn binding_words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = text
        .split(|c: char| !c.is_alphabetic())
        .map(str::to_lowercase)
        .filter(|w| BINDING.contains(&w.as_str()))
        .collect();
    words.sort();
    words
}
