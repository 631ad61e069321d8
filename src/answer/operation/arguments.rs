//! Checks the arguments of a call, text or JSON, against the parameters of its operation.

use super::{Parameter, ParameterKind};
use crate::{
    analysis::WordingChoice,
    answer::{AnswerError, Settings},
    model::PartialDate,
    text::near::did_you_mean,
};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// The most bytes of an argument that is not the text of a list.
const MAX_TEXT: usize = 16 << 10;

/// The most bytes of the text of a list: the limit for files.
const MAX_LIST: usize = 16 << 20;

/// The arguments of a call by parameter name, after the check: all are known and valid, and none
/// required is missing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Arguments(BTreeMap<&'static str, String>);

impl Arguments {
    /// Checks arguments that are text. An empty one counts as left out.
    pub(super) fn from_pairs(
        parameters: &[&'static Parameter],
        pairs: impl IntoIterator<Item = (String, String)>,
    ) -> Result<Self, AnswerError> {
        let mut own = Self::default();
        for (name, value) in pairs {
            let parameter = find(parameters, &name)?;
            if own.0.contains_key(parameter.name) {
                let message = format!("parameter `{name}` is given twice");
                return Err(AnswerError::invalid(message));
            }
            check(parameter, &value)?;
            if !value.is_empty() {
                own.0.insert(parameter.name, value);
            }
        }
        let is_missing = |own_parameter: &&&Parameter| {
            own_parameter.required && !own.0.contains_key(own_parameter.name)
        };
        if let Some(missing) = parameters.iter().find(is_missing) {
            let message = format!("parameter `{}` is missing", missing.name);
            return Err(AnswerError::invalid(message).with_help(missing.description));
        }
        Ok(own)
    }

    /// Checks arguments that are JSON.
    pub(super) fn from_json(
        parameters: &[&'static Parameter],
        object: Map<String, Value>,
    ) -> Result<Self, AnswerError> {
        let mut pairs = Vec::new();
        for (name, value) in object {
            let kind = find(parameters, &name)?.kind;
            let text = match (kind, value) {
                (_, Value::Null) => continue,
                // models write `3.4` for an edition
                (ParameterKind::Count(_) | ParameterKind::Text, Value::Number(number)) => {
                    number.to_string()
                }
                (ParameterKind::Flag, Value::Bool(flag)) => flag.to_string(),
                (_, Value::String(text)) => text,
                (_, _) => {
                    let message = format!("parameter `{name}` has a value of the wrong type");
                    return Err(AnswerError::invalid(message));
                }
            };
            pairs.push((name, text));
        }
        Self::from_pairs(parameters, pairs)
    }

    /// Returns the value of a text parameter; nothing if it is left out.
    pub(super) fn text(&self, name: &str) -> &str {
        self.0.get(name).map_or("", String::as_str)
    }

    /// Returns the value of a count.
    pub(super) fn count(&self, name: &str) -> Option<usize> {
        self.0.get(name)?.parse().ok()
    }

    /// Returns whether a flag is set.
    pub(super) fn flag(&self, name: &str) -> bool {
        self.text(name) == "true"
    }

    /// Returns the view that the arguments request.
    pub fn view(&self) -> Result<Settings, AnswerError> {
        let date = self.0.get("as_of").map(|text| text.parse::<PartialDate>());
        Ok(Settings {
            edition: self.0.get("at").cloned(),
            as_of: date.transpose().map_err(AnswerError::invalid)?,
            profile: self.0.get("profile").cloned(),
            wording: WordingChoice::from_name(self.text("wording")),
            ruleset: self.0.get("ruleset").cloned(),
            ..Settings::default()
        })
    }
}

fn find(parameters: &[&'static Parameter], name: &str) -> Result<&'static Parameter, AnswerError> {
    let known = parameters.iter().find(|own| own.name == name);
    known.copied().ok_or_else(|| {
        let names: Vec<&str> = parameters.iter().map(|own| own.name).collect();
        let failure = AnswerError::invalid(format!("unknown parameter `{name}`"));
        failure.with_help(did_you_mean(name, names.iter().copied(), || {
            format!("parameters: {}", names.join(", "))
        }))
    })
}

fn check(parameter: &Parameter, value: &str) -> Result<(), AnswerError> {
    let name = parameter.name;
    let (limit, is_known, expected) = match parameter.kind {
        ParameterKind::LongText => (MAX_LIST, true, String::new()),
        ParameterKind::Text => (MAX_TEXT, true, String::new()),
        ParameterKind::Word(words) => (MAX_TEXT, words.contains(&value), words.join(", ")),
        ParameterKind::Count(most) => (
            MAX_TEXT,
            value.parse().is_ok_and(|count| (1..=most).contains(&count)),
            format!("a whole number from 1 to {most}"),
        ),
        ParameterKind::Flag => (
            MAX_TEXT,
            matches!(value, "true" | "false"),
            "true or false".to_owned(),
        ),
    };
    if value.len() > limit {
        let message = format!("parameter `{name}` is longer than {limit} bytes");
        return Err(AnswerError::invalid(message));
    }
    if !is_known && !value.is_empty() {
        let message = format!("parameter `{name}` has an invalid value");
        return Err(AnswerError::invalid(message).with_help(format!("expected {expected}")));
    }
    Ok(())
}
