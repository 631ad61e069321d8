//! Moves lines such as baggage, and the total, at the end of the last part of a record (a command)
//! to the record itself (the army). Lists with front matter are left as they are.

use super::parser::ScenarioParser;
use crate::scenario::{record::RecordIx, value::ScenarioValue, vocabulary::PropertyIx};

impl<'t> ScenarioParser<'t> {
    /// Moves the last lines of the last part of a record to the record itself if they are of the
    /// whole, such as baggage, and no other part has such lines.
    pub(super) fn move_final_lines(&mut self) {
        if self.is_strict() {
            return;
        }
        let last = RecordIx(self.scenario.records.len() as u32 - 1);
        let part = self.scenario.record(last).parent;
        let around = self.scenario.record(part).parent;
        let is_first =
            (around.0 + 1..part.0).all(|at| self.scenario.record(RecordIx(at)).level == 0);
        let is_whole = |at: RecordIx| {
            let own = self.scenario.record(at);
            let kind = self.vocabulary.kind(own.kind);
            own.level == 0
                && own.values.iter().any(|(_, value)| {
                    matches!(&value.value, ScenarioValue::Word(word) if kind.lone_marks.contains(word))
                })
        };
        let others = (around.0 + 1..part.0).map(RecordIx).any(is_whole);
        if around.0 == 0 || is_first || others || self.scenario.record(part).level == 0 {
            return;
        }
        let is_own = |at: &RecordIx| is_whole(*at) && self.scenario.record(*at).parent == part;
        let count = (part.0 + 1..=last.0)
            .rev()
            .map(RecordIx)
            .take_while(is_own)
            .count() as u32;
        for at in last.0 + 1 - count..=last.0 {
            self.scenario.records[at as usize].parent = around;
        }
        let end = last.0 + 1 - count;
        let own = &mut self.scenario.records[part.0 as usize];
        own.end = end;
        // `Bags: 3 Bge(O)`
        let is_empty = end == part.0 + 1 && own.values.is_empty();
        if count > 0 && is_empty {
            self.remove_record(part);
        }
    }

    /// Moves the total below the last part of a record to the record itself, if no other part has
    /// one, or it is more than those of the parts that have one: it is that of all.
    pub(super) fn move_final_totals(&mut self) {
        let records = self.scenario.records.len() as u32;
        for around in (0..records).map(RecordIx) {
            let parts: Vec<RecordIx> = self
                .scenario
                .descendants(around)
                .map(RecordIx)
                .filter(|&part| {
                    let own = self.scenario.record(part);
                    own.parent == around && own.level > 0
                })
                .collect();
            let [others @ .., last] = &parts[..] else {
                continue;
            };
            if others.is_empty() || self.is_strict() {
                continue;
            }
            let has =
                |part: &RecordIx, property| self.scenario.record(*part).value(property).is_some();
            let own = self.scenario.record(around);
            let properties = &self.vocabulary.kind(own.kind).properties;
            let moved: Vec<usize> = self
                .scenario
                .record(*last)
                .values
                .iter()
                .enumerate()
                .filter(|(_, (property, value))| {
                    matches!(value.value, ScenarioValue::Number(_))
                        && value.span.start() >= self.scenario.record(*last).span.end()
                        && properties.contains_key(property)
                        && own.value(*property).is_none()
                        && (!others.iter().any(|part| has(part, *property))
                            || self.is_sum_of_parts(others, *property, &value.value))
                })
                .map(|(at, _)| at)
                .collect();
            for at in moved.into_iter().rev() {
                let value = self.scenario.records[last.0 as usize].values.remove(at);
                self.scenario.records[around.0 as usize].values.push(value);
            }
        }
    }

    /// Returns whether a value is that of the parts together, or more than those of the parts that have one
    /// where another has none.
    fn is_sum_of_parts(
        &self,
        parts: &[RecordIx],
        property: PropertyIx,
        value: &ScenarioValue,
    ) -> bool {
        let is_total = parts.iter().all(|&part| {
            let kind = self.vocabulary.kind(self.scenario.record(part).kind);
            kind.amounts.is_some_and(|amounts| amounts.all == property)
        });
        let values = parts
            .iter()
            .map(|&part| self.scenario.record(part).value(property));
        let numbers = values.map(|value| value.and_then(|own| own.value.number()));
        let numbers: Vec<Option<f64>> = numbers.collect();
        let sum: f64 = numbers.iter().flatten().sum();
        // without the total of a part, that of all is at least half of what such parts would come to
        let known = numbers.iter().flatten().count().max(1) as f64;
        let likely = sum / known * (parts.len() + 1) as f64 / 2.0;
        let is_more = |value: f64| numbers.contains(&None) && value > sum.max(likely);
        let is_sum = |value: f64| parts.len() > 1 && (value - sum).abs() < 0.01;
        is_total
            && value
                .number()
                .is_some_and(|value| is_more(value) || is_sum(value))
    }
}
