//! Finds the phrases of a vocabulary in tokens: words for values, keys and units of properties.

use super::ix::PropertyIx;
use crate::{
    scenario::{
        token::{ScenarioToken, ScenarioTokenKind, tokenize},
        value::ScenarioValue,
    },
    text::Span,
};
use rustc_hash::FxHashMap;
use std::borrow::Cow;

/// The meaning of a phrase in a line: a value of a property, a key of one, or the unit of one.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::scenario) enum PhraseMeaning {
    /// A property has a value; if `keyed`, only behind a key of the property.
    Says {
        property: PropertyIx,
        value: ScenarioValue,
        keyed: bool,
    },
    /// A key of a property, whose value follows.
    Key(PropertyIx),
    /// The number in front of the phrase is the property's value.
    Unit(PropertyIx),
}

impl PhraseMeaning {
    /// Returns the property that the phrase is a key of.
    pub(in crate::scenario) fn key(&self) -> Option<PropertyIx> {
        match self {
            Self::Key(property) => Some(*property),
            Self::Says { .. } | Self::Unit(_) => None,
        }
    }

    /// Returns the property that the phrase is a unit of.
    pub(in crate::scenario) fn unit(&self) -> Option<PropertyIx> {
        match self {
            Self::Unit(property) => Some(*property),
            Self::Says { .. } | Self::Key(_) => None,
        }
    }

    /// Returns whether the phrase is a value, if only behind a key.
    pub(in crate::scenario) fn is_value(&self) -> bool {
        matches!(self, Self::Says { .. })
    }
}

/// The phrases of a record kind with their meanings, found by their first word.
#[derive(Clone, Debug, Default)]
pub(in crate::scenario) struct PhraseTable {
    phrases: FxHashMap<String, Vec<(Vec<String>, PhraseMeaning)>>,
}

/// Splits a text into the words by which phrases are compared: lower case, without hyphens.
pub(in crate::scenario) fn split_phrase(text: &str) -> Vec<String> {
    tokenize(text, Span::new(0, text.len()))
        .iter()
        .filter_map(token_word)
        .map(Cow::into_owned)
        .collect()
}

/// Returns the word that a token is in a phrase; none for a hyphen, which phrases ignore.
fn token_word(token: &ScenarioToken) -> Option<Cow<'_, str>> {
    match &token.kind {
        ScenarioTokenKind::Word(word) => Some(Cow::Borrowed(word)),
        ScenarioTokenKind::Number(number) => Some(number.to_string().into()),
        ScenarioTokenKind::Sign('-') => None,
        ScenarioTokenKind::Sign(',' | ':') => Some(Cow::Borrowed("")),
        ScenarioTokenKind::Sign(sign) => Some(sign.to_string().into()),
        ScenarioTokenKind::Quoted(_)
        | ScenarioTokenKind::NonAsciiDigits(_)
        | ScenarioTokenKind::Control(_) => Some(Cow::Borrowed("")),
    }
}

/// Returns how many tokens at the front are the words of a phrase, hyphens between them included.
/// The last word may be a plural.
pub(in crate::scenario) fn match_phrase(
    tokens: &[ScenarioToken],
    words: &[String],
) -> Option<usize> {
    let mut at = 0;
    for (place, word) in words.iter().enumerate() {
        while place > 0
            && tokens
                .get(at)
                .is_some_and(|token| token.kind == ScenarioTokenKind::Sign('-'))
        {
            at += 1;
        }
        let own = tokens.get(at)?;
        // a number is compared as one: writing it takes longer
        let is_same = if let ScenarioTokenKind::Number(number) = own.kind {
            word.parse() == Ok(number)
        } else {
            let own = token_word(own)?;
            let last = place + 1 == words.len();
            let is_plural = || last && own.len() > 3 && own.strip_suffix('s') == Some(word);
            own == *word || is_plural()
        };
        if !is_same {
            return None;
        }
        at += 1;
    }
    Some(at)
}

/// Letters that are written without their marks where a keyboard has none, and as two letters in German.
const PLAIN_LETTERS: &[(&str, &str)] = &[
    ("àáâãåąā", "a"),
    ("ç", "c"),
    ("ćč", "c"),
    ("èéêëęě", "e"),
    ("ìíîï", "i"),
    ("ł", "l"),
    ("ñńň", "n"),
    ("òóôõőø", "o"),
    ("ř", "r"),
    ("śš", "s"),
    ("ùúûůű", "u"),
    ("ý", "y"),
    ("źżž", "z"),
    ("ß", "ss"),
];

/// The least letters of a word that is also known without its marks: `à` is no `a`.
const MIN_MARKED: usize = 4;

/// Returns a phrase, and how it is written without marks on its letters: `Verbündeter` also as
/// `Verbuendeter` and `Verbundeter`.
pub(super) fn spellings(words: Vec<String>) -> Vec<Vec<String>> {
    if words.iter().all(|word| word.is_ascii()) {
        return vec![words];
    }
    let spell = |umlauts: [&str; 3]| -> Vec<String> {
        let letter = |c: char| match c {
            'ä' => umlauts[0].to_owned(),
            'ö' => umlauts[1].to_owned(),
            'ü' => umlauts[2].to_owned(),
            c => {
                let plain = PLAIN_LETTERS.iter().find(|(own, _)| own.contains(c));
                plain.map_or_else(|| c.to_string(), |(_, plain)| (*plain).to_owned())
            }
        };
        let word = |word: &String| match word.chars().count() >= MIN_MARKED {
            true => word.chars().map(letter).collect(),
            false => word.clone(),
        };
        words.iter().map(word).collect()
    };
    let (german, plain) = (spell(["ae", "oe", "ue"]), spell(["a", "o", "u"]));
    let mut out = vec![words, german, plain];
    out.dedup();
    out
}

impl PhraseTable {
    /// Adds a phrase, also without the marks on its letters.
    pub(super) fn add(&mut self, words: Vec<String>, meaning: PhraseMeaning) {
        for words in spellings(words) {
            self.add_spelling(words, meaning.clone());
        }
    }

    fn add_spelling(&mut self, words: Vec<String>, meaning: PhraseMeaning) {
        let Some(first) = words.first() else { return };
        let known = self.phrases.entry(first.clone()).or_default();
        if !known
            .iter()
            .any(|(own, other)| *own == words && *other == meaning)
        {
            known.push((words, meaning));
            known.sort_by_key(|(words, _)| std::cmp::Reverse(words.len()));
        }
    }

    /// Returns the longest phrase that the tokens begin with: its length in tokens, and all its
    /// meanings.
    pub(in crate::scenario) fn longest_match(
        &self,
        tokens: &[ScenarioToken],
    ) -> Option<(usize, Vec<&PhraseMeaning>)> {
        let first = tokens.first().and_then(token_word)?;
        // `(allied)`: a word in brackets need not be in the vocabulary with the brackets
        if let Some(inner) = first
            .strip_prefix('(')
            .and_then(|rest| rest.strip_suffix(')'))
            && inner.len() > 1
            && !self.phrases.contains_key(&*first)
        {
            let words: Vec<ScenarioToken> = inner
                .split(['-', '/'])
                .map(|word| ScenarioToken {
                    kind: ScenarioTokenKind::Word(word.to_owned()),
                    span: tokens[0].span,
                })
                .collect();
            return self
                .longest_match(&words)
                .filter(|(length, _)| *length == words.len())
                .map(|(_, meanings)| (1, meanings));
        }
        let singular = first.strip_suffix('s').filter(|_| first.len() > 3);
        let mut best: Option<(usize, Vec<&PhraseMeaning>)> = None;
        for (words, meaning) in [Some(&*first), singular]
            .into_iter()
            .flatten()
            .filter_map(|word| self.phrases.get(word))
            .flatten()
        {
            let Some(length) = match_phrase(tokens, words) else {
                continue;
            };
            match &mut best {
                Some((most, meanings)) if *most == length => meanings.push(meaning),
                Some((most, _)) if *most > length => {}
                _ => best = Some((length, vec![meaning])),
            }
        }
        best
    }

    /// Returns the meanings of exactly these words.
    pub(in crate::scenario) fn meanings<'p, S: AsRef<str>>(
        &'p self,
        words: &'p [S],
    ) -> impl Iterator<Item = &'p PhraseMeaning> {
        let first = words.first().map(AsRef::as_ref);
        let known = first.and_then(|first| self.phrases.get(first));
        let known = known.into_iter().flatten();
        known
            .filter(|(own, _)| own.iter().eq(words.iter().map(AsRef::as_ref)))
            .map(|(_, meaning)| meaning)
    }

    /// Returns whether some phrase is this one word.
    pub(in crate::scenario) fn is_word(&self, word: &str) -> bool {
        self.meanings(&[word]).next().is_some()
    }

    /// Returns all phrases with their meaning.
    pub(in crate::scenario) fn iter(&self) -> impl Iterator<Item = (&[String], &PhraseMeaning)> {
        self.phrases
            .values()
            .flatten()
            .map(|(words, meaning)| (words.as_slice(), meaning))
    }
}
