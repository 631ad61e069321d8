//! Finds the names of editions, documents, clauses, record kinds and properties in a TOML file by
//! its schema, to check, rename and follow them.

use crate::{
    syntax::{NameKind, ValueKind},
    text::Span,
};
use toml::de::{DeTable, DeValue};

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

/// Returns the names in a TOML file at the places that `shape` marks as names, in their order.
///
/// A text that is not TOML is read as far as it can be parsed.
pub fn toml_names(text: &str, shape: &'static ValueKind) -> Vec<TomlName> {
    let (table, _) = DeTable::parse_recoverable(text);
    let mut out = Vec::new();
    add_table(text, table.get_ref(), shape, &mut out);
    out.sort_by_key(|name| name.span);
    out
}

fn add_table(text: &str, table: &DeTable<'_>, shape: &'static ValueKind, out: &mut Vec<TomlName>) {
    for (key, value) in table {
        if let ValueKind::NameMap(kind, _) = shape {
            out.push(TomlName {
                kind: *kind,
                name: key.get_ref().to_string(),
                span: inner_span(text, key.span()),
            });
        }
        if let Some((inner, _)) = shape.of_key(key.get_ref()) {
            add_value(text, value.get_ref(), value.span(), inner, out);
        }
    }
}

fn add_value(
    text: &str,
    value: &DeValue<'_>,
    span: std::ops::Range<usize>,
    shape: &'static ValueKind,
    out: &mut Vec<TomlName>,
) {
    match (shape, value) {
        (ValueKind::Name(kind), DeValue::String(name)) => out.push(TomlName {
            kind: *kind,
            name: name.to_string(),
            span: inner_span(text, span),
        }),
        (ValueKind::List(inner) | ValueKind::OneOrMany(inner), DeValue::Array(values)) => {
            for value in values.iter() {
                add_value(text, value.get_ref(), value.span(), inner, out);
            }
        }
        (ValueKind::OneOrMany(inner), _) => add_value(text, value, span, inner, out),
        (ValueKind::Either(one, other), _) => {
            let takes_table = matches!(one, ValueKind::Map(_) | ValueKind::Table(_));
            let shape = if value.is_table() == takes_table {
                one
            } else {
                other
            };
            add_value(text, value, span, shape, out);
        }
        (_, DeValue::Table(table)) => add_table(text, table, shape, out),
        _ => {}
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
