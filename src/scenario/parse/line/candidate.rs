//! `LineCandidate`: a line or heading parsed as a record of one kind, to be compared with others.

use super::{
    marks::{expand_joined_words, next_mark, without_joiners},
    table_row::TableRow,
};
use crate::{
    diagnostic::{Diagnostic, Location, Severity},
    scenario::{
        parse::scanned::join_scanned,
        shared_words::shared_words,
        token::{ScenarioToken, tokenize},
        value::ScenarioValue,
        vocabulary::{KindIx, PairPattern, PropertyIx, RecordKind, Vocabulary},
    },
    text::{SourceId, Span, Spanned},
};
use std::sync::Arc;

/// A line or heading parsed as a record of one kind: its name, values and problems.
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
    /// Those of them that got no meaning.
    pub(super) unused_numbers: Vec<BareNumber>,
}

/// A number in a line without a key or label, and whether the unit of an amount follows it.
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
        if let Some(mark) = next_mark(line.record_kind, tokens, 0) {
            line.is_marked = true;
            line.mark = tokens[mark.start].span.join(tokens[mark.end - 1].span);
        }
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
        let tokens = join_scanned(self.text, &tokenize(self.text, cell));
        let at = tokens.iter().position(ScenarioToken::is_number);
        let Some((number, span)) = at.and_then(|at| tokens[at].spanned_number()) else {
            return;
        };
        let half = at.and_then(|at| self.half_with_comma(&tokens[at..]));
        let number = half.map_or(number, |(half, _)| half);
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
        let is_marked = |tokens: &[ScenarioToken]| next_mark(kind, tokens, 0).is_some();
        !kind.mark.is_empty()
            && (is_marked(tokens)
                || expand_joined_words(kind, text, tokens).is_some_and(|own| is_marked(&own)))
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
        let (rest, name) = line.split_name(span, tokens, length);
        line.name = name;
        let from = length.min(rest.len());
        line.parse_tokens(rest, from + part_number_length(text, &rest[from..]));
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
            after_colon: false,
            unknown_words: None,
            is_marked: false,
            mark: Span::default(),
            description: None,
            bare_numbers: Vec::new(),
            unused_numbers: Vec::new(),
        }
    }

    /// Returns whether this candidate understands more of the line.
    pub(in crate::scenario::parse) fn is_better_than(&self, other: &Self) -> bool {
        let rank = |own: &Self| {
            let understood = std::cmp::Reverse(own.understood);
            (own.not_understood, own.diagnostics.len(), understood)
        };
        rank(self) < rank(other)
    }

    /// Returns whether the line counts one element, or has no number of them.
    pub(in crate::scenario::parse) fn is_one(&self) -> bool {
        let count = self.record_kind.count.and_then(|count| self.number(count));
        count.is_none_or(|count| count == 1.0)
    }

    /// Returns whether every word of the line is understood, and it has a count.
    pub(in crate::scenario::parse) fn is_whole(&self) -> bool {
        self.is_counted() && self.understood > 1 && self.is_clear()
    }

    /// Returns whether the line has a value that is no number.
    pub(in crate::scenario::parse) fn has_words(&self) -> bool {
        let mut values = self.values.iter();
        values.any(|(_, value)| !matches!(value.value, ScenarioValue::Number(_)))
    }

    /// Returns whether the line seems to be a record, even though it is not a list item. Other
    /// lines are prose.
    pub(in crate::scenario::parse) fn is_meant(&self) -> bool {
        (self.is_counted() && self.understood > 1)
            || (self.understood > 0 && self.not_understood == 0)
            || self
                .diagnostics
                .iter()
                .any(|diagnostic| diagnostic.code == "scenario-number")
    }

    /// Returns whether the line has values of the record it is in, and nothing else.
    pub(in crate::scenario::parse) fn is_statement(&self) -> bool {
        !self.values.is_empty() && self.is_clear()
    }

    /// Returns whether the line has its count.
    fn is_counted(&self) -> bool {
        self.record_kind.count.is_some_and(|count| self.has(count))
    }

    /// Returns whether everything in the line is understood.
    fn is_clear(&self) -> bool {
        self.not_understood == 0 && self.diagnostics.is_empty()
    }

    /// Splits the general, who begins a record around the line, off the other elements of it: of
    /// `4 Reg Kn(F) incl. general` one is the general. The cost of all is removed from both.
    pub(in crate::scenario::parse) fn split_beginning(&mut self) -> Option<Self> {
        let count = self.record_kind.count?;
        let number = self.number(count).filter(|number| *number > 1.0)?;
        let kind = self.record_kind;
        let mut values = self.values.iter();
        let at = values.position(|(property, _)| kind.ranks.contains(property))?;
        let rank = self.values.remove(at);
        // what all of them count is that of neither
        let is_share = |property| kind.shares.iter().any(|(own, _)| *own == property);
        let is_unclear = kind.amounts.is_some_and(|own| self.has(own.either));
        let is_each = |property| kind.amounts.is_some_and(|own| own.each == property);
        self.values.retain(|&(property, _)| {
            let is_sum = kind.is_amount(property) && !is_each(property);
            let may_be_sum = is_unclear && is_each(property);
            !is_share(property) && !is_sum && !may_be_sum
        });
        let mut one = Self::empty(self.source, self.text, self.vocabulary, self.kind, false);
        one.values.clone_from(&self.values);
        one.values.retain(|&(property, _)| !is_each(property));
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

    /// Returns whether a property has a value.
    pub(in crate::scenario::parse) fn has(&self, property: PropertyIx) -> bool {
        self.value(property).is_some()
    }

    /// Returns whether a line of a list without front matter seems to be a record: it has a mark
    /// and another value, or begins with a number and has a word of the vocabulary.
    pub(in crate::scenario::parse) fn is_meant_in_prose(&self, tokens: &[ScenarioToken]) -> bool {
        if self.is_marked {
            // `Ax(S) would be better` is prose: nothing says how many, or anything else
            // `339 altogether. With more points I would have 4 Bd(O)`
            let count = self.record_kind.count.and_then(|count| self.value(count));
            let before = count.and_then(|count| self.text.get(count.span.end()..self.mark.start()));
            // `El(I) are 15 now` is about what they cost
            let is_said = count.is_some_and(|count| {
                let between = self.text.get(self.mark.end()..count.span.start());
                let word = between.and_then(|own| own.split_whitespace().next());
                let is_lone = self.is_of_whole();
                word.is_some_and(|word| shared_words().verbs.contains_in_any_case(word)) && !is_lone
            });
            let mut values = self.values.iter();
            return !before.is_some_and(ends_sentence)
                && !is_said
                && !self.is_explained(tokens[0].span.start())
                && values.any(|(property, _)| !self.record_kind.mark.contains(property));
        }
        // `2 Maharbal, sub-general` is a heading, `364 all in` a total
        let is_word = |(property, value): &(PropertyIx, Spanned<ScenarioValue>)| {
            let kind = self.record_kind;
            // `31 elements not counting the baggage`
            (kind.mark.contains(property) || kind.front_properties.contains(property))
                && matches!(&value.value, ScenarioValue::Word(_))
                && !kind.is_lone_mark(&value.value)
        };
        // `16 hordes?`
        let line = self.text[tokens[0].span.start()..].split('\n').next();
        tokens[0].is_number()
            && line.is_none_or(|line| !line.contains('?'))
            && self.values.iter().any(is_word)
            && self.not_understood <= 3
    }

    /// Returns whether a sentence from byte `from` on says what troops are, and the rank is in a later one:
    /// `Janissaries are the Reg Bw(S). Only Bayezid is a general.`
    fn is_explained(&self, from: usize) -> bool {
        let lead = self.text.get(from..self.mark.start()).unwrap_or_default();
        let mut words = lead.split_whitespace();
        let is_later = |(property, value): &(PropertyIx, Spanned<ScenarioValue>)| {
            let between = self.text.get(self.mark.end()..value.span.start());
            self.record_kind.ranks.contains(property) && between.is_some_and(ends_sentence)
        };
        lead.starts_with(char::is_alphabetic)
            && !self.is_counted()
            && words.any(|word| shared_words().verbs.contains_in_any_case(word))
            && self.values.iter().any(is_later)
    }

    /// Returns whether the record is rather one of the whole than of a part: a mark by itself, or
    /// no kind of line that begins parts.
    pub(in crate::scenario::parse) fn is_of_whole(&self) -> bool {
        let kind = self.record_kind;
        let mut values = self.values.iter();
        values.any(|(_, value)| kind.is_lone_mark(&value.value))
            || !kind
                .ranks
                .iter()
                .any(|rank| kind.properties.contains_key(rank))
    }
}

/// Returns whether a sentence ends within a text. `irr. Bd` is an abbreviation.
fn ends_sentence(text: &str) -> bool {
    let is_end = |at: usize| {
        let before = &text[..at];
        // dotted leaders end no sentence
        if before.ends_with('.') {
            return false;
        }
        let word = before
            .rsplit(|c: char| !c.is_alphanumeric())
            .next()
            .unwrap_or_default();
        let is_word = word.is_empty() || word.len() > 3 || word.ends_with(|c: char| c.is_numeric());
        is_word && text[at + 2..].starts_with(char::is_uppercase)
    };
    text.match_indices(". ").any(|(at, _)| is_end(at))
}

/// Returns the length of the number and the small word that are in front of a name behind the words of
/// a heading: `Mando 2 el Zegrí` has no two elements.
fn part_number_length(text: &str, tokens: &[ScenarioToken]) -> usize {
    let is_named = matches!(tokens, [number, small, name, ..]
        if number.is_number()
            && small.span.of(text).starts_with(char::is_lowercase)
            && name.span.of(text).starts_with(char::is_uppercase));
    2 * usize::from(is_named)
}
