//! Items: what each row of a list is: troops, a sum, a heading, the points agreed, or something that was not read.

use super::{
    entries::{Entry, EntryReader, Mark},
    lexer::{Token, TokenKind},
    lexicon::{Class, Lexicon, Meaning, Role},
    rows::Row,
    weights::*,
};
use crate::{
    scenario::{
        shared_words::shared_words,
        value::ScenarioValue,
        vocabulary::{KindIx, PropertyIx},
    },
    text::{Span, Spanned},
};
use std::collections::HashSet;

/// The most words of a leader without a number.
const MAX_LEADER: usize = 10;

/// The most words of a row that is no sentence.
const MAX_LINE: usize = 9;

/// The least cost of a part or an army that a list gives.
pub(super) const MIN_SUM: f64 = 20.0;

/// The least points of an army that are agreed.
const MIN_LIMIT: f64 = 50.0;

/// Why the parts of an army cannot be told apart.
const SIDE_BY_SIDE: &str =
    "several parts of an army are side by side, and their lines are not told apart";

/// A number that a list says of a part of it.
#[derive(Clone, Debug)]
pub(super) struct Declared {
    pub(super) role: Option<Role>,
    pub(super) number: f64,
    pub(super) span: Span,
    /// Whether a unit or key next to it says what it is.
    pub(super) is_labelled: bool,
}

impl Declared {
    /// Returns whether it has the unit of points, and is one of an army.
    pub(super) fn is_points(&self) -> bool {
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
    /// Whether it is set in capitals behind a blank line, where an army has no parts.
    pub(super) is_title: bool,
    /// The name behind the word for an army or the key of a name: `Army: Gauls`.
    pub(super) name: Option<Span>,
    /// Whether it begins with the word for an army and has its name: `Army: Gauls`.
    pub(super) is_named_side: bool,
    /// Whether it is the word for an army and nothing else.
    pub(super) is_bare_side: bool,
    /// Whether it begins with the key of a name: `name: Brennus`.
    pub(super) is_name: bool,
    /// Whether it says of lines without costs what each line may say: `held back`.
    pub(super) is_of_lines: bool,
}

impl Heading {
    /// Returns whether its words say that it is one of a part of an army.
    pub(super) fn opens_part(&self) -> bool {
        self.kind.is_some() || self.rank.is_some() || self.is_section || self.is_name
    }
}

/// A row of numbers that a list gives as what a part of it, or all of it, comes to.
#[derive(Clone, Debug)]
pub(super) struct Sum {
    pub(super) numbers: Vec<Declared>,
    pub(super) is_of_army: bool,
    /// Whether a word for a total is in it.
    pub(super) is_total: bool,
    /// Whether the row is a sum and nothing else: then it may contradict what was read.
    pub(super) is_firm: bool,
}

/// What a row, or a part of it, is.
#[derive(Clone, Debug)]
pub(super) enum Item {
    Entry(Entry),
    Sum(Sum),
    Heading(Heading),
    /// The most points, and whether a word says that they are a limit.
    Limit(f64, Span, bool),
    /// What makes it unclear whose troops are which.
    Unclear(Span, &'static str),
    /// A value for all entries without one.
    ForAll(PropertyIx, Spanned<ScenarioValue>),
    /// What counts troops and was not read, and why: the totals are unknown without it.
    Unread(Span, &'static str),
}

/// Why a line with troops is not counted.
const NOT_UNDERSTOOD: &str = "this line is not understood, and the totals are unknown without it";

/// An item with its row.
#[derive(Clone, Debug)]
pub(super) struct Placed {
    pub(super) row: usize,
    pub(super) is_apart: bool,
    pub(super) item: Item,
}

impl Placed {
    pub(super) fn entry(&self) -> Option<&Entry> {
        match &self.item {
            Item::Entry(own) => Some(own),
            _ => None,
        }
    }

    pub(super) fn is_sum(&self) -> bool {
        matches!(self.item, Item::Sum(_))
    }
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
            // the column that names the command of each row: another name begins another command; a row of sums
            // names the command that they are of, and one of baggage the baggage
            let is_part = |own: &Token| matches!(own.label, Some(Role::Part(_)));
            let is_other = |own: &Token| is_part(own) && (is_sum_word(own) || self.is_lone(own));
            let is_other = tokens.iter().any(is_other);
            let is_of_part = |own: &Token| is_part(own) && !is_other;
            let (of_part, tokens): (Vec<_>, Vec<_>) = tokens.iter().cloned().partition(is_of_part);
            let mut items = Vec::new();
            if let [first, .., last] | [first @ last] = &of_part[..]
                && let span = first.span.join(last.span)
                && span.of(self.text) != part
                && !tokens.is_empty()
            {
                part = span.of(self.text);
                let own = RowReader::new(self, row, of_part.clone());
                let mut heading = own.heading(&of_part, true).unwrap_or_default();
                heading.span = span;
                heading.score += HEADING;
                if !heading.is_section && heading.kind != Some(self.lexicon.side) {
                    let kinds = of_part.iter().filter_map(|own| match own.label {
                        Some(Role::Part(kind)) => Some(kind),
                        _ => None,
                    });
                    heading.kind = kinds.max_by_key(|kind| Some(*kind) == self.lexicon.part);
                }
                items.push(Item::Heading(heading));
            }
            if !tokens.is_empty() {
                let tokens = self.chosen(tokens);
                items.extend(RowReader::new(self, row, tokens).read());
            }
            out.extend(items.into_iter().map(|item| Placed {
                row: at,
                is_apart: row.is_apart,
                item,
            }));
        }
        out
    }

    /// Returns whether a token is a mark by itself next to a number: `baggage`.
    fn is_lone(&self, token: &Token) -> bool {
        token.meanings().iter().any(|own| {
            matches!(own, Meaning::Value(kind, _, ScenarioValue::Word(word))
                if self.lexicon.vocabulary.kind(*kind).lone_marks.contains(word))
        })
    }

    /// Returns the tokens of a row without the options of which a player took those behind an arrow:
    /// `2 x (4Sp or 4Wb) -> 4Wb`, `3 x (2Ps or 3Ax) -> 2 x 2Ps, 1 x 3Ax`.
    fn chosen(&self, tokens: Vec<Token>) -> Vec<Token> {
        let is_arrow = |at: usize| match tokens[at..] {
            [ref sign, ref end, ..] if sign.is_sign("-=") && end.is_sign(">") => 2,
            [ref sign, ..] if sign.is_sign("→⇒") => 1,
            _ => 0,
        };
        let Some(end) = (0..tokens.len()).find(|at| is_arrow(*at) > 0) else {
            return tokens;
        };
        let (options, chosen) = (&tokens[..end], &tokens[end + is_arrow(end)..]);
        let (marks, is_named) = (self.marks(options), !self.marks(chosen).is_empty());
        let Some(mark) = marks.first().filter(|_| is_named) else {
            return tokens;
        };
        let bracket = options.iter().position(|own| own.is_sign("("));
        let front = match chosen.iter().any(Token::is_digits) {
            true => 0,
            false => bracket.map_or(mark.tokens.start, |at| at.min(mark.tokens.start)),
        };
        options[..front].iter().chain(chosen).cloned().collect()
    }
}

/// The reader of one row.
struct RowReader<'r, 'a> {
    reader: &'r EntryReader<'a>,
    lexicon: &'a Lexicon<'a>,
    text: &'a str,
    row: &'r Row,
    tokens: Vec<Token>,
    marks: Vec<Mark>,
    /// How many words it has.
    words: usize,
    /// Whether words of it say that it is a remark.
    is_aside: bool,
    /// Whether its words are of a person who speaks, and not of a list.
    is_talk: bool,
    /// The kinds of lines of which each word is a value, or `or` between two of them.
    only_values: Vec<KindIx>,
    items: Vec<Item>,
}

impl<'r, 'a> RowReader<'r, 'a> {
    fn new(reader: &'r EntryReader<'a>, row: &'r Row, tokens: Vec<Token>) -> Self {
        let words = tokens.iter().filter(|token| token.is_word()).count();
        let mut kinds = reader.lexicon.lines.clone();
        // `Cavalry:` is the heading of what is below it
        let is_heading = tokens.last().is_some_and(|own| own.is_sign(":"));
        kinds.retain(|kind| !is_heading && is_only_values(&tokens, *kind));
        Self {
            reader,
            lexicon: reader.lexicon,
            text: reader.text,
            row,
            marks: reader.marks(&tokens),
            words,
            is_aside: tokens.iter().any(|own| own.is_class(Class::Aside)),
            is_talk: words > 7 && has_pronoun(&tokens),
            only_values: kinds,
            tokens,
            items: Vec::new(),
        }
    }

    fn has(&self, class: Class) -> bool {
        self.tokens.iter().any(|token| token.is_class(class))
    }

    /// Returns the place of the first token with a span.
    fn place_of(&self, span: Span) -> Option<usize> {
        let is_before = |own: &Token| own.span.start() < span.start();
        let from = self.tokens.partition_point(is_before);
        let mut same = self.tokens[from..]
            .iter()
            .take_while(|own| own.span.start() == span.start());
        Some(from + same.position(|own| own.span == span)?)
    }

    fn read(mut self) -> Vec<Item> {
        if self.is_side_by_side() {
            self.items.push(Item::Unclear(self.row.span, SIDE_BY_SIDE));
        }
        let is_read = !self.is_of_property() && (self.repeats() || self.troops());
        if !is_read {
            self.plain();
        }
        self.report_no_kinds();
        self.items
    }

    /// Reports troops of a type that has no kind with that number, `5Cv` where there are `2Cv` and `3Cv`, and what is
    /// counted between troops and is none that are known: `8 Wb, 2 Ogres, 1 Ps`.
    fn report_no_kinds(&mut self) {
        let is_type = |own: &Meaning| self.lexicon.is_type(own);
        let is_no_kind = |token: &&Token| {
            let word = token.span.of(self.text).to_lowercase();
            let letters = word.trim_start_matches(|c: char| c.is_ascii_digit());
            let is_one = token.is_unknown() && letters.len() < word.len();
            is_one && self.lexicon.word(letters).iter().any(is_type)
        };
        let kinds = self.tokens.iter().filter(is_no_kind).map(|own| own.span);
        let entries = || {
            self.items.iter().filter_map(|own| match own {
                Item::Entry(own) => Some(own),
                _ => None,
            })
        };
        let kinds = kinds.filter(|at| !entries().any(|own| own.span.join(*at) == own.span));
        let is_border = |own: &Token| own.is_sign(",;+") || own.is_class(Class::Conjunction);
        let is_used = |at: Span| {
            entries()
                .any(|own| own.count_span == Some(at) || own.evidence > 0 && own.used.contains(&at))
        };
        let is_counted = |own: &&[Token]| {
            (is_border(&own[0]) || own[0].cell != own[1].cell)
                && own[1].is_digits()
                && own[2].may_be_counted()
                && own[2].cell == own[1].cell
                && !is_used(own[1].span)
        };
        let counted = self.tokens.windows(3).filter(is_counted);
        let counted = counted.filter(|_| entries().next().is_some());
        let counted = counted.map(|own| own[1].span.join(own[2].span));
        let is_said = |at: &Span| {
            self.items
                .iter()
                .any(|own| matches!(own, Item::Unread(span, _) if span.join(*at) == *span))
        };
        let found = kinds.chain(counted).filter(|at| !is_said(at));
        let found: Vec<Item> = found.map(|at| Item::Unread(at, NOT_UNDERSTOOD)).collect();
        self.items.extend(found);
    }

    /// Reads the troops of a row; returns whether there are some.
    fn troops(&mut self) -> bool {
        let reading = self.reader.read(&self.tokens, &self.marks);
        let is_accepted = |entry: &&Entry| self.accepts(entry);
        let mut accepted: Vec<Entry> = reading
            .entries
            .iter()
            .filter(is_accepted)
            .cloned()
            .collect();
        // `Kinmont Willie, LH, officer` is one
        let is_counted = |entry: &Entry| {
            let kind = self.lexicon.vocabulary.kind(entry.kind);
            let is_one = !kind.ranks.is_empty() || has_flag(entry);
            entry.count_span.is_some() || entry.evidence > 0 || is_one
        };
        if accepted.iter().any(is_counted) {
            accepted.retain(is_counted);
        } else {
            accepted.truncate(1);
        }
        let is_graded = |entry: &Entry| self.lexicon.marks(entry.kind).len() > 1 && entry.is_strong;
        if accepted.is_empty() {
            // all that there is to say of some troops, without their number
            let is_bare = |entry: &Entry| {
                entry.is_strong && !entry.is_lone && self.only_values.contains(&entry.kind)
            };
            let bare = reading.entries.iter().any(is_bare);
            if bare {
                self.items.push(Item::Unread(self.row.span, NOT_UNDERSTOOD));
            }
            return bare;
        }
        if self.says_total(&self.tokens[0]) && accepted.iter().all(|own| own.is_lone) {
            // `Total 398 AP, 6 baggage`
            let is_counted = |own: &Entry| {
                let count = own.count_span.and_then(|span| self.place_of(span));
                let mark = self
                    .marks
                    .iter()
                    .find(|mark| own.values[0].1.span == mark.values[0].1.span);
                count.zip(mark).is_some_and(|(at, mark)| {
                    let mut between = self.tokens[at.min(mark.tokens.start)..mark.tokens.start]
                        .iter()
                        .skip(1);
                    at < mark.tokens.start
                        && between.all(|own| self.reader.is_small(own, mark.kind))
                })
            };
            accepted.retain(is_counted);
            let lone = accepted.into_iter().map(|own| Entry {
                is_in_sum: true,
                used: own
                    .count_span
                    .into_iter()
                    .chain([own.values[0].1.span])
                    .collect(),
                numbers: Vec::new(),
                ..own
            });
            self.items.extend(lone.map(Item::Entry));
            return false;
        }
        if self.leaves_grade() {
            self.items.push(Item::Unread(self.row.span, NOT_UNDERSTOOD));
            return true;
        }
        let head = &self.tokens[..reading.head];
        let heading = self.heading(head, true);
        let heading = heading.or_else(|| self.name_of_army(head, &accepted));
        self.items.extend(heading.map(Item::Heading));
        // `2 per command`, and not `6 baggage, two in each command`
        let mut pairs = self.tokens.windows(2);
        let per = pairs.position(|own| own[0].is_class(Class::Per) && self.names_part(&own[1]));
        let per = per.and_then(|at| {
            let mut before = self.tokens[..at].iter().rev();
            Some(before.find(|own| own.number().is_some())?.span)
        });
        // troops with all that there is to say of them in a row of others are no remark
        let accepted: HashSet<Span> = accepted.iter().map(|own| own.span).collect();
        for entry in reading.entries {
            if accepted.contains(&entry.span) {
                self.items.push(Item::Entry(Entry {
                    is_per_part: per.is_some() && per == entry.count_span,
                    ..entry
                }));
            } else if is_graded(&entry) && !self.is_aside {
                self.items.push(Item::Unread(entry.span, NOT_UNDERSTOOD));
            }
        }
        let tail = self.tokens.len() - reading.tail;
        let in_column = |own: &Token| own.label == Some(Role::Sum);
        let sums = self.tokens[..tail].iter().filter(|own| in_column(own));
        let sums: Vec<Token> = sums.chain(&self.tokens[tail..]).cloned().collect();
        let numbers = self.declared(&sums);
        if !numbers.is_empty() {
            self.items.push(Item::Sum(Sum {
                is_firm: numbers.iter().any(|own| own.is_labelled)
                    || is_sum_word(&sums[0])
                    || sums[0].is_sign("=")
                    || in_column(&sums[0]),
                numbers,
                is_of_army: self.is_of_army(&sums),
                is_total: true,
            }));
        }
        true
    }

    /// Returns the name in front of a whole army in one row: `II/9 Gauls: 1 x Cv (Gen), 3 x LCh, 8 x 4Wb`.
    fn name_of_army(&self, head: &[Token], entries: &[Entry]) -> Option<Heading> {
        let is_led = entries.len() > 2 && self.leads(&entries[0]);
        let (first, last) = (head.first()?, head.last()?);
        (is_led && head.iter().any(Token::is_word)).then(|| Heading {
            span: first.span.join(last.span),
            score: HEADING_IN_ROW,
            ..Heading::default()
        })
    }

    /// Returns whether several cells name parts of an army.
    fn is_side_by_side(&self) -> bool {
        let cells = self.tokens.chunk_by(|one, other| one.cell == other.cell);
        let is_part = |own: &&[Token]| {
            own.iter().take(2).any(|own| self.names_part(own)) && !own.iter().any(is_sum_word)
        };
        cells.filter(is_part).count() > 1
    }

    /// Reads `So 3Cv x2, 4Wb x2 = 12 elements`, which says again what is above.
    fn repeats(&mut self) -> bool {
        let Some(at) = self.tokens.iter().rposition(|own| own.is_sign("=")) else {
            return false;
        };
        let numbers = self.declared(&self.tokens[at..]);
        let is_sum = is_sum_word(&self.tokens[0])
            && numbers.iter().any(|own| own.is_labelled)
            && self.marks.iter().all(|own| own.tokens.start < at);
        if is_sum {
            self.items.push(Item::Sum(Sum {
                numbers,
                is_of_army: false,
                is_total: true,
                is_firm: true,
            }));
        }
        is_sum
    }

    /// Returns whether the row says something of the army, and names no troops of it: `Camp: baggage wagons`.
    fn is_of_property(&self) -> bool {
        let [first, next, ..] = &self.tokens[..] else {
            return false;
        };
        let key = first.key(&[self.lexicon.side]);
        let is_key = next.is_sign(":=") || next.cell != first.cell;
        matches!(key, Some(Role::Other(_))) && is_key && !self.is_of_line(first)
    }

    /// Returns whether signs or the borders of cells are around the troops of a short row that is no sentence.
    fn is_set_apart(&self, entry: &Entry) -> bool {
        let mark = entry.values.first();
        let Some(at) = mark.and_then(|(_, own)| self.place_of(own.span)) else {
            return false;
        };
        let is_border = |own: &Token| own.is_sign("-:,(") || own.cell != self.tokens[at].cell;
        let behind = self.tokens.get(at + 1);
        // `Officer (Lt Marsh)`, and not the heading `Cavalry:`
        let is_first = at == 0
            && behind.is_some_and(|own| own.is_sign("(") && own.cell == self.tokens[at].cell);
        (is_first || at > 0 && is_border(&self.tokens[at - 1]))
            && behind.is_none_or(|own| is_border(own) || own.is_sign(")"))
            && self.words <= MAX_LEADER
            && !self.is_talk
            && !self.tokens.iter().any(|own| own.is_sign(".;"))
    }

    /// Returns whether a phrase says something of a line of troops.
    fn is_of_line(&self, token: &Token) -> bool {
        let mut meanings = token.meanings().iter();
        meanings
            .any(|own| matches!(own, Meaning::Value(kind, ..) if self.lexicon.lines.contains(kind)))
    }

    /// Returns whether a grade in brackets is behind no troops: `4 Bw(X) and (O)`.
    fn leaves_grade(&self) -> bool {
        let mut kinds = self.lexicon.lines.clone();
        kinds.retain(|kind| {
            let mut marks = self.marks.iter();
            marks.any(|mark| mark.kind == *kind && !mark.is_lone)
        });
        let is_value = |token: &Token, place: usize| {
            kinds.iter().any(|kind| {
                let property = self.lexicon.marks(*kind).get(place).copied();
                property.is_some_and(|own| token.value(*kind, own).is_some())
            })
        };
        self.tokens.windows(4).enumerate().any(|(at, own)| {
            let before = self.marks.partition_point(|mark| mark.tokens.end <= at + 2);
            let mark = self.marks.get(before);
            let is_used = mark.is_some_and(|mark| mark.tokens.contains(&(at + 2)));
            own[1].span.of(self.text) == "("
                && is_value(&own[2], 1)
                && own[3].is_sign(")")
                && !is_used
                && !is_value(&own[0], 0)
        })
    }

    /// Returns whether an entry is a line of the list, and no remark.
    fn accepts(&self, entry: &Entry) -> bool {
        let kind = self.lexicon.vocabulary.kind(entry.kind);
        let is_rank = |(own, _): &(PropertyIx, _)| kind.ranks.contains(own);
        let has_rank = entry.values.iter().any(is_rank);
        if entry.is_lone && (self.is_remark(entry) || self.is_in_title(entry))
            || entry.evidence == 0 && self.tokens[0].is_class(Class::Total) && !entry.is_lone
            // a heading names troops in passing
            || entry.evidence == 0 && self.row.is_heading && entry.count_before != Some(true)
        {
            return false;
        }
        if entry.evidence > 0 && entry.is_strong && !self.is_aside {
            return true;
        }
        let has_count = self.tokens.iter().any(|own| own.number() > Some(1.0));
        // `general: Cv or LH -> I take Cv`
        let is_choice = !has_count && has_pronoun(&self.tokens);
        if self.is_in_two_sentences(entry) || is_choice || self.says_elements() {
            return false;
        }
        // in a game without costs and leaders `3Cv` is one of them, and `Bui the Stout - Bd` too
        if entry.count_span.is_none() && !has_rank {
            return kind.ranks.is_empty()
                && (self.leads(entry) && has_flag(entry)
                    || self.is_set_apart(entry)
                        && (self.leads(entry) || !self.reader.habit.has_counts)
                    || self.is_named(entry)
                    || self.only_values.contains(&entry.kind));
        }
        let count = entry.count_span.and_then(|span| self.place_of(span));
        // a line that begins with a count and its troops may go on as a sentence
        let first = self.tokens.iter().position(|own| !own.is_sign("-+*("));
        let mark = self.place_of(entry.values[0].1.span);
        let is_line = count == first
            && count.zip(mark).is_some_and(|(count, mark)| {
                let mut between = self.tokens[(count + 1).min(mark)..mark].iter();
                between.all(|own| self.reader.is_small(own, entry.kind))
            });
        if is_line && entry.is_strong && !self.is_aside {
            return true;
        }
        // `400 AP, lots of light horse`
        let is_cost = count.is_some_and(|at| self.tokens[at].is_amount());
        let is_doubtful =
            kind.evidence.is_none() || entry.score < DOUBTFUL || self.reader.habit.has_costs;
        let is_doubtful = is_doubtful && !self.reader.habit.is_prose;
        if self.is_aside || entry.evidence == 0 && (is_cost || self.is_talk && is_doubtful) {
            return false;
        }
        if entry.is_strong {
            let own = entry.span.of(self.text).split_whitespace().count();
            return entry.count_span.is_some() || own < MAX_LEADER;
        }
        let first = self.tokens.iter().find(|token| !token.is_sign("-("));
        let starts = first.is_some_and(Token::is_digits);
        (starts || !self.reader.habit.is_strong) && self.words <= MAX_LINE
    }

    /// Returns whether the row begins with the number of elements, and not with one of troops: `12 elements, of
    /// which 3 are held back (1 El, 2 Ax)`.
    fn says_elements(&self) -> bool {
        match &self.tokens[..] {
            [number, unit, next, ..] => {
                let is_number = number.is_digits() && number.is_labelled_itself;
                let is_unit = unit.unit(&self.reader.lexicon.kinds()) == Some(Role::Elements);
                is_number && is_unit && next.is_sign(",;.:(=-")
            }
            _ => false,
        }
    }

    /// Returns whether a row says who the leader of an army is: `Officer: "Renard"`, `General Scipio 125`.
    fn is_named(&self, entry: &Entry) -> bool {
        let [first, next, .., last] = &self.tokens[..] else {
            return false;
        };
        let behind = &self.tokens[1..self.tokens.len() - 1];
        self.leads(entry)
            && first.span == entry.values[0].1.span
            && self.words <= MAX_LEADER
            && (next.is_sign(":") && !last.is_digits() || next.is_unknown() && last.is_digits())
            && (last.is_unknown() || behind.iter().any(Token::is_unknown))
            && !behind.iter().any(Token::is_digits)
    }

    /// Returns whether an entry is the leader of an army.
    fn leads(&self, entry: &Entry) -> bool {
        let leader = self.lexicon.vocabulary.kind(entry.kind).leader.as_ref();
        let mut values = entry.values.iter();
        leader.is_some_and(|(property, value)| {
            values.any(|(own, said)| own == property && said.value == *value)
        })
    }

    /// Returns whether a lone mark is behind the points of an army: `Gauls, 450 AP (so 8 baggage)`.
    fn is_in_title(&self, entry: &Entry) -> bool {
        let before = |own: &&Token| own.span.start() < entry.values[0].1.span.start();
        let is_first = Some(self.tokens[0].span) == entry.count_span;
        let mut before = self.tokens.iter().filter(before);
        let is_points = |own: &Token| own.is_amount() && own.number() >= Some(100.0);
        !is_first && !self.says_total(&self.tokens[0]) && before.any(is_points)
    }

    /// Returns whether a lone mark is a remark on the numbers of others: `no baggage`, `61 elements with the baggage`.
    fn is_remark(&self, entry: &Entry) -> bool {
        let mark = entry.values.first();
        let Some(at) = mark.and_then(|(_, own)| self.place_of(own.span)) else {
            return false;
        };
        let is_not = |own: &&Token| own.is_class(Class::None) || own.is_class(Class::Besides);
        let in_cell = |own: &&Token| own.cell == self.tokens[at].cell;
        let near = self.tokens[..at].iter().rev().take(3).take_while(in_cell);
        if near
            .take_while(|own| !own.is_sign(".;,"))
            .any(|own| is_not(&own))
        {
            return true;
        }
        // `Grand total 398 AP, 49 elements plus 6 baggage`
        let is_elements = |own: &Token| {
            own.is_labelled_itself
                && own.label == Some(Role::Elements)
                && Some(own.span) != entry.count_span
        };
        let sentence = self.tokens[..at].iter().rev();
        let is_declared = sentence
            .take_while(|own| !own.is_sign(".;"))
            .any(is_elements);
        if is_declared && self.marks.iter().all(|own| own.is_lone) {
            return true;
        }
        let Some(count) = entry.count_span.and_then(|span| self.place_of(span)) else {
            return false;
        };
        // `61 elements (baggage included)`
        let is_including = |at: usize| {
            let own = self.tokens.get(at);
            own.is_some_and(|own| own.is_class(Class::Including))
        };
        let ends = self
            .tokens
            .get(at + 2)
            .is_none_or(|own| own.is_sign(").,;"));
        let between = self.tokens.get(count.min(at) + 1..count.max(at));
        let between = between.unwrap_or_default();
        let is_other =
            |own: &Token| own.is_class(Class::Including) || own.is_sign(".;") || is_sum_word(own);
        let is_word = |own: &&Token| matches!(own.kind, TokenKind::Word);
        let is_sentence = between.iter().any(|own| own.is_class(Class::Pronoun))
            || between.iter().filter(is_word).count() > 2;
        let is_index = self.reader.is_index(&self.tokens, count, 0) && entry.numbers.is_empty();
        let is_of_others =
            is_including(at + 1) && ends || is_sentence || between.iter().any(is_other);
        self.tokens[count].is_amount() || is_index || count < at && is_of_others
    }

    /// Returns the numbers of tokens that may be sums, with the roles that their labels give them.
    fn declared(&self, tokens: &[Token]) -> Vec<Declared> {
        // `"baggage": {"elements": 6}`: what counts in front of a total is of the baggage
        let is_sign = |own: &&Token| matches!(own.kind, TokenKind::Sign(_));
        let mut words = tokens.iter().skip_while(is_sign);
        let starts_lone = words.next().is_some_and(|own| self.reader.is_lone(own));
        let lone_end = match starts_lone {
            true => tokens.iter().position(is_sum_word).unwrap_or(tokens.len()),
            false => 0,
        };
        let is_other = |at: usize| {
            let own = tokens[at].number().unwrap_or_default();
            // the number of a part
            let is_part = at > 0 && self.names_part(&tokens[at - 1]);
            let is_place = is_part && own < 10.0 && own.fract() == 0.0;
            let so_far = tokens[..at]
                .iter()
                .rev()
                .take(3)
                .any(|own| own.is_class(Class::SoFar));
            // `Baggage: 6 elements`
            let before = tokens[..at].iter().rev().find(|own| !own.is_sign(":"));
            let mut near = [before, tokens.get(at + 1)].into_iter().flatten();
            let is_of_lone = near.any(|own| self.reader.is_lone(own));
            let is_count = matches!(tokens[at].label, Some(Role::Elements | Role::Count));
            let is_of_lone = is_of_lone || is_count && at < lone_end;
            // `(2 points unspent)`
            let mut behind = tokens[at + 1..].iter().take(2);
            is_place || so_far || is_of_lone || behind.any(|own| own.is_class(Class::Unspent))
        };
        let own = tokens.iter().enumerate().filter(|(_, own)| own.is_digits());
        own.filter(|(at, _)| !is_other(*at))
            .map(|(at, token)| {
                // a bare total is of what the ruleset counts
                let before = tokens[..at].iter().rev().find(|own| !own.is_sign(":"));
                let is_bare = before.is_some_and(|own| own.is_class(Class::Total));
                Declared {
                    role: token
                        .label
                        .filter(|own| !(is_bare && matches!(own, Role::Other(_)))),
                    number: token.number().unwrap_or_default(),
                    span: token.span,
                    is_labelled: token.is_labelled_itself,
                }
            })
            .collect()
    }

    /// Returns whether a word opens a part of an army: `command`, and not `allies`.
    fn names_part(&self, token: &Token) -> bool {
        token.meanings().iter().any(|own| self.lexicon.is_part(own))
    }

    /// Returns whether a token is the key of the total of a record of a kind.
    fn is_total_of(&self, token: &Token, kind: Option<KindIx>) -> bool {
        kind.and_then(|kind| token.key(&[kind])) == Some(Role::Total)
    }

    fn is_of_army(&self, tokens: &[Token]) -> bool {
        let side = self.lexicon.side;
        tokens.iter().any(|token| {
            let mut meanings = token.meanings().iter();
            let is_total =
                self.is_total_of(token, Some(side)) && !self.is_total_of(token, self.lexicon.part);
            is_total
                || meanings
                    .any(|own| matches!(own, Meaning::Heading(Some(kind), _) if *kind == side))
        })
    }

    /// Reads a row without entries: a sum, a heading, the points agreed, or nothing.
    fn plain(&mut self) {
        let numbers = self.declared(&self.tokens);
        self.values_for_all();
        if let Some((number, span, is_said)) = self.limit(&numbers) {
            self.items.push(Item::Limit(number, span, is_said));
        }
        let is_total = self.tokens.iter().any(|own| self.says_total(own));
        let is_labelled = |own: &&Declared| match own.role {
            Some(Role::Other(property)) => own.is_labelled && self.is_of_record(property),
            own => own.is_some_and(|own| !matches!(own, Role::EeEach | Role::Part(_) | Role::Name)),
        };
        let labelled = numbers.iter().filter(is_labelled).count();
        let is_named = self
            .tokens
            .iter()
            .any(|own| matches!(own.kind, TokenKind::Word));
        let only_numbers = !numbers.is_empty() && self.words <= numbers.len() && !is_named;
        let is_sum = !numbers.is_empty()
            && (only_numbers
                || is_total && self.words <= MAX_SUM_WORDS
                || labelled > 0 && (self.words <= 10 || self.row.is_table));
        // what begins with a key and has its value is no heading
        let is_key = self.tokens[0].key(&self.lexicon.kinds()).is_some()
            && numbers.iter().any(|own| own.is_labelled);
        let heading = self.heading(&self.tokens, false).filter(|_| !is_key);
        let starts_part = self.tokens[0]
            .meanings()
            .iter()
            .any(|own| matches!(own, Meaning::Heading(..)))
            && is_heading_word(&self.tokens, 0);
        let opens_part = heading
            .as_ref()
            .is_some_and(|own| own.kind.is_some() || own.rank.is_some());
        if self.counts_something(starts_part || opens_part || is_total) {
            self.items.push(Item::Unread(self.row.span, NOT_UNDERSTOOD));
            return;
        }
        if is_sum {
            // `3. THE FOOT (97 AP, 21 EE)` may be above its troops, and the sum of those before
            let may_open =
                is_named && self.row.is_apart && !is_total && !only_numbers && !self.row.is_table;
            let opens = |own: &Heading| {
                may_open
                    || own.is_named_side
                    || starts_part && own.kind.is_some()
                    || own.rank.is_some()
                    || own.is_section
            };
            if let Some(heading) = heading.filter(opens) {
                self.items.push(Item::Heading(heading));
                return;
            }
            // of two totals in a row, blocks side by side, it is not known whose they are
            let runs = self
                .tokens
                .chunk_by(|one, next| is_sum_word(one) == is_sum_word(next));
            let sum_words = runs.filter(|own| is_sum_word(&own[0])).count();
            // `Core units: 10 (not the skirmishers)`
            let aside = self.tokens.iter();
            let aside = aside.filter(|own| own.depth > 0 && own.is_word()).count();
            let says_only = is_total
                || self.row.is_table
                || only_numbers && numbers.len() == 1
                || self.words.saturating_sub(aside) <= 2 * numbers.len() + 1 && labelled > 0;
            // `breaks at 6 / 8 / 5`: of which parts these are is not said
            let is_key = |own: &Declared| matches!(own.role, Some(Role::Other(_)));
            let is_one = is_total
                || !numbers.iter().any(is_key)
                || numbers.iter().all(|own| own.is_labelled);
            self.items.push(Item::Sum(Sum {
                is_firm: !self.is_talk && sum_words < 2 && says_only && is_one,
                numbers,
                is_of_army: self.is_of_army(&self.tokens),
                is_total,
            }));
        } else if let Some(heading) = heading {
            self.items.push(Item::Heading(heading));
        } else if !numbers.is_empty() || !self.marks.is_empty() {
            let starts = self.tokens[0].is_digits() && self.words < MAX_SUM_WORDS;
            let is_line = |own: &Token| {
                self.is_of_line(own) && own.unit(&self.lexicon.lines) != Some(Role::Elements)
            };
            let in_table = self.row.is_table && self.tokens.iter().any(is_line);
            let counts = !self.marks.is_empty() && starts && !self.is_talk;
            if counts || in_table && !numbers.is_empty() {
                self.items.push(Item::Unread(self.row.span, NOT_UNDERSTOOD));
            }
        }
    }

    /// Returns whether a token is a word for a total, or the key of that of a part or the army.
    fn says_total(&self, token: &Token) -> bool {
        is_sum_word(token)
            || self.is_total_of(token, Some(self.lexicon.side))
            || self.is_total_of(token, self.lexicon.part)
    }

    /// Returns whether a property is one of the army or of a part of it.
    fn is_of_record(&self, property: PropertyIx) -> bool {
        let mut kinds = self.lexicon.part.into_iter().chain([self.lexicon.side]);
        kinds.any(|own| {
            self.lexicon
                .vocabulary
                .kind(own)
                .properties
                .contains_key(&property)
        })
    }

    /// Returns whether a sentence ends between the count of troops and their name: `12. Took the Ps`.
    fn is_in_two_sentences(&self, entry: &Entry) -> bool {
        let mark = entry.values.first();
        let mark = mark.and_then(|(_, own)| self.place_of(own.span));
        let count = entry.count_span.and_then(|span| self.place_of(span));
        let Some((count, mark)) = count.zip(mark) else {
            return false;
        };
        let (from, to) = (count.min(mark), count.max(mark));
        let is_end = |at: usize| self.tokens[at].is_sign(".?!");
        // `3. Cv`
        (from..to).any(|at| is_end(at) && (from > 0 || at > 1))
    }

    /// Reads a value for all lines without one: `All Irregular`.
    fn values_for_all(&mut self) {
        let for_all = self.has(Class::ForAll);
        let has_rank = self.tokens.iter().any(|own| own.is_rank(self.lexicon));
        if !for_all && (self.words > 2 || has_rank) {
            return;
        }
        let found = self.tokens.iter().find_map(|token| {
            token.meanings().iter().find_map(|own| match own {
                Meaning::Value(_, property, value) if self.lexicon.is_front(own) => {
                    Some((*property, Spanned::new(value.clone(), token.span)))
                }
                _ => None,
            })
        });
        self.items
            .extend(found.map(|(property, value)| Item::ForAll(property, value)));
    }

    /// Returns the points agreed that the row says, and whether a word says that they are a limit.
    fn limit(&self, numbers: &[Declared]) -> Option<(f64, Span, bool)> {
        let is_keyed = |own: &&Token| own.is_digits() && own.label == Some(Role::Limit);
        let behind_word = || {
            let at = self
                .tokens
                .iter()
                .position(|own| own.is_class(Class::Limit))?;
            let is_many = |own: &&Token| own.is_digits() && own.number() >= Some(100.0);
            self.tokens[at..].iter().find(is_many)
        };
        let said = self.tokens.iter().find(is_keyed).or_else(behind_word);
        // `DBM 3.3, 400 AP`: a round number of points that is not that of a part
        let agreed = || {
            // a rank in another sentence is not that of a part
            let ends = |own: &Token| own.is_sign(".,") && self.words > MAX_LINE;
            let mut first = self.tokens.iter().take_while(|own| !ends(own));
            let is_of_part = self.tokens.iter().take(2).any(|own| self.names_part(own))
                || first.any(|own| own.is_rank(self.lexicon));
            let is_round = |own: &&Declared| {
                own.is_points() && ROUND.iter().any(|round| own.number % round == 0.0)
            };
            let found = numbers.iter().find(is_round).filter(|_| !is_of_part);
            found.map(|own| (own.number, own.span, false))
        };
        let said = said.and_then(|own| Some((own.number()?, own.span, true)));
        said.or_else(agreed).filter(|own| own.0 >= MIN_LIMIT)
    }

    /// Returns whether the row counts what is in no table: `qty: 4, each: 13`, a number in the column of counts,
    /// or a row of the same form as those with troops.
    fn counts_something(&self, is_other: bool) -> bool {
        let tokens = &self.tokens;
        let has = |role: Role, is_itself: bool| {
            let mut own = tokens.iter().filter(|own| own.is_digits());
            own.any(|own| own.label == Some(role) && own.is_labelled_itself == is_itself)
        };
        let is_named = tokens.iter().any(Token::may_be_counted);
        let has_price = has(Role::Each, true) || has(Role::Amount, true);
        let is_keyed = has(Role::Count, true) && has_price && (is_named || !self.marks.is_empty());
        let in_column = self.row.is_table
            && has(Role::Count, false)
            && is_named
            && !is_other
            && !self.is_of_property();
        is_keyed || in_column && !self.is_sum_row() || !is_other && self.looks_like_troops()
    }

    /// Returns whether words or numbers of the row say what lines come to, or it is a long sentence.
    fn is_sum_row(&self) -> bool {
        let tokens = &self.tokens;
        let is_small = |own: &&Token| own.is_class(Class::Counting) || own.is_class(Class::Filler);
        let is_elements = |own: &Token| {
            own.is_digits() && own.is_labelled_itself && own.label == Some(Role::Elements)
        };
        // `2 units of Ogres` are troops
        let is_sum = |at: usize| {
            let next = tokens[at + 1..].iter().find(|own| !is_small(own));
            is_sum_word(&tokens[at])
                || is_elements(&tokens[at]) && !next.is_some_and(Token::may_be_counted)
        };
        self.words > MAX_LINE || self.says_total(&tokens[0]) || (0..tokens.len()).any(is_sum)
    }

    /// Returns whether a row that was not read looks like one with troops: it begins with a number and what it
    /// counts, `8 Sparabara 40 AP`, multiplies it, `Veterans - 2 x 5Lg`, or has the form of a row with troops.
    fn looks_like_troops(&self) -> bool {
        let tokens = &self.tokens;
        let is_prose = self.has(Class::Pronoun) || self.has(Class::Greeting);
        // a number that has a meaning of its own counts nothing
        let counts = |own: &Token| {
            let is_count = matches!(own.label, None | Some(Role::Count | Role::Elements));
            own.is_digits() && (!own.is_labelled_itself || is_count)
        };
        let mut rest = tokens.iter().skip_while(|own| own.is_sign("-+*("));
        let count = rest.next().filter(|own| own.is_digits());
        let count = count.and_then(Token::number);
        let is_count = count.is_some_and(|own| own.fract() == 0.0 && (1.0..200.0).contains(&own));
        let is_times = |own: &Token| own.is_times(self.text) || own.is_sign("*×");
        let is_small = |own: &&Token| {
            let mut meanings = own.meanings().iter();
            is_times(own)
                || own.is_class(Class::Counting)
                || meanings.any(|own| self.lexicon.is_front(own))
        };
        let next = rest.find(|own| !is_small(own));
        let starts = is_count && next.is_some_and(|own| own.may_be_counted() && !own.is_glued);
        let multiplies = tokens
            .windows(3)
            .any(|own| own[0].is_digits() && is_times(&own[1]) && own[2].may_be_counted());
        let has_form = || {
            let form = form(tokens, self.text);
            tokens.iter().any(Token::may_be_counted) && self.reader.habit.forms.contains(&form)
        };
        !is_prose
            && !self.is_sum_row()
            && tokens.iter().any(counts)
            && (starts || multiplies || has_form())
    }

    /// Returns whether what is said of a line holds for some lines, without costs, and not for their leader.
    fn is_of_some(&self, kind: KindIx, property: PropertyIx, value: &ScenarioValue) -> bool {
        let own = self.lexicon.vocabulary.kind(kind);
        let is_leader =
            |(of, leader): &(PropertyIx, ScenarioValue)| *of == property && leader == value;
        own.evidence.is_none() && !own.leader.as_ref().is_some_and(is_leader)
    }

    /// Returns the heading that a row is, or the words in front of an entry are.
    fn heading(&self, tokens: &[Token], is_head: bool) -> Option<Heading> {
        let words = tokens.iter().filter(|token| token.is_word()).count();
        if words == 0 || words > 14 {
            return None;
        }
        let span = tokens.first()?.span.join(tokens.last()?.span);
        let own = span.of(self.text);
        let side = self.lexicon.side;
        let is_side =
            |own: &Meaning| matches!(own, Meaning::Heading(Some(kind), _) if *kind == side);
        // `Army: Gauls`, `Army,Gauls`
        let signs = tokens[1..].iter().take_while(|own| own.is_sign(":"));
        let starts_side = tokens[0].meanings().iter().any(is_side);
        let named = tokens.get(1 + signs.count()).filter(|own| {
            let is_next = starts_side && own.cell != tokens[0].cell;
            own.is_word() && (tokens[1].is_sign(":") || is_next)
        });
        let mut last = tokens.iter().rev();
        let name = named.and_then(|own| {
            let last = last.find(|last| last.cell == own.cell)?;
            Some(own.span.join(last.span))
        });
        let key = tokens[0].span.of(self.text);
        let mut out = Heading {
            span,
            is_named_side: name.is_some() && starts_side,
            is_bare_side: tokens.iter().all(|own| {
                own.meanings().iter().any(is_side) || matches!(own.kind, TokenKind::Sign(_))
            }),
            is_name: name.is_some() && shared_words().names.contains_in_any_case(key),
            ..Heading::default()
        };
        out.name = name.filter(|_| out.is_named_side || out.is_name);
        let mut score = match (out.is_named_side, out.is_name) {
            (_, true) => HEADING_NAME,
            (true, _) => HEADING_KIND,
            _ => 0.0,
        };
        for (at, token) in tokens.iter().enumerate() {
            let value = |value: &ScenarioValue| Spanned::new(value.clone(), token.span);
            for meaning in token.meanings() {
                match meaning {
                    Meaning::Heading(Some(kind), sets)
                        if (at <= 6 || at + 1 == tokens.len()) && is_heading_word(tokens, at) =>
                    {
                        let is_part = Some(*kind) == self.lexicon.part;
                        if out.kind.is_none() || is_part && out.kind != self.lexicon.part {
                            out.kind = Some(*kind);
                            score += if is_part { HEADING_KIND } else { HEADING_SIDE };
                        }
                        for (property, own) in sets.iter().filter(|_| is_part) {
                            if !out.sets.iter().any(|(known, _)| known == property) {
                                out.sets.push((*property, value(own)));
                            }
                        }
                    }
                    // `12 elements` is no section of elements
                    Meaning::Heading(None, sets)
                        if at <= 1
                            && out.kind.is_none()
                            && !(at > 0 && tokens[at - 1].is_digits()) =>
                    {
                        out.is_section = true;
                        score += HEADING_KIND;
                        out.sets
                            .extend(sets.iter().map(|(own, set)| (*own, value(set))));
                    }
                    Meaning::Value(kind, property, own)
                        if self.lexicon.is_flag(meaning)
                            && self.is_of_some(*kind, *property, own) =>
                    {
                        out.is_of_lines = true;
                    }
                    Meaning::Value(_, property, own) if self.lexicon.is_rank(meaning) => {
                        score += if out.rank.is_none() {
                            HEADING_RANK
                        } else {
                            0.0
                        };
                        out.rank.get_or_insert_with(|| (*property, value(own)));
                    }
                    Meaning::Value(_, property, own)
                        if self.lexicon.is_front(meaning) && out.drill.is_none() =>
                    {
                        out.drill = Some((*property, value(own)));
                    }
                    _ => {}
                }
            }
            if token.is_class(Class::Pronoun) || token.is_class(Class::Greeting) {
                score += HEADING_TALK;
            }
        }
        let signs = [
            (self.row.is_heading && !is_head, HEADING_MARKED),
            (
                tokens.last().is_some_and(|own| own.is_sign(":")),
                HEADING_COLON,
            ),
            (self.row.is_apart, HEADING_APART),
            (own.ends_with(['.', '?', '!', ',']), HEADING_TALK),
            (words > 8, HEADING_LONG),
        ];
        score += signs
            .iter()
            .filter(|own| own.0)
            .map(|own| own.1)
            .sum::<f64>();
        let is_arm = |own: &Token| own.is_class(Class::Arm) || !own.is_word();
        let least = if is_head {
            HEADING_IN_ROW
        } else {
            HEADING_LEAST
        };
        if words > 5 && score < HEADING_SENTENCE || tokens.iter().all(is_arm) || score < least {
            return None;
        }
        out.score = score;
        let sums = self.declared(tokens).into_iter();
        out.sums = sums
            .filter(|own| own.is_labelled || own.number >= 30.0)
            .collect();
        // where an army has no parts, a line of capitals is its name
        let title = own.split('(').next().unwrap_or_default();
        out.is_title = self.lexicon.begins().is_none()
            && !out.is_section
            && Some(out.kind) != Some(self.lexicon.part).filter(Option::is_some)
            && self.row.is_apart
            && title.contains(char::is_uppercase)
            && !title.contains(char::is_lowercase);
        Some(out)
    }
}

/// Returns the form of a row: its numbers, words and signs for sums, without what is in brackets.
pub(super) fn form(tokens: &[Token], text: &str) -> String {
    let mut out = String::new();
    for token in tokens.iter().filter(|own| own.depth == 0) {
        let c = match token.kind {
            TokenKind::Number(_) => 'n',
            TokenKind::Sign(c @ ('=' | '@')) => c,
            _ if token.is_times(text) || token.is_sign("*×") => 'x',
            TokenKind::Phrase(_) | TokenKind::Word => 'w',
            TokenKind::Sign(_) => continue,
        };
        if c != 'w' || !out.ends_with('w') {
            out.push(c);
        }
    }
    out
}

/// The most words of a row with a total that is a sum.
const MAX_SUM_WORDS: usize = 16;

/// What the points of an army that are agreed are divided by.
const ROUND: [f64; 2] = [10.0, 25.0];

/// Returns whether a phrase may be that of a heading: a letter only with a number behind it, `C2`.
fn is_heading_word(tokens: &[Token], at: usize) -> bool {
    tokens[at].span.len() > 1 || tokens.get(at + 1).is_some_and(Token::is_digits)
}

/// Returns whether each word of a row is a value of a kind of lines, or `or` between two of them.
fn is_only_values(tokens: &[Token], kind: KindIx) -> bool {
    tokens.iter().filter(|own| own.is_word()).all(|own| {
        let mut meanings = own.meanings().iter();
        meanings.any(|own| matches!(own, Meaning::Value(of, ..) if *of == kind))
            || own.is_class(Class::Alternative)
    })
}

/// Returns whether a person is named who speaks.
fn has_pronoun(tokens: &[Token]) -> bool {
    let is_pronoun = |at: usize| {
        let own = &tokens[at];
        // `grade: I`, and not `general: I take Cv`
        let is_last = tokens.get(at + 1).is_none_or(|own| !own.is_unknown());
        let is_value = at > 0 && tokens[at - 1].is_sign(":=(") && is_last;
        own.is_class(Class::Pronoun) && own.label.is_none() && !is_value
    };
    (0..tokens.len()).any(is_pronoun)
}

/// Returns whether a row says something of troops by a word that is there or not: `general`.
fn has_flag(entry: &Entry) -> bool {
    let mut values = entry.values.iter();
    values.any(|(_, own)| matches!(own.value, ScenarioValue::Flag(true)))
}

/// Returns whether a word is one for a total: `Total`, `makes`.
pub(super) fn is_sum_word(token: &Token) -> bool {
    token.is_class(Class::Total) || token.is_class(Class::Sum)
}
