//! Splits the name off a line or heading: the text behind a colon, or in front of it.

use super::{candidate::LineCandidate, marks::find_marks};
use crate::{
    scenario::token::{ScenarioToken, ScenarioTokenKind, plain_name},
    text::{Span, Spanned},
};
use std::sync::Arc;

impl LineCandidate<'_> {
    /// Splits off a name: the text behind a colon, or in front of one if a number follows. A colon
    /// behind a key separates nothing. The first `heading` tokens are the words of a heading: in
    /// `Army: Gauls` they are no key, in `Army: 400` they are.
    pub(super) fn split_name<'k>(
        &self,
        span: Span,
        tokens: &'k [ScenarioToken],
        heading: usize,
    ) -> (&'k [ScenarioToken], Option<Spanned<Arc<str>>>) {
        let counts = |tokens: &[ScenarioToken]| {
            tokens.first().is_some_and(|token| {
                matches!(
                    token.kind,
                    ScenarioTokenKind::Number(_) | ScenarioTokenKind::NonAsciiDigits(_)
                )
            })
        };
        // no phrase contains a colon: what a key is in front of one begins behind the last one
        let mut part = 0;
        let colons = tokens.iter().enumerate();
        for (at, token) in colons.filter(|(_, token)| token.is_sign(":")) {
            let (before, after) = (&tokens[..at], &tokens[at + 1..]);
            let is_key = self.ends_with_key(&tokens[part..at]);
            part = at + 1;
            if is_key && (at != heading || counts(after)) {
                continue;
            }
            let trimmed_name = |from: usize, to: usize| {
                let whole = Span::new(from, to);
                let text = whole.of(self.text);
                let trimmed = text.trim_matches(|c: char| {
                    c.is_whitespace() || matches!(c, '"' | '“' | '”' | '*' | '_')
                });
                let start = from + text.find(trimmed).unwrap_or(0);
                let plain = plain_name(trimmed);
                (!plain.is_empty()).then(|| {
                    Spanned::new(Arc::from(plain), Span::new(start, start + trimmed.len()))
                })
            };
            let phrases = &self.record_kind.phrases;
            let has_phrase = |tokens: &[ScenarioToken]| {
                (0..tokens.len()).any(|from| phrases.longest_match(&tokens[from..]).is_some())
            };
            let begins = phrases.longest_match(after).is_some();
            // `C-in-C: 1 Irr Cv(O)`: the words in front are no name
            if !self.is_heading && counts(after) && self.is_vocabulary(before) {
                continue;
            }
            // what marks the line is part of no name: `C-in-C: Hannibal, Reg Cv(O)`
            if self.is_marked && (find_marks(self.record_kind, before).is_empty() || counts(after))
            {
                continue;
            }
            if !self.is_heading
                && !counts(before)
                && (counts(after) || begins && !has_phrase(before))
            {
                let start = before.first().map_or(span, |first| first.span).start();
                return (after, trimmed_name(start, token.span.start()));
            }
            return (before, trimmed_name(token.span.end(), span.end()));
        }
        (tokens, None)
    }

    /// Returns whether the tokens are words of the vocabulary and nothing else.
    fn is_vocabulary(&self, tokens: &[ScenarioToken]) -> bool {
        let mut at = 0;
        while at < tokens.len() {
            let Some(length) = self.record_kind.value_length(&tokens[at..]) else {
                return false;
            };
            at += length;
        }
        !tokens.is_empty()
    }

    /// Returns whether the tokens end with a key of a property.
    fn ends_with_key(&self, tokens: &[ScenarioToken]) -> bool {
        let (mut at, mut key) = (0, false);
        while at < tokens.len() {
            let found = self.record_kind.phrases.longest_match(&tokens[at..]);
            let (length, meanings) = found.unwrap_or((1, Vec::new()));
            key = meanings.iter().any(|meaning| meaning.is_key());
            at += length;
        }
        key
    }
}
