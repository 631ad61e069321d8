//! Entries: where the troops of a row begin and end, and what its numbers are, by a small dynamic programme
//! over all divisions of the row.

use super::{
    lexer::{Token, TokenKind},
    lexicon::{Class, Lexicon, Meaning, Role},
    weights::*,
};
use crate::{
    scenario::{
        value::ScenarioValue,
        vocabulary::{KindIx, PropertyIx, ValueType, WordIx},
    },
    text::{Span, Spanned},
};
use std::{cell::RefCell, collections::HashMap, ops::Range};

/// What a line would be, for its known cost.
#[derive(Clone, Debug)]
pub(in crate::scenario) struct Draft {
    /// The kind of the line.
    pub(in crate::scenario) kind: KindIx,
    /// Its values, without its count.
    pub(in crate::scenario) values: Vec<(PropertyIx, ScenarioValue)>,
}

/// The known cost of a draft.
#[derive(Clone, Debug, Default)]
pub(in crate::scenario) struct Price {
    /// The cost of one, in an army with one, two and three leaders, without repetitions.
    pub(in crate::scenario) each: Vec<f64>,
    /// What one counts for.
    pub(in crate::scenario) ee: Option<f64>,
}

/// The sums of a ruleset by which the reader weighs evidence.
pub(in crate::scenario) trait Costs {
    /// Returns the known cost of a draft.
    fn price(&self, draft: &Draft) -> Price;
}

/// The costs of a ruleset, each asked once.
pub(super) struct PriceList<'c> {
    costs: &'c dyn Costs,
    known: RefCell<HashMap<String, Price>>,
}

impl<'c> PriceList<'c> {
    pub(super) fn new(costs: &'c dyn Costs) -> Self {
        Self {
            costs,
            known: RefCell::default(),
        }
    }

    pub(super) fn price(&self, draft: &Draft) -> Price {
        let key = format!("{draft:?}");
        if let Some(known) = self.known.borrow().get(&key) {
            return known.clone();
        }
        let price = self.costs.price(draft);
        self.known.borrow_mut().insert(key, price.clone());
        price
    }
}

/// The troops that words of a row name: `Kn(F)`, with their rear rank.
#[derive(Clone, Debug)]
pub(super) struct Mark {
    pub(super) kind: KindIx,
    pub(super) tokens: Range<usize>,
    pub(super) values: Vec<(PropertyIx, Spanned<ScenarioValue>)>,
    /// Whether the type has a grade, or needs none.
    pub(super) is_strong: bool,
    /// Whether it is a mark by itself next to a number.
    pub(super) is_lone: bool,
}

/// A line of troops that was read.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) kind: KindIx,
    pub(super) span: Span,
    pub(super) count: f64,
    pub(super) count_span: Option<Span>,
    pub(super) values: Vec<(PropertyIx, Spanned<ScenarioValue>)>,
    /// The costs that the row says, with their roles.
    pub(super) numbers: Vec<(Role, f64, Span)>,
    pub(super) name: Option<Span>,
    pub(super) score: f64,
    /// How many numbers agree with a known cost.
    pub(super) evidence: u8,
    /// The numbers that have no role.
    pub(super) left_over: Vec<Span>,
    pub(super) is_strong: bool,
    pub(super) is_lone: bool,
    /// Whether the count is in front of the troops.
    pub(super) count_before: Option<bool>,
    /// The drill that the cost shows, if the row does not say it.
    pub(super) implied: Vec<(PropertyIx, ScenarioValue)>,
}

/// What is usual in a text: found in a first run over it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Habit {
    pub(super) count_before: Option<bool>,
    pub(super) is_strong: bool,
    /// Whether most lines have their cost: then troops without one in a sentence are talk.
    pub(super) has_costs: bool,
    /// The drill of most troops.
    pub(super) drill: Option<WordIx>,
}

/// The parts of a row.
#[derive(Clone, Debug, Default)]
pub(super) struct RowReading {
    pub(super) entries: Vec<Entry>,
    /// The tokens in front of the first entry that belong to none.
    pub(super) head: usize,
    /// The tokens behind the last entry that belong to none.
    pub(super) tail: usize,
}

pub(super) struct EntryReader<'a> {
    pub(super) text: &'a str,
    pub(super) lexicon: &'a Lexicon<'a>,
    pub(super) prices: &'a PriceList<'a>,
    pub(super) habit: Habit,
}

/// The most numbers of an entry whose roles are tried.
const MAX_NUMBERS: usize = 8;

impl<'a> EntryReader<'a> {
    /// Returns the marks of a row, those with a grade first of all: next to them others are remarks.
    pub(super) fn marks(&self, tokens: &[Token]) -> Vec<Mark> {
        let mut out: Vec<Mark> = Vec::new();
        let mut at = 0;
        while at < tokens.len() {
            let Some(mark) = self.mark_at(tokens, at, out.last().map_or(0, |own| own.tokens.end))
            else {
                at += 1;
                continue;
            };
            at = mark.tokens.end.max(at + 1);
            // `(was: 12 Ax(O))`, `none of them elephants`
            if !self.is_earlier(tokens, mark.tokens.start, 0)
                && !self.is_denied(tokens, mark.tokens.start)
            {
                out.push(mark);
            }
        }
        if out.iter().any(|mark| mark.is_strong && !mark.is_lone) {
            let is_own_lone = |mark: &Mark| {
                mark.is_lone
                    && (mark.tokens.start > 0
                        && tokens[..mark.tokens.start]
                            .iter()
                            .rev()
                            .take(3)
                            .any(|own| own.number().is_some())
                        || tokens
                            .get(mark.tokens.end)
                            .is_some_and(|own| own.number().is_some()))
            };
            out.retain(|mark| mark.is_strong && !mark.is_lone || is_own_lone(mark));
        }
        // one row with one count is one line: `1 Artillery (bolt shooter)`, `4 | Infantry: phalanx | 3`
        let is_remark = |at: usize| {
            let (own, before) = (&out[at], &out[at - 1]);
            let first = &tokens[own.tokens.start];
            let end = out.get(at + 1).map_or(tokens.len(), |own| own.tokens.start);
            let mut near = tokens[before.tokens.end..end].iter();
            self.lexicon.marks(own.kind).len() == 1
                && !near.any(|near| {
                    near.number().is_some() && near.cell == first.cell && near.depth == first.depth
                })
        };
        let remarks: Vec<bool> = (0..out.len()).map(|at| at > 0 && is_remark(at)).collect();
        let mut remarks = remarks.into_iter();
        out.retain(|_| remarks.next() != Some(true));
        self.join_pairs(tokens, out)
    }

    fn mark_at(&self, tokens: &[Token], at: usize, from: usize) -> Option<Mark> {
        for &kind in &self.lexicon.lines {
            let own = self.lexicon.vocabulary.kind(kind);
            let marks = self.lexicon.marks(kind);
            let &first = marks.first()?;
            let token = &tokens[at];
            let Some(value) = token.value(kind, first) else {
                continue;
            };
            // what all of them are called is no type: `16 figures`
            if token.span.of(self.text).eq_ignore_ascii_case(&own.plural) {
                continue;
            }
            // a unit behind a number, and no troops: `3 el`
            let is_lone =
                matches!(value, ScenarioValue::Word(word) if own.lone_marks.contains(word));
            let mut values = vec![(first, Spanned::new(value.clone(), token.span))];
            let mut range = at..at + 1;
            let mut is_strong = marks.len() == 1 || is_lone;
            if let Some(&grade) = marks.get(1) {
                if let Some((end, value)) = self.grade_behind(tokens, at + 1, kind, grade) {
                    values.push((grade, value));
                    range.end = end;
                    is_strong = true;
                } else if let Some((start, value)) =
                    self.grade_before(tokens, at, from, kind, grade)
                {
                    values.push((grade, value));
                    range.start = start;
                    is_strong = true;
                }
            }
            let is_unit = !is_strong && at > 0 && tokens[at - 1].number().is_some() && {
                let mut kinds = self.lexicon.lines.clone();
                kinds.extend(self.lexicon.part);
                token.unit(&kinds).is_some()
            };
            if is_unit && tokens[at - 1].is_labelled_itself {
                continue;
            }
            // the rear rank of the same type: `Kn(F)/(F)`
            let rear = |at: usize| {
                let pair = own.pairs.first()?;
                let &(_, second) = pair.properties.iter().find(|(own, _)| *own == first)?;
                let &(_, second_grade) = pair
                    .properties
                    .iter()
                    .find(|(own, _)| Some(own) == marks.get(1))?;
                let is_sign = tokens.get(at)?.is_sign("/+") && tokens.get(at + 1)?.is_sign("(");
                let value = tokens.get(at + 2)?.value(kind, *marks.get(1)?)?;
                let span = tokens[at + 2].span;
                is_sign.then(|| {
                    [
                        (second, Spanned::new(values[0].1.value.clone(), span)),
                        (second_grade, Spanned::new(value.clone(), span)),
                    ]
                })
            };
            if let Some(rear) = rear(range.end).filter(|_| is_strong) {
                values.extend(rear);
                range.end += 3 + usize::from(
                    tokens
                        .get(range.end + 3)
                        .is_some_and(|own| own.is_sign(")")),
                );
            }
            return Some(Mark {
                kind,
                tokens: range,
                values,
                is_strong,
                is_lone,
            });
        }
        None
    }

    /// Returns the grade behind a type, and the token behind it.
    fn grade_behind(
        &self,
        tokens: &[Token],
        from: usize,
        kind: KindIx,
        grade: PropertyIx,
    ) -> Option<(usize, Spanned<ScenarioValue>)> {
        let fronts = &self.lexicon.vocabulary.kind(kind).front_properties;
        let mut at = from;
        let mut signs = 0;
        let mut bracket = false;
        let mut has_drill = false;
        while let Some(token) = tokens.get(at) {
            if let Some(value) = token.value(kind, grade) {
                let is_letter = token.span.of(self.text).chars().count() == 1;
                let is_near = bracket
                    || token.is_glued
                    || has_drill
                    || tokens[at - 1].span.end() + 1 >= token.span.start()
                        && !tokens[at - 1].is_sign(",")
                    || tokens[at - 1].cell != token.cell;
                let next_is_number = tokens.get(at + 1).is_some_and(|next| next.is_digits());
                // `4 Kn x 6`
                let is_alone = tokens[at - 1].cell != token.cell
                    && tokens
                        .get(at + 1)
                        .is_none_or(|next| next.cell != token.cell);
                let is_times = token.is_times(self.text)
                    && !bracket
                    && !is_alone
                    && (next_is_number || tokens.get(at + 1).is_some_and(Token::is_times_word));
                let is_sign =
                    is_letter && !bracket && !token.is_glued && token.span.of(self.text) == "x";
                if is_letter
                    && (!is_near || is_times || is_sign && tokens[at - 1].cell == token.cell)
                {
                    return None;
                }
                let mut end = at + 1;
                if bracket && tokens.get(end).is_some_and(|next| next.is_sign(")")) {
                    end += 1;
                }
                return Some((end, Spanned::new(value.clone(), token.span)));
            }
            match &token.kind {
                // a scan that took the letter for a digit: `Cv (0)`
                TokenKind::Number(number) if bracket && *number == 0.0 => {
                    let value = self.lexicon.value_of("o", kind, grade)?;
                    let end = at
                        + 1
                        + usize::from(tokens.get(at + 1).is_some_and(|next| next.is_sign(")")));
                    return Some((end, Spanned::new(value, token.span)));
                }
                TokenKind::Sign('(') if !bracket => bracket = true,
                TokenKind::Sign(')') if signs == 0 && !bracket => signs += 1,
                TokenKind::Sign('-' | ',' | ':' | '/') if signs == 0 => {
                    signs += 1;
                    // `Cv, 4 ...` says nothing, `Cavalry, Ordinary` a grade in words
                    if !tokens.get(at + 1).is_some_and(|next| next.is_word()) {
                        return None;
                    }
                }
                TokenKind::Phrase(_)
                    if fronts
                        .iter()
                        .any(|front| token.value(kind, *front).is_some()) =>
                {
                    has_drill = true
                }
                // `type: Kn, grade: F`
                _ if token.meanings().iter().any(
                    |own| matches!(own, Meaning::Column(property, _) if *property == grade),
                ) && tokens.get(at + 1).is_some_and(|next| next.is_sign(":=")) =>
                {
                    signs = 0;
                    bracket = false;
                    has_drill = true;
                    at += 2;
                    continue;
                }
                _ if token.cell != tokens[from - 1].cell
                    && token.label == Some(Role::Other(grade)) =>
                {
                    let letter = token.span.of(self.text).to_lowercase();
                    let value = self.lexicon.value_of(&letter, kind, grade)?;
                    return Some((at + 1, Spanned::new(value, token.span)));
                }
                _ => return None,
            }
            at += 1;
        }
        None
    }

    /// Returns the grade in front of a type, in words: `superior regular cavalry`.
    fn grade_before(
        &self,
        tokens: &[Token],
        at: usize,
        from: usize,
        kind: KindIx,
        grade: PropertyIx,
    ) -> Option<(usize, Spanned<ScenarioValue>)> {
        let fronts = &self.lexicon.vocabulary.kind(kind).front_properties;
        let mut before = at;
        while before > from {
            let token = &tokens[before - 1];
            if let Some(value) = token.value(kind, grade) {
                let is_letter = token.span.of(self.text).chars().count() == 1;
                let is_own = token.label == Some(Role::Other(grade)) || !is_letter;
                // the grade of the troops before: `Irr Bw Superior, Cavalry`
                return is_own.then(|| (before - 1, Spanned::new(value.clone(), token.span)));
            }
            let is_drill = fronts
                .iter()
                .any(|front| token.value(kind, *front).is_some());
            let is_gap = token.is_sign("(-") || token.cell != tokens[at].cell && token.is_sign(",");
            if !is_drill && !is_gap || at - before > 3 {
                return None;
            }
            before -= 1;
        }
        None
    }

    /// Joins two marks that are the ranks of one base, or troops and what they dismount as.
    fn join_pairs(&self, tokens: &[Token], marks: Vec<Mark>) -> Vec<Mark> {
        let mut out: Vec<Mark> = Vec::new();
        for mark in marks {
            // `Baggage: 6 Irr Bge(O)`
            if let Some(last) = out.last_mut()
                && last.is_lone
                && last.kind == mark.kind
                && last.values[0].1.value == mark.values[0].1.value
            {
                let mut between = tokens[last.tokens.end..mark.tokens.start].iter();
                if between.any(Token::is_digits) {
                    *last = mark;
                }
                continue;
            }
            if let Some(last) = out.last_mut()
                && last.kind == mark.kind
            {
                let own = self.lexicon.vocabulary.kind(mark.kind);
                let between = &tokens[last.tokens.end..mark.tokens.start.max(last.tokens.end)];
                // of `3Kn or 4Bd` and `3Kn//4Bd` the first is counted
                let is_option = match between {
                    [or] => or.is_class(Class::Alternative),
                    [first, next] => first.is_sign("/") && next.is_sign("/"),
                    _ => false,
                };
                if is_option {
                    last.tokens.end = mark.tokens.end;
                    continue;
                }
                let pair = own.pairs.iter().find(|pair| {
                    let words: Vec<String> = between
                        .iter()
                        .filter(|token| {
                            !own.front_properties
                                .iter()
                                .any(|front| token.value(mark.kind, *front).is_some())
                        })
                        .filter(|token| !token.is_sign(")("))
                        .flat_map(|token| match token.kind {
                            TokenKind::Sign(sign) => vec![sign.to_string()],
                            _ => token
                                .span
                                .of(self.text)
                                .to_lowercase()
                                .split_whitespace()
                                .map(str::to_owned)
                                .collect(),
                        })
                        .collect();
                    pair.separators.contains(&words)
                });
                if let Some(pair) = pair {
                    let mut values = Vec::new();
                    for (first, second) in &pair.properties {
                        let drill = between
                            .iter()
                            .find_map(|token| Some((token.value(mark.kind, *first)?, token.span)));
                        let drill = drill.filter(|_| own.front_properties.contains(first));
                        if let Some((value, span)) = drill {
                            values.push((*second, Spanned::new(value.clone(), span)));
                        }
                        if let Some((_, value)) = mark.values.iter().find(|(own, _)| own == first) {
                            values.push((*second, value.clone()));
                        }
                    }
                    last.values.extend(values);
                    last.tokens.end = mark.tokens.end;
                    continue;
                }
            }
            out.push(mark);
        }
        out
    }

    /// Reads a row: the division into entries with the best evidence.
    pub(super) fn read(&self, tokens: &[Token]) -> RowReading {
        let marks = self.marks(tokens);
        if marks.is_empty() {
            return RowReading {
                head: tokens.len(),
                ..RowReading::default()
            };
        }
        // best[place]: the best readings of the marks so far, if the next entry begins at a token
        let first_starts = self.starts(tokens, 0, marks[0].tokens.start);
        let mut best: Vec<(usize, f64, Vec<Entry>, usize)> = first_starts
            .into_iter()
            .map(|start| (start, self.head_score(tokens, start), Vec::new(), start))
            .collect();
        for (at, mark) in marks.iter().enumerate() {
            let is_last = at + 1 == marks.len();
            let ends = match marks.get(at + 1) {
                Some(next) => self.starts(tokens, mark.tokens.end, next.tokens.start),
                None => self.tail_starts(tokens, mark.tokens.end, marks.len()),
            };
            let mut next: Vec<(usize, f64, Vec<Entry>, usize)> = Vec::new();
            for end in ends {
                let border = if is_last {
                    self.tail_score(tokens, end)
                } else {
                    self.border_score(tokens, end)
                };
                let mut own: Option<(usize, f64, Vec<Entry>, usize)> = None;
                for (start, score, entries, head) in &best {
                    let entry = self.entry(tokens, *start..end, mark);
                    let total = score + entry.score + border;
                    if own.as_ref().is_none_or(|(_, known, ..)| total > *known) {
                        let mut entries = entries.clone();
                        entries.push(entry);
                        own = Some((end, total, entries, *head));
                    }
                }
                next.extend(own);
            }
            best = next;
        }
        let best = best.into_iter().max_by(|a, b| a.1.total_cmp(&b.1));
        let Some((end, _, entries, head)) = best else {
            return RowReading::default();
        };
        RowReading {
            entries,
            head,
            tail: tokens.len() - end,
        }
    }

    /// Returns the tokens at which an entry may begin.
    fn starts(&self, tokens: &[Token], from: usize, to: usize) -> Vec<usize> {
        let mut out: Vec<usize> = (from..=to)
            .filter(|&at| {
                at == from && from == 0 || at == to || self.border_score(tokens, at) > NO_BORDER
            })
            .collect();
        if out.len() > 10 {
            let skip = out.len() - 10;
            let first = out[0];
            out.drain(..skip);
            if from == 0 {
                out.insert(0, first);
            }
        }
        out
    }

    /// Returns the tokens at which what follows the last entry may begin.
    fn tail_starts(&self, tokens: &[Token], from: usize, marks: usize) -> Vec<usize> {
        let mut out = vec![tokens.len()];
        for at in from..tokens.len() {
            let token = &tokens[at];
            let is_sum = token.is_class(Class::Total)
                || token.is_class(Class::Sum)
                || token
                    .key(&[self.lexicon.side])
                    .is_some_and(|(_, role)| role == Role::Total);
            let is_sign = marks > 1
                && (token.is_sign("=[-")
                    || token.is_sign("(")
                    || at > 0 && tokens[at - 1].is_sign(".;)"));
            let is_cell = marks > 1 && tokens[at - 1].cell != token.cell;
            if is_sum || is_sign || is_cell {
                out.push(at);
            }
        }
        out
    }

    fn tail_score(&self, tokens: &[Token], at: usize) -> f64 {
        if at == tokens.len() {
            return 0.0;
        }
        let numbers = tokens[at..]
            .iter()
            .filter(|token| token.is_digits())
            .count();
        let is_alone = |at: usize| {
            at + 2 == tokens.len() && tokens[at - 1].is_sign("(") && tokens[at + 1].is_sign(")")
        };
        let is_cost = |at: usize| {
            tokens[at].is_digits()
                && (matches!(tokens[at].label, Some(Role::Amount | Role::Total))
                    || at > 0 && (tokens[at - 1].is_sign("=") || is_alone(at)))
        };
        let is_only = (at..tokens.len()).any(is_cost) && !(0..at).any(is_cost);
        let bonus = match tokens.get(at) {
            // one cost behind several troops, none of which has its own, is that of all of them
            Some(token) if is_only && self.marks(tokens).len() > 1 => {
                if token.is_sign("=(") {
                    ONLY_COST
                } else {
                    3.0
                }
            }
            Some(token) if token.is_sign("=[") => 0.6,
            _ => 0.0,
        };
        bonus - 0.5 * numbers as f64
    }

    fn head_score(&self, tokens: &[Token], at: usize) -> f64 {
        if at == 0 {
            return 0.0;
        }
        let numbers = tokens[..at]
            .iter()
            .filter(|token| {
                token.is_digits() && !matches!(token.label, Some(Role::Name | Role::Other(_)))
            })
            .count();
        let border = self.border_score(tokens, at);
        let prev = &tokens[at - 1];
        let colon = if prev.is_sign(":=") { 0.5 } else { 0.0 };
        // ranks in front of the entry belong to it
        let ranks = tokens[..at]
            .iter()
            .filter(|token| {
                let mut meanings = token.meanings().iter();
                token.is_rank(self.lexicon)
                    || meanings.any(|own| matches!(own, Meaning::Value(kind, _, ScenarioValue::Flag(true)) if self.lexicon.lines.contains(kind)))
            })
            .count();
        let drills = tokens[..at]
            .iter()
            .filter(|token| {
                self.lexicon.lines.iter().any(|kind| {
                    self.lexicon
                        .vocabulary
                        .kind(*kind)
                        .front_properties
                        .iter()
                        .any(|front| token.value(*kind, *front).is_some())
                })
            })
            .count();
        let cuts_drill = prev.cell == tokens[at].cell && {
            let mut kinds = self.lexicon.lines.iter();
            kinds.any(|kind| {
                let mut fronts = self.lexicon.vocabulary.kind(*kind).front_properties.iter();
                fronts.any(|front| prev.value(*kind, *front).is_some())
            })
        };
        if cuts_drill {
            return CUT_DRILL;
        }
        border.min(1.0) * 0.3 + colon
            - 0.9 * numbers as f64
            - 1.5 * ranks as f64
            - 1.0 * drills as f64
    }

    fn border_score(&self, tokens: &[Token], at: usize) -> f64 {
        if at == 0 || at >= tokens.len() {
            return 0.0;
        }
        let (before, own) = (&tokens[at - 1], &tokens[at]);
        let mut score = if before.is_sign(";|.") && before.depth == 0 {
            STRONG_BORDER
        } else if before.cell != own.cell
            || before.is_sign(",+&") && own.depth == 0
            || before.is_class(Class::Conjunction)
        {
            BORDER
        } else if before.is_sign("/)]:-=") && own.depth == 0 {
            0.2
        } else {
            NO_BORDER
        };
        if own.is_digits() || own.number().is_some() && score > 0.0 {
            score += AT_NUMBER;
            score = score.max(NO_BORDER + AT_NUMBER);
        }
        if own.depth > 0 && !own.is_sign("(") {
            score -= 1.0;
        }
        score
    }

    /// Reads one entry from some tokens with a mark among them.
    fn entry(&self, tokens: &[Token], range: Range<usize>, mark: &Mark) -> Entry {
        let kind = self.lexicon.vocabulary.kind(mark.kind);
        let mut own: Vec<usize> = range.clone().collect();
        let mut values = mark.values.clone();
        let is_in_mark = |at: usize| mark.tokens.contains(&at);
        let distance = |at: usize| {
            if at < mark.tokens.start {
                mark.tokens.start - at
            } else {
                (at + 2).saturating_sub(mark.tokens.end)
            }
        };
        own.sort_by_key(|at| distance(*at));
        // drill: the nearest word for it
        for &front in &kind.front_properties {
            let mut found = own
                .iter()
                .filter_map(|&at| Some((at, self.front_value(tokens, at, mark, front)?)));
            if let Some((at, value)) = found.next() {
                let is_known = values.iter().any(|(own, _)| *own == front);
                if !is_known {
                    values.push((front, Spanned::new(value, tokens[at].span)));
                }
            }
        }
        for &at in &own {
            if is_in_mark(at) {
                continue;
            }
            for meaning in tokens[at].meanings() {
                let Meaning::Value(of, property, value) = meaning else {
                    continue;
                };
                let is_flag = matches!(value, ScenarioValue::Flag(true));
                let is_rank = kind.ranks.contains(property);
                let is_other = mark.kind != self.lexicon.lines[0]
                    && !mark.values.iter().any(|(own, _)| own == property)
                    && !kind.front_properties.contains(property)
                    && !kind.mark.contains(property);
                // `General: 1 Irr Cv(O) sub-general`
                values.retain(|(own, known)| {
                    let is_same = is_rank && own == property && *of == mark.kind;
                    !(is_same && self.lexicon.is_plain_rank(*own, &known.value))
                });
                if *of == mark.kind
                    && (is_flag || is_rank || is_other)
                    && !values.iter().any(|(own, _)| own == property)
                {
                    values.push((*property, Spanned::new(value.clone(), tokens[at].span)));
                }
            }
        }
        let span = tokens.get(range.start).map_or(Span::default(), |first| {
            first.span.join(tokens[range.end - 1].span)
        });
        let mut best = self.assign(tokens, &range, mark, &values);
        best.name = self.name(tokens, &range, mark);
        best.span = span;
        best.is_strong = mark.is_strong;
        best.is_lone = mark.is_lone;
        best
    }

    /// Returns the value of a property in front of marks that a token is: a word, or a letter in its place.
    fn front_value(
        &self,
        tokens: &[Token],
        at: usize,
        mark: &Mark,
        front: PropertyIx,
    ) -> Option<ScenarioValue> {
        let token = &tokens[at];
        if let Some(value) = token.value(mark.kind, front) {
            return Some(value.clone());
        }
        let is_behind = at == mark.tokens.end && token.is_glued;
        // `d=I`
        let is_keyed = at > 1
            && tokens[at - 1].is_sign("=")
            && tokens[at - 2]
                .meanings()
                .iter()
                .any(|own| matches!(own, Meaning::Column(property, _) if *property == front));
        let is_here = at + 1 == mark.tokens.start
            || is_behind
            || is_keyed
            || token.label == Some(Role::Other(front));
        let kind = self.lexicon.vocabulary.kind(mark.kind);
        if !is_here || mark.tokens.contains(&at) || !token.is_word() {
            return None;
        }
        let letters = token.span.of(self.text).to_lowercase();
        let (_, word) = kind.joined_fronts.iter().find(|(own, _)| *own == letters)?;
        self.lexicon.value_of(word, mark.kind, front)
    }

    /// Returns the longest run of unknown words of an entry.
    fn name(&self, tokens: &[Token], range: &Range<usize>, mark: &Mark) -> Option<Span> {
        let mut best: Option<Span> = None;
        let mut open: Option<Span> = None;
        for at in range.clone() {
            let token = &tokens[at];
            let is_unknown = match &token.kind {
                TokenKind::Word => true,
                TokenKind::Phrase(meanings) => {
                    let is_small = meanings.iter().all(|own| {
                        matches!(
                            own,
                            Meaning::Class(
                                Class::Filler | Class::Pronoun | Class::Verb | Class::Arm
                            )
                        )
                    });
                    !mark.tokens.contains(&at) && is_small && open.is_some()
                }
                TokenKind::Sign(sign) => open.is_some() && "-'&/".contains(*sign),
                TokenKind::Number(_) => false,
            };
            if is_unknown {
                open = Some(open.map_or(token.span, |own| own.join(token.span)));
                if matches!(token.kind, TokenKind::Word)
                    && open.is_some_and(|own| best.is_none_or(|best| own.len() > best.len()))
                {
                    best = open;
                }
            } else {
                open = None;
            }
        }
        best.filter(|own| own.len() > 1)
    }

    /// Returns the words that a property may have.
    fn words_of(&self, kind: KindIx, property: PropertyIx) -> Vec<WordIx> {
        match self
            .lexicon
            .vocabulary
            .kind(kind)
            .properties
            .get(&property)
            .map(|own| &own.value_type)
        {
            Some(ValueType::Word(words)) => words.clone(),
            _ => Vec::new(),
        }
    }

    /// Assigns roles to the numbers of an entry.
    fn assign(
        &self,
        tokens: &[Token],
        range: &Range<usize>,
        mark: &Mark,
        values: &[(PropertyIx, Spanned<ScenarioValue>)],
    ) -> Entry {
        let kind = self.lexicon.vocabulary.kind(mark.kind);
        let numbers: Vec<(usize, f64)> = range
            .clone()
            .filter(|at| !mark.tokens.contains(at))
            .filter(|&at| !self.is_earlier(tokens, at, range.start))
            .filter_map(|at| Some((at, tokens[at].number()?)))
            .filter(|(at, _)| tokens[*at].is_digits() || self.is_next_to(tokens, *at, mark))
            .take(MAX_NUMBERS)
            .collect();
        let rank = kind
            .ranks
            .iter()
            .find(|rank| values.iter().any(|(own, _)| own == *rank))
            .copied();
        let is_free = values.iter().any(
            |(_, own)| matches!(&own.value, ScenarioValue::Word(word) if kind.free.contains(word)),
        );
        // what the line may be: as written, or with a drill or a rank that only the cost shows
        let bare: Vec<(PropertyIx, ScenarioValue)> = values
            .iter()
            .filter(|(property, _)| !kind.ranks.contains(property))
            .map(|(property, value)| (*property, value.value.clone()))
            .collect();
        let mut drills: Vec<Vec<(PropertyIx, ScenarioValue)>> = vec![Vec::new()];
        for &front in &kind.front_properties {
            if !bare.iter().any(|(own, _)| *own == front) {
                drills = self
                    .words_of(mark.kind, front)
                    .into_iter()
                    .map(|word| vec![(front, ScenarioValue::Word(word))])
                    .collect();
                drills.push(Vec::new());
            }
        }
        let mut best: Option<(f64, Entry)> = None;
        let counts = self.counts(tokens, range, mark, &numbers, rank.is_some());
        for drill in &drills {
            let mut draft = Draft {
                kind: mark.kind,
                values: bare.clone(),
            };
            draft.values.extend(drill.iter().cloned());
            draft.values.sort_by_key(|(property, _)| *property);
            let is_complete = !drill.is_empty() || drills.len() == 1;
            let base = if is_complete {
                self.prices.price(&draft)
            } else {
                Price::default()
            };
            let mut ranks: Vec<(Option<(PropertyIx, ScenarioValue)>, f64)> = Vec::new();
            match rank {
                Some(rank) => {
                    let value = values
                        .iter()
                        .find(|(own, _)| *own == rank)
                        .map(|(_, value)| value.value.clone());
                    ranks.extend(value.map(|value| (Some((rank, value)), 0.0)));
                }
                None => {
                    ranks.push((None, 0.0));
                    // one whose cost is that of a leader
                    let begins = self
                        .lexicon
                        .part
                        .and_then(|part| self.lexicon.vocabulary.kind(part).begins_with.as_ref());
                    let own =
                        begins.filter(|own| kind.ranks.contains(&own.property) && is_complete);
                    for (word, _) in own
                        .into_iter()
                        .flat_map(|own| own.words.iter().skip(1).take(2))
                    {
                        ranks.push((
                            own.map(|own| (own.property, ScenarioValue::Word(*word))),
                            IMPLIED_RANK,
                        ));
                    }
                }
            }
            for (rank, rank_score) in ranks {
                let leader = match &rank {
                    Some(rank) if is_complete => {
                        let mut draft = draft.clone();
                        draft.values.push(rank.clone());
                        draft.values.sort_by_key(|(property, _)| *property);
                        self.prices.price(&draft)
                    }
                    _ => base.clone(),
                };
                let mut costs: Vec<Option<f64>> =
                    leader.each.iter().map(|each| Some(*each)).collect();
                if costs.is_empty() {
                    costs.push(None);
                }
                for (place, leader_cost) in costs.iter().enumerate() {
                    for (count, used, count_score, before) in &counts {
                        let is_implied = rank_score < 0.0;
                        let is_plain = |(at, _): &(usize, f64)| {
                            *at < mark.tokens.start
                                && !tokens[*at].is_labelled_itself
                                && !matches!(
                                    tokens[*at].label,
                                    Some(Role::Each | Role::Total | Role::Amount)
                                )
                        };
                        if is_implied
                            && (*count > 1.0 || used.is_empty() && numbers.iter().any(is_plain))
                        {
                            continue;
                        }
                        let count_score = if is_implied && used.is_empty() {
                            0.0
                        } else {
                            *count_score
                        };
                        let mut score = count_score
                            + rank_score
                            + match drill.first() {
                                None => 0.0,
                                Some((_, ScenarioValue::Word(own)))
                                    if Some(*own) == self.habit.drill =>
                                {
                                    USUAL_DRILL
                                }
                                Some(_) => IMPLIED_DRILL,
                            }
                            + if place > 0 { OTHER_LEADERS } else { 0.0 };
                        let each = base.each.first().copied();
                        let total = match (rank.is_some(), leader_cost, each) {
                            (true, Some(leader), Some(each)) => Some(leader + (count - 1.0) * each),
                            (false, Some(leader), _) => Some(leader * count),
                            _ => None,
                        };
                        let ee = leader.ee.map(|ee| ee * count);
                        let (own, roles, evidence) = self.roles(
                            tokens,
                            &numbers,
                            used,
                            *count,
                            *leader_cost,
                            each,
                            total,
                            ee,
                            leader.ee,
                            is_free,
                        );
                        score += own;
                        // an implied drill needs evidence
                        if (!drill.is_empty() || is_implied) && evidence == 0 {
                            continue;
                        }
                        if is_implied
                            && !roles
                                .iter()
                                .any(|(_, number, _)| same_cost(*number, *leader_cost))
                        {
                            continue;
                        }
                        if best.as_ref().is_some_and(|(known, _)| *known >= score) {
                            continue;
                        }
                        let left_over = numbers
                            .iter()
                            .filter(|(at, _)| {
                                !used.contains(at)
                                    && !roles.iter().any(|(_, _, own)| *own == tokens[*at].span)
                            })
                            .filter(|(at, _)| {
                                tokens[*at].is_digits()
                                    && !self.is_index(tokens, *at, 0)
                                    && !matches!(
                                        tokens[*at].label,
                                        Some(Role::Name | Role::Other(_))
                                    )
                            })
                            .map(|(at, _)| tokens[*at].span)
                            .collect();
                        best = Some((
                            score,
                            Entry {
                                kind: mark.kind,
                                span: Span::default(),
                                count: *count,
                                count_span: used.first().map(|at| tokens[*at].span),
                                values: values.to_vec(),
                                numbers: roles,
                                name: None,
                                score,
                                evidence,
                                left_over,
                                is_strong: mark.is_strong,
                                is_lone: mark.is_lone,
                                count_before: *before,
                                implied: drill
                                    .iter()
                                    .cloned()
                                    .chain(rank.clone().filter(|_| is_implied))
                                    .collect(),
                            },
                        ));
                    }
                }
            }
        }
        best.map_or_else(
            || Entry {
                kind: mark.kind,
                span: Span::default(),
                count: 1.0,
                count_span: None,
                values: values.to_vec(),
                numbers: Vec::new(),
                name: None,
                score: -9.0,
                evidence: 0,
                left_over: Vec::new(),
                is_strong: mark.is_strong,
                is_lone: mark.is_lone,
                count_before: None,
                implied: Vec::new(),
            },
            |(_, entry)| entry,
        )
    }

    /// Returns whether a number in words is next to the mark, so that it counts it.
    fn is_next_to(&self, tokens: &[Token], at: usize, mark: &Mark) -> bool {
        at < mark.tokens.start
            && tokens[at + 1..mark.tokens.start]
                .iter()
                .all(|token| self.is_small(token, mark.kind))
            || at >= mark.tokens.end && at < mark.tokens.end + 2 && !tokens[at - 1].is_sign("(")
    }

    /// Returns whether a token may be between a count and the troops.
    fn is_small(&self, token: &Token, kind: KindIx) -> bool {
        let own = self.lexicon.vocabulary.kind(kind);
        token.is_sign("(-x*:#")
            || token.is_times(self.text)
            || token.is_class(Class::Counting)
            || token.is_class(Class::Filler)
            || own
                .front_properties
                .iter()
                .any(|front| token.value(kind, *front).is_some())
            || own
                .joined_fronts
                .iter()
                .any(|(text, _)| token.span.of(self.text).eq_ignore_ascii_case(text))
    }

    /// Returns whether the words in front of some troops say that there are none.
    fn is_denied(&self, tokens: &[Token], at: usize) -> bool {
        let before = tokens[..at].iter().rev().take(3);
        let mut near = before.take_while(|own| !own.is_sign(".;,(") && !own.is_digits());
        near.any(|own| own.is_class(Class::None))
    }

    /// Returns whether a number is what was in the list before: `(was 12)`.
    fn is_earlier(&self, tokens: &[Token], at: usize, from: usize) -> bool {
        tokens[at].depth > 0
            && tokens[from..at]
                .iter()
                .rev()
                .take_while(|token| !token.is_sign("("))
                .any(|token| token.is_class(Class::Earlier))
    }

    /// Returns the possible counts of an entry, each with its tokens, its score, and its side of the troops.
    fn counts(
        &self,
        tokens: &[Token],
        range: &Range<usize>,
        mark: &Mark,
        numbers: &[(usize, f64)],
        has_rank: bool,
    ) -> Vec<(f64, Vec<usize>, f64, Option<bool>)> {
        let mut out: Vec<(f64, Vec<usize>, f64, Option<bool>)> = Vec::new();
        let property = self.lexicon.vocabulary.kind(mark.kind).count;
        let most = property
            .and_then(|count| {
                match self
                    .lexicon
                    .vocabulary
                    .kind(mark.kind)
                    .properties
                    .get(&count)?
                    .value_type
                {
                    ValueType::Number { most, .. } => Some(most),
                    _ => None,
                }
            })
            .unwrap_or(999.0);
        let first_before = numbers
            .iter()
            .find(|(at, _)| *at < mark.tokens.start && !self.is_index(tokens, *at, range.start))
            .map(|(at, _)| *at);
        let first_behind = numbers
            .iter()
            .find(|(at, _)| *at >= mark.tokens.end)
            .map(|(at, _)| *at);
        for (place, &(at, number)) in numbers.iter().enumerate() {
            if number.fract() != 0.0 || number < 1.0 || number > most {
                continue;
            }
            let token = &tokens[at];
            // `total: 16`
            let is_other = matches!(
                token.label,
                Some(Role::Each | Role::Total | Role::Ee | Role::EeEach | Role::Limit)
            );
            if is_other && token.is_labelled_itself {
                continue;
            }
            let label = match token.label {
                Some(Role::Count | Role::Elements) => LABEL + 1.0,
                // `Baggage: 6`
                Some(Role::Other(_)) if mark.is_lone => 0.0,
                None => 0.0,
                Some(Role::Amount) if !token.is_labelled_itself => -2.0,
                Some(Role::Name | Role::Other(_)) if !token.is_labelled_itself => -1.5,
                Some(_) => OTHER_LABEL,
            };
            let is_before = at < mark.tokens.start;
            let times = |at: usize| {
                tokens
                    .get(at)
                    .is_some_and(|token| token.is_times(self.text) || token.is_sign("*×"))
            };
            let has_times = times(at + 1) || at > range.start && times(at - 1);
            let index = if self.is_index(tokens, at, range.start) && numbers.len() > 1 {
                INDEX
            } else {
                0.0
            };
            let place_score = if is_before
                && tokens[at + 1..mark.tokens.start]
                    .iter()
                    .all(|token| self.is_small(token, mark.kind))
            {
                COUNT_BEFORE
            } else if is_before && Some(at) == first_before {
                COUNT_FIRST
            } else if Some(at) == first_behind {
                COUNT_BEHIND
            } else {
                0.0
            };
            let habit = if self.habit.count_before == Some(is_before) {
                COUNT_HABIT
            } else {
                0.0
            };
            let score =
                label + place_score + habit + index + if has_times { COUNT_TIMES } else { 0.0 };
            out.push((number, vec![at], score, Some(is_before)));
            // `2x6`
            if let Some(&(next, other)) = numbers.get(place + 1)
                && next == at + 2
                && times(at + 1)
                && other.fract() == 0.0
                && number * other <= most
                && (is_before == (next < mark.tokens.start))
            {
                let is_next = is_before
                    && tokens[next + 1..mark.tokens.start]
                        .iter()
                        .all(|token| self.is_small(token, mark.kind));
                let place = if is_next { COUNT_BEFORE } else { place_score };
                out.push((
                    number * other,
                    vec![at, next],
                    score - place_score + place + COUNT_PRODUCT,
                    Some(is_before),
                ));
            }
        }
        out.push((
            1.0,
            Vec::new(),
            if has_rank { ONE_LEADER } else { NO_COUNT },
            None,
        ));
        out
    }

    /// Returns whether a number at the front of a row numbers the row.
    pub(super) fn is_index(&self, tokens: &[Token], at: usize, from: usize) -> bool {
        // `(9) Baggage`
        if from == 0 && at == 1 && tokens[0].is_sign("(") {
            return tokens.get(2).is_some_and(|own| own.is_sign(")"));
        }
        at == from
            && at == 0
            && (tokens
                .get(at + 1)
                .is_some_and(|next| next.is_sign(").") && next.is_glued)
                || self.text[tokens[at].span.end()..].starts_with(['.', ')'])
                    && !self.text[tokens[at].span.end() + 1..].starts_with('.'))
    }

    /// Assigns the numbers that are not the count; returns the score, the roles, and how many known costs agree.
    #[expect(clippy::too_many_arguments, reason = "one call, in the innermost loop")]
    fn roles(
        &self,
        tokens: &[Token],
        numbers: &[(usize, f64)],
        used: &[usize],
        count: f64,
        leader: Option<f64>,
        each: Option<f64>,
        total: Option<f64>,
        ee: Option<f64>,
        ee_each: Option<f64>,
        is_free: bool,
    ) -> (f64, Vec<(Role, f64, Span)>, u8) {
        let mut options: Vec<(f64, usize, Role, bool)> = Vec::new();
        let same = |a: f64, b: Option<f64>| b.is_some_and(|b| (a - b).abs() < 0.01);
        for (place, &(at, number)) in numbers.iter().enumerate() {
            if used.contains(&at) {
                continue;
            }
            let token = &tokens[at];
            let none = match token.label {
                Some(Role::Name | Role::Other(_) | Role::Elements | Role::Limit) => 0.0,
                // amounts have no other fractions than quarters: `3.4` is an edition
                _ if (number * 4.0).fract() != 0.0 => 0.0,
                _ if self.is_index(tokens, at, 0) => -0.2,
                _ if is_free => -0.3,
                Some(_) if token.is_labelled_itself => LEFT_OVER - 1.4,
                // a running total, or the number of something else
                None if total.is_some_and(|own| number > FAR * own)
                    || each.is_some_and(|own| number * FAR < own) =>
                {
                    -0.5
                }
                _ if number >= 1000.0 => -0.2,
                _ => LEFT_OVER,
            };
            options.push((none, place, Role::Name, false));
            if (number * 4.0).fract() != 0.0 {
                continue;
            }
            let label = |fits: &[Role]| match token.label {
                None => 0.0,
                Some(own)
                    if fits.contains(&own)
                        && (!fits.contains(&Role::Each)
                            && total.is_some()
                            && !same(number, total)
                            || fits.contains(&Role::Each)
                                && each.is_some()
                                && !same(number, each)) =>
                {
                    LABEL_UNFIT
                }
                Some(own) if fits.contains(&own) => LABEL,
                Some(_) if token.is_labelled_itself => OTHER_LABEL,
                Some(Role::Name | Role::Other(_)) => -1.0,
                Some(_) => OTHER_LABEL / 2.0,
            };
            let is_each = same(number, each) || count == 1.0 && same(number, leader);
            let each_score = if is_each {
                KNOWN_EACH
            } else if leader.is_some() || number <= 1.0 {
                NOT_KNOWN
            } else {
                PLAIN_AMOUNT
            };
            options.push((
                each_score + label(&[Role::Each, Role::Amount]),
                place,
                Role::Each,
                is_each,
            ));
            let is_total = same(number, total);
            let total_score = if is_total {
                KNOWN_TOTAL
            } else if total.is_some() {
                NOT_KNOWN
            } else {
                PLAIN_AMOUNT
            };
            let aside = if token.depth > 0 { IN_BRACKETS } else { 0.0 };
            options.push((
                total_score + aside + label(&[Role::Total, Role::Amount, Role::Limit]),
                place,
                Role::Total,
                is_total,
            ));
            let is_ee = same(number, ee);
            let is_price = matches!(token.label, Some(Role::Each | Role::Amount | Role::Total));
            if is_ee && !is_price || matches!(token.label, Some(Role::Ee)) {
                // equivalents that are not those of the line may be those of its command
                let fits = match (is_ee, ee) {
                    (true, _) => KNOWN_EE + label(&[Role::Ee, Role::EeEach]),
                    (false, Some(_)) => LABEL_UNFIT,
                    (false, None) => label(&[Role::Ee, Role::EeEach]),
                };
                options.push((fits, place, Role::Ee, false));
            }
            if matches!(token.label, Some(Role::EeEach)) {
                options.push((
                    if same(number, ee_each) { KNOWN_EE } else { 0.0 } + LABEL,
                    place,
                    Role::EeEach,
                    false,
                ));
            }
        }
        options.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut taken: Vec<usize> = Vec::new();
        let mut roles: Vec<(Role, f64, Span)> = Vec::new();
        let mut score = 0.0;
        let mut evidence = 0;
        for (own, place, role, is_known) in options {
            let is_used = role != Role::Name && roles.iter().any(|(known, ..)| *known == role);
            if taken.contains(&place) || is_used {
                continue;
            }
            taken.push(place);
            score += own;
            evidence += u8::from(is_known);
            if role != Role::Name {
                let (at, number) = numbers[place];
                roles.push((role, number, tokens[at].span));
            }
        }
        let of = |role: Role| {
            roles
                .iter()
                .find(|(own, ..)| *own == role)
                .map(|(_, number, _)| *number)
        };
        if let (Some(each), Some(total)) = (of(Role::Each), of(Role::Total))
            && evidence == 0
            && same(total, Some(each * count))
            && count > 1.0
        {
            score += PRODUCT;
        }
        (score, roles, evidence)
    }
}

impl Token {
    /// Returns whether a number in front of it counts it, though nothing says what it is: an unknown word, or one
    /// that otherwise opens a section, as in `6 fortifications`.
    pub(super) fn may_be_counted(&self) -> bool {
        let is_section = |own: &Meaning| matches!(own, Meaning::Heading(None, _));
        matches!(self.kind, TokenKind::Word) || self.meanings().iter().any(is_section)
    }

    fn is_times_word(&self) -> bool {
        self.is_class(Class::Counting)
    }
}

fn same_cost(number: f64, cost: Option<f64>) -> bool {
    cost.is_some_and(|cost| (number - cost).abs() < 0.01)
}

/// Returns whether words are of a person who speaks, and not of a list.
pub(super) fn is_talk(tokens: &[Token]) -> bool {
    let words = tokens.iter().filter(|token| token.is_word()).count();
    let pronouns = tokens
        .iter()
        .filter(|token| token.is_class(Class::Pronoun))
        .count();
    pronouns > 0 && words > 7
}
