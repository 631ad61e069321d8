//! Splits a file into `JoinedLine`s: lines without markup, with wrapped paragraphs joined.

use super::{
    classify::quote_depth,
    grammar::{NEW_TEXT, OLD_TEXT},
    plain_text::PlainText,
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

/// The markup in front of the words of a raw line.
struct LinePrefix {
    headed: bool,
    block_quote: bool,
    bullet: Option<usize>,
    indent: usize,
    /// The length of the markup in bytes.
    len: usize,
}

const SIGNS: [char; 9] = ['-', '*', '+', '•', '·', '◦', '▪', '‣', '\u{f0b7}'];

fn parse_prefix(raw: &str) -> LinePrefix {
    let mut prefix = LinePrefix {
        headed: false,
        block_quote: false,
        bullet: None,
        indent: 0,
        len: 0,
    };
    let mut rest = raw.trim_start_matches(['\u{feff}']);
    let indent = rest.len() - rest.trim_start().len();
    prefix.indent = indent;
    rest = rest.trim_start();
    if let Some(inner) = rest.strip_prefix('>') {
        prefix.block_quote = true;
        rest = inner.trim_start();
    }
    let hashes = rest.len() - rest.trim_start_matches('#').len();
    if (1..=6).contains(&hashes) && rest[hashes..].starts_with([' ', '\t']) {
        prefix.headed = true;
        rest = rest[hashes..].trim_start();
    }
    while let Some(after) = strip_bullet_sign(rest, prefix.bullet.is_some(), indent) {
        prefix.bullet = Some(indent / 2);
        rest = after.trim_start();
    }
    prefix.len = raw.len() - rest.len();
    prefix
}

/// Returns the text after a bullet sign in one of the forms that converters make.
///
/// The forms are `-`, `•`, `ullet`, after a sign (`again`) also `o` or a lone quotation mark, and
/// an indented `o` in front of a capital.
fn strip_bullet_sign(rest: &str, again: bool, indent: usize) -> Option<&str> {
    let blank = |after: &str| after.is_empty() || after.starts_with(char::is_whitespace);
    let own = rest
        .strip_prefix(SIGNS)
        .or_else(|| rest.strip_prefix("ullet"))
        .filter(|after| blank(after));
    own.or_else(|| {
        rest.strip_prefix(['o', 'O', '"'])
            .filter(|after| again && after.starts_with(char::is_whitespace))
    })
    .or_else(|| {
        rest.strip_prefix("o ")
            .filter(|after| indent > 1 && after.trim_start().starts_with(char::is_uppercase))
    })
}

struct RawLine<'t> {
    start: usize,
    text: &'t str,
    prefix: LinePrefix,
}

/// Splits a file into lines and joins the lines of a paragraph.
pub(super) fn split_lines(text: &str) -> Vec<JoinedLine> {
    let raws = split_raw_lines(text);
    let running = running_heads(&raws);
    let wrap = Wrap::of(&raws);
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

fn split_raw_lines(text: &str) -> Vec<RawLine<'_>> {
    let mut start = 0;
    let mut raws = Vec::new();
    for line in text.split_inclusive('\n') {
        let body = line.trim_end_matches(['\n', '\r']);
        raws.push(RawLine {
            start,
            text: body,
            prefix: parse_prefix(body),
        });
        start += line.len();
    }
    raws
}

/// How a file breaks its paragraphs into lines.
struct Wrap {
    /// The usual length of a line that the next one continues; `None` if lines are whole paragraphs.
    width: Option<usize>,
    /// Whether blank lines separate the paragraphs.
    spaced: bool,
}

impl Wrap {
    fn of(raws: &[RawLine<'_>]) -> Self {
        let broken = broken_lines(raws).map(|mut lengths| {
            lengths.sort_unstable();
            lengths
        });
        let blank = raws.iter().filter(|raw| raw.text.trim().is_empty());
        Self {
            width: broken.and_then(|lengths| lengths.get(lengths.len() / 2).copied()),
            spaced: blank.count() * 4 > raws.len(),
        }
    }

    /// Whether a line ends before the width although the first word of the next one has room in it,
    /// with `slack` characters to spare.
    fn ends_early(&self, above: &str, below: &str, slack: usize) -> bool {
        let length = |text: &str| {
            text.split_whitespace()
                .map(|word| word.chars().count() + 1)
                .sum::<usize>()
        };
        let first = below.split_whitespace().next().unwrap_or_default();
        self.width
            .is_some_and(|width| length(above) + length(first) + slack <= width + 1)
    }
}

/// Returns the lengths of the lines that the next line continues in lower case, if there are many of
/// them.
fn broken_lines(raws: &[RawLine<'_>]) -> Option<Vec<usize>> {
    let (mut pairs, mut broken) = (0, Vec::new());
    for pair in raws.windows(2) {
        let [one, two] = pair else { continue };
        if one.text.trim().is_empty()
            || two.text.trim().is_empty()
            || two.prefix.headed
            || two.prefix.bullet.is_some()
        {
            continue;
        }
        pairs += 1;
        let small = two
            .text
            .trim_start()
            .starts_with(|c: char| c.is_lowercase());
        if small && !ends_sentence(one.text) && one.text.len() >= 24 {
            broken.push(one.text.trim().chars().count());
        }
    }
    (pairs > 0 && broken.len() * 6 >= pairs).then_some(broken)
}

/// Whether the text ends a sentence.
pub(super) fn ends_sentence(text: &str) -> bool {
    let text = text
        .trim_end()
        .trim_end_matches(['"', '”', '’', '\'', ')', ']', '*', '_']);
    text.ends_with(['.', ':', ';', '!', '?', '…'])
}

/// Whether `next` continues the paragraph of `before`, the line right above it, which may be all of that
/// paragraph, `alone`, and in which a quote may be `open`.
fn continues_paragraph(
    (before, alone): (&RawLine<'_>, bool),
    next: &RawLine<'_>,
    wrap: &Wrap,
    indent: usize,
    open: impl Fn() -> bool,
) -> bool {
    let (above, below) = (
        before.text[before.prefix.len..].trim(),
        next.text[next.prefix.len..].trim(),
    );
    if next.prefix.block_quote != before.prefix.block_quote
        || next.prefix.headed
        || next.prefix.bullet.is_some()
        || before.prefix.headed
        || is_table(below)
        || is_table(above)
    {
        return false;
    }
    if above.is_empty() {
        // a bullet sign alone on its line
        return before.prefix.bullet.is_some();
    }
    if below.starts_with("www.") || below.starts_with("http") {
        return false;
    }
    if is_old_text(above) && is_new_text(below) {
        return true;
    }
    if before.prefix.bullet.is_some() && next.prefix.indent > indent {
        return true;
    }
    if is_caps(above) || is_caps(below) || is_factor(below) || is_caps_with_page(above) {
        return false;
    }
    if wrap.width.is_none() {
        return breaks_line(above, below);
    }
    if is_numbered(below) {
        return !wrap.spaced && !ends_sentence(above);
    }
    if below.starts_with(char::is_lowercase) {
        return wrap.spaced || !above.ends_with(':');
    }
    let ends = if ends_sentence(above) {
        !wrap.spaced || wrap.ends_early(above, below, 0)
    } else {
        alone && is_short_name(above) && wrap.ends_early(above, below, SHORT_NAME)
    };
    !ends || open()
}

/// How much shorter than the other lines a line is that is only a name.
const SHORT_NAME: usize = 20;

/// Words that no name ends with.
const OPEN_ENDS: &[&str] = &[
    "a", "an", "the", "of", "to", "in", "on", "at", "by", "for", "from", "with", "and", "or",
    "but", "any", "each", "all", "no", "not", "if", "is", "are", "be", "must", "can", "may",
    "should", "that", "which", "its", "than", "as", "read", "insert", "replace", "delete",
    "change", "add", "after", "before",
];

/// Whether a line can be the name of a place, perhaps with its page: `Page 23 - Combat outcome`.
fn is_short_name(text: &str) -> bool {
    let is_large = text.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit());
    let open = text.ends_with([',', '-', '–']) || text.contains(['"', '“', '‘']);
    let last = text.rsplit(' ').next().unwrap_or_default().to_lowercase();
    is_large
        && !open
        && !is_numbered(text)
        && !OPEN_ENDS.contains(&last.as_str())
        && text.split_whitespace().count() <= 8
}

/// Whether a line is a heading in capitals with its page: `LOSSES (p. 25)`, `LOSSES    Page 25`.
fn is_caps_with_page(text: &str) -> bool {
    let text = text.trim_end_matches([')', ']', ':', '.']);
    let number = text.trim_end_matches(|c: char| c.is_ascii_digit());
    let word = number.trim_end_matches(['.', ' ']);
    let lower = word.to_ascii_lowercase();
    let label = ["page", "pg", "p"]
        .iter()
        .find_map(|label| lower.strip_suffix(label));
    let name = label.map(|rest| word[..rest.len()].trim_end_matches(['(', '[', ',', ' ']));
    number.len() < text.len()
        && name.is_some_and(|name| word.len() > name.len() + 1 && is_caps(name))
}

/// Whether a line gives old words whose new ones the next line gives: `Wrong: “a raft”`.
fn is_old_text(text: &str) -> bool {
    is_labelled(text, OLD_TEXT)
}

fn is_new_text(text: &str) -> bool {
    is_labelled(text, NEW_TEXT)
}

/// Whether a line is a label of `labels`, a colon, and text.
fn is_labelled(text: &str, labels: &[&str]) -> bool {
    let label = text
        .split_once(':')
        .filter(|(_, words)| !words.trim().is_empty());
    label.is_some_and(|(label, _)| labels.contains(&label.trim().to_lowercase().as_str()))
}

/// Whether a line that stops inside a sentence goes on in the line `below`, in a file that hardly
/// breaks lines: `… is increased` / `to "100p".`
fn breaks_line(above: &str, below: &str) -> bool {
    const SHORTEST: usize = 24;
    const LONG: usize = 50;
    let several = below.split_whitespace().nth(1).is_some();
    let small = below.starts_with(|c: char| c.is_lowercase());
    let quoted = below.starts_with(['"', '“', '‘']) && above.len() >= LONG;
    let open = above.ends_with(|c: char| c.is_lowercase() || c == ',')
        || small && above.ends_with(|c: char| c.is_alphanumeric() || c == '"' || c == '”');
    !ends_sentence(above) && above.len() >= SHORTEST && several && open && (small || quoted)
}

/// Whether a line begins with a number or letter: `1)`, `2.3 `, `a)`.
pub(super) fn is_numbered(text: &str) -> bool {
    let head = text.split_whitespace().next().unwrap_or_default();
    let Some(label) = head.strip_suffix([')', '.']) else {
        return head.contains('.') && head.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    };
    !label.is_empty()
        && label.len() <= 5
        && (label.bytes().all(|b| b.is_ascii_digit() || b == b'.') || label.len() == 1)
}

/// Whether a line begins with a factor: `+1 If …`.
pub(super) fn is_factor(text: &str) -> bool {
    let value = text.split(' ').next().unwrap_or_default();
    value
        .strip_prefix(['+', '-', '−', '–'])
        .is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()))
        && text.len() > value.len()
}

/// Whether a line is in capitals, and not only single letters as in a diagram.
pub(super) fn is_caps(text: &str) -> bool {
    let mut letters = text.chars().filter(|c| c.is_alphabetic());
    let is_long = |word: &str| word.chars().filter(|c| c.is_alphabetic()).nth(1).is_some();
    text.split_whitespace().any(is_long) && letters.all(char::is_uppercase) && text.len() > 3
}

fn is_table(body: &str) -> bool {
    let body = body.trim();
    let rule = body.len() > 3
        && body.contains("--")
        && body
            .chars()
            .all(|c| matches!(c, '|' | '-' | ':' | ' ' | '\t'));
    rule || (body.starts_with('|') && body.len() > 1)
        || (body.contains('\t') && body.contains("</b>"))
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
