//! Turns text into tokens: reduces words to stems, joins numbers with their signs.

use super::{
    scan::{self, RawWordKind},
    stem::{self, EnglishStemmer},
};
use crate::{search::search_steps::SearchSteps, text::Span};
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
pub(in crate::search) struct Tokenizer {
    parts: SearchSteps,
    stems: EnglishStemmer,
    /// The stems of words seen so far: rules use few different words.
    known: RwLock<HashMap<String, String>>,
}

impl std::fmt::Debug for Tokenizer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tokenizer")
            .field("parts", &self.parts)
            .finish_non_exhaustive()
    }
}

/// The largest number of remembered stems, more than a rulebook has words; then they are cleared.
const MAX_REMEMBERED: usize = 100_000;

impl Tokenizer {
    /// Creates a tokenizer that takes some steps.
    pub(in crate::search) fn new(parts: SearchSteps) -> Self {
        Self {
            parts,
            stems: EnglishStemmer::default(),
            known: RwLock::default(),
        }
    }

    /// Returns the steps that are used.
    pub(in crate::search) fn parts(&self) -> SearchSteps {
        self.parts
    }

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
        if !self.parts.stems {
            return word.to_lowercase();
        }
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
        let mut raw = scan::scan(text).into_iter().peekable();
        let mut out: Vec<Token> = Vec::new();
        while let Some(word) = raw.next() {
            let small = word.text.to_lowercase();
            let sign = match small.as_str() {
                "plus" => "+",
                "minus" => "-",
                _ => "",
            };
            let after_number = (out.last()).is_some_and(|last| last.kind == TokenKind::Number);
            let unit = UNITS.iter().find(|(short, _)| *short == small);
            let mut span = word.span;
            let (kind, text) = match word.shape {
                RawWordKind::Number | RawWordKind::Factor => (TokenKind::Number, small),
                RawWordKind::Grade => (TokenKind::Word, word.text),
                RawWordKind::Word => {
                    let number =
                        raw.next_if(|next| !sign.is_empty() && next.shape == RawWordKind::Number);
                    if let Some(number) = number {
                        span = span.with_end(number.span.end());
                        (TokenKind::Number, format!("{sign}{}", number.text))
                    } else if let Some((_, unit)) = unit.filter(|_| after_number) {
                        (TokenKind::Word, (*unit).to_owned())
                    } else if self.parts.stop && stem::is_stop(&small) {
                        (TokenKind::Stop, self.stem(&word.text))
                    } else {
                        (TokenKind::Word, self.stem(&word.text))
                    }
                }
            };
            out.push(Token { text, span, kind });
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        let tokens = Tokenizer::new(SearchSteps::ALL).tokens(text).into_iter();
        let weighty = tokens.filter(|token| token.kind != TokenKind::Stop);
        weighty
            .map(|token| token.text)
            .collect::<Vec<_>>()
            .join(" ")
    }

    #[test]
    fn a_grade_is_a_word() {
        assert_eq!(shown("Warband (S) or (O)"), "warband (s) (o)");
        let (tokenizer, text) = (Tokenizer::new(SearchSteps::ALL), "knights (S/O)");
        let tokens = tokenizer.tokens(text);
        assert!(Tokenizer::forms(text, &tokens).eq(["knights"]));
    }

    #[test]
    fn numbers_keep_their_units_and_signs() {
        assert_eq!(shown("200p"), "200 pace");
        assert_eq!(shown("200 paces"), "200 pace");
        assert_eq!(shown("plus 1 or -2"), "+1 -2");
    }
}
