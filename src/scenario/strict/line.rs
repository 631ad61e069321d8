//! `LineCandidate`: a line or heading parsed as a record of one kind, to be compared with others.

use super::number_limits::violated_bounds;
use crate::{
    diagnostic::{Diagnostic, Fix, Location, Severity},
    scenario::{
        token::{ScenarioToken, ScenarioTokenKind, plain_name, span_of},
        value::{Area, ScenarioValue, format_number},
        vocabulary::{
            Amounts, KindIx, PairPattern, PhraseMeaning, PropertyIx, RecordKind, ValueType,
            Vocabulary, match_phrase,
        },
    },
    text::{
        SourceId, Span, Spanned,
        near::{looks_like, nearest},
    },
};
use std::sync::Arc;

/// A line or heading parsed as a record of one kind: its name, values and problems.
///
/// A line is parsed once for each kind that it may have; the [best](Self::is_better_than) candidate
/// counts.
pub(super) struct LineCandidate<'t> {
    source: SourceId,
    text: &'t str,
    vocabulary: &'t Vocabulary,
    pub(super) kind: KindIx,
    record_kind: &'t RecordKind,
    is_heading: bool,
    pub(super) name: Option<Spanned<Arc<str>>>,
    pub(super) values: Vec<(PropertyIx, Spanned<ScenarioValue>)>,
    pub(super) diagnostics: Vec<Diagnostic>,
    /// The number of values and keys that were understood.
    understood: usize,
    /// The number of words and numbers that were not understood.
    not_understood: usize,
    /// The property whose key was parsed last, until its value follows.
    key: Option<(PropertyIx, Span)>,
    /// The pair whose second half is being parsed: `Cv(S)/Cv(O)`.
    second: Option<&'t PairPattern>,
    /// Whether a count, or any other number of a property, was parsed; headings have no count.
    has_count: bool,
    /// The words of a heading that are not in the vocabulary: its name, if it has no other.
    unknown_words: Option<Span>,
    /// Whether the line names everything that marks one of its kind.
    pub(super) is_marked: bool,
    /// The numbers without a label.
    bare_numbers: Vec<BareNumber>,
}

/// A number in a line without a key or label, and whether the unit of an amount follows it.
#[derive(Clone, Copy, Debug)]
struct BareNumber {
    number: f64,
    span: Span,
    /// Whether the unit of an amount follows: `60 AP`, of one or of all.
    is_amount: bool,
}

impl<'t> LineCandidate<'t> {
    /// Parses a line.
    pub(super) fn new(
        source: SourceId,
        text: &'t str,
        vocabulary: &'t Vocabulary,
        kind: KindIx,
        span: Span,
        tokens: &[ScenarioToken],
    ) -> Self {
        let mut line = Self::empty(source, text, vocabulary, kind, false);
        line.is_marked = next_mark(line.record_kind, tokens).is_some();
        let (tokens, name) = line.split_name(span, tokens, 0);
        line.name = name;
        line.parse_tokens(tokens, 0);
        line.fill_pairs();
        line.assign_bare_numbers();
        line
    }

    /// Completes the second halves of pairs: in `Bw(X)/(O)` the rear rank is of the same type.
    fn fill_pairs(&mut self) {
        for pair in &self.record_kind.pairs {
            let is_mark = |property: &PropertyIx| self.record_kind.mark.contains(property);
            let begun = pair
                .properties
                .iter()
                .any(|(first, second)| is_mark(first) && self.has(*second));
            for (first, second) in pair.properties.iter().filter(|(first, _)| is_mark(first)) {
                let own = self.values.iter().find(|(own, _)| own == first).cloned();
                if let Some((_, value)) = own.filter(|_| begun && !self.has(*second)) {
                    self.values.push((*second, value));
                }
            }
        }
    }

    /// Parses a heading. Its first `length` tokens are the words that determine its kind.
    pub(super) fn heading(
        source: SourceId,
        text: &'t str,
        vocabulary: &'t Vocabulary,
        kind: KindIx,
        span: Span,
        tokens: &[ScenarioToken],
        length: usize,
    ) -> Self {
        let mut line = Self::empty(source, text, vocabulary, kind, true);
        line.has_count = true;
        let (rest, name) = line.split_name(span, tokens, length);
        line.name = name;
        let from = length.min(rest.len());
        line.parse_tokens(rest, from);
        line.assign_bare_numbers();
        if line.name.is_none() {
            let start = tokens.first().map_or(span, |token| token.span).start();
            let whole = Span::new(start, span.end());
            let span = line.unknown_words.unwrap_or(whole);
            line.name = Some(Spanned::new(Arc::from(span.of(text).trim()), span));
        }
        line
    }

    fn empty(
        source: SourceId,
        text: &'t str,
        vocabulary: &'t Vocabulary,
        kind: KindIx,
        is_heading: bool,
    ) -> Self {
        Self {
            source,
            text,
            vocabulary,
            kind,
            record_kind: vocabulary.kind(kind),
            is_heading,
            name: None,
            values: Vec::new(),
            diagnostics: Vec::new(),
            understood: 0,
            not_understood: 0,
            key: None,
            second: None,
            has_count: false,
            unknown_words: None,
            is_marked: false,
            bare_numbers: Vec::new(),
        }
    }

    /// Returns whether this candidate understands more of the line.
    pub(super) fn is_better_than(&self, other: &Self) -> bool {
        let rank = |own: &Self| {
            let understood = std::cmp::Reverse(own.understood);
            (own.not_understood, own.diagnostics.len(), understood)
        };
        rank(self) < rank(other)
    }

    /// Returns whether every word of the line is understood, and it has a count.
    pub(super) fn is_whole(&self) -> bool {
        self.is_counted() && self.understood > 1 && self.is_clear()
    }

    /// Returns whether the line has a value that is no number.
    pub(super) fn has_words(&self) -> bool {
        let mut values = self.values.iter();
        values.any(|(_, value)| !matches!(value.value, ScenarioValue::Number(_)))
    }

    /// Returns whether the line seems to be a record, even though it is not a list item. Other
    /// lines are prose.
    pub(super) fn is_meant(&self) -> bool {
        (self.is_counted() && self.understood > 1)
            || (self.understood > 0 && self.not_understood == 0)
            || self
                .diagnostics
                .iter()
                .any(|diagnostic| diagnostic.code == "scenario-number")
    }

    /// Returns whether the line has its count.
    fn is_counted(&self) -> bool {
        self.record_kind.count.is_some_and(|count| self.has(count))
    }

    /// Returns whether everything in the line is understood.
    fn is_clear(&self) -> bool {
        self.not_understood == 0 && self.diagnostics.is_empty()
    }

    /// Adds an error, and returns it for further changes.
    pub(super) fn report(
        &mut self,
        code: &'static str,
        span: Span,
        message: String,
    ) -> &mut Diagnostic {
        let at = Location::new(self.source, span);
        self.diagnostics
            .push(Diagnostic::new(code, Severity::Error, at, message));
        let last = self.diagnostics.len() - 1;
        &mut self.diagnostics[last]
    }

    /// Returns whether a property has a value.
    pub(super) fn has(&self, property: PropertyIx) -> bool {
        self.value(property).is_some()
    }

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
            if self.is_marked && (next_mark(self.record_kind, before).is_none() || counts(after)) {
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

    pub(super) fn parse_tokens(&mut self, tokens: &[ScenarioToken], from: usize) {
        let mut at = from;
        while at < tokens.len() {
            at += self.parse_next(&tokens[at..], at == 0);
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
            ScenarioTokenKind::Colon | ScenarioTokenKind::Comma => 1,
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

    /// Parses free text behind the key of its property, up to a comma. Returns the number of
    /// tokens.
    pub(super) fn parse_text(&mut self, tokens: &[ScenarioToken]) -> Option<usize> {
        let (property, _) = self
            .key
            .filter(|(property, _)| self.value_type(*property) == Some(&ValueType::Text))?;
        if tokens.first()?.is_sign(":") {
            return None;
        }
        let end = tokens.iter().position(|token| token.is_sign(","));
        let end = end.unwrap_or(tokens.len());
        let span = span_of(&tokens[..end])?;
        let text = span.of(self.text).trim_matches(['"', '“', '”', ' ']);
        let value = ScenarioValue::Text(Arc::from(text));
        self.set_value(property, value, span);
        self.key = None;
        Some(end)
    }

    /// Parses a place: `300,100` or `0,0 to 600,200`. Returns the number of tokens.
    pub(super) fn parse_place(&mut self, tokens: &[ScenarioToken]) -> Option<usize> {
        let properties = self.record_kind.properties.values();
        let places = properties.filter(|own| own.value_type == ValueType::Place);
        let keyed = self.key.map(|(property, _)| property);
        let keyed = keyed.filter(|own| self.value_type(*own) == Some(&ValueType::Place));
        let unkeyed = || places.min_by_key(|own| !own.keys.is_empty());
        let property = keyed.or_else(|| Some(unkeyed()?.ix))?;
        let point = |tokens: &[ScenarioToken]| match tokens {
            [x, comma, y, ..] if comma.is_sign(",") => {
                let place = (x.number()?, y.number()?);
                let tight = x.touches(comma) && comma.touches(y);
                (keyed.is_some() || tight).then_some((place, x.span.join(y.span)))
            }
            _ => None,
        };
        let (from, span, own) = match point(tokens) {
            Some((from, span)) => (from, span, 3),
            None if keyed.is_some() => self.parse_misspelt_place(tokens)?,
            None => return None,
        };
        let rest = &tokens[own..];
        let has_joiner = |first: &ScenarioToken| first.word() == Some("to") || first.is_sign("-");
        let joiner = usize::from(rest.first().is_some_and(has_joiner));
        let (to, end, length) = match point(&rest[joiner..]) {
            Some((to, end)) => (to, end, own + joiner + 3),
            None => (from, span, own),
        };
        self.key = None;
        let area = ScenarioValue::Area(Area::between(from, to));
        self.set_value(property, area, span.join(end));
        Some(length)
    }

    /// Parses two numbers with another sign than a comma between them: `3.4`, `3;4`. Reports it, and
    /// returns the place, its bytes and the number of tokens.
    fn parse_misspelt_place(
        &mut self,
        tokens: &[ScenarioToken],
    ) -> Option<((f64, f64), Span, usize)> {
        let start = tokens.first()?.span.start();
        let is_part = |c: char| c.is_ascii_digit() || ".;:/".contains(c);
        let rest = &self.text[start..];
        let length = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        let (x, y) = rest[..length].split_once(['.', ';', ':', '/'])?;
        let place = (x.parse().ok()?, y.parse().ok()?);
        let span = Span::new(start, start + length);
        let inside = |token: &&ScenarioToken| token.span.end() <= span.end();
        let count = tokens.iter().take_while(inside).count();
        if tokens[..count].last()?.span.end() != span.end() {
            return None;
        }
        let meant = format!("{x},{y}");
        let message = format!("`{}` is no place", span.of(self.text));
        let found = self.report("scenario-number", span, message);
        found.help = Some(format!("a place is two numbers with a comma: `{meant}`"));
        found.fixes.push(replacement(found.at, &meant));
        Some((place, span, count))
    }

    /// Parses a separator between the two halves of a pair. Returns the number of tokens.
    pub(super) fn parse_separator(&mut self, tokens: &[ScenarioToken]) -> Option<usize> {
        let has_first =
            |second: &PairPattern| second.properties.iter().any(|(first, _)| self.has(*first));
        let is_other = |second: &PairPattern| {
            let current = self.second;
            current.is_none_or(|current| !std::ptr::eq(current, second))
        };
        let own = |second: &'t PairPattern| {
            let separators = second.separators.iter();
            let lengths = separators.filter_map(|words| match_phrase(tokens, words));
            Some((lengths.max()?, second))
        };
        let seconds = self.record_kind.pairs.iter();
        let seconds = seconds.filter(|second| has_first(second) && is_other(second));
        let (length, second) = seconds.filter_map(own).max_by_key(|(length, _)| *length)?;
        let is_sign = matches!(tokens[0].kind, ScenarioTokenKind::Sign(_));
        if is_sign && !self.record_kind.begins_with_value(&tokens[length..]) {
            return None;
        }
        self.second = Some(second);
        Some(length)
    }

    /// Parses a number as the value of the last key, as a count, or by the unit behind it. Returns
    /// the number of tokens.
    pub(super) fn parse_number(
        &mut self,
        tokens: &[ScenarioToken],
        number: f64,
        span: Span,
        first: bool,
    ) -> usize {
        let is_number = |property: &PropertyIx| self.record_kind.is_number(*property);
        let keyed = self.key.map(|(property, _)| property).filter(is_number);
        if keyed.is_none()
            && let Some(length) = self.parse_range(tokens)
        {
            return length;
        }
        let unit = self.find_unit(&tokens[1..], keyed);
        let has_times = tokens.get(1).is_some_and(ScenarioToken::is_times);
        let may_be_count = number.fract() == 0.0
            && (first || has_times && !self.has_count || !self.has_count && self.understood == 0);
        let (property, length) =
            match (keyed, unit, self.record_kind.count.filter(|_| may_be_count)) {
                (Some(keyed), Some((property, length)), _) if keyed == property => (keyed, length),
                // `@ 4AP`
                (Some(keyed), Some((property, length)), _) if self.is_either_amount(property) => {
                    (keyed, length)
                }
                // `total: 30 elements`: the unit says more than the key
                (Some(_), Some((property, length)), _)
                    if !self.has(property) && keyed.is_some_and(|keyed| self.has_unit(keyed)) =>
                {
                    (property, length)
                }
                (Some(keyed), _, _) => (keyed, 0),
                (None, _, Some(count)) if unit.is_none() => {
                    // `8 x`
                    (count, usize::from(has_times))
                }
                (None, Some((property, length)), _) if self.is_either_amount(property) => {
                    self.bare_numbers.push(BareNumber {
                        number,
                        span,
                        is_amount: true,
                    });
                    self.understood += 1;
                    return 1 + length;
                }
                (None, Some((property, length)), _) => (property, length),
                (None, None, _) => {
                    self.parse_bare_number(number, span);
                    return 1;
                }
            };
        self.has_count = true;
        self.key = None;
        let whole = tokens.get(length).map_or(span, |last| span.join(last.span));
        let has_unit = length > 0 && Some(property) != self.record_kind.count;
        self.set_number(property, number, span, if has_unit { whole } else { span });
        1 + length
    }

    /// Finds the unit that tokens begin with, as in `27 AP`. Returns the property that has it, that of
    /// the last key if possible, else one that has no value yet, and the number of tokens.
    fn find_unit(
        &self,
        tokens: &[ScenarioToken],
        keyed: Option<PropertyIx>,
    ) -> Option<(PropertyIx, usize)> {
        let (length, meanings) = self.record_kind.phrases.longest_match(tokens)?;
        let units = || meanings.iter().filter_map(|meaning| meaning.unit());
        let property = units()
            .find(|property| Some(*property) == keyed)
            .or_else(|| units().find(|property| !self.has(*property)))
            .or_else(|| units().next())?;
        Some((property, length))
    }

    /// Sets a property to a number, whose bytes with its unit are `whole`; or reports that the number
    /// is not within the property's bounds.
    fn set_number(&mut self, property: PropertyIx, number: f64, span: Span, whole: Span) {
        let bounds = self.value_type(property);
        let Some(bounds) = bounds.and_then(|own| violated_bounds(own, number)) else {
            return self.set_value(property, ScenarioValue::Number(number), whole);
        };
        let name = self.vocabulary.property_name(property);
        let shown = span.of(self.text);
        let size = match number < 1.0 || bounds.starts_with("at least") {
            true => "small",
            false => "large",
        };
        let message = format!("{shown} is too {size}: `{name}` has to be {bounds}");
        self.report("scenario-number", span, message);
    }

    /// Returns whether the numbers of a property have a unit.
    fn has_unit(&self, property: PropertyIx) -> bool {
        let property = self.record_kind.properties.get(&property);
        property.is_some_and(|property| property.unit().is_some())
    }

    /// Parses a number without a key, count or unit.
    fn parse_bare_number(&mut self, number: f64, span: Span) {
        let property = self
            .vocabulary
            .property("number")
            .filter(|property| self.record_kind.properties.contains_key(property))
            .filter(|_| self.is_heading || self.record_kind.amounts.is_none());
        if let Some(property) = property {
            self.set_value(property, ScenarioValue::Number(number), span);
        } else if self.is_heading {
            self.extend_name(span);
        } else if self.record_kind.amounts.is_some() {
            // amounts have no other fractions than quarters: `3.4` is an edition
            if (number * 4.0).fract() == 0.0 {
                self.bare_numbers.push(BareNumber {
                    number,
                    span,
                    is_amount: false,
                });
            }
        } else {
            self.report_bare_number(number, span);
        }
    }

    /// Reports a number whose meaning is unknown, because it has no key or unit.
    pub(super) fn report_bare_number(&mut self, number: f64, span: Span) {
        self.not_understood += 1;
        let number = format_number(number);
        let properties = self.record_kind.properties.values();
        let meanings = properties.filter_map(|property| {
            let unit = property.unit()?;
            Some(format!("\"{number} {unit}\""))
        });
        let meanings: Vec<String> = meanings.collect();
        let message = format!("what does {number} mean?");
        let help = (!meanings.is_empty()).then(|| format!("write {}", meanings.join(" or ")));
        self.report("scenario-number", span, message).help = help;
    }

    /// Parses words of the vocabulary, or skips one that is not. Returns the number of tokens.
    pub(super) fn parse_word(&mut self, tokens: &[ScenarioToken]) -> usize {
        let span_of = |length: usize| tokens[0].span.join(tokens[length.max(1) - 1].span);
        let found = self.record_kind.phrases.longest_match(tokens);
        let key = self.key.map(|(property, _)| property);
        if let Some((length, meanings)) = found {
            // of several meanings, the first whose property has no value yet
            let said = || {
                meanings.iter().filter_map(|meaning| match meaning {
                    PhraseMeaning::Says {
                        property,
                        value,
                        keyed,
                    } => Some((*property, value, *keyed)),
                    PhraseMeaning::Key(_) | PhraseMeaning::Unit(_) => None,
                })
            };
            let unkeyed = || said().filter(|(.., keyed)| !keyed);
            let found = said()
                .find(|(property, ..)| key == Some(*property))
                .or_else(|| unkeyed().find(|(own, ..)| !self.has(*own) || self.second.is_some()))
                .or_else(|| unkeyed().next());
            let found = found.map(|(property, value, _)| (property, value.clone()));
            // `Demoralised 4.5` is when, and `demoralised` that it is so
            let is_numbered_key = meanings.iter().any(|meaning| meaning.is_key())
                && tokens.get(length).is_some_and(ScenarioToken::is_number);
            let is_flag = matches!(found, Some((_, ScenarioValue::Flag(_))));
            if let Some((property, value)) = found.filter(|_| !(is_flag && is_numbered_key)) {
                if key != Some(property) || !matches!(value, ScenarioValue::Words(_)) {
                    self.key = None;
                }
                self.set_value(property, value, span_of(length));
                return length;
            }
            if let Some(property) = meanings.iter().find_map(|meaning| meaning.key()) {
                self.understood += 1;
                self.key = Some((property, span_of(length)));
                return length;
            }
        }
        if let ScenarioTokenKind::Sign(sign) = tokens[0].kind {
            // separators between words are no error; other signs count as not understood
            self.not_understood +=
                usize::from(!matches!(sign, '-' | '&' | '/' | '+' | '\'' | '’' | '='));
            return 1;
        }
        if self.is_heading {
            // `me falta tu lista, 400 puntos`
            self.key = None;
            self.extend_name(tokens[0].span);
            return 1;
        }
        if tokens[0].is_filler() {
            return 1;
        }
        self.not_understood += 1;
        self.report_unknown_word(tokens[0].span);
        1
    }

    fn report_unknown_word(&mut self, span: Span) {
        let shown: String = span.of(self.text).chars().take(40).collect();
        let message = self.unknown_word_message(&shown);
        self.report("scenario-word", span, message);
    }

    fn unknown_word_message(&self, word: &str) -> String {
        format!("unknown word `{word}` in a {} line", self.record_kind.name)
    }

    /// Adds suggestions for the first `most` unknown words. A candidate that is dropped needs none,
    /// and each takes a comparison with the whole vocabulary.
    pub(super) fn suggest_words(&mut self, most: usize) {
        let phrases = self.record_kind.phrases.iter();
        let mut known: Vec<String> = phrases.map(|(words, _)| words.join(" ")).collect();
        // of words that are equally near, always the same one
        known.sort_unstable();
        let mut diagnostics = std::mem::take(&mut self.diagnostics);
        self.suggest_look_alikes(&mut diagnostics, &known, most);
        let unknown = diagnostics
            .iter_mut()
            .filter(|found| found.code == "scenario-word" && found.fixes.is_empty());
        for diagnostic in unknown.take(most) {
            let word = diagnostic.at.span.of(self.text);
            let near = nearest(word, known.iter().map(String::as_str));
            let near = near.map(|near| self.canonical(near));
            diagnostic.help = Some(match &near {
                Some(near) => format!("did you mean `{near}`?"),
                None => "write a name or remark after a colon or in quotation marks".to_owned(),
            });
            let fix = near.map(|near| replacement(diagnostic.at, &near));
            diagnostic.fixes.extend(fix);
        }
        self.diagnostics = diagnostics;
    }

    /// Extends an unknown word over the digits behind it, if the whole looks like a known word: `H1` for
    /// `Hl`. What else is reported there goes.
    fn suggest_look_alikes(&self, found: &mut Vec<Diagnostic>, known: &[String], most: usize) {
        let mut wholes: Vec<Span> = Vec::new();
        let unknown = found
            .iter_mut()
            .filter(|diagnostic| diagnostic.code == "scenario-word");
        for diagnostic in unknown.take(most) {
            let start = diagnostic.at.span.start();
            let rest = &self.text[start..];
            let length = rest.find(|c: char| !c.is_alphanumeric());
            let word = &rest[..length.unwrap_or(rest.len())];
            let Some(near) = known.iter().find(|known| looks_like(word, known)) else {
                continue;
            };
            let near = self.canonical(near);
            diagnostic.at.span = Span::new(start, start + word.len());
            diagnostic.message = self.unknown_word_message(word);
            diagnostic.help = Some(format!("did you mean `{near}`?"));
            diagnostic.fixes.push(replacement(diagnostic.at, &near));
            wholes.push(diagnostic.at.span);
        }
        found.retain(|diagnostic| {
            let mut wholes = wholes.iter();
            !wholes.any(|whole| {
                let at = diagnostic.at.span;
                at.start() > whole.start() && at.end() <= whole.end()
            })
        });
    }

    /// Returns a spelling as the vocabulary capitalises it.
    fn canonical(&self, spelling: &str) -> String {
        let found = self
            .vocabulary
            .words()
            .find(|(_, word)| word.to_lowercase() == spelling);
        found.map_or_else(|| spelling.to_owned(), |(_, word)| word.to_owned())
    }

    /// Returns whether a property is for amounts that may be that of one or of all.
    pub(super) fn is_either_amount(&self, property: PropertyIx) -> bool {
        let amounts = self.record_kind.amounts;
        amounts.is_some_and(|amounts| amounts.either == property)
    }

    /// Parses `12-20`, the least and the most that may be had. Returns the number of tokens.
    pub(super) fn parse_range(&mut self, tokens: &[ScenarioToken]) -> Option<usize> {
        let (least, most) = self.record_kind.range?;
        let (from, from_span) = tokens.first()?.spanned_number()?;
        let has_dash = tokens.get(1)?.is_sign("-");
        let length = if has_dash { 3 } else { 2 };
        let (to, to_span) = tokens.get(length - 1)?.spanned_number()?;
        let gap = self.text.get(from_span.end()..to_span.start());
        if !has_dash && !matches!(gap.map(str::trim), Some("–" | "—")) {
            return None;
        }
        // `5 - 20 punti` are what one and all cost
        let is_amount = self.record_kind.begins_with_unit(&tokens[length..]);
        let has_count = self.record_kind.count.is_some_and(|count| self.has(count));
        if has_count && is_amount || from > to || self.has(least) || self.has(most) {
            return None;
        }
        self.set_value(least, ScenarioValue::Number(from), from_span);
        self.set_value(most, ScenarioValue::Number(to), to_span);
        Some(length)
    }

    /// Gives the numbers without a label their meaning: the first whole one is the count if there
    /// is no other, and of two amounts one is that of all.
    pub(super) fn assign_bare_numbers(&mut self) {
        let mut bare = std::mem::take(&mut self.bare_numbers);
        let (Some(amounts), Some(count)) = (self.record_kind.amounts, self.record_kind.count)
        else {
            for own in bare {
                match self.record_kind.total().filter(|_| own.is_amount) {
                    Some(all) => self.set_bare_number(all, own),
                    None if self.is_heading => {}
                    None => self.note_bare_number(own),
                }
            }
            return;
        };
        // `6 at 9, AP 54`: which of the two is the cost of one shows their product
        if let Some(labelled) = self.value(amounts.either)
            && let Some(number) = labelled.value.number()
            && !bare.is_empty()
        {
            let span = labelled.span;
            self.values.retain(|(own, _)| *own != amounts.either);
            bare.push(BareNumber {
                number,
                span,
                is_amount: true,
            });
        }
        let is_count =
            |own: &BareNumber| !own.is_amount && own.number.fract() == 0.0 && own.number >= 1.0;
        let leads = self.record_kind.ranks.iter().any(|&rank| self.has(rank));
        let first = bare.iter().position(is_count);
        if let Some(first) = first
            && !self.has(count)
            && (!leads || bare[first].number == 1.0)
        {
            self.set_bare_number(count, bare.remove(first));
        }
        let elements = self.number(count).unwrap_or(1.0);
        let of_both = amounts_of_one_and_all(&bare, elements);
        let used = self.set_amounts(&bare, of_both, elements, amounts);
        self.exchange_amounts(elements, amounts);
        for (_, own) in bare.iter().enumerate().filter(|(at, _)| !used.contains(at)) {
            if self.is_marked {
                self.note_bare_number(*own);
            } else {
                self.report_bare_number(own.number, own.span);
            }
        }
    }

    /// Sets the amounts of one and of all elements to numbers without a label; `of_both` are the two of
    /// which one is the other times the elements. Returns the numbers that are used.
    fn set_amounts(
        &mut self,
        bare: &[BareNumber],
        of_both: Option<(usize, usize)>,
        elements: f64,
        amounts: Amounts,
    ) -> Vec<usize> {
        match of_both {
            Some((one, all)) if !self.has(amounts.each) && !self.has(amounts.all) => {
                self.set_bare_number(amounts.each, bare[one]);
                self.set_bare_number(amounts.all, bare[all]);
                vec![one, all]
            }
            _ if bare.is_empty() || self.has(amounts.each) && self.has(amounts.all) => Vec::new(),
            _ if self.has(amounts.each) => {
                self.set_bare_number(amounts.all, bare[0]);
                vec![0]
            }
            _ if self.has(amounts.all) => {
                self.set_bare_number(amounts.each, bare[0]);
                vec![0]
            }
            _ if bare.len() == 1 => {
                self.set_bare_number(amounts.each, bare[0]);
                // it may as well be that of all: the rules of play see which fits
                if elements > 1.0 {
                    self.set_bare_number(amounts.either, bare[0]);
                }
                vec![0]
            }
            _ => {
                // the greater one can only be that of all
                let one = usize::from(bare[0].number > bare[1].number);
                let all = 1 - one;
                self.set_bare_number(amounts.each, bare[one]);
                self.set_bare_number(amounts.all, bare[all]);
                vec![one, all]
            }
        }
    }

    /// Sets a property to a number that had no label.
    fn set_bare_number(&mut self, property: PropertyIx, own: BareNumber) {
        self.set_value(property, ScenarioValue::Number(own.number), own.span);
    }

    /// Exchanges the amounts of one and of all elements, if only so one is the other times the elements.
    fn exchange_amounts(&mut self, elements: f64, amounts: Amounts) {
        let is_product = |one: f64, all: f64| (one * elements - all).abs() < 0.01;
        let (each, all) = (self.number(amounts.each), self.number(amounts.all));
        let is_exchanged = each
            .zip(all)
            .is_some_and(|(each, all)| !is_product(each, all) && is_product(all, each));
        for (own, _) in self.values.iter_mut().filter(|_| is_exchanged) {
            if *own == amounts.each {
                *own = amounts.all;
            } else if *own == amounts.all {
                *own = amounts.each;
            }
        }
    }

    fn note_bare_number(&mut self, own: BareNumber) {
        let number = own.span.of(self.text);
        let message = format!("{number} is not used: nothing says what it means");
        self.report("scenario-number", own.span, message).severity = Severity::Note;
    }

    /// Returns the value of a property.
    pub(super) fn value(&self, property: PropertyIx) -> Option<&Spanned<ScenarioValue>> {
        let mut values = self.values.iter();
        values.find_map(|(own, value)| (*own == property).then_some(value))
    }

    /// Returns the number that a property is.
    pub(super) fn number(&self, property: PropertyIx) -> Option<f64> {
        self.value(property)?.value.number()
    }
}

/// Returns the first of the numbers that is the amount of one of `elements`, and the first that is
/// that of all of them.
fn amounts_of_one_and_all(numbers: &[BareNumber], elements: f64) -> Option<(usize, usize)> {
    const ROUNDING: f64 = 0.01;
    let amounts = numbers.iter().enumerate();
    let mut sorted: Vec<(f64, usize)> = amounts.map(|(at, own)| (own.number, at)).collect();
    sorted.sort_by(|one, other| one.0.total_cmp(&other.0));
    let all_of = |one: usize| {
        let all = numbers[one].number * elements;
        let from = sorted.partition_point(|(number, _)| *number <= all - ROUNDING);
        let near = sorted[from..]
            .iter()
            .take_while(|(number, _)| *number < all + ROUNDING);
        near.map(|(_, at)| *at).filter(|&at| at != one).min()
    };
    (0..numbers.len()).find_map(|one| Some((one, all_of(one)?)))
}

/// Returns a fix that replaces the text at `at`.
pub(super) fn replacement(at: Location, text: &str) -> Fix {
    Fix::new(format!("write `{text}`"), at, text)
}

/// Returns whether a value is written in brackets.
fn is_in_brackets(text: &str, span: Span) -> bool {
    span.of(text).starts_with('(') || text[..span.start()].ends_with('(')
}

/// Returns where the tokens first name all properties that mark a line of this kind, one directly after the
/// other: `Kn(F)`, `Knights, Fast`, `Superior Knights`. None for kinds without marks.
pub(super) fn next_mark(kind: &RecordKind, tokens: &[ScenarioToken]) -> Option<Span> {
    let may_begin =
        |at: &usize| !kind.mark.is_empty() && kind.phrases.may_say(&tokens[*at], &kind.mark);
    (0..tokens.len()).filter(may_begin).find_map(|at| {
        let length = mark_length(kind, &tokens[at..]).or_else(|| {
            let counts = at > 0 && tokens[..at].iter().any(ScenarioToken::is_number);
            kind.lone_mark_length(&tokens[at..]).filter(|_| counts)
        })?;
        Some(tokens[at].span.join(tokens[at + length - 1].span))
    })
}

/// Returns the number of tokens of the mark that `tokens` begin with.
fn mark_length(kind: &RecordKind, tokens: &[ScenarioToken]) -> Option<usize> {
    // `33 elements exc baggage` are no exceptions
    if tokens.first().is_some_and(|first| kind.is_besides(first)) {
        return None;
    }
    let mut missing: Vec<PropertyIx> = kind.mark.clone();
    let mut at = 0;
    while !missing.is_empty() {
        let rest = tokens.get(at..)?;
        // `Knights, Fast`, `Kn-F`, `Kn: F`; a single letter behind a comma is something else
        let joined = at > 0 && rest.first()?.is_sign(",:-/");
        let rest = &rest[usize::from(joined)..];
        let (length, meanings) = kind.phrases.longest_match(rest)?;
        let word = rest.first()?.word();
        let letter = word.is_some_and(|word| word.len() == 1);
        let is_tight = tokens[at.saturating_sub(1)].touches(&tokens[at]);
        if joined && letter && !(is_tight && tokens[at].is_sign("-/")) {
            return None;
        }
        // `O` is a grade, and no sentence begins a mark with it
        if at == 0 && letter {
            return None;
        }
        // `Cv Reg S`, `Superior Irregular Psiloi`
        let is_joined_front = |word: &str| {
            let mut fronts = kind.joined_fronts.iter();
            fronts.any(|(front, full)| front.len() > 1 && (front == word || full == word))
        };
        let mut said = meanings
            .iter()
            .filter_map(|meaning| meaning.property_said());
        let is_front = word.is_some_and(is_joined_front)
            || said.any(|property| kind.front_properties.contains(&property));
        // `light horse, irregular, ordinary`
        let is_between = !letter && rest.get(length).is_some_and(|own| own.is_sign(","));
        if is_front && at > 0 && (!joined || is_between) {
            at += usize::from(joined) + length;
            continue;
        }
        let is_named =
            |&property: &PropertyIx| meanings.iter().any(|own| own.is_value_of(property));
        let named = missing.iter().position(is_named)?;
        missing.remove(named);
        at += usize::from(joined) + length;
    }
    Some(at)
}
