//! The type of a parameter of an operation, and the JSON schema of its values.

use ParameterKind::{Count, Flag, LongText, Text, Word};
use serde_json::{Value, json};

/// A parameter of an operation: name, description, kind of value, and whether it is required.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// What it is, with an example.
    pub description: &'static str,
    /// Its values.
    pub kind: ParameterKind,
    /// Whether it has to be given.
    pub required: bool,
}

/// The kind of a parameter's value: text, text of an army list, one of some words, count, flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParameterKind {
    /// Any text.
    Text,
    /// The text of a list, which is too long for an address.
    LongText,
    /// One of these words.
    Word(&'static [&'static str]),
    /// A whole number from 1 to this.
    Count(usize),
    /// True or false.
    Flag,
}

impl Parameter {
    /// Creates a parameter that can be left out.
    pub(super) const fn new(
        name: &'static str,
        kind: ParameterKind,
        description: &'static str,
    ) -> Self {
        Self {
            name,
            description,
            kind,
            required: false,
        }
    }

    /// Creates a text parameter that can be left out.
    pub(super) const fn text(name: &'static str, description: &'static str) -> Self {
        Self::new(name, Text, description)
    }

    /// Makes the parameter required.
    pub(super) const fn required(self) -> Self {
        Self {
            required: true,
            ..self
        }
    }

    /// Returns the JSON schema of its values.
    pub fn schema(&self) -> Value {
        let mut schema = match self.kind {
            Text | LongText => json!({ "type": "string" }),
            Word(words) => json!({ "type": "string", "enum": words }),
            Count(most) => json!({ "type": "integer", "minimum": 1, "maximum": most }),
            Flag => json!({ "type": "boolean" }),
        };
        schema["description"] = self.description.into();
        schema
    }
}
