//! Parses the values in a line: texts, places, numbers with units, and words of the vocabulary.

use super::{
    candidate::{BareNumber, LineCandidate},
    marks::next_mark,
    tokens::replacement,
};
use crate::{
    diagnostic::Diagnostic,
    scenario::{
        parse::number_limits::violated_bounds,
        shared_words::shared_words,
        token::{ScenarioToken, ScenarioTokenKind, span_of},
        value::{Area, ScenarioValue, format_number},
        vocabulary::{PairPattern, PhraseMeaning, PropertyIx, ValueType, match_phrase},
    },
    text::{
        Span,
        near::{looks_like, nearest},
    },
};
use std::sync::Arc;

impl<'t> LineCandidate<'t> {
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
        if matches!(tokens[0].kind, ScenarioTokenKind::Sign(_)) {
            // `Sp(O) Calabrian & Lombard spearmen`
            let begins = self.record_kind.begins_with_value(&tokens[length..]);
            // `Ax(O) / 42 / spears from the valleys`; `Sp(O) 12 / Ps(S) 6` has two halves
            let before = self.text[..tokens[0].span.start()].trim_end();
            let is_behind_number = before.ends_with(|c: char| c.is_ascii_digit());
            let is_graded = || next_mark(self.record_kind, tokens, length).is_some();
            if !begins || is_behind_number && !is_graded() {
                return None;
            }
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
        if first && self.is_price_in_front(tokens) {
            self.bare_numbers.push(BareNumber {
                number,
                span,
                is_amount: true,
            });
            self.understood += 1;
            return 1;
        }
        let keyed = self.key.map(|(property, _)| property).filter(is_number);
        // `je 10 – 60 Punkte` is no range
        if keyed.is_none()
            && let Some(length) = self.parse_range(tokens)
        {
            return length;
        }
        let unit = self.find_unit(&tokens[1..], keyed);
        let has_times = tokens.get(1).is_some_and(ScenarioToken::is_times);
        // the fraction in `Gauls (DBM 3.4): 4 Irr Cv(O)` is that of an edition
        let is_whole = number.fract() == 0.0;
        let may_be_count = is_whole
            && (first
            || has_times && !self.has_count
            // `C-in-C, 1 Reg Kn(F) @ 31`
            || !self.has_count && self.is_before_front(&tokens[1..])
            // `C-in-C, Reg Cv(S): 29` is what one costs
            || !self.has_count
                && (self.understood == 0 || self.after_colon && !self.begins_record()));
        let (property, length) =
            match (keyed, unit, self.record_kind.count.filter(|_| may_be_count)) {
                (Some(keyed), Some((property, length)), _) if keyed == property => (keyed, length),
                // `@ 4AP`
                (Some(keyed), Some((property, length)), _) if self.is_either_amount(property) => {
                    (keyed, length)
                }
                // `total: 30 elements`: the unit says more than the key
                (Some(_), Some((property, length)), _)
                    if !self.has(property)
                        && keyed.is_some_and(|keyed| self.has_unit(keyed))
                        && self.is_apart_from_its_number(&tokens[1 + length..]) =>
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

    /// Returns whether what is behind a unit is no number of it: `no EE, 24 AP`, `30 elements 184 AP`,
    /// `54 elements  50 EE  Break point 25`.
    fn is_apart_from_its_number(&self, tokens: &[ScenarioToken]) -> bool {
        let number = match tokens {
            [colon, number, ..] if colon.is_sign(":") => number,
            [number, ..] => number,
            [] => return true,
        };
        let behind = tokens
            .iter()
            .position(ScenarioToken::is_number)
            .map_or(0, |at| at + 1);
        let rest = &tokens[behind..];
        let is_amount = self.record_kind.amount_unit_length(rest).is_some();
        let unit = self.record_kind.unit_length(rest, |_| true);
        let has_unit =
            unit.is_some_and(|unit| !rest.get(unit).is_none_or(ScenarioToken::is_number));
        !number.is_number() || is_amount || has_unit
    }

    /// Returns whether tokens begin with a word that may stand between a number and a mark: `Reg`,
    /// `elements of Regular`.
    fn is_before_front(&self, tokens: &[ScenarioToken]) -> bool {
        let counting = tokens.iter();
        let counting = counting.take_while(|token| token.is_one_of(&shared_words().counting));
        let kind = self.record_kind;
        kind.begins_with_value_of(&kind.front_properties, &tokens[counting.count()..])
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
        // `CMDS 3   EE 56`: the key of the next number
        let is_key = meanings.iter().any(|own| own.key() == Some(property));
        let has_colon = tokens.get(length).is_some_and(|own| own.is_sign(":"));
        let next = tokens[length..].iter().find(|next| !next.is_sign(":"));
        let is_before_number = next.is_some_and(ScenarioToken::is_number);
        let first = tokens[0].span.start();
        let is_apart = self.text[..first].ends_with([' ', '\t'])
            && self.text[..first - 1].ends_with([' ', '\t']);
        // `Mando 1 (el Zagal)`
        let before = self.text[..first].trim_end();
        let end = tokens[length - 1].span.end();
        if before.ends_with('(') && !self.text[end..].trim_start().starts_with(')') {
            return None;
        }
        // `EE 17 total 111`
        let words = tokens[..length]
            .iter()
            .map(|token| token.span.of(self.text));
        let words = words.collect::<Vec<_>>().join(" ").to_lowercase();
        let is_total = shared_words().totals.contains(&words);
        // `AP: 32 EE: 8`
        let is_digit = |c: char| c.is_ascii_digit() || c == '.';
        let label = before.trim_end_matches(is_digit).trim_end();
        let is_labelled = has_colon && label.ends_with([':', '=']);
        // `379   elements: 69`
        let is_label = (is_key || has_colon) && is_apart || is_key && is_total || is_labelled;
        let is_other = is_label && is_before_number;
        (!is_other).then_some((property, length))
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
                let is_unit = meanings.iter().any(|own| own.unit() == Some(property));
                if is_unit && self.is_marked && self.is_apart_from_its_number(&tokens[length..]) {
                    return length;
                }
                if self.is_behind_number(tokens, length) {
                    return length;
                }
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

    /// Returns whether a key is rather the unit of the number in front of it, with neither a colon nor a
    /// number behind it: `390 AP (Elementäquivalente 51)`.
    fn is_behind_number(&self, tokens: &[ScenarioToken], length: usize) -> bool {
        // in the same line
        let before = self.text[..tokens[0].span.start()].trim_end_matches(' ');
        self.record_kind.mark.is_empty()
            && before.ends_with(|c: char| c.is_ascii_digit())
            && tokens.get(length).is_some_and(ScenarioToken::is_word)
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
    pub(in crate::scenario::parse) fn suggest_words(&mut self, most: usize) {
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
}
