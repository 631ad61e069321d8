//! Which documents a query admits.

use super::{
    bits::Bits,
    concept::{Concept, suggestion},
    facet,
    index::{Index, IndexFault},
    query::{Fault, Field, Node, Value},
};
use crate::text::Span;
use std::{
    collections::{BTreeSet, HashMap},
    sync::Arc,
};

/// What `is:` may ask.
const STATES: &[&str] = &["deleted", "held", "touched", "undecided", "contradicted", "current", "confirmed", "narrowed", "absorbed"];

/// Filters by the nodes of a query.
pub(super) struct Filter<'a> {
    pub(super) index: &'a Index,
    /// The edition asked for in each ruleset that there is.
    pub(super) editions: &'a [(String, String)],
    /// The clarifications and guidelines that count.
    pub(super) layers: &'a [String],
    pub(super) faults: Vec<Fault>,
}

type Sets = Vec<Bits>;

impl Filter<'_> {
    /// The documents that meet the conditions of a node; none where it has no condition.
    pub(super) fn required(&mut self, node: &Node) -> Result<Option<Sets>, IndexFault> {
        match node {
            Node::Words(..) => Ok(None),
            Node::Phrase(..) | Node::Prefix(..) => self.exact(node).map(Some),
            Node::Condition(field, value, span) => self.condition(*field, value, *span),
            Node::All(nodes) => {
                let mut out: Option<Sets> = None;
                for node in nodes {
                    if let Some(sets) = self.required(node)? {
                        out = Some(match out {
                            Some(known) => both(known, &sets),
                            None => sets,
                        });
                    }
                }
                Ok(out)
            }
            Node::And(nodes) => {
                let mut out = self.index.all_docs();
                for node in nodes {
                    out = both(out, &self.exact(node)?);
                }
                Ok(Some(out))
            }
            Node::Or(nodes) => {
                let mut free = true;
                for node in nodes {
                    free &= self.required(node)?.is_none();
                }
                if free {
                    return Ok(None);
                }
                let before = self.faults.len();
                let sets = self.exact(node).map(Some);
                self.faults.truncate(before);
                sets
            }
            Node::Not(inner) => {
                if let Node::Condition(field, value, span) = &**inner
                    && self.condition(*field, value, *span)?.is_none()
                {
                    return Ok(None);
                }
                let before = self.faults.len();
                let mut sets = self.exact(inner)?;
                self.faults.truncate(before);
                sets.iter_mut().for_each(Bits::invert);
                Ok(Some(sets))
            }
        }
    }

    /// The documents in which a node is found.
    fn exact(&mut self, node: &Node) -> Result<Sets, IndexFault> {
        match node {
            Node::Words(text, _) => {
                let concepts = self.index.concepts(text, &mut Vec::new())?;
                let mut out = self.index.all_docs();
                for concept in &concepts {
                    out = both(out, &self.concept(concept)?);
                }
                Ok(out)
            }
            Node::Phrase(text, _) => self.index.together(&self.index.analyser.stems(text)),
            Node::Prefix(start, _) => match self.index.prefixed(start)? {
                Some(concept) => self.concept(&concept),
                None => Ok(self.index.no_docs()),
            },
            Node::Condition(field, value, span) => Ok(self.condition(*field, value, *span)?.unwrap_or_else(|| self.index.all_docs())),
            Node::All(nodes) | Node::And(nodes) => {
                let mut out = self.index.all_docs();
                for node in nodes {
                    out = both(out, &self.exact(node)?);
                }
                Ok(out)
            }
            Node::Or(nodes) => {
                let mut out = self.index.no_docs();
                for node in nodes {
                    out = either(out, &self.exact(node)?);
                }
                Ok(out)
            }
            Node::Not(inner) => {
                let mut sets = self.exact(inner)?;
                sets.iter_mut().for_each(Bits::invert);
                Ok(sets)
            }
        }
    }

    fn concept(&self, concept: &Concept) -> Result<Sets, IndexFault> {
        let mut out = self.index.no_docs();
        for way in &concept.ways {
            let mut all: Option<Sets> = None;
            for word in &way.words {
                let sets = self.index.having(self.index.fields.body, word)?;
                all = Some(match all {
                    Some(known) => both(known, &sets),
                    None => sets,
                });
            }
            out = either(out, &all.unwrap_or_default());
        }
        Ok(out)
    }

    fn fault(&mut self, span: Span, message: String, help: Option<String>) {
        let fault = Fault { span, message, help };
        if !self.faults.contains(&fault) {
            self.faults.push(fault);
        }
    }

    fn condition(&mut self, field: Field, value: &Value, span: Span) -> Result<Option<Sets>, IndexFault> {
        match field {
            // these say what is asked of, not what is asked for
            Field::At | Field::AsOf => Ok(None),
            Field::Is => self.state(value, span),
            Field::Changed => self.in_order(facet::CHANGED, value, span, &self.edition_order()),
            Field::Page => match value {
                Value::One(page) => self.one(facet::PAGE, page.trim_start_matches(['p', 'P', '.', ' ']), span, field),
                Value::Range(..) => {
                    let mut pages: Vec<String> = self.index.values(facet::PAGE, "", usize::MAX)?.into_iter().collect();
                    pages.sort_by_key(|page| (number(page), page.clone()));
                    self.in_order(facet::PAGE, value, span, &pages)
                }
            },
            Field::Section => {
                let Value::One(name) = value else { return Ok(self.no_range(field, span)) };
                self.section(name, span)
            }
            Field::Kind | Field::Ruleset | Field::Document | Field::By | Field::Cites | Field::Interprets | Field::Term | Field::Fact => {
                let kind = kind_of(field);
                match value {
                    Value::One(value) => self.one(kind, value, span, field),
                    Value::Range(..) => Ok(self.no_range(field, span)),
                }
            }
        }
    }

    fn no_range(&mut self, field: Field, span: Span) -> Option<Sets> {
        self.fault(span, format!("`{}:` has no order, so there is no range of it", field.name()), Some("name one value".into()));
        None
    }

    /// The editions of all rulesets, oldest first.
    fn edition_order(&self) -> Vec<String> {
        let mut out: Vec<String> = Vec::new();
        for edition in self.index.preface.rulesets.iter().flat_map(|ruleset| &ruleset.editions) {
            if !out.contains(edition) {
                out.push(edition.clone());
            }
        }
        out
    }

    /// One value of a facet, or those that lie below it: `rear-support` for `rear-support.spears`.
    fn one(&mut self, kind: &str, value: &str, span: Span, field: Field) -> Result<Option<Sets>, IndexFault> {
        let mut value = value.trim_start_matches('#').to_owned();
        if field == Field::Ruleset
            && let Some(ruleset) = self.index.preface.rulesets.iter().find(|ruleset| ruleset.key.eq_ignore_ascii_case(&value))
        {
            value.clone_from(&ruleset.key);
        }
        let exact = self.index.faceted(kind, &value)?;
        if matches!(field, Field::Kind | Field::Ruleset | Field::Page) && !is_empty(&exact) {
            return Ok(Some(exact.to_vec()));
        }
        let mut out = exact.to_vec();
        let bare = value.split_once('/').map_or(value.as_str(), |(_, bare)| bare).to_owned();
        for below in self.index.values(kind, &bare, 4096)? {
            if below == bare || below[bare.len()..].starts_with(['.', '/']) {
                out = either(out, &self.index.faceted(kind, &below)?);
            }
        }
        if is_empty(&out) {
            let known = self.index.values(kind, "", 4096)?;
            let known = if field == Field::Kind { known.into_iter().filter(|kind| kind != "change").collect() } else { known };
            self.fault(
                span,
                format!("there is nothing with {}:{value}", field.name()),
                suggestion(&value, known.iter().map(String::as_str)),
            );
            return Ok(None);
        }
        Ok(Some(out))
    }

    /// A section by its id, the beginning of it, or words of its heading.
    fn section(&mut self, name: &str, span: Span) -> Result<Option<Sets>, IndexFault> {
        let bare = name.split_once('/').map_or(name, |(_, bare)| bare).trim_start_matches('#');
        let below = |id: &str| id == bare || id.strip_prefix(bare).is_some_and(|rest| rest.starts_with('.'));
        let sections: Vec<(String, String)> = self.index.preface.rulesets.iter().flat_map(|ruleset| ruleset.sections.clone()).collect();
        let mut found: Vec<&String> = sections.iter().filter(|(id, _)| below(id)).map(|(id, _)| id).collect();
        if found.is_empty() {
            let wanted = self.index.analyser.stems(name);
            let fits = |heading: &str| {
                let own = self.index.analyser.stems(heading);
                !wanted.is_empty() && wanted.iter().all(|word| own.iter().any(|own| own.starts_with(word.as_str())))
            };
            found = sections.iter().filter(|(_, heading)| fits(heading)).map(|(id, _)| id).collect();
        }
        if found.is_empty() {
            let help = suggestion(bare, sections.iter().map(|(id, _)| id.as_str()));
            self.fault(span, format!("there is no section `{name}`"), help);
            return Ok(None);
        }
        let mut out = self.index.no_docs();
        for id in found {
            out = either(out, &self.index.faceted(facet::SECTION, id)?);
        }
        Ok(Some(out))
    }

    /// Values that have an order: one, or a range of them.
    fn in_order(&mut self, kind: &str, value: &Value, span: Span, order: &[String]) -> Result<Option<Sets>, IndexFault> {
        let place = |value: &String| order.iter().position(|known| known == value);
        let (from, to) = match value {
            Value::One(one) => (Some(one), Some(one)),
            Value::Range(from, to) => (from.as_ref(), to.as_ref()),
        };
        for end in [from, to].into_iter().flatten() {
            if place(end).is_none() {
                let name = if kind == facet::CHANGED { "edition" } else { "page" };
                self.fault(span, format!("there is no {name} {end}"), suggestion(end, order.iter().map(String::as_str)));
                return Ok(None);
            }
        }
        let first = from.and_then(place).unwrap_or(0);
        let last = to.and_then(place).unwrap_or(order.len().saturating_sub(1));
        if first > last {
            self.fault(span, "the range ends before it begins; it is read the other way round".into(), None);
        }
        let mut out = self.index.no_docs();
        for value in order.get(first.min(last)..=first.max(last)).unwrap_or_default() {
            out = either(out, &self.index.faceted(kind, value)?);
        }
        Ok(Some(out))
    }

    fn state(&mut self, value: &Value, span: Span) -> Result<Option<Sets>, IndexFault> {
        let Value::One(state) = value else { return Ok(self.no_range(Field::Is, span)) };
        match state.as_str() {
            "held" => Ok(Some(self.index.faceted(facet::HELD, "")?.to_vec())),
            "deleted" => self.at_editions(|index, edition| index.faceted(facet::GONE, edition)).map(Some),
            state if STATES.contains(&state) => {
                let mut out = self.at_editions(|index, edition| index.faceted(facet::STATE, &format!("{state}@{edition}")))?;
                let pairs = self.layers.iter().enumerate().flat_map(|(at, one)| self.layers[at..].iter().map(move |two| (one, two)));
                for (one, two) in pairs.filter(|_| state == "contradicted") {
                    let layers: BTreeSet<&str> = [one.as_str(), two.as_str()].into();
                    let layers: Vec<&str> = layers.into_iter().collect();
                    let found = self.at_editions(|index, edition| index.faceted(facet::STATE, &facet::contradicted(edition, &layers)))?;
                    out = either(out, &found);
                }
                Ok(Some(out))
            }
            _ => {
                self.fault(span, format!("nothing can be `{state}`"), suggestion(state, STATES.iter().copied()));
                Ok(None)
            }
        }
    }

    /// What is found at the edition asked for, ruleset by ruleset.
    pub(super) fn at_editions(&self, find: impl Fn(&Index, &str) -> Result<Arc<Sets>, IndexFault>) -> Result<Sets, IndexFault> {
        let mut editions: Vec<&str> = self.editions.iter().map(|(_, edition)| edition.as_str()).collect();
        editions.sort_unstable();
        editions.dedup();
        let mut out = self.index.no_docs();
        for edition in editions {
            let here = find(self.index, edition)?;
            if is_empty(&here) {
                continue;
            }
            let same = self.editions.iter().filter(|(_, other)| other == edition);
            if same.clone().count() == self.index.preface.rulesets.len() {
                out = either(out, &here);
                continue;
            }
            for (ruleset, _) in same {
                out = either(out, &both(here.to_vec(), &self.index.faceted(facet::RULESET, ruleset)?));
            }
        }
        Ok(out)
    }

    /// The documents that hold at the editions asked for.
    pub(super) fn holding(&self) -> Result<Sets, IndexFault> {
        let editions: HashMap<&String, &String> = self.editions.iter().map(|(key, edition)| (key, edition)).collect();
        let newest = |ruleset: &super::index::RulesetInfo| {
            let asked = editions.get(&ruleset.key).copied();
            asked.is_some() && asked == ruleset.editions.last()
        };
        if self.index.preface.rulesets.iter().all(newest) {
            return Ok(self.index.faceted(facet::CURRENT, "")?.to_vec());
        }
        self.at_editions(|index, edition| index.faceted(facet::EDITION, edition))
    }
}

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
    page.trim_end_matches(char::is_alphabetic).parse().unwrap_or(u32::MAX)
}

fn is_empty(sets: &[Bits]) -> bool {
    sets.iter().all(Bits::is_empty)
}

pub(super) fn both(mut sets: Sets, others: &[Bits]) -> Sets {
    sets.iter_mut().zip(others).for_each(|(own, other)| own.keep(other));
    sets
}

pub(super) fn either(mut sets: Sets, others: &[Bits]) -> Sets {
    sets.iter_mut().zip(others).for_each(|(own, other)| own.add(other));
    sets
}
