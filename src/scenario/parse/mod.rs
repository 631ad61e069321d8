//! Parses scenario files and pasted lists to records and diagnostics; never fails, skips prose.

mod body;
mod boxes;
mod columns;
mod context;
mod dittos;
mod final_lines;
mod front;
mod heading;
mod implied;
mod inline_heading;
mod json;
mod json_value;
mod line;
mod lone_marks;
mod number_limits;
mod parser;
mod part_rows;
mod prose;
mod scanned;
mod sentences;
mod statement_line;
mod table;
mod table_layout;
mod table_parts;
mod text_lines;
mod title;
mod units;
mod unread;
mod words;
mod xml;

pub use context::{NextLineContext, context_at_end};
pub use front::parse_front;
pub use parser::{MAX_FILE_BYTES, parse};
pub use text_lines::lines_of;
pub(super) use text_lines::text_lines;
