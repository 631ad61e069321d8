//! Tables.

use super::{Footnotes, footnotes::full};
use crate::{
    analysis::{ClauseBlock, Origin, WordingKind},
    cli::pen::Pen,
};
use comfy_table::{Cell, CellAlignment, ContentArrangement, Table, presets::NOTHING};

/// What stands in a cell where there is nothing.
const ABSENT: &str = "–";

/// A table with the rows of which something is held; how many others there are is said below it. Cells of the commonest author bear
/// no letter; who that is stands below.
pub(super) fn draw(pen: Pen, cells: &[ClauseBlock], notes: &mut Footnotes) -> String {
    let (columns, mut rows) = laid_out(cells);
    let all = rows.len();
    rows.retain(|(_, cells)| {
        cells
            .iter()
            .any(|cell| cell.wording != WordingKind::None && cell.text != ABSENT)
    });
    let common = commonest(rows.iter().flat_map(|(_, cells)| cells.iter().copied()));
    let mut table = Table::new();
    table
        .load_style(NOTHING)
        .set_content_arrangement(ContentArrangement::Disabled);
    let right = |text: String| Cell::new(text).set_alignment(CellAlignment::Right);
    table.set_header(
        std::iter::once(String::new())
            .chain(columns.iter().map(|name| pen.strong(name)))
            .map(right),
    );
    for (label, cells) in &rows {
        let mut row = vec![Cell::new(pen.strong(label))];
        for column in &columns {
            let cell = cells
                .iter()
                .find(|cell| cell.label.as_deref() == Some(column));
            row.push(right(
                cell.map(|cell| value(pen, cell, common.as_ref(), notes))
                    .unwrap_or_default(),
            ));
        }
        table.add_row(row);
    }
    let mut out = String::new();
    if !rows.is_empty() {
        out.extend(table.lines().map(|line| line.trim_end().to_owned() + "\n"));
    }
    let below = |text: String| format!("     {}\n", pen.dim(&text));
    match (all - rows.len(), rows.is_empty()) {
        (0, _) => {}
        (count, true) => out += &below(format!("a table of {count} rows as printed, not held")),
        (1, false) => out += &below("1 more row as printed, not held".into()),
        (count, false) => out += &below(format!("{count} more rows as printed, not held")),
    }
    if let Some(common) = common {
        out += &below(format!("without a letter: {}", full(&common)));
    }
    out
}

type Row<'a> = (&'a str, Vec<&'a ClauseBlock>);

/// Columns and rows by their labels, without the row and the column that hold the labels.
fn laid_out(cells: &[ClauseBlock]) -> (Vec<&str>, Vec<Row<'_>>) {
    let mut columns: Vec<&str> = Vec::new();
    let mut rows: Vec<Row<'_>> = Vec::new();
    for cell in cells {
        let (column, row) = (
            cell.label.as_deref().unwrap_or_default(),
            cell.row.as_deref().unwrap_or_default(),
        );
        if cell.text == row && rows.last().is_none_or(|(label, _)| *label != row) {
            rows.push((row, Vec::new()));
            continue;
        }
        if cell.text == column && rows.len() <= 1 {
            continue;
        }
        if !columns.contains(&column) {
            columns.push(column);
        }
        match rows.last_mut() {
            Some((label, cells)) if *label == row => cells.push(cell),
            Some(_) | None => rows.push((row, vec![cell])),
        }
    }
    rows.retain(|(_, cells)| !cells.is_empty());
    (columns, rows)
}

/// Who wrote more than half of the cells, where there are so many that their letters would hide the others.
fn commonest<'a>(cells: impl Iterator<Item = &'a ClauseBlock>) -> Option<Origin> {
    let origins: Vec<&Origin> = cells
        .filter(|cell| cell.wording != WordingKind::None)
        .filter_map(|cell| Some(&cell.provenance.first()?.origin))
        .collect();
    let count = |origin: &Origin| origins.iter().filter(|other| other.is_same(origin)).count();
    origins
        .iter()
        .find(|origin| count(origin) > MANY && 2 * count(origin) > origins.len())
        .map(|origin| (*origin).clone())
}

/// So many cells of one author are worth leaving out their letters.
const MANY: usize = 8;

fn value(pen: Pen, cell: &ClauseBlock, common: Option<&Origin>, notes: &mut Footnotes) -> String {
    let usual = cell.pending.is_empty()
        && common
            .is_some_and(|common| cell.provenance.iter().all(|run| run.origin.is_same(common)));
    let letters = if usual { String::new() } else { notes.of(cell) };
    let text = if cell.wording == WordingKind::None {
        pen.dim("…")
    } else {
        cell.text.clone()
    };
    if letters.is_empty() {
        text
    } else {
        format!("{text} {}", pen.refer(&letters))
    }
}
