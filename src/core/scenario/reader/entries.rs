//! Entries: where the troops of a row begin and end, by a small dynamic programme over all divisions of the row.

use super::{
    lexer::{Token, TokenKind},
    lexicon::{Class, Lexicon, Meaning, Role},
    weights::*,
};
use crate::{
    scenario::{
        value::ScenarioValue,
        vocabulary::{KindIx, PropertyIx, WordIx},
    },
    text::{Span, Spanned},
};
use std::{
    cell::RefCell,
    collections::{HashMap, HashSet},
    ops::Range,
};

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
    /// The tokens of its count and its costs.
    pub(super) used: Vec<Span>,
    pub(super) is_strong: bool,
    pub(super) is_lone: bool,
    /// Whether it is in a row of sums: `Total 398 AP, 6 baggage`.
    pub(super) is_in_sum: bool,
    /// Whether each part of the army has so many: `2 per command`.
    pub(super) is_per_part: bool,
    /// Whether the count is in front of the troops.
    pub(super) count_before: Option<bool>,
    /// The drill and the rank that the cost shows, if the row does not say them.
    pub(super) implied: Vec<(PropertyIx, ScenarioValue)>,
}

impl Entry {
    /// Returns the values that the row says, and those that its cost shows.
    pub(super) fn all_values(&self) -> impl Iterator<Item = (PropertyIx, ScenarioValue)> {
        let said = self
            .values
            .iter()
            .map(|(own, value)| (*own, value.value.clone()));
        said.chain(self.implied.iter().cloned())
    }
}

/// What is usual in a text: found in a first run over it.
#[derive(Clone, Debug, Default)]
pub(super) struct Habit {
    pub(super) count_before: Option<bool>,
    pub(super) is_strong: bool,
    /// Whether most lines have their cost: then troops without one in a sentence are talk.
    pub(super) has_costs: bool,
    /// Whether most lines have a number: then troops without one are talk.
    pub(super) has_counts: bool,
    /// Whether there are no lines but those in sentences.
    pub(super) is_prose: bool,
    /// The forms of the rows with troops.
    pub(super) forms: HashSet<String>,
    /// The drill of most troops.
    pub(super) drill: Option<WordIx>,
}

/// The parts of a row.
#[derive(Clone, Debug, Default)]
pub(super) struct RowReading {
    pub(super) entries: Vec<Entry>,
    /// How many tokens in front of the first entry belong to none.
    pub(super) head: usize,
    /// How many tokens behind the last entry belong to none.
    pub(super) tail: usize,
}

/// A division of the first tokens of a row into entries.
#[derive(Clone, Debug)]
struct Division {
    /// The token at which the next entry begins.
    end: usize,
    score: f64,
    /// The place of its last entry among those that were tried.
    last: Option<usize>,
    head: usize,
}

/// The reader of the entries of rows.
pub(super) struct EntryReader<'a> {
    pub(super) text: &'a str,
    pub(super) lexicon: &'a Lexicon<'a>,
    pub(super) prices: &'a PriceList<'a>,
    pub(super) habit: Habit,
}

/// The most places at which an entry may begin that are tried.
const MAX_STARTS: usize = 10;

impl EntryReader<'_> {
    /// Reads a row: the division into entries with the best evidence.
    pub(super) fn read(&self, tokens: &[Token], marks: &[Mark]) -> RowReading {
        let Some(first) = marks.first() else {
            return RowReading {
                head: tokens.len(),
                ..RowReading::default()
            };
        };
        let starts = self.starts(tokens, 0, first.tokens.start).into_iter();
        // each entry that was tried, with the place of the one before it
        let mut tried: Vec<(Entry, Option<usize>)> = Vec::new();
        // the best division of the marks so far for each place at which the next entry may begin
        let mut best: Vec<Division> = starts
            .map(|start| Division {
                end: start,
                score: self.head_score(tokens, start),
                last: None,
                head: start,
            })
            .collect();
        for (at, mark) in marks.iter().enumerate() {
            let next = marks.get(at + 1);
            let ends = match next {
                Some(next) => self.starts(tokens, mark.tokens.end, next.tokens.start),
                None => self.tail_starts(tokens, mark.tokens.end, marks.len()),
            };
            let best_to = |end: usize| {
                let border = match next {
                    Some(_) => self.border_score(tokens, end),
                    None => self.tail_score(tokens, end, marks.len()),
                };
                let divisions = best.iter().map(|own| {
                    let entry = self.entry(tokens, own.end..end, mark);
                    (own.score + entry.score + border, entry, own)
                });
                let (score, entry, own) =
                    divisions.reduce(|one, other| if other.0 > one.0 { other } else { one })?;
                tried.push((entry, own.last));
                Some(Division {
                    end,
                    score,
                    last: Some(tried.len() - 1),
                    head: own.head,
                })
            };
            best = ends.into_iter().filter_map(best_to).collect();
        }
        let best = best.into_iter().max_by(|a, b| a.score.total_cmp(&b.score));
        let Some(best) = best else {
            return RowReading::default();
        };
        let mut entries = Vec::new();
        let mut at = best.last;
        while let Some((entry, before)) = at.map(|at| &tried[at]) {
            entries.push(entry.clone());
            at = *before;
        }
        entries.reverse();
        RowReading {
            entries,
            head: best.head,
            tail: tokens.len() - best.end,
        }
    }

    /// Returns the tokens at which an entry may begin.
    fn starts(&self, tokens: &[Token], from: usize, to: usize) -> Vec<usize> {
        let is_start =
            |at: &usize| *at == 0 || *at == to || self.border_score(tokens, *at) > NO_BORDER;
        let mut out: Vec<usize> = (from..=to).filter(is_start).collect();
        if out.len() > MAX_STARTS {
            let keep = usize::from(from == 0);
            out.drain(keep..out.len() - MAX_STARTS);
        }
        out
    }

    /// Returns the tokens at which what follows the last entry may begin.
    fn tail_starts(&self, tokens: &[Token], from: usize, marks: usize) -> Vec<usize> {
        let is_tail = |at: &usize| {
            let token = &tokens[*at];
            let key = token.key(&[self.lexicon.side]);
            let is_sum = token.is_class(Class::Total)
                || token.is_class(Class::Sum)
                || key == Some(Role::Total);
            let before = &tokens[at - 1];
            let is_border =
                token.is_sign("=[-(") || before.is_sign(".;)") || before.cell != token.cell;
            is_sum || marks > 1 && is_border
        };
        let mut out = vec![tokens.len()];
        out.extend((from..tokens.len()).filter(is_tail));
        out
    }

    fn tail_score(&self, tokens: &[Token], at: usize, marks: usize) -> f64 {
        let Some(token) = tokens.get(at) else {
            return 0.0;
        };
        let numbers = tokens[at..]
            .iter()
            .filter(|token| token.is_digits())
            .count();
        let is_cost = |at: usize| {
            let is_alone = at + 2 == tokens.len()
                && tokens[at - 1].is_sign("(")
                && tokens[at + 1].is_sign(")");
            tokens[at].is_digits()
                && (matches!(tokens[at].label, Some(Role::Amount | Role::Total))
                    || at > 0 && (tokens[at - 1].is_sign("=") || is_alone))
        };
        let is_only = (at..tokens.len()).any(is_cost) && !(0..at).any(is_cost);
        // one cost behind several troops, none of which has its own, is that of all of them
        // a semicolon where commas are between the troops
        let is_apart =
            tokens[at - 1].is_sign(";") && !tokens[..at - 1].iter().any(|own| own.is_sign(";"));
        let bonus = match (is_only && marks > 1, token.is_sign("=(") || is_apart) {
            (true, true) => ONLY_COST,
            (true, false) => COST_BEHIND,
            (false, _) if token.is_sign("=[") => SIGN_BEHIND,
            (false, _) => 0.0,
        };
        bonus + TAIL_NUMBER * numbers as f64
    }

    fn head_score(&self, tokens: &[Token], at: usize) -> f64 {
        if at == 0 {
            return 0.0;
        }
        let says = |token: &Token, is: &dyn Fn(&Meaning) -> bool| token.meanings().iter().any(is);
        let is_front = |own: &Meaning| self.lexicon.is_front(own);
        let before = &tokens[at - 1];
        if before.cell == tokens[at].cell && says(before, &is_front) {
            return CUT_DRILL;
        }
        let number =
            |is: &dyn Fn(&Token) -> bool| tokens[..at].iter().filter(|own| is(own)).count() as f64;
        let numbers = number(&|own| {
            own.is_digits() && !matches!(own.label, Some(Role::Name | Role::Other(_)))
        });
        // ranks and drills in front of the entry belong to it
        let ranks = number(&|own| says(own, &|own| self.lexicon.is_flag(own)));
        let drills = number(&|own| says(own, &is_front));
        let colon = if before.is_sign(":=") {
            HEAD_COLON
        } else {
            0.0
        };
        self.border_score(tokens, at).min(1.0) * HEAD_BORDER
            + colon
            + HEAD_NUMBER * numbers
            + HEAD_RANK * ranks
            + HEAD_DRILL * drills
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
            WEAK_BORDER
        } else {
            NO_BORDER
        };
        if own.is_digits() || own.number().is_some() && score > 0.0 {
            score += AT_NUMBER;
        }
        if own.depth > 0 && !own.is_sign("(") {
            score += IN_DEPTH;
        }
        score
    }

    /// Reads one entry from some tokens with a mark among them.
    fn entry(&self, tokens: &[Token], range: Range<usize>, mark: &Mark) -> Entry {
        let kind = self.lexicon.vocabulary.kind(mark.kind);
        let mut values = mark.values.clone();
        let has =
            |values: &[(PropertyIx, _)], property| values.iter().any(|(own, _)| *own == property);
        let mut own: Vec<usize> = range.clone().collect();
        own.sort_by_key(|at| match *at < mark.tokens.start {
            true => mark.tokens.start - at,
            false => (at + 2).saturating_sub(mark.tokens.end),
        });
        // drill: the nearest word for it
        for &front in &kind.front_properties {
            let mut found = own
                .iter()
                .filter_map(|&at| Some((at, self.front_value(tokens, at, mark, front)?)));
            if let Some((at, value)) = found.next()
                && !has(&values, front)
            {
                values.push((front, Spanned::new(value, tokens[at].span)));
            }
        }
        for &at in &own {
            for meaning in tokens[at].meanings() {
                let Meaning::Value(of, property, value) = meaning else {
                    continue;
                };
                let is_rank = kind.ranks.contains(property);
                // `6 baggage with the C-in-C` leads nothing
                if *of != mark.kind || is_rank && mark.is_lone || self.is_denied(tokens, at) {
                    continue;
                }
                let is_other = mark.kind != self.lexicon.lines[0]
                    && !has(&mark.values, *property)
                    && !kind.front_properties.contains(property)
                    && !kind.mark.contains(property);
                // `General: 1 Irr Cv(O) sub-general`
                values.retain(|(own, known)| {
                    let is_same = is_rank && own == property;
                    !(is_same && self.lexicon.is_plain_rank(*own, &known.value))
                });
                let is_said = matches!(value, ScenarioValue::Flag(true)) || is_rank || is_other;
                if is_said && !has(&values, *property) {
                    values.push((*property, Spanned::new(value.clone(), tokens[at].span)));
                }
            }
        }
        let span = tokens[range.start].span.join(tokens[range.end - 1].span);
        let mut out = self.assign(tokens, &range, mark, values);
        let of_mark = &tokens[mark.tokens.clone()];
        out.used.extend(of_mark.iter().map(|own| own.span));
        Entry {
            name: self.name(tokens, &range, mark),
            span,
            ..out
        }
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
        // `d=I`
        let is_head = |own: &Meaning| matches!(own, Meaning::Column(own, _) if *own == front);
        let is_keyed =
            at > 1 && tokens[at - 1].is_sign("=:") && tokens[at - 2].meanings().iter().any(is_head);
        let is_here = at + 1 == mark.tokens.start
            || at == mark.tokens.end && token.is_glued
            || is_keyed
            || token.label == Some(Role::Other(front));
        if !is_here || mark.tokens.contains(&at) || !token.is_word() {
            return None;
        }
        let letters = token.span.of(self.text).to_lowercase();
        let mut fronts = self.lexicon.vocabulary.kind(mark.kind).joined_fronts.iter();
        let (_, word) = fronts.find(|(own, _)| *own == letters)?;
        self.lexicon.value_of(word, mark.kind, front)
    }

    /// Returns the longest run of unknown words of an entry.
    fn name(&self, tokens: &[Token], range: &Range<usize>, mark: &Mark) -> Option<Span> {
        let mut best: Option<Span> = None;
        let mut open: Option<Span> = None;
        for at in range.clone() {
            let token = &tokens[at];
            let is_small = |own: &Meaning| {
                use Class::{Arm, Filler, Pronoun, Verb};
                matches!(own, Meaning::Class(Filler | Pronoun | Verb | Arm))
            };
            let goes_on = match &token.kind {
                TokenKind::Phrase(own) => !mark.tokens.contains(&at) && own.iter().all(is_small),
                TokenKind::Sign(sign) => "-'&/".contains(*sign),
                _ => false,
            };
            let is_word = matches!(token.kind, TokenKind::Word);
            open = match open {
                Some(own) if is_word || goes_on => Some(own.join(token.span)),
                None if is_word => Some(token.span),
                _ => None,
            };
            let longest = best.map_or(0, |own| own.len());
            best = open.filter(|own| is_word && own.len() > longest).or(best);
        }
        best.filter(|own| own.len() > 1)
    }
}
