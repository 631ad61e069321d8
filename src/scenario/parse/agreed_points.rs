//! Sets the agreed points from a line such as `Total 398 of 400`, and leaves only the total in its
//! tokens: also without unspent points and shares (`of which the camp 6`).

use super::parser::ScenarioParser;
use crate::{
    scenario::{
        shared_words::shared_words,
        token::{ScenarioToken, ScenarioTokenKind},
        value::{ScenarioValue, number_value},
        vocabulary::{Amounts, PropertyIx, ROOT, RecordKind, match_phrases},
    },
    text::{Span, Spanned},
};
use std::ops::Range;

/// The smallest size of a game, and what its sizes are multiples of.
const LEAST_LIMIT: f64 = 100.0;
pub(super) const LIMIT_STEP: f64 = 25.0;

/// The number of tokens in front of a number within which its key begins.
const MAX_KEY: usize = 4;

/// A total with the points agreed behind it: `398 of 400`.
struct LimitedTotal {
    /// The token of the total.
    total: usize,
    /// The tokens between it and the limit.
    joiner: Range<usize>,
    limit: Spanned<ScenarioValue>,
}

impl ScenarioParser<'_> {
    /// Sets the points agreed to the second number of `398 of 400`, and leaves the first one in the line
    /// as the total that it is.
    pub(super) fn take_limit(&mut self, tokens: &mut Vec<ScenarioToken>) {
        let Some((army, amounts)) = self
            .army_kind()
            .and_then(|kind| Some((kind, kind.amounts?)))
        else {
            return;
        };
        if self.is_strict() || self.names_troops(tokens) {
            return;
        }
        split_fractions(tokens);
        remove_lists(tokens);
        remove_shares(tokens);
        remove_sum_so_far(tokens);
        remove_unspent(army, amounts.all, tokens);
        let found = self.limit_in(army, tokens);
        let is_above = self.has_no_records();
        let maximum = || most_points(army, amounts.all, tokens, is_above);
        let limit = found.as_ref().map(|found| found.limit.clone());
        let labelled = || {
            self.labelled_maximum(amounts.each, tokens)
                .filter(|_| is_above)
        };
        let limit = limit.or_else(labelled).or_else(maximum);
        self.set_agreed(amounts, limit);
        let Some(LimitedTotal {
            total: at, joiner, ..
        }) = found
        else {
            return;
        };
        let Some(army) = self.open_army() else {
            // in a title, only the points agreed count
            tokens.drain(at..joiner.end);
            return;
        };
        let total = number_value(tokens[at].number().unwrap_or(0.0), tokens[at].span);
        tokens.drain(joiner.start..=joiner.end);
        // `Points 398 of 400`
        if let Some(key) = self.points_key(amounts.each, &tokens[..at]) {
            self.set_of_record(army, amounts.all, &total);
            tokens.drain(key.start..joiner.start);
        }
    }

    /// Sets the points agreed for the game, if they are not known yet.
    pub(super) fn set_agreed(&mut self, amounts: Amounts, agreed: Option<Spanned<ScenarioValue>>) {
        let root = &mut self.scenario.records[0];
        if let Some(agreed) = agreed
            && root.value(amounts.each).is_none()
        {
            root.values.push((amounts.each, agreed));
        }
    }

    /// Returns the number of points behind their key and a word for the most: `Points: max. 400`.
    fn labelled_maximum(
        &self,
        points: PropertyIx,
        tokens: &[ScenarioToken],
    ) -> Option<Spanned<ScenarioValue>> {
        let words = &shared_words().maximum;
        tokens.iter().enumerate().find_map(|(at, token)| {
            let limit = token.number().filter(|limit| is_size(*limit))?;
            let is_maximum =
                |from: &usize| match_phrases(&tokens[*from..at], words) == Some(at - from);
            let from = (at.saturating_sub(MAX_KEY)..at).find(is_maximum)?;
            self.points_key(points, &tokens[..from])?;
            Some(number_value(limit, token.span))
        })
    }

    /// Returns the first total with its limit: `398 of 400`, `403 AP, limit 400`.
    fn limit_in(&self, army: &RecordKind, tokens: &[ScenarioToken]) -> Option<LimitedTotal> {
        (0..tokens.len()).find_map(|at| {
            let total = tokens[at].number()?;
            let unit = army.amount_unit_length(&tokens[at + 1..]);
            let start = at + 1 + unit.unwrap_or(0);
            let end = start + self.joiner_length(army, &tokens[start..])?;
            let limit = tokens.get(end)?.number()?;
            let is_limit = is_size(limit) && total > limit / 4.0 && total < limit * 2.0;
            let has_unit = army.begins_with_unit(&tokens[end + 1..]);
            let is_line = at == 0 && end + 1 == tokens.len();
            let has_key = self.total_key(army, &tokens[..at]) || is_line;
            (is_limit && (has_unit || has_key)).then(|| LimitedTotal {
                total: at,
                joiner: start..end,
                limit: number_value(limit, tokens[end].span),
            })
        })
    }

    /// Returns the number of tokens between a total and its limit; `None` if the first ones join no two
    /// numbers.
    fn joiner_length(&self, army: &RecordKind, tokens: &[ScenarioToken]) -> Option<usize> {
        let first = tokens.first()?;
        if first.is_sign("/") || first.is_one_of(&shared_words().limits) {
            return Some(1);
        }
        let comma = usize::from(first.is_sign(","));
        let points = army.amounts?.each;
        let root = self.vocabulary.kind(ROOT);
        let length = root.key_length(&tokens[comma..], |key| key == points)?;
        // `84 elements, AP 100` has a unit, and no key
        let is_unit = army.begins_with_unit(&tokens[comma..]);
        let end = comma + length;
        let sign = usize::from(tokens.get(end).is_some_and(|next| next.is_sign(":=")));
        (!is_unit).then_some(end + sign)
    }

    /// Returns whether tokens end with a key for points or a total, perhaps with a colon.
    fn total_key(&self, army: &RecordKind, tokens: &[ScenarioToken]) -> bool {
        army.amounts.is_some_and(|own| {
            self.points_key(own.each, tokens).is_some()
                || key_at_end(army, own.all, tokens).is_some()
        })
    }

    /// Returns the tokens of a key for the points agreed that tokens end with, perhaps with a colon.
    fn points_key(&self, points: PropertyIx, tokens: &[ScenarioToken]) -> Option<Range<usize>> {
        key_at_end(self.vocabulary.kind(ROOT), points, tokens)
    }
}

/// Returns the tokens of a key of a property that tokens end with, perhaps with a colon.
fn key_at_end(
    kind: &RecordKind,
    property: PropertyIx,
    tokens: &[ScenarioToken],
) -> Option<Range<usize>> {
    let signs = tokens.iter().rev().take_while(|token| token.is_sign(":=-"));
    let end = tokens.len() - signs.count();
    (end.saturating_sub(MAX_KEY)..end).find_map(|at| {
        let length = kind.key_length(&tokens[at..end], |key| key == property)?;
        (at + length == end).then_some(at..end)
    })
}

/// Returns the number of points with a word for the most of them in a sentence: `It is 400 AP maximum`. Above
/// the army also that behind an edition, `We play DBM 3.4, 400 points.`, or without a unit in a line with an
/// edition: `400 limit, DBM 3.2`.
fn most_points(
    army: &RecordKind,
    points: PropertyIx,
    tokens: &[ScenarioToken],
    is_above: bool,
) -> Option<Spanned<ScenarioValue>> {
    let words = &shared_words().maximum;
    let follows_edition = |at: usize| {
        let mut near = tokens[at.saturating_sub(3)..at].iter().rev();
        let is_small = |token: &ScenarioToken| token.is_filler() || token.is_sign(",-/");
        is_above && near.find(|token| !is_small(token)).is_some_and(is_edition)
    };
    // `AP 403 (massimo consentito dal torneo: 400)`
    let is_labelled = |at: usize| {
        let label = tokens[..at].split_last();
        label.is_some_and(|(colon, label)| {
            let start = label.len().saturating_sub(MAX_KEY);
            colon.is_sign(":")
                && (start..label.len()).any(|from| {
                    match_phrases(&label[from..], words).is_some()
                        && label[from..].iter().all(ScenarioToken::is_word)
                })
        })
    };
    (0..tokens.len()).find_map(|at| {
        let limit = tokens[at].number()?;
        let is_behind_total = || {
            let mut totals = tokens[..at].iter().filter_map(ScenarioToken::number);
            totals.any(|total| total > limit / 4.0 && total < limit * 2.0)
        };
        if is_size(limit) && is_labelled(at) && is_behind_total() {
            return Some(number_value(limit, tokens[at].span));
        }
        let unit = army.unit_length(&tokens[at + 1..], |unit| unit == points);
        let unit = unit.or((is_above && tokens.iter().any(is_edition)).then_some(0))?;
        let behind = &tokens[at + 1 + unit..];
        // not `500 max words`
        let is_last = |length: usize| {
            let next = behind[length..].first();
            !next.is_some_and(ScenarioToken::is_word)
                || behind[length..].iter().take(3).any(is_edition)
        };
        let follows =
            match_phrases(behind, words).is_some_and(|length| unit > 0 || is_last(length));
        let precedes = unit > 0
            && (0..at).any(|from| match_phrases(&tokens[from..at], words) == Some(at - from));
        // `450 AP, DBM 3.4`
        let precedes_edition = || is_above && behind.iter().take(3).any(is_edition);
        let is_beside_edition = unit > 0 && (follows_edition(at) || precedes_edition());
        (is_size(limit) && (follows || precedes || is_beside_edition))
            .then(|| number_value(limit, tokens[at].span))
    })
}

/// Returns whether tokens have the size of a game, with its unit or behind an edition: `350ap`, `DBM 3.2,
/// 500`.
pub(super) fn names_size(army: &RecordKind, points: PropertyIx, tokens: &[ScenarioToken]) -> bool {
    tokens.iter().enumerate().any(|(at, token)| {
        let unit = army.unit_length(&tokens[at + 1..], |unit| unit == points);
        let before = tokens[..at].iter().rev();
        let mut before = before.skip_while(|token| token.is_sign(","));
        let follows_edition = before.next().is_some_and(is_edition);
        (unit.is_some() || follows_edition) && token.number().is_some_and(is_size)
    })
}

/// Returns whether tokens have a number that may be the points agreed, with or without a unit: `Toltec 250`.
pub(super) fn has_size(tokens: &[ScenarioToken]) -> bool {
    tokens.iter().filter_map(ScenarioToken::number).any(is_size)
}

/// Returns whether a token is a number like that of an edition: `3.2`.
pub(super) fn is_edition(token: &ScenarioToken) -> bool {
    match &token.kind {
        ScenarioTokenKind::Word(word) => {
            word.starts_with(|c: char| c.is_ascii_digit()) && word.contains('.')
        }
        ScenarioTokenKind::Number(number) => number.fract() != 0.0,
        _ => false,
    }
}

/// Returns whether a number may be the points agreed for a game.
fn is_size(number: f64) -> bool {
    number >= LEAST_LIMIT && number % LIMIT_STEP == 0.0
}

/// Splits words such as `398/400` into their numbers; `3/54` is the number of an army list.
fn split_fractions(tokens: &mut Vec<ScenarioToken>) {
    let parts = |token: &ScenarioToken| {
        let word = token.word()?;
        let (total, limit) = word.split_once('/')?;
        let numbers = (total.parse::<f64>().ok()?, limit.parse::<f64>().ok()?);
        let at = token.span.start() + total.len();
        let part = |kind, from, to| ScenarioToken {
            kind,
            span: Span::new(from, to),
        };
        (numbers.0 > LEAST_LIMIT / 4.0 && numbers.1 >= LEAST_LIMIT).then(|| {
            [
                part(ScenarioTokenKind::Number(numbers.0), token.span.start(), at),
                part(ScenarioTokenKind::Sign('/'), at, at + 1),
                part(
                    ScenarioTokenKind::Number(numbers.1),
                    at + 1,
                    token.span.end(),
                ),
            ]
        })
    };
    let found = (0..tokens.len()).find_map(|at| Some((at, parts(&tokens[at])?)));
    if let Some((at, parts)) = found {
        tokens.splice(at..=at, parts);
    }
}

/// Removes what only a part of a total comes to: `396 AP, of which the camp 6`.
fn remove_shares(tokens: &mut Vec<ScenarioToken>) {
    let is_share = |at: &usize| match_phrases(&tokens[*at..], &shared_words().shares).is_some();
    let first = tokens.iter().position(ScenarioToken::is_number);
    if let Some(at) = first.and_then(|first| (first + 1..tokens.len()).find(is_share)) {
        tokens.truncate(at);
    }
}

/// Removes the sum of all lines so far behind a total: `Total 110 (264 so far)`.
fn remove_sum_so_far(tokens: &mut Vec<ScenarioToken>) {
    let words = shared_words();
    let Some(first) = tokens.iter().position(ScenarioToken::is_number) else {
        return;
    };
    let is_so_far = |at: &usize| match_phrases(&tokens[*at..], &words.so_far).is_some();
    let Some(at) = (first + 1..tokens.len()).find(is_so_far) else {
        return;
    };
    let before = &tokens[at - 1..at];
    let is_joined =
        at - 1 > first && (before[0].is_number() || match_phrases(before, &words.totals).is_some());
    let from = at - usize::from(is_joined);
    if tokens[from..].iter().any(ScenarioToken::is_number) {
        tokens.truncate(from);
    }
}

/// Removes the points that an army does not use: `399.5 AP, 0.5 AP unspent`.
fn remove_unspent(army: &RecordKind, points: PropertyIx, tokens: &mut Vec<ScenarioToken>) {
    let end_of_unspent = |at: usize| {
        tokens[at].number()?;
        let word = at + 1 + army.unit_length(&tokens[at + 1..], |unit| unit == points)?;
        let end = word + match_phrases(tokens.get(word..)?, &shared_words().unspent)?;
        let is_end = tokens.get(end).is_none_or(|next| next.is_sign(","));
        is_end.then_some(end)
    };
    // behind what the army costs
    let first = tokens.iter().position(ScenarioToken::is_number);
    let found = (first.map_or(0, |first| first + 1)..tokens.len())
        .find_map(|at| Some(at..end_of_unspent(at)?));
    if let Some(found) = found {
        tokens.drain(found);
    }
}

/// Removes three or more numbers with signs between them, one for each part: `Breakpoints 8.5 / 6 / 2`.
fn remove_lists(tokens: &mut Vec<ScenarioToken>) {
    let length_at = |at: usize| {
        let pairs = tokens[at + 1..].chunks_exact(2);
        let more = pairs.take_while(|pair| pair[0].is_sign("/") && pair[1].is_number());
        1 + 2 * more.count()
    };
    let found = (0..tokens.len())
        .filter(|&at| tokens[at].is_number())
        .map(|at| (at, length_at(at)))
        .find(|(_, length)| *length > 4);
    if let Some((at, length)) = found {
        tokens.drain(at..at + length);
    }
}
