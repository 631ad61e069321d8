//! `Token`: a word of a text or query as it is looked up, with byte range, position and kind.

use crate::text::Span;

/// A word of a text or query, as it is looked up: its stem, byte range, position and kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::search) struct Token {
    /// Its stem, a grade such as `(x)`, or a joined word: `war_wagon`.
    pub(in crate::search) text: String,
    /// Its byte range in the text.
    pub(in crate::search) span: Span,
    /// The position of the word in the text; joined words have that of their first word.
    pub(in crate::search) place: usize,
    /// The kind of the token.
    pub(in crate::search) kind: TokenKind,
}

/// The kind of a token: a word, a stop word, a number, or a compound term of several words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) enum TokenKind {
    /// A word.
    Word,
    /// A stop word.
    Stop,
    /// A number or factor.
    Number,
    /// A compound term of this many words.
    Compound(usize),
}

impl TokenKind {
    /// Returns whether it is a word of the text, not one joined from several.
    pub(in crate::search) fn is_plain(self) -> bool {
        match self {
            Self::Word | Self::Stop | Self::Number => true,
            Self::Compound(_) => false,
        }
    }
}
