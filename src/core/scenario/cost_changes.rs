//! Finds the costs of a scenario's lines that differ between two editions, and since which sheet,
//! for the comments that a migration adds.

use super::{
    bound_scenario::BoundScenario,
    evaluator::RuleValueSet,
    record_writer::RecordWriter,
    rule::PlayRule,
    rule_values::{RuleValue, RuleValueKind, RuleValues},
    value::format_number,
    vocabulary::{ValueType, Vocabulary},
};
use crate::{
    model::{DocumentKind, Ruleset},
    text::Span,
};
use std::{collections::HashSet, sync::Arc};

/// A cost that differs between two editions: the bytes of its line, and the text of the comment
/// that a migration adds above it.
pub(super) struct CostChange {
    /// The first line of these troops.
    pub(super) line: Span,
    /// What has changed, and by which sheet: `Irr Bw(S) cost 5 at 3.3, 5.5 since the 3.4 sheet, no.
    /// 4`.
    pub(super) text: String,
}

/// Returns the costs of a list that differ from those with the rule values `before`, each once, in the order of the
/// file.
pub(super) fn cost_changes(
    ruleset: &Ruleset,
    bound: &BoundScenario,
    before: &Arc<RuleValues>,
) -> Vec<CostChange> {
    let (vocabulary, after) = (&bound.rules.vocabulary, &bound.rule_values);
    let old = bound.with_rule_values(Arc::clone(before)).sum_results();
    let mut seen = HashSet::new();
    let mut out = Vec::new();
    for is in bound.sum_results() {
        let rule = &bound.rules.rules[is.rule];
        let own = bound.scenario.record(is.record);
        let was = old.binary_search_by_key(&(is.record, is.rule), |own| (own.record, own.rule));
        let Some(was) = was.ok().map(|at| &old[at]) else {
            continue;
        };
        let (Some(was_cost), Some(cost)) = (was.value.number(), is.value.number()) else {
            continue;
        };
        if own.misread || was_cost == cost || !is_cost(vocabulary, rule) {
            continue;
        }
        let forward = before.view.edition < after.view.edition;
        let (older, newer, dependencies) = match forward {
            true => (before, after, &is.dependencies),
            false => (after, before, &was.dependencies),
        };
        let costs = if forward {
            [was_cost, cost]
        } else {
            [cost, was_cost]
        };
        let name = RecordWriter::new(vocabulary).short_name(own);
        let [was, is] = costs.map(format_number);
        let mut text = format!("{name} cost {was} at {}, {is} ", older.edition);
        text += &match newest_change(ruleset, older, newer, dependencies) {
            Some(value) => since_sheet(value),
            None => format!("at {}", newer.edition),
        };
        if seen.insert(text.clone()) {
            out.push(CostChange {
                line: own.span,
                text,
            });
        }
    }
    out.sort_by_key(|change| change.line.start());
    out
}

/// Returns whether a rule gives the cost of one of the things of a line: a column in the unit of
/// its amounts.
fn is_cost(vocabulary: &Vocabulary, rule: &PlayRule) -> bool {
    let kind = vocabulary.kind(rule.each);
    let amount = kind
        .amounts
        .and_then(|amounts| kind.properties.get(&amounts.either));
    match (amount.map(|amount| &amount.value_type), rule.sum()) {
        (Some(ValueType::Number { unit, .. }), Some(sum)) => {
            sum.column.is_some() && sum.unit == *unit
        }
        _ => false,
    }
}

/// Returns the newest value on which a cost rests, and which the older edition does not have.
fn newest_change<'v>(
    ruleset: &Ruleset,
    older: &RuleValues,
    newer: &'v RuleValues,
    dependencies: &RuleValueSet,
) -> Option<&'v RuleValue> {
    let is_official = |value: &&RuleValue| {
        let document = ruleset.documents.get(&value.citation.origin.document);
        document.is_some_and(|document| document.kind != DocumentKind::Data)
    };
    dependencies
        .iter()
        .filter_map(|at| newer.get(at))
        .filter(|value| !older.all.iter().any(|old| is_same(old, value)))
        .filter(is_official)
        .max_by_key(|value| {
            let origin = &value.citation.origin;
            let is_number = value.kind != RuleValueKind::Text;
            (ruleset.edition(&origin.edition), &origin.date, is_number)
        })
}

fn is_same(one: &RuleValue, other: &RuleValue) -> bool {
    one.name == other.name
        && one.citation.section == other.citation.section
        && one.kind == other.kind
        && one.text == other.text
}

/// Returns the sheet that a value is from: `since the 3.4 sheet, no. 4`.
fn since_sheet(value: &RuleValue) -> String {
    let origin = &value.citation.origin;
    let n = origin.n.as_ref().map(|n| format!(", no. {n}"));
    let short = origin.short.trim_start_matches("the ");
    format!("since the {short}{}", n.unwrap_or_default())
}
