//! Renders clauses for people: text with footnote letters for its origins, and remarks below.

mod clause;
mod footnotes;
mod related;
mod rows;
mod table;

pub(super) use clause::{render, render_blocks, state_line, wording_line};
pub(super) use footnotes::Footnotes;
pub(super) use related::{annotations, open_instructions, withdrawn_changes};
pub(super) use rows::{RowStyle, not_held};
