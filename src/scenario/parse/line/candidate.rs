//! A line or heading parsed as a record of one kind.

use crate::{
    diagnostic::{Diagnostic, Fix, Location, Severity, SourceEdit},
    scenario::{
        token::{ScenarioToken, ScenarioTokenKind},
        value::ScenarioValue,
        vocabulary::{
            KindIx, PairPattern, PhraseMeaning, PropertyIx, RecordKind, ValueType, Vocabulary,
        },
    },
    text::{SourceId, Span, Spanned},
};
use std::sync::Arc;

/// A line or heading, parsed as a record of one kind.
///
/// A line is parsed once for each kind that it may have; the [best](Self::is_better_than) candidate
/// counts.
pub(in crate::scenario::parse) struct LineCandidate<'t> {
    pub(super) source: SourceId,
    pub(super) text: &'t str,
    pub(super) vocabulary: &'t Vocabulary,
    pub(in crate::scenario::parse) kind: KindIx,
    pub(super) record_kind: &'t RecordKind,
    pub(super) is_heading: bool,
    pub(in crate::scenario::parse) name: Option<Spanned<Arc<str>>>,
    pub(in crate::scenario::parse) values: Vec<(PropertyIx, Spanned<ScenarioValue>)>,
    pub(in crate::scenario::parse) diagnostics: Vec<Diagnostic>,
    /// The number of values and keys that were understood.
    pub(super) understood: usize,
    /// The number of words and numbers that were not understood.
    pub(super) not_understood: usize,
    /// The property whose key was parsed last, until its value follows.
    pub(super) key: Option<(PropertyIx, Span)>,
    /// The pair whose second half is being parsed: `Cv(S)/Cv(O)`.
    pub(super) second: Option<&'t PairPattern>,
    /// Whether a count, or any other number of a property, was parsed; headings have no count.
    pub(super) has_count: bool,
    /// Whether a colon was parsed: the values in front of it belong to the line as a whole.
    pub(super) after_colon: bool,
    /// The words of a heading that are not in the vocabulary: its name, if it has no other.
    pub(super) unknown_words: Option<Span>,
}

impl<'t> LineCandidate<'t> {
    /// Parses a line.
    pub(in crate::scenario::parse) fn new(
        source: SourceId,
        text: &'t str,
        vocabulary: &'t Vocabulary,
        kind: KindIx,
        span: Span,
        tokens: &[ScenarioToken],
    ) -> Self {
        let mut line = Self::empty(source, text, vocabulary, kind, false);
        let (tokens, name) = line.split_name(span, tokens);
        line.name = name;
        line.parse_tokens(tokens, 0);
        line
    }

    /// Parses a heading. Its first `length` tokens are the words that determine its kind.
    pub(in crate::scenario::parse) fn heading(
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
        let (rest, name) = line.split_name(span, tokens);
        line.name = name;
        line.parse_tokens(rest, length.min(rest.len()));
        if line.name.is_none() {
            let whole = Span::new(
                tokens
                    .first()
                    .map_or(span.start(), |token| token.span.start()),
                span.end(),
            );
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
            after_colon: false,
            unknown_words: None,
        }
    }

    /// Returns whether this candidate understands more of the line.
    pub(in crate::scenario::parse) fn is_better_than(&self, other: &Self) -> bool {
        (self.not_understood, self.diagnostics.len())
            < (other.not_understood, other.diagnostics.len())
            || (self.not_understood, self.diagnostics.len())
                == (other.not_understood, other.diagnostics.len())
                && self.understood > other.understood
    }

    /// Returns whether every word of the line is understood, and it has a count.
    pub(in crate::scenario::parse) fn is_whole(&self) -> bool {
        let counts = self
            .values
            .iter()
            .any(|(property, _)| Some(*property) == self.record_kind.count);
        counts && self.understood > 1 && self.not_understood == 0 && self.diagnostics.is_empty()
    }

    /// Returns whether the line seems to be a record, even though it is not a list item. Other
    /// lines are prose.
    pub(in crate::scenario::parse) fn is_meant(&self) -> bool {
        let counts = self
            .values
            .iter()
            .any(|(property, _)| Some(*property) == self.record_kind.count);
        (counts && self.understood > 1)
            || (self.understood > 0 && self.not_understood == 0)
            || self
                .diagnostics
                .iter()
                .any(|diagnostic| diagnostic.code == "scenario-number")
    }

    /// Adds an error, and returns it for further changes.
    pub(in crate::scenario::parse) fn report(
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

    fn parse_tokens(&mut self, tokens: &[ScenarioToken], from: usize) {
        let mut at = from;
        while at < tokens.len() {
            at += self.parse_next(&tokens[at..], at == 0);
        }
        if let Some((property, span)) = self.key.take().filter(|(property, _)| !self.has(*property))
        {
            let name = self.vocabulary.property_name(property).to_owned();
            self.report(
                "scenario-line",
                span,
                format!("no value for `{name}` after this"),
            );
        }
    }

    pub(super) fn has(&self, property: PropertyIx) -> bool {
        self.values.iter().any(|(own, _)| *own == property)
    }

    /// Parses what `tokens` begin with, and returns how many of them that were.
    fn parse_next(&mut self, tokens: &[ScenarioToken], first: bool) -> usize {
        let Some(token) = tokens.first() else {
            return 1;
        };
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
            ScenarioTokenKind::Control(c) => {
                let what = if *c == '\0' {
                    "NUL character".to_owned()
                } else {
                    format!("control character U+{:04X}", *c as u32)
                };
                let diagnostic =
                    self.report("scenario-line", token.span, format!("unexpected {what}"));
                diagnostic.help = Some("delete it".to_owned());
                diagnostic.fixes.push(replacement(diagnostic.at, ""));
                1
            }
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
                let Some(ScenarioToken {
                    kind: ScenarioTokenKind::Number(number),
                    span,
                }) = tokens.get(1)
                else {
                    return 1;
                };
                self.parse_number(&tokens[1..], -number, token.span.join(*span), first) + 1
            }
            ScenarioTokenKind::Sign(_) | ScenarioTokenKind::Word(_) => self.parse_word(tokens),
        }
    }

    /// Returns whether a number is the beginning of a word of the vocabulary: `3Kn`.
    pub(super) fn is_glued(&self, tokens: &[ScenarioToken]) -> bool {
        let glued = matches!(tokens, [number, word, ..] if number.span.end() == word.span.start());
        let found = if glued {
            self.record_kind.phrases.longest_match(tokens)
        } else {
            None
        };
        found.is_some_and(|(length, meanings)| {
            length > 1
                && meanings
                    .iter()
                    .any(|meaning| matches!(meaning, PhraseMeaning::Says { .. }))
        })
    }

    /// Returns whether a hyphen is the sign of the number behind it.
    pub(super) fn is_minus(&self, tokens: &[ScenarioToken]) -> bool {
        let [minus, number, ..] = tokens else {
            return false;
        };
        let alone = self.text[..minus.span.start()]
            .chars()
            .next_back()
            .is_none_or(|c| !c.is_alphanumeric());
        matches!(number.kind, ScenarioTokenKind::Number(_))
            && minus.span.end() == number.span.start()
            && alone
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
        let of_second = self.second.and_then(|second| {
            second
                .properties
                .iter()
                .find(|(first, _)| *first == property)
        });
        let property = of_second.map_or(property, |(_, second)| *second);
        self.understood += 1;
        let Some((_, known)) = self.values.iter_mut().find(|(own, _)| *own == property) else {
            return self.values.push((property, Spanned::new(value, span)));
        };
        match (&mut known.value, value) {
            (ScenarioValue::Words(all), ScenarioValue::Words(more)) => {
                all.extend(more);
                known.span = known.span.join(span);
            }
            (known, value) if *known == value => {}
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

    pub(super) fn extend_name(&mut self, span: Span) {
        let words = self.unknown_words;
        self.unknown_words = Some(words.map_or(span, |words| words.join(span)));
    }
}

/// Returns a fix that replaces the text at `at`.
pub(super) fn replacement(at: Location, text: &str) -> Fix {
    Fix {
        title: format!("write `{text}`"),
        edits: vec![SourceEdit {
            at,
            text: text.to_owned(),
        }],
    }
}
