//! The program's answers about one section, at all views. Sections are gathered on all cores.

use super::times::{Basis, Stand, Times, moved_into};
use crate::{
    analysis::{
        self, Analysis, Clause, ClauseView, Comparison, Log, Query, SectionChanges, WordingChoice,
    },
    model::{Tree, UnitId},
    resolve::{RulesetDb, Section, View},
};
use indexmap::IndexSet;
use jiff::civil::Date;
use std::{collections::BTreeMap, sync::Arc};

/// From a unit to those below it, by the steps of addresses.
pub(super) type Steps = BTreeMap<usize, BTreeMap<String, Vec<usize>>>;

/// Answers, each once, with a day for which it was given.
#[derive(Debug)]
pub(super) struct Answers<T>(pub(super) Vec<(T, Date)>);

impl<T> Default for Answers<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: PartialEq> Answers<T> {
    /// The place of an answer.
    fn put(&mut self, answer: T, day: Date) -> usize {
        let at = self
            .0
            .iter()
            .position(|(known, _)| *known == answer)
            .unwrap_or(self.0.len());
        if at == self.0.len() {
            self.0.push((answer, day));
        }
        at
    }
}

/// A section at the views at which it is the same.
#[derive(Debug)]
pub(super) struct Version {
    /// For each unit which of its cards; none for units to which no address leads.
    pub(super) cards: Vec<Option<usize>>,
    /// Which of the trees of addresses.
    pub(super) steps: usize,
    /// Which history.
    pub(super) log: usize,
}

/// All answers about a section. Units are numbered; the section itself is 0.
#[derive(Debug, Default)]
pub(super) struct Gathered {
    units: IndexSet<UnitId>,
    /// The names in addresses, with their units.
    pub(super) names: BTreeMap<String, usize>,
    /// The cards of each unit.
    pub(super) cards: Vec<Answers<ClauseView>>,
    pub(super) steps: Vec<(Arc<Tree>, Steps)>,
    pub(super) logs: Answers<Log>,
    pub(super) versions: Vec<Version>,
    /// Which version it is at each view; none where the edition is not out.
    pub(super) at: Vec<Option<usize>>,
    /// Which view it is for comparisons: views that lead to the same ones have one number.
    pub(super) classes: Vec<Option<usize>>,
    /// The comparisons of each unit.
    pub(super) comparisons: Vec<Answers<Comparison>>,
    pub(super) changes: Answers<Option<SectionChanges>>,
    /// For each class, compared with each class: which comparison of each unit, and which changes.
    pub(super) compared: Vec<(Vec<usize>, usize)>,
}

impl Gathered {
    /// The answers about a section.
    pub(super) fn new(
        analysis: &Analysis,
        db: &RulesetDb,
        section: &Section,
        times: &Times,
        choice: WordingChoice,
    ) -> Self {
        let gatherer = Gatherer {
            analysis,
            db,
            section,
            times,
            choice,
        };
        let mut out = Self::default();
        gatherer.versions(&mut out);
        gatherer.compared(&mut out);
        out
    }
}

struct Gatherer<'a> {
    analysis: &'a Analysis,
    db: &'a RulesetDb,
    section: &'a Section,
    times: &'a Times,
    choice: WordingChoice,
}

impl Gatherer<'_> {
    /// Cards and histories. Views at which the text is the same and the card of the whole section too, with all that is said around it, are
    /// one version.
    fn versions(&self, out: &mut Gathered) {
        let (db, section) = (self.db, self.section);
        let root = section.base().root;
        out.units.insert(root);
        let names = db
            .names()
            .filter(|(_, home)| **home == *section.id)
            .map(|(name, _)| name);
        for name in names.chain([section.id.as_str()]) {
            let unit = analysis::own(section, name).unwrap_or(root);
            out.names
                .insert(name.to_owned(), out.units.insert_full(unit).0);
        }
        let named = out.units.len();
        let moved = moved_into(db, section);
        let mut known: Vec<(Stand, ClauseView)> = Vec::new();
        for view in &self.times.views {
            let at = view.as_ref().map(|view| {
                let key = (Stand::new(section, &moved, view), self.card(root, view));
                let at = known
                    .iter()
                    .position(|known| *known == key)
                    .unwrap_or(known.len());
                if at == known.len() {
                    known.push(key);
                    let version = self.version(view, named, out);
                    out.versions.push(version);
                }
                at
            });
            out.at.push(at);
        }
    }

    fn card(&self, unit: UnitId, view: &View) -> ClauseView {
        let card = self
            .analysis
            .clause_view(self.db, self.section, Some(unit), view, self.choice);
        ClauseView {
            query: Query::default(),
            ..card
        }
    }

    /// The section at a view: the cards of all units to which an address leads there, of which the first `named` have names.
    fn version(&self, view: &View, named: usize, out: &mut Gathered) -> Version {
        let tree = self.section.version(view);
        let steps = out
            .steps
            .iter()
            .position(|(known, _)| Arc::ptr_eq(known, &tree))
            .unwrap_or_else(|| {
                let steps = steps(self.section, &tree, named, &mut out.units);
                out.steps.push((tree, steps));
                out.steps.len() - 1
            });
        let below = out.steps[steps]
            .1
            .values()
            .flat_map(BTreeMap::values)
            .flatten()
            .copied();
        let wanted: IndexSet<usize> = (0..named).chain(below).collect();
        out.cards.resize_with(out.units.len(), Answers::default);
        let mut cards = vec![None; out.units.len()];
        for at in wanted {
            cards[at] = Some(out.cards[at].put(self.card(out.units[at], view), view.as_of));
        }
        let log = Log {
            query: Query::default(),
            ..self.analysis.log(self.db, self.section, None, view)
        };
        Version {
            cards,
            steps,
            log: out.logs.put(log, view.as_of),
        }
    }

    /// What leads from one view to another, either way, for each unit, and what the list of all changes has of it. It depends on how the
    /// text came about, and on what is said around it but for rulings.
    fn compared(&self, out: &mut Gathered) {
        let mut classes: Vec<((Basis, Vec<Clause>), &View)> = Vec::new();
        for (view, version) in self.times.views.iter().zip(&out.at) {
            let class = view.as_ref().zip(*version).map(|(view, version)| {
                let root = out.versions[version].cards[0].and_then(|at| out.cards[0].0.get(at));
                let clauses = root
                    .map(|(card, _)| card.clauses.clone())
                    .unwrap_or_default();
                let around = clauses
                    .into_iter()
                    .map(|clause| Clause {
                        clarifications: Vec::new(),
                        ..clause
                    })
                    .collect();
                let basis = (Basis::new(self.section, view), around);
                let at = classes
                    .iter()
                    .position(|(known, _)| *known == basis)
                    .unwrap_or(classes.len());
                if at == classes.len() {
                    classes.push((basis, view));
                }
                at
            });
            out.classes.push(class);
        }
        out.comparisons
            .resize_with(out.units.len(), Answers::default);
        for (_, from) in &classes {
            for (_, to) in &classes {
                let compare = |(&unit, known): (&UnitId, &mut Answers<Comparison>)| {
                    let found = self
                        .analysis
                        .compare(self.db, self.section, Some(unit), from, to);
                    known.put(
                        Comparison {
                            from: Query::default(),
                            to: Query::default(),
                            ..found
                        },
                        to.as_of,
                    )
                };
                let units = out
                    .units
                    .iter()
                    .zip(&mut out.comparisons)
                    .map(compare)
                    .collect();
                let changes = self
                    .analysis
                    .section_changes(self.db, self.section, from, to);
                out.compared
                    .push((units, out.changes.put(changes, to.as_of)));
            }
        }
    }
}

/// The steps that lead from the first `named` units to others, and from these to further ones.
fn steps(section: &Section, tree: &Tree, named: usize, units: &mut IndexSet<UnitId>) -> Steps {
    let mut out = Steps::new();
    let mut wanted: Vec<usize> = (0..named).collect();
    while let Some(at) = wanted.pop() {
        if out.contains_key(&at) {
            continue;
        }
        let mut below = BTreeMap::new();
        for (step, found) in analysis::steps(tree, units[at]) {
            let found: Vec<usize> = found
                .into_iter()
                .map(|unit| units.insert_full(unit).0)
                .collect();
            wanted.extend(&found);
            below.insert(step, found);
        }
        if at == 0 {
            // units whose place is not known are found by the key of their birth
            for unit in tree
                .walk(tree.root)
                .into_iter()
                .filter(|&unit| tree.get(unit).is_some_and(|node| node.floating))
            {
                let found = units.insert_full(unit).0;
                let key = section.arena.key(unit);
                let path = key
                    .strip_prefix(&section.id)
                    .and_then(|path| path.strip_prefix('/'))
                    .unwrap_or(key);
                wanted.push(found);
                below.insert(format!("~{path}"), vec![found]);
            }
        }
        out.insert(at, below);
    }
    out.retain(|_, below| !below.is_empty());
    out
}
