//! `DataValue`: a value of YAML or JSON with the bytes of all its parts.

use crate::text::Span;
use granit_parser::{Event, Parser};

/// The most objects and arrays around a value.
const MAX_DEPTH: usize = 16;

/// A value of YAML or JSON, and where it is: for a string the text between its quotation marks.
pub(super) struct DataValue {
    pub(super) span: Span,
    pub(super) holds: DataContent,
}

/// The content of a value of YAML or JSON: the members of an object, the values of an array, or
/// nothing more for a scalar.
pub(super) enum DataContent {
    Object(Vec<(Span, DataValue)>),
    Array(Vec<DataValue>),
    Scalar,
}

impl DataValue {
    /// Returns the members of an object.
    pub(super) fn members(&self) -> &[(Span, Self)] {
        match &self.holds {
            DataContent::Object(members) => members,
            DataContent::Array(_) | DataContent::Scalar => &[],
        }
    }

    /// Returns the members of an object that are neither objects nor arrays: keys and values.
    pub(super) fn scalars(&self) -> impl Iterator<Item = (Span, Span)> + '_ {
        let members = self.members().iter();
        let scalars = members.filter(|(_, value)| value.is_scalar());
        scalars.map(|(key, value)| (*key, value.span))
    }

    /// Returns the objects and arrays in an object or array.
    pub(super) fn nested(&self) -> Vec<&Self> {
        let own: Vec<&Self> = match &self.holds {
            DataContent::Object(members) => members.iter().map(|(_, value)| value).collect(),
            DataContent::Array(values) => values.iter().collect(),
            DataContent::Scalar => Vec::new(),
        };
        own.into_iter().filter(|value| !value.is_scalar()).collect()
    }

    pub(super) fn is_scalar(&self) -> bool {
        matches!(self.holds, DataContent::Scalar)
    }

    /// Returns an object whose keys and values alternate.
    fn object(span: Span, values: Vec<Self>) -> Self {
        let mut members = Vec::with_capacity(values.len() / 2);
        let mut values = values.into_iter();
        while let (Some(key), Some(value)) = (values.next(), values.next()) {
            members.push((key.span, value));
        }
        Self {
            span,
            holds: DataContent::Object(members),
        }
    }
}

/// Returns the first value in a part of a text: all of the part if it is YAML in lines, or what a
/// bracket at its start encloses.
pub(super) fn data_value(text: &str, part: Span) -> Option<DataValue> {
    let options = granit_parser::options! {
        flow_nesting_limit: MAX_DEPTH,
        block_nesting_limit: MAX_DEPTH,
    };
    let place = |span: &granit_parser::Span| {
        let (start, end) = (span.start.byte_offset()?, span.end.byte_offset()?);
        let whole = Span::new(start, end.max(start)).shifted(part.start());
        Some(trimmed_end(text, whole))
    };
    // the objects and arrays that are open, each with its start and what is in it so far
    let mut open: Vec<(Span, Vec<DataValue>)> = Vec::new();
    for event in Parser::new_from_str_with_options(part.of(text), options) {
        let (event, at) = event.ok()?;
        let at = place(&at)?;
        let value = match event {
            Event::MappingStart(..) | Event::SequenceStart(..) => {
                open.push((at, Vec::new()));
                continue;
            }
            Event::Scalar(value, ..) => DataValue {
                span: scalar_span(text, at, &value),
                holds: DataContent::Scalar,
            },
            Event::Alias(_) => return None,
            Event::MappingEnd => {
                let (start, values) = open.pop()?;
                DataValue::object(trimmed_end(text, start.join(at)), values)
            }
            Event::SequenceEnd => {
                let (start, values) = open.pop()?;
                DataValue {
                    span: trimmed_end(text, start.join(at)),
                    holds: DataContent::Array(values),
                }
            }
            _ => continue,
        };
        match open.last_mut() {
            Some((_, values)) => values.push(value),
            None => return Some(value).filter(|value| !value.is_scalar()),
        }
    }
    None
}

/// Returns bytes without the blanks at their end.
fn trimmed_end(text: &str, whole: Span) -> Span {
    let words = whole.of(text).trim_end();
    Span::new(whole.start(), whole.start() + words.len())
}

/// Returns the bytes of a scalar without quotation marks; none of `null`, which is no content.
fn scalar_span(text: &str, at: Span, value: &str) -> Span {
    let words = at.of(text);
    let quoted = ['"', '\''].into_iter().find_map(|mark| {
        let inner = words.strip_prefix(mark)?.strip_suffix(mark)?;
        Some(Span::new(at.start() + 1, at.start() + 1 + inner.len()))
    });
    let is_empty = quoted.is_none() && matches!(value, "null" | "~");
    match is_empty {
        true => Span::new(at.start(), at.start()),
        false => quoted.unwrap_or(at),
    }
}
