//! `SourceText`: the text being parsed and its diagnostics; finds line ends, columns and blanks.

use super::builder::{BLANKS, is_blank};
use crate::{
    diagnostic::{Diagnostic, Fix, Location},
    syntax::{Attributes, FileRole},
    text::{SourceId, Span},
};
use std::{borrow::Cow, collections::HashSet, sync::Arc};

/// The text being parsed, with lone CRs as LFs at the same offsets, and the diagnostics so far.
pub(super) struct SourceText<'t> {
    id: SourceId,
    /// The text with every lone CR turned into LF.
    pub(super) text: &'t str,
    /// The role of the file.
    pub(super) role: FileRole,
    /// The diagnostics, in no particular order.
    pub(super) diagnostics: Vec<Diagnostic>,
    /// Short texts, shared because the cells of a table repeat.
    short: HashSet<Arc<str>>,
}

/// Texts of at most this many bytes are short.
const SHORT: usize = 24;

/// Returns `text` with every lone CR turned into LF: offsets do not change.
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

impl<'t> SourceText<'t> {
    pub(super) fn new(id: SourceId, text: &'t str, role: FileRole) -> Self {
        Self {
            id,
            text,
            role,
            diagnostics: Vec::new(),
            short: HashSet::new(),
        }
    }

    /// Returns the location of `span` in this source.
    pub(super) fn location(&self, span: Span) -> Location {
        Location::new(self.id, span)
    }

    /// Returns the id of the source.
    pub(super) fn id(&self) -> SourceId {
        self.id
    }

    /// Creates an error at `span`; pass it to [`Self::report`].
    pub(super) fn error(
        &self,
        code: &'static str,
        span: Span,
        message: impl Into<String>,
    ) -> Diagnostic {
        Diagnostic::error(code, self.location(span), message)
    }

    /// Creates a warning at `span`; pass it to [`Self::report`].
    pub(super) fn warning(
        &self,
        code: &'static str,
        span: Span,
        message: impl Into<String>,
    ) -> Diagnostic {
        Diagnostic::warning(code, self.location(span), message)
    }

    /// Records a diagnostic.
    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Creates a fix that puts `text` at `span`.
    pub(super) fn fix(&self, title: impl Into<String>, span: Span, text: impl Into<String>) -> Fix {
        Fix::new(title, self.location(span), text)
    }

    /// Returns a text; a short one shares the memory of an equal one read before.
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

    /// Returns the text of `span`.
    pub(super) fn slice(&self, span: Span) -> &'t str {
        span.of(self.text)
    }

    /// Returns `span` without surrounding blanks.
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

    /// Returns `span` without the empty lines at its end, which may be quoted.
    pub(super) fn block(&self, span: Span) -> Span {
        let mut text = self.slice(span).trim_end_matches(BLANKS);
        while let Some(line) = text.rfind('\n').filter(|&line| {
            text[line..]
                .bytes()
                .all(|b| matches!(b, b'>' | b' ' | b'\t' | b'\r' | b'\n'))
        }) {
            text = text[..line].trim_end_matches(BLANKS);
        }
        span.with_len(text.len())
    }

    /// Returns `end`, or the offset after the lines with nothing but `>` that follow it.
    pub(super) fn skip_quote_lines(&self, mut end: usize) -> usize {
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

    /// Returns the start of the line of `offset`.
    pub(super) fn line_start(&self, offset: usize) -> usize {
        self.text
            .as_bytes()
            .get(..offset)
            .and_then(|before| memchr::memrchr(b'\n', before))
            .map_or(0, |at| at + 1)
    }

    /// Returns the end of the line of `offset`, before its line feed.
    pub(super) fn line_end(&self, offset: usize) -> usize {
        self.text
            .as_bytes()
            .get(offset..)
            .and_then(|rest| memchr::memchr(b'\n', rest))
            .map_or(self.text.len(), |at| offset + at)
    }

    /// Returns the part of `span` in its first line.
    pub(super) fn first_line(&self, span: Span) -> Span {
        span.with_end(self.line_end(span.start()).min(span.end()))
    }

    /// Returns the part of a heading's `content` before its attributes.
    pub(super) fn before_attributes(&self, content: Span, attrs: &Attributes) -> Span {
        if attrs.span.is_empty() {
            content
        } else {
            self.trimmed(content.with_end(attrs.span.start()))
        }
    }

    /// Returns the column of `offset` in its line, from 0, as Markdown counts: a tab advances to
    /// the next multiple of four.
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

    /// Returns the prefix that a further line of the text at `offset` needs: the line before
    /// `offset`, with markers replaced by blanks and `>` kept.
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

    /// Returns `offset`, or one less if a backslash escapes the character there.
    pub(super) fn with_escape(&self, offset: usize) -> usize {
        match offset.checked_sub(1) {
            Some(before) if self.text.as_bytes().get(before) == Some(&b'\\') => before,
            _ => offset,
        }
    }
}
