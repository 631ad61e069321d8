//! Byte ranges of source texts, and values with the range that they were read from.

use serde::Serialize;
use std::ops::Range;

/// The number of a source text in an analysis: an index into its list of sources.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct SourceId(pub u32);

/// A half-open range of bytes, `start <= end`, in a text that it does not name.
/// Both ends are on character boundaries; this is not checked.
///
/// A large library has millions of them, so each takes eight bytes: an offset after 4 GB of a text
/// counts as its end there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Span {
    start: u32,
    end: u32,
}

/// Narrows an offset to 32 bits.
const fn small(offset: usize) -> u32 {
    if offset > u32::MAX as usize {
        u32::MAX
    } else {
        offset as u32
    }
}

impl Span {
    /// Creates the span from `start` to `end`; swapped bounds are put in order.
    pub const fn new(start: usize, end: usize) -> Self {
        let (start, end) = (small(start), small(end));
        if start <= end {
            Self { start, end }
        } else {
            Self {
                start: end,
                end: start,
            }
        }
    }

    /// Returns the offset of the first byte.
    pub const fn start(self) -> usize {
        self.start as usize
    }

    /// Returns the offset after the last byte.
    pub const fn end(self) -> usize {
        self.end as usize
    }

    /// Returns the span from its start to `end`.
    pub const fn with_end(self, end: usize) -> Self {
        Self::new(self.start(), end)
    }

    /// Returns the span from `start` to its end.
    pub const fn with_start(self, start: usize) -> Self {
        Self::new(start, self.end())
    }

    /// Returns the span of its first `len` bytes.
    pub const fn with_len(self, len: usize) -> Self {
        self.with_end(self.start() + len)
    }

    /// Returns the empty span at its start.
    pub const fn at_start(self) -> Self {
        self.with_len(0)
    }

    /// Returns the empty span at its end.
    pub const fn at_end(self) -> Self {
        self.with_start(self.end())
    }

    /// Returns the number of bytes covered.
    pub fn len(self) -> usize {
        self.end() - self.start()
    }

    /// Whether nothing is covered: a position between two characters.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// Returns the smallest span that covers both.
    pub fn join(self, other: Self) -> Self {
        Self {
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }

    /// Whether `offset` is inside, or at either end.
    pub fn touches(self, offset: usize) -> bool {
        self.start() <= offset && offset <= self.end()
    }

    /// Returns the text covered; empty if the span does not fit `text`.
    pub fn of(self, text: &str) -> &str {
        text.get(self.start()..self.end()).unwrap_or_default()
    }

    /// Returns the span moved by `by` bytes towards the end.
    pub fn shifted(self, by: usize) -> Self {
        Self::new(self.start() + by, self.end() + by)
    }
}

impl From<Range<usize>> for Span {
    fn from(range: Range<usize>) -> Self {
        Self::new(range.start, range.end)
    }
}

/// A value with the span it was read from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// The bytes that it was read from.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// Combines a value with its span.
    pub fn new(value: T, span: Span) -> Self {
        Self { value, span }
    }
}
