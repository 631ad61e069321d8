//! Finds the token at which a line states, behind its last record, what all its records cost
//! together, in any usual form: `= 60`, `[60]`, `that is 60`.

use super::{line::find_marks, parser::ScenarioParser, statement_line::count_numbers};
use crate::{
    scenario::{
        record::RecordIx,
        shared_words::shared_words,
        token::ScenarioToken,
        value::{ScenarioValue, number_value},
        vocabulary::{RecordKind, match_phrases},
    },
    text::Spanned,
};

/// The least number without a unit that is what lines come to: `so 9` is something else.
const LEAST_SUM: f64 = 50.0;

impl ScenarioParser<'_> {
    /// Returns the token at which the sum of all records of a line begins, unless others have one,
    /// too: `1 RCvS CinC / 5 RCvS = 68`, `4 Irr Cv(O), 6 Irr LH(O) - 58 AP`. Else the end of the line.
    pub(super) fn sum_of_entries(
        &self,
        kind: &RecordKind,
        tokens: &[ScenarioToken],
        starts: &[usize],
    ) -> usize {
        let is_after = |at: usize| starts.last().is_some_and(|last| *last < at);
        let is_sum = |at: &usize| tokens[*at].is_sign("=");
        let sums: Vec<usize> = (0..tokens.len()).filter(is_sum).collect();
        // `10 Irr Hd(O) 10; 122+108+120=350, EE 26+22+30=78`
        let last_sum = sums.last().copied().unwrap_or(0);
        let is_part = |token: &ScenarioToken| {
            token.is_number() || token.is_sign(":+") || self.names_amount(token)
        };
        let is_tail = |at: &usize| {
            let sum = sums.iter().find(|sum| *sum > at).copied();
            self.gap_before(tokens, *at).contains(';')
                && sum.is_some_and(|sum| tokens[*at..sum].iter().all(is_part))
        };
        let marked = || find_marks(kind, tokens).last().map_or(0, |mark| mark.end);
        let from = starts.last().map_or(0, |last| last + 1).max(1);
        if let Some(tail) = (from..last_sum).find(is_tail)
            && tail >= marked()
        {
            return tail;
        }
        if let [only] = sums[..]
            && let Some(last) = starts.last().filter(|last| **last < only)
        {
            let factors = numbers_of(&tokens[*last..only]);
            // `6 baggage, 8 Irr Cm(O) @ 6 = 48`: of the last record
            let is_of_last = factors.len() == 2
                && tokens.get(only + 1).and_then(ScenarioToken::number)
                    == Some(factors.iter().product());
            return if is_of_last { tokens.len() } else { only };
        }
        // `…, 6 Irr Ps(S) 18 : 74`
        if let [.., colon, last] = tokens
            && colon.is_sign(":")
            && last.is_number()
            && starts.len() > 1
            && is_after(tokens.len() - 2)
        {
            return tokens.len() - 1;
        }
        if let Some(sum) = self
            .sum_set_apart(tokens, starts)
            .or_else(|| sum_of_last_numbers(kind, tokens, starts))
        {
            return sum;
        }
        // the last record has its own amount, and no number is greater than the sum
        let is_of_all = |at: &usize| {
            let last = starts.last().filter(|last| *last < at);
            let own = last.map_or(0, |last| count_numbers(&tokens[*last..*at]));
            let sum = tokens[*at..].iter().find_map(ScenarioToken::number);
            let is_greatest = |sum| numbers_of(&tokens[..*at]).iter().all(|own| *own < sum);
            own > 1 && sum.is_some_and(is_greatest)
        };
        let apart = self.sum_behind_words(kind, tokens);
        let in_brackets = || self.sums_in_brackets(kind, tokens);
        let apart = apart.or_else(|| (starts.len() > 1).then(in_brackets).flatten());
        if let Some(sum) = apart.filter(is_of_all) {
            return sum;
        }
        // a number with its unit, and nothing behind it
        let is_amount = |at: usize| {
            let amounts = kind.amounts.filter(|_| tokens[at].is_number())?;
            let length = |own| kind.unit_length(&tokens[at + 1..], |unit| unit == own);
            let together = length(amounts.all);
            Some((
                together.or_else(|| length(amounts.either))?,
                together.is_some(),
            ))
        };
        let amounts: Vec<usize> = (0..tokens.len())
            .filter(|&at| is_amount(at).is_some())
            .collect();
        // `a general at 8 points, with 8 Irr Ax(O) and 6 Irr Ps(O), 44 points in all`
        if let Some(&last) = amounts.last()
            && is_amount(last) == Some((tokens.len() - last - 1, true))
            && is_after(last)
        {
            return last;
        }
        match amounts[..] {
            [only]
                if is_amount(only).is_some_and(|(length, _)| only + 1 + length == tokens.len()) =>
            {
                let begin = only - usize::from(only > 0 && tokens[only - 1].is_sign("-"));
                let gap = self.gap_before(tokens, begin);
                // `…, 11 Irr Bw(O) for 44, makes 173 AP`
                if let Some(key) = self
                    .total_key_before(kind, &tokens[..begin])
                    .filter(|&key| is_after(key))
                {
                    return key;
                }
                let is_apart = begin < only
                    || gap.contains(['–', '—', ';', '(', '[', '|'])
                    || tokens[begin - 1].is_sign(":");
                match is_apart && is_after(begin) {
                    true => begin,
                    false => tokens.len(),
                }
            }
            _ => tokens.len(),
        }
    }

    /// Returns the number that a sentence below the lines of a part says that they come to: `That is 129
    /// points.`
    pub(super) fn sum_in_words(
        &self,
        record: RecordIx,
        tokens: &[ScenarioToken],
    ) -> Option<Spanned<ScenarioValue>> {
        let own = self.scenario.record(record);
        let kind = self.vocabulary.kind(own.kind);
        let total = kind.begins_with.as_ref().and(kind.total())?;
        let length = |tokens: &[ScenarioToken]| match_phrases(tokens, &shared_words().sums);
        // `so that's 107 points`
        let lead = length(tokens)?;
        let lead = lead + length(&tokens[lead..]).unwrap_or(0);
        let (first, rest) = tokens.get(lead..)?.split_first()?;
        let number = first.number()?;
        let unit = kind.unit_length(rest, |unit| unit == total).unwrap_or(0);
        // `That's 129 points so far` is of all parts
        let is_end = match &rest[unit..] {
            [] => unit > 0 || number >= LEAST_SUM,
            [next, ..] if unit > 0 => {
                // `185 points and 22 element equivalents`
                let is_joiner = next.is_one_of(&shared_words().conjunctions)
                    && matches!(&rest[unit + 1..], [number, unit @ ..]
                        if number.is_number() && kind.begins_with_unit(unit));
                next.is_sign(",") || is_joiner || self.ends_sentence(&rest[unit - 1], next)
            }
            _ => false,
        };
        let has_lines = own.end - record.0 > 1;
        (has_lines && is_end).then(|| number_value(number, first.span))
    }

    /// Returns whether a word is a key or unit of a number of any record: `EE`.
    pub(super) fn names_amount(&self, token: &ScenarioToken) -> bool {
        let mut kinds = self.vocabulary.kinds.iter();
        kinds.any(|kind| {
            let token = std::slice::from_ref(token);
            kind.begins_with_unit(token) || kind.key_length(token, |_| true).is_some()
        })
    }

    /// Returns where a key for the total of the lines of a kind begins, if tokens end with one.
    fn total_key_before(&self, kind: &RecordKind, tokens: &[ScenarioToken]) -> Option<usize> {
        let has_lines = |around: &&RecordKind| {
            let mut lines = around.lines.iter();
            lines.any(|&line| std::ptr::eq(self.vocabulary.kind(line), kind))
        };
        let is_key = |at: &usize| {
            let own = &tokens[*at..];
            let mut kinds = self.vocabulary.kinds.iter().filter(has_lines);
            kinds.any(|around| around.total_key_length(own) == Some(own.len()))
        };
        (tokens.len().saturating_sub(3)..tokens.len()).find(is_key)
    }

    /// Returns the first of two or more numbers with different units in brackets at the end of a line, if it
    /// has these units nowhere else: `12 Irr Bw(O) @48 [111ap 23ee]`.
    fn sums_in_brackets(&self, kind: &RecordKind, tokens: &[ScenarioToken]) -> Option<usize> {
        let is_opened = |at: &usize| self.gap_before(tokens, *at).contains(['[', '(', '{']);
        let first = (1..tokens.len()).rev().find(is_opened)?;
        let (mut at, mut count) = (first, 0);
        while at < tokens.len() {
            let unit = kind.unit_length(&tokens[at + 1..], |_| true)?;
            let is_new = !tokens[..first].windows(unit).any(|own| {
                let mut words = own.iter().zip(&tokens[at + 1..]);
                words.all(|(own, other)| own.kind == other.kind)
            });
            if !tokens[at].is_number() || !is_new {
                return None;
            }
            at += 1 + unit;
            at += usize::from(tokens.get(at).is_some_and(|token| token.is_sign(",")));
            count += 1;
        }
        (count > 1).then_some(first)
    }

    /// Returns the words for a sum in front of the last numbers of a line: behind a semicolon or dash, or
    /// in front of units: `8 Irr Ps(S) (24); that is 158`, `8 lh(s) 56ap so 120ap 14ee`.
    fn sum_behind_words(&self, kind: &RecordKind, tokens: &[ScenarioToken]) -> Option<usize> {
        const MAX_WORDS: usize = 8;
        let is_sum = |at: &usize| {
            let Some(length) = match_phrases(&tokens[*at..], &shared_words().sums) else {
                return false;
            };
            let gap = self.gap_before(tokens, *at);
            let is_last = at + length + 1 == tokens.len() && tokens[at + length].is_number();
            is_last && gap.contains([';', '–', '—']) || only_amounts(kind, &tokens[at + length..])
        };
        let from = tokens.len().saturating_sub(MAX_WORDS).max(1);
        (from..tokens.len()).find(is_sum)
    }

    /// Returns the last token of a line, if it is a number in brackets or a cell of its own, and the records
    /// in front of it have no numbers but their own: `12 Irr Sp(O), 4 Irr Ps(S) [60]`.
    fn sum_set_apart(&self, tokens: &[ScenarioToken], starts: &[usize]) -> Option<usize> {
        let last = tokens.len().checked_sub(1).filter(|&last| last > 0)?;
        let gap = self.gap_before(tokens, last);
        let is_apart = gap.contains(['[', '(', '{', '|']) || gap.contains(". ");
        let has_own = starts.len() > 1 && count_numbers(tokens) <= starts.len() + 1;
        let ends = starts.iter().skip(1).copied().chain([last]);
        let records = starts.iter().zip(ends);
        let counts = records.map(|(&from, to)| count_numbers(&tokens[from..to]));
        let counts: Vec<usize> = counts.collect();
        // `3 Irr Cv(S) 27; 14 Irr LH(S) 98 [144]`
        let is_costed = counts.len() > 1
            && counts.iter().all(|own| *own <= 2)
            && counts.last() == Some(&2)
            && counts.iter().filter(|own| **own == 2).count() > 1;
        let is_counted = has_own && counts.iter().all(|own| *own < 2);
        let amount = |token: &ScenarioToken| token.number().unwrap_or(0.0);
        let is_greatest = tokens
            .iter()
            .all(|token| amount(token) <= amount(&tokens[last]));
        let is_sum = is_counted || is_costed && is_greatest;
        (is_apart && is_sum && tokens[last].is_number()).then_some(last)
    }
}

/// Returns the numbers among tokens.
fn numbers_of(tokens: &[ScenarioToken]) -> Vec<f64> {
    tokens.iter().filter_map(ScenarioToken::number).collect()
}

/// Returns whether tokens are numbers with their units, and at least one: `120ap 14ee`.
fn only_amounts(kind: &RecordKind, tokens: &[ScenarioToken]) -> bool {
    let mut at = 0;
    while at < tokens.len() {
        let unit = kind.unit_length(&tokens[at + 1..], |_| true);
        let Some(unit) = unit.filter(|_| tokens[at].is_number()) else {
            return false;
        };
        at += 1 + unit;
        let is_joiner = |token: &ScenarioToken| {
            token.is_sign(",") || token.is_one_of(&shared_words().conjunctions)
        };
        at += usize::from(tokens.get(at).is_some_and(is_joiner));
    }
    at > 0
}

/// Returns the number in the last record of a line that is the sum of what all its records cost, the last
/// number of each: `CvO x11 77; LHS x8 56; PsO x6 12/ 145`.
fn sum_of_last_numbers(
    kind: &RecordKind,
    tokens: &[ScenarioToken],
    starts: &[usize],
) -> Option<usize> {
    let last = *starts.last().filter(|_| starts.len() > 1)?;
    let costs = starts.windows(2).map(|pair| {
        let mut numbers = tokens[pair[0]..pair[1]].iter().rev();
        numbers.find_map(ScenarioToken::number)
    });
    let of_others: f64 = costs.sum::<Option<f64>>()?;
    let numbers: Vec<(usize, f64)> = (last..tokens.len())
        .filter_map(|at| Some((at, tokens[at].number()?)))
        .collect();
    // the first number of the record counts its elements
    let mut pairs = numbers.windows(2).skip(1);
    let sum = pairs.find(|pair| (of_others + pair[0].1 - pair[1].1).abs() < 0.01)?;
    let behind = &tokens[sum[1].0 + 1..];
    let is_whole = behind.is_empty() || kind.begins_with_unit(behind);
    is_whole.then_some(sum[1].0)
}
