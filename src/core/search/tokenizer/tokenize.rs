//! Turns text into tokens: reduces words to stems, joins numbers with their signs.

use super::{
    scan::{self, RawWordKind},
    stem::{self, EnglishStemmer},
};
use crate::text::Span;
use std::{
    collections::HashMap,
    sync::{PoisonError, RwLock},
};

/// A word of a text or query, as it is looked up: its stem, byte range and kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::search) struct Token {
    /// Its stem, or a grade such as `(x)`.
    pub(in crate::search) text: String,
    /// Its byte range in the text.
    pub(in crate::search) span: Span,
    /// The kind of the token.
    pub(in crate::search) kind: TokenKind,
}

/// The kind of a token: a word, a stop word or a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::search) enum TokenKind {
    /// A word.
    Word,
    /// A stop word.
    Stop,
    /// A number or factor.
    Number,
}

/// Abbreviations of units, which are read as such only after a number.
const UNITS: &[(&str, &str)] = &[
    ("p", "pace"),
    ("bw", "width"),
    ("ap", "point"),
    ("aps", "point"),
    ("pt", "point"),
    ("pts", "point"),
];

/// Turns rules text and queries into tokens, and remembers stems.
#[derive(Default)]
pub(in crate::search) struct Tokenizer {
    stems: EnglishStemmer,
    /// The stems of words seen so far: rules use few different words.
    known: RwLock<HashMap<String, String>>,
}

impl std::fmt::Debug for Tokenizer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tokenizer").finish_non_exhaustive()
    }
}

/// The largest number of remembered stems, more than a rulebook has words; then they are cleared.
const MAX_REMEMBERED: usize = 100_000;

impl Tokenizer {
    /// Returns the words of an analysed text as written, in lower case.
    pub(in crate::search) fn forms<'t>(
        text: &'t str,
        tokens: &'t [Token],
    ) -> impl Iterator<Item = String> + 't {
        let words = tokens
            .iter()
            .filter(|token| matches!(token.kind, TokenKind::Word | TokenKind::Stop));
        words
            .map(|token| token.span.of(text))
            .filter(|word| !word.starts_with('('))
            .map(str::to_lowercase)
    }

    /// Returns the stems of a phrase.
    pub(in crate::search) fn stems(&self, text: &str) -> Vec<String> {
        let tokens = self.tokens(text).into_iter();
        tokens.map(|token| token.text).collect()
    }

    fn stem(&self, word: &str) -> String {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(stem) = known.get(word) {
            return stem.clone();
        }
        drop(known);
        let stem = self.stems.stem(word);
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        if known.len() > MAX_REMEMBERED {
            known.clear();
        }
        known.insert(word.to_owned(), stem.clone());
        stem
    }

    /// Returns the tokens of a text or query, in order.
    pub(in crate::search) fn tokens(&self, text: &str) -> Vec<Token> {
        let mut out: Vec<Token> = Vec::new();
        for word in scan::scan(text) {
            let small = word.text.to_lowercase();
            let after_number = (out.last()).is_some_and(|last| last.kind == TokenKind::Number);
            let unit = UNITS.iter().find(|(short, _)| *short == small);
            let (kind, text) = match (word.shape, unit.filter(|_| after_number)) {
                (RawWordKind::Number | RawWordKind::Factor, _) => (TokenKind::Number, small),
                (RawWordKind::Grade, _) => (TokenKind::Word, word.text),
                (RawWordKind::Word, Some((_, unit))) => (TokenKind::Word, (*unit).to_owned()),
                (RawWordKind::Word, None) if stem::is_stop(&small) => {
                    (TokenKind::Stop, self.stem(&word.text))
                }
                (RawWordKind::Word, None) => (TokenKind::Word, self.stem(&word.text)),
            };
            out.push(Token {
                text,
                span: word.span,
                kind,
            });
        }
        out
    }
}
