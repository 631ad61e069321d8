//! A tantivy tokenizer for words that are already analysed: splits a field's text at line breaks.

use std::{iter::Enumerate, str::Split};
use tantivy::tokenizer::{Token, TokenStream, Tokenizer, TokenizerManager};

/// The name of the tokenizer.
pub(super) const WORDS: &str = "words";

/// The character between two words. No word contains it.
const SEPARATOR: char = '\n';

/// Returns the text of analysed words for a field with this tokenizer. An empty word is a gap of
/// one position.
pub(super) fn join_words<W: AsRef<str>>(words: impl Iterator<Item = W>) -> String {
    let mut out = String::new();
    for (at, word) in words.enumerate() {
        if at > 0 {
            out.push(SEPARATOR);
        }
        out.push_str(word.as_ref());
    }
    out
}

/// Returns tantivy's tokenizers and this one.
pub(super) fn tokenizers() -> TokenizerManager {
    let all = TokenizerManager::default();
    all.register(WORDS, JoinedWords);
    all
}

/// The tantivy tokenizer that splits a field's text at line breaks; an empty word is a gap.
#[derive(Clone, Copy, Debug)]
struct JoinedWords;

impl Tokenizer for JoinedWords {
    type TokenStream<'a> = WordStream<'a>;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> WordStream<'a> {
        WordStream {
            words: text.split(SEPARATOR).enumerate(),
            token: Token::default(),
        }
    }
}

/// The tokens of a text: its words with their positions. Empty words are counted, not returned.
struct WordStream<'a> {
    words: Enumerate<Split<'a, char>>,
    token: Token,
}

impl TokenStream for WordStream<'_> {
    fn advance(&mut self) -> bool {
        let next = self.words.find(|(_, word)| !word.is_empty());
        if let Some((position, word)) = next {
            self.token.position = position;
            self.token.text.clear();
            self.token.text.push_str(word);
        }
        next.is_some()
    }

    fn token(&self) -> &Token {
        &self.token
    }

    fn token_mut(&mut self) -> &mut Token {
        &mut self.token
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_words_are_gaps() {
        let text = join_words(["a", "", "bc"].iter());
        let mut found = Vec::new();
        let mut tokenizer = JoinedWords;
        Tokenizer::token_stream(&mut tokenizer, &text)
            .process(&mut |token| found.push((token.position, token.text.clone())));
        assert_eq!(found, [(0, "a".to_owned()), (2, "bc".to_owned())]);
    }
}
