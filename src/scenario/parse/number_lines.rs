//! Counts the lines below a line that have its numbers, where a table was copied with one cell to a
//! line and no heads: `Archers, Irr Bw(O)`, `6`, `24`.

use super::{parser::ScenarioParser, statement_line::lone_number};
use crate::{
    scenario::{shared_words::shared_words, token::ScenarioToken, value::ScenarioValue},
    syntax::MarkdownLine,
};

/// How many numbers a record has: its elements, what one of them costs, and all.
const NUMBERS: std::ops::RangeInclusive<usize> = 2..=3;

/// A number by itself below this share of an army's total is no total, but that of a page.
const LEAST_SHARE: f64 = 0.1;

impl ScenarioParser<'_> {
    /// Returns how many of the lines behind a line have its numbers: that of troops without any, or
    /// of a total.
    pub(super) fn number_lines_below(&self, line: &MarkdownLine, behind: &[MarkdownLine]) -> usize {
        if self.table.is_some() || self.is_counted_above(line) {
            return 0;
        }
        let above = std::iter::once(line).chain(behind);
        let is_number = |(next, above): &(&MarkdownLine, &MarkdownLine)| {
            let tokens = self.tokens(next.span);
            self.is_next_line(above.span, next) && lone_number(&tokens).is_some()
        };
        let near = behind.iter().zip(above).take(NUMBERS.end() + 1);
        let numbers = near.take_while(is_number).count();
        if !NUMBERS.contains(&numbers) {
            return 0;
        }
        let tokens = self.tokens(line.span);
        let is_total = ends_with_total(&tokens);
        let is_record = self.names_troops(&tokens) || self.names_lone_troops(&tokens);
        match !tokens.iter().any(ScenarioToken::is_number) && (is_total || is_record) {
            true => numbers,
            false => 0,
        }
    }

    /// Returns whether a line has its number in the line above: it is the first one below such a line, or
    /// the line of troops before it has none in the lines below.
    fn is_counted_above(&self, line: &MarkdownLine) -> bool {
        let above = self.text[..line.span.start()]
            .trim_end()
            .lines()
            .next_back();
        let is_number = above.is_some_and(|above| above.trim().parse::<f64>().is_ok());
        is_number
            && self
                .scenario
                .records
                .last()
                .is_none_or(|last| last.level > 0 || !last.span.of(self.text).contains('\n'))
    }

    /// Removes the numbers below a total but the greatest one, which are not what all costs.
    pub(super) fn remove_counts_of_total(&self, tokens: &mut Vec<ScenarioToken>) {
        let numbers = tokens.iter().rev().take_while(|token| token.is_number());
        let numbers = numbers.count();
        let (words, last) = tokens.split_at(tokens.len() - numbers);
        let is_below = (1..last.len()).all(|at| self.gap_before(last, at).contains('\n'));
        if ends_with_total(words) && is_below && NUMBERS.contains(&numbers) {
            let cost = |token: &ScenarioToken| token.number().unwrap_or(0.0);
            let greatest = last.iter().max_by(|a, b| cost(a).total_cmp(&cost(b)));
            *tokens = words.iter().chain(greatest).cloned().collect();
        }
    }

    /// Returns whether a number by itself below the total of an army is too small for another total: it
    /// is that of the page.
    pub(super) fn is_below_total(&self, number: &ScenarioValue) -> bool {
        let total = self
            .open_army()
            .and_then(|army| self.total_of(army)?.value.number());
        total
            .zip(number.number())
            .is_some_and(|(total, number)| number < total * LEAST_SHARE)
    }
}

/// Returns whether tokens end with a word for a total.
fn ends_with_total(tokens: &[ScenarioToken]) -> bool {
    let last = tokens.last();
    last.is_some_and(|last| last.is_one_of(&shared_words().totals))
}
