//! Commands: which entries a general leads, what the sums of a list are of, and what was not read.

use super::{
    entries::{Draft, Entry, EntryReader, Habit, Price, PriceList, is_talk},
    lexer::{Token, TokenKind},
    lexicon::{Class, Lexicon, Meaning, Role},
    rows::Row,
};
use crate::{
    scenario::{
        value::ScenarioValue,
        vocabulary::{KindIx, PropertyIx, WordIx},
    },
    text::{Span, Spanned},
};

/// The most words of a leader without a number.
const MAX_LEADER: usize = 10;

/// A number that a list says of a part of it.
#[derive(Clone, Debug)]
pub(super) struct Declared {
    pub(super) role: Option<Role>,
    pub(super) number: f64,
    pub(super) span: Span,
    /// Whether a unit or key next to it says what it is.
    pub(super) is_labelled: bool,
    /// Whether a word for a total is in its row.
    has_sum_word: bool,
}

impl Declared {
    /// Returns whether a reader takes it for a sum, which is to be compared; costs have no other fractions than quarters.
    pub(super) fn is_sum(&self) -> bool {
        let is_of_sum = self.has_sum_word && self.number >= MIN_COMPARED
            || self.is_labelled
                && !matches!(self.role, Some(Role::Name | Role::Each | Role::Other(_)));
        is_of_sum && (self.number * 4.0).fract() == 0.0
    }

    /// Returns whether it has the unit of points, and is one of an army.
    fn is_points(&self) -> bool {
        self.is_labelled
            && matches!(self.role, Some(Role::Amount | Role::Total | Role::Limit))
            && (100.0..=5000.0).contains(&self.number)
    }
}

/// A row that is a heading, or may be one.
#[derive(Clone, Debug, Default)]
pub(super) struct Heading {
    pub(super) span: Span,
    pub(super) score: f64,
    /// The kind that its words open.
    pub(super) kind: Option<KindIx>,
    /// Whether it is that of a section without a record of its own, such as the baggage.
    pub(super) is_section: bool,
    pub(super) sets: Vec<(PropertyIx, Spanned<ScenarioValue>)>,
    pub(super) rank: Option<(PropertyIx, Spanned<ScenarioValue>)>,
    pub(super) drill: Option<(PropertyIx, Spanned<ScenarioValue>)>,
    pub(super) sums: Vec<Declared>,
    pub(super) name: Option<Span>,
    /// Whether it begins with the word for an army and a colon: `Army: Gauls`.
    is_named_side: bool,
    /// Whether it is set in capitals behind a blank line.
    is_title: bool,
}

/// What a row, or a part of it, is.
#[derive(Clone, Debug)]
pub(super) enum Item {
    Entry(Entry),
    Sum {
        numbers: Vec<Declared>,
        is_of_army: bool,
        is_total: bool,
        /// Whether the row is a sum and nothing else: then it may contradict what was read.
        is_firm: bool,
    },
    Heading(Heading),
    /// The most points: with its bytes, and whether a word says that they are a limit.
    Limit(f64, Span, bool),
    /// What makes it unclear whose troops are which.
    Unclear(Span, &'static str),
    /// A value for all entries without one.
    ForAll(PropertyIx, Spanned<ScenarioValue>),
    /// A row with a number that was not read, and whether it looks like troops.
    Unread {
        counts: bool,
        span: Span,
    },
}

#[derive(Clone, Debug)]
pub(super) struct Placed {
    pub(super) row: usize,
    pub(super) is_apart: bool,
    pub(super) item: Item,
}

/// A part of the army that was read.
#[derive(Clone, Debug, Default)]
pub(super) struct Part {
    pub(super) heading: Option<Heading>,
    pub(super) entries: Vec<(usize, Entry)>,
    pub(super) sums: Vec<Declared>,
    /// The row at which it begins.
    pub(super) row: usize,
    is_apart: Vec<bool>,
    /// Whether its entries are of the army itself, and of no command.
    pub(super) is_of_army: bool,
}

/// A list as it was read.
#[derive(Clone, Debug, Default)]
pub(super) struct ListReading {
    pub(super) title: Option<Span>,
    pub(super) parts: Vec<Part>,
    pub(super) sums: Vec<Declared>,
    pub(super) limit: Option<(f64, Span)>,
    pub(super) unread: Vec<(Span, bool)>,
    /// Numbers in the rows of sums that are the sum of nothing.
    pub(super) unused: Vec<Declared>,
    /// What makes it unclear whose troops are which.
    pub(super) unclear: Vec<(Span, &'static str)>,
}

impl<'a> EntryReader<'a> {
    /// Returns what each row is.
    pub(super) fn items(&self, rows: &[Row], tokens: &[Vec<Token>]) -> Vec<Placed> {
        let mut out: Vec<Placed> = Vec::new();
        let mut part = "";
        for (at, (row, tokens)) in rows.iter().zip(tokens).enumerate() {
            if row.is_head || tokens.is_empty() {
                continue;
            }
            // the column that names the command of each row: another name begins another command
            let (of_part, tokens): (Vec<Token>, Vec<Token>) = tokens
                .iter()
                .cloned()
                .partition(|own| own.label == Some(Role::Part));
            let tokens = &tokens;
            if let [first, .., last] | [first @ last] = &of_part[..]
                && first.span.join(last.span).of(self.text) != part
                && !tokens.is_empty()
            {
                let span = first.span.join(last.span);
                part = span.of(self.text);
                let mut heading = self.heading(row, &of_part, true).unwrap_or_default();
                heading.span = span;
                heading.score += 3.0;
                if !heading.is_section && heading.kind != Some(self.lexicon.side) {
                    // without generals the parts are sides
                    heading.kind = self.lexicon.part.or(Some(self.lexicon.side));
                }
                out.push(Placed {
                    row: at,
                    is_apart: row.is_apart,
                    item: Item::Heading(heading),
                });
            }
            let mut push = |item: Item| {
                out.push(Placed {
                    row: at,
                    is_apart: row.is_apart,
                    item,
                })
            };
            self.row_items(row, tokens, &mut push);
        }
        out
    }

    /// Returns the tokens of a row without the options of which a player took those behind an arrow:
    /// `2 x (4Sp or 4Wb) -> 4Wb`, `3 x (2Ps or 3Ax) -> 2 x 2Ps, 1 x 3Ax`.
    fn chosen(&self, tokens: &[Token]) -> Vec<Token> {
        let is_arrow =
            |own: &[Token]| own[0].is_sign("-=") && own[1].is_sign(">") && own[1].is_glued;
        let place = tokens.windows(2).position(is_arrow).map(|at| (at, at + 2));
        let sign = || tokens.iter().position(|own| own.is_sign("→⇒"));
        let Some((end, from)) = place.or_else(|| sign().map(|at| (at, at + 1))) else {
            return tokens.to_vec();
        };
        let (options, chosen) = (&tokens[..end], &tokens[from..]);
        if self.marks(options).is_empty() || self.marks(chosen).is_empty() {
            return tokens.to_vec();
        }
        let mark = self.marks(options)[0].tokens.start;
        let bracket = options.iter().position(|own| own.is_sign("("));
        let has_count = chosen.iter().any(Token::is_digits);
        let front = if has_count {
            0
        } else {
            bracket.map_or(mark, |at| at.min(mark))
        };
        options[..front].iter().chain(chosen).cloned().collect()
    }

    fn row_items(&self, row: &Row, tokens: &[Token], push: &mut dyn FnMut(Item)) {
        let tokens = &self.chosen(tokens)[..];
        let words = tokens.iter().filter(|token| token.is_word()).count();
        let is_aside = tokens.iter().any(|token| token.is_class(Class::Aside));
        let names_part = |cell: &&Vec<Token>| {
            self.names_part(&cell[..cell.len().min(2)]) && !cell.iter().any(is_sum_word)
        };
        let mut cells: Vec<Vec<Token>> = vec![Vec::new(); row.cells.len()];
        for token in tokens {
            cells[token.cell].push(token.clone());
        }
        if cells.iter().filter(names_part).count() > 1 {
            push(Item::Unclear(row.span, SIDE_BY_SIDE));
        }
        if self.is_of_property(tokens) {
            return self.plain_row(row, tokens, words, push);
        }
        // `So 3Cv x2, 4Wb x2 = 12 elements` says again what is above
        let sum = tokens.iter().rposition(|own| own.is_sign("="));
        if let Some(at) = sum
            && is_sum_word(&tokens[0])
            && let numbers = self.declared(&tokens[at..])
            && numbers.iter().any(|own| own.is_labelled)
            && self.marks(&tokens[at..]).is_empty()
        {
            push(Item::Sum {
                numbers,
                is_of_army: false,
                is_total: true,
                is_firm: true,
            });
            return;
        }
        let reading = self.read(tokens);
        let mut accepted: Vec<Entry> = reading
            .entries
            .iter()
            .filter(|entry| self.is_accepted(entry, tokens, words, is_aside))
            .cloned()
            .collect();
        // `Kinmont Willie, LH, officer` is one
        let is_counted = |entry: &Entry| {
            let kind = self.lexicon.vocabulary.kind(entry.kind);
            entry.count_span.is_some() || entry.evidence > 0 || !kind.ranks.is_empty()
        };
        if accepted.iter().any(is_counted) {
            accepted.retain(is_counted);
        } else {
            accepted.truncate(1);
        }
        // troops with all that there is to say of them in a row of others are no remark
        let is_lost = |entry: &&Entry| {
            let has_grade = self.lexicon.marks(entry.kind).len() > 1;
            has_grade && entry.is_strong && !accepted.iter().any(|own| own.span == entry.span)
        };
        if !accepted.is_empty() && !is_aside {
            for entry in reading.entries.iter().filter(is_lost) {
                push(Item::Unread {
                    counts: true,
                    span: entry.span,
                });
            }
        }
        if !accepted.is_empty() && self.leaves_grade(tokens) {
            push(Item::Unread {
                counts: true,
                span: row.span,
            });
            return;
        }
        if !accepted.is_empty() {
            let head = &tokens[..reading.head];
            if !head.is_empty()
                && let Some(heading) = self.heading(row, head, true)
            {
                push(Item::Heading(heading));
            }
            for entry in accepted {
                push(Item::Entry(entry));
            }
            let tail = &tokens[tokens.len() - reading.tail..];
            let numbers = self.declared(tail);
            if !numbers.is_empty() {
                push(Item::Sum {
                    is_firm: numbers.iter().any(|own| own.is_labelled)
                        || is_sum_word(&tail[0])
                        || tail[0].is_sign("="),
                    numbers,
                    is_of_army: self.is_of_army(tail),
                    is_total: true,
                });
            }
            return;
        }
        // all that there is to say of some troops, without their number
        let is_bare = |entry: &Entry| {
            entry.is_strong && !entry.is_lone && self.is_only_values(entry.kind, tokens)
        };
        if reading.entries.iter().any(is_bare) {
            push(Item::Unread {
                counts: true,
                span: row.span,
            });
            return;
        }
        self.plain_row(row, tokens, words, push);
    }

    /// Returns whether each word of a row is a value of a kind of lines, or `or` between two of them.
    fn is_only_values(&self, kind: KindIx, tokens: &[Token]) -> bool {
        tokens.iter().filter(|own| own.is_word()).all(|own| {
            let mut meanings = own.meanings().iter();
            meanings.any(|own| matches!(own, Meaning::Value(of, ..) if *of == kind))
                || own.is_class(Class::Alternative)
        })
    }

    /// Returns whether a row says something of the army, and names no troops of it: `Camp: baggage wagons`.
    fn is_of_property(&self, tokens: &[Token]) -> bool {
        let [first, next, ..] = tokens else {
            return false;
        };
        let key = first.key(&[self.lexicon.side]);
        let is_key = next.is_sign(":=") || next.cell != first.cell;
        key.is_some_and(|(_, role)| matches!(role, Role::Other(_)))
            && is_key
            && !self.is_of_line(first)
    }

    /// Returns whether signs or the borders of cells are around the troops of a short row that is no sentence.
    fn is_set_apart(&self, entry: &Entry, tokens: &[Token]) -> bool {
        let mark = entry.values.first().map(|(_, own)| own.span);
        let Some(at) = tokens.iter().position(|own| Some(own.span) == mark) else {
            return false;
        };
        let is_border = |own: &Token| own.is_sign("-:,(") || own.cell != tokens[at].cell;
        let words = tokens.iter().filter(|own| own.is_word()).count();
        let is_prose = is_talk(tokens) || tokens.iter().any(|own| own.is_sign(".;"));
        at > 0
            && is_border(&tokens[at - 1])
            && tokens
                .get(at + 1)
                .is_none_or(|own| is_border(own) || own.is_sign(")"))
            && words <= MAX_LEADER
            && !is_prose
    }

    /// Returns whether a phrase says something of a line of troops.
    fn is_of_line(&self, token: &Token) -> bool {
        let mut meanings = token.meanings().iter();
        meanings
            .any(|own| matches!(own, Meaning::Value(kind, ..) if self.lexicon.lines.contains(kind)))
    }

    /// Returns whether a grade in brackets is behind no troops: `4 Bw(X) and (O)`, `2 skirmishers, Irr Psilio (S)`.
    fn leaves_grade(&self, tokens: &[Token]) -> bool {
        let marks = self.marks(tokens);
        let is_value = |token: &Token, place: usize| {
            marks.iter().any(|mark| {
                let property = self.lexicon.marks(mark.kind).get(place).copied();
                property.is_some_and(|own| token.value(mark.kind, own).is_some())
            })
        };
        tokens.windows(4).enumerate().any(|(at, own)| {
            let is_used = marks.iter().any(|mark| mark.tokens.contains(&(at + 2)));
            own[1].span.of(self.text) == "("
                && is_value(&own[2], 1)
                && own[3].is_sign(")")
                && !is_used
                && !is_value(&own[0], 0)
        })
    }

    fn is_accepted(&self, entry: &Entry, tokens: &[Token], words: usize, is_aside: bool) -> bool {
        let has_rank = self
            .lexicon
            .vocabulary
            .kind(entry.kind)
            .ranks
            .iter()
            .any(|rank| entry.values.iter().any(|(own, _)| own == rank));
        if entry.is_lone && !self.is_own_line(entry, tokens)
            || entry.evidence == 0 && tokens[0].is_class(Class::Total)
        {
            return false;
        }
        if entry.evidence > 0 && entry.is_strong && !is_aside {
            return true;
        }
        // in a game without costs and leaders `3Cv` is one of them, and `Bui the Stout - Bd` too
        let kind = self.lexicon.vocabulary.kind(entry.kind);
        let is_only = kind.ranks.is_empty()
            && (self.is_set_apart(entry, tokens) || self.is_only_values(entry.kind, tokens));
        if entry.count_span.is_none() && !has_rank {
            return is_only;
        }
        let is_doubtful = entry.score < 1.5 || self.habit.has_costs;
        if is_aside || is_talk(tokens) && entry.evidence == 0 && is_doubtful {
            return false;
        }
        // `400 AP, lots of light horse`
        let count = tokens.iter().find(|own| Some(own.span) == entry.count_span);
        let is_cost = count.is_some_and(|own| {
            own.is_labelled_itself
                && matches!(
                    own.label,
                    Some(Role::Amount | Role::Total | Role::Each | Role::Ee)
                )
        });
        if entry.evidence == 0 && is_cost {
            return false;
        }
        if entry.is_strong {
            let own = entry.span.of(self.text).split_whitespace().count();
            return entry.count_span.is_some() || own < MAX_LEADER;
        }
        let starts = tokens
            .iter()
            .find(|token| !token.is_sign("-("))
            .is_some_and(|token| token.is_digits());
        (starts || !self.habit.is_strong) && words <= 9
    }

    /// Returns whether a lone mark is a line of troops, and no remark on the numbers of others: `no baggage`,
    /// `61 elements with the baggage`.
    fn is_own_line(&self, entry: &Entry, tokens: &[Token]) -> bool {
        let Some(mark) = entry.values.first().map(|(_, own)| own.span) else {
            return true;
        };
        let Some(at) = tokens.iter().position(|own| own.span == mark) else {
            return true;
        };
        let is_not = |own: &&Token| own.is_class(Class::None) || own.is_class(Class::Besides);
        let near = tokens[..at].iter().rev().take(3);
        if near
            .take_while(|own| !own.is_sign(".;,"))
            .any(|own| is_not(&own))
        {
            return false;
        }
        // `Grand total 398 AP, 49 elements plus 6 baggage`
        let is_declared = |own: &Token| {
            own.is_labelled_itself
                && Some(own.span) != entry.count_span
                && matches!(
                    own.label,
                    Some(Role::Amount | Role::Total | Role::Ee | Role::Elements)
                )
        };
        let sentence = tokens[..at]
            .iter()
            .rev()
            .take_while(|own| !own.is_sign(".;"));
        if sentence.into_iter().any(is_declared) && self.marks(tokens).iter().all(|own| own.is_lone)
        {
            return false;
        }
        let count = entry
            .count_span
            .and_then(|own| tokens.iter().position(|other| other.span == own));
        let Some(count) = count else {
            return true;
        };
        let is_other =
            |own: &Token| own.is_class(Class::Including) || own.is_sign(".;") || is_sum_word(own);
        // `61 elements (baggage included)`
        let ends = |at: usize| tokens.get(at).is_none_or(|own| own.is_sign(").,;"));
        if count < at
            && ends(at + 2)
            && tokens
                .get(at + 1)
                .is_some_and(|own| own.is_class(Class::Including))
        {
            return false;
        }
        let (from, to) = (count.min(at), count.max(at));
        let is_cost = matches!(
            tokens[count].label,
            Some(Role::Amount | Role::Total | Role::Each | Role::Ee)
        );
        let between = &tokens[from + 1..to];
        let words = between
            .iter()
            .filter(|own| matches!(own.kind, TokenKind::Word));
        let is_sentence =
            between.iter().any(|own| own.is_class(Class::Pronoun)) || words.count() > 2;
        let is_remark = count < at && (is_sentence || between.iter().any(is_other));
        !(is_cost && tokens[count].is_labelled_itself
            || is_remark
            || self.is_index(tokens, count, 0) && entry.numbers.is_empty())
    }

    /// Returns the numbers of tokens that may be sums, with the roles that their labels give them.
    fn declared(&self, tokens: &[Token]) -> Vec<Declared> {
        let has_sum_word = tokens.iter().any(is_sum_word);
        let mut out = Vec::new();
        for (at, token) in tokens.iter().enumerate().filter(|(_, own)| own.is_digits()) {
            // the number of a part
            let is_place = at > 0
                && self.names_part(&tokens[at - 1..at])
                && token
                    .number()
                    .is_some_and(|own| own < 10.0 && own.fract() == 0.0);
            let is_so_far = tokens[..at]
                .iter()
                .rev()
                .take(3)
                .any(|own| own.is_class(Class::SoFar));
            // `Baggage: 6 elements`
            let before = tokens[..at].iter().rev().find(|own| !own.is_sign(":"));
            let mut near = [before, tokens.get(at + 1)].into_iter().flatten();
            let is_of_lone = near.any(|own| self.is_lone_mark(own));
            // `(2 points unspent)`
            let mut behind = tokens[at + 1..].iter().take(2);
            let is_unspent = behind.any(|own| own.is_class(Class::Unspent));
            let is_other = is_place || is_so_far || is_of_lone || is_unspent;
            // a bare total is of what the ruleset counts
            let is_bare = before.is_some_and(|own| own.is_class(Class::Total));
            let is_own = |role: &Role| !(is_bare && matches!(role, Role::Other(_)));
            if let Some(number) = token.number().filter(|_| !is_other) {
                out.push(Declared {
                    role: token.label.filter(is_own),
                    number,
                    span: token.span,
                    is_labelled: token.is_labelled_itself,
                    has_sum_word,
                });
            }
        }
        out
    }

    /// Returns whether a word of some tokens opens a part of an army: `command`, and not `allies`.
    fn names_part(&self, tokens: &[Token]) -> bool {
        let mut meanings = tokens.iter().flat_map(Token::meanings);
        meanings.any(|own| self.lexicon.is_part(own))
    }

    fn is_lone_mark(&self, token: &Token) -> bool {
        token.meanings().iter().any(|own| match own {
            Meaning::Value(kind, _, ScenarioValue::Word(word)) => {
                let kind = self.lexicon.vocabulary.kind(*kind);
                kind.lone_marks.contains(word)
            }
            _ => false,
        })
    }

    fn is_of_army(&self, tokens: &[Token]) -> bool {
        let side = [self.lexicon.side];
        let part: Vec<KindIx> = self.lexicon.part.into_iter().collect();
        tokens.iter().any(|token| {
            let of_side = token.key(&side).is_some_and(|(_, role)| role == Role::Total);
            let of_part = token.key(&part).is_some_and(|(_, role)| role == Role::Total);
            of_side && !of_part || token.meanings().iter().any(|own| matches!(own, Meaning::Heading(Some(kind), _) if *kind == self.lexicon.side))
        })
    }

    /// Reads a row without entries: a sum, a heading, the points agreed, or nothing.
    fn plain_row(&self, row: &Row, tokens: &[Token], words: usize, push: &mut dyn FnMut(Item)) {
        let numbers = self.declared(tokens);
        let fronts = |token: &Token| {
            self.lexicon.lines.iter().find_map(|kind| {
                let own = self.lexicon.vocabulary.kind(*kind);
                own.front_properties
                    .iter()
                    .find_map(|front| Some((*front, token.value(*kind, *front)?.clone())))
            })
        };
        let for_all = tokens.iter().any(|token| token.is_class(Class::ForAll));
        let drill = tokens
            .iter()
            .find_map(|token| Some((fronts(token)?, token.span)));
        if let (true, Some(((property, value), span))) = (for_all || words <= 2, drill.clone())
            && !tokens
                .iter()
                .any(|token| token.is_rank(self.lexicon) && !for_all)
        {
            push(Item::ForAll(property, Spanned::new(value, span)));
            if numbers.is_empty() {
                return;
            }
        }
        let limit = tokens
            .iter()
            .find(|token| token.is_digits() && token.label == Some(Role::Limit));
        let limit = limit.or_else(|| {
            let at = tokens
                .iter()
                .position(|token| token.is_class(Class::Limit))?;
            tokens[at..]
                .iter()
                .find(|token| token.is_digits() && token.number().is_some_and(|own| own >= 100.0))
        });
        let starts_part = tokens.first().is_some_and(|token| {
            let mut meanings = token.meanings().iter();
            meanings.any(|own| matches!(own, Meaning::Heading(..))) && self.is_heading(tokens, 0)
        });
        // `DBM 3.3, 400 AP`: a round number of points that is not that of a part
        let agreed = || {
            let is_round = |own: &&Declared| own.is_points() && own.number % 25.0 == 0.0;
            let is_of_part = self.names_part(&tokens[..tokens.len().min(2)])
                || tokens.iter().any(|token| token.is_rank(self.lexicon));
            let found = numbers.iter().find(is_round).filter(|_| !is_of_part);
            found.map(|own| (own.number, own.span))
        };
        let is_said = limit.is_some();
        let limit = limit
            .and_then(|token| Some((token.number()?, token.span)))
            .or_else(agreed);
        if let Some((number, span)) = limit.filter(|(number, _)| *number >= 50.0) {
            push(Item::Limit(number, span, is_said));
        }
        let is_total = tokens.iter().any(|token| {
            is_sum_word(token)
                || token
                    .key(&[self.lexicon.side])
                    .or_else(|| token.key(&self.lexicon.part.into_iter().collect::<Vec<_>>()))
                    .is_some_and(|(_, role)| role == Role::Total)
        });
        let labelled = numbers
            .iter()
            .filter(|own| {
                let is_other = matches!(
                    own.role,
                    Some(Role::EeEach | Role::Other(_) | Role::Part | Role::Name)
                );
                own.role.is_some() && !is_other
            })
            .count();
        let only_numbers = !numbers.is_empty()
            && words <= numbers.len()
            && !tokens
                .iter()
                .any(|token| matches!(token.kind, TokenKind::Word));
        let is_sum = !numbers.is_empty()
            && (only_numbers
                || is_total && words <= 16
                || labelled > 0 && words <= 10
                || row.is_table && labelled > 0);
        let heading = self.heading(row, tokens, false);
        // `8 Sparabara 40 AP` counts something that is in no table, and is no sum
        let counts_unknown = {
            let mut rest = tokens.iter().skip_while(|token| token.is_sign("-+*("));
            let first = rest
                .next()
                .and_then(|token| token.number().filter(|_| token.is_digits()));
            let mut rest = rest.skip_while(|token| {
                token.is_times(self.text)
                    || token.is_class(Class::Counting)
                    || token.is_sign("x*")
                    || fronts(token).is_some()
            });
            let next = rest
                .next()
                .is_some_and(|token| token.may_be_counted() && !token.is_glued);
            first.is_some_and(|own| own.fract() == 0.0 && (1.0..200.0).contains(&own)) && next
        };
        // `Veterans - 2 x 5Lg`, and a row of a table whose column says how many
        let multiplies = (0..tokens.len().saturating_sub(2)).any(|at| {
            let counts = |own: &Token| own.is_glued && own.may_be_counted();
            tokens[at].is_digits()
                && (tokens[at + 1].is_times(self.text) || tokens[at + 1].is_sign("*×"))
                && (tokens[at + 2].may_be_counted()
                    || tokens[at + 2].is_digits() && tokens.get(at + 3).is_some_and(counts))
        });
        let is_counted = row.is_table
            && tokens.iter().any(|own| {
                own.is_digits() && own.label == Some(Role::Count) && !own.is_labelled_itself
            })
            && tokens.iter().any(Token::may_be_counted);
        let has_sum_word = tokens.iter().any(is_sum_word);
        // `qty: 4, each: 13`, of no troops
        let has_key = |role: Role| {
            let mut own = tokens.iter().filter(|own| own.is_labelled_itself);
            own.any(|own| own.label == Some(role))
        };
        let counts_unknown = counts_unknown && self.looks_like_troops(tokens, words)
            || multiplies
            || is_counted && !starts_part && !is_total && !self.is_of_property(tokens);
        let is_named = tokens
            .iter()
            .any(|token| matches!(token.kind, TokenKind::Word));
        let has_price = [Role::Each, Role::Amount].into_iter().any(has_key);
        let is_keyed =
            has_key(Role::Count) && has_price && (is_named || !self.marks(tokens).is_empty());
        if counts_unknown && !has_sum_word && words <= 9 || is_keyed {
            push(Item::Unread {
                counts: true,
                span: row.span,
            });
            return;
        }
        if is_sum {
            // `3. THE FOOT (97 AP, 21 EE)` may be above its troops, and the sum of those before
            let may_open = is_named && row.is_apart && !is_total && !only_numbers && !row.is_table;
            let opens = |own: &Heading| {
                may_open
                    || own.is_named_side
                    || starts_part && own.kind.is_some()
                    || own.rank.is_some()
                    || own.is_section
            };
            if let Some(heading) = heading.filter(opens) {
                push(Item::Heading(heading));
                return;
            }
            push(Item::Sum {
                // of two totals in a row, blocks side by side, it is not known whose they are
                is_firm: !is_talk(tokens)
                    && tokens.iter().filter(|own| is_sum_word(own)).count() < 2
                    && (is_total
                        || row.is_table
                        || only_numbers && numbers.len() == 1
                        || words <= 2 * numbers.len() + 1 && labelled > 0),
                numbers,
                is_of_army: self.is_of_army(tokens),
                is_total,
            });
            return;
        }
        if let Some(heading) = heading {
            push(Item::Heading(heading));
            return;
        }
        if !numbers.is_empty() {
            let marks = self.marks(tokens);
            let names =
                !marks.is_empty() && tokens.first().is_some_and(Token::is_digits) && words < 16;
            push(Item::Unread {
                counts: names
                    || self.looks_like_troops(tokens, words)
                    || row.is_table && tokens.iter().any(|own| self.is_of_line(own)),
                span: row.span,
            });
        }
    }

    /// Returns whether a row that was not read looks like one of troops: a number and what it counts.
    fn looks_like_troops(&self, tokens: &[Token], words: usize) -> bool {
        let first = tokens.iter().find(|token| !token.is_sign("-+*("));
        let starts = first.is_some_and(|token| {
            token.is_digits()
                && token
                    .number()
                    .is_some_and(|own| own.fract() == 0.0 && own < 200.0)
        }) && tokens.get(1).is_some_and(|next| next.is_word());
        let costs = tokens.iter().any(|token| {
            token.is_digits()
                && matches!(token.label, Some(Role::Amount | Role::Each | Role::Total))
        });
        let unknown = tokens.iter().any(Token::may_be_counted);
        let is_prose = tokens
            .iter()
            .any(|token| token.is_class(Class::Pronoun) || token.is_class(Class::Greeting))
            || words > 9;
        unknown && !is_prose && (starts || costs && words <= 8)
    }

    /// Returns whether a phrase may be that of a heading: a letter only with a number behind it, `C2`.
    fn is_heading(&self, tokens: &[Token], at: usize) -> bool {
        tokens[at].span.len() > 1 || tokens.get(at + 1).is_some_and(Token::is_digits)
    }

    /// Returns the heading that a row is, or the words in front of an entry are.
    fn heading(&self, row: &Row, tokens: &[Token], is_head: bool) -> Option<Heading> {
        let words = tokens.iter().filter(|token| token.is_word()).count();
        if words == 0 || words > 14 {
            return None;
        }
        let span = tokens.first()?.span.join(tokens.last()?.span);
        let mut out = Heading {
            span,
            ..Heading::default()
        };
        let own = span.of(self.text);
        let is_side = |own: &Meaning| matches!(own, Meaning::Heading(Some(kind), _) if *kind == self.lexicon.side);
        out.is_named_side = tokens[0].meanings().iter().any(is_side)
            && tokens.get(1).is_some_and(|own| own.is_sign(":"))
            && tokens.get(2).is_some_and(Token::is_word);
        if out.is_named_side {
            out.score += 2.0;
        }
        for (at, token) in tokens.iter().enumerate() {
            for meaning in token.meanings() {
                match meaning {
                    Meaning::Heading(Some(kind), sets)
                        if (at <= 6 || at + 1 == tokens.len()) && self.is_heading(tokens, at) =>
                    {
                        let is_part = Some(*kind) == self.lexicon.part;
                        if out.kind.is_none() || is_part && out.kind != self.lexicon.part {
                            out.kind = Some(*kind);
                            out.score += if is_part { 2.0 } else { 0.5 };
                        }
                        if is_part {
                            for (property, value) in sets {
                                if !out.sets.iter().any(|(own, _)| own == property) {
                                    out.sets
                                        .push((*property, Spanned::new(value.clone(), token.span)));
                                }
                            }
                        }
                    }
                    Meaning::Heading(None, sets) if at <= 1 && out.kind.is_none() => {
                        out.is_section = true;
                        out.score += 2.0;
                        for (property, value) in sets {
                            out.sets
                                .push((*property, Spanned::new(value.clone(), token.span)));
                        }
                    }
                    Meaning::Value(of, property, value) if self.lexicon.lines.contains(of) => {
                        let kind = self.lexicon.vocabulary.kind(*of);
                        if kind.ranks.contains(property) && out.rank.is_none() {
                            out.rank = Some((*property, Spanned::new(value.clone(), token.span)));
                            out.score += 1.5;
                        }
                        if kind.front_properties.contains(property) && out.drill.is_none() {
                            out.drill = Some((*property, Spanned::new(value.clone(), token.span)));
                        }
                    }
                    _ => {}
                }
            }
            if token.is_class(Class::Pronoun) || token.is_class(Class::Greeting) {
                out.score -= 1.0;
            }
        }
        if row.is_heading && !is_head {
            out.score += 2.0;
        }
        if own.ends_with(':') || tokens.last().is_some_and(|token| token.is_sign(":")) {
            out.score += 1.2;
        }
        if row.is_apart {
            out.score += 0.7;
        }
        if own.ends_with(['.', '?', '!', ',']) {
            out.score -= 1.0;
        }
        if words > 8 {
            out.score -= 0.8;
        }
        out.sums = self
            .declared(tokens)
            .into_iter()
            .filter(|own| own.is_labelled || own.number >= 30.0)
            .collect();
        if words > 5 && out.score < 0.9 {
            return None;
        }
        let arms = tokens
            .iter()
            .all(|token| token.is_class(Class::Arm) || !token.is_word());
        if arms || out.score < if is_head { 1.5 } else { 0.6 } {
            return None;
        }
        out.name = Some(span);
        // where an army has no parts, a line of capitals is its name
        let title = own.split('(').next().unwrap_or_default();
        out.is_title = self.lexicon.part.is_none()
            && row.is_apart
            && title.contains(char::is_uppercase)
            && !title.contains(char::is_lowercase);
        Some(out)
    }
}

/// Returns whether a word is one for a total: `Total`, `makes`.
fn is_sum_word(token: &Token) -> bool {
    token.is_class(Class::Total) || token.is_class(Class::Sum)
}

/// A row of numbers that a list gives as what a part of it, or all of it, comes to.
struct SumRow<'a> {
    numbers: &'a [Declared],
    /// Its row, and its first byte.
    at: (usize, usize),
    is_of_army: bool,
    is_firm: bool,
    /// Whether the row is a heading.
    is_heading: bool,
    /// Whether it is a heading of a part by its words.
    is_of_part: bool,
    is_total: bool,
    row: usize,
}

const SECOND_ARMY: &str = "a second army seems to begin here, and is not read";
const SEVERAL_ARMIES: &str = "a second army seems to begin here, and is read as part of the first";
const SIDE_BY_SIDE: &str =
    "several parts of an army are side by side, and their lines are not told apart";

/// How many rows below the list a number is still a sum of it.
const NEAR: usize = 3;

fn same(a: f64, b: f64) -> bool {
    (a - b).abs() < 0.01
}

/// What the lines of a part come to.
pub(super) struct Sums {
    pub(super) costs: Vec<f64>,
    pub(super) ee: Option<f64>,
    pub(super) elements: [f64; 2],
}

impl Sums {
    pub(super) fn is_cost(&self, number: f64) -> bool {
        self.costs.iter().any(|own| same(*own, number))
    }

    pub(super) fn is_ee(&self, number: f64) -> bool {
        self.ee.is_some_and(|own| same(own, number))
    }

    pub(super) fn is_elements(&self, number: f64) -> bool {
        self.elements.iter().any(|own| same(*own, number))
    }

    /// Returns how well the numbers of a row agree with these sums: 2 if the cost does, 1 if only what the lines
    /// count for does.
    fn agree(&self, numbers: &[Declared]) -> u8 {
        let is_cost = |own: &Declared| {
            let is_count = matches!(own.role, Some(Role::Ee | Role::Elements | Role::Count));
            !(own.is_labelled && is_count) && self.is_cost(own.number)
        };
        if numbers.iter().any(is_cost) {
            return 2;
        }
        let is_count = |own: &Declared| match own.role {
            Some(Role::Ee) => self.is_ee(own.number),
            Some(Role::Elements | Role::Count) => self.is_elements(own.number),
            _ => false,
        };
        u8::from(numbers.iter().any(is_count))
    }
}

/// The least number next to a word for a total that is one, though nothing says of what.
const MIN_COMPARED: f64 = 10.0;

/// The least cost of a part or an army that a list gives.
pub(super) const MIN_SUM: f64 = 20.0;

/// The assembler of the items of a list into an army.
pub(super) struct Assembler<'a> {
    pub(super) lexicon: &'a Lexicon<'a>,
    pub(super) prices: &'a PriceList<'a>,
}

impl Assembler<'_> {
    /// Returns the cost of an entry in an army with some leaders; `None` if it is not known.
    pub(super) fn cost(&self, entry: &Entry, leaders: usize) -> Option<f64> {
        let kind = self.lexicon.vocabulary.kind(entry.kind);
        if entry.values.iter().any(
            |(_, own)| matches!(&own.value, ScenarioValue::Word(word) if kind.free.contains(word)),
        ) {
            return Some(0.0);
        }
        let (leader, base) = self.drafts(entry);
        let one = |price: Price| {
            let at = leaders.clamp(1, price.each.len().max(1)) - 1;
            price.each.get(at).copied()
        };
        let base = one(self.prices.price(&base))?;
        match leader {
            Some(leader) => Some(one(self.prices.price(&leader))? + (entry.count - 1.0) * base),
            None => Some(base * entry.count),
        }
    }

    /// Returns what an entry counts for.
    pub(super) fn ee(&self, entry: &Entry) -> Option<f64> {
        let evidence = self.lexicon.vocabulary.kind(entry.kind).evidence.as_ref();
        if evidence.is_some_and(|own| own.share.is_none()) {
            return Some(0.0);
        }
        let (leader, base) = self.drafts(entry);
        Some(self.prices.price(&leader.unwrap_or(base)).ee? * entry.count)
    }

    /// Returns the drafts of an entry: of its leader if it has one, and of the others.
    fn drafts(&self, entry: &Entry) -> (Option<Draft>, Draft) {
        let kind = self.lexicon.vocabulary.kind(entry.kind);
        let mut values: Vec<(PropertyIx, ScenarioValue)> = entry
            .values
            .iter()
            .map(|(property, value)| (*property, value.value.clone()))
            .collect();
        values.extend(entry.implied.iter().cloned());
        values.sort_by_key(|(property, _)| *property);
        let base: Vec<(PropertyIx, ScenarioValue)> = values
            .iter()
            .filter(|(property, _)| !kind.ranks.contains(property))
            .cloned()
            .collect();
        let leader = (base.len() < values.len()).then_some(Draft {
            kind: entry.kind,
            values,
        });
        (
            leader,
            Draft {
                kind: entry.kind,
                values: base,
            },
        )
    }

    fn rank_of(&self, entry: &Entry) -> Option<ScenarioValue> {
        let kind = self.lexicon.vocabulary.kind(entry.kind);
        let found = entry
            .values
            .iter()
            .find(|(property, _)| kind.ranks.contains(property));
        let implied = || {
            entry
                .implied
                .iter()
                .find(|(property, _)| kind.ranks.contains(property))
        };
        found
            .map(|(_, value)| value.value.clone())
            .or_else(|| implied().map(|(_, value)| value.clone()))
    }

    fn costs(&self, entries: &[(usize, Entry)]) -> Vec<f64> {
        (1..=3)
            .filter_map(|leaders| {
                entries
                    .iter()
                    .map(|(_, entry)| self.cost(entry, leaders))
                    .sum::<Option<f64>>()
            })
            .collect()
    }

    fn agrees(&self, numbers: &[Declared], entries: &[(usize, Entry)]) -> bool {
        let costs = self.costs(entries);
        entries.len() > 1
            && numbers
                .iter()
                .any(|own| costs.iter().any(|cost| (own.number - cost).abs() < 0.01))
    }

    /// Divides the items into the parts of an army.
    pub(super) fn assemble(&self, items: &[Placed]) -> ListReading {
        let mut out = ListReading::default();
        let mut parts: Vec<Part> = Vec::new();
        let mut defaults: Option<(PropertyIx, Spanned<ScenarioValue>)> = None;
        let first_entry = items
            .iter()
            .position(|own| matches!(own.item, Item::Entry(_)));
        let last_entry = items
            .iter()
            .rposition(|own| matches!(own.item, Item::Entry(_)));
        let (Some(first_entry), Some(mut last_entry)) = (first_entry, last_entry) else {
            out.unread
                .extend(items.iter().filter_map(|own| match own.item {
                    Item::Unread { counts: true, span } => Some((span, true)),
                    _ => None,
                }));
            return out;
        };
        let mut open = Part::default();
        let mut is_closed = false;
        let mut is_over = false;
        let mut has_total = false;
        for (at, placed) in items.iter().enumerate() {
            match &placed.item {
                Item::Limit(number, span, is_said) => {
                    let is_round = number % 5.0 == 0.0 && *number <= 5000.0;
                    let is_outside = at < first_entry || at > last_entry && *is_said;
                    if out.limit.is_none() && is_outside && is_round {
                        out.limit = Some((*number, *span));
                    }
                }
                Item::Unclear(span, why) => out.unclear.push((*span, why)),
                Item::ForAll(property, value) => {
                    if at < first_entry || defaults.is_none() {
                        defaults = Some((*property, value.clone()));
                    }
                }
                Item::Heading(heading) => {
                    if is_over || at > last_entry {
                        continue;
                    }
                    // a sum with the words of a heading: `Command 1: 107 AP`
                    let mut own = open.entries.clone();
                    if own.is_empty() {
                        own = parts
                            .last()
                            .map(|part| part.entries.clone())
                            .unwrap_or_default();
                    }
                    if !heading.sums.is_empty() && self.agrees(&heading.sums, &own) {
                        if open.entries.is_empty() {
                            if let Some(last) = parts.last_mut() {
                                last.sums.extend(heading.sums.clone());
                            }
                        } else {
                            open.sums.extend(heading.sums.clone());
                            is_closed = true;
                        }
                        continue;
                    }
                    let is_first = parts.is_empty() && open.entries.is_empty();
                    // `Army B`, and a title like that of the first army
                    let is_side = heading.kind == Some(self.lexicon.side) || heading.is_title;
                    if is_side && !is_first && heading.sums.is_empty() {
                        out.unclear.push((heading.span, SEVERAL_ARMIES));
                    }
                    let is_title = heading.kind == Some(self.lexicon.side) && is_first;
                    if is_title {
                        out.title = out.title.or(heading.name);
                        continue;
                    }
                    if !open.entries.is_empty() {
                        parts.push(std::mem::take(&mut open));
                    }
                    is_closed = false;
                    // the best of several headings in a row
                    let known = open.heading.as_ref();
                    let is_better = known.is_none_or(|known| {
                        heading.score >= known.score
                            || known.span.end() + 400 < heading.span.start()
                    });
                    if is_better {
                        let rank = open.heading.as_ref().and_then(|own| own.rank.clone());
                        let near = open
                            .heading
                            .as_ref()
                            .is_some_and(|own| own.span.end() + 120 > heading.span.start());
                        let mut heading = heading.clone();
                        if near && heading.rank.is_none() {
                            heading.rank = rank;
                        }
                        open.heading = Some(heading);
                        open.row = placed.row;
                    } else if let Some(known) = &mut open.heading
                        && known.rank.is_none()
                    {
                        known.rank = heading.rank.clone();
                    }
                }
                Item::Entry(entry) => {
                    if is_over && !entry.is_lone {
                        continue;
                    }
                    if has_total && self.is_first_rank(entry) {
                        is_over = true;
                        out.unclear.push((entry.span, SECOND_ARMY));
                        continue;
                    }
                    if is_closed {
                        parts.push(std::mem::take(&mut open));
                        is_closed = false;
                    }
                    if open.entries.is_empty() && open.heading.is_none() {
                        open.row = placed.row;
                    }
                    open.entries.push((placed.row, entry.clone()));
                    open.is_apart.push(placed.is_apart);
                }
                Item::Sum {
                    numbers,
                    is_of_army,
                    is_total,
                    ..
                } => {
                    if is_over {
                        continue;
                    }
                    let mut all: Vec<(usize, Entry)> =
                        parts.iter().flat_map(|part| part.entries.clone()).collect();
                    all.extend(open.entries.clone());
                    if at < first_entry {
                        continue;
                    }
                    let own = self.agrees(numbers, &open.entries);
                    let is_all = self.agrees(numbers, &all) && all.len() > open.entries.len();
                    if own && !is_all
                        || (open.sums.is_empty()
                            && !is_of_army
                            && !open.entries.is_empty()
                            && !is_all
                            && at <= last_entry)
                    {
                        open.sums.extend(numbers.clone());
                        is_closed = true;
                    } else if is_all || *is_of_army || at > last_entry {
                        if open.sums.is_empty()
                            && !is_all
                            && !is_of_army
                            && !open.entries.is_empty()
                            && !parts.is_empty()
                            && !*is_total
                        {
                            open.sums.extend(numbers.clone());
                        } else {
                            out.sums.extend(numbers.clone());
                        }
                        if is_all || *is_of_army && self.leaders(&all) > 1 {
                            has_total = true;
                            is_closed = !open.entries.is_empty();
                        }
                    }
                }
                Item::Unread { counts, span } => {
                    if at > first_entry && at < last_entry + 3 && !is_over {
                        out.unread.push((*span, *counts));
                        // what counts something goes on the list
                        if *counts {
                            last_entry = last_entry.max(at);
                        }
                    }
                }
            }
        }
        if !open.entries.is_empty() {
            parts.push(open);
        }
        out.parts = self.commands(parts);
        self.fill(&mut out, defaults);
        self.settle_ranks(&mut out);
        self.place_sums(&mut out, items);
        out
    }

    pub(super) fn sums_of(&self, entries: &[(usize, Entry)]) -> Sums {
        let ee = entries.iter().map(|(_, entry)| self.ee(entry));
        let all = entries.iter().map(|(_, entry)| entry.count);
        let fighting = entries.iter().filter(|(_, entry)| !entry.is_lone);
        Sums {
            costs: self.costs(entries),
            ee: ee.sum(),
            elements: [all.sum(), fighting.map(|(_, entry)| entry.count).sum()],
        }
    }

    /// Gives each row of sums to the part or the army with which it agrees. One that agrees with nothing is of
    /// the part above it or below it, as is usual in the text, if that has no other, or else of the army.
    fn place_sums(&self, reading: &mut ListReading, items: &[Placed]) {
        let parts: Vec<Sums> = reading
            .parts
            .iter()
            .map(|part| self.sums_of(&part.entries))
            .collect();
        let start = |part: &Part| {
            let first = part.entries.first();
            first.map_or((0, 0), |(row, own)| (*row, own.span.start()))
        };
        let starts: Vec<(usize, usize)> = reading.parts.iter().map(start).collect();
        let all: Vec<(usize, Entry)> = reading
            .parts
            .iter()
            .flat_map(|part| part.entries.clone())
            .collect();
        let army = self.sums_of(&all);
        let is_part = |at: &usize| !reading.parts[*at].is_of_army && self.lexicon.part.is_some();
        let count = (0..parts.len()).filter(is_part).count();
        let mut rows: Vec<SumRow<'_>> = Vec::new();
        for placed in items {
            let (numbers, is_of_army, is_firm, heading) = match &placed.item {
                Item::Sum {
                    numbers,
                    is_of_army,
                    is_firm,
                    ..
                } => (numbers, *is_of_army, *is_firm, None),
                Item::Heading(own) => (
                    &own.sums,
                    own.kind == Some(self.lexicon.side),
                    own.sums.iter().any(|own| own.is_labelled),
                    Some(own),
                ),
                _ => continue,
            };
            if let Some(first) = numbers.first() {
                rows.push(SumRow {
                    numbers,
                    at: (placed.row, first.span.start()),
                    is_of_army,
                    is_firm,
                    is_heading: heading.is_some(),
                    is_total: matches!(placed.item, Item::Sum { is_total: true, .. }),
                    row: placed.row,
                    is_of_part: heading.is_some_and(|own| {
                        own.rank.is_some() || own.kind.is_some() && own.kind == self.lexicon.part
                    }),
                });
            }
        }
        let above = |at: (usize, usize)| {
            (0..parts.len())
                .filter(is_part)
                .rev()
                .find(|own| starts[*own] < at)
        };
        let below = |at: (usize, usize)| {
            (0..parts.len())
                .filter(is_part)
                .find(|own| starts[*own] > at)
        };
        let agrees =
            |at: Option<usize>, row: &SumRow<'_>| at.map_or(0, |at| parts[at].agree(row.numbers));
        let usual = |is_above: bool| {
            let both = |row: &&SumRow<'_>| {
                let (up, down) = (agrees(above(row.at), row), agrees(below(row.at), row));
                if is_above {
                    up == 2 && down < 2
                } else {
                    down == 2 && up < 2
                }
            };
            rows.iter().filter(both).count()
        };
        let is_above = usual(true) >= usual(false);
        let last_row = all.iter().map(|(row, _)| *row).max().unwrap_or_default();
        let first = starts.iter().copied().min().unwrap_or_default();
        let last = starts.iter().copied().max().unwrap_or_default();
        let mut of_parts: Vec<Vec<Declared>> = vec![Vec::new(); parts.len()];
        let mut of_army: Vec<Declared> = Vec::new();
        let mut open: Vec<&SumRow<'_>> = Vec::new();
        for level in [2, 1] {
            for row in &rows {
                if level == 1 && !open.iter().any(|own| own.at == row.at) {
                    continue;
                }
                let (first, second) = if is_above {
                    (above(row.at), below(row.at))
                } else {
                    (below(row.at), above(row.at))
                };
                let near = [first, second].into_iter().flatten();
                let mut found = near
                    .into_iter()
                    .find(|at| parts[*at].agree(row.numbers) == level);
                if army.agree(row.numbers) == level
                    && (count != 1 || row.is_of_army || found.is_none())
                {
                    of_army.extend(row.numbers.iter().cloned());
                } else {
                    found = found.or_else(|| {
                        let mut others = (0..parts.len()).filter(is_part);
                        others.find(|at| level == 2 && parts[*at].agree(row.numbers) == 2)
                    });
                    let first = &row.numbers[..1];
                    match found {
                        // `396: 133 / 129 / 134` is of all of them
                        Some(at)
                            if row.is_firm
                                && row.at > last
                                && row.numbers.len() > 2
                                && parts[at].agree(first) == 0
                                && parts[at].costs.iter().all(|own| *own < first[0].number) =>
                        {
                            of_army.extend_from_slice(first)
                        }
                        Some(at) => of_parts[at].extend(row.numbers.iter().cloned()),
                        None if level == 2 => {
                            open.push(row);
                            continue;
                        }
                        None => continue,
                    }
                }
                open.retain(|own| own.at != row.at);
            }
        }
        let is_settled = |of_parts: &[Vec<Declared>], at: usize| {
            of_parts[at].iter().any(|own| own.number >= MIN_SUM)
        };
        // above the list are the points agreed, years and dates
        // and far below it telephone numbers, unless a word says that they are a total
        let is_firm = |row: &SumRow<'_>| {
            row.is_firm
                && (row.at > first || row.is_of_part)
                && (row.is_total || row.row <= last_row + NEAR)
        };
        for row in &open {
            let is_in_list = row.at > first && row.row <= last_row + NEAR;
            let limit = reading.limit.map(|(number, _)| number);
            let mut leave = || {
                let numbers = row.numbers.iter().filter(|own| own.number > 0.0);
                let is_left =
                    |own: &&Declared| is_in_list || own.is_points() && Some(own.number) != limit;
                reading.unused.extend(numbers.filter(is_left).cloned());
            };
            if !is_firm(row) {
                leave();
                continue;
            }
            let place = if is_above {
                above(row.at)
            } else {
                below(row.at)
            };
            let place = place.filter(|at| !is_settled(&of_parts, *at) && !row.is_of_army);
            let is_last = row.at > last && !row.is_heading && place.is_none();
            let numbers = row.numbers.iter().filter(|own| own.number > 0.0).cloned();
            match place {
                Some(at) => of_parts[at].extend(numbers),
                None if (is_last || row.is_of_army)
                    && !of_army.iter().any(|own| own.number >= MIN_SUM) =>
                {
                    of_army.extend(numbers)
                }
                None => leave(),
            }
        }
        // what the first part comes to is not what was agreed for the army
        let is_of_part =
            |(_, at): &(f64, Span)| of_parts.iter().flatten().any(|own| own.span == *at);
        reading.limit = reading.limit.filter(|own| !is_of_part(own));
        for (part, sums) in reading.parts.iter_mut().zip(of_parts) {
            part.sums = sums;
        }
        reading.sums = of_army;
    }

    /// Makes the generals of allies ally-generals, and the first of an army without one the commander-in-chief.
    fn settle_ranks(&self, reading: &mut ListReading) {
        let Some(part) = self.lexicon.part else {
            return;
        };
        let Some(begins) = &self.lexicon.vocabulary.kind(part).begins_with else {
            return;
        };
        let sets_of = |rank: &ScenarioValue| {
            begins
                .words
                .iter()
                .find(|(word, _)| matches!(rank, ScenarioValue::Word(own) if own == word))
                .map(|(_, sets)| sets.clone())
                .unwrap_or_default()
        };
        let is_plain = |rank: &ScenarioValue| self.lexicon.is_plain_rank(begins.property, rank);
        let mut has_first = reading
            .parts
            .iter()
            .flat_map(|part| &part.entries)
            .any(|(_, entry)| self.is_first_rank(entry));
        for part in &mut reading.parts {
            // `incl. general` below `Rank: sub-general`
            let of_heading = part.heading.as_ref().and_then(|own| own.rank.clone());
            let of_heading = of_heading.filter(|(own, _)| *own == begins.property);
            for (_, entry) in &mut part.entries {
                for (property, value) in &mut entry.values {
                    if let Some((_, rank)) = &of_heading
                        && *property == begins.property
                        && is_plain(&value.value)
                    {
                        value.value = rank.value.clone();
                    }
                }
            }
            let is_ally = part.heading.as_ref().is_some_and(|own| {
                !own.is_section && !own.sets.is_empty()
                    || own
                        .rank
                        .as_ref()
                        .is_some_and(|(_, rank)| !sets_of(&rank.value).is_empty())
            });
            if !is_ally {
                // the general of a command is its commander-in-chief or one of the others
                for (_, entry) in &mut part.entries {
                    for (property, value) in &mut entry.values {
                        if *property == begins.property && is_plain(&value.value) {
                            let place = usize::from(has_first);
                            has_first = true;
                            value.value = ScenarioValue::Word(begins.words[place].0);
                        }
                    }
                }
            }
            let allied = begins
                .words
                .iter()
                .find(|(_, sets)| !sets.is_empty())
                .map(|(word, _)| ScenarioValue::Word(*word));
            let Some(allied) = allied.filter(|_| is_ally) else {
                continue;
            };
            for (_, entry) in &mut part.entries {
                let Some(own) = self.rank_of(entry) else {
                    continue;
                };
                if is_plain(&own) {
                    for (property, value) in &mut entry.values {
                        if *property == begins.property {
                            value.value = allied.clone();
                        }
                    }
                }
            }
        }
        let first = begins
            .words
            .first()
            .map(|(word, _)| ScenarioValue::Word(*word));
        if let (false, Some(first)) = (has_first, first)
            && let Some((_, entry)) = reading
                .parts
                .iter_mut()
                .flat_map(|part| &mut part.entries)
                .find(|(_, entry)| {
                    entry
                        .implied
                        .iter()
                        .any(|(own, value)| *own == begins.property && sets_of(value).is_empty())
                })
        {
            for (property, value) in &mut entry.implied {
                if *property == begins.property {
                    *value = first.clone();
                }
            }
        }
    }

    fn is_first_rank(&self, entry: &Entry) -> bool {
        let Some(part) = self.lexicon.part else {
            return false;
        };
        let Some(begins) = &self.lexicon.vocabulary.kind(part).begins_with else {
            return false;
        };
        self.rank_of(entry)
            .is_some_and(|rank| begins.rank_of(&rank) == Some(0))
    }

    fn leaders(&self, entries: &[(usize, Entry)]) -> usize {
        entries
            .iter()
            .filter(|(_, entry)| self.rank_of(entry).is_some())
            .count()
    }

    /// Makes commands of sections: each has one general, or a heading of its own.
    fn commands(&self, sections: Vec<Part>) -> Vec<Part> {
        let mut out: Vec<Part> = Vec::new();
        let mut of_army = Part {
            is_of_army: true,
            ..Part::default()
        };
        let most = sections.len();
        for (place, mut section) in sections.into_iter().enumerate() {
            // what stands apart behind the troops and has no leaders, such as fortifications, is of the army
            let main = self.lexicon.lines.first();
            let is_other = |entry: &Entry| Some(&entry.kind) != main || entry.is_lone;
            let from = section
                .entries
                .iter()
                .rposition(|(_, entry)| !is_other(entry))
                .map_or(0, |at| at + 1);
            // below an ally, at the end of the list, it is of the army, too
            let is_below_ally = place + 1 == most && self.is_allied(&section);
            // what is above the total of a command is of the command
            let total = section.sums.iter().map(|own| own.span.start()).max();
            let is_below =
                |at: usize| total.is_none_or(|own| own < section.entries[at].1.span.start());
            let from = (from..section.entries.len()).find(|at| {
                let is_apart = section.is_apart.get(*at) == Some(&true);
                *at == 0 || is_below(*at) && (is_apart || is_below_ally)
            });
            if let Some(from) = from
                && section
                    .heading
                    .as_ref()
                    .is_none_or(|own| own.kind != self.lexicon.part || from > 0)
                && self.lexicon.part.is_some()
            {
                of_army.row = section.entries[from].0;
                of_army.entries.extend(section.entries.drain(from..));
                section.is_apart.truncate(from);
                if section.entries.is_empty() {
                    continue;
                }
            }
            let mut generals = self.leaders(&section.entries);
            if generals == 0 {
                self.find_leader(&mut section);
                generals = self.leaders(&section.entries);
            }
            let heading = section.heading.as_ref();
            let opens = heading
                .is_some_and(|own| own.kind == self.lexicon.part && self.lexicon.part.is_some());
            let only_lone = section.entries.iter().all(|(_, entry)| entry.is_lone);
            if generals == 0 && !out.is_empty() && (!opens || only_lone) {
                if let Some(last) = out.last_mut() {
                    last.entries.append(&mut section.entries);
                    last.sums.append(&mut section.sums);
                }
                continue;
            }
            // the first section is only the head of another: its entries go to that
            if let [last] = &out[..]
                && self.leaders(&last.entries) == 0
                && last
                    .heading
                    .as_ref()
                    .is_none_or(|own| own.kind != self.lexicon.part)
                && generals > 0
                && last.entries.len() <= 2
            {
                let mut entries = std::mem::take(&mut out[0].entries);
                let mut apart = std::mem::take(&mut out[0].is_apart);
                entries.append(&mut section.entries);
                apart.append(&mut section.is_apart);
                section.entries = entries;
                section.is_apart = apart;
                out.clear();
            }
            if generals > 1 {
                out.extend(self.split(section));
            } else {
                out.push(section);
            }
        }
        if !of_army.entries.is_empty() {
            out.push(of_army);
        }
        out
    }

    /// Returns whether a section is that of an ally, by its heading or its last general.
    fn is_allied(&self, section: &Part) -> bool {
        let part = self.lexicon.part;
        let begins = part.and_then(|own| self.lexicon.vocabulary.kind(own).begins_with.as_ref());
        let mut ranks = section.entries.iter().rev();
        let last = ranks
            .find_map(|(_, own)| self.rank_of(own))
            .and_then(|rank| {
                let begins = begins?;
                Some(!begins.words[begins.rank_of(&rank)?].1.is_empty())
            });
        last.unwrap_or_else(|| {
            let heading = section.heading.as_ref();
            heading.is_some_and(|own| !own.is_section && !own.sets.is_empty())
        })
    }

    /// Splits a section with several generals in front of each of them.
    fn split(&self, section: Part) -> Vec<Part> {
        let Part {
            heading,
            entries,
            sums,
            row,
            is_apart,
            ..
        } = section;
        let mut out: Vec<Part> = vec![Part {
            heading,
            row,
            ..Part::default()
        }];
        for (at, (row, entry)) in entries.into_iter().enumerate() {
            let apart = is_apart.get(at).copied().unwrap_or_default();
            let last = out.len() - 1;
            if self.rank_of(&entry).is_some() && self.leaders(&out[last].entries) > 0 {
                // entries behind a blank line go with the general below them
                let place = out[last]
                    .is_apart
                    .iter()
                    .rposition(|apart| *apart)
                    .filter(|place| *place > 0);
                let leader = out[last]
                    .entries
                    .iter()
                    .rposition(|(_, own)| self.rank_of(own).is_some())
                    .unwrap_or(0);
                let place = place.filter(|place| *place > leader && !apart);
                let mut next = Part {
                    row,
                    ..Part::default()
                };
                if let Some(place) = place {
                    next.entries = out[last].entries.split_off(place);
                    next.is_apart = out[last].is_apart.split_off(place);
                }
                out.push(next);
            }
            let last = out.len() - 1;
            out[last].entries.push((row, entry));
            out[last].is_apart.push(apart);
        }
        if let Some(last) = out.last_mut() {
            last.sums = sums;
        }
        out
    }

    /// Gives the rank of a heading to the first entry that is one.
    fn find_leader(&self, section: &mut Part) {
        let heading = section.heading.as_ref();
        let Some((rank, value)) = heading.and_then(|own| own.rank.clone()) else {
            return;
        };
        let has_rank = |kind: KindIx| {
            let kind = self.lexicon.vocabulary.kind(kind);
            kind.properties.contains_key(&rank)
        };
        let mut entries = section.entries.iter_mut();
        let one = entries.find(|(_, entry)| entry.count == 1.0 && !entry.is_lone);
        if let Some((_, entry)) = one.filter(|(_, entry)| has_rank(entry.kind)) {
            entry.values.push((rank, value));
        }
    }

    /// Returns the drills that an entry without one may have.
    fn drills(&self, entry: &Entry) -> Vec<Vec<(PropertyIx, ScenarioValue)>> {
        let kind = self.lexicon.vocabulary.kind(entry.kind);
        let lacking = kind
            .front_properties
            .iter()
            .find(|front| !entry.values.iter().any(|(own, _)| own == *front));
        let Some(&front) = lacking else {
            return vec![Vec::new()];
        };
        match kind.properties.get(&front).map(|own| &own.value_type) {
            Some(crate::scenario::vocabulary::ValueType::Word(words)) => words
                .iter()
                .map(|word| vec![(front, ScenarioValue::Word(*word))])
                .collect(),
            _ => vec![Vec::new()],
        }
    }

    /// Gives entries without a drill that of their section, of the text, the only one that has a cost, or the
    /// one of all others.
    fn fill(
        &self,
        reading: &mut ListReading,
        defaults: Option<(PropertyIx, Spanned<ScenarioValue>)>,
    ) {
        let mut known: Vec<ScenarioValue> = Vec::new();
        for (_, entry) in reading.parts.iter().flat_map(|part| &part.entries) {
            let kind = self.lexicon.vocabulary.kind(entry.kind);
            for value in entry
                .values
                .iter()
                .filter(|(own, _)| kind.front_properties.contains(own))
                .map(|(_, own)| &own.value)
                .chain(entry.implied.iter().map(|(_, value)| value))
            {
                if !known.contains(value) && !entry.is_lone {
                    known.push(value.clone());
                }
            }
        }
        for part in &mut reading.parts {
            let of_heading = part.heading.as_ref().and_then(|own| own.drill.clone());
            for (_, entry) in &mut part.entries {
                let kind = self.lexicon.vocabulary.kind(entry.kind);
                let lacking = kind
                    .front_properties
                    .iter()
                    .find(|front| !entry.values.iter().any(|(own, _)| own == *front));
                let Some(&front) = lacking else { continue };
                if entry
                    .implied
                    .iter()
                    .any(|(own, _)| kind.front_properties.contains(own))
                {
                    continue;
                }
                if let Some((_, value)) = of_heading
                    .clone()
                    .or_else(|| defaults.clone())
                    .filter(|(own, _)| *own == front)
                {
                    entry.values.push((front, value));
                    continue;
                }
                let costed: Vec<Vec<(PropertyIx, ScenarioValue)>> = self
                    .drills(entry)
                    .into_iter()
                    .filter(|drill| {
                        let mut with = entry.clone();
                        with.implied.extend(drill.clone());
                        self.cost(&with, 1).is_some()
                    })
                    .collect();
                if let [one] = &costed[..] {
                    entry.implied.extend(one.clone());
                } else if let [one] = &known[..] {
                    entry.implied.push((front, one.clone()));
                }
            }
        }
    }
}

/// Returns what is usual in a text.
pub(super) fn habit(items: &[Placed], fronts: &[PropertyIx]) -> Habit {
    let entries = || {
        items.iter().filter_map(|own| match &own.item {
            Item::Entry(entry) => Some(entry),
            _ => None,
        })
    };
    let is_costed = |entry: &&Entry| entry.evidence > 0;
    let costed = entries().filter(is_costed).count();
    let all = entries().count();
    let on_side = |is_before: bool| {
        let counted = entries().filter(|entry| entry.evidence > 0 || costed == 0);
        let counted = counted.filter(|entry| entry.count > 1.0);
        counted
            .filter(|entry| entry.count_before == Some(is_before))
            .count()
    };
    let (before, behind) = (on_side(true), on_side(false));
    let mut drills: Vec<(WordIx, usize)> = Vec::new();
    let words = |entry: &Entry| {
        let own = entry
            .values
            .iter()
            .map(|(property, value)| (*property, value.value.clone()));
        own.chain(entry.implied.iter().cloned()).collect::<Vec<_>>()
    };
    for (property, value) in entries().filter(|own| !own.is_lone).flat_map(words) {
        let ScenarioValue::Word(word) = value else {
            continue;
        };
        if !fronts.contains(&property) {
            continue;
        }
        match drills.iter_mut().find(|(own, _)| *own == word) {
            Some((_, number)) => *number += 1,
            None => drills.push((word, 1)),
        }
    }
    let strong = entries()
        .filter(|entry| entry.is_strong && !entry.is_lone)
        .count();
    let weak = entries().filter(|entry| !entry.is_strong).count();
    Habit {
        count_before: if before + behind < 2 {
            None
        } else if before > behind * 2 {
            Some(true)
        } else if behind > before * 2 {
            Some(false)
        } else {
            None
        },
        is_strong: strong > weak,
        has_costs: costed * 2 > all,
        drill: drills
            .iter()
            .max_by_key(|(_, number)| *number)
            .map(|(own, _)| *own),
    }
}
