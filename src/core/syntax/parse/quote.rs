//! Parses quoted rules text to Markdown blocks: headings, paragraphs, lists and tables.
//!
//! `assemble` makes units of them, as in print.

use super::{
    events::Events,
    paragraph_text::{self, BlockContext, ParagraphText},
    source_text::SourceText,
    traps,
};
use crate::{
    syntax::{Attributes, Block, Inline, Label},
    text::{Span, Spanned, leading_digits},
};
use pulldown_cmark::{Alignment, Event, HeadingLevel, Tag};
use std::{ops::Range, sync::Arc};

/// Lists and quotes nested deeper than this are not read.
const MAX_DEPTH: usize = 10;

/// A Markdown block of quoted rules text before units are made of it: a heading, paragraph, list or
/// table; the formatter uses it, too.
pub(crate) enum MarkdownBlock {
    /// `### …`.
    Heading {
        /// Its bytes.
        span: Span,
        /// The number of `#`.
        level: usize,
        /// Its words in the source.
        words: Span,
        /// Its text.
        text: Inline,
        /// Its attributes.
        attrs: Attributes,
    },
    /// A paragraph.
    Paragraph(ParagraphText),
    /// A list.
    List {
        /// Whether its items are numbered.
        ordered: bool,
        /// Its items.
        items: Vec<MarkdownListItem>,
    },
    /// A table; its rows are blocks already.
    Table {
        /// The table.
        table: Block,
        /// The alignment of its columns.
        columns: Vec<Alignment>,
    },
}

/// A list item of rules text: its bytes, its number and the blocks in it.
pub(crate) struct MarkdownListItem {
    /// From its marker to its end.
    pub(crate) span: Span,
    /// The digits of its marker, if it has some.
    pub(crate) number: Option<Label>,
    /// The blocks in it.
    pub(crate) blocks: Vec<MarkdownBlock>,
}

/// The list item around the blocks being read: the column at which its text begins, and whether its
/// number is its label.
#[derive(Clone, Copy)]
pub(super) struct EnclosingItem {
    /// The column at which its text begins.
    column: usize,
    /// Whether its number is its label.
    numbered: bool,
}

/// Reads the blocks of the events `range`. `item` is the list item around them.
pub(super) fn read_blocks(
    source: &mut SourceText<'_>,
    events: &Events<'_>,
    range: Range<usize>,
    item: Option<EnclosingItem>,
    depth: usize,
) -> Vec<MarkdownBlock> {
    let mut out = Vec::new();
    let mut at = range.start;
    // The end of a paragraph directly before, if it does not end as a sentence does.
    let mut unended = None;
    while at < range.end {
        let inline_end = events.inline_end(at, range.end);
        let within = BlockContext {
            item: item.map(|item| item.column),
            label: item.is_none_or(|item| !item.numbered && out.is_empty()),
        };
        if inline_end > at {
            let own =
                paragraph_text::read_paragraph(source, events.inlines(at..inline_end), within);
            unended = (!own.ended).then_some(own.span.end());
            out.push(MarkdownBlock::Paragraph(own));
            at = inline_end;
            continue;
        }
        let end = events.end(at);
        let inside = at + 1..end;
        let span = events.span(at);
        let before = unended.take();
        match events.event(at) {
            Event::Start(Tag::Paragraph) => {
                let own = paragraph_text::read_paragraph(source, events.inlines(inside), within);
                unended = (!own.ended).then_some(own.span.end());
                out.push(MarkdownBlock::Paragraph(own));
            }
            Event::Start(Tag::List(first)) => {
                if let Some(text_end) = before {
                    traps::check_interruption(
                        source,
                        text_end,
                        source.trimmed(span),
                        first.is_some(),
                    );
                }
                if depth >= MAX_DEPTH {
                    report_too_deep(source, span);
                } else {
                    out.push(read_list(source, events, inside, first.is_some(), depth));
                }
            }
            Event::Start(Tag::Heading { level, .. }) => {
                read_heading(source, events, at, *level, within, &mut out)
            }
            Event::Start(Tag::Table(columns)) => {
                if let Some(table) = super::table::read(source, events, inside) {
                    out.push(MarkdownBlock::Table {
                        table,
                        columns: columns.clone(),
                    });
                }
            }
            Event::Start(Tag::BlockQuote(_)) => {
                let marker = span.with_len(1);
                traps::report_not_rules_text(source, marker, "a quote inside a quote");
                if depth >= MAX_DEPTH {
                    report_too_deep(source, span);
                } else {
                    out.extend(read_blocks(source, events, inside, item, depth + 1));
                }
            }
            Event::Start(Tag::CodeBlock(kind)) => {
                let what = if kind.is_fenced() {
                    "a code block"
                } else {
                    "indented text"
                };
                let first_line = source.first_line(span);
                traps::report_not_rules_text(source, source.trimmed(first_line), what);
                let own = paragraph_text::read_paragraph(
                    source,
                    events.inlines(inside),
                    BlockContext {
                        item: None,
                        label: false,
                    },
                );
                if !own.sentences.is_empty() {
                    out.push(MarkdownBlock::Paragraph(own));
                }
            }
            Event::Start(Tag::HtmlBlock) => traps::report_html(source, span),
            Event::Rule => {
                traps::report_not_rules_text(source, source.trimmed(span), "a line across")
            }
            _ => {}
        }
        at = end + 1;
    }
    out
}

fn report_too_deep(source: &mut SourceText<'_>, span: Span) {
    let at = span.with_end(source.line_end(span.start()));
    let diagnostic = source.error(
        "too-deep",
        at,
        format!("nested more than {MAX_DEPTH} deep: this and its contents are ignored"),
    );
    source.report(diagnostic);
}

fn read_heading(
    source: &mut SourceText<'_>,
    events: &Events<'_>,
    at: usize,
    level: HeadingLevel,
    within: BlockContext,
    out: &mut Vec<MarkdownBlock>,
) {
    let span = events.span(at);
    let inside = events.inlines(at + 1..events.end(at));
    let Some(content) = super::heading::content(source, span) else {
        traps::report_setext(source, span);
        return out.push(MarkdownBlock::Paragraph(paragraph_text::read_paragraph(
            source, inside, within,
        )));
    };
    let hashes = span.with_len(level as usize);
    if within.item.is_some() {
        let diagnostic = source
            .error(
                "heading-form",
                hashes,
                "a heading cannot be inside a bullet",
            )
            .help("write `\\#` for a literal `#`");
        source.report(diagnostic);
        return out.push(MarkdownBlock::Paragraph(paragraph_text::read_paragraph(
            source, inside, within,
        )));
    }
    if (level as usize) < 3 {
        let diagnostic = source.error(
            "heading-form",
            hashes,
            "headings in rules text have at least three `#`",
        );
        source.report(diagnostic.replace_with("write `###`", "###"));
    }
    let (text, attrs) = paragraph_text::read_line(source, inside, content, true);
    let words = source.before_attributes(content, &attrs);
    out.push(MarkdownBlock::Heading {
        span: source.trimmed(span),
        level: level as usize,
        words,
        text,
        attrs,
    });
}

fn read_list(
    source: &mut SourceText<'_>,
    events: &Events<'_>,
    range: Range<usize>,
    ordered: bool,
    depth: usize,
) -> MarkdownBlock {
    let mut items = Vec::new();
    let mut at = range.start;
    while at < range.end {
        let end = events.end(at);
        let span = events.part_span(source, at);
        let first = if at + 1 < end {
            source.with_escape(events.span(at + 1).start())
        } else {
            span.start() + 2
        };
        let number = source.slice(span);
        let digits = leading_digits(number);
        let number = (ordered && digits > 0).then(|| {
            Arc::new(Spanned::new(
                Arc::from(&number[..digits]),
                span.with_len(digits),
            ))
        });
        if number.is_none() && at + 1 < end {
            traps::check_marker(source, span, first);
        }
        let holder = EnclosingItem {
            column: source.column(first.min(source.text.len())),
            numbered: number.is_some(),
        };
        let blocks = read_blocks(source, events, at + 1..end, Some(holder), depth + 1);
        items.push(MarkdownListItem {
            span: source.block(span),
            number,
            blocks,
        });
        at = end + 1;
    }
    MarkdownBlock::List { ordered, items }
}
