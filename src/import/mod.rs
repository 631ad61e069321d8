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
//! The grammar of the language (verbs, units, places, quotes) is tables in `grammar.rs`; what is peculiar to one document (its first line, how
//! its passages are numbered, what its web page adds) is data, `import.toml` beside the rules ([`Known`]).
//!
//! # What never happens
//!
//! - No byte is dropped: the pieces of a reading tile its text, and what is not understood is a piece that says so.
//! - Nothing is guessed silently: what was inferred is a [`Doubt`].
//! - Nothing is matched to clauses here, and nothing is written.

#[allow(dead_code)]
mod known;
#[allow(dead_code)]
mod plain;
mod sheet;

pub use known::Known;
pub use sheet::{Dated, Doubt, Instruction, Operation, Passage, Piece, PieceKind, Place, Reading, Recognised, Sheet, SheetKind, Sureness};

/// Reads the text of a file. Total: any text gives a reading.
pub fn read(text: &str, known: &Known) -> Reading {
    let _ = known;
    let whole = Piece {
        kind: PieceKind::NotUnderstood,
        span: crate::text::Span::new(0, text.len()),
        sheet: None,
        instruction: None,
        found: Vec::new(),
    };
    Reading { sheets: Vec::new(), pieces: if text.is_empty() { Vec::new() } else { vec![whole] } }
}
