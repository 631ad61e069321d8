//! Classifies each word of an instruction for highlighting: verb, unit, number, quote, id, ….

use super::{
    KEYWORDS,
    lexer::{self, InstructionTokenKind},
    verb,
};
use crate::{syntax::UnitNoun, text::Span};

/// The kind of a word, quote or id of an instruction, by which editors highlight and select it:
/// verb, unit, number, ….
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InstructionPieceKind {
    /// The verb, which is the first word.
    Verb,
    /// A fixed word.
    Keyword,
    /// The name of a unit.
    Unit,
    /// A number, in digits or words.
    Number,
    /// Quoted words, marks included.
    Quoted,
    /// `#name`.
    Id,
    /// `[…]`: a description, which is not executed.
    Description,
    /// Any other word: the name of a document or an edition, or an unknown one.
    Word,
}

/// Returns the words of the instruction at `span` of `text`, each with its kind.
/// Marks between them and noise words are left out.
pub fn pieces(text: &str, span: Span) -> Vec<(InstructionPieceKind, Span)> {
    let mut out = Vec::new();
    for token in lexer::tokens(text, span) {
        let word = token.span.of(text);
        let kind = match &token.kind {
            InstructionTokenKind::Word if out.is_empty() && verb::find_verb(word).is_some() => {
                InstructionPieceKind::Verb
            }
            InstructionTokenKind::Word if UnitNoun::named(word).is_some() => {
                InstructionPieceKind::Unit
            }
            InstructionTokenKind::Word if is_keyword(word) => InstructionPieceKind::Keyword,
            InstructionTokenKind::Word => InstructionPieceKind::Word,
            InstructionTokenKind::Number(_) | InstructionTokenKind::Nth(_) => {
                InstructionPieceKind::Number
            }
            InstructionTokenKind::Quoted { .. } => InstructionPieceKind::Quoted,
            InstructionTokenKind::Id => InstructionPieceKind::Id,
            InstructionTokenKind::Description { .. } => InstructionPieceKind::Description,
            InstructionTokenKind::Dash
            | InstructionTokenKind::Comma
            | InstructionTokenKind::Open
            | InstructionTokenKind::Close => continue,
        };
        out.push((kind, token.span));
    }
    out
}

fn is_keyword(word: &str) -> bool {
    KEYWORDS.iter().any(|row| {
        let mut words = row.words().chain(row.also.iter().copied());
        words.any(|name| name.eq_ignore_ascii_case(word))
    })
}
