use super::{attributes, table};
use crate::{
    syntax::parse::{Item, Own, Raw},
    text::Span,
};

/// The lines of rules text, without `>`.
pub(super) fn lines(text: &str, raws: &[Raw]) -> Vec<String> {
    let mut out = Vec::new();
    blocks(text, raws, true, &mut out);
    out
}

fn blocks(text: &str, raws: &[Raw], top: bool, out: &mut Vec<String>) {
    let mut previous: Option<&Raw> = None;
    for raw in raws.iter().filter(|raw| !is_empty(raw)) {
        if previous.is_some_and(|previous| apart(text, previous, raw, top)) {
            out.push(String::new());
        }
        match raw {
            Raw::Heading {
                level,
                words,
                attrs,
                ..
            } => {
                out.push(spaced(
                    &format!("{} {}", "#".repeat(*level), words.of(text)),
                    &attributes::print(attrs),
                ));
            }
            Raw::Paragraph(own) => out.extend(paragraph(text, own)),
            Raw::List { items, .. } => list(text, items, top, out),
            Raw::Table { table, columns } => out.extend(table::lines(text, table, columns)),
        }
        previous = Some(raw);
    }
}

/// A paragraph of nothing but blanks.
fn is_empty(raw: &Raw) -> bool {
    matches!(raw, Raw::Paragraph(own) if own.label.is_none() && own.sentences.is_empty() && own.attrs.span.is_empty())
}

/// Whether an empty line stands between two blocks. Only a list may follow right below: in a bullet, below a text that ends.
fn apart(text: &str, previous: &Raw, next: &Raw, top: bool) -> bool {
    match (previous, next) {
        (Raw::List { ordered: a, items }, Raw::List { ordered: b, .. }) => {
            a != b || top && items.iter().any(|item| item.number.is_some())
        }
        (
            Raw::Paragraph(own),
            Raw::List {
                ordered: false,
                items,
            },
        ) => {
            let first = items.first().and_then(|item| item.blocks.first());
            let number = |raw: &Raw| matches!(raw, Raw::Paragraph(own) if own.span.of(text).starts_with(|c: char| c.is_ascii_digit()));
            top || first.is_none_or(|first| !own.ended && number(first))
        }
        _ => true,
    }
}

fn list(text: &str, items: &[Item], top: bool, out: &mut Vec<String>) {
    for (index, item) in items.iter().enumerate() {
        let marker = item
            .number
            .as_ref()
            .map_or_else(|| "- ".to_owned(), |number| format!("{}. ", number.value));
        if index > 0 && top && item.number.is_some() {
            out.push(String::new());
        }
        let mut inside = Vec::new();
        blocks(text, &item.blocks, false, &mut inside);
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

/// One line for each sentence; the label stands in front of the first.
fn paragraph(text: &str, own: &Own) -> Vec<String> {
    let mut out = Vec::new();
    let mut line = String::new();
    if let (Some(lead), Some(_)) = (own.lead, &own.label) {
        line = one_line(lead.of(text));
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
        line += &one_line(Span::new(sentence.span.start(), end).of(text));
        out.push(spaced(&line, &attributes::print(&sentence.attrs)));
        line.clear();
    }
    let attrs = attributes::print(&own.attrs);
    match out.last_mut() {
        Some(last) => *last = spaced(last, &attrs),
        None => out.push(spaced(&line, &attrs)),
    }
    out.iter()
        .flat_map(|line| line.split('\n').map(str::to_owned))
        .collect()
}

fn spaced(text: &str, more: &str) -> String {
    match (text.is_empty(), more.is_empty()) {
        (true, _) => more.to_owned(),
        (_, true) => text.to_owned(),
        (false, false) => format!("{text} {more}"),
    }
}

/// The lines of one sentence joined by blanks, but for pairs `~~old~~ new`: each begins a line.
fn one_line(text: &str) -> String {
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
        // A backslash at a line's end breaks the line; in the middle it would be one.
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
