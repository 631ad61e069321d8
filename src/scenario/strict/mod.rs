//! Parses scenario files: the strict grammar of files with front matter. Never fails, skips prose.

mod body;
mod context;
mod front;
mod front_values;
mod heading;
mod heading_words;
mod line;
mod lines;
mod number_limits;
mod parser;

pub use context::{NextLineContext, context_at_end};
pub use front::parse_front;
pub use front_values::SCENARIO_FRONT_KEYS;
pub(super) use lines::body_lines;
pub use lines::lines_of;
pub(super) use parser::parse_strict;
