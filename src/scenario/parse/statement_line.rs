//! Parses lines that set values of the record they are in: `list: 1/1`, `159 AP, 18 EE`.

use super::{heading_words::PART_NUMBER_LIMIT, line::find_marks, parser::ScenarioParser};
use crate::{
    diagnostic::{Location, Severity},
    scenario::{
        record::RecordIx,
        token::{ScenarioToken, ScenarioTokenKind},
        value::{ScenarioValue, number_value},
        vocabulary::{KindIx, PropertyIx},
    },
    text::{Span, Spanned},
};

/// The number of tokens within which a colon ends a name or label at the front of a line.
pub(super) const MIN_HEAD: usize = 8;

/// Returns the number of a line that consists of nothing else: `= 170`, `142`.
pub(super) fn lone_number(tokens: &[ScenarioToken]) -> Option<Spanned<ScenarioValue>> {
    let is_sign = |token: &ScenarioToken| {
        matches!(
            token.kind,
            ScenarioTokenKind::Number(_) | ScenarioTokenKind::Sign(_)
        )
    };
    let (number, span) = only_number(tokens).filter(|_| tokens.iter().all(is_sign))?;
    Some(number_value(number, span))
}

/// Returns how many tokens are numbers.
pub(super) fn count_numbers(tokens: &[ScenarioToken]) -> usize {
    tokens.iter().filter(|token| token.is_number()).count()
}

/// Returns the number among tokens, if it is the only one.
pub(super) fn only_number(tokens: &[ScenarioToken]) -> Option<(f64, Span)> {
    let mut numbers = tokens.iter().filter_map(ScenarioToken::spanned_number);
    numbers.next().filter(|_| numbers.next().is_none())
}

impl<'t> ScenarioParser<'t> {
    /// Returns whether a line describes the record that it is in: it begins with a key of one of
    /// its properties, and could not be a line of its own.
    pub(super) fn describes_record(
        &self,
        record: RecordIx,
        lines: &[KindIx],
        tokens: &[ScenarioToken],
    ) -> bool {
        self.describes(record, lines, tokens, true) || self.describes(record, lines, tokens, false)
    }

    /// Returns whether a line describes a record, and has a colon behind the key or not.
    fn describes(
        &self,
        record: RecordIx,
        lines: &[KindIx],
        tokens: &[ScenarioToken],
        with_colon: bool,
    ) -> bool {
        let Some(length) = self.kind_of(record).key_length(tokens, |_| true) else {
            return false;
        };
        let colon = tokens.get(length).is_some_and(|token| token.is_sign(":"));
        if colon != with_colon || !colon && self.is_marked(lines, tokens) {
            return false;
        }
        // `total 132` begins with a key of lines, too, but no line begins so
        let own = lines.iter().any(|line| {
            let line = self.vocabulary.kind(*line);
            let found = line.phrases.longest_match(tokens);
            line.mark.is_empty() && found.is_some()
                || found.is_some_and(|(own, meanings)| {
                    own >= length && meanings.iter().any(|meaning| meaning.says())
                })
        });
        colon || !own
    }

    /// Returns the open record that a line describes; in a text without headings of its own also one
    /// around it, such as the points of the game.
    pub(super) fn described_record(
        &self,
        tokens: &[ScenarioToken],
        with_colon: bool,
    ) -> Option<RecordIx> {
        let open = self.open_headings.last();
        if open.is_some_and(|open| !open.is_known) {
            return None;
        }
        let (record, lines) = match open {
            Some(open) => (open.record, open.lines.clone()),
            None => (RecordIx(0), Vec::new()),
        };
        let describes = |&at: &RecordIx| self.describes(at, &lines, tokens, with_colon);
        if self.is_strict() {
            return Some(record).filter(describes);
        }
        // `army size` is of the game, and `army` the total of the army
        let key_length = |at: &RecordIx| {
            let kind = self.kind_of(*at);
            kind.phrases
                .longest_match(tokens)
                .map_or(0, |(length, _)| length)
        };
        let nearest = self.scenario.ancestors(record).find(describes)?;
        let root = Some(RecordIx(0)).filter(describes);
        let root = root.filter(|root| key_length(root) > key_length(&nearest));
        Some(root.unwrap_or(nearest))
    }

    /// Returns whether tokens describe an open record, with a colon behind the key or without one.
    pub(super) fn describes_open_record(&self, tokens: &[ScenarioToken]) -> bool {
        let mut forms = [true, false].into_iter();
        forms.any(|with_colon| self.described_record(tokens, with_colon).is_some())
    }

    /// Removes the number of an item within marks of emphasis or in brackets, which Markdown does not read
    /// as one: `**2. Warwick, sub**`, `[2] Warwick`. Returns whether there was one.
    pub(super) fn remove_item_number(&self, line: Span, tokens: &mut Vec<ScenarioToken>) -> bool {
        const MOST_ITEMS: f64 = 20.0;
        let Some(at) = tokens
            .iter()
            .position(|token| !matches!(token.kind, ScenarioTokenKind::Sign(_)))
        else {
            return false;
        };
        let is_place = |own: f64| own.fract() == 0.0 && own <= MOST_ITEMS;
        let is_number = tokens[at].number().is_some_and(is_place);
        if at == 0 && self.is_next_part(tokens) {
            tokens.remove(0);
            // `130` is what the part costs
            let colon = tokens.iter().position(|own| own.is_sign(":"));
            let total = colon.and_then(|colon| colon.checked_sub(1));
            if let Some(total) = total.filter(|&at| tokens[at].is_number()) {
                tokens.remove(total);
            }
            return true;
        }
        let first = tokens[at].span;
        let marks = self.text[line.start()..first.start()].trim();
        let is_emphasis = !marks.is_empty() && !marks.ends_with(char::is_alphanumeric);
        let behind = &self.text[first.end()..line.end()];
        // `[8] Knight (Fast)` is a number of elements, `[4] Camp: 6 Bg` and `[2] Left, sub Cv(O)` are not
        let rest = &tokens[at + 1..];
        let mut head = rest.iter().take(MIN_HEAD);
        let is_named =
            !self.names_troops(rest) || head.any(|token| token.is_sign(":")) || self.is_led(rest);
        let is_item = behind.starts_with(". ")
            || behind.starts_with(") ")
            || behind.starts_with("] ") && is_named;
        if !is_number || !is_emphasis || !is_item {
            return false;
        }
        let signs = rest.iter().take_while(|token| token.is_sign(".)"));
        tokens.drain(..at + 1 + signs.count());
        true
    }

    /// Returns whether a name and a rank are in front of the first troops: `Left wing, sub-general Cv(O)`.
    fn is_led(&self, tokens: &[ScenarioToken]) -> bool {
        let Some(kind) = self.troop_kind(tokens) else {
            return false;
        };
        let marks = find_marks(kind, tokens);
        let first = marks.first().map_or(0, |mark| mark.start);
        let name = tokens[..first].iter().position(|token| token.is_sign(","));
        name.is_some_and(|name| name > 0 && self.begins_with_rank_word(&tokens[name..first]))
    }

    /// Removes the words and number of a part from a line with its total: `Command 2 total 139`.
    pub(super) fn remove_part_number(&self, tokens: &mut Vec<ScenarioToken>) {
        if self.names_troops(tokens) {
            return;
        }
        let mut parts = self.vocabulary.part_kinds();
        let found = parts.find_map(|(_, kind)| {
            let is_key = |at: usize| kind.total_key_length(&tokens[at..]).is_some();
            (0..tokens.len()).find_map(|at| {
                let number = at + kind.heading_length(&tokens[at..])?;
                // `C1` is a part, and `EE: B 12  C 10  sum 22` names none
                let is_letter = tokens[at].span.len() == 1;
                if is_letter && tokens.get(number)?.span.start() > tokens[at].span.end() {
                    return None;
                }
                let is_part = match &tokens.get(number)?.kind {
                    ScenarioTokenKind::Number(own) => {
                        own.fract() == 0.0 && *own < PART_NUMBER_LIMIT
                    }
                    ScenarioTokenKind::Word(word) => word.chars().count() == 1,
                    _ => false,
                };
                let is_total = (number + 1..tokens.len()).any(|at| tokens[at].is_number());
                let has_key =
                    (0..at).any(is_key) || tokens.len() > number + 1 && is_key(number + 1);
                (is_part && is_total && has_key).then_some(at..number + 1)
            })
        });
        if let Some(found) = found {
            tokens.drain(found);
        }
    }

    /// Returns whether a line is numbers with their units and nothing else: `159 AP, 18 EE`.
    pub(super) fn is_statement(
        &self,
        record: RecordIx,
        span: Span,
        tokens: &[ScenarioToken],
    ) -> bool {
        let begins = tokens[0].is_number() || tokens[0].is_sign("=");
        begins && record != RecordIx(0) && {
            let line = self.candidate(self.scenario.record(record).kind, span, tokens);
            // `224 pts all in`
            let is_amount = |(property, value): &(PropertyIx, Spanned<ScenarioValue>)| {
                let is_first = value.span.start() <= tokens[0].span.end();
                is_first && self.kind_of(record).total() == Some(*property)
            };
            line.is_statement()
                || tokens.len() <= MIN_HEAD
                    && !self.is_strict()
                    && !self.names_troops(tokens)
                    && line.values.first().is_some_and(is_amount)
        }
    }

    /// Parses a line that describes the record it is in, such as `list: 1/1`.
    pub(super) fn parse_record_line(
        &mut self,
        record: RecordIx,
        span: Span,
        tokens: &[ScenarioToken],
    ) {
        if !self.is_strict() && self.is_summary_by_type(tokens) {
            return self.note_listed(span);
        }
        // `Grand total 397 AP out of 400. EE 24, 23 and 16.5 so the army has 63.5.`
        let begins_next = |at: &usize| {
            self.ends_sentence(&tokens[at - 1], &tokens[*at])
                && self.statement_of_all(record, &tokens[*at..]).is_some()
        };
        if self.is_total_of(record, tokens)
            && let Some(at) = (1..tokens.len()).find(begins_next)
        {
            self.parse_record_line(record, span, &tokens[..at]);
            return self.parse_record_line(record, span, &tokens[at..]);
        }
        let of_all = self.statement_of_all(record, tokens);
        let (record, tokens) = match &of_all {
            Some((army, tokens)) => (*army, tokens.as_slice()),
            None => (record, tokens),
        };
        // `Summe Kdo 1: 157`
        let colon = tokens.iter().position(|token| token.is_sign(":"));
        let colon = colon.filter(|_| !self.is_strict()).unwrap_or(0);
        // `Total: 174 + 126 + 100 = 400`
        let sum = tokens.iter().rposition(|token| token.is_sign("="));
        let has_parts = |sum: &usize| count_numbers(&tokens[..*sum]) > 1 && !self.is_strict();
        let sum = sum.filter(has_parts).unwrap_or(0);
        let own: Vec<ScenarioToken> = tokens
            .iter()
            .enumerate()
            .filter(|(at, token)| {
                let is_part = token.is_sign("+=");
                *at >= colon.max(sum + usize::from(sum > 0))
                    || !(token.is_number() || is_part && *at <= sum)
            })
            .map(|(_, token)| token.clone())
            .collect();
        let whole = own.len();
        let own = self.without_parts_of_sum(record, own);
        // `EE: A 10  B 31  sum 41` is of all parts
        let kind = self.kind_of(record);
        let record = match kind.begins_with {
            Some(_) if own.len() + 1 < whole => self.scenario.record(record).parent,
            _ => record,
        };
        let tokens = own.as_slice();
        let kind = self.scenario.record(record).kind;
        let mut parsed = self.candidate(kind, span, tokens);
        // `Totals: Uri 136, Berne 107. Sum 361.`
        let own = self.vocabulary.kind(kind);
        let is_key = |at: &usize| own.begins_with_key(&tokens[*at..]);
        let last_key = (1..tokens.len()).rev().find(is_key);
        if let Some(last) = last_key
            && !self.is_strict()
            && parsed
                .diagnostics
                .iter()
                .any(|found| found.code == "scenario-line")
        {
            let rest = self.candidate(kind, span, &tokens[last..]);
            // `Army total 399 points. Baggage is` goes on in the next line
            if !rest.values.is_empty() {
                parsed = rest;
            }
        }
        let values = std::mem::take(&mut parsed.values);
        if !self.is_strict() {
            // `Sub total: 105 - arrives on a 6 as usual`
            parsed.diagnostics.clear();
            // `Points: 400  Total: 399` is of the game and of the army
            let around: Vec<RecordIx> = self.scenario.ancestors(record).collect();
            for other in around.into_iter().filter(|other| *other != record) {
                let more = self.candidate(self.scenario.record(other).kind, span, tokens);
                let is_new = |(_, value): &&(PropertyIx, Spanned<ScenarioValue>)| {
                    values
                        .iter()
                        .all(|(_, own)| !own.span.touches(value.span.start()))
                };
                for (property, value) in more.values.iter().filter(is_new) {
                    self.set_of_record(other, *property, value);
                }
            }
        }
        for (property, value) in values {
            self.set_of_record(record, property, &value);
        }
        self.suggest_words(&mut parsed);
        self.scenario.diagnostics.append(&mut parsed.diagnostics);
        let next_line = self.next_line(span);
        let own = self.scenario.record_mut(record);
        own.insert_at = own.insert_at.max(next_line);
    }

    /// Returns whether tokens begin with a key for the total of the army around a record.
    fn is_total_of(&self, record: RecordIx, tokens: &[ScenarioToken]) -> bool {
        let mut around = self.scenario.ancestors(record);
        let army = around.find(|&at| self.kind_of(at).implied);
        army.is_some_and(|army| self.kind_of(army).total_key_length(tokens).is_some())
    }

    /// Returns the army and what a line states of it, where the line states it of each part before:
    /// `Break points: 1: 6  2: 5  Army: 28`, `EE 24, 23 and 16.5 so the army has 63.5`.
    fn statement_of_all(
        &self,
        record: RecordIx,
        tokens: &[ScenarioToken],
    ) -> Option<(RecordIx, Vec<ScenarioToken>)> {
        let mut around = self.scenario.ancestors(record);
        let army = around.find(|&at| self.kind_of(at).implied)?;
        let army = Some(army).filter(|_| !self.is_strict())?;
        let kind = self.kind_of(army);
        let all = kind.total()?;
        let key = kind.key_of(tokens).filter(|key| *key != all)?;
        let (length, _) = kind.phrases.longest_match(tokens)?;
        let (last, before) = tokens.split_last()?;
        let is_sign_or_verb = |token: &ScenarioToken| {
            let known = kind.phrases.longest_match(std::slice::from_ref(token));
            token.is_sign(":") || token.is_word() && known.is_none()
        };
        let end = before.len() - usize::from(before.last().is_some_and(is_sign_or_verb));
        let of_parts = (length..end).find(|&at| {
            let own = kind.phrases.longest_match(&tokens[at..end]);
            kind.key_of(&tokens[at..end]) == Some(all)
                && own.is_some_and(|(length, _)| at + length == end)
        })?;
        let numbers = count_numbers(&tokens[length..of_parts]);
        let is_known = kind.properties.contains_key(&key);
        (numbers > 1 && is_known && last.is_number()).then(|| {
            let own = tokens[..length].iter().chain([last]);
            (army, own.cloned().collect())
        })
    }

    /// Removes the numbers of a line whose last one is their sum: `EE: Uri 18, Berne 31, together 49`.
    /// The word for a sum behind another key goes, too: `EE A 10  B 31  sum 41`.
    fn without_parts_of_sum(
        &self,
        record: RecordIx,
        mut tokens: Vec<ScenarioToken>,
    ) -> Vec<ScenarioToken> {
        let numbers = tokens.iter().filter_map(ScenarioToken::spanned_number);
        let numbers: Vec<(f64, Span)> = numbers.collect();
        let Some(((last, _), parts)) = numbers.split_last() else {
            return tokens;
        };
        let sum: f64 = parts.iter().map(|(number, _)| number).sum();
        if parts.len() > 1 && (sum - last).abs() < 0.01 && !self.is_strict() {
            tokens.retain(|token| !parts.iter().any(|(_, span)| *span == token.span));
            let kind = self.kind_of(record);
            let sum_at = |at: usize| Some(at..at + kind.total_key_length(&tokens[at..])?);
            if let Some(first) = kind.key_length(&tokens, |_| true)
                && sum_at(0).is_none()
                && let Some(sum) = (first..tokens.len()).find_map(sum_at)
            {
                tokens.drain(sum);
            }
        }
        tokens
    }

    /// Sets a property of an open record. A second value that differs is that of the record around
    /// it, or an error.
    pub(super) fn set_of_record(
        &mut self,
        record: RecordIx,
        property: PropertyIx,
        value: &Spanned<ScenarioValue>,
    ) {
        if record == RecordIx(0) && self.set_as_part_total(property, value) {
            return;
        }
        let own = self.scenario.record(record);
        let heading = own.span;
        match own.value(property).cloned() {
            Some(first) if first.value != value.value && first.span != heading => {
                let is_strict = self.is_strict();
                // `Leader: Ann`, and further below another one
                if !is_strict && matches!(value.value, ScenarioValue::Text(_))
                    || self.set_in_container(record, property, value)
                    || self.set_as_total(property, value)
                {
                    return;
                }
                let name = self.vocabulary.property_name(property).to_owned();
                let at = Location::new(self.scenario.source, first.span);
                let message = format!("`{name}` has two different values");
                let diagnostic = self.report("scenario-line", value.span, message);
                *diagnostic = diagnostic.clone().related(at, "first here");
                if !is_strict {
                    diagnostic.severity = Severity::Warning;
                }
            }
            Some(_) => {}
            None => self
                .scenario
                .record_mut(record)
                .values
                .push((property, value.clone())),
        }
    }

    /// Sets the total of the open part of an army to the points written below its lines: `Points 187`.
    /// Returns whether it did.
    fn set_as_part_total(&mut self, property: PropertyIx, value: &Spanned<ScenarioValue>) -> bool {
        let Some(open) = self.open_headings.last().filter(|_| !self.is_strict()) else {
            return false;
        };
        let own = self.scenario.record(open.record);
        let around = self.kind_of(own.parent);
        let kind = self.vocabulary.kind(own.kind);
        let has_lines = own.end - open.record.0 > 1;
        let is_total = around.is_agreed(property) && has_lines && kind.begins_with.is_some();
        let total = kind.total().filter(|_| is_total);
        let Some(total) = total else {
            return false;
        };
        match own.value(total).map(|known| known.value == value.value) {
            // `sum 194` and below it `Agreed, 194.`
            Some(is_repeated) => is_repeated,
            None => {
                let own = self.scenario.record_mut(open.record);
                own.values.push((total, value.clone()));
                true
            }
        }
    }

    /// Sets a second value of a property for the record around `record`, if that has none. Returns
    /// whether it did. Below the last command its total is written first, then that of the army.
    fn set_in_container(
        &mut self,
        record: RecordIx,
        property: PropertyIx,
        value: &Spanned<ScenarioValue>,
    ) -> bool {
        let parent = self.scenario.record(record).parent;
        let around = self.scenario.record(parent);
        let properties = &self.kind_of(parent).properties;
        let is_free = parent != RecordIx(0)
            && properties.contains_key(&property)
            && around.value(property).is_none();
        if is_free {
            let around = self.scenario.record_mut(parent);
            around.values.push((property, value.clone()));
        }
        is_free
    }

    /// Sets the total of the open army to other points than those agreed: `Points: 399` below its
    /// last command. Returns whether it did.
    fn set_as_total(&mut self, property: PropertyIx, value: &Spanned<ScenarioValue>) -> bool {
        let open = self.open_headings.last().filter(|_| !self.is_strict());
        let total = open.and_then(|open| {
            self.scenario.ancestors(open.record).find_map(|at| {
                let kind = self.kind_of(at);
                Some((at, kind.total().filter(|_| kind.is_agreed(property))?))
            })
        });
        if let Some((record, total)) = total {
            self.set_of_record(record, total, value);
        }
        total.is_some()
    }
}
