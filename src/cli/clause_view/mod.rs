//! A clause for people: its blocks in order with footnote letters for their authors, and related
//! remarks below.

mod clause;
mod footnotes;
mod related;
mod rows;
mod table;

pub(super) use clause::{render, render_blocks};
pub(super) use footnotes::{Footnotes, citation_with_address};
pub(super) use rows::{RowStyle, not_held};
