//! Tables without borders.

use comfy_table::{ContentArrangement, Table, presets::NOTHING};

/// Creates an empty table.
pub(super) fn new(arrangement: ContentArrangement) -> Table {
    let mut table = Table::new();
    table
        .load_style(NOTHING)
        .set_content_arrangement(arrangement);
    table
}

/// Returns the text of a table without trailing white space.
pub(super) fn text(table: &Table) -> String {
    let lines = table.lines().map(|line| line.trim_end().to_owned() + "\n");
    lines.collect()
}
