//! Keeps the fixes of a scenario that do what they say: each is applied in memory and the text is read again.

use super::{
    bound_scenario::BoundScenario, parse::parse_with_costs, reader::RuleCosts, record::Record,
    value::ScenarioValue, vocabulary::PropertyIx,
};
use crate::{
    analysis::Analysis,
    diagnostic::{Diagnostic, Fix},
    text::Spanned,
};
use std::sync::Arc;

/// The most fixes that are tried in one file; others are offered when these are done.
const MAX_TRIED: usize = 40;

/// A line with a value in the sums: its text, and its values.
type LineValues = (String, Vec<Option<String>>);

impl BoundScenario {
    /// Removes the fixes that leave their problem, or change the values of other lines.
    pub(super) fn retain_sound_fixes(&self, analysis: &Analysis, found: &mut [Diagnostic]) {
        let lines = self.line_values();
        let mut tried = 0;
        for out in found {
            let own = out.clone();
            let sound = |fix: &Fix| {
                tried += 1;
                tried <= MAX_TRIED && self.is_sound(analysis, &own, fix, &lines)
            };
            let keeps: Vec<bool> = own.fixes.iter().map(sound).collect();
            let kept = |at: usize| keeps[..at].iter().filter(|keep| **keep).count();
            out.safe = own.safe.filter(|safe| keeps[*safe]).map(kept);
            let mut keep = keeps.iter();
            out.fixes
                .retain(|_| keep.next().copied().unwrap_or_default());
        }
    }

    fn is_sound(
        &self,
        analysis: &Analysis,
        problem: &Diagnostic,
        fix: &Fix,
        lines: &[LineValues],
    ) -> bool {
        let source = self.scenario.source;
        let mut edits: Vec<_> = fix.edits.iter().collect();
        edits.sort_by_key(|edit| edit.at.span);
        let mut text = self.text.to_string();
        for edit in edits.iter().rev() {
            let span = edit.at.span;
            if edit.at.source != source || text.get(span.start()..span.end()).is_none() {
                return false;
            }
            text.replace_range(span.start()..span.end(), &edit.text);
        }
        let costs = RuleCosts {
            rules: &self.rules,
            values: &self.rule_values,
        };
        let fixed = Self {
            scenario: parse_with_costs(source, &text, &self.rules.vocabulary, &costs),
            text: Arc::from(text),
            ..self.clone()
        };
        let again = |bound: &Self| {
            let rules = bound
                .rules
                .rules
                .iter()
                .filter(|rule| *rule.code == *problem.code);
            let found = rules.flat_map(|rule| bound.diagnostics_of_rule(analysis, rule));
            let found = found.chain(bound.scenario.diagnostics.clone());
            found
                .filter(|own| own.code == problem.code && own.message == problem.message)
                .count()
        };
        let (before, after) = (again(self), again(&fixed));
        if after > 0 && after >= before {
            return false;
        }
        // an edited record has one other value at most, besides those of the words that are replaced: what is written
        // as a cost is not read as a number of troops
        let edited = self.scenario.records.iter().zip(&fixed.scenario.records);
        let edited = edited.skip(1).filter(|(own, _)| {
            let mut spans = edits.iter().map(|edit| edit.at.span);
            spans.any(|span| own.span.start() <= span.start() && span.end() <= own.span.end())
        });
        let count_other = |(own, other): (&Record, &Record)| {
            let is_same = |(property, value): &&(PropertyIx, Spanned<ScenarioValue>)| {
                other
                    .value(*property)
                    .is_some_and(|other| other.value == value.value)
            };
            let is_replaced = |value: &Spanned<ScenarioValue>| {
                let mut spans = edits.iter().map(|edit| edit.at.span);
                spans.any(|span| span == value.span)
            };
            let mut values = own.values.iter();
            let replaced = values.any(|(_, value)| is_replaced(value));
            let kept = own.values.iter().filter(|(_, value)| !is_replaced(value));
            kept.filter(|own| !is_same(own)).count() + usize::from(replaced)
        };
        if edited.map(count_other).any(|number| number > 1) {
            return false;
        }
        // each other line has its values still, and none is lost
        let others = fixed.line_values();
        let lost = lines.iter().filter(|own| !others.contains(own)).count();
        others.len() >= lines.len() && lost <= edits.len()
    }

    /// Returns the values of all lines in the sums.
    fn line_values(&self) -> Vec<LineValues> {
        let parts = self.sums().parts.into_iter();
        let lines = parts
            .flat_map(|part| part.tables)
            .flat_map(|table| table.lines);
        lines
            .map(|line| {
                let values = line.cells.into_iter();
                (
                    line.text,
                    values.map(|own| own.and_then(|own| own.value)).collect(),
                )
            })
            .collect()
    }
}
