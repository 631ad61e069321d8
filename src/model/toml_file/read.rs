//! Deserializes a TOML file after a check against its schema; reports errors, most with fixes.
//! Wrong entries are corrected or left out in memory; text that is not TOML has no value.

use super::checker::Checker;
use crate::{
    diagnostic::{Diagnostic, Fix, Location},
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
    let (table, errors) = DeTable::parse_recoverable(text);
    let mut errors = errors.into_iter();
    if let Some(error) = errors.next() {
        return (None, vec![syntax_error(source, text, code, &error)]);
    }
    let mut table = table;
    let mut checker = Checker::new(source, text, code);
    checker.check_root(table.get_mut(), shape);
    let mut found = checker.finish();
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
    let message = error.message().trim();
    let list_end = unclosed_list(text, at, message);
    let last_value = last_value(text, at, message);
    let known = quote_error(source, text, code, list_end.unwrap_or(at))
        .or_else(|| quote_error(source, text, code, last_value?))
        .or_else(|| date_error(source, text, code, at))
        .or_else(|| key_error(source, text, code, at))
        .or_else(|| second_key_error(source, text, code, at, message));
    if let Some(found) = known {
        return found;
    }
    let at = list_end.or(last_value).unwrap_or(at);
    let first = message.lines().next().unwrap_or_default();
    let shown = if at.is_empty() && list_end.is_none() {
        next_word(text, at)
    } else {
        at
    };
    let mut found = unread(
        code,
        Location::new(source, shown),
        format!("not TOML: {first}"),
    );
    if list_end.is_some() {
        // the list goes on over the next key
        found.message = "not TOML: the list is not closed".into();
        found.fixes.push(add_sign(found.at, "]"));
    } else if first.starts_with("duplicate key") {
        let line = line_around(text, at.start());
        if !line.of(text).trim_start().starts_with('[') {
            found.add_fix("remove the second", Location::new(source, line), "");
        } else if let Some(name) = copied_table_name(text, line) {
            let header = line.of(text).trim_end();
            let at = line.with_len(header.len());
            found.add_fix(format!("write `{name}`"), Location::new(source, at), name);
        }
    } else if message.starts_with("missing comma") {
        let at = Location::new(source, at.at_end());
        found.fixes.push(add_sign(at, ","));
    } else if let Some((at, missing)) = missing_sign(text, at, message) {
        found
            .fixes
            .push(add_sign(Location::new(source, Span::new(at, at)), missing));
    } else if at.of(text).starts_with(|c: char| c.is_alphanumeric())
        && (message.contains("quote") || message.contains("boolean"))
    {
        let word = at.of(text);
        found = found.replace_with(format!("write \"{word}\""), format!("\"{word}\""));
    }
    found
}

/// Returns the header that is meant for a table at `line` with the name of one above it: where a value
/// of that table is in its name, the name has the table's own value.
///
/// ```text
/// [document."x-1.2"]     edition = "1.2"
/// [document."x-1.2"]     edition = "1.3"     meant: [document."x-1.3"]
/// ```
fn copied_table_name(text: &str, line: Span) -> Option<String> {
    let header = line.of(text).trim_end();
    let values = |from: usize| {
        let lines = text[from..].lines().skip(1);
        lines
            .take_while(|line| !line.starts_with('['))
            .filter_map(|line| line.split_once('='))
            .map(|(key, value)| (key.trim(), value.trim().trim_matches('"')))
            .filter(|(_, value)| !value.is_empty())
            .collect::<Vec<_>>()
    };
    let above = values(text[..line.start()].find(header)?);
    let own = values(line.start());
    let meant = own.iter().find_map(|(key, value)| {
        let (_, copied) = above.iter().find(|(other, _)| other == key)?;
        (copied != value && header.contains(copied)).then(|| header.replace(copied, value))
    })?;
    (!text.contains(&meant)).then_some(meant)
}

/// Reports a quotation mark without its partner on the line of an error, if the line is TOML once the
/// mark is added at one of the places where a text may begin or end.
fn quote_error(source: SourceId, text: &str, code: &'static str, at: Span) -> Option<Diagnostic> {
    const LONGEST_LINE: usize = 400;
    let line = line_around(text, at.start());
    let words = line.of(text).trim_end();
    let is_odd = words.matches('"').count() % 2 == 1;
    if !is_odd || words.len() > LONGEST_LINE || words.contains(['\\', '\'', '#']) {
        return None;
    }
    let is_toml = |line: &str| DeTable::parse(line).is_ok();
    let is_right = |place: usize| {
        let (before, behind) = words.split_at(place);
        let whole = format!("{before}\"{behind}");
        is_toml(&whole) || is_toml(&format!("list = [{whole}]"))
    };
    let ends = [" =", ",", "]", "}", ": "].into_iter();
    let ends = ends.flat_map(|sign| words.match_indices(sign).map(|(at, _)| at));
    let starts = ["= ", ", ", "[", "{ "].into_iter();
    let starts =
        starts.flat_map(|sign| words.match_indices(sign).map(|(at, sign)| at + sign.len()));
    let mut places: Vec<usize> = ends.chain([words.len()]).collect();
    places.sort_unstable();
    let place = places
        .into_iter()
        .chain([0])
        .chain(starts)
        .find(|&place| is_right(place))?;
    let other = words[..place].rfind('"').unwrap_or(place);
    let next = words[place..].find('"').map_or(place, |at| place + at + 1);
    let whole = if other < place {
        Span::new(other, place)
    } else {
        Span::new(place, next)
    };
    let mut found = unread(
        code,
        Location::new(source, whole.shifted(line.start())),
        "not TOML: a quotation mark is missing",
    );
    let gap = Span::new(place, place).shifted(line.start());
    found.fixes.push(add_sign(Location::new(source, gap), "\""));
    Some(found.safe())
}

/// Creates an error because of which the file is not read.
fn unread(code: &'static str, at: Location, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(code, at, message).help("until this is mended, nothing in the file is read")
}

/// Returns the fix that adds a sign at a place.
fn add_sign(at: Location, sign: &str) -> Fix {
    Fix::new(format!("add `{sign}`"), at, sign)
}

/// Returns where a list is not closed before an error, if the next key is read as a value of it: at
/// the end of the line before, or in front of the comma before a key of the same line.
fn unclosed_list(text: &str, at: Span, message: &str) -> Option<Span> {
    if message.starts_with("unexpected `=` in array") {
        let key = text[..at.start()].trim_end();
        let before = key.trim_end_matches(|c: char| c.is_alphanumeric() || "-_.".contains(c));
        let value = before.trim_end().strip_suffix(',')?.trim_end();
        return Some(Span::new(value.len(), value.len()));
    }
    let line = line_around(text, at.start());
    let begins = text[line.start()..at.start()].trim().is_empty();
    let key = line.of(text).split_once('=').map(|(key, _)| key.trim());
    let is_key = |key: &str| {
        key.chars()
            .all(|c| c.is_alphanumeric() || "-_.\"' ".contains(c))
    };
    let follows = begins && message.starts_with("missing comma") && key.is_some_and(is_key);
    let end = text[..line.start()].trim_end().len();
    follows.then_some(Span::new(end, end))
}

/// Returns the word behind the place of an error on its line; the place itself if there is none.
fn next_word(text: &str, at: Span) -> Span {
    let line = line_around(text, at.start());
    let rest = at.with_end(line.end()).of(text);
    let start = at.start() + rest.len() - rest.trim_start().len();
    let word = rest.trim_start();
    let length = word
        .find(|c: char| !(c.is_alphanumeric() || "-_.".contains(c)))
        .unwrap_or(word.len());
    match length {
        0 => at,
        _ => Span::new(start, start + length),
    }
}

/// Reports a key of an inline table that no comma separates from the value before it.
fn second_key_error(
    source: SourceId,
    text: &str,
    code: &'static str,
    at: Span,
    message: &str,
) -> Option<Diagnostic> {
    if !message.starts_with("extra assignment") {
        return None;
    }
    let end = text[..at.start()].trim_end().len();
    let is_key = |c: char| c.is_alphanumeric() || "-_.".contains(c);
    let start = text[..end].trim_end_matches(is_key).len();
    let gap = text[..start].trim_end().len();
    let key = Location::new(source, Span::new(start, end));
    let mut found = unread(code, key, "not TOML: a comma is missing before this key");
    found
        .fixes
        .push(add_sign(Location::new(source, Span::new(gap, gap)), ","));
    (start < end && gap > 0).then_some(found.safe())
}

/// Reports a key of several words without quotation marks.
fn key_error(source: SourceId, text: &str, code: &'static str, at: Span) -> Option<Diagnostic> {
    let line = line_around(text, at.start());
    let (key, _) = line.of(text).split_once('=')?;
    let is_words = key.trim().contains(' ')
        && key
            .chars()
            .all(|c| c.is_alphanumeric() || "-_ ".contains(c))
        && at.end() <= line.start() + key.len();
    let start = line.start() + key.len() - key.trim_start().len();
    let key = key.trim();
    let at = Location::new(source, Span::new(start, start + key.len()));
    is_words.then(|| {
        unread(code, at, "a key of several words needs quotation marks")
            .replace_with(format!("write `\"{key}\"`"), format!("\"{key}\""))
            .safe()
    })
}

/// Returns the last character of the value before an error, if a comma is missing behind it.
fn last_value(text: &str, at: Span, message: &str) -> Option<Span> {
    let before = text[..at.start()].trim_end();
    let last = before.chars().next_back()?;
    message
        .starts_with("missing comma")
        .then(|| Span::new(before.len() - last.len_utf8(), before.len()))
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
        Err(message) => match PartialDate::normalized(written)
            .or_else(|| swap_day_and_month(written))
            .or_else(|| last_day(written))
        {
            Some(date) => found(&message).replace_with(format!("write {date}"), date),
            None => found(&message),
        },
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

/// Returns the last day of the month of a date whose day is too high: `2016-11-30` for `2016-11-31`.
fn last_day(date: &str) -> Option<String> {
    let (month, day) = date.rsplit_once('-')?;
    let day: u8 = day.parse().ok().filter(|day| *day <= 31)?;
    (28..day)
        .rev()
        .map(|day| format!("{month}-{day}"))
        .find(|date| date.parse::<PartialDate>().is_ok())
}

/// Returns the sign that the parser expected, and where to insert it.
fn missing_sign<'m>(text: &str, at: Span, message: &'m str) -> Option<(usize, &'m str)> {
    let sign = message.rsplit_once("expected `")?.1.split('`').next()?;
    let is_sign = !sign.is_empty() && sign.bytes().all(|b| b.is_ascii_punctuation());
    if !is_sign {
        return None;
    }
    // a quotation, list or table that is not closed mostly ends with its line
    let line = line_around(text, at.start());
    let whole = line.of(text).trim_end();
    let end = line.start() + whole.len();
    let closes = matches!(sign, "\"" | "'" | "]" | "}");
    let at = if closes && at.start() >= end {
        end
    } else {
        at.start()
    };
    Some((at, sign))
}

/// Returns the bytes of the line around `at`, with its line ending.
fn line_around(text: &str, at: usize) -> Span {
    let at = text.floor_char_boundary(at);
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let end = text[at..].find('\n').map_or(text.len(), |end| at + end + 1);
    Span::new(start, end)
}
