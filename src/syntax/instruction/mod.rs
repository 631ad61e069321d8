//! The instruction language: level-2 headings in a small controlled English, read into a [`Command`] and printed back.
//!
//! `VERBS` and `KEYWORDS` are the whole vocabulary, together with the units of [`super::UNITS`]: parser, messages,
//! completion and documentation read these tables. Reading looks ahead at most three tokens and never goes back, so what was
//! tried at the place of a fault is exactly what may stand there.
//!
//! Sloppy forms (`4th and 5th sentences`, `2nd sentence of paragraph 1`, `Para 6.`) are understood; [`print()`] knows one form.

mod address;
mod fault;
mod keyword;
mod lexer;
mod order;
mod parser;
mod phrase;
mod piece;
mod print;
mod said;
#[cfg(test)]
mod tests;
mod verb;

use super::{Command, Name, Step, Unit};
use crate::{
    diagnostic::Diagnostic,
    text::{SourceId, Span},
};

pub use fault::Expected;
pub use keyword::{KEYWORDS, Keyword, KeywordRow};
pub use lexer::{NOISE, NTHS, NUMBERS};
pub use piece::{PieceKind, pieces};
pub use print::{print, quote, target as print_target};
pub use said::{FIELDS, GOES_ON, Names, SAID, SaidRow, hear, say};
pub use verb::{VERBS, Verb, VerbRow};

/// Reads the instruction that stands at `span` of `text`; all spans of the result are bytes of `text`.
///
/// Total. Where the words run on behind a whole instruction, the instruction is kept and the rest reported; where it breaks off
/// or goes astray there is none, and one diagnostic points at the word and says what may stand there.
pub fn parse(source: SourceId, text: &str, span: Span) -> (Option<Command>, Vec<Diagnostic>) {
    let mut parser = parser::Parser::new(source, text, span);
    let command = order::instruction(&mut parser);
    let command = parser.finish(command);
    (command, parser.diagnostics)
}

/// The address at whose end, or inside which, an unfinished instruction breaks off.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Address {
    /// `#id`; where none is named, the place under which the instruction stands.
    pub id: Option<Name>,
    /// The steps that are whole, outermost first.
    pub steps: Vec<Step>,
    /// The unit that is named and not yet counted: `bullet` of `paragraph 2, bullet`.
    pub unit: Option<Unit>,
}

/// An instruction as far as it is written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Beginning {
    /// What may stand next. Empty where what is written is at fault.
    pub expected: Vec<Expected>,
    /// The address that is being written; none where none is.
    pub address: Option<Address>,
    /// The address that may go on with further ordinals of its last step, as behind `bullets 2 and`.
    pub continued: Option<Address>,
    /// Whether a quote that may stand next is of words that stand in the text, not of new ones.
    pub seeks: bool,
}

/// What is known of `before`, the beginning of an instruction up to the start of the word that is being written.
pub fn beginning(before: &str) -> Beginning {
    let read = |commas: bool| {
        let mut parser = parser::Parser::unfinished(before, commas);
        let _ = order::instruction(&mut parser);
        parser.beginning()
    };
    let whole = read(false);
    if !before.trim_end().ends_with(',') {
        return whole;
    }
    // behind a comma the next step may follow, or what a comma may stand before
    let mut beginning = read(true);
    let parting = [
        Keyword::With,
        Keyword::Except,
        Keyword::MovedTo,
        Keyword::And,
    ]
    .map(Expected::Keyword);
    let more = whole
        .expected
        .into_iter()
        .filter(|expected| parting.contains(expected));
    let more: Vec<Expected> = more
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

/// What may stand behind `before`, the beginning of an instruction up to the start of the word that is being written.
/// Empty where `before` itself is at fault.
pub fn expected(before: &str) -> Vec<Expected> {
    beginning(before).expected
}
