//! Parses the text of printed sheets (amendments, rulings) into instructions with commands, and
//! says of every byte of the file what it is; writes no file.
//!
//! A sheet of amendments is prose for people: "Para 6. 2nd sentence. Replace with:".
//! [`parse_sheets`] takes the text of a file as converted from a PDF or a web page, damage
//! included, and returns [`ParsedSheets`]: the documents in it ([`PrintedSheet`]), their
//! instructions ([`PrintedInstruction`]) in the project's own instruction language
//! ([`crate::syntax::Command`]), and what every byte of the file is ([`SheetPiece`]).
//!
//! # Phases
//!
//! ```text
//!   text ──lines────────▶ JoinedLine: plain words without markup, and the formatting
//!        ──pattern──────▶ chunks: verbs, units, quoted words, names of the rules (chunk)
//!        ──line_reader──▶ ParsedLine: the place in front, and clauses from the chunks' roles (frame)
//!        ──classify─────▶ what each line is: place, page, instruction, payload, comment
//!        ──payload──────▶ the payload of each instruction, in the notation of rules text
//!        ──command──────▶ each instruction as a `Command`, which counts the units of its payload
//!        ──build────────▶ sheets, their documents, dates and numbers
//! ```
//!
//! The grammar of the language (verbs, units, places, quotes) is patterns in `lexicon.toml`. The
//! peculiarities of one document (its first line, how its passages are numbered, what its web page
//! adds) are data: `import.toml` next to the rules ([`KnownRulesets`]).
//!
//! # Invariants
//!
//! - No byte is dropped: the pieces tile the text, and text that is not understood is a piece of
//!   that kind.
//! - Nothing is guessed silently: every inference is an [`ImportDoubt`].
//! - Names of documents, sections and amendments are looked up in the rules. No file is written.

mod address;
mod chunk;
mod classify;
mod clause;
mod command;
mod corrections_table;
mod date;
mod explain;
mod frame;
pub mod grammar;
mod instruction_draft;
mod known_rulesets;
mod legibility;
mod line_marks;
mod line_reader;
mod line_shape;
mod lines;
mod numbering;
mod parse;
mod parsed_line;
mod passages;
mod pattern;
mod payload;
mod plain_text;
mod section_names;
mod sheet;
mod sheet_builder;
mod token;

pub use corrections_table::sheet_from_table;
pub use explain::{ImportCoverage, truncate};
pub use known_rulesets::KnownRulesets;
pub use legibility::{IllegibleText, check_legible};
pub use parse::parse_sheets;
pub use section_names::{SectionMatch, SectionNames, overlap};
pub use sheet::{
    Confidence, DecisionDate, ImportDoubt, PageSource, ParsedSheets, PrintedInstruction,
    PrintedPassage, PrintedPlace, PrintedSheet, RecognisedWords, SheetKind, SheetOperation,
    SheetPiece, SheetPieceKind,
};
