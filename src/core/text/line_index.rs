//! Converts byte offsets of a text to lines and columns of characters, both counted from 0.

use super::Span;

/// A line and a column in characters, both from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LineColumn {
    /// Line, from 0.
    pub line: usize,
    /// Column in characters (not bytes), from 0.
    pub column: usize,
}

/// The line starts of a text, not the text itself, to convert byte offsets to lines and columns.
#[derive(Clone, Debug)]
pub struct LineIndex {
    starts: Vec<usize>,
    len: usize,
}

impl LineIndex {
    /// Indexes the line starts of `text`; a line ends at `\n`.
    pub fn new(text: &str) -> Self {
        let starts = std::iter::once(0).chain(
            text.bytes()
                .enumerate()
                .filter(|&(_, b)| b == b'\n')
                .map(|(at, _)| at + 1),
        );
        Self {
            starts: starts.collect(),
            len: text.len(),
        }
    }

    /// Returns the line, from 0, of the byte `offset`; the last line for offsets after the end.
    pub fn line(&self, offset: usize) -> usize {
        self.starts.partition_point(|&start| start <= offset) - 1
    }

    /// Returns line and column of the byte `offset` of the indexed text.
    pub fn position(&self, text: &str, offset: usize) -> LineColumn {
        let offset = offset.min(text.len());
        let line = self.line(offset);
        let before = text.get(self.starts[line]..offset).unwrap_or_default();
        LineColumn {
            line,
            column: before.chars().count(),
        }
    }

    /// Returns the bytes of `line` without its line ending; empty after the last line.
    pub fn span(&self, text: &str, line: usize) -> Span {
        let Some(&start) = self.starts.get(line) else {
            return Span::new(self.len, self.len);
        };
        let end = self.starts.get(line + 1).map_or(self.len, |next| next - 1);
        let end = if end > start && text.as_bytes().get(end - 1) == Some(&b'\r') {
            end - 1
        } else {
            end
        };
        Span::new(start, end)
    }
}
