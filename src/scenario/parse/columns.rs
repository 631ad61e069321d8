//! Splits lines in which parts of an army (commands) are in columns next to each other (in print or
//! as cells of a spreadsheet), and returns their pieces as lines, column by column.

use super::{
    parser::{ScenarioParser, text_line},
    table_layout::{CellSeparator, ColumnContent, split_cells},
    text_lines::classify,
};
use crate::{
    scenario::{
        token::ScenarioToken,
        vocabulary::{ROOT, RecordKind},
    },
    syntax::MarkdownLine,
    text::Span,
};

/// How far the beginning of a column may be from where it was in the block above, in characters.
const MAX_SHIFT: usize = 3;

/// Where the lines of a block are split into columns.
#[derive(Clone, Debug, PartialEq)]
enum ColumnSplit {
    /// At these characters of the line, each behind blanks.
    Gutters(Vec<usize>),
    /// At the cells with these numbers.
    Cells(CellSeparator, Vec<usize>),
}

impl ScenarioParser<'_> {
    /// Returns the lines in reading order: of each block in columns, the left one first.
    pub(super) fn unfold_columns(&self, lines: Vec<MarkdownLine>) -> Vec<MarkdownLine> {
        if self.is_strict() {
            return lines;
        }
        let mut out = Vec::with_capacity(lines.len());
        let mut known: Option<ColumnSplit> = None;
        let mut rest = lines.as_slice();
        while let Some(first) = rest.first() {
            let split = self
                .split_of(first.span, known.as_ref())
                .or_else(|| self.split_of_records(rest))
                .or_else(|| self.split_of_sums(rest, known.as_ref()));
            let Some(split) = split else {
                out.push(*first);
                rest = &rest[1..];
                continue;
            };
            let length = self.block_length(rest, &split);
            let rows: Vec<Vec<Option<Span>>> = rest[..length]
                .iter()
                .map(|line| self.parts_of(line.span, &split).unwrap_or_default())
                .collect();
            let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
            for column in 0..columns {
                let parts = rows.iter().filter_map(|row| *row.get(column)?);
                out.extend(parts.map(|span| match split {
                    // `2. Segimer, sub-general`
                    ColumnSplit::Gutters(_) => classify(self.text, span, false),
                    ColumnSplit::Cells(..) => text_line(span),
                }));
            }
            known = Some(split);
            rest = &rest[length..];
        }
        out
    }

    /// Returns how many lines the block has that begins with the first of `lines`.
    fn block_length(&self, lines: &[MarkdownLine], split: &ColumnSplit) -> usize {
        let mut length = 1;
        let mut last = 1;
        while let Some(line) = lines.get(length) {
            let gap = lines[length - 1].span.end()..line.span.start();
            let gap = self.text.get(gap).unwrap_or_default();
            let is_apart = gap.matches('\n').count() > 1;
            let Some(parts) = self.parts_of(line.span, split) else {
                break;
            };
            let is_right = parts.iter().skip(1).any(Option::is_some);
            let next = self.split_of(line.span, Some(split));
            // the heads of columns directly below the headings of parts
            let is_same = matches!(split, ColumnSplit::Cells(..)) && next.as_ref() == Some(split);
            let begins_next = next.is_some() && !(length == 1 && is_same);
            if begins_next || is_apart && !is_right {
                break;
            }
            length += 1;
            if is_right || !is_apart {
                last = length;
            }
        }
        last
    }

    /// Returns how a line with the headings of two or more columns is split. Below such a line one
    /// heading is enough, at the same place.
    fn split_of(&self, line: Span, known: Option<&ColumnSplit>) -> Option<ColumnSplit> {
        self.cells_of(line).or_else(|| {
            let gutters: Vec<(usize, Span)> = self.words_apart(line);
            let found: Vec<(usize, bool)> = gutters
                .iter()
                .filter_map(|(at, part)| Some((*at, self.part_heading(*part)?)))
                .collect();
            // `Command 4   Mongol allies` is one heading
            let are_alike = found.windows(2).all(|pair| pair[0].1 == pair[1].1);
            if let [(first, _), others @ ..] = &found[..]
                && !others.is_empty()
                && are_alike
                && *first == gutters[0].0
            {
                let others = others.iter().map(|(at, _)| *at);
                return Some(ColumnSplit::Gutters(others.collect()));
            }
            let Some(ColumnSplit::Gutters(known)) = known else {
                return None;
            };
            let (_, first) = gutters.first()?;
            let own = gutters[1..].iter().map(|(at, _)| *at);
            let own: Vec<usize> = own
                .filter(|at| known.iter().any(|gutter| gutter.abs_diff(*at) <= MAX_SHIFT))
                .collect();
            let is_next = !own.is_empty() && self.part_heading(*first).is_some();
            is_next.then_some(ColumnSplit::Gutters(own))
        })
    }

    /// Returns how lines are split whose first one has two names beside each other, and each of the next
    /// two has two records below these.
    fn split_of_records(&self, lines: &[MarkdownLine]) -> Option<ColumnSplit> {
        let [names, records @ ..] = lines else {
            return None;
        };
        let own = self.words_apart(names.span);
        let [(_, left), (gutter, right)] = own[..] else {
            return None;
        };
        let is_name = |words: Span| {
            let tokens = self.tokens(words);
            // `2. Segimer, sub-general`
            let is_item = |at: usize| {
                at == 0
                    && self.text[tokens[at].span.end()..].starts_with(['.', ')'])
                    && tokens[at].is_number()
            };
            let is_word = |at: usize| tokens[at].is_word() || tokens[at].is_sign(",:-'’/");
            (0..tokens.len()).all(|at| is_word(at) || is_item(at))
                && words
                    .of(self.text)
                    .starts_with(|c: char| c.is_uppercase() || c.is_numeric())
                && !self.names_troops(&tokens)
        };
        let split = ColumnSplit::Gutters(vec![gutter]);
        let has_two = |line: &MarkdownLine| {
            let parts = self.parts_of(line.span, &split).unwrap_or_default();
            parts.len() == 2
                && parts
                    .into_iter()
                    .all(|part| part.is_some_and(|part| self.is_troop_line(part)))
        };
        let is_split = is_name(left)
            && is_name(right)
            && records.len() > 1
            && self.is_next_line(names.span, &records[0])
            && records[..2].iter().all(has_two);
        is_split.then_some(split)
    }

    /// Returns how the lines of a part below others in columns are split if what is beside its records is
    /// about the army: `4 Reg Kn(S)  60    Army total  440`.
    fn split_of_sums(
        &self,
        lines: &[MarkdownLine],
        known: Option<&ColumnSplit>,
    ) -> Option<ColumnSplit> {
        let split = known.filter(|known| matches!(known, ColumnSplit::Gutters(_)))?;
        let army = self.army_kind()?;
        let length = self.block_length(lines, split);
        let rows = lines[..length].iter();
        let rows: Vec<_> = rows
            .map(|line| self.parts_of(line.span, split))
            .collect::<Option<_>>()?;
        let first = (*rows.first()?.first()?)?;
        let key = |kind: &RecordKind, tokens: &[ScenarioToken]| {
            kind.key_length(tokens, |_| true).unwrap_or(0)
        };
        let beside: Vec<Vec<ScenarioToken>> = rows
            .iter()
            .flat_map(|row| row.iter().skip(1).flatten())
            .map(|part| self.tokens(*part))
            .collect();
        let is_about_army = |tokens: &Vec<ScenarioToken>| {
            let own = key(army, tokens).max(key(self.vocabulary.kind(ROOT), tokens));
            own > 0 && tokens.iter().any(ScenarioToken::is_number)
        };
        let is_of_army_alone = |tokens: &Vec<ScenarioToken>| {
            let own = key(army, tokens);
            let mut parts = self.vocabulary.part_kinds();
            parts.all(|(_, kind)| key(kind, tokens) < own)
        };
        let is_split = self.is_troop_line(first)
            && beside.iter().all(is_about_army)
            && beside.iter().any(is_of_army_alone);
        is_split.then(|| split.clone())
    }

    /// Returns how a row of cells is split that has the headings of several parts, or the heads of the
    /// same columns twice.
    fn cells_of(&self, line: Span) -> Option<ColumnSplit> {
        ['\t', ';', ',', '|'].into_iter().find_map(|sign| {
            let separator = CellSeparator::Sign(sign);
            let cells = split_cells(self.text, line, separator);
            if cells.len() < 4 {
                return None;
            }
            let full: Vec<usize> = (0..cells.len())
                .filter(|&at| !cells[at].is_empty())
                .collect();
            let is_part = |at: &usize| self.part_heading(cells[*at]).is_some();
            if full.len() > 1 && full.iter().all(is_part) {
                return Some(ColumnSplit::Cells(separator, full[1..].to_vec()));
            }
            let counts = self.vocabulary.kind_indices().find_map(|kind| {
                let count = ColumnContent::Property(self.vocabulary.kind(kind).count?);
                let own = |at: &usize| self.column_content(kind, cells[*at]) == Some(count);
                let found: Vec<usize> = full.iter().copied().filter(own).collect();
                // `# | Elements` are the number of the row and that of its troops
                let head = |at: &usize| cells[*at].of(self.text).to_lowercase();
                let are_same = found
                    .windows(2)
                    .all(|pair| head(&pair[0]) == head(&pair[1]));
                (found.len() > 1 && are_same).then_some(found)
            })?;
            // the columns of a part may begin in front of the number
            let lead = counts[0] - full[0];
            let starts = counts[1..].iter().map(|at| at - lead.min(*at)).collect();
            Some(ColumnSplit::Cells(separator, starts))
        })
    }

    /// Returns the parts of a line; `None` if it is not in columns.
    fn parts_of(&self, line: Span, split: &ColumnSplit) -> Option<Vec<Option<Span>>> {
        match split {
            ColumnSplit::Cells(separator, starts) => {
                let cells = split_cells(self.text, line, *separator);
                // empty cells at the end of a line may be missing
                if cells.len() < 2 {
                    return None;
                }
                let bounds = std::iter::once(0).chain(starts.iter().copied());
                let ends = starts.iter().copied().chain([cells.len()]);
                let part = |(from, to): (usize, usize)| {
                    let own = cells.get(from)?.join(cells[to.min(cells.len()) - 1]);
                    let is_full = own.of(self.text).contains(char::is_alphanumeric);
                    is_full.then_some(own)
                };
                Some(bounds.zip(ends).map(part).collect())
            }
            ColumnSplit::Gutters(gutters) => {
                let start = self.line_start(line);
                let whole = Span::new(start, line.end());
                let chars: Vec<(usize, char)> = whole.of(self.text).char_indices().collect();
                let byte = |at: usize| chars.get(at).map_or(line.end(), |(byte, _)| start + byte);
                let is_free = |gutter: usize| {
                    let before = chars.get(gutter.saturating_sub(2)..gutter.min(chars.len()));
                    before.is_none_or(|own| own.iter().all(|(_, c)| c.is_whitespace()))
                };
                if !gutters.iter().all(|&gutter| is_free(gutter)) {
                    return None;
                }
                let bounds = std::iter::once(0).chain(gutters.iter().copied());
                let ends = gutters.iter().copied().chain([chars.len()]);
                let part = |(from, to): (usize, usize)| {
                    let own = Span::new(byte(from).max(line.start()), byte(to).max(line.start()));
                    let words = own.of(self.text).trim();
                    let at = own.start() + own.of(self.text).find(words).unwrap_or(0);
                    (!words.is_empty()).then(|| Span::new(at, at + words.len()))
                };
                Some(bounds.zip(ends).map(part).collect())
            }
        }
    }

    /// Returns the parts of a line between two or more blanks, each with its first character.
    fn words_apart(&self, line: Span) -> Vec<(usize, Span)> {
        let start = self.line_start(line);
        let mut cells = split_cells(self.text, line, CellSeparator::Blanks);
        // a program that recognised print may have doubled all blanks
        let words = line.of(self.text);
        if words.split("  ").all(|part| !part.trim().contains(' ')) {
            let joins = |pair: &[Span]| pair[1].start() - pair[0].end() == 2;
            let groups = cells.chunk_by(|one, other| joins(&[*one, *other]));
            cells = groups
                .filter_map(|own| own.iter().copied().reduce(Span::join))
                .collect();
        }
        let place = |cell: &Span| Span::new(start, cell.start()).of(self.text).chars().count();
        let cells = cells.into_iter().filter(|cell| !cell.is_empty());
        cells.map(|cell| (place(&cell), cell)).collect()
    }

    /// Returns the byte at which the line around some words begins.
    pub(super) fn line_start(&self, line: Span) -> usize {
        self.text[..line.start()].rfind('\n').map_or(0, |at| at + 1)
    }

    /// Returns whether the heading of a part of an army begins with the words of one, as in `COMMAND 2:
    /// SILACES`; `None` if words are no such heading.
    pub(super) fn part_heading(&self, words: Span) -> Option<bool> {
        let tokens = self.tokens(words);
        if tokens.len() < 2 || self.names_troops(&tokens) {
            return None;
        }
        let found = self.find_heading(&tokens, true)?;
        let kind = self.vocabulary.kind(found.kind?);
        kind.begins_with.is_some().then(|| found.is_in_front())
    }
}
