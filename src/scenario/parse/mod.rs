//! The parser of scenario files. It never fails: what it does not understand is a diagnostic.

mod bounds;
mod context;
mod front;
mod heading;
mod line;
mod parser;

pub use context::{NextLineContext, context_at_end};
pub use front::parse_front;
pub use parser::{MAX_FILE_BYTES, parse};
