use super::{
    KEYWORDS,
    lexer::{self, TokenKind},
    verb,
};
use crate::{syntax::Unit, text::Span};

/// What a word or mark of an instruction is, by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PieceKind {
    /// Its first word.
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
    /// `[…]`: what is described and not done.
    Description,
    /// Any other word: the name of a document or an edition, or one that is not understood.
    Word,
}

/// The words of the instruction at `span` of `text`, with what each is by the tables of verbs, keywords and units. Marks between them,
/// and words that say nothing, are left out.
pub fn pieces(text: &str, span: Span) -> Vec<(PieceKind, Span)> {
    let mut out = Vec::new();
    for token in lexer::tokens(text, span) {
        let word = token.span.of(text);
        let kind = match &token.kind {
            TokenKind::Word if out.is_empty() && verb::named(word).is_some() => PieceKind::Verb,
            TokenKind::Word if Unit::named(word).is_some() => PieceKind::Unit,
            TokenKind::Word if is_keyword(word) => PieceKind::Keyword,
            TokenKind::Word => PieceKind::Word,
            TokenKind::Number(_) | TokenKind::Nth(_) => PieceKind::Number,
            TokenKind::Quoted { .. } => PieceKind::Quoted,
            TokenKind::Id => PieceKind::Id,
            TokenKind::Description(_) => PieceKind::Description,
            TokenKind::Dash | TokenKind::Comma | TokenKind::Open | TokenKind::Close => continue,
        };
        out.push((kind, token.span));
    }
    out
}

fn is_keyword(word: &str) -> bool {
    let is = |name: &&str| name.eq_ignore_ascii_case(word);
    KEYWORDS
        .iter()
        .any(|row| row.words.iter().any(is) || row.also.iter().any(is))
}
