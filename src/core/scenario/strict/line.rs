//! `ParsedLine`: a line or heading parsed as a record of one kind, to be compared with others.

use crate::{
    diagnostic::{Diagnostic, Fix, Location, Severity},
    scenario::{
        token::{ScenarioToken, ScenarioTokenKind},
        value::{Area, ScenarioValue, format_number},
        vocabulary::{
            Amounts, KindIx, PairPattern, PhraseMeaning, PropertyIx, RecordKind, ValueType,
            Vocabulary, match_phrase,
        },
    },
    text::{SourceId, Span, Spanned, near::nearest},
};
use std::{cmp::Reverse, sync::Arc};

/// A line or heading parsed as a record of one kind: its name, values and problems.
///
/// A line is parsed once for each kind that it may have; the one of the least [rank](Self::rank) counts.
pub(super) struct ParsedLine<'t> {
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
    /// The properties that the last key may be of, and the key, until its value follows.
    keys: (Vec<PropertyIx>, Span),
    /// The pair whose second half is being parsed: `Cv(S)/Cv(O)`.
    second: Option<&'t PairPattern>,
    /// The words of a heading that are not in the vocabulary: its name, if it has no other.
    unknown_words: Option<Span>,
    /// The amounts of one or of all, which the line does not tell apart: `60 AP`.
    amounts: Vec<(f64, Span)>,
}

impl<'t> ParsedLine<'t> {
    /// Returns a line without content.
    pub(super) fn new(
        source: SourceId,
        text: &'t str,
        vocabulary: &'t Vocabulary,
        kind: KindIx,
    ) -> Self {
        Self {
            source,
            text,
            vocabulary,
            kind,
            record_kind: vocabulary.kind(kind),
            is_heading: false,
            name: None,
            values: Vec::new(),
            diagnostics: Vec::new(),
            understood: 0,
            keys: (Vec::new(), Span::default()),
            second: None,
            unknown_words: None,
            amounts: Vec::new(),
        }
    }

    /// Parses a line. A name in front of a count ends with a colon: `Arverni: 8 Wb`.
    pub(super) fn parse(&mut self, span: Span, tokens: &[ScenarioToken]) {
        let colon = tokens.iter().position(|token| token.is_sign(':'));
        let (before, behind) = tokens.split_at(colon.unwrap_or(0));
        let phrases = &self.record_kind.phrases;
        let has_meaning = |from: usize| phrases.longest_match(&before[from..]).is_some();
        let is_name = before.first().is_some_and(|first| !first.is_number())
            && behind.get(1).is_some_and(ScenarioToken::is_number)
            && !(0..before.len()).any(has_meaning);
        match is_name {
            true => {
                self.set_name(Span::new(before[0].span.start(), behind[0].span.start()));
                self.parse_tokens(&behind[1..], span.end());
            }
            false => self.parse_tokens(tokens, span.end()),
        }
        self.complete_pairs();
        self.set_amounts();
    }

    /// Parses a heading. Its first `length` tokens are the words that determine its kind.
    pub(super) fn parse_heading(&mut self, span: Span, tokens: &[ScenarioToken], length: usize) {
        self.is_heading = true;
        self.parse_tokens(&tokens[length..], span.end());
        self.set_amounts();
        if self.name.is_none() {
            let whole = Span::new(tokens[0].span.start(), span.end());
            self.set_name(self.unknown_words.unwrap_or(whole));
        }
    }

    /// Parses the value of a property without a key.
    pub(super) fn parse_value(&mut self, property: PropertyIx, tokens: &[ScenarioToken]) {
        let end = tokens.last().map_or(0, |last| last.span.end());
        self.keys = (vec![property], Span::new(end, end));
        self.parse_tokens(tokens, end);
    }

    /// Returns how much of the line this candidate leaves: of several, that of the least rank counts.
    pub(super) fn rank(&self) -> (usize, Reverse<usize>) {
        (self.diagnostics.len(), Reverse(self.understood))
    }

    /// Returns whether everything in the line is understood, and it has a count.
    pub(super) fn is_whole(&self) -> bool {
        let is_counted = self.record_kind.count.is_some_and(|count| self.has(count));
        is_counted && self.understood > 1 && self.diagnostics.is_empty()
    }

    /// Returns whether the line names all that marks one of its kind, such as type and grade, or a word that is
    /// a mark alone.
    pub(super) fn is_marked(&self) -> bool {
        let mark = &self.record_kind.mark;
        let is_lone = |own: &ScenarioValue| matches!(own, ScenarioValue::Word(word) if self.record_kind.lone_marks.contains(word));
        !mark.is_empty() && mark.iter().all(|own| self.has(*own))
            || self.values.iter().any(|(_, own)| is_lone(&own.value))
    }

    /// Adds an error, and returns it for further changes.
    pub(super) fn report(
        &mut self,
        code: &'static str,
        span: Span,
        message: String,
    ) -> &mut Diagnostic {
        let at = Location::new(self.source, span);
        let error = Diagnostic::new(code, Severity::Error, at, message);
        self.diagnostics.push_mut(error)
    }

    /// Returns the value of a property.
    pub(super) fn value(&self, property: PropertyIx) -> Option<&Spanned<ScenarioValue>> {
        let mut values = self.values.iter();
        values.find_map(|(own, value)| (*own == property).then_some(value))
    }

    /// Returns whether a property has a value.
    pub(super) fn has(&self, property: PropertyIx) -> bool {
        self.value(property).is_some()
    }

    fn value_type(&self, property: PropertyIx) -> Option<&'t ValueType> {
        let form = self.record_kind.properties.get(&property);
        form.map(|form| &form.value_type)
    }

    /// Sets the name to what is written at `span`, without the marks of Markdown, quotes and comments.
    fn set_name(&mut self, span: Span) {
        let is_mark = |c: char| c.is_whitespace() || matches!(c, '"' | '“' | '”' | '*' | '_');
        let text = span.of(self.text);
        let text = text.split("<!--").next().unwrap_or_default();
        let name = text.trim_matches(is_mark);
        if !name.is_empty() {
            let start = span.start() + text.find(name).unwrap_or(0);
            let span = Span::new(start, start + name.len());
            self.name = Some(Spanned::new(Arc::from(name), span));
        }
    }

    /// Parses tokens. What follows a colon that belongs to no key is a name, up to the byte `end`.
    fn parse_tokens(&mut self, mut tokens: &[ScenarioToken], end: usize) {
        while let [first, behind @ ..] = tokens {
            let lacks_count = || self.record_kind.count.is_some_and(|own| !self.has(own));
            let length = match &first.kind {
                ScenarioTokenKind::Sign(':') if self.keys.0.is_empty() => {
                    // troops are no name: `C-in-C: 1 Irr Cv(O)`
                    let is_count = behind.first().is_some_and(ScenarioToken::is_number);
                    if self.is_heading || !is_count || !lacks_count() {
                        self.set_name(Span::new(first.span.end(), end));
                        break;
                    }
                    1
                }
                ScenarioTokenKind::Sign(':' | ',') => 1,
                _ => self.parse_next(tokens),
            };
            tokens = &tokens[length..];
        }
        self.end_key();
    }

    /// Parses what `tokens` begin with, and returns how many of them that were.
    fn parse_next(&mut self, tokens: &[ScenarioToken]) -> usize {
        let parts = self.parse_text(tokens);
        let parts = parts.or_else(|| self.parse_place(tokens));
        if let Some(length) = parts.or_else(|| self.parse_separator(tokens)) {
            return length;
        }
        let (span, rest) = (tokens[0].span, &tokens[1..]);
        match &tokens[0].kind {
            ScenarioTokenKind::NonAsciiDigits(plain) => {
                let message = "these digits are not ASCII digits".to_owned();
                let found = self.report("scenario-number", span, message);
                found.fixes.push(replacement(found.at, plain));
            }
            ScenarioTokenKind::Control(c) => {
                let message = match c {
                    '\0' => "unexpected NUL character".to_owned(),
                    _ => format!("unexpected control character U+{:04X}", u32::from(*c)),
                };
                let found = self.report("scenario-line", span, message);
                found.help = Some("delete it".to_owned());
                found.fixes.push(replacement(found.at, ""));
            }
            ScenarioTokenKind::Quoted(name) => {
                let name = || Spanned::new(Arc::from(name.as_str()), span);
                self.name.get_or_insert_with(name);
            }
            ScenarioTokenKind::Number(number) if !self.is_glued(tokens) => {
                return 1 + self.parse_number(*number, span, rest);
            }
            ScenarioTokenKind::Sign('-')
                if let [next, behind @ ..] = rest
                    && let Some(number) = next.number()
                    && tokens[0].touches(next)
                    && !self.text[..span.start()].ends_with(char::is_alphanumeric) =>
            {
                return 2 + self.parse_number(-number, span.join(next.span), behind);
            }
            _ => return self.parse_words(tokens),
        }
        1
    }

    /// Returns whether a number is the beginning of a word of the vocabulary: `3Kn`.
    fn is_glued(&self, tokens: &[ScenarioToken]) -> bool {
        let is_glued = matches!(tokens, [number, word, ..] if number.touches(word));
        let found = self.record_kind.phrases.longest_match(tokens);
        let found = found.filter(|(length, _)| is_glued && *length > 1);
        found.is_some_and(|(_, meanings)| meanings.iter().any(|own| own.is_value()))
    }

    /// Sets a property, or its counterpart in the second half of a pair. A different second value
    /// is an error.
    fn set_value(&mut self, property: PropertyIx, value: ScenarioValue, span: Span) {
        let mut pairs = self.second.iter().flat_map(|second| &second.properties);
        let of_second = pairs.find(|(first, _)| *first == property);
        let property = of_second.map_or(property, |(_, second)| *second);
        self.understood += 1;
        let Some(at) = self.values.iter().position(|(own, _)| *own == property) else {
            return self.values.push((property, Spanned::new(value, span)));
        };
        let (_, known) = &mut self.values[at];
        match (&mut known.value, value) {
            (ScenarioValue::Words(all), ScenarioValue::Words(more)) => {
                all.extend(more);
                known.span = known.span.join(span);
            }
            (known, value) if *known == value => {}
            (known, value) => {
                let name = self.vocabulary.property_name(property);
                let [known, value] = [&*known, &value].map(|own| own.display(self.vocabulary));
                let message = format!("two values of `{name}`: {known} and {value}");
                self.report("scenario-line", span, message);
            }
        }
    }

    /// Ends the last key. One without a value is reported, unless an unknown word behind it is.
    fn end_key(&mut self) {
        let (keys, span) = std::mem::take(&mut self.keys);
        let Some(first) = keys.first() else { return };
        let is_explained = |own: &Diagnostic| own.at.span.start() >= span.end();
        let has_value = keys.iter().any(|own| self.has(*own));
        if !has_value && !self.diagnostics.iter().any(is_explained) {
            let name = self.vocabulary.property_name(*first);
            let message = format!("no value for `{name}` after this");
            self.report("scenario-line", span, message);
        }
    }

    /// Returns the property of the last key for which `is_own` holds.
    fn keyed(&self, is_own: impl Fn(&ValueType) -> bool) -> Option<PropertyIx> {
        let mut keys = self.keys.0.iter().copied();
        keys.find(|own| self.value_type(*own).is_some_and(&is_own))
    }

    /// Parses free text behind the key of its property, up to a comma. Returns the number of
    /// tokens.
    fn parse_text(&mut self, tokens: &[ScenarioToken]) -> Option<usize> {
        let property = self.keyed(|own| *own == ValueType::Text)?;
        let end = tokens.iter().position(|token| token.is_sign(','));
        let end = end.unwrap_or(tokens.len());
        let span = tokens[0].span.join(tokens[end - 1].span);
        let text = span.of(self.text).trim_matches(['"', '“', '”', ' ']);
        self.set_value(property, ScenarioValue::Text(Arc::from(text)), span);
        self.end_key();
        Some(end)
    }

    /// Parses a place: `300,100` or `0,0 to 600,200`. Returns the number of tokens.
    fn parse_place(&mut self, tokens: &[ScenarioToken]) -> Option<usize> {
        let is_place = |own: &ValueType| *own == ValueType::Place;
        let keyed = self.keyed(is_place);
        let properties = self.record_kind.properties.values();
        let places = properties.filter(|own| is_place(&own.value_type) && self.keys.0.is_empty());
        let unkeyed = places.min_by_key(|own| !own.keys.is_empty());
        let property = keyed.or_else(|| Some(unkeyed?.ix))?;
        let point = |tokens: &[ScenarioToken]| match tokens {
            [x, comma, y, ..] if comma.is_sign(',') => {
                let is_tight = x.touches(comma) && comma.touches(y);
                let place = (x.number()?, y.number()?);
                (keyed.is_some() || is_tight).then_some((place, x.span.join(y.span)))
            }
            _ => None,
        };
        // `3.4` for `3,4`
        let written = tokens[0].span.of(self.text);
        let misspelt = || {
            let (x, y) = written
                .split_once('.')
                .filter(|_| self.keys.0 == [property])?;
            Some(((x.parse().ok()?, y.parse().ok()?), tokens[0].span, 1))
        };
        let first = point(tokens).map(|(from, span)| (from, span, 3));
        let (from, span, own) = first.or_else(misspelt)?;
        if own == 1 {
            let message = format!("`{written}` is no place");
            let found = self.report("scenario-number", span, message);
            let meant = written.replace('.', ",");
            found.help = Some(format!("a place is two numbers with a comma: `{meant}`"));
            found.fixes.push(replacement(found.at, &meant));
        }
        let is_joiner = |own: &ScenarioToken| own.word() == Some("to") || own.is_sign('-');
        let joiner = usize::from(tokens.get(own).is_some_and(is_joiner));
        let second = tokens.get(own + joiner..).and_then(point);
        let (to, end, length) = match second {
            Some((to, end)) => (to, end, own + joiner + 3),
            None => (from, span, own),
        };
        let area = ScenarioValue::Area(Area::between(from, to));
        self.set_value(property, area, span.join(end));
        self.end_key();
        Some(length)
    }

    /// Parses a separator between the two halves of a pair. Returns the number of tokens.
    fn parse_separator(&mut self, tokens: &[ScenarioToken]) -> Option<usize> {
        let is_open = |pair: &&PairPattern| {
            let is_begun = pair.properties.iter().any(|(first, _)| self.has(*first));
            is_begun && self.second.is_none_or(|own| !std::ptr::eq(own, *pair))
        };
        let pairs = self.record_kind.pairs.iter().filter(is_open);
        let separators = pairs.filter_map(|pair| {
            let words = pair.separators.iter();
            let lengths = words.filter_map(|words| match_phrase(tokens, words));
            Some((lengths.max()?, pair))
        });
        let (length, pair) = separators.max_by_key(|(length, _)| *length)?;
        let is_value = |tokens: &[ScenarioToken]| {
            let found = self.record_kind.phrases.longest_match(tokens);
            found.is_some_and(|(_, meanings)| meanings.iter().any(|own| own.is_value()))
        };
        if matches!(tokens[0].kind, ScenarioTokenKind::Sign(_)) && !is_value(&tokens[length..]) {
            return None;
        }
        self.second = Some(pair);
        Some(length)
    }

    /// Completes the second halves of pairs: in `Bw(X)/(O)` the rear rank is of the same type.
    fn complete_pairs(&mut self) {
        for pair in &self.record_kind.pairs {
            let marks = pair.properties.iter();
            let marks = marks.filter(|(first, _)| self.record_kind.mark.contains(first));
            let marks: Vec<_> = marks.copied().collect();
            if !marks.iter().any(|(_, second)| self.has(*second)) {
                continue;
            }
            for (first, second) in marks {
                let own = self.value(first).filter(|_| !self.has(second)).cloned();
                self.values.extend(own.map(|value| (second, value)));
            }
        }
    }

    /// Parses a number: the value of the last key, or of the unit behind it, or the count at the front. Returns
    /// the number of tokens behind it that belong to it.
    fn parse_number(&mut self, number: f64, span: Span, rest: &[ScenarioToken]) -> usize {
        let keyed = self.keyed(|own| matches!(own, ValueType::Number { .. }));
        if keyed.is_none()
            && let Some(length) = self.parse_range(number, span, rest)
        {
            return length;
        }
        let either = self.record_kind.amounts.map(|amounts| amounts.either);
        let count = self
            .record_kind
            .count
            .filter(|_| !self.is_heading && self.understood == 0 && number.fract() == 0.0);
        let named = self.vocabulary.property("number").filter(|own| {
            let is_own = self.record_kind.properties.contains_key(own);
            is_own && (self.is_heading || either.is_none())
        });
        let unit = self.find_unit(rest, keyed);
        let (property, length) = match (keyed, unit) {
            (Some(keyed), Some((unit, length))) if unit == keyed || Some(unit) == either => {
                (keyed, length)
            }
            // `total: 30 elements`: the unit says more than the key
            (_, Some(unit)) => unit,
            (Some(keyed), None) => (keyed, 0),
            (None, None) => match count.or(named) {
                Some(property) => (property, 0),
                None if self.is_heading => {
                    self.add_unknown(span);
                    return 0;
                }
                None => {
                    self.report_bare_number(number, span);
                    return 0;
                }
            },
        };
        self.keys = Default::default();
        let whole = rest[..length]
            .last()
            .map_or(span, |last| span.join(last.span));
        if Some(property) == either {
            self.amounts.push((number, whole));
            self.understood += 1;
            return length;
        }
        self.set_number(property, number, span, whole);
        let has_times =
            Some(property) == count && rest.first().is_some_and(|own| own.word() == Some("x"));
        length + usize::from(has_times)
    }

    /// Finds the unit that tokens begin with, as in `27 AP`. Returns the property that has it, that of
    /// the last key if possible, else one that has no value yet, and the number of tokens.
    fn find_unit(
        &self,
        tokens: &[ScenarioToken],
        keyed: Option<PropertyIx>,
    ) -> Option<(PropertyIx, usize)> {
        let (length, meanings) = self.record_kind.phrases.longest_match(tokens)?;
        let units = meanings.iter().filter_map(|meaning| meaning.unit());
        let unit = units.min_by_key(|own| (Some(*own) != keyed, self.has(*own)))?;
        Some((unit, length))
    }

    /// Sets a property to a number, whose bytes with its unit are `whole`; or reports that the number
    /// is not within the property's bounds.
    fn set_number(&mut self, property: PropertyIx, number: f64, span: Span, whole: Span) {
        let bounds = self.value_type(property);
        let Some(bounds) = bounds.and_then(|own| own.violated_bounds(number)) else {
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

    /// Reports a number whose meaning is unknown, because it has no key or unit.
    fn report_bare_number(&mut self, number: f64, span: Span) {
        let number = format_number(number);
        let properties = self.record_kind.properties.values();
        let units = properties.filter_map(|property| property.unit());
        let meanings: Vec<String> = units.map(|unit| format!("\"{number} {unit}\"")).collect();
        let help = (!meanings.is_empty()).then(|| format!("write {}", meanings.join(" or ")));
        let message = format!("what does {number} mean?");
        self.report("scenario-number", span, message).help = help;
    }

    /// Parses `12-20`, the least and the most that may be had. Returns the number of tokens behind the first
    /// number.
    fn parse_range(&mut self, from: f64, span: Span, rest: &[ScenarioToken]) -> Option<usize> {
        let (least, most) = self.record_kind.range?;
        let [dash, last, ..] = rest else { return None };
        let to = last
            .number()
            .filter(|to| dash.is_sign('-') && from <= *to)?;
        self.set_value(least, ScenarioValue::Number(from), span);
        self.set_value(most, ScenarioValue::Number(to), last.span);
        Some(2)
    }

    /// Parses words of the vocabulary, or one that is not. Returns the number of tokens.
    fn parse_words(&mut self, tokens: &[ScenarioToken]) -> usize {
        let found = self.record_kind.phrases.longest_match(tokens);
        let (length, meanings) = found.unwrap_or((1, Vec::new()));
        let span = tokens[0].span.join(tokens[length - 1].span);
        let next = tokens.get(length);
        let keys: Vec<PropertyIx> = meanings.iter().filter_map(|own| own.key()).collect();
        // `Demoralised 4.5` is when, and `demoralised` that it is so
        let is_key = !keys.is_empty() && next.is_some_and(ScenarioToken::is_number);
        if let Some((property, value)) = self.find_value(&meanings).filter(|_| !is_key) {
            if !self.keys.0.contains(&property) {
                self.end_key();
            } else if !matches!(value, ScenarioValue::Words(_)) {
                self.keys = Default::default();
            }
            self.set_value(property, value, span);
            return length;
        }
        if !keys.is_empty() {
            self.end_key();
            self.understood += 1;
            self.keys = (keys, span);
            return length;
        }
        let at = tokens[0].span;
        match tokens[0].kind {
            _ if self.is_heading => self.add_unknown(at),
            ScenarioTokenKind::Sign('-' | '&' | '/' | '+' | '=' | '\'' | '’') => {}
            ScenarioTokenKind::Sign(sign) => {
                self.report("scenario-line", at, format!("unexpected `{sign}`"));
            }
            _ if tokens[0].is_filler() => {}
            _ => {
                let word: String = at.of(self.text).chars().take(40).collect();
                let message = format!("unknown word `{word}` in a {} line", self.record_kind.name);
                self.report("scenario-word", at, message);
            }
        }
        1
    }

    /// Returns the value that a phrase is: of the property of the last key, else of the first one without a value.
    fn find_value(&self, meanings: &[&PhraseMeaning]) -> Option<(PropertyIx, ScenarioValue)> {
        let values = meanings.iter().filter_map(|meaning| match meaning {
            PhraseMeaning::Says {
                property,
                value,
                keyed,
            } => Some((*property, value, *keyed)),
            PhraseMeaning::Key(_) | PhraseMeaning::Unit(_) => None,
        });
        let values = values.filter(|(own, _, keyed)| !keyed || self.keys.0.contains(own));
        let best = values.min_by_key(|(own, ..)| {
            let is_free = !self.has(*own) || self.second.is_some();
            (!self.keys.0.contains(own), !is_free)
        });
        best.map(|(property, value, _)| (property, value.clone()))
    }

    /// Adds a word of a heading to its name.
    fn add_unknown(&mut self, span: Span) {
        let words = self.unknown_words;
        self.unknown_words = Some(words.map_or(span, |words| words.join(span)));
        self.keys = Default::default();
    }

    /// Adds suggestions for the first `most` unknown words. A candidate that is dropped needs none,
    /// and each takes a comparison with the whole vocabulary.
    pub(super) fn suggest_words(&mut self, most: usize) {
        let unknown = |found: &&mut Diagnostic| found.code == "scenario-word";
        let mut unknown = self.diagnostics.iter_mut().filter(unknown).peekable();
        if unknown.peek().is_none() {
            return;
        }
        let phrases = self.record_kind.phrases.iter();
        let mut known: Vec<String> = phrases.map(|(words, _)| words.join(" ")).collect();
        // of words that are equally near, always the same one
        known.sort_unstable();
        for found in unknown.take(most) {
            let word = found.at.span.of(self.text);
            let near = nearest(word, known.iter().map(String::as_str));
            let near = near.map(|near| {
                let mut words = self.vocabulary.words().map(|(_, word)| word);
                words
                    .find(|word| word.to_lowercase() == near)
                    .unwrap_or(near)
            });
            found.help = Some(match near {
                Some(near) => format!("did you mean `{near}`?"),
                None => "write a name or remark after a colon or in quotation marks".to_owned(),
            });
            let fix = near.map(|near| replacement(found.at, near));
            found.fixes.extend(fix);
        }
    }

    /// Sets the amounts of one and of all to those that the line does not tell apart: of two, the greater is that
    /// of all. A single one may be either, and the rules of play see which fits.
    fn set_amounts(&mut self) {
        let mut found = std::mem::take(&mut self.amounts);
        found.sort_by(|one, other| one.0.total_cmp(&other.0));
        let Some(Amounts { each, all, either }) = self.record_kind.amounts else {
            return;
        };
        let count = self.record_kind.count;
        let is_free = |own: &PropertyIx| !self.has(*own) && (count.is_some() || *own == all);
        let mut free: Vec<PropertyIx> = [each, all].into_iter().filter(is_free).collect();
        let number = |own| self.value(own)?.value.number();
        let is_several = count.and_then(number).is_some_and(|count| count > 1.0);
        if let [one] = found[..]
            && is_several
            && free.len() == 2
        {
            found.push(one);
            free = vec![each, either];
        }
        for (at, (number, span)) in found.into_iter().enumerate() {
            match free.get(at) {
                Some(own) => self.set_value(*own, ScenarioValue::Number(number), span),
                None => self.report_bare_number(number, span),
            }
        }
    }
}

/// Returns a fix that replaces the text at `at`.
fn replacement(at: Location, text: &str) -> Fix {
    Fix::new(format!("write `{text}`"), at, text)
}
