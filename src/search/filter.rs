//! Converts conditions, phrases and operators of a query to a tantivy query that hits must match.

use super::{
    complement::Complement,
    concept::{QueryConcept, UnmatchedWords},
    error::IndexError,
    index::Index,
    query::{
        Matching, QueryFault, QueryNode, QueryValue, STATES, contradicted_at, facet, filter,
        state_at,
    },
    spelling::suggestion,
};
use crate::text::Span;
use std::collections::BTreeSet;
use tantivy::{
    Term,
    query::{AllQuery, BooleanQuery, EmptyQuery, PhraseQuery, Query, TermQuery},
    schema::{Field, IndexRecordOption},
};

/// Builds the tantivy query that hits must match from a parsed query, in which plain words alone
/// require nothing; collects faults in conditions.
pub(super) struct FilterQueryBuilder<'a> {
    pub(super) index: &'a Index,
    /// The requested edition of each ruleset.
    pub(super) editions: &'a [(String, String)],
    /// The clarifications and guidelines that count.
    pub(super) layers: &'a [String],
    pub(super) faults: Vec<QueryFault>,
}

/// A tantivy query of any type.
type BoxedQuery = Box<dyn Query>;

/// Returns a query that matches what all of `queries` match.
fn all(mut queries: Vec<BoxedQuery>) -> BoxedQuery {
    match queries.len() {
        0 => Box::new(AllQuery),
        1 => queries.remove(0),
        _ => Box::new(BooleanQuery::intersection(queries)),
    }
}

/// Returns a query that matches what any of `queries` matches.
fn any(queries: Vec<BoxedQuery>) -> BoxedQuery {
    if queries.is_empty() {
        Box::new(EmptyQuery)
    } else {
        Box::new(BooleanQuery::union(queries))
    }
}

/// Returns the query for documents with a term in a field.
fn has_term(field: Field, text: &str) -> BoxedQuery {
    let term = Term::from_field_text(field, text);
    Box::new(TermQuery::new(term, IndexRecordOption::Basic))
}

/// Returns a query that matches what `query` does not match.
fn not(query: BoxedQuery) -> BoxedQuery {
    Box::new(Complement(query))
}

impl FilterQueryBuilder<'_> {
    /// Returns the query for the conditions of a node; none if it has no condition.
    pub(super) fn required(&mut self, node: &QueryNode) -> Result<Option<BoxedQuery>, IndexError> {
        match node {
            QueryNode::Words(..) => Ok(None),
            QueryNode::Phrase(..) | QueryNode::Prefix(..) => self.exact(node).map(Some),
            QueryNode::Condition(name, value, span) => self.condition(name, value, *span),
            QueryNode::All(nodes) => {
                let required = nodes
                    .iter()
                    .map(|node| self.required(node))
                    .collect::<Result<Vec<_>, _>>()?;
                let required: Vec<BoxedQuery> = required.into_iter().flatten().collect();
                Ok((!required.is_empty()).then(|| all(required)))
            }
            QueryNode::And(_) => self.exact(node).map(Some),
            QueryNode::Or(nodes) => {
                let mut free = true;
                for node in nodes {
                    free &= self.required(node)?.is_none();
                }
                if free {
                    Ok(None)
                } else {
                    self.exact_without_faults(node).map(Some)
                }
            }
            QueryNode::Not(inner) => {
                if let QueryNode::Condition(name, value, span) = &**inner
                    && self.condition(name, value, *span)?.is_none()
                {
                    return Ok(None);
                }
                self.exact_without_faults(inner)
                    .map(|query| Some(not(query)))
            }
        }
    }

    /// Returns [`Self::exact`] of a node whose faults are already reported.
    fn exact_without_faults(&mut self, node: &QueryNode) -> Result<BoxedQuery, IndexError> {
        let before = self.faults.len();
        let query = self.exact(node);
        self.faults.truncate(before);
        query
    }

    /// Returns a query for the documents that match a node entirely.
    fn exact(&mut self, node: &QueryNode) -> Result<BoxedQuery, IndexError> {
        let each = |filter: &mut Self, nodes: &[QueryNode]| {
            nodes
                .iter()
                .map(|node| filter.exact(node))
                .collect::<Result<Vec<_>, _>>()
        };
        match node {
            QueryNode::Words(text, _) => {
                let concepts = self.index.concepts(text, &mut UnmatchedWords::default())?;
                Ok(all(concepts
                    .iter()
                    .map(|concept| self.concept(concept))
                    .collect()))
            }
            QueryNode::Phrase(text, _) => Ok(self.phrase(&self.index.tokenizer.stems(text))),
            QueryNode::Prefix(start, _) => Ok(self
                .index
                .prefixed(start)?
                .map_or_else(|| any(Vec::new()), |concept| self.concept(&concept))),
            QueryNode::Condition(name, value, span) => Ok(self
                .condition(name, value, *span)?
                .unwrap_or_else(|| all(Vec::new()))),
            QueryNode::All(nodes) | QueryNode::And(nodes) => each(self, nodes).map(all),
            QueryNode::Or(nodes) => each(self, nodes).map(any),
            QueryNode::Not(inner) => self.exact(inner).map(not),
        }
    }

    /// Returns a query for words that follow each other in this order.
    fn phrase(&self, words: &[String]) -> BoxedQuery {
        let term = |word: &String| Term::from_field_text(self.index.fields.text, word);
        match words {
            [] => any(Vec::new()),
            [word] => has_term(self.index.fields.text, word),
            words => Box::new(PhraseQuery::new(words.iter().map(term).collect())),
        }
    }

    fn concept(&self, concept: &QueryConcept) -> BoxedQuery {
        let word = |word: &String| has_term(self.index.fields.body, word);
        any(concept
            .alternatives
            .iter()
            .map(|alternative| all(alternative.words.iter().map(word).collect()))
            .collect())
    }

    fn facet_query(&self, name: &str, value: &str) -> BoxedQuery {
        has_term(self.index.fields.facet, &facet(name, value))
    }

    fn facet_queries<'v>(
        &self,
        name: &str,
        values: impl IntoIterator<Item = &'v String>,
    ) -> BoxedQuery {
        let queries = values
            .into_iter()
            .map(|value| self.facet_query(name, value));
        any(queries.collect())
    }

    fn fault(&mut self, span: Span, message: String, help: Option<String>) {
        let fault = QueryFault {
            span,
            message,
            help,
        };
        if !self.faults.contains(&fault) {
            self.faults.push(fault);
        }
    }

    fn condition(
        &mut self,
        name: &'static str,
        value: &QueryValue,
        span: Span,
    ) -> Result<Option<BoxedQuery>, IndexError> {
        let matching = filter(name).map_or(Matching::View, |row| row.matching);
        match (matching, value) {
            (Matching::View, _) => Ok(None),
            (Matching::Editions, _) => {
                Ok(self.in_order(name, "edition", value, span, &self.edition_order()))
            }
            (Matching::Pages, _) => {
                let mut pages = Vec::from_iter(self.index.values(name, "", usize::MAX)?);
                pages.sort_by_key(|page| (number(page), page.clone()));
                Ok(self.in_order(name, "page", value, span, &pages))
            }
            (Matching::Value, QueryValue::One(value)) => self.value(name, value, span),
            (Matching::Section, QueryValue::One(value)) => Ok(self.section(value, span)),
            (Matching::State, QueryValue::One(value)) => Ok(self.state(value, span)),
            (Matching::Value | Matching::Section | Matching::State, QueryValue::Range(..)) => {
                self.fault(
                    span,
                    format!("`{name}:` does not support ranges"),
                    Some("write one value".into()),
                );
                Ok(None)
            }
        }
    }

    /// Returns the editions of all rulesets, oldest first.
    fn edition_order(&self) -> Vec<String> {
        let mut out: Vec<String> = Vec::new();
        for edition in self
            .index
            .index_metadata()
            .rulesets
            .iter()
            .flat_map(|ruleset| &ruleset.editions)
        {
            if !out.contains(edition) {
                out.push(edition.clone());
            }
        }
        out
    }

    /// Matches one value of a filter and the ids below it: `rear-support` matches
    /// `rear-support.spears`.
    fn value(
        &mut self,
        name: &str,
        value: &str,
        span: Span,
    ) -> Result<Option<BoxedQuery>, IndexError> {
        let value = value.trim_start_matches('#');
        // the key of a ruleset may be written in capitals
        let rulesets = &self.index.index_metadata().rulesets;
        let key = rulesets
            .iter()
            .find(|ruleset| ruleset.key.eq_ignore_ascii_case(value));
        let value = key.map_or(value, |ruleset| &ruleset.key);
        let bare = value.split_once('/').map_or(value, |(_, bare)| bare);
        let mut found = self.index.values(name, bare, MAX_VALUES)?;
        found.retain(|own| own == bare || own[bare.len()..].starts_with(['.', '/']));
        if self.index.values(name, value, 1)?.contains(value) {
            found.insert(value.to_owned());
        }
        if found.is_empty() {
            let known = self.index.values(name, "", MAX_VALUES)?;
            let help = suggestion(value, known.iter().map(String::as_str));
            self.fault(span, format!("no text has {name}:{value}"), help);
            return Ok(None);
        }
        Ok(Some(self.facet_queries(name, &found)))
    }

    /// Matches a section by its id, the beginning of its id, or words of its heading.
    fn section(&mut self, name: &str, span: Span) -> Option<BoxedQuery> {
        let bare = name
            .split_once('/')
            .map_or(name, |(_, bare)| bare)
            .trim_start_matches('#');
        let below = |id: &str| {
            id == bare
                || id
                    .strip_prefix(bare)
                    .is_some_and(|rest| rest.starts_with('.'))
        };
        let sections: Vec<(String, String)> = self
            .index
            .index_metadata()
            .rulesets
            .iter()
            .flat_map(|ruleset| ruleset.sections.clone())
            .collect();
        let mut found: Vec<&String> = sections
            .iter()
            .filter(|(id, _)| below(id))
            .map(|(id, _)| id)
            .collect();
        if found.is_empty() {
            let wanted = self.index.tokenizer.stems(name);
            let fits = |heading: &str| {
                let own = self.index.tokenizer.stems(heading);
                !wanted.is_empty()
                    && wanted
                        .iter()
                        .all(|word| own.iter().any(|own| own.starts_with(word.as_str())))
            };
            found = sections
                .iter()
                .filter(|(_, heading)| fits(heading))
                .map(|(id, _)| id)
                .collect();
        }
        if found.is_empty() {
            let help = suggestion(bare, sections.iter().map(|(id, _)| id.as_str()));
            self.fault(span, format!("no section `{name}`"), help);
            return None;
        }
        Some(self.facet_queries("section", found))
    }

    /// Matches one ordered value, or a range of them. `noun` is what messages call a value.
    fn in_order(
        &mut self,
        name: &str,
        noun: &str,
        value: &QueryValue,
        span: Span,
        order: &[String],
    ) -> Option<BoxedQuery> {
        // a page may be written as `p22`
        let place = |value: &str| {
            let bare = value.trim_start_matches(['p', 'P', '.', ' ']);
            order
                .iter()
                .position(|known| known == value || known == bare)
        };
        let (from, to) = match value {
            QueryValue::One(one) => (Some(one), Some(one)),
            QueryValue::Range(from, to) => (from.as_ref(), to.as_ref()),
        };
        if let Some(end) = [from, to]
            .into_iter()
            .flatten()
            .find(|end| place(end).is_none())
        {
            let help = suggestion(end, order.iter().map(String::as_str));
            self.fault(span, format!("no {noun} {end}"), help);
            return None;
        }
        let first = from.and_then(|from| place(from)).unwrap_or(0);
        let last = to
            .and_then(|to| place(to))
            .unwrap_or(order.len().saturating_sub(1));
        if first > last {
            self.fault(
                span,
                "the range ends before it begins; it was reversed".into(),
                None,
            );
        }
        let values = order.get(first.min(last)..=first.max(last));
        Some(self.facet_queries(name, values.unwrap_or_default()))
    }

    fn state(&mut self, state: &str, span: Span) -> Option<BoxedQuery> {
        if !STATES.contains(&state) {
            let help = suggestion(state, STATES.iter().copied());
            self.fault(span, format!("unknown state `{state}`"), help);
            return None;
        }
        if state == "held" {
            return Some(self.facet_query("is", state));
        }
        let mut out = vec![self.at_editions(|edition| state_at(state, edition))];
        let pairs = self
            .layers
            .iter()
            .enumerate()
            .flat_map(|(at, one)| self.layers[at..].iter().map(move |two| (one, two)));
        for (one, two) in pairs.filter(|_| state == "contradicted") {
            let layers = Vec::from_iter(BTreeSet::from([one, two]));
            out.push(self.at_editions(|edition| contradicted_at(edition, &layers)));
        }
        Some(any(out))
    }

    /// Returns a query for a state at the requested edition of each ruleset; `value` returns the
    /// state at an edition.
    fn at_editions(&self, value: impl Fn(&str) -> String) -> BoxedQuery {
        let editions: BTreeSet<&String> =
            self.editions.iter().map(|(_, edition)| edition).collect();
        let here = |edition: &String| {
            let rulesets = self.editions.iter().filter(|(_, own)| own == edition);
            all(vec![
                self.facet_query("is", &value(edition)),
                self.facet_queries("ruleset", rulesets.map(|(ruleset, _)| ruleset)),
            ])
        };
        any(editions.into_iter().map(here).collect())
    }
}

/// The largest number of values of a facet that are read.
const MAX_VALUES: usize = 4096;

fn number(page: &str) -> u32 {
    page.trim_end_matches(char::is_alphabetic)
        .parse()
        .unwrap_or(u32::MAX)
}
