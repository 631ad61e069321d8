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
mod print;
#[cfg(test)]
mod tests;
mod verb;

use super::Command;
use crate::{
    diagnostic::Diagnostic,
    text::{SourceId, Span},
};

pub use fault::Expected;
pub use keyword::{KEYWORDS, Keyword, KeywordRow};
pub use print::{print, target as print_target};
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

/// What may stand behind `before`, the beginning of an instruction up to the start of the word that is being written.
/// Empty where `before` itself is at fault.
pub fn expected(before: &str) -> Vec<Expected> {
    let mut parser = parser::Parser::new(SourceId::default(), before, Span::new(0, before.len()));
    let _ = order::instruction(&mut parser);
    parser.open_expectations()
}
