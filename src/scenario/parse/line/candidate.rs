//! A line or heading parsed as a record of one kind.

use super::{
    marks::{expand_joined_words, find_marks, without_joiners},
    table_row::TableRow,
};
use crate::{
    diagnostic::{Diagnostic, Fix, Location, Severity, SourceEdit},
    scenario::{
        token::{ScenarioToken, ScenarioTokenKind, tokenize},
        value::ScenarioValue,
        vocabulary::{
            KindIx, PairPattern, PhraseMeaning, PropertyIx, RecordKind, ValueType, Vocabulary,
            WordIx,
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
    /// Whether the line names everything that marks one of its kind.
    pub(in crate::scenario::parse) is_marked: bool,
    /// The bytes of what marks it.
    mark: Span,
    /// The longest run of words that only describe the record.
    pub(super) description: Option<Span>,
    /// The numbers without a label, each with whether the unit of an amount follows it.
    pub(super) bare_numbers: Vec<BareNumber>,
}

/// A number that no word says the meaning of.
#[derive(Clone, Copy, Debug)]
pub(super) struct BareNumber {
    pub(super) number: f64,
    pub(super) span: Span,
    /// Whether the unit of an amount follows: `60 AP`, of one or of all.
    pub(super) is_amount: bool,
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
        let expanded = expand_joined_words(line.record_kind, text, tokens);
        let tokens = expanded.as_deref().unwrap_or(tokens);
        let unjoined = without_joiners(line.record_kind, tokens);
        let tokens = unjoined.as_deref().unwrap_or(tokens);
        if let Some(mark) = find_marks(line.record_kind, tokens).first() {
            line.is_marked = true;
            line.mark = tokens[mark.start].span.join(tokens[mark.end - 1].span);
        }
        let (tokens, name) = line.split_name(span, tokens);
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

    /// Parses a row of a table.
    pub(in crate::scenario::parse) fn row(
        source: SourceId,
        text: &'t str,
        vocabulary: &'t Vocabulary,
        row: &TableRow,
    ) -> Self {
        let mut line = Self::empty(source, text, vocabulary, row.kind, false);
        let expanded = expand_joined_words(line.record_kind, text, &row.words);
        let words = expanded.as_deref().unwrap_or(&row.words);
        line.is_marked = true;
        for (property, cell) in &row.cells {
            line.set_cell(*property, *cell);
        }
        line.parse_tokens(words, 0);
        line.fill_pairs();
        line.assign_bare_numbers();
        line
    }

    /// Sets a property to the content of a cell.
    fn set_cell(&mut self, property: PropertyIx, cell: Span) {
        let tokens = tokenize(self.text, cell);
        let number = tokens
            .iter()
            .enumerate()
            .find_map(|(at, token)| match token.kind {
                ScenarioTokenKind::Number(number) => {
                    let half = self.half_with_comma(&tokens[at..]).map(|(half, _)| half);
                    Some((half.unwrap_or(number), token.span))
                }
                _ => None,
            });
        let Some((number, span)) = number else { return };
        if self.is_either_amount(property) {
            self.bare_numbers.push(BareNumber {
                number,
                span,
                is_amount: true,
            });
        } else {
            self.has_count |= Some(property) == self.record_kind.count;
            self.set_value(property, ScenarioValue::Number(number), span);
        }
    }

    /// Returns whether a line of a kind has the marks of one.
    pub(in crate::scenario::parse) fn has_marks(
        kind: &RecordKind,
        text: &str,
        tokens: &[ScenarioToken],
    ) -> bool {
        if kind.mark.is_empty() {
            return false;
        }
        let expanded = expand_joined_words(kind, text, tokens);
        !find_marks(kind, expanded.as_deref().unwrap_or(tokens)).is_empty()
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
        line.assign_bare_numbers();
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
            is_marked: false,
            mark: Span::default(),
            description: None,
            bare_numbers: Vec::new(),
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

    /// Returns whether the line says values of the record it is in, and nothing else.
    pub(in crate::scenario::parse) fn is_statement(&self) -> bool {
        !self.values.is_empty() && self.not_understood == 0 && self.diagnostics.is_empty()
    }

    /// Splits the one who begins a record around the line off the others of the line: of `4 Reg
    /// Kn(F) incl. general` one is the general. What all of them cost stays with neither.
    pub(in crate::scenario::parse) fn split_beginning(&mut self) -> Option<Self> {
        let count = self.record_kind.count?;
        let number = self.number(count).filter(|number| *number > 1.0)?;
        let begins: Vec<PropertyIx> = self.vocabulary.begins_records(self.kind).collect();
        let at = self
            .values
            .iter()
            .position(|(property, _)| begins.contains(property))?;
        let rank = self.values.remove(at);
        if let Some(amounts) = self.record_kind.amounts {
            let unclear = self.has(amounts.either);
            self.values.retain(|(property, _)| {
                ![amounts.all, amounts.either].contains(property)
                    && !(unclear && *property == amounts.each)
            });
        }
        let mut one = Self::empty(self.source, self.text, self.vocabulary, self.kind, false);
        one.values = self
            .values
            .iter()
            .filter(|(property, _)| {
                let amounts = self.record_kind.amounts;
                amounts.is_none_or(|amounts| amounts.each != *property)
            })
            .cloned()
            .collect();
        one.values.push(rank);
        for (line, elements) in [(&mut *self, number - 1.0), (&mut one, 1.0)] {
            for (property, value) in &mut line.values {
                if *property == count {
                    value.value = ScenarioValue::Number(elements);
                }
            }
        }
        one.name.clone_from(&self.name);
        one.is_marked = true;
        Some(one)
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
        let described = self.find_descriptions(tokens);
        let mut at = from;
        while at < tokens.len() {
            if described[at] {
                let length = described[at..].iter().take_while(|own| **own).count();
                self.add_description(tokens[at].span.join(tokens[at + length - 1].span));
                at += length;
            } else {
                at += self.parse_next(&tokens[at..], at == 0);
            }
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
        if let Some((number, length)) = self.half_with_comma(tokens) {
            let half = ScenarioToken {
                kind: ScenarioTokenKind::Number(number),
                span: token.span.join(tokens[length - 1].span),
            };
            let tokens: Vec<ScenarioToken> = std::iter::once(half)
                .chain(tokens[length..].iter().cloned())
                .collect();
            return length - 1 + self.parse_next(&tokens, first);
        }
        let explains = token.kind == ScenarioTokenKind::Sign('+')
            && matches!(
                tokens.get(1).map(|token| &token.kind),
                Some(ScenarioTokenKind::Number(_))
            );
        if explains && self.is_marked {
            // `incl. general (+20)`
            return 2;
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
            ScenarioTokenKind::Word(word) if word == "x" && self.begins_count(&tokens[1..]) => {
                1 + self.parse_count(&tokens[1..])
            }
            ScenarioTokenKind::Sign(_) | ScenarioTokenKind::Word(_) => self.parse_word(tokens),
        }
    }

    /// Returns whether a line of a text without headings of its own seems to be a record: it begins
    /// with a number, and a word of the vocabulary says of what.
    pub(in crate::scenario::parse) fn is_meant_in_prose(&self, tokens: &[ScenarioToken]) -> bool {
        if self.is_marked {
            // `Ax(S) would be better` is prose: nothing says how many, or anything else
            // `339 altogether. With more points I would have 4 Bd(O)`
            let count = self
                .record_kind
                .count
                .and_then(|count| self.values.iter().find(|(property, _)| *property == count));
            let before = count.map_or("", |(_, count)| {
                self.text
                    .get(count.span.end()..self.mark.start())
                    .unwrap_or_default()
            });
            let mut values = self.values.iter();
            return !ends_sentence(before)
                && values.any(|(property, _)| !self.record_kind.mark.contains(property));
        }
        let is_word = |(_, value): &(PropertyIx, Spanned<ScenarioValue>)| {
            matches!(value.value, ScenarioValue::Word(_))
        };
        let begins = matches!(tokens[0].kind, ScenarioTokenKind::Number(_));
        begins && self.values.iter().any(is_word) && self.not_understood <= 3
    }

    /// Returns whether the record is rather one of the whole than of a part: a mark by itself, or
    /// no kind of line that begins parts.
    pub(in crate::scenario::parse) fn is_of_whole(&self) -> bool {
        let is_lone = |(_, value): &(PropertyIx, Spanned<ScenarioValue>)| matches!(&value.value, ScenarioValue::Word(word) if self.record_kind.lone_marks.contains(word));
        self.values.iter().any(is_lone)
            || self
                .vocabulary
                .begins_records(self.kind)
                .all(|property| !self.record_kind.properties.contains_key(&property))
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
    fn half_with_comma(&self, tokens: &[ScenarioToken]) -> Option<(f64, usize)> {
        let [whole, comma, half, rest @ ..] = tokens else {
            return None;
        };
        let ScenarioTokenKind::Number(number) = whole.kind else {
            return None;
        };
        let is_tight = comma.kind == ScenarioTokenKind::Comma
            && whole.span.end() == comma.span.start()
            && comma.span.end() == half.span.start()
            && half.span.of(self.text) == "5"
            && rest.first().is_none_or(|next| {
                next.kind != ScenarioTokenKind::Comma || next.span.start() != half.span.end()
            });
        let is_cost = self.is_marked || self.record_kind.amounts.is_some();
        (is_cost && is_tight).then_some((number + 0.5, 3))
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
        let Some(at) = self.values.iter().position(|(own, _)| *own == property) else {
            return self.values.push((property, Spanned::new(value, span)));
        };
        if let (ScenarioValue::Word(known), ScenarioValue::Word(word)) =
            (&self.values[at].1.value, &value)
            && let (Some(known), Some(rank)) = (
                self.rank_of(property, *known),
                self.rank_of(property, *word),
            )
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
    fn rank_of(&self, property: PropertyIx, word: WordIx) -> Option<usize> {
        let kinds = self.vocabulary.kinds.iter();
        let mut begins = kinds
            .filter(|kind| kind.lines.contains(&self.kind))
            .filter_map(|kind| kind.begins_with.as_ref());
        let begins = begins.find(|begins| begins.property == property)?;
        begins.words.iter().position(|(own, _)| *own == word)
    }

    pub(super) fn extend_name(&mut self, span: Span) {
        let words = self.unknown_words;
        self.unknown_words = Some(words.map_or(span, |words| words.join(span)));
    }
}

/// Returns whether a sentence ends within a text. `irr. Bd` is an abbreviation.
fn ends_sentence(text: &str) -> bool {
    let is_end = |at: usize| {
        let before = &text[..at];
        let word = before
            .rsplit(|c: char| !c.is_alphanumeric())
            .next()
            .unwrap_or_default();
        let is_word = word.is_empty() || word.len() > 3 || word.ends_with(|c: char| c.is_numeric());
        is_word && text[at + 2..].starts_with(char::is_uppercase)
    };
    text.match_indices(". ").any(|(at, _)| is_end(at))
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
