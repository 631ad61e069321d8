//! Renders the cells of a clause as a table; all but those of the prevailing origin have footnote
//! letters.

use super::footnotes::{Footnotes, citation_with_address};
use crate::{
    analysis::{ClauseBlock, Origin, WordingKind},
    cli::{Styler, table},
};

/// The text of an empty cell.
const ABSENT: &str = "–";

/// Renders a table with its known rows, and the number of the others below. If one origin set
/// more than half of the cells and more than `MIN_COMMON_CELLS`, its cells have no letter, and it
/// is cited below the table.
pub(super) fn render(styler: Styler, cells: &[ClauseBlock], notes: &mut Footnotes) -> String {
    let (columns, mut rows) = columns_and_rows(cells);
    let all = rows.len();
    rows.retain(|(_, cells)| {
        cells
            .iter()
            .any(|cell| cell.wording != WordingKind::None && cell.text != ABSENT)
    });
    let common = most_common_origin(rows.iter().flat_map(|(_, cells)| cells.iter().copied()));
    let mut table = table::new(None);
    let names = columns.iter().map(|name| styler.strong(name));
    table.set_header(table::row("", names));
    for (label, cells) in &rows {
        let row = columns.iter().map(|column| {
            let mut cells = cells.iter();
            let cell = cells.find(|cell| cell.label.as_deref() == Some(column));
            cell.map(|cell| render_cell(styler, cell, common.as_ref(), notes))
                .unwrap_or_default()
        });
        table.add_row(table::row(styler.strong(label), row));
    }
    let mut out = if rows.is_empty() {
        String::new()
    } else {
        table::text(&table)
    };
    let below = |text: String| format!("     {}\n", styler.dim(&text));
    match (all - rows.len(), rows.is_empty()) {
        (0, _) => {}
        (count, true) => {
            out += &below(format!(
                "A table of {count} rows, not included; see your booklet"
            ))
        }
        (1, false) => out += &below("1 more row not included; see your booklet".into()),
        (count, false) => {
            out += &below(format!("{count} more rows not included; see your booklet"))
        }
    }
    if let Some(common) = common {
        out += &below(format!(
            "cells without a letter: {}",
            citation_with_address(&common)
        ));
    }
    out
}

/// The label of a table's row, and the cells of the row.
type LabelledCells<'a> = (&'a str, Vec<&'a ClauseBlock>);

/// Returns columns and rows by their labels, without the row and the column of the labels.
fn columns_and_rows(cells: &[ClauseBlock]) -> (Vec<&str>, Vec<LabelledCells<'_>>) {
    let mut columns: Vec<&str> = Vec::new();
    let mut rows: Vec<LabelledCells<'_>> = Vec::new();
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

fn render_cell(
    styler: Styler,
    cell: &ClauseBlock,
    common: Option<&Origin>,
    notes: &mut Footnotes,
) -> String {
    let is_common = cell.pending.is_empty()
        && common
            .is_some_and(|common| cell.provenance.iter().all(|run| run.origin.is_same(common)));
    let letters = if is_common {
        String::new()
    } else {
        notes.letters_of_block(cell)
    };
    let text = if cell.wording == WordingKind::None {
        styler.dim("…")
    } else {
        cell.text.clone()
    };
    if letters.is_empty() {
        text
    } else {
        format!("{text} {}", styler.reference(&letters))
    }
}
