//! Account: the one place that reports what of a text ended in no line, sum or heading. A number or troops that
//! nothing used is named with its line; if it may be of the army, the verdict names it, too.

use super::{
    commands::ListReading,
    entries::{EntryReader, Mark},
    items::is_sum_word,
    layout::Layout,
    lexer::Token,
    lexicon::{Class, Role},
    rows::NEAR,
};
use crate::{
    diagnostic::{Diagnostic, Location, RelatedLocation, Severity},
    scenario::{record::Scenario, shared_words::shared_words},
    text::Span,
};
use std::collections::HashSet;

/// The points of an army, by which a number far from its troops is one of the list.
const POINTS: std::ops::RangeInclusive<f64> = 100.0..=5000.0;

/// Where a row is.
#[derive(Clone, Copy)]
struct RowPlace {
    /// Whether it is one of the list, or directly below it.
    in_list: bool,
    /// Whether troops were read in it.
    has_entry: bool,
    /// Whether it has a word for a total, or says a cost.
    has_total: bool,
}

/// The account of the tokens of a list.
pub(super) struct Account<'a> {
    pub(super) reader: &'a EntryReader<'a>,
    pub(super) layout: &'a Layout,
    pub(super) tokens: &'a [Vec<Token>],
    /// The parts of the text that ended in something.
    pub(super) used: Vec<Span>,
}

impl Account<'_> {
    /// Reports the tokens that ended in nothing.
    pub(super) fn report(mut self, armies: &[ListReading], scenario: &mut Scenario) {
        let limit = armies.iter().find_map(|own| own.limit);
        let limit = limit.map(|(limit, _)| limit);
        let lines = || armies.iter().flat_map(ListReading::lines);
        let found = scenario.diagnostics.iter().map(|found| found.at.span);
        self.used.extend(found);
        let values = scenario.records.iter().flat_map(|own| &own.values);
        self.used.extend(values.map(|(_, value)| value.span));
        // each up to the last end of those that begin no later: what is in one of these is in one of those
        self.used.sort_unstable();
        let mut last = 0;
        for span in &mut self.used {
            last = last.max(span.end());
            *span = span.with_end(last);
        }
        let rows = &self.layout.rows;
        let ends = lines().next().zip(lines().last());
        let in_list = |at: usize| {
            ends.is_some_and(|(first, last)| (first.row..=last.row + NEAR).contains(&at))
        };
        let with_entries: HashSet<usize> = lines().map(|line| line.row).collect();
        let mut unused: Vec<Span> = Vec::new();
        for (at, tokens) in self.tokens.iter().enumerate() {
            if rows[at].is_head {
                continue;
            }
            let is_reported =
                self.reader.marks(tokens).iter().any(|mark| {
                    !self.is_used(mark.values[0].1.span) && self.is_telling(tokens, mark)
                });
            if is_reported {
                let message = "this line names troops and is not read".to_owned();
                note(scenario, "scenario-line", rows[at].span, message, true);
                continue;
            }
            let place = RowPlace {
                in_list: in_list(at),
                has_entry: with_entries.contains(&at),
                has_total: tokens
                    .iter()
                    .any(|own| own.is_class(Class::Total) || own.is_amount()),
            };
            let has_sum_word = tokens.iter().any(is_sum_word);
            for (at, token) in tokens.iter().enumerate() {
                let is_limit = token.number() == limit && !has_sum_word;
                if !is_limit {
                    unused.extend(self.report_number(tokens, at, place, scenario));
                }
            }
        }
        // they have one cause, and are one note
        if let [first, others @ ..] = &unused[..] {
            let message = match others.len() {
                0 => {
                    let words = first.of(&self.layout.text);
                    format!("{words} is not used: nothing says what it means")
                }
                more => format!(
                    "{} numbers are not used: nothing says what they mean",
                    more + 1
                ),
            };
            let note = note(scenario, "scenario-number", *first, message, false);
            let source = note.at.source;
            note.related
                .extend(others.iter().map(|own| RelatedLocation {
                    at: Location::new(source, *own),
                    message: "and this one".to_owned(),
                }));
        }
        for span in &self.layout.hidden {
            let message = "this text is set apart, names troops and is not read".to_owned();
            note(scenario, "scenario-line", *span, message, true);
        }
    }

    fn is_used(&self, span: Span) -> bool {
        let before = self.used.partition_point(|own| own.start() <= span.start());
        let last = self.used[..before].last();
        last.is_some_and(|own| span.end() <= own.end())
    }

    /// Returns whether troops in a row that nothing used may be some of the army: they have a grade or a number.
    fn is_telling(&self, tokens: &[Token], mark: &Mark) -> bool {
        let is_graded = mark.is_strong && self.reader.lexicon.marks(mark.kind).len() > 1;
        let mut near = tokens[..mark.tokens.start].iter().rev().take(2);
        let counts = |own: &Token| own.number().is_some();
        is_graded && !mark.is_lone || near.any(counts)
    }

    /// Reports a number that ended in nothing and may be a sum; returns another one.
    fn report_number(
        &self,
        tokens: &[Token],
        at: usize,
        place: RowPlace,
        scenario: &mut Scenario,
    ) -> Option<Span> {
        let (text, token) = (&self.layout.text, &tokens[at]);
        let number = token.number().filter(|_| token.is_digits())?;
        let is_column = matches!(token.label, Some(Role::Other(_) | Role::EeEach));
        // `for` and `so` are words of sums only in front of a number
        let mut near = tokens[..at].iter().rev().take(2);
        let in_sum = near.any(is_sum_word) || place.has_total;
        // costs have no other fractions than quarters
        let is_quarter = (number * 4.0).fract() == 0.0;
        // a break point has a fraction; one digit without a unit is a time or a round
        let is_large = number >= 10.0 || number.fract() != 0.0;
        let is_known = self.is_used(token.span)
            // an edition
            || !is_quarter && !token.is_labelled_itself && !in_sum
            // the cells of a row of sums are not those of the columns above
            || matches!(token.label, Some(Role::Name | Role::Part(_))) && !(place.has_total && is_large)
            || is_column && !token.is_labelled_itself
            || self.reader.is_index(tokens, at, 0)
            || is_date(text, token.span)
            || tokens[at + 1..].iter().take(2).any(|own| own.is_class(Class::Unspent));
        if is_known {
            return None;
        }
        let is_other = matches!(token.label, None | Some(Role::Each | Role::Other(_)));
        let is_labelled = token.is_labelled_itself;
        let is_sum = is_quarter
            && (in_sum && !place.has_entry && (is_labelled || is_large)
                || is_labelled && !is_other);
        let words = token.span.of(text);
        if is_sum
            && (place.in_list
                || is_labelled && (POINTS.contains(&number) || token.label == Some(Role::Elements)))
        {
            let message = format!("{words} is not compared: nothing says what it is the sum of");
            note(scenario, "scenario-number", token.span, message, true);
            return None;
        }
        place.in_list.then_some(token.span)
    }
}

/// Adds a note; `is_open` says that the verdict depends on what it names.
fn note<'s>(
    scenario: &'s mut Scenario,
    code: &'static str,
    span: Span,
    message: String,
    is_open: bool,
) -> &'s mut Diagnostic {
    if is_open {
        scenario.not_compared.push(span);
    }
    let at = Location::new(scenario.source, span);
    let found = Diagnostic::new(code, Severity::Note, at, message);
    scenario.diagnostics.push_mut(found)
}

/// Returns whether a number is of a date: `88-83 BC`, `14/03/26`.
fn is_date(text: &str, number: Span) -> bool {
    let (before, behind) = (&text[..number.start()], &text[number.end()..]);
    let is_digit = |c: char| c.is_ascii_digit();
    let joins = |c: char| {
        before.ends_with(c) && before[..before.len() - 1].ends_with(is_digit)
            || behind.starts_with(c) && behind[1..].starts_with(is_digit)
    };
    let rest = behind.trim_start_matches(|c: char| c.is_ascii_digit() || "-–/ ".contains(c));
    let eras = &shared_words().eras;
    let longest = eras.iter().map(|era| era.chars().count()).max();
    let line: String = rest
        .chars()
        .take_while(|c| *c != '\n')
        .take(longest.map_or(0, |longest| longest + 1))
        .flat_map(char::to_lowercase)
        .collect();
    let is_year = eras.iter().any(|era| {
        let rest = line.strip_prefix(era.as_str());
        rest.is_some_and(|rest| !rest.starts_with(char::is_alphabetic))
    });
    is_year || joins('/')
}
