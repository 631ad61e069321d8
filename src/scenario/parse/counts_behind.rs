//! Changes a count behind the troops (`Exp 7` after `4 Kn(F) @ 11`) to a cost if the total of its
//! command requires that; reports it as unclear if no total decides it.

use super::parser::ScenarioParser;
use crate::{
    diagnostic::Severity,
    scenario::{record::RecordIx, value::ScenarioValue, vocabulary::PropertyIx},
    text::Span,
};

/// The most sums that are compared with a total: each line whose amount is of one or of all doubles
/// them.
const MAX_SUMS: usize = 256;

impl ScenarioParser<'_> {
    /// Reads numbers behind marks as amounts where the total of their part says so, and reports them
    /// where it leaves both readings open.
    pub(super) fn settle_counts_behind(&mut self) {
        if self.is_strict() {
            return;
        }
        for part in self.scenario.indices() {
            let is_line = |at: &RecordIx| {
                let own = self.scenario.record(*at);
                own.level == 0 && self.marked_kinds.contains(&own.kind)
            };
            let lines: Vec<RecordIx> = self.scenario.children(part).filter(is_line).collect();
            // `Irr Kn(O) [20]` next to `5 x Irr Kn(O) [50]`
            let signs = lines.iter().filter_map(|&at| self.sign_of_amount(at));
            let signs: Vec<char> = signs.collect();
            for &at in &lines {
                let sign = self.sign_of_count(at);
                if sign.is_some_and(|sign| signs.contains(&sign)) {
                    self.make_amount(at);
                }
            }
            let (unclear, others): (Vec<_>, Vec<_>) = lines
                .into_iter()
                .partition(|&at| self.has_lone_number_behind(at));
            let has_fronts = others.iter().any(|&at| self.has_count_in_front(at));
            let amounts: Vec<Vec<f64>> = others.iter().map(|&at| self.amounts_of(at)).collect();
            let is_costed = amounts.iter().any(|own| !own.is_empty());
            if unclear.is_empty() || !has_fronts || !is_costed {
                continue;
            }
            match self.is_rest_of_total(part, &unclear, &amounts) {
                Some(true) => unclear.iter().for_each(|&at| self.make_amount(at)),
                Some(false) => {}
                None => unclear.iter().for_each(|&at| self.report_unclear(at)),
            }
        }
    }

    /// Returns whether the numbers of some lines are what the amounts of the others lack to the total of
    /// their part; `None` if the total or one of the amounts is not known.
    fn is_rest_of_total(
        &self,
        part: RecordIx,
        unclear: &[RecordIx],
        amounts: &[Vec<f64>],
    ) -> Option<bool> {
        let total = self.total_of(part)?.value.number()?;
        let counts = unclear.iter().filter_map(|&at| self.count_of(at));
        let rest = total - counts.sum::<f64>();
        let mut sums = vec![0.0];
        for own in amounts {
            if own.is_empty() || sums.len() * own.len() > MAX_SUMS {
                return None;
            }
            let with = |sum: f64| own.iter().map(move |amount| sum + amount);
            sums = sums.into_iter().flat_map(with).collect();
        }
        let is_rest = sums.iter().any(|sum| (sum - rest).abs() < 0.01);
        match (is_rest, sums.iter().any(|sum| *sum < total)) {
            (true, _) => Some(true),
            (false, true) => Some(false),
            (false, false) => None,
        }
    }

    /// Returns whether a line has one number, directly behind its mark, so that it may be a count or an
    /// amount.
    fn has_lone_number_behind(&self, at: RecordIx) -> bool {
        let Some((count, mark)) = self.count_and_mark(at) else {
            return false;
        };
        let gap = self.text.get(mark.end()..count.start());
        let is_behind =
            gap.is_some_and(|gap| !gap.is_empty() && gap.trim_matches([' ', ')']).is_empty());
        is_behind && self.amounts_of(at).is_empty()
    }

    /// Returns the sign in front of a count behind the troops of a line.
    fn sign_of_count(&self, at: RecordIx) -> Option<char> {
        let (count, mark) = self.count_and_mark(at)?;
        let is_behind = mark.end() <= count.start();
        self.sign_before(count)
            .filter(|_| is_behind && self.amounts_of(at).is_empty())
    }

    /// Returns the sign in front of an amount of a line with a count in front.
    fn sign_of_amount(&self, at: RecordIx) -> Option<char> {
        let own = self.scenario.record(at);
        let amounts = self.kind_of(at).amounts?;
        let either = own.value(amounts.all).or(own.value(amounts.each));
        let span = either.filter(|_| self.has_count_in_front(at))?.span;
        self.sign_before(span)
    }

    /// Returns the bracket directly in front of a number, or the leader of dots: `........ 28`.
    fn sign_before(&self, number: Span) -> Option<char> {
        let before = &self.text[..number.start()];
        let leader = before.trim_end_matches(' ').ends_with("...");
        let bracket = before.chars().next_back();
        bracket
            .filter(|c| matches!(c, '[' | '('))
            .or(leader.then_some('.'))
    }

    /// Returns whether a line is of troops that cost nothing.
    pub(super) fn is_free(&self, at: RecordIx) -> bool {
        let free = &self.kind_of(at).free;
        let mut values = self.scenario.record(at).values.iter();
        values.any(
            |(_, value)| matches!(&value.value, ScenarioValue::Word(word) if free.contains(word)),
        )
    }

    /// Returns what a line may cost by the amounts that are written in it; none if there are none.
    fn amounts_of(&self, at: RecordIx) -> Vec<f64> {
        let own = self.scenario.record(at);
        let Some(amounts) = self.kind_of(at).amounts else {
            return Vec::new();
        };
        let number = |property: PropertyIx| own.number(property);
        let count = self.count_of(at).unwrap_or(1.0);
        match (number(amounts.all), number(amounts.each)) {
            _ if self.is_free(at) => vec![0.0],
            (Some(all), _) => vec![all],
            (None, Some(each)) if number(amounts.either).is_some() => vec![each * count, each],
            (None, Some(each)) => vec![each * count],
            (None, None) => Vec::new(),
        }
    }

    /// Makes an amount of one element of the count of a line.
    fn make_amount(&mut self, at: RecordIx) {
        let kind = self.kind_of(at);
        let (Some(count), Some(amounts)) = (kind.count, kind.amounts) else {
            return;
        };
        let values = &mut self.scenario.record_mut(at).values;
        let Some(place) = values.iter().position(|(own, _)| *own == count) else {
            return;
        };
        values[place].0 = amounts.each;
        let mut one = values[place].clone();
        one.0 = count;
        one.1.value = ScenarioValue::Number(1.0);
        values.push(one);
    }

    /// Makes a line one that is not understood, as the number of its elements is not known.
    fn report_unclear(&mut self, at: RecordIx) {
        let own = self.scenario.record(at);
        let (span, kind) = (own.span, self.kind_of(at));
        let count = kind.count.and_then(|count| own.value(count));
        let number = count.map_or("this number", |count| count.span.of(self.text));
        let message = format!("{number} is either a number of elements or what one costs");
        let found = self.report("scenario-number", span, message);
        found.severity = Severity::Warning;
        found.help = Some("write the number of elements in front of the troops".to_owned());
        let own = self.scenario.record_mut(at);
        own.misread = true;
        own.values
            .retain(|(property, _)| !kind.mark.contains(property));
    }

    fn has_count_in_front(&self, at: RecordIx) -> bool {
        let places = self.count_and_mark(at);
        places.is_some_and(|(count, mark)| count.end() <= mark.start())
    }

    /// Returns where the count and the mark of a line are.
    fn count_and_mark(&self, at: RecordIx) -> Option<(Span, Span)> {
        let (line, kind) = (self.scenario.record(at), self.kind_of(at));
        let count = line.value(kind.count?)?.span;
        let marks = kind.mark.iter().filter_map(|&mark| line.value(mark));
        let mark = marks.map(|own| own.span).reduce(Span::join)?;
        Some((count, mark))
    }
}
