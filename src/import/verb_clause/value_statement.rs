//! Parses statements of a new value as changes: `Mules should cost 12 points rather than 14`.

use super::*;
use crate::import::{grammar::UNIT_WORDS, token::tokenize};

/// Words between the name of a row and its value.
const VALUE_LINKS: &[&str] = &[
    "now",
    "cost",
    "costs",
    "price",
    "value",
    "go",
    "goes",
    "up",
    "down",
    "falls",
    "fall",
    "rises",
    "rise",
    "drops",
    "drop",
    "becomes",
    "become",
    "reads",
    "read",
    "at",
    "increases",
    "decreases",
];

/// Words between a value and the name of its column.
const COLUMN_LINKS: &[&str] = &["at", "in", "on", "under", "by", "during", "against", "for"];

impl TokenCursor<'_> {
    /// Parses `from 4 coins to 5 coins` after `The entry for wet cargo is amended`.
    pub(super) fn parse_changed_value(&mut self, place: &PrintedAddress) -> Option<ValueChange> {
        let (back, start) = (self.checkpoint(), self.offset());
        let row = place
            .steps
            .last()
            .filter(|step| matches!(step.unit(), Some(UnitNoun::Row | UnitNoun::Entry)));
        let row = row.and_then(PrintedStep::name)?;
        let mut figure = |word| {
            self.eat_word(&[word]).then_some(())?;
            let figure = self.parse_figure()?;
            let noun = self.word(0).is_some() && !self.is_word(0, &["to", "with"]);
            self.at += usize::from(noun);
            Some(figure)
        };
        let values = figure("from").and_then(|old| Some((old, figure("to")?)));
        let Some((old, new)) = values else {
            self.rewind(back);
            return None;
        };
        if self.is_word(0, &["with"]) && self.is_word(1, &["effect"]) {
            // `with effect from 1 June`
            self.eat_rest_of_sentence();
        }
        Some(ValueChange {
            row,
            old: Some(old),
            new,
            start,
            end: self.previous_end(),
        })
    }

    /// Parses `Mules should cost 12 points rather than 14` or `The Marsh entry for Wagons should
    /// read "P", not "3"`.
    pub(in crate::import) fn parse_value_statement(&mut self) -> ClauseParse {
        let back = self.checkpoint();
        let read = self.parse_value_statement_words();
        if read.is_none() {
            self.rewind(back);
        }
        read
    }

    pub(super) fn parse_value_statement_words(&mut self) -> ClauseParse {
        let mut values = self.parse_value_statement_of_row()?;
        loop {
            let back = self.checkpoint();
            let joined = self.eat_mark(&[';', ',']);
            self.eat_and();
            match joined
                .then(|| self.parse_value_statement_of_row())
                .flatten()
            {
                Some(further) => values.extend(further),
                None => {
                    self.rewind(back);
                    match self.parse_further_column(values.last()) {
                        Some(further) => values.push(further),
                        None => {
                            self.rewind(back);
                            break;
                        }
                    }
                }
            }
        }
        without_payload(ClauseAction::Values(values), PrintedAddress::default())
    }

    /// Parses another column of the row before: `range 70 (not 60), dice 3 (not 4)`.
    fn parse_further_column(&mut self, before: Option<&ValueChange>) -> Option<ValueChange> {
        let row = before?.row.split_once('(').map(|(row, _)| row.to_owned())?;
        let joined = self.eat_mark(&[',', ';']) | self.eat_and();
        self.eat_and();
        let (from, start) = (self.at, self.offset());
        while self.at < from + 3 && self.word(0).is_some() {
            self.at += 1;
        }
        let column = self.text[start..self.previous_end().max(start)].to_owned();
        let new = self
            .parse_figure()
            .filter(|_| joined && self.at > from + 1)?;
        let old = match self.parse_retraction_in_brackets() {
            Some(old) => Some(old),
            None => self.parse_retraction(),
        };
        let ends = self.at_end() || self.is_mark(0, &['.', ';', ',']);
        (ends && old.is_some()).then_some(())?;
        self.record(from, format!("value of {row}: {new}"));
        Some(ValueChange {
            row: format!("{row}({column})"),
            old,
            new,
            start,
            end: self.previous_end(),
        })
    }

    /// Parses the name of a column of values: at most four words.
    pub(super) fn column_name(&mut self) -> Option<&str> {
        let (start, from) = (self.offset(), self.at);
        while self.continues_name(from) && self.at < from + 4 {
            self.at += 1;
        }
        (self.at > from).then(|| &self.text[start..self.previous_end()])
    }

    /// Parses the column in front of the name of its row: `the weight of the Mule`, `the market price of
    /// Wine`. Returns whether it is the price of the row, or else its name.
    fn parse_column_in_front(&mut self) -> (bool, Option<String>) {
        let start = self.offset();
        let small = |cursor: &Self, ahead: usize| {
            cursor.word(ahead).is_some()
                && cursor.unit_at(ahead).is_none()
                && !cursor.is_word(ahead, MODALS)
        };
        let length = (1..=3).find(|&length| self.is_word(length, &["of", "for"]));
        // `Amber sells for 10` names the row first
        let large = self.text[start..].starts_with(char::is_uppercase);
        let names_row = |length| large && length > 1 && self.is_word(length, &["for"]);
        let length = length
            .filter(|&length| (0..length).all(|ahead| small(self, ahead)) && !names_row(length));
        let Some(length) = length else {
            return (false, None);
        };
        let priced = length == 1 && self.word(0).is_some_and(super::value::is_value_noun);
        self.at += length;
        let name = self.text[start..self.previous_end()].to_owned();
        self.at += 1;
        (priced, (!priced).then_some(name))
    }

    /// Parses the column or the grade behind the name of a row, which begins at byte `start`; returns
    /// the row with its column, and whether there is one.
    fn parse_column_of_row(&mut self, start: usize, named: Option<&str>) -> Option<(String, bool)> {
        let mut row = self.text[start..self.previous_end()].to_owned();
        let mut graded = false;
        if let Some(owner) = row.strip_suffix("'s").or_else(|| row.strip_suffix("’s")) {
            // `the Mule's weight`
            let (first, column) = (self.at, self.offset());
            while self.at < first + 3 && self.word(0).is_some() && !self.is_word(0, MODALS) {
                self.at += 1;
            }
            (self.at > first).then_some(())?;
            row = format!("{owner}({})", &self.text[column..self.previous_end()]);
            graded = true;
        } else if let Some(column) = named {
            row = format!("{row}({column})");
            graded = true;
        } else if let Some(SheetTokenKind::Item(grade)) = self.peek(0) {
            self.at += 1;
            row = format!("{row}({grade})");
            graded = true;
        } else if self.eat_word(&["v", "vs", "versus", "against"]) {
            self.eat_mark(&['.']);
            row = format!("{row}({})", self.column_name()?);
            graded = true;
        }
        Some((row, graded))
    }

    /// Parses one row with its values: `Mules should cost 12 points rather than 14`, `Mules (S) 6
    /// instead of 7`, `Mules v Foot should be 5, not 4`.
    pub(super) fn parse_value_statement_of_row(&mut self) -> Option<Vec<ValueChange>> {
        self.eat_word(&["the"]);
        let (priced, named) = self.parse_column_in_front();
        self.eat_word(&["the", "a", "an"]);
        let start = self.offset();
        let from = self.at;
        while self.continues_name(from) && self.at < from + 5 {
            self.at += 1;
        }
        if self.at == from {
            return None;
        }
        // `the Pulse rifle should …`
        let ends = |cursor: &Self, ahead| {
            cursor.is_word(ahead, MODALS) || cursor.is_word(ahead, VALUE_LINKS)
        };
        let small = (0..3).find(|&ahead| ends(self, ahead) || self.word(ahead).is_none());
        let owner = self.text[..self.previous_end()].ends_with(['’', '\'', 's'])
            && self.text[start..self.previous_end()].contains(['’', '\'']);
        self.at += small
            .filter(|&small| !owner && ends(self, small))
            .unwrap_or_default();
        if let Some(SheetTokenKind::Word(first)) = self.tokens.get(from).map(|token| &token.kind)
            && crate::import::grammar::is_counted_unit(first)
        {
            // `Sentence one should say 6 boats, not 5`
            return None;
        }
        let (row, graded) = self.parse_column_of_row(start, named.as_deref())?;
        if let Some(value) = self.parse_value_that_was(&row, from) {
            return Some(vec![value]);
        }
        if let Some((old, new)) = self.parse_past_and_present() {
            let (start, end) = (start, self.previous_end());
            let value = ValueChange {
                row,
                old: Some(old),
                new,
                start,
                end,
            };
            return Some(vec![value]);
        }
        if let Some((old, new)) = self.parse_course_of_value(graded || priced || row.ends_with(')'))
        {
            let end = self.previous_end();
            self.record(from, format!("value of {row}: {new}"));
            return Some(vec![ValueChange {
                row,
                old,
                new,
                start,
                end,
            }]);
        }
        self.parse_stated_value(row, (from, start), graded, priced)
    }

    /// Parses the value of a row behind its name, which begins at a token and a byte: `should cost 12
    /// points rather than 14`.
    fn parse_stated_value(
        &mut self,
        mut row: String,
        (from, start): (usize, usize),
        graded: bool,
        priced: bool,
    ) -> Option<Vec<ValueChange>> {
        let entry = self.unit_at(0).is_some_and(|(unit, naming)| {
            naming != crate::import::grammar::NumberMeaning::Counted
                && matches!(unit, UnitNoun::Entry | UnitNoun::Row | UnitNoun::Line)
        });
        self.at += usize::from(entry);
        if entry && self.eat_word(&["for", "of", "under"]) {
            self.eat_word(&["the"]);
            row = format!("{row}({})", self.column_name()?);
        }
        let demanded = self.eat_modals();
        let figure = |token: Option<&SheetTokenKind>| {
            matches!(
                token,
                Some(SheetTokenKind::Number(..) | SheetTokenKind::Signed(_))
            )
        };
        // `Spice should fetch 10`, `Spice sells at 10 instead of 9`
        let states = self.word(0).is_some_and(|word| word.ends_with('s'));
        let linked = usize::from(self.is_word(1, &["at", "for"]));
        let verb = (demanded || states) && self.word(0).is_some() && figure(self.peek(1 + linked));
        self.at += if verb { 1 + linked } else { 0 };
        if !verb && !self.eat_word(&["cost", "read", "have", "say"]) && !figure(self.peek(0)) {
            return None;
        }
        if demanded && let Some(values) = self.parse_values_by_grade(&row, start) {
            return Some(values);
        }
        let new = match self.peek(0) {
            Some(SheetTokenKind::Quote(words, true)) if entry => {
                self.at += 1;
                words.clone()
            }
            _ => self.parse_figure()?,
        };
        let counted = self.word(0).is_some()
            && !self.is_word(0, &["rather", "instead", "and", "not"])
            && !self.is_word(0, COLUMN_LINKS);
        self.at += usize::from(counted);
        let noun = counted.then(|| self.tokens[self.at - 1].kind.clone());
        if !row.contains('(')
            && let Some(column) = self.parse_column_behind_value()
        {
            row = format!("{row}({column})");
        }
        let old = self.parse_retraction();
        if old.is_some() && self.peek(0).is_some() && self.peek(0) == noun.as_ref() {
            // `8 AP, not 7 AP`
            self.at += 1;
        }
        let end = self.previous_end();
        let stated = demanded && (entry || counted || graded && (priced || row.contains('(')));
        if !(self.at_end() || self.is_mark(0, &['.', ';', ','])) || old.is_none() && !stated {
            return None;
        }
        self.record(from, format!("value of {row}: {new}"));
        Some(vec![ValueChange {
            row,
            old,
            new,
            start,
            end,
        }])
    }

    /// Parses the column behind a value and in front of a mark: `10 at night, not 9`.
    fn parse_column_behind_value(&mut self) -> Option<String> {
        let back = self.checkpoint();
        let linked = self.eat_word(COLUMN_LINKS);
        self.eat_word(&["the", "a", "an"]);
        let (from, start) = (self.at, self.offset());
        while self.at < from + 3 && self.word(0).is_some() && !self.is_word(0, &["and", "not"]) {
            self.at += 1;
        }
        let end = self.previous_end();
        let ends = self.at_end() || self.is_mark(0, &[',', '.', ';']);
        if !linked || self.at == from || !ends {
            self.rewind(back);
            return None;
        }
        Some(self.text[start..end].to_owned())
    }

    /// Parses `raised from 2 to 3 AP`, `now costs 2 instead of 3` or, of a row with its grade, `: 4 AP`:
    /// the old value, if it is given, and the new one.
    fn parse_course_of_value(&mut self, priced: bool) -> Option<(Option<String>, String)> {
        let back = self.checkpoint();
        let listed = self.eat_mark(&[':', '–', ',']);
        let from = self.at;
        self.eat_word(&["the"]);
        while self.is_word(0, VALUE_LINKS)
            || self.is_word(0, MODALS) && !self.is_word(0, &["to"])
            || matches!(
                self.participle_at(0),
                Some(VerbKind::Value | VerbKind::Change)
            )
        {
            self.at += 1;
        }
        let said = self.at > from;
        let mut old = self
            .eat_word(&["from"])
            .then(|| self.parse_figure())
            .flatten();
        let to = self.eat_word(&["to"]);
        self.eat_word(&["be"]);
        let new = self.parse_figure().filter(|_| to || old.is_none());
        let noun = self.eat_word(&["ap", "points", "pts", "point", "pt"]);
        self.eat_word(&["each"]);
        if new.is_some() && old.is_none() {
            old = match self.parse_retraction_in_brackets() {
                Some(old) => Some(old),
                None => self.parse_retraction(),
            };
            self.eat_word(&["ap", "points", "pts", "point", "pt"]);
        }
        let ends = self.at_end() || self.is_mark(0, &['.', ';', ',']);
        let stated = said || to || listed && noun;
        match new.filter(|_| ends && stated && (priced || old.is_some())) {
            Some(new) => Some((old, new)),
            None => {
                self.rewind(back);
                None
            }
        }
    }

    /// Parses `was 4, now 5`: the old value and the new one.
    fn parse_past_and_present(&mut self) -> Option<(String, String)> {
        let back = self.checkpoint();
        let old = self
            .eat_word(&["was"])
            .then(|| self.parse_figure())
            .flatten();
        self.eat_mark(&[',', ';', '–']);
        self.eat_word(&["and", "but"]);
        self.eat_word(&["is"]);
        let now = old.is_some() && self.eat_word(&["now"]);
        let new = now.then(|| self.parse_figure()).flatten();
        if new.is_none() {
            self.rewind(back);
        }
        old.zip(new)
    }

    /// Parses a value after the name of its row, with the old one in brackets: `Miller – cost 13 (was
    /// 16)`.
    pub(super) fn parse_value_that_was(&mut self, row: &str, first: usize) -> Option<ValueChange> {
        let back = self.checkpoint();
        if UNIT_WORDS
            .iter()
            .any(|unit| unit.words.contains(&row.to_lowercase().as_str()))
        {
            return None;
        }
        let mut marked = self.eat_mark(&['–', ':', ',']);
        let (from, column_start) = (self.at, self.offset());
        while self.at < from + 4
            && self.word(0).is_some()
            && !self.is_word(0, MODALS)
            && !self.is_word(0, &["the", "a", "an"])
        {
            self.at += 1;
        }
        let column = (self.at > from).then(|| &self.text[column_start..self.previous_end()]);
        marked |= self.eat_mark(&['–', ':']);
        let new = self.parse_figure();
        while self.is_word(0, &["ap", "points", "pts", "point", "pt"]) {
            self.at += 1;
        }
        let read = new.zip(match self.parse_retraction_in_brackets() {
            Some(old) => Some(old),
            None if marked => self.parse_retraction(),
            None => None,
        });
        let Some((new, old)) = read else {
            self.rewind(back);
            return None;
        };
        let row = column.map_or(row.to_owned(), |column| format!("{row}({column})"));
        self.record(first, format!("value of {row}: {new}"));
        Some(ValueChange {
            row,
            old: Some(old),
            new,
            start: self.tokens.get(first).map_or(0, |token| token.start),
            end: self.previous_end(),
        })
    }

    /// Parses the old value in brackets: `(was 15)`, `(not -2)`.
    pub(super) fn parse_retraction_in_brackets(&mut self) -> Option<String> {
        let Some(SheetTokenKind::Paren(words)) = self.peek(0) else {
            return None;
        };
        let tokens = tokenize(words);
        let mut inner = TokenCursor::new(self.words, words, &tokens);
        let old = inner.parse_retraction().filter(|_| inner.at_end());
        self.at += usize::from(old.is_some());
        old
    }

    /// Parses the old value in `, not "3"` or `rather than 14`.
    pub(super) fn parse_retraction(&mut self) -> Option<String> {
        let back = self.checkpoint();
        self.eat_mark(&[',']);
        let found = RETRACTIONS.iter().find(|words| {
            words
                .iter()
                .enumerate()
                .all(|(ahead, word)| self.is_word(ahead, &[word]))
        });
        let old = found.and_then(|words| {
            self.at += words.len();
            match self.peek(0) {
                Some(SheetTokenKind::Quote(words, true)) => {
                    self.at += 1;
                    Some(words.clone())
                }
                _ => self.parse_figure(),
            }
        });
        if old.is_none() {
            self.rewind(back);
        }
        old
    }

    /// Parses the values of a row after its name, by grades: `(S) now 12, (X) now 10`.
    pub(super) fn parse_grade_values(&mut self) -> ClauseParse {
        let from = self.at;
        let mut values = Vec::new();
        let mut stated = false;
        while let Some(SheetTokenKind::Item(grade)) = self.peek(0) {
            let start = self.offset();
            self.at += 1;
            self.eat_mark(&[':']);
            let mut old = self
                .eat_word(&["from"])
                .then(|| self.parse_figure())
                .flatten();
            let said = self.eat_word(&["now", "becomes", "is", "to", "costs"]);
            self.eat_word(&["now"]);
            let new = self.parse_figure()?;
            let noun = self.eat_word(&["ap", "points", "pts"]);
            old = old.or_else(|| self.parse_retraction());
            stated |= said || noun || old.is_some();
            values.push(ValueChange {
                row: grade.clone(),
                old,
                new,
                start,
                end: self.previous_end(),
            });
            let back = self.checkpoint();
            self.eat_mark(&[',', ';']);
            self.eat_and();
            if !matches!(self.peek(0), Some(SheetTokenKind::Item(_))) {
                self.rewind(back);
                break;
            }
        }
        stated |= values.len() > 1;
        if values.is_empty() || !stated || !(self.at_end() || self.is_mark(0, &['.', ';'])) {
            return None;
        }
        self.record(from, "values of a row");
        without_payload(ClauseAction::Values(values), PrintedAddress::default())
    }

    /// Parses `11 AP if (S), 9 if (O) and 7 if (I)`.
    pub(super) fn parse_values_by_grade(
        &mut self,
        row: &str,
        start: usize,
    ) -> Option<Vec<ValueChange>> {
        let back = self.checkpoint();
        let mut values = Vec::new();
        while let Some(new) = self.parse_figure() {
            self.eat_word(&["ap", "points", "pts"]);
            self.eat_word(&["if", "for", "when", "each"]);
            let Some(SheetTokenKind::Item(grade)) = self.peek(0) else {
                break;
            };
            self.at += 1;
            values.push(ValueChange {
                row: format!("{row}({grade})"),
                old: None,
                new,
                start,
                end: self.previous_end(),
            });
            if !(self.eat_mark(&[',', ';']) | self.eat_and()) {
                return Some(values);
            }
            self.eat_and();
        }
        self.rewind(back);
        None
    }
}
