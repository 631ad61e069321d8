//! Runs of words that mean something in a line.

use super::{PropertyIx, Value};
use crate::{
    scenario::token::{Token, TokenKind, tokens},
    text::Span,
};
use std::collections::HashMap;

/// What a run of words says.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::scenario) enum Meaning {
    /// A property has a value. `keyed`: only behind the property's key.
    Says {
        property: PropertyIx,
        value: Value,
        keyed: bool,
    },
    /// A value of the property follows.
    Key(PropertyIx),
    /// The number before is the property's value.
    Unit(PropertyIx),
}

/// Runs of words by their first one.
#[derive(Clone, Debug, Default)]
pub(in crate::scenario) struct Phrases(HashMap<String, Vec<(Vec<String>, Meaning)>>);

/// The words of a text as phrases are compared: without hyphens.
pub(in crate::scenario) fn phrase(text: &str) -> Vec<String> {
    tokens(text, Span::new(0, text.len()))
        .iter()
        .filter_map(part)
        .collect()
}

/// What a token is in a phrase; nothing for a hyphen.
fn part(token: &Token) -> Option<String> {
    match &token.kind {
        TokenKind::Word(word) => Some(word.clone()),
        TokenKind::Number(number) => Some(number.to_string()),
        TokenKind::Sign('-') => None,
        TokenKind::Sign(sign) => Some(sign.to_string()),
        TokenKind::Quoted(_)
        | TokenKind::Comma
        | TokenKind::Colon
        | TokenKind::Foreign(_)
        | TokenKind::Control(_) => Some(String::new()),
    }
}

/// How many of the tokens, from the first on, are the words; hyphens between them count.
pub(in crate::scenario) fn matched(tokens: &[Token], words: &[String]) -> Option<usize> {
    let mut at = 0;
    for (place, word) in words.iter().enumerate() {
        while place > 0
            && tokens
                .get(at)
                .is_some_and(|token| token.kind == TokenKind::Sign('-'))
        {
            at += 1;
        }
        let own = tokens.get(at).and_then(part)?;
        let last = place + 1 == words.len();
        let plural = last && own.len() > 3 && own.strip_suffix('s') == Some(word);
        if own != *word && !plural {
            return None;
        }
        at += 1;
    }
    Some(at)
}

impl Phrases {
    pub(super) fn add(&mut self, words: Vec<String>, meaning: Meaning) {
        let Some(first) = words.first() else { return };
        let known = self.0.entry(first.clone()).or_default();
        if !known
            .iter()
            .any(|(own, other)| *own == words && *other == meaning)
        {
            known.push((words, meaning));
            known.sort_by_key(|(words, _)| std::cmp::Reverse(words.len()));
        }
    }

    /// What the tokens begin with: the longest run, with how many tokens it is, and all that it may mean.
    pub(in crate::scenario) fn at(&self, tokens: &[Token]) -> Option<(usize, Vec<&Meaning>)> {
        let first = tokens.first().and_then(part)?;
        let singular = first.strip_suffix('s').filter(|_| first.len() > 3);
        let mut best: Option<(usize, Vec<&Meaning>)> = None;
        for (words, meaning) in [Some(&*first), singular]
            .into_iter()
            .flatten()
            .filter_map(|word| self.0.get(word))
            .flatten()
        {
            let Some(length) = matched(tokens, words) else {
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

    /// All runs, for suggestions.
    pub(in crate::scenario) fn iter(&self) -> impl Iterator<Item = (&[String], &Meaning)> {
        self.0
            .values()
            .flatten()
            .map(|(words, meaning)| (words.as_slice(), meaning))
    }
}
