//! The instruction language: level-2 headings in a small controlled English, parsed into a
//! [`Command`] and printed back.
//!
//! `VERBS` and `KEYWORDS` are the whole vocabulary, together with the units of [`super::UNITS`]:
//! parser, messages, completion and documentation use these tables. The parser looks ahead at most
//! three tokens and never backtracks, so the expectations at the position of an error are exactly
//! what may come there.
//!
//! Sloppy forms (`4th and 5th sentences`, `2nd sentence of paragraph 1`, `Para 6.`) are accepted;
//! [`print()`] writes one form.

mod address;
mod diagnostics;
mod keyword;
mod lexer;
mod parser;
mod phrase;
mod piece;
mod print;
mod sheet_wording;
#[cfg(test)]
mod tests;
mod verb;
mod verb_forms;

use super::{AddressStep, Command, SpannedId, UnitNoun};
use crate::{
    diagnostic::Diagnostic,
    text::{SourceId, Span},
};

pub use diagnostics::Expectation;
pub use keyword::{KEYWORDS, Keyword, KeywordRow};
pub use lexer::{NOISE_WORDS, NUMBER_WORDS, ORDINAL_WORDS};
pub use piece::{InstructionPieceKind, pieces};
pub use print::{print, print_target, quote_words};
pub use sheet_wording::{
    CONTINUATION_MARK, SHEET_FIELDS, SHEET_WORDINGS, SheetNames, SheetWording, read_sheet_wording,
    write_sheet_wording,
};
pub use verb::{VERBS, Verb, VerbRow};

/// Parses the instruction at `span` of `text`; all spans of the result are bytes of `text`.
///
/// Never fails. If words follow a complete instruction, the instruction is returned and the rest
/// reported. If it is incomplete or wrong, none is returned, and one diagnostic points at the word
/// and says what may come there.
pub fn parse(source: SourceId, text: &str, span: Span) -> (Option<Command>, Vec<Diagnostic>) {
    let mut parser = parser::InstructionParser::new(source, text, span);
    let command = verb_forms::parse_instruction(&mut parser);
    let command = parser.finish(command);
    (command, parser.diagnostics)
}

/// The address at the end of an unfinished instruction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PartialAddress {
    /// `#id`; `None` for the section that contains the instruction.
    pub id: Option<SpannedId>,
    /// The complete steps, outermost first.
    pub steps: Vec<AddressStep>,
    /// The unit that has no ordinal yet: `bullet` of `paragraph 2, bullet`.
    pub unit: Option<UnitNoun>,
}

/// The parsed start of an unfinished instruction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InstructionPrefix {
    /// What may come next. Empty if there is an error.
    pub expected: Vec<Expectation>,
    /// The address that is being written, if there is one.
    pub address: Option<PartialAddress>,
    /// The address that may continue with further ordinals of its last step, as after `bullets 2
    /// and`.
    pub continued: Option<PartialAddress>,
    /// Whether a quote that may come next must quote words of the text rather than new ones.
    pub quotes_existing_words: bool,
}

/// Parses `before`, the start of an instruction up to the word that is being written.
pub fn parse_prefix(before: &str) -> InstructionPrefix {
    let read = |commas: bool| {
        let mut parser = parser::InstructionParser::unfinished(before, commas);
        let _ = verb_forms::parse_instruction(&mut parser);
        parser.into_prefix()
    };
    let whole = read(false);
    if !before.trim_end().ends_with(',') {
        return whole;
    }
    // after a comma the next step may follow, or whatever a comma may precede
    let mut beginning = read(true);
    let parting = [
        Keyword::With,
        Keyword::Except,
        Keyword::MovedTo,
        Keyword::And,
    ]
    .map(Expectation::Keyword);
    let more = whole
        .expected
        .into_iter()
        .filter(|expected| parting.contains(expected));
    let more: Vec<Expectation> = more
        .filter(|expected| !beginning.expected.contains(expected))
        .collect();
    beginning.expected.extend(more);
    if beginning
        .address
        .as_ref()
        .is_some_and(|address| address.unit.is_none())
    {
        beginning.continued.clone_from(&beginning.address);
    }
    beginning
}

/// Returns what may come after `before`, the start of an instruction up to the word that is being
/// written. Empty if `before` itself has an error.
pub fn expected_after(before: &str) -> Vec<Expectation> {
    parse_prefix(before).expected
}
