//! Finds the documents that meet the conditions, phrases and operators of a query, as sets, and
//! those that it searches at all: which rulesets, editions, kinds and sheets.

use super::{
    concept::{QueryConcept, UnmatchedWords},
    doc::{DocKind, is_within},
    doc_set::DocSet,
    error::IndexError,
    index::Index,
    query::{
        Matching, QueryFault, QueryNode, QueryValue, STATES, contradicted_at, filter, state_at,
        stored_state,
    },
    request::{SearchRequest, queries_changes},
    schema::{HOLDS, REPEATED},
};
use crate::text::{Span, near};
use std::collections::{BTreeMap, BTreeSet};
use tantivy::{Term, query::PhraseQuery};

/// Finds the documents that meet the conditions of a query, in which plain words alone require
/// nothing; collects faults in conditions.
pub(super) struct Filter<'a> {
    pub(super) index: &'a Index,
    pub(super) search: &'a SearchRequest<'a>,
    pub(super) faults: Vec<QueryFault>,
}

/// Returns the documents in all sets; `everything` if there is none.
fn all(sets: Vec<DocSet>, everything: DocSet) -> DocSet {
    sets.iter().fold(everything, DocSet::and)
}

/// Returns the documents in any of the sets.
fn any(sets: Vec<DocSet>) -> DocSet {
    sets.iter().fold(DocSet::default(), DocSet::or)
}

impl Filter<'_> {
    /// Returns the documents that the query searches, and those of them that hold at the requested
    /// editions. `kind:` and such are checked by [`Self::required`].
    pub(super) fn scope(&self) -> Result<(DocSet, DocSet), IndexError> {
        let query = self.search.query;
        let is_left_out = |kind: DocKind| match kind {
            DocKind::Change => !queries_changes(query),
            // a document writes clarifications and notes too, so `by:` finds them
            DocKind::Clarification | DocKind::Guideline | DocKind::Note => {
                !query.conditions("changed").is_empty()
            }
            DocKind::Clause | DocKind::Table | DocKind::Figure | DocKind::Entry => {
                queries_changes(query)
            }
        };
        let rulesets = self.search.editions.iter().map(|(ruleset, _)| ruleset);
        let mut searched = self.with_values("ruleset", rulesets)?;
        let kinds = DocKind::ALL.iter().filter(|kind| is_left_out(**kind));
        let left_out = [
            self.at_editions(REPEATED, str::to_owned)?,
            self.with_values("kind", kinds.map(|kind| kind.name()))?,
            self.with_values("document", &self.search.hidden)?,
        ];
        searched = left_out.iter().fold(searched, DocSet::without);
        let holding = self.at_editions(HOLDS, str::to_owned)?.and(&searched);
        Ok((searched, holding))
    }

    /// Returns the documents that meet the conditions of a node; none if it has no condition.
    pub(super) fn required(&mut self, node: &QueryNode) -> Result<Option<DocSet>, IndexError> {
        match node {
            QueryNode::Words(..) => Ok(None),
            QueryNode::Phrase(..) | QueryNode::Prefix(..) | QueryNode::And(_) => {
                self.exact(node).map(Some)
            }
            QueryNode::Condition(name, value, span) => self.condition(name, value, *span),
            QueryNode::All(nodes) => {
                let mut out = None;
                for node in nodes {
                    if let Some(own) = self.required(node)? {
                        out = Some(out.map_or(own.clone(), |out: DocSet| out.and(&own)));
                    }
                }
                Ok(out)
            }
            QueryNode::Or(nodes) => {
                let mut free = true;
                for node in nodes {
                    free &= self.required(node)?.is_none();
                }
                (!free).then(|| self.exact_without_faults(node)).transpose()
            }
            QueryNode::Not(inner) => {
                if let QueryNode::Condition(name, value, span) = &**inner
                    && self.condition(name, value, *span)?.is_none()
                {
                    return Ok(None);
                }
                let found = self.exact_without_faults(inner)?;
                Ok(Some(self.index.all_docs().without(&found)))
            }
        }
    }

    /// Returns [`Self::exact`] of a node whose faults are already reported.
    fn exact_without_faults(&mut self, node: &QueryNode) -> Result<DocSet, IndexError> {
        let before = self.faults.len();
        let found = self.exact(node);
        self.faults.truncate(before);
        found
    }

    /// Returns the documents that match a node entirely.
    fn exact(&mut self, node: &QueryNode) -> Result<DocSet, IndexError> {
        let everything = self.index.all_docs();
        let each = |filter: &mut Self, nodes: &[QueryNode]| {
            let found = nodes.iter().map(|node| filter.exact(node));
            found.collect::<Result<Vec<_>, _>>()
        };
        match node {
            QueryNode::Words(text, _) => {
                let concepts = self.index.concepts(text, &mut UnmatchedWords::default())?;
                let found = concepts.iter().map(|concept| self.concept(concept));
                Ok(all(found.collect::<Result<_, _>>()?, everything))
            }
            QueryNode::Phrase(text, _) => self.phrase(&self.index.tokenizer.stems(text)),
            QueryNode::Prefix(start, _) => match self.index.prefixed(start)? {
                Some(concept) => self.concept(&concept),
                None => Ok(DocSet::default()),
            },
            QueryNode::Condition(name, value, span) => {
                let found = self.condition(name, value, *span)?;
                Ok(found.unwrap_or(everything))
            }
            QueryNode::All(nodes) | QueryNode::And(nodes) => {
                Ok(all(each(self, nodes)?, everything))
            }
            QueryNode::Or(nodes) => each(self, nodes).map(any),
            QueryNode::Not(inner) => Ok(everything.without(&self.exact(inner)?)),
        }
    }

    /// Returns the documents in which words follow each other in this order.
    fn phrase(&self, words: &[String]) -> Result<DocSet, IndexError> {
        let field = self.index.fields.text;
        let terms = words.iter().map(|word| Term::from_field_text(field, word));
        match words {
            [] => Ok(DocSet::default()),
            [word] => self.index.docs_with(field, word),
            _ => self.index.docs_matching(&PhraseQuery::new(terms.collect())),
        }
    }

    fn concept(&self, concept: &QueryConcept) -> Result<DocSet, IndexError> {
        let mut out = DocSet::default();
        for alternative in &concept.alternatives {
            let words = alternative.words.iter();
            let found = words.map(|word| self.index.docs_with(self.index.fields.body, word));
            let found = all(found.collect::<Result<_, _>>()?, self.index.all_docs());
            out = out.or(&found);
        }
        Ok(out)
    }

    /// Returns the documents with any of some values of a filter.
    fn with_values(
        &self,
        name: &str,
        values: impl IntoIterator<Item = impl AsRef<str>>,
    ) -> Result<DocSet, IndexError> {
        let values = values.into_iter();
        let found = values.map(|value| self.index.docs_with_value(name, value.as_ref()));
        found.collect::<Result<_, _>>().map(any)
    }

    /// Returns the documents with a value at the requested edition of their ruleset; `value` returns
    /// the value for an edition.
    fn at_editions(
        &self,
        name: &str,
        value: impl Fn(&str) -> String,
    ) -> Result<DocSet, IndexError> {
        let mut rulesets: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for (ruleset, edition) in &self.search.editions {
            rulesets.entry(edition).or_default().push(ruleset);
        }
        let mut out = DocSet::default();
        for (edition, rulesets) in rulesets {
            let found = self.index.docs_with_value(name, &value(edition))?;
            if !found.is_empty() {
                out = out.or(&found.and(&self.with_values("ruleset", rulesets)?));
            }
        }
        Ok(out)
    }

    /// Returns the documents that meet a condition; none if it is no condition, or a faulty one,
    /// which is reported.
    fn condition(
        &mut self,
        name: &'static str,
        value: &QueryValue,
        span: Span,
    ) -> Result<Option<DocSet>, IndexError> {
        let matching = filter(name).map_or(Matching::View, |row| row.matching);
        let found = match (matching, value) {
            (Matching::View, _) => return Ok(None),
            (Matching::Editions, _) => {
                let rulesets = &self.index.metadata.rulesets;
                let mut order: Vec<&String> = Vec::new();
                for edition in rulesets.iter().flat_map(|ruleset| &ruleset.editions) {
                    if !order.contains(&edition) {
                        order.push(edition);
                    }
                }
                self.in_order("edition", value, span, &order)
            }
            (Matching::Pages, _) => {
                let pages = self.index.values(name, "", usize::MAX)?;
                let mut order = Vec::from_iter(&pages);
                order.sort_by_key(|page| (number(page), *page));
                self.in_order("page", value, span, &order)
            }
            (_, QueryValue::Range(..)) => Err(fault(
                span,
                format!("`{name}:` does not support ranges"),
                Some("write one value".into()),
            )),
            (Matching::Value, QueryValue::One(value)) => self.value(name, value, span)?,
            (Matching::Section, QueryValue::One(value)) => self.section(value, span),
            (Matching::State, QueryValue::One(value)) => match self.state(value, span)? {
                Ok(found) => return Ok(Some(found)),
                Err(fault) => Err(fault),
            },
        };
        match found {
            Ok(values) => self.with_values(name, values).map(Some),
            Err(fault) => {
                if !self.faults.contains(&fault) {
                    self.faults.push(fault);
                }
                Ok(None)
            }
        }
    }

    /// Returns a value of a filter and the ids below it: `rear-support` matches
    /// `rear-support.spears`.
    fn value(&self, name: &str, value: &str, span: Span) -> Result<FilterValues, IndexError> {
        let value = value.trim_start_matches('#');
        // the key of a ruleset may be written in capitals
        let mut rulesets = self.index.metadata.rulesets.iter();
        let key = rulesets.find(|ruleset| ruleset.key.eq_ignore_ascii_case(value));
        let value = key.map_or(value, |ruleset| &ruleset.key);
        let bare = value.split_once('/').map_or(value, |(_, bare)| bare);
        let known = self.index.values(name, "", usize::MAX)?;
        let is_found = |own: &&String| *own == value || is_within(own, bare, &['.', '/']);
        let found = Vec::from_iter(known.iter().filter(is_found).cloned());
        Ok(if found.is_empty() {
            let help = suggestion(value, known.iter().map(String::as_str));
            Err(fault(span, format!("no text has {name}:{value}"), help))
        } else {
            Ok(found)
        })
    }

    /// Returns the sections with an id, the beginning of an id, or words of a heading.
    fn section(&self, name: &str, span: Span) -> FilterValues {
        let bare = name.split_once('/').map_or(name, |(_, bare)| bare);
        let bare = bare.trim_start_matches('#');
        let rulesets = self.index.metadata.rulesets.iter();
        let sections: Vec<_> = rulesets.flat_map(|ruleset| &ruleset.sections).collect();
        let chosen = |fits: &dyn Fn(&str, &str) -> bool| -> Vec<String> {
            let fitting = sections.iter().filter(|(id, heading)| fits(id, heading));
            fitting.map(|(id, _)| id.clone()).collect()
        };
        let mut found = chosen(&|id, _| is_within(id, bare, &['.']));
        if found.is_empty() {
            let stems = self.index.tokenizer.stems(name);
            found = chosen(&|_, heading| {
                let own = self.index.tokenizer.stems(heading);
                let has = |word: &String| own.iter().any(|own| own.starts_with(word.as_str()));
                !stems.is_empty() && stems.iter().all(has)
            });
        }
        if found.is_empty() {
            let help = suggestion(bare, sections.iter().map(|(id, _)| id.as_str()));
            return Err(fault(span, format!("no section `{name}`"), help));
        }
        Ok(found)
    }

    /// Returns one of the values in `order`, or a range of them. `noun` is what messages call a
    /// value.
    fn in_order(
        &mut self,
        noun: &str,
        value: &QueryValue,
        span: Span,
        order: &[&String],
    ) -> FilterValues {
        // a page may be written as `p22`
        let place = |value: &str| {
            let bare = value.trim_start_matches(['p', 'P', '.', ' ']);
            let is_it = |known: &&String| *known == value || *known == bare;
            let help = || suggestion(value, order.iter().map(|known| known.as_str()));
            let at = order.iter().position(is_it);
            at.ok_or_else(|| fault(span, format!("no {noun} {value}"), help()))
        };
        let (from, to) = match value {
            QueryValue::One(one) => (Some(one), Some(one)),
            QueryValue::Range(from, to) => (from.as_ref(), to.as_ref()),
        };
        let first = from.map_or(Ok(0), |from| place(from))?;
        let last = to.map_or(Ok(order.len().saturating_sub(1)), |to| place(to))?;
        if first > last {
            let message = "the range ends before it begins; it was reversed".to_owned();
            self.faults.push(fault(span, message, None));
        }
        let values = order.get(first.min(last)..=first.max(last));
        Ok(values.into_iter().flatten().copied().cloned().collect())
    }

    /// Returns the documents that have a state at the requested editions.
    fn state(&self, state: &str, span: Span) -> Result<Result<DocSet, QueryFault>, IndexError> {
        let Some(state) = stored_state(state) else {
            let help = suggestion(state, STATES.iter().copied());
            return Ok(Err(fault(span, format!("unknown state `{state}`"), help)));
        };
        if state == "held" {
            return self.index.docs_with_value("is", state).map(Ok);
        }
        let mut out = self.at_editions("is", |edition| state_at(state, edition))?;
        if state == "contradicted" {
            let layers = &self.search.layers;
            for (at, one) in layers.iter().enumerate() {
                for two in &layers[at..] {
                    let both = Vec::from_iter(BTreeSet::from([one, two]));
                    let value = |edition: &str| contradicted_at(edition, &both);
                    out = out.or(&self.at_editions("is", value)?);
                }
            }
        }
        Ok(Ok(out))
    }
}

/// The values of a filter that meet a condition, or why there are none.
type FilterValues = Result<Vec<String>, QueryFault>;

fn fault(span: Span, message: String, help: Option<String>) -> QueryFault {
    QueryFault {
        span,
        message,
        help,
    }
}

/// Returns a help text with the known value that is most similar to `typed`, or all known values if
/// they are few.
fn suggestion<'a>(typed: &str, known: impl IntoIterator<Item = &'a str> + Clone) -> Option<String> {
    if let Some(near) = near::nearest(typed, known.clone()) {
        return Some(format!("did you mean `{near}`?"));
    }
    let all: Vec<&str> = known.into_iter().collect();
    (!all.is_empty() && all.len() <= 16).then(|| format!("expected one of {}", all.join(", ")))
}

fn number(page: &str) -> u32 {
    page.trim_end_matches(char::is_alphabetic)
        .parse()
        .unwrap_or(u32::MAX)
}
