//! Generated libraries for benchmarks: of any size, valid, and reproducible from a seed.
//!
//! There are two shapes. *Wide* is many rulesets of 1,000 clauses; *deep* is one ruleset with all
//! clauses. Both have a base text and [`EDITIONS`] editions that amend it. Each edition changes one
//! clause in twenty: it replaces, inserts and deletes sentences, bullets, paragraphs and quoted
//! words, and sets values in tables. So 100,000 clauses make 100,000 instructions.
//!
//! A clause is a paragraph of some 60 words with an id. A section has ten clauses, the last of them
//! a table. A file has about 1,000 lines at most. The files have no diagnostics, and the generator
//! knows the text of the newest edition: [`GeneratedLibrary::expected`].

mod amendments;
mod clause;
mod command;
mod document_files;
mod library;
mod rng;
mod ruleset;
mod section;
mod words;

pub use command::write_library;
pub use library::{CLAUSES_OF_A_RULESET, GeneratedLibrary, LibraryShape, generate};
pub use ruleset::{EDITIONS, ExpectedSection};
