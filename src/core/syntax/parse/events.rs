//! Runs pulldown-cmark: the events of a file with their bytes, and the end of each start event.

use super::source_text::SourceText;
use crate::text::Span;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use std::ops::Range;

/// All Markdown events of a file with their bytes, and for each start event the index of its end.
pub(super) struct Events<'t> {
    events: Vec<(Event<'t>, Range<usize>)>,
    /// For each start event, the index of its end; for any other its own index.
    ends: Vec<usize>,
}

/// The consecutive events with the text of one block, for reading its sentences and marks.
#[derive(Clone, Copy)]
pub(super) struct InlineEvents<'e, 't>(&'e [(Event<'t>, Range<usize>)]);

impl<'t> Events<'t> {
    /// Parses the Markdown of `source` from the byte `body` on.
    pub(super) fn read(source: &mut SourceText<'t>, body: usize) -> Self {
        let parser = Parser::new_ext(
            &source.text[body..],
            Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH,
        )
        .into_offset_iter();
        let mut definitions: Vec<Span> = parser
            .reference_definitions()
            .iter()
            .map(|(_, d)| Span::new(d.span.start, d.span.end))
            .collect();
        definitions.sort_unstable();
        for span in definitions {
            super::traps::report_link_definition(source, source.trimmed(span.shifted(body)));
        }
        let mut events = Vec::with_capacity(source.text.len() / 24);
        let mut ends = Vec::with_capacity(source.text.len() / 24);
        let mut open = Vec::new();
        for (event, range) in parser {
            match event {
                Event::Start(_) => open.push(events.len()),
                Event::End(_) => {
                    if let Some(start) = open.pop() {
                        let end: &mut usize = &mut ends[start];
                        *end = events.len();
                    }
                }
                _ => {}
            }
            ends.push(events.len());
            events.push((event, range.start + body..range.end + body));
        }
        Self { events, ends }
    }

    /// Returns the number of events.
    pub(super) fn len(&self) -> usize {
        self.events.len()
    }

    /// Returns the event at `index`.
    pub(super) fn event(&self, index: usize) -> &Event<'t> {
        &self.events[index].0
    }

    /// Returns the bytes of the event at `index`.
    pub(super) fn span(&self, index: usize) -> Span {
        let range = &self.events[index].1;
        Span::new(range.start, range.end)
    }

    /// Returns the index of the end event of the part that begins at `index`, or `index` itself.
    pub(super) fn end(&self, index: usize) -> usize {
        self.ends[index]
    }

    /// Returns the bytes of the part or list item that begins at `at`. Markdown counts everything up to
    /// the next part to a list, empty lines to a quote, and blanks such as a form feed to an item.
    pub(super) fn part_span(&self, source: &SourceText<'_>, at: usize) -> Span {
        let span = self.span(at);
        if !self.is_container(at) {
            return source.trimmed(span);
        }
        let end = (at..self.end(at)).map(|at| {
            if self.is_container(at) {
                marker_end(source, self.span(at).start())
            } else {
                self.span(at).end()
            }
        });
        source.trimmed(span.with_end(end.max().unwrap_or(span.end())))
    }

    /// Whether the event at `index` begins or ends a list, an item or a quote.
    pub(super) fn is_container(&self, index: usize) -> bool {
        matches!(
            self.events[index].0,
            Event::Start(Tag::List(_) | Tag::Item | Tag::BlockQuote(_))
                | Event::End(TagEnd::List(_) | TagEnd::Item | TagEnd::BlockQuote(_))
        )
    }

    /// Returns the events of `range`.
    pub(super) fn inlines(&self, range: Range<usize>) -> InlineEvents<'_, 't> {
        InlineEvents(self.events.get(range).unwrap_or_default())
    }

    /// Returns the index after the run of inline events that begins at `index`, at most `limit`.
    pub(super) fn inline_end(&self, mut index: usize, limit: usize) -> usize {
        while index < limit && is_inline(&self.events[index].0) {
            index = self.ends[index] + 1;
        }
        index.min(limit)
    }
}

fn is_inline(event: &Event<'_>) -> bool {
    match event {
        Event::Start(tag) => matches!(
            tag,
            Tag::Emphasis | Tag::Strong | Tag::Strikethrough | Tag::Link { .. } | Tag::Image { .. }
        ),
        Event::End(_) | Event::Html(_) | Event::Rule => false,
        Event::Text(_)
        | Event::Code(_)
        | Event::InlineHtml(_)
        | Event::SoftBreak
        | Event::HardBreak
        | Event::InlineMath(_)
        | Event::DisplayMath(_)
        | Event::FootnoteReference(_)
        | Event::TaskListMarker(_) => true,
    }
}

impl<'e, 't> InlineEvents<'e, 't> {
    /// Returns the number of events.
    pub(super) fn len(self) -> usize {
        self.0.len()
    }

    /// Iterates over the events, each with its bytes.
    pub(super) fn iter(self) -> impl Iterator<Item = &'e (Event<'t>, Range<usize>)> {
        self.0.iter()
    }

    /// Returns the bytes of the event at `index`.
    pub(super) fn range(self, index: usize) -> Range<usize> {
        self.0.get(index).map_or(0..0, |(_, range)| range.clone())
    }

    /// Returns some of the events.
    pub(super) fn get(self, range: Range<usize>) -> Self {
        Self(self.0.get(range).unwrap_or_default())
    }

    /// Returns the offset of the first event that is not the end of something begun before.
    pub(super) fn start(self) -> usize {
        self.0
            .iter()
            .find(|(event, _)| !matches!(event, Event::End(_)))
            .map_or(self.span().end(), |(_, range)| range.start)
    }

    /// Returns the bytes of all events.
    pub(super) fn span(self) -> Span {
        let start = self.0.first().map_or(0, |(_, range)| range.start);
        Span::new(
            start,
            self.0
                .iter()
                .map(|(_, range)| range.end)
                .max()
                .unwrap_or(start)
                .max(start),
        )
    }

    /// Returns the index of the first line break from `from` on, or the length if there is none.
    pub(super) fn next_break(self, from: usize) -> usize {
        let rest = self.0.get(from..).unwrap_or_default();
        rest.iter()
            .position(|(event, _)| matches!(event, Event::SoftBreak | Event::HardBreak))
            .map_or(self.len(), |at| from + at)
    }

    /// Returns the index after the bold words at the start, if the first event begins such.
    pub(super) fn strong_at_start(self) -> Option<usize> {
        let mut depth = 0usize;
        matches!(self.0.first(), Some((Event::Start(Tag::Strong), _))).then(|| {
            let end = self.0.iter().position(|(event, _)| {
                match event {
                    Event::Start(_) => depth += 1,
                    Event::End(_) => depth -= 1,
                    _ => {}
                }
                depth == 0
            });
            end.map_or(self.len(), |end| end + 1)
        })
    }
}

/// Returns the offset after the `>`, `-` or `2.` at `start`.
fn marker_end(source: &SourceText<'_>, start: usize) -> usize {
    let bytes = &source.text.as_bytes()[start..];
    let indent = bytes
        .iter()
        .take_while(|b| matches!(b, b' ' | b'\t'))
        .count();
    let digits = bytes[indent..]
        .iter()
        .take(9)
        .take_while(|b| b.is_ascii_digit())
        .count();
    start + indent + digits + 1
}
