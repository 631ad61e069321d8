//! Writes sums as CSV for spreadsheets: a row for each line, one for the totals of each heading.

use crate::{
    cli::{CommandError, CommandOutput, CommandResult},
    scenario::{ScenarioSums, SumLine, SumSection, SumValue, format_number},
};
use camino::Utf8Path;

/// The columns before those of the sums.
const FIXED: [&str; 8] = [
    "file", "edition", "army", "command", "line", "text", "troops", "number",
];

/// Writes a row for each line, and one for the totals of each heading.
pub(super) fn output<'a>(
    all: impl Iterator<Item = (&'a Utf8Path, &'a ScenarioSums)>,
) -> CommandResult {
    let all: Vec<_> = all.collect();
    let mut columns: Vec<&str> = Vec::new();
    for part in all.iter().flat_map(|(_, sums)| &sums.parts) {
        let tables = part.tables.iter().flat_map(|table| &table.columns);
        for column in tables.chain(part.rows.iter().map(|row| &row.words)) {
            if !columns.contains(&column.as_str()) {
                columns.push(column);
            }
        }
    }
    let mut rows = vec![
        FIXED
            .iter()
            .chain(&columns)
            .map(ToString::to_string)
            .collect(),
    ];
    for (path, sums) in all {
        add_file(path, sums, &columns, &mut rows);
    }
    let written = write(&rows).map_err(|error| {
        CommandError::misuse(format!("the sums cannot be written as CSV: {error}"))
    })?;
    Ok(CommandOutput::data(written))
}

/// Adds the rows of a file.
fn add_file(path: &Utf8Path, sums: &ScenarioSums, columns: &[&str], rows: &mut Vec<Vec<String>>) {
    let mut army = "";
    for part in sums.parts.iter().filter(|part| part.depth > 0) {
        let mut command = "";
        if part.depth == 1 {
            army = &part.name;
        } else {
            command = &part.heading;
        }
        let place = [path.as_str(), &sums.query.edition, army, command];
        for table in &part.tables {
            for line in &table.lines {
                let cells = table.columns.iter().zip(&line.cells);
                let values = cells.filter_map(|(name, cell)| Some((name.as_str(), cell.as_ref()?)));
                rows.push(row(place, &line_cells(line), columns, values));
            }
        }
        rows.push(row(
            place,
            &["", "total", "", ""].map(str::to_owned),
            columns,
            totals(part),
        ));
    }
}

/// Returns the totals of a heading with the names of their columns.
fn totals(part: &SumSection) -> impl Iterator<Item = (&str, &SumValue)> {
    let tables = part
        .tables
        .iter()
        .flat_map(|table| table.columns.iter().zip(&table.totals));
    let totals = tables.filter_map(|(name, total)| Some((name.as_str(), total.as_ref()?)));
    totals.chain(part.rows.iter().map(|row| (row.words.as_str(), &row.sum)))
}

fn line_cells(line: &SumLine) -> [String; 4] {
    [
        line.line.to_string(),
        line.text.clone(),
        line.short.clone(),
        line.number.map_or_else(String::new, format_number),
    ]
}

/// Builds a row. The values of several tables in the same column are added up.
fn row<'v>(
    place: [&str; 4],
    line: &[String; 4],
    columns: &[&str],
    values: impl Iterator<Item = (&'v str, &'v SumValue)>,
) -> Vec<String> {
    let mut cells = vec![String::new(); columns.len()];
    for (name, value) in values {
        if let Some(at) = columns.iter().position(|column| *column == name) {
            let value = value.value.as_deref().unwrap_or("?");
            let numbers = (cells[at].parse::<f64>(), value.parse::<f64>());
            cells[at] = match numbers {
                (Ok(known), Ok(more)) => format_number(known + more),
                _ if cells[at] == "?" => "?".to_owned(),
                _ => value.to_owned(),
            };
        }
    }
    let fixed = place
        .iter()
        .map(ToString::to_string)
        .chain(line.iter().cloned());
    fixed.chain(cells).collect()
}

fn write(rows: &[Vec<String>]) -> Result<String, Box<dyn std::error::Error>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for row in rows {
        writer.write_record(row)?;
    }
    Ok(String::from_utf8(writer.into_inner()?)?)
}
