//! Recognizes lines behind a list that name its troops again (a summary, a plan of battle), so that
//! they are not counted twice.

use super::{line::LineCandidate, parser::ScenarioParser, text_lines};
use crate::{
    scenario::{
        record::Record,
        token::ScenarioToken,
        value::ScenarioValue,
        vocabulary::{KindIx, PropertyIx, RecordKind},
    },
    syntax::{MarkdownLine, MarkdownLineKind},
    text::{Span, Spanned},
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
        let begins_with_word = tokens[0].is_word();
        let Some(kind) = self.marked_kind(tokens).filter(|_| !self.is_strict()) else {
            return false;
        };
        let names_troops = self.vocabulary.kind(kind).begins_with_value(tokens);
        if !begins_with_word || names_troops || parts.len() < 2 {
            return false;
        }
        let named = parts.iter();
        let named = named.map(|part| self.counted_in(kind, &tokens[part.clone()]));
        let Some(named) = named.collect::<Option<Vec<_>>>() else {
            return false;
        };
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
        let lead = tokens
            .iter()
            .position(ScenarioToken::is_number)
            .unwrap_or(0);
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
        self.troop_kinds().any(|kind| {
            let counts_type =
                |pair: &&[ScenarioToken]| pair[0].is_number() && kind.begins_with_type(&pair[1..]);
            tokens.windows(2).filter(counts_type).count() >= MIN_TYPES
        })
    }

    /// Notes that a line or sentence names troops of the list again.
    pub(super) fn note_listed(&mut self, span: Span) {
        let message = "not counted: these troops are already listed above";
        let help =
            "if they are further troops, write them in lines of their own, their number first";
        self.note(span, message).help = Some(help.to_owned());
    }

    /// Returns whether a line has some words that are in no vocabulary.
    pub(super) fn has_prose(&self, kind: KindIx, tokens: &[ScenarioToken]) -> bool {
        let phrases = &self.vocabulary.kind(kind).phrases;
        let words = tokens.iter().filter(|token| !token.is_filler());
        let words = words.filter_map(ScenarioToken::word);
        words.filter(|word| !phrases.is_word(word)).count() >= MIN_PROSE
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
        let rank = |own: &LineCandidate<'_>| {
            let mut values = own.values.iter();
            let found = values.find(|(property, _)| kind.ranks.contains(property));
            found.map(|(_, value)| value.value.clone())
        };
        let marks = |own: &LineCandidate<'_>| mark_of(kind, |mark| own.value(mark));
        let behind = &self.text[at.span.start()..self.next_line(at.span)];
        let is_sentence = at.kind != MarkdownLineKind::Item
            && tokens[0].is_word()
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
        let is_counted = next_tokens.first().is_some_and(ScenarioToken::is_number);
        let next = self.candidate(line.kind, next.span, &next_tokens);
        let repeats = is_counted
            && next.is_marked
            && next.is_one()
            && rank(&next) == rank(line)
            && marks(&next) == marks(line);
        if repeats {
            let message = "this line is not used: its general is in the line below";
            self.note(at.span, message);
        }
        repeats
    }

    /// Returns what a part of a line counts; none if it has another value that lists have, such as a rank
    /// or a cost.
    fn counted_in(&self, kind: KindIx, tokens: &[ScenarioToken]) -> Option<CountedRecord> {
        let own = self.vocabulary.kind(kind);
        let line = self.candidate(kind, self.item_of(tokens).span, tokens);
        let amounts = own.amounts?;
        let count = line.number(own.count?)?;
        let has_other = line.begins_record() || line.has(amounts.each) || line.has(amounts.all);
        (!has_other).then(|| (mark_of(own, |mark| line.value(mark)), count))
    }

    /// Returns what the lines of a kind in the open army count so far.
    fn listed(&self, kind: KindIx) -> impl Iterator<Item = CountedRecord> + '_ {
        let own = self.vocabulary.kind(kind);
        let records = self.scenario.records.iter();
        let lines = records.filter(move |record| record.kind == kind && record.level == 0);
        lines.map(move |line: &Record| {
            let mark = mark_of(own, |mark| line.value(mark));
            let count = own.count.and_then(|count| line.number(count));
            (mark, count.unwrap_or(1.0))
        })
    }

    /// Returns whether the list seems to be at its end: it has its total, or its baggage.
    pub(super) fn is_complete(&self) -> bool {
        self.scenario.indices().any(|at| {
            let has_total = || self.kind_of(at).implied && self.total_of(at).is_some();
            self.is_lone_line(at) || has_total()
        })
    }
}

/// Returns what marks a line: of baggage the type alone, as its grade may be left out.
pub(super) fn mark_of<'v>(
    kind: &RecordKind,
    value: impl Fn(PropertyIx) -> Option<&'v Spanned<ScenarioValue>>,
) -> Vec<ScenarioValue> {
    let marks = kind.mark.iter().filter_map(|&mark| value(mark));
    let mut marks: Vec<ScenarioValue> = marks.map(|own| own.value.clone()).collect();
    if marks.first().is_some_and(|own| kind.is_lone_mark(own)) {
        marks.truncate(1);
    }
    marks
}
