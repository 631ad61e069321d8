//! Candidates: the documents that BM25 puts first among those that a query applies to.
//!
//! The scored query has optional terms with boosts and nothing else, because tantivy passes over blocks of postings (block-max WAND) only
//! for such a query. Editions, rulesets and conditions are therefore checked for each document that is scored.

use super::{
    concept::{Concept, Way},
    doc::DocKind,
    error::IndexError,
    features::{SAME, SIDE_BY_SIDE},
    index::{Columns, Index},
    preface::RulesetInfo,
    query::Field,
    request::{Search, asks_changes},
    schema::{kind_number, pair},
};
use std::collections::BTreeMap;
use tantivy::{
    DocAddress, DocId, DocSet, Score, SegmentReader, TERMINATED, Term,
    collector::{TopNComputer, sort_key::NaturalComparator},
    columnar::Column,
    query::{BooleanQuery, BoostQuery, EnableScoring, Occur, Query, Scorer, TermQuery},
    schema::IndexRecordOption,
};

/// No more pairs of words are looked up for two neighbours of a question.
const MOST_PAIRS: usize = 16;

/// The documents that a query applies to.
pub(super) struct Scope<'s> {
    /// The number of the requested edition, by number of the ruleset; none where a ruleset is left out.
    editions: Vec<Option<usize>>,
    /// The numbers of the kinds, as bits.
    kinds: u64,
    /// Documents whose words are left out.
    hidden: &'s [String],
}

impl<'s> Scope<'s> {
    pub(super) fn new(index: &Index, search: &Search<'s>) -> Self {
        let edition = |ruleset: &RulesetInfo| {
            let edition = search.edition_of(&ruleset.key)?;
            Some(
                ruleset
                    .editions
                    .iter()
                    .position(|own| own == edition)
                    .unwrap_or(usize::MAX),
            )
        };
        let is_asked = |kind: DocKind| match kind {
            DocKind::Change => asks_changes(search.query),
            // clarifications and notes are the work of a document too
            DocKind::Clarification | DocKind::Guideline | DocKind::Note => {
                search.query.conditions(Field::Changed).is_empty()
            }
            DocKind::Clause | DocKind::Table | DocKind::Figure | DocKind::Entry => {
                !asks_changes(search.query)
            }
        };
        let kinds = DocKind::ALL
            .iter()
            .filter(|kind| is_asked(**kind))
            .fold(0, |all, kind| all | 1 << kind_number(*kind));
        Self {
            editions: index.preface().rulesets.iter().map(edition).collect(),
            kinds,
            hidden: search.hidden,
        }
    }

    /// The same for one segment.
    fn of<'c>(&'c self, columns: &'c Columns) -> Result<SegmentScope<'c>, IndexError> {
        let mut hidden = Vec::new();
        if let Some(documents) = &columns.document {
            for key in self.hidden {
                hidden.extend(documents.dictionary().term_ord(key)?);
            }
        }
        Ok(SegmentScope {
            scope: self,
            columns,
            hidden,
        })
    }
}

/// The documents of one segment that a query applies to.
struct SegmentScope<'c> {
    scope: &'c Scope<'c>,
    columns: &'c Columns,
    /// The ordinals of hidden documents.
    hidden: Vec<u64>,
}

impl SegmentScope<'_> {
    /// Whether a document holds at the requested edition; none where the query does not apply to it.
    fn holds(&self, doc: DocId) -> Option<bool> {
        let ruleset = self.columns.ruleset.first(doc)?;
        let edition = (*self.scope.editions.get(usize::try_from(ruleset).ok()?)?)?;
        let kind = self.columns.kind.first(doc)?;
        if self.scope.kinds >> kind & 1 == 0 || has(&self.columns.repeated, doc, edition) {
            return None;
        }
        if !self.hidden.is_empty()
            && self
                .columns
                .document
                .as_ref()?
                .term_ords(doc)
                .any(|own| self.hidden.contains(&own))
        {
            return None;
        }
        Some(has(&self.columns.editions, doc, edition))
    }
}

/// Whether a column of masks has an edition, by its number.
fn has(masks: &Column<u64>, doc: DocId, edition: usize) -> bool {
    masks
        .values_for_doc(doc)
        .nth(edition / 64)
        .is_some_and(|mask| mask >> (edition % 64) & 1 == 1)
}

/// Documents with their scores, best first.
pub(super) type Scored = Vec<(Score, DocAddress)>;

/// The documents of one segment that conditions admit, looked up in ascending order.
struct Admitted<'s> {
    segment: &'s SegmentReader,
    required: Option<Box<dyn Scorer>>,
}

impl<'s> Admitted<'s> {
    fn new(
        index: &Index,
        segment: &'s SegmentReader,
        required: Option<&dyn Query>,
    ) -> Result<Self, IndexError> {
        let scorer = |query: &dyn Query| {
            query
                .weight(EnableScoring::disabled_from_searcher(&index.searcher))?
                .scorer(segment, 1.0)
        };
        Ok(Self {
            segment,
            required: required.map(scorer).transpose()?,
        })
    }

    fn has(&mut self, doc: DocId) -> bool {
        let admits = |scorer: &mut Box<dyn Scorer>| {
            if scorer.doc() < doc {
                scorer.seek(doc);
            }
            scorer.doc() == doc
        };
        self.segment
            .alive_bitset()
            .is_none_or(|alive| alive.is_alive(doc))
            && self.required.as_mut().is_none_or(admits)
    }
}

impl Index {
    /// The best candidates by BM25: `most.0` of those that hold at the requested edition, `most.1` of those that do not. Where `mixed`,
    /// all count as holding.
    pub(super) fn candidates(
        &self,
        concepts: &[Concept],
        scope: &Scope<'_>,
        required: Option<&dyn Query>,
        mixed: bool,
        most: (usize, usize),
    ) -> Result<(Scored, Scored), IndexError> {
        let query = BooleanQuery::new(self.boosted(concepts));
        let weight = query.weight(EnableScoring::enabled_from_searcher(&self.searcher))?;
        let top = |most: usize| {
            TopNComputer::new_with_comparator(most.clamp(1, self.len().max(1)), NaturalComparator)
        };
        let (mut now, mut past) = (top(most.0), top(most.1));
        let threshold = |now: &TopNComputer<Score, DocAddress, NaturalComparator>,
                         past: &TopNComputer<_, _, _>| {
            let past = if mixed {
                Score::MAX
            } else {
                past.threshold.unwrap_or(0.0)
            };
            now.threshold.unwrap_or(0.0).min(past)
        };
        for (ordinal, (segment, columns)) in
            (0..).zip(self.searcher.segment_readers().iter().zip(&self.columns))
        {
            let scope = scope.of(columns)?;
            let mut admitted = Admitted::new(self, segment, required)?;
            weight.for_each_pruning(threshold(&now, &past), segment, &mut |doc, score| {
                match scope.holds(doc).filter(|_| admitted.has(doc)) {
                    Some(holds) if holds || mixed => now.push(score, DocAddress::new(ordinal, doc)),
                    Some(_) => past.push(score, DocAddress::new(ordinal, doc)),
                    None => {}
                }
                threshold(&now, &past)
            })?;
        }
        let scored = |top: TopNComputer<Score, DocAddress, NaturalComparator>| {
            top.into_sorted_vec()
                .into_iter()
                .map(|found| (found.sort_key, found.doc))
                .collect()
        };
        Ok((scored(now), scored(past)))
    }

    /// All documents that conditions admit, in the order of the rules: those that hold at the requested edition, or all where `mixed`.
    pub(super) fn listed(
        &self,
        scope: &Scope<'_>,
        required: &dyn Query,
        mixed: bool,
    ) -> Result<Vec<DocAddress>, IndexError> {
        let mut out = Vec::new();
        let weight = required.weight(EnableScoring::disabled_from_searcher(&self.searcher))?;
        for (ordinal, (segment, columns)) in
            (0..).zip(self.searcher.segment_readers().iter().zip(&self.columns))
        {
            let scope = scope.of(columns)?;
            let mut found = weight.scorer(segment, 1.0)?;
            while found.doc() != TERMINATED {
                let alive = segment
                    .alive_bitset()
                    .is_none_or(|alive| alive.is_alive(found.doc()));
                if alive && scope.holds(found.doc()).is_some_and(|holds| holds || mixed) {
                    out.push(DocAddress::new(ordinal, found.doc()));
                }
                found.advance();
            }
        }
        out.sort_by_key(|at| self.place(*at));
        Ok(out)
    }

    /// The words that may stand for the concepts, each with how good a match it is; and pairs of neighbours.
    fn boosted(&self, concepts: &[Concept]) -> Vec<(Occur, Box<dyn Query>)> {
        let mut words: BTreeMap<&str, f32> = BTreeMap::new();
        for way in concepts.iter().flat_map(|concept| &concept.ways) {
            for word in &way.words {
                let boost = way.weight / way.words.len() as f32;
                words
                    .entry(word)
                    .and_modify(|own| *own = own.max(boost))
                    .or_insert(boost);
            }
        }
        let good = |concept: &'_ Concept| {
            let ways = concept.ways.iter().filter(|way: &&Way| way.weight > SAME);
            ways.flat_map(|way| way.words.clone()).collect::<Vec<_>>()
        };
        let pairs = concepts.windows(2).flat_map(|two| {
            let (first, second) = (good(&two[0]), good(&two[1]));
            let pairs: Vec<String> = first
                .iter()
                .flat_map(|first| second.iter().map(move |second| pair(first, second)))
                .collect();
            pairs.into_iter().take(MOST_PAIRS)
        });
        let term = |field, word: &str, boost| -> (Occur, Box<dyn Query>) {
            let term = TermQuery::new(
                Term::from_field_text(field, word),
                IndexRecordOption::WithFreqs,
            );
            (
                Occur::Should,
                Box::new(BoostQuery::new(Box::new(term), boost)),
            )
        };
        let pairs = pairs.map(|pair| term(self.fields.pair, &pair, SIDE_BY_SIDE));
        words
            .iter()
            .map(|(word, boost)| term(self.fields.body, word, *boost))
            .chain(pairs)
            .collect()
    }
}
