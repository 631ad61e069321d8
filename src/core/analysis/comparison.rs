//! Compares a section or clause at two views, unit by unit, with the patches that changed each.

use super::{
    Analysis, ChangeKind, ViewDescription,
    change_kind::binding_words,
    compared_unit::{ComparedUnit, Fate, is_printed},
    full_id,
    label::{is_relabelled, label_of, naming_label},
    notices::{notes_between, unknown_between},
    relocation::{is_moved, relocation},
    section_reader::{SectionReader, heading_at},
};
use crate::{
    model::{BASE, PatchIx, SectionTree, UnitId, UnitKind},
    resolve::{RulesetDb, Section, View},
    syntax::WordingLayer,
};
use serde::Serialize;
use std::sync::Arc;

/// A section or clause at two views, as `rulebook diff` shows it: its units in order, unchanged
/// ones too, each with its text before and after.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ClauseComparison {
    /// The version of this JSON shape: 1.
    pub version: u32,
    /// The earlier view.
    pub from: ViewDescription,
    /// The later view.
    pub to: ViewDescription,
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

impl ClauseComparison {
    /// Returns whether any text of the clause is included at one of the views; else nothing is
    /// compared.
    pub fn has_text(&self) -> bool {
        let has_words = |text: &Option<String>| {
            let text = text.as_ref();
            text.is_some_and(|text| text.contains(char::is_alphanumeric))
        };
        let pairs = self.pairs.iter().filter(|pair| pair.kind != "heading");
        pairs
            .clone()
            .any(|pair| has_words(&pair.before) || has_words(&pair.after))
    }
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
    ) -> ClauseComparison {
        let (before, after) = (section.version(from), section.version(to));
        let unit = unit.unwrap_or(after.root);
        let from = SectionReader::new(self, db, section, from, &before);
        let to = SectionReader::new(self, db, section, to, &after);
        from.compare(&to, unit)
    }

    /// Returns the units of a section that differ between two views.
    pub(super) fn changed_units(
        &self,
        db: &RulesetDb,
        section: &Section,
        from: &View,
        to: &View,
    ) -> Vec<ComparedUnit> {
        let (before, after) = (section.version(from), section.version(to));
        let from = SectionReader::new(self, db, section, from, &before);
        let to = SectionReader::new(self, db, section, to, &after);
        let mut pairing = ComparisonWalk::new(&from, &to);
        pairing.changes_only = true;
        pairing.unit(after.root);
        pairing.pairs
    }
}

impl SectionReader<'_> {
    /// Compares a unit with the same unit at the view of `to`.
    fn compare(&self, to: &SectionReader<'_>, unit: UnitId) -> ClauseComparison {
        let mut pairing = ComparisonWalk::new(self, to);
        pairing.unit(unit);
        let notes = notes_between(self, to, unit, pairing.pairs.iter());
        let info = self.db.section_info(&self.section.id).unwrap_or_default();
        ClauseComparison {
            version: 1,
            from: ViewDescription::new(&self.db.ruleset, self.view),
            to: ViewDescription::new(&self.db.ruleset, to.view),
            id: full_id(self.section, to.tree, unit),
            heading: heading_at(to.tree, info.heading),
            page: info.page,
            notices: [unknown_between(self, to, unit), notes].concat(),
            pairs: pairing.pairs,
        }
    }
}

/// Walks over the units of a section at two views, and collects each with its text before and
/// after, its fate, and the patches that changed it.
struct ComparisonWalk<'a> {
    from: &'a SectionReader<'a>,
    to: &'a SectionReader<'a>,
    /// The compared units, in the order of the text.
    pairs: Vec<ComparedUnit>,
    /// Whether units that read the same are left out.
    changes_only: bool,
}

impl<'a> ComparisonWalk<'a> {
    fn new(from: &'a SectionReader<'a>, to: &'a SectionReader<'a>) -> Self {
        Self {
            from,
            to,
            pairs: Vec::new(),
            changes_only: false,
        }
    }
}

impl ComparisonWalk<'_> {
    /// Compares a unit and all units in it, and adds them to the pairs.
    fn unit(&mut self, unit: UnitId) {
        if self.is_shared(unit) {
            self.shared_unit(unit);
        } else {
            self.own_unit(unit);
        }
    }

    /// Returns whether a unit is the same in both versions, except for what is in it.
    fn is_shared(&self, unit: UnitId) -> bool {
        let (before, after) = (self.from.tree, self.to.tree);
        let nodes = before.shared_node(unit).zip(after.shared_node(unit));
        nodes.is_some_and(|(before, after)| Arc::ptr_eq(before, after))
            && before.is_live(unit)
            && after.is_live(unit)
    }

    /// Compares a unit that both versions share: its text is the same.
    fn shared_unit(&mut self, unit: UnitId) {
        let tree = self.to.tree;
        if !tree.kind(unit).is_atom() {
            for &child in tree.all_children(unit) {
                self.unit(child);
            }
        } else if !self.changes_only {
            let text = self.text(tree, unit);
            self.push(unit, Fate::Same, Some(text.clone()), Some(text));
        }
    }

    fn own_unit(&mut self, unit: UnitId) {
        let (from, to) = (self.from.tree, self.to.tree);
        let is_moved = is_moved(from, to, unit);
        let (was, is) = (from.is_live(unit), to.is_live(unit));
        let atom = to.kind(unit).is_atom() || from.kind(unit).is_atom();
        let old = || Some(self.text(from, unit));
        let new = || Some(self.text(to, unit));
        match (was, is) {
            (true, true) if !atom => {
                if is_moved {
                    self.push(unit, Fate::Moved, old(), new());
                }
                if let Some((old, new)) = self.whole_replacement(unit) {
                    return self.push(unit, Fate::Changed, Some(old), Some(new));
                }
                if is_relabelled(from, to, unit) {
                    let labels = (label_of(from, unit), label_of(to, unit));
                    self.push(unit, Fate::Changed, labels.0, labels.1);
                }
                for child in self.merged(unit) {
                    self.unit(child);
                }
            }
            (true, true) => {
                let (old, new) = (known_words(old(), new()), known_words(new(), old()));
                let fate = if old != new {
                    Fate::Changed
                } else if is_moved {
                    Fate::Moved
                } else {
                    Fate::Same
                };
                self.push(unit, fate, old, new);
            }
            // a new unit that took over older ones is covered by what is new in it
            (false, true) if to.iter_live_units(unit).any(|u| from.is_live(u)) => {
                for child in self.merged(unit) {
                    self.unit(child);
                }
            }
            // text that is not held and is replaced is covered by its replacement
            (false, true) if self.is_covered(self.to, self.from, unit) => {}
            (true, false) if self.is_covered(self.from, self.to, unit) => {}
            (false, true) if self.from.absence_doubt(unit).is_some() => {
                self.push(unit, Fate::Changed, Some("…".to_owned()), new());
            }
            (true, false) if self.to.absence_doubt(unit).is_some() => {
                self.push(unit, Fate::Changed, old(), Some("…".to_owned()));
            }
            (false, true) => self.push(unit, Fate::Added, None, new()),
            (true, false) => {
                let is_moved = self.to.tree.moved_to(unit).is_some();
                let fate = if is_moved { Fate::Moved } else { Fate::Removed };
                self.push(unit, fate, old(), None);
            }
            // units that were added and deleted in between, or that are pending in a unit taken
            // over from another
            (false, false) => {}
        }
    }

    /// Returns the texts of a unit of both versions that share nothing in it, if no word of just one
    /// of them is known.
    fn whole_replacement(&self, unit: UnitId) -> Option<(String, String)> {
        let (from, to) = (self.from.tree, self.to.tree);
        let mut inner = from.children(unit).chain(to.children(unit));
        if inner.any(|child| from.is_live(child) && to.is_live(child)) {
            return None;
        }
        let texts = [from, to].map(|tree| self.text(tree, unit));
        let known = texts
            .each_ref()
            .map(|text| text.contains(char::is_alphanumeric));
        let [old, new] = texts;
        match known {
            [false, true] => Some(("…".to_owned(), new)),
            [true, false] => Some((old, "…".to_owned())),
            _ => None,
        }
    }

    /// Returns whether no word of a unit of one version is known, and the other version has other
    /// units in its place.
    fn is_covered(
        &self,
        version: &SectionReader<'_>,
        other: &SectionReader<'_>,
        unit: UnitId,
    ) -> bool {
        let is_replaced = other.tree.removal(unit).is_some_and(|gone| gone.replaced);
        is_replaced
            && !self
                .text(version.tree, unit)
                .contains(char::is_alphanumeric)
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
    fn text(&self, tree: &SectionTree, unit: UnitId) -> String {
        tree.plain_text_unlabelled(
            unit,
            if self.is_printed(unit) {
                WordingLayer::Printed
            } else {
                WordingLayer::Restated
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
        if self.changes_only && fate == Fate::Same {
            return;
        }
        let tree = if self.to.tree.is_live(unit) {
            self.to.tree
        } else {
            self.from.tree
        };
        let Some(node) = tree.get(unit) else { return };
        if node.kind.is_gap() && matches!(fate, Fate::Removed | Fate::Added) {
            return;
        }
        let label = naming_label(tree, unit);
        let change = (fate != Fate::Same)
            .then(|| self.change_kind(unit, fate, before.as_deref(), after.as_deref()));
        let by = (fate != Fate::Same).then(|| self.authors(unit));
        let restated = |tree: &SectionTree, text: &Option<String>| {
            let show_restated =
                text.is_some() && tree.is_live(unit) && fate != Fate::Same && self.is_printed(unit);
            let restated = show_restated.then(|| tree.unlabelled_text(unit));
            // the words of a printed book restate nothing
            restated.filter(|restated| text.as_ref() != Some(restated))
        };
        let restated_before = restated(self.from.tree, &before);
        let restated_after = restated(self.to.tree, &after);
        let pair = ComparedUnit {
            id: full_id(self.to.section, tree, unit),
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
            moved_to: self.to.tree.moved_to(unit),
            relocation: relocation(self.from.tree, self.to.tree, unit),
            change,
            by: (by.into_iter().flatten())
                .map(|patch| self.to.analysis.origin(self.to.section, patch))
                .collect(),
        };
        self.pairs.push(pair);
    }

    /// Returns the patches between the views that act on the unit, and those that withdraw one of
    /// them.
    fn authors(&self, unit: UnitId) -> Vec<PatchIx> {
        let (was, is) = (self.from.patch_history(unit), self.to.patch_history(unit));
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
            .removal(unit)
            .filter(|gone| gone.by != BASE && !out.contains(&gone.by))
        {
            out.push(gone.by);
        }
        out
    }

    /// Returns the kind of a change: as authored; otherwise a move if the unit was moved, unknown if
    /// words of only one version are not held, a value if it is a cell or a fact differs, a
    /// permission if a binding word differs, else wording.
    fn change_kind(
        &self,
        unit: UnitId,
        fate: Fate,
        before: Option<&str>,
        after: Option<&str>,
    ) -> ChangeKind {
        let authored = self.authors(unit).into_iter().find_map(|ix| {
            let patch = self.to.section.patch(ix)?;
            let kind = patch.attribute("kind")?;
            ChangeKind::from_name(&kind.value).or(patch.scope.as_ref().map(|_| ChangeKind::Scope))
        });
        if let Some(kind) = authored {
            return kind;
        }
        if fate == Fate::Moved {
            return ChangeKind::Move;
        }
        let cell = self.to.tree.kind(unit) == UnitKind::Cell;
        let has_hole = |text: Option<&str>| text.is_some_and(|text| text.contains('…'));
        let is_unknown = [before, after].contains(&Some("…"));
        if !cell && (is_unknown || has_hole(before) != has_hole(after)) {
            return ChangeKind::Unknown;
        }
        if cell || self.facts(self.from.tree, unit) != self.facts(self.to.tree, unit) {
            return ChangeKind::Value;
        }
        if binding_words(before.unwrap_or_default()) != binding_words(after.unwrap_or_default()) {
            return ChangeKind::Permission;
        }
        ChangeKind::Wording
    }

    fn facts(&self, tree: &SectionTree, unit: UnitId) -> Vec<(String, String)> {
        let atoms = if tree.is_live(unit) {
            tree.atoms(unit)
        } else {
            Vec::new()
        };
        let wordings = atoms.into_iter().filter_map(|atom| tree.restated(atom));
        let facts = wordings.flat_map(|wording| wording.facts());
        let owned = facts.map(|(id, value)| (id.to_owned(), value.to_owned()));
        let mut facts: Vec<_> = owned.collect();
        facts.sort();
        facts
    }
}

/// Returns the text of one version of a unit next to the other: if it has no known words and the
/// other has some in the middle, these are deleted or inserted between words that are not known.
fn known_words(text: Option<String>, other: Option<String>) -> Option<String> {
    let is_within = |other: &str| other.starts_with('…') && other.ends_with('…') && other != "…";
    match (text, other) {
        (Some(text), Some(other)) if text == "…" && is_within(&other) => Some("… …".to_owned()),
        (text, _) => text,
    }
}
