//! Turns the conditions of a query into tantivy queries over the field `facet`.

use super::{
    complement::Complement,
    concept::Concept,
    error::IndexError,
    facet,
    index::Index,
    query::{Fault, Field, QueryNode, QueryValue},
    spelling::suggestion,
};
use crate::text::Span;
use std::collections::BTreeSet;
use tantivy::{
    Term,
    query::{AllQuery, BooleanQuery, EmptyQuery, Occur, PhraseQuery, Query, TermQuery},
    schema::IndexRecordOption,
};

/// The values of `is:`.
const STATES: &[&str] = &[
    "deleted",
    "held",
    "touched",
    "undecided",
    "contradicted",
    "current",
    "confirmed",
    "narrowed",
    "absorbed",
];

/// Converts the conditions of a query into a tantivy query.
pub(super) struct Filter<'a> {
    pub(super) index: &'a Index,
    /// The requested edition of each ruleset.
    pub(super) editions: &'a [(String, String)],
    /// The clarifications and guidelines that count.
    pub(super) layers: &'a [String],
    pub(super) faults: Vec<Fault>,
}

type BoxedQuery = Box<dyn Query>;

/// Returns a query that matches what all of `queries` match.
fn all(queries: Vec<BoxedQuery>) -> BoxedQuery {
    match queries.len() {
        0 => Box::new(AllQuery),
        1 => queries
            .into_iter()
            .next()
            .unwrap_or_else(|| Box::new(AllQuery)),
        _ => Box::new(BooleanQuery::new(
            queries
                .into_iter()
                .map(|query| (Occur::Must, query))
                .collect(),
        )),
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

/// Returns a query that matches what `query` does not match.
fn not(query: BoxedQuery) -> BoxedQuery {
    Box::new(Complement(query))
}

impl Filter<'_> {
    /// Returns the query for the conditions of a node; none if it has no condition.
    pub(super) fn required(&mut self, node: &QueryNode) -> Result<Option<BoxedQuery>, IndexError> {
        match node {
            QueryNode::Words(..) => Ok(None),
            QueryNode::Phrase(..) | QueryNode::Prefix(..) => self.exact(node).map(Some),
            QueryNode::Condition(field, value, span) => self.condition(*field, value, *span),
            QueryNode::All(nodes) => {
                let required = nodes
                    .iter()
                    .map(|node| self.required(node))
                    .collect::<Result<Vec<_>, _>>()?;
                let required: Vec<BoxedQuery> = required.into_iter().flatten().collect();
                Ok(if required.is_empty() {
                    None
                } else {
                    Some(all(required))
                })
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
                if let QueryNode::Condition(field, value, span) = &**inner
                    && self.condition(*field, value, *span)?.is_none()
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
                let concepts = self.index.concepts(text, &mut Vec::new())?;
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
            QueryNode::Condition(field, value, span) => Ok(self
                .condition(*field, value, *span)?
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
            [word] => Box::new(TermQuery::new(term(word), IndexRecordOption::Basic)),
            words => Box::new(PhraseQuery::new(words.iter().map(term).collect())),
        }
    }

    fn concept(&self, concept: &Concept) -> BoxedQuery {
        let word = |word: &String| -> BoxedQuery {
            Box::new(TermQuery::new(
                Term::from_field_text(self.index.fields.body, word),
                IndexRecordOption::Basic,
            ))
        };
        any(concept
            .alternatives
            .iter()
            .map(|alternative| all(alternative.words.iter().map(word).collect()))
            .collect())
    }

    fn facet_query(&self, kind: &str, value: &str) -> BoxedQuery {
        Box::new(TermQuery::new(
            self.index.facet(kind, value),
            IndexRecordOption::Basic,
        ))
    }

    fn fault(&mut self, span: Span, message: String, help: Option<String>) {
        let fault = Fault {
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
        field: Field,
        value: &QueryValue,
        span: Span,
    ) -> Result<Option<BoxedQuery>, IndexError> {
        match field {
            // these select the text that is searched, and filter nothing
            Field::At | Field::AsOf => Ok(None),
            Field::Is => self.state(value, span),
            Field::Changed => self.in_order(facet::CHANGED, value, span, &self.edition_order()),
            Field::Page => match value {
                QueryValue::One(page) => self.one(
                    facet::PAGE,
                    page.trim_start_matches(['p', 'P', '.', ' ']),
                    span,
                    field,
                ),
                QueryValue::Range(..) => {
                    let mut pages: Vec<String> = self
                        .index
                        .values(facet::PAGE, "", usize::MAX)?
                        .into_iter()
                        .collect();
                    pages.sort_by_key(|page| (number(page), page.clone()));
                    self.in_order(facet::PAGE, value, span, &pages)
                }
            },
            Field::Section => {
                let QueryValue::One(name) = value else {
                    return Ok(self.no_range(field, span));
                };
                self.section(name, span)
            }
            Field::Kind
            | Field::Ruleset
            | Field::Document
            | Field::By
            | Field::Cites
            | Field::Interprets
            | Field::Term
            | Field::Fact => {
                let kind = kind_of(field);
                match value {
                    QueryValue::One(value) => self.one(kind, value, span, field),
                    QueryValue::Range(..) => Ok(self.no_range(field, span)),
                }
            }
        }
    }

    fn no_range(&mut self, field: Field, span: Span) -> Option<BoxedQuery> {
        self.fault(
            span,
            format!(
                "`{}:` has no order, so there is no range of it",
                field.name()
            ),
            Some("name one value".into()),
        );
        None
    }

    /// Returns the editions of all rulesets, oldest first.
    fn edition_order(&self) -> Vec<String> {
        let mut out: Vec<String> = Vec::new();
        for edition in self
            .index
            .preface()
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

    /// Matches one value of a facet and the values below it: `rear-support` matches
    /// `rear-support.spears`.
    fn one(
        &mut self,
        kind: &str,
        value: &str,
        span: Span,
        field: Field,
    ) -> Result<Option<BoxedQuery>, IndexError> {
        let mut value = value.trim_start_matches('#').to_owned();
        if field == Field::Ruleset
            && let Some(ruleset) = self
                .index
                .preface()
                .rulesets
                .iter()
                .find(|ruleset| ruleset.key.eq_ignore_ascii_case(&value))
        {
            value.clone_from(&ruleset.key);
        }
        let exact = self.index.values(kind, &value, 1)?.contains(&value);
        if matches!(field, Field::Kind | Field::Ruleset | Field::Page) && exact {
            return Ok(Some(self.facet_query(kind, &value)));
        }
        let bare = value
            .split_once('/')
            .map_or(value.as_str(), |(_, bare)| bare)
            .to_owned();
        let below = self.index.values(kind, &bare, MAX_VALUES)?;
        let below = below
            .into_iter()
            .filter(|below| *below == bare || below[bare.len()..].starts_with(['.', '/']));
        let found: BTreeSet<String> = below.chain(exact.then(|| value.clone())).collect();
        if found.is_empty() {
            let known = self.index.values(kind, "", MAX_VALUES)?;
            let known = if field == Field::Kind {
                known.into_iter().filter(|kind| kind != "change").collect()
            } else {
                known
            };
            self.fault(
                span,
                format!("there is nothing with {}:{value}", field.name()),
                suggestion(&value, known.iter().map(String::as_str)),
            );
            return Ok(None);
        }
        Ok(Some(any(found
            .iter()
            .map(|value| self.facet_query(kind, value))
            .collect())))
    }

    /// Matches a section by its id, the beginning of its id, or words of its heading.
    fn section(&mut self, name: &str, span: Span) -> Result<Option<BoxedQuery>, IndexError> {
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
            .preface()
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
            self.fault(span, format!("there is no section `{name}`"), help);
            return Ok(None);
        }
        Ok(Some(any(found
            .into_iter()
            .map(|id| self.facet_query(facet::SECTION, id))
            .collect())))
    }

    /// Matches one ordered value, or a range of them.
    fn in_order(
        &mut self,
        kind: &str,
        value: &QueryValue,
        span: Span,
        order: &[String],
    ) -> Result<Option<BoxedQuery>, IndexError> {
        let place = |value: &String| order.iter().position(|known| known == value);
        let (from, to) = match value {
            QueryValue::One(one) => (Some(one), Some(one)),
            QueryValue::Range(from, to) => (from.as_ref(), to.as_ref()),
        };
        for end in [from, to].into_iter().flatten() {
            if place(end).is_none() {
                let name = if kind == facet::CHANGED {
                    "edition"
                } else {
                    "page"
                };
                self.fault(
                    span,
                    format!("there is no {name} {end}"),
                    suggestion(end, order.iter().map(String::as_str)),
                );
                return Ok(None);
            }
        }
        let first = from.and_then(place).unwrap_or(0);
        let last = to.and_then(place).unwrap_or(order.len().saturating_sub(1));
        if first > last {
            self.fault(
                span,
                "the range ends before it begins; it is read the other way round".into(),
                None,
            );
        }
        let values = order
            .get(first.min(last)..=first.max(last))
            .unwrap_or_default();
        Ok(Some(any(values
            .iter()
            .map(|value| self.facet_query(kind, value))
            .collect())))
    }

    fn state(&mut self, value: &QueryValue, span: Span) -> Result<Option<BoxedQuery>, IndexError> {
        let QueryValue::One(state) = value else {
            return Ok(self.no_range(Field::Is, span));
        };
        match state.as_str() {
            "held" => Ok(Some(self.facet_query(facet::HELD, ""))),
            "deleted" => Ok(Some(self.at_editions(facet::GONE, str::to_owned))),
            state if STATES.contains(&state) => {
                let mut out =
                    vec![self.at_editions(facet::STATE, |edition| format!("{state}@{edition}"))];
                let pairs = self
                    .layers
                    .iter()
                    .enumerate()
                    .flat_map(|(at, one)| self.layers[at..].iter().map(move |two| (one, two)));
                for (one, two) in pairs.filter(|_| state == "contradicted") {
                    let layers: BTreeSet<&str> = [one.as_str(), two.as_str()].into();
                    let layers: Vec<&str> = layers.into_iter().collect();
                    out.push(self.at_editions(facet::STATE, |edition| {
                        facet::contradicted(edition, &layers)
                    }));
                }
                Ok(Some(any(out)))
            }
            _ => {
                self.fault(
                    span,
                    format!("nothing can be `{state}`"),
                    suggestion(state, STATES.iter().copied()),
                );
                Ok(None)
            }
        }
    }

    /// Returns a query for a facet at the requested edition of each ruleset; `value` makes the
    /// facet value of an edition.
    fn at_editions(&self, kind: &str, value: impl Fn(&str) -> String) -> BoxedQuery {
        let editions: BTreeSet<&str> = self
            .editions
            .iter()
            .map(|(_, edition)| edition.as_str())
            .collect();
        let here = |edition: &str| {
            let rulesets = self.editions.iter().filter(|(_, own)| own == edition);
            let rulesets = rulesets
                .map(|(ruleset, _)| self.facet_query(facet::RULESET, ruleset))
                .collect();
            all(vec![self.facet_query(kind, &value(edition)), any(rulesets)])
        };
        any(editions.into_iter().map(here).collect())
    }
}

/// The largest number of values of a facet that are read.
const MAX_VALUES: usize = 4096;

fn kind_of(field: Field) -> &'static str {
    match field {
        Field::Ruleset => facet::RULESET,
        Field::Section => facet::SECTION,
        Field::Page => facet::PAGE,
        Field::Kind => facet::KIND,
        Field::Document => facet::DOCUMENT,
        Field::Changed => facet::CHANGED,
        Field::By => facet::BY,
        Field::Cites => facet::CITES,
        Field::Interprets => facet::INTERPRETS,
        Field::Term => facet::TERM,
        Field::Fact => facet::FACT,
        Field::At | Field::AsOf | Field::Is => "",
    }
}

fn number(page: &str) -> u32 {
    page.trim_end_matches(char::is_alphabetic)
        .parse()
        .unwrap_or(u32::MAX)
}
