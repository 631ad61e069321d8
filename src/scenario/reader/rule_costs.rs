//! `RuleCosts`: the known costs of a ruleset, evaluated from its rules of play for one line at a time.

use super::entries::{Costs, Draft, Price};
use crate::{
    scenario::{
        evaluator::Evaluator,
        record::{Record, RecordIx, Scenario, ScenarioFront},
        rule::PlayRules,
        rule_values::RuleValues,
        value::{ScenarioValue, number_value},
        vocabulary::{KindIx, PropertyIx, ROOT},
    },
    text::{SourceId, Span, Spanned},
};

/// The most leaders of an army whose cost may depend on how many there are.
const MAX_LEADERS: usize = 3;

/// No known costs: for a vocabulary without rules of play.
pub(in crate::scenario) struct NoCosts;

impl Costs for NoCosts {
    fn price(&self, _: &Draft) -> Price {
        Price::default()
    }
}

/// The known costs of the lines of a ruleset at one view.
pub(in crate::scenario) struct RuleCosts<'a> {
    pub(in crate::scenario) rules: &'a PlayRules,
    pub(in crate::scenario) values: &'a RuleValues,
}

impl RuleCosts<'_> {
    /// Returns a scenario with an army of some parts, each with only the drafted line.
    fn scenario_of(&self, draft: &Draft, parts: usize) -> Scenario {
        let vocabulary = &self.rules.vocabulary;
        let record = |kind: KindIx, parent: u32, level: u8, values| Record {
            kind,
            parent: RecordIx(parent),
            end: 0,
            level,
            misread: false,
            span: Span::default(),
            insert_at: 0,
            name: None,
            values,
        };
        let mut records = vec![record(ROOT, 0, 0, Vec::new())];
        let takes = |ix: &KindIx| vocabulary.kind(*ix).lines.contains(&draft.kind);
        let side = vocabulary
            .kind_indices()
            .find(|ix| takes(ix) && vocabulary.kind(*ix).within.is_empty() && *ix != ROOT);
        let part = vocabulary.part_kinds().map(|(ix, _)| ix).find(takes);
        let mut around = 0;
        if let Some(side) = side {
            records.push(record(side, 0, 1, Vec::new()));
            around = 1;
        }
        for _ in 0..parts {
            let mut parent = around;
            if let Some(part) = part {
                parent = records.len() as u32;
                records.push(record(part, around, 2, Vec::new()));
            }
            let value = |value: &ScenarioValue| Spanned::new(value.clone(), Span::default());
            let mut values: Vec<(PropertyIx, Spanned<ScenarioValue>)> = draft
                .values
                .iter()
                .map(|(property, own)| (*property, value(own)))
                .collect();
            if let Some(count) = vocabulary.kind(draft.kind).count {
                values.push((count, number_value(1.0, Span::default())));
            }
            records.push(record(draft.kind, parent, 0, values));
        }
        let ends: Vec<u32> = (0..records.len() as u32)
            .map(|at| {
                let inside = |other: &u32| {
                    let mut own = *other;
                    while own > at {
                        own = records[own as usize].parent.0;
                    }
                    own == at
                };
                (at..records.len() as u32)
                    .filter(inside)
                    .max()
                    .unwrap_or(at)
                    + 1
            })
            .collect();
        for (record, end) in records.iter_mut().zip(ends) {
            record.end = end;
        }
        Scenario {
            source: SourceId::default(),
            front: ScenarioFront::default(),
            records,
            diagnostics: Vec::new(),
            not_compared: Vec::new(),
        }
    }
}

impl Costs for RuleCosts<'_> {
    fn price(&self, draft: &Draft) -> Price {
        let kind = self.rules.vocabulary.kind(draft.kind);
        let Some(evidence) = &kind.evidence else {
            return Price::default();
        };
        let leads = draft.values.iter().any(|(own, _)| kind.ranks.contains(own));
        let most = if leads { MAX_LEADERS } else { 1 };
        let mut out = Price::default();
        for parts in 1..=most {
            let scenario = self.scenario_of(draft, parts);
            let mut evaluator = Evaluator::new(self.rules, self.values, &scenario);
            let last = RecordIx(scenario.records.len() as u32 - 1);
            let unless = evidence.unless.as_deref().and_then(|name| {
                let mut rules = self.rules.rules.iter();
                rules.position(|own| own.code.rsplit('/').next() == Some(name))
            });
            if parts == 1 && unless.is_some_and(|rule| evaluator.is_violated(rule as u16, last)) {
                return Price::default();
            }
            let mut number = |name: &str| {
                let property = self.rules.property(name)?;
                evaluator.property_value(last, property).number()
            };
            match number(&evidence.each) {
                Some(each) => out.each.push(each),
                None => out.each.clear(),
            }
            if parts == 1 {
                out.ee = evidence.share.as_deref().and_then(&mut number);
            }
        }
        out
    }
}
