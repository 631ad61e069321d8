//! Rewrites the rows of a table of corrections in a sheet as sentences (`Page 3, Tolls: Replace “a”
//! with “b”.`), which are then read as any others.
//!
//! It has one row for each correction, with columns such as page, place, old and new in any order.

use super::{
    grammar::{LEXICON, PrintedVerb},
    joined_line::JoinedLine,
    plain_text::PlainText,
};

/// What a column of a table of corrections contains: page, place, row, unit, old or new words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CorrectionsColumn {
    Page,
    Place,
    /// The row of a table of the rules.
    Row,
    /// The number of a unit, with its name.
    Unit(&'static str),
    Old,
    New,
}

/// The title of a sheet that was a table.
const TITLE: &str = "# Table of corrections\n\n";

/// Returns a table of corrections that a spreadsheet exported as a sheet with that table; `None` if the
/// text is no such table.
pub fn sheet_from_table(text: &str) -> Option<String> {
    let head = text.lines().find(|line| !line.trim().is_empty())?;
    let delimiter = [b'\t', b';', b'|', b','].into_iter().find(|&delimiter| {
        let names: Vec<_> = head.split(char::from(delimiter)).map(column).collect();
        let has = |wanted| names.contains(&Some(wanted));
        has(CorrectionsColumn::New)
            && has(CorrectionsColumn::Old)
            && (has(CorrectionsColumn::Page) || has(CorrectionsColumn::Place))
    })?;
    if delimiter == b'|' {
        return Some(format!("{TITLE}{}", text.trim_start()));
    }
    let mut rows = csv::ReaderBuilder::new()
        .delimiter(delimiter)
        .flexible(true)
        .has_headers(false)
        .trim(csv::Trim::All)
        .from_reader(text.trim_start().as_bytes());
    let mut out = TITLE.to_owned();
    for (at, row) in rows.records().enumerate() {
        let row = row.ok()?;
        let cells = row
            .iter()
            .map(|cell| cell.replace('|', "/").replace('\n', " "));
        out += &format!("| {} |\n", cells.collect::<Vec<_>>().join(" | "));
        if at == 0 {
            out += &format!("|{}\n", "---|".repeat(row.len()));
        }
    }
    Some(out)
}

/// Makes an instruction of each row of the tables of corrections in a sheet.
pub(super) fn read_tables(source: &str, lines: &mut [JoinedLine]) {
    let mut at = 0;
    while at < lines.len() {
        let rows = lines[at..].iter().take_while(|line| line.table).count();
        let ends = lines[at..at + rows]
            .iter()
            .position(|line| line.blank_after);
        let rows = ends.map_or(rows, |last| last + 1);
        if rows > 2 {
            read_table(source, &mut lines[at..at + rows]);
        }
        at += rows.max(1);
    }
}

fn read_table(source: &str, lines: &mut [JoinedLine]) {
    let columns = |line: &JoinedLine| -> Vec<_> {
        let cells = cells(source, line).into_iter();
        cells.map(|(_, name)| column(name)).collect()
    };
    let head = columns(&lines[0]);
    let placed = [
        CorrectionsColumn::Page,
        CorrectionsColumn::Place,
        CorrectionsColumn::Row,
    ];
    let is_placed = placed.into_iter().any(|own| head.contains(&Some(own)));
    if !head.contains(&Some(CorrectionsColumn::New)) || !is_placed {
        return;
    }
    let names: Vec<String> = cells(source, &lines[0])
        .iter()
        .map(|(_, name)| (*name).to_owned())
        .collect();
    let mut place = String::new();
    for line in lines {
        let cells = cells(source, line);
        let is_rule = |cell: &str| cell.chars().all(|c| matches!(c, '-' | ':' | ' '));
        if cells.iter().all(|(_, cell)| is_rule(cell)) || columns(line) == head {
            line.running_head = true;
            continue;
        }
        let row = CorrectionsRow {
            head: &head,
            names: &names,
            cells,
        };
        line.plain = row.sentence(&mut place);
        line.table = false;
    }
}

/// A cell: where it begins in the source, and its words.
type Cell<'a> = (usize, &'a str);

/// A row of a table of corrections, with the columns of the table.
struct CorrectionsRow<'a> {
    head: &'a [Option<CorrectionsColumn>],
    names: &'a [String],
    cells: Vec<Cell<'a>>,
}

impl CorrectionsRow<'_> {
    fn cell(&self, wanted: CorrectionsColumn) -> Cell<'_> {
        let at = self.head.iter().position(|own| *own == Some(wanted));
        let empty = (self.cells.first().map_or(0, |(start, _)| *start), "");
        at.and_then(|at| self.cells.get(at))
            .copied()
            .unwrap_or(empty)
    }

    /// Returns the words of the row as a sentence; `place` is that of the row above.
    fn sentence(&self, place: &mut String) -> PlainText {
        let page = self.cell(CorrectionsColumn::Page).1;
        let section = self.cell(CorrectionsColumn::Place).1;
        if !is_ditto(section) || !is_ditto(page) {
            *place = place_of_row(page, section);
        }
        let mut plain = PlainText::default();
        if !place.is_empty() {
            plain.push_inserted(
                &format!("{place}: "),
                self.cells.first().map_or(0, |cell| cell.0),
            );
        }
        let mut has_unit = false;
        for (own, &(start, words)) in self.head.iter().zip(&self.cells) {
            if let (Some(CorrectionsColumn::Unit(unit)), false) = (own, words.is_empty()) {
                plain.push_inserted(&unit_words(unit, words), start);
                has_unit = true;
            }
        }
        self.push_change(&mut plain, place, has_unit);
        let remarks = self.head.iter().zip(self.names).zip(&self.cells);
        for ((_, name), &(start, words)) in remarks.filter(|((own, _), _)| own.is_none()) {
            if !words.is_empty() {
                plain.push_inserted(&format!(" Note: {name}: "), start);
                plain.push_joined(words, start);
            }
        }
        plain
    }

    /// Adds the change that the row makes.
    fn push_change(&self, plain: &mut PlainText, place: &str, has_unit: bool) {
        let printed = self.cell(CorrectionsColumn::Old);
        let (mut old, mut new) = (printed, self.cell(CorrectionsColumn::New));
        let row = self.cell(CorrectionsColumn::Row);
        (old.1, new.1) = words_of_cells(old.1, new.1, !row.1.is_empty());
        let end = new.0.max(old.0);
        match (old.1.is_empty(), new.1.is_empty()) {
            (_, true) if !row.1.is_empty() => {
                plain.push_inserted("Delete the line ", row.0);
                push_quoted(plain, row);
            }
            _ if !row.1.is_empty() => self.push_value(plain, row, old, new),
            // the correction is a sentence
            (true, false)
                if instructs(new.1) || !self.head.contains(&Some(CorrectionsColumn::Old)) =>
            {
                plain.push_joined(new.1, new.0);
                return;
            }
            (true, false) => {
                plain.push_inserted(verb_without_old_words(place, has_unit, printed.1), new.0);
                push_quoted(plain, new);
            }
            (false, is_deleted) => {
                plain.push_inserted(if is_deleted { "Delete " } else { "Replace " }, old.0);
                push_quoted(plain, old);
                if !is_deleted {
                    plain.push_inserted(" with ", new.0);
                    push_quoted(plain, new);
                }
            }
            (true, true) => return,
        }
        plain.push_inserted(".", end);
    }

    /// Adds the change of a value: `Mule | 6 | 7` below `Item | old price | new price`.
    fn push_value(&self, plain: &mut PlainText, row: Cell<'_>, old: Cell<'_>, new: Cell<'_>) {
        let at = self
            .head
            .iter()
            .position(|own| *own == Some(CorrectionsColumn::New));
        let column = at
            .and_then(|at| self.names.get(at))
            .map_or("", String::as_str);
        plain.push_inserted("Change ", row.0);
        plain.push_joined(row.1, row.0);
        if let Some((_, value)) = column.split_once(' ') {
            plain.push_inserted(&format!(" ({})", value.to_lowercase()), row.0);
        }
        if !old.1.is_empty() {
            plain.push_inserted(" from ", old.0);
            plain.push_joined(old.1, old.0);
        }
        plain.push_inserted(" to ", new.0);
        plain.push_joined(new.1, new.0);
    }
}

/// Adds a cell in quotation marks.
fn push_quoted(plain: &mut PlainText, (start, words): Cell<'_>) {
    let marks = ['"', '“', '”', '„'];
    let inner = words.trim_start_matches(marks);
    plain.push_inserted("“", start);
    plain.push_joined(
        inner.trim_end_matches(marks),
        start + words.len() - inner.len(),
    );
    plain.push_inserted("”", start + words.len());
}

/// Returns whether a cell repeats the one above it: it is empty, a sign, or a word for that.
fn is_ditto(cell: &str) -> bool {
    cell.chars().all(|c| !c.is_alphanumeric()) || ["ditto", "ibid", "idem"].contains(&cell)
}

/// Returns the place that a row names by its cells for page and section: `Page 4, Tolls`.
fn place_of_row(page: &str, section: &str) -> String {
    let page = page.trim_start_matches(|c: char| !c.is_ascii_digit());
    let page = if page.is_empty() {
        String::new()
    } else {
        format!("Page {page}")
    };
    let parts = [page.as_str(), section];
    let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join(", ")
}

/// Returns the old and the new words of a row, empty where its cell says that there are none: `–` or
/// `(new)` for an insertion, `–` or `(delete)` for a deletion.
///
/// A dash in a table of values may be a value. If neither cell has words, both are as printed.
fn words_of_cells<'s>(old: &'s str, new: &'s str, is_value: bool) -> (&'s str, &'s str) {
    let is_none = |cell: &str, names: &[&str], bare: bool| {
        let framed = cell.starts_with(['(', '[', '*', '_']);
        let name = cell
            .trim_matches(|c: char| !c.is_alphanumeric())
            .to_lowercase();
        // `(delete this sentence)`
        let first = name.split(' ').next().unwrap_or_default();
        let named = framed && names.contains(&first) || bare && names.contains(&name.as_str());
        named || name.is_empty() && (cell.is_empty() || !is_value)
    };
    match (
        is_none(old, LEXICON.list("no_old_words"), false),
        is_none(new, LEXICON.list("no_new_words"), true),
    ) {
        (true, false) => ("", new),
        (false, true) => (old, ""),
        _ => (old, new),
    }
}

/// Whether the new words of a row are an instruction themselves: `Add a last sentence: “…”`.
fn instructs(new: &str) -> bool {
    let first = new.split_whitespace().next().unwrap_or_default();
    let verb = first.trim_end_matches(':').to_lowercase();
    PrintedVerb::find(&verb).is_some() && new.contains(['"', '“', ':'])
}

/// Returns what is done with the new words of a row without old words. With a unit, an empty cell
/// leaves its whole text to be replaced.
fn verb_without_old_words(place: &str, has_unit: bool, printed_old: &str) -> &'static str {
    let place = place.to_lowercase();
    let names_point = ["end of", "after ", "before ", "start of", "new "]
        .iter()
        .any(|point| place.contains(point));
    if has_unit && printed_old.is_empty() {
        "Replace with: "
    } else if names_point {
        "Add: "
    } else {
        "Add at the end: "
    }
}

/// Returns the cells of a row, each with its place in the source.
fn cells<'s>(source: &'s str, line: &JoinedLine) -> Vec<(usize, &'s str)> {
    let raw = line.span.of(source);
    let body = raw.trim().trim_start_matches('|');
    let mut start = line.span.start() + raw.len() - raw.trim_start().trim_start_matches('|').len();
    let body = body.strip_suffix('|').unwrap_or(body);
    let cells = body.split('|').map(|cell| {
        let at = start + cell.len() - cell.trim_start().len();
        start += cell.len() + 1;
        (at, cell.trim())
    });
    cells.collect()
}

/// Returns what a column with this name contains.
fn column(name: &str) -> Option<CorrectionsColumn> {
    let name = name
        .trim()
        .trim_matches(['"', '*', '\u{feff}'])
        .trim_end_matches(':')
        .to_lowercase();
    let mut rows = LEXICON.correction_columns.iter();
    let named = rows.find(|(_, names)| names.contains(&name.as_str()));
    let row = named.map(|(column, _)| match *column {
        "page" => CorrectionsColumn::Page,
        "place" => CorrectionsColumn::Place,
        "row" => CorrectionsColumn::Row,
        "old" => CorrectionsColumn::Old,
        "new" => CorrectionsColumn::New,
        unit => CorrectionsColumn::Unit(unit),
    });
    // `old price`, `new price`
    let first = name.split_once(' ').map(|(first, _)| match first {
        "old" | "previous" | "printed" => Some(CorrectionsColumn::Old),
        "new" | "corrected" | "revised" => Some(CorrectionsColumn::New),
        _ => None,
    });
    row.or(first.flatten())
}

/// Returns the words for a unit with the number or words of a cell.
fn unit_words(unit: &str, cell: &str) -> String {
    if cell.chars().all(|c| c.is_ascii_digit()) {
        format!("{} {cell}. ", crate::text::slug::capitalize(unit))
    } else {
        format!("{cell} {unit}. ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_of_a_spreadsheet_becomes_a_table_in_a_sheet() {
        let table = "New,Page,Where,Was\nthree rafts,12,Ferries,two rafts\n,13,Tolls,\"at night, or by day\"\n";
        assert_eq!(
            sheet_from_table(table).expect("a table"),
            "# Table of corrections\n\n| New | Page | Where | Was |\n|---|---|---|---|\n\
             | three rafts | 12 | Ferries | two rafts |\n|  | 13 | Tolls | at night, or by day |\n"
        );
    }

    #[test]
    fn other_texts_are_no_tables_of_corrections() {
        assert_eq!(sheet_from_table("Page 3, for old rafts, read on\n"), None);
        assert_eq!(sheet_from_table("troops,S,O\nKnights,12,10\n"), None);
        assert_eq!(sheet_from_table(""), None);
    }
}
