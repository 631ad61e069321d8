//! Strips Markdown and HTML but keeps the source offset of each byte; normalises words.

use crate::text::Span;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Text without markup and with single blanks; every byte maps to its offset in the source.
#[derive(Clone, Debug, Default)]
pub(super) struct PlainText {
    /// The words.
    pub(super) text: String,
    /// For each byte of `text`, the offset in the source.
    offsets: Vec<u32>,
    /// The offset after the last byte read.
    end: usize,
    /// Whether a word was joined that a line break had cut.
    pub(super) mended: bool,
    /// Whether a low quotation mark, `„`, is open.
    low: bool,
}

impl PlainText {
    /// Appends `raw`, which is at offset `start` of the source, after a blank if there are words
    /// already.
    pub(super) fn push(&mut self, raw: &str, start: usize) {
        if is_hyphenated_break(&self.text, raw) {
            // a word cut by a line break
            self.text.pop();
            self.offsets.pop();
            self.mended = true;
        } else if !self.text.is_empty() {
            self.push_char(' ', start);
        }
        self.push_joined(raw, start);
    }

    /// Appends words that the source does not contain, as if they were at offset `at`.
    pub(super) fn push_inserted(&mut self, words: &str, at: usize) {
        self.text.push_str(words);
        self.offsets.resize(self.text.len(), at as u32);
        self.end = at;
    }

    /// Appends `raw`, which is at offset `start` of the source, right behind the words before it.
    pub(super) fn push_joined(&mut self, raw: &str, start: usize) {
        let mut rest = raw;
        while let Some(first) = rest.chars().next() {
            let at = start + raw.len() - rest.len();
            let len = match first {
                '*' => 1,
                '\\' if rest[1..].starts_with(|c: char| c.is_ascii_punctuation()) => {
                    self.push_char(char::from(rest.as_bytes()[1]), at + 1);
                    2
                }
                '<' => self.push_tag(rest, at),
                '$' => self.push_formula(rest, at),
                '\u{ad}' | '\u{feff}' | '\u{200b}' => first.len_utf8(),
                c if c.is_whitespace() || c.is_control() => {
                    self.push_char(' ', at);
                    c.len_utf8()
                }
                c => {
                    let mark = self.quotation_mark(c, rest[c.len_utf8()..].chars().next());
                    self.push_char(mark, at);
                    c.len_utf8()
                }
            };
            rest = &rest[len..];
        }
        self.end = start + raw.trim_end().len();
        if self.text.ends_with(' ') {
            self.text.pop();
            self.offsets.pop();
        }
    }

    /// Splits off the words from byte `at`.
    pub(super) fn split_off(&mut self, at: usize) -> Self {
        let rest = Self {
            text: self.text.split_off(at),
            offsets: self.offsets.split_off(at),
            end: self.end,
            ..Self::default()
        };
        let kept = self.text.trim_end().len();
        self.end = rest
            .offsets
            .first()
            .map_or(self.end, |&start| start as usize);
        self.text.truncate(kept);
        self.offsets.truncate(kept);
        rest
    }

    /// Returns the quotation mark `c` of another language, `„a“`, `»a«` or `« a »`, as `“` or `”`.
    fn quotation_mark(&mut self, c: char, next: Option<char>) -> char {
        let is_free = |c: char| c.is_whitespace() || matches!(c, '(' | '[' | ':' | '–' | '/');
        let opens = self.text.chars().next_back().is_none_or(is_free);
        let closes = !opens && !next.is_some_and(char::is_alphanumeric);
        match c {
            '„' => {
                self.low = true;
                '“'
            }
            '“' if std::mem::take(&mut self.low) || closes => '”',
            '«' if !closes => '“',
            '»' if opens && next.is_some_and(char::is_alphanumeric) => '“',
            '«' | '»' => '”',
            _ => c,
        }
    }

    fn push_char(&mut self, c: char, at: usize) {
        if c == ' ' && (self.text.is_empty() || self.text.ends_with(' ')) {
            return;
        }
        self.text.push(c);
        self.offsets.resize(self.text.len(), at as u32);
    }

    /// Drops an HTML tag; any other `<` is kept. Returns the number of bytes read.
    fn push_tag(&mut self, rest: &str, at: usize) -> usize {
        let close = rest.bytes().take(12).position(|b| b == b'>');
        let name = close.map(|close| rest[1..close].trim_matches('/'));
        match (close, name) {
            (Some(close), Some(name))
                if !name.is_empty()
                    && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b' ') =>
            {
                if name.starts_with("br") {
                    self.push_char(' ', at);
                }
                close + 1
            }
            _ => {
                self.push_char('<', at);
                1
            }
        }
    }

    /// Appends an ordinal that was converted to a formula: `$2^{nd}$`. Returns the number of bytes
    /// read.
    fn push_formula(&mut self, rest: &str, at: usize) -> usize {
        let close = rest
            .char_indices()
            .skip(1)
            .take(32)
            .find(|&(_, c)| c == '$')
            .map(|(close, _)| close);
        let Some(close) = close.filter(|&close| rest[..close].contains(['^', '\\'])) else {
            self.push_char('$', at);
            return 1;
        };
        let inner = rest[1..close].replace("\\circ", "°").replace("\\text", "");
        for c in inner
            .chars()
            .filter(|c| !matches!(c, '^' | '{' | '}' | '\\'))
        {
            self.push_char(c, at);
        }
        close + 1
    }

    /// Returns the source span of the bytes `start..end` of the words.
    pub(super) fn span(&self, start: usize, end: usize) -> Span {
        let of = |at: usize| self.offsets.get(at).map_or(self.end, |&at| at as usize);
        let end = if end >= self.text.len() {
            self.end
        } else {
            of(end)
        };
        Span::new(of(start), end.max(of(start)))
    }
}

/// Whether `words` end in a hyphen and `next` continues the word; not for `long- and short-range`.
pub(super) fn is_hyphenated_break(words: &str, next: &str) -> bool {
    let word: String = next
        .trim_start()
        .chars()
        .take_while(|c| c.is_alphabetic())
        .collect();
    let goes_on = next.trim_start().starts_with(char::is_lowercase)
        && !["and", "or", "to", "nor"].contains(&word.as_str());
    goes_on
        && words
            .strip_suffix('-')
            .is_some_and(|before| before.ends_with(char::is_lowercase))
}

/// Normalises words for comparison: lower case, letters and digits only, `&` as `and`, single
/// blanks.
pub(super) fn normalise(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c == '&' {
            out.push_str(" and ");
        } else if c.is_alphanumeric() {
            out.extend(c.to_lowercase());
        } else if c.is_whitespace()
            || matches!(c, '-' | '–' | '/' | '(' | ')' | '.' | ',' | ':' | '›')
        {
            out.push(' ');
        }
    }
    let mut words = out.split_whitespace();
    let mut out = words.next().unwrap_or_default().to_owned();
    for word in words {
        out.push(' ');
        out.push_str(word);
    }
    out
}

/// Returns the text without markup.
pub(super) fn strip_markup(raw: &str) -> String {
    let mut plain = PlainText::default();
    plain.push(raw, 0);
    plain.text
}

/// Returns a printed row of a table as a Markdown row.
pub(super) fn table_row(raw: &str) -> String {
    let raw = raw.trim();
    let cells: Vec<String> = match raw.strip_prefix('|') {
        Some(inner) => inner
            .trim_end_matches('|')
            .split('|')
            .map(strip_markup)
            .collect(),
        None if raw.contains('\t') => raw.split('\t').map(strip_markup).collect(),
        None => raw.split('|').map(strip_markup).collect(),
    };
    if cells
        .iter()
        .all(|cell| cell.chars().all(|c| matches!(c, '-' | ':' | ' ' | '–')))
    {
        return format!("|{}", "---|".repeat(cells.len().max(1)));
    }
    format!("| {} |", cells.join(" | "))
}

/// Returns the number of open quotes after `text`.
pub(super) fn quote_depth(text: &str, mut depth: i32) -> i32 {
    let mut before = ' ';
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '“' | '„' => depth += 1,
            '”' => depth -= 1,
            '"' => {
                let opens = before.is_whitespace() || matches!(before, '(' | '[' | '–');
                let next = chars.peek().copied();
                if opens && next.is_some_and(|c| !c.is_whitespace()) {
                    depth += 1;
                } else if !before.is_ascii_digit() || next.is_none() || depth > 1 {
                    depth -= 1;
                }
            }
            _ => {}
        }
        before = c;
    }
    depth
}

/// Returns the runs of words by which a note is recognised that begins with those of a text of the sheet.
pub(super) fn word_runs(words: &str) -> impl Iterator<Item = u64> {
    const LENGTH: usize = 9;
    let words: Vec<&str> = words.split(' ').collect();
    let runs = words.windows(LENGTH).map(|run| {
        let mut hasher = DefaultHasher::new();
        run.hash(&mut hasher);
        hasher.finish()
    });
    runs.collect::<Vec<_>>().into_iter()
}
