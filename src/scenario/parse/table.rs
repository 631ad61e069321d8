//! Lists written as tables: CSV, Markdown tables, and columns aligned by blanks. The words at the
//! head of the columns say what the cells are.

use super::{
    line::TableRow,
    parser::ScenarioParser,
    table_layout::{
        CellSeparator, Column, ColumnContent, SEPARATORS, Table, char_range, nearest_column,
        same_amount, same_unit, split_cells,
    },
};
use crate::{
    scenario::{
        record::RecordIx,
        token::{ScenarioTokenKind, tokenize},
        value::ScenarioValue,
        vocabulary::{KindIx, PropertyIx, ValueType, split_phrase},
    },
    text::{Span, Spanned},
};

impl ScenarioParser<'_> {
    /// Returns whether a line is the head of a table, which is then open.
    pub(super) fn open_table(&mut self, line: Span) -> bool {
        let line = self.with_empty_cells(line);
        let kinds = 0..self.vocabulary.kinds.len() as u16;
        for kind in kinds.map(KindIx) {
            let columns = &self.vocabulary.kind(kind).columns;
            if columns.is_empty() {
                continue;
            }
            for separator in SEPARATORS {
                let cells = split_cells(self.text, line, separator);
                let named: Vec<(Span, Option<ColumnContent>)> = cells
                    .into_iter()
                    .map(|cell| (cell, self.column_content(kind, cell)))
                    .collect();
                let full = named.iter().filter(|(cell, _)| !cell.is_empty()).count();
                let known = named
                    .iter()
                    .filter(|(_, content)| content.is_some())
                    .count();
                if known < 2 || known * 2 < full {
                    continue;
                }
                let column = |(cell, content): (Span, Option<ColumnContent>)| Column {
                    place: char_range(self.text, line, cell),
                    holds: content.unwrap_or(ColumnContent::Words),
                };
                self.table = Some(Table {
                    kind,
                    separator,
                    columns: named.into_iter().map(column).collect(),
                    around: None,
                });
                return true;
            }
        }
        false
    }

    /// Returns a line with the blanks in front of it, which may be empty cells.
    fn with_empty_cells(&self, line: Span) -> Span {
        let before = &self.text[..line.start()];
        let blanks = before.len() - before.trim_end_matches([' ', '\t']).len();
        Span::new(line.start() - blanks, line.end())
    }

    /// Returns what a column holds whose head is `cell`; `None` if the head is not known.
    fn column_content(&self, kind: KindIx, cell: Span) -> Option<ColumnContent> {
        let written = cell.of(self.text).to_lowercase();
        let written = written.trim_end_matches(['.', ':']);
        let words = split_phrase(written);
        let own = self.vocabulary.kind(kind);
        let property = own.columns.iter().find(|(head, _)| *head == written);
        if let Some((_, property)) = property {
            let holds = match own.properties.get(property).map(|own| &own.value_type) {
                Some(ValueType::Number { .. }) => ColumnContent::Property(*property),
                _ => ColumnContent::Words,
            };
            return Some(holds);
        }
        let kinds = self.vocabulary.kinds.iter();
        let around = kinds.enumerate().find(|(_, around)| {
            !words.is_empty()
                && around.lines.contains(&kind)
                && around.headings.iter().any(|heading| heading.words == words)
        });
        around.map(|(at, _)| ColumnContent::Around(KindIx(at as u16)))
    }

    /// Returns the cells of a line if it is a row of the open table.
    pub(super) fn table_row(&mut self, line: Span) -> Option<TableRow> {
        let line = self.with_empty_cells(line);
        let table = self.table.as_ref()?;
        let cells = split_cells(self.text, line, table.separator);
        if cells.len() < 2 {
            return None;
        }
        let count = self.vocabulary.kind(table.kind).count;
        let mut counted = Vec::new();
        let mut row = TableRow {
            kind: table.kind,
            words: Vec::new(),
            cells: Vec::new(),
            around: None,
            is_of_whole: false,
        };
        for (at, cell) in cells
            .into_iter()
            .enumerate()
            .filter(|(_, cell)| !cell.is_empty())
        {
            let column = match table.separator {
                CellSeparator::Sign(_) => table.columns.get(at),
                CellSeparator::Blanks => nearest_column(table, char_range(self.text, line, cell)),
            };
            match column.map_or(ColumnContent::Words, |column| column.holds) {
                ColumnContent::Property(property) if Some(property) == count => {
                    counted = tokenize(self.text, cell);
                }
                ColumnContent::Property(property) => row.cells.push((property, cell)),
                ColumnContent::Around(kind) => {
                    let is_named = cell.of(self.text).contains(char::is_alphanumeric);
                    row.around = is_named.then_some((kind, cell));
                }
                ColumnContent::Words => row.words.extend(tokenize(self.text, cell)),
            }
        }
        // the number comes first, wherever its column is
        row.words.splice(0..0, counted);
        let marked = self.marked_kind(&row.words)?;
        if marked != row.kind {
            let (from, to) = (self.vocabulary.kind(row.kind), self.vocabulary.kind(marked));
            row.cells
                .retain_mut(|(property, _)| match same_amount(from, to, *property) {
                    Some(own) => {
                        *property = own;
                        true
                    }
                    None => false,
                });
            row.kind = marked;
        }
        let own = self.vocabulary.kind(row.kind);
        let is_lone = |at: usize| {
            let found = own.phrases.longest_match(&row.words[at..]);
            found.is_some_and(|(_, meanings)| {
                meanings
                    .iter()
                    .any(|meaning| meaning.is_word_of(&own.lone_marks))
            })
        };
        row.is_of_whole = Some(row.kind) != self.table.as_ref().map(|table| table.kind)
            || (0..row.words.len()).any(is_lone);
        Some(row)
    }

    /// Sets what a row with the totals of a table says of a record: the cells below amounts are its
    /// total, others what has their unit. Returns whether the line is such a row.
    pub(super) fn parse_total_row(&mut self, record: RecordIx, line: Span) -> bool {
        let line = self.with_empty_cells(line);
        let Some(table) = self.table.as_ref() else {
            return false;
        };
        // totals are seldom below their column where only blanks align it
        if table.separator == CellSeparator::Blanks {
            return false;
        }
        let cells = split_cells(self.text, line, table.separator);
        let own = self.vocabulary.kind(self.scenario.record(record).kind);
        let rows = self.vocabulary.kind(table.kind);
        let mut found = Vec::new();
        for (at, cell) in cells
            .into_iter()
            .enumerate()
            .filter(|(_, cell)| !cell.is_empty())
        {
            let column = table.columns.get(at);
            let Some(ColumnContent::Property(property)) = column.map(|column| column.holds) else {
                continue;
            };
            let target = rows
                .amounts
                .filter(|amounts| [amounts.each, amounts.all, amounts.either].contains(&property))
                .and(own.amounts)
                .map(|amounts| amounts.all)
                .or_else(|| same_unit(rows, own, property));
            let number = tokenize(self.text, cell)
                .into_iter()
                .find_map(|token| match token.kind {
                    ScenarioTokenKind::Number(number) => Some((number, token.span)),
                    _ => None,
                });
            found.extend(target.zip(number));
        }
        let differ = |(at, (property, (number, _))): (usize, &(PropertyIx, (f64, Span)))| {
            let mut others = found[..at].iter();
            others.any(|(other, (value, _))| other == property && value != number)
        };
        let is_total = found.len() > 1 && !found.iter().enumerate().any(differ);
        if is_total {
            for (property, (number, span)) in found {
                let value = Spanned::new(ScenarioValue::Number(number), span);
                self.set_of_record(record, property, &value);
            }
        }
        is_total
    }

    /// Opens the record that the column of a row names, if it is not that of the row before.
    pub(super) fn open_around_row(&mut self, row: &TableRow) {
        let Some(table) = self.table.as_mut() else {
            return;
        };
        let kinds = table.columns.iter().find_map(|column| match column.holds {
            ColumnContent::Around(kind) => Some(kind),
            ColumnContent::Property(_) | ColumnContent::Words => None,
        });
        let Some(kind) = kinds else { return };
        match row.around {
            Some((kind, cell)) => {
                let words = cell.of(self.text);
                // the name may stand in the first row only: `1 Batu`, `1`
                let first = words
                    .split_whitespace()
                    .next()
                    .unwrap_or_default()
                    .to_owned();
                if table.around.as_ref() != Some(&first) {
                    table.around = Some(first);
                    self.open_implied(kind, Some(cell), cell);
                }
            }
            // the row belongs to what is around all of them
            // an empty cell repeats the one above, but for what is of the army
            None if !row.is_of_whole => {}
            None => {
                table.around = None;
                while self.is_open(kind) {
                    self.open_headings.pop();
                }
            }
        }
    }
}
