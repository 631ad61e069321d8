//! Converts a table of corrections (CSV, TSV, pipes) to the text of a sheet, to be parsed.
//!
//! It has one row for each correction, with columns such as page, place, old and new in any order.

/// What a column contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    Page,
    Place,
    /// The number of a unit, with its name.
    Unit(&'static str),
    Old,
    New,
}

/// The names of columns, in lower case; other columns are remarks.
const COLUMNS: &[(&[&str], Column)] = &[
    (
        &["page", "pages", "p", "p.", "pg", "page no", "page number"],
        Column::Page,
    ),
    (
        &[
            "place", "section", "rule", "heading", "chapter", "where", "location", "part",
        ],
        Column::Place,
    ),
    (
        &["paragraph", "para", "paragraph no"],
        Column::Unit("paragraph"),
    ),
    (&["sentence"], Column::Unit("sentence")),
    (&["bullet", "bullet point"], Column::Unit("bullet")),
    (&["line", "line no"], Column::Unit("line")),
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
        ],
        Column::Old,
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
        ],
        Column::New,
    ),
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
        let names: Vec<Option<Column>> = head.split(char::from(delimiter)).map(column).collect();
        let has = |wanted| names.contains(&Some(wanted));
        has(Column::New) && has(Column::Old) && (has(Column::Page) || has(Column::Place))
    })?;
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(delimiter)
        .flexible(true)
        .trim(csv::Trim::All)
        .from_reader(text.trim_start().as_bytes());
    let names = reader.headers().ok()?.clone();
    let columns: Vec<Option<Column>> = names.iter().map(column).collect();
    let mut out = TITLE.to_owned();
    let mut last = (String::new(), String::new());
    for row in reader.records() {
        let row = row.ok()?;
        let is_rule = |cell: &str| cell.chars().all(|c| matches!(c, '-' | ':' | '='));
        if row.iter().all(is_rule) {
            continue;
        }
        let cell = |wanted: Column| {
            let mut cells = columns.iter().zip(&row);
            cells
                .find(|(own, _)| **own == Some(wanted))
                .map_or("", |(_, cell)| cell)
        };
        let place = (
            cell(Column::Place).to_owned(),
            cell(Column::Page).to_owned(),
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
        out += &sentence(&columns, &row, cell(Column::Old), cell(Column::New));
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

/// Returns what a column with this name contains.
fn column(name: &str) -> Option<Column> {
    let name = name
        .trim()
        .trim_matches(['"', '*', '\u{feff}'])
        .trim_end_matches(':')
        .to_lowercase();
    let row = COLUMNS
        .iter()
        .find(|(names, _)| names.contains(&name.as_str()));
    row.map(|(_, column)| *column)
}

/// Returns the instruction of a row as a sheet words it.
fn sentence(columns: &[Option<Column>], row: &csv::StringRecord, old: &str, new: &str) -> String {
    let mut out = String::new();
    for (own, cell) in columns.iter().zip(row) {
        if let Some(Column::Unit(unit)) = own
            && !cell.is_empty()
        {
            let number = cell.chars().all(|c| c.is_ascii_digit());
            out += &if number {
                format!("{} {cell}. ", crate::text::letters::capitalize(unit))
            } else {
                format!("{cell} {unit}. ")
            };
        }
    }
    let quote = |words: &str| format!("“{}”", words.trim_matches(['"', '“', '”']));
    out += &match (old.is_empty(), new.is_empty()) {
        (false, false) => format!("Replace {} with {}.", quote(old), quote(new)),
        (false, true) => format!("Delete {}.", quote(old)),
        (true, false) => format!("Replace with: {}", quote(new)),
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
