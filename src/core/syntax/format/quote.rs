//! Formats the blocks of a quote as lines without `>`: one per sentence, empty between blocks.

use super::{attributes, table};
use crate::syntax::parse::{MarkdownBlock, MarkdownListItem, ParagraphText};

/// Formats rules text, without `>`, as lines.
pub(super) fn format_quote(text: &str, raws: &[MarkdownBlock]) -> Vec<String> {
    let mut out = Vec::new();
    format_blocks(text, raws, true, &mut out);
    out
}

fn format_blocks(text: &str, raws: &[MarkdownBlock], top: bool, out: &mut Vec<String>) {
    let mut previous: Option<&MarkdownBlock> = None;
    for raw in raws.iter().filter(|raw| !is_empty(raw)) {
        if previous.is_some_and(|previous| needs_blank_line(text, previous, raw, top)) {
            out.push(String::new());
        }
        match raw {
            MarkdownBlock::Heading {
                level,
                words,
                attrs,
                ..
            } => {
                out.push(join_spaced(
                    &format!("{} {}", "#".repeat(*level), words.of(text)),
                    &attributes::print(attrs),
                ));
            }
            MarkdownBlock::Paragraph(own) => out.extend(format_paragraph(text, own)),
            MarkdownBlock::List { items, .. } => format_list(text, items, top, out),
            MarkdownBlock::Table { table, columns } => {
                out.extend(table::format_table(text, table, columns))
            }
        }
        previous = Some(raw);
    }
}

/// Whether a block is a paragraph of nothing but blanks.
fn is_empty(raw: &MarkdownBlock) -> bool {
    matches!(raw, MarkdownBlock::Paragraph(own) if own.label.is_none() && own.sentences.is_empty() && own.attrs.span.is_empty())
}

/// Whether an empty line separates two blocks. Only a list may follow directly: in a bullet, after
/// a text that ends a sentence.
fn needs_blank_line(text: &str, previous: &MarkdownBlock, next: &MarkdownBlock, top: bool) -> bool {
    match (previous, next) {
        (MarkdownBlock::List { ordered: a, items }, MarkdownBlock::List { ordered: b, .. }) => {
            a != b || top && items.iter().any(|item| item.number.is_some())
        }
        (
            MarkdownBlock::Paragraph(own),
            MarkdownBlock::List {
                ordered: false,
                items,
            },
        ) => {
            let first = items.first().and_then(|item| item.blocks.first());
            let number = |raw: &MarkdownBlock| matches!(raw, MarkdownBlock::Paragraph(own) if own.span.of(text).starts_with(|c: char| c.is_ascii_digit()));
            top || first.is_none_or(|first| !own.ended && number(first))
        }
        _ => true,
    }
}

fn format_list(text: &str, items: &[MarkdownListItem], top: bool, out: &mut Vec<String>) {
    for (index, item) in items.iter().enumerate() {
        let marker = item
            .number
            .as_ref()
            .map_or_else(|| "- ".to_owned(), |number| format!("{}. ", number.value));
        if index > 0 && top && item.number.is_some() {
            out.push(String::new());
        }
        let mut inside = Vec::new();
        format_blocks(text, &item.blocks, false, &mut inside);
        let indent = " ".repeat(marker.len());
        if inside.is_empty() {
            out.push(marker.trim_end().to_owned());
        }
        for (index, line) in inside.into_iter().enumerate() {
            out.push(match (index, line.is_empty()) {
                (0, _) => format!("{marker}{line}"),
                (_, true) => line,
                (_, false) => format!("{indent}{line}"),
            });
        }
    }
}

/// Formats a paragraph with one line per sentence; the label goes before the first.
fn format_paragraph(text: &str, own: &ParagraphText) -> Vec<String> {
    let mut out = Vec::new();
    let mut line = String::new();
    if let (Some(lead), Some(_)) = (own.lead, &own.label) {
        line = join_lines(lead.of(text));
        let behind = text[lead.end()..].chars().next();
        if !own.sentences.is_empty()
            && behind.is_some_and(|c| matches!(c, ' ' | '\t' | '\r' | '\n'))
        {
            line.push(' ');
        }
    }
    for sentence in &own.sentences {
        let end = if sentence.attrs.span.is_empty() {
            sentence.span.end()
        } else {
            sentence.attrs.span.start()
        };
        line += &join_lines(sentence.span.with_end(end).of(text));
        out.push(join_spaced(&line, &attributes::print(&sentence.attrs)));
        line.clear();
    }
    let attrs = attributes::print(&own.attrs);
    match out.last_mut() {
        Some(last) => *last = join_spaced(last, &attrs),
        None => out.push(join_spaced(&line, &attrs)),
    }
    out.iter()
        .flat_map(|line| line.split('\n').map(str::to_owned))
        .collect()
}

fn join_spaced(text: &str, more: &str) -> String {
    match (text.is_empty(), more.is_empty()) {
        (true, _) => more.to_owned(),
        (_, true) => text.to_owned(),
        (false, false) => format!("{text} {more}"),
    }
}

/// Joins the lines of one sentence by blanks, except that each pair `~~old~~ new` begins a line.
fn join_lines(text: &str) -> String {
    let mut lines = text.split('\n');
    let mut out = lines
        .next()
        .unwrap_or_default()
        .trim_end_matches(BLANKS)
        .to_owned();
    for line in lines {
        let line = line
            .trim_start_matches(['>', ' ', '\t'])
            .trim_end_matches(BLANKS);
        // A backslash at a line's end breaks the line; in the middle it would be a character.
        if out.bytes().rev().take_while(|&b| b == b'\\').count() % 2 == 1 {
            out.pop();
            out.truncate(out.trim_end_matches(BLANKS).len());
        }
        if line.is_empty() || out.is_empty() {
            out += line;
            continue;
        }
        out.push(if line.starts_with("~~") { '\n' } else { ' ' });
        out += line;
    }
    out
}

const BLANKS: [char; 3] = [' ', '\t', '\r'];
