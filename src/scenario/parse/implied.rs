//! Opens records that no heading opens: an army that begins with its name, a general's command.

use super::{
    agreed_points::LIMIT_STEP,
    line::LineCandidate,
    parser::{OpenHeading, ScenarioParser},
};
use crate::{
    scenario::{
        record::{Record, RecordIx},
        shared_words::shared_words,
        token::{ScenarioToken, plain_name, tokenize},
        value::{ScenarioValue, number_value},
        vocabulary::{KindIx, PropertyIx, RecordKind},
    },
    text::{Span, Spanned},
};
use std::sync::Arc;

/// The least number that is rather a year than points.
pub(super) const LEAST_YEAR: f64 = 1000.0;

/// The most tokens of a title with a rank and a colon.
const MOST_BEFORE_COLON: usize = 26;

/// The most tokens of a title with a rank below a blank line: `[II] Klas, down at St Clara's convent.
/// Sub-general`.
const MOST_WITH_RANK: usize = 15;

/// The most words of a name with a rank that may end with a full stop or begin with a small letter.
const MAX_RANKED: usize = 5;

impl<'t> ScenarioParser<'t> {
    /// Returns the kind that is opened without a heading for lines that belong in one.
    pub(super) fn implied_kind(&self) -> Option<KindIx> {
        self.vocabulary.kind_where(|kind| kind.implied)
    }

    /// Returns the definition of that kind.
    pub(super) fn army_kind(&self) -> Option<&'t RecordKind> {
        Some(self.vocabulary.kind(self.implied_kind()?))
    }

    /// Returns whether a record of a kind is open.
    pub(super) fn is_open(&self, kind: KindIx) -> bool {
        !self.open_headings.is_empty() && self.open_of_kind(kind).is_some()
    }

    /// Returns the innermost open record of a kind.
    pub(super) fn open_of_kind(&self, kind: KindIx) -> Option<RecordIx> {
        let mut records = self.scenario.ancestors(self.open_record());
        records.find(|&record| self.scenario.record(record).kind == kind)
    }

    /// Returns the open army, or what else is opened without a heading.
    pub(super) fn open_army(&self) -> Option<RecordIx> {
        self.open_of_kind(self.implied_kind()?)
    }

    /// Returns whether an army is open.
    pub(super) fn is_army_open(&self) -> bool {
        self.open_army().is_some()
    }

    /// Returns whether the tokens mark a line of one of the kinds.
    pub(super) fn is_marked(&self, kinds: &[KindIx], tokens: &[ScenarioToken]) -> bool {
        let mut kinds = kinds.iter().map(|&kind| self.vocabulary.kind(kind));
        kinds.any(|kind| LineCandidate::has_marks(kind, self.text, tokens))
    }

    /// Returns the kinds of lines that are recognised wherever they are.
    pub(super) fn troop_kinds(&self) -> impl Iterator<Item = &'t RecordKind> {
        let kinds = self.marked_kinds.iter();
        kinds.map(|&kind| self.vocabulary.kind(kind))
    }

    /// Returns whether the tokens mark a line of any kind: they name troops.
    pub(super) fn names_troops(&self, tokens: &[ScenarioToken]) -> bool {
        self.is_marked(&self.marked_kinds, tokens)
    }

    /// Returns whether a line names troops.
    pub(super) fn is_troop_line(&self, line: Span) -> bool {
        self.names_troops(&self.tokens(line))
    }

    /// Returns the definition of the kind of which the tokens mark a line.
    pub(super) fn troop_kind(&self, tokens: &[ScenarioToken]) -> Option<&'t RecordKind> {
        let kind = self.marked_kind(tokens)?;
        Some(self.vocabulary.kind(kind))
    }

    /// Returns the kind of which the tokens mark a line.
    pub(super) fn marked_kind(&self, tokens: &[ScenarioToken]) -> Option<KindIx> {
        let mut kinds = self.marked_kinds.iter().copied();
        kinds.find(|&kind| LineCandidate::has_marks(self.vocabulary.kind(kind), self.text, tokens))
    }

    /// Opens the next army of a text if a heading begins it: a title is directly above, and the army
    /// before has parts. The title is that of an army, or the heading begins like one of before:
    /// `IRISH`, `Command A`.
    pub(super) fn open_next_implied(
        &mut self,
        kind: KindIx,
        span: Span,
        heading: &[ScenarioToken],
    ) {
        let within = &self.vocabulary.kind(kind).within;
        let implied = self.implied_kind();
        let implied = implied.filter(|implied| within.contains(implied) && !self.is_strict());
        let Some((implied, own)) = implied.and_then(|kind| Some((kind, self.open_of_kind(kind)?)))
        else {
            return;
        };
        let key = (own, self.first_words(heading));
        let title = self.title_above(span).or_else(|| {
            let title = self.last_unused?;
            let gap = self.text.get(title.end()..span.start())?;
            let is_title = self.begun.contains(&key)
                && !gap.contains(char::is_alphanumeric)
                && self.is_short_title(title, false);
            is_title.then_some(title)
        });
        let has_parts = self.begun.contains(&(own, String::new()));
        if let Some(title) = title.filter(|_| has_parts) {
            self.last_unused = None;
            self.close_headings(0);
            self.open_implied(implied, Some(title), title);
        }
    }

    /// Remembers how a heading in `around` begins.
    pub(super) fn remember_begun(&mut self, around: RecordIx, heading: &[ScenarioToken]) {
        self.begun.insert((around, String::new()));
        self.begun.insert((around, self.first_words(heading)));
    }

    /// Returns the first two words of a heading: `command a`.
    fn first_words(&self, heading: &[ScenarioToken]) -> String {
        let words = heading.iter().take(2);
        let words = words.map(|token| token.span.of(self.text).to_lowercase());
        words.collect::<Vec<_>>().join(" ")
    }

    /// Opens a record of a kind that has no heading of its own. `name` is where its name is
    /// written.
    pub(super) fn open_implied(&mut self, kind: KindIx, name: Option<Span>, at: Span) -> RecordIx {
        let within = &self.vocabulary.kind(kind).within;
        let parent = match (self.open_within(kind), within.first()) {
            (Some(parent), _) => parent,
            (None, Some(&around)) => {
                let title = self.title.take().map(|(title, _)| title);
                self.open_implied(around, title, title.unwrap_or(at))
            }
            (None, None) => RecordIx(0),
        };
        let level = if parent.0 == 0 {
            0
        } else {
            self.level_of(parent).saturating_add(1)
        };
        self.close_headings(level.max(1));
        let span = name.unwrap_or(Span::new(at.start(), at.start()));
        let ix = self.push_record(Record {
            kind,
            parent,
            end: self.scenario.records.len() as u32 + 1,
            level: level.max(1),
            misread: false,
            span,
            insert_at: self.next_line(span),
            name: name.map(|name| self.plain_title(name, kind)),
            values: Vec::new(),
        });
        self.open_headings.push(OpenHeading {
            is_implied: true,
            ..OpenHeading::new(level, ix, self.vocabulary.kind(kind).lines.clone())
        });
        match name {
            Some(name) => {
                self.read_title(ix, name);
                self.used_titles.push(name);
            }
            None => {
                let name = Spanned::new(Arc::from(self.name_of_implied(ix)), span);
                self.scenario.record_mut(ix).name = Some(name);
            }
        }
        ix
    }

    /// Returns what a record without a name is called.
    fn name_of_implied(&self, ix: RecordIx) -> String {
        self.kind_of(ix).name_if_unnamed(self.place_of_part(ix))
    }

    /// Sets the values that the title of an army contains: `400 AP`, `II/33`.
    pub(super) fn read_title(&mut self, record: RecordIx, span: Span) {
        let kind = self.scenario.record(record).kind;
        let tokens = self.tokens(span);
        let parsed = self.heading_candidate(kind, span, &tokens, 0);
        let form = self.vocabulary.kind(kind);
        let amounts = form.amounts;
        let mut agreed = amounts.and_then(|own| self.number_with_unit(form, own.all, &tokens));
        let own = self.scenario.record_mut(record);
        for (property, value) in parsed.values {
            // the points in a title are those agreed, and not the sum
            if form.total() == Some(property) {
                // the number in `The army at Towton, 1461` is a year, and that in `Army 3.4` an edition
                let is_points = |number| number % LIMIT_STEP == 0.0 && number < LEAST_YEAR;
                if value.value.number().is_some_and(is_points) && agreed.is_none() {
                    agreed = Some(value);
                }
            } else if own.value(property).is_none() {
                own.values.push((property, value));
            }
        }
        if let Some(amounts) = amounts {
            self.set_agreed(amounts, agreed);
        }
    }

    /// Returns the first whole number that the unit of a property follows: `400 points`.
    fn number_with_unit(
        &self,
        kind: &RecordKind,
        property: PropertyIx,
        tokens: &[ScenarioToken],
    ) -> Option<Spanned<ScenarioValue>> {
        tokens.iter().enumerate().find_map(|(at, token)| {
            let number = token.number()?;
            kind.unit_length(&tokens[at + 1..], |unit| unit == property)?;
            // `Qara Qoyunlu, 1420      Points: 400` has the unit in the next column
            let is_apart = self.gap_before(tokens, at + 1).contains("   ");
            (!is_apart && number.fract() == 0.0).then(|| number_value(number, token.span))
        })
    }

    /// Opens the record that a line begins, if no heading did: the command of a general. Sets the
    /// values that such a line gives the record around it.
    pub(super) fn begin_around(&mut self, line: &LineCandidate<'_>, span: Span) {
        let vocabulary = self.vocabulary;
        for (kind_ix, kind) in vocabulary.part_kinds() {
            let Some(begins) = kind
                .begins_with
                .as_ref()
                .filter(|_| kind.lines.contains(&line.kind))
            else {
                continue;
            };
            let rank = line.value(begins.property);
            let rank = rank.and_then(|rank| begins.rank_of(&rank.value));
            let Some((_, sets)) = rank.map(|rank| &begins.words[rank]) else {
                continue;
            };
            let last = self.open_headings.last();
            let is_implied = last.is_some_and(|open| open.is_implied);
            // below its total, another general begins another one
            let is_closed = last.is_some_and(|open| {
                let own = self.scenario.record(open.record);
                let total = kind.total().and_then(|total| own.value(total));
                total.is_some_and(|total| total.span.start() >= own.span.end())
            });
            // an ally-general has a command of his own
            let is_other = !sets.is_empty()
                && last.is_some_and(|open| {
                    let own = self.scenario.record(open.record);
                    sets.iter()
                        .all(|(property, _)| own.value(*property).is_none())
                });
            let may_begin = is_implied || (is_closed || is_other) && !self.is_strict();
            if !self.is_open(kind_ix) || may_begin && self.has_line(begins.property) {
                let title = self
                    .last_unused
                    .take()
                    .filter(|title| self.is_short_title(*title, true));
                let record = self.open_implied(kind_ix, title, span);
                // `1 element` is no name
                let counts = &shared_words().counting;
                let name = line.name.as_ref();
                let name = name.filter(|name| !counts.contains_in_any_case(&name.value));
                if let (None, Some(name)) = (title, name) {
                    // the words of the line stay those of the line
                    let place = Span::new(span.start(), span.start());
                    let name = Spanned::new(Arc::clone(&name.value), place);
                    self.scenario.record_mut(record).name = Some(name);
                }
            }
            self.set_around(kind_ix, sets, span);
        }
    }

    /// Opens a record that begins with its name: a short line above the first line of troops, below
    /// an empty line.
    pub(super) fn open_titled(&mut self, line: &LineCandidate<'_>, at: Span) {
        let has_general = line.begins_record();
        // `Warwick (sub-general)` names a command by itself
        let is_title = |title: &Span| {
            let is_ranked = self.names_rank(*title);
            self.is_short_title(*title, has_general || is_ranked)
        };
        let Some(title) = self.last_unused.filter(is_title) else {
            return;
        };
        let begun = self.vocabulary.part_kinds().next();
        let begun = begun.filter(|(_, kind)| kind.lines.contains(&line.kind));
        let begun = begun.and_then(|(ix, kind)| Some((ix, kind.begins_with.as_ref()?)));
        let Some((begun, begins)) = begun else { return };
        let is_implied = self
            .open_headings
            .last()
            .is_some_and(|open| open.is_implied);
        // below a heading, only the line of a second general shows that another one begins
        let has_own = line.has(begins.property) || self.names_rank(title);
        if is_implied || !self.is_open(begun) || has_own && self.has_line(begins.property) {
            self.last_unused = None;
            self.open_implied(begun, Some(title), at);
        }
    }

    /// Returns whether a line could be the name of what follows: it has few words, and nothing
    /// directly above.
    pub(super) fn is_short_title(&self, span: Span, has_general: bool) -> bool {
        let words = span.of(self.text);
        let above = self.text[..span.start()].rsplit('\n').nth(1);
        let above = above.unwrap_or_default();
        let is_apart = !plain_name(above).contains(char::is_alphanumeric)
            || self.only_cell_of_row(span).is_some();
        let names_rank = self.names_rank(span);
        let tokens = tokenize(self.text, span);
        // `And last the Cham ally-general, Vidyanandana (he will be unreliable, as always):`
        let has_colon = words.ends_with(':') || self.text[span.end()..].starts_with(':');
        let most = if names_rank && has_colon && !words.contains(". ") {
            MOST_BEFORE_COLON
        } else if names_rank && is_apart {
            MOST_WITH_RANK
        } else if names_rank || is_apart {
            10
        } else {
            5
        };
        // `3. Moravians, ally.`, `charolais (cinc)`
        let words_of_name = tokens.iter().filter(|token| token.is_word()).count();
        // `Ordelaffi, sub-general, for once on the right side.` above troops
        let is_above_troops = || {
            let below = self.trimmed_lines_below(span);
            let next = below
                .map(|line| self.tokens(line))
                .find(|own| !own.is_empty());
            next.is_some_and(|own| own[0].is_number() && self.names_troops(&own))
        };
        let is_ranked = names_rank
            && (words_of_name <= MAX_RANKED
                || is_apart && words_of_name <= 2 * MAX_RANKED && is_above_troops());
        let begins = |c: char| is_ranked || c.is_uppercase() || c.is_numeric();
        (is_apart || has_general)
            && plain_name(words)
                .trim_start_matches(|c: char| !c.is_alphanumeric())
                .starts_with(begins)
            && (is_ranked && words.ends_with('.') || !words.ends_with(['.', ',', '?', '!']))
            && !self.text[span.end()..].starts_with(['?', '!'])
            // `White = extra dice? No.`
            && !words.contains("? ")
            && tokens.iter().filter(|token| !token.is_sign("-")).count() <= most
    }

    /// Returns the value that a line without anything else gives the lines below it: `IRREGULAR`.
    pub(super) fn value_of_section(
        &self,
        tokens: &[ScenarioToken],
    ) -> Option<(PropertyIx, ScenarioValue)> {
        self.marked_kinds.iter().find_map(|&kind| {
            let kind = self.vocabulary.kind(kind);
            let (length, value) = kind.front_value(tokens)?;
            let is_end = tokens[length..].iter().all(|token| token.is_sign(":"));
            is_end.then_some(value)
        })
    }

    /// Returns whether a line of the innermost open record has a rank, or its heading and a line.
    fn has_line(&self, property: PropertyIx) -> bool {
        let open = self.open_record();
        let mut lines = self.scenario.descendants(open);
        let is_named = lines.len() > 0 && self.names_rank(self.scenario.record(open).span);
        is_named || lines.any(|at| self.scenario.record(at).value(property).is_some())
    }

    fn set_around(&mut self, kind: KindIx, sets: &[(PropertyIx, ScenarioValue)], span: Span) {
        if let Some(around) = self.open_of_kind(kind) {
            let own = self.scenario.record_mut(around);
            for (property, value) in sets {
                if own.value(*property).is_none() {
                    own.values
                        .push((*property, Spanned::new(value.clone(), span)));
                }
            }
        }
    }
}
