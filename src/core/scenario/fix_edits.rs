//! Returns the edits of a scenario's text for the fixes that its rules offer: to set a property of
//! a record, or to add a line.

use super::{
    record::{RecordIx, Scenario},
    record_writer::RecordWriter,
    value::ScenarioValue,
    vocabulary::{PropertyIx, Vocabulary, WordIx},
};
use crate::{
    diagnostic::{Location, SourceEdit},
    text::{Span, near::distance, slug::capitalize},
};

/// Returns the edit that sets a property of a record; none if the value is missing.
pub(super) fn set_value(
    scenario: &Scenario,
    text: &str,
    vocabulary: &Vocabulary,
    record: RecordIx,
    property: PropertyIx,
    value: &ScenarioValue,
) -> Option<SourceEdit> {
    let own = scenario.record(record);
    let kind = vocabulary.kind(own.kind);
    let form = kind.properties.get(&property);
    if value.is_missing() {
        return None;
    }
    let writer = RecordWriter::new(vocabulary);
    let (span, text) = match own.value(property).map(|old| old.span) {
        Some(old) => {
            let written = old.of(text);
            // only the number is replaced: its unit stays as it was written
            let is_number = |c: char| c.is_numeric() || matches!(c, '.' | ',' | '/' | '-');
            let number = written.find(|c| !is_number(c)).unwrap_or(written.len());
            let length = match value {
                ScenarioValue::Number(_) if number > 0 => number,
                _ => written.len(),
            };
            let new = match value {
                ScenarioValue::Word(word) => spelling(vocabulary, *word, written),
                // the number as its writer writes numbers: `61,5`
                _ if written[..length].contains(',') => value.display(vocabulary).replace('.', ","),
                _ => value.display(vocabulary),
            };
            let is_bracketed = written.starts_with('(') && !new.starts_with('(');
            let new = if is_bracketed {
                format!("({new})")
            } else {
                new
            };
            (old.with_len(length), new)
        }
        None => {
            let values = own.values.iter().map(|(_, value)| value.span.end());
            let end = values.max().filter(|_| own.name.is_some());
            let end = end.unwrap_or(own.span.end());
            let words = form.map_or_else(
                || value.display(vocabulary),
                |form| writer.phrase(kind, form, value),
            );
            (Span::new(end, end), format!(", {words}"))
        }
    };
    Some(SourceEdit {
        at: Location::new(scenario.source, span),
        text,
    })
}

/// Returns a word as it is shown, or if another spelling is replaced, the one most like that: `H(S)` for `H(G)`.
fn spelling(vocabulary: &Vocabulary, word: WordIx, replaced: &str) -> String {
    let shown = vocabulary.word_text(word);
    if vocabulary.words().any(|(_, own)| own == replaced) {
        return shown.to_string();
    }
    let lower = replaced.to_lowercase();
    let spellings = vocabulary.spellings(word).iter();
    let best = spellings.min_by_key(|own| distance(&lower, own));
    let best = best.map_or(&*shown, String::as_str);
    if best.chars().count() != replaced.chars().count() {
        let is_capital = replaced.starts_with(char::is_uppercase);
        return if is_capital {
            capitalize(best)
        } else {
            best.to_owned()
        };
    }
    let letters = best.chars().zip(replaced.chars());
    let letters = letters.flat_map(|(own, old)| match old.is_uppercase() {
        true => own.to_uppercase().collect::<Vec<_>>(),
        false => vec![own],
    });
    letters.collect()
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
    let has_line = |at: RecordIx| {
        let end = scenario.record(at).insert_at;
        let mut lines = scenario.children(at).map(|line| scenario.record(line));
        lines.any(|line| line.level == 0 && line.span.start() < end)
    };
    let kinds = |at: RecordIx| &vocabulary.kind(scenario.record(at).kind).lines;
    // an ally's contingent, which a flag marks, is not the army itself
    let is_flagged = |at: &RecordIx| {
        let mut values = scenario.record(*at).values.iter();
        values.any(|(_, value)| value.value == ScenarioValue::Flag(true))
    };
    let inner = scenario.children(record).filter(|at| {
        let takes_such = || kinds(*at).iter().any(|own| kinds(record).contains(own));
        scenario.record(*at).level > 0 && takes_such()
    });
    let inner = inner.min_by_key(|at| (is_flagged(at), at.0));
    let around = inner.filter(|_| !has_line(record)).unwrap_or(record);
    let end = scenario.record(around).insert_at;
    let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let at_line_start = end == 0 || text[..end].ends_with('\n');
    let gap = if at_line_start { "" } else { newline };
    // a blank line separates a first line from its heading
    let is_first = !has_line(around) && record.0 > 0;
    let blank = if is_first { newline } else { "" };
    SourceEdit {
        at: Location::new(scenario.source, Span::new(end, end)),
        text: format!("{gap}{blank}{line}{newline}"),
    }
}
