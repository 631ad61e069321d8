//! Removes the numbers of an outline in front of lines: `3.5  4 Reg Ps(O)   8` below `3.4  …`, `1-2  …`
//! below `1-1  …`.

use super::parser::ScenarioParser;
use crate::text::Span;

/// The most lines above and below one that are searched for numbers of the same outline.
const MAX_LINES: usize = 99;

/// The number that a line of an outline begins with: `3.5` is the fifth line of the third part.
#[derive(Clone, Copy)]
struct OutlineNumber {
    part: u32,
    line: u32,
    /// Whether it is written `3-5`, as the limits of an army list are.
    is_hyphenated: bool,
    /// The number of bytes.
    length: usize,
}

impl OutlineNumber {
    /// Returns the number that words begin with, if words follow.
    fn of(words: &str) -> Option<Self> {
        let length = words.find(char::is_whitespace)?;
        let (part, line) = words[..length]
            .trim_end_matches('.')
            .split_once(['.', '-'])?;
        Some(Self {
            part: part.parse().ok()?,
            line: line.parse().ok()?,
            is_hyphenated: words[part.len()..].starts_with('-'),
            length,
        })
    }
}

impl ScenarioParser<'_> {
    /// Returns a line without the number of an outline in front of it. The line above or below has the
    /// number before or behind it.
    pub(super) fn without_outline_number(&self, line: Span) -> Span {
        let words = line.of(self.text);
        let Some(own) = OutlineNumber::of(words).filter(|_| !self.is_strict()) else {
            return line;
        };
        let above = self.text[..line.start()].trim_end().lines().next_back();
        let (above, below) = (outline_number(above), self.outline_number_below(line));
        let is_next = |first: OutlineNumber, next: OutlineNumber| {
            first.part == next.part && first.line.checked_add(1) == Some(next.line)
        };
        let is_outline = above.is_some_and(|above| is_next(above, own))
            || below.is_some_and(|below| is_next(own, below));
        if !is_outline || own.is_hyphenated && !self.begins_outline(line, own) {
            return line;
        }
        let rest = words[own.length..].trim_start();
        Span::new(line.end() - rest.len(), line.end())
    }

    /// Returns whether the numbers with a hyphen in the lines around one, up to empty ones, count its part from
    /// its first line on: `1-2  …` below `1-1  …`, and no `8-30  …`, which are the limits of a list.
    fn begins_outline(&self, line: Span, own: OutlineNumber) -> bool {
        let above = self.text[..self.line_start(line)].trim_end_matches([' ', '\t', '\n', '\r']);
        let above = above
            .lines()
            .rev()
            .take(MAX_LINES)
            .take_while(|line| !line.trim().is_empty());
        let mut around: Vec<&str> = above.collect();
        around.reverse();
        around.push(line.of(self.text));
        let below = self
            .trimmed_lines_below(line)
            .take(MAX_LINES)
            .map(|line| line.of(self.text));
        around.extend(below.take_while(|line| !line.is_empty()));
        let numbers = around
            .into_iter()
            .filter_map(|line| outline_number(Some(line)));
        let mut numbers = numbers.filter(|own| own.is_hyphenated).zip(1..);
        own.part > 0 && numbers.all(|(next, line)| next.part == own.part && next.line == line)
    }

    /// Returns whether a line is the title of a part of an outline, whose first line is below it: `4.
    /// Baggage`.
    pub(super) fn is_outline_title(&self, line: Span) -> bool {
        let before = Span::new(self.line_start(line), line.start());
        let before = before.of(self.text).trim();
        let number = before.trim_end_matches('.').parse::<u32>().ok();
        let below = self.outline_number_below(line);
        let first = below.filter(|below| below.line == 1);
        !self.is_strict() && number.is_some() && first.map(|first| first.part) == number
    }

    /// Returns the number of the next line that is not empty.
    fn outline_number_below(&self, line: Span) -> Option<OutlineNumber> {
        let below = self.text[self.next_line(line)..].trim_start();
        outline_number(below.lines().next())
    }
}

fn outline_number(line: Option<&str>) -> Option<OutlineNumber> {
    OutlineNumber::of(line?.trim_start())
}
