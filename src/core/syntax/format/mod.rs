//! Formats rules files: one sentence a line, even columns of tables, canonical instructions.
//!
//! Blocks are separated by one empty line, attributes have a fixed order. Commentary stays as it
//! is, and so does any part with an error in it, byte for byte. Formatting never changes the tree
//! of a file: a change that would is not made.

mod attributes;
mod equivalence;
mod quote;
mod rules_file;
mod table;

pub use rules_file::format;
