//! Reads plain text or Markdown into the pages and blocks of a booklet.

use super::{
    document::{Booklet, BookletBlock, BookletBlockKind, BookletPage, SetAside},
    marks::{bullet_sign, is_caption, page_number},
    styled_text::{LinePosition, StyledText},
};
use std::ops::Range;

/// Reads plain text or Markdown. A form feed ends a page; a line `Page 12` gives its number, and
/// so does a number alone on the first or last line of a page if the text has form feeds.
pub fn read_plain(text: &str) -> Booklet {
    let mut reader = PlainReader {
        booklet: Booklet {
            pages: vec![BookletPage::default()],
            ..Booklet::default()
        },
        open: None,
        line: 0,
        list: Vec::new(),
        indent: 0,
    };
    for page in text.split_inclusive('\u{c}') {
        let lines: Vec<&str> = page.trim_end_matches('\u{c}').lines().collect();
        let printed = text.contains('\u{c}');
        let number = |at: usize| {
            printed
                && (at == first_line(&lines) || at + 1 == last_line(&lines))
                && page_number(lines[at]).is_some()
        };
        for (at, line) in lines.iter().enumerate() {
            if number(at) || is_page_line(line) {
                reader.page_number(line);
            } else {
                reader.line(line, lines.get(at + 1).copied());
            }
        }
        if page.ends_with('\u{c}') {
            reader.next_page();
        }
    }
    reader.close();
    reader.booklet
}

fn first_line(lines: &[&str]) -> usize {
    lines
        .iter()
        .position(|line| !line.trim().is_empty())
        .unwrap_or(0)
}

fn last_line(lines: &[&str]) -> usize {
    lines
        .iter()
        .rposition(|line| !line.trim().is_empty())
        .map_or(0, |at| at + 1)
}

/// Whether a line only names a page: `Page 12`, `- 12 -`.
fn is_page_line(line: &str) -> bool {
    let bare = line.trim().trim_matches(['#', '*', ' ']);
    let lower = bare.to_lowercase();
    (lower.starts_with("page ") || lower.starts_with("- ") && lower.ends_with(" -"))
        && page_number(bare).is_some()
}

/// Builds a [`Booklet`] from lines of text: holds the pages and blocks so far, and the block to
/// which lines are added.
struct PlainReader {
    booklet: Booklet,
    open: Option<BookletBlock>,
    /// The number of the last line on its page.
    line: u32,
    /// The indents of the list, outermost first.
    list: Vec<usize>,
    indent: usize,
}

impl PlainReader {
    fn page(&self) -> usize {
        self.booklet.pages.len() - 1
    }

    fn next_page(&mut self) {
        self.booklet.pages.push(BookletPage::default());
        self.line = 0;
    }

    fn page_number(&mut self, line: &str) {
        let page = self.page();
        let label = page_number(line.trim().trim_matches(['#', '*']));
        // without form feeds, a second number begins the next page
        if self.booklet.pages[page].label.is_some() {
            self.next_page();
        }
        let page = self.page();
        self.booklet.pages[page].label = label;
        self.booklet.set_aside.push(SetAside {
            page,
            text: line.trim().to_owned(),
        });
    }

    fn line(&mut self, line: &str, next: Option<&str>) {
        let body = line.trim();
        if body.is_empty() {
            self.close();
            return;
        }
        self.line += 1;
        let indent = line.len() - line.trim_start().len();
        if let Some(level) = heading_level(body) {
            self.close();
            let words = body.trim_matches('#').trim();
            self.push(BookletBlockKind::Heading(level), words);
            self.close();
            self.list.clear();
            return;
        }
        if body.starts_with('|') {
            self.table_row(body);
            return;
        }
        if next.is_some_and(is_underline) && self.open.is_none() {
            self.push(BookletBlockKind::Heading(2), body);
            self.close();
            return;
        }
        if is_underline(line) {
            return;
        }
        match bullet_sign(body).filter(|&sign| sign < body.len()) {
            Some(sign) => {
                self.close();
                let level = self.level(indent);
                self.indent = indent;
                self.push(BookletBlockKind::Bullet(level), &body[sign..]);
            }
            None if self.open.is_some() => self.append(body),
            None => {
                let kind = if is_caption(body) {
                    BookletBlockKind::Caption
                } else {
                    BookletBlockKind::Paragraph
                };
                self.push(kind, body);
            }
        }
    }

    fn level(&mut self, indent: usize) -> u8 {
        self.list.retain(|own| *own <= indent);
        if self.list.last() != Some(&indent) {
            self.list.push(indent);
        }
        self.list.len().min(9) as u8
    }

    fn styled(&self, words: &str) -> StyledText {
        let (text, bold) = without_marks(words);
        let at = LinePosition {
            page: self.page(),
            number: self.line,
        };
        StyledText::line(&text, &bold, at)
    }

    fn push(&mut self, kind: BookletBlockKind, words: &str) {
        let text = self.styled(words);
        self.open = Some(BookletBlock {
            kind,
            page: self.page(),
            text,
            rows: Vec::new(),
            may_continue: false,
        });
    }

    fn append(&mut self, words: &str) {
        let text = self.styled(words);
        if let Some(open) = &mut self.open {
            open.text.append_line(&text, &|_| false);
        }
    }

    fn table_row(&mut self, body: &str) {
        let cells: Vec<String> = body
            .trim_matches('|')
            .split('|')
            .map(|cell| without_marks(cell.trim()).0)
            .collect();
        let is_rule = cells
            .iter()
            .all(|cell| !cell.is_empty() && cell.chars().all(|c| "-: ".contains(c)));
        if self
            .open
            .as_ref()
            .is_none_or(|open| open.kind != BookletBlockKind::Table)
        {
            self.close();
            self.push(BookletBlockKind::Table, "");
        }
        if let Some(open) = self.open.as_mut().filter(|_| !is_rule) {
            open.rows.push(cells);
        }
    }

    fn close(&mut self) {
        let Some(mut block) = self.open.take() else {
            return;
        };
        let text = block.text.text.as_str();
        let short = text.split_whitespace().count() <= 10;
        let loud = block.text.is_upper_case();
        if block.kind == BookletBlockKind::Paragraph
            && short
            && (block.text.is_bold() || loud)
            && !text.ends_with([':', ';', ','])
        {
            block.kind = BookletBlockKind::Heading(3);
        }
        self.booklet.blocks.push(block);
    }
}

fn heading_level(body: &str) -> Option<u8> {
    let signs = body.len() - body.trim_start_matches('#').len();
    ((1..=6).contains(&signs) && body[signs..].starts_with(' ')).then_some(signs as u8)
}

fn is_underline(line: &str) -> bool {
    let line = line.trim();
    line.len() >= 3 && (line.chars().all(|c| c == '=') || line.chars().all(|c| c == '-'))
}

/// Removes the marks of bold words and backslashes; returns the text and the bytes in bold.
fn without_marks(words: &str) -> (String, Vec<Range<usize>>) {
    let mut text = String::new();
    let mut bold = Vec::new();
    let mut start = None;
    let mut rest = words;
    while let Some(c) = rest.chars().next() {
        if let Some(after) = rest.strip_prefix("**").or_else(|| rest.strip_prefix("__")) {
            match start.take() {
                None if after.contains(&rest[..2]) => start = Some(text.len()),
                None => text.push_str(&rest[..2]),
                Some(from) => bold.push(from..text.len()),
            }
            rest = after;
            continue;
        }
        if c == '\\' && rest[1..].starts_with(|c: char| c.is_ascii_punctuation()) {
            rest = &rest[1..];
            let next = rest.chars().next().unwrap_or_default();
            text.push(next);
            rest = &rest[next.len_utf8()..];
            continue;
        }
        text.push(c);
        rest = &rest[c.len_utf8()..];
    }
    (text, bold)
}
