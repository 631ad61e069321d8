//! Builds the payload of an instruction from parts of lines as blocks; renders it as Markdown.

use super::{lines::JoinedLine, plain_text::quote_depth};
use crate::{syntax::UnitNoun, text::segment::sentences};

/// A part of a line that belongs to a payload: the index of the `JoinedLine`, and the byte range in
/// its words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PayloadPart {
    pub(super) line: usize,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// A paragraph, bullet, heading or table row of a payload: its words, the length of the label at
/// their start, and the part of the line that it is from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PayloadBlock {
    pub(super) kind: PayloadBlockKind,
    /// The words, without quotation marks around the whole payload.
    pub(super) text: String,
    /// The length in bytes of the label at its start, which is printed bold.
    pub(super) label: usize,
    pub(super) part: PayloadPart,
}

/// The kind of a payload block: paragraph, bullet with its depth, heading, or row of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PayloadBlockKind {
    Paragraph,
    Bullet(usize),
    Heading,
    Table,
}

/// The text of an instruction, note or ruling as blocks, before it becomes the Markdown that
/// results contain, and what was repaired in it.
#[derive(Clone, Debug, Default)]
pub(super) struct PayloadDraft {
    pub(super) blocks: Vec<PayloadBlock>,
    /// Whether it had an opening quotation mark, and a closing one.
    pub(super) quoted: (bool, bool),
    /// Values that slipped out of their rows.
    pub(super) slipped: Vec<(String, PayloadPart)>,
    /// Whether a word was joined that a line break had cut.
    pub(super) mended: bool,
}

const OPENING: [char; 4] = ['"', '“', '„', '‘'];
const CLOSING: [char; 2] = ['"', '”'];

/// Builds the blocks of a payload from its parts.
pub(super) fn build_payload(
    source: &str,
    lines: &[JoinedLine],
    parts: &[PayloadPart],
) -> PayloadDraft {
    let mut payload = PayloadDraft::default();
    let mut single = false;
    for (at, part) in parts.iter().enumerate() {
        let Some(line) = lines.get(part.line) else {
            continue;
        };
        let whole = line.text().get(part.start..part.end).unwrap_or_default();
        let mut text = whole.trim();
        let mut label = bold_label_len(source, line, part);
        if (at == 0 || payload.quoted.1)
            && let Some(rest) = text
                .strip_prefix(OPENING)
                .filter(|rest| parts.len() > 1 || !closes_early(rest))
        {
            single = text.starts_with('‘');
            payload.quoted.0 = true;
            text = rest.trim_start();
        } else if let (1, Some(rest)) = (parts.len(), text.strip_prefix('\''))
            && rest.ends_with('\'')
        {
            single = true;
            payload.quoted.0 = true;
            text = rest.trim_start();
        }
        let slipped = split_slipped_value(text);
        if let Some((words, value)) = &slipped {
            payload.slipped.push((value.clone(), *part));
            text = words;
        }
        let is_last = at + 1 == parts.len();
        let closes = text.ends_with(CLOSING) && quote_depth(text, 0) < 0
            || is_last && payload.quoted.0 && text.ends_with(CLOSING);
        if closes && (is_last || slipped.is_some() || payload.quoted.0 || quote_depth(text, 0) < 0)
        {
            payload.quoted.1 = true;
            text = text.strip_suffix(CLOSING).unwrap_or(text).trim_end();
        } else if is_last
            && payload.quoted.0
            && text.ends_with(['’', '\''])
            && (single || !text.contains(['‘', '“', '"']))
        {
            // single marks around the whole text, or a mark that was mistaken for the other kind
            payload.quoted.1 = true;
            text = text.strip_suffix(['’', '\'']).unwrap_or(text).trim_end();
        }
        label = label.min(text.len());
        if !text.is_char_boundary(label) {
            label = 0;
        }
        let listed = text
            .strip_prefix(['•', '·', '▪', '◦'])
            .filter(|_| line.bullet.is_none() && !line.table);
        text = listed.map_or(text, str::trim_start);
        let kind = if listed.is_some() {
            PayloadBlockKind::Bullet(0)
        } else if line.table {
            PayloadBlockKind::Table
        } else if line.headed {
            PayloadBlockKind::Heading
        } else {
            // the bullet of a line with words in front of the text is the sheet's own
            line.bullet
                .filter(|_| part.start == 0)
                .map_or(PayloadBlockKind::Paragraph, PayloadBlockKind::Bullet)
        };
        if kind == PayloadBlockKind::Paragraph && payload.join_to_last_block(text) {
            continue;
        }
        let text = if line.table {
            super::plain_text::table_row(line.span.of(source))
        } else {
            text.to_owned()
        };
        if !text.is_empty() {
            payload.blocks.push(PayloadBlock {
                kind,
                text,
                label,
                part: *part,
            });
        }
    }
    payload
}

/// Whether the quote before `rest` is closed inside it: only its first words are quoted.
fn closes_early(rest: &str) -> bool {
    !rest.trim_end().ends_with(['"', '”', '’', '\''])
        && split_slipped_value(rest).is_none()
        && quote_depth(rest, 0) < 0
}

/// Splits off a value that follows the closing mark: `… going." -2`.
fn split_slipped_value(text: &str) -> Option<(&str, String)> {
    let (words, value) = text.rsplit_once(' ')?;
    let digits = value.strip_prefix(['+', '-', '−', '–'])?;
    let alone =
        !digits.is_empty() && digits.len() < 3 && digits.bytes().all(|b| b.is_ascii_digit());
    let words = words.trim_end();
    (alone && words.ends_with(CLOSING)).then(|| (words, value.replace(['−', '–'], "-")))
}

/// Returns the length in bytes of the bold words at the start of a line.
fn bold_label_len(source: &str, line: &JoinedLine, part: &PayloadPart) -> usize {
    if part.start != 0 {
        return 0;
    }
    let raw = line.plain.span(0, line.text().len()).of(source);
    let from = line.plain.span(0, 1).start();
    let before = source.get(line.span.start()..from).unwrap_or_default();
    if !before.ends_with("**") {
        return 0;
    }
    let Some(close) = raw.find("**") else {
        return 0;
    };
    let length = super::plain_text::strip_markup(&raw[..close]).len();
    if length <= 60 && length < line.text().len() {
        length
    } else {
        0
    }
}

/// Numbers of paragraphs, sentences, bullets, … in a payload, for the counts in its command.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PayloadCounts {
    pub(super) paragraphs: u32,
    pub(super) bullets: u32,
    /// The sentences of its paragraphs, or of its bullets if it has no paragraph.
    pub(super) sentences: u32,
    pub(super) headings: u32,
    pub(super) figures: u32,
    pub(super) tables: u32,
    /// Whether it begins with a heading.
    pub(super) headed: bool,
    /// Whether it is a complete sentence: it begins with a capital or digit and ends with a stop.
    pub(super) is_sentence: bool,
}

impl PayloadCounts {
    /// Returns how many units of a kind the payload has.
    pub(super) fn of(&self, unit: UnitNoun) -> u32 {
        match unit {
            UnitNoun::Sentence => self.sentences,
            UnitNoun::Paragraph => self.paragraphs,
            // a line may have bullets below it
            UnitNoun::Line | UnitNoun::Row if self.paragraphs > 0 => self.paragraphs,
            UnitNoun::Bullet
            | UnitNoun::Line
            | UnitNoun::Row
            | UnitNoun::Item
            | UnitNoun::Entry => {
                if self.bullets > 0 {
                    self.bullets
                } else {
                    self.paragraphs
                }
            }
            UnitNoun::Figure => self.figures,
            UnitNoun::Table => self.tables,
            UnitNoun::Section => self.headings,
            UnitNoun::Page | UnitNoun::Words => 1,
        }
    }
}

impl PayloadDraft {
    /// Joins a paragraph to the last block if a page broke it, or if the block is only its label.
    ///
    /// Returns whether it was joined.
    fn join_to_last_block(&mut self, text: &str) -> bool {
        let Some(before) = self.blocks.last_mut().filter(|before| {
            matches!(
                before.kind,
                PayloadBlockKind::Paragraph | PayloadBlockKind::Bullet(_)
            )
        }) else {
            return false;
        };
        let broken = text.starts_with(|c: char| c.is_lowercase())
            && !super::line_shape::ends_sentence(&before.text);
        let is_label = before.kind == PayloadBlockKind::Paragraph
            && before.text.ends_with('.')
            && before.text.split_whitespace().count() <= 3
            && text.split_whitespace().count() > 3;
        if !broken && !is_label {
            return false;
        }
        if is_label {
            before.label = before.text.len();
        }
        if super::plain_text::is_hyphenated_break(&before.text, text) {
            before.text.pop();
            self.mended = true;
        } else {
            before.text.push(' ');
        }
        before.text.push_str(text);
        before.part.end = before.part.end.max(before.part.start);
        true
    }

    pub(super) fn counts(&self) -> PayloadCounts {
        let mut counts = PayloadCounts::default();
        let mut in_table = false;
        let top = self
            .blocks
            .iter()
            .filter_map(|b| {
                if let PayloadBlockKind::Bullet(depth) = b.kind {
                    Some(depth)
                } else {
                    None
                }
            })
            .min()
            .unwrap_or(0);
        for (at, block) in self.blocks.iter().enumerate() {
            let count = sentences(&block.text).len() as u32;
            let figure = is_figure(&block.text);
            counts.figures += u32::from(figure);
            match block.kind {
                PayloadBlockKind::Heading => {
                    counts.headings += 1;
                    counts.headed |= at == 0;
                }
                PayloadBlockKind::Table => {
                    counts.tables += u32::from(!in_table);
                }
                PayloadBlockKind::Bullet(depth)
                    if number_len(&block.text).is_some() && depth == top =>
                {
                    counts.paragraphs += 1;
                    counts.sentences += count;
                }
                PayloadBlockKind::Bullet(depth) => counts.bullets += u32::from(depth == top),
                PayloadBlockKind::Paragraph => {
                    counts.paragraphs += 1;
                    counts.sentences += count;
                }
            }
            in_table = block.kind == PayloadBlockKind::Table;
        }
        if counts.paragraphs == 0 {
            counts.sentences = self
                .blocks
                .iter()
                .map(|block| sentences(&block.text).len() as u32)
                .sum();
        }
        if let (Some(first), Some(last)) = (self.blocks.first(), self.blocks.last()) {
            let large = first
                .text
                .starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit());
            counts.is_sentence = large && super::line_shape::ends_sentence(&last.text);
        }
        counts
    }

    /// Whether it ends with a quotation in front of which are words that are not quoted: those may
    /// belong to the instruction.
    pub(super) fn has_words_before_quotation(&self) -> bool {
        const FEWEST: usize = 3;
        let Some(words) = self.blocks.last().map(|block| block.text.as_str()) else {
            return false;
        };
        let words = words.strip_suffix('.').unwrap_or(words);
        let inner = words.strip_suffix(CLOSING).filter(|_| !self.quoted.0);
        let quotation = inner.and_then(|inner| inner.rsplit_once(OPENING));
        quotation.is_some_and(|(before, quoted)| {
            !before.trim().is_empty() && quoted.split_whitespace().count() >= FEWEST
        })
    }

    /// Returns the payload in the notation of rules text.
    pub(super) fn markdown(&self) -> String {
        markdown(&self.blocks)
    }
}

/// Returns blocks in the notation of rules text, without `> `.
pub(super) fn markdown(blocks: &[PayloadBlock]) -> String {
    let mut out = String::new();
    let mut before: Option<PayloadBlockKind> = None;
    let mut rows = 0;
    // bullets below a numbered paragraph are nested in it
    let mut below = 0;
    let depths = || {
        blocks.iter().filter_map(|b| {
            if let PayloadBlockKind::Bullet(depth) = b.kind {
                Some(depth)
            } else {
                None
            }
        })
    };
    let top = depths().min().unwrap_or(0);
    for block in blocks {
        let kind = block.kind;
        let close = matches!(
            (before, kind),
            (
                Some(PayloadBlockKind::Bullet(_)),
                PayloadBlockKind::Bullet(_)
            ) | (Some(PayloadBlockKind::Table), PayloadBlockKind::Table)
        );
        if before.is_some() {
            out += if close { "\n" } else { "\n\n" };
        }
        rows = if kind == PayloadBlockKind::Table {
            rows + 1
        } else {
            0
        };
        match kind {
            PayloadBlockKind::Heading => {
                out += &format!("### {}", block.text.trim_end_matches(['"', '”']))
            }
            PayloadBlockKind::Table => {
                if rows == 2 && !is_table_rule(&block.text) {
                    let columns = out
                        .rsplit('\n')
                        .nth(1)
                        .map_or(1, |row| row.matches('|').count().saturating_sub(1));
                    out += &format!("|{}\n", "---|".repeat(columns.max(1)));
                }
                out += &block.text;
            }
            PayloadBlockKind::Paragraph => {
                below = 0;
                out += &render_sentences(
                    block,
                    if number_len(&block.text).is_some() {
                        "   "
                    } else {
                        ""
                    },
                );
            }
            PayloadBlockKind::Bullet(depth)
                if depth == top && number_len(&block.text).is_some() =>
            {
                below = 1;
                out += &render_sentences(block, "   ");
            }
            PayloadBlockKind::Bullet(depth) => {
                let indent = if below > 0 {
                    "   ".to_owned() + &"  ".repeat(depth.saturating_sub(top + 1))
                } else {
                    "  ".repeat(depth - top)
                };
                out += &format!(
                    "{indent}- {}",
                    render_sentences(block, &format!("{indent}  "))
                );
            }
        }
        before = Some(kind);
    }
    out
}

fn is_table_rule(row: &str) -> bool {
    row.chars().all(|c| matches!(c, '|' | '-' | ':' | ' '))
}

/// Returns the length in bytes of the number and stop of `2. The defender …`.
fn number_len(text: &str) -> Option<usize> {
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    ((1..3).contains(&digits) && text[digits..].starts_with(". ")).then_some(digits + 1)
}

/// Whether the text is the caption of a figure: `Figure 16a: …`.
fn is_figure(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let figure = words.next().is_some_and(|word| {
        matches!(
            word.to_lowercase().as_str(),
            "figure" | "fig" | "fig." | "diagram"
        )
    });
    figure
        && words.next().is_some_and(|word| {
            word.ends_with(':') && word.starts_with(|c: char| c.is_ascii_digit())
        })
}

/// Returns the words of a block, one sentence per line, with its label in bold.
fn render_sentences(block: &PayloadBlock, indent: &str) -> String {
    let text = &block.text;
    let signed = text
        .starts_with(['+', '-', '−'])
        .then(|| {
            text.len()
                - text[1..]
                    .trim_start_matches(|c: char| c.is_ascii_digit())
                    .len()
        })
        .filter(|&end| end > 1 && text[end..].starts_with(' '));
    let lettered = text
        .starts_with('(')
        .then(|| text.find(')'))
        .flatten()
        .filter(|&end| end <= 3)
        .map(|end| end + 1)
        // `(X) blades never …` begins with a grade
        .filter(|&end| {
            let small = text[end..].trim_start().starts_with(char::is_lowercase);
            !(small && text[..end].contains(char::is_uppercase))
        });
    let label = if block.label > 0 {
        block.label
    } else {
        signed.or(lettered).unwrap_or(0)
    };
    let (bold, rest) = text.split_at(label);
    let mut out = if bold.is_empty() {
        String::new()
    } else {
        format!("**{}** ", bold.trim())
    };
    let rest = rest.trim_start();
    for (at, span) in sentences(rest).into_iter().enumerate() {
        let sentence = span.of(rest);
        if at > 0 {
            // no line may begin like a list or heading
            let plain = !sentence.starts_with(['-', '+', '*', '#', '>', '|'])
                && number_len(sentence).is_none();
            out += &if plain {
                format!("\n{indent}")
            } else {
                " ".to_owned()
            };
        }
        out += sentence;
    }
    out
}
