//! Printed sheets, understood: what `rulebook import` reads.
//!
//! A sheet of amendments is prose for people: "Para 6. 2nd sentence. Replace with:". [`read()`] takes the text of a file as it came out of a
//! PDF or a web page, damage included, and gives a [`ParsedSheets`]: the documents in it ([`PrintedSheet`]), what each tells to do ([`Instruction`]), in the
//! project's own instruction language ([`crate::syntax::Command`]), and what every byte of the file is ([`SheetPiece`]).
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
//! its passages are numbered, what its web page adds) is data, `import.toml` beside the rules ([`KnownRulesets`]).
//!
//! # What never happens
//!
//! - No byte is dropped: the pieces of a reading tile its text, and what is not understood is a piece that says so.
//! - Nothing is guessed silently: what was inferred is a [`ImportDoubt`].
//! - Nothing is matched to clauses here, and nothing is written.

mod address;
mod build;
mod classify;
mod command;
mod cursor;
mod date;
mod explain;
mod exported_line;
pub mod grammar;
mod instruction_draft;
mod joined_line;
mod known_rulesets;
mod legibility;
mod parse;
mod parsed_line;
mod passages;
mod payload;
mod plain_text;
mod sheet;
mod token;
mod verb_clause;

pub use explain::{Coverage, truncate};
pub use known_rulesets::KnownRulesets;
pub use legibility::{IllegibleText, check_legible};
pub use parse::parse_sheets;
pub use sheet::{
    Confidence, DecisionDate, ImportDoubt, Instruction, Operation, ParsedSheets, PrintedPassage,
    PrintedPlace, PrintedSheet, RecognisedWords, SheetKind, SheetPiece, SheetPieceKind,
};
