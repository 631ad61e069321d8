//! Parses tables with a column for each command, and adds each row to the commands in which it has
//! a number: `Troops | Cost | Cmd 1 | Cmd 2`.

use super::{
    inline_heading::MOST_PARTS,
    line::TableRow,
    parser::ScenarioParser,
    part_count_table::PartCountRow,
    statement_line::lone_number,
    table_layout::{
        CellSeparator, ColumnContent, ListTable, TableColumn, char_range, nearest_column,
        same_unit, split_cells,
    },
    text_lines,
};
use crate::{
    scenario::{
        shared_words::shared_words,
        token::ScenarioToken,
        value::{ScenarioValue, number_value},
        vocabulary::{KindIx, PropertyIx, RecordKind},
    },
    syntax::MarkdownLine,
    text::Span,
};

/// The most rows below the heads of columns that are looked at to see what the columns hold.
const MAX_ROWS: usize = 60;

/// The head of a column, and what the column holds if it is known.
pub(super) type ColumnHead = (Span, Option<ColumnContent>);

/// A column that stands for a part: its index, the kind of the part and the head of the column.
type PartColumn = (usize, KindIx, Span);

/// Returns the number of the heads of columns that are known.
pub(super) fn count_known(named: &[ColumnHead]) -> usize {
    let known = named.iter().filter(|(_, content)| content.is_some());
    known.count()
}

/// Returns whether one of the heads of columns is that of a property.
fn has_property(named: &[ColumnHead]) -> bool {
    let is_property = |own: &Option<ColumnContent>| matches!(own, Some(ColumnContent::Property(_)));
    named.iter().any(|(_, own)| is_property(own))
}

impl ScenarioParser<'_> {
    /// Returns the heads of columns, where two of the cost of one are of one and of all, and the first of
    /// two numbers is that of the row: `PA l'un | PA`, `# | Elements`.
    pub(super) fn without_doubles(
        &self,
        kind: KindIx,
        mut named: Vec<ColumnHead>,
    ) -> Vec<ColumnHead> {
        let kind = self.vocabulary.kind(kind);
        let mut replace = |property, first, second| {
            let property = Some(ColumnContent::Property(property));
            let mut own = named.iter_mut().filter(|(_, content)| *content == property);
            if let (Some(one), Some(other)) = (own.next(), own.next()) {
                one.1 = Some(first);
                other.1 = Some(second);
            }
        };
        if let Some(amounts) = kind.amounts {
            let either = ColumnContent::Property(amounts.either);
            replace(amounts.each, either, either);
        }
        if let Some(count) = kind.count {
            replace(count, ColumnContent::Remark, ColumnContent::Property(count));
        }
        named
    }

    /// Returns the kind of the parts that have the rows of a kind: commands, of troops.
    pub(super) fn part_of_rows(&self, rows: KindIx) -> Option<KindIx> {
        let is_part = |own: &RecordKind| own.begins_with.is_some() && own.lines.contains(&rows);
        self.vocabulary.kind_where(is_part)
    }

    /// Returns the columns of the open table that stand for parts, with the heads of these.
    pub(super) fn part_columns(&self, table: &ListTable) -> Vec<PartColumn> {
        let columns = table.columns.iter().enumerate();
        let parts = columns.filter_map(|(at, column)| match column.holds {
            ColumnContent::CountIn(kind) => Some((at, kind, column.head)),
            _ => None,
        });
        parts.collect()
    }

    /// Returns the heads of columns, where two or more name a command each: `Cmd 1 | Cmd 2`.
    pub(super) fn with_part_columns(
        &self,
        kind: KindIx,
        separator: CellSeparator,
        mut named: Vec<ColumnHead>,
    ) -> Vec<ColumnHead> {
        let known = count_known(&named);
        let around = self.part_of_rows(kind);
        let part = |cell: Span| {
            let tokens = self.tokens(cell);
            // `Germanicus (C-in-C)`
            if tokens.len() > 1 && self.begins_with_rank_word(&tokens) {
                return around;
            }
            let found = self.find_heading(&tokens, true)?.kind?;
            let is_around = self.vocabulary.kind(found).lines.contains(&kind);
            self.part_heading(cell).filter(|_| is_around).map(|_| found)
        };
        let is_open = |(cell, content): &ColumnHead| content.is_none() && !cell.is_empty();
        let parts: Vec<usize> = (0..named.len())
            .filter(|&at| known > 0 && is_open(&named[at]) && part(named[at].0).is_some())
            .collect();
        let lettered = self.lettered_columns(kind, &named);
        let counted = || self.counted_columns(kind, separator, &named);
        let lettered = lettered.or_else(|| (known > 0).then(counted).flatten());
        if parts.len() > 1 || lettered.is_some() {
            for at in parts {
                named[at].1 = part(named[at].0).map(ColumnContent::CountIn);
            }
            for (at, around) in lettered.into_iter().flatten() {
                named[at].1 = Some(ColumnContent::CountIn(around));
            }
            // `Total | AP total`: the first one is the number of elements
            let own = self.vocabulary.kind(kind);
            let all = own.amounts.map(|own| ColumnContent::Property(own.all));
            let mut totals = (0..named.len()).filter(|&at| all.is_some() && named[at].1 == all);
            if let (Some(first), Some(_)) = (totals.next(), totals.next()) {
                named[first].1 = own.count.map(ColumnContent::Property);
            }
        }
        named
    }

    /// Returns the heads of columns, where one that names a part has the number of each row's elements:
    /// `Cmd | Troops | Class | AP` above `10 | Archers | Irr Bw(O) | 40`.
    pub(super) fn with_numbers_of_rows(
        &self,
        kind: KindIx,
        separator: CellSeparator,
        mut named: Vec<ColumnHead>,
    ) -> Vec<ColumnHead> {
        let is_part = |own: &Option<ColumnContent>| matches!(own, Some(ColumnContent::Around(_)));
        let part = named.iter().position(|(_, own)| is_part(own));
        let part = part.filter(|_| has_property(&named));
        let count = self.vocabulary.kind(kind).count;
        let count = count.map(ColumnContent::Property);
        let has_count = named.iter().any(|(_, own)| own.is_some() && *own == count);
        let (Some(part), Some((head, _)), false) = (part, named.last(), has_count) else {
            return named;
        };
        let is_counted = |cell: &Span| {
            let tokens = self.tokens(*cell);
            tokens.first().is_some_and(ScenarioToken::is_number) && self.names_troops(&tokens)
        };
        let number = |line: MarkdownLine| {
            let cells = split_cells(self.text, self.with_empty_cells(line.span), separator);
            let number = lone_number(&self.tokens(*cells.get(part)?))?;
            let number = number.value.number();
            number.filter(|_| !cells.iter().any(is_counted))
        };
        let numbers: Option<Vec<f64>> = self.marked_lines_below(*head).map(number).collect();
        if numbers.is_some_and(|numbers| numbers.iter().any(|own| *own > MOST_PARTS)) {
            named[part].1 = count;
        }
        named
    }

    /// Returns the heads of columns, where one whose head is a rank has the names of those who lead the
    /// parts: `General;Troops;No` above `Porus;C-in-C El(O);1`.
    pub(super) fn with_names_of_leaders(
        &self,
        kind: KindIx,
        separator: CellSeparator,
        mut named: Vec<ColumnHead>,
    ) -> Vec<ColumnHead> {
        let is_rank = |(head, own): &ColumnHead| {
            matches!(own, None | Some(ColumnContent::Words))
                && self.begins_with_rank_word(&self.tokens(*head))
        };
        let rank = named.iter().position(is_rank);
        let rank = rank.filter(|_| has_property(&named) && separator != CellSeparator::Blanks);
        let (Some(rank), Some((head, _)), Some(part)) =
            (rank, named.last(), self.part_of_rows(kind))
        else {
            return named;
        };
        let cells = self.marked_lines_below(*head).filter_map(|line| {
            let cells = split_cells(self.text, self.with_empty_cells(line.span), separator);
            let name = *cells.get(rank)?;
            (!name.is_empty()).then_some((name, cells))
        });
        // each name is next to a rank, and is none itself
        let is_name = |(name, cells): (Span, Vec<Span>)| {
            let words = self.tokens(name);
            let mut others = cells.into_iter().filter(|cell| *cell != name);
            name.of(self.text).starts_with(char::is_uppercase)
                && !self.begins_with_rank_word(&words)
                && others.any(|cell| self.begins_with_rank_word(&self.tokens(cell)))
        };
        let names: Vec<bool> = cells.map(is_name).collect();
        if names.len() > 1 && names.iter().all(|is_name| *is_name) {
            named[rank].1 = Some(ColumnContent::Around(part));
        }
        named
    }

    /// Returns the lines with troops among those below the heads of columns.
    fn marked_lines_below(&self, head: Span) -> impl Iterator<Item = MarkdownLine> + '_ {
        self.lines_below(head)
            .filter(|line| self.is_troop_line(line.span))
    }

    /// Returns the lines below the heads of columns that show what the columns hold.
    fn lines_below(&self, head: Span) -> impl Iterator<Item = MarkdownLine> + '_ {
        let from = self.next_line(head);
        let mut ends = self.text[from..].match_indices('\n').skip(MAX_ROWS);
        let end = ends.next().map_or(self.text.len(), |(at, _)| from + at);
        text_lines(&self.text[..end], from).into_iter()
    }

    /// Returns the columns whose heads count the parts of a record: `A | B | C`, `I | II | III`, with the
    /// kind of these parts.
    fn lettered_columns(&self, kind: KindIx, named: &[ColumnHead]) -> Option<Vec<(usize, KindIx)>> {
        const ORDERS: [&[&str]; 3] = [
            &["A", "B", "C", "D", "E"],
            &["I", "II", "III", "IV", "V"],
            &["1", "2", "3", "4", "5"],
        ];
        let known = count_known(named) > 0;
        let around = self.part_of_rows(kind)?;
        ORDERS.iter().find_map(|order| {
            let is_first =
                |(cell, content): &ColumnHead| content.is_none() && cell.of(self.text) == order[0];
            let first = named.iter().position(is_first).filter(|_| known)?;
            let columns = named[first..].iter().zip(*order);
            let columns = columns.take_while(|((cell, _), own)| cell.of(self.text) == **own);
            let count = columns.count();
            (count > 1).then(|| (first..first + count).map(|at| (at, around)).collect())
        })
    }

    /// Returns the columns without a known head that count elements, each for a part of its own, with the
    /// kind of these parts: each general below, two at least, has his number in one of them.
    fn counted_columns(
        &self,
        kind: KindIx,
        separator: CellSeparator,
        named: &[ColumnHead],
    ) -> Option<Vec<(usize, KindIx)>> {
        let (head, _) = *named.last()?;
        let around = self.part_of_rows(kind)?;
        let count = self.vocabulary.kind(kind).count?;
        let has_count = named
            .iter()
            .any(|(_, own)| *own == Some(ColumnContent::Property(count)));
        let is_open = |at: &usize| named[*at].1.is_none() && !named[*at].0.is_empty();
        let open: Vec<usize> = (0..named.len()).filter(is_open).collect();
        if has_count || open.len() < 2 {
            return None;
        }
        let mut generals = Vec::new();
        for line in self.lines_below(head) {
            let tokens = self.tokens(line.span);
            if !self.names_troops(&tokens) {
                break;
            }
            let cells = split_cells(self.text, self.with_empty_cells(line.span), separator);
            let is_full = |at: &usize| {
                let cell = cells.get(*at);
                cell.is_some_and(|cell| cell.of(self.text).contains(char::is_alphanumeric))
            };
            let full: Vec<usize> = open.iter().copied().filter(is_full).collect();
            let is_number = |at: &usize| lone_number(&self.tokens(cells[*at])).is_some();
            // blanks do not show which cells are empty
            let is_whole = separator != CellSeparator::Blanks || cells.len() == named.len();
            if !is_whole || !full.iter().all(is_number) {
                return None;
            }
            if self.begins_with_rank_word(&tokens) {
                generals.push(full);
            }
        }
        let is_one = |full: &Vec<usize>| full.len() == 1;
        let is_split = generals.len() > 1 && generals.iter().all(is_one);
        let columns = open.into_iter().map(|at| (at, around));
        is_split.then(|| columns.collect())
    }

    /// Returns the words at the head of a column that say something of a line, if a cell of it says yes:
    /// `mounted: x`, `"general": true`.
    pub(super) fn flag_of_column(
        &self,
        table: &ListTable,
        column: &TableColumn,
        cell: Span,
    ) -> Option<Vec<ScenarioToken>> {
        let head = self.tokens(column.head);
        let is_value = self.vocabulary.kind(table.kind).value_length(&head)? == head.len();
        (is_value && shared_words().yes.contains_in_any_case(cell.of(self.text))).then_some(head)
    }

    /// Keeps a row of a table with a column for each part. Returns whether it is one.
    pub(super) fn keep_row_of_parts(&mut self, row: &TableRow, line: Span) -> bool {
        let Some((table, parts)) = self.open_parts() else {
            return false;
        };
        let cells = table.cells(self.text, self.with_empty_cells(line));
        let number = |at: usize| {
            let mut tokens = self.tokens(*cells.get(at)?).into_iter();
            tokens.find(|token| token.number().is_some_and(|number| number > 0.0))
        };
        let counts = parts.iter();
        let counts = counts.filter_map(|(at, _, _)| Some((*at, number(*at)?)));
        let row = PartCountRow {
            row: row.clone(),
            span: line,
            counts: counts.collect(),
        };
        self.rows_of_parts.rows.push(row);
        true
    }

    /// Keeps the totals of a row below such a table. Returns whether it is one.
    pub(super) fn keep_totals_of_parts(&mut self, tokens: &[ScenarioToken], line: Span) -> bool {
        let Some((table, parts)) = self.open_parts() else {
            return false;
        };
        let kind = self.vocabulary.kind(parts[0].1);
        let rows = self.vocabulary.kind(table.kind);
        let property = kind.key_of(tokens).or_else(|| kind.unit_of(tokens));
        // `Points`: what their unit says of one line is the total of all
        let either = rows.amounts.and_then(|amounts| {
            rows.unit_length(tokens, |unit| unit == amounts.either)?;
            kind.total()
        });
        let property = either
            .or(property)
            .map(|own| same_unit(rows, kind, own).unwrap_or(own));
        let Some(property) = property else {
            return false;
        };
        let totals = parts.iter().filter_map(|(at, _, _)| {
            let cell = self.cell_of_column(&table, self.with_empty_cells(line), *at)?;
            let (number, span) = self.number_in(cell)?;
            let value = number_value(number, span);
            Some((*at, property, value))
        });
        let totals: Vec<_> = totals.collect();
        // the row may add up the columns, which are elements
        let elements = |column: usize| {
            let rows = self.rows_of_parts.rows.iter();
            let counts = rows.flat_map(|row| &row.counts);
            let counts = counts.filter(|(at, _)| *at == column);
            counts.filter_map(|(_, count)| count.number()).sum::<f64>()
        };
        let is_count = totals
            .iter()
            .all(|(at, _, total)| total.value == ScenarioValue::Number(elements(*at)));
        if !is_count {
            self.rows_of_parts.totals.extend(totals);
        }
        true
    }

    /// Adds the kept rows to the records of their parts, one part after the other.
    pub(super) fn flush_rows_of_parts(&mut self) {
        let mut kept = std::mem::take(&mut self.rows_of_parts);
        let Some((table, parts)) = self.open_parts().filter(|_| !kept.rows.is_empty()) else {
            return;
        };
        self.table = None;
        if let Some(amounts) = self.vocabulary.kind(table.kind).amounts {
            self.remove_sums_of_counts(&mut kept.rows, amounts.all);
        }
        for (column, part, head) in parts {
            let tokens = self.tokens(head);
            if self.find_heading(&tokens, true).is_some() {
                let level = self.plain_heading_level(&tokens).unwrap_or(2);
                self.parse_heading(level, head, &tokens);
            } else {
                self.open_implied(part, Some(head), head);
            }
            let record = self.open_record();
            for kept in &kept.rows {
                let count = kept.counts.iter().find(|(own, _)| *own == column);
                if let Some((_, count)) = count {
                    let row = self.row_of_part(&table, kept, count);
                    let best = self.row_candidate(&row);
                    self.add_line(best, kept.span);
                }
            }
            let totals = kept.totals.iter().filter(|(own, _, _)| *own == column);
            for (_, property, value) in totals {
                self.set_of_record(record, *property, value);
            }
        }
    }

    /// Opens a part that a row with its number and its name begins, and nothing else: `3,ARABS (ally)`.
    /// Returns whether it is such a row.
    pub(super) fn open_numbered_part(&mut self, line: Span) -> bool {
        let Some(table) = self.table.as_ref().filter(|_| !self.is_strict()) else {
            return false;
        };
        if !table.is_bounded() {
            return false;
        }
        let is_full = |cell: Span| cell.of(self.text).contains(char::is_alphanumeric);
        let cells = table.cells(self.text, self.with_empty_cells(line));
        let cells = cells.into_iter().enumerate();
        let cells: Vec<(usize, Span)> = cells.filter(|(_, cell)| is_full(*cell)).collect();
        let [(first, number), (_, name)] = cells[..] else {
            return false;
        };
        // the column of the number has no head
        let column = table.columns.get(first);
        let is_free = column.is_some_and(|column| !is_full(column.head));
        let Some(part) = self.part_of_rows(table.kind) else {
            return false;
        };
        let records = self.scenario.records.iter();
        let known = records.filter(|record| record.kind == part).count();
        let number = self.number_in(number);
        let is_next = number.is_some_and(|(own, _)| own == (known + 1) as f64);
        let is_name =
            name.of(self.text).starts_with(char::is_alphabetic) && !self.is_troop_line(name);
        if !is_free || !is_next || !is_name {
            return false;
        }
        self.last_unused = None;
        self.open_implied(part, Some(name), name);
        if let Some(open) = self.open_headings.last_mut() {
            open.is_implied = false;
        }
        true
    }

    /// Returns a row with its number in one part. What all its elements cost is that of one part only if
    /// no other has any.
    fn row_of_part(
        &self,
        table: &ListTable,
        kept: &PartCountRow,
        count: &ScenarioToken,
    ) -> TableRow {
        let kind = self.vocabulary.kind(table.kind);
        let mut row = kept.row.clone();
        let known = usize::from(row.words.first().is_some_and(ScenarioToken::is_number));
        row.words.splice(..known, [count.clone()]);
        if let Some(amounts) = kind.amounts.filter(|_| kept.counts.len() > 1) {
            let cost = |(property, cell): &(PropertyIx, Span)| {
                let is_amount = amounts.contains(*property);
                let number = self.number_in(*cell).filter(|_| is_amount);
                number.map_or(0.0, |(number, _)| number)
            };
            let costs = row.cells.iter().map(cost).filter(|cost| *cost > 0.0);
            let (count, most) =
                costs.fold((0, 0.0), |(count, most), cost| (count + 1, cost.max(most)));
            row.cells.retain(|cell| {
                cell.0 != amounts.all && (count < 2 || cell.0 == amounts.each || cost(cell) < most)
            });
        }
        row
    }

    /// Returns the cell of a line that belongs to a column; where blanks align them, the one nearest to it.
    fn cell_of_column(&self, table: &ListTable, line: Span, column: usize) -> Option<Span> {
        let cells = table.cells(self.text, line);
        if !table.is_aligned() {
            return cells.get(column).copied();
        }
        let place = table.columns.get(column)?.place;
        cells.into_iter().find(|cell| {
            let own = nearest_column(table, char_range(self.text, line, *cell));
            !cell.is_empty() && own.is_some_and(|own| own.place == place)
        })
    }

    /// Removes the cells for the total of all elements of each row, if they are sums of the numbers in the
    /// parts: the head of such a column does not say what it counts.
    fn remove_sums_of_counts(&self, rows: &mut [PartCountRow], total: PropertyIx) {
        let is_sum = |row: &PartCountRow| {
            let counts = row.counts.iter();
            let sum: f64 = counts.filter_map(|(_, count)| count.number()).sum();
            let cell = row.row.cells.iter().find(|(own, _)| *own == total);
            let found = cell.and_then(|(_, cell)| self.number_in(*cell));
            found.is_some_and(|(own, _)| own == sum)
        };
        if rows.len() > 1 && rows.iter().all(is_sum) {
            for row in rows {
                row.row.cells.retain(|(own, _)| *own != total);
            }
        }
    }

    fn open_parts(&self) -> Option<(ListTable, Vec<PartColumn>)> {
        let table = self.table.clone()?;
        let parts = self.part_columns(&table);
        (parts.len() > 1).then_some((table, parts))
    }
}
