//! Printed sheets, understood: what `rulebook import` reads.
//!
//! A sheet of amendments is prose for people: "Para 6. 2nd sentence. Replace with:". [`read()`] takes the text of a file as it came out of a
//! PDF or a web page, damage included, and gives a [`Reading`]: the documents in it ([`Sheet`]), what each tells to do ([`Instruction`]), in the
//! project's own instruction language ([`crate::syntax::Command`]), and what every byte of the file is ([`Piece`]).
//!
//! # The way of a text
//!
//! ```text
//!   text ──line──▶ Line: plain words, marks dropped, what each looks like
//!        ──sort──▶ what each line is: place, page, instruction, payload, comment
//!        ──phrase─▶ an instruction's words as operations, each a `Command`
//!        ──payload▶ what it brings, in the notation of rules text
//!        ──split──▶ sheets, their documents, dates and numbers
//! ```
//!
//! The grammar of the language (verbs, units, places, quotes) is tables in [`grammar`]; what is peculiar to one document (its first line, how
//! its passages are numbered, what its web page adds) is data, `import.toml` beside the rules ([`Known`]).
//!
//! # What never happens
//!
//! - No byte is dropped: the pieces of a reading tile its text, and what is not understood is a piece that says so.
//! - Nothing is guessed silently: what was inferred is a [`Doubt`].
//! - Nothing is matched to clauses here, and nothing is written.

mod address;
mod build;
mod clause;
mod command;
mod date;
mod draft;
mod explain;
pub mod grammar;
mod known;
mod legible;
mod line;
mod passages;
mod payload;
mod plain;
mod read;
mod reader;
mod said;
mod sheet;
mod sort;
mod token;
mod told;

pub use explain::{Coverage, short};
pub use known::Known;
pub use legible::{Illegible, legible};
pub use read::read;
pub use sheet::{
    Dated, Doubt, Instruction, Operation, Passage, Piece, PieceKind, Place, Reading, Recognised,
    Sheet, SheetKind, Sureness,
};
