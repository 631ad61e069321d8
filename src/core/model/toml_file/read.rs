//! Deserializes a TOML file after a check against its schema; reports errors, most with fixes.
//! Wrong entries are corrected or left out in memory; text that is not TOML has no value.

use super::checker::Checker;
use crate::{
    diagnostic::{Diagnostic, Location, Notation, without_conflicts},
    model::PartialDate,
    syntax::ValueKind,
    text::{SourceId, Span},
};
use serde::{Deserialize, de::DeserializeOwned};
use toml::de::{DeTable, Deserializer};

/// The value of a key that may be written once or as a list: one value, or several.
#[derive(Deserialize)]
#[serde(untagged)]
pub enum OneOrMany<T> {
    /// One value.
    One(T),
    /// Several values.
    Many(Vec<T>),
}

impl<T> From<OneOrMany<T>> for Vec<T> {
    fn from(own: OneOrMany<T>) -> Self {
        match own {
            OneOrMany::One(one) => vec![one],
            OneOrMany::Many(many) => many,
        }
    }
}

/// Reads a TOML file whose keys are those of `shape`. Returns `None` for the value if the text is
/// not TOML.
///
/// Keys and values that are not allowed are reported with the code `code`. A misspelt key counts
/// as the one that it resembles, and other wrong entries are left out, so that one mistake does
/// not make the rest of the file unknown.
pub fn read_toml<T: DeserializeOwned>(
    source: SourceId,
    text: &str,
    code: &'static str,
    shape: &'static ValueKind,
) -> (Option<T>, Vec<Diagnostic>) {
    let (text, mut found) = without_conflicts(source, text.into());
    let text = &*text;
    let (table, errors) = DeTable::parse_recoverable(text);
    let mut errors = errors.into_iter();
    if let Some(error) = errors.next() {
        found.push(syntax_error(source, text, code, &error));
        return (None, found);
    }
    let mut table = table;
    let mut checker = Checker::new(source, text, code);
    checker.check_root(table.get_mut(), shape);
    found.extend(checker.finish());
    match T::deserialize(Deserializer::from(table)) {
        Ok(value) => (Some(value), found),
        Err(error) => {
            if found.is_empty() {
                let at = span_of(error.span(), text);
                let message = error.message().trim().to_owned();
                found.push(Diagnostic::error(code, Location::new(source, at), message));
            }
            (None, found)
        }
    }
}

fn span_of(span: Option<std::ops::Range<usize>>, text: &str) -> Span {
    let span = span.unwrap_or_default();
    let start = span.start.min(text.len());
    Span::new(start, span.end.clamp(start, text.len()))
}

/// Reports text that is not TOML. The first error only: the others mostly follow from it.
fn syntax_error(
    source: SourceId,
    text: &str,
    code: &'static str,
    error: &toml::de::Error,
) -> Diagnostic {
    let at = span_of(error.span(), text);
    if let Some(found) = date_error(source, text, code, at) {
        return found;
    }
    let message = error.message().trim();
    let first = message.lines().next().unwrap_or_default();
    let mut found = Diagnostic::error(
        code,
        Location::new(source, at),
        format!("not TOML: {first}"),
    )
    .help("until this is mended, nothing in the file is read");
    if first.starts_with("duplicate key") {
        let line = line_around(text, at.start());
        if !line.of(text).trim_start().starts_with('[') {
            found.add_fix("remove the second", Location::new(source, line), "");
        }
        return found;
    }
    let notation = Notation {
        marks: &["\"", ",", "]", "}", "="],
        words: &[],
        quotes: true,
        tries: 200,
        is_right: &|text| DeTable::parse(text).is_ok(),
    };
    let found = found.repaired(text, tables_around(text, at), &notation);
    let added = found.fixes.first().and_then(|fix| fix.edits.first());
    match added.filter(|edit| edit.at.span.is_empty() && edit.text != "\"") {
        Some(edit) => Diagnostic {
            at: edit.at,
            ..found
        },
        None => found,
    }
}

/// Returns the table around an error, with the one before it if the error is at its header: there a
/// list or text of the other is not closed.
fn tables_around(text: &str, at: Span) -> Span {
    let headers = || {
        text.match_indices("\n[")
            .map(|(at, _)| at + 1)
            .chain([text.len()])
    };
    let before = text[..text.floor_char_boundary(at.start())]
        .trim_end()
        .len();
    let start = headers().take_while(|&header| header < before).last();
    let end = headers().find(|&header| header > at.start());
    Span::new(start.unwrap_or(0), end.unwrap_or(text.len()))
}

/// Reports a date that TOML does not have: one without a day, or with a wrong month.
fn date_error(source: SourceId, text: &str, code: &'static str, at: Span) -> Option<Diagnostic> {
    let is_part = |c: char| c.is_ascii_digit() || c == '-';
    let start = text[..at.start()].trim_end_matches(is_part).len();
    let rest = &text[start..];
    let written = &rest[..rest.find(|c| !is_part(c)).unwrap_or(rest.len())];
    let sizes: Vec<usize> = written.split('-').map(str::len).collect();
    if !matches!(sizes[..], [4, 1 | 2] | [4, 1 | 2, 1 | 2]) || text[..start].ends_with(['"', '\''])
    {
        return None;
    }
    let at = Location::new(source, Span::new(start, start + written.len()));
    let found = |message: &str| Diagnostic::error(code, at, message);
    Some(match written.parse::<PartialDate>() {
        Ok(_) if sizes.len() == 2 => {
            let quoted = format!("\"{written}\"");
            found("a date without a day needs quotation marks")
                .replace_with(format!("write {quoted}"), quoted)
                .safe()
        }
        Ok(_) => return None,
        Err(message) => {
            match PartialDate::normalized(written).or_else(|| swap_day_and_month(written)) {
                Some(date) => found(&message).replace_with(format!("write {date}"), date),
                None => found(&message),
            }
        }
    })
}

/// Returns a date with its day and month exchanged, if that is a date.
pub fn swap_day_and_month(date: &str) -> Option<String> {
    let [year, month, day] = date.split('-').collect::<Vec<_>>()[..] else {
        return None;
    };
    let swapped = format!("{year}-{day}-{month}");
    (month != day && swapped.parse::<PartialDate>().is_ok()).then_some(swapped)
}

/// Returns the bytes of the line around `at`, with its line ending.
fn line_around(text: &str, at: usize) -> Span {
    let at = text.floor_char_boundary(at);
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let end = text[at..].find('\n').map_or(text.len(), |end| at + end + 1);
    Span::new(start, end)
}
