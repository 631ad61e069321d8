//! Groups the lines of a PDF into headings, paragraphs, bullets, tables, captions and footnotes.

use super::{line::PdfLine, table};
use crate::booklet::{
    document::{BookletBlock, BookletBlockKind},
    marks::{bullet_sign, is_caption},
    styled_text::StyledText,
};
use hayro_interpret::kurbo::Rect;
use std::collections::{HashMap, HashSet};

/// Signs of an inner list: items that begin with the same one of these are at one level.
const HOLLOW: [char; 3] = ['o', '◦', '○'];

/// The most by which the left edges of two columns with the same indents differ, in points.
const EDGE: f32 = 8.0;

/// The usual sizes and distances in the text of a booklet, with which lines are compared.
struct Measures {
    /// The size of the text.
    size: f32,
    /// The distance of two lines, as a share of their size.
    pitch: f32,
    /// Whether paragraphs begin with an indent.
    indents: bool,
    /// Words with a hyphen that are printed within a line.
    compounds: HashSet<String>,
}

impl Measures {
    fn new(lines: &[PdfLine]) -> Self {
        let mut sizes: HashMap<i32, usize> = HashMap::new();
        let mut compounds = HashSet::new();
        for line in lines {
            let text = line.text().text;
            *sizes.entry((line.size * 10.0).round() as i32).or_default() += text.len();
            let words = text.split_whitespace();
            compounds.extend(
                words
                    .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()))
                    .filter(|word| word.contains('-'))
                    .map(str::to_lowercase),
            );
        }
        let size = sizes
            .iter()
            .max_by_key(|(size, count)| (**count, **size))
            .map_or(10.0, |(size, _)| *size as f32 / 10.0);
        let neighbours = || {
            lines.windows(2).filter(|pair| {
                pair[0].column == pair[1].column
                    && is_near(pair[0].size, size)
                    && is_near(pair[1].size, size)
            })
        };
        let mut pitches: Vec<f32> = neighbours()
            .map(|pair| (pair[1].y - pair[0].y) / size)
            .filter(|pitch| *pitch > 0.5)
            .collect();
        pitches.sort_by(f32::total_cmp);
        let pitch = pitches.get(pitches.len() / 3).copied().unwrap_or(1.2);
        let indented = neighbours().filter(|pair| {
            let (before, line) = (&pair[0], &pair[1]);
            (before.x0() - line.edges.0).abs() < 1.0
                && (0.5..3.0).contains(&((line.x0() - line.edges.0) / size))
                && bullet_sign(&line.text().text).is_none()
        });
        Self {
            size,
            pitch,
            indents: indented.count() * 40 > lines.len(),
            compounds,
        }
    }

    fn keeps_hyphen(&self, word: &str) -> bool {
        self.compounds.contains(word)
    }
}

fn is_near(one: f32, other: f32) -> bool {
    (one - other).abs() < 0.07 * one.max(other)
}

/// A block to which further lines may be added, and the edges and the size of its lines, by which
/// this is decided.
struct OpenBookletBlock {
    block: BookletBlock,
    /// The index of its last line.
    last: usize,
    /// The left edges of its first line and of the lines after it.
    first_x: f32,
    rest_x: Option<f32>,
    size: f32,
    bold: bool,
}

/// Groups lines in reading order into blocks; `rules` are the drawn lines of each page.
pub(super) fn blocks(lines: &[PdfLine], rules: &[&[Rect]]) -> Vec<BookletBlock> {
    let mut grouper = BlockGrouper {
        lines,
        measures: Measures::new(lines),
        done: Vec::new(),
        open: None,
        list: Vec::new(),
        list_column: 0,
    };
    let mut at = 0;
    while at < lines.len() {
        let column = lines[at].column;
        let end = lines[at..]
            .iter()
            .take_while(|line| line.column == column)
            .count()
            + at;
        let sign_alone = lines[at].fragments.first().is_some_and(|fragment| {
            bullet_sign(&format!("{} ", fragment.text.trim()))
                == Some(fragment.text.trim().len() + 1)
        });
        let found = (!sign_alone && table::labelled_row(&lines[at]).is_none())
            .then(|| {
                table::table_at(
                    &lines[at..end],
                    rules.get(lines[at].page).copied().unwrap_or_default(),
                    &|word| grouper.measures.keeps_hyphen(word),
                )
            })
            .flatten();
        match found {
            Some(table) => {
                grouper.add_table(at, table.rows);
                at += table.lines;
            }
            None if let Some((row, count)) = grouper.row_at_break(at, end, rules) => {
                grouper.add_table(at, vec![row]);
                at += count;
            }
            None => {
                grouper.add_line(at);
                at += 1;
            }
        }
    }
    grouper.close();
    join_tables(grouper.done)
}

/// Groups lines of a PDF to blocks in order: holds the finished blocks, and the one to which lines
/// are added.
struct BlockGrouper<'l> {
    lines: &'l [PdfLine],
    measures: Measures,
    done: Vec<BookletBlock>,
    open: Option<OpenBookletBlock>,
    /// The signs of the list, outermost first, each with its distance from the left edge of its
    /// column.
    list: Vec<(char, f32)>,
    /// The column of the last item.
    list_column: usize,
}

impl BlockGrouper<'_> {
    /// Returns the row that begins at a line, with the number of its lines, if it is alone at the
    /// foot or head of a column and the rest of its table is in the next or previous one.
    fn row_at_break(
        &self,
        at: usize,
        end: usize,
        rules: &[&[Rect]],
    ) -> Option<(Vec<String>, usize)> {
        let begins = at > 0 && self.lines[at - 1].column != self.lines[at].column;
        let before = self.done.last().filter(|_| begins && self.open.is_none());
        if let Some(before) = before.filter(|last| last.kind == BookletBlockKind::Table) {
            return table::row_at_break(&self.lines[at..end], before.rows.first()?.len());
        }
        let next = self.lines.get(end..)?;
        let column = next.first()?.column;
        let own = next.iter().take_while(|line| line.column == column).count();
        let rules = rules.get(next[0].page).copied().unwrap_or_default();
        // a row that is not the last one of its column is not looked at closely
        if end - at > 3 || self.lines[at].fragments.len() < 2 {
            return None;
        }
        let table = table::table_at(&next[..own], rules, &|word| {
            self.measures.keeps_hyphen(word)
        })?;
        table::row_at_break(&self.lines[at..end], table.rows.first()?.len())
            .filter(|(_, count)| at + count == end)
    }

    fn add_table(&mut self, at: usize, rows: Vec<Vec<String>>) {
        self.close();
        let line = &self.lines[at];
        // the items below a row of a list are inside it
        self.list = vec![(' ', line.x0() - line.edges.0)];
        self.done.push(BookletBlock {
            kind: BookletBlockKind::Table,
            page: self.lines[at].page,
            text: StyledText::default(),
            rows,
            may_continue: at > 0 && self.lines[at].column != self.lines[at - 1].column,
        });
    }

    fn add_line(&mut self, at: usize) {
        let line = &self.lines[at];
        if let Some(row) = table::labelled_row(line) {
            self.add_row(at, row);
            return;
        }
        let text = line.text();
        if self.is_small_print(at, &text) {
            self.close();
        }
        let sign = bullet_sign(&text.text)
            .filter(|&sign| sign < text.text.len() && !self.is_dash_in_text(at, &text.text));
        let continues = sign.is_none()
            && self
                .open
                .as_ref()
                .is_some_and(|open| self.continues(open, at, &text));
        if continues {
            let (measures, open) = (&self.measures, self.open.as_mut());
            if let Some(open) = open {
                open.block
                    .text
                    .append_line(&text, &|word| measures.keeps_hyphen(word));
                if self.lines[open.last].column != line.column {
                    // the next column has left edges of its own
                    let by = line.edges.0 - self.lines[open.last].edges.0;
                    open.first_x += by;
                    open.rest_x = open.rest_x.map(|x| x + by);
                }
                open.last = at;
                open.rest_x = Some(open.rest_x.unwrap_or(line.x0()).min(line.x0()));
            }
            return;
        }
        let begins_column = at == 0 || self.lines[at - 1].column != line.column;
        self.close();
        let kind = match sign {
            Some(_) => {
                let sign = text.text.chars().next().unwrap_or('•');
                BookletBlockKind::Bullet(self.level(sign, line))
            }
            None => BookletBlockKind::Paragraph,
        };
        let text = sign.map_or_else(|| text.clone(), |sign| text.from_byte(sign));
        let rest_x = sign.and(line.fragments.get(1).map(|fragment| fragment.x0));
        let may_continue = begins_column && sign.is_none() && at > 0;
        self.open_block(at, kind, text, rest_x, may_continue);
    }

    /// Whether a line begins with a dash that is part of a paragraph: the line before it is full,
    /// ends no sentence, and begins as far left.
    fn is_dash_in_text(&self, at: usize, text: &str) -> bool {
        let line = &self.lines[at];
        text.starts_with(['–', '—', '-'])
            && self.open.as_ref().is_some_and(|open| {
                let before = &self.lines[open.last];
                let left = open.rest_x.unwrap_or(open.first_x);
                open.block.kind == BookletBlockKind::Paragraph
                    && before.column == line.column
                    && (line.x0() - left).abs() < 1.5
                    && !ends_sentence(&open.block.text.text)
                    && !self.next_word_fits(before, line)
            })
    }

    /// Adds a row of a list that has a label and, behind a wide gap, its text.
    fn add_row(&mut self, at: usize, (label, words): (String, String)) {
        self.close();
        let line = &self.lines[at];
        let mut text = line.text();
        text.bold.clear();
        text.bold.push(0..label.len());
        text.text = format!("{label} {words}");
        let kind = BookletBlockKind::Bullet(self.level(' ', line));
        let hang = line.x0() + 2.0;
        self.open_block(at, kind, text, Some(hang), false);
    }

    fn open_block(
        &mut self,
        at: usize,
        kind: BookletBlockKind,
        text: StyledText,
        rest_x: Option<f32>,
        may_continue: bool,
    ) {
        let line = &self.lines[at];
        self.open = Some(OpenBookletBlock {
            last: at,
            first_x: line.x0(),
            rest_x,
            size: line.size,
            bold: text.is_bold(),
            block: BookletBlock {
                kind,
                page: line.page,
                text,
                rows: Vec::new(),
                may_continue,
            },
        });
    }

    /// Returns the level of a bullet whose sign is the start of a line.
    fn level(&mut self, sign: char, line: &PdfLine) -> u8 {
        let x = line.x0() - line.edges.0;
        // a column that has only items begins farther right than the others
        if self.list_column != line.column {
            let is_same = |own: &&(char, f32)| own.0 == sign && (own.1 - x).abs() < EDGE;
            let shift = self.list.iter().find(is_same).map(|own| x - own.1);
            for own in &mut self.list {
                own.1 += shift.unwrap_or_default();
            }
            self.list_column = line.column;
        }
        let same = self.list.iter().position(|own| own.0 == sign);
        if let Some(at) = same.filter(|_| HOLLOW.contains(&sign)) {
            self.list.truncate(at + 1);
        } else {
            self.list.retain(|own| own.1 <= x + 2.0);
            if self.list.last().is_none_or(|last| (last.1 - x).abs() > 2.0) {
                self.list.push((sign, x));
            }
        }
        self.list.len().min(9) as u8
    }

    /// Whether a line at the foot of a page begins a note or caption. A sentence may go on with
    /// `Fig. 3` in a new line.
    fn is_small_print(&self, at: usize, text: &StyledText) -> bool {
        let goes_on = || {
            self.open.as_ref().is_some_and(|open| {
                let before = &open.block.text.text;
                is_near(open.size, self.lines[at].size)
                    && !ends_sentence(before)
                    && !is_caption(before)
            })
        };
        self.lines[at].size < 0.9 * self.measures.size && is_note_mark(&text.text)
            || is_caption(&text.text) && !goes_on()
    }

    fn continues(&self, open: &OpenBookletBlock, at: usize, text: &StyledText) -> bool {
        let (before, line) = (&self.lines[open.last], &self.lines[at]);
        if !is_near(open.size, line.size)
            || open.bold != text.is_bold()
                && (open.bold
                    || text.is_bold()
                        && text.text.len() > 3
                        && open.block.text.text.ends_with(['.', ':', '?', '!']))
        {
            return false;
        }
        let fits = self.next_word_fits(before, line);
        // a caption has no full stop
        let ends = ends_sentence(&open.block.text.text) || is_caption(&open.block.text.text);
        // a label in bold begins a paragraph
        if ends && text.bold_start() > 0 && !text.is_bold() {
            return false;
        }
        if before.column != line.column {
            let indented = line.x0() - line.edges.0 > 0.5 * line.size;
            let is_list = matches!(open.block.kind, BookletBlockKind::Bullet(_));
            if is_list {
                // the rest of an item keeps its indent
                let hang = open.rest_x.unwrap_or(open.first_x) - before.edges.0;
                let goes_on = !ends && text.text.starts_with(char::is_lowercase);
                return goes_on
                    || (line.x0() - line.edges.0 - hang).abs() < 3.0
                        && (!ends || !fits)
                        && hang > 3.0;
            }
            return !ends || self.measures.indents && !fits && !indented;
        }
        let gap = line.y - before.y;
        // little room divides paragraphs only where a sentence ends
        let room = if ends { 0.15 } else { 0.28 };
        if gap > (self.measures.pitch + room) * line.size || gap < -line.size {
            return false;
        }
        if let BookletBlockKind::Bullet(_) = open.block.kind {
            let hang = open.rest_x.unwrap_or(open.first_x);
            return line.x0() > open.first_x + 1.5
                || (line.x0() - hang).abs() < 2.0 && !(ends && fits)
                || !ends && line.x0() >= open.first_x - 1.0;
        }
        let base = open.rest_x.unwrap_or(open.first_x.min(line.x0()));
        let indented = line.x0() - base > 0.5 * line.size && !is_centred(before, line);
        if indented {
            return false;
        }
        !(ends && fits)
    }

    /// Whether the first word of a line has room at the end of the line before it: that line then
    /// ended on purpose.
    fn next_word_fits(&self, before: &PdfLine, line: &PdfLine) -> bool {
        let Some(first) = line.fragments.first() else {
            return false;
        };
        let text = first.text.trim();
        let word = text.split_whitespace().next().unwrap_or_default();
        let width = (first.x1 - first.x0) * word.chars().count() as f32
            / text.chars().count().max(1) as f32;
        before.x1() + width + 0.8 * line.size < before.edges.1
    }

    /// Ends the open block, and decides whether it is a heading, caption or footnote.
    fn close(&mut self) {
        let Some(open) = self.open.take() else { return };
        let mut block = open.block;
        if block.kind == BookletBlockKind::Paragraph {
            block.kind = self.kind_of(&block, open.size);
        }
        if !matches!(
            block.kind,
            BookletBlockKind::Bullet(_) | BookletBlockKind::Footnote
        ) {
            self.list.clear();
        }
        self.done.push(block);
    }

    fn kind_of(&self, block: &BookletBlock, size: f32) -> BookletBlockKind {
        let text = block.text.text.as_str();
        let words = text.split_whitespace().count();
        if size < 0.9 * self.measures.size && is_note_mark(text) {
            return BookletBlockKind::Footnote;
        }
        let large = size > 1.1 * self.measures.size;
        let loud = block.text.is_upper_case();
        let ends_open = text.ends_with([':', ';', ',']);
        let most = if block.text.is_bold() { 20 } else { 14 };
        if words <= most
            && !ends_open
            && (large || block.text.is_bold() || loud && words <= 10)
            && text.chars().any(char::is_alphabetic)
        {
            let level = if size > 1.35 * self.measures.size {
                1
            } else if large || loud {
                2
            } else {
                3
            };
            return BookletBlockKind::Heading(level);
        }
        if is_caption(text) && words <= 40 {
            return BookletBlockKind::Caption;
        }
        BookletBlockKind::Paragraph
    }
}

fn is_centred(before: &PdfLine, line: &PdfLine) -> bool {
    let middle = |line: &PdfLine| (line.x0() + line.x1()) / 2.0;
    (middle(before) - middle(line)).abs() < 3.0
}

pub(super) fn ends_sentence(text: &str) -> bool {
    text.trim_end_matches(['"', '”', '’', '\'', ')', ']'])
        .ends_with(['.', '!', '?', ':', ';'])
}

/// Whether a text begins like a note: with a raised number, a star or a dagger.
fn is_note_mark(text: &str) -> bool {
    text.starts_with([
        '⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹', '*', '†', '‡', '§',
    ])
}

/// Joins tables that are divided by the end of a page or column; a first row that is repeated
/// after the division is left out.
fn join_tables(blocks: Vec<BookletBlock>) -> Vec<BookletBlock> {
    let mut out: Vec<BookletBlock> = Vec::new();
    for block in blocks {
        let width = |block: &BookletBlock| block.rows.first().map_or(0, Vec::len);
        let joins = block.kind == BookletBlockKind::Table
            && block.may_continue
            && out.last().is_some_and(|last| {
                last.kind == BookletBlockKind::Table && width(last) == width(&block)
            });
        match out.last_mut().filter(|_| joins) {
            Some(last) => {
                let repeated = usize::from(last.rows.first() == block.rows.first());
                last.rows.extend(block.rows.into_iter().skip(repeated));
            }
            None => out.push(block),
        }
    }
    out
}
