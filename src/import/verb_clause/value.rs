//! Parses changes of values in table rows: `Reduce Reg Sp(S) from 7 to 6 AP`, `Hull 40 → 45`.

use super::*;
use crate::import::token::SheetToken;

/// Verbs between the name of a value and the new one.
pub(super) const CHANGES: &[&str] = &["becomes", "become", "falls", "rises", "drops", "goes"];

/// Marks between an old value and a new one.
pub(super) const ARROWS: &[char] = &['→', '⇒'];

impl TokenCursor<'_> {
    /// Parses `Reduce Reg Sp(S) from 7 to 6 AP` after the verb.
    pub(super) fn parse_value_clause(&mut self) -> ClauseParse {
        let back = self.checkpoint();
        if let Some(values) = self.parse_values() {
            return without_payload(ClauseAction::Values(values), PrintedAddress::default());
        }
        self.rewind(back);
        if let Some(read) = self.parse_relative_values() {
            return Some(read);
        }
        self.rewind(back);
        let from = self.at;
        let by = self.tokens[from..]
            .iter()
            .take(24)
            .any(|token| matches!(&token.kind, SheetTokenKind::Word(word) if word == "by" || word == "to"));
        by.then(|| {
            let end = self.eat_rest_of_sentence();
            let start = self
                .tokens
                .get(from.saturating_sub(1))
                .map_or(0, |token| token.start);
            (
                ClauseAction::Paraphrase(self.text[start..end].trim().to_owned()),
                PrintedAddress::default(),
                PayloadPlace::None,
            )
        })
    }

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
        let mut values = Vec::new();
        loop {
            values.push(self.parse_value()?);
            let back = self.checkpoint();
            if !(self.eat_mark(&[',', ';']) | self.eat_and()) || self.at_end() {
                self.rewind(back);
                break;
            }
            let row = self.parse_value();
            self.rewind(back);
            if row.is_none() {
                break;
            }
            self.eat_mark(&[',', ';']);
            self.eat_and();
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
        let whole = self.at_end()
            || self.is_mark(0, &['.', ',', ';', ':'])
            || matches!(self.peek(0), Some(SheetTokenKind::Paren(_)));
        whole.then_some(values)
    }

    /// Parses a value: `Camelry(S) from 11 to 10 AP`.
    pub(in crate::import) fn parse_value(&mut self) -> Option<ValueChange> {
        let from = self.at;
        while !self.is_word(
            0,
            &[
                "from", "to", "falls", "rises", "drops", "goes", "go", "becomes",
            ],
        ) && !self.is_arrow(1)
        {
            let part = matches!(
                self.peek(0),
                Some(
                    SheetTokenKind::Word(_)
                        | SheetTokenKind::Item(_)
                        | SheetTokenKind::Paren(_)
                        | SheetTokenKind::Signed(_)
                )
            ) || (self.is_mark(0, &['/', '&', '–']) && self.at > from);
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
        let row = self.text[start..self.previous_end().max(start)]
            .trim()
            .to_owned();
        let signed = |token: &SheetToken| matches!(token.kind, SheetTokenKind::Signed(_));
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
        while self.is_word(0, &["ap", "points", "pts", "point", "pt", "each"]) {
            self.at += 1;
        }
        if self.word(0).is_some()
            && (self.peek(1).is_none() || self.is_mark(1, &['.', ',', ';', ':']))
        {
            // the unit of the value: `7 coins`
            self.at += 1;
        }
        let end = self.previous_end();
        self.record(from, format!("value of {row}: {new}"));
        Some(ValueChange {
            row,
            old,
            new,
            start,
            end,
        })
    }

    fn is_arrow(&self, ahead: usize) -> bool {
        self.is_mark(ahead, ARROWS)
    }

    /// Parses `Hull 40 → 45; Bite 2d8 → 2d6`.
    pub(super) fn parse_arrow_values(&mut self) -> ClauseParse {
        let arrows = (1..9).any(|ahead| self.is_arrow(ahead));
        let values = arrows.then(|| self.parse_values()).flatten()?;
        let whole = values.iter().all(|value| value.old.is_some());
        whole.then_some(())?;
        without_payload(ClauseAction::Values(values), PrintedAddress::default())
    }

    /// Parses a line of values where rows are expected: `Camelry(S) from 11 to 10 AP`,
    /// `Warband: S to 5, F to 3`.
    pub(in crate::import) fn parse_value_rows(&mut self) -> Option<Vec<ValueChange>> {
        let (back, from, start) = (self.checkpoint(), self.at, self.offset());
        while self.at < from + 7
            && (matches!(
                self.peek(0),
                Some(SheetTokenKind::Word(_) | SheetTokenKind::Item(_) | SheetTokenKind::Paren(_))
            ) || self.at > from && self.is_mark(0, &['/', '&', ',']))
        {
            self.at += 1;
        }
        let name = self.text[start..self.previous_end().max(start)].to_owned();
        let label = (self.at > from && self.eat_mark(&[':'])).then_some(name);
        if label.is_none() {
            self.rewind(back);
        }
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

    /// Parses `cost becomes 6`, `the cost is now 6` or `range should read 20 rather than 24` after the
    /// name of a row.
    pub(super) fn parse_named_value(&mut self) -> ClauseParse {
        let (from, start) = (self.at, self.offset());
        (self.at > 0).then_some(())?;
        self.eat_word(&["the"]);
        let first = self.at;
        let noun = self.word(0).is_some_and(is_value_noun);
        while self.at < first + 3
            && self.word(0).is_some()
            && !self.is_word(0, MODALS)
            && !self.is_word(0, CHANGES)
        {
            self.at += 1;
        }
        // `the cost under S falls to 7`
        let under = noun && self.tokens.get(first + 1).is_some_and(|token| {
            matches!(&token.kind, SheetTokenKind::Word(word) if ["under", "for", "in", "at"].contains(&word.as_str()))
        }) && self.at == first + 3;
        (self.at > first && (!noun || self.at == first + 1 || under)).then_some(())?;
        let first = if under { first + 2 } else { first };
        let noun = noun && !under;
        let column = self.text[self.tokens[first].start..self.previous_end()].to_owned();
        // `day 2 should be 3`
        let before = self.parse_figure();
        let states = self.eat_word(CHANGES);
        let demands = !states && self.eat_modals();
        (states || demands).then_some(())?;
        self.eat_word(&["to", "read", "be"]);
        let new = self.parse_figure()?;
        while self.is_word(0, &["ap", "points", "pts", "point", "pt", "each"]) {
            self.at += 1;
        }
        let old = match self.parse_retraction_in_brackets() {
            Some(old) => Some(old),
            None => self.parse_retraction(),
        };
        let old = old.or(before);
        let ends = self.at_end() || self.is_mark(0, &['.', ';']);
        (ends && (noun || under || demands || old.is_some())).then_some(())?;
        self.record(from, format!("the value {new}"));
        let value = ValueChange {
            row: if noun { String::new() } else { column },
            old,
            new,
            start,
            end: self.previous_end(),
        };
        without_payload(ClauseAction::Values(vec![value]), PrintedAddress::default())
    }

    /// Parses `For Oarsman, Oil should be 4`: a row, its column and the value.
    pub(super) fn parse_value_for_row(&mut self) -> ClauseParse {
        let (from, start) = (self.at, self.offset());
        if !self.eat_word(&["for"]) {
            return None;
        }
        let mut row = self.parse_short_name()?;
        if let Some(SheetTokenKind::Item(grade)) = self.peek(0) {
            // `For Hordes(O) substitute 2`
            row = format!("{row}({grade})");
            self.at += 1;
            self.eat_mark(&[',', ':']);
            if self.eat_word(&["substitute", "read", "put", "write"]) {
                let new = self.parse_figure()?;
                let old = self
                    .eat_word(&["for"])
                    .then(|| self.parse_figure())
                    .flatten();
                self.eat_word(&["ap", "points", "pts"]);
                (self.at_end() || self.is_mark(0, &['.', ';'])).then_some(())?;
                self.record(from, format!("value of {row}: {new}"));
                let end = self.previous_end();
                let value = ValueChange {
                    row,
                    old,
                    new,
                    start,
                    end,
                };
                return without_payload(
                    ClauseAction::Values(vec![value]),
                    PrintedAddress::default(),
                );
            }
        }
        self.eat_mark(&[',', ':']).then_some(())?;
        self.eat_word(&["the"]);
        let column = self.parse_short_name()?;
        let demands = self.eat_modals();
        self.eat_word(&["read", "cost"]);
        let new = self.parse_figure()?;
        let old = match self.parse_retraction_in_brackets() {
            Some(old) => Some(old),
            None => self.parse_retraction(),
        };
        let ends = self.at_end() || self.is_mark(0, &['.', ';']);
        (ends && (demands || old.is_some())).then_some(())?;
        self.record(from, format!("value of {row}: {new}"));
        let value = ValueChange {
            row: format!("{row}({column})"),
            old,
            new,
            start,
            end: self.previous_end(),
        };
        without_payload(ClauseAction::Values(vec![value]), PrintedAddress::default())
    }

    /// Parses a name of at most four words, or a quoted one.
    fn parse_short_name(&mut self) -> Option<String> {
        if let Some(SheetTokenKind::Quote(words, true)) = self.peek(0) {
            self.at += 1;
            return Some(words.clone());
        }
        let (from, start) = (self.at, self.offset());
        while self.continues_name(from) && self.at < from + 4 {
            self.at += 1;
        }
        (self.at > from).then(|| self.text[start..self.previous_end()].to_owned())
    }

    /// Parses the values of a row by its columns: `Row Rafts: column (S) 8, (O) 6`.
    pub(super) fn parse_row_values(&mut self) -> ClauseParse {
        let from = self.at;
        self.eat_word(&["the"]);
        if !self.eat_word(&["row"]) {
            return None;
        }
        let name = match self.peek(0)? {
            SheetTokenKind::Quote(words, true) => {
                self.at += 1;
                words.clone()
            }
            _ => {
                let (start, first) = (self.offset(), self.at);
                while self.word(0).is_some()
                    && !self.is_word(0, &["column", "columns", "col"])
                    && self.at < first + 6
                {
                    self.at += 1;
                }
                if self.at == first {
                    return None;
                }
                self.text[start..self.previous_end()].to_owned()
            }
        };
        self.eat_mark(&[':', ',']);
        let mut values = Vec::new();
        loop {
            let start = self.offset();
            self.eat_word(&["column", "columns", "col"]);
            let column = match self.peek(0)? {
                SheetTokenKind::Item(column)
                | SheetTokenKind::Paren(column)
                | SheetTokenKind::Quote(column, true) => column.clone(),
                _ => return None,
            };
            self.at += 1;
            self.eat_mark(&[':', '–']);
            let new = self.parse_figure()?;
            let old = self.parse_retraction();
            values.push(ValueChange {
                row: format!("{name}({column})"),
                old,
                new,
                start,
                end: self.previous_end(),
            });
            let back = self.checkpoint();
            let joined = self.eat_mark(&[',', ';']) | self.eat_and();
            if !joined || self.at_end() {
                self.rewind(back);
                break;
            }
        }
        if !(self.at_end() || self.is_mark(0, &['.', ';'])) {
            return None;
        }
        self.record(from, format!("values of row {name}"));
        without_payload(ClauseAction::Values(values), PrintedAddress::default())
    }

    pub(super) fn parse_figure(&mut self) -> Option<String> {
        let figure = match self.peek(0)? {
            SheetTokenKind::Number(number, None) => number.to_string(),
            SheetTokenKind::Dotted(figure) | SheetTokenKind::Signed(figure) => figure.clone(),
            // `2d6`
            SheetTokenKind::Word(word)
                if word.starts_with(|c: char| c.is_ascii_digit())
                    || ["½", "¼", "¾"].contains(&word.as_str()) =>
            {
                word.clone()
            }
            SheetTokenKind::Number(..)
            | SheetTokenKind::Word(_)
            | SheetTokenKind::Nth(_)
            | SheetTokenKind::Quote(..)
            | SheetTokenKind::Item(_)
            | SheetTokenKind::Paren(_)
            | SheetTokenKind::Bracket(_)
            | SheetTokenKind::Mark(_) => {
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
