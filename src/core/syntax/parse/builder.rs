//! Builds `Inline`s from pieces of text: plain text, marks, and an exact map to the source.

use crate::{
    syntax::{Inline, Mark, MarkKind, SourceMap},
    text::Span,
};
use memchr::memmem::Finder;
use std::{
    ops::Range,
    sync::{Arc, LazyLock},
};

/// The characters that count as blank: not the no-break space, which an author writes on purpose.
pub(in crate::syntax) const BLANKS: [char; 4] = [' ', '\t', '\n', '\r'];

/// Whether a byte is one of [`BLANKS`].
pub(super) fn is_blank(byte: u8) -> bool {
    byte <= b' ' && matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

/// Finds `…`.
static HOLE: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new("…"));

/// Marks nested deeper than this are dropped: no text needs them, and each further sentence would
/// copy them.
const MAX_OPEN: usize = 16;

/// The buffers for a run of text, which are reused for the next run.
#[derive(Default)]
struct TextBuffer {
    text: String,
    marks: Vec<Mark>,
    map: Vec<(usize, usize)>,
}

/// Returns the number of bytes of `text` that are words separated by single spaces.
fn normalized_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let uneven = |(at, &b): (usize, &u8)| {
        is_blank(b) && (b != b' ' || bytes.get(at + 1).is_none_or(|&next| is_blank(next)))
    };
    bytes
        .iter()
        .enumerate()
        .position(uneven)
        .unwrap_or(bytes.len())
}

/// Collects text with white space collapsed, marks (also for `…`) and source offsets, and makes an
/// [`Inline`] of each run.
pub(super) struct InlineBuilder<'t> {
    source: &'t str,
    holes: bool,
    out: TextBuffer,
    blank: Option<Range<usize>>,
    open: Vec<(Option<MarkKind>, usize)>,
    start: Option<usize>,
}

impl<'t> InlineBuilder<'t> {
    /// Creates a builder over `source`; `holes` marks every `…`.
    pub(super) fn new(source: &'t str, holes: bool) -> Self {
        Self {
            source,
            holes,
            out: TextBuffer::default(),
            blank: None,
            open: Vec::new(),
            start: None,
        }
    }

    /// Returns the plain text so far.
    pub(super) fn plain(&self) -> &str {
        &self.out.text
    }

    /// Returns the source offset at which the current run begins, markup included; `None` while it
    /// is empty.
    pub(super) fn start(&self) -> Option<usize> {
        self.start
    }

    /// Notes that something of the current run is at `offset`.
    pub(super) fn begin(&mut self, offset: usize) {
        self.start.get_or_insert(offset);
    }

    /// Adds `text`, read from the source bytes `at`: letter for letter if both are equal, else as
    /// one piece.
    pub(super) fn push_text(&mut self, text: &str, at: Range<usize>) {
        // the range of a backslash at the end of a text can contain the line break behind it
        let behind = self.source.get(at.clone());
        let behind = behind.and_then(|written| written.strip_prefix(text));
        let at = match behind {
            Some(behind) if behind.trim().is_empty() => at.start..at.end - behind.len(),
            Some(_) | None => at,
        };
        if self.source.get(at.clone()) != Some(text) {
            return self.push_piece(text, at);
        }
        let mut rest = text;
        let mut offset = at.start;
        while !rest.is_empty() {
            let blanks = rest
                .bytes()
                .position(|b| !is_blank(b))
                .unwrap_or(rest.len());
            if blanks > 0 {
                self.push_blank(offset..offset + blanks);
            }
            let end = blanks + normalized_length(&rest[blanks..]);
            self.push_run(&rest[blanks..end], offset + blanks);
            offset += end;
            rest = &rest[end..];
        }
    }

    /// Adds code: like [`Self::push_text`], but `…` in it is no hole.
    pub(super) fn push_code(&mut self, text: &str, at: Range<usize>) {
        let holes = std::mem::take(&mut self.holes);
        let mut cursor = at.start;
        for word in text.split(BLANKS).filter(|word| !word.is_empty()) {
            let found = self
                .source
                .get(cursor..at.end)
                .and_then(|rest| rest.find(word));
            let start = found.map_or(cursor, |found| cursor + found);
            if cursor > at.start {
                self.push_blank(cursor..start);
            }
            match found {
                Some(_) => self.push_run(word, start),
                None => self.push_piece(word, cursor..at.end),
            }
            cursor = if found.is_some() {
                start + word.len()
            } else {
                at.end
            };
        }
        self.holes = holes;
    }

    /// Adds a blank, read from the source bytes `at`.
    pub(super) fn push_blank(&mut self, at: Range<usize>) {
        match &mut self.blank {
            Some(blank) => blank.end = at.end,
            None => self.blank = Some(at),
        }
    }

    /// Begins a mark; `None` leaves no trace.
    pub(super) fn open_mark(&mut self, kind: Option<MarkKind>) {
        let kind = kind.filter(|_| self.open.len() < MAX_OPEN);
        self.open.push((kind, self.next_offset()));
    }

    /// Ends the mark begun last.
    pub(super) fn close_mark(&mut self) {
        if let Some((Some(kind), start)) = self.open.pop() {
            self.push_mark(kind, start);
        }
    }

    /// Ends the run and begins the next; open marks continue in it.
    pub(super) fn finish(&mut self) -> Inline {
        self.blank = None;
        self.start = None;
        for index in 0..self.open.len().min(MAX_OPEN) {
            let (kind, start) = std::mem::take(&mut self.open[index]);
            if let Some(kind) = kind {
                self.push_mark(kind.clone(), start);
                self.open[index].0 = Some(kind);
            }
        }
        let TextBuffer { text, marks, map } = &mut self.out;
        marks.sort_by_key(|mark| (mark.span.start(), std::cmp::Reverse(mark.span.end())));
        let out = Inline {
            text: Arc::from(text.as_str()),
            marks: std::mem::take(marks).into(),
            map: SourceMap::new(map),
        };
        text.clear();
        map.clear();
        out
    }

    fn push_mark(&mut self, kind: MarkKind, start: usize) {
        let start = start + usize::from(self.out.text.as_bytes().get(start) == Some(&b' '));
        if start < self.out.text.len() {
            self.out
                .marks
                .push(Mark::new(Span::new(start, self.out.text.len()), kind));
        }
    }

    fn next_offset(&self) -> usize {
        self.out.text.len() + usize::from(self.blank.is_some() && !self.out.text.is_empty())
    }

    fn flush_blank(&mut self) {
        let Some(blank) = self.blank.take().filter(|_| !self.out.text.is_empty()) else {
            return;
        };
        if blank.len() == 1 {
            self.push_map_entry(blank.start);
            self.out.text.push(' ');
        } else {
            self.out.map.push((self.out.text.len(), blank.start));
            self.out.text.push(' ');
            self.end_piece(blank.end);
        }
    }

    fn push_run(&mut self, text: &str, offset: usize) {
        if text.is_empty() {
            return;
        }
        self.begin(offset);
        // between two items of a list there is a list marker, and the blank after it
        if let Some(blank) = self
            .blank
            .as_mut()
            .filter(|blank| blank.start == blank.end && blank.end < offset)
        {
            blank.end = offset;
        }
        self.flush_blank();
        self.push_map_entry(offset);
        if self.holes {
            let start = self.out.text.len();
            let holes = HOLE
                .find_iter(text.as_bytes())
                .map(|at| Span::new(start + at, start + at + '…'.len_utf8()));
            self.out
                .marks
                .extend(holes.map(|span| Mark::new(span, MarkKind::Hole)));
        }
        self.out.text.push_str(text);
    }

    /// Adds text whose characters are not in the source one by one.
    fn push_piece(&mut self, text: &str, at: Range<usize>) {
        if text.starts_with(BLANKS) {
            self.push_blank(at.start..at.start);
        }
        let mut words = text
            .split(BLANKS)
            .filter(|word| !word.is_empty())
            .peekable();
        if words.peek().is_some() {
            self.begin(at.start);
            self.flush_blank();
            self.out.map.push((self.out.text.len(), at.start));
            while let Some(word) = words.next() {
                self.out.text.push_str(word);
                if words.peek().is_some() {
                    self.out.text.push(' ');
                }
            }
            self.end_piece(at.end);
        }
        if text.ends_with(BLANKS) {
            self.push_blank(at.end..at.end);
        }
    }

    fn push_map_entry(&mut self, source: usize) {
        let plain = self.out.text.len();
        let follows = self
            .out
            .map
            .last()
            .is_some_and(|&(p, s)| s + (plain - p) == source);
        if !follows {
            self.out.map.push((plain, source));
        }
    }

    /// Adds the same offset twice: the text before ends there, the text after begins there.
    fn end_piece(&mut self, source: usize) {
        let at = (self.out.text.len(), source);
        self.out.map.extend([at, at]);
    }
}
