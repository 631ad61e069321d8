//! Marks amounts behind `@` as possibly for the whole line and not for each element, if they add up
//! to the total of their part only so: `8 Irr Bw(O)@32`, `20 Irr Wb(F)@60` and a total of 92.

use super::parser::ScenarioParser;
use crate::scenario::{record::RecordIx, vocabulary::PropertyIx};

impl ScenarioParser<'_> {
    /// Marks the amounts of one element in the lines of each part as those of one or of all, if their plain
    /// sum is the total of the part, and the sum of all elements is not.
    pub(super) fn settle_whole_line_amounts(&mut self) {
        if self.is_strict() {
            return;
        }
        for part in self.scenario.indices() {
            for (line, either) in self.whole_lines(part).unwrap_or_default() {
                let own = self.scenario.record_mut(line);
                let amounts = self.vocabulary.kind(own.kind).amounts;
                let each = amounts.and_then(|amounts| own.value(amounts.each)).cloned();
                own.values.extend(each.map(|each| (either, each)));
            }
        }
    }

    /// Returns the lines of a part with several elements, each with the property for an amount of one or of
    /// all, if the amounts in the lines are those of all elements.
    fn whole_lines(&self, part: RecordIx) -> Option<Vec<(RecordIx, PropertyIx)>> {
        let total = self.total_of(part)?.value.number()?;
        let lines = self.scenario.descendants(part);
        let lines = lines.filter(|&at| self.marked_kinds.contains(&self.scenario.record(at).kind));
        let (mut of_lines, mut of_elements, mut out) = (0.0, 0.0, Vec::new());
        for at in lines {
            let line = self.scenario.record(at);
            let kind = self.kind_of(at);
            let amounts = kind.amounts?;
            if self.is_free(at) {
                continue;
            }
            let each = line.number(amounts.each)?;
            let count = line.number(kind.count?).unwrap_or(1.0);
            if line
                .number(amounts.all)
                .or(line.number(amounts.either))
                .is_some()
            {
                return None;
            }
            of_lines += each;
            of_elements += each * count;
            if count > 1.0 {
                out.push((at, amounts.either));
            }
        }
        let is_total = |sum: f64| (sum - total).abs() < 0.01;
        (is_total(of_lines) && !is_total(of_elements)).then_some(out)
    }
}
