//! The tokens of texts and queries.

use crate::text::Span;

/// A word of a text or query, as it is looked up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::search) struct Token {
    /// Its stem, or a joined word: `war_wagon`, `knight(x)`, `200pace`.
    pub(in crate::search) text: String,
    /// Its byte range in the text.
    pub(in crate::search) span: Span,
    /// The position of the word in the text; joined words have that of their first word.
    pub(in crate::search) place: usize,
    /// The kind of the token.
    pub(in crate::search) kind: TokenKind,
}

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) enum TokenKind {
    /// A word.
    Word,
    /// A stop word.
    Stop,
    /// A number or factor.
    Number,
    /// A grade: `(s)`.
    Grade,
    /// A compound term of this many words.
    Compound(usize),
    /// Troops joined with their grade.
    Graded,
    /// A number joined with its unit.
    Measure,
}

impl TokenKind {
    /// Returns whether it is a word of the text, not one joined from several.
    pub(in crate::search) fn is_plain(self) -> bool {
        match self {
            Self::Word | Self::Stop | Self::Number | Self::Grade => true,
            Self::Compound(_) | Self::Graded | Self::Measure => false,
        }
    }
}
