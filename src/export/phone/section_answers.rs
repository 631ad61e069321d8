//! Collects distinct answers about a section at all views: clauses, history, errata, comparisons.
//! A card is the clause of a unit as shown. The caller processes sections in parallel.

use super::views::{SectionAnswersKey, SectionTextKey, ViewGrid, sections_moved_here};
use crate::{
    analysis::{
        self, Analysis, ChangeLog, Clause, ClauseWithSharedBlocks, ComparedUnit, ComparisonBasis,
        ComparisonHead, SectionErrata, SectionViews, SourceKey, ViewDescription,
        ViewPairComparison, WordingChoice,
    },
    model::{SectionTree, UnitId},
    resolve::{RulesetDb, Section, View},
};
use indexmap::IndexSet;
use jiff::civil::Date;
use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
};

/// For each unit, by its index, the units that a step of an address (`b3`) leads to from there.
pub(super) type UnitsByStep = BTreeMap<usize, BTreeMap<String, Vec<usize>>>;

/// Distinct answers of one type about a section, each with the day of the view at which it was
/// first given.
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

/// A version of the answers about a section, which several views share: indices into
/// `SectionAnswers` of cards of units, address steps, history and errata.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct AnswersVersion {
    /// For each unit the index among its own cards; `None` for units without an address.
    pub(super) cards: Vec<Option<usize>>,
    /// The index of the tree of addresses.
    pub(super) steps: usize,
    /// The index of the history.
    pub(super) log: usize,
    /// The index of the errata.
    pub(super) errata: usize,
}

/// Distinct `ComparedUnit`s of a section, each comparing one unit at two of the views, and maps to
/// find those already known.
#[derive(Debug, Default)]
pub(super) struct UniqueComparisons {
    pub(super) pairs: Vec<Arc<ComparedUnit>>,
    by_unit: HashMap<UnitId, Vec<usize>>,
    /// By the place in memory of those in `pairs`: most are shared.
    by_address: HashMap<usize, usize>,
}

impl UniqueComparisons {
    fn intern(&mut self, unit: UnitId, pair: Arc<ComparedUnit>) -> usize {
        let address = Arc::as_ptr(&pair).addr();
        if let Some(&at) = self.by_address.get(&address) {
            return at;
        }
        let known = self.by_unit.entry(unit).or_default();
        if let Some(&at) = known.iter().find(|&&at| self.pairs[at] == pair) {
            return at;
        }
        let at = self.pairs.len();
        known.push(at);
        self.by_address.insert(address, at);
        self.pairs.push(pair);
        at
    }
}

/// The comparison of a section between two classes of views that answer alike: indices into
/// `UniqueComparisons`, their range for each unit, and notices.
#[derive(Debug)]
pub(super) struct ViewClassComparison {
    /// The indices of the pairs.
    pub(super) pairs: Vec<usize>,
    /// For each unit the first of its pairs and their number.
    pub(super) ranges: Vec<(usize, usize)>,
    /// The units with notices.
    pub(super) notices: Vec<(usize, Vec<String>)>,
    /// The day of the later view.
    pub(super) day: Date,
}

/// All distinct answers about a section, and which of them apply at each view and pair of views.
/// Units are numbered; the section itself is 0.
#[derive(Debug, Default)]
pub(super) struct SectionAnswers {
    units: IndexSet<UnitId>,
    /// The names in addresses with their units.
    pub(super) names: BTreeMap<String, usize>,
    /// The distinct cards of each unit.
    pub(super) cards: Vec<UniqueAnswers<ClauseWithSharedBlocks>>,
    pub(super) steps: Vec<(Arc<SectionTree>, UnitsByStep)>,
    pub(super) logs: UniqueAnswers<ChangeLog>,
    pub(super) errata: UniqueAnswers<Option<SectionErrata>>,
    pub(super) versions: Vec<AnswersVersion>,
    /// The index of the version at each view; `None` where the edition is not published.
    pub(super) at: Vec<Option<usize>>,
    /// The class of each view: views of one class have the same comparisons.
    pub(super) classes: Vec<Option<usize>>,
    /// For each class the heads of comparisons with it as the later view, by unit; and whether
    /// the section is part of the text.
    pub(super) heads: Vec<(Vec<ComparisonHead>, bool)>,
    pub(super) pairs: UniqueComparisons,
    /// The comparisons of all pairs of classes.
    pub(super) compared: Vec<ViewClassComparison>,
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
            db,
            section,
            grid,
            history: SectionViews::new(analysis, db, section, choice),
        };
        let mut out = Self::default();
        collector.collect_versions(&mut out);
        collector.collect_comparisons(&mut out);
        out
    }

    /// Returns the errata at a view; `None` if the section is not part of the text then.
    pub(super) fn errata_at(&self, view: usize) -> Option<&SectionErrata> {
        let version = self.versions.get((*self.at.get(view)?)?)?;
        self.errata.0.get(version.errata)?.0.as_ref()
    }
}

/// Collects the answers about one section at all views of a grid.
struct SectionCollector<'a> {
    db: &'a RulesetDb,
    section: &'a Section,
    grid: &'a ViewGrid,
    history: SectionViews<'a>,
}

/// What views have in common that may share a version: the clarifications that are shown and the
/// text of other sections, the units of unknown wording, the revisions, the sources.
type VersionBasis = (
    (Vec<bool>, Vec<bool>),
    Vec<UnitId>,
    ComparisonBasis,
    Option<SourceKey>,
);

/// A version already collected, and what a view must have in common with it to share it: its text
/// basis, and the section as a clause without its blocks.
struct ReusableVersion {
    text: SectionTextKey,
    clause: Clause,
    version: usize,
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
        // what notes say depends on other sections too
        let noted = db.has_notes(section);
        let mut days: HashMap<SectionAnswersKey, usize> = HashMap::new();
        let mut known: HashMap<VersionBasis, Vec<ReusableVersion>> = HashMap::new();
        for view in &self.grid.views {
            let at = view.as_ref().map(|view| {
                let day = SectionAnswersKey::new(section, &moved, view);
                if let (false, Some(&at)) = (noted, days.get(&day)) {
                    return at;
                }
                let at = self.version_at(view, named, &moved, &mut known, out);
                days.insert(day, at);
                at
            });
            out.at.push(at);
        }
    }

    /// Returns the index of the version at a view.
    fn version_at(
        &self,
        view: &View,
        named: usize,
        moved: &[Arc<Section>],
        known: &mut HashMap<VersionBasis, Vec<ReusableVersion>>,
        out: &mut SectionAnswers,
    ) -> usize {
        let (clause, unknown) = self.history.clause_without_blocks(view);
        let text = SectionTextKey::new(self.section, moved, view);
        let steps = ComparisonBasis::new(self.section, view);
        let sources = SourceKey::new(self.section, view);
        let basis = (text.surroundings(), unknown, steps, sources);
        let known = known.entry(basis).or_default();
        let find = |fits: &dyn Fn(&SectionTextKey) -> bool| {
            let mut like = known.iter().filter(|known| fits(&known.text));
            let found = like.find(|known| known.clause == clause)?;
            Some(found.version)
        };
        if let Some(same) = find(&|known| *known == text) {
            return same;
        }
        let chain = self.db.ruleset.amendment_chain(view.edition);
        // withdrawn readings, and what was moved here, depend on the edition too
        let by_text = moved.is_empty() && self.section.withdrawals.is_empty();
        let is_earlier = |known: &SectionTextKey| by_text && chain.contains(&known.edition());
        let version = if let Some(first) = find(&|known| known.edition() == view.edition) {
            self.with_other_later_units(first, view, out)
        } else if let Some(earlier) = find(&is_earlier) {
            self.at_later_edition(earlier, view, out)
        } else {
            self.collect_version(view, named, out)
        };
        let at = out.versions.iter().position(|other| *other == version);
        let version = at.unwrap_or_else(|| {
            out.versions.push(version);
            out.versions.len() - 1
        });
        known.push(ReusableVersion {
            text,
            clause,
            version,
        });
        version
    }

    /// Returns version `first` for a view that differs only in known patches of later editions:
    /// these are named only by cards of units that are not part of the text.
    fn with_other_later_units(
        &self,
        first: usize,
        view: &View,
        out: &mut SectionAnswers,
    ) -> AnswersVersion {
        self.with_other_cards(first, view, out, |_| false)
    }

    /// Returns version `before` for a view of a later edition at which the text is the same: only
    /// the history, the errata and cards with numbers in all editions or with notices can differ.
    fn at_later_edition(
        &self,
        before: usize,
        view: &View,
        out: &mut SectionAnswers,
    ) -> AnswersVersion {
        let names_editions = |card: &ClauseWithSharedBlocks| {
            !card.clause.numbering.is_empty() || !card.clause.notices.is_empty()
        };
        let version = self.with_other_cards(before, view, out, names_editions);
        let root = version.cards[0].map(|card| out.cards[0].0[card].0.clone());
        AnswersVersion {
            log: self.log(root.as_ref(), view, out),
            errata: self.errata(view, out),
            ..version
        }
    }

    /// Returns a version in which the cards of units that are not part of the text, and of those
    /// whose card `differs`, are those of another view.
    fn with_other_cards(
        &self,
        version: usize,
        view: &View,
        out: &mut SectionAnswers,
        differs: impl Fn(&ClauseWithSharedBlocks) -> bool,
    ) -> AnswersVersion {
        let tree = self.section.version(view);
        let mut version = out.versions[version].clone();
        let shown = version.cards.iter().enumerate();
        let shown = shown.filter_map(|(at, card)| Some((at, &out.cards[at].0[(*card)?].0)));
        let other: Vec<usize> = shown
            .filter(|(at, card)| !tree.is_live(out.units[*at]) || differs(card))
            .map(|(at, _)| at)
            .collect();
        let units: Vec<UnitId> = other.iter().map(|&at| out.units[at]).collect();
        for (at, card) in other.into_iter().zip(self.history.clauses(&units, view)) {
            version.cards[at] = Some(out.cards[at].intern(card, view.as_of));
        }
        version
    }

    /// Returns the index of the history of the section, of which `root` is the card.
    fn log(
        &self,
        root: Option<&ClauseWithSharedBlocks>,
        view: &View,
        out: &mut SectionAnswers,
    ) -> usize {
        root.map_or(0, |root| {
            let log = ChangeLog {
                query: ViewDescription::default(),
                ..self.history.change_log(root, view)
            };
            out.logs.intern(log, view.as_of)
        })
    }

    /// Returns the index of the errata of the section.
    fn errata(&self, view: &View, out: &mut SectionAnswers) -> usize {
        out.errata.intern(self.history.errata(view), view.as_of)
    }

    /// Returns the section at a view: the cards of all units with an address, of which the first
    /// `named` have names.
    fn collect_version(
        &self,
        view: &View,
        named: usize,
        out: &mut SectionAnswers,
    ) -> AnswersVersion {
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
        let found = self.history.clauses(&shown, view);
        // the section itself has a name, and is the first
        let log = self.log(found.first(), view, out);
        for (at, card) in units.into_iter().zip(found) {
            cards[at] = Some(out.cards[at].intern(card, view.as_of));
        }
        AnswersVersion {
            cards,
            steps,
            log,
            errata: self.errata(view, out),
        }
    }

    /// Returns the card of the whole section in a version, without rulings.
    fn without_rulings(
        &self,
        out: &SectionAnswers,
        version: usize,
    ) -> Option<ClauseWithSharedBlocks> {
        let (card, _) = out.cards[0].0.get(out.versions[version].cards[0]?)?;
        let clause = Clause {
            clarifications: Vec::new(),
            ..card.clause.clone()
        };
        let blocks = card.blocks.clone();
        Some(ClauseWithSharedBlocks { clause, blocks })
    }

    /// Collects the comparisons of all pairs of views for each unit. They depend on the steps that
    /// made the text and on the remarks about it, except for rulings.
    fn collect_comparisons(&self, out: &mut SectionAnswers) {
        let mut classes: Vec<(ComparisonBasis, Option<ClauseWithSharedBlocks>)> = Vec::new();
        let mut views: Vec<&View> = Vec::new();
        let mut known: HashMap<(usize, ComparisonBasis), usize> = HashMap::new();
        for (view, version) in self.grid.views.iter().zip(&out.at) {
            let class = view.as_ref().zip(*version).map(|(view, version)| {
                let key = (version, ComparisonBasis::new(self.section, view));
                if let Some(class) = known.get(&key) {
                    return *class;
                }
                let basis = (key.1.clone(), self.without_rulings(out, version));
                let at = classes
                    .iter()
                    .position(|known| *known == basis)
                    .unwrap_or(classes.len());
                if at == classes.len() {
                    classes.push(basis);
                    views.push(view);
                }
                known.insert(key, at);
                at
            });
            out.classes.push(class);
        }
        let units: Vec<UnitId> = out.units.iter().copied().collect();
        let heads = views.iter().map(|view| {
            let tree = self.section.version(view);
            let heads = self.history.comparison_heads(&units, view);
            (heads, tree.is_live(tree.root))
        });
        out.heads = heads.collect();
        let mut days = views.iter().map(|view| view.as_of).cycle();
        self.history
            .compare_views(&units, &views, |ViewPairComparison { pairs, clauses }| {
                let pairs = pairs.into_iter();
                let own = pairs.map(|(unit, pair)| out.pairs.intern(unit, pair));
                let range =
                    |clause: &analysis::ComparedRange| (clause.pairs.start, clause.pairs.len());
                out.compared.push(ViewClassComparison {
                    pairs: own.collect(),
                    ranges: clauses.iter().map(range).collect(),
                    notices: clauses
                        .into_iter()
                        .map(|clause| clause.notices)
                        .enumerate()
                        .filter(|(_, notices)| !notices.is_empty())
                        .collect(),
                    day: days.next().unwrap_or_default(),
                });
            });
    }
}

/// Returns the steps from the first `named` units to others, and from these to further ones.
fn address_steps(
    section: &Section,
    tree: &SectionTree,
    named: usize,
    units: &mut IndexSet<UnitId>,
) -> UnitsByStep {
    let mut out = UnitsByStep::new();
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
                .iter_live_units(tree.root)
                .filter(|&unit| tree.is_floating(unit))
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
