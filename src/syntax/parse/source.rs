use super::builder::{BLANKS, is_blank};
use crate::{
    diagnostic::{Diagnostic, Edit, Fix, Location, Severity},
    syntax::Role,
    text::{SourceId, Span},
};
use std::{borrow::Cow, collections::HashSet, sync::Arc};

/// The text being read, as long as the original byte for byte, and the findings so far.
pub(super) struct Source<'t> {
    id: SourceId,
    /// The text with every lone CR turned into LF.
    pub(super) text: &'t str,
    /// What the file is for.
    pub(super) role: Role,
    /// What was found; in no order.
    pub(super) diagnostics: Vec<Diagnostic>,
    /// Short texts: the cells of a table say the same again and again.
    short: HashSet<Arc<str>>,
}

/// Texts of at most so many bytes are short.
const SHORT: usize = 24;

/// `text` with every lone CR turned into LF: offsets stay what they were.
pub(in crate::syntax) fn with_line_feeds(text: &str) -> Cow<'_, str> {
    let bytes = text.as_bytes();
    let lone = |at: usize| bytes[at] == b'\r' && bytes.get(at + 1) != Some(&b'\n');
    if !memchr::memchr_iter(b'\r', bytes).any(lone) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(
        text.char_indices()
            .map(|(at, c)| if c == '\r' && lone(at) { '\n' } else { c })
            .collect(),
    )
}

impl<'t> Source<'t> {
    pub(super) fn new(id: SourceId, text: &'t str, role: Role) -> Self {
        Self {
            id,
            text,
            role,
            diagnostics: Vec::new(),
            short: HashSet::new(),
        }
    }

    /// The range `span` of this source.
    pub(super) fn at(&self, span: Span) -> Location {
        Location::new(self.id, span)
    }

    /// The source's own number.
    pub(super) fn id(&self) -> SourceId {
        self.id
    }

    /// Starts an error at `span`; hand it to [`Self::tell`].
    pub(super) fn error(
        &self,
        code: &'static str,
        span: Span,
        message: impl Into<String>,
    ) -> Diagnostic {
        Diagnostic::new(code, Severity::Error, self.at(span), message)
    }

    /// Starts a warning at `span`; hand it to [`Self::tell`].
    pub(super) fn warning(
        &self,
        code: &'static str,
        span: Span,
        message: impl Into<String>,
    ) -> Diagnostic {
        Diagnostic::new(code, Severity::Warning, self.at(span), message)
    }

    /// Records a finding.
    pub(super) fn tell(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// The cure that puts `text` at `span`.
    pub(super) fn fix(&self, title: impl Into<String>, span: Span, text: impl Into<String>) -> Fix {
        Fix {
            title: title.into(),
            edits: vec![Edit {
                at: self.at(span),
                text: text.into(),
            }],
        }
    }

    /// A text, in the memory of an equal one that was read before where it is short.
    pub(super) fn shared(&mut self, text: Arc<str>) -> Arc<str> {
        if text.len() > SHORT {
            return text;
        }
        match self.short.get(&text) {
            Some(known) => Arc::clone(known),
            None => {
                self.short.insert(Arc::clone(&text));
                text
            }
        }
    }

    /// The text of `span`.
    pub(super) fn slice(&self, span: Span) -> &'t str {
        span.of(self.text)
    }

    /// `span` without blanks at either end.
    pub(super) fn trimmed(&self, span: Span) -> Span {
        let bytes = self.slice(span).as_bytes();
        let start = span.start()
            + bytes
                .iter()
                .position(|&b| !is_blank(b))
                .unwrap_or(bytes.len());
        Span::new(
            start,
            start.max(
                span.start()
                    + bytes
                        .iter()
                        .rposition(|&b| !is_blank(b))
                        .map_or(0, |last| last + 1),
            ),
        )
    }

    /// `span` without the empty lines at its end, which may be quoted.
    pub(super) fn block(&self, span: Span) -> Span {
        let mut text = self.slice(span).trim_end_matches(BLANKS);
        while let Some(line) = text.rfind('\n').filter(|&line| {
            text[line..]
                .bytes()
                .all(|b| matches!(b, b'>' | b' ' | b'\t' | b'\r' | b'\n'))
        }) {
            text = text[..line].trim_end_matches(BLANKS);
        }
        Span::new(span.start(), span.start() + text.len())
    }

    /// `end`, or behind the lines with nothing but `>` that follow it.
    pub(super) fn behind_quote(&self, mut end: usize) -> usize {
        loop {
            let next = self.line_end(end) + 1;
            let line = self
                .text
                .get(next..self.line_end(next.min(self.text.len())))
                .unwrap_or_default();
            if !line.contains('>')
                || line
                    .bytes()
                    .any(|b| !matches!(b, b'>' | b' ' | b'\t' | b'\r'))
            {
                return end;
            }
            end = next + line.len();
        }
    }

    /// Where the line of `offset` begins.
    pub(super) fn line_start(&self, offset: usize) -> usize {
        self.text
            .as_bytes()
            .get(..offset)
            .and_then(|before| memchr::memrchr(b'\n', before))
            .map_or(0, |at| at + 1)
    }

    /// Where the line of `offset` ends, in front of its line feed.
    pub(super) fn line_end(&self, offset: usize) -> usize {
        self.text
            .as_bytes()
            .get(offset..)
            .and_then(|rest| memchr::memchr(b'\n', rest))
            .map_or(self.text.len(), |at| offset + at)
    }

    /// Column of `offset` in its line, from 0, as Markdown counts: a tab goes on to the next multiple of four.
    pub(super) fn column(&self, offset: usize) -> usize {
        let before = self
            .text
            .get(self.line_start(offset)..offset)
            .unwrap_or_default();
        before.chars().fold(0, |column, c| {
            if c == '\t' {
                column / 4 * 4 + 4
            } else {
                column + 1
            }
        })
    }

    /// What a further line of the text at `offset` has to begin with: its line up to there, markers turned into blanks, `>` kept.
    pub(super) fn prefix(&self, offset: usize) -> String {
        let before = self
            .text
            .get(self.line_start(offset)..offset)
            .unwrap_or_default();
        before
            .chars()
            .map(|c| if c == '>' || c == '\t' { c } else { ' ' })
            .collect()
    }

    /// `offset`, or one less where the character there is escaped by a backslash.
    pub(super) fn with_escape(&self, offset: usize) -> usize {
        match offset.checked_sub(1) {
            Some(before) if self.text.as_bytes().get(before) == Some(&b'\\') => before,
            _ => offset,
        }
    }
}
