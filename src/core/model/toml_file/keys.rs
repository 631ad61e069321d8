//! Finds the known keys of a TOML file and the names of editions, documents, clauses and the like in it,
//! with their bytes, and the key or value at a cursor in unfinished text.

use crate::{
    syntax::{Key, NameKind, ValueKind},
    text::Span,
};
use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

/// A key as written in a TOML file: its path, bytes, and row in the schema. Never an unknown key.
#[derive(Clone, Debug)]
pub struct WrittenKey {
    /// The keys of the tables around it, and itself.
    pub path: Vec<String>,
    /// Its bytes.
    pub span: Span,
    /// Its row in the table of keys; `None` for a name that the file chooses.
    pub row: Option<&'static Key>,
    /// Whether its value is a table.
    pub is_table: bool,
}

/// A name of an edition, document, clause or the like in a TOML file, with its kind and bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TomlName {
    /// What it names.
    pub kind: NameKind,
    /// The name.
    pub name: String,
    /// Its bytes, without quotation marks.
    pub span: Span,
}

/// Returns the keys of a TOML file that `kind` knows, as far as its text can be parsed.
pub fn toml_keys(text: &str, kind: &'static ValueKind) -> Vec<WrittenKey> {
    toml_keys_and_names(text, kind).0
}

/// Returns the names in a TOML file at the places that `kind` marks as names, in their order, as far
/// as its text can be parsed.
pub fn toml_names(text: &str, kind: &'static ValueKind) -> Vec<TomlName> {
    toml_keys_and_names(text, kind).1
}

/// Returns [`toml_keys`] and [`toml_names`] of a text, which is parsed once.
pub fn toml_keys_and_names(
    text: &str,
    kind: &'static ValueKind,
) -> (Vec<WrittenKey>, Vec<TomlName>) {
    let (table, _) = DeTable::parse_recoverable(text);
    let mut out = KeysAndNames {
        text,
        path: Vec::new(),
        keys: Vec::new(),
        names: Vec::new(),
    };
    out.add_table(table.get_ref(), kind);
    out.names.sort_by_key(|name| name.span);
    (out.keys, out.names)
}

/// Collects the keys and names of a TOML file.
struct KeysAndNames<'t> {
    text: &'t str,
    path: Vec<String>,
    keys: Vec<WrittenKey>,
    names: Vec<TomlName>,
}

impl KeysAndNames<'_> {
    fn add_table(&mut self, table: &DeTable<'_>, kind: &'static ValueKind) {
        for (name, value) in table {
            if let ValueKind::NameMap(kind, _) = kind {
                self.add_name(*kind, name.get_ref(), name.span());
            }
            let Some((inner, row)) = kind.of_key(name.get_ref()) else {
                continue;
            };
            self.path.push(name.get_ref().to_string());
            self.keys.push(WrittenKey {
                path: self.path.clone(),
                span: Span::from(name.span()),
                row,
                is_table: value.get_ref().is_table(),
            });
            self.add_value(value, inner);
            self.path.pop();
        }
    }

    fn add_value(&mut self, value: &Spanned<DeValue<'_>>, kind: &'static ValueKind) {
        match (kind, value.get_ref()) {
            (ValueKind::Name(kind), DeValue::String(name)) => {
                self.add_name(*kind, name, value.span());
            }
            (ValueKind::List(inner) | ValueKind::OneOrMany(inner), DeValue::Array(values)) => {
                values.iter().for_each(|value| self.add_value(value, inner));
            }
            (ValueKind::OneOrMany(inner), _) => self.add_value(value, inner),
            (ValueKind::Either(..), inner) => {
                self.add_value(value, kind.alternative(inner.is_table()))
            }
            (_, DeValue::Table(table)) => self.add_table(table, kind),
            _ => {}
        }
    }

    fn add_name(&mut self, kind: NameKind, name: &str, span: std::ops::Range<usize>) {
        self.names.push(TomlName {
            kind,
            name: name.to_owned(),
            span: inner_span(self.text, span),
        });
    }
}

/// Returns the bytes of a key or text without its quotation marks.
fn inner_span(text: &str, span: std::ops::Range<usize>) -> Span {
    let written = text.get(span.clone()).unwrap_or_default();
    let is_quoted = written.len() >= 2 && written.starts_with(['"', '\'']);
    if is_quoted {
        Span::new(span.start + 1, span.end - 1)
    } else {
        Span::new(span.start, span.end)
    }
}

/// Returns the keys of a `scenario.toml` that define names of a kind.
fn definitions(keys: &[WrittenKey], kind: NameKind) -> impl Iterator<Item = &WrittenKey> {
    let defines = move |path: &[String]| match kind {
        NameKind::RecordKind => path.len() == 2 && path[0] == "kind",
        NameKind::Property => path.len() == 4 && path[0] == "kind" && path[2] == "property",
        NameKind::WordList => path.len() == 2 && path[0] == "words",
        _ => false,
    };
    keys.iter().filter(move |key| defines(&key.path))
}

/// Returns the names of a kind that a `scenario.toml` with these keys defines.
pub fn defined_names(keys: &[WrittenKey], kind: NameKind) -> Vec<&str> {
    let defined = definitions(keys, kind);
    defined
        .filter_map(|key| key.path.last().map(String::as_str))
        .collect()
}

/// Returns the key of a `scenario.toml` that defines a name in it; a property of the kind that
/// names it, if that kind has one.
pub fn definition_of<'k>(keys: &'k [WrittenKey], name: &TomlName) -> Option<&'k WrittenKey> {
    let around = keys
        .iter()
        .filter(|key| key.span.start() <= name.span.start())
        .max_by_key(|key| key.span.start())
        .and_then(|key| key.path.get(1));
    definitions(keys, name.kind)
        .filter(|key| key.path.last() == Some(&name.name))
        .min_by_key(|key| key.path.get(1) != around)
}

/// The place of a cursor in a TOML file: the path of the keys around it, and if it is in a value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TomlCursor {
    /// The keys of the tables around it, and the key of the value that it is in.
    pub path: Vec<String>,
    /// Whether it is in a value, not at a key.
    pub in_value: bool,
    /// Whether it is inside quotation marks.
    pub in_text: bool,
}

/// Returns the place of a cursor from the text before it, which need not be complete TOML.
///
/// It follows the last header above the cursor, and the keys and brackets since then.
pub fn toml_cursor(before: &str) -> TomlCursor {
    let header = before
        .rmatch_indices('\n')
        .map(|(at, _)| at + 1)
        .chain([0])
        .find(|&at| before[at..].starts_with('['));
    let line = before.rfind('\n').map_or(0, |at| at + 1);
    let mut path = Vec::new();
    let mut rest = &before[line..];
    match header {
        // inside a header: the parts that are complete
        Some(at) if at == line => {
            let inner = before[at..].trim_start_matches('[');
            let mut parts: Vec<String> = split_key(inner);
            parts.pop();
            return TomlCursor {
                path: parts,
                ..TomlCursor::default()
            };
        }
        Some(at) => {
            let header = before[at..].lines().next().unwrap_or_default();
            let inner = header.trim_start_matches('[');
            path = split_key(inner.split(']').next().unwrap_or_default());
            rest = &before[at + header.len()..];
        }
        None => rest = before.get(..).filter(|_| line > 0).unwrap_or(rest),
    }
    scan(rest, path)
}

/// Follows keys, quotation marks and brackets to the end of a text.
fn scan(text: &str, mut path: Vec<String>) -> TomlCursor {
    // for each open bracket whether it is a table, and the length of the path around it
    let mut open: Vec<(bool, usize)> = Vec::new();
    let base = path.len();
    let mut key = String::new();
    let mut quote: Option<char> = None;
    let mut in_value = false;
    let mut in_comment = false;
    for c in text.chars() {
        if in_comment {
            in_comment = c != '\n';
            continue;
        }
        if let Some(mark) = quote {
            if c == mark || c == '\n' {
                quote = None;
            } else if !in_value {
                key.push(c);
            }
            continue;
        }
        match c {
            '"' | '\'' => {
                quote = Some(c);
                if !in_value {
                    key.clear();
                }
            }
            '#' => in_comment = true,
            '=' if !in_value => {
                path.extend(split_key(key.trim()));
                key.clear();
                in_value = true;
            }
            '{' => {
                open.push((true, path.len()));
                in_value = false;
                key.clear();
            }
            '[' => open.push((false, path.len())),
            '}' | ']' => {
                let length = open.pop().map_or(base, |(_, length)| length);
                path.truncate(length);
                in_value = true;
            }
            ',' if matches!(open.last(), Some((true, _))) => {
                let length = open.last().map_or(base, |(_, length)| *length);
                path.truncate(length);
                in_value = false;
                key.clear();
            }
            '\n' if open.is_empty() => {
                path.truncate(base);
                in_value = false;
                key.clear();
            }
            c if !in_value => key.push(c),
            _ => {}
        }
    }
    TomlCursor {
        path,
        in_value,
        in_text: quote.is_some() && in_value,
    }
}

/// Splits a key at its dots outside of quotation marks: `document."dbm-3.4"`.
fn split_key(key: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut quoted = false;
    for c in key.chars() {
        match c {
            '"' | '\'' => quoted = !quoted,
            '.' if !quoted => parts.push(String::new()),
            c => {
                if let Some(last) = parts.last_mut() {
                    last.push(c);
                }
            }
        }
    }
    parts
        .into_iter()
        .map(|part| part.trim().to_owned())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_knows_its_table_and_key() {
        let at = |text: &str| {
            let cursor = toml_cursor(text);
            let kind = match (cursor.in_value, cursor.in_text) {
                (true, true) => "text",
                (true, false) => "value",
                (false, _) => "key",
            };
            format!("{} {kind}", cursor.path.join("/"))
        };
        assert_eq!(at("ti"), " key");
        assert_eq!(at("title = \"a\"\nedi"), " key");
        assert_eq!(
            at("[document.\"a-1.0\"]\nedition = \""),
            "document/a-1.0/edition text"
        );
        assert_eq!(at("[document.a]\nedition = \"1\"\nki"), "document/a key");
        assert_eq!(
            at("editions = [{ id = \"1\" }, { id = \"2\", am"),
            "editions key"
        );
        assert_eq!(
            at("editions = [{ id = \"1\", amends = \""),
            "editions/amends text"
        );
        assert_eq!(at("[kind.a]\nlines = [\"x\", "), "kind/a/lines value");
        assert_eq!(
            at("[kind.a.property]\nn = { number = \"\", "),
            "kind/a/property/n key"
        );
        assert_eq!(at("[kind."), "kind key");
    }
}
