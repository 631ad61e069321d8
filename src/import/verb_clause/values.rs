//! Parses changes of values in table rows: `Reduce Reg Sp(S) from 7 to 6 AP`, `Hull 40 → 45`.

use super::clause::ValueChange;
use crate::import::{
    cursor::TokenCursor,
    grammar::VerbKind,
    token::{
        SheetToken,
        SheetTokenKind::{Dotted, Item, Number, Paren, Signed, Word},
    },
};

/// Words for points of cost behind a value.
const POINTS: &[&str] = &["ap", "points", "pts", "point", "pt", "each"];

/// Marks between an old value and a new one.
pub(super) const ARROWS: &[char] = &['→', '⇒'];

impl TokenCursor<'_> {
    /// Parses one or several values: `cost for S to 8, O to 6`.
    pub(super) fn parse_values(&mut self) -> Option<Vec<ValueChange>> {
        let noun = self.is_word(0, &["the"]);
        let noun = self
            .word(usize::from(noun))
            .filter(|word| is_value_noun(word) && self.is_word(1 + usize::from(noun), &["of"]));
        while self.word(0).is_some_and(is_value_noun) && !self.is_arrow(2)
            || self.is_word(0, &["the", "of", "for", "all"])
        {
            self.at += 1;
        }
        let mut values = vec![self.parse_value()?];
        while let Some(value) = self.attempt(|cursor| {
            (cursor.eat_mark(&[',', ';']) | cursor.eat_and()).then_some(())?;
            cursor.parse_value()
        }) {
            values.push(value);
        }
        for value in &mut values {
            let articles = ["a ", "an ", "the "];
            let bare = articles
                .iter()
                .find_map(|article| value.row.strip_prefix(article));
            value.row = bare.unwrap_or(&value.row).to_owned();
            if let Some(noun) = noun.filter(|_| value.row.len() > 2 && !value.row.contains('(')) {
                // `the cost of a Mule`
                value.row = format!("{}({noun})", value.row);
            }
        }
        // a sentence that continues differently is no list of values
        let whole = self.ends_at(0, &['.', ',', ';', ':']) || self.is_paren(0);
        whole.then_some(values)
    }

    /// Parses a value: `Camelry(S) from 11 to 10 AP`.
    pub(crate) fn parse_value(&mut self) -> Option<ValueChange> {
        let from = self.at;
        while !self.is_word(
            0,
            &[
                "from", "to", "falls", "rises", "drops", "goes", "go", "becomes",
            ],
        ) && !self.is_arrow(1)
        {
            let part = matches!(self.peek(0), Some(Word(_) | Item(_) | Paren(_) | Signed(_)))
                || (self.is_mark(0, &['/', '&', '–']) && self.at > from);
            // `1d6 to 2d6` names no row
            let figure = self
                .word(0)
                .is_some_and(|word| word.starts_with(|c: char| c.is_ascii_digit()));
            if !part || figure || self.at >= from + 7 {
                return None;
            }
            self.at += 1;
        }
        let start = self.tokens.get(from)?.start;
        let row = self.text_from(start).trim().to_owned();
        let signed = |token: &SheetToken| matches!(token.kind, Signed(_));
        if self.tokens[from..self.at].iter().all(signed) {
            // `change +1 to +2` names no row
            return None;
        }
        let becomes = self.eat_word(&["becomes"]);
        self.eat_word(&["falls", "rises", "drops", "goes", "go"]);
        self.eat_word(&["back"]);
        let mut old = None;
        if self.eat_word(&["from"]) || self.is_arrow(1) {
            old = Some(self.parse_figure()?);
        }
        if !becomes && !self.eat_word(&["to"]) && !self.eat_mark(ARROWS) {
            return None;
        }
        let new = self.parse_figure()?;
        self.skip_words(POINTS);
        if self.word(0).is_some() && self.ends_at(1, &['.', ',', ';', ':']) {
            // the unit of the value: `7 coins`
            self.at += 1;
        }
        self.record(from, format!("value of {row}: {new}"));
        Some(ValueChange {
            row,
            old,
            new,
            start,
            end: self.previous_end(),
        })
    }

    fn is_arrow(&self, ahead: usize) -> bool {
        self.is_mark(ahead, ARROWS)
    }

    /// Parses a line of values where rows are expected: `Camelry(S) from 11 to 10 AP`,
    /// `Warband: S to 5, F to 3`.
    pub(crate) fn parse_value_rows(&mut self) -> Option<Vec<ValueChange>> {
        let label = self.attempt(|cursor| {
            let from = cursor.at;
            let name = cursor.eat_while(7, |cursor| {
                cursor.word(0).is_some()
                    || cursor.is_item(0)
                    || cursor.is_paren(0)
                    || cursor.at > from && cursor.is_mark(0, &['/', '&', ','])
            })?;
            cursor.eat_mark(&[':']).then_some(name)
        });
        if matches!(self.verb_at(0), Some(VerbKind::Change | VerbKind::Value)) {
            self.at += 1;
        }
        let mut values = self.parse_values()?;
        self.eat_mark(&['.', ',', ';']);
        if let Some(label) = label {
            for value in values.iter_mut().filter(|value| !value.row.contains('(')) {
                value.row = format!("{label}({})", value.row);
            }
        }
        self.at_end().then_some(values)
    }

    pub(super) fn parse_figure(&mut self) -> Option<String> {
        let figure = match self.peek(0)? {
            Number(number, None) => number.to_string(),
            Dotted(figure) | Signed(figure) => figure.clone(),
            // `2d6`
            Word(word)
                if word.starts_with(|c: char| c.is_ascii_digit())
                    || ["½", "¼", "¾"].contains(&word.as_str()) =>
            {
                word.clone()
            }
            _ => return None,
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
