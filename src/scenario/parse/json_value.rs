//! `JsonValue`: a value of JSON with the bytes of all its parts.

use crate::text::Span;

/// The most objects and arrays around a value.
const MAX_DEPTH: usize = 16;

/// A value of JSON, and where it is: for a string the text between its quotation marks.
pub(super) struct JsonValue {
    pub(super) span: Span,
    pub(super) holds: JsonContent,
}

/// The content of a value: members of an object with their keys, values of an array, or neither.
pub(super) enum JsonContent {
    Object(Vec<(Span, JsonValue)>),
    Array(Vec<JsonValue>),
    Scalar,
}

impl JsonValue {
    /// Returns the members of an object.
    pub(super) fn members(&self) -> &[(Span, Self)] {
        match &self.holds {
            JsonContent::Object(members) => members,
            JsonContent::Array(_) | JsonContent::Scalar => &[],
        }
    }

    /// Returns the members of an object that are neither objects nor arrays: keys and values.
    pub(super) fn scalars(&self) -> impl Iterator<Item = (Span, Span)> + '_ {
        let members = self.members().iter();
        let scalars = members.filter(|(_, value)| matches!(value.holds, JsonContent::Scalar));
        scalars.map(|(key, value)| (*key, value.span))
    }

    /// Returns the objects and arrays in an object or array.
    pub(super) fn nested(&self) -> Vec<&Self> {
        let own: Vec<&Self> = match &self.holds {
            JsonContent::Object(members) => members.iter().map(|(_, value)| value).collect(),
            JsonContent::Array(values) => values.iter().collect(),
            JsonContent::Scalar => Vec::new(),
        };
        let is_nested = |value: &&Self| !matches!(value.holds, JsonContent::Scalar);
        own.into_iter().filter(is_nested).collect()
    }
}

/// Returns the keys and values of the members of an object that are neither objects nor arrays.
pub(super) fn scalar_members(text: &str, object: Span) -> Vec<(Span, Span)> {
    json_value(text, object).map_or_else(Vec::new, |value| value.scalars().collect())
}

/// Returns the object or array that a part of a text consists of.
pub(super) fn json_value(text: &str, span: Span) -> Option<JsonValue> {
    let mut reader = JsonReader {
        text,
        at: span.start(),
        end: span.end(),
    };
    reader.skip_blanks();
    let begins = reader.rest().starts_with(['{', '[']);
    let value = begins.then(|| reader.value(0))??;
    reader.skip_blanks();
    reader.rest().is_empty().then_some(value)
}

/// Reads JSON from a byte on.
struct JsonReader<'t> {
    text: &'t str,
    at: usize,
    end: usize,
}

impl<'t> JsonReader<'t> {
    fn rest(&self) -> &'t str {
        self.text.get(self.at..self.end).unwrap_or_default()
    }

    fn skip_blanks(&mut self) {
        let rest = self.rest();
        self.at += rest.len()
            - rest
                .trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}')
                .len();
    }

    /// Goes on behind a sign, and blanks in front of it. Returns whether it is there.
    fn eat(&mut self, sign: char) -> bool {
        self.skip_blanks();
        let is_next = self.rest().starts_with(sign);
        self.at += usize::from(is_next) * sign.len_utf8();
        is_next
    }

    /// Reads a string, and returns the bytes between its quotation marks.
    fn string(&mut self) -> Option<Span> {
        if !self.eat('"') {
            return None;
        }
        let start = self.at;
        let mut is_escaped = false;
        let ends = |(_, c): &(usize, char)| {
            let ends = *c == '"' && !is_escaped;
            is_escaped = *c == '\\' && !is_escaped;
            ends
        };
        let (length, _) = self.rest().char_indices().find(ends)?;
        self.at = start + length + 1;
        Some(Span::new(start, start + length))
    }

    /// Reads values with commas between them, up to a sign.
    fn list<T>(&mut self, close: char, item: impl Fn(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let mut out = Vec::new();
        while !self.eat(close) {
            out.push(item(self)?);
            if !self.eat(',') {
                return self.eat(close).then_some(out);
            }
        }
        Some(out)
    }

    fn value(&mut self, depth: usize) -> Option<JsonValue> {
        self.skip_blanks();
        let start = self.at;
        let deeper = Some(depth + 1).filter(|depth| *depth <= MAX_DEPTH);
        let holds = match self.rest().chars().next()? {
            '{' => {
                self.at += 1;
                JsonContent::Object(self.list('}', |reader| {
                    let key = reader.string()?;
                    let value = reader.eat(':').then(|| reader.value(deeper?))??;
                    Some((key, value))
                })?)
            }
            '[' => {
                self.at += 1;
                JsonContent::Array(self.list(']', |reader| reader.value(deeper?))?)
            }
            '"' => {
                let span = self.string()?;
                let holds = JsonContent::Scalar;
                return Some(JsonValue { span, holds });
            }
            _ => {
                let is_end = |c: char| c.is_whitespace() || matches!(c, ',' | ']' | '}');
                let rest = self.rest();
                let length = rest.find(is_end).filter(|length| *length > 0)?;
                let is_plain = |c: char| c.is_ascii_alphanumeric() || "+-.".contains(c);
                if !rest[..length].chars().all(is_plain) {
                    return None;
                }
                self.at += length;
                // `null` is no content
                let length = if &rest[..length] == "null" { 0 } else { length };
                let span = Span::new(start, start + length);
                let holds = JsonContent::Scalar;
                return Some(JsonValue { span, holds });
            }
        };
        let span = Span::new(start, self.at);
        Some(JsonValue { span, holds })
    }
}
