//! Parses the YAML front matter of a file, and returns where lines can be inserted in it.

use super::source_text::SourceText;
use crate::{
    diagnostic::Notation,
    syntax::{
        FrontMatter, WordingLayer,
        key::{
            Key, NameKind,
            ValueKind::{Name, OneOf},
        },
    },
    text::{Span, Spanned},
};
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, Visitor};
use std::fmt;

/// The keys of the front matter. Parser, completion and documentation use this table.
pub const FRONT_KEYS: &[Key] = &[
    Key::new(
        "ruleset",
        Name(NameKind::Ruleset),
        "the ruleset's folder name",
    ),
    Key::new(
        "document",
        Name(NameKind::Document),
        "the document's key in `ruleset.toml`",
    ),
    Key::new(
        "edition",
        Name(NameKind::Edition),
        "the edition that the document makes or prints",
    ),
    Key::new(
        "frame",
        Name(NameKind::Edition),
        "the edition whose numbering addresses use",
    ),
    Key::new(
        "wording",
        OneOf(&[
            ("restated", "restated in this project's own words"),
            ("printed", "the printed words"),
        ]),
        "`printed` or `restated`",
    ),
    Key::new(
        "partial",
        OneOf(&[
            ("true", "not every instruction is encoded"),
            ("false", "every instruction is encoded"),
        ]),
        "`true` if not every instruction is encoded",
    ),
];

/// Reads the front matter; returns it and the offset at which the Markdown begins.
pub(super) fn read(source: &mut SourceText<'_>) -> (FrontMatter, usize) {
    let (span, entries, end) = read_entries(source, |key| Key::find(FRONT_KEYS, key).is_some());
    let mut front = FrontMatter {
        span,
        ..FrontMatter::default()
    };
    for (key, value) in entries {
        set_key(source, &mut front, &key, value);
    }
    (front, end)
}

/// Returns the offset at which `lines` can be added to the front matter, and the text to insert.
/// `front` is the span of the front matter in `text`; if it is empty, the text to insert has
/// fences. Line ends are those of `text`.
pub fn front_matter_insertion(text: &str, front: Span, lines: &[String]) -> (usize, String) {
    let newline = match text.find(['\r', '\n']).map(|end| &text[end..]) {
        Some(end) if end.starts_with("\r\n") => "\r\n",
        Some(end) if end.starts_with('\r') => "\r",
        _ => "\n",
    };
    let lines: String = lines
        .iter()
        .map(|line| format!("{line}{newline}"))
        .collect();
    if front.is_empty() {
        let inserted = format!("---{newline}{lines}---{newline}{newline}");
        return (front.start(), inserted);
    }
    match front.of(text).find(newline) {
        Some(end) => (front.start() + end + newline.len(), lines),
        // nothing follows the first fence
        None => (front.end(), format!("{newline}{lines}---{newline}")),
    }
}

/// A key of the front matter with its value, if that is a scalar.
pub type FrontMatterEntry = (Spanned<String>, Spanned<Option<String>>);

/// Reads the keys at the top of any file, with the values of those for which `is_wanted_key` is
/// true. Returns them with the span of the front matter and the offset at which the Markdown
/// begins.
pub(super) fn read_entries(
    source: &mut SourceText<'_>,
    is_wanted_key: fn(&str) -> bool,
) -> (Span, Vec<FrontMatterEntry>, usize) {
    let start = if source.text.starts_with('\u{feff}') {
        '\u{feff}'.len_utf8()
    } else {
        0
    };
    let rest = &source.text[start..];
    let mut lines = rest.split_inclusive('\n');
    let Some(open) = lines.next().filter(|line| line.trim_end() == "---") else {
        return (Span::new(start, start), Vec::new(), start);
    };
    let yaml_start = start + open.len();
    let mut at = yaml_start;
    let mut closed = false;
    let mut yaml_end = at;
    let mut first_blank = None;
    for line in lines {
        if line.trim().is_empty() {
            first_blank.get_or_insert(at);
        }
        at += line.len();
        if matches!(line.trim_end(), "---" | "...") {
            closed = true;
            break;
        }
        yaml_end = at;
    }
    if !closed {
        yaml_end = first_blank.unwrap_or(at);
        at = yaml_end;
        let diagnostic = source
            .error(
                "front-matter",
                Span::new(start, start + 3),
                "the front matter is not closed",
            )
            .help("end it with a line `---`");
        let mut diagnostic = diagnostic;
        let end = Span::new(yaml_end, yaml_end);
        diagnostic
            .fixes
            .push(source.fix("add a line `---`", end, "---\n"));
        source.report(diagnostic);
    }
    (
        Span::new(start, at),
        read_yaml(source, Span::new(yaml_start, yaml_end), is_wanted_key),
        at,
    )
}

fn read_yaml(
    source: &mut SourceText<'_>,
    yaml: Span,
    is_wanted_key: fn(&str) -> bool,
) -> Vec<FrontMatterEntry> {
    let text = source.slice(yaml);
    let (entries, error) = parse_yaml(text, is_wanted_key);
    if let Some(error) = error {
        let at = error
            .location()
            .and_then(|l| l.span().byte_offset())
            .and_then(|at| usize::try_from(at).ok())
            .unwrap_or(0);
        let at = text.floor_char_boundary(at);
        let line = text[at..].find('\n').map_or(text.len(), |end| at + end);
        let at = Span::new(at, line).shifted(yaml.start());
        let message = yaml_error_message(error.without_snippet());
        // each line has a key of its own
        let is_right = |text: &str| {
            let (entries, error) = parse_yaml(text, is_wanted_key);
            let lines = text.lines().filter(|line| !line.trim().is_empty());
            let mut keys = entries.iter().map(|(key, _)| key.value.as_str());
            error.is_none() && lines.count() == entries.len() && keys.all(is_wanted_key)
        };
        let notation = Notation {
            marks: &["\"", "'", ":"],
            words: &[],
            quotes: true,
            tries: 200,
            is_right: &is_right,
        };
        let found = source.error("front-matter", at, message);
        source.report(found.repaired(source.text, yaml, &notation));
        return read_lines(text, yaml.start(), is_wanted_key);
    }
    entries
        .into_iter()
        .map(|(key, value)| {
            (
                key.shifted(text, yaml.start()),
                value.shifted(text, yaml.start()),
            )
        })
        .collect()
}

/// Returns the entries of a text before its first error, and that error.
fn parse_yaml(
    text: &str,
    is_wanted_key: fn(&str) -> bool,
) -> (Vec<YamlEntry>, Option<serde_saphyr::Error>) {
    let mut entries = Vec::new();
    let read = serde_saphyr::with_deserializer_from_str(text, |de| {
        FrontMatterVisitor {
            entries: &mut entries,
            is_wanted_key,
        }
        .deserialize(de)
    });
    (entries, read.err())
}

/// Reads lines `key: value` one by one, where they are not YAML as a whole: so that one slip does
/// not hide the document of the file.
fn read_lines(yaml: &str, by: usize, is_wanted_key: fn(&str) -> bool) -> Vec<FrontMatterEntry> {
    let mut out = Vec::new();
    let mut start = 0;
    for line in yaml.split_inclusive('\n') {
        if let Some((key, value)) = line.split_once(':')
            && !key.trim().is_empty()
            && key.trim() == key
        {
            let text = value.trim();
            let from = start + key.len() + 1 + (value.len() - value.trim_start().len());
            let plain = text.trim_matches(['"', '\'']).to_owned();
            let wanted = is_wanted_key(key).then_some(plain);
            out.push((
                Spanned::new(
                    key.to_owned(),
                    Span::new(start, start + key.len()).shifted(by),
                ),
                Spanned::new(wanted, Span::new(from, from + text.len()).shifted(by)),
            ));
        }
        start += line.len();
    }
    out
}

/// Returns the message for a YAML error, in our words for common errors.
fn yaml_error_message(error: &serde_saphyr::Error) -> String {
    match error {
        serde_saphyr::Error::Unexpected {
            expected: "string scalar",
            ..
        } => "expected a single value".to_owned(),
        serde_saphyr::Error::DuplicateMappingKey { key: Some(key), .. } => {
            format!("`{key}` is given twice")
        }
        other => {
            let words = other.to_string();
            format!(
                "the front matter is not YAML: {}",
                words.split(" at line ").next().unwrap_or_default()
            )
        }
    }
}

fn set_key(
    source: &mut SourceText<'_>,
    front: &mut FrontMatter,
    key: &Spanned<String>,
    value: Spanned<Option<String>>,
) {
    let span = value.span;
    let Some(row) = Key::find(FRONT_KEYS, &key.value) else {
        let message = format!("unknown key `{}` in the front matter", key.value);
        let diagnostic = source.warning("front-matter", key.span, message);
        let names = Key::names(FRONT_KEYS);
        return source.report(diagnostic.expected(&key.value, names).safe());
    };
    let Some(text) = value.value.filter(|text| !text.is_empty()) else {
        let message = format!("`{}` has no value", key.value);
        let diagnostic = source
            .error("front-matter", key.span, message)
            .help("write one value, quoted if it is a number");
        return source.report(diagnostic);
    };
    let mut words = row.value.words().peekable();
    if words.peek().is_some() && !words.clone().any(|word| word == text) {
        let message = format!("`{text}` is not a value of `{}`", key.value);
        let diagnostic = source.error("front-matter", span, message);
        return source.report(diagnostic.expected(&text, words).safe());
    }
    match row.name {
        "wording" if text == "printed" => front.layer = WordingLayer::Printed,
        "wording" => front.layer = WordingLayer::Restated,
        "partial" => front.partial = text == "true",
        "ruleset" => front.ruleset = Some(Spanned::new(text, span)),
        "document" => front.document = Some(Spanned::new(text, span)),
        "edition" => front.edition = Some(Spanned::new(text, span)),
        "frame" => front.frame = Some(Spanned::new(text, span)),
        _ => {}
    }
}

/// A key of the front matter and its value, each with its bytes; the value is `None` if it is not a
/// scalar.
type YamlEntry = (YamlValue<String>, YamlValue<Option<String>>);

/// A value with its bytes as the YAML parser reports them.
struct YamlValue<T> {
    value: T,
    start: usize,
    end: usize,
}

impl<T> YamlValue<T> {
    fn new(value: T, location: serde_saphyr::Location) -> Self {
        let span = location.span();
        let start = span
            .byte_offset()
            .and_then(|at| usize::try_from(at).ok())
            .unwrap_or(0);
        let len = span
            .byte_len()
            .and_then(|len| usize::try_from(len).ok())
            .unwrap_or(0);
        Self {
            value,
            start,
            end: start.saturating_add(len),
        }
    }

    fn shifted(self, yaml: &str, by: usize) -> Spanned<T> {
        let span = Span::new(
            yaml.floor_char_boundary(self.start),
            yaml.floor_char_boundary(self.end),
        );
        Spanned::new(self.value, span.shifted(by))
    }
}

/// Collects keys and values; those before an error are kept.
struct FrontMatterVisitor<'a> {
    entries: &'a mut Vec<YamlEntry>,
    /// Selects the keys whose values are read.
    is_wanted_key: fn(&str) -> bool,
}

impl<'de> DeserializeSeed<'de> for FrontMatterVisitor<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for FrontMatterVisitor<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("lines `key: value`")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<serde_saphyr::Spanned<String>>()? {
            let known = (self.is_wanted_key)(&key.value);
            let key = YamlValue::new(key.value, key.referenced);
            let value = if known {
                let value = map.next_value::<serde_saphyr::Spanned<Option<String>>>()?;
                YamlValue::new(value.value, value.referenced)
            } else {
                let value = map.next_value::<serde_saphyr::Spanned<IgnoredAny>>()?;
                YamlValue::new(None, value.referenced)
            };
            self.entries.push((key, value));
        }
        Ok(())
    }
}
