//! Restores numbers with zeros in front that were removed from lines as numbers of rows, if they
//! count troops: `06  Irr Cv (O)  squires  35`.

use super::parser::ScenarioParser;
use crate::{
    scenario::token::ScenarioToken,
    syntax::{MarkdownLine, MarkdownLineKind},
    text::Span,
};

/// The number of times that the numbers must not rise from line to line. Those of rows rise, but where
/// each command begins at 1.
const MIN_FALLS: usize = 2;

/// A line of troops with a number in front.
struct NumberedLine {
    /// The index of the line.
    at: usize,
    number: u32,
    /// The number, if it was taken for that of a row.
    marker: Option<Span>,
}

impl ScenarioParser<'_> {
    /// Returns the lines with the numbers in front that were taken for those of rows, if they count troops.
    pub(super) fn with_padded_counts(&self, mut lines: Vec<MarkdownLine>) -> Vec<MarkdownLine> {
        let is_padded = |line: &MarkdownLine| padded_marker(self.text, line).is_some();
        if self.is_strict() || !lines.iter().any(is_padded) {
            return lines;
        }
        let numbered = |(at, line): (usize, &MarkdownLine)| {
            let marker = padded_marker(self.text, line);
            let digits = marker.or_else(|| leading_digits(self.text, line.span))?;
            let number = digits.of(self.text).parse::<u32>().ok()?;
            let is_marked = self.is_troop_line(line.span);
            (digits.len() < 4 && is_marked).then_some(NumberedLine { at, number, marker })
        };
        let numbered: Vec<NumberedLine> = lines.iter().enumerate().filter_map(numbered).collect();
        let padded = || {
            let padded = numbered.iter();
            padded.filter_map(|own| Some((own.at, own.marker?)))
        };
        let has_count = |(at, _): &(usize, Span)| {
            let tokens = self.tokens(lines[*at].span);
            let is_product = |pair: &[ScenarioToken]| pair[0].is_times() && pair[1].is_number();
            tokens.first().is_some_and(ScenarioToken::is_number)
                || tokens.windows(2).any(is_product)
        };
        let falls =
            |pair: &&[NumberedLine]| pair[1].number <= pair[0].number && pair[1].number != 1;
        if padded().filter(has_count).count() * 2 >= padded().count()
            || numbered.windows(2).filter(falls).count() < MIN_FALLS
        {
            return lines;
        }
        for (at, marker) in padded() {
            lines[at].kind = MarkdownLineKind::Text;
            lines[at].span = marker.join(lines[at].span);
        }
        lines
    }
}

/// Returns the number of two or three digits with a zero in front that was taken for that of a row.
fn padded_marker(text: &str, line: &MarkdownLine) -> Option<Span> {
    let above = text[..line.span.start()].trim_end_matches([' ', '\t']);
    let start = above.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let marker = Span::new(start, above.len());
    let is_padded = (2..4).contains(&marker.len()) && marker.of(text).starts_with('0');
    (line.kind == MarkdownLineKind::Item && is_padded).then_some(marker)
}

/// Returns the digits that a line begins with.
fn leading_digits(text: &str, line: Span) -> Option<Span> {
    let words = line.of(text);
    let length = words.len() - words.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    (length > 0).then(|| Span::new(line.start(), line.start() + length))
}
