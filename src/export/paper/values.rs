//! Renders a correction that sets table cells: row, column, new value and citation of each.

use super::{
    correction::PageCorrection,
    wording::{ChangeMarks, block_words},
};
use maud::{Markup, html};

/// Renders the cells of a correction as a table: row, column, new value and citation.
pub(super) fn values_table(correction: &PageCorrection<'_>, marks: ChangeMarks) -> Markup {
    html! {
        table.values {
            @for (cell, before, by) in correction.cells() {
                tr {
                    th { (cell.row.as_deref().unwrap_or_default()) }
                    td { (cell.label.as_deref().unwrap_or_default()) }
                    td.value { (block_words(cell, before, marks)) }
                    td.by { @for (at, origin) in by.iter().enumerate() { @if at > 0 { "; " } (origin.brief_citation()) } }
                }
            }
        }
    }
}
