//! Rewrites the rows of a table of corrections, as a spreadsheet exports it or inside a sheet, as
//! sentences of a sheet (`Page 3, Tolls: Replace “a” with “b”.`), which `import` then parses.
//!
//! It has one row for each correction, with columns such as page, place, old and new in any order.

use super::{
    address::PrintedStep, cursor::TokenCursor, grammar::PrintedVerb, joined_line::JoinedLine,
    known_rulesets::SheetVocabulary, plain_text::PlainText, token::tokenize,
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

/// The names of columns, in lower case; other columns are remarks.
const COLUMNS: &[(&[&str], CorrectionsColumn)] = &[
    (
        &["page", "pages", "p", "p.", "pg", "page no", "page number"],
        CorrectionsColumn::Page,
    ),
    (
        &[
            "place", "section", "rule", "heading", "chapter", "where", "location", "part",
        ],
        CorrectionsColumn::Place,
    ),
    (
        &["row", "item", "entry", "name", "unit", "troops", "card"],
        CorrectionsColumn::Row,
    ),
    (
        &["paragraph", "para", "paragraph no"],
        CorrectionsColumn::Unit("paragraph"),
    ),
    (&["sentence"], CorrectionsColumn::Unit("sentence")),
    (
        &["bullet", "bullet point"],
        CorrectionsColumn::Unit("bullet"),
    ),
    (&["line", "line no"], CorrectionsColumn::Unit("line")),
    (
        &[
            "old",
            "was",
            "for",
            "wrong",
            "error",
            "incorrect",
            "original",
            "old text",
            "printed",
            "from",
            "instead of",
            "current",
            "delete",
            "current text",
            "old wording",
            "text",
        ],
        CorrectionsColumn::Old,
    ),
    (
        &[
            "new",
            "now",
            "read",
            "right",
            "correct",
            "correction",
            "new text",
            "should read",
            "should be",
            "replacement",
            "to",
            "corrected",
            "insert",
            "replace with",
            "change",
            "amendment",
            "erratum",
            "errata",
            "corrected text",
            "new wording",
        ],
        CorrectionsColumn::New,
    ),
];

/// What a cell says in brackets if nothing was printed.
const NO_OLD_WORDS: &[&str] = &[
    "new", "add", "added", "insert", "inserted", "addition", "none", "nothing", "nil", "missing",
    "blank", "empty",
];

/// What a cell says if nothing remains.
const NO_NEW_WORDS: &[&str] = &[
    "delete",
    "deleted",
    "remove",
    "removed",
    "omit",
    "omitted",
    "strike",
    "struck",
    "cancel",
    "cancelled",
    "none",
    "nothing",
    "nil",
];

/// The title of a sheet that was a table.
const TITLE: &str = "# Table of corrections\n\n";

/// Returns the sheet that a table of corrections means, one instruction for each row; `None` if the
/// text is no such table.
///
/// Each row becomes a heading, the page, and a sentence in the wording of sheets. Columns that are
/// not known become remarks, so that no cell is lost.
pub fn sheet_from_table(text: &str) -> Option<String> {
    let head = text.lines().find(|line| !line.trim().is_empty())?;
    let delimiter = [b'\t', b';', b'|', b','].into_iter().find(|&delimiter| {
        let names: Vec<Option<CorrectionsColumn>> =
            head.split(char::from(delimiter)).map(column).collect();
        let has = |wanted| names.contains(&Some(wanted));
        has(CorrectionsColumn::New)
            && has(CorrectionsColumn::Old)
            && (has(CorrectionsColumn::Page) || has(CorrectionsColumn::Place))
    })?;
    let mut cursor = csv::ReaderBuilder::new()
        .delimiter(delimiter)
        .flexible(true)
        .trim(csv::Trim::All)
        .from_reader(text.trim_start().as_bytes());
    let names = cursor.headers().ok()?.clone();
    let columns: Vec<Option<CorrectionsColumn>> = names.iter().map(column).collect();
    let mut out = TITLE.to_owned();
    let mut last = (String::new(), String::new());
    for row in cursor.records() {
        let row = row.ok()?;
        let is_rule = |cell: &str| cell.chars().all(|c| matches!(c, '-' | ':' | '='));
        if row.iter().all(is_rule) {
            continue;
        }
        let cell = |wanted: CorrectionsColumn| {
            let mut cells = columns.iter().zip(&row);
            cells
                .find(|(own, _)| **own == Some(wanted))
                .map_or("", |(_, cell)| cell)
        };
        let place = (
            cell(CorrectionsColumn::Place).to_owned(),
            cell(CorrectionsColumn::Page).to_owned(),
        );
        if place != last {
            if !place.0.is_empty() {
                out += &format!("# {}\n\n", place.0);
            }
            if !place.1.is_empty() {
                let page = place.1.trim_start_matches(|c: char| !c.is_ascii_digit());
                out += &format!("Page {page}\n\n");
            }
            last = place;
        }
        let words = (cell(CorrectionsColumn::Old), cell(CorrectionsColumn::New));
        out += &sentence(&columns, &row, cell(CorrectionsColumn::Place), words);
        for ((_, words), name) in columns
            .iter()
            .zip(&row)
            .zip(&names)
            .filter(|((own, _), _)| own.is_none())
        {
            if !words.is_empty() && !name.is_empty() {
                out += &format!("Note: {name}: {words}\n\n");
            }
        }
    }
    Some(out)
}

/// Makes an instruction of each row of the tables of corrections in a sheet: `Page 3, Tolls: Replace “a”
/// with “b”.`
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
    let head: Vec<_> = cells(source, &lines[0])
        .iter()
        .map(|(_, name)| column(name))
        .collect();
    let has = |wanted| head.contains(&Some(wanted));
    let placed = [
        CorrectionsColumn::Page,
        CorrectionsColumn::Place,
        CorrectionsColumn::Row,
    ]
    .into_iter()
    .any(has);
    if !has(CorrectionsColumn::New) || !placed {
        return;
    }
    let names: Vec<String> = cells(source, &lines[0])
        .iter()
        .map(|(_, name)| (*name).to_owned())
        .collect();
    let mut place = String::new();
    for line in lines {
        let row = cells(source, line);
        let is_rule = row
            .iter()
            .all(|(_, cell)| cell.chars().all(|c| matches!(c, '-' | ':' | ' ')));
        let is_head = row
            .iter()
            .map(|(_, cell)| column(cell))
            .eq(head.iter().copied());
        if is_rule || is_head {
            line.running_head = true;
            continue;
        }
        line.plain = read_row(&head, &names, &row, &mut place);
        line.table = false;
    }
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

/// Returns the instruction of a row; `place` is that of the row above.
fn read_row(
    head: &[Option<CorrectionsColumn>],
    names: &[String],
    row: &[(usize, &str)],
    place: &mut String,
) -> PlainText {
    let empty = (row.first().map_or(0, |(start, _)| *start), "");
    let cell = |wanted| {
        let at = head.iter().position(|own| *own == Some(wanted));
        at.and_then(|at| row.get(at)).copied().unwrap_or(empty)
    };
    let is_value = !cell(CorrectionsColumn::Row).1.is_empty();
    let (page, section) = (
        cell(CorrectionsColumn::Page).1,
        cell(CorrectionsColumn::Place).1,
    );
    if !is_ditto(section) || !is_ditto(page) {
        *place = place_of_row(page, section);
    }
    let mut plain = PlainText::default();
    if !place.is_empty() {
        plain.push_inserted(&format!("{place}: "), empty.0);
    }
    for (own, (start, words)) in head.iter().zip(row) {
        if let (Some(CorrectionsColumn::Unit(unit)), false) = (own, words.is_empty()) {
            plain.push_inserted(&unit_words(unit, words), *start);
        }
    }
    let (mut old, mut new) = (cell(CorrectionsColumn::Old), cell(CorrectionsColumn::New));
    (old.1, new.1) = words_of_cells(old.1, new.1, is_value);
    let quote = |plain: &mut PlainText, (start, words): (usize, &str)| {
        let marks = ['"', '“', '”', '„'];
        let inner = words.trim_start_matches(marks);
        plain.push_inserted("“", start);
        plain.push_joined(
            inner.trim_end_matches(marks),
            start + words.len() - inner.len(),
        );
        plain.push_inserted("”", start + words.len());
    };
    let last = new.0.max(old.0);
    let row_name = cell(CorrectionsColumn::Row);
    if is_value && new.1.is_empty() && !cell(CorrectionsColumn::New).1.is_empty() {
        plain.push_inserted("Delete the line “", row_name.0);
        plain.push_joined(row_name.1, row_name.0);
        plain.push_inserted("”.", row_name.0 + row_name.1.len());
    } else if is_value {
        let at = head
            .iter()
            .position(|own| *own == Some(CorrectionsColumn::New));
        let column = at.and_then(|at| names.get(at)).map_or("", String::as_str);
        push_value(&mut plain, column, row_name, old, new);
    } else if !head.contains(&Some(CorrectionsColumn::Old)) || old.1.is_empty() && instructs(new.1)
    {
        // the correction is a sentence
        plain.push_joined(new.1, new.0);
    } else if names_unit(old.1) {
        plain.push_inserted(
            if new.1.is_empty() {
                "Delete "
            } else {
                "Replace "
            },
            old.0,
        );
        plain.push_joined(old.1, old.0);
        if !new.1.is_empty() {
            plain.push_inserted(" with: ", new.0);
            quote(&mut plain, new);
        }
        plain.push_inserted(".", last);
    } else if old.1.is_empty() && !new.1.is_empty() {
        let mut units = head.iter().zip(row);
        let named = units.any(|(own, (_, cell))| {
            matches!(own, Some(CorrectionsColumn::Unit(_))) && !cell.is_empty()
        });
        let verb = verb_without_old_words(place, named, cell(CorrectionsColumn::Old).1);
        plain.push_inserted(verb, new.0);
        quote(&mut plain, new);
    } else if !old.1.is_empty() {
        let verb = if new.1.is_empty() {
            "Delete "
        } else {
            "Replace "
        };
        plain.push_inserted(verb, old.0);
        quote(&mut plain, old);
        if !new.1.is_empty() {
            plain.push_inserted(" with ", new.0);
            quote(&mut plain, new);
        }
        plain.push_inserted(".", last);
    }
    for ((own, name), (start, words)) in head.iter().zip(names).zip(row) {
        if own.is_none() && !words.is_empty() {
            plain.push_inserted(&format!(" Note: {name}: "), *start);
            plain.push_joined(words, *start);
        }
    }
    plain
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
        is_none(old, NO_OLD_WORDS, false),
        is_none(new, NO_NEW_WORDS, true),
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

/// Whether the old words of a row are only the name of a unit: `last paragraph`.
fn names_unit(old: &str) -> bool {
    let (words, tokens) = (SheetVocabulary::default(), tokenize(old));
    let mut cursor = TokenCursor::new(&words, old, &tokens);
    let place = cursor.parse_address().filter(|_| cursor.at_end());
    place.is_some_and(|place| {
        let counted = |step: &PrintedStep| step.depth().is_some() && !step.is_bare();
        place.page.is_none() && !place.steps.is_empty() && place.steps.iter().all(counted)
    })
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

/// Adds the change of a value: `Mule | 6 | 7` below `Item | old price | new price`.
fn push_value(
    plain: &mut PlainText,
    column: &str,
    row: (usize, &str),
    old: (usize, &str),
    new: (usize, &str),
) {
    let value = column
        .split_once(' ')
        .map_or("", |(_, value)| value)
        .to_lowercase();
    plain.push_inserted("Change ", row.0);
    plain.push_joined(row.1, row.0);
    if !value.is_empty() {
        plain.push_inserted(&format!(" ({value})"), row.0);
    }
    if !old.1.is_empty() {
        plain.push_inserted(" from ", old.0);
        plain.push_joined(old.1, old.0);
    }
    plain.push_inserted(" to ", new.0);
    plain.push_joined(new.1, new.0);
    plain.push_inserted(".", new.0.max(old.0));
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
    let row = COLUMNS
        .iter()
        .find(|(names, _)| names.contains(&name.as_str()));
    // `old price`, `new price`
    let first = name.split_once(' ').map(|(first, _)| match first {
        "old" | "previous" | "printed" => Some(CorrectionsColumn::Old),
        "new" | "corrected" | "revised" => Some(CorrectionsColumn::New),
        _ => None,
    });
    row.map(|(_, column)| *column).or(first.flatten())
}

/// Returns the words for a unit with the number or words of a cell.
fn unit_words(unit: &str, cell: &str) -> String {
    if cell.chars().all(|c| c.is_ascii_digit()) {
        format!("{} {cell}. ", crate::text::slug::capitalize(unit))
    } else {
        format!("{cell} {unit}. ")
    }
}

/// Returns the instruction of a row as a sheet words it.
fn sentence(
    columns: &[Option<CorrectionsColumn>],
    row: &csv::StringRecord,
    place: &str,
    (old, new): (&str, &str),
) -> String {
    let mut out = String::new();
    let mut has_unit = false;
    let printed_old = old;
    let (old, new) = words_of_cells(old, new, false);
    for (own, cell) in columns.iter().zip(row) {
        if let Some(CorrectionsColumn::Unit(unit)) = own
            && !cell.is_empty()
        {
            out += &unit_words(unit, cell);
            has_unit = true;
        }
    }
    let verb = verb_without_old_words(place, has_unit, printed_old);
    let quote = |words: &str| format!("“{}”", words.trim_matches(['"', '“', '”']));
    out += &match (old.is_empty(), new.is_empty()) {
        (true, false) if instructs(new) => new.to_owned(),
        (false, false) if names_unit(old) => format!("Replace {old} with: {}", quote(new)),
        (false, true) if names_unit(old) => format!("Delete {old}."),
        (false, false) => format!("Replace {} with {}.", quote(old), quote(new)),
        (false, true) => format!("Delete {}.", quote(old)),
        (true, false) => format!("{verb}{}", quote(new)),
        (true, true) => return String::new(),
    };
    out + "\n\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_may_have_any_order_and_names() {
        let table = "New,Page,Where,Was,Why\nthree rafts,12,Ferries,two rafts,a misprint\n,13,Tolls,\"at night, or by day\",\n";
        assert_eq!(
            sheet_from_table(table).expect("a table"),
            "# Table of corrections\n\n# Ferries\n\nPage 12\n\nReplace “two rafts” with “three rafts”.\n\nNote: Why: a misprint\n\n\
             # Tolls\n\nPage 13\n\nDelete “at night, or by day”.\n\n"
        );
        let pipes = "| page | para | for | read |\n|---|---|---|---|\n| 4 | 2 | raft | boat |\n";
        assert_eq!(
            sheet_from_table(pipes).expect("a table"),
            "# Table of corrections\n\nPage 4\n\nParagraph 2. Replace “raft” with “boat”.\n\n"
        );
    }

    #[test]
    fn other_texts_are_no_tables_of_corrections() {
        assert_eq!(sheet_from_table("Page 3, for old rafts, read on\n"), None);
        assert_eq!(sheet_from_table("troops,S,O\nKnights,12,10\n"), None);
        assert_eq!(sheet_from_table(""), None);
    }
}
