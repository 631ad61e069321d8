//! Converts between bytes of a text and positions of the protocol, which are lines and columns.

use crate::text::Span;
use std::sync::Arc;
use tower_lsp::gen_lsp_types::{Position, PositionEncodingKind, Range};

/// The unit of columns in positions of the protocol: bytes of UTF-8, or code units of UTF-16.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Encoding {
    /// Bytes in UTF-8.
    Utf8,
    /// Code units in UTF-16, which every client supports.
    #[default]
    Utf16,
}

impl Encoding {
    /// Chooses from the encodings that a client offers: UTF-8 if possible, because it needs no
    /// conversion.
    pub(super) fn of(offered: &[PositionEncodingKind]) -> Self {
        if offered.contains(&PositionEncodingKind::UTF8) {
            Self::Utf8
        } else {
            Self::Utf16
        }
    }

    /// Returns the name in the protocol.
    pub(super) fn kind(self) -> PositionEncodingKind {
        match self {
            Self::Utf8 => PositionEncodingKind::UTF8,
            Self::Utf16 => PositionEncodingKind::UTF16,
        }
    }

    /// Returns the number of units in `text`.
    pub(super) fn units(self, text: &str) -> usize {
        match self {
            Self::Utf8 => text.len(),
            Self::Utf16 => text.encode_utf16().count(),
        }
    }

    /// Returns the byte of `line` after `units` units: the end of a shorter line, the start of a
    /// character if they end inside it.
    pub(super) fn byte(self, line: &str, units: usize) -> usize {
        let mut left = units;
        for (at, c) in line.char_indices() {
            let width = match self {
                Self::Utf8 => c.len_utf8(),
                Self::Utf16 => c.len_utf16(),
            };
            if left < width {
                return at;
            }
            left -= width;
        }
        line.len()
    }
}

/// A text with its line starts and the client's unit of columns; converts between byte offsets and
/// positions of the protocol. Lines end as the protocol says: at `\n`, `\r\n` or `\r`.
#[derive(Clone, Debug)]
pub(super) struct PositionMap {
    text: Arc<str>,
    starts: Arc<[usize]>,
    encoding: Encoding,
    /// For every [`STRIDE`] bytes of a text with long lines, the units since the start of the line.
    units: Arc<[usize]>,
}

/// Columns in a line longer than this are counted from marks this far apart, not from its start.
const STRIDE: usize = 1024;

impl PositionMap {
    pub(super) fn new(text: Arc<str>, encoding: Encoding) -> Self {
        let bytes = text.as_bytes();
        let ends = |at: &usize| bytes[*at] == b'\n' || bytes.get(at + 1) != Some(&b'\n');
        // most lines of rules are longer than this
        let mut starts = Vec::with_capacity(1 + bytes.len() / 32);
        starts.push(0);
        starts.extend(
            memchr::memchr2_iter(b'\n', b'\r', bytes)
                .filter(ends)
                .map(|at| at + 1),
        );
        let mut lines = Self {
            text,
            starts: starts.into(),
            encoding,
            units: Arc::default(),
        };
        let ends = lines.starts.iter().copied().skip(1);
        let mut lengths = lines
            .starts
            .iter()
            .zip(ends.chain([lines.text.len()]))
            .map(|(start, end)| end - start);
        if lengths.any(|length| length > 4 * STRIDE) {
            lines.units = lines.marks().into();
        }
        lines
    }

    /// Returns the units since the start of the line for every [`STRIDE`] bytes.
    fn marks(&self) -> Vec<usize> {
        let mut units: Vec<usize> = Vec::new();
        let mut before = 0;
        for mark in 0..=self.text.len() / STRIDE {
            let at = self.text.floor_char_boundary(mark * STRIDE);
            let start = self.starts[self.line(at)];
            let known = units.last().filter(|_| before >= start);
            let (from, known) = known.map_or((start, 0), |&known| (before, known));
            units.push(known + self.encoding.units(&self.text[from..at]));
            before = at;
        }
        units
    }

    /// Returns the units between the start of a line and a byte in it, which begins a character.
    fn column(&self, line: usize, byte: usize) -> usize {
        let start = self.starts[line];
        // the last mark before the byte
        let mark = byte / STRIDE;
        let known = self.units.get(mark).and_then(|&units| {
            let at = self.text.floor_char_boundary(mark * STRIDE);
            (at >= start).then_some((at, units))
        });
        let (from, units) = known.unwrap_or((start, 0));
        units + self.encoding.units(&self.text[from..byte])
    }

    /// The text.
    pub(super) fn text(&self) -> &Arc<str> {
        &self.text
    }

    /// Returns the number of lines; at least one.
    pub(super) fn count(&self) -> usize {
        self.starts.len()
    }

    /// Returns the line of a byte, from 0.
    pub(super) fn line(&self, byte: usize) -> usize {
        self.starts
            .partition_point(|&start| start <= byte)
            .saturating_sub(1)
    }

    /// Returns a span without the white space at its end.
    pub(super) fn trimmed(&self, span: Span) -> Span {
        Span::new(
            span.start(),
            span.start() + span.of(&self.text).trim_end().len(),
        )
    }

    /// Returns the span of a line without its end.
    pub(super) fn span(&self, line: usize) -> Span {
        let Some(&start) = self.starts.get(line) else {
            return Span::new(self.text.len(), self.text.len());
        };
        let end = self
            .starts
            .get(line + 1)
            .copied()
            .unwrap_or(self.text.len());
        let kept = self.text[start..end].trim_end_matches(['\n', '\r']).len();
        Span::new(start, start + kept)
    }

    /// Returns the position of a byte; after the end of the text, its end.
    pub(super) fn position(&self, byte: usize) -> Position {
        let mut byte = byte.min(self.text.len());
        while !self.text.is_char_boundary(byte) {
            byte -= 1;
        }
        let line = self.line(byte);
        Position {
            line: line as u32,
            character: self.column(line, byte) as u32,
        }
    }

    /// The range of a span.
    pub(super) fn range(&self, span: Span) -> Range {
        Range {
            start: self.position(span.start()),
            end: self.position(span.end()),
        }
    }

    /// Returns the byte of a position; after the end of its line or of the text, that end.
    pub(super) fn byte(&self, at: Position) -> usize {
        let span = self.span(at.line as usize);
        span.start()
            + self
                .encoding
                .byte(span.of(&self.text), at.character as usize)
    }

    /// Returns the span of a range.
    pub(super) fn bytes(&self, range: Range) -> Span {
        Span::new(self.byte(range.start), self.byte(range.end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_byte_is_found_again(text in "[a🎲é\r\n]{0,20}", utf8 in any::<bool>()) {
            let lines = PositionMap::new(text.as_str().into(), if utf8 { Encoding::Utf8 } else { Encoding::Utf16 });
            for (byte, c) in text.char_indices() {
                // a byte inside a line end has no position of its own
                let inside = c == '\n' && text[..byte].ends_with('\r');
                prop_assert!(inside || lines.byte(lines.position(byte)) == byte, "{byte}");
            }
            prop_assert_eq!(lines.byte(lines.position(text.len() + 3)), text.len());
        }
    }

    #[test]
    fn columns_of_a_long_line_are_counted_from_marks() {
        let text = format!("a\n{}\r\n🎲b", "é🎲x".repeat(2 * STRIDE));
        let lines = PositionMap::new(text.as_str().into(), Encoding::Utf16);
        assert!(!lines.units.is_empty());
        let mut expected = Position::default();
        for (byte, c) in text.char_indices() {
            assert_eq!(lines.position(byte), expected);
            expected.character += c.len_utf16() as u32;
            if c == '\n' {
                expected = Position {
                    line: expected.line + 1,
                    character: 0,
                };
            }
        }
    }

    #[test]
    fn what_lies_beyond_is_the_end() {
        let lines = PositionMap::new("é🎲\r\nx".into(), Encoding::Utf16);
        let at = |line, character| lines.byte(Position { line, character });
        assert_eq!(
            (at(0, 1), at(0, 2), at(0, 3), at(0, 99), at(1, 9), at(7, 0)),
            (2, 2, 6, 6, 9, 9)
        );
    }
}
