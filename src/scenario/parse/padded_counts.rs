//! Finds the lists whose numbers with zeros in front are counts of troops: `06  Irr Cv (O)  squires  35`.

use super::parser::ScenarioParser;
use crate::{
    scenario::token::{ScenarioToken, ScenarioTokenKind},
    syntax::{MarkdownLine, MarkdownLineKind},
    text::Span,
};

/// The number of times that the numbers must not rise from line to line. Those of rows rise, but where
/// each command begins at 1.
const MIN_FALLS: usize = 2;

impl ScenarioParser<'_> {
    /// Returns the lines with the numbers in front that were taken for those of rows, if they count troops.
    pub(super) fn with_padded_counts(&self, mut lines: Vec<MarkdownLine>) -> Vec<MarkdownLine> {
        let padded: Vec<(usize, Span)> = lines
            .iter()
            .enumerate()
            .filter_map(|(at, line)| Some((at, self.padded_marker(line)?)))
            .collect();
        if padded.is_empty() || self.is_strict() {
            return lines;
        }
        let has_count = |(at, _): &(usize, Span)| {
            let tokens = self.tokens(lines[*at].span);
            let is_times = |pair: &[ScenarioToken]| {
                let is_sign = |token: &ScenarioToken| matches!(&token.kind, ScenarioTokenKind::Word(word) if word == "x");
                is_sign(&pair[0]) && pair[1].is_number()
            };
            tokens.first().is_some_and(ScenarioToken::is_number) || tokens.windows(2).any(is_times)
        };
        let counted = padded.iter().filter(|own| has_count(own)).count();
        let number = |(at, line): (usize, &MarkdownLine)| {
            let own = padded.iter().find(|own| own.0 == at);
            let digits = match own {
                Some((_, marker)) => *marker,
                None => leading_digits(self.text, line.span)?,
            };
            let number = digits.of(self.text).parse::<u32>().ok()?;
            let is_marked = self.is_marked(&self.marked_kinds, &self.tokens(line.span));
            (digits.len() < 4 && is_marked).then_some(number)
        };
        let numbers: Vec<u32> = lines.iter().enumerate().filter_map(number).collect();
        let falls = |pair: &&[u32]| pair[1] <= pair[0] && pair[1] != 1;
        if counted * 2 >= padded.len() || numbers.windows(2).filter(falls).count() < MIN_FALLS {
            return lines;
        }
        for (at, marker) in padded {
            lines[at].kind = MarkdownLineKind::Text;
            lines[at].span = marker.join(lines[at].span);
        }
        lines
    }

    /// Returns the number of two or three digits with a zero in front that was taken for that of a line with
    /// troops.
    fn padded_marker(&self, line: &MarkdownLine) -> Option<Span> {
        let above = self.text[..line.span.start()].trim_end_matches([' ', '\t']);
        let start = above.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        let marker = Span::new(start, above.len());
        let is_padded = (2..4).contains(&marker.len()) && marker.of(self.text).starts_with('0');
        (line.kind == MarkdownLineKind::Item
            && is_padded
            && self.is_marked(&self.marked_kinds, &self.tokens(line.span)))
        .then_some(marker)
    }
}

/// Returns the digits that a line begins with.
fn leading_digits(text: &str, line: Span) -> Option<Span> {
    let words = line.of(text);
    let length = words.len() - words.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    (length > 0).then(|| Span::new(line.start(), line.start() + length))
}
