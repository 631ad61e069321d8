//! Splits a file into `JoinedLine`s: lines without markup, with wrapped paragraphs joined.

use super::{
    grammar::PrintedVerb,
    line_join::{LineWrapping, continues_paragraph},
    line_shape::{ends_sentence, is_caps, is_table},
    plain_text::{PlainText, quote_depth},
    raw_line::{RawLine, split_raw_lines},
};
use crate::text::Span;
use std::collections::{HashMap, HashSet};

/// The length in bytes above which a line is split at the end of a sentence; no instruction is
/// longer.
pub(super) const LONGEST: usize = 8 * 1024;

/// A line, or the joined lines of a paragraph: words, span, and if it is a heading, bullet, ….
///
/// The spans of all lines tile the file.
#[derive(Clone, Debug, Default)]
pub(super) struct JoinedLine {
    /// The span from its first byte to the first byte of the next line, including blank lines after
    /// it.
    pub(super) span: Span,
    /// Its words.
    pub(super) plain: PlainText,
    /// Whether Markdown marks it as a heading.
    pub(super) headed: bool,
    /// The depth of its bullet, from 0; `None` if it is no list item.
    pub(super) bullet: Option<usize>,
    /// Whether all of it is bold or italic.
    pub(super) stressed: bool,
    /// Whether it is in a block quote.
    pub(super) block_quote: bool,
    /// Whether it is a row of a table, or the rule below the table's head.
    pub(super) table: bool,
    /// Whether a blank line or the end of the file follows.
    pub(super) blank_after: bool,
    /// The length in bytes of the number that counts the items of the sheet itself: `E3.`.
    pub(super) mark: usize,
    /// Whether several pages repeat it with other numbers: `Amendments, page 3 of 14`.
    pub(super) running_head: bool,
}

impl JoinedLine {
    pub(super) fn text(&self) -> &str {
        &self.plain.text
    }

    /// Splits off the words from byte `at` as a line of its own.
    pub(super) fn split_off(&mut self, at: usize) -> Self {
        let plain = self.plain.split_off(at);
        let start = plain.span(0, 0).start();
        let rest = Self {
            span: self.span.with_start(start),
            plain,
            block_quote: self.block_quote,
            blank_after: self.blank_after,
            ..Self::default()
        };
        self.span = self.span.with_end(start);
        self.blank_after = false;
        rest
    }
}

/// Splits a file into lines and joins the lines of a paragraph.
pub(super) fn split_lines(text: &str) -> Vec<JoinedLine> {
    let raws = split_raw_lines(text);
    let running = running_heads(&raws);
    let wrap = LineWrapping::of(&raws);
    let mut lines: Vec<JoinedLine> = Vec::new();
    let mut before: Option<&RawLine<'_>> = None;
    let mut indent = 0;
    // the last line before a running head that a paragraph may continue behind it
    let mut broken: Option<&RawLine<'_>> = None;
    let mut last: Option<&RawLine<'_>> = None;
    for (at, raw) in raws.iter().enumerate() {
        let body = &raw.text[raw.prefix.len..];
        if raw.text.trim().is_empty() {
            if let Some(line) = lines.last_mut().filter(|_| broken.is_none()) {
                line.blank_after = true;
            }
            before = None;
            continue;
        }
        if running.contains(&at) {
            broken = broken
                .or(last)
                .filter(|last| breaks_sentence(last, &raws[at + 1..], at, &running));
            if broken.is_some() {
                continue;
            }
        }
        let goes_on = match broken.take() {
            Some(_) => true,
            None => before.is_some_and(|before| {
                let alone = lines
                    .last()
                    .is_some_and(|line| line.span.start() == before.start);
                let open = || {
                    lines
                        .last()
                        .is_some_and(|line| quote_depth(line.text(), 0) > 0)
                };
                continues_paragraph((before, alone), raw, &wrap, indent, open)
            }),
        };
        last = Some(raw);
        let fits = |line: &&mut JoinedLine| line.plain.text.len() + body.len() <= LONGEST;
        match lines.last_mut().filter(|_| goes_on).filter(fits) {
            Some(line) => append_body(line, body, raw.start + raw.prefix.len),
            None => {
                indent = raw.prefix.indent;
                let mut line = JoinedLine {
                    span: Span::new(raw.start, raw.start),
                    headed: raw.prefix.headed,
                    block_quote: raw.prefix.block_quote,
                    bullet: raw.prefix.bullet,
                    stressed: is_stressed(body),
                    table: is_table(body),
                    running_head: running.contains(&at),
                    ..JoinedLine::default()
                };
                let mut from = 0;
                for end in cut_points(body) {
                    let start = if from == 0 {
                        raw.start
                    } else {
                        raw.start + raw.prefix.len + from
                    };
                    line.span = Span::new(start, start);
                    line.plain = PlainText::default();
                    append_body(
                        &mut line,
                        &body[from..end],
                        raw.start + raw.prefix.len + from,
                    );
                    lines.push(line.clone());
                    from = end;
                }
            }
        }
        before = Some(raw);
    }
    let starts: Vec<usize> = lines
        .iter()
        .skip(1)
        .map(|line| line.span.start())
        .chain([text.len()])
        .collect();
    for (line, end) in lines.iter_mut().zip(starts) {
        line.span = line.span.with_end(end);
    }
    if let Some(first) = lines.first_mut() {
        first.span = first.span.with_start(0);
    }
    if let Some(last) = lines.last_mut() {
        last.blank_after = true;
    }
    lines
}

/// On how many pages a line must be repeated to be a running head.
const RUNNING: usize = 3;

/// Returns the indices of the lines that are repeated with other numbers, and of the headings in
/// capitals right below them inside a sentence.
fn running_heads(raws: &[RawLine<'_>]) -> HashSet<usize> {
    let mut alike: HashMap<String, Vec<usize>> = HashMap::new();
    for (at, raw) in raws.iter().enumerate() {
        let words: Vec<&str> = raw.text.split_whitespace().collect();
        let is_numbered = words
            .iter()
            .any(|word| word.bytes().any(|b| b.is_ascii_digit()));
        if !is_numbered || words.len() < 3 || raw.text.len() > 100 {
            continue;
        }
        let key = words.join(" ").replace(|c: char| c.is_ascii_digit(), "");
        alike.entry(key).or_default().push(at);
    }
    let is_large = |raw: &RawLine<'_>| raw.text.trim_start().starts_with(char::is_uppercase);
    let is_running = |lines: &Vec<usize>| {
        let texts: HashSet<&str> = lines.iter().map(|&at| raws[at].text.trim()).collect();
        let apart = |at: usize| raws.get(at).is_none_or(|raw| raw.text.trim().is_empty());
        lines.len() >= RUNNING
            && texts.len() == lines.len()
            && counts_pages(lines.iter().map(|&at| raws[at].text))
            && lines
                .iter()
                .all(|&at| is_large(&raws[at]) && (at == 0 || apart(at - 1)) && apart(at + 1))
            && !lines.iter().any(|&at| raws[at].text.contains(['"', ':']))
    };
    let mut found: HashSet<usize> = alike.into_values().filter(is_running).flatten().collect();
    let next = |at: usize| (at + 1..raws.len()).find(|&at| !raws[at].text.trim().is_empty());
    for at in found.clone() {
        let Some(head) = next(at).filter(|&head| is_caps(raws[head].text)) else {
            continue;
        };
        let inside = next(head).is_some_and(|at| {
            let below = raws[at].text.trim_start();
            below.starts_with(|c: char| c.is_lowercase() || matches!(c, '"' | '“'))
                || raws[at].prefix.bullet.is_some()
        });
        let known = raws[..head].iter().any(|raw| {
            raw.text
                .trim()
                .to_uppercase()
                .contains(raws[head].text.trim())
        });
        if inside && known {
            found.insert(head);
        }
    }
    found
}

/// Whether lines that are alike but for their digits count pages: each has one number more than the
/// line before it, or names its page. Lone instructions are alike too: `Replace “4” with “5”.`
fn counts_pages<'t>(lines: impl Iterator<Item = &'t str>) -> bool {
    let numbers = |line: &str| -> Vec<u32> {
        let digits = line.split(|c: char| !c.is_ascii_digit());
        digits.filter_map(|digits| digits.parse().ok()).collect()
    };
    let lines: Vec<&str> = lines.collect();
    let instructs = |line: &&str| {
        let first = line.split_whitespace().next().unwrap_or_default();
        let verb = PrintedVerb::find(&first.to_lowercase()).is_some();
        verb || line.contains(['“', '”', '„', '‘', '→'])
    };
    let counted: Vec<Vec<u32>> = lines.iter().map(|line| numbers(line)).collect();
    let ascends = (0..counted[0].len()).any(|nth| {
        counted
            .windows(2)
            .all(|pair| pair[0].get(nth) < pair[1].get(nth))
    });
    ascends && !lines.iter().any(instructs)
}

/// Whether a running head breaks the sentence that ends with `last`.
fn breaks_sentence(
    last: &RawLine<'_>,
    below: &[RawLine<'_>],
    at: usize,
    running: &HashSet<usize>,
) -> bool {
    let next = below
        .iter()
        .zip(at + 1..)
        .find(|(raw, at)| !raw.text.trim().is_empty() && !running.contains(at));
    !ends_sentence(last.text)
        && next.is_some_and(|(raw, _)| {
            raw.prefix.bullet.is_none()
                && raw
                    .text
                    .trim_start()
                    .starts_with(|c: char| c.is_lowercase())
        })
}

fn append_body(line: &mut JoinedLine, body: &str, start: usize) {
    if body.len() <= LONGEST && line.plain.text.len() <= LONGEST {
        line.plain.push(body, start);
    } else if line.plain.text.is_empty() {
        // a line that is too long is classified by its beginning
        let end = (0..=64)
            .rev()
            .find(|&at| body.is_char_boundary(at))
            .unwrap_or(0);
        line.plain.push(&body[..end], start);
    }
}

/// Returns where to split a line that is too long: after sentences, as late as possible. Mostly
/// only its end.
fn cut_points(body: &str) -> Vec<usize> {
    let mut out = Vec::new();
    let mut from = 0;
    while body.len() - from > LONGEST {
        let Some(end) = sentence_end(&body[from..], LONGEST) else {
            break;
        };
        from += end;
        out.push(from);
    }
    out.push(body.len());
    out
}

/// Returns the position after the last sentence of `text` that ends within `most` bytes, blank
/// included.
///
/// A position after quoted words is preferred, because an instruction ends there. A position after
/// a number is excluded, because an instruction follows it.
fn sentence_end(text: &str, most: usize) -> Option<usize> {
    let end = |at: &usize| {
        let (before, after) = text.as_bytes().split_at(*at);
        let large = after.first().is_some_and(|byte| {
            byte.is_ascii_uppercase() || byte.is_ascii_digit() || *byte == b'"'
        });
        large && matches!(before, [.., last, b'.' | b'!' | b'?', b' '] if !last.is_ascii_digit())
    };
    let quoted = |at: &usize| {
        matches!(
            text.as_bytes()[..*at],
            [.., b'"' | b'\'', b'.', b' '] | [.., b'.', b'"', b' ']
        )
    };
    let most = most.min(text.len());
    let ends = || (most / 2..most).rev();
    ends()
        .find(|at| quoted(at) && text.is_char_boundary(*at))
        .or_else(|| ends().find(end))
        .or_else(|| (1..most / 2).rev().find(end))
}

/// Returns the number (from 1) and length of the first line that is too long and cannot be split.
pub(super) fn find_endless_line(text: &str) -> Option<(usize, usize)> {
    text.lines()
        .enumerate()
        .filter(|(_, line)| line.len() > LONGEST)
        .find_map(|(at, line)| {
            let mut from = 0;
            for end in cut_points(line) {
                if end - from > LONGEST {
                    return Some((at + 1, end - from));
                }
                from = end;
            }
            None
        })
}

fn is_stressed(body: &str) -> bool {
    let body = body.trim();
    body.len() > 4
        && ["***", "**", "*", "__", "_"].iter().any(|mark| {
            body.strip_prefix(mark)
                .and_then(|rest| rest.strip_suffix(mark))
                .is_some_and(|inner| !inner.contains(mark) && !inner.is_empty())
        })
}
