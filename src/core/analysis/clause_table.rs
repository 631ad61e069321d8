//! Composes the cells of a clause as a table; all but those of the prevailing origin have footnote
//! letters.

use super::{ClauseBlock, Origin, WordingKind, footnotes::Footnotes};
use crate::{
    doc::{Cell, HOLE, Table, quiet},
    text::plural,
};

/// The text of an empty cell.
const ABSENT: &str = "–";

/// Returns a table with its known rows, and the number of the others below. If one origin set
/// more than half of the cells and more than `MIN_COMMON_CELLS`, its cells have no letter, and it
/// is cited below the table.
pub(super) fn table(cells: &[ClauseBlock], notes: &mut Footnotes) -> Table {
    let (corner, columns, mut rows) = columns_and_rows(cells);
    let all = rows.len();
    rows.retain(|(_, cells)| {
        cells
            .iter()
            .any(|cell| cell.wording != WordingKind::None && cell.text != ABSENT)
    });
    let common = most_common_origin(rows.iter().flat_map(|(_, cells)| cells.iter().copied()));
    let missing = match (all - rows.len(), rows.is_empty()) {
        (0, _) => None,
        (count, true) => Some(format!("A table of {count} rows,")),
        (count, false) => Some(plural(count, "more row")),
    };
    let mut row = |(label, cells): (&str, Vec<&ClauseBlock>)| {
        let cells = columns.iter().map(|column| {
            let mut cells = cells.iter();
            let cell = cells.find(|cell| cell.label.as_deref() == Some(column));
            cell.map(|cell| shown_cell(cell, common.as_ref(), notes))
                .unwrap_or_default()
        });
        (label.to_owned(), cells.collect())
    };
    Table {
        corner: corner.to_owned(),
        rows: rows.into_iter().map(&mut row).collect(),
        columns: columns.iter().map(|&column| column.to_owned()).collect(),
        missing: missing.map(|what| format!("{what} not included; see your booklet")),
        common: common.map(|origin| origin.citation_with_address()),
    }
}

/// The label of a table's row, and the cells of the row.
type LabelledCells<'a> = (&'a str, Vec<&'a ClauseBlock>);

/// Returns columns and rows by their labels, without the row and the column of the labels; first the
/// label of the latter.
fn columns_and_rows(cells: &[ClauseBlock]) -> (&str, Vec<&str>, Vec<LabelledCells<'_>>) {
    let mut corner = "";
    let mut columns: Vec<&str> = Vec::new();
    let mut rows: Vec<LabelledCells<'_>> = Vec::new();
    for cell in cells {
        let (column, row) = (
            cell.label.as_deref().unwrap_or_default(),
            cell.row.as_deref().unwrap_or_default(),
        );
        if cell.text == row && rows.last().is_none_or(|(label, _)| *label != row) {
            corner = column;
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
    (corner, columns, rows)
}

/// Returns the origin of more than half of the cells, if it set more than `MIN_COMMON_CELLS`:
/// its letters would hide the others.
fn most_common_origin<'a>(cells: impl Iterator<Item = &'a ClauseBlock>) -> Option<Origin> {
    let origins: Vec<&Origin> = cells
        .filter(|cell| cell.wording != WordingKind::None)
        .filter_map(|cell| Some(&cell.provenance.first()?.origin))
        .collect();
    let count = |origin: &Origin| origins.iter().filter(|other| other.is_same(origin)).count();
    origins
        .iter()
        .find(|origin| count(origin) > MIN_COMMON_CELLS && 2 * count(origin) > origins.len())
        .map(|origin| (*origin).clone())
}

/// The number of cells above which the letters of the most common origin are left out.
const MIN_COMMON_CELLS: usize = 8;

fn shown_cell(cell: &ClauseBlock, common: Option<&Origin>, notes: &mut Footnotes) -> Cell {
    let is_common = |common: &Origin| {
        let mut origins = cell.provenance.iter().map(|run| &run.origin);
        cell.pending.is_empty() && origins.all(|origin| origin.is_same(common))
    };
    Cell {
        text: match cell.wording {
            WordingKind::None => quiet(HOLE).into(),
            WordingKind::Printed | WordingKind::Restated | WordingKind::Original => {
                cell.text.as_str().into()
            }
        },
        notes: match common.is_some_and(is_common) {
            true => Vec::new(),
            false => notes.marks_of_block(cell),
        },
    }
}
