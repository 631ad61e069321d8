//! Splits the text of a scenario into lines without markers: headings, items and text of Markdown.

use super::front::body_start;
use crate::{
    syntax::{MarkdownLine, MarkdownLineKind, parse_plain_markdown},
    text::{SourceId, Span},
};

/// Returns the lines of a scenario file below its front matter.
pub fn lines_of(text: &str) -> Vec<MarkdownLine> {
    let file = parse_plain_markdown(SourceId::default(), text);
    body_lines(text, body_start(&file, text))
}

/// Returns the lines of `text` from byte `from` on, without markers and surrounding blanks. Empty lines,
/// comments and fences are left out.
pub(in crate::scenario) fn body_lines(text: &str, from: usize) -> Vec<MarkdownLine> {
    let mut out: Vec<MarkdownLine> = Vec::new();
    let mut comment_end = 0;
    let mut at = from.min(text.len());
    for line in text[at..].split_inclusive(['\n', '\r']) {
        // what follows a comment of several lines on its last one is read
        let start = at.max(comment_end);
        at += line.len();
        if at <= start {
            continue;
        }
        let content = trimmed(text, Span::new(start, at));
        let words = content.of(text);
        if let Some(open) = words.find("<!--")
            && !words.contains("-->")
            && let Some(end) = text[content.start() + open..].find("-->")
        {
            comment_end = content.start() + open + end + 3;
            if open == 0 {
                continue;
            }
        }
        let is_rule = words.chars().all(|c| "-=*_~ ".contains(c));
        let fence = words.strip_prefix("```").or(words.strip_prefix("~~~"));
        let is_fence = fence.is_some_and(|info| info.split_whitespace().count() < 2);
        if !is_rule && !is_fence {
            out.push(classify(text, content, content.start() > start));
        }
    }
    out
}

/// Returns a span without the blanks at its ends.
fn trimmed(text: &str, span: Span) -> Span {
    let own = span.of(text);
    let start = span.start() + own.len() - own.trim_start().len();
    Span::new(start, start + own.trim().len())
}

/// Returns a line without its markers, with what these say it is.
fn classify(text: &str, content: Span, indented: bool) -> MarkdownLine {
    let words = content.of(text);
    let hashes = words.len() - words.trim_start_matches('#').len();
    if (1..=6).contains(&hashes) && words[hashes..].starts_with(char::is_whitespace) {
        let inner = words.trim_end_matches('#');
        let closed = inner.ends_with(char::is_whitespace) && inner.len() > hashes;
        let end = content.start() + if closed { inner.len() } else { words.len() };
        return MarkdownLine {
            kind: MarkdownLineKind::Heading(hashes as u8),
            span: trimmed(text, Span::new(content.start() + hashes, end)),
            indented: false,
        };
    }
    let (kind, length) = match marker_length(words) {
        Some(length) => (MarkdownLineKind::Item, length),
        None => (MarkdownLineKind::Text, 0),
    };
    MarkdownLine {
        kind,
        span: trimmed(text, Span::new(content.start() + length, content.end())),
        indented,
    }
}

/// Returns the length of the bullet or number that marks an item of a list: `- `, `2. `.
fn marker_length(words: &str) -> Option<usize> {
    let digits = words.len() - words.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let is_number = (1..=3).contains(&digits) && words[digits..].starts_with(['.', ')']);
    let sign = match words.starts_with(['-', '*', '+', '•', '·', '–']) {
        true => words.chars().next().map_or(0, char::len_utf8),
        false if is_number => digits + 1,
        false => return None,
    };
    let item = words[sign..].trim_start();
    let has_gap = words[sign..].starts_with(char::is_whitespace);
    has_gap.then_some(words.len() - item.len())
}
