//! Parses army lists written as tables: CSV, Markdown, HTML, columns aligned by spaces, or one cell
//! to a line.
//!
//! The words at the head of the columns determine what the cells hold.

use super::{
    boxes::has_box,
    line::{TableRow, front_of_initial},
    parser::ScenarioParser,
    statement_line::lone_number,
    table_layout::{
        CellSeparator, ColumnContent, ListTable, SEPARATORS, TableColumn, char_range,
        columns_in_order, nearest_column, same_amount, split_cells,
    },
    table_parts::{ColumnHead, count_known},
};
use crate::{
    scenario::{
        shared_words::shared_words,
        token::{ScenarioToken, ScenarioTokenKind, span_of},
        vocabulary::{KindIx, PropertyIx, RecordKind, ValueType, split_phrase},
    },
    syntax::MarkdownLine,
    text::Span,
};

/// The least number of columns of a table that is written one cell to a line.
const MIN_COLUMNS: usize = 3;

/// The greatest number of such columns.
const MAX_COLUMNS: usize = 12;

/// Returns whether a token is a number or a sign for one.
fn is_amount(token: &ScenarioToken) -> bool {
    token.is_number() || token.is_sign("=@")
}

impl ScenarioParser<'_> {
    /// Returns whether a line is the head of a table, which is then open.
    pub(super) fn open_table(&mut self, line: Span) -> bool {
        // `COMMAND A    C-in-C [x]    Ally [ ]`
        if has_box(line.of(self.text)) && self.begins_with_rank_word(&self.tokens(line)) {
            return false;
        }
        let line = self.with_empty_cells(line);
        for kind in self.vocabulary.kind_indices() {
            if self.vocabulary.kind(kind).columns.is_empty() {
                continue;
            }
            for separator in SEPARATORS {
                let cells = split_cells(self.text, line, separator).into_iter();
                let named = cells.map(|cell| (cell, self.column_content(kind, cell)));
                let named: Vec<ColumnHead> = named.collect();
                let named = self.with_part_columns(kind, separator, named);
                let named = self.without_doubles(kind, named);
                let named = self.with_numbers_of_rows(kind, separator, named);
                let named = self.with_names_of_leaders(kind, separator, named);
                let full = named.iter().filter(|(cell, _)| !cell.is_empty()).count();
                let known = count_known(&named);
                if known < 2 || known * 2 < full {
                    continue;
                }
                let column = |(cell, content): ColumnHead| TableColumn {
                    place: char_range(self.text, line, cell),
                    head: cell,
                    holds: content.unwrap_or(ColumnContent::Words),
                };
                // `Hannibal | No | AP`: the head names a command
                let leads = named.iter().take_while(|(cell, content)| {
                    content.is_none() && cell.of(self.text).contains(char::is_alphanumeric)
                });
                let name = leads.map(|(cell, _)| *cell).reduce(Span::join);
                self.last_unused = name.or(self.last_unused);
                let columns = named.into_iter().map(column).collect();
                self.table = Some(ListTable::new(kind, separator, columns));
                return true;
            }
        }
        false
    }

    /// Returns how many of the lines behind `first` are cells of the same row, where a table was
    /// pasted one cell to a line: first the heads of its columns, then as many lines for each row.
    pub(super) fn cells_below(&self, first: Span, rest: &[MarkdownLine]) -> usize {
        let lines = std::iter::once(first).chain(rest.iter().map(|line| line.span));
        let adjacent = rest.iter().zip(lines.clone());
        let adjacent = adjacent.take_while(|(line, above)| self.is_next_line(*above, line));
        let below = adjacent.take(MAX_COLUMNS).map(|(line, _)| line.span);
        let below: Vec<Span> = below.collect();
        let heads = self.head_lines(lines.take(below.len() + 1));
        if heads >= MIN_COLUMNS {
            return heads - 1;
        }
        let rows = self.table.as_ref();
        let Some(rows) = rows.filter(|table| table.is_split()) else {
            return 0;
        };
        let most = rows.columns.len() - 1;
        let begins_with_count = self.begins_with_count(rows);
        let most = most - usize::from(self.lacks_count(first) && most > 0);
        // `28`, `Irr Wb(O)` is the next row, although cells of this one are missing
        let begins_row = |at: usize| {
            let next = below.get(at + 1).map(|next| self.tokens(*next));
            // the last cell of a row may be a number, too
            begins_with_count
                && at + 1 < most
                && lone_number(&self.tokens(below[at])).is_some()
                && next.is_some_and(|next| self.names_troops(&next))
        };
        if self.is_heading_line(first) {
            return 0;
        }
        let is_end = |at: &usize| {
            self.head_lines(below[*at..].iter().copied()) >= MIN_COLUMNS
                || self.is_heading_line(below[*at])
                || self.is_total_line(below[*at])
                || begins_row(*at)
        };
        let end = (0..below.len()).find(is_end).unwrap_or(below.len());
        // the total, and nothing of the next row
        match self.is_total_line(first) {
            true => end.min(most).min(1),
            false => end.min(most),
        }
    }

    /// Returns whether a line consists of the heads of columns that are not apart any more, as they are
    /// copied from a page: `Nr Troops AP each AP`.
    pub(super) fn names_only_columns(&self, line: Span, tokens: &[ScenarioToken]) -> bool {
        const MAX_WORDS: usize = 3;
        let mut kinds = self.vocabulary.kind_indices();
        let words = line.of(self.text);
        let is_apart = words.contains("  ") || words.contains('\t');
        // `Command No. 3` and `Rank: Ally-general` are fields of a form
        let is_field = |token: &ScenarioToken| token.is_number() || token.is_sign(":");
        !self.is_strict()
            && !is_apart
            && !tokens.iter().any(is_field)
            && kinds.any(|kind| {
                if self.vocabulary.kind(kind).columns.is_empty() {
                    return false;
                }
                let (mut at, mut columns) = (0, 0);
                while at < tokens.len() {
                    let is_head = |length: &usize| {
                        let head = tokens.get(at..at + length).and_then(span_of);
                        head.and_then(|head| self.column_content(kind, head))
                            .is_some()
                    };
                    let Some(length) = (1..=MAX_WORDS).rev().find(is_head) else {
                        return false;
                    };
                    at += length;
                    columns += 1;
                }
                columns >= MIN_COLUMNS
            })
    }

    /// Returns whether the first column of a table is the number of its records.
    fn begins_with_count(&self, table: &ListTable) -> bool {
        let count = self.vocabulary.kind(table.kind).count;
        table.columns.first().map(|own| own.holds) == count.map(ColumnContent::Property)
    }

    /// Returns whether the first cell of a row names troops where their number is due, in a table with
    /// one cell to a line.
    pub(super) fn lacks_count(&self, row: Span) -> bool {
        self.table.as_ref().is_some_and(|table| {
            table.is_split() && self.begins_with_count(table) && {
                let first = table.cells(self.text, row).first().copied();
                let tokens = self.tokens(first.unwrap_or(row));
                !tokens.first().is_some_and(ScenarioToken::is_number) && self.names_troops(&tokens)
            }
        })
    }

    /// Reports a row of a table with one cell to a line that lacks cells: without its number, or with
    /// numbers and nothing else. Returns whether nothing of it is read.
    pub(super) fn report_lacking_cells(&mut self, line: Span) -> bool {
        let is_split = self.table.as_ref().is_some_and(ListTable::is_split);
        if !is_split || self.is_strict() {
            return false;
        }
        if self.lacks_count(line) {
            self.warn(line, "this row has no number of elements");
            return false;
        }
        let tokens = self.tokens(line);
        let is_row = tokens.len() > 1 && tokens.iter().all(ScenarioToken::is_number);
        let Some(&kind) = self.marked_kinds.first().filter(|_| is_row) else {
            return false;
        };
        self.add_not_understood(kind, line, &tokens);
        true
    }

    /// Returns whether a line is the heading of a record.
    fn is_heading_line(&self, line: Span) -> bool {
        let tokens = self.tokens(line);
        let found = self.find_heading(&tokens, true);
        found.is_some_and(|found| found.kind.is_some())
            && !self.names_troops(&tokens)
            && !self.is_total_line(line)
    }

    /// Returns whether a line begins with a word for the total of the open record.
    pub(super) fn is_total_line(&self, line: Span) -> bool {
        let mut tokens = self.tokens(line);
        self.remove_part_number(&mut tokens);
        tokens.len() > 1 && tokens[0].is_word() && self.described_record(&tokens, false).is_some()
    }

    /// Returns whether a line begins with a key of an open record and its number: `elements 61`.
    fn begins_with_sum(&self, line: Span) -> bool {
        let tokens = self.tokens(line);
        let mut records = self.scenario.ancestors(self.open_record());
        !self.open_headings.is_empty()
            && records.any(|record| {
                let key = self.kind_of(record).key_length(&tokens, |_| true);
                let behind = key.and_then(|length| tokens.get(length));
                behind.is_some_and(ScenarioToken::is_number)
            })
    }

    /// Returns how many of the lines, from the first on, are heads of columns of one kind.
    fn head_lines(&self, lines: impl Iterator<Item = Span> + Clone) -> usize {
        let heads_of = |kind: KindIx| {
            let is_head = |line: &Span| self.own_column_content(kind, *line).is_some();
            lines.clone().take_while(is_head).count()
        };
        let counts = self.vocabulary.kind_indices().map(heads_of);
        counts.max().unwrap_or(0)
    }

    /// Returns a line with the blanks in front of it, which may be empty cells.
    pub(super) fn with_empty_cells(&self, line: Span) -> Span {
        let before = &self.text[..line.start()];
        let above = before.trim_end_matches([' ', '\t']);
        // behind other words the blanks separate two columns of text
        let is_first = above.is_empty() || above.ends_with(['\n', '\r', '>']);
        match is_first {
            true => Span::new(above.len(), line.end()),
            false => line,
        }
    }

    /// Returns what a column holds whose head is `cell`; `None` if the head is not known.
    pub(super) fn column_content(&self, kind: KindIx, cell: Span) -> Option<ColumnContent> {
        let own = self.own_column_content(kind, cell);
        own.or_else(|| self.column_around(kind, cell))
    }

    /// Returns the head of a column as it is compared.
    fn column_head(&self, cell: Span) -> String {
        let written = cell.of(self.text).to_lowercase().replace('_', " ");
        written.trim_end_matches(['.', ':', '?']).to_owned()
    }

    /// Returns which property of the kind a column holds whose head is `cell`.
    fn own_column_content(&self, kind: KindIx, cell: Span) -> Option<ColumnContent> {
        let own = self.vocabulary.kind(kind);
        let head = self.column_head(cell);
        let whole = own.columns.get(&head).copied();
        let property = whole.or_else(|| property_of_words(own, &head))?;
        Some(
            match own.properties.get(&property).map(|own| &own.value_type) {
                Some(ValueType::Number { .. }) => ColumnContent::Property(property),
                _ if own.front_properties.contains(&property) => ColumnContent::Initial(property),
                None => ColumnContent::Remark,
                _ => ColumnContent::Words,
            },
        )
    }

    /// Returns the kind around this one that a column names whose head is `cell`.
    fn column_around(&self, kind: KindIx, cell: Span) -> Option<ColumnContent> {
        let words = split_phrase(&self.column_head(cell));
        let around = self.vocabulary.kind_where(|around| {
            !words.is_empty()
                && around.lines.contains(&kind)
                && around.headings.iter().any(|heading| heading.words == words)
        });
        around.map(ColumnContent::Around)
    }

    /// Returns the cells of a line if it is a row of the open table.
    pub(super) fn table_row(&mut self, line: Span) -> Option<TableRow> {
        let line = self.with_empty_cells(line);
        let table = self.table.as_ref()?;
        let cells = table.cells(self.text, line);
        // `elements 61, of these 6 baggage    TOTAL 397`
        let is_total = table.is_aligned() && self.begins_with_sum(line);
        let is_denial = || table.is_aligned() && self.denies_troops(&self.tokens(line));
        if cells.len() < 2 || is_total || is_denial() {
            return None;
        }
        let count = self.vocabulary.kind(table.kind).count;
        let lacking = usize::from(self.lacks_count(line));
        let in_order = columns_in_order(table, self.text, &cells, line);
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
                CellSeparator::Sign(_)
                | CellSeparator::Tags
                | CellSeparator::Attributes
                | CellSeparator::Members => table.columns.get(at + lacking),
                CellSeparator::Blanks if !in_order.is_empty() => in_order[at],
                CellSeparator::Blanks => nearest_column(table, char_range(self.text, line, cell)),
            };
            let holds = table.content_of(column);
            // a single blank between two cells ends a description, too
            let end = row.words.last().map(|last| last.span.end());
            let is_near = end.is_some_and(|end| end + 1 == cell.start());
            if is_near && table.is_aligned() {
                row.words.push(ScenarioToken {
                    kind: ScenarioTokenKind::Comma,
                    span: Span::new(cell.start() - 1, cell.start()),
                });
            }
            if let Some(flag) = column.and_then(|column| self.flag_of_column(table, column, cell)) {
                row.words.extend(flag);
                continue;
            }
            // words without a number belong to no column of numbers
            let is_beside = !cell.of(self.text).contains(char::is_numeric);
            match holds {
                ColumnContent::Property(_) if is_beside => row.words.extend(self.tokens(cell)),
                ColumnContent::Property(property) if Some(property) == count => {
                    counted = self.tokens(cell);
                }
                ColumnContent::Property(property) => row.cells.push((property, cell)),
                ColumnContent::Initial(_) => {
                    row.words.extend(self.words_of_initials(table.kind, cell))
                }
                // `Army | Irr`: the column says something else of the row
                ColumnContent::Around(_) if self.says_all(table.kind, cell) => {
                    row.words.extend(self.tokens(cell));
                }
                ColumnContent::Around(kind) => {
                    let is_named = cell.of(self.text).contains(char::is_alphanumeric);
                    row.around = is_named.then_some((kind, cell));
                }
                ColumnContent::CountIn(_) => {
                    if counted.is_empty() {
                        counted = self.tokens(cell);
                    }
                }
                ColumnContent::Words | ColumnContent::Remark => {
                    let mut words = self.tokens(cell);
                    // `not yet Askia in 1470`, but not `EE 10`
                    let is_aside = || {
                        !words.first().is_none_or(is_amount)
                            && !words.iter().any(|word| self.names_amount(word))
                            && !self.names_troops(&words)
                    };
                    let is_remark = holds == ColumnContent::Remark || is_aside();
                    if is_remark && self.has_numbers(table) {
                        words.retain(|token| !is_amount(token));
                    }
                    row.words.extend(words);
                }
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
        let is_free = |at: usize| {
            let meanings = own.meanings_of(&row.words[at..]);
            meanings.iter().any(|meaning| meaning.is_word_of(&own.free))
        };
        row.is_of_whole = Some(row.kind) != self.table.as_ref().map(|table| table.kind)
            || (0..row.words.len()).any(is_free);
        Some(row)
    }

    /// Returns the only cell with words of the line around some words, if it is a row of the open table: it
    /// is a heading of the rows below it.
    pub(super) fn only_cell_of_row(&self, words: Span) -> Option<Span> {
        let table = self.table.as_ref()?;
        let end = self.text[words.end()..].find(['\r', '\n']);
        let end = end.map_or(self.text.len(), |end| words.end() + end);
        let line = Span::new(self.line_start(words), end);
        if table.is_aligned() || table.is_split() {
            return None;
        }
        let cells = table.cells(self.text, line);
        let mut full = cells.iter().filter(|cell| !cell.is_empty());
        let only = full.next().filter(|_| full.next().is_none());
        only.filter(|_| cells.len() > 1).copied()
    }

    /// Returns whether a table has columns for the number of a record and for what it costs.
    fn has_numbers(&self, table: &ListTable) -> bool {
        let kind = self.vocabulary.kind(table.kind);
        table.has_column(|own| Some(own) == kind.count)
            && table.has_column(|own| kind.is_amount(own))
    }

    /// Returns whether a cell consists of a single value of a record of a kind.
    fn says_all(&self, kind: KindIx, cell: Span) -> bool {
        let tokens = self.tokens(cell);
        self.vocabulary.kind(kind).value_length(&tokens) == Some(tokens.len())
    }

    /// Returns the words of a cell, with the word for an initial: `I` in a column of `Reg` and `Irr`.
    fn words_of_initials(&self, kind: KindIx, cell: Span) -> Vec<ScenarioToken> {
        let kind = self.vocabulary.kind(kind);
        let mut tokens = self.tokens(cell);
        for token in &mut tokens {
            let full = token.word().and_then(|word| front_of_initial(kind, word));
            if let Some(full) = full {
                token.kind = ScenarioTokenKind::Word(full.to_owned());
            }
        }
        tokens
    }

    /// Opens the record that the column of a row names, if it is not that of the row before.
    pub(super) fn open_around_row(&mut self, row: &TableRow) {
        let implied = self.implied_kind();
        let Some(table) = self.table.as_mut() else {
            return;
        };
        let kinds = table.columns.iter().find_map(|column| match column.holds {
            ColumnContent::Around(kind) => Some(kind),
            _ => None,
        });
        let Some(kind) = kinds else { return };
        match row.around {
            Some((kind, cell)) => {
                let words = cell.of(self.text);
                // only the first row may have the name: `1 Batu`, `1`
                let first = words.split_whitespace().next().unwrap_or_default();
                let first = first.to_owned();
                if table.around.as_ref() != Some(&first) {
                    table.around = Some(first);
                    self.last_unused = None;
                    self.open_implied(kind, Some(cell), cell);
                }
            }
            // the row belongs to what is around all of them
            // an empty cell repeats the one above, but for what is of the army
            None if !row.is_of_whole || Some(kind) == implied => {}
            None => {
                table.around = None;
                while self.is_open(kind) {
                    self.open_headings.pop();
                }
            }
        }
    }
}

/// Returns the property of a column whose head joins several known heads, such as `PA totale`: what a
/// line costs in all.
fn property_of_words(kind: &RecordKind, head: &str) -> Option<PropertyIx> {
    let words = head.split(|c: char| c.is_whitespace() || matches!(c, '(' | ')' | '/' | '-'));
    let words =
        words.filter(|word| !word.is_empty() && !shared_words().fillers.contains_in_any_case(word));
    let properties: Option<Vec<PropertyIx>> =
        words.map(|word| kind.columns.get(word).copied()).collect();
    let properties = properties.filter(|own| own.len() > 1)?;
    let amounts = kind.amounts.map(|own| [own.all, own.each, own.either]);
    let amounts = amounts.filter(|amounts| properties.iter().all(|own| amounts.contains(own)));
    let narrowest = amounts.and_then(|own| own.into_iter().find(|own| properties.contains(own)));
    let is_same = properties.iter().all(|own| *own == properties[0]);
    narrowest.or(is_same.then_some(properties[0]))
}
