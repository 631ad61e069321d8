//! Positions: lines and columns of the protocol, and bytes of a text.

use crate::text::Span;
use std::sync::Arc;
use tower_lsp::gen_lsp_types::{Position, PositionEncodingKind, Range};

/// What a column counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Encoding {
    /// Bytes of UTF-8.
    Utf8,
    /// Units of UTF-16: what every client understands.
    #[default]
    Utf16,
}

impl Encoding {
    /// The one to use with a client that understands `offered`: UTF-8 where it can be had, for it costs nothing.
    pub(super) fn of(offered: &[PositionEncodingKind]) -> Self {
        if offered.contains(&PositionEncodingKind::UTF8) {
            Self::Utf8
        } else {
            Self::Utf16
        }
    }

    /// Its name in the protocol.
    pub(super) fn kind(self) -> PositionEncodingKind {
        match self {
            Self::Utf8 => PositionEncodingKind::UTF8,
            Self::Utf16 => PositionEncodingKind::UTF16,
        }
    }

    /// How many units `text` has.
    pub(super) fn units(self, text: &str) -> usize {
        match self {
            Self::Utf8 => text.len(),
            Self::Utf16 => text.encode_utf16().count(),
        }
    }

    /// The byte of `line` at which `units` units are passed: the end of the line where it has fewer, the start of a character where
    /// they end inside it.
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

/// A text whose lines end as the protocol says: at `\n`, `\r\n` or `\r`.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    text: Arc<str>,
    starts: Vec<usize>,
    encoding: Encoding,
}

impl Lines {
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
        Self {
            text,
            starts,
            encoding,
        }
    }

    /// The text.
    pub(super) fn text(&self) -> &Arc<str> {
        &self.text
    }

    /// How many lines there are; at least one.
    pub(super) fn count(&self) -> usize {
        self.starts.len()
    }

    /// The line, from 0, of a byte.
    pub(super) fn line(&self, byte: usize) -> usize {
        self.starts
            .partition_point(|&start| start <= byte)
            .saturating_sub(1)
    }

    /// A span without the blanks at its end.
    pub(super) fn trimmed(&self, span: Span) -> Span {
        Span::new(
            span.start(),
            span.start() + span.of(&self.text).trim_end().len(),
        )
    }

    /// The bytes of a line without its end.
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

    /// The position of a byte; behind the end of the text, its end.
    pub(super) fn position(&self, byte: usize) -> Position {
        let mut byte = byte.min(self.text.len());
        while !self.text.is_char_boundary(byte) {
            byte -= 1;
        }
        let line = self.line(byte);
        let before = &self.text[self.starts[line]..byte];
        Position {
            line: line as u32,
            character: self.encoding.units(before) as u32,
        }
    }

    /// The range of a span.
    pub(super) fn range(&self, span: Span) -> Range {
        Range {
            start: self.position(span.start()),
            end: self.position(span.end()),
        }
    }

    /// The byte of a position: of one beyond the end of its line or of the text, that end.
    pub(super) fn byte(&self, at: Position) -> usize {
        let span = self.span(at.line as usize);
        span.start()
            + self
                .encoding
                .byte(span.of(&self.text), at.character as usize)
    }

    /// The span of a range.
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
            let lines = Lines::new(text.as_str().into(), if utf8 { Encoding::Utf8 } else { Encoding::Utf16 });
            for (byte, c) in text.char_indices() {
                // what stands in the end of a line has no position of its own
                let inside = c == '\n' && text[..byte].ends_with('\r');
                prop_assert!(inside || lines.byte(lines.position(byte)) == byte, "{byte}");
            }
            prop_assert_eq!(lines.byte(lines.position(text.len() + 3)), text.len());
        }
    }

    #[test]
    fn what_lies_beyond_is_the_end() {
        let lines = Lines::new("é🎲\r\nx".into(), Encoding::Utf16);
        let at = |line, character| lines.byte(Position { line, character });
        assert_eq!(
            (at(0, 1), at(0, 2), at(0, 3), at(0, 99), at(1, 9), at(7, 0)),
            (2, 2, 6, 6, 9, 9)
        );
    }
}
