//! Parses the tokens of a line in order, and sets the properties of its record from them.

use super::candidate::LineCandidate;
use crate::{
    diagnostic::{Fix, Location},
    scenario::{
        token::{ScenarioToken, ScenarioTokenKind},
        value::ScenarioValue,
        vocabulary::{PropertyIx, ValueType},
    },
    text::{Span, Spanned},
};
use std::sync::Arc;

impl<'t> LineCandidate<'t> {
    pub(super) fn parse_tokens(&mut self, tokens: &[ScenarioToken], from: usize) {
        let described = self.find_descriptions(tokens);
        let mut at = from;
        while at < tokens.len() {
            if self.begins_record() && is_number_of_leader(&tokens[at..]) {
                at += 2;
            } else if described[at] {
                let length = described[at..].iter().take_while(|own| **own).count();
                self.add_description(tokens[at].span.join(tokens[at + length - 1].span));
                at += length;
            } else {
                at += self.parse_next(&tokens[at..], at == 0);
            }
        }
        // `no points, sits with Robert`
        let is_missed =
            |property: PropertyIx| !self.has(property) && !self.is_either_amount(property);
        // an unknown word behind the key is reported itself
        let is_explained = |key: Span| {
            let mut words = self.diagnostics.iter();
            words.any(|own| own.code == "scenario-word" && own.at.span.start() >= key.end())
        };
        if let Some((property, span)) = self.key.filter(|(property, _)| is_missed(*property))
            && !is_explained(span)
        {
            let name = self.vocabulary.property_name(property).to_owned();
            self.report(
                "scenario-line",
                span,
                format!("no value for `{name}` after this"),
            );
        }
        self.key = None;
    }

    /// Parses what `tokens` begin with, and returns how many of them that were.
    fn parse_next(&mut self, tokens: &[ScenarioToken], first: bool) -> usize {
        let Some(token) = tokens.first() else {
            return 1;
        };
        if let Some((number, length)) = self.half_with_comma(tokens) {
            let half = ScenarioToken {
                kind: ScenarioTokenKind::Number(number),
                span: token.span.join(tokens[length - 1].span),
            };
            let tokens = [&[half][..], &tokens[length..]].concat();
            return length - 1 + self.parse_next(&tokens, first);
        }
        let next = tokens.get(1).and_then(ScenarioToken::spanned_number);
        let explains = token.is_sign("+") && next.is_some();
        if explains && self.is_marked {
            // `incl. general (+20)`
            return 2;
        }
        if self.is_product(tokens) {
            // `4 Irr Cv(O), 4 x 7 = 28`
            return 1;
        }
        if let Some(length) = self
            .parse_text(tokens)
            .or_else(|| self.parse_place(tokens))
            .or_else(|| self.parse_separator(tokens))
        {
            return length;
        }
        match &token.kind {
            ScenarioTokenKind::NonAsciiDigits(plain) => {
                let message = "these digits are not ASCII digits".to_owned();
                let diagnostic = self.report("scenario-number", token.span, message);
                diagnostic.fixes.push(replacement(diagnostic.at, plain));
                1
            }
            ScenarioTokenKind::Control(c) => self.report_control(*c, token.span),
            ScenarioTokenKind::Quoted(name) => {
                self.name
                    .get_or_insert_with(|| Spanned::new(Arc::from(name.as_str()), token.span));
                1
            }
            ScenarioTokenKind::Colon => {
                self.after_colon = true;
                1
            }
            ScenarioTokenKind::Comma => 1,
            ScenarioTokenKind::Number(_) if self.is_glued(tokens) => self.parse_word(tokens),
            ScenarioTokenKind::Number(number) => {
                self.parse_number(tokens, *number, token.span, first)
            }
            ScenarioTokenKind::Sign('-') if self.is_minus(tokens) => {
                let Some((number, span)) = next else {
                    return 1;
                };
                self.parse_number(&tokens[1..], -number, token.span.join(span), first) + 1
            }
            // `6 Irr LH(S) x 7`
            ScenarioTokenKind::Word(_)
                if token.is_times()
                    && !token.span.of(self.text).starts_with('X')
                    && self.text[..token.span.start()].ends_with(char::is_whitespace)
                    && !self.begins_count(&tokens[1..])
                    && self.record_kind.amounts.is_some()
                    && next.is_some() =>
            {
                if self.is_times_count(&tokens[1]) {
                    // `8 Reg Ax(O) 3.5 x 8 = 28`
                    return 2;
                }
                let each = self.record_kind.amounts.map(|amounts| amounts.each);
                let each = each.filter(|each| !self.has(*each));
                self.key = each.map(|each| (each, token.span));
                1
            }
            ScenarioTokenKind::Word(_)
                if token.is_times()
                    && !self.is_joined_grade(tokens)
                    && self.begins_count(&tokens[1..]) =>
            {
                1 + self.parse_count(&tokens[1..])
            }
            ScenarioTokenKind::Sign(_) | ScenarioTokenKind::Word(_) => self.parse_word(tokens),
        }
    }

    /// Reports a control character. Returns the number of tokens.
    fn report_control(&mut self, c: char, span: Span) -> usize {
        let what = if c == '\0' {
            "NUL character".to_owned()
        } else {
            format!("control character U+{:04X}", c as u32)
        };
        let diagnostic = self.report("scenario-line", span, format!("unexpected {what}"));
        diagnostic.help = Some("delete it".to_owned());
        diagnostic.fixes.push(replacement(diagnostic.at, ""));
        1
    }

    /// Returns whether the `x` that tokens begin with is a grade, as it belongs to the word in front and
    /// not to the number behind it: `knx 21`.
    fn is_joined_grade(&self, tokens: &[ScenarioToken]) -> bool {
        let own = tokens[0].span;
        let is_joined = self.text[..own.start()].ends_with(char::is_alphabetic);
        let next = tokens.get(1);
        is_joined && next.is_some_and(|next| next.span.start() > own.end())
    }

    /// Returns whether a token is the number that the line has as its count.
    fn is_count(&self, token: &ScenarioToken) -> bool {
        let count = self.record_kind.count.and_then(|count| self.number(count));
        count.is_some() && token.number() == count
    }

    /// Returns whether a number behind `x` is the count again, with what one costs in front.
    fn is_times_count(&self, number: &ScenarioToken) -> bool {
        self.is_count(number) && !self.bare_numbers.is_empty()
    }

    /// Returns whether a marked line goes on with its count, times what one costs: `4 x 7`, `4*7`.
    fn is_product(&self, tokens: &[ScenarioToken]) -> bool {
        let is_behind_mark = self.is_marked && self.understood > self.record_kind.mark.len();
        self.is_count(&tokens[0])
            && is_behind_mark
            && match &tokens[1..] {
                [times, cost, ..] if times.is_times() => cost.is_number(),
                [cost, ..] => {
                    let gap = tokens[0].span.end()..cost.span.start();
                    cost.is_number() && self.text.get(gap) == Some("*")
                }
                [] => false,
            }
    }

    /// Adds words that describe the record; the longest ones are its name, if it has no other.
    fn add_description(&mut self, span: Span) {
        if self
            .description
            .is_none_or(|known| known.len() < span.len())
        {
            self.description = Some(span);
        }
    }

    /// Returns a number with a decimal comma, `3,5`, that a marked line goes on with, and its
    /// number of tokens. Only halves are: costs have no other fractions.
    pub(super) fn half_with_comma(&self, tokens: &[ScenarioToken]) -> Option<(f64, usize)> {
        let [whole, comma, half, rest @ ..] = tokens else {
            return None;
        };
        let number = whole.number()?;
        let is_tight = comma.is_sign(",")
            && whole.touches(comma)
            && comma.touches(half)
            && ["5", "50"].contains(&half.span.of(self.text))
            && rest
                .first()
                .is_none_or(|next| !next.is_sign(",") || !half.touches(next));
        let is_cost = self.is_marked || self.record_kind.amounts.is_some();
        (is_cost && is_tight).then_some((number + 0.5, 3))
    }

    /// Returns whether a number is the beginning of a word of the vocabulary: `3Kn`.
    pub(super) fn is_glued(&self, tokens: &[ScenarioToken]) -> bool {
        let is_glued = matches!(tokens, [number, word, ..] if number.touches(word));
        let phrases = &self.record_kind.phrases;
        let found = phrases.longest_match(tokens).filter(|_| is_glued);
        found.is_some_and(|(length, meanings)| {
            length > 1 && meanings.iter().any(|own| own.property_said().is_some())
        })
    }

    /// Returns whether a hyphen is the sign of the number behind it.
    pub(super) fn is_minus(&self, tokens: &[ScenarioToken]) -> bool {
        matches!(tokens, [minus, number, ..]
            if number.is_number()
                && minus.touches(number)
                && !self.text[..minus.span.start()].ends_with(char::is_alphanumeric))
    }

    pub(super) fn value_type(&self, property: PropertyIx) -> Option<&'t ValueType> {
        self.record_kind
            .properties
            .get(&property)
            .map(|property| &property.value_type)
    }

    /// Sets a property, or its counterpart in the second half of a pair. A different second value
    /// is an error.
    pub(super) fn set_value(&mut self, property: PropertyIx, value: ScenarioValue, span: Span) {
        let mut pairs = self.second.iter().flat_map(|second| &second.properties);
        let of_second = pairs.find(|(first, _)| *first == property);
        let property = of_second.map_or(property, |(_, second)| *second);
        self.understood += 1;
        let Some(at) = self.values.iter().position(|(own, _)| *own == property) else {
            return self.values.push((property, Spanned::new(value, span)));
        };
        if let Some(known) = self.rank_of(property, &self.values[at].1.value)
            && let Some(rank) = self.rank_of(property, &value)
        {
            // `general (C-in-C)`: the word that says more
            if rank < known {
                self.values[at].1 = Spanned::new(value, span);
            }
            return;
        }
        let (_, known) = &mut self.values[at];
        match (&mut known.value, value) {
            (ScenarioValue::Words(all), ScenarioValue::Words(more)) => {
                all.extend(more);
                known.span = known.span.join(span);
            }
            (known, value) if *known == value => {}
            // `Reg Bd(O) legio X`: behind a grade in brackets, a bare letter is part of a name
            _ if span.len() == 1
                && is_in_brackets(self.text, known.span)
                && !is_in_brackets(self.text, span) => {}
            // `6 baggage camels`: the first word says what it is
            _ if self.record_kind.mark.contains(&property) && !self.is_marked => {}
            (known, value) => {
                let shown = |value: &ScenarioValue| value.display(self.vocabulary).to_string();
                let name = self.vocabulary.property_name(property);
                let message = format!(
                    "two values of `{name}`: {} and {}",
                    shown(known),
                    shown(&value)
                );
                self.report("scenario-line", span, message);
            }
        }
    }

    /// Returns how much a word says of who begins a record, 0 the most; `None` if it does not.
    fn rank_of(&self, property: PropertyIx, value: &ScenarioValue) -> Option<usize> {
        let kinds = self.vocabulary.kinds.iter();
        let mut begins = kinds
            .filter(|kind| kind.lines.contains(&self.kind))
            .filter_map(|kind| kind.begins_with.as_ref());
        let begins = begins.find(|begins| begins.property == property)?;
        begins.rank_of(value)
    }

    pub(super) fn extend_name(&mut self, span: Span) {
        let words = self.unknown_words;
        self.unknown_words = Some(words.map_or(span, |words| words.join(span)));
    }
}

/// Returns a fix that replaces the text at `at`.
pub(super) fn replacement(at: Location, text: &str) -> Fix {
    Fix::new(format!("write `{text}`"), at, text)
}

/// Returns whether a value is written in brackets.
fn is_in_brackets(text: &str, span: Span) -> bool {
    span.of(text).starts_with('(') || text[..span.start()].ends_with('(')
}

/// Returns whether tokens begin with the number of a general, behind his rank: `no2`.
fn is_number_of_leader(tokens: &[ScenarioToken]) -> bool {
    matches!(tokens, [word, number, ..]
        if matches!(word.word(), Some("no" | "nr"))
            && number.is_number()
            && word.touches(number))
}
