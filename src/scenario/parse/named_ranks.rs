//! Sets the rank of a general from the name of his command, `Harald (C-in-C)`, or from the line
//! above his own.

use super::{line::LineCandidate, parser::ScenarioParser};
use crate::{
    scenario::{
        record::RecordIx,
        shared_words::shared_words,
        token::{ScenarioToken, ScenarioTokenKind},
        value::ScenarioValue,
        vocabulary::{OpeningLinePattern, PropertyIx, RecordKind, contains_phrase},
    },
    text::{Span, Spanned},
};

impl ScenarioParser<'_> {
    /// Gives the rank in the name of a record to the line of its general, or to the first one if no
    /// line has a rank: `Harald (C-in-C)`.
    pub(super) fn apply_named_ranks(&mut self) {
        let vocabulary = self.vocabulary;
        for at in self.scenario.indices() {
            let record = self.scenario.record(at);
            let Some(begins) = vocabulary.kind(record.kind).begins_with.as_ref() else {
                continue;
            };
            let lines: Vec<RecordIx> = self.scenario.children(at).collect();
            let begun = |line: &RecordIx| self.scenario.record(*line).value(begins.property);
            let known = lines.iter().find(|line| begun(line).is_some());
            let Some(&first) = known.or(lines.first()) else {
                continue;
            };
            let count = self.count_of(first);
            let is_one = count.is_none_or(|count| count == 1.0);
            let value = self.rank_in(record.span, self.kind_of(first), begins);
            let own = begun(&first).map(|own| begins.rank_of(&own.value));
            let Some(value) = value.filter(|value| {
                // the heading says who the general is, and the line that he is one
                own.map_or(is_one, |own| begins.rank_of(&value.value) < own)
            }) else {
                continue;
            };
            let values = &mut self.scenario.record_mut(first).values;
            values.retain(|(property, _)| *property != begins.property);
            values.push((begins.property, value));
        }
    }

    /// Gives the first line of a part the rank that the line above it has: `Emperor, C-in-C` below
    /// `Command 1`.
    pub(super) fn rank_by_title(&mut self, line: &mut LineCandidate<'_>) {
        let title = self.last_unused.take().filter(|_| !self.is_strict());
        let Some(open) = self.open_headings.last() else {
            return;
        };
        let own = self.scenario.record(open.record);
        let kind = self.vocabulary.kind(own.kind);
        let is_first = own.end - open.record.0 == 1;
        let Some(begins) = kind
            .begins_with
            .as_ref()
            .filter(|_| is_first && line.is_one())
        else {
            return;
        };
        let written = line.value(begins.property);
        let written = written.map(|value| begins.rank_of(&value.value));
        if let Some((property, rank)) = title.and_then(|title| self.rank_of_line(title))
            // `Poros, Commander-in-Chief` above `1 Irr El(O), general`
            && written.is_none_or(|written| begins.rank_of(&rank.value) < written)
        {
            line.values.retain(|(own, _)| *own != property);
            line.values.push((property, rank));
        }
    }

    /// Gives the first line of a part the rank in its heading, if it says that one of its elements is the
    /// leader: `6 Irr Kn(O), one of them Henry` below `King Henry (C-in-C)`.
    pub(super) fn rank_of_one_among(&self, line: &mut LineCandidate<'_>, span: Span) {
        let Some(open) = self.open_headings.last().filter(|_| !self.is_strict()) else {
            return;
        };
        let own = self.scenario.record(open.record);
        let kind = self.vocabulary.kind(own.kind);
        let is_first = own.end - open.record.0 == 1;
        // `8 Reg Sp(S) with Pausanias (+20)` has what a general costs more
        let has_extra = |tokens: &[ScenarioToken]| {
            tokens.windows(2).any(|own| {
                own[0].is_sign("+")
                    && own[1].is_number()
                    && self.text[..own[0].span.start()].ends_with('(')
            })
        };
        let names_one = || {
            let tokens = self.tokens(span);
            has_extra(&tokens) || contains_phrase(&tokens, &shared_words().one_among)
        };
        let Some(begins) = kind.begins_with.as_ref().filter(|begins| {
            is_first && !line.has(begins.property) && !line.is_one() && names_one()
        }) else {
            return;
        };
        let rank = self.rank_in(own.span, self.vocabulary.kind(line.kind), begins);
        line.values.extend(rank.map(|rank| (begins.property, rank)));
    }

    /// Returns whether a line has the rank of someone who begins a record.
    pub(super) fn names_rank(&self, span: Span) -> bool {
        self.rank_of_line(span).is_some()
    }

    /// Returns the rank of someone who begins a record around the lines of a list, if a line has one.
    fn rank_of_line(&self, span: Span) -> Option<(PropertyIx, Spanned<ScenarioValue>)> {
        let &lines = self.marked_kinds.first()?;
        let around = self.vocabulary.kind(self.part_of_rows(lines)?);
        let begins = around.begins_with.as_ref()?;
        let rank = self.rank_in(span, self.vocabulary.kind(lines), begins)?;
        Some((begins.property, rank))
    }

    /// Returns the rank in a name that says most, where there are several: `General: Bohemond  C-in-C [ ]
    /// Ally [X]`. `Ally's command` has one, too.
    fn rank_in(
        &self,
        span: Span,
        kind: &RecordKind,
        begins: &OpeningLinePattern,
    ) -> Option<Spanned<ScenarioValue>> {
        let mut tokens = self.tokens(span);
        for token in &mut tokens {
            let word = token.word().unwrap_or_default();
            let stem = word.strip_suffix("'s").or_else(|| word.strip_suffix("’s"));
            if let Some(stem) = stem {
                token.kind = ScenarioTokenKind::Word(stem.to_owned());
            }
        }
        let mut values: Vec<Spanned<ScenarioValue>> = Vec::new();
        let mut from = 0;
        while from < tokens.len() {
            // `verbündeter Feldherr` is no `Feldherr`
            let found = kind.value_of(begins.property, &tokens[from..]);
            from += found.as_ref().map_or(1, |(length, _)| *length);
            values.extend(found.map(|(_, value)| value));
        }
        let values = values.into_iter();
        values.min_by_key(|own| begins.rank_of(&own.value))
    }
}
