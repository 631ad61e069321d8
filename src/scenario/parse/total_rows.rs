//! Sets the totals of a command or army from the rows of a table that state them:
//! `1,,Sub-total,,,183.5`.

use super::{
    implied::LEAST_YEAR,
    parser::ScenarioParser,
    statement_line::{lone_number, only_number},
    table_layout::{ColumnContent, TableColumn, char_range, column_above, same_unit},
};
use crate::{
    scenario::{
        record::RecordIx,
        shared_words::shared_words,
        token::ScenarioToken,
        value::number_value,
        vocabulary::{PropertyIx, RecordKind},
    },
    text::Span,
};

impl ScenarioParser<'_> {
    /// Returns the tokens of the cells of a row that is no record but has a value of the record around it,
    /// from the first one with words on: `1,,Sub-total,,,183.5`, where the first column names the command.
    pub(super) fn table_summary(&self, line: Span) -> Option<Vec<ScenarioToken>> {
        let table = self.table.as_ref()?;
        let cells = table.cells(self.text, line);
        let count = self.vocabulary.kind(table.kind).count;
        let count = count.map(ColumnContent::Property);
        let is_around = |column: &TableColumn| matches!(column.holds, ColumnContent::Around(_));
        let is_number = |cell: &Span| lone_number(&self.tokens(*cell)).is_some();
        let is_own = |cell: &Span, column: &TableColumn| {
            // `| 75 | army, 63 EE | | 399 |`
            let is_count = Some(column.holds) == count && is_number(cell);
            !cell.is_empty() && !is_around(column) && !is_count
        };
        let mut columns = cells.iter().zip(&table.columns);
        let first = columns.position(|(cell, column)| is_own(cell, column))?;
        let tokens = self.tokens(cells[first]);
        // `27 | total | 123` is a row of numbers like those above
        let mut before = cells[..first].iter().zip(&table.columns);
        let is_behind_count = before.any(|(cell, column)| !is_around(column) && is_number(cell));
        if is_behind_count != tokens.iter().any(ScenarioToken::is_number) {
            return None;
        }
        let is_summary = cells[first].of(self.text).starts_with(char::is_alphabetic)
            && cells[first].start() > line.start()
            && self.described_record(&tokens, false).is_some();
        let own = cells[first..].iter();
        is_summary.then(|| own.flat_map(|cell| self.tokens(*cell)).collect())
    }

    /// Returns the part of an army that a row names behind the word for a total: `Total;Amda Seyon;;37`.
    pub(super) fn part_behind_total(&self, tokens: &[ScenarioToken]) -> Option<RecordIx> {
        let (total, rest) = tokens.split_first()?;
        if self.is_strict() || !total.is_one_of(&shared_words().totals) {
            return None;
        }
        let words = rest.iter().take_while(|token| token.is_word());
        let words: Vec<&str> = words.map(|word| word.span.of(self.text)).collect();
        let name = words.join(" ");
        self.scenario.indices().find(|&at| {
            let own = self.scenario.record(at).name.as_ref();
            let is_part = self.kind_of(at).begins_with.is_some();
            is_part && own.is_some_and(|own| *own.value == name)
        })
    }

    /// Sets the values of a record that a row with the totals of a table has. Returns whether the
    /// line is such a row. Cells below amounts are the total; others, the value with their unit.
    pub(super) fn parse_total_row(&mut self, record: RecordIx, line: Span) -> bool {
        let line = self.with_empty_cells(line);
        let Some(table) = self.table.as_ref() else {
            return false;
        };
        let cells = table.cells(self.text, line);
        let above = |cell: Span| column_above(table, char_range(self.text, line, cell));
        // totals are seldom below their column where only blanks align it
        let is_below = || {
            let is_number = |cell: &&Span| lone_number(&self.tokens(**cell)).is_some();
            let numbers = cells.iter().filter(is_number);
            let places = numbers
                .clone()
                .filter_map(|cell| Some(above(*cell)?.place.0));
            let mut places: Vec<usize> = places.collect();
            places.dedup();
            places.len() > 1 && places.len() >= numbers.count()
        };
        if table.is_aligned() && !is_below() {
            return false;
        }
        let own = self.kind_of(record);
        let rows = self.vocabulary.kind(table.kind);
        let (mut found, mut stated) = (Vec::new(), Vec::new());
        let (mut has_other, mut has_all) = (false, false);
        for (at, cell) in cells
            .into_iter()
            .enumerate()
            .filter(|(_, cell)| !cell.is_empty())
        {
            let column = match table.is_aligned() {
                true => above(cell),
                false => table.columns.get(at),
            };
            let Some(ColumnContent::Property(property)) = column.map(|column| column.holds) else {
                stated.extend(self.stated_in_cell(own, cell));
                has_other |= cell.of(self.text).starts_with(|c: char| c.is_ascii_digit());
                continue;
            };
            let total = own.total().filter(|_| rows.is_amount(property));
            let target = total.or_else(|| same_unit(rows, own, property));
            let number = self.number_in(cell);
            has_all |= number.is_some() && rows.total() == Some(property);
            found.extend(target.zip(number));
        }
        // `TOTAL SUNG 1134 | 72 | 400`: the number below the column is the total
        stated.retain(|(property, _)| found.iter().all(|(other, _)| other != property));
        found.append(&mut stated);
        let differ = |(at, (property, (number, _))): (usize, &(PropertyIx, (f64, Span)))| {
            let mut others = found[..at].iter();
            others.any(|(other, (value, _))| other == property && value != number)
        };
        let is_total = (found.len() > usize::from(has_other) || has_all)
            && !found.iter().enumerate().any(differ);
        if is_total {
            for (property, (number, span)) in found {
                self.set_of_record(record, property, &number_value(number, span));
            }
        }
        is_total
    }

    /// Returns the property of a kind that a cell consists of, with its number: `EE 31`, `army, 63 EE`.
    fn stated_in_cell(&self, kind: &RecordKind, cell: Span) -> Option<(PropertyIx, (f64, Span))> {
        let tokens = self.tokens(cell);
        let number = only_number(&tokens)?;
        let property = (0..tokens.len()).find_map(|at| kind.unit_of(&tokens[at..]))?;
        Some((property, number))
    }

    /// Sets the values of the open record that a row of numbers alone has: `| 35 | EE 31 | | 125 |`.
    /// Returns whether the line is such a row.
    pub(super) fn parse_row_of_numbers(&mut self, line: Span) -> bool {
        let open = self.open_headings.last().map(|open| open.record);
        let (Some(table), Some(open), false) = (&self.table, open, self.is_strict()) else {
            return false;
        };
        let own = self.kind_of(open);
        let cells = table.cells(self.text, self.with_empty_cells(line));
        let full = cells.iter().filter(|cell| !cell.is_empty());
        let is_stated = |cell: &Span| self.stated_in_cell(own, *cell).is_some();
        let is_whole = full
            .clone()
            .all(|cell| lone_number(&self.tokens(*cell)).is_some() || is_stated(cell));
        let is_row = table.is_aligned() || table.is_bounded() && full.clone().any(is_stated);
        is_row && is_whole && full.count() > 1 && self.parse_total_row(open, line)
    }

    /// Sets the values of the open record that a row below troops has, numbers without a unit and amounts
    /// with one: `|   |   | EE 17 |  166 |`. The greatest number is the total. Returns whether the line is
    /// such a row.
    pub(super) fn parse_row_of_amounts(&mut self, line: Span) -> bool {
        let open = self.open_record();
        let own = self.kind_of(open);
        let (Some(amounts), false) = (own.amounts, self.is_strict()) else {
            return false;
        };
        if self.open_headings.is_empty() {
            return false;
        }
        let tokens = self.tokens(line);
        let plain = tokens.iter().filter_map(ScenarioToken::spanned_number);
        let mut plain: Vec<(f64, Span)> = plain.collect();
        let mut stated = Vec::new();
        for (at, token) in tokens.iter().enumerate() {
            if token.is_number() {
                continue;
            }
            // `total` is a unit, too
            let unit = own.unit_of(&tokens[at..=at]);
            let unit = unit.filter(|unit| !amounts.contains(*unit));
            // the number nearest to a unit is its own
            let gap = |(_, span): &(f64, Span)| {
                let (before, behind) = (*span.min(&token.span), *span.max(&token.span));
                behind.start().saturating_sub(before.end())
            };
            let nearest = (0..plain.len()).min_by_key(|&at| gap(&plain[at]));
            let (Some(unit), Some(nearest)) = (unit, nearest) else {
                return false;
            };
            stated.push((unit, plain.remove(nearest)));
        }
        // `EE 13 (4.5)` and `EE 13   5` have a break point, `13   EE 13` has elements
        let least = stated.iter().map(|(_, (number, _))| 2.0 * number);
        let Some(least) = least.max_by(f64::total_cmp) else {
            return false;
        };
        let is_total = |own: &(f64, Span)| {
            let is_aside = self.text[..own.1.start()].ends_with('(');
            own.0 > least && own.0 < LEAST_YEAR && !is_aside
        };
        let total = plain.into_iter().max_by(|a, b| a.0.total_cmp(&b.0));
        let Some(total) = total.filter(is_total) else {
            return false;
        };
        stated.push((amounts.all, total));
        for (property, (number, span)) in stated {
            self.set_of_record(open, property, &number_value(number, span));
        }
        true
    }

    /// Returns the first number of a cell.
    pub(super) fn number_in(&self, cell: Span) -> Option<(f64, Span)> {
        // a decimal comma
        let whole = cell.of(self.text).replace(',', ".").parse();
        whole.map(|number| (number, cell)).ok().or_else(|| {
            let tokens = self.tokens(cell);
            tokens.iter().find_map(ScenarioToken::spanned_number)
        })
    }
}
