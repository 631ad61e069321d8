//! Serializes a value as indented JSON, with control characters and direction marks escaped.

use super::AnswerError;
use crate::text::control::escape_controls_in_json;
use serde::Serialize;

/// Returns a value as lines of JSON, with control characters and direction marks escaped.
pub fn json(value: &impl Serialize) -> Result<String, AnswerError> {
    let text = serde_json::to_string_pretty(value)? + "\n";
    Ok(escape_controls_in_json(&text).into_owned())
}
