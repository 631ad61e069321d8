//! From a query to ranked hits.

use super::{
    candidates::{Scope, Scored},
    concept::{Concept, Correction},
    doc::{Doc, DocKind},
    error::IndexError,
    facet,
    features::Question,
    filter::Filter,
    hit::{Hit, Hits},
    index::Index,
    query::{Field, Node, Value},
    request::{Search, asks_changes},
    snippet::Snippet,
};
use std::collections::{HashMap, HashSet};
use tantivy::DocAddress;

/// How many documents are rescored for a question: in a small library about all that have a word of it.
const CANDIDATES: usize = 1000;
/// The same in a large library, where each costs a read from the files.
const CANDIDATES_OF_MANY: usize = 300;
/// A library with more documents is large.
const MANY: usize = 50_000;

/// So many times as many hits as are asked for take part in the last changes of the order.
pub(super) const CLOSER: usize = 4;
/// What does not hold is shown only if it fits about as well as the best that does.
pub(super) const AS_GOOD: f32 = 0.6;
/// A hit that fits so much worse than the best is left out.
pub(super) const TOO_FAR: f32 = 0.12;
/// Of what does not hold, so many are compared with what does.
pub(super) const MOST_PAST: usize = 10;
/// At most so many hits that do not hold.
pub(super) const PAST: usize = 3;
/// How much a clause gains by what lives on in it.
pub(super) const INHERITED: f32 = 0.25;
/// How much words count that are not part of the rules and were not asked for.
pub(super) const BESIDE: f32 = 0.75;
/// How much a clause gains by a hit that refers to it.
pub(super) const REFERRED: f32 = 0.35;

/// A document that was found and rescored.
#[derive(Clone, Debug)]
struct Ranked {
    /// Its place in the order of the rules: of hits that are as good, the first comes first.
    place: (u32, u64),
    doc: Doc,
    score: f32,
}

impl Index {
    /// Answers a question. Faults of the query are part of the answer; an error means that the index is damaged.
    pub fn search(&self, search: &Search<'_>) -> Result<Hits, IndexError> {
        let mut filter = Filter {
            index: self,
            editions: search.editions,
            layers: search.layers,
            faults: Vec::new(),
        };
        let required = filter.required(search.query)?;
        let mut answer = Hits {
            faults: filter.faults,
            ..Hits::default()
        };
        let concepts = self.asked(search.query, &mut answer.corrections)?;
        let scope = Scope::new(self, search);
        let asks_past = search
            .query
            .conditions(Field::Is)
            .iter()
            .any(|(value, _)| matches!(value, Value::One(state) if state == "deleted"));
        let mixed = search.all_editions || asks_past || asks_changes(search.query);
        let found: Vec<(Doc, f32)> = if concepts.is_empty() {
            let listed = required
                .map(|required| self.listed(&scope, &*required, mixed))
                .transpose()?
                .unwrap_or_default();
            let doc = |at| Ok((self.doc(at)?, 1.0));
            listed
                .into_iter()
                .map(doc)
                .collect::<Result<_, IndexError>>()?
        } else {
            let usual = if self.len() > MANY {
                CANDIDATES_OF_MANY
            } else {
                CANDIDATES
            };
            // most of what does not hold are earlier wordings of clauses that are hits
            let most = (search.candidates.unwrap_or(usual), usual / 10);
            let (now, past) =
                self.candidates(&concepts, &scope, required.as_deref(), mixed, most)?;
            let question = Question::new(self.tokenizer.parts(), &concepts);
            self.best(&question, now, past, search)?
                .into_iter()
                .map(|hit| (hit.doc, hit.score))
                .collect()
        };
        let mut seen = HashSet::new();
        for (doc, score) in found {
            // a unit changes once in an edition
            if doc.kind() == DocKind::Change && !seen.insert((doc.id.clone(), doc.changed.clone()))
            {
                continue;
            }
            let edition = search.edition_of(&doc.ruleset);
            let holds = edition.is_some_and(|edition| doc.holds(Some(edition)))
                || doc.kind() == DocKind::Change;
            let text = if doc.text.is_empty() {
                doc.before.as_deref().unwrap_or_default()
            } else {
                &doc.text
            };
            let snippet = Snippet::new(&self.tokenizer, &concepts, text);
            let now = if holds {
                None
            } else {
                self.now(&doc, edition)?
            };
            answer.hits.push(Hit {
                doc,
                score,
                holds,
                snippet,
                now,
            });
        }
        Ok(answer)
    }

    /// The best of the candidates, rescored: what holds at the edition asked for, then some of what does not.
    fn best(
        &self,
        question: &Question,
        now: Scored,
        past: Scored,
        search: &Search<'_>,
    ) -> Result<Vec<Ranked>, IndexError> {
        let most = search.limit.saturating_mul(CLOSER).max(24);
        let mut ranked = self.ranked(question, now, most)?;
        demote(&mut ranked, search);
        put_rules_first(&mut ranked, search);
        let best = ranked.first().map_or(0.0, |first| first.score);
        let mut past = self.ranked(question, past, MOST_PAST)?;
        let shown = &ranked[..ranked.len().min(search.limit)];
        past.retain(|hit| {
            hit.score > best * AS_GOOD && !shown.iter().any(|other| other.doc.id == hit.doc.id)
        });
        let mut seen = HashSet::new();
        past.retain(|hit| seen.insert(hit.doc.id.clone()));
        inherit(&mut ranked, &past);
        let best = ranked.first().map_or(0.0, |first| first.score);
        ranked.retain(|hit| hit.score > best * TOO_FAR);
        past.truncate(PAST.min(search.limit / 2));
        ranked.truncate(search.limit - past.len().min(search.limit));
        ranked.extend(past);
        Ok(ranked)
    }

    /// The best `most` of some documents by their features.
    fn ranked(
        &self,
        question: &Question,
        found: Scored,
        most: usize,
    ) -> Result<Vec<Ranked>, IndexError> {
        let coverage = self.tokenizer.parts().coverage;
        let rescored = |(score, at): (f32, DocAddress)| {
            let score = if coverage {
                question.score(&self.features(at)?)
            } else {
                score
            };
            Ok((score, self.place(at), at))
        };
        let mut best = found
            .into_iter()
            .map(rescored)
            .collect::<Result<Vec<_>, IndexError>>()?;
        best.retain(|(score, ..)| *score > 0.0);
        best.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        best.truncate(most);
        let ranked = |(score, place, at)| {
            let doc = self.doc(at)?;
            Ok(Ranked { place, doc, score })
        };
        let mut out = best
            .into_iter()
            .map(ranked)
            .collect::<Result<Vec<_>, IndexError>>()?;
        if coverage {
            refer(&mut out);
        }
        Ok(out)
    }

    /// What the free text of a query asks for.
    fn asked(
        &self,
        query: &Node,
        corrections: &mut Vec<Correction>,
    ) -> Result<Vec<Concept>, IndexError> {
        let mut out = Vec::new();
        let mut open = vec![query];
        while let Some(node) = open.pop() {
            match node {
                Node::Words(text, _) | Node::Phrase(text, _) => {
                    out.extend(self.concepts(text, corrections)?)
                }
                Node::Prefix(start, _) => out.extend(self.prefixed(start)?),
                Node::All(nodes) | Node::And(nodes) | Node::Or(nodes) => {
                    open.extend(nodes.iter().rev())
                }
                Node::Not(_) | Node::Condition(..) => {}
            }
        }
        out.dedup();
        Ok(out)
    }

    /// What a clause says at an edition, where the wording found does not hold.
    fn now(&self, doc: &Doc, edition: Option<&str>) -> Result<Option<String>, IndexError> {
        let Some(edition) = edition.filter(|_| !doc.unit.is_empty()) else {
            return Ok(None);
        };
        let mut wordings = self.having(&self.facet(facet::UNIT, &doc.unit))?;
        wordings.sort_by_key(|at| self.place(*at));
        for at in wordings {
            let other = self.doc(at)?;
            if other.ruleset == doc.ruleset && other.holds(Some(edition)) {
                return Ok(Some(other.text));
            }
        }
        Ok(None)
    }
}

/// Lets no ruling that the text contradicts or now contains come before the rule that it is about, where that was found too.
fn put_rules_first(ranked: &mut [Ranked], search: &Search<'_>) {
    let within = |a: &str, b: &str| {
        a.strip_prefix(b)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '/']))
    };
    let is_superseded = |doc: &Doc| {
        let edition = search.edition_of(&doc.ruleset);
        let superseded = |(own, state): &(String, String)| {
            Some(own.as_str()) == edition && matches!(state.as_str(), "contradicted" | "absorbed")
        };
        is_beside(doc.kind()) && doc.states.iter().any(superseded)
    };
    let rule_of = |ruling: &Doc| {
        let near = |hit: &Ranked, own: &String| {
            let id = hit.doc.id.split_once('/').map_or("", |(_, id)| id);
            hit.doc.ruleset == ruling.ruleset
                && !is_beside(hit.doc.kind())
                && (within(id, own) || within(own, id))
        };
        let about = |hit: &Ranked| ruling.interprets.iter().any(|own| near(hit, own));
        ranked
            .iter()
            .position(about)
            .or_else(|| ranked.iter().position(|hit| near(hit, &ruling.section)))
    };
    let superseded = ranked.iter().filter(|hit| is_superseded(&hit.doc));
    let raised: Vec<(usize, f32)> = superseded
        .filter_map(|hit| Some((rule_of(&hit.doc)?, hit.score)))
        .collect();
    for (rule, score) in raised {
        ranked[rule].score = ranked[rule].score.max(score);
    }
    // of hits that are as good the rule is first: rulings come after all rules
    in_order(ranked);
}

/// The best first; of hits that are as good, in the order of the rules.
fn in_order(ranked: &mut [Ranked]) {
    ranked.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.place.cmp(&b.place)));
}

/// What is not part of the rules and was not asked for counts less.
fn demote(ranked: &mut [Ranked], search: &Search<'_>) {
    for hit in ranked
        .iter_mut()
        .filter(|hit| search.beside.contains(&hit.doc.document) && is_beside(hit.doc.kind()))
    {
        hit.score *= BESIDE;
    }
    in_order(ranked);
}

fn is_beside(kind: DocKind) -> bool {
    match kind {
        DocKind::Clarification | DocKind::Guideline => true,
        DocKind::Clause
        | DocKind::Table
        | DocKind::Figure
        | DocKind::Entry
        | DocKind::Note
        | DocKind::Change => false,
    }
}

/// A clause to which a hit refers gains by that: what says "as p. 23 specifies" is not the answer, but names it.
fn refer(found: &mut [Ranked]) {
    let mut gains: HashMap<(String, String), f32> = HashMap::new();
    for hit in found.iter().filter(|hit| hit.doc.kind() == DocKind::Clause) {
        for cited in &hit.doc.cites {
            let gain = gains
                .entry((hit.doc.ruleset.clone(), cited.clone()))
                .or_default();
            *gain = gain.max(hit.score * REFERRED);
        }
    }
    for hit in found.iter_mut() {
        let Some((_, own)) = hit.doc.id.split_once('/') else {
            continue;
        };
        hit.score += gains
            .get(&(hit.doc.ruleset.clone(), own.to_owned()))
            .copied()
            .unwrap_or_default();
    }
    in_order(found);
}

/// A clause in which what no longer holds lives on gains by it.
fn inherit(ranked: &mut [Ranked], past: &[Ranked]) {
    for old in past {
        let Some(to) = old
            .doc
            .moved_to
            .as_ref()
            .map(|to| format!("{}/{to}", old.doc.ruleset))
        else {
            continue;
        };
        ranked
            .iter_mut()
            .filter(|hit| hit.doc.id == to)
            .for_each(|hit| hit.score += old.score * INHERITED);
    }
    in_order(ranked);
}
