//! Recognizes lines behind a list that name its troops again (a summary, a plan of battle), so that
//! they are not counted twice.

use super::{line::LineCandidate, parser::ScenarioParser, text_lines};
use crate::{
    diagnostic::Severity,
    scenario::{
        record::{Record, RecordIx},
        token::{ScenarioToken, ScenarioTokenKind},
        value::ScenarioValue,
        vocabulary::{KindIx, PropertyIx, RecordKind},
    },
    syntax::{MarkdownLine, MarkdownLineKind},
    text::Span,
};
use std::ops::Range;

/// The least words of a plan that are in no vocabulary.
const MIN_PROSE: usize = 4;

/// The least number of types in a summary.
const MIN_TYPES: usize = 3;

/// The values that mark a record (type, grade, …), and the number of elements in it.
type CountedRecord = (Vec<ScenarioValue>, f64);

impl ScenarioParser<'_> {
    /// Notes a line whose records are all in the list above it: each is the sum of all elements of its
    /// type and grade, or in prose one of the lines. Returns whether it is such a line.
    pub(super) fn note_repeats(
        &mut self,
        span: Span,
        tokens: &[ScenarioToken],
        parts: &[Range<usize>],
    ) -> bool {
        let begins_with_word = matches!(tokens[0].kind, ScenarioTokenKind::Word(_));
        let Some(kind) = self.marked_kind(tokens).filter(|_| !self.is_strict()) else {
            return false;
        };
        let names_troops = self.vocabulary.kind(kind).begins_with_value(tokens);
        if !begins_with_word || names_troops || parts.len() < 2 {
            return false;
        }
        let named: Option<Vec<CountedRecord>> = parts
            .iter()
            .map(|part| self.counted_in(kind, &tokens[part.clone()]))
            .collect();
        let Some(named) = named else { return false };
        let listed: Vec<CountedRecord> = self.listed(kind).collect();
        let sum = |mark: &[ScenarioValue]| {
            let own = listed.iter().filter(|(own, _)| own == mark);
            own.map(|(_, count)| count).sum::<f64>()
        };
        let is_summary =
            listed.len() > named.len() && named.iter().all(|(mark, count)| sum(mark) == *count);
        let is_plan = || {
            self.has_prose(kind, tokens)
                && self.is_complete()
                && named.iter().all(|own| listed.contains(own))
        };
        let repeats = is_summary || is_plan();
        if repeats {
            self.note_listed(span);
        }
        repeats
    }

    /// Returns whether a sentence behind a total names one of the lines above: `Gesamt 368. Die Artillerie
    /// steht hinter den 4 TF.`
    pub(super) fn names_listed(&self, tokens: &[ScenarioToken]) -> bool {
        let is_number = |token: &ScenarioToken| token.is_number();
        let lead = tokens.iter().position(is_number).unwrap_or(0);
        let kind = self.marked_kind(tokens).filter(|_| lead >= MIN_PROSE - 1);
        kind.is_some_and(|kind| {
            self.has_prose(kind, tokens)
                && self
                    .counted_in(kind, tokens)
                    .is_some_and(|named| self.listed(kind).any(|own| own == named))
        })
    }

    /// Returns whether a line counts the troops of each type: `army.summary=9 El, 4 Cv, 14 Bd`.
    pub(super) fn is_summary_by_type(&self, tokens: &[ScenarioToken]) -> bool {
        let mut kinds = self
            .marked_kinds
            .iter()
            .map(|&kind| self.vocabulary.kind(kind));
        kinds.any(|kind| {
            let counts_type = |pair: &[ScenarioToken]| {
                let found = kind.phrases.longest_match(&pair[1..]);
                pair[0].is_number()
                    && found.is_some_and(|(_, meanings)| {
                        let mut types = kind.mark.iter().take(1);
                        types.any(|&own| meanings.iter().any(|meaning| meaning.is_value_of(own)))
                    })
            };
            tokens.windows(2).filter(|pair| counts_type(pair)).count() >= MIN_TYPES
        })
    }

    /// Notes that a line or sentence names troops of the list again.
    pub(super) fn note_listed(&mut self, span: Span) {
        let message = "not counted: these troops are already listed above";
        let found = self.report("scenario-line", span, message);
        found.severity = Severity::Note;
        let help =
            "if they are further troops, write them in lines of their own, their number first";
        found.help = Some(help.to_owned());
    }

    /// Returns whether a line has some words that are in no vocabulary.
    pub(super) fn has_prose(&self, kind: KindIx, tokens: &[ScenarioToken]) -> bool {
        let phrases = &self.vocabulary.kind(kind).phrases;
        let is_prose = |token: &&ScenarioToken| matches!(&token.kind, ScenarioTokenKind::Word(word) if !token.is_filler() && !phrases.is_word(word));
        tokens.iter().filter(is_prose).count() >= MIN_PROSE
    }

    /// Notes a sentence about a general whose own line is the next one: `King Harald (C-in-C) has the first
    /// command. He is an element of blades.` Returns whether it is such a sentence.
    pub(super) fn note_general_below(
        &mut self,
        line: &LineCandidate<'_>,
        at: MarkdownLine,
        tokens: &[ScenarioToken],
    ) -> bool {
        let kind = self.vocabulary.kind(line.kind);
        let begins: Vec<PropertyIx> = self.vocabulary.begins_records(line.kind).collect();
        let rank = |own: &LineCandidate<'_>| {
            let mut values = own.values.iter();
            let found = values.find(|(property, _)| begins.contains(property));
            found.map(|(_, value)| value.value.clone())
        };
        let marks = |own: &LineCandidate<'_>| {
            let value =
                |mark: PropertyIx| own.values.iter().find(|(property, _)| *property == mark);
            mark_of(kind, |mark| {
                value(mark).map(|(_, value)| value.value.clone())
            })
        };
        let behind = &self.text[at.span.start()..self.next_line(at.span)];
        let is_sentence = at.kind != MarkdownLineKind::Item
            && matches!(tokens[0].kind, ScenarioTokenKind::Word(_))
            && behind.trim_end().ends_with(['.', '!', ':'])
            && !behind.starts_with(|c: char| c.is_ascii_digit());
        if self.is_strict() || !is_sentence || rank(line).is_none() || !line.is_one() {
            return false;
        }
        let below = self.next_line(at.span);
        let end = self.next_line(Span::new(below, below));
        let Some(next) = text_lines(&self.text[..end], below).into_iter().next() else {
            return false;
        };
        let next_tokens = self.tokens(next.span);
        let is_counted = matches!(next_tokens.first(), Some(first) if first.is_number());
        let own = (self.scenario.source, self.text, self.vocabulary);
        let next = LineCandidate::new(own.0, own.1, own.2, line.kind, next.span, &next_tokens);
        let repeats = is_counted
            && next.is_marked
            && next.is_one()
            && rank(&next) == rank(line)
            && marks(&next) == marks(line);
        if repeats {
            let message = "this line is not used: its general is in the line below";
            let found = self.report("scenario-line", at.span, message);
            found.severity = Severity::Note;
        }
        repeats
    }

    /// Returns what a part of a line counts; none if it has another value that lists have, such as a rank
    /// or a cost.
    fn counted_in(&self, kind: KindIx, tokens: &[ScenarioToken]) -> Option<CountedRecord> {
        let (source, own) = (self.scenario.source, self.vocabulary.kind(kind));
        let span = self.item_of(tokens).span;
        let line = LineCandidate::new(source, self.text, self.vocabulary, kind, span, tokens);
        let begins: Vec<PropertyIx> = self.vocabulary.begins_records(kind).collect();
        let amounts = own.amounts?;
        let is_other = |(property, _): &(PropertyIx, _)| {
            begins.contains(property) || [amounts.each, amounts.all].contains(property)
        };
        let value = |own: PropertyIx| {
            let mut values = line.values.iter();
            let (_, value) = values.find(|(property, _)| *property == own)?;
            Some(value.value.clone())
        };
        let mark = mark_of(own, value);
        let count = value(own.count?)?.number()?;
        (!line
            .values
            .iter()
            .any(|(property, _)| is_other(&(*property, ()))))
        .then_some((mark, count))
    }

    /// Returns what the lines of a kind in the open army count so far.
    fn listed(&self, kind: KindIx) -> impl Iterator<Item = CountedRecord> + '_ {
        let own = self.vocabulary.kind(kind);
        let records = self.scenario.records.iter();
        let lines = records.filter(move |record| record.kind == kind && record.level == 0);
        lines.map(move |line: &Record| {
            let mark = mark_of(own, |mark| line.value(mark).map(|own| own.value.clone()));
            let count = own
                .count
                .and_then(|count| line.value(count)?.value.number());
            (mark, count.unwrap_or(1.0))
        })
    }

    /// Returns whether the list seems to be at its end: it has its total, or its baggage.
    pub(super) fn is_complete(&self) -> bool {
        let records = 1..self.scenario.records.len() as u32;
        records.map(RecordIx).any(|at| {
            let own = self.scenario.record(at);
            let kind = self.vocabulary.kind(own.kind);
            let has_total = kind.implied
                && kind
                    .amounts
                    .is_some_and(|amounts| own.value(amounts.all).is_some());
            has_total || self.is_lone_line(at)
        })
    }
}

/// Returns what marks a line: of baggage the type alone, as its grade may be left out.
pub(super) fn mark_of(
    kind: &RecordKind,
    value: impl Fn(PropertyIx) -> Option<ScenarioValue>,
) -> Vec<ScenarioValue> {
    let is_lone = |own: &ScenarioValue| matches!(own, ScenarioValue::Word(word) if kind.lone_marks.contains(word));
    let mut marks: Vec<ScenarioValue> = kind.mark.iter().filter_map(|&mark| value(mark)).collect();
    if marks.first().is_some_and(is_lone) {
        marks.truncate(1);
    }
    marks
}
