//! Collects the documents in a query's scope with the best BM25 scores: those that hold at the
//! requested edition, and separately some that do not. For a query that has only conditions, these
//! are all documents that meet them, in the order of the rules.
//!
//! First the documents with all concepts are scored. If there are not enough, those with any of them
//! are: that query has only optional terms with boosts, because tantivy skips blocks of postings
//! (block-max WAND) only for such a query. Editions, rulesets and conditions are therefore checked
//! for each document that is scored.

use super::{
    concept::QueryConcept,
    doc::DocKind,
    error::IndexError,
    index::{Index, SegmentColumns},
    index_metadata::RulesetInfo,
    request::{SearchRequest, queries_changes},
    schema::kind_number,
};
use std::collections::BTreeMap;
use tantivy::{
    DocAddress, DocId, DocSet, Score, SegmentReader, TERMINATED, Term,
    collector::{TopNComputer, sort_key::NaturalComparator},
    columnar::Column,
    query::{BooleanQuery, BoostQuery, EnableScoring, Occur, Query, Scorer, TermQuery},
    schema::IndexRecordOption,
};

/// The documents that a query is about: rulesets, each with an edition (documents that do not hold
/// there are kept apart), kinds, and sheets to leave out. `ConditionMatcher` checks `kind:` and
/// such.
pub(super) struct Scope<'s> {
    /// The number of the requested edition, by number of the ruleset; none if a ruleset is left
    /// out.
    editions: Vec<Option<usize>>,
    /// The numbers of the kinds that are searched, as bits.
    kinds: u64,
    /// The keys of documents of the rules, such as sheets, whose text is left out.
    hidden: &'s [String],
}

impl<'s> Scope<'s> {
    pub(super) fn new(index: &Index, search: &SearchRequest<'s>) -> Self {
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
        let is_searched = |kind: DocKind| match kind {
            DocKind::Change => queries_changes(search.query),
            // a document writes clarifications and notes too, so `by:` finds them
            DocKind::Clarification | DocKind::Guideline | DocKind::Note => {
                search.query.conditions("changed").is_empty()
            }
            DocKind::Clause | DocKind::Table | DocKind::Figure | DocKind::Entry => {
                !queries_changes(search.query)
            }
        };
        let kinds = DocKind::ALL
            .iter()
            .filter(|kind| is_searched(**kind))
            .fold(0, |all, kind| all | 1 << kind_number(*kind));
        Self {
            editions: index
                .index_metadata()
                .rulesets
                .iter()
                .map(edition)
                .collect(),
            kinds,
            hidden: search.hidden,
        }
    }

    /// Returns the scope with the columns of one segment.
    fn of<'c>(&'c self, columns: &'c SegmentColumns) -> Result<SegmentScope<'c>, IndexError> {
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

/// A `Scope` with the columns of one segment: checks whether a document is in it, and whether the
/// document holds.
struct SegmentScope<'c> {
    scope: &'c Scope<'c>,
    columns: &'c SegmentColumns,
    /// The ordinals of hidden documents.
    hidden: Vec<u64>,
}

impl SegmentScope<'_> {
    /// Returns whether a document holds at the requested edition; none if the query does not apply
    /// to it.
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

/// Returns whether a column of masks contains an edition, by its number.
fn has(masks: &Column<u64>, doc: DocId, edition: usize) -> bool {
    masks
        .values_for_doc(doc)
        .nth(edition / 64)
        .is_some_and(|mask| mask >> (edition % 64) & 1 == 1)
}

/// Documents with their scores, best first.
pub(super) type ScoredDocs = Vec<(Score, DocAddress)>;

/// Checks that documents of one segment meet the conditions and are not deleted. The documents
/// must come in ascending order.
struct ConditionMatcher<'s> {
    segment: &'s SegmentReader,
    required: Option<Box<dyn Scorer>>,
}

impl<'s> ConditionMatcher<'s> {
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
        is_alive(self.segment, doc) && self.required.as_mut().is_none_or(admits)
    }
}

/// Whether a document was not deleted from its segment.
fn is_alive(segment: &SegmentReader, doc: DocId) -> bool {
    let alive = segment.alive_bitset();
    alive.is_none_or(|alive| alive.is_alive(doc))
}

/// Returns the words of concepts with their boosts.
pub(super) fn word_boosts(concepts: &[QueryConcept]) -> BTreeMap<&str, f32> {
    let mut words: BTreeMap<&str, f32> = BTreeMap::new();
    for alternative in concepts.iter().flat_map(|concept| &concept.alternatives) {
        let boost = alternative.weight / alternative.words.len() as f32;
        for word in &alternative.words {
            let own = words.entry(word).or_insert(boost);
            *own = own.max(boost);
        }
    }
    words
}

impl Index {
    /// Returns the best candidates by BM25: `most.0` of those that hold at the requested edition,
    /// `most.1` of those that do not. If `mixed`, all count as holding.
    ///
    /// In a large library there are usually enough documents with all concepts, which are found
    /// faster than those with any of them.
    pub(super) fn candidates(
        &self,
        concepts: &[QueryConcept],
        scope: &Scope<'_>,
        required: Option<&dyn Query>,
        mixed: bool,
        most: (usize, usize),
    ) -> Result<(ScoredDocs, ScoredDocs), IndexError> {
        if concepts.len() > 1 {
            let query = self.scored_query(concepts, Occur::Must);
            let found = self.best_docs(&query, scope, required, mixed, most)?;
            if found.0.len() >= most.0 {
                return Ok(found);
            }
        }
        self.any_candidates(concepts, scope, required, mixed, most)
    }

    /// Returns the best candidates among the documents with any of the concepts.
    pub(super) fn any_candidates(
        &self,
        concepts: &[QueryConcept],
        scope: &Scope<'_>,
        required: Option<&dyn Query>,
        mixed: bool,
        most: (usize, usize),
    ) -> Result<(ScoredDocs, ScoredDocs), IndexError> {
        let query = self.scored_query(concepts, Occur::Should);
        self.best_docs(&query, scope, required, mixed, most)
    }

    fn best_docs(
        &self,
        query: &dyn Query,
        scope: &Scope<'_>,
        required: Option<&dyn Query>,
        mixed: bool,
        most: (usize, usize),
    ) -> Result<(ScoredDocs, ScoredDocs), IndexError> {
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
            let mut matcher = ConditionMatcher::new(self, segment, required)?;
            weight.for_each_pruning(threshold(&now, &past), segment, &mut |doc, score| {
                match scope.holds(doc).filter(|_| matcher.has(doc)) {
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

    /// Returns all documents that meet the conditions, in the order of the rules: those that hold
    /// at the requested edition, or all if `mixed`.
    pub(super) fn matching_docs(
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
                let doc = found.doc();
                let holds = || scope.holds(doc).is_some_and(|holds| holds || mixed);
                if is_alive(segment, doc) && holds() {
                    out.push(DocAddress::new(ordinal, doc));
                }
                found.advance();
            }
        }
        out.sort_by_key(|at| self.place(*at));
        Ok(out)
    }

    /// Returns the scored query: the words of each concept, boosted by their weights. `occur` is
    /// `Must` for the documents with all concepts, `Should` for those with any.
    fn scored_query(&self, concepts: &[QueryConcept], occur: Occur) -> BooleanQuery {
        let term = |word: &str, boost| -> (Occur, Box<dyn Query>) {
            let term = Term::from_field_text(self.fields.body, word);
            let term = TermQuery::new(term, IndexRecordOption::WithFreqs);
            let term = BoostQuery::new(Box::new(term), boost);
            (Occur::Should, Box::new(term))
        };
        let words = |concepts: &[QueryConcept]| -> Vec<(Occur, Box<dyn Query>)> {
            let words = word_boosts(concepts).into_iter();
            words.map(|(word, boost)| term(word, boost)).collect()
        };
        let words = match occur {
            // block-max WAND is only used if all terms are on one level
            Occur::Should => words(concepts),
            occur => concepts
                .iter()
                .map(|concept| words(std::slice::from_ref(concept)))
                .map(|words| -> (Occur, Box<dyn Query>) {
                    (occur, Box::new(BooleanQuery::new(words)))
                })
                .collect(),
        };
        BooleanQuery::new(words)
    }
}
