//! Converts the blocks of a booklet's section to paragraphs, bullets and tables with sentences.

use crate::{
    booklet::{Booklet, BookletBlock, BookletBlockKind, LinePosition, StyledText},
    op::label_key,
    syntax::{PrintedLine, PrintedLines},
    text::segment,
};
use std::collections::HashSet;

/// The longest label, in words.
const MAX_LABEL_WORDS: usize = 8;

/// The kind of a text unit of a booklet: paragraph, bullet or table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TextKind {
    Paragraph,
    Bullet,
    Table,
}

/// A paragraph, bullet or table of a booklet: its label, sentences, children, rows, and the index
/// of its block in the booklet.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct TextUnit {
    pub(super) kind: TextKind,
    /// The words in bold at its start.
    pub(super) label: Option<String>,
    pub(super) sentences: Vec<String>,
    /// Bullets, and after them paragraphs that continue this one.
    pub(super) children: Vec<TextUnit>,
    pub(super) rows: Vec<Vec<String>>,
    /// The index of the block that it was made from.
    pub(super) block: usize,
    /// The printed lines of its label and sentences.
    pub(super) lines: PrintedLines,
}

impl TextUnit {
    /// Returns all words, labels included.
    pub(super) fn words(&self) -> String {
        let mut out: Vec<&str> = self.label.as_deref().into_iter().collect();
        out.extend(self.sentences.iter().map(String::as_str));
        out.extend(self.rows.iter().flatten().map(String::as_str));
        let inner: Vec<String> = self.children.iter().map(Self::words).collect();
        out.extend(inner.iter().map(String::as_str));
        out.join(" ")
    }

    /// Returns its own words, without those of its list.
    pub(super) fn words_before_list(&self) -> String {
        let own = self.label.iter().chain(&self.sentences);
        own.map(String::as_str).collect::<Vec<_>>().join(" ")
    }

    pub(super) fn label_key(&self) -> Option<String> {
        self.label
            .as_deref()
            .map(label_key)
            .filter(|key| !key.is_empty())
    }

    /// Takes off and returns the sentences before the one with this index, with the label.
    pub(super) fn split_off_before(&mut self, sentence: usize) -> Self {
        let rest = self.sentences.split_off(sentence);
        let words = self.words_before_list().split_whitespace().count();
        let (before, after) = self.lines.split_at(words);
        Self {
            kind: self.kind,
            label: self.label.take(),
            sentences: std::mem::replace(&mut self.sentences, rest),
            children: Vec::new(),
            rows: Vec::new(),
            block: self.block,
            lines: {
                self.lines = after;
                before
            },
        }
    }

    /// Returns the indices of all blocks that it was made from.
    pub(super) fn blocks(&self) -> Vec<usize> {
        let mut out = vec![self.block];
        out.extend(self.children.iter().flat_map(Self::blocks));
        out
    }
}

/// Makes bullets of paragraphs with labels of bullets: print may show a list without signs.
pub(super) fn with_lists(texts: Vec<TextUnit>, labels: &HashSet<String>) -> Vec<TextUnit> {
    let mut out: Vec<TextUnit> = Vec::new();
    let mut at = 0;
    while at < texts.len() {
        let labelled = |text: &&TextUnit| text.kind == TextKind::Paragraph && text.label.is_some();
        let run = texts[at..].iter().take_while(labelled).count();
        let is_list = |text: &TextUnit| text.label_key().is_some_and(|key| labels.contains(&key));
        if run > 0 && texts[at..at + run].iter().any(is_list) {
            for text in &texts[at..at + run] {
                let bullet = TextUnit {
                    kind: TextKind::Bullet,
                    ..text.clone()
                };
                add_bullet(&mut out, bullet, 1);
            }
        } else {
            out.extend_from_slice(&texts[at..at + run.max(1)]);
        }
        at += run.max(1);
    }
    out
}

/// Makes labels of paragraphs that are printed as a line of their own, above their text.
pub(super) fn with_labels(mut texts: Vec<TextUnit>, labels: &HashSet<String>) -> Vec<TextUnit> {
    for text in &mut texts {
        if let (TextKind::Paragraph, None, [only]) = (text.kind, &text.label, &text.sentences[..])
            && labels.contains(&label_key(only))
        {
            text.label = text.sentences.pop();
        }
    }
    texts
}

/// Converts the blocks of a section to paragraphs, bullets and tables.
///
/// Bullets belong to the paragraph before them. A list before the first paragraph is in a
/// paragraph without sentences.
pub(super) fn text_units(
    booklet: &Booklet,
    blocks: &[(usize, &BookletBlock)],
    tables_are_lists: bool,
) -> Vec<TextUnit> {
    let mut out: Vec<TextUnit> = Vec::new();
    for &(at, block) in blocks {
        match block.kind {
            BookletBlockKind::Bullet(level) => add_bullet(
                &mut out,
                unit(booklet, TextKind::Bullet, at, &block.text),
                level,
            ),
            BookletBlockKind::Table if tables_are_lists && is_list(block) => {
                for row in &block.rows {
                    let words = StyledText {
                        text: row[1..].join(" ").trim().to_owned(),
                        ..StyledText::default()
                    };
                    let mut bullet = unit(booklet, TextKind::Bullet, at, &words);
                    bullet.label = Some(row[0].clone());
                    add_bullet(&mut out, bullet, 1);
                }
            }
            BookletBlockKind::Table => out.push(TextUnit {
                kind: TextKind::Table,
                label: None,
                sentences: Vec::new(),
                children: Vec::new(),
                rows: block.rows.clone(),
                block: at,
                lines: PrintedLines::default(),
            }),
            BookletBlockKind::Paragraph
            | BookletBlockKind::Caption
            | BookletBlockKind::Footnote
            | BookletBlockKind::Heading(_) => {
                out.push(unit(booklet, TextKind::Paragraph, at, &block.text));
            }
        }
    }
    out
}

/// Whether a table is a list of factors: each row begins with a short sign.
fn is_list(block: &BookletBlock) -> bool {
    let is_sign = |cell: &String| {
        cell.len() <= 6
            && cell.chars().any(char::is_alphanumeric)
            && cell.starts_with(|c: char| "+-−–(".contains(c) || c.is_ascii_digit())
    };
    block
        .rows
        .iter()
        .all(|row| row.len() == 2 && is_sign(&row[0]))
}

fn add_bullet(out: &mut Vec<TextUnit>, bullet: TextUnit, level: u8) {
    if out
        .last()
        .is_none_or(|last| last.kind != TextKind::Paragraph)
    {
        out.push(TextUnit {
            kind: TextKind::Paragraph,
            sentences: Vec::new(),
            label: None,
            children: Vec::new(),
            rows: Vec::new(),
            block: bullet.block,
            lines: PrintedLines::default(),
        });
    }
    let Some(mut holder) = out.last_mut() else {
        return;
    };
    for _ in 1..level {
        match holder.children.last() {
            Some(last) if last.kind == TextKind::Bullet => {}
            Some(_) | None => break,
        }
        let Some(inner) = holder.children.last_mut() else {
            return;
        };
        holder = inner;
    }
    holder.children.push(bullet);
}

/// Returns the lines of a text, each with the number of words that begin on it.
fn printed_lines(booklet: &Booklet, text: &StyledText) -> PrintedLines {
    let mut blank = true;
    let mut starts = text.text.char_indices().filter(|(_, c)| {
        let is_start = blank && !c.is_whitespace();
        blank = c.is_whitespace();
        is_start
    });
    let words: Vec<usize> = starts.by_ref().map(|(at, _)| at).collect();
    let line = |(at, (start, line)): (usize, &(usize, LinePosition))| {
        let from = if at == 0 { 0 } else { *start };
        let to = text.lines.get(at + 1).map_or(usize::MAX, |next| next.0);
        PrintedLine {
            page: booklet.page_label(line.page),
            number: line.number,
            words: words
                .iter()
                .filter(|word| (from..to).contains(word))
                .count(),
        }
    };
    PrintedLines(text.lines.iter().enumerate().map(line).collect())
}

fn unit(booklet: &Booklet, kind: TextKind, block: usize, text: &StyledText) -> TextUnit {
    let bold = text.bold_start();
    let lead = text.text[..bold].trim();
    let rest = text.text[bold..].trim_start();
    // a stop of the label may be in ordinary type
    let rest = rest
        .strip_prefix([':', '.'])
        .filter(|_| !lead.ends_with(['.', ':']))
        .map_or(rest, str::trim_start);
    let is_label =
        !lead.is_empty() && !rest.is_empty() && lead.split_whitespace().count() <= MAX_LABEL_WORDS;
    let (label, body) = if is_label {
        (Some(lead.to_owned()), rest)
    } else {
        (None, text.text.trim())
    };
    let (label, body) = match (label, sign_label(body)) {
        (None, Some((sign, rest)))
            if kind == TextKind::Bullet || !sign.starts_with(FACTOR_SIGNS) =>
        {
            (Some(sign.to_owned()), rest)
        }
        (label, _) => (label, body),
    };
    let sentences = segment::sentences(body)
        .into_iter()
        .map(|span| span.of(body).to_owned());
    TextUnit {
        kind,
        label,
        sentences: sentences.collect(),
        children: Vec::new(),
        rows: Vec::new(),
        block,
        lines: printed_lines(booklet, text),
    }
}

/// The signs in front of factors.
const FACTOR_SIGNS: [char; 4] = ['+', '-', '−', '–'];

fn is_number(text: &str) -> bool {
    text.chars().all(|c| c.is_ascii_digit())
}

/// Splits off the factor, letter or number in front of a text: `+1 if uphill`, `(a) …`, `2. …`.
fn sign_label(text: &str) -> Option<(&str, &str)> {
    let (sign, rest) = text.split_once(' ')?;
    let factor = sign.starts_with(FACTOR_SIGNS)
        && sign[sign.chars().next()?.len_utf8()..]
            .chars()
            .all(|c| c.is_ascii_digit())
        && sign.chars().count() > 1;
    let letter = sign.starts_with('(') && sign.ends_with(')') && sign.chars().count() == 3;
    let number = sign
        .strip_suffix(['.', ')'])
        .is_some_and(|bare| !bare.is_empty() && bare.len() <= 2 && is_number(bare));
    (factor || letter || number).then_some((sign, rest.trim_start()))
}
