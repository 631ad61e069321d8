//! Turns text into tokens: expands abbreviations, reduces words to stems, joins compound terms.

use super::{
    scan::{self, RawWord, RawWordKind},
    stem::{self, EnglishStemmer},
    token::{Token, TokenKind},
};
use crate::{
    search::{
        lexicon::{Dictionary, Lexicon, SynonymMeaning},
        search_steps::SearchSteps,
    },
    text::Span,
};
use std::{
    collections::HashMap,
    sync::{PoisonError, RwLock, RwLockReadGuard},
};

/// Abbreviations of units, which are read as such only after a number.
pub(in crate::search) const UNITS: &[(&str, &str)] = &[
    ("p", "pace"),
    ("bw", "width"),
    ("ap", "point"),
    ("aps", "point"),
    ("pt", "point"),
    ("pts", "point"),
];

/// Turns rules text and queries into tokens, with a dictionary of synonyms and remembered stems.
pub(in crate::search) struct Tokenizer {
    dictionary: Dictionary,
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
    /// Creates a tokenizer that knows the words of `lexicon`.
    pub(in crate::search) fn new(lexicon: &Lexicon, parts: SearchSteps) -> Self {
        Self {
            dictionary: Dictionary::new(lexicon, parts, |text| Self::plain(parts).stems(text)),
            ..Self::plain(parts)
        }
    }

    /// Creates a tokenizer without a dictionary.
    pub(in crate::search) fn plain(parts: SearchSteps) -> Self {
        Self {
            dictionary: Dictionary::default(),
            parts,
            stems: EnglishStemmer::default(),
            known: RwLock::default(),
        }
    }

    /// Returns the steps that are used.
    pub(in crate::search) fn parts(&self) -> SearchSteps {
        self.parts
    }

    /// Returns the words of an analysed text as written, in lower case, without expanded
    /// abbreviations.
    pub(in crate::search) fn forms<'t>(
        &'t self,
        text: &'t str,
        tokens: &'t [Token],
    ) -> impl Iterator<Item = String> + 't {
        let words = tokens
            .iter()
            .filter(|token| matches!(token.kind, TokenKind::Word | TokenKind::Stop));
        words
            .map(|token| (token.span.of(text), token))
            .filter(|(word, token)| !word.starts_with('(') && self.stem(word) == token.text)
            .map(|(word, _)| word.to_lowercase())
    }

    /// Returns the meaning of the longest players' phrase that `stems` begins with, and its length
    /// in stems.
    pub(in crate::search) fn meaning(&self, stems: &[&str]) -> Option<(usize, &[SynonymMeaning])> {
        self.dictionary.meaning(stems)
    }

    /// Returns the tokens of a text, in order; a joined word follows the first of its words.
    pub(in crate::search) fn text(&self, text: &str) -> Vec<Token> {
        self.tokens(text, false)
    }

    /// Returns the tokens of a query, in which abbreviations may be in lower case.
    pub(in crate::search) fn query(&self, text: &str) -> Vec<Token> {
        self.tokens(text, true)
    }

    /// Returns the stems of a phrase, without joined words.
    pub(in crate::search) fn stems(&self, text: &str) -> Vec<String> {
        self.words(&scan::scan(text), false)
            .into_iter()
            .map(|word| word.stem)
            .collect()
    }

    /// Returns the abbreviations, terms and players' words that it knows.
    pub(in crate::search) fn dictionary(&self) -> &Dictionary {
        &self.dictionary
    }

    fn read(&self) -> RwLockReadGuard<'_, HashMap<String, String>> {
        self.known.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn stem(&self, word: &str) -> String {
        if !self.parts.stems {
            return word.to_lowercase();
        }
        if let Some(stem) = self.read().get(word) {
            return stem.clone();
        }
        let stem = self.stems.stem(word);
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        if known.len() > MAX_REMEMBERED {
            known.clear();
        }
        known.insert(word.to_owned(), stem.clone());
        stem
    }

    fn tokens(&self, text: &str, lenient: bool) -> Vec<Token> {
        let words = self.words(&scan::scan(text), lenient);
        let mut out = Vec::with_capacity(words.len() + words.len() / 4);
        let stems: Vec<&str> = words.iter().map(|word| word.stem.as_str()).collect();
        let mut joined_until = 0;
        for (place, word) in words.iter().enumerate() {
            out.push(Token {
                text: word.stem.clone(),
                span: word.span,
                place,
                kind: word.kind,
            });
            if self.parts.abbreviations
                && place >= joined_until
                && let Some(length) = self.dictionary.compound(&stems[place..])
            {
                let text = stems[place..place + length].join("_");
                joined_until = place + length;
                let span = word.span.with_end(words[joined_until - 1].span.end());
                out.push(Token {
                    text,
                    span,
                    place,
                    kind: TokenKind::Compound(length),
                });
            }
        }
        out
    }

    /// Returns raw words as words with stems: abbreviations are expanded, numbers joined with
    /// their sign. If `lenient`, abbreviations may be in lower case.
    fn words(&self, raw: &[RawWord], lenient: bool) -> Vec<StemmedWord> {
        let mut words: Vec<StemmedWord> = Vec::with_capacity(raw.len());
        let mut at = 0;
        while let Some(word) = raw.get(at) {
            let next = raw.get(at + 1);
            at += 1;
            match word.shape {
                RawWordKind::Number | RawWordKind::Factor => words.push(StemmedWord::new(
                    word.text.to_lowercase(),
                    word.span,
                    TokenKind::Number,
                )),
                RawWordKind::Grade => words.push(StemmedWord::new(
                    word.text.clone(),
                    word.span,
                    TokenKind::Word,
                )),
                RawWordKind::Word => {
                    let joined = next.and_then(|next| self.joined_with(word, next, lenient));
                    if let Some(joined) = joined {
                        words.extend(joined);
                        at += 1;
                    } else {
                        self.push_single(&mut words, word, lenient);
                    }
                }
            }
        }
        words
    }

    /// Returns the stems of an expansion as words at the place of the abbreviation.
    fn expanded(&self, long: &[String], span: Span) -> impl Iterator<Item = StemmedWord> {
        long.iter().map(move |stem| {
            let kind = self.kind_of(stem);
            StemmedWord::new(stem.clone(), span, kind)
        })
    }

    fn kind_of(&self, small: &str) -> TokenKind {
        if self.parts.stop && stem::is_stop(small) {
            TokenKind::Stop
        } else {
            TokenKind::Word
        }
    }

    /// Returns the words of a word and the one after it, if they are one thing: `plus 1`, `H(G)`.
    fn joined_with(
        &self,
        word: &RawWord,
        next: &RawWord,
        lenient: bool,
    ) -> Option<Vec<StemmedWord>> {
        let span = word.span.with_end(next.span.end());
        if next.shape == RawWordKind::Number {
            let signs = [("plus", "+"), ("minus", "-")];
            let (_, sign) = signs
                .iter()
                .find(|(name, _)| word.text.eq_ignore_ascii_case(name))?;
            let number = format!("{sign}{}", next.text);
            return Some(vec![StemmedWord::new(number, span, TokenKind::Number)]);
        }
        if next.shape != RawWordKind::Grade || !next.joined {
            return None;
        }
        let short = format!("{}{}", word.text, next.text.to_uppercase());
        let long = self.dictionary.expansion(&short, lenient)?;
        Some(self.expanded(long, span).collect())
    }

    /// Adds the words of one word: a unit, the expansion of an abbreviation, or the word itself.
    fn push_single(&self, words: &mut Vec<StemmedWord>, word: &RawWord, lenient: bool) {
        let after_number = words
            .last()
            .is_some_and(|last| last.kind == TokenKind::Number);
        let small = word.text.to_lowercase();
        let unit = UNITS
            .iter()
            .find(|(short, _)| after_number && *short == small);
        if let Some((_, unit)) = unit {
            words.push(StemmedWord::new(
                (*unit).to_owned(),
                word.span,
                TokenKind::Word,
            ));
            return;
        }
        let expansion = self.dictionary.expansion(&word.text, lenient).or_else(|| {
            self.dictionary
                .expansion(plural_stripped(&word.text), false)
        });
        if let Some(long) = expansion {
            words.extend(self.expanded(long, word.span));
            return;
        }
        let kind = self.kind_of(&small);
        words.push(StemmedWord::new(self.stem(&word.text), word.span, kind));
    }
}

/// Strips the plural ending of an abbreviation: `WWs` becomes `WW`.
fn plural_stripped(word: &str) -> &str {
    word.strip_suffix('s')
        .filter(|one| one.len() > 1 && one.ends_with(char::is_uppercase))
        .unwrap_or(word)
}

/// A word of a text as its stem, with its byte range and kind.
struct StemmedWord {
    stem: String,
    span: Span,
    kind: TokenKind,
}

impl StemmedWord {
    fn new(stem: String, span: Span, kind: TokenKind) -> Self {
        Self { stem, span, kind }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokenizer() -> Tokenizer {
        let mut lexicon = Lexicon::default();
        for (short, long) in [
            ("Kn", "knights"),
            ("LH", "light horse"),
            ("WW", "waterway"),
            ("H(G)", "gentle hill"),
            ("V", "vineyards"),
        ] {
            lexicon.abbreviations.insert(short.into(), long.into());
        }
        Tokenizer::new(&lexicon, SearchSteps::ALL)
    }

    fn shown(tokens: Vec<Token>) -> String {
        let weighty = tokens
            .into_iter()
            .filter(|token| token.kind != TokenKind::Stop);
        weighty
            .map(|token| token.text)
            .collect::<Vec<_>>()
            .join(" ")
    }

    #[test]
    fn abbreviations_and_words_are_one() {
        let tokenizer = tokenizer();
        assert_eq!(
            shown(tokenizer.text("Kn(X)")),
            shown(tokenizer.text("knights (X)"))
        );
        assert_eq!(
            shown(tokenizer.text("LH (S)")),
            shown(tokenizer.text("light horse (S)"))
        );
        assert_eq!(
            shown(tokenizer.text("WWs")),
            shown(tokenizer.query("a waterway"))
        );
        assert_eq!(shown(tokenizer.query("lh")), "light light_hors hors");
        assert_eq!(shown(tokenizer.text("v")), "v");
        assert_eq!(
            shown(tokenizer.text("H(G)")),
            shown(tokenizer.text("gentle hills"))
        );
    }

    #[test]
    fn a_grade_is_a_word() {
        let tokenizer = tokenizer();
        assert_eq!(
            shown(tokenizer.text("Warband (S) or (O)")),
            "warband (s) (o)"
        );
        let text = "knights (S/O)";
        let tokens = tokenizer.text(text);
        assert_eq!(
            tokenizer.forms(text, &tokens).collect::<Vec<_>>(),
            ["knights"]
        );
    }

    #[test]
    fn numbers_keep_their_units_and_signs() {
        let tokenizer = tokenizer();
        assert_eq!(shown(tokenizer.text("200p")), "200 pace");
        assert_eq!(shown(tokenizer.text("200 paces")), "200 pace");
        assert_eq!(shown(tokenizer.query("plus 1 or -2")), "+1 -2");
    }
}
