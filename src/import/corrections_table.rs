//! Rewrites the rows of a table of corrections in a sheet as sentences (`Page 3, Tolls: Replace “a”
//! with “b”.`), which are then read as any others.
//!
//! It has one row for each correction, with columns such as page, place, old and new in any order;
//! `lexicon.toml` has their names.

use super::{
    grammar::{LEXICON, PrintedVerb},
    known_rulesets::KnownRulesets,
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
    let named = rows
        .clone()
        .find(|(_, names)| names.contains(&name.as_str()));
    // `section and place`
    let words = || {
        name.split(' ')
            .filter(|word| !["and", "or", "&"].contains(word))
    };
    let named = named.or_else(|| rows.find(|(_, names)| words().all(|word| names.contains(&word))));
    // `old price`, `new price`
    let first = name.split_once(' ').and_then(|(first, _)| match first {
        "old" | "previous" | "printed" => Some("old"),
        "new" | "corrected" | "revised" => Some("new"),
        _ => None,
    });
    named.map(|(column, _)| *column).or(first)
}

/// Makes an instruction of each row of the tables of corrections in a sheet.
pub(super) fn read_tables(source: &str, lines: &mut [JoinedLine], known: &KnownRulesets) {
    for table in lines.chunk_by_mut(|one, two| one.table && two.table && !one.blank_after) {
        let rows = table.iter().skip(1).map(|line| cells(source, line));
        let rows: Vec<Vec<Cell<'_>>> = rows.collect();
        let mut head: Vec<Column<'_>> = cells(source, &table[0])
            .into_iter()
            .map(|(_, name)| (name, column(name)))
            .collect();
        let counted = |at: usize| {
            let mut own = rows.iter().filter_map(|row| row.get(at));
            own.all(|(_, cell)| !cell.contains(char::is_alphabetic))
        };
        if head.iter().any(|(_, column)| *column == Some("place")) {
            // `Item | Page | Section`, with the numbers of the corrections
            for (at, (_, column)) in head.iter_mut().enumerate() {
                if *column == Some("row") && counted(at) {
                    *column = Some("number");
                }
            }
        }
        let has = |role| head.iter().any(|(_, column)| *column == Some(role));
        if table.len() < 3 || !has("new") || !(has("page") || has("place") || has("row")) {
            continue;
        }
        let mut place = RowPlace::default();
        for line in table {
            let cells = cells(source, line);
            let rule = |cell: &str| cell.chars().all(|c| matches!(c, '-' | ':' | ' '));
            let again = cells.iter().zip(&head).all(|(cell, head)| cell.1 == head.0);
            if again || cells.iter().all(|(_, cell)| rule(cell)) {
                line.running_head = true;
                continue;
            }
            let row = CorrectionsRow { head: &head, cells };
            place = row.place(&place, known);
            (line.plain, line.remarks) = row.sentence(&place);
            line.table = false;
        }
    }
}

/// The name of a column, and what it contains.
type Column<'a> = (&'a str, Option<&'static str>);

/// A cell: where it begins in the source, and its words.
type Cell<'a> = (usize, &'a str);

/// The page and the section of a row.
#[derive(Default)]
struct RowPlace {
    page: String,
    section: String,
}

impl RowPlace {
    /// Returns the name of the section without the places in it.
    fn name(&self, known: &KnownRulesets) -> &str {
        let cuts = self.section.rmatch_indices([',', ':']).map(|(at, _)| at);
        let mut names = cuts.map(|at| &self.section[..at]);
        let named = names
            .clone()
            .find(|name| known.find_place(None, name).is_some());
        named.or_else(|| names.next_back()).unwrap_or(&self.section)
    }
}

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

    /// Returns the words of all columns of a kind.
    fn all_cells(&self, role: &str) -> Vec<&'a str> {
        let cells = self.head.iter().zip(&self.cells);
        let own = cells.filter(|((_, own), cell)| *own == Some(role) && !cell.1.is_empty());
        own.map(|(_, cell)| cell.1).collect()
    }

    /// Returns the place of the row; an empty cell, a sign or `do.` repeats that of the row above.
    fn place(&self, above: &RowPlace, known: &KnownRulesets) -> RowPlace {
        let says = |cell: &str| cell.chars().any(char::is_alphanumeric);
        let page = self.cell("page").1;
        let section = &*self.all_cells("place").join(", ");
        let number = page.trim_start_matches(|c: char| !c.is_ascii_digit());
        let rest = ["ditto", "ibid", "idem", "do"]
            .into_iter()
            .find_map(|word| {
                let rest = section.strip_prefix(word)?;
                let ends = rest.is_empty() || rest.starts_with(['.', ',', ':']);
                ends.then(|| rest.trim_start_matches(['.', ',', ':', ' ']))
            });
        let same = number.is_empty() || number == above.page;
        RowPlace {
            section: match rest {
                Some("") => above.section.clone(),
                Some(rest) => format!("{}, {rest}", above.name(known)),
                None if !says(section) && same => above.section.clone(),
                None if !says(section) => String::new(),
                None => section.to_owned(),
            },
            page: match number {
                "" if rest.is_some() || !says(section) => above.page.clone(),
                number => number.to_owned(),
            },
        }
    }

    /// Returns the words of the row as a sentence, and where its remarks begin.
    fn sentence(&self, place: &RowPlace) -> (PlainText, Option<usize>) {
        const KNOWN: &[&str] = &["number", "page", "place", "row", "old", "new"];
        let mut plain = PlainText::default();
        let section = place.section.as_str();
        let start = self.cells.first().map_or(0, |cell| cell.0);
        let page = Some(format!("Page {}", place.page)).filter(|_| !place.page.is_empty());
        let parts = page.as_deref().into_iter().chain([section]);
        let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
        if !parts.is_empty() {
            plain.push_inserted(&format!("{}: ", parts.join(", ")), start);
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
        self.push_change(&mut plain, has_unit);
        let end = plain.text.len();
        for ((name, _), (start, words)) in filled().filter(|((_, own), _)| own.is_none()) {
            plain.push_inserted(&format!(" {name}: "), *start);
            plain.push_joined(words, *start);
        }
        let remarks = (end < plain.text.len()).then_some(end + 1);
        (plain, remarks)
    }

    /// Adds the change that the row makes.
    fn push_change(&self, plain: &mut PlainText, has_unit: bool) {
        let row = self.cell("row");
        let printed = self.cell("old");
        let (mut old, mut new) = (printed, self.cell("new"));
        (old.1, new.1) = words_of_cells(old.1, new.1, !row.1.is_empty());
        let compared = self.head.iter().any(|(_, own)| *own == Some("old"));
        // a decision to change nothing
        let said = new.1.to_lowercase();
        let mut unchanged = LEXICON.list("unchanged").iter();
        if unchanged.any(|words| said.starts_with(words)) {
            plain.push_inserted("Note: ", new.0);
            return plain.push_joined(new.1, new.0);
        }
        match (old.1.is_empty(), new.1.is_empty()) {
            (true, true) if row.1.is_empty() => return,
            // checked, and found right
            (false, false) if old.1 == new.1 => return,
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
        (true, true) => ("", ""),
        (false, false) => (old, new),
    }
}

/// Whether the new words of a row are an instruction themselves: `Add a last sentence: “…”`.
fn instructs(new: &str) -> bool {
    let first = new.split_whitespace().next().unwrap_or_default();
    let verb = first.trim_end_matches(':').to_lowercase();
    (verb == "new" || PrintedVerb::find(&verb).is_some()) && new.contains(['"', '“', ':'])
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
