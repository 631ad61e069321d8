use super::{
    piece::{Piece, who},
    words::{Marks, words},
};
use maud::{Markup, html};

/// Values of a table: row, column, what it is now, and whose work that is.
pub(super) fn values(piece: &Piece<'_>, marks: Marks) -> Markup {
    html! {
        table.values {
            @for (cell, before, by) in piece.cells() {
                tr {
                    th { (cell.row.as_deref().unwrap_or_default()) }
                    td { (cell.label.as_deref().unwrap_or_default()) }
                    td.value { (words(cell, before, marks)) }
                    td.by { @for (at, origin) in by.iter().enumerate() { @if at > 0 { "; " } (who(origin)) } }
                }
            }
        }
    }
}
