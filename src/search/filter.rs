//! Conditions of a query, as tantivy queries over the field `facet`.

use super::{
    complement::Complement,
    concept::Concept,
    error::IndexError,
    facet,
    index::Index,
    query::{Fault, Field, Node, Value},
    spelling::suggestion,
};
use crate::text::Span;
use std::collections::BTreeSet;
use tantivy::{
    Term,
    query::{AllQuery, BooleanQuery, EmptyQuery, Occur, PhraseQuery, Query, TermQuery},
    schema::IndexRecordOption,
};

/// What `is:` may ask.
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

/// Turns the conditions of a query into a tantivy query.
pub(super) struct Filter<'a> {
    pub(super) index: &'a Index,
    /// The edition asked for in each ruleset that there is.
    pub(super) editions: &'a [(String, String)],
    /// The clarifications and guidelines that count.
    pub(super) layers: &'a [String],
    pub(super) faults: Vec<Fault>,
}

type Admitted = Box<dyn Query>;

/// What all of some queries admit.
fn all(queries: Vec<Admitted>) -> Admitted {
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

/// What any of some queries admits.
fn any(queries: Vec<Admitted>) -> Admitted {
    if queries.is_empty() {
        Box::new(EmptyQuery)
    } else {
        Box::new(BooleanQuery::union(queries))
    }
}

/// What a query does not admit.
fn not(query: Admitted) -> Admitted {
    Box::new(Complement(query))
}

impl Filter<'_> {
    /// What the conditions of a node admit; none where it has no condition.
    pub(super) fn required(&mut self, node: &Node) -> Result<Option<Admitted>, IndexError> {
        match node {
            Node::Words(..) => Ok(None),
            Node::Phrase(..) | Node::Prefix(..) => self.exact(node).map(Some),
            Node::Condition(field, value, span) => self.condition(*field, value, *span),
            Node::All(nodes) => {
                let required = nodes
                    .iter()
                    .map(|node| self.required(node))
                    .collect::<Result<Vec<_>, _>>()?;
                let required: Vec<Admitted> = required.into_iter().flatten().collect();
                Ok(if required.is_empty() {
                    None
                } else {
                    Some(all(required))
                })
            }
            Node::And(_) => self.exact(node).map(Some),
            Node::Or(nodes) => {
                let mut free = true;
                for node in nodes {
                    free &= self.required(node)?.is_none();
                }
                if free {
                    Ok(None)
                } else {
                    self.exact_again(node).map(Some)
                }
            }
            Node::Not(inner) => {
                if let Node::Condition(field, value, span) = &**inner
                    && self.condition(*field, value, *span)?.is_none()
                {
                    return Ok(None);
                }
                self.exact_again(inner).map(|query| Some(not(query)))
            }
        }
    }

    /// The same as [`Self::exact`] of a node whose faults are reported already.
    fn exact_again(&mut self, node: &Node) -> Result<Admitted, IndexError> {
        let before = self.faults.len();
        let query = self.exact(node);
        self.faults.truncate(before);
        query
    }

    /// What has a node in it.
    fn exact(&mut self, node: &Node) -> Result<Admitted, IndexError> {
        let each = |filter: &mut Self, nodes: &[Node]| {
            nodes
                .iter()
                .map(|node| filter.exact(node))
                .collect::<Result<Vec<_>, _>>()
        };
        match node {
            Node::Words(text, _) => {
                let concepts = self.index.concepts(text, &mut Vec::new())?;
                Ok(all(concepts
                    .iter()
                    .map(|concept| self.concept(concept))
                    .collect()))
            }
            Node::Phrase(text, _) => Ok(self.phrase(&self.index.tokenizer.stems(text))),
            Node::Prefix(start, _) => Ok(self
                .index
                .prefixed(start)?
                .map_or_else(|| any(Vec::new()), |concept| self.concept(&concept))),
            Node::Condition(field, value, span) => Ok(self
                .condition(*field, value, *span)?
                .unwrap_or_else(|| all(Vec::new()))),
            Node::All(nodes) | Node::And(nodes) => each(self, nodes).map(all),
            Node::Or(nodes) => each(self, nodes).map(any),
            Node::Not(inner) => self.exact(inner).map(not),
        }
    }

    /// What has words together in this order.
    fn phrase(&self, words: &[String]) -> Admitted {
        let term = |word: &String| Term::from_field_text(self.index.fields.text, word);
        match words {
            [] => any(Vec::new()),
            [word] => Box::new(TermQuery::new(term(word), IndexRecordOption::Basic)),
            words => Box::new(PhraseQuery::new(words.iter().map(term).collect())),
        }
    }

    fn concept(&self, concept: &Concept) -> Admitted {
        let word = |word: &String| -> Admitted {
            Box::new(TermQuery::new(
                Term::from_field_text(self.index.fields.body, word),
                IndexRecordOption::Basic,
            ))
        };
        any(concept
            .ways
            .iter()
            .map(|way| all(way.words.iter().map(word).collect()))
            .collect())
    }

    fn faceted(&self, kind: &str, value: &str) -> Admitted {
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
        value: &Value,
        span: Span,
    ) -> Result<Option<Admitted>, IndexError> {
        match field {
            // these say what is asked of, not what is asked for
            Field::At | Field::AsOf => Ok(None),
            Field::Is => self.state(value, span),
            Field::Changed => self.in_order(facet::CHANGED, value, span, &self.edition_order()),
            Field::Page => match value {
                Value::One(page) => self.one(
                    facet::PAGE,
                    page.trim_start_matches(['p', 'P', '.', ' ']),
                    span,
                    field,
                ),
                Value::Range(..) => {
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
                let Value::One(name) = value else {
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
                    Value::One(value) => self.one(kind, value, span, field),
                    Value::Range(..) => Ok(self.no_range(field, span)),
                }
            }
        }
    }

    fn no_range(&mut self, field: Field, span: Span) -> Option<Admitted> {
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

    /// The editions of all rulesets, oldest first.
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

    /// One value of a facet, or those that lie below it: `rear-support` for `rear-support.spears`.
    fn one(
        &mut self,
        kind: &str,
        value: &str,
        span: Span,
        field: Field,
    ) -> Result<Option<Admitted>, IndexError> {
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
            return Ok(Some(self.faceted(kind, &value)));
        }
        let bare = value
            .split_once('/')
            .map_or(value.as_str(), |(_, bare)| bare)
            .to_owned();
        let below = self.index.values(kind, &bare, MOST_VALUES)?;
        let below = below
            .into_iter()
            .filter(|below| *below == bare || below[bare.len()..].starts_with(['.', '/']));
        let found: BTreeSet<String> = below.chain(exact.then(|| value.clone())).collect();
        if found.is_empty() {
            let known = self.index.values(kind, "", MOST_VALUES)?;
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
            .map(|value| self.faceted(kind, value))
            .collect())))
    }

    /// A section by its id, the beginning of it, or words of its heading.
    fn section(&mut self, name: &str, span: Span) -> Result<Option<Admitted>, IndexError> {
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
            .map(|id| self.faceted(facet::SECTION, id))
            .collect())))
    }

    /// Values that have an order: one, or a range of them.
    fn in_order(
        &mut self,
        kind: &str,
        value: &Value,
        span: Span,
        order: &[String],
    ) -> Result<Option<Admitted>, IndexError> {
        let place = |value: &String| order.iter().position(|known| known == value);
        let (from, to) = match value {
            Value::One(one) => (Some(one), Some(one)),
            Value::Range(from, to) => (from.as_ref(), to.as_ref()),
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
            .map(|value| self.faceted(kind, value))
            .collect())))
    }

    fn state(&mut self, value: &Value, span: Span) -> Result<Option<Admitted>, IndexError> {
        let Value::One(state) = value else {
            return Ok(self.no_range(Field::Is, span));
        };
        match state.as_str() {
            "held" => Ok(Some(self.faceted(facet::HELD, ""))),
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

    /// What has a facet at the edition asked for, ruleset by ruleset; `value` makes the facet of an edition.
    fn at_editions(&self, kind: &str, value: impl Fn(&str) -> String) -> Admitted {
        let editions: BTreeSet<&str> = self
            .editions
            .iter()
            .map(|(_, edition)| edition.as_str())
            .collect();
        let here = |edition: &str| {
            let rulesets = self.editions.iter().filter(|(_, own)| own == edition);
            let rulesets = rulesets
                .map(|(ruleset, _)| self.faceted(facet::RULESET, ruleset))
                .collect();
            all(vec![self.faceted(kind, &value(edition)), any(rulesets)])
        };
        any(editions.into_iter().map(here).collect())
    }
}

/// So many values of a facet are looked at.
const MOST_VALUES: usize = 4096;

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
