//! Matches new units with replaced ones, whose identity they keep: by name, words, label, place.

use super::{NewUnits, counting::label_key};
use crate::{
    model::{SectionTree, UnitId, UnitKind, UnitState},
    syntax::WordingLayer,
};
use std::collections::{HashMap, HashSet};

/// Finds the units among `targets` and their contents whose identity the units of `new_units` keep,
/// and renumbers the new units accordingly.
///
/// Units are matched by name, by equal words, by label, as the only replacement of the only target,
/// by contents, and by position, in this order.
pub(super) fn match_units(
    tree: &SectionTree,
    targets: &[UnitId],
    new_units: &mut NewUnits,
    named: &[(UnitId, UnitId)],
) -> HashMap<UnitId, UnitId> {
    let mut pairs = UnitMatcher::new(tree, targets, new_units);
    for &(new, old) in named {
        pairs.pair(new, old);
    }
    pairs.match_rows_and_cells();
    pairs.match_same_words();
    pairs.match_labels();
    pairs.match_single_target(targets);
    pairs.match_by_contents();
    pairs.match_one_by_one(targets);
    pairs.match_by_position();
    pairs.mark_unchanged_containers();
    let (to, same) = (pairs.to, pairs.same);
    let rename = |unit: &mut UnitId| *unit = to.get(unit).copied().unwrap_or(*unit);
    for new_unit in &mut new_units.units {
        new_unit.unchanged = same.contains(&new_unit.unit);
        rename(&mut new_unit.unit);
        new_unit.node.parent.iter_mut().for_each(rename);
        new_unit.node.children.iter_mut().for_each(rename);
    }
    new_units.roots.iter_mut().for_each(rename);
    to
}

/// Matcher of the units of a payload with the units that they replace.
struct UnitMatcher<'a> {
    tree: &'a SectionTree,
    new_units: &'a NewUnits,
    index: HashMap<UnitId, usize>,
    old: Vec<UnitId>,
    inside: HashSet<UnitId>,
    to: HashMap<UnitId, UnitId>,
    taken: HashSet<UnitId>,
    same: HashSet<UnitId>,
}

impl<'a> UnitMatcher<'a> {
    fn new(tree: &'a SectionTree, targets: &[UnitId], new_units: &'a NewUnits) -> Self {
        let old: Vec<UnitId> = targets
            .iter()
            .flat_map(|&target| tree.live_units(target))
            .collect();
        let inside = old.iter().copied().collect();
        let index = new_units
            .units
            .iter()
            .enumerate()
            .map(|(at, new_unit)| (new_unit.unit, at))
            .collect();
        Self {
            tree,
            new_units,
            index,
            old,
            inside,
            to: HashMap::new(),
            taken: HashSet::new(),
            same: HashSet::new(),
        }
    }

    fn kind(&self, new: UnitId) -> UnitKind {
        self.index
            .get(&new)
            .map_or(UnitKind::Section, |&at| self.new_units.units[at].node.kind)
    }

    fn pair(&mut self, new: UnitId, old: UnitId) -> bool {
        let free =
            self.inside.contains(&old) && !self.taken.contains(&old) && !self.to.contains_key(&new);
        let alike = self.kind(new) == self.tree.kind(old)
            || !self.kind(new).is_atom()
                && !self.tree.kind(old).is_atom()
                && !self.tree.kind(old).is_gap();
        if free && alike {
            self.to.insert(new, old);
            self.taken.insert(old);
        }
        free && alike
    }

    /// Matches rows by label, and their cells by the label of their column.
    fn match_rows_and_cells(&mut self) {
        let (tree, new_units) = (self.tree, &self.new_units.units);
        for new_unit in new_units
            .iter()
            .filter(|new| new.node.kind == UnitKind::Row)
        {
            let Some(label) = new_unit.node.label.as_deref().map(label_key) else {
                continue;
            };
            let has_label = |&u: &UnitId| {
                tree.kind(u) == UnitKind::Row
                    && tree.label(u).is_some_and(|own| label_key(own) == label)
            };
            let Some(old) = self.old.iter().copied().find(has_label) else {
                continue;
            };
            self.pair(new_unit.unit, old);
            for &cell in &new_unit.node.children {
                let Some(&at) = self.index.get(&cell) else {
                    continue;
                };
                let column = new_units[at].node.label.as_deref().map(label_key);
                let mut cells = tree.children(old);
                if let Some(twin) = cells.find(|&u| tree.label(u).map(label_key) == column) {
                    self.pair(cell, twin);
                }
            }
        }
    }

    /// Matches atoms with the very same words, in order. These keep their provenance.
    fn match_same_words(&mut self) {
        let old: Vec<(UnitId, &str)> = self
            .old
            .iter()
            .filter_map(|&u| {
                self.tree
                    .restated(u)
                    .filter(|w| !w.is_hole())
                    .map(|w| (u, &*w.text))
            })
            .collect();
        let mut from = 0;
        for new_unit in &self.new_units.units {
            let Some(words) = new_unit
                .node
                .text(WordingLayer::Restated)
                .filter(|w| !w.is_hole())
            else {
                continue;
            };
            let pair = match self.to.get(&new_unit.unit) {
                Some(twin) => old
                    .iter()
                    .position(|(u, text)| u == twin && *text == &*words.text),
                None => old[from..]
                    .iter()
                    .position(|(u, text)| *text == &*words.text && !self.taken.contains(u))
                    .map(|at| from + at),
            };
            let Some(at) = pair else { continue };
            if self.to.contains_key(&new_unit.unit) || self.pair(new_unit.unit, old[at].0) {
                self.same.insert(new_unit.unit);
                from = from.max(at + 1);
            }
        }
    }

    /// Matches labelled units whose label occurs once on either side.
    fn match_labels(&mut self) {
        let label = |node: &UnitState| {
            node.label
                .as_deref()
                .map(label_key)
                .filter(|_| matches!(node.kind, UnitKind::Paragraph | UnitKind::Bullet))
        };
        let old: Vec<_> = self
            .old
            .iter()
            .filter_map(|&u| Some((u, self.tree.kind(u), label(self.tree.get(u)?)?)))
            .collect();
        let new: Vec<_> = self
            .new_units
            .units
            .iter()
            .filter_map(|new_unit| {
                Some((new_unit.unit, new_unit.node.kind, label(&new_unit.node)?))
            })
            .collect();
        for (unit, kind, label) in &new {
            let with_label = |all: &[(UnitId, UnitKind, String)]| {
                all.iter()
                    .filter(|(_, k, l)| k == kind && l == label)
                    .map(|one| one.0)
                    .collect::<Vec<_>>()
            };
            if let ([_], [twin]) = (with_label(&new).as_slice(), with_label(&old).as_slice()) {
                self.pair(*unit, *twin);
            }
        }
    }

    /// Marks a container as unchanged if it has its old label and exactly its old, unchanged
    /// contents.
    fn mark_unchanged_containers(&mut self) {
        let new_units = self.new_units.units.iter().rev();
        for new_unit in new_units.filter(|new_unit| !new_unit.node.kind.is_atom()) {
            let Some(&old) = self.to.get(&new_unit.unit) else {
                continue;
            };
            let Some(before) = self.tree.get(old) else {
                continue;
            };
            let unchanged = |child: &UnitId| {
                let old = self.to.get(child).copied();
                old.filter(|_| self.same.contains(child))
            };
            let old_children: Vec<UnitId> = self.tree.children(old).collect();
            let new_children = new_unit.node.children.iter().map(unchanged);
            let new_children: Option<Vec<UnitId>> = new_children.collect();
            if before.kind == new_unit.node.kind
                && before.label == new_unit.node.label
                && new_children == Some(old_children)
            {
                self.same.insert(new_unit.unit);
            }
        }
    }

    /// Matches a single target with the root that has its name, else with the first root of its
    /// kind.
    fn match_single_target(&mut self, targets: &[UnitId]) {
        let mut old = targets.iter().copied();
        let mut new = self.new_units.roots.iter().copied();
        let old = old.find(|&u| self.tree.kind(u) == UnitKind::Heading);
        let new = new.find(|&u| self.kind(u) == UnitKind::Heading);
        if let (Some(old), Some(new)) = (old, new) {
            self.pair(new, old);
        }
        let (targets, roots) = self.outermost_units(targets);
        if let [target] = targets.as_slice()
            && !self.taken.contains(target)
        {
            let mut free = roots.iter().filter(|root| !self.to.contains_key(root));
            let first = free.clone().next();
            let like = free.find(|root| self.kind(**root) == self.tree.kind(*target));
            if let Some(&root) = like.or(first) {
                self.pair(root, *target);
            }
        }
    }

    /// Matches roots and targets pairwise if there are equally many; each pair must be of one kind.
    fn match_one_by_one(&mut self, targets: &[UnitId]) {
        let (targets, roots) = self.outermost_units(targets);
        if targets.len() == roots.len() {
            for (&root, &target) in roots.iter().zip(&targets) {
                if self.kind(root) == self.tree.kind(target) {
                    self.pair(root, target);
                }
            }
        }
    }

    /// Returns targets and roots without headings and open runs.
    fn outermost_units(&self, targets: &[UnitId]) -> (Vec<UnitId>, Vec<UnitId>) {
        let plain = |kind: UnitKind| kind != UnitKind::Heading && !kind.is_gap();
        let targets = targets.iter().copied();
        let roots = self.new_units.roots.iter().copied();
        (
            targets.filter(|&u| plain(self.tree.kind(u))).collect(),
            roots.filter(|&u| plain(self.kind(u))).collect(),
        )
    }

    /// Matches a container with the old container of its matched contents.
    fn match_by_contents(&mut self) {
        for new_unit in self.new_units.units.iter().rev() {
            if new_unit.node.kind.is_atom() || self.to.contains_key(&new_unit.unit) {
                continue;
            }
            let old = new_unit.node.children.iter();
            let old = old.filter_map(|child| self.tree.parent(*self.to.get(child)?));
            let kind = new_unit.node.kind;
            let parents: Vec<UnitId> = old.filter(|&p| self.tree.kind(p) == kind).collect();
            // the first parent that is still free
            parents
                .into_iter()
                .any(|parent| self.pair(new_unit.unit, parent));
        }
    }

    /// Matches the remaining children of a matched container by position, if their numbers agree on
    /// both sides: they are reworded.
    fn match_by_position(&mut self) {
        for new_unit in &self.new_units.units {
            let Some(&old) = self.to.get(&new_unit.unit) else {
                continue;
            };
            for kind in [
                UnitKind::Sentence,
                UnitKind::Bullet,
                UnitKind::Paragraph,
                UnitKind::Heading,
            ] {
                let new = new_unit.node.children.iter().copied();
                let new = new.filter(|c| self.kind(*c) == kind && !self.to.contains_key(c));
                let new: Vec<UnitId> = new.collect();
                let left = self.tree.children(old);
                let left = left.filter(|c| self.tree.kind(*c) == kind && !self.taken.contains(c));
                let left: Vec<UnitId> = left.collect();
                if new.len() == left.len() {
                    for (new, left) in new.into_iter().zip(left) {
                        self.pair(new, left);
                    }
                }
            }
        }
    }
}
