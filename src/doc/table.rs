//! Creates and renders text tables without borders for the terminal; makes control characters in
//! cells visible.

use crate::text::control::make_visible;
use comfy_table::{Cell, CellAlignment, ContentArrangement, Table, presets::NOTHING};

/// Creates an empty table, at most `width` columns wide if that is given.
pub(crate) fn new(width: Option<usize>) -> Table {
    let mut table = Table::new();
    table.load_style(NOTHING);
    if let Some(width) = width {
        table
            .set_content_arrangement(ContentArrangement::Dynamic)
            .set_width(u16::try_from(width).unwrap_or(u16::MAX));
    }
    table
}

/// Creates a cell, in which control characters are visible.
pub(crate) fn cell(text: impl AsRef<str>) -> Cell {
    Cell::new(make_visible(text.as_ref()))
}

/// Creates a cell whose text is at the right.
pub(crate) fn right(text: impl AsRef<str>) -> Cell {
    cell(text).set_alignment(CellAlignment::Right)
}

/// Creates a row from its name and its other cells, which are at the right.
pub(crate) fn row<T: AsRef<str>>(
    name: impl AsRef<str>,
    cells: impl IntoIterator<Item = T>,
) -> Vec<Cell> {
    let cells = cells.into_iter().map(right);
    std::iter::once(cell(name)).chain(cells).collect()
}

/// Returns the text of a table without trailing white space.
pub(crate) fn text(table: &Table) -> String {
    let lines = table.lines().map(|line| line.trim_end().to_owned() + "\n");
    lines.collect()
}
