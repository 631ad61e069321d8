//! Returns the edits of a scenario's text for the fixes that its rules offer: to set a property of
//! a record, or to add a line.

use super::{
    record::{Record, RecordIx, Scenario},
    strict::body_lines,
    value::{ScenarioValue, format_number},
    vocabulary::{Property, PropertyIx, Vocabulary, WordIx, split_phrase},
};
use crate::{
    diagnostic::{Location, SourceEdit},
    syntax::MarkdownLineKind,
    text::{Span, near, slug::capitalize},
};
use std::cmp::Reverse;

/// The form of the letters of a long word.
const LONG_WORD: &str = "aaaa";

/// Returns the edit that sets a property of a record; none if the value is missing. `title` is that
/// of the fix: words are capitalised as it does.
pub(super) fn set_value(
    scenario: &Scenario,
    text: &str,
    vocabulary: &Vocabulary,
    record: RecordIx,
    property: PropertyIx,
    value: &ScenarioValue,
    title: &str,
) -> Option<SourceEdit> {
    if value.is_missing() {
        return None;
    }
    let own = scenario.record(record);
    let form = vocabulary.kind(own.kind).properties.get(&property);
    let old = own.value(property).map(|old| old.span);
    let written = old.map_or("", |old| old.of(text));
    let new = match value {
        ScenarioValue::Number(number) => format_number(*number),
        ScenarioValue::Word(word) => spelling(vocabulary, *word, written, title),
        other => other.display(vocabulary).to_string(),
    };
    let (span, text) = match old {
        Some(old) => {
            // only the number is replaced: its unit stays as it was written
            let number = written
                .find(|c: char| !(c.is_numeric() || matches!(c, '.' | ',' | '/' | '-')))
                .unwrap_or(written.len());
            let length = if value.number().is_some() && number > 0 {
                number
            } else {
                written.len()
            };
            // the number as its writer writes numbers: `61,5`
            let new = match written[..length].contains(',') && value.number().is_some() {
                true => new.replace('.', ","),
                false => new,
            };
            let new = if written.starts_with('(') && !new.starts_with('(') {
                format!("({new})")
            } else {
                new
            };
            (Span::new(old.start(), old.start() + length), new)
        }
        None => {
            let values = own.values.iter().map(|(_, value)| value.span.end());
            let end = values.max().filter(|_| own.name.is_some());
            let end = end.unwrap_or(own.span.end());
            (
                Span::new(end, end),
                format!(", {}", with_unit_or_key(form, &new)),
            )
        }
    };
    Some(SourceEdit {
        at: Location::new(scenario.source, span),
        text,
    })
}

/// Returns a value with the unit of its property, else with its usual key.
fn with_unit_or_key(form: Option<&Property>, value: &str) -> String {
    let unit = form.and_then(Property::unit);
    let key = form.and_then(|form| form.keys.first());
    match (unit, key) {
        (Some(unit), _) => format!("{value} {unit}"),
        (None, Some(key)) => format!("{key} {value}"),
        (None, None) => value.to_owned(),
    }
}

/// Returns a word in the form in which players write it: the spelling whose form is most like what
/// it replaces, such as `H(S)` for `H(G)`.
fn spelling(vocabulary: &Vocabulary, word: WordIx, replaced: &str, title: &str) -> String {
    let name = vocabulary.word_text(word);
    let spellings = vocabulary.spellings(word);
    let titled = |spelling: &String| find_word(title, spelling);
    if replaced.is_empty() {
        let named = spellings.iter().find_map(titled);
        return named.unwrap_or(&name).to_owned();
    }
    let best = spellings.iter().enumerate().min_by_key(|(at, spelling)| {
        let form = near::distance(&form_of(replaced), &form_of(spelling));
        let letters = near::distance(&replaced.to_lowercase(), spelling);
        let likeness = near::likeness(&replaced.to_lowercase(), spelling);
        (form, letters, Reverse((likeness * 1000.0) as u32), *at)
    });
    match best.map(|(_, best)| best) {
        None => name.to_string(),
        Some(best) => match titled(best) {
            Some(titled) => titled.to_owned(),
            None if name.eq_ignore_ascii_case(best) => name.to_string(),
            None if replaced.starts_with(char::is_uppercase) => capitalize(best),
            None => best.clone(),
        },
    }
}

/// Returns the form of a word: `a(a)` for `H(G)`. All words with more letters than abbreviations have the
/// same one.
fn form_of(word: &str) -> String {
    let mut form = String::new();
    for c in word.chars() {
        if !c.is_alphabetic() {
            form.push(c);
        } else if !form.ends_with(LONG_WORD) {
            form.push('a');
        }
    }
    form
}

/// Returns a title with the spelling that a fix writes instead of the name of a word.
pub(super) fn with_word(title: &str, name: &str, written: &str) -> String {
    let is_spelling = written.chars().all(char::is_alphabetic);
    match find_word(title, &name.to_ascii_lowercase()) {
        Some(found) if is_spelling => title.replacen(found, written, 1),
        _ => title.to_owned(),
    }
}

/// Returns a word as `title` writes it, if it contains it as a whole word.
fn find_word<'t>(title: &'t str, word: &str) -> Option<&'t str> {
    let lower = title.to_ascii_lowercase();
    let is_end = |c: Option<char>| !c.is_some_and(char::is_alphanumeric);
    lower.match_indices(word).find_map(|(at, _)| {
        let end = at + word.len();
        let whole = is_end(title[..at].chars().next_back()) && is_end(title[end..].chars().next());
        whole.then(|| &title[at..end])
    })
}

/// Returns the edit that adds a line to a record.
///
/// The line comes below the record's own lines; if it has none, below those of the first record in
/// it that takes such lines, which is the C-in-C's command in an army list. It is never in a section.
pub(super) fn add_line(
    scenario: &Scenario,
    text: &str,
    vocabulary: &Vocabulary,
    record: RecordIx,
    line: &str,
) -> SourceEdit {
    let (end, is_first) = insertion_point(scenario, text, vocabulary, record);
    let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let at_line_start = end == 0 || text[..end].ends_with('\n');
    let gap = if at_line_start { "" } else { newline };
    // a blank line separates a first line from its heading
    let blank = if is_first && record.0 > 0 {
        newline
    } else {
        ""
    };
    SourceEdit {
        at: Location::new(scenario.source, Span::new(end, end)),
        text: format!("{gap}{blank}{line}{newline}"),
    }
}

/// Returns the byte at which a line of a record is inserted, and whether it is the first one below
/// its heading.
fn insertion_point(
    scenario: &Scenario,
    text: &str,
    vocabulary: &Vocabulary,
    record: RecordIx,
) -> (usize, bool) {
    let part = OwnPart::new(scenario, text, vocabulary, record);
    if let Some(last) = part.last_line() {
        return (last.insert_at, false);
    }
    let lines = &vocabulary.kind(scenario.record(record).kind).lines;
    let is_plain = |inner: &Record| {
        let mut values = inner.values.iter();
        !values.any(|(_, value)| value.value == ScenarioValue::Flag(true))
    };
    // an ally's contingent, which a flag marks, is not the army itself
    let inner = scenario
        .children(record)
        .filter(|at| {
            let inner = scenario.record(*at);
            let own = &vocabulary.kind(inner.kind).lines;
            inner.level > 0 && own.iter().any(|own| lines.contains(own))
        })
        .min_by_key(|at| (!is_plain(scenario.record(*at)), at.0));
    let Some(inner) = inner else {
        return (part.heading_end(), true);
    };
    let part = OwnPart::new(scenario, text, vocabulary, inner);
    match part.last_line() {
        Some(last) => (last.insert_at, false),
        None => (part.heading_end(), true),
    }
}

/// The part of a record that is in none of its sections and in no record inside it.
struct OwnPart<'s> {
    scenario: &'s Scenario,
    text: &'s str,
    vocabulary: &'s Vocabulary,
    record: RecordIx,
    /// The byte behind it.
    end: usize,
}

impl<'s> OwnPart<'s> {
    fn new(
        scenario: &'s Scenario,
        text: &'s str,
        vocabulary: &'s Vocabulary,
        record: RecordIx,
    ) -> Self {
        let inside = scenario.descendants(record);
        let start = scenario.record(record).span.end();
        let next = scenario
            .records
            .get(scenario.record(record).end as usize)
            .map_or(text.len(), |next| next.span.start().max(start));
        let first_inner = inside
            .map(|at| scenario.record(at))
            .find(|inner| inner.level > 0)
            .map_or(next, |inner| inner.span.start().max(start));
        let is_record = |span: Span| {
            let records = &scenario.records;
            let behind = records.partition_point(|own| own.span.start() <= span.end());
            behind > 1 && records[behind - 1].span.end() >= span.start()
        };
        let section = body_lines(&text[..first_inner], start)
            .into_iter()
            .filter(|line| !is_record(line.span))
            .find(|line| {
                matches!(line.kind, MarkdownLineKind::Heading(_))
                    || is_section(vocabulary, line.span.of(text))
            });
        Self {
            scenario,
            text,
            vocabulary,
            record,
            end: section.map_or(first_inner, |line| line.span.start()),
        }
    }

    /// Returns the last line.
    fn last_line(&self) -> Option<&'s Record> {
        let kinds = &self
            .vocabulary
            .kind(self.scenario.record(self.record).kind)
            .lines;
        let inside = self.scenario.descendants(self.record);
        let lines = inside.map(|at| self.scenario.record(at));
        lines
            .take_while(|line| line.span.start() < self.end)
            .filter(|line| line.parent == self.record && line.level == 0)
            .filter(|line| kinds.contains(&line.kind))
            .last()
    }

    /// Returns the byte behind the heading and the lines that describe the record.
    fn heading_end(&self) -> usize {
        let own = self.scenario.record(self.record);
        let values = own.values.iter().map(|(_, value)| value.span.end());
        let end = values
            .filter(|end| *end < self.end)
            .fold(own.span.end(), usize::max);
        self.text[end..]
            .find('\n')
            .map_or(self.text.len(), |line_end| end + line_end + 1)
    }
}

/// Returns whether a line consists of words that begin a section.
fn is_section(vocabulary: &Vocabulary, line: &str) -> bool {
    let words = split_phrase(line.trim_end_matches([':', '.']));
    let mut headings = vocabulary
        .sections
        .iter()
        .flat_map(|section| &section.headings);
    headings.any(|heading| heading.words == words)
}
