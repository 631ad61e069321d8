//! A line or heading parsed as a record of one kind.

mod amounts;
mod candidate;
mod descriptions;
mod marks;
mod name;
mod table_row;
mod tokens;
mod value;

pub(super) use candidate::LineCandidate;
pub(super) use marks::{entry_starts, expand_joined_words};
pub(super) use table_row::TableRow;
