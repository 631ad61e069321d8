//! Reads lines in which a general follows the troops that he leads, and opens his command for all
//! of them: `24 Wb(O), 4 Ps(S) under a sub-general (1 Cv(O) general)`.

use super::{line::LineCandidate, parser::ScenarioParser};
use crate::scenario::{
    shared_words::shared_words,
    token::{ScenarioToken, ScenarioTokenKind},
    vocabulary::{PropertyIx, ValueType, match_phrases},
};
use crate::text::Span;
use std::ops::Range;

impl ScenarioParser<'_> {
    /// Returns the tokens of a line with a rank behind a word such as `under` at the next rank, which is
    /// that of the same person. `None` if there are none.
    pub(super) fn with_rank_at_leader(
        &self,
        tokens: &[ScenarioToken],
    ) -> Option<Vec<ScenarioToken>> {
        let kind = self.marked_kind(tokens).filter(|_| !self.is_strict())?;
        let begins: Vec<PropertyIx> = self.vocabulary.begins_records(kind).collect();
        let kind = self.vocabulary.kind(kind);
        let rank_at = |at: usize| {
            let (length, meanings) = kind.phrases.longest_match(tokens.get(at..)?)?;
            let is_rank =
                |own: &PropertyIx| meanings.iter().any(|meaning| meaning.is_value_of(*own));
            begins.iter().any(is_rank).then_some(at..at + length)
        };
        let leading = (1..tokens.len()).find_map(|at| {
            let behind = at + match_phrases(&tokens[at..], &shared_words().led_by)?;
            let is_small = |token: &&ScenarioToken| token.is_filler();
            let articles = tokens[behind..].iter().take_while(is_small).count();
            rank_at(behind + articles).map(|rank| (at, rank))
        });
        let (at, rank) = leading?;
        let next = (rank.end..tokens.len()).find_map(rank_at)?;
        // he follows at once, in brackets or behind his name
        let between = self
            .text
            .get(tokens[rank.end - 1].span.end()..tokens[next.start].span.start());
        between.filter(|between| !between.contains([',', '.', ';', '\n']))?;
        let place = tokens[next.start].span;
        let moved = tokens[rank.clone()].iter().map(|token| ScenarioToken {
            kind: token.kind.clone(),
            span: place,
        });
        let before = tokens[..at].iter().chain(&tokens[rank.end..next.start]);
        let before = before.cloned().chain(moved);
        Some(before.chain(tokens[next.start..].iter().cloned()).collect())
    }

    /// Opens the record of the only general in a line with several records, if others are in front of
    /// him: they belong to it, too.
    pub(super) fn open_for_leader(&mut self, parts: &[Range<usize>], tokens: &[ScenarioToken]) {
        let Some(kind) = self.marked_kind(tokens).filter(|_| !self.is_strict()) else {
            return;
        };
        let begins: Vec<PropertyIx> = self.vocabulary.begins_records(kind).collect();
        let (source, vocabulary) = (self.scenario.source, self.vocabulary);
        let candidate = |part: &Range<usize>| {
            let tokens = &tokens[part.clone()];
            let span = self.item_of(tokens).span;
            LineCandidate::new(source, self.text, vocabulary, kind, span, tokens)
        };
        let is_led = |line: &LineCandidate<'_>| {
            let mut values = line.values.iter();
            values.any(|(property, _)| begins.contains(property))
        };
        let lines = parts.iter().map(candidate).enumerate();
        let mut led = lines.filter(|(_, line)| is_led(line));
        if let (Some((at, line)), None) = (led.next(), led.next())
            && at > 0
        {
            let span = self.item_of(&tokens[parts[0].clone()]).span;
            self.open_for(&line, span);
        }
    }

    /// Returns a line that names a general without a remark about something else behind his rank: `Sir John
    /// Talbot - C-in-C - PIP die: black`. `None` if it has none.
    pub(super) fn without_remark_behind_rank(&self, line: Span) -> Option<Span> {
        if !line.of(self.text).contains(':') {
            return None;
        }
        let tokens = self.tokens(line);
        if self.is_strict() || self.is_marked(&self.marked_kinds, &tokens) {
            return None;
        }
        let colon = tokens
            .iter()
            .rposition(|token| token.kind == ScenarioTokenKind::Colon)?;
        let is_word = |token: &&ScenarioToken| matches!(token.kind, ScenarioTokenKind::Word(_));
        let label = tokens[..colon].iter().rev().take_while(is_word).count();
        let dash = (colon - label).checked_sub(1).filter(|_| label > 0)?;
        let is_dash = tokens[dash].kind == ScenarioTokenKind::Sign('-');
        let is_known = (dash + 1..colon).any(|at| {
            let mut kinds = self.vocabulary.kinds.iter();
            kinds.any(|kind| {
                let found = kind.phrases.longest_match(&tokens[at..colon]);
                let takes_words = |own: PropertyIx| {
                    let form = kind.properties.get(&own);
                    !form.is_some_and(|own| matches!(own.value_type, ValueType::Number { .. }))
                };
                found
                    .is_some_and(|(_, own)| own.iter().filter_map(|own| own.key()).any(takes_words))
            })
        });
        let behind = &tokens[colon + 1..];
        let has_words = !behind.is_empty() && behind.iter().all(|token| is_word(&token));
        let begins_with_name = !self.begins_with_any_rank(&tokens);
        let is_remark = is_dash && !is_known && has_words && begins_with_name;
        (is_remark && self.begins_with_rank_word(&tokens[..dash]))
            .then(|| Span::new(line.start(), tokens[dash - 1].span.end()))
    }
}
