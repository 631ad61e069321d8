//! Splits a rules file into front matter and a list of headings, quotes, commentary and comments.

use super::{
    attributes,
    events::{Events, InlineEvents},
    front, heading, paragraph_text,
    quote::{self, MarkdownBlock},
    source_text::SourceText,
    traps,
};
use crate::{
    syntax::{
        Allowance, Attributes, CitedClause, Commentary, CommentaryKind, FileRole, FrontMatter,
        Inline,
        instruction::{VERBS, find_verb},
    },
    text::{
        SourceId, Span, join,
        near::{distance, nearest},
        slug::capitalize,
    },
};
use pulldown_cmark::{Event, Tag};
use std::ops::Range;

/// A heading outside quotes: its level, its words and its attributes.
pub(crate) struct MarkdownHeading {
    /// The bytes of its line.
    pub(crate) span: Span,
    /// The number of `#`.
    pub(crate) level: usize,
    /// Its words in the source.
    pub(crate) words: Span,
    /// Its text.
    pub(crate) text: Inline,
    /// Its attributes.
    pub(crate) attrs: Attributes,
}

/// The content of a part of a file: a heading, quote, commentary, comments, or a thematic break.
pub(crate) enum MarkdownPartKind {
    /// A heading of level 1 or 2.
    Heading(MarkdownHeading),
    /// A quote: rules text.
    Quote(Vec<MarkdownBlock>),
    /// A paragraph outside quotes, or a block treated as one.
    Prose(Commentary),
    /// HTML: the allowances in its comments.
    Comments(Vec<Allowance>),
    /// A thematic break, which has no meaning.
    Nothing,
}

/// A heading, quote, paragraph or comment of a file, with its bytes.
pub(crate) struct MarkdownPart {
    /// Its bytes.
    pub(crate) span: Span,
    /// The offset after the empty lines that Markdown counts to it.
    pub(crate) end: usize,
    /// The kind of part.
    pub(crate) kind: MarkdownPartKind,
}

/// A rules file as its front matter and a flat list of headings, quotes, commentary and comments,
/// before sections are built from them; the formatter uses it, too.
pub(crate) struct MarkdownDocument {
    /// Its front matter.
    pub(crate) front: FrontMatter,
    /// The offset at which the Markdown begins.
    pub(crate) body: usize,
    /// Its parts, in order.
    pub(crate) parts: Vec<MarkdownPart>,
}

/// Reads the parts of `source`.
pub(super) fn read(source: &mut SourceText<'_>) -> MarkdownDocument {
    let (front, body) = front::read(source);
    let events = Events::read(source, body);
    let mut parts = Vec::new();
    let mut at = 0;
    while at < events.len() {
        let end = events.end(at);
        let span = events.part_span(source, at);
        let kind = read_part(source, &events, at, end, span);
        let is_quote = matches!(kind, MarkdownPartKind::Quote(_));
        parts.push(MarkdownPart {
            end: if is_quote {
                source.skip_quote_lines(span.end())
            } else {
                span.end()
            },
            span,
            kind,
        });
        at = end + 1;
    }
    MarkdownDocument { front, body, parts }
}

/// Reads the parts of a text in which every lone CR is a line feed already.
pub(in crate::syntax) fn read_document(text: &str) -> MarkdownDocument {
    read(&mut SourceText::new(
        SourceId::default(),
        text,
        FileRole::Index,
    ))
}

fn read_part(
    source: &mut SourceText<'_>,
    events: &Events<'_>,
    at: usize,
    end: usize,
    span: Span,
) -> MarkdownPartKind {
    match events.event(at) {
        Event::Start(Tag::BlockQuote(_)) => {
            MarkdownPartKind::Quote(quote::read_blocks(source, events, at + 1..end, None, 0))
        }
        Event::Start(Tag::Heading { level, .. }) => {
            let Some(content) = heading::content(source, span) else {
                traps::report_setext(source, span);
                return read_commentary(source, events, at, end, span);
            };
            let level = match *level as usize {
                2 if is_place(source.slice(content)) => {
                    report_low_place(source, span);
                    1
                }
                level @ ..=2 => level,
                level => match report_deep_heading(source, span, content, level) {
                    Some(level) => level,
                    None => return read_commentary(source, events, at, end, span),
                },
            };
            let (text, attrs) = if level == 1 {
                paragraph_text::read_line(source, events.inlines(at + 1..end), content, false)
            } else {
                let braces = attributes::at_end(source, content);
                (
                    Inline::default(),
                    braces
                        .map(|braces| attributes::read(source, braces))
                        .unwrap_or_default(),
                )
            };
            let words = source.before_attributes(content, &attrs);
            MarkdownPartKind::Heading(MarkdownHeading {
                span,
                level,
                words,
                text,
                attrs,
            })
        }
        Event::Start(Tag::Paragraph) => {
            traps::check_heading(source, span);
            if source.role != FileRole::Index {
                traps::check_unquoted(source, span);
            }
            read_commentary(source, events, at, end, span)
        }
        Event::Start(Tag::List(_)) => {
            if source.role != FileRole::Index {
                traps::report_unquoted(source, span, "a list");
            }
            let items = list_items(source, events, at + 1, end);
            match read_commentary(source, events, at, end, span) {
                MarkdownPartKind::Prose(commentary) => MarkdownPartKind::Prose(Commentary {
                    items,
                    ..commentary
                }),
                other => other,
            }
        }
        Event::Start(Tag::Table(_)) => {
            traps::report_unquoted(source, span, "a table");
            read_commentary(source, events, at, end, span)
        }
        Event::Start(Tag::HtmlBlock) => {
            MarkdownPartKind::Comments(Allowance::all(source.text, span))
        }
        _ => MarkdownPartKind::Nothing,
    }
}

/// Returns whether a heading has the attributes of a section and begins with no verb.
fn is_place(heading: &str) -> bool {
    let Some((words, attributes)) = heading.split_once('{') else {
        return false;
    };
    let first = words.split_whitespace().next().unwrap_or_default();
    let verbs = VERBS
        .iter()
        .flat_map(|row| row.also.iter().chain([&row.name]));
    attributes.starts_with('#')
        && attributes.contains("page=")
        && !attributes.contains("n=")
        && find_verb(first).is_none()
        && nearest(first, verbs.copied()).is_none()
}

fn report_low_place(source: &mut SourceText<'_>, span: Span) {
    let hashes = span.with_len(2);
    let whole = source.trimmed(span);
    let mut found = source.error("heading-form", whole, "a place is a heading of level 1");
    found.fixes.push(source.fix("write `#`", hashes, "#"));
    source.report(found);
}

/// Reports a heading with three or more `#`, and returns the level that its attributes suggest.
fn report_deep_heading(
    source: &mut SourceText<'_>,
    span: Span,
    content: Span,
    level: usize,
) -> Option<usize> {
    let hashes = span.with_len(level);
    let mut diagnostic = source.error(
        "heading-form",
        hashes,
        "a heading with three or more `#` is only allowed in rules text",
    );
    // a number in the sheet is that of an instruction
    let is_instruction = source.slice(content).contains("n=");
    let names_place = source.slice(content).contains("{#");
    let meant = (is_instruction || names_place).then_some(if is_instruction { 2 } else { 1 });
    if let Some(meant) = meant {
        let marks = "#".repeat(meant);
        diagnostic = diagnostic.write(marks);
    } else {
        diagnostic.fixes.push(traps::quote_fix(source, span));
    }
    source.report(diagnostic.help(
        "`#` names a place, `##` starts an instruction; in a quote, `> ###` is a section's heading",
    ));
    meant
}

const COMMENTARY_KINDS: &[(&str, CommentaryKind)] = &[
    ("deviation", CommentaryKind::Deviation),
    ("contradiction", CommentaryKind::Contradiction),
    ("remark", CommentaryKind::Remark),
];

/// Reports the bold start of a paragraph that is nearly a kind of commentary: `**Deviaton:**`.
fn report_misspelt_kind(source: &mut SourceText<'_>, paragraph: Span, word: &str, near: &str) {
    let text = source.slice(paragraph);
    let Some(start) = text
        .find("**")
        .map(|at| at + 2)
        .filter(|&start| text[start..].to_ascii_lowercase().starts_with(word))
    else {
        return;
    };
    let at = Span::new(start, start + word.len()).shifted(paragraph.start());
    let written = source.slice(at).to_owned();
    let meant = match written.starts_with(char::is_uppercase) {
        true => capitalize(near),
        false => near.to_owned(),
    };
    let found = source.warning(
        "commentary-kind",
        at,
        format!("`{written}` is no kind of commentary: the paragraph counts as prose"),
    );
    let found = found.write(meant);
    source.report(found.safe());
}

fn read_commentary(
    source: &mut SourceText<'_>,
    events: &Events<'_>,
    at: usize,
    end: usize,
    span: Span,
) -> MarkdownPartKind {
    let mut inside = events.inlines(at + 1..end);
    let mut kind = CommentaryKind::Plain;
    if let Some(behind) = inside.strong_at_start() {
        let lead = paragraph_text::read_commentary_text(source, inside.get(1..behind - 1));
        let word = lead
            .text
            .trim_end_matches([':', '.', ' '])
            .to_ascii_lowercase();
        let kinds = COMMENTARY_KINDS.iter();
        let own = kinds.clone().find(|(name, _)| *name == word);
        kind = own.map_or(CommentaryKind::Plain, |(_, kind)| *kind);
        let near = nearest(&word, kinds.map(|(name, _)| *name));
        if let Some(near) = near.filter(|near| own.is_none() && distance(&word, near) <= 2) {
            report_misspelt_kind(source, span, &word, near);
        }
        if kind != CommentaryKind::Plain {
            inside = inside.get(behind..inside.len());
        }
    }
    MarkdownPartKind::Prose(Commentary {
        span,
        kind,
        text: paragraph_text::read_commentary_text(source, inside),
        cited: cited_clauses(inside),
        items: Vec::new(),
    })
}

/// Returns the clauses that a paragraph links to.
fn cited_clauses(inside: InlineEvents<'_, '_>) -> Vec<CitedClause> {
    let link = |(event, range): &(Event<'_>, Range<usize>)| match event {
        Event::Start(Tag::Link {
            dest_url, title, ..
        }) => Some(CitedClause {
            clause: dest_url.strip_prefix('#')?.to_owned(),
            words: (!title.trim().is_empty()).then(|| join(title.split_whitespace(), " ")),
            span: Span::new(range.start, range.end),
        }),
        _ => None,
    };
    inside.iter().filter_map(link).collect()
}

/// Returns the items of a list outside quotes, nested ones too, each without those nested in it.
fn list_items(
    source: &mut SourceText<'_>,
    events: &Events<'_>,
    from: usize,
    to: usize,
) -> Vec<Inline> {
    let mut out = Vec::new();
    for at in from..to {
        if !matches!(events.event(at), Event::Start(Tag::Item)) {
            continue;
        }
        // in a list with empty lines the text of an item is a paragraph
        let first =
            at + 1 + usize::from(matches!(events.event(at + 1), Event::Start(Tag::Paragraph)));
        let text = paragraph_text::read_commentary_text(
            source,
            events.inlines(first..events.inline_end(first, events.end(at))),
        );
        if !text.text.is_empty() {
            out.push(text);
        }
    }
    out
}
