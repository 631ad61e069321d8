//! Which of the units that come are units that were there before.

use super::{Nursery, select::label_key};
use crate::{
    model::{Kind, Node, Tree, UnitId},
    syntax::Layer,
};
use std::collections::{HashMap, HashSet};

/// Finds for the units of `nursery` the ones among `targets` (and what they hold) whose identity they carry on, and puts those
/// in their place: by name, by the same words, by label, as the one for the one, by the things they hold, by position.
pub(super) fn carry_on(
    tree: &Tree,
    targets: &[UnitId],
    nursery: &mut Nursery,
    named: &[(UnitId, UnitId)],
) -> HashMap<UnitId, UnitId> {
    let mut pairs = Pairs::new(tree, targets, nursery);
    for &(new, old) in named {
        pairs.join(new, old);
    }
    pairs.rows_and_cells();
    pairs.same_words();
    pairs.labels();
    pairs.one_for_one(targets);
    pairs.by_contents();
    pairs.one_by_one(targets);
    pairs.by_position();
    pairs.same_contents();
    let (to, same) = (pairs.to, pairs.same);
    for seed in &mut nursery.seeds {
        let rename = |unit: &mut UnitId| *unit = to.get(unit).copied().unwrap_or(*unit);
        seed.keep = same.contains(&seed.unit);
        rename(&mut seed.unit);
        if let Some(parent) = &mut seed.node.parent {
            rename(parent);
        }
        seed.node.children.iter_mut().for_each(rename);
    }
    for root in &mut nursery.roots {
        *root = to.get(root).copied().unwrap_or(*root);
    }
    to
}

struct Pairs<'a> {
    tree: &'a Tree,
    nursery: &'a Nursery,
    index: HashMap<UnitId, usize>,
    old: Vec<UnitId>,
    inside: HashSet<UnitId>,
    to: HashMap<UnitId, UnitId>,
    taken: HashSet<UnitId>,
    same: HashSet<UnitId>,
}

impl<'a> Pairs<'a> {
    fn new(tree: &'a Tree, targets: &[UnitId], nursery: &'a Nursery) -> Self {
        let old: Vec<UnitId> = targets
            .iter()
            .flat_map(|&target| tree.walk(target))
            .collect();
        let inside = old.iter().copied().collect();
        let index = nursery
            .seeds
            .iter()
            .enumerate()
            .map(|(at, seed)| (seed.unit, at))
            .collect();
        Self {
            tree,
            nursery,
            index,
            old,
            inside,
            to: HashMap::new(),
            taken: HashSet::new(),
            same: HashSet::new(),
        }
    }

    fn kind(&self, new: UnitId) -> Kind {
        self.index
            .get(&new)
            .map_or(Kind::Section, |&at| self.nursery.seeds[at].node.kind)
    }

    fn join(&mut self, new: UnitId, old: UnitId) -> bool {
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

    /// Rows by label, and their cells by the label of their column.
    fn rows_and_cells(&mut self) {
        let rows: Vec<_> = self
            .nursery
            .seeds
            .iter()
            .filter(|seed| seed.node.kind == Kind::Row)
            .collect();
        for seed in rows {
            let Some(label) = seed.node.label.as_deref().map(label_key) else {
                continue;
            };
            let old = self.old.iter().copied().find(|&u| {
                self.tree.kind(u) == Kind::Row
                    && self
                        .tree
                        .get(u)
                        .and_then(|n| n.label.as_deref())
                        .is_some_and(|l| label_key(l) == label)
            });
            let Some(old) = old else { continue };
            self.join(seed.unit, old);
            for &cell in &seed.node.children {
                let Some(&at) = self.index.get(&cell) else {
                    continue;
                };
                let column = self.nursery.seeds[at].node.label.as_deref().map(label_key);
                let twin = self.tree.children(old).find(|&u| {
                    self.tree
                        .get(u)
                        .and_then(|n| n.label.as_deref())
                        .map(label_key)
                        == column
                });
                if let Some(twin) = twin {
                    self.join(cell, twin);
                }
            }
        }
    }

    /// Atoms with the very same words, in order. These stay what they are, with their provenance.
    fn same_words(&mut self) {
        let old: Vec<(UnitId, &str)> = self
            .old
            .iter()
            .filter_map(|&u| {
                self.tree
                    .get(u)?
                    .text(Layer::Restated)
                    .filter(|w| !w.is_hole())
                    .map(|w| (u, &*w.text))
            })
            .collect();
        let mut from = 0;
        for seed in &self.nursery.seeds {
            let Some(words) = seed.node.text(Layer::Restated).filter(|w| !w.is_hole()) else {
                continue;
            };
            let pair = match self.to.get(&seed.unit) {
                Some(twin) => old
                    .iter()
                    .position(|(u, text)| u == twin && *text == &*words.text),
                None => old[from..]
                    .iter()
                    .position(|(u, text)| *text == &*words.text && !self.taken.contains(u))
                    .map(|at| from + at),
            };
            let Some(at) = pair else { continue };
            if self.to.contains_key(&seed.unit) || self.join(seed.unit, old[at].0) {
                self.same.insert(seed.unit);
                from = from.max(at + 1);
            }
        }
    }

    /// Labelled units whose label stands once on either side.
    fn labels(&mut self) {
        let label = |node: &Node| {
            node.label
                .as_deref()
                .map(label_key)
                .filter(|_| matches!(node.kind, Kind::Paragraph | Kind::Bullet))
        };
        let old: Vec<_> = self
            .old
            .iter()
            .filter_map(|&u| Some((u, self.tree.kind(u), label(self.tree.get(u)?)?)))
            .collect();
        let new: Vec<_> = self
            .nursery
            .seeds
            .iter()
            .filter_map(|seed| Some((seed.unit, seed.node.kind, label(&seed.node)?)))
            .collect();
        for (unit, kind, label) in &new {
            let bear = |all: &[(UnitId, Kind, String)]| {
                all.iter()
                    .filter(|(_, k, l)| k == kind && l == label)
                    .map(|one| one.0)
                    .collect::<Vec<_>>()
            };
            if let ([_], [twin]) = (bear(&new).as_slice(), bear(&old).as_slice()) {
                self.join(*unit, *twin);
            }
        }
    }

    /// A container that has its old label and holds nothing but what it held, unchanged, is unchanged itself.
    fn same_contents(&mut self) {
        for seed in self
            .nursery
            .seeds
            .iter()
            .rev()
            .filter(|seed| !seed.node.kind.is_atom())
        {
            let Some((&old, before)) = self
                .to
                .get(&seed.unit)
                .and_then(|old| Some((old, self.tree.get(*old)?)))
            else {
                continue;
            };
            let held: Vec<UnitId> = self.tree.children(old).collect();
            let holds: Option<Vec<UnitId>> = seed
                .node
                .children
                .iter()
                .map(|child| {
                    self.to
                        .get(child)
                        .copied()
                        .filter(|_| self.same.contains(child))
                })
                .collect();
            if before.kind == seed.node.kind
                && before.label == seed.node.label
                && holds == Some(held)
            {
                self.same.insert(seed.unit);
            }
        }
    }

    /// One target and what comes for it: the root that is carried on by name, else the first one of its kind.
    fn one_for_one(&mut self, targets: &[UnitId]) {
        let headings = |tree: &Tree, u: UnitId| tree.kind(u) == Kind::Heading;
        let heading = targets.iter().copied().find(|&u| headings(self.tree, u));
        let new_heading = self
            .nursery
            .roots
            .iter()
            .copied()
            .find(|&u| self.kind(u) == Kind::Heading);
        if let (Some(old), Some(new)) = (heading, new_heading) {
            self.join(new, old);
        }
        let (targets, roots) = self.outermost(targets);
        if let [target] = targets.as_slice()
            && !self.taken.contains(target)
        {
            let free = roots.iter().copied().find(|root| {
                !self.to.contains_key(root) && self.kind(*root) == self.tree.kind(*target)
            });
            let any = free.or_else(|| {
                roots
                    .iter()
                    .copied()
                    .find(|root| !self.to.contains_key(root))
            });
            if let Some(root) = any {
                self.join(root, *target);
            }
        }
    }

    /// As many roots as targets: each for the one in its place, if it is of its kind.
    fn one_by_one(&mut self, targets: &[UnitId]) {
        let (targets, roots) = self.outermost(targets);
        if targets.len() == roots.len() {
            for (&root, &target) in roots.iter().zip(&targets) {
                if self.kind(root) == self.tree.kind(target) {
                    self.join(root, target);
                }
            }
        }
    }

    /// Targets and roots without headings and open runs.
    fn outermost(&self, targets: &[UnitId]) -> (Vec<UnitId>, Vec<UnitId>) {
        let plain = |kind: Kind| kind != Kind::Heading && !kind.is_gap();
        let targets = targets
            .iter()
            .copied()
            .filter(|&u| plain(self.tree.kind(u)))
            .collect();
        (
            targets,
            self.nursery
                .roots
                .iter()
                .copied()
                .filter(|&u| plain(self.kind(u)))
                .collect(),
        )
    }

    /// A container that holds what an old one held is that one.
    fn by_contents(&mut self) {
        for seed in self.nursery.seeds.iter().rev() {
            if seed.node.kind.is_atom() || self.to.contains_key(&seed.unit) {
                continue;
            }
            let parents = seed
                .node
                .children
                .iter()
                .filter_map(|child| self.to.get(child))
                .filter_map(|&old| self.tree.get(old)?.parent);
            let parents: Vec<_> = parents
                .filter(|&p| self.tree.kind(p) == seed.node.kind)
                .collect();
            for parent in parents {
                if self.join(seed.unit, parent) {
                    break;
                }
            }
        }
    }

    /// In a container that is carried on, what is left on both sides is the same thing reworded if the numbers agree.
    fn by_position(&mut self) {
        for seed in &self.nursery.seeds {
            let Some(&old) = self.to.get(&seed.unit) else {
                continue;
            };
            for kind in [Kind::Sentence, Kind::Bullet, Kind::Paragraph, Kind::Heading] {
                let new: Vec<_> = seed
                    .node
                    .children
                    .iter()
                    .copied()
                    .filter(|&c| self.kind(c) == kind && !self.to.contains_key(&c))
                    .collect();
                let left: Vec<_> = self
                    .tree
                    .children(old)
                    .filter(|&c| self.tree.kind(c) == kind && !self.taken.contains(&c))
                    .collect();
                if new.len() == left.len() {
                    for (new, left) in new.into_iter().zip(left) {
                        self.join(new, left);
                    }
                }
            }
        }
    }
}
