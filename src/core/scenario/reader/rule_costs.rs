//! `RuleCosts`: the known costs of a ruleset, evaluated from its rules of play for one line at a time.

use super::entries::{Costs, Draft, Price};
use crate::{
    scenario::{
        evaluator::Evaluator,
        limits::empty_scenario,
        record::{Record, RecordIx, Scenario},
        rule::PlayRules,
        rule_values::RuleValues,
        value::{ScenarioValue, number_value},
        vocabulary::{KindIx, ROOT},
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
        let mut out = empty_scenario(SourceId::default(), Vec::new());
        let mut push = |kind: KindIx, parent: RecordIx, level: u8, values| {
            out.push(Record {
                kind,
                parent,
                end: out.records.len() as u32 + 1,
                level,
                misread: false,
                span: Span::default(),
                insert_at: 0,
                name: None,
                values,
            })
        };
        let takes = |ix: &KindIx| vocabulary.kind(*ix).lines.contains(&draft.kind);
        let side = vocabulary
            .kind_indices()
            .find(|ix| takes(ix) && vocabulary.kind(*ix).within.is_empty() && *ix != ROOT);
        let part = vocabulary.part_kinds().map(|(ix, _)| ix).find(takes);
        let around = side.map_or(RecordIx(0), |side| push(side, RecordIx(0), 1, Vec::new()));
        for _ in 0..parts {
            let parent = part.map_or(around, |part| push(part, around, 2, Vec::new()));
            let value = |value: &ScenarioValue| Spanned::new(value.clone(), Span::default());
            let own = draft.values.iter();
            let mut values: Vec<_> = own.map(|(own, said)| (*own, value(said))).collect();
            let count = vocabulary.kind(draft.kind).count;
            values.extend(count.map(|count| (count, number_value(1.0, Span::default()))));
            push(draft.kind, parent, 0, values);
        }
        out
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
