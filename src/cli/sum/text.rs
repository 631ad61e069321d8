//! Renders sums for people: a table for each heading, totals, and footnotes that cite sources.

use crate::{
    cli::{Styler, table},
    scenario::{ScenarioSums, SumRow, SumTable, SumValue, split_note},
};

/// Formats a value; `?` if it is unknown.
pub(super) fn value_text(sum: &SumValue) -> String {
    sum.value.clone().unwrap_or_else(|| "?".to_owned())
}

/// Formats a row: `393 of 400 AP`.
fn row_text(row: &SumRow) -> String {
    let value = value_text(&row.sum);
    let limit = row.limit.as_ref();
    let value = limit.map_or(value.clone(), |limit| format!("{value} of {limit}"));
    format!("{value} {}", row.sum.unit).trim_end().to_owned()
}

/// Renders the sums of a file.
pub(super) fn render(styler: Styler, sums: &ScenarioSums) -> String {
    let left = format!(
        "{} · {} · as of {}",
        styler.strong(&format!(
            "{} {}",
            sums.query.ruleset.to_uppercase(),
            sums.query.edition
        )),
        sums.query.profile,
        sums.query.day()
    );
    let mut out = left + "\n";
    for part in &sums.parts {
        if !part.heading.is_empty() {
            out += &format!(
                "\n{}{}\n",
                "  ".repeat(usize::from(part.depth).saturating_sub(1)),
                styler.strong(&part.heading)
            );
        }
        let many = part.tables.len();
        for own in &part.tables {
            out += &render_table(styler, part.depth, own);
            if many > 1 {
                out += "\n";
            }
        }
        let indent = "  ".repeat(usize::from(part.depth).max(1));
        for row in &part.rows {
            out += &format!(
                " {indent}{}: {}{}\n",
                row.words,
                styler.strong(&row_text(row)),
                basis_marks(styler, &row.sum)
            );
        }
    }
    let notes = column_notes(sums);
    if !notes.is_empty() {
        out += "\n";
        for note in notes {
            out += &styler.wrap("* ", "  ", &note);
        }
    }
    let missing = sums.missing_values();
    if !missing.is_empty() {
        out += "\n";
        for words in missing {
            out += &styler.wrap(&styler.warning("? "), "  ", words);
        }
    }
    if !sums.basis.is_empty() {
        out += "\n";
        for (at, basis) in sums.basis.iter().enumerate() {
            out += &styler.wrap(&format!("[{}] ", at + 1), "    ", &basis.words);
        }
    }
    out
}

fn basis_marks(styler: Styler, sum: &SumValue) -> String {
    let notes: String = sum
        .rests_on
        .iter()
        .map(|at| format!("[{}]", at + 1))
        .collect();
    if notes.is_empty() {
        notes
    } else {
        format!(" {}", styler.dim(&notes))
    }
}

/// Returns the heading of a column, with a mark for the words in brackets.
fn column_heading(name: &str) -> String {
    match split_note(name) {
        (heading, Some(_)) => format!("{heading}*"),
        (heading, None) => heading.to_owned(),
    }
}

/// Returns the words in brackets of all columns, each once, below the tables.
fn column_notes(sums: &ScenarioSums) -> Vec<String> {
    let tables = sums.parts.iter().flat_map(|part| &part.tables);
    let mut out: Vec<String> = Vec::new();
    for name in tables.flat_map(|table| &table.columns) {
        if let (heading, Some(note)) = split_note(name) {
            let note = format!("{heading}: {note}");
            if !out.contains(&note) {
                out.push(note);
            }
        }
    }
    out
}

fn render_table(styler: Styler, depth: u8, own: &SumTable) -> String {
    let mut table = table::new(None);
    let indent = "  ".repeat(usize::from(depth).max(1));
    let heads = own.columns.iter();
    table.set_header(table::row(
        "",
        heads.map(|name| styler.dim(&column_heading(name))),
    ));
    for line in &own.lines {
        let shown = |sum: &SumValue| format!("{}{}", value_text(sum), basis_marks(styler, sum));
        let cells = line.cells.iter();
        table.add_row(table::row(
            format!("{indent}{}", line.text),
            cells.map(|cell| cell.as_ref().map_or_else(String::new, shown)),
        ));
    }
    if own.totals.iter().any(Option::is_some) && (own.lines.len() != 1 || depth < 2) {
        let shown = |sum: &SumValue| styler.strong(&value_text(sum));
        let cells = own.totals.iter();
        table.add_row(table::row(
            format!("{indent}{}", styler.strong("all")),
            cells.map(|total| total.as_ref().map_or_else(String::new, shown)),
        ));
    }
    table::text(&table)
}
