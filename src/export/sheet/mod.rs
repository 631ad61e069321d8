//! Renders a document's patches as a sheet of amendments in plain words, as authors print them;
//! `rulebook import` reads it back.
//!
//! Each paragraph is one instruction, such as `Page 22. Rear support. 3rd bullet.`: its number if
//! not consecutive, page, heading, address from the outside inwards, and operation
//! ([`crate::syntax::instruction::VERBS`] has the words). The payload follows in a block
//! quote: paragraphs, lists, tables and headings of Markdown. Facts, links, ids and other
//! attributes have no equivalent in a sheet and are left out; an address that starts with the id of
//! a unit is counted instead, in the numbering in which the instruction counts.
//!
//! `rulebook import` reads the sheet back to the same patches. No part of an instruction is
//! lost: a unit that has no heading and cannot be counted is named by its id, as in
//! `the clause ferries.punts`.

mod address;
mod amendment_sheet;
mod instruction;
mod sheet_source;

pub use amendment_sheet::amendment_sheet;
pub use sheet_source::SheetWording;
