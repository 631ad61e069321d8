//! Parses and prints instructions, the level-2 headings in a small controlled English.
//!
//! `VERBS` and `KEYWORDS` are the whole vocabulary, together with the units of [`super::UNIT_NOUNS`]:
//! parser, messages, completion and documentation use these tables. The parser looks ahead at most
//! three tokens and never backtracks, so the expectations at the position of an error are exactly
//! what may come there.
//!
//! Sloppy forms (`4th and 5th sentences`, `2nd sentence of paragraph 1`, `Para 6.`) are accepted;
//! [`print()`] writes one form.

mod address;
mod diagnostics;
mod form;
mod keyword;
mod lexer;
mod parser;
mod phrase;
mod piece;
mod prefix;
mod print;
mod sheet_wording;
#[cfg(test)]
mod tests;
mod verb;

pub use crate::text::{NUMBER_WORDS, ORDINAL_WORDS};
pub use diagnostics::Expectation;
pub use form::{parse, parse_with_fixes, print};
pub use keyword::{KEYWORDS, Keyword, KeywordRow};
pub use lexer::NOISE_WORDS;
pub use parser::PartialAddress;
pub use piece::{InstructionPieceKind, pieces};
pub use prefix::{InstructionPrefix, parse_prefix};
pub use print::{ordinal_suffix, print_target, quote_words};
pub use sheet_wording::{
    CONTINUATION_MARK, SHEET_FIELDS, SheetNames, read_sheet_wording, sheet_wordings,
    write_sheet_wording,
};
pub use verb::{CommandEffect, Slot, VERBS, Verb, VerbRow, WrongForm, find_verb, verb_rows};
