//! Computes the sums of each record of a scenario; previews a line that is not yet written.

use super::{
    bound_scenario::BoundScenario,
    evaluator::{Evaluator, RuleValueSet},
    parse::parse,
    record::RecordIx,
    rule::{PlayRule, SumDefinition},
    rule_values::{RuleValue, RuleValues},
    value::{ScenarioValue, format_number},
    vocabulary::PropertyIx,
};
use std::sync::Arc;

/// A sum for one record: its value (`6.5`), its part of totals (`130`), limit and rule values.
#[derive(Clone, Debug)]
pub struct SumResult {
    /// The index of the sum among the rules of play.
    pub rule: usize,
    /// The record.
    pub record: RecordIx,
    /// The value of the sum.
    pub value: ScenarioValue,
    /// The rule values that the value depends on.
    pub dependencies: RuleValueSet,
    /// What this record adds to the totals of the records around it, with the rule values that it
    /// depends on; `None` if the sum has no total.
    pub total: Option<(ScenarioValue, RuleValueSet)>,
    /// The greatest number that the value may reach, if there is one.
    pub limit: Option<f64>,
}

impl SumResult {
    /// Returns the number that this record adds to the totals of the records around it, if known.
    pub fn total_number(&self) -> Option<f64> {
        self.total.as_ref().and_then(|(value, _)| value.number())
    }
}

/// The problem codes and formatted sums that a line would have if written; for completion.
#[derive(Clone, Debug, Default)]
pub struct LinePreview {
    /// The codes of its diagnostics, each with the property that it points at, if any.
    pub problems: Vec<(String, Option<PropertyIx>)>,
    /// The results of its sums, formatted: `8 AP`.
    pub sums: Vec<String>,
}

impl BoundScenario {
    /// Returns the results of the sums that are shown, in the order of the records.
    /// Values that are missing because nothing is written are left out, if they are not added up.
    pub fn sum_results(&self) -> Vec<SumResult> {
        let mut evaluator = self.evaluator();
        let mut out = Vec::new();
        for record in (0..self.scenario.records.len() as u32).map(RecordIx) {
            self.evaluate_sums(&mut evaluator, record, SumDefinition::is_shown, &mut out);
        }
        out
    }

    /// Returns the results of all sums for one record, also of those that are not shown.
    pub fn sum_results_of(&self, record: RecordIx) -> Vec<SumResult> {
        let mut out = Vec::new();
        self.evaluate_sums(&mut self.evaluator(), record, |_| true, &mut out);
        out
    }

    fn evaluate_sums(
        &self,
        evaluator: &mut Evaluator<'_>,
        record: RecordIx,
        is_wanted: impl Fn(&SumDefinition) -> bool,
        out: &mut Vec<SumResult>,
    ) {
        let kind = self.scenario.record(record).kind;
        let rules = self.rules.rules.iter().enumerate();
        let rules = rules.filter(|(_, rule)| rule.each == kind);
        for (rule, sum) in rules.filter_map(|(at, rule)| Some((at, rule.sum.as_ref()?))) {
            if !is_wanted(sum) {
                continue;
            }
            evaluator.enter_rule(rule as u16, record);
            let value = evaluator.property_value(record, sum.property);
            let dependencies = std::mem::take(&mut evaluator.dependencies);
            // if a value is not written, the part of the total is unknown, and so is the total
            let is_unread = self.scenario.record(record).is_unread();
            let mut is_unknown = || {
                evaluator.enter_rule(rule as u16, record);
                sum.total.is_some() && (is_unread || evaluator.applies(rule as u16))
            };
            if value == ScenarioValue::Missing(None) && !is_unknown() {
                continue;
            }
            let total = sum.total.as_ref().map(|(_, node)| {
                if is_unread {
                    return (ScenarioValue::Missing(None), RuleValueSet::default());
                }
                evaluator.enter_rule(rule as u16, record);
                (
                    evaluator.evaluate(node),
                    std::mem::take(&mut evaluator.dependencies),
                )
            });
            let limit = sum.limit.as_ref().and_then(|node| {
                evaluator.enter_rule(rule as u16, record);
                let limit = evaluator.evaluate(node).number();
                evaluator.dependencies = RuleValueSet::default();
                limit
            });
            out.push(SumResult {
                rule,
                record,
                value,
                dependencies,
                total,
                limit,
            });
        }
    }

    /// Returns the rule of a result, and the definition of its sum.
    pub fn definition_of(&self, result: &SumResult) -> Option<(&PlayRule, &SumDefinition)> {
        let rule = self.rules.rules.get(result.rule)?;
        Some((rule, rule.sum.as_ref()?))
    }

    /// Returns the rule values of a set of dependencies, each clause once.
    pub fn cited_values(&self, dependencies: &RuleValueSet) -> Vec<&RuleValue> {
        self.cited_clauses(dependencies.iter())
    }

    /// Returns the rule values at some indices, each clause once.
    fn cited_clauses(&self, values: impl Iterator<Item = u16>) -> Vec<&RuleValue> {
        let mut out: Vec<&RuleValue> = Vec::new();
        for value in values.filter_map(|at| self.rule_values.get(at)) {
            let id = &value.citation.id;
            if !out.iter().any(|known| known.citation.id == *id) {
                out.push(value);
            }
        }
        out
    }

    /// Formats a value with its unit: `6.5 AP`, `? (dbm/element-cost, p. 11)`.
    pub fn display_value(&self, value: &ScenarioValue, unit: &str) -> String {
        match value {
            ScenarioValue::Missing(Some(at)) => match self.rule_values.get(*at) {
                Some(missing) => format!("? ({})", missing.citation.place()),
                None => "?".to_owned(),
            },
            ScenarioValue::Number(number) if !unit.is_empty() => {
                format!("{} {unit}", format_number(*number))
            }
            other => other.display(&self.rules.vocabulary),
        }
    }

    /// Formats a result and its total: `6.5 × 20 = 130 AP`.
    pub fn describe(&self, result: &SumResult) -> String {
        let Some((_, sum)) = self.definition_of(result) else {
            return String::new();
        };
        let single = self.display_value(&result.value, &sum.unit);
        let unit = sum.total.as_ref().map_or("", |(words, _)| words);
        match (result.value.number(), result.total_number()) {
            (Some(each), Some(total)) if each != total => {
                let times = total / each;
                if each != 0.0 && times.fract().abs() < 1e-9 {
                    format!(
                        "{} × {} = {} {unit}",
                        format_number(each),
                        format_number(times),
                        format_number(total)
                    )
                } else {
                    format!("{single}, {} {unit}", format_number(total))
                }
            }
            _ => single,
        }
    }

    /// Adds up the totals of the lines inside a record: the heading of each column with its sum. A
    /// column with an unknown total is left out.
    pub fn totals(&self, results: &[SumResult], record: RecordIx) -> Vec<(String, f64)> {
        let mut out: Vec<(String, Option<f64>)> = Vec::new();
        // the results are in the order of the records
        let before = |end: u32| results.partition_point(|result| result.record.0 < end);
        let end = self.scenario.record(record).end;
        for result in &results[before(record.0 + 1)..before(end)] {
            let Some((words, _)) = self
                .definition_of(result)
                .and_then(|(_, sum)| sum.total.as_ref())
            else {
                continue;
            };
            match out.iter_mut().find(|(known, _)| known == words) {
                Some((_, sum)) => {
                    *sum = sum.zip(result.total_number()).map(|(sum, more)| sum + more)
                }
                None => out.push((words.clone(), result.total_number())),
            }
        }
        out.into_iter()
            .filter_map(|(words, sum)| Some((words, sum?)))
            .collect()
    }

    /// Returns the same file with the rule values of another edition.
    pub fn with_rule_values(&self, rule_values: Arc<RuleValues>) -> Self {
        Self {
            rule_values,
            ..self.clone()
        }
    }

    /// Checks a line as if it were below the headings `above`, each of them on a line of its own.
    pub fn preview_line(&self, above: &str, line: &str) -> LinePreview {
        let front = self.scenario.front.span.of(&self.text);
        let text = format!("{front}\n{above}\n- {line}\n");
        let scenario = parse(self.scenario.source, &text, &self.rules.vocabulary);
        let preview = Self {
            scenario,
            rules: Arc::clone(&self.rules),
            rule_values: Arc::clone(&self.rule_values),
            ruleset: self.ruleset.clone(),
            edition_from: self.edition_from,
            text: Arc::from(text),
        };
        let last = RecordIx(preview.scenario.records.len() as u32 - 1);
        let own = preview.scenario.record(last);
        let mut out = LinePreview::default();
        let found = preview.scenario.diagnostics.iter();
        let found = found.filter(|found| own.span.touches(found.at.span.start()));
        out.problems
            .extend(found.map(|found| (found.code.to_string(), None)));
        let mut evaluator = preview.evaluator();
        let rules = preview.rules.rules.iter().enumerate();
        let is_check = |rule: &PlayRule| rule.each == own.kind && !rule.require.is_empty();
        for (at, rule) in rules.filter(|(_, rule)| is_check(rule)) {
            if evaluator.is_violated(at as u16, last) {
                out.problems
                    .push((rule.code.to_string(), rule.target_property()));
            }
        }
        for result in preview.sum_results_of(last) {
            let definition = preview.definition_of(&result);
            let has_column = definition.is_some_and(|(_, sum)| sum.column.is_some());
            if has_column && !result.value.is_missing() {
                out.sums.push(preview.describe(&result));
            }
        }
        out
    }

    /// Returns the rule values behind a diagnostic with a code at a record or at one around it.
    pub fn values_behind(&self, code: &str, record: RecordIx) -> Vec<&RuleValue> {
        let Some(at) = self.rules.rules.iter().position(|rule| *rule.code == *code) else {
            return Vec::new();
        };
        let rule = &self.rules.rules[at];
        let Some(own) = self
            .scenario
            .ancestors(record)
            .find(|own| self.scenario.record(*own).kind == rule.each)
        else {
            return Vec::new();
        };
        let mut evaluator = self.evaluator();
        evaluator.enter_rule(at as u16, own);
        if evaluator.applies(at as u16) {
            rule.require.iter().for_each(|requirement| {
                evaluator.evaluate(requirement);
            });
        }
        let values = evaluator.dependencies.iter();
        self.cited_clauses(values.chain(self.rule_values.citations_of_rule(rule)))
    }
}
