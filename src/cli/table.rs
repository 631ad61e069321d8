//! Creates and renders text tables without borders for the terminal; makes control characters in
//! cells visible.

use crate::text::control::make_visible;
use comfy_table::{Cell, ContentArrangement, Table, presets::NOTHING};

/// Creates an empty table.
pub(super) fn new(arrangement: ContentArrangement) -> Table {
    let mut table = Table::new();
    table
        .load_style(NOTHING)
        .set_content_arrangement(arrangement);
    table
}

/// Creates a cell, in which control characters are visible.
pub(super) fn cell(text: impl AsRef<str>) -> Cell {
    Cell::new(make_visible(text.as_ref()))
}

/// Returns the text of a table without trailing white space.
pub(super) fn text(table: &Table) -> String {
    let lines = table.lines().map(|line| line.trim_end().to_owned() + "\n");
    lines.collect()
}
