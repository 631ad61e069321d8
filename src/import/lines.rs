//! Splits a file into `JoinedLine`s: lines without markup, with wrapped paragraphs joined.
//!
//! A line continues the paragraph above it if it hangs below a bullet, if a quotation or a sentence is
//! open, or if the lines of the file are broken at a width that the line above fills.

use super::{
    grammar::{LEXICON, PrintedVerb, UnitWords},
    line_shape::{answer_mark, ends_sentence, is_caps, is_factor, is_numbered, is_table},
    plain_text::{PlainText, quote_depth},
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
    /// The byte of its words at which remarks begin that are marked as such: the last columns of a table.
    pub(super) remarks: Option<usize>,
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

    /// Appends words that begin at byte `start` of the file.
    fn append(&mut self, words: &str, start: usize) {
        if words.len() <= LONGEST && self.plain.text.len() <= LONGEST {
            self.plain.push(words, start);
        } else if self.plain.text.is_empty() {
            // a line that is too long is classified by its beginning
            self.plain
                .push(&words[..words.floor_char_boundary(64)], start);
        }
    }
}

/// A line of a text as it is in the file.
#[derive(Clone, Copy)]
struct RawLine<'t> {
    start: usize,
    /// The words behind the markup, and where they begin.
    words: &'t str,
    words_start: usize,
    headed: bool,
    block_quote: bool,
    bullet: Option<usize>,
    indent: usize,
}

impl<'t> RawLine<'t> {
    /// Finds the markup in front of the words of a line.
    fn parse(text: &'t str, start: usize) -> Self {
        let body = text.trim_start_matches('\u{feff}');
        let mut rest = body.trim_start();
        let indent = body.len() - rest.len();
        let quoted = rest.strip_prefix('>');
        rest = quoted.unwrap_or(rest).trim_start();
        let hashes = rest.len() - rest.trim_start_matches('#').len();
        let headed = (1..=6).contains(&hashes) && rest[hashes..].starts_with([' ', '\t']);
        if headed {
            rest = rest[hashes..].trim_start();
        }
        // `== Tolls ==`
        let wiki = rest.len() > 4 && rest.starts_with("==") && rest.trim_end().ends_with("==");
        if wiki {
            rest = rest.trim_start_matches('=').trim_start();
        }
        let mut bullet = None;
        while let Some(after) = strip_bullet_sign(rest, bullet.is_some(), indent) {
            bullet = Some(indent / 2);
            rest = after.trim_start();
        }
        Self {
            start,
            words_start: start + text.len() - rest.len(),
            words: rest.trim_end_matches(|c: char| c.is_whitespace() || wiki && c == '='),
            headed: headed || wiki,
            block_quote: quoted.is_some(),
            bullet,
            indent,
        }
    }

    fn is_blank(&self) -> bool {
        self.words.is_empty() && self.bullet.is_none() && !self.headed && !self.block_quote
    }

    fn is_small(&self) -> bool {
        self.words.starts_with(char::is_lowercase)
    }
}

/// Returns the text after a bullet sign in one of the forms that converters make.
///
/// The forms are `-`, `•`, `ullet`, after a sign (`again`) also `o` or a lone quotation mark, and
/// an indented `o` in front of a capital.
fn strip_bullet_sign(rest: &str, again: bool, indent: usize) -> Option<&str> {
    const SIGNS: [char; 9] = ['-', '*', '+', '•', '·', '◦', '▪', '‣', '\u{f0b7}'];
    let blank = |after: &&str| after.is_empty() || after.starts_with(char::is_whitespace);
    let sign = rest
        .strip_prefix(SIGNS)
        .or_else(|| rest.strip_prefix("ullet"));
    let letter = rest.strip_prefix(['o', 'O', '"']).filter(|after| {
        let large = after.trim_start().starts_with(char::is_uppercase);
        !after.is_empty() && (again || rest.starts_with('o') && indent > 1 && large)
    });
    sign.filter(blank).or(letter.filter(blank))
}

/// Splits a file into lines and joins the lines of a paragraph.
pub(super) fn split_lines(text: &str) -> Vec<JoinedLine> {
    let mut start = 0;
    let mut raws = Vec::new();
    for line in text.split_inclusive('\n') {
        raws.push(RawLine::parse(line.trim_end_matches(['\n', '\r']), start));
        start += line.len();
    }
    let heads = running_heads(&raws);
    let width = line_width(&raws);
    let blank = raws.iter().filter(|raw| raw.is_blank()).count();
    let spaced = blank * 4 > raws.len();
    let mut lines: Vec<JoinedLine> = Vec::new();
    // the line above, the first line of its paragraph, and whether a running head broke its sentence
    let mut above: Option<(RawLine<'_>, RawLine<'_>)> = None;
    let mut broken = false;
    for (at, raw) in raws.iter().enumerate() {
        if raw.is_blank() {
            if let Some(line) = lines.last_mut().filter(|_| !broken) {
                line.blank_after = true;
            }
            above = above.filter(|_| broken);
            continue;
        }
        let last = raws[..at].iter().rev().find(|raw| !raw.is_blank());
        if heads.contains(&at) && (broken || breaks_sentence(last, &raws[at + 1..], at, &heads)) {
            broken = true;
            continue;
        }
        let open = || {
            lines
                .last()
                .is_some_and(|line| quote_depth(line.text(), 0) > 0)
        };
        let joiner = above.map(|(above, first)| Joiner {
            above,
            first,
            below: *raw,
            width,
            spaced,
        });
        let goes_on = broken || joiner.is_some_and(|joiner| joiner.continues(open));
        broken = false;
        let fits = |line: &&mut JoinedLine| line.plain.text.len() + raw.words.len() <= LONGEST;
        if let Some(line) = lines.last_mut().filter(|_| goes_on).filter(fits) {
            line.append(raw.words, raw.words_start);
            above = Some((*raw, above.map_or(*raw, |(_, first)| first)));
            continue;
        }
        above = Some((*raw, *raw));
        let mut from = 0;
        for end in cut_points(raw.words) {
            let start = if from == 0 {
                raw.start
            } else {
                raw.words_start + from
            };
            let mut line = JoinedLine {
                span: Span::new(start, start),
                headed: raw.headed,
                block_quote: raw.block_quote,
                bullet: raw.bullet,
                stressed: is_stressed(raw.words),
                table: is_table(raw.words),
                running_head: heads.contains(&at),
                ..JoinedLine::default()
            };
            line.append(&raw.words[from..end], raw.words_start + from);
            lines.push(line);
            from = end;
        }
    }
    let starts: Vec<usize> = lines.iter().skip(1).map(|line| line.span.start()).collect();
    for (line, end) in lines.iter_mut().zip(starts.into_iter().chain([text.len()])) {
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

/// Two lines of which the lower one may continue the paragraph of the upper one, and how the file breaks
/// its lines.
struct Joiner<'t> {
    above: RawLine<'t>,
    /// The first line of the paragraph.
    first: RawLine<'t>,
    below: RawLine<'t>,
    /// The usual length of a line that the next one continues; `None` if lines are whole paragraphs.
    width: Option<usize>,
    /// Whether blank lines separate the paragraphs.
    spaced: bool,
}

impl Joiner<'_> {
    /// Whether the lower line continues the paragraph, in which a quote may be `open`.
    fn continues(&self, open: impl Fn() -> bool) -> bool {
        let Self {
            above: before,
            first,
            below: next,
            ..
        } = self;
        let (above, below) = (before.words, next.words);
        let alone = first.start == before.start;
        let tables = is_table(above) || is_table(below);
        if next.block_quote != before.block_quote
            || next.headed
            || before.headed
            || tables
            || next.bullet.is_some()
        {
            return false;
        }
        if above.is_empty() {
            // a bullet sign alone on its line
            return before.bullet.is_some();
        }
        if answer_mark(below).is_some() || below.starts_with("www.") || below.starts_with("http") {
            return false;
        }
        if before.bullet.is_some() && next.indent > first.indent {
            return true;
        }
        if is_caps(above) || is_caps(below) || is_factor(below) {
            return false;
        }
        let ends = ends_sentence(above);
        if self.width.is_none() {
            return !ends && (breaks_line(above, below) || next.is_small() && open());
        }
        if is_numbered(below) {
            return !self.spaced && !ends;
        }
        if next.is_small() {
            return self.spaced || !above.ends_with(':');
        }
        let stops = if ends {
            !self.spaced || self.ends_early(0) && begins_instruction(below)
        } else {
            alone && is_short_name(above) && self.ends_early(SHORT_NAME)
        };
        !stops || open()
    }

    /// Whether the upper line ends before the width although the first word of the lower one has room in
    /// it, with `slack` characters to spare.
    fn ends_early(&self, slack: usize) -> bool {
        let words = self
            .above
            .words
            .split_whitespace()
            .chain(self.below.words.split_whitespace().next());
        let length: usize = words.map(|word| word.chars().count() + 1).sum();
        self.width.is_some_and(|width| length + slack <= width + 1)
    }
}

/// How much shorter than the other lines a line is that is only a name.
const SHORT_NAME: usize = 20;

/// Returns the usual length of a line that the next one continues in lower case, if there are many of them
/// and few lines are much longer.
fn line_width(raws: &[RawLine<'_>]) -> Option<usize> {
    const SHORTEST: usize = 24;
    let full = |raw: &RawLine<'_>| !raw.words.is_empty();
    let pairs = raws.windows(2).filter(|pair| {
        full(&pair[0]) && full(&pair[1]) && !pair[1].headed && pair[1].bullet.is_none()
    });
    let length = |raw: &RawLine<'_>| raw.indent + raw.words.chars().count();
    let broken = pairs.clone().filter(|pair| {
        pair[1].is_small() && !ends_sentence(pair[0].words) && pair[0].words.len() >= SHORTEST
    });
    let mut lengths: Vec<usize> = broken.map(|pair| length(&pair[0])).collect();
    lengths.sort_unstable();
    let width = *lengths.get(lengths.len() / 2)?;
    let long = raws.iter().filter(|raw| length(raw) > width * 2).count();
    (lengths.len() * 6 >= pairs.count() && long * 4 <= lengths.len()).then_some(width)
}

/// Whether the first words of a line may be those of an instruction or its place: a verb, a unit, a
/// page, an ordinal, a quote, or a value.
fn begins_instruction(text: &str) -> bool {
    const FIRST_WORDS: usize = 8;
    let is_part = |word: &str| {
        let bare = word
            .trim_matches(|c: char| !c.is_alphanumeric())
            .to_lowercase();
        LEXICON.has("pages", &bare)
            || ["heading", "title"].contains(&bare.as_str())
            || bare.starts_with(|c: char| c.is_ascii_digit())
            || word.starts_with(['"', '“', '„', '‘'])
            || word.ends_with(':')
            || PrintedVerb::find(&bare).is_some()
            || UnitWords::find(&bare).is_some()
    };
    text.split_whitespace().take(FIRST_WORDS).any(is_part)
}

/// Whether a line can be the name of a place, perhaps with its page: `Page 23 - Combat outcome`.
fn is_short_name(text: &str) -> bool {
    let large = text.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit());
    let open = text.ends_with([',', '-', '–']) || text.contains(['"', '“', '‘']);
    let last = text.rsplit(' ').next().unwrap_or_default().to_lowercase();
    let short = text.split_whitespace().count() <= 8;
    large && short && !open && !is_numbered(text) && !LEXICON.has("open_ends", &last)
}

/// Whether a line that stops inside a sentence goes on in the line `below`, in a file that hardly
/// breaks lines: `… is increased` / `to "100p".`
fn breaks_line(above: &str, below: &str) -> bool {
    const SHORTEST: usize = 24;
    const LONG: usize = 50;
    let small = below.starts_with(char::is_lowercase);
    let quoted = below.starts_with(['"', '“', '‘']) && above.len() >= LONG;
    let open = above.ends_with(|c: char| c.is_lowercase() || c == ',')
        || small && above.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '"' | '”'));
    above.len() >= SHORTEST && below.contains(' ') && open && (small || quoted)
}

/// Returns the indices of the lines that at least three pages repeat with other numbers.
fn running_heads(raws: &[RawLine<'_>]) -> HashSet<usize> {
    const FEWEST: usize = 3;
    const LONGEST_HEAD: usize = 100;
    let mut alike: HashMap<String, Vec<usize>> = HashMap::new();
    for (at, raw) in raws.iter().enumerate() {
        let words: Vec<&str> = raw.words.split_whitespace().collect();
        let numbered = raw.words.contains(|c: char| c.is_ascii_digit());
        let apart = |at: usize| raws.get(at).is_none_or(|raw| raw.words.is_empty());
        let alone = (at == 0 || apart(at - 1)) && apart(at + 1);
        let large = raw.words.starts_with(char::is_uppercase) && raw.bullet.is_none();
        if numbered && words.len() > 2 && raw.words.len() <= LONGEST_HEAD && alone && large {
            let key = words.join(" ").replace(|c: char| c.is_ascii_digit(), "");
            alike.entry(key).or_default().push(at);
        }
    }
    let counts = |lines: &Vec<usize>| {
        let texts: Vec<&str> = lines.iter().map(|&at| raws[at].words).collect();
        lines.len() >= FEWEST && counts_pages(&texts)
    };
    let mut found: HashSet<usize> = alike.into_values().filter(counts).flatten().collect();
    // the heading of a section may be repeated below it, inside a sentence
    let next = |at: usize| (at + 1..raws.len()).find(|&at| !raws[at].is_blank());
    let repeated = |head: &usize| {
        let words = raws[*head].words;
        let mut above = raws[..*head].iter();
        is_caps(words)
            && next(*head).is_some_and(|at| raws[at].is_small())
            && above.any(|raw| raw.words.to_uppercase().contains(words))
    };
    let heads: Vec<usize> = found
        .iter()
        .filter_map(|at| next(*at).filter(repeated))
        .collect();
    found.extend(heads);
    found
}

/// Whether lines that are alike but for their digits count pages: a number in each is greater than that
/// of the line before it. Lone instructions are alike too: `Replace “4” with “5”.`
fn counts_pages(lines: &[&str]) -> bool {
    let numbers = |line: &&str| -> Vec<u32> {
        let digits = line.split(|c: char| !c.is_ascii_digit());
        digits.filter_map(|digits| digits.parse().ok()).collect()
    };
    let instructs = |line: &&str| {
        let first = line.split_whitespace().next().unwrap_or_default();
        let verb = PrintedVerb::find(&first.to_lowercase()).is_some();
        verb || line.contains(['"', '“', '”', '„', '‘', '→', ':'])
    };
    let counted: Vec<Vec<u32>> = lines.iter().map(numbers).collect();
    let ascends = |nth: usize| {
        counted
            .windows(2)
            .all(|pair| pair[0].get(nth) < pair[1].get(nth))
    };
    (0..counted[0].len()).any(ascends) && !lines.iter().any(instructs)
}

/// Whether a running head breaks the sentence that ends with `last`.
fn breaks_sentence(
    last: Option<&RawLine<'_>>,
    below: &[RawLine<'_>],
    at: usize,
    heads: &HashSet<usize>,
) -> bool {
    let mut next = below.iter().zip(at + 1..);
    let next = next.find(|(raw, at)| !raw.is_blank() && !heads.contains(at));
    last.is_some_and(|last| !ends_sentence(last.words))
        && next.is_some_and(|(raw, _)| raw.bullet.is_none() && raw.is_small())
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
    let bytes = text.as_bytes();
    let end = |at: &usize| {
        let large = bytes
            .get(*at)
            .is_some_and(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || *b == b'"');
        large
            && matches!(&bytes[..*at], [.., last, b'.' | b'!' | b'?', b' '] if !last.is_ascii_digit())
    };
    let quoted = |at: &usize| {
        let quote = matches!(
            &bytes[..*at],
            [.., b'"' | b'\'', b'.', b' '] | [.., b'.', b'"', b' ']
        );
        quote && text.is_char_boundary(*at)
    };
    let most = most.min(text.len());
    let mut ends = (most / 2..most).rev();
    ends.clone()
        .find(quoted)
        .or_else(|| ends.find(end))
        .or_else(|| (1..most / 2).rev().find(end))
}

/// Returns the number (from 1) and length of the first line that is too long and cannot be split.
pub(super) fn find_endless_line(text: &str) -> Option<(usize, usize)> {
    let mut long = text
        .lines()
        .enumerate()
        .filter(|(_, line)| line.len() > LONGEST);
    long.find_map(|(at, line)| {
        let ends = cut_points(line);
        let starts = std::iter::once(0).chain(ends.iter().copied());
        let mut lengths = starts.zip(&ends).map(|(start, end)| end - start);
        Some((at + 1, lengths.find(|length| *length > LONGEST)?))
    })
}

fn is_stressed(words: &str) -> bool {
    let inner = |mark: &&str| words.strip_prefix(*mark)?.strip_suffix(*mark);
    let marks = ["***", "**", "*", "__", "_"];
    words.len() > 4
        && marks
            .iter()
            .any(|mark| inner(mark).is_some_and(|inner| !inner.is_empty() && !inner.contains(mark)))
}
