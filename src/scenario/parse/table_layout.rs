//! Splits a row of a list in table form into cells, and finds a cell's column; parses no values.

use super::text_lines::{columns_of_attributes, is_cell_border, place_in, size_of_cell};
use crate::{
    scenario::{
        shared_words::shared_words,
        token::tag_length,
        vocabulary::{KindIx, PropertyIx, RecordKind},
    },
    text::Span,
};
use std::ops::Range;

/// The separator of the cells of a row: a sign, HTML tags, two or more blanks, XML attributes, or
/// the members of a YAML or JSON object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CellSeparator {
    Sign(char),
    /// The tags of HTML around a cell.
    Tags,
    /// Two or more blanks; cells belong to the column that they are below.
    Blanks,
    /// The attributes of a tag of XML: `count="4" type="Irr Cv(O)"`.
    Attributes,
    /// The members of an object of YAML or JSON: `{"count": 4, "type": "Irr Cv(O)"}`.
    Members,
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
pub(super) struct TableColumn {
    /// The first character of its head in the line, and one past the last.
    pub(super) place: (usize, usize),
    /// The bytes of its head.
    pub(super) head: Span,
    pub(super) holds: ColumnContent,
}

/// The content of a column's cells: a property, a record's name, an initial, words, a remark, or
/// the count in one part of the army.
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
pub(super) struct ListTable {
    pub(super) kind: KindIx,
    pub(super) separator: CellSeparator,
    pub(super) columns: Vec<TableColumn>,
    /// The name of the record around the last row.
    pub(super) around: Option<String>,
    /// The cells that reach into the next row.
    pub(super) tall: Vec<TallCell>,
    /// The values of the object that is the only row.
    pub(super) members: Vec<Span>,
    /// The cells of the last row, which signs such as `"` below them repeat.
    pub(super) above: Vec<Span>,
}

/// A cell of an HTML table that reaches into further rows (`rowspan="4"`): its column, bytes, and
/// number of rows from the present one on.
#[derive(Clone, Debug)]
pub(super) struct TallCell {
    /// The index of its column.
    column: usize,
    cell: Span,
    /// The number of rows that it reaches into, the present one included.
    rows: usize,
    /// Whether it begins in the present row.
    is_own: bool,
}

impl ListTable {
    /// Creates a table without rows.
    pub(super) fn new(kind: KindIx, separator: CellSeparator, columns: Vec<TableColumn>) -> Self {
        Self {
            kind,
            separator,
            columns,
            around: None,
            tall: Vec::new(),
            members: Vec::new(),
            above: Vec::new(),
        }
    }

    /// Returns whether the table is written one cell to a line.
    pub(super) fn is_split(&self) -> bool {
        self.separator == CellSeparator::Sign('\n')
    }

    /// Returns whether blanks align the cells.
    pub(super) fn is_aligned(&self) -> bool {
        self.separator == CellSeparator::Blanks
    }

    /// Returns whether signs or tags bound the cells of a line.
    pub(super) fn is_bounded(&self) -> bool {
        match self.separator {
            CellSeparator::Sign(sign) => sign != '\n',
            separator => separator == CellSeparator::Tags,
        }
    }

    /// Returns whether a column holds a property.
    pub(super) fn has_column(&self, is_own: impl Fn(PropertyIx) -> bool) -> bool {
        let mut columns = self.columns.iter();
        columns.any(|own| matches!(own.holds, ColumnContent::Property(own) if is_own(own)))
    }

    /// Returns what a cell of a column holds. Words in a tag belong to none.
    pub(super) fn content_of(&self, column: Option<&TableColumn>) -> ColumnContent {
        match (column, self.separator) {
            (Some(column), _) => column.holds,
            (None, CellSeparator::Attributes) => ColumnContent::Remark,
            (None, _) => ColumnContent::Words,
        }
    }

    /// Returns the cells of a row; those of columns with words that reach into it are repeated.
    pub(super) fn cells(&self, text: &str, line: Span) -> Vec<Span> {
        if self.separator == CellSeparator::Members {
            return self.members.clone();
        }
        let mut cells = split_cells(text, line, self.separator);
        if self.is_aligned() && cells.len() < self.columns.len() {
            let whole = cells.into_iter();
            cells = whole
                .flat_map(|cell| self.split_at_heads(text, line, cell))
                .collect();
        }
        for tall in self.tall.iter().filter(|tall| !tall.is_own) {
            let holds = self.columns.get(tall.column).map(|column| column.holds);
            let is_repeated = matches!(
                holds,
                Some(ColumnContent::Words | ColumnContent::Initial(_))
            );
            let end = Span::new(tall.cell.end(), tall.cell.end());
            let at = tall.column.min(cells.len());
            cells.insert(at, if is_repeated { tall.cell } else { end });
        }
        // MediaWiki: `| rowspan=4 | Sargon` is a line of its own above the rows
        let lacking = self.columns.len().saturating_sub(cells.len());
        let names_part = |column: &TableColumn| matches!(column.holds, ColumnContent::Around(_));
        if self.separator == CellSeparator::Sign('|')
            && line.of(text).contains("||")
            && lacking == 2
            && self.columns.first().is_some_and(names_part)
        {
            let start = Span::new(line.start(), line.start());
            cells.splice(0..0, [start, start]);
        }
        let dittos = &shared_words().dittos;
        for (cell, above) in cells.iter_mut().zip(&self.above) {
            // a single quotation mark is no content of a cell, and `""` is an empty one
            let before = text[..cell.start()].trim_end();
            let is_sign = before
                .strip_suffix('"')
                .is_some_and(|before| !before.ends_with('"'));
            let is_ditto = dittos
                .iter()
                .any(|sign| sign == cell.of(text).trim_end_matches('.'));
            if is_ditto || cell.is_empty() && is_sign {
                *cell = *above;
            }
        }
        cells
    }

    /// Splits a cell where a word begins exactly below a head, one blank behind a long description:
    /// `11   Chionite horse archers Irr    LH    O`.
    fn split_at_heads(&self, text: &str, line: Span, cell: Span) -> Vec<Span> {
        let (first, last) = char_range(text, line, cell);
        let places: Vec<(usize, char)> = cell.of(text).char_indices().collect();
        let heads = self.columns.iter().map(|column| column.place.0);
        let starts = heads
            .filter(|at| first < *at && *at < last)
            .map(|at| at - first)
            .filter(|&at| places[at - 1].1 == ' ' && places[at].1 != ' ')
            .map(|at| cell.start() + places[at].0);
        let mut bounds = vec![cell.start()];
        bounds.extend(starts);
        bounds.push(cell.end());
        let parts = bounds.windows(2).map(|own| Span::new(own[0], own[1]));
        parts.map(|part| trimmed(text, part)).collect()
    }

    /// Goes on to a row, and remembers which of its cells reach into the next one.
    pub(super) fn begin_row(&mut self, text: &str, line: Span) {
        if self.separator != CellSeparator::Tags {
            if !self.is_aligned() {
                self.above = self.cells(text, line);
            }
            return;
        }
        for tall in &mut self.tall {
            tall.rows -= 1;
            tall.is_own = false;
        }
        self.tall.retain(|tall| tall.rows > 0);
        let occupied: Vec<usize> = self.tall.iter().map(|tall| tall.column).collect();
        let mut column = 0;
        for own in tagged_cells(text, line) {
            while occupied.contains(&column) {
                column += 1;
            }
            if own.rows > 1 {
                self.tall.push(TallCell {
                    column,
                    cell: own.cell,
                    rows: own.rows,
                    is_own: true,
                });
            }
            column += own.columns;
        }
        self.tall.sort_by_key(|tall| tall.column);
        self.above = self.cells(text, line);
    }
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
    let unit = from.properties.get(&property)?.unit()?;
    let mut own = to.properties.values();
    own.find(|form| form.unit() == Some(unit))
        .map(|form| form.ix)
}

/// Returns the cells of a row, without the blanks around them.
pub(super) fn split_cells(text: &str, line: Span, separator: CellSeparator) -> Vec<Span> {
    let words = line.of(text);
    let mut bounds = Vec::new();
    match separator {
        CellSeparator::Sign(sign) => {
            // MediaWiki: `! EE !! AP !! Troops`
            let is_head = sign == '|' && words.starts_with('!');
            let mut is_quoted = false;
            for (at, c) in words.char_indices() {
                is_quoted ^= c == '"' && sign != '|';
                let is_bound = c == sign || sign == '|' && is_cell_border(c) || is_head && c == '!';
                if is_bound && !is_quoted {
                    bounds.push((at, at + c.len_utf8()));
                }
            }
        }
        CellSeparator::Tags => {
            let cells = tagged_cells(text, line).into_iter().flat_map(|own| {
                let end = Span::new(own.cell.end(), own.cell.end());
                std::iter::once(own.cell).chain(std::iter::repeat_n(end, own.columns - 1))
            });
            return cells.collect();
        }
        CellSeparator::Attributes => {
            let tag = attributes_of(text, line);
            return tag.map_or(Vec::new(), |tag| {
                let values = tag.attributes.into_iter().map(|(_, value)| value);
                values.chain(tag.content).collect()
            });
        }
        // a table has them
        CellSeparator::Members => return Vec::new(),
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
    // MediaWiki: `| colspan="2" | 15 EE`
    let mut columns = 1;
    // `||` bounds an empty cell, too
    let is_double = framed && (words.contains("||") || words.contains("!!"));
    let signs = if is_double { 2 } else { 1 };
    let mut from = 0;
    for (start, end) in bounds.into_iter().chain([(words.len(), words.len())]) {
        if !(framed && (start == 0 || from == words.len())) {
            let whole = Span::new(line.start() + from, line.start() + start);
            // a quotation mark by itself repeats the word above it
            let is_ditto = separator == CellSeparator::Blanks && whole.of(text).trim() == "\"";
            if framed && let Some(own) = columns_of_attributes(whole.of(text)) {
                columns = own;
            } else {
                let cell = if is_ditto {
                    whole
                } else {
                    trimmed(text, whole)
                };
                let empty = Span::new(cell.end(), cell.end());
                cells.push(cell);
                cells.extend(std::iter::repeat_n(empty, signs * (columns - 1)));
                columns = 1;
            }
        }
        from = end;
    }
    cells
}

/// Returns a cell without blanks, quotation marks, stars, the bold marks of MediaWiki and tags around
/// it.
pub(super) fn trimmed(text: &str, span: Span) -> Span {
    let is_edge = |c: char| c.is_whitespace() || matches!(c, '"' | '*' | '_');
    let whole = span.of(text).trim_matches(is_edge);
    let is_bold = whole.len() > 4 && whole.starts_with("''") && whole.ends_with("''");
    let is_edge = |c: char| is_edge(c) || is_bold && c == '\'';
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

/// A cell between tags of HTML, with the number of columns and rows that it takes.
struct TaggedCell {
    cell: Span,
    columns: usize,
    rows: usize,
}

/// Returns the cells between the tags of a row of HTML; one cell if it has no such tags.
fn tagged_cells(text: &str, line: Span) -> Vec<TaggedCell> {
    let words = line.of(text);
    let tags: Vec<Range<usize>> = tags_in(words)
        .filter(|tag| is_cell_tag(&words[tag.clone()]))
        .collect();
    let content = |from: usize, to: usize| {
        let whole = Span::new(line.start() + from, line.start() + to);
        trimmed(text, whole)
    };
    let mut out = Vec::new();
    let first = tags.first().map_or(words.len(), |tag| tag.start);
    let is_closed = tags
        .first()
        .is_none_or(|tag| words[tag.clone()].starts_with("</"));
    if is_closed {
        out.push(TaggedCell {
            cell: content(0, first),
            columns: 1,
            rows: 1,
        });
    }
    for (at, tag) in tags.iter().enumerate() {
        let own = words[tag.clone()].to_ascii_lowercase();
        if own.starts_with("</") {
            continue;
        }
        let end = tags.get(at + 1).map_or(words.len(), |next| next.start);
        out.push(TaggedCell {
            cell: content(tag.end, end),
            columns: size_of_cell(&own, "colspan").unwrap_or(1),
            rows: size_of_cell(&own, "rowspan").unwrap_or(1),
        });
    }
    out
}

/// A tag of XML with attributes, or a line like one: `<element count="4" type="Irr Cv(O)"/>`, `unit
/// n=4 t=Cv g=O`.
pub(super) struct AttributedTag {
    /// The name of the tag.
    pub(super) name: Span,
    /// The name and the value of each attribute.
    pub(super) attributes: Vec<(Span, Span)>,
    /// The words between the tag and the one that closes it.
    pub(super) content: Option<Span>,
}

/// Returns the tag that a line consists of, perhaps with words in it, `<entry count="6">keshik</entry>`,
/// if it is not one of HTML and has attributes.
pub(super) fn attributes_of(text: &str, line: Span) -> Option<AttributedTag> {
    let words = line.of(text).trim();
    let Some(inner) = words.strip_prefix('<') else {
        return pairs_of(text, words);
    };
    let inner = inner.strip_suffix('>')?;
    let content = inner.split_once('>').and_then(|(tag, content)| {
        let name = tag.split(char::is_whitespace).next().unwrap_or_default();
        let text = content.strip_suffix(name)?.strip_suffix("</")?;
        (!text.contains(['<', '>'])).then_some((tag, text))
    });
    let inner = content.map_or(inner, |(tag, _)| tag);
    let length = inner.find(|c: char| !c.is_alphanumeric() && !matches!(c, '-' | '_'))?;
    if length == 0 || own_tag_length(words).is_some() {
        return None;
    }
    let place = |part: &str| place_in(text, part);
    let (name, mut rest) = inner.split_at(length);
    let mut attributes = Vec::new();
    while let Some((key, behind)) = rest.split_once('=') {
        let sign = behind.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        let (value, behind) = behind[1..].split_once(sign)?;
        attributes.push((place(key.trim()), place(value.trim())));
        rest = behind;
    }
    let is_whole = rest.trim_matches(['/', ' ']).is_empty();
    (is_whole && !attributes.is_empty()).then(|| AttributedTag {
        content: content.map(|(_, text)| place(text.trim())),
        name: place(name),
        attributes,
    })
}

/// Returns a name and the pairs of keys and values behind it that words consist of, up to a comment.
fn pairs_of(text: &str, words: &str) -> Option<AttributedTag> {
    let place = |part: &str| place_in(text, part);
    let body = words.split(" #").next()?;
    let mut parts = body.split_whitespace();
    let name = parts.next().filter(|name| !name.contains('='))?;
    let pair = |part: &'_ str| {
        let (key, value) = part.split_once('=')?;
        let is_pair = key.starts_with(char::is_alphabetic) && !value.is_empty();
        is_pair.then(|| (place(key), place(value.trim_matches(['"', '\'']))))
    };
    let attributes: Vec<(Span, Span)> = parts.map(pair).collect::<Option<_>>()?;
    (attributes.len() > 1).then(|| AttributedTag {
        content: None,
        name: place(name),
        attributes,
    })
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
pub(super) fn nearest_column(table: &ListTable, cell: (usize, usize)) -> Option<&TableColumn> {
    table.columns.iter().max_by_key(|column| {
        let (from, to) = column.place;
        to.min(cell.1) as i64 - from.max(cell.0) as i64
    })
}

/// Returns the column of numbers that a cell is below, at least in part.
pub(super) fn column_above(table: &ListTable, cell: (usize, usize)) -> Option<&TableColumn> {
    let column = nearest_column(table, cell)?;
    let (from, to) = column.place;
    let is_number = matches!(column.holds, ColumnContent::Property(_));
    (is_number && from < cell.1 && cell.0 < to).then_some(column)
}

/// Returns the column of each cell of a row that blanks align, where the cells belong to the columns
/// in their order: there are as many, and two of them are nearest to the same column of numbers.
/// Else none.
pub(super) fn columns_in_order<'c>(
    table: &'c ListTable,
    text: &str,
    cells: &[Span],
    line: Span,
) -> Vec<Option<&'c TableColumn>> {
    let mut full = table.columns.iter().filter(|own| !own.head.is_empty());
    let has_same = cells.iter().filter(|cell| !cell.is_empty()).count() == full.clone().count();
    if !table.is_aligned() || !has_same {
        return Vec::new();
    }
    let place = |cell: &Span| {
        let column = nearest_column(table, char_range(text, line, *cell))?;
        let is_number = matches!(column.holds, ColumnContent::Property(_));
        is_number.then_some(column.place)
    };
    let mut places: Vec<_> = cells.iter().filter_map(place).collect();
    let found = places.len();
    places.sort_unstable();
    places.dedup();
    if places.len() == found {
        return Vec::new();
    }
    let column = |cell: &Span| (!cell.is_empty()).then(|| full.next()).flatten();
    cells.iter().map(column).collect()
}
