//! Numbers: which number of an entry is its count, and which its costs, weighed by the known costs of its troops.

use super::{
    entries::{Draft, Entry, EntryReader, Mark},
    items::is_sum_word,
    lexer::Token,
    lexicon::{Class, Meaning, Role},
    weights::*,
};
use crate::{
    scenario::{
        value::{ScenarioValue, number_value},
        vocabulary::{KindIx, PropertyIx, ValueType},
    },
    text::{Span, Spanned},
};
use std::ops::Range;

/// The most numbers of an entry whose roles are tried.
const MAX_NUMBERS: usize = 8;

/// The greatest count where a ruleset sets none.
const MAX_COUNT: f64 = 999.0;

type Values = Vec<(PropertyIx, ScenarioValue)>;

/// What the troops of an entry may be, and what they then cost.
#[derive(Clone, Debug)]
struct Hypothesis {
    /// The drill and the rank that only the cost shows.
    implied: Values,
    /// Whether a rank is implied.
    implies_rank: bool,
    has_rank: bool,
    /// The cost of one without a rank, and of the leader.
    each: Option<f64>,
    leader: Option<f64>,
    /// What one counts for.
    ee: Option<f64>,
    score: f64,
}

impl Hypothesis {
    /// Returns the cost of some troops.
    fn total(&self, count: f64) -> Option<f64> {
        match self.has_rank {
            true => Some(self.leader? + (count - 1.0) * self.each?),
            false => Some(self.leader? * count),
        }
    }
}

/// A number that may be the count of an entry.
#[derive(Clone, Debug)]
struct Count {
    number: f64,
    /// The tokens that it is read from.
    tokens: Vec<usize>,
    score: f64,
    is_before: Option<bool>,
}

/// The roles of the numbers that are not the count.
struct Assignment {
    score: f64,
    roles: Vec<(Role, f64, Span)>,
    /// How many known costs agree.
    evidence: u8,
}

fn same(a: f64, b: Option<f64>) -> bool {
    b.is_some_and(|b| (a - b).abs() < 0.01)
}

impl Token {
    /// Returns whether a number in front of it counts it, though nothing says what it is: an unknown word, one
    /// that otherwise opens a section, as in `6 fortifications`, or what is said of troops: `3 skirmishers`.
    pub(super) fn may_be_counted(&self) -> bool {
        let is_section = |own: &Meaning| matches!(own, Meaning::Heading(None, _));
        let is_unit = |own: &Meaning| matches!(own, Meaning::Unit(_, Role::Elements));
        let is_flag = |own: &Meaning| matches!(own, Meaning::Value(.., ScenarioValue::Flag(true)));
        let own = self.meanings();
        let is_other = own.iter().any(|own| is_section(own) || is_flag(own));
        self.is_unknown() || is_other && !own.iter().any(is_unit)
    }
}

impl EntryReader<'_> {
    /// Finds the best roles of the numbers of an entry.
    pub(super) fn assign(
        &self,
        tokens: &[Token],
        range: &Range<usize>,
        mark: &Mark,
        values: Vec<(PropertyIx, Spanned<ScenarioValue>)>,
    ) -> Entry {
        let kind = self.lexicon.vocabulary.kind(mark.kind);
        let is_own = |at: &usize| {
            !mark.tokens.contains(at)
                && !self.is_earlier(tokens, *at, range.start)
                && (tokens[*at].is_digits() || self.is_next_to(tokens, *at, mark))
        };
        let numbers: Vec<(usize, f64)> = range
            .clone()
            .filter_map(|at| Some((at, tokens[at].number()?)))
            .filter(|(at, _)| is_own(at))
            .take(MAX_NUMBERS)
            .collect();
        let is_free = values.iter().any(
            |(_, own)| matches!(&own.value, ScenarioValue::Word(word) if kind.free.contains(word)),
        );
        let has_rank = values.iter().any(|(own, _)| kind.ranks.contains(own));
        let mut best = Entry {
            kind: mark.kind,
            span: Span::default(),
            count: 1.0,
            count_span: None,
            values,
            numbers: Vec::new(),
            name: None,
            score: UNREAD,
            evidence: 0,
            used: Vec::new(),
            is_strong: mark.is_strong,
            is_lone: mark.is_lone,
            is_in_sum: false,
            is_per_part: false,
            count_before: None,
            implied: Vec::new(),
        };
        let counts = self.counts(tokens, range, mark, &numbers, has_rank);
        // a cost in front of the troops may be a count
        let is_plain = |(at, _): &(usize, f64)| {
            let is_cost = matches!(
                tokens[*at].label,
                Some(Role::Each | Role::Total | Role::Amount)
            );
            *at < mark.tokens.start && !tokens[*at].is_labelled_itself && !is_cost
        };
        for own in self.hypotheses(mark, &best.values) {
            for count in &counts {
                let has_none = count.tokens.is_empty();
                if own.implies_rank
                    && (count.number > 1.0 || has_none && numbers.iter().any(is_plain))
                {
                    continue;
                }
                let open: Vec<(usize, f64)> = numbers
                    .iter()
                    .filter(|(at, _)| !count.tokens.contains(at))
                    .copied()
                    .collect();
                let found = self.roles((tokens, mark), &open, count.number, &own, is_free);
                // what is implied needs evidence
                let shows_rank = |(_, number, _): &(Role, f64, Span)| same(*number, own.leader);
                if !own.implied.is_empty() && found.evidence == 0
                    || own.implies_rank && !found.roles.iter().any(shows_rank)
                {
                    continue;
                }
                let of_count = if own.implies_rank && has_none {
                    0.0
                } else {
                    count.score
                };
                let score = of_count + own.score + found.score;
                if score > best.score {
                    best = Entry {
                        count: count.number,
                        count_span: count.tokens.first().map(|at| tokens[*at].span),
                        used: count.tokens.iter().map(|at| tokens[*at].span).collect(),
                        numbers: found.roles,
                        score,
                        evidence: found.evidence,
                        count_before: count.is_before,
                        implied: own.implied.clone(),
                        ..best
                    };
                }
            }
        }
        // `armour 6`
        for (at, number) in numbers {
            let token = &tokens[at];
            if let Some(Role::Other(property)) = token.label
                && token.is_labelled_itself
                && kind.properties.contains_key(&property)
                && !best.used.contains(&token.span)
            {
                best.used.push(token.span);
                best.values
                    .push((property, number_value(number, token.span)));
            }
        }
        let costs = best.numbers.iter().map(|(_, _, span)| *span);
        best.used.extend(costs);
        best
    }

    /// Returns what a line may be: as written, or with a drill or a rank that only the cost shows.
    fn hypotheses(
        &self,
        mark: &Mark,
        values: &[(PropertyIx, Spanned<ScenarioValue>)],
    ) -> Vec<Hypothesis> {
        let kind = self.lexicon.vocabulary.kind(mark.kind);
        let plain = values
            .iter()
            .map(|(own, value)| (*own, value.value.clone()));
        let (said, bare): (Values, Values) = plain.partition(|(own, _)| kind.ranks.contains(own));
        let mut fronts = kind.front_properties.iter();
        let lacking = fronts.find(|front| !bare.iter().any(|(own, _)| own == *front));
        let drills = lacking.into_iter().flat_map(|front| {
            let words = kind.words_of(*front).iter();
            words.map(|word| vec![(*front, ScenarioValue::Word(*word))])
        });
        let drills: Vec<Values> = drills.chain([Vec::new()]).collect();
        // one whose cost is that of a leader
        let begins = self.lexicon.begins();
        let begins = begins.filter(|own| kind.ranks.contains(&own.property) && said.is_empty());
        let implied = begins.into_iter().flat_map(|own| {
            let words = own.words.iter().skip(1).take(2);
            words.map(|(word, _)| (own.property, ScenarioValue::Word(*word)))
        });
        let implied: Vec<(PropertyIx, ScenarioValue)> = implied.collect();
        let price = |values: &[&[(PropertyIx, ScenarioValue)]]| {
            let mut values = values.concat();
            values.sort_by_key(|(property, _)| *property);
            self.prices.price(&Draft {
                kind: mark.kind,
                values,
            })
        };
        let mut out = Vec::new();
        for drill in &drills {
            let is_complete = !drill.is_empty() || lacking.is_none();
            let base = if is_complete {
                price(&[&bare, drill])
            } else {
                Default::default()
            };
            let of_drill = match drill.first() {
                None => 0.0,
                Some((_, ScenarioValue::Word(own))) if Some(*own) == self.habit.drill => {
                    USUAL_DRILL
                }
                Some(_) => IMPLIED_DRILL,
            };
            let none = [];
            let others = implied
                .iter()
                .filter(|_| is_complete)
                .map(std::slice::from_ref);
            for rank in std::iter::once(&none[..]).chain(others) {
                let has_rank = !rank.is_empty() || !said.is_empty();
                let leader = match has_rank && is_complete {
                    true => price(&[&bare, drill, &said, rank]),
                    false => base.clone(),
                };
                let costs = leader.each.iter().map(|own| Some(*own));
                let costs: Vec<Option<f64>> = costs
                    .chain(leader.each.is_empty().then_some(None))
                    .collect();
                for (place, cost) in costs.into_iter().enumerate() {
                    out.push(Hypothesis {
                        implied: [&drill[..], rank].concat(),
                        implies_rank: !rank.is_empty(),
                        has_rank,
                        each: base.each.first().copied(),
                        leader: cost,
                        ee: leader.ee,
                        score: of_drill
                            + if rank.is_empty() { 0.0 } else { IMPLIED_RANK }
                            + if place > 0 { OTHER_LEADERS } else { 0.0 },
                    });
                }
            }
        }
        out
    }

    /// Returns whether a number in words is next to the mark, so that it counts it.
    fn is_next_to(&self, tokens: &[Token], at: usize, mark: &Mark) -> bool {
        let is_small = |token: &Token| self.is_small(token, mark.kind);
        match at < mark.tokens.start {
            true => tokens[at + 1..mark.tokens.start].iter().all(is_small),
            false => at < mark.tokens.end + 2 && !tokens[at - 1].is_sign("("),
        }
    }

    /// Returns whether a token may be between a count and the troops.
    pub(super) fn is_small(&self, token: &Token, kind: KindIx) -> bool {
        let own = token.span.of(self.text);
        let mut fronts = self.lexicon.vocabulary.kind(kind).joined_fronts.iter();
        token.is_sign("(-x*:#")
            || token.is_times(self.text)
            || token.is_class(Class::Counting)
            || token.is_class(Class::Filler)
            || token
                .meanings()
                .iter()
                .any(|own| self.lexicon.is_front(own))
            || fronts.any(|(text, _)| own.eq_ignore_ascii_case(text))
    }

    /// Returns the numbers that may be the count of an entry.
    fn counts(
        &self,
        tokens: &[Token],
        range: &Range<usize>,
        mark: &Mark,
        numbers: &[(usize, f64)],
        has_rank: bool,
    ) -> Vec<Count> {
        let vocabulary = self.lexicon.vocabulary.kind(mark.kind);
        let of_count = vocabulary
            .count
            .and_then(|own| vocabulary.properties.get(&own));
        let most = match of_count.map(|own| &own.value_type) {
            Some(ValueType::Number { most, .. }) => *most,
            _ => MAX_COUNT,
        };
        let is_before = |at: usize| at < mark.tokens.start;
        let first_before = numbers
            .iter()
            .find(|(at, _)| is_before(*at) && !self.is_index(tokens, *at, range.start));
        let first_behind = numbers.iter().find(|(at, _)| !is_before(*at));
        let is_times = |at: usize| {
            let own = tokens.get(at);
            own.is_some_and(|own| own.is_times(self.text) || own.is_sign("*×"))
        };
        let place_score = |at: usize| {
            let is_next = is_before(at)
                && tokens[at + 1..mark.tokens.start]
                    .iter()
                    .all(|token| self.is_small(token, mark.kind));
            if is_next {
                COUNT_BEFORE
            } else if is_before(at) && first_before.is_some_and(|own| own.0 == at) {
                COUNT_FIRST
            } else if first_behind.is_some_and(|own| own.0 == at) {
                COUNT_BEHIND
            } else {
                0.0
            }
        };
        let mut out = vec![Count {
            number: 1.0,
            tokens: Vec::new(),
            score: if has_rank { ONE_LEADER } else { NO_COUNT },
            is_before: None,
        }];
        for (place, &(at, number)) in numbers.iter().enumerate() {
            let token = &tokens[at];
            // `total: 16`, `Kn, making 16`
            let is_other = token.is_labelled_itself
                && matches!(
                    token.label,
                    Some(Role::Each | Role::Total | Role::Ee | Role::EeEach | Role::Limit)
                );
            let is_of_sum = !is_before(at) && tokens[mark.tokens.end..at].iter().any(is_sum_word);
            if number.fract() != 0.0 || !(1.0..=most).contains(&number) || is_other || is_of_sum {
                continue;
            }
            let label = match token.label {
                Some(Role::Count | Role::Elements) => LABEL + COUNT_LABEL,
                None => 0.0,
                // `Baggage: 6`
                Some(Role::Other(_)) if mark.is_lone => 0.0,
                Some(Role::Amount) if !token.is_labelled_itself => IN_AMOUNT,
                Some(Role::Name | Role::Other(_)) if !token.is_labelled_itself => IN_OTHER,
                Some(_) => OTHER_LABEL,
            };
            let is_index = self.is_index(tokens, at, range.start) && numbers.len() > 1;
            let has_times = is_times(at + 1) || at > range.start && is_times(at - 1);
            let habit = self.habit.count_before == Some(is_before(at));
            let signs = [
                (is_index, INDEX),
                (has_times, COUNT_TIMES),
                (habit, COUNT_HABIT),
            ];
            let signs: f64 = signs.iter().filter(|own| own.0).map(|own| own.1).sum();
            let own = Count {
                number,
                tokens: vec![at],
                score: label + signs + place_score(at),
                is_before: Some(is_before(at)),
            };
            // `2x6`
            if let Some(&(next, other)) = numbers.get(place + 1)
                && next == at + 2
                && is_times(at + 1)
                && other.fract() == 0.0
                && number * other <= most
                && is_before(at) == is_before(next)
            {
                let of_place = match place_score(next) == COUNT_BEFORE {
                    true => COUNT_BEFORE,
                    false => place_score(at),
                };
                out.push(Count {
                    number: number * other,
                    tokens: vec![at, next],
                    score: label + signs + of_place + COUNT_PRODUCT,
                    is_before: own.is_before,
                });
            }
            out.push(own);
        }
        out
    }

    /// Returns whether a number at the front of a row numbers the row: `3.`, `(9) Baggage`.
    pub(super) fn is_index(&self, tokens: &[Token], at: usize, from: usize) -> bool {
        if from == 0 && at == 1 && tokens[0].is_sign("(") {
            return tokens.get(2).is_some_and(|own| own.is_sign(")"));
        }
        let behind = &self.text[tokens[at].span.end()..];
        let is_point = behind.starts_with(['.', ')']) && !behind[1..].starts_with('.');
        at == 0 && from == 0 && is_point
    }

    /// Assigns the numbers that are not the count.
    fn roles(
        &self,
        (tokens, mark): (&[Token], &Mark),
        numbers: &[(usize, f64)],
        count: f64,
        own: &Hypothesis,
        is_free: bool,
    ) -> Assignment {
        let (each, total) = (own.each, own.total(count));
        let ee = own.ee.map(|ee| ee * count);
        // the score of each role of each number, and whether a known cost agrees
        let mut options: Vec<(f64, usize, Role, bool)> = Vec::new();
        for (place, &(at, number)) in numbers.iter().enumerate() {
            let token = &tokens[at];
            // amounts have no other fractions than quarters: `3.4` is an edition
            let is_amount = (number * 4.0).fract() == 0.0;
            // a running total, or the number of something else
            let is_far = total.is_some_and(|own| number > FAR * own)
                || each.is_some_and(|own| number * FAR < own);
            let none = match token.label {
                Some(Role::Name | Role::Other(_) | Role::Elements | Role::Limit | Role::Sum) => 0.0,
                _ if !is_amount => 0.0,
                _ if self.is_index(tokens, at, 0) => LEFT_INDEX,
                _ if is_free => LEFT_FREE,
                Some(_) if token.is_labelled_itself => LEFT_LABELLED,
                None if is_far => LEFT_FAR,
                _ if number >= 1000.0 => LEFT_INDEX,
                _ => LEFT_OVER,
            };
            options.push((none, place, Role::Name, false));
            if !is_amount {
                continue;
            }
            if number == count && matches!(token.label, Some(Role::Count | Role::Elements)) {
                options.push((LABEL, place, Role::Elements, false));
            }
            let label = |fits: &[Role], is_known: bool| match token.label {
                None => 0.0,
                Some(own) if fits.contains(&own) => {
                    if is_known {
                        LABEL
                    } else {
                        LABEL_UNFIT
                    }
                }
                Some(_) if token.is_labelled_itself => OTHER_LABEL,
                Some(Role::Name | Role::Other(_)) => OTHER_COLUMN,
                Some(_) => OTHER_LABEL / 2.0,
            };
            let is_each = same(number, each) || count == 1.0 && same(number, own.leader);
            let of_each = match (is_each, own.leader) {
                (true, _) => KNOWN_EACH,
                (false, None) if number > 1.0 => PLAIN_AMOUNT,
                _ => NOT_KNOWN,
            };
            let fits = label(
                &[Role::Each, Role::Amount],
                same(number, each) || each.is_none(),
            );
            options.push((of_each + fits, place, Role::Each, is_each));
            let is_total = same(number, total);
            let of_total = match (is_total, total) {
                (true, _) => KNOWN_TOTAL,
                (false, None) => PLAIN_AMOUNT,
                (false, Some(_)) => NOT_KNOWN,
            };
            let aside = if token.depth > 0 { IN_BRACKETS } else { 0.0 };
            let all = [Role::Total, Role::Amount, Role::Limit];
            let fits = label(&all, is_total || total.is_none());
            options.push((of_total + aside + fits, place, Role::Total, is_total));
            let is_price = matches!(token.label, Some(Role::Each | Role::Amount | Role::Total));
            if same(number, ee) && !is_price {
                let fits = label(&[Role::Ee, Role::EeEach], true);
                options.push((KNOWN_EE + fits, place, Role::Ee, false));
            } else if token.label == Some(Role::Ee)
                && !is_in_sum(tokens, at)
                // `Cmd 1 (14 EE): C-in-C Cv(S)`
                && !(token.is_labelled_itself && at < mark.tokens.start)
            {
                // equivalents that are not those of the line may be those of its command
                let fits = if ee.is_some() { LABEL_UNFIT } else { LABEL };
                options.push((fits, place, Role::Ee, false));
            }
            if token.label == Some(Role::EeEach) {
                let known = if same(number, own.ee) { KNOWN_EE } else { 0.0 };
                options.push((known + LABEL, place, Role::EeEach, false));
            }
        }
        options.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut taken: Vec<usize> = Vec::new();
        let mut out = Assignment {
            score: 0.0,
            roles: Vec::new(),
            evidence: 0,
        };
        for (score, place, role, is_known) in options {
            let is_used = role != Role::Name && out.roles.iter().any(|(own, ..)| *own == role);
            if taken.contains(&place) || is_used {
                continue;
            }
            taken.push(place);
            out.score += score;
            out.evidence += u8::from(is_known);
            if role != Role::Name {
                let (at, number) = numbers[place];
                out.roles.push((role, number, tokens[at].span));
            }
        }
        let of = |role: Role| {
            let found = out.roles.iter().find(|(own, ..)| *own == role);
            found.map(|(_, number, _)| *number)
        };
        let product = of(Role::Each).map(|own| own * count);
        if let Some(total) = of(Role::Total)
            && out.evidence == 0
            && count > 1.0
            && same(total, product)
        {
            out.score += PRODUCT;
        }
        out
    }
}

/// Returns whether a sentence says what lines come to, in front of a number: `6 baggage. All in 396 and 69 EE`.
fn is_in_sum(tokens: &[Token], at: usize) -> bool {
    let sentence = tokens[..at].iter().rev();
    let mut sentence = sentence.take_while(|own| !own.is_sign(".;") && own.cell == tokens[at].cell);
    sentence.any(is_sum_word)
}
