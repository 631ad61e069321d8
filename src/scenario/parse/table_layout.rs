//! The columns of a table, and the cells of its rows.

use crate::{
    scenario::vocabulary::{KindIx, Property, PropertyIx, RecordKind, ValueType},
    text::Span,
};

/// What is between the cells of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CellSeparator {
    Sign(char),
    /// Two or more blanks; cells belong to the column that they stand below.
    Blanks,
}

pub(super) const SEPARATORS: [CellSeparator; 5] = [
    CellSeparator::Sign('|'),
    CellSeparator::Sign('\t'),
    CellSeparator::Sign(';'),
    CellSeparator::Sign(','),
    CellSeparator::Blanks,
];

/// A column of a table.
#[derive(Clone, Debug)]
pub(super) struct Column {
    /// The first character of its head in the line, and one past the last.
    pub(super) place: (usize, usize),
    pub(super) holds: ColumnContent,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ColumnContent {
    /// The value of a property.
    Property(PropertyIx),
    /// The name of the record of this kind that the row is in.
    Around(KindIx),
    /// Words that are read like those of any line.
    Words,
}

/// A table whose rows are being parsed.
#[derive(Clone, Debug)]
pub(super) struct Table {
    pub(super) kind: KindIx,
    pub(super) separator: CellSeparator,
    pub(super) columns: Vec<Column>,
    /// The name of the record around the last row.
    pub(super) around: Option<String>,
}

/// Returns the property of a kind for the amount that a property of another kind is.
pub(super) fn same_amount(
    from: &RecordKind,
    to: &RecordKind,
    property: PropertyIx,
) -> Option<PropertyIx> {
    let (from, to) = (from.amounts?, to.amounts?);
    [
        (from.each, to.each),
        (from.all, to.all),
        (from.either, to.either),
    ]
    .into_iter()
    .find_map(|(own, other)| (own == property).then_some(other))
}

/// Returns the property of a kind whose numbers have the unit of a property of another kind.
pub(super) fn same_unit(
    from: &RecordKind,
    to: &RecordKind,
    property: PropertyIx,
) -> Option<PropertyIx> {
    let unit = |form: &Property| match &form.value_type {
        ValueType::Number { unit, .. } if !unit.is_empty() => Some(unit.clone()),
        _ => None,
    };
    let wanted = unit(from.properties.get(&property)?)?;
    let mut own = to.properties.values();
    own.find(|form| unit(form).as_ref() == Some(&wanted))
        .map(|form| form.ix)
}

/// Returns the cells of a row, without the blanks around them.
pub(super) fn split_cells(text: &str, line: Span, separator: CellSeparator) -> Vec<Span> {
    let words = line.of(text);
    let mut bounds = Vec::new();
    match separator {
        CellSeparator::Sign(sign) => {
            let mut is_quoted = false;
            for (at, c) in words.char_indices() {
                is_quoted ^= c == '"' && sign != '|';
                if c == sign && !is_quoted {
                    bounds.push((at, at + c.len_utf8()));
                }
            }
        }
        CellSeparator::Blanks => {
            let mut start = None;
            for (at, c) in words.char_indices() {
                match (c.is_whitespace(), start) {
                    (true, None) => start = Some(at),
                    (false, Some(from)) => {
                        if words[from..at].chars().count() > 1 {
                            bounds.push((from, at));
                        }
                        start = None;
                    }
                    _ => {}
                }
            }
        }
    }
    // `| a | b |` has a sign at both ends
    let framed = separator == CellSeparator::Sign('|');
    let mut cells = Vec::new();
    let mut from = 0;
    for (start, end) in bounds.into_iter().chain([(words.len(), words.len())]) {
        if !(framed && (start == 0 || from == words.len())) {
            cells.push(trimmed(
                text,
                Span::new(line.start() + from, line.start() + start),
            ));
        }
        from = end;
    }
    cells
}

pub(super) fn trimmed(text: &str, span: Span) -> Span {
    let is_edge = |c: char| c.is_whitespace() || matches!(c, '"' | '*' | '_');
    let words = span.of(text);
    let start = span.end() - words.trim_start_matches(is_edge).len();
    Span::new(
        start,
        (span.start() + words.trim_end_matches(is_edge).len()).max(start),
    )
}

/// Returns the characters of a line that a cell takes.
pub(super) fn char_range(text: &str, line: Span, cell: Span) -> (usize, usize) {
    let first = Span::new(line.start(), cell.start())
        .of(text)
        .chars()
        .count();
    (first, first + cell.of(text).chars().count())
}

/// Returns the column that shares most characters with a cell, or else is nearest to it.
pub(super) fn nearest_column(table: &Table, cell: (usize, usize)) -> Option<&Column> {
    table.columns.iter().max_by_key(|column| {
        let (from, to) = column.place;
        to.min(cell.1) as i64 - from.max(cell.0) as i64
    })
}
