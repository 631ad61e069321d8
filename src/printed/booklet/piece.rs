//! Converts the blocks of a booklet to pieces (sentences, each with how it is printed) and tables;
//! makes new units of pieces that have no place in the rules.

use crate::{
    booklet::{BookletBlock, BookletBlockKind, StyledText},
    model::{UnitId, UnitKind},
    op::label_key,
    printed::alignment::Words,
    text::segment,
};

/// The longest label, in words.
const MAX_LABEL_WORDS: usize = 8;

/// How print shows the beginning of a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Start {
    /// It follows another one.
    Within,
    /// It begins a paragraph.
    Paragraph,
    /// It begins an item of a list; 1 is the outermost level.
    Bullet(u8),
}

/// A printed sentence, or a label alone: its block, page and beginning.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    /// The index of its block.
    pub(super) block: usize,
    /// The index of its page.
    pub(super) page: usize,
    pub(super) start: Start,
    /// The words in bold at the start of its block.
    pub(super) label: Option<String>,
    pub(super) text: String,
    /// The words of label and text.
    pub(super) words: Words,
}

impl Piece {
    pub(super) fn label_key(&self) -> Option<String> {
        let key = self.label.as_deref().map(label_key);
        key.filter(|key| !key.is_empty())
    }

    /// Returns the text with the label before it.
    pub(super) fn labelled_text(&self) -> String {
        let parts: Vec<&str> = self
            .label
            .iter()
            .chain([&self.text])
            .map(String::as_str)
            .collect();
        parts.join(" ").trim().to_owned()
    }
}

/// A unit as the book file has it: known, or new; a sentence, or what contains sentences.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PlacedUnit {
    /// The unit of the rules; `None` for a new one.
    pub(super) unit: Option<UnitId>,
    /// Paragraph, bullet or table.
    pub(super) kind: UnitKind,
    /// The indices of the blocks of its text, without those of units inside it.
    pub(super) blocks: Vec<usize>,
    pub(super) label: Option<String>,
    pub(super) parts: Vec<Part>,
    /// How many further sentences each of its open runs has, if there are several.
    pub(super) opens: Option<Vec<usize>>,
    /// The cells of a table.
    pub(super) rows: Vec<Vec<String>>,
}

/// A part of a paragraph or bullet.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Part {
    /// A sentence with its unit, if it is known; without text if it is not printed.
    Sentence(Option<UnitId>, Option<String>),
    /// A unit inside it.
    Unit(PlacedUnit),
}

impl PlacedUnit {
    pub(super) fn new(unit: Option<UnitId>, kind: UnitKind) -> Self {
        Self {
            unit,
            kind,
            blocks: Vec::new(),
            label: None,
            parts: Vec::new(),
            opens: None,
            rows: Vec::new(),
        }
    }

    /// Returns the index of the first block of its text; the greatest number if it has none.
    pub(super) fn block(&self) -> usize {
        let inner = self.inner().map(Self::block);
        let first = self.blocks.iter().copied().chain(inner).min();
        first.unwrap_or(usize::MAX)
    }

    /// Returns the units inside it.
    pub(super) fn inner(&self) -> impl Iterator<Item = &Self> {
        self.parts.iter().filter_map(|part| match part {
            Part::Unit(unit) => Some(unit),
            Part::Sentence(..) => None,
        })
    }

    /// Returns the unit inside it that is this unit of the rules.
    pub(super) fn inner_mut(&mut self, unit: UnitId) -> Option<&mut Self> {
        self.parts.iter_mut().find_map(|part| match part {
            Part::Unit(own) => Some(own).filter(|own| own.unit == Some(unit)),
            Part::Sentence(..) => None,
        })
    }

    /// Adds the parts of the same unit, each where it is printed among the units inside it.
    pub(super) fn merge(&mut self, other: Self) {
        self.blocks.extend(other.blocks);
        for part in other.parts {
            match part {
                Part::Unit(inner) => {
                    let own = inner.unit.and_then(|unit| self.inner_mut(unit));
                    match own {
                        Some(own) => own.merge(inner),
                        None => self.insert(inner),
                    }
                }
                Part::Sentence(..) => self.parts.push(part),
            }
        }
    }

    fn insert(&mut self, inner: Self) {
        let is_unit = |part: &Part, before: bool| match part {
            Part::Unit(unit) => !before || unit.block() <= inner.block(),
            Part::Sentence(..) => false,
        };
        let before = self.parts.iter().rposition(|part| is_unit(part, true));
        let first = self.parts.iter().position(|part| is_unit(part, false));
        let at = before.map(|at| at + 1).or(first);
        self.parts
            .insert(at.unwrap_or(self.parts.len()), Part::Unit(inner));
    }

    /// Adds a part to the last unit that is at most so many levels inside it.
    fn push(&mut self, levels: u8, part: Part) {
        let last = self.parts.iter_mut().rev().find_map(|part| match part {
            Part::Unit(unit) => Some(unit),
            Part::Sentence(..) => None,
        });
        match last.filter(|_| levels > 0) {
            Some(inner) => inner.push(levels - 1, part),
            None => self.parts.push(part),
        }
    }

    /// Gives a new unit the label and the text of its first piece.
    fn begin(&mut self, piece: Piece) {
        self.label = piece.label;
        self.blocks.push(piece.block);
        if !piece.text.is_empty() {
            self.parts.push(Part::Sentence(None, Some(piece.text)));
        }
    }
}

/// Returns the sentences of blocks, and their tables. With `tables_are_lists`, a table whose rows
/// begin with short signs is a list of factors.
pub(super) fn pieces(
    blocks: &[(usize, BookletBlock)],
    tables_are_lists: bool,
) -> (Vec<Piece>, Vec<PlacedUnit>) {
    let (mut pieces, mut tables) = (Vec::new(), Vec::new());
    for (at, block) in blocks {
        let place = (*at, block.page);
        match block.kind {
            BookletBlockKind::Bullet(level) => {
                add_pieces(place, Start::Bullet(level), &block.text, &mut pieces);
            }
            BookletBlockKind::Table if tables_are_lists && is_list(block) => {
                for row in &block.rows {
                    let text = format!("{} {}", row[0], row[1].trim());
                    let bold = vec![std::ops::Range {
                        start: 0,
                        end: row[0].len(),
                    }];
                    let text = StyledText { text, bold };
                    add_pieces(place, Start::Bullet(1), &text, &mut pieces);
                }
            }
            BookletBlockKind::Table => tables.push(PlacedUnit {
                rows: block.rows.clone(),
                blocks: vec![*at],
                ..PlacedUnit::new(None, UnitKind::Table)
            }),
            BookletBlockKind::Paragraph
            | BookletBlockKind::Caption
            | BookletBlockKind::Footnote
            | BookletBlockKind::Heading(_) => {
                add_pieces(place, Start::Paragraph, &block.text, &mut pieces);
            }
        }
    }
    (pieces, tables)
}

/// Returns blocks as new units, as they are printed.
pub(super) fn units_as_printed(blocks: &[(usize, BookletBlock)]) -> Vec<PlacedUnit> {
    let (pieces, tables) = pieces(blocks, false);
    let mut out = new_units(pieces);
    out.extend(tables);
    out.sort_by_key(PlacedUnit::block);
    out
}

/// Makes new units of pieces.
///
/// Bullets belong to the paragraph before them. A list before the first paragraph is in a
/// paragraph without sentences.
pub(super) fn new_units(pieces: Vec<Piece>) -> Vec<PlacedUnit> {
    let mut out: Vec<PlacedUnit> = Vec::new();
    for piece in pieces {
        if out.is_empty() || piece.start == Start::Paragraph {
            out.push(PlacedUnit::new(None, UnitKind::Paragraph));
        }
        let Some(paragraph) = out.last_mut() else {
            continue;
        };
        match piece.start {
            Start::Paragraph => paragraph.begin(piece),
            Start::Bullet(level) => {
                let mut bullet = PlacedUnit::new(None, UnitKind::Bullet);
                bullet.begin(piece);
                paragraph.push(level - 1, Part::Unit(bullet));
            }
            Start::Within => {
                let sentence = Part::Sentence(None, Some(piece.labelled_text()));
                paragraph.push(u8::MAX, sentence);
            }
        }
    }
    out
}

/// Makes bullets of pieces. A list may be printed without signs.
pub(super) fn new_bullets(mut pieces: Vec<Piece>) -> Vec<Part> {
    let level = |piece: &Piece| match piece.start {
        Start::Bullet(level) => Some(level),
        Start::Within | Start::Paragraph => None,
    };
    let outermost = pieces.iter().filter_map(level).min().unwrap_or(1);
    for piece in &mut pieces {
        piece.start = match piece.start {
            Start::Bullet(level) => Start::Bullet(level - outermost + 1),
            Start::Paragraph => Start::Bullet(1),
            Start::Within => Start::Within,
        };
    }
    if let Some(first) = pieces.first_mut() {
        first.start = Start::Bullet(1);
    }
    let units = new_units(pieces);
    units.into_iter().flat_map(|unit| unit.parts).collect()
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

/// Adds the sentences of a text; its label belongs to the first one.
fn add_pieces(
    (block, page): (usize, usize),
    start: Start,
    text: &StyledText,
    out: &mut Vec<Piece>,
) {
    let (mut label, body) = label_and_body(start, text);
    let mut sentences: Vec<&str> = segment::sentences(body)
        .into_iter()
        .map(|span| span.of(body))
        .collect();
    if sentences.is_empty() && label.is_some() {
        sentences.push("");
    }
    for (nth, sentence) in sentences.into_iter().enumerate() {
        let label = label.take();
        out.push(Piece {
            block,
            page,
            start: if nth == 0 { start } else { Start::Within },
            words: Words::new(&format!(
                "{} {sentence}",
                label.as_deref().unwrap_or_default()
            )),
            label: label.map(str::to_owned),
            text: sentence.to_owned(),
        });
    }
}

/// Splits the label off a text: the words in bold before others, or a sign.
fn label_and_body(start: Start, text: &StyledText) -> (Option<&str>, &str) {
    let bold = text.bold_start();
    let lead = text.text[..bold].trim();
    let rest = text.text[bold..].trim_start();
    // a stop of the label may be in ordinary type
    let rest = rest
        .strip_prefix([':', '.'])
        .filter(|_| !lead.ends_with(['.', ':']))
        .map_or(rest, str::trim_start);
    if !lead.is_empty() && !rest.is_empty() && lead.split_whitespace().count() <= MAX_LABEL_WORDS {
        return (Some(lead), rest);
    }
    let body = text.text.trim();
    let is_label = |sign: &str| start != Start::Paragraph || !sign.starts_with(FACTOR_SIGNS);
    match sign_label(body) {
        Some((sign, rest)) if is_label(sign) => (Some(sign), rest),
        Some(_) | None => (None, body),
    }
}

/// The signs in front of factors.
const FACTOR_SIGNS: [char; 4] = ['+', '-', '−', '–'];

/// Splits off the factor, letter or number in front of a text: `+1 if uphill`, `(a) …`, `2. …`.
fn sign_label(text: &str) -> Option<(&str, &str)> {
    let (sign, rest) = text.split_once(' ')?;
    let is_number = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
    let factor = sign.strip_prefix(FACTOR_SIGNS).is_some_and(is_number);
    let letter = sign.starts_with('(') && sign.ends_with(')') && sign.chars().count() == 3;
    let bare = sign.strip_suffix(['.', ')']);
    let number = bare.is_some_and(|bare| bare.len() <= 2 && is_number(bare));
    (factor || letter || number).then_some((sign, rest.trim_start()))
}
