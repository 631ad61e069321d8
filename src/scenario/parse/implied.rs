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
        token::{ScenarioToken, ScenarioTokenKind, plain_name, tokenize},
        value::ScenarioValue,
        vocabulary::{KindIx, PhraseMeaning, PropertyIx},
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

impl ScenarioParser<'_> {
    /// Returns the kind that is opened without a heading for lines that belong in one.
    pub(super) fn implied_kind(&self) -> Option<KindIx> {
        let kinds = &self.vocabulary.kinds;
        let at = kinds.iter().position(|kind| kind.implied)?;
        Some(KindIx(at as u16))
    }

    /// Returns whether a record of a kind is open.
    pub(super) fn is_open(&self, kind: KindIx) -> bool {
        let last = self.open_headings.last();
        last.is_some_and(|open| {
            let mut records = self.scenario.ancestors(open.record);
            records.any(|record| self.scenario.record(record).kind == kind)
        })
    }

    /// Returns whether the tokens mark a line of one of the kinds.
    pub(super) fn is_marked(&self, kinds: &[KindIx], tokens: &[ScenarioToken]) -> bool {
        let mut kinds = kinds.iter().map(|&kind| self.vocabulary.kind(kind));
        kinds.any(|kind| LineCandidate::has_marks(kind, self.text, tokens))
    }

    /// Returns the kind of which the tokens mark a line.
    pub(super) fn marked_kind(&self, tokens: &[ScenarioToken]) -> Option<KindIx> {
        let mut kinds = self.marked_kinds.iter().copied();
        kinds.find(|&kind| self.is_marked(&[kind], tokens))
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
        let open = self
            .open_headings
            .last()
            .map_or(RecordIx(0), |open| open.record);
        let implied = self.implied_kind().and_then(|implied| {
            let mut records = self.scenario.ancestors(open);
            let own = records.find(|&at| self.scenario.record(at).kind == implied)?;
            self.vocabulary
                .kind(kind)
                .within
                .contains(&implied)
                .then_some((implied, own))
        });
        let Some((implied, own)) = implied.filter(|_| !self.is_strict()) else {
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
        let words: Vec<String> = words
            .map(|token| token.span.of(self.text).to_lowercase())
            .collect();
        words.join(" ")
    }

    /// Opens a record of a kind that has no heading of its own. `name` is where its name is
    /// written.
    pub(super) fn open_implied(&mut self, kind: KindIx, name: Option<Span>, at: Span) -> RecordIx {
        let within = &self.vocabulary.kind(kind).within;
        let open = self
            .open_headings
            .last()
            .map_or(RecordIx(0), |open| open.record);
        let parent = self
            .scenario
            .ancestors(open)
            .find(|&record| within.contains(&self.scenario.record(record).kind));
        let parent = match (parent, within.first()) {
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
            let around = self.open_headings.iter().find(|open| open.record == parent);
            around.map_or(0, |around| around.level).saturating_add(1)
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
            level,
            record: ix,
            lines: self.vocabulary.kind(kind).lines.clone(),
            sets: Vec::new(),
            is_known: true,
            is_implied: true,
            hides_lines: false,
            unknown: None,
        });
        if name.is_none() {
            let place = Span::new(at.start(), at.start());
            let name = Spanned::new(Arc::from(self.name_of_implied(ix)), place);
            self.scenario.records[ix.0 as usize].name = Some(name);
        }
        if let Some(name) = name {
            self.read_title(ix, name);
            self.used_titles.push(name);
        }
        ix
    }

    /// Returns what a record without a name is called.
    fn name_of_implied(&self, ix: RecordIx) -> String {
        let own = self.scenario.record(ix);
        let kind = self.vocabulary.kind(own.kind);
        let number = (0..=ix.0)
            .map(|at| self.scenario.record(RecordIx(at)))
            .filter(|other| other.kind == own.kind && other.parent == own.parent)
            .count();
        kind.name_if_unnamed(number)
    }

    /// Sets the values that the title of an army contains: `400 AP`, `II/33`.
    pub(super) fn read_title(&mut self, record: RecordIx, span: Span) {
        let kind = self.scenario.record(record).kind;
        let tokens = self.tokens(span);
        let source = self.scenario.source;
        let parsed =
            LineCandidate::heading(source, self.text, self.vocabulary, kind, span, &tokens, 0);
        let amounts = self.vocabulary.kind(kind).amounts;
        let mut agreed = amounts.and_then(|own| self.number_with_unit(kind, own.all, &tokens));
        let own = &mut self.scenario.records[record.0 as usize];
        for (property, value) in parsed.values {
            // the points in a title are those agreed, and not the sum
            // the fraction in `Army 3.4` is that of an edition
            let is_whole =
                matches!(value.value, ScenarioValue::Number(number) if number.fract() == 0.0);
            if amounts.is_some_and(|amounts| amounts.all == property) {
                // the number in `The army at Towton, 1461` is a year
                let is_points = matches!(value.value, ScenarioValue::Number(number) if number % LIMIT_STEP == 0.0 && number < LEAST_YEAR);
                if is_whole && is_points && agreed.is_none() {
                    agreed = Some(value);
                }
                continue;
            }
            if own.value(property).is_none() {
                own.values.push((property, value));
            }
        }
        let root = &mut self.scenario.records[0];
        if let Some((amounts, value)) = amounts.zip(agreed)
            && root.value(amounts.each).is_none()
        {
            root.values.push((amounts.each, value));
        }
    }

    /// Returns the first whole number that the unit of a property follows: `400 points`.
    fn number_with_unit(
        &self,
        kind: KindIx,
        property: PropertyIx,
        tokens: &[ScenarioToken],
    ) -> Option<Spanned<ScenarioValue>> {
        let kind = self.vocabulary.kind(kind);
        tokens.iter().enumerate().find_map(|(at, token)| {
            let ScenarioTokenKind::Number(number) = token.kind else {
                return None;
            };
            kind.unit_length(&tokens[at + 1..], |unit| unit == property)?;
            // `Qara Qoyunlu, 1420      Points: 400` has the unit in the next column
            let is_apart = self.gap_before(tokens, at + 1).contains("   ");
            (!is_apart && number.fract() == 0.0)
                .then(|| Spanned::new(ScenarioValue::Number(number), token.span))
        })
    }

    /// Opens the record that a line begins, if no heading did: the command of a general. Sets the
    /// values that such a line gives the record around it.
    pub(super) fn begin_around(&mut self, line: &LineCandidate<'_>, span: Span) {
        let vocabulary = self.vocabulary;
        for (at, kind) in vocabulary.kinds.iter().enumerate() {
            let Some(begins) = kind
                .begins_with
                .as_ref()
                .filter(|_| kind.lines.contains(&line.kind))
            else {
                continue;
            };
            let Some(sets) = line.values.iter().find_map(|(property, value)| {
                let ScenarioValue::Word(word) = value.value else {
                    return None;
                };
                let own = begins.words.iter().find(|(own, _)| *own == word);
                own.filter(|_| *property == begins.property)
                    .map(|(_, sets)| sets)
            }) else {
                continue;
            };
            let kind_ix = KindIx(at as u16);
            let last = self.open_headings.last();
            let is_implied = last.is_some_and(|open| open.is_implied);
            // below its total, another general begins another one
            let is_closed = last.is_some_and(|open| {
                let own = self.scenario.record(open.record);
                let total = kind.amounts.and_then(|amounts| own.value(amounts.all));
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
                    self.scenario.records[record.0 as usize].name = Some(name);
                }
            }
            self.set_around(kind_ix, sets, span);
        }
    }

    /// Opens a record that begins with its name: a short line above the first line of troops, below
    /// an empty line.
    pub(super) fn open_titled(&mut self, line: &LineCandidate<'_>, at: Span) {
        let has_general = self
            .vocabulary
            .begins_records(line.kind)
            .any(|property| line.values.iter().any(|(own, _)| *own == property));
        // `Warwick (sub-general)` names a command by itself
        let is_title = |title: &Span| {
            let is_ranked = self.names_rank(*title);
            self.is_short_title(*title, has_general || is_ranked)
        };
        let Some(title) = self.last_unused.filter(is_title) else {
            return;
        };
        let kinds = self.vocabulary.kinds.iter();
        let begun = kinds
            .enumerate()
            .find_map(|(at, kind)| Some((at, kind.begins_with.as_ref()?)))
            .filter(|(at, _)| self.vocabulary.kinds[*at].lines.contains(&line.kind));
        let Some((begun, begins)) = begun else { return };
        let begun = KindIx(begun as u16);
        let is_implied = self
            .open_headings
            .last()
            .is_some_and(|open| open.is_implied);
        // below a heading, only the line of a second general shows that another one begins
        let has_own = line
            .values
            .iter()
            .any(|(property, _)| *property == begins.property)
            || self.names_rank(title);
        if is_implied || !self.is_open(begun) || has_own && self.has_line(begins.property) {
            self.last_unused = None;
            self.open_implied(begun, Some(title), at);
        }
    }

    /// Returns whether a line could be the name of what follows: it has few words, and nothing
    /// directly above.
    pub(super) fn is_short_title(&self, span: Span, has_general: bool) -> bool {
        let words = span.of(self.text);
        let above = self.text[..span.start()]
            .rfind('\n')
            .map_or("", |end| &self.text[..end]);
        let above = above.rsplit('\n').next().unwrap_or_default();
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
        let is_word = |token: &&ScenarioToken| matches!(token.kind, ScenarioTokenKind::Word(_));
        let is_hyphen = |token: &ScenarioToken| token.kind == ScenarioTokenKind::Sign('-');
        // `3. Moravians, ally.`, `charolais (cinc)`
        let words_of_name = tokens.iter().filter(is_word).count();
        // `Ordelaffi, sub-general, for once on the right side.` above troops
        let is_above_troops = || {
            let below = self.trimmed_lines_below(span);
            let next = below
                .map(|line| self.tokens(line))
                .find(|own| !own.is_empty());
            next.is_some_and(|own| own[0].is_number() && self.is_marked(&self.marked_kinds, &own))
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
            && tokens.iter().filter(|token| !is_hyphen(token)).count() <= most
    }

    /// Returns the value that a line without anything else gives the lines below it: `IRREGULAR`.
    pub(super) fn value_of_section(
        &self,
        tokens: &[ScenarioToken],
    ) -> Option<(PropertyIx, ScenarioValue)> {
        self.marked_kinds.iter().find_map(|&kind| {
            let kind = self.vocabulary.kind(kind);
            let (length, meanings) = kind.phrases.longest_match(tokens)?;
            let is_end = |token: &ScenarioToken| token.kind == ScenarioTokenKind::Colon;
            if !tokens[length..].iter().all(is_end) {
                return None;
            }
            meanings.iter().find_map(|meaning| match meaning {
                PhraseMeaning::Says {
                    property, value, ..
                } if kind.front_properties.contains(property) => Some((*property, value.clone())),
                _ => None,
            })
        })
    }

    /// Returns whether a line of the innermost open record has a rank, or its heading and a line.
    fn has_line(&self, property: PropertyIx) -> bool {
        let open = self
            .open_headings
            .last()
            .map_or(RecordIx(0), |open| open.record);
        let mut lines = self.scenario.descendants(open);
        let is_named = !lines.is_empty() && self.names_rank(self.scenario.record(open).span);
        is_named || lines.any(|at| self.scenario.record(RecordIx(at)).value(property).is_some())
    }

    fn set_around(&mut self, kind: KindIx, sets: &[(PropertyIx, ScenarioValue)], span: Span) {
        let open = self
            .open_headings
            .last()
            .map_or(RecordIx(0), |open| open.record);
        let around = self
            .scenario
            .ancestors(open)
            .find(|&record| self.scenario.record(record).kind == kind);
        if let Some(around) = around {
            let own = &mut self.scenario.records[around.0 as usize];
            for (property, value) in sets {
                if own.value(*property).is_none() {
                    own.values
                        .push((*property, Spanned::new(value.clone(), span)));
                }
            }
        }
    }
}
