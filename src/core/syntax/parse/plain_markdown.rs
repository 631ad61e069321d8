//! Parses Markdown without rules text (scenarios, checks) to front matter, lines and code blocks.

use super::{
    front::{self, FrontMatterEntry},
    source_text::{SourceText, with_line_feeds},
};
use crate::{
    diagnostic::Diagnostic,
    syntax::FileRole,
    text::{SourceId, Span, Spanned},
};
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};
use std::ops::Range;

/// A parsed Markdown file without rules text: front matter, lines, fenced code blocks, comments.
/// Quotes and thematic breaks are skipped.
#[derive(Clone, Debug, Default)]
pub struct PlainMarkdown {
    /// The bytes of the front matter with its fences; empty if there is none.
    pub front: Span,
    /// The keys of the front matter, each with its value if that is a scalar.
    pub entries: Vec<FrontMatterEntry>,
    /// Headings, items and lines of paragraphs, in order. Lines of indented code count as lines of
    /// a paragraph.
    pub lines: Vec<MarkdownLine>,
    /// Fenced blocks of code, in order.
    pub fences: Vec<CodeFence>,
    /// Comments, in order.
    pub comments: Vec<Span>,
    /// The problems in the front matter.
    pub diagnostics: Vec<Diagnostic>,
}

/// The kind of a line of Markdown: a heading, the first line of a list item, or other text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkdownLineKind {
    /// A heading of this level, from 1.
    Heading(u8),
    /// The first line of an item of a list.
    Item,
    /// A line of a paragraph, or a further one of an item.
    Text,
}

/// A line of text in a Markdown file: its kind, its bytes, and whether it is indented.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MarkdownLine {
    /// The kind of line.
    pub kind: MarkdownLineKind,
    /// Its text without markers and surrounding blanks.
    pub span: Span,
    /// Whether it is indented more than its marker, as lines that continue the one above are.
    pub indented: bool,
}

/// A fenced block of code in a check file: the info string after the opening fence, the bytes of
/// the block, and the bytes between its fences.
#[derive(Clone, Debug)]
pub struct CodeFence {
    /// The info string after the opening fence.
    pub info: String,
    /// The bytes of the block with its fences.
    pub span: Span,
    /// The bytes between the fences.
    pub body: Span,
}

/// Parses a Markdown file. Never fails; spans are bytes of `text` as given.
pub fn parse_plain_markdown(id: SourceId, text: &str) -> PlainMarkdown {
    let normal = with_line_feeds(text);
    let mut source = SourceText::new(id, &normal, FileRole::Index);
    let (front, entries, body) = front::read_entries(&mut source, |_| true);
    let mut reader = PlainMarkdownBuilder {
        source: &source,
        out: PlainMarkdown {
            front,
            entries,
            ..PlainMarkdown::default()
        },
        item: None,
        passed: 0,
        heading: None,
    };
    let options = Options::ENABLE_STRIKETHROUGH;
    for (event, range) in Parser::new_ext(&source.text[body..], options).into_offset_iter() {
        reader.event(&event, range.start + body..range.end + body);
    }
    let out = reader.out;
    PlainMarkdown {
        diagnostics: source.diagnostics,
        ..out
    }
}

/// Builds a `PlainMarkdown` from Markdown events.
struct PlainMarkdownBuilder<'s, 't> {
    source: &'s SourceText<'t>,
    out: PlainMarkdown,
    /// The offset at which the text of the innermost item begins, until it is reached.
    item: Option<usize>,
    /// The number of open blocks in which nothing is read.
    passed: usize,
    heading: Option<u8>,
}

impl PlainMarkdownBuilder<'_, '_> {
    fn event(&mut self, event: &Event<'_>, range: Range<usize>) {
        match event {
            Event::Start(Tag::BlockQuote(_)) => self.passed += 1,
            Event::End(TagEnd::BlockQuote(_)) => self.passed = self.passed.saturating_sub(1),
            _ if self.passed > 0 => {}
            Event::Start(Tag::HtmlBlock) | Event::InlineHtml(_) => {
                self.out.comments.push(Span::new(range.start, range.end))
            }
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => {
                let span = Span::new(range.start, range.end);
                self.out.fences.push(CodeFence {
                    info: info.trim().to_owned(),
                    span,
                    body: body_of(self.source.text, span),
                });
                self.passed += 1;
            }
            Event::End(TagEnd::CodeBlock | TagEnd::HtmlBlock) => {}
            Event::Start(Tag::Heading { level, .. }) => self.heading = Some(*level as u8),
            Event::End(TagEnd::Heading(_)) => self.heading = None,
            Event::Start(Tag::Item) => self.item = Some(range.start),
            Event::End(TagEnd::Item) => self.item = None,
            Event::Text(_)
            | Event::Code(_)
            | Event::Start(Tag::Emphasis | Tag::Strong | Tag::Link { .. } | Tag::Strikethrough) => {
                self.text(range);
            }
            _ => {}
        }
        if self.passed > 0 && matches!(event, Event::End(TagEnd::CodeBlock)) {
            self.passed -= 1;
        }
    }

    /// Adds the lines of a piece of text that were not added yet.
    fn text(&mut self, range: Range<usize>) {
        let mut at = range.start;
        while at < range.end {
            let end = self.source.line_end(at);
            let known = self
                .out
                .lines
                .last()
                .is_some_and(|line| line.span.touches(at));
            let span = self.source.trimmed(Span::new(at, end));
            if !known && !span.is_empty() {
                let first = self.item.take().is_some();
                let kind = match self.heading {
                    Some(level) => MarkdownLineKind::Heading(level),
                    None if first => MarkdownLineKind::Item,
                    None => MarkdownLineKind::Text,
                };
                let span = if self.heading.is_some() {
                    without_closing(self.source, span)
                } else {
                    span
                };
                let indented = self.source.column(at) > 0 && kind == MarkdownLineKind::Text;
                self.out.lines.push(MarkdownLine {
                    kind,
                    span,
                    indented,
                });
            }
            at = end + 1;
        }
    }
}

/// Returns a heading without the closing `#`.
fn without_closing(source: &SourceText<'_>, span: Span) -> Span {
    let text = source.slice(span);
    let bare = text.trim_end_matches('#');
    let closed = bare.len() < text.len() && bare.ends_with([' ', '\t']);
    if closed {
        source.trimmed(span.with_len(bare.len()))
    } else {
        span
    }
}

/// Returns the lines between the fences of a block.
fn body_of(text: &str, span: Span) -> Span {
    let block = span.of(text);
    let start = block.find('\n').map_or(block.len(), |end| end + 1);
    let last = block
        .trim_end_matches('\n')
        .rfind('\n')
        .map_or(start, |end| end + 1)
        .max(start);
    let closed = block[last.min(block.len())..]
        .trim_start()
        .starts_with(['`', '~']);
    Span::new(
        span.start() + start,
        if closed {
            span.start() + last
        } else {
            span.end()
        },
    )
}

/// Returns the value of a key of the front matter, if it is a scalar.
pub fn front_matter_value<'e>(
    entries: &'e [FrontMatterEntry],
    key: &str,
) -> Option<(&'e Spanned<String>, &'e str, Span)> {
    let (key, value) = entries.iter().find(|(own, _)| own.value == key)?;
    Some((key, value.value.as_deref()?, value.span))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rendered(text: &str) -> String {
        let plain = parse_plain_markdown(SourceId(0), text);
        plain
            .lines
            .iter()
            .map(|line| format!("{:?} {}\n", line.kind, line.span.of(text)))
            .collect()
    }

    #[test]
    fn lines_are_read_wherever_they_stand() {
        let text = "---\nedition: 3.4\n---\n# Gauls ##\n\n- 8 Irr Wb(S)\n- **2** Cv\n4 Ps(S)\n\n    6 Bg\n\n> no\n\n<!-- nor this -->\n\n```x\nnor this\n```\n1. one\n";
        assert_eq!(
            rendered(text),
            "Heading(1) Gauls\nItem 8 Irr Wb(S)\nItem **2** Cv\nText 4 Ps(S)\nText 6 Bg\nItem one\n"
        );
        let plain = parse_plain_markdown(SourceId(0), text);
        assert_eq!(
            front_matter_value(&plain.entries, "edition")
                .map(|(_, value, span)| (value, span.of(text))),
            Some(("3.4", "3.4"))
        );
        assert_eq!(
            plain
                .fences
                .iter()
                .map(|fence| (fence.info.as_str(), fence.body.of(text)))
                .collect::<Vec<_>>(),
            [("x", "nor this\n")]
        );
        assert_eq!(plain.comments.len(), 1);
    }
}
