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
        let others = (around.0 + 1..part.0).any(|at| self.is_lone_line(RecordIx(at)));
        if around.0 == 0 || is_first || others || self.scenario.record(part).level == 0 {
            return;
        }
        let is_own = |at: &u32| {
            self.is_lone_line(RecordIx(*at)) && self.scenario.record(RecordIx(*at)).parent == part
        };
        let count = (part.0 + 1..=last.0).rev().take_while(is_own).count() as u32;
        let end = last.0 + 1 - count;
        for line in &mut self.scenario.records[end as usize..] {
            line.parent = around;
        }
        let own = self.scenario.record_mut(part);
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
        if self.is_strict() {
            return;
        }
        for around in (0..self.scenario.records.len() as u32).map(RecordIx) {
            let parts = self.parts_in(around);
            let [others @ .., last] = &parts[..] else {
                continue;
            };
            if others.is_empty() {
                continue;
            }
            let has =
                |part: &RecordIx, property| self.scenario.record(*part).value(property).is_some();
            let (own, part) = (self.scenario.record(around), self.scenario.record(*last));
            let properties = &self.kind_of(around).properties;
            let moved: Vec<usize> = part
                .values
                .iter()
                .enumerate()
                .filter(|(_, (property, value))| {
                    value.value.number().is_some()
                        && value.span.start() >= part.span.end()
                        && properties.contains_key(property)
                        && own.value(*property).is_none()
                        && (!others.iter().any(|part| has(part, *property))
                            || self.is_sum_of_parts(others, *property, &value.value))
                })
                .map(|(at, _)| at)
                .collect();
            for at in moved.into_iter().rev() {
                let value = self.scenario.record_mut(*last).values.remove(at);
                self.scenario.record_mut(around).values.push(value);
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
        let is_own = |part: &RecordIx| self.kind_of(*part).total() == Some(property);
        let is_total = parts.iter().all(is_own);
        let parts_of = parts.iter().map(|&part| self.scenario.record(part));
        let numbers: Vec<Option<f64>> = parts_of.map(|part| part.number(property)).collect();
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
