//! `StyledText`: printed lines joined to one text, with the words in bold and the line starts.

use std::ops::Range;

/// The position of a printed line: the index of its page, and its number on the page, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinePosition {
    /// The index of the page.
    pub page: usize,
    /// The number of the line on the page, from 1.
    pub number: u32,
}

/// A text joined from printed lines: its characters, the byte ranges in bold, and for each line the
/// byte at which it begins, its page and its number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StyledText {
    /// The characters, with one blank where a line ended.
    pub text: String,
    /// The bytes in bold, in order.
    pub bold: Vec<Range<usize>>,
    /// The byte at which each printed line begins.
    pub lines: Vec<(usize, LinePosition)>,
}

impl StyledText {
    /// Creates a text of one line.
    pub fn line(text: &str, bold: &[Range<usize>], at: LinePosition) -> Self {
        Self {
            text: text.to_owned(),
            bold: bold.to_vec(),
            lines: vec![(0, at)],
        }
    }

    /// Whether there are no characters.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Whether all letters are bold.
    pub fn is_bold(&self) -> bool {
        !self.bold.is_empty()
            && self
                .text
                .char_indices()
                .filter(|(_, c)| c.is_alphanumeric())
                .all(|(at, _)| self.bold.iter().any(|range| range.contains(&at)))
    }

    /// Whether it has more than three letters, all of them capitals.
    pub fn is_upper_case(&self) -> bool {
        self.text.chars().filter(|c| c.is_alphabetic()).count() > 3
            && !self.text.chars().any(char::is_lowercase)
    }

    /// Appends the next line. A hyphen at the end of this text is removed if it divides a word: a
    /// letter before it, a small letter after it, and `keeps_hyphen` is false for the compound.
    pub fn append_line(&mut self, next: &Self, keeps_hyphen: &dyn Fn(&str) -> bool) {
        let first = next.text.chars().next();
        let divided = ['-', '\u{ad}', '‐']
            .into_iter()
            .find(|&c| self.text.ends_with(c));
        let mut blank = !self.text.is_empty() && !next.text.is_empty();
        if let Some(hyphen) = divided {
            let stem = &self.text[..self.text.len() - hyphen.len_utf8()];
            let letters =
                stem.ends_with(char::is_alphabetic) && first.is_some_and(char::is_lowercase);
            if letters {
                blank = false;
                let before = stem
                    .rsplit(|c: char| !c.is_alphabetic() && c != '-')
                    .next()
                    .unwrap_or_default();
                let after: String = next
                    .text
                    .chars()
                    .take_while(|c| c.is_alphabetic())
                    .collect();
                if hyphen == '\u{ad}'
                    || before.chars().count() > 1
                        && !keeps_hyphen(&format!("{before}-{after}").to_lowercase())
                {
                    let end = stem.len();
                    self.text.truncate(end);
                }
            } else if stem.ends_with(|c: char| c.is_alphanumeric())
                && first.is_some_and(char::is_alphanumeric)
            {
                blank = false;
            }
        }
        if blank {
            self.text.push(' ');
        }
        let by = self.text.len();
        self.text += &next.text;
        for range in &next.bold {
            let (start, end) = (range.start + by, range.end + by);
            match self.bold.last_mut() {
                Some(last) if last.end + 1 >= start => last.end = end,
                _ => self.bold.push(start..end),
            }
        }
        self.lines
            .extend(next.lines.iter().map(|&(at, line)| (at + by, line)));
    }

    /// Returns the text from byte `at` on.
    #[must_use]
    pub fn from_byte(&self, at: usize) -> Self {
        let cut = |range: &Range<usize>| range.start.max(at) - at..range.end.max(at) - at;
        let mut lines: Vec<(usize, LinePosition)> = self
            .lines
            .iter()
            .map(|&(start, line)| (start.max(at) - at, line))
            .collect();
        while lines.len() > 1 && lines[1].0 == 0 {
            lines.remove(0);
        }
        Self {
            text: self.text[at..].to_owned(),
            bold: self
                .bold
                .iter()
                .map(cut)
                .filter(|range| !range.is_empty())
                .collect(),
            lines,
        }
    }

    /// Returns the number of bytes at the start that are bold.
    pub fn bold_start(&self) -> usize {
        self.bold
            .first()
            .filter(|range| range.start == 0)
            .map_or(0, |range| range.end)
    }
}
