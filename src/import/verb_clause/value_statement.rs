//! Parses statements of a new value as changes: `Mules should cost 12 points rather than 14`.

use super::*;
use crate::import::grammar::{NumberMeaning, UNIT_WORDS, is_counted_unit};

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
        let start = self.offset();
        let row = place
            .steps
            .last()
            .filter(|step| matches!(step.unit(), Some(UnitNoun::Row | UnitNoun::Entry)));
        let row = row.and_then(PrintedStep::name)?;
        let (old, new) = self.attempt(|cursor| {
            let mut figure = |word| {
                let figure = cursor.parse_figure_after(word)?;
                let noun = cursor.word(0).is_some() && !cursor.is_word(0, &["to", "with"]);
                cursor.at += usize::from(noun);
                Some(figure)
            };
            Some((figure("from")?, figure("to")?))
        })?;
        if self.is_phrase(0, "with effect") {
            // `with effect from 1 June`
            self.eat_rest_of_sentence();
        }
        Some(self.value_change(row, Some(old), new, start))
    }

    /// Parses `Mules should cost 12 points rather than 14` or `The Marsh entry for Wagons should
    /// read "P", not "3"`.
    pub(crate) fn parse_value_statement(&mut self) -> ClauseParse {
        self.attempt(|cursor| {
            let mut values = cursor.parse_value_statement_of_row()?;
            loop {
                let further = cursor.attempt(|cursor| {
                    let joined = cursor.eat_mark(&[';', ',']);
                    cursor.eat_and();
                    joined
                        .then(|| cursor.parse_value_statement_of_row())
                        .flatten()
                });
                let further = further.or_else(|| {
                    let column =
                        cursor.attempt(|cursor| cursor.parse_further_column(values.last()))?;
                    Some(vec![column])
                });
                let Some(further) = further else {
                    return set_values(values);
                };
                values.extend(further);
            }
        })
    }

    /// Parses another column of the row before: `range 70 (not 60), dice 3 (not 4)`.
    fn parse_further_column(&mut self, before: Option<&ValueChange>) -> Option<ValueChange> {
        let row = before?.row.split_once('(').map(|(row, _)| row.to_owned())?;
        let joined = self.eat_mark(&[',', ';']) | self.eat_and();
        self.eat_and();
        let (from, start) = (self.at, self.offset());
        let column = self.eat_while(3, |cursor| cursor.word(0).is_some())?;
        let new = self
            .parse_figure()
            .filter(|_| joined && self.at > from + 1)?;
        let old = self.parse_old_value();
        let ends = self.ends_at(0, &['.', ';', ',']);
        (ends && old.is_some()).then_some(())?;
        self.record(from, format!("value of {row}: {new}"));
        Some(self.value_change(format!("{row}({column})"), old, new, start))
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
        let name = self.text_from(start).to_owned();
        self.at += 1;
        (priced, (!priced).then_some(name))
    }

    /// Parses the column or the grade behind the name of a row, which begins at byte `start`; returns
    /// the row with its column, and whether there is one.
    fn parse_column_of_row(&mut self, start: usize, named: Option<&str>) -> Option<(String, bool)> {
        let mut row = self.text_from(start).to_owned();
        let mut graded = false;
        if let Some(owner) = row.strip_suffix("'s").or_else(|| row.strip_suffix("’s")) {
            // `the Mule's weight`
            let column = self.eat_while(3, |cursor| {
                cursor.word(0).is_some() && !cursor.is_word(0, MODALS)
            })?;
            row = format!("{owner}({column})");
            graded = true;
        } else if let Some(column) = named {
            row = format!("{row}({column})");
            graded = true;
        } else if let Some(grade) = self.eat_item() {
            row = format!("{row}({grade})");
            graded = true;
        } else if self.eat_word(&["v", "vs", "versus", "against"]) {
            self.eat_mark(&['.']);
            row = format!("{row}({})", self.eat_name(4)?);
            graded = true;
        }
        Some((row, graded))
    }

    /// Parses one row with its values: `Mules should cost 12 points rather than 14`, `Mules (S) 6
    /// instead of 7`, `Mules v Foot should be 5, not 4`.
    fn parse_value_statement_of_row(&mut self) -> Option<Vec<ValueChange>> {
        self.eat_word(&["the"]);
        let (priced, named) = self.parse_column_in_front();
        self.eat_word(&["the", "a", "an"]);
        let start = self.offset();
        let from = self.at;
        self.eat_name(5)?;
        // `the Pulse rifle should …`
        let ends = |cursor: &Self, ahead| {
            cursor.is_word(ahead, MODALS) || cursor.is_word(ahead, VALUE_LINKS)
        };
        let small = (0..3).find(|&ahead| ends(self, ahead) || self.word(ahead).is_none());
        let owner = self.text[..self.previous_end()].ends_with(['’', '\'', 's'])
            && self.text_from(start).contains(['’', '\'']);
        self.at += small
            .filter(|&small| !owner && ends(self, small))
            .unwrap_or_default();
        if self.tokens[from].word().is_some_and(is_counted_unit) {
            // `Sentence one should say 6 boats, not 5`
            return None;
        }
        let (row, graded) = self.parse_column_of_row(start, named.as_deref())?;
        if let Some(value) = self.parse_value_that_was(&row, from) {
            return Some(vec![value]);
        }
        if let Some((old, new)) = self.parse_past_and_present() {
            return Some(vec![self.value_change(row, Some(old), new, start)]);
        }
        if let Some((old, new)) = self.parse_course_of_value(graded || priced || row.ends_with(')'))
        {
            self.record(from, format!("value of {row}: {new}"));
            return Some(vec![self.value_change(row, old, new, start)]);
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
            naming != NumberMeaning::Counted
                && matches!(unit, UnitNoun::Entry | UnitNoun::Row | UnitNoun::Line)
        });
        self.at += usize::from(entry);
        if entry && self.eat_word(&["for", "of", "under"]) {
            self.eat_word(&["the"]);
            row = format!("{row}({})", self.eat_name(4)?);
        }
        let demanded = self.eat_modals();
        let figure = |token: Option<&SheetTokenKind>| matches!(token, Some(Number(..) | Signed(_)));
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
            Some(Quote(words, true)) if entry => {
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
        let stated = demanded && (entry || counted || graded && (priced || row.contains('(')));
        if !self.ends_at(0, &['.', ';', ',']) || old.is_none() && !stated {
            return None;
        }
        self.record(from, format!("value of {row}: {new}"));
        Some(vec![self.value_change(row, old, new, start)])
    }

    /// Parses the column behind a value and in front of a mark: `10 at night, not 9`.
    fn parse_column_behind_value(&mut self) -> Option<String> {
        self.attempt(|cursor| {
            cursor.eat_word(COLUMN_LINKS).then_some(())?;
            cursor.eat_word(&["the", "a", "an"]);
            let column = cursor.eat_while(3, |cursor| {
                cursor.word(0).is_some() && !cursor.is_word(0, &["and", "not"])
            })?;
            cursor
                .ends_at(0, &[',', '.', ';'])
                .then(|| column.to_owned())
        })
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
        let mut old = self.parse_figure_after("from");
        let to = self.eat_word(&["to"]);
        self.eat_word(&["be"]);
        let new = self.parse_figure().filter(|_| to || old.is_none());
        let noun = self.eat_word(&["ap", "points", "pts", "point", "pt"]);
        self.eat_word(&["each"]);
        if new.is_some() && old.is_none() {
            old = self.parse_old_value();
            self.eat_word(&["ap", "points", "pts", "point", "pt"]);
        }
        let ends = self.ends_at(0, &['.', ';', ',']);
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
        self.attempt(|cursor| {
            let old = cursor.parse_figure_after("was")?;
            cursor.eat_mark(&[',', ';', '–']);
            cursor.eat_word(&["and", "but"]);
            cursor.eat_word(&["is"]);
            Some((old, cursor.parse_figure_after("now")?))
        })
    }

    /// Parses a value after the name of its row, with the old one in brackets: `Miller – cost 13 (was
    /// 16)`.
    fn parse_value_that_was(&mut self, row: &str, first: usize) -> Option<ValueChange> {
        let back = self.checkpoint();
        if UNIT_WORDS
            .iter()
            .any(|unit| unit.words.contains(&row.to_lowercase().as_str()))
        {
            return None;
        }
        let mut marked = self.eat_mark(&['–', ':', ',']);
        let column = self.eat_while(4, |cursor| {
            cursor.word(0).is_some()
                && !cursor.is_word(0, MODALS)
                && !cursor.is_word(0, &["the", "a", "an"])
        });
        marked |= self.eat_mark(&['–', ':']);
        let new = self.parse_figure();
        self.skip_words(&["ap", "points", "pts", "point", "pt"]);
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

    /// Parses the old value, in brackets or not.
    pub(super) fn parse_old_value(&mut self) -> Option<String> {
        self.parse_retraction_in_brackets()
            .or_else(|| self.parse_retraction())
    }

    /// Parses the old value in brackets: `(was 15)`, `(not -2)`.
    pub(super) fn parse_retraction_in_brackets(&mut self) -> Option<String> {
        let Some(Paren(words)) = self.peek(0) else {
            return None;
        };
        let old = self.parse_whole(words, |inner| inner.parse_retraction())?;
        self.at += 1;
        Some(old)
    }

    /// Parses the old value in `, not "3"` or `rather than 14`.
    pub(super) fn parse_retraction(&mut self) -> Option<String> {
        self.attempt(|cursor| {
            cursor.eat_mark(&[',']);
            RETRACTIONS.iter().find(|words| cursor.eat_phrase(words))?;
            cursor.parse_quote_or_figure()
        })
    }

    /// Parses the values of a row after its name, by grades: `(S) now 12, (X) now 10`.
    pub(super) fn parse_grade_values(&mut self) -> ClauseParse {
        // after the name of the row
        (self.at > 0).then_some(())?;
        let from = self.at;
        let mut values = Vec::new();
        let mut stated = false;
        loop {
            let start = self.offset();
            let grade = self.eat_item()?;
            self.eat_mark(&[':']);
            let mut old = self.parse_figure_after("from");
            let said = self.eat_word(&["now", "becomes", "is", "to", "costs"]);
            self.eat_word(&["now"]);
            let new = self.parse_figure()?;
            let noun = self.eat_word(&["ap", "points", "pts"]);
            old = old.or_else(|| self.parse_retraction());
            stated |= said || noun || old.is_some();
            values.push(self.value_change(grade, old, new, start));
            let further = self.attempt_to_eat(|cursor| {
                cursor.eat_mark(&[',', ';']);
                cursor.eat_and();
                cursor.is_item(0)
            });
            if !further {
                break;
            }
        }
        stated |= values.len() > 1;
        (stated && self.ends_at(0, &['.', ';'])).then_some(())?;
        self.record(from, "values of a row");
        set_values(values)
    }

    /// Parses `11 AP if (S), 9 if (O) and 7 if (I)`.
    fn parse_values_by_grade(&mut self, row: &str, start: usize) -> Option<Vec<ValueChange>> {
        self.attempt(|cursor| {
            let mut values = Vec::new();
            loop {
                let new = cursor.parse_figure()?;
                cursor.eat_word(&["ap", "points", "pts"]);
                cursor.eat_word(&["if", "for", "when", "each"]);
                let grade = cursor.eat_item()?;
                values.push(cursor.value_change(format!("{row}({grade})"), None, new, start));
                if !(cursor.eat_mark(&[',', ';']) | cursor.eat_and()) {
                    return Some(values);
                }
                cursor.eat_and();
            }
        })
    }
}
