//! Values of rows.

use super::*;

impl Reader<'_> {
    /// `Reduce Reg Sp(S) from 7 to 6 AP`.
    pub(super) fn value(&mut self) -> Read {
        let back = self.here();
        if let Some(values) = self.values() {
            return Some((What::Values(values), Addr::default(), Payload::None));
        }
        self.back(back);
        let from = self.at;
        let by = self.tokens[from..]
            .iter()
            .take(24)
            .any(|token| matches!(&token.tok, Tok::Word(word) if word == "by" || word == "to"));
        by.then(|| {
            let end = self.rest_of_sentence();
            let start = self
                .tokens
                .get(from.saturating_sub(1))
                .map_or(0, |token| token.start);
            (
                What::Told(self.text[start..end].trim().to_owned()),
                Addr::default(),
                Payload::None,
            )
        })
    }

    /// Values, one or several: `cost for S to 8, O to 6`.
    pub(super) fn values(&mut self) -> Option<Vec<Value>> {
        while self.word(0).is_some_and(is_value_noun)
            || self.is_word(0, &["the", "of", "for", "all"])
        {
            self.at += 1;
        }
        let mut values = Vec::new();
        loop {
            values.push(self.one_value()?);
            let back = self.here();
            if !(self.eat_mark(&[',', ';']) | self.eat_and()) || self.at_end() {
                self.back(back);
                break;
            }
            let row = self.one_value();
            self.back(back);
            if row.is_none() {
                break;
            }
            self.eat_mark(&[',', ';']);
            self.eat_and();
        }
        // a sentence that goes on otherwise is no list of values
        let whole = self.at_end()
            || self.is_mark(0, &['.', ',', ';', ':'])
            || matches!(self.peek(0), Some(Tok::Paren(_)));
        whole.then_some(values)
    }

    /// `Camelry(S) from 11 to 10 AP`.
    pub(in crate::import) fn one_value(&mut self) -> Option<Value> {
        let from = self.at;
        while !self.is_word(0, &["from", "to"]) {
            let part = matches!(
                self.peek(0),
                Some(Tok::Word(_) | Tok::Item(_) | Tok::Paren(_) | Tok::Signed(_))
            ) || (self.is_mark(0, &['/', '&', '–']) && self.at > from);
            if !part || self.at >= from + 7 {
                return None;
            }
            self.at += 1;
        }
        let start = self.tokens.get(from)?.start;
        let row = self.text[start..self.behind().max(start)].trim().to_owned();
        if self.at == from {
            return None;
        }
        let mut old = None;
        if self.eat_word(&["from"]) {
            old = Some(self.figure()?);
        }
        if !self.eat_word(&["to"]) {
            return None;
        }
        let new = self.figure()?;
        while self.is_word(0, &["ap", "points", "pts", "point", "pt", "each"]) {
            self.at += 1;
        }
        if self.word(0).is_some()
            && (self.peek(1).is_none() || self.is_mark(1, &['.', ',', ';', ':']))
        {
            // what the value counts: `7 coins`
            self.at += 1;
        }
        let end = self.behind();
        self.note(from, format!("value of {row}: {new}"));
        Some(Value {
            row,
            old,
            new,
            start,
            end,
        })
    }

    pub(super) fn figure(&mut self) -> Option<String> {
        let figure = match self.peek(0)? {
            Tok::Number(number, None) => number.to_string(),
            Tok::Dotted(figure) | Tok::Signed(figure) => figure.clone(),
            Tok::Number(..)
            | Tok::Word(_)
            | Tok::Nth(_)
            | Tok::Quote(..)
            | Tok::Item(_)
            | Tok::Paren(_)
            | Tok::Bracket(_)
            | Tok::Mark(_) => {
                return None;
            }
        };
        self.at += 1;
        Some(figure)
    }
}

pub(super) fn is_value_noun(word: &str) -> bool {
    [
        "cost", "costs", "price", "prices", "value", "values", "points", "ap", "factor", "factors",
    ]
    .contains(&word)
}
