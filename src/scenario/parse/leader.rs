//! Reads lines in which a general follows the troops that he leads, and opens his command for all
//! of them: `24 Wb(O), 4 Ps(S) under a sub-general (1 Cv(O) general)`.

use super::parser::ScenarioParser;
use crate::{
    scenario::{shared_words::shared_words, token::ScenarioToken, vocabulary::match_phrases},
    text::Span,
};
use std::ops::Range;

impl ScenarioParser<'_> {
    /// Returns the tokens of a line with a rank behind a word such as `under` at the next rank, which is
    /// that of the same person. `None` if there are none.
    pub(super) fn with_rank_at_leader(
        &self,
        tokens: &[ScenarioToken],
    ) -> Option<Vec<ScenarioToken>> {
        let kind = self.troop_kind(tokens).filter(|_| !self.is_strict())?;
        let rank_at = |at: usize| {
            let own = tokens.get(at..)?;
            let (length, _) = kind.phrases.longest_match(own)?;
            kind.begins_with_rank(own).then_some(at..at + length)
        };
        let leading = (1..tokens.len()).find_map(|at| {
            let behind = at + match_phrases(&tokens[at..], &shared_words().led_by)?;
            let articles = tokens[behind..]
                .iter()
                .take_while(|token| token.is_filler())
                .count();
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
        let candidate = |part: &Range<usize>| {
            let tokens = &tokens[part.clone()];
            let span = self.item_of(tokens).span;
            self.candidate(kind, span, tokens)
        };
        let lines = parts.iter().map(candidate).enumerate();
        let mut led = lines.filter(|(_, line)| line.begins_record());
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
        if self.is_strict() || self.names_troops(&tokens) {
            return None;
        }
        let colon = tokens.iter().rposition(|token| token.is_sign(":"))?;
        let label = tokens[..colon]
            .iter()
            .rev()
            .take_while(|token| token.is_word())
            .count();
        let dash = (colon - label).checked_sub(1).filter(|_| label > 0)?;
        let is_dash = tokens[dash].is_sign("-");
        let is_known = (dash + 1..colon).any(|at| {
            let mut kinds = self.vocabulary.kinds.iter();
            kinds.any(|kind| {
                let takes_words = |own| !kind.is_number(own);
                kind.key_length(&tokens[at..colon], takes_words).is_some()
            })
        });
        let behind = &tokens[colon + 1..];
        let has_words = !behind.is_empty() && behind.iter().all(ScenarioToken::is_word);
        let begins_with_name = !self.begins_with_any_rank(&tokens);
        let is_remark = is_dash && !is_known && has_words && begins_with_name;
        (is_remark && self.begins_with_rank_word(&tokens[..dash]))
            .then(|| Span::new(line.start(), tokens[dash - 1].span.end()))
    }
}
