//! The answers about one section at all views. Sections are processed in parallel.

use super::views::{ComparisonBasis, TextBasis, ViewGrid, sections_moved_here};
use crate::{
    analysis::{
        self, Analysis, ChangeLog, Clause, ClauseView, Comparison, SectionChanges, ViewQuery,
        WordingChoice,
    },
    model::{Tree, UnitId},
    resolve::{RulesetDb, Section, View},
};
use indexmap::IndexSet;
use jiff::civil::Date;
use std::{collections::BTreeMap, sync::Arc};

/// The units below each unit, by the step of an address.
pub(super) type Steps = BTreeMap<usize, BTreeMap<String, Vec<usize>>>;

/// Distinct answers, each with a day for which it was given.
#[derive(Debug)]
pub(super) struct UniqueAnswers<T>(pub(super) Vec<(T, Date)>);

impl<T> Default for UniqueAnswers<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: PartialEq> UniqueAnswers<T> {
    /// Returns the index of an answer, which is added if it is new.
    fn intern(&mut self, answer: T, day: Date) -> usize {
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

/// A section at all views at which it is the same.
#[derive(Debug)]
pub(super) struct SectionVersion {
    /// For each unit the index of its card; `None` for units without an address.
    pub(super) cards: Vec<Option<usize>>,
    /// The index of the tree of addresses.
    pub(super) steps: usize,
    /// The index of the history.
    pub(super) log: usize,
}

/// All answers about a section. Units are numbered; the section itself is 0.
#[derive(Debug, Default)]
pub(super) struct SectionAnswers {
    units: IndexSet<UnitId>,
    /// The names in addresses with their units.
    pub(super) names: BTreeMap<String, usize>,
    /// The distinct cards of each unit.
    pub(super) cards: Vec<UniqueAnswers<ClauseView>>,
    pub(super) steps: Vec<(Arc<Tree>, Steps)>,
    pub(super) logs: UniqueAnswers<ChangeLog>,
    pub(super) versions: Vec<SectionVersion>,
    /// The index of the version at each view; `None` where the edition is not published.
    pub(super) at: Vec<Option<usize>>,
    /// The class of each view: views of one class have the same comparisons.
    pub(super) classes: Vec<Option<usize>>,
    /// The distinct comparisons of each unit.
    pub(super) comparisons: Vec<UniqueAnswers<Comparison>>,
    pub(super) changes: UniqueAnswers<Option<SectionChanges>>,
    /// For each pair of classes, the index of the comparison of each unit, and that of the changes.
    pub(super) compared: Vec<(Vec<usize>, usize)>,
}

impl SectionAnswers {
    /// Collects the answers about a section.
    pub(super) fn new(
        analysis: &Analysis,
        db: &RulesetDb,
        section: &Section,
        grid: &ViewGrid,
        choice: WordingChoice,
    ) -> Self {
        let collector = SectionCollector {
            analysis,
            db,
            section,
            grid,
            choice,
        };
        let mut out = Self::default();
        collector.collect_versions(&mut out);
        collector.collect_comparisons(&mut out);
        out
    }
}

struct SectionCollector<'a> {
    analysis: &'a Analysis,
    db: &'a RulesetDb,
    section: &'a Section,
    grid: &'a ViewGrid,
    choice: WordingChoice,
}

impl SectionCollector<'_> {
    /// Collects cards and histories. Views with the same text and the same remarks about it are one
    /// version.
    fn collect_versions(&self, out: &mut SectionAnswers) {
        let (db, section) = (self.db, self.section);
        let root = section.base().root;
        out.units.insert(root);
        let names = db
            .names()
            .filter(|(_, home)| **home == *section.id)
            .map(|(name, _)| name);
        for name in names.chain([section.id.as_str()]) {
            let unit = analysis::unit_of_id(section, name).unwrap_or(root);
            out.names
                .insert(name.to_owned(), out.units.insert_full(unit).0);
        }
        let named = out.units.len();
        let moved = sections_moved_here(db, section);
        let mut known: Vec<(TextBasis, ClauseView, Vec<UnitId>)> = Vec::new();
        for view in &self.grid.views {
            let at = view.as_ref().map(|view| {
                let (card, unknown) =
                    self.analysis
                        .clause_surroundings(db, section, view, self.choice);
                let text = TextBasis::new(section, &moved, view);
                let key = (text, without_query(card), unknown);
                let at = known
                    .iter()
                    .position(|known| *known == key)
                    .unwrap_or(known.len());
                if at == known.len() {
                    known.push(key);
                    let version = self.collect_version(view, named, out);
                    out.versions.push(version);
                }
                at
            });
            out.at.push(at);
        }
    }

    /// Returns the cards of units, in their order.
    fn cards(&self, units: &[UnitId], view: &View) -> Vec<ClauseView> {
        let units = units.iter().copied();
        let cards = self
            .analysis
            .clause_views(self.db, self.section, units, view, self.choice);
        cards.into_iter().map(without_query).collect()
    }

    /// Returns the section at a view: the cards of all units with an address, of which the first
    /// `named` have names.
    fn collect_version(
        &self,
        view: &View,
        named: usize,
        out: &mut SectionAnswers,
    ) -> SectionVersion {
        let tree = self.section.version(view);
        let steps = out
            .steps
            .iter()
            .position(|(known, _)| Arc::ptr_eq(known, &tree))
            .unwrap_or_else(|| {
                let steps = address_steps(self.section, &tree, named, &mut out.units);
                out.steps.push((tree, steps));
                out.steps.len() - 1
            });
        let below = out.steps[steps]
            .1
            .values()
            .flat_map(BTreeMap::values)
            .flatten()
            .copied();
        let units: IndexSet<usize> = (0..named).chain(below).collect();
        out.cards
            .resize_with(out.units.len(), UniqueAnswers::default);
        let mut cards = vec![None; out.units.len()];
        let shown: Vec<UnitId> = units.iter().map(|&at| out.units[at]).collect();
        for (at, card) in units.into_iter().zip(self.cards(&shown, view)) {
            cards[at] = Some(out.cards[at].intern(card, view.as_of));
        }
        let log = ChangeLog {
            query: ViewQuery::default(),
            ..self.analysis.change_log(self.db, self.section, None, view)
        };
        SectionVersion {
            cards,
            steps,
            log: out.logs.intern(log, view.as_of),
        }
    }

    /// Returns the clauses of the card of the whole section in a version, without rulings.
    fn without_rulings(&self, out: &SectionAnswers, version: usize) -> Vec<Clause> {
        let root = out.versions[version].cards[0].and_then(|at| out.cards[0].0.get(at));
        let clauses = root
            .into_iter()
            .flat_map(|(card, _)| &card.clauses)
            .cloned();
        let clause = |clause| Clause {
            clarifications: Vec::new(),
            ..clause
        };
        clauses.map(clause).collect()
    }

    /// Collects the comparisons of all pairs of views for each unit, and the entries of the list of
    /// changes. They depend on the steps that made the text and on the remarks about it, except for
    /// rulings.
    fn collect_comparisons(&self, out: &mut SectionAnswers) {
        let mut classes: Vec<((ComparisonBasis, Vec<Clause>), &View)> = Vec::new();
        let mut known: Vec<((usize, ComparisonBasis), usize)> = Vec::new();
        for (view, version) in self.grid.views.iter().zip(&out.at) {
            let class = view.as_ref().zip(*version).map(|(view, version)| {
                let key = (version, ComparisonBasis::new(self.section, view));
                if let Some((_, class)) = known.iter().find(|(known, _)| *known == key) {
                    return *class;
                }
                let basis = (key.1.clone(), self.without_rulings(out, version));
                let at = classes
                    .iter()
                    .position(|(known, _)| *known == basis)
                    .unwrap_or(classes.len());
                if at == classes.len() {
                    classes.push((basis, view));
                }
                known.push((key, at));
                at
            });
            out.classes.push(class);
        }
        out.comparisons
            .resize_with(out.units.len(), UniqueAnswers::default);
        for (_, from) in &classes {
            for (_, to) in &classes {
                let shown = out.units.iter().copied();
                let found = self
                    .analysis
                    .compare_units(self.db, self.section, shown, from, to);
                let intern = |(found, known): (Comparison, &mut UniqueAnswers<Comparison>)| {
                    let answer = Comparison {
                        from: ViewQuery::default(),
                        to: ViewQuery::default(),
                        ..found
                    };
                    known.intern(answer, to.as_of)
                };
                let units = found
                    .into_iter()
                    .zip(&mut out.comparisons)
                    .map(intern)
                    .collect();
                let changes = self
                    .analysis
                    .section_changes(self.db, self.section, from, to);
                out.compared
                    .push((units, out.changes.intern(changes, to.as_of)));
            }
        }
    }
}

/// Returns a card without the view, which the script adds itself.
fn without_query(card: ClauseView) -> ClauseView {
    ClauseView {
        query: ViewQuery::default(),
        ..card
    }
}

/// Returns the steps from the first `named` units to others, and from these to further ones.
fn address_steps(
    section: &Section,
    tree: &Tree,
    named: usize,
    units: &mut IndexSet<UnitId>,
) -> Steps {
    let mut out = Steps::new();
    let mut queue: Vec<usize> = (0..named).collect();
    while let Some(at) = queue.pop() {
        if out.contains_key(&at) {
            continue;
        }
        let mut below = BTreeMap::new();
        for (step, found) in analysis::address_steps(tree, units[at]) {
            let found: Vec<usize> = found
                .into_iter()
                .map(|unit| units.insert_full(unit).0)
                .collect();
            queue.extend(&found);
            below.insert(step, found);
        }
        if at == 0 {
            // units at an unknown position are addressed by the key of their creation
            for unit in tree
                .live_units(tree.root)
                .into_iter()
                .filter(|&unit| tree.get(unit).is_some_and(|node| node.floating))
            {
                let found = units.insert_full(unit).0;
                let key = section.arena.key(unit);
                let path = key
                    .strip_prefix(&section.id)
                    .and_then(|path| path.strip_prefix('/'))
                    .unwrap_or(key);
                queue.push(found);
                below.insert(format!("~{path}"), vec![found]);
            }
        }
        out.insert(at, below);
    }
    out.retain(|_, below| !below.is_empty());
    out
}
