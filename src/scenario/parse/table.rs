//! Parses army lists written as tables: CSV, Markdown, HTML, columns aligned by spaces, or one cell
//! to a line.
//!
//! The words at the head of the columns determine what the cells hold.

use super::{
    boxes::has_box,
    line::TableRow,
    parser::ScenarioParser,
    statement_line::lone_number,
    table_layout::{
        CellSeparator, ColumnContent, ListTable, SEPARATORS, TableColumn, char_range,
        columns_in_order, nearest_column, same_amount, split_cells,
    },
    table_parts::ColumnHead,
};
use crate::{
    diagnostic::Severity,
    scenario::{
        shared_words::shared_words,
        token::{ScenarioToken, ScenarioTokenKind},
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
    matches!(
        token.kind,
        ScenarioTokenKind::Number(_) | ScenarioTokenKind::Sign('=' | '@')
    )
}

impl ScenarioParser<'_> {
    /// Returns whether a line is the head of a table, which is then open.
    pub(super) fn open_table(&mut self, line: Span) -> bool {
        // `COMMAND A    C-in-C [x]    Ally [ ]`
        if has_box(line.of(self.text)) && self.begins_with_rank_word(&self.tokens(line)) {
            return false;
        }
        let line = self.with_empty_cells(line);
        let kinds = 0..self.vocabulary.kinds.len() as u16;
        for kind in kinds.map(KindIx) {
            let columns = &self.vocabulary.kind(kind).columns;
            if columns.is_empty() {
                continue;
            }
            for separator in SEPARATORS {
                let cells = split_cells(self.text, line, separator);
                let named: Vec<ColumnHead> = cells
                    .into_iter()
                    .map(|cell| (cell, self.column_content(kind, cell)))
                    .collect();
                let named = self.with_part_columns(kind, separator, named);
                let named = self.without_doubles(kind, named);
                let named = self.with_numbers_of_rows(kind, separator, named);
                let named = self.with_names_of_leaders(kind, separator, named);
                let full = named.iter().filter(|(cell, _)| !cell.is_empty()).count();
                let known = named
                    .iter()
                    .filter(|(_, content)| content.is_some())
                    .count();
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
                self.table = Some(ListTable {
                    kind,
                    separator,
                    columns: named.into_iter().map(column).collect(),
                    around: None,
                    tall: Vec::new(),
                    members: Vec::new(),
                    above: Vec::new(),
                });
                return true;
            }
        }
        false
    }

    /// Returns how many of the lines behind `first` are cells of the same row, where a table was
    /// pasted one cell to a line: first the heads of its columns, then as many lines for each row.
    pub(super) fn cells_below(&self, first: Span, rest: &[MarkdownLine]) -> usize {
        let lines = std::iter::once(first).chain(rest.iter().map(|line| line.span));
        let adjacent = rest
            .iter()
            .zip(lines)
            .take_while(|(line, above)| self.is_next_line(*above, line));
        let below: Vec<Span> = adjacent
            .take(MAX_COLUMNS)
            .map(|(line, _)| line.span)
            .collect();
        let heads = self.head_lines(std::iter::once(first).chain(below.iter().copied()));
        if heads >= MIN_COLUMNS {
            return heads - 1;
        }
        let rows = self.table.as_ref();
        let rows = rows.filter(|table| table.separator == CellSeparator::Sign('\n'));
        let most = rows.map_or(0, |table| table.columns.len() - 1);
        let Some(rows) = rows else { return 0 };
        let begins_with_count = self.begins_with_count(rows);
        let lacks_count = self.lacks_count(first);
        let most = most - usize::from(lacks_count && most > 0);
        // `28`, `Irr Wb(O)` is the next row, although cells of this one are missing
        let begins_row = |at: usize| {
            let next = below.get(at + 1).map(|next| self.tokens(*next));
            // the last cell of a row may be a number, too
            begins_with_count
                && at + 1 < most
                && lone_number(&self.tokens(below[at])).is_some()
                && next.is_some_and(|next| self.is_marked(&self.marked_kinds, &next))
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
        let most = if self.is_total_line(first) {
            most.min(1)
        } else {
            most
        };
        end.min(most)
    }

    /// Returns whether a line consists of the heads of columns that are not apart any more, as they are
    /// copied from a page: `Nr Troops AP each AP`.
    pub(super) fn names_only_columns(&self, line: Span, tokens: &[ScenarioToken]) -> bool {
        const MAX_WORDS: usize = 3;
        let mut kinds = (0..self.vocabulary.kinds.len() as u16).map(KindIx);
        let is_apart = line.of(self.text).contains("  ") || line.of(self.text).contains('\t');
        // `Command No. 3` and `Rank: Ally-general` are fields of a form
        let is_field =
            |token: &ScenarioToken| token.is_number() || token.kind == ScenarioTokenKind::Colon;
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
                        let own = tokens.get(at..at + length);
                        own.and_then(|own| {
                            self.column_content(kind, own[0].span.join(own[length - 1].span))
                        })
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
        let table = self.table.as_ref();
        table.is_some_and(|table| {
            table.separator == CellSeparator::Sign('\n') && self.begins_with_count(table) && {
                let first = table.cells(self.text, row).first().copied();
                let tokens = self.tokens(first.unwrap_or(row));
                let is_number = matches!(tokens.first(), Some(token) if token.is_number());
                !is_number && self.is_marked(&self.marked_kinds, &tokens)
            }
        })
    }

    /// Reports a row of a table with one cell to a line that lacks cells: without its number, or with
    /// numbers and nothing else. Returns whether nothing of it is read.
    pub(super) fn report_lacking_cells(&mut self, line: Span) -> bool {
        let table = self.table.as_ref();
        let is_split = table.is_some_and(|table| table.separator == CellSeparator::Sign('\n'));
        if !is_split || self.is_strict() {
            return false;
        }
        if self.lacks_count(line) {
            let found = self.report("scenario-line", line, "this row has no number of elements");
            found.severity = Severity::Warning;
            return false;
        }
        let tokens = self.tokens(line);
        let is_number = |token: &ScenarioToken| token.is_number();
        let kind = self.marked_kinds.first().copied();
        match kind.filter(|_| tokens.len() > 1 && tokens.iter().all(is_number)) {
            Some(kind) => {
                self.add_not_understood(kind, line, &tokens);
                true
            }
            None => false,
        }
    }

    /// Returns whether a line is the heading of a record.
    fn is_heading_line(&self, line: Span) -> bool {
        let tokens = self.tokens(line);
        let is_marked = || self.is_marked(&self.marked_kinds, &tokens);
        let found = self.find_heading(&tokens, true);
        found.is_some_and(|found| found.kind.is_some()) && !is_marked() && !self.is_total_line(line)
    }

    /// Returns whether a line begins with a word for the total of the open record.
    pub(super) fn is_total_line(&self, line: Span) -> bool {
        let mut tokens = self.tokens(line);
        self.remove_part_number(&mut tokens);
        tokens.len() > 1
            && matches!(tokens[0].kind, ScenarioTokenKind::Word(_))
            && self.described_record(&tokens, false).is_some()
    }

    /// Returns whether a line begins with a key of an open record and its number: `elements 61`.
    fn begins_with_sum(&self, line: Span) -> bool {
        let tokens = self.tokens(line);
        let open = self.open_headings.last();
        let mut records = open
            .into_iter()
            .flat_map(|open| self.scenario.ancestors(open.record));
        records.any(|record| {
            let kind = self.vocabulary.kind(self.scenario.record(record).kind);
            let found = kind.phrases.longest_match(&tokens);
            found.is_some_and(|(length, meanings)| {
                let behind = tokens.get(length).map(|token| &token.kind);
                meanings.iter().any(|own| own.is_key())
                    && matches!(behind, Some(ScenarioTokenKind::Number(_)))
            })
        })
    }

    /// Returns how many of the lines, from the first on, are heads of columns of one kind.
    fn head_lines(&self, lines: impl Iterator<Item = Span> + Clone) -> usize {
        let is_head = |kind: KindIx, line: Span| self.own_column_content(kind, line).is_some();
        (0..self.vocabulary.kinds.len() as u16)
            .map(|kind| {
                let heads = lines
                    .clone()
                    .take_while(|line| is_head(KindIx(kind), *line));
                heads.count()
            })
            .max()
            .unwrap_or(0)
    }

    /// Returns a line with the blanks in front of it, which may be empty cells.
    pub(super) fn with_empty_cells(&self, line: Span) -> Span {
        let before = &self.text[..line.start()];
        let above = before.trim_end_matches([' ', '\t']);
        // behind other words the blanks separate two columns of text
        let is_first = above.is_empty() || above.ends_with(['\n', '\r', '>']);
        let blanks = if is_first {
            before.len() - above.len()
        } else {
            0
        };
        Span::new(line.start() - blanks, line.end())
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
        let cells = table.cells(self.text, line);
        // `elements 61, of these 6 baggage    TOTAL 397`
        let is_total = table.separator == CellSeparator::Blanks && self.begins_with_sum(line);
        let is_denial =
            || table.separator == CellSeparator::Blanks && self.denies_troops(&self.tokens(line));
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
            if is_near && table.separator == CellSeparator::Blanks {
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
                            && !self.is_marked(&self.marked_kinds, &words)
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
            let found = own.phrases.longest_match(&row.words[at..]);
            found.is_some_and(|(_, meanings)| {
                meanings.iter().any(|meaning| meaning.is_word_of(&own.free))
            })
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
        if matches!(
            table.separator,
            CellSeparator::Blanks | CellSeparator::Sign('\n')
        ) {
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
        let has = |is: &dyn Fn(PropertyIx) -> bool| {
            let mut columns = table.columns.iter();
            columns.any(|own| matches!(own.holds, ColumnContent::Property(own) if is(own)))
        };
        has(&|own| Some(own) == kind.count)
            && has(&|own| kind.amounts.is_some_and(|amounts| amounts.contains(own)))
    }

    /// Returns whether a cell consists of a single value of a record of a kind.
    fn says_all(&self, kind: KindIx, cell: Span) -> bool {
        let tokens = self.tokens(cell);
        let phrases = &self.vocabulary.kind(kind).phrases;
        let found = phrases.longest_match(&tokens);
        found.is_some_and(|(length, meanings)| {
            length == tokens.len() && meanings.iter().any(|meaning| meaning.says())
        })
    }

    /// Returns the words of a cell, with the word for an initial: `I` in a column of `Reg` and `Irr`.
    fn words_of_initials(&self, kind: KindIx, cell: Span) -> Vec<ScenarioToken> {
        let fronts = &self.vocabulary.kind(kind).joined_fronts;
        let mut tokens = self.tokens(cell);
        for token in &mut tokens {
            if let ScenarioTokenKind::Word(word) = &mut token.kind
                && let Some((_, full)) = fronts.iter().find(|(front, _)| front == word)
            {
                word.clone_from(full);
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
                let first = words
                    .split_whitespace()
                    .next()
                    .unwrap_or_default()
                    .to_owned();
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
