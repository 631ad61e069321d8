//! Splits lines of forms into their fields, `Player: Ann    Army: Gauls`, and removes numbered keys
//! in front of troops, `t3 = 10 | Reg Bw(S)`.

use super::{
    parser::{ScenarioParser, text_line},
    table_layout::{CellSeparator, split_cells},
};
use crate::{syntax::MarkdownLine, text::Span};

/// The most words of the label of a field.
const MAX_LABEL: usize = 3;

/// The most tokens in front of the first field that are no sentence.
const MAX_TITLE: usize = 5;

impl ScenarioParser<'_> {
    /// Returns the lines with each field of a form on a line of its own.
    pub(super) fn split_fields(&self, lines: Vec<MarkdownLine>) -> Vec<MarkdownLine> {
        if self.is_strict() {
            return lines;
        }
        let mut out = Vec::with_capacity(lines.len());
        for line in lines {
            let fields = self.fields_of(line.span);
            if fields.is_empty() {
                out.push(line);
            }
            out.extend(fields.into_iter().map(|span| MarkdownLine {
                indented: line.indented,
                ..text_line(span)
            }));
        }
        out
    }

    /// Returns the lines without the numbered keys in front of troops: `t3 = 10 | Reg Bw(S)`.
    pub(super) fn without_keys(&self, mut lines: Vec<MarkdownLine>) -> Vec<MarkdownLine> {
        /// The longest key, in bytes.
        const MAX_KEY: usize = 12;
        if self.is_strict() {
            return lines;
        }
        for line in &mut lines {
            let words = line.span.of(self.text);
            let Some((key, rest)) = words.split_once('=') else {
                continue;
            };
            let key = key.trim_end();
            let is_key = key.len() <= MAX_KEY
                && key.starts_with(char::is_alphabetic)
                && key.ends_with(|c: char| c.is_ascii_digit())
                && key.chars().all(|c| c.is_alphanumeric() || c == '_');
            let rest = Span::new(line.span.end() - rest.trim_start().len(), line.span.end());
            if is_key && self.is_troop_line(rest) {
                line.span = rest;
            }
        }
        lines
    }

    /// Returns the fields of a line; none if it is no line of a form.
    fn fields_of(&self, line: Span) -> Vec<Span> {
        let words = line.of(self.text);
        // few lines have more than one label
        let is_object = words.starts_with('{');
        if is_object || !words.contains([':', '|', '\t', ';', ',']) || self.is_troop_line(line) {
            return Vec::new();
        }
        let separators = [
            CellSeparator::Sign('|'),
            CellSeparator::Sign('\t'),
            CellSeparator::Sign(';'),
            CellSeparator::Sign(','),
            CellSeparator::Blanks,
        ];
        for separator in separators {
            let cells = split_cells(self.text, line, separator);
            let cells: Vec<Span> = cells.into_iter().filter(|cell| !cell.is_empty()).collect();
            if cells.len() < 2 {
                continue;
            }
            let is_apart = |pair: &[Span]| {
                let gap = &self.text[pair[0].end()..pair[1].start()];
                separator != CellSeparator::Blanks || gap.len() > 2
            };
            let (first, rest) = (cells[0], &cells[1..]);
            // `C-in-C, Jayavarman:` is a title
            let has_value = |cell: &Span| !cell.of(self.text).ends_with(':');
            // `The van is under my sub-general, Hans von Hallwyl: one element of`
            let is_sentence = |cell: Span| {
                separator == CellSeparator::Sign(',')
                    && self.names_rank(cell)
                    && !self.is_labelled(cell)
                    && self.tokens(cell).len() > MAX_TITLE
            };
            // the first one may be the title of the form
            let has_labels = rest.iter().all(|cell| self.is_labelled(*cell))
                && (!self.names_rank(first) || rest.iter().any(has_value))
                && cells.windows(2).all(is_apart)
                && !(rest.len() == 1 && is_sentence(first))
                && !cells.iter().any(|cell| self.part_heading(*cell).is_some())
                && (rest.len() > 1 || self.is_labelled(first) || !self.is_known_label(first));
            if has_labels {
                return cells;
            }
            // `| Army | Gauls | Limit | 400 AP |`
            let labels = cells.iter().step_by(2);
            let known = labels.filter(|cell| self.is_known_label(**cell)).count();
            let mut values = cells.iter().skip(1).step_by(2);
            let is_paired = separator != CellSeparator::Blanks && cells.len().is_multiple_of(2);
            if is_paired && known > 1 && !values.any(|cell| self.is_head(*cell)) {
                return cells.chunks(2).map(|pair| pair[0].join(pair[1])).collect();
            }
        }
        Vec::new()
    }

    /// Returns whether a cell is a label, or the head of a column.
    fn is_head(&self, cell: Span) -> bool {
        let mut kinds = self.vocabulary.kind_indices();
        self.is_known_label(cell) || kinds.any(|kind| self.column_content(kind, cell).is_some())
    }

    /// Returns whether a cell has a label of few words and a colon.
    fn is_labelled(&self, cell: Span) -> bool {
        let tokens = self.tokens(cell);
        let words = tokens.iter().take_while(|token| token.is_word()).count();
        let has_colon = tokens.get(words).is_some_and(|token| token.is_sign(":"));
        (1..=MAX_LABEL).contains(&words) && has_colon
    }

    /// Returns whether a cell consists of the words of a heading, or of a key of the army or the game.
    fn is_known_label(&self, cell: Span) -> bool {
        let tokens = self.tokens(cell);
        let mut kinds = self.vocabulary.kinds.iter();
        !tokens.is_empty()
            && kinds.any(|kind| {
                let is_around = kind.implied || kind.within.is_empty();
                is_around && kind.key_length(&tokens, |_| true) == Some(tokens.len())
            })
    }
}
