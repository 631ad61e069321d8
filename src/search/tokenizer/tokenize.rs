//! From text to tokens.

use super::{
    scan::{self, Raw, Shape},
    stem::{self, Stems},
    token::{Token, TokenKind},
};
use crate::{
    search::{
        lexicon::{Dictionary, Lexicon, Meaning},
        search_features::SearchFeatures,
    },
    text::Span,
};
use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    sync::{PoisonError, RwLock, RwLockReadGuard},
};

/// Units: as written behind a number, in one form.
const UNITS: &[(&str, &str)] = &[
    ("p", "pace"),
    ("pace", "pace"),
    ("paces", "pace"),
    ("bw", "width"),
    ("width", "width"),
    ("widths", "width"),
    ("ap", "point"),
    ("aps", "point"),
    ("point", "point"),
    ("points", "point"),
    ("pts", "point"),
    ("pt", "point"),
    ("fe", "feature_equival"),
    ("mm", "mm"),
    ("cm", "cm"),
    ("inch", "inch"),
    ("inches", "inch"),
];

/// Turns text into tokens.
pub(in crate::search) struct Tokenizer {
    dictionary: Dictionary,
    parts: SearchFeatures,
    stems: Stems,
    /// Stems that were already found: rules have few words.
    known: RwLock<HashMap<String, String>>,
}

impl std::fmt::Debug for Tokenizer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tokenizer")
            .field("parts", &self.parts)
            .finish_non_exhaustive()
    }
}

/// Words for words, as written in the sources of this module.
type Table = &'static [(&'static str, &'static str)];

/// What the analysis looks up, for those who do the same elsewhere.
#[derive(Debug)]
pub(in crate::search) struct Tables {
    /// Abbreviations as written: the stems that they stand for.
    pub(in crate::search) abbreviations: BTreeMap<String, Vec<String>>,
    /// Terms of several words: their stems, with blanks between.
    pub(in crate::search) terms: BTreeSet<String>,
    /// What players say, as stems with blanks between: what the rules say.
    pub(in crate::search) players: BTreeMap<String, Vec<(Vec<String>, bool)>>,
    pub(in crate::search) units: Table,
    pub(in crate::search) spellings: Table,
    pub(in crate::search) irregular: Table,
    pub(in crate::search) numbers: Table,
    pub(in crate::search) stop: &'static [&'static str],
}

/// More words than a rulebook has: then the memory of stems is emptied.
const MEMORY: usize = 100_000;

impl Tokenizer {
    /// An tokenizer that knows the words of `lexicon`.
    pub(in crate::search) fn new(lexicon: &Lexicon, parts: SearchFeatures) -> Self {
        Self {
            dictionary: Dictionary::new(lexicon, parts, |text| Self::plain(parts).stems(text)),
            ..Self::plain(parts)
        }
    }

    /// An tokenizer without a dictionary.
    pub(in crate::search) fn plain(parts: SearchFeatures) -> Self {
        Self {
            dictionary: Dictionary::default(),
            parts,
            stems: Stems::default(),
            known: RwLock::default(),
        }
    }

    /// Which parts are used.
    pub(in crate::search) fn parts(&self) -> SearchFeatures {
        self.parts
    }

    /// The words of an analysed text as written, in lower case; abbreviations that were written out are left out.
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
            .filter(|(word, token)| self.stem(word) == token.text)
            .map(|(word, _)| word.to_lowercase())
    }

    /// What the first stems mean in the rules' words.
    pub(in crate::search) fn meaning(&self, stems: &[&str]) -> Option<(usize, &[Meaning])> {
        self.dictionary.meaning(stems)
    }

    /// The tokens of a text, in order; joined words behind the first of the words that they join.
    pub(in crate::search) fn text(&self, text: &str) -> Vec<Token> {
        self.tokens(text, false)
    }

    /// The tokens of a question, in which abbreviations may be in small letters.
    pub(in crate::search) fn question(&self, text: &str) -> Vec<Token> {
        self.tokens(text, true)
    }

    /// The stems of a phrase that is no sentence, without joined words.
    pub(in crate::search) fn stems(&self, text: &str) -> Vec<String> {
        self.words(&scan::scan(text), false)
            .into_iter()
            .map(|word| word.stem)
            .collect()
    }

    /// The tables by which it goes.
    pub(in crate::search) fn tables(&self) -> Tables {
        Tables {
            abbreviations: self.dictionary.abbreviations(),
            terms: self.dictionary.terms(),
            players: self.dictionary.players(),
            units: UNITS,
            spellings: stem::SPELLINGS,
            irregular: stem::IRREGULAR,
            numbers: stem::NUMBERS,
            stop: stem::STOP,
        }
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
        if known.len() > MEMORY {
            known.clear();
        }
        known.insert(word.to_owned(), stem.clone());
        stem
    }

    fn tokens(&self, text: &str, lenient: bool) -> Vec<Token> {
        let words = self.words(&scan::scan(text), lenient);
        let mut out = Vec::with_capacity(words.len() + words.len() / 4);
        let stems: Vec<&str> = words.iter().map(|word| word.stem.as_str()).collect();
        // the term of several words that ends at a place
        let mut ends: Option<(usize, String)> = None;
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
                let span = Span::new(word.span.start(), words[joined_until - 1].span.end());
                out.push(Token {
                    text: text.clone(),
                    span,
                    place,
                    kind: TokenKind::Compound(length),
                });
                ends = Some((joined_until - 1, text));
            }
            if self.parts.units
                && word.kind == TokenKind::Number
                && let Some(unit) = words.get(place + 1).filter(|next| next.unit.is_some())
            {
                let text = format!("{}{}", word.stem, unit.unit.unwrap_or_default());
                out.push(Token {
                    text,
                    span: Span::new(word.span.start(), unit.span.end()),
                    place,
                    kind: TokenKind::Measure,
                });
            }
            if self.parts.grades && matches!(word.kind, TokenKind::Word | TokenKind::Compound(_)) {
                let compound = ends
                    .as_ref()
                    .filter(|(end, _)| *end == place)
                    .map(|(_, text)| text.as_str());
                for grade in grades_of(&words, place) {
                    for noun in std::iter::once(word.stem.as_str()).chain(compound) {
                        out.push(Token {
                            text: format!("{noun}{}", grade.stem),
                            span: word.span,
                            place,
                            kind: TokenKind::Graded,
                        });
                    }
                }
            }
        }
        out
    }

    fn words(&self, raw: &[Raw], lenient: bool) -> Vec<Word> {
        let mut words: Vec<Word> = Vec::with_capacity(raw.len());
        let mut at = 0;
        while let Some(word) = raw.get(at) {
            let next = raw.get(at + 1);
            at += 1;
            match word.shape {
                Shape::Number if self.parts.stems => words.push(Word::new(
                    word.text.to_lowercase(),
                    word.span,
                    TokenKind::Number,
                )),
                Shape::Number | Shape::Factor => words.push(Word::new(
                    word.text.to_lowercase(),
                    word.span,
                    TokenKind::Number,
                )),
                Shape::Grade if self.parts.grades => {
                    words.push(Word::new(word.text.clone(), word.span, TokenKind::Grade))
                }
                Shape::Grade => words.push(Word::new(
                    word.text.replace(['(', ')'], ""),
                    word.span,
                    TokenKind::Word,
                )),
                Shape::Word => {
                    let small = word.text.to_lowercase();
                    // `plus 1`
                    let sign = match small.as_str() {
                        "plus" => "+",
                        "minus" => "-",
                        _ => "",
                    };
                    if let Some(number) = next.filter(|next| {
                        !sign.is_empty() && self.parts.units && next.shape == Shape::Number
                    }) {
                        let span = Span::new(word.span.start(), number.span.end());
                        words.push(Word::new(
                            format!("{sign}{}", number.text),
                            span,
                            TokenKind::Number,
                        ));
                        at += 1;
                        continue;
                    }
                    // `H(G)`
                    let bracketed = next
                        .filter(|next| next.shape == Shape::Grade && next.joined)
                        .and_then(|next| {
                            let short = format!("{}{}", word.text, next.text.to_uppercase());
                            Some((
                                self.dictionary.expansion(&short, lenient)?,
                                Span::new(word.span.start(), next.span.end()),
                            ))
                        });
                    if let Some((long, span)) = bracketed {
                        words.extend(written_out(long, span));
                        at += 1;
                        continue;
                    }
                    let unit = || {
                        UNITS
                            .iter()
                            .find(|(written, _)| *written == small)
                            .map(|(_, unit)| *unit)
                    };
                    let unit = if words
                        .last()
                        .is_some_and(|last| last.kind == TokenKind::Number)
                        && self.parts.units
                    {
                        unit()
                    } else {
                        None
                    };
                    if let Some(name) = unit {
                        let stem = if small.len() <= 2 {
                            name.to_owned()
                        } else {
                            self.stem(&word.text)
                        };
                        words.push(Word {
                            unit: Some(name),
                            ..Word::new(stem, word.span, TokenKind::Word)
                        });
                        continue;
                    }
                    let one = plural_stripped(&word.text);
                    if let Some(long) = self
                        .dictionary
                        .expansion(&word.text, lenient)
                        .or_else(|| self.dictionary.expansion(one, false))
                    {
                        words.extend(written_out(long, word.span));
                        continue;
                    }
                    let kind = if self.parts.stop && stem::is_stop(&small) {
                        TokenKind::Stop
                    } else {
                        TokenKind::Word
                    };
                    words.push(Word::new(self.stem(&word.text), word.span, kind));
                }
            }
        }
        words
    }
}

/// `WWs` is more than one `WW`.
fn plural_stripped(word: &str) -> &str {
    word.strip_suffix('s')
        .filter(|one| one.len() > 1 && one.ends_with(char::is_uppercase))
        .unwrap_or(word)
}

fn written_out(long: &[String], span: Span) -> impl Iterator<Item = Word> + '_ {
    long.iter()
        .map(move |stem| Word::new(stem.clone(), span, TokenKind::Word))
}

/// A word with its stem.
struct Word {
    stem: String,
    span: Span,
    kind: TokenKind,
    unit: Option<&'static str>,
}

impl Word {
    fn new(stem: String, span: Span, kind: TokenKind) -> Self {
        Self {
            stem,
            span,
            kind,
            unit: None,
        }
    }
}

/// The grades that belong to the word at `place`: those behind it, `warband (S) or (O)`, and those before it, `(S) or (O) warband`.
fn grades_of(words: &[Word], place: usize) -> impl Iterator<Item = &Word> {
    let run =
        |word: &&Word| word.kind == TokenKind::Grade || matches!(word.stem.as_str(), "or" | "and");
    let behind = words[place + 1..].iter().take_while(run);
    let before = words[..place].iter().rev().take_while(run);
    behind
        .chain(before)
        .filter(|word| word.kind == TokenKind::Grade)
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
        Tokenizer::new(&lexicon, SearchFeatures::ALL)
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
            shown(tokenizer.question("a waterway"))
        );
        assert_eq!(shown(tokenizer.question("lh")), "light light_hors hors");
        assert_eq!(shown(tokenizer.text("v")), "v");
        assert_eq!(
            shown(tokenizer.text("H(G)")),
            shown(tokenizer.text("gentle hills"))
        );
    }

    #[test]
    fn grades_belong_to_troops() {
        let tokenizer = tokenizer();
        assert_eq!(
            shown(tokenizer.text("Warband (S) or (O)")),
            "warband warband(s) warband(o) (s) (o)"
        );
        assert_eq!(shown(tokenizer.text("(I) hordes")), "(i) hord hord(i)");
        assert_eq!(
            shown(tokenizer.text("knights (S/O)")),
            "knight knight(s) knight(o) (s) (o)"
        );
    }

    #[test]
    fn numbers_keep_their_units_and_signs() {
        let tokenizer = tokenizer();
        assert_eq!(shown(tokenizer.text("200p")), "200 200pace pace");
        assert_eq!(shown(tokenizer.text("200 paces")), "200 200pace pace");
        assert_eq!(shown(tokenizer.question("plus 1 or -2")), "+1 -2");
    }
}
