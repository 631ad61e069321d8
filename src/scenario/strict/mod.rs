//! Parses scenario files: the strict grammar of files with front matter. Never fails, skips prose.

mod body;
mod context;
mod front;
mod heading;
mod heading_words;
mod line;
mod lines;
mod number_limits;
mod parser;

pub use context::{NextLineContext, context_at_end};
pub use front::parse_front;
pub(super) use lines::body_lines;
pub use lines::lines_of;
pub use parser::{MAX_FILE_BYTES, parse};
pub(super) use parser::{cap_diagnostics, empty_scenario, too_large};
