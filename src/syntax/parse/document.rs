//! A file as a row of headings, quotes and commentary, before it is put together as places and entries.

use super::{
    allow, attributes,
    events::{Events, Inlines},
    front, heading, own,
    quote::{self, Raw},
    source::Source,
    traps,
};
use crate::{
    syntax::{Allowance, Attributes, Cited, Commentary, CommentaryKind, Front, Inline, Role},
    text::Span,
};
use pulldown_cmark::{Event, Tag};
use std::ops::Range;

/// A heading outside quotes.
pub(crate) struct Heading {
    /// Its line.
    pub(crate) span: Span,
    /// How many `#`.
    pub(crate) level: usize,
    /// Its words in the source.
    pub(crate) words: Span,
    /// Its words.
    pub(crate) text: Inline,
    /// Its attributes.
    pub(crate) attrs: Attributes,
}

/// What a part of a file is.
pub(crate) enum PartKind {
    /// A heading of level 1 or 2.
    Heading(Heading),
    /// A quote: rules text.
    Quote(Vec<Raw>),
    /// A paragraph outside quotes, or what is read as one.
    Prose(Commentary),
    /// HTML: what comments in it allow.
    Comments(Vec<Allowance>),
    /// What says nothing: a line across.
    Nothing,
}

/// A part of a file.
pub(crate) struct Part {
    /// Its bytes.
    pub(crate) span: Span,
    /// Where it ends with the empty lines that Markdown counts to it.
    pub(crate) end: usize,
    /// What it is.
    pub(crate) kind: PartKind,
}

/// A file as a row of parts.
pub(crate) struct Document {
    /// Its front matter.
    pub(crate) front: Front,
    /// Where the Markdown begins.
    pub(crate) body: usize,
    /// Its parts, in order.
    pub(crate) parts: Vec<Part>,
}

/// Reads the parts of `source`.
pub(super) fn read(source: &mut Source<'_>) -> Document {
    let (front, body) = front::read(source);
    let events = Events::read(source, body);
    let mut parts = Vec::new();
    let mut at = 0;
    while at < events.len() {
        let end = events.end(at);
        let span = extent(source, &events, at);
        let kind = part(source, &events, at, end, span);
        let is_quote = matches!(kind, PartKind::Quote(_));
        parts.push(Part {
            end: if is_quote {
                source.behind_quote(span.end())
            } else {
                span.end()
            },
            span,
            kind,
        });
        at = end + 1;
    }
    Document { front, body, parts }
}

/// The bytes of the part that begins at `at`. Markdown counts to a list what stands behind it up to the next part, and to a
/// quote its empty lines.
fn extent(source: &Source<'_>, events: &Events<'_>, at: usize) -> Span {
    let span = events.span(at);
    if !events.is_container(at) {
        return source.trimmed(span);
    }
    let end = (at..events.end(at)).map(|at| {
        if events.is_container(at) {
            marker_end(source, events.span(at).start())
        } else {
            events.span(at).end()
        }
    });
    source.trimmed(Span::new(span.start(), end.max().unwrap_or(span.end())))
}

/// Behind the `>`, `-` or `2.` at `start`.
fn marker_end(source: &Source<'_>, start: usize) -> usize {
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

fn part(
    source: &mut Source<'_>,
    events: &Events<'_>,
    at: usize,
    end: usize,
    span: Span,
) -> PartKind {
    match events.event(at) {
        Event::Start(Tag::BlockQuote(_)) => {
            PartKind::Quote(quote::blocks(source, events, at + 1..end, None, 0))
        }
        Event::Start(Tag::Heading { level, .. }) => {
            let Some(content) = heading::content(source, span) else {
                traps::setext(source, span);
                return prose(source, events, at, end, span);
            };
            if *level as usize > 2 {
                let hashes = Span::new(span.start(), span.start() + *level as usize);
                let finding = source.error(
                    "heading-form",
                    hashes,
                    "a heading with three or more `#` stands only in rules text",
                );
                source.tell(finding.help("`#` names a place, `##` is an instruction; in a quote `> ###` is a section's heading"));
                return prose(source, events, at, end, span);
            }
            let (text, attrs) = if *level as usize == 1 {
                own::line(source, events.inlines(at + 1..end), content, false)
            } else {
                let braces = attributes::at_end(source, content);
                (
                    Inline::default(),
                    braces
                        .map(|braces| attributes::read(source, braces))
                        .unwrap_or_default(),
                )
            };
            let words = if attrs.span.is_empty() {
                content
            } else {
                source.trimmed(Span::new(content.start(), attrs.span.start()))
            };
            PartKind::Heading(Heading {
                span,
                level: *level as usize,
                words,
                text,
                attrs,
            })
        }
        Event::Start(Tag::Paragraph) => {
            traps::check_heading(source, span);
            prose(source, events, at, end, span)
        }
        Event::Start(Tag::List(_)) => {
            if source.role != Role::Index {
                unquoted(source, span, "a list");
            }
            let items = items(source, events, at + 1, end);
            match prose(source, events, at, end, span) {
                PartKind::Prose(commentary) => PartKind::Prose(Commentary {
                    items,
                    ..commentary
                }),
                other => other,
            }
        }
        Event::Start(Tag::Table(_)) => {
            unquoted(source, span, "a table");
            prose(source, events, at, end, span)
        }
        Event::Start(Tag::HtmlBlock) => PartKind::Comments(allow::read(source, span)),
        _ => PartKind::Nothing,
    }
}

fn unquoted(source: &mut Source<'_>, span: Span, what: &str) {
    let at = Span::new(span.start(), source.line_end(span.start()).min(span.end()));
    let finding = source.warning(
        "unquoted",
        at,
        format!("{what} outside a quote is commentary, not rules text"),
    );
    source.tell(finding.help("write `>` in front of each of its lines if it is rules text"));
}

fn prose(
    source: &mut Source<'_>,
    events: &Events<'_>,
    at: usize,
    end: usize,
    span: Span,
) -> PartKind {
    let mut inside = events.inlines(at + 1..end);
    let mut kind = CommentaryKind::Plain;
    if let Some(behind) = inside.strong_at_start() {
        let lead = own::prose(source, inside.get(1..behind - 1));
        kind = match lead
            .text
            .trim_end_matches([':', '.', ' '])
            .to_ascii_lowercase()
            .as_str()
        {
            "deviation" => CommentaryKind::Deviation,
            "contradiction" => CommentaryKind::Contradiction,
            "remark" => CommentaryKind::Remark,
            _ => CommentaryKind::Plain,
        };
        if kind != CommentaryKind::Plain {
            inside = inside.get(behind..inside.len());
        }
    }
    PartKind::Prose(Commentary {
        span,
        kind,
        text: own::prose(source, inside),
        cited: cited(inside),
        items: Vec::new(),
    })
}

/// The clauses that a paragraph links.
fn cited(inside: Inlines<'_, '_>) -> Vec<Cited> {
    let link = |(event, range): &(Event<'_>, Range<usize>)| match event {
        Event::Start(Tag::Link {
            dest_url, title, ..
        }) => Some(Cited {
            clause: dest_url.strip_prefix('#')?.to_owned(),
            words: (!title.trim().is_empty())
                .then(|| title.split_whitespace().collect::<Vec<_>>().join(" ")),
            span: Span::new(range.start, range.end),
        }),
        _ => None,
    };
    inside.iter().filter_map(link).collect()
}

/// The items of a list outside quotes, those of lists in it among them, each without what is nested in it.
fn items(source: &mut Source<'_>, events: &Events<'_>, from: usize, to: usize) -> Vec<Inline> {
    let mut out = Vec::new();
    for at in from..to {
        if !matches!(events.event(at), Event::Start(Tag::Item)) {
            continue;
        }
        // in a list with empty lines the text of an item is a paragraph
        let first =
            at + 1 + usize::from(matches!(events.event(at + 1), Event::Start(Tag::Paragraph)));
        let text = own::prose(
            source,
            events.inlines(first..events.inline_end(first, events.end(at))),
        );
        if !text.text.is_empty() {
            out.push(text);
        }
    }
    out
}
