//! Splits a row of a list in table form into cells, and finds a cell's column; parses no values.

use super::text_lines::is_cell_border;
use crate::{
    scenario::token::tag_length,
    scenario::vocabulary::{KindIx, Property, PropertyIx, RecordKind, ValueType},
    text::Span,
};
use std::ops::Range;

/// The separator of the cells of a row: a sign, tags of HTML, or two or more blanks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CellSeparator {
    Sign(char),
    /// The tags of HTML around a cell.
    Tags,
    /// Two or more blanks; cells belong to the column that they are below.
    Blanks,
}

pub(super) const SEPARATORS: [CellSeparator; 7] = [
    CellSeparator::Tags,
    CellSeparator::Sign('|'),
    CellSeparator::Sign('\t'),
    CellSeparator::Sign(';'),
    CellSeparator::Sign(','),
    // one cell to a line
    CellSeparator::Sign('\n'),
    CellSeparator::Blanks,
];

/// A column of a table: where its head is in the line, and what its cells contain.
#[derive(Clone, Debug)]
pub(super) struct Column {
    /// The first character of its head in the line, and one past the last.
    pub(super) place: (usize, usize),
    /// The bytes of its head.
    pub(super) head: Span,
    pub(super) holds: ColumnContent,
}

/// The content of a column's cells: a property's value, a record's name, an initial, or words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ColumnContent {
    /// The value of a property.
    Property(PropertyIx),
    /// The name of the record of this kind that the row is in.
    Around(KindIx),
    /// A word of this property, or its initial.
    Initial(PropertyIx),
    /// Words that are read like those of any line.
    Words,
    /// Words about the record, whose numbers count nothing.
    Remark,
    /// The number of elements in the record of this kind that the head names.
    CountIn(KindIx),
}

/// A table whose rows are being parsed: the kind of its records, its separator and columns.
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
                let is_bound = c == sign || sign == '|' && is_cell_border(c);
                if is_bound && !is_quoted {
                    bounds.push((at, at + c.len_utf8()));
                }
            }
        }
        CellSeparator::Tags => {
            bounds.extend(
                tags_in(words)
                    .filter(|tag| is_cell_tag(&words[tag.clone()]))
                    .map(|tag| (tag.start, tag.end)),
            );
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
    let framed = matches!(separator, CellSeparator::Sign('|') | CellSeparator::Tags);
    let mut cells = Vec::new();
    let mut from = 0;
    for (start, end) in bounds.into_iter().chain([(words.len(), words.len())]) {
        // `</td><td>` is one boundary
        let is_between_tags = separator == CellSeparator::Tags && from > 0 && start == from;
        if !(framed && (start == 0 || from == words.len()) || is_between_tags) {
            cells.push(trimmed(
                text,
                Span::new(line.start() + from, line.start() + start),
            ));
        }
        from = end;
    }
    cells
}

/// Returns a cell without blanks, quotation marks, stars and tags around it.
pub(super) fn trimmed(text: &str, span: Span) -> Span {
    let is_edge = |c: char| c.is_whitespace() || matches!(c, '"' | '*' | '_');
    let mut words = span.of(text).trim_start_matches(is_edge);
    while let Some(length) = own_tag_length(words).filter(|length| *length < words.len()) {
        words = words[length..].trim_start_matches(is_edge);
    }
    let start = span.end() - words.len();
    words = words.trim_end_matches(is_edge);
    while let Some(tag) = words.rfind('<').filter(|_| words.ends_with('>'))
        && own_tag_length(&words[tag..]) == Some(words.len() - tag)
    {
        words = words[..tag].trim_end_matches(is_edge);
    }
    Span::new(start, start + words.len())
}

/// Returns the length of the tag of HTML that a text begins with.
fn own_tag_length(text: &str) -> Option<usize> {
    text.starts_with('<').then(|| tag_length(text)).flatten()
}

/// Returns the bytes of the tags in a text.
fn tags_in(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let starts = text.match_indices('<').map(|(at, _)| at);
    starts.filter_map(|at| Some(at..at + tag_length(&text[at..])?))
}

/// Returns whether a tag begins or ends a cell of a table.
fn is_cell_tag(tag: &str) -> bool {
    let name = tag.trim_start_matches(['<', '/']);
    ["td", "th"].iter().any(|cell| {
        let rest = name.get(..2).filter(|own| own.eq_ignore_ascii_case(cell));
        rest.is_some() && !name[2..].starts_with(char::is_alphanumeric)
    })
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
