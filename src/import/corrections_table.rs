//! Rewrites the rows of a table of corrections in a sheet as sentences (`Page 3, Tolls: Replace “a”
//! with “b”.`), which are then read as any others.
//!
//! It has one row for each correction, with columns such as page, place, old and new in any order;
//! `lexicon.toml` has their names.

use super::{
    grammar::{LEXICON, PrintedVerb},
    lines::JoinedLine,
    plain_text::PlainText,
};
use crate::text::slug::capitalize;

/// The title of a sheet that was a table.
const TITLE: &str = "# Corrections\n\n";

/// Returns a table of corrections that a spreadsheet exported as a sheet with that table; `None` if the
/// text is no such table.
pub fn sheet_from_table(text: &str) -> Option<String> {
    let head = text.lines().find(|line| !line.trim().is_empty())?;
    let delimiter = [b'\t', b';', b'|', b','].into_iter().find(|&delimiter| {
        let names: Vec<_> = head.split(char::from(delimiter)).map(column).collect();
        let has = |name| names.contains(&Some(name));
        has("new") && has("old") && (has("page") || has("place"))
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

/// Returns what a column with this name contains: `page`, `place`, `row`, `old`, `new`, or a unit.
fn column(name: &str) -> Option<&'static str> {
    let name = name.trim().trim_matches(['"', '*', '\u{feff}']);
    let name = name.trim_end_matches(':').to_lowercase();
    let mut rows = LEXICON.correction_columns.iter();
    let named = rows.find(|(_, names)| names.contains(&name.as_str()));
    // `old price`, `new price`
    let first = name.split_once(' ').and_then(|(first, _)| match first {
        "old" | "previous" | "printed" => Some("old"),
        "new" | "corrected" | "revised" => Some("new"),
        _ => None,
    });
    named.map(|(column, _)| *column).or(first)
}

/// Makes an instruction of each row of the tables of corrections in a sheet.
pub(super) fn read_tables(source: &str, lines: &mut [JoinedLine]) {
    for table in lines.chunk_by_mut(|one, two| one.table && two.table && !one.blank_after) {
        let head: Vec<Column<'_>> = cells(source, &table[0])
            .into_iter()
            .map(|(_, name)| (name, column(name)))
            .collect();
        let has = |role| head.iter().any(|(_, column)| *column == Some(role));
        if table.len() < 3 || !has("new") || !(has("page") || has("place") || has("row")) {
            continue;
        }
        let mut place = String::new();
        for line in table {
            let cells = cells(source, line);
            let rule = |cell: &str| cell.chars().all(|c| matches!(c, '-' | ':' | ' '));
            let again = cells.iter().zip(&head).all(|(cell, head)| cell.1 == head.0);
            if again || cells.iter().all(|(_, cell)| rule(cell)) {
                line.running_head = true;
                continue;
            }
            line.plain = CorrectionsRow { head: &head, cells }.sentence(&mut place);
            line.table = false;
        }
    }
}

/// The name of a column, and what it contains.
type Column<'a> = (&'a str, Option<&'static str>);

/// A cell: where it begins in the source, and its words.
type Cell<'a> = (usize, &'a str);

/// A row of a table of corrections, with the columns of the table.
struct CorrectionsRow<'a> {
    head: &'a [Column<'a>],
    cells: Vec<Cell<'a>>,
}

impl<'a> CorrectionsRow<'a> {
    fn cell(&self, role: &str) -> Cell<'a> {
        let at = self.head.iter().position(|(_, own)| *own == Some(role));
        let start = self.cells.first().map_or(0, |(start, _)| *start);
        at.and_then(|at| self.cells.get(at))
            .copied()
            .unwrap_or((start, ""))
    }

    /// Returns the words of the row as a sentence; `place` is that of the row above.
    fn sentence(&self, place: &mut String) -> PlainText {
        const KNOWN: &[&str] = &["page", "place", "row", "old", "new"];
        // an empty cell, a sign or a word repeats the place above
        let ditto = |cell: &str| {
            let word = cell.chars().any(char::is_alphanumeric);
            !word || ["ditto", "ibid", "idem"].contains(&cell)
        };
        let (page, section) = (self.cell("page").1, self.cell("place").1);
        if !ditto(section) || !ditto(page) {
            let page = page.trim_start_matches(|c: char| !c.is_ascii_digit());
            let page = Some(format!("Page {page}")).filter(|_| !page.is_empty());
            let section = Some(section.to_owned()).filter(|section| !section.is_empty());
            *place = page
                .into_iter()
                .chain(section)
                .collect::<Vec<_>>()
                .join(", ");
        }
        let mut plain = PlainText::default();
        if !place.is_empty() {
            plain.push_inserted(
                &format!("{place}: "),
                self.cells.first().map_or(0, |cell| cell.0),
            );
        }
        let filled = || {
            self.head
                .iter()
                .zip(&self.cells)
                .filter(|(_, cell)| !cell.1.is_empty())
        };
        let mut has_unit = false;
        for ((_, own), (start, words)) in filled() {
            if let Some(unit) = own.filter(|own| !KNOWN.contains(own)) {
                let counted = words.chars().all(|c| c.is_ascii_digit());
                let (one, two) = if counted {
                    (unit, *words)
                } else {
                    (*words, unit)
                };
                plain.push_inserted(&capitalize(&format!("{one} {two}. ")), *start);
                has_unit = true;
            }
        }
        self.push_change(&mut plain, place, has_unit);
        for ((name, _), (start, words)) in filled().filter(|((_, own), _)| own.is_none()) {
            plain.push_inserted(&format!(" Note: {name}: "), *start);
            plain.push_joined(words, *start);
        }
        plain
    }

    /// Adds the change that the row makes.
    fn push_change(&self, plain: &mut PlainText, place: &str, has_unit: bool) {
        let (printed, row) = (self.cell("old"), self.cell("row"));
        let (mut old, mut new) = (printed, self.cell("new"));
        (old.1, new.1) = words_of_cells(old.1, new.1, !row.1.is_empty());
        let compared = self.head.iter().any(|(_, own)| *own == Some("old"));
        let points = ["end of", "after ", "before ", "start of", "new "];
        let named = points
            .iter()
            .any(|point| place.to_lowercase().contains(point));
        match (old.1.is_empty(), new.1.is_empty()) {
            (true, true) if row.1.is_empty() => return,
            (_, true) if !row.1.is_empty() => push_quoted(plain, "Delete the line ", row),
            (is_new, _) if !row.1.is_empty() => {
                // `Mule | 6 | 7` below `Item | old price | new price`
                let column = self.head.iter().find(|(_, own)| *own == Some("new"));
                let value = column.and_then(|(name, _)| name.split_once(' '));
                let value = value.map(|(_, value)| format!(" ({})", value.to_lowercase()));
                plain.push_inserted("Change ", row.0);
                plain.push_joined(row.1, row.0);
                plain.push_inserted(&value.unwrap_or_default(), row.0);
                for (word, cell) in [(" from ", old), (" to ", new)]
                    .into_iter()
                    .skip(is_new.into())
                {
                    plain.push_inserted(word, cell.0);
                    plain.push_joined(cell.1, cell.0);
                }
            }
            // the correction is a sentence
            (true, _) if instructs(new.1) || !compared => return plain.push_joined(new.1, new.0),
            (true, _) if has_unit && printed.1.is_empty() => {
                push_quoted(plain, "Replace with: ", new)
            }
            (true, _) if named => push_quoted(plain, "Add: ", new),
            (true, _) => push_quoted(plain, "Add at the end: ", new),
            (false, true) => push_quoted(plain, "Delete ", old),
            (false, false) => {
                push_quoted(plain, "Replace ", old);
                push_quoted(plain, " with ", new);
            }
        }
        plain.push_inserted(".", new.0.max(old.0));
    }
}

/// Adds words, and a cell in quotation marks behind them.
fn push_quoted(plain: &mut PlainText, words: &str, (start, cell): Cell<'_>) {
    let marks = ['"', '“', '”', '„'];
    let inner = cell.trim_start_matches(marks);
    plain.push_inserted(&format!("{words}“"), start);
    plain.push_joined(
        inner.trim_end_matches(marks),
        start + cell.len() - inner.len(),
    );
    plain.push_inserted("”", start + cell.len());
}

/// Returns the old and the new words of a row, empty where its cell says that there are none: `–` or
/// `(new)` for an insertion, `–` or `(delete)` for a deletion.
///
/// A dash in a table of values may be a value. If neither cell has words, both are as printed.
fn words_of_cells<'s>(old: &'s str, new: &'s str, is_value: bool) -> (&'s str, &'s str) {
    let is_none = |cell: &str, list: &str, bare: bool| {
        let framed = cell.starts_with(['(', '[', '*', '_']);
        let name = cell
            .trim_matches(|c: char| !c.is_alphanumeric())
            .to_lowercase();
        // `(delete this sentence)`
        let first = name.split(' ').next().unwrap_or_default();
        let named = framed && LEXICON.has(list, first) || bare && LEXICON.has(list, &name);
        named || name.is_empty() && (cell.is_empty() || !is_value)
    };
    match (
        is_none(old, "no_old_words", false),
        is_none(new, "no_new_words", true),
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

/// Returns the cells of a row, each with its place in the source.
fn cells<'s>(source: &'s str, line: &JoinedLine) -> Vec<Cell<'s>> {
    let raw = line.span.of(source);
    let body = raw.trim_start().trim_start_matches('|');
    let mut start = line.span.start() + raw.len() - body.len();
    let body = body.trim_end();
    let cells = body
        .strip_suffix('|')
        .unwrap_or(body)
        .split('|')
        .map(|cell| {
            let at = start + cell.len() - cell.trim_start().len();
            start += cell.len() + 1;
            (at, cell.trim())
        });
    cells.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_of_a_spreadsheet_becomes_a_table_in_a_sheet() {
        let table = "New,Page,Where,Was\nthree rafts,12,Ferries,two rafts\n,13,Tolls,\"at night, or by day\"\n";
        assert_eq!(
            sheet_from_table(table).expect("a table"),
            "# Corrections\n\n| New | Page | Where | Was |\n|---|---|---|---|\n\
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
