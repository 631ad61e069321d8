//! Tokens.

use crate::text::Span;

/// A word that is looked up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::search) struct Token {
    /// Its stem, or a joined word: `war_wagon`, `knight(x)`, `200pace`.
    pub(in crate::search) text: String,
    /// Its bytes in the text.
    pub(in crate::search) span: Span,
    /// Which word of the text it is; joined words stand where their first word does.
    pub(in crate::search) place: usize,
    /// What it is.
    pub(in crate::search) kind: TokenKind,
}

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) enum TokenKind {
    /// A word.
    Word,
    /// A word without weight.
    Stop,
    /// A number or factor.
    Number,
    /// A grade that stands by itself.
    Grade,
    /// A term of that many words.
    Compound(usize),
    /// Troops with their grade.
    Graded,
    /// A number with its unit.
    Measure,
}

impl TokenKind {
    /// Whether it is a word of the text, and not one joined from several.
    pub(in crate::search) fn is_plain(self) -> bool {
        match self {
            Self::Word | Self::Stop | Self::Number | Self::Grade => true,
            Self::Compound(_) | Self::Graded | Self::Measure => false,
        }
    }
}
