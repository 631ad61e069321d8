//! Search: full text and the query language over effective wording.
//!
//! The only module that uses tantivy. It is given documents ([`Doc`]) and knows nothing of where they come from. A question goes this way:
//!
//! ```text
//! what was typed ──query──▶ Node ──filter──▶ the documents that may be meant
//!                             └──concept──▶ what is asked for ──pool──▶ candidates ──rank──▶ the best of them ──▶ Hit
//! ```
//!
//! Which edition is asked does not stand in the scored query: the documents that hold there are a set. In a small library all of them that
//! have anything of the question are looked at closely. In a large one only some hundred are, those for which the words alone speak: found
//! through sets of the documents of each word, or by tantivy, which passes over whole blocks of postings. There documents of the same
//! editions lie side by side ([`Building`]).

mod analysis;
mod asked;
mod bits;
mod building;
mod carried;
mod concept;
mod doc;
mod facet;
mod filter;
mod flat;
mod index;
mod levels;
mod lexicon;
mod pairs;
mod pool;
mod prepared;
pub mod query;
mod rank;
mod renew;
mod scope;
mod shelf;
mod snippet;

pub use analysis::Parts;
pub use building::Building;
pub use carried::{Carried, Carrier};
pub use concept::Correction;
pub use doc::{Doc, DocKind, Wording};
pub use index::{Index, IndexFault, Preface, RulesetInfo};
pub use lexicon::{Lexicon, LexiconFault};
pub use renew::{NewRuns, Renewal, Run};
pub use snippet::Snippet;

use crate::text::Span;
use filter::{Filter, both};
use flat::touch;
use prepared::Sought;
use query::{Fault, Field, Node};
use rank::{Ranked, Scored};
use std::borrow::Cow;
use tantivy::DocAddress;

/// A question put to an index.
#[derive(Clone, Debug)]
pub struct Search<'a> {
    /// What is asked for.
    pub query: &'a Node,
    /// The edition asked for, ruleset by ruleset; rulesets that are not named are left out.
    pub editions: &'a [(String, String)],
    /// Documents whose words are left out.
    pub hidden: &'a [String],
    /// Documents whose words count less: they stand beside the rules and were not asked for.
    pub beside: &'a [String],
    /// The clarifications and guidelines that count, by document.
    pub layers: &'a [String],
    /// At most so many hits of a query with words. One of conditions alone gives all there are.
    pub limit: usize,
    /// Whether wordings of all editions count alike.
    pub all_editions: bool,
    /// How documents are found that are looked at closely.
    pub candidates: Candidates,
}

/// How documents are found that are looked at closely.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Candidates {
    /// As is quickest: in large libraries by words that are kept as sets.
    #[default]
    Usual,
    /// By blocks of postings alone, for telling what the sets are worth.
    Blocks,
    /// All that have anything of the question. That takes long, and is there for telling what the other ways miss.
    All,
}

/// Something that was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    /// What it is.
    pub doc: Doc,
    /// How well it fits; only good for comparing hits of one answer.
    pub score: f32,
    /// Whether it holds at the edition asked for.
    pub holds: bool,
    /// The words around what was asked for.
    pub snippet: Snippet,
    /// What the clause says at the edition asked for, where this no longer holds.
    pub now: Option<String>,
}

/// An answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Hits {
    /// What was found, best first; what does not hold stands behind all that does.
    pub hits: Vec<Hit>,
    /// What of the query was not understood.
    pub faults: Vec<Fault>,
    /// Words that were taken for others.
    pub corrections: Vec<Correction>,
}

/// How many candidates are looked at more closely for each hit that is wanted.
const CLOSER: usize = 4;
/// What does not hold is told only if it fits about as well as the best that does.
const AS_GOOD: f32 = 0.6;
/// A hit that fits so much worse than the best is left out.
const TOO_FAR: f32 = 0.12;
/// Of what does not hold, so many are compared with what does.
const MOST_PAST: usize = 10;
/// At most so many hits that do not hold.
const PAST: usize = 3;
/// How much a clause gains by what lives on in it.
const INHERITED: f32 = 0.25;
/// How much words count that stand beside the rules and were not asked for.
const BESIDE: f32 = 0.75;

impl Index {
    /// Answers a question. Faults of the query are told in the answer; an error means that the index is damaged.
    pub fn search(&self, search: &Search<'_>) -> Result<Hits, IndexFault> {
        let mut filter = Filter { index: self, editions: search.editions, layers: search.layers, faults: Vec::new() };
        let required = filter.required(search.query)?;
        let scope = self.scope(search, &filter)?;
        let mut answer = Hits { faults: filter.faults, ..Hits::default() };
        let concepts = self.asked(search.query, &mut answer.corrections)?;
        let asks_past =
            search.query.conditions(Field::Is).iter().any(|(value, _)| matches!(value, query::Value::One(state) if state == "deleted"));
        let changes = asks_changes(search.query);
        let (now, past) = if search.all_editions || asks_past || changes {
            (&scope.eligible, Cow::Owned(self.no_docs()))
        } else {
            (&scope.now, Cow::Borrowed(&scope.past))
        };
        let (now, past) = match &required {
            Some(required) => (Cow::Owned(both(now.clone(), required)), Cow::Owned(both(past.into_owned(), required))),
            None => (Cow::Borrowed(now), past),
        };
        let sought = Sought::new(&concepts);
        let (mut ranked, past) = if concepts.is_empty() {
            let listed = if required.is_some() { self.listed(&now, MOST_LISTED) } else { Vec::new() };
            if listed.len() == MOST_LISTED {
                let message = format!("no more than {MOST_LISTED} matches are listed");
                answer.faults.push(Fault { span: Span::default(), message, help: Some("add a condition".into()) });
            }
            (listed, Vec::new())
        } else {
            let wanted = search.limit.saturating_mul(CLOSER).max(24);
            let [found, past] = self.best(&concepts, [(&now, wanted), (&past, MOST_PAST)], search.candidates)?;
            let mut ranked = self.ranked(&sought, found, wanted);
            demote(&mut ranked, search);
            (ranked, past)
        };
        if !concepts.is_empty() {
            self.put_rules_first(&mut ranked, &scope.superseded)?;
            let mut past = self.past(&sought, past, &ranked, search);
            inherit(&mut ranked, &past);
            let best = ranked.first().map_or(0.0, |first| first.score);
            ranked.retain(|hit| hit.score > best * TOO_FAR);
            past.truncate(PAST.min(search.limit / 2));
            ranked.truncate(search.limit - past.len().min(search.limit));
            ranked.extend(past);
        }
        let bits = |at: DocAddress| scope.holding.get(at.segment_ord as usize).is_some_and(|bits| bits.has(at.doc_id));
        let mut seen = std::collections::HashSet::new();
        for (place, &Ranked { at, score, .. }) in ranked.iter().enumerate() {
            if place % MOST_TOUCHED == 0 {
                touch(ranked[place..].iter().take(MOST_TOUCHED).map(|hit| self.written(hit.at)));
            }
            let doc = self.doc(at)?;
            // a unit changes once in an edition
            if doc.kind() == DocKind::Change && !seen.insert((doc.id.clone(), doc.changed.clone())) {
                continue;
            }
            let holds = bits(at) || doc.kind() == DocKind::Change;
            let snippet = Snippet::new(
                &self.analyser,
                &concepts,
                if doc.text.is_empty() { doc.before.as_deref().unwrap_or_default() } else { &doc.text },
            );
            let now = if holds { None } else { self.now(&doc, &scope.holding)? };
            answer.hits.push(Hit { doc, score, holds, snippet, now });
        }
        Ok(answer)
    }

    /// What the free text of a query asks for.
    fn asked(&self, query: &Node, corrections: &mut Vec<Correction>) -> Result<Vec<concept::Concept>, IndexFault> {
        let mut out = Vec::new();
        let mut open = vec![query];
        while let Some(node) = open.pop() {
            match node {
                Node::Words(text, _) | Node::Phrase(text, _) => out.extend(self.concepts(text, corrections)?),
                Node::Prefix(start, _) => out.extend(self.prefixed(start)?),
                Node::All(nodes) | Node::And(nodes) | Node::Or(nodes) => open.extend(nodes.iter().rev()),
                Node::Not(_) | Node::Condition(..) => {}
            }
        }
        out.dedup();
        Ok(out)
    }

    /// The first documents of a set, in the order of the rules.
    fn listed(&self, set: &[bits::Bits], most: usize) -> Vec<Ranked> {
        let all = set.iter().enumerate().flat_map(|(ordinal, bits)| bits.iter().map(move |doc| DocAddress::new(ordinal as u32, doc)));
        let mut all: Vec<DocAddress> = all.collect();
        all.sort_by_key(|at| self.renewed.place(*at));
        all.into_iter()
            .take(most)
            .map(|at| Ranked { at, place: self.renewed.place(at), head: prepared::Head::of(self.prepared(at)), score: 1.0 })
            .collect()
    }

    /// What no longer holds, or not yet, and fits as well: of clauses that are not among the hits.
    fn past(&self, sought: &Sought, found: Scored, hits: &[Ranked], search: &Search<'_>) -> Vec<Ranked> {
        let best = hits.first().map_or(0.0, |first| first.score);
        let mut ranked = self.ranked(sought, found, MOST_PAST);
        let told = &hits[..hits.len().min(search.limit)];
        ranked.retain(|hit| hit.score > best * AS_GOOD && !told.iter().any(|other| other.head.id == hit.head.id));
        once(&mut ranked);
        ranked
    }

    /// What a clause says where the wording found does not hold.
    fn now(&self, doc: &Doc, holding: &[bits::Bits]) -> Result<Option<String>, IndexFault> {
        if doc.unit.is_empty() {
            return Ok(None);
        }
        let now = self.few(facet::UNIT, &doc.unit, holding)?;
        now.first().map(|at| Ok(self.doc(*at)?.text)).transpose()
    }

    /// Lets no ruling of `superseded` come before the rule that it is about, where that was found too.
    fn put_rules_first(&self, ranked: &mut [Ranked], superseded: &[bits::Bits]) -> Result<(), IndexFault> {
        let is = |hit: &Ranked| superseded.get(hit.at.segment_ord as usize).is_some_and(|bits| bits.has(hit.at.doc_id));
        let within = |a: &str, b: &str| a.strip_prefix(b).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '/']));
        let rulings: Vec<(DocAddress, f32)> = ranked.iter().filter(|hit| is(hit)).map(|hit| (hit.at, hit.score)).collect();
        for (at, score) in rulings {
            let ruling = self.doc(at)?;
            let near = |hit: &Ranked, own: &String| {
                let id = hit.head.id.split_once('/').map_or("", |(_, id)| id);
                hit.head.ruleset == ruling.ruleset && !is_beside(hit.head.kind) && (within(id, own) || within(own, id))
            };
            let about = |hit: &Ranked| ruling.interprets.iter().any(|own| near(hit, own));
            let rule = ranked.iter().position(about).or_else(|| ranked.iter().position(|hit| near(hit, &ruling.section)));
            if let Some(rule) = rule {
                ranked[rule].score = ranked[rule].score.max(score);
            }
        }
        // of hits that are as good the rule is first: rulings stand behind all rules
        ranked.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.place.cmp(&b.place)));
        Ok(())
    }
}

/// So many hits are asked for at once from memory.
const MOST_TOUCHED: usize = 32;
/// No list is longer.
const MOST_LISTED: usize = 100_000;

/// What stands beside the rules and was not asked for counts less.
fn demote(ranked: &mut [Ranked], search: &Search<'_>) {
    for hit in ranked.iter_mut().filter(|hit| search.beside.contains(&hit.head.document) && is_beside(hit.head.kind)) {
        hit.score *= BESIDE;
    }
    ranked.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.place.cmp(&b.place)));
}

fn is_beside(kind: DocKind) -> bool {
    match kind {
        DocKind::Clarification | DocKind::Guideline => true,
        DocKind::Clause | DocKind::Table | DocKind::Figure | DocKind::Entry | DocKind::Note | DocKind::Change => false,
    }
}

/// A clause in which what no longer holds lives on gains by it.
fn inherit(ranked: &mut [Ranked], past: &[Ranked]) {
    for old in past {
        let Some(to) = old.head.moved_to.as_ref().map(|to| format!("{}/{to}", old.head.ruleset)) else { continue };
        ranked.iter_mut().filter(|hit| hit.head.id == to).for_each(|hit| hit.score += old.score * INHERITED);
    }
    ranked.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.place.cmp(&b.place)));
}

/// Whether a query asks what was changed, or by whom.
fn asks_changes(query: &Node) -> bool {
    !query.conditions(Field::Changed).is_empty() || !query.conditions(Field::By).is_empty()
}

/// Each id once: the first stays.
fn once(ranked: &mut Vec<Ranked>) {
    let mut seen = std::collections::HashSet::new();
    ranked.retain(|hit| seen.insert(hit.head.id.clone()));
}
