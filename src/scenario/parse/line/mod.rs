//! Parses a line or heading as a record of one kind: its marks, count, values, amounts and name.

mod amounts;
mod candidate;
mod descriptions;
mod marks;
mod name;
mod table_row;
mod tokens;
mod value;

pub(super) use candidate::LineCandidate;
pub(super) use marks::{
    count_of_lone_mark, entry_starts, expand_joined_words, find_marks, front_of_initial,
    is_front_word,
};
pub(super) use table_row::TableRow;
