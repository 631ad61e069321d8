//! Parses files with front matter by the strict grammar, driven by the tables of a vocabulary. It never fails and
//! guesses nothing: what is not prose and not understood is an error.

mod body;
mod context;
mod front;
mod front_values;
mod heading;
mod line;
mod lines;
mod parser;

pub use context::{NextLineContext, context_at_end};
pub use front::parse_front;
pub use front_values::SCENARIO_FRONT_KEYS;
pub(super) use lines::body_lines;
pub use lines::lines_of;
pub(super) use parser::parse_strict;
