//! Parses the text of one Markdown block from its events: its label, sentences and attributes.

use super::{
    attributes,
    builder::{BLANKS, InlineBuilder},
    events::InlineEvents,
    link_traps,
    source_text::SourceText,
    traps,
};
use crate::{
    syntax::{Attributes, Block, BlockKind, Content, Inline, Label, MarkKind},
    text::{Span, Spanned},
};
use pulldown_cmark::{Event, LinkType, Tag, TagEnd};
use std::{ops::Range, sync::Arc};

/// The text of a paragraph of rules text without the blocks below it: the bold label at its start,
/// its sentences, and the attributes at its end.
#[derive(Debug, Default)]
pub(crate) struct ParagraphText {
    /// Its bytes, attributes included.
    pub(crate) span: Span,
    /// The bold words at its start, asterisks included.
    pub(crate) lead: Option<Span>,
    /// The words of the lead.
    pub(crate) label: Option<Label>,
    /// Its sentences.
    pub(crate) sentences: Vec<Block>,
    /// The attributes at its end.
    pub(crate) attrs: Attributes,
    /// Whether its last line ends as a sentence does.
    pub(crate) ended: bool,
}

/// What the text of a block is read with: the text column of its list item, to check indents, and
/// whether bold words at its start are its label.
#[derive(Clone, Copy)]
pub(super) struct BlockContext {
    /// The column at which the text of the block's list item begins.
    pub(super) item: Option<usize>,
    /// Whether bold words at its start are its label.
    pub(super) label: bool,
}

/// Reads a paragraph of rules text: a sentence ends where a line ends in `. ? ! : ;` or the
/// paragraph ends.
pub(super) fn read_paragraph(
    source: &mut SourceText<'_>,
    events: InlineEvents<'_, '_>,
    within: BlockContext,
) -> ParagraphText {
    let mut own = ParagraphText {
        span: source.trimmed(events.span()),
        ..ParagraphText::default()
    };
    own.span = own.span.with_start(source.with_escape(own.span.start()));
    let prefix = source.prefix(own.span.start());
    let mut builder = InlineBuilder::new(source.text, true);
    let mut at = 0;
    let tail = attributes::at_end(source, own.span)
        .is_some_and(|braces| source.slice(braces).contains(".cont"));
    if within.label
        && !tail
        && let Some(end) = events.strong_at_start()
    {
        let lead = events.get(1..end - 1);
        own.label = read_label(source, lead);
        own.lead = Some(events.get(0..end).span());
        at = if own.label.is_some() { end } else { 0 };
    }
    own.ended = own
        .label
        .as_ref()
        .is_some_and(|label| ends_sentence(&label.value));
    let first = at;
    let mut after_break = 0;
    while at < events.len() {
        let stop = events.next_break(at);
        let here = events.get(at..stop);
        let last = stop == events.len();
        // a line may be empty: nothing but a backslash
        let start = source.with_escape(here.start()).max(after_break);
        let end = if last {
            here.span().end()
        } else {
            events.range(stop).start
        };
        let span = source.trimmed(Span::new(start, end));
        let line = traps::LineContext {
            first: at <= first,
            after_sentence: own.ended,
            item: within.item,
            prefix: &prefix,
        };
        traps::check_line(source, span, &line);
        let braces = attributes::at_end(source, span);
        let limit = braces.map_or(usize::MAX, |braces| braces.start());
        here.iter()
            .for_each(|(event, range)| add_event(source, &mut builder, event, range, limit, true));
        own.ended = ends_sentence(builder.plain()) || own.ended && builder.plain().is_empty();
        let mut attrs = Attributes::default();
        match braces {
            Some(braces) if last => own.attrs = attributes::read(source, braces),
            Some(braces) if own.ended && !builder.plain().is_empty() => {
                attrs = attributes::read(source, braces)
            }
            Some(braces) => builder.push_text(source.slice(braces), braces.start()..braces.end()),
            None => {}
        }
        if last || own.ended && !builder.plain().is_empty() {
            let end = source.trimmed(span.with_end(span.end().min(limit))).end();
            own.sentences
                .extend(finish_sentence(source, &mut builder, end, attrs, &prefix));
        } else {
            builder.push_blank(events.range(stop));
        }
        after_break = events.range(stop).end;
        at = stop + 1;
    }
    own
}

fn finish_sentence(
    source: &mut SourceText<'_>,
    builder: &mut InlineBuilder<'_>,
    end: usize,
    attrs: Attributes,
    prefix: &str,
) -> Option<Block> {
    let start = source.with_escape(builder.start()?);
    let text = builder.finish();
    if text.is_empty() {
        return None;
    }
    traps::check_text(source, &text);
    traps::check_one_sentence(source, &text, prefix);
    let own = Span::new(start, end.max(start));
    let span = if attrs.span.is_empty() {
        own
    } else {
        own.join(attrs.span)
    };
    Some(Block {
        kind: BlockKind::Sentence,
        span,
        label: None,
        attrs,
        content: Content::Text(text),
    })
}

fn read_label(source: &mut SourceText<'_>, events: InlineEvents<'_, '_>) -> Option<Label> {
    let mut builder = InlineBuilder::new(source.text, false);
    events
        .iter()
        .for_each(|(event, range)| add_event(source, &mut builder, event, range, usize::MAX, true));
    let inline = builder.finish();
    if let Some(mark) = inline.marks.iter().find(|mark| {
        matches!(
            mark.kind,
            MarkKind::Fact(_) | MarkKind::Term(_) | MarkKind::Link(_)
        )
    }) {
        let span = inline.source_span(mark.span);
        let diagnostic = source
            .warning("label-link", span, "a link inside a label has no effect")
            .help("put it after the bold words");
        source.report(diagnostic);
    }
    let span = inline.source_span(Span::new(0, inline.text.len()));
    (!inline.text.is_empty()).then(|| Arc::new(Spanned::new(inline.text, span)))
}

/// Reads the text of a heading or cell inside `span`, and the attributes at its end.
pub(super) fn read_line(
    source: &mut SourceText<'_>,
    events: InlineEvents<'_, '_>,
    span: Span,
    rules: bool,
) -> (Inline, Attributes) {
    let mut builder = InlineBuilder::new(source.text, rules);
    let braces = attributes::at_end(source, span);
    let limit = braces.map_or(usize::MAX, |braces| braces.start());
    events
        .iter()
        .for_each(|(event, range)| add_event(source, &mut builder, event, range, limit, rules));
    let mut text = builder.finish();
    text.text = source.shared(text.text);
    traps::check_text(source, &text);
    (
        text,
        braces
            .map(|braces| attributes::read(source, braces))
            .unwrap_or_default(),
    )
}

/// Reads commentary.
pub(super) fn read_commentary_text(
    source: &mut SourceText<'_>,
    events: InlineEvents<'_, '_>,
) -> Inline {
    let mut builder = InlineBuilder::new(source.text, false);
    events.iter().for_each(|(event, range)| {
        add_event(source, &mut builder, event, range, usize::MAX, false)
    });
    builder.finish()
}

/// Whether `text` ends as a sentence does: with a mark, and perhaps closing quotes and brackets.
pub(super) fn ends_sentence(text: &str) -> bool {
    text.trim_end_matches(BLANKS)
        .trim_end_matches([')', ']', '}', '"', '\'', '”', '’', '»'])
        .ends_with(['.', '?', '!', ':', ';'])
}

/// Adds one event to a text, as far as it is before `limit`.
fn add_event(
    source: &mut SourceText<'_>,
    builder: &mut InlineBuilder<'_>,
    event: &Event<'_>,
    range: &Range<usize>,
    limit: usize,
    rules: bool,
) {
    let inside = range.start < limit;
    match event {
        Event::Text(text) | Event::InlineHtml(text) | Event::Html(text) if inside => {
            if rules && !matches!(event, Event::Text(_)) {
                traps::report_html(source, Span::new(range.start, range.end));
            }
            if rules && matches!(event, Event::Text(_)) {
                traps::check_piece(source, text, Span::new(range.start, range.end));
            }
            if !rules {
                let at = Span::new(range.start, range.end);
                link_traps::check_stray_link(source, text, at, false);
            }
            match text.get(..limit.saturating_sub(range.start)) {
                Some(before) if range.end > limit => builder.push_text(before, range.start..limit),
                _ => builder.push_text(text, range.clone()),
            }
        }
        Event::Code(text) if inside => {
            builder.begin(range.start);
            builder.push_code(text, range.clone());
        }
        Event::SoftBreak | Event::HardBreak => builder.push_blank(range.clone()),
        Event::Start(tag) => {
            if inside {
                builder.begin(range.start);
            }
            let kind = mark_kind(source, tag, range, rules);
            if is_single_tilde(source, tag, range) {
                builder.push_text("~", range.start..range.start + 1);
            }
            builder.open_mark(kind.filter(|_| inside));
        }
        Event::End(TagEnd::Strikethrough) if !source.text[range.start..].starts_with("~~") => {
            builder.close_mark();
            builder.push_text("~", range.end - 1..range.end);
        }
        Event::End(tag) => {
            builder.close_mark();
            if !matches!(
                tag,
                TagEnd::Emphasis
                    | TagEnd::Strong
                    | TagEnd::Strikethrough
                    | TagEnd::Link
                    | TagEnd::Image
            ) {
                builder.push_blank(range.end..range.end);
            }
        }
        Event::Rule
        | Event::Text(_)
        | Event::InlineHtml(_)
        | Event::Html(_)
        | Event::Code(_)
        | Event::InlineMath(_)
        | Event::DisplayMath(_)
        | Event::FootnoteReference(_)
        | Event::TaskListMarker(_) => {}
    }
}

fn is_single_tilde(source: &SourceText<'_>, tag: &Tag<'_>, range: &Range<usize>) -> bool {
    matches!(tag, Tag::Strikethrough) && !source.text[range.start..].starts_with("~~")
}

fn mark_kind(
    source: &mut SourceText<'_>,
    tag: &Tag<'_>,
    range: &Range<usize>,
    rules: bool,
) -> Option<MarkKind> {
    let span = Span::new(range.start, range.end);
    match tag {
        Tag::Emphasis => Some(MarkKind::Emphasis),
        Tag::Strong => Some(MarkKind::Strong),
        Tag::Strikethrough if is_single_tilde(source, tag, range) => {
            traps::report_single_tilde(source, span);
            None
        }
        Tag::Strikethrough => Some(MarkKind::Strike),
        Tag::Link {
            link_type: LinkType::Autolink | LinkType::Email,
            dest_url,
            ..
        } => Some(MarkKind::Url(Arc::from(&**dest_url))),
        Tag::Link { dest_url, .. } => {
            if let Some(name) = dest_url.strip_prefix("fact:") {
                traps::check_link_name(source, span, "fact", name);
                Some(MarkKind::Fact(Arc::from(name)))
            } else if let Some(name) = dest_url.strip_prefix("term:") {
                traps::check_link_name(source, span, "term", name);
                Some(MarkKind::Term(Arc::from(name)))
            } else if let Some(id) = dest_url.strip_prefix('#') {
                Some(MarkKind::Link(Arc::from(id)))
            } else {
                Some(MarkKind::Url(Arc::from(&**dest_url)))
            }
        }
        Tag::Image { .. } => {
            if rules {
                traps::report_not_rules_text(source, span, "a picture");
            }
            None
        }
        _ => None,
    }
}
