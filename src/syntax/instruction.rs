//! The instruction language: reading and printing level-2 headings.

use super::Command;
use crate::{
    diagnostic::Diagnostic,
    text::{SourceId, Span},
};

/// Reads the instruction that stands at `span` of `text`. Total: a fault is told and what was understood is kept.
pub fn parse(source: SourceId, text: &str, span: Span) -> (Option<Command>, Vec<Diagnostic>) {
    let _ = (source, text, span);
    (None, Vec::new())
}

/// Prints a command in its canonical form.
pub fn print(command: &Command) -> String {
    let _ = command;
    String::new()
}
