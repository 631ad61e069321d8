//! Searches the index: from a query to candidates, which are rescored and ordered, to hits.

use super::{
    concept::{QueryConcept, UnmatchedWords},
    doc::{Doc, DocKind},
    doc_set::DocSet,
    error::IndexError,
    filter::Filter,
    hit::{Hit, Hits},
    index::Index,
    query::{QueryNode, QueryValue, UNIT},
    request::{SearchRequest, queries_changes},
    reranker::Reranker,
    snippet::Snippet,
};
use std::collections::{BTreeMap, HashMap, HashSet};
use tantivy::{
    DocAddress, DocId, Score, SegmentReader, Term,
    collector::{Collector, TopDocs},
    query::{BooleanQuery, BoostQuery, Occur, Query, TermQuery},
    schema::IndexRecordOption,
};

/// How many candidates are rescored: in a small library nearly all that contain a word of the
/// query.
const CANDIDATES: usize = 1000;

/// How many times the requested number of hits take part in the final changes of the order.
const REORDERED: usize = 4;
/// A hit that does not hold is shown only if its score is more than this share of the best score of
/// those that do.
const MIN_PAST_SHARE: f32 = 0.8;
/// A hit is left out unless its score is more than this share of the best score.
const MIN_SHARE: f32 = 0.2;
/// How many hits that do not hold are compared with those that do.
const COMPARED_PAST: usize = 10;
/// The largest number of shown hits that do not hold.
const MAX_PAST: usize = 3;
/// The share of the score of a hit that is added to the clauses that it cites.
const REFERRED: f32 = 0.35;
/// The factor for documents that are not part of the rules and were not requested.
const DEMOTED: f32 = 0.75;
/// The factor for rulings that the text of the edition contradicts or contains.
const SUPERSEDED: f32 = 0.6;

/// A candidate with its score.
#[derive(Clone, Debug)]
struct RankedDoc {
    /// Its number, which is its position in the order of the rules: of hits with equal scores, the
    /// first comes first.
    at: DocId,
    doc: Doc,
    score: f32,
}

/// Documents with their scores, best first.
pub(super) type ScoredDocs = Vec<(Score, DocId)>;

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

/// Returns a collector of the `most` documents of a set with the best scores. Others that it
/// collects have no score.
fn best_of(set: DocSet, most: usize) -> impl Collector<Fruit = Vec<(Score, DocAddress)>> {
    let set = std::sync::Arc::new(set);
    TopDocs::with_limit(most).tweak_score(move |_: &SegmentReader| {
        let set = std::sync::Arc::clone(&set);
        move |doc: DocId, score: Score| if set.contains(doc) { score } else { 0.0 }
    })
}

impl Index {
    /// Searches the index. Problems of the query are part of the results; an error means that the
    /// index is damaged.
    pub fn search(&self, search: &SearchRequest<'_>) -> Result<Hits, IndexError> {
        let mut filter = Filter {
            index: self,
            search,
            faults: Vec::new(),
        };
        let required = filter.required(search.query)?;
        let (searched, holding) = filter.scope()?;
        let mut results = Hits {
            faults: filter.faults,
            ..Hits::default()
        };
        let concepts = self.query_concepts(search.query, &mut results.unmatched)?;
        let queries_deleted = search
            .query
            .conditions("is")
            .iter()
            .any(|(value, _)| matches!(value, QueryValue::One(state) if state == "deleted"));
        let mixed = search.all_editions || queries_deleted || queries_changes(search.query);
        let admitted = required
            .as_ref()
            .map_or(searched.clone(), |own| searched.and(own));
        let now = if mixed {
            admitted.clone()
        } else {
            admitted.clone().and(&holding)
        };
        let found: Vec<(Doc, f32)> = if concepts.is_empty() {
            let listed = now.iter().filter(|_| required.is_some());
            let docs = listed.map(|at| Ok((self.doc(at)?, 1.0)));
            docs.collect::<Result<_, IndexError>>()?
        } else {
            // most documents that do not hold are earlier wordings of clauses that are hits
            let most = (search.candidates.unwrap_or(CANDIDATES), CANDIDATES / 10);
            let past = admitted.without(&now);
            let (now, past) = self.candidates(&concepts, (now, most.0), (past, most.1))?;
            results.matches = now.len() + past.len();
            results.has_more = now.len() >= most.0 || past.len() >= most.1;
            let reranker = Reranker::new(&concepts);
            let best = self.best(&reranker, now, past, search)?.into_iter();
            best.map(|hit| (hit.doc, hit.score)).collect()
        };
        let mut seen = HashSet::new();
        for (doc, score) in found {
            // a unit changes once in an edition
            if doc.kind() == DocKind::Change && !seen.insert((doc.id.clone(), doc.changed.clone()))
            {
                continue;
            }
            let edition = search.edition_of(&doc.ruleset);
            let holds =
                edition.is_some_and(|edition| doc.holds(edition)) || doc.kind() == DocKind::Change;
            let text = if doc.text.is_empty() {
                doc.before.as_deref().unwrap_or_default()
            } else {
                &doc.text
            };
            let snippet = Snippet::new(&self.tokenizer, &concepts, &doc.lead, text);
            let now = if holds {
                None
            } else {
                self.current_text(&doc, edition)?
            };
            results.hits.push(Hit {
                doc,
                score,
                holds,
                snippet,
                now,
            });
        }
        results.matches = results.matches.max(results.hits.len());
        if !search.all_editions {
            // deleted text can match one side of an `OR`, and text in force the other
            results.hits.sort_by_key(|hit| !hit.holds);
        }
        Ok(results)
    }

    /// Returns the documents with any of the concepts that have the best BM25 scores: some of those
    /// that hold, and some of those that do not, each the number of them that is given with the set.
    pub(super) fn candidates(
        &self,
        concepts: &[QueryConcept],
        now: (DocSet, usize),
        past: (DocSet, usize),
    ) -> Result<(ScoredDocs, ScoredDocs), IndexError> {
        let term = |(word, boost): (&str, f32)| -> (Occur, Box<dyn Query>) {
            let term = Term::from_field_text(self.fields.body, word);
            let term = TermQuery::new(term, IndexRecordOption::WithFreqs);
            (
                Occur::Should,
                Box::new(BoostQuery::new(Box::new(term), boost)),
            )
        };
        let query = BooleanQuery::new(word_boosts(concepts).into_iter().map(term).collect());
        let best = |(set, most): (DocSet, usize)| best_of(set, most.clamp(1, self.len().max(1)));
        let (now, past) = self.searcher.search(&query, &(best(now), best(past)))?;
        let scored = |found: Vec<(Score, DocAddress)>| {
            let found = found.into_iter().filter(|(score, _)| *score > 0.0);
            found.map(|(score, at)| (score, at.doc_id)).collect()
        };
        Ok((scored(now), scored(past)))
    }

    /// Returns the best of the candidates, rescored: those that hold at the requested edition, then
    /// some that do not.
    fn best(
        &self,
        reranker: &Reranker,
        now: ScoredDocs,
        past: ScoredDocs,
        search: &SearchRequest<'_>,
    ) -> Result<Vec<RankedDoc>, IndexError> {
        let most = search.limit.saturating_mul(REORDERED).max(24);
        let mut ranked = self.ranked(reranker, now, most)?;
        demote(&mut ranked, search);
        let best = ranked.first().map_or(0.0, |first| first.score);
        let mut past = self.ranked(reranker, past, COMPARED_PAST)?;
        let shown = &ranked[..ranked.len().min(search.limit)];
        past.retain(|hit| {
            hit.score > best * MIN_PAST_SHARE
                && !shown.iter().any(|other| other.doc.id == hit.doc.id)
        });
        let mut seen = HashSet::new();
        past.retain(|hit| seen.insert(hit.doc.id.clone()));
        ranked.retain(|hit| hit.score > best * MIN_SHARE);
        past.truncate(MAX_PAST.min(search.limit / 2));
        ranked.truncate(search.limit - past.len().min(search.limit));
        ranked.extend(past);
        Ok(ranked)
    }

    /// Returns the best `most` of some documents by their features.
    fn ranked(
        &self,
        reranker: &Reranker,
        found: ScoredDocs,
        most: usize,
    ) -> Result<Vec<RankedDoc>, IndexError> {
        let rescored = |(_, at)| (self.score(reranker, at), at);
        let mut best: ScoredDocs = found.into_iter().map(rescored).collect();
        best.retain(|(score, _)| *score > 0.0);
        best.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        best.truncate(most);
        let ranked = |(score, at)| {
            let doc = self.doc(at)?;
            Ok(RankedDoc { at, doc, score })
        };
        let found = best.into_iter().map(ranked);
        let mut out = found.collect::<Result<Vec<_>, IndexError>>()?;
        raise_cited(&mut out);
        Ok(out)
    }

    /// Returns the concepts of the free text of a query.
    pub(super) fn query_concepts(
        &self,
        query: &QueryNode,
        unmatched: &mut UnmatchedWords,
    ) -> Result<Vec<QueryConcept>, IndexError> {
        let mut out = Vec::new();
        let mut open = vec![query];
        while let Some(node) = open.pop() {
            match node {
                QueryNode::Words(text, _) | QueryNode::Phrase(text, _) => {
                    out.extend(self.concepts(text, unmatched)?)
                }
                QueryNode::Prefix(start, _) => out.extend(self.prefixed(start)?),
                QueryNode::All(nodes) | QueryNode::And(nodes) | QueryNode::Or(nodes) => {
                    open.extend(nodes.iter().rev())
                }
                QueryNode::Not(_) | QueryNode::Condition(..) => {}
            }
        }
        out.dedup();
        Ok(out)
    }

    /// Returns the text of a clause at an edition, where the wording found does not hold.
    fn current_text(&self, doc: &Doc, edition: Option<&str>) -> Result<Option<String>, IndexError> {
        let Some(edition) = edition.filter(|_| !doc.unit.is_empty()) else {
            return Ok(None);
        };
        for at in self.docs_with_value(UNIT, &doc.unit)?.iter() {
            let other = self.doc(at)?;
            if other.ruleset == doc.ruleset && other.holds(edition) {
                return Ok(Some(other.text));
            }
        }
        Ok(None)
    }
}

/// Lowers the score of rulings that are not part of the rules and were not requested, and of those
/// that the text now contradicts or contains.
fn demote(ranked: &mut [RankedDoc], search: &SearchRequest<'_>) {
    for hit in ranked
        .iter_mut()
        .filter(|hit| is_commentary(hit.doc.kind()))
    {
        let edition = search.edition_of(&hit.doc.ruleset);
        let is_superseded = |(own, state): &(String, String)| {
            Some(own.as_str()) == edition && matches!(state.as_str(), "contradicted" | "absorbed")
        };
        if search.demoted.contains(&hit.doc.document) {
            hit.score *= DEMOTED;
        }
        if hit.doc.states.iter().any(is_superseded) {
            hit.score *= SUPERSEDED;
        }
    }
    sort_by_score(ranked);
}

/// Sorts the hits by score; hits with equal scores keep the order of the rules.
fn sort_by_score(ranked: &mut [RankedDoc]) {
    ranked.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.at.cmp(&b.at)));
}

/// Raises the score of clauses that a hit cites: a text such as "as p. 23 specifies" is not the
/// answer, but names it.
fn raise_cited(found: &mut [RankedDoc]) {
    let mut gains: HashMap<(String, String), f32> = HashMap::new();
    for hit in found.iter().filter(|hit| hit.doc.kind() == DocKind::Clause) {
        for cited in &hit.doc.cites {
            let key = (hit.doc.ruleset.clone(), cited.clone());
            let gain = gains.entry(key).or_default();
            *gain = gain.max(hit.score * REFERRED);
        }
    }
    for hit in found.iter_mut() {
        let Some((ruleset, own)) = hit.doc.id.split_once('/') else {
            continue;
        };
        let gain = gains.get(&(ruleset.to_owned(), own.to_owned()));
        hit.score += gain.copied().unwrap_or_default();
    }
    sort_by_score(found);
}

fn is_commentary(kind: DocKind) -> bool {
    matches!(kind, DocKind::Clarification | DocKind::Guideline)
}
