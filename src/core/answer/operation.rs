//! The operations that other programs can call: the variants of [`Query`] as its JSON schema
//! describes them, and their parameters, which are checked by that schema.

use super::Query;
use crate::{
    analysis::Settings,
    answer::AnswerError,
    text::{join, near::did_you_mean},
};
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value};
use std::sync::LazyLock;

/// The name of the parameter that is the text of a list, which is too long for an address.
pub const LIST: &str = "text";

/// The most bytes of a parameter that is not the text of a list.
const MAX_TEXT: usize = 16 << 10;

/// The most bytes of the text of a list: the limit for files.
const MAX_LIST: usize = 16 << 20;

/// The member of a query that names its operation.
const TAG: &str = "operation";

/// An operation that other programs can call, such as `show`.
#[derive(Clone, Debug)]
pub struct Operation {
    /// Its name: that of the command.
    pub name: String,
    /// What it does, in a few words.
    pub title: String,
    /// When to use it and what its answer contains.
    pub description: String,
    /// Its parameters.
    pub parameters: Vec<Parameter>,
}

/// A parameter of an operation: its name, the JSON schema of its values, and whether it is required.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// The schema, with its description.
    pub schema: Value,
    /// Whether it has to be given.
    pub required: bool,
}

/// The operations, in the order of the variants.
pub static OPERATIONS: LazyLock<Vec<Operation>> = LazyLock::new(|| {
    let settings = SchemaSettings::draft2020_12().with(|own| own.inline_subschemas = true);
    let mut generator = settings.into_generator();
    let view = generator.root_schema_for::<Settings>();
    let schema = generator.into_root_schema_for::<Query>();
    let variants = schema.get("oneOf").and_then(Value::as_array);
    let mut out: Vec<Operation> = variants.into_iter().flatten().map(Operation::new).collect();
    let view = view.get("properties").and_then(Value::as_object);
    let is_of_view = |name: &String| view.is_some_and(|all| all.contains_key(name));
    for operation in &mut out {
        // what it is about first, the view last
        let order = |own: &Parameter| (!own.required, is_of_view(&own.name));
        operation.parameters.sort_by_key(order);
    }
    out
});

impl Operation {
    /// Creates the operation of a variant from its schema.
    fn new(variant: &Value) -> Self {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let required = variant["required"].as_array();
        let is_required =
            |name: &String| required.is_some_and(|all| all.iter().any(|own| own == name));
        let all = variant["properties"].as_object();
        let own = all.into_iter().flatten().filter(|(name, _)| *name != TAG);
        let parameters = own.map(|(name, schema)| Parameter {
            name: name.clone(),
            schema: plain(schema),
            required: is_required(name),
        });
        Self {
            name: text(&variant["properties"][TAG]["const"]),
            title: text(&variant["title"]),
            description: text(&variant["description"]),
            parameters: parameters.collect(),
        }
    }

    /// Returns the operation of that name.
    pub fn named(name: &str) -> Option<&'static Self> {
        OPERATIONS.iter().find(|own| own.name == name)
    }

    /// Returns the operation of that name; the error names all.
    pub fn find(name: &str) -> Result<&'static Self, AnswerError> {
        Self::named(name).ok_or_else(|| {
            let names = join(OPERATIONS.iter().map(|own| own.name.as_str()), ", ");
            AnswerError::invalid(format!(
                "unknown operation `{name}`: expected one of {names}"
            ))
        })
    }

    /// Returns whether it requires the text of an army list.
    pub fn takes_list(&self) -> bool {
        self.parameters.iter().any(|own| own.name == LIST)
    }

    /// Returns the JSON schema of an object with the parameters.
    pub fn schema(&self) -> Map<String, Value> {
        let properties = self.parameters.iter();
        let properties = properties.map(|own| (own.name.clone(), own.schema.clone()));
        let required = self.parameters.iter().filter(|own| own.required);
        let all = [
            ("type", "object".into()),
            ("properties", Value::Object(properties.collect())),
            ("required", required.map(|own| own.name.as_str()).collect()),
            ("additionalProperties", false.into()),
        ];
        all.map(|(name, value)| (name.to_owned(), value))
            .into_iter()
            .collect()
    }

    /// Reads a query from parameters that are text. An empty one counts as left out.
    pub fn query_of(
        &self,
        pairs: impl IntoIterator<Item = (String, String)>,
    ) -> Result<Query, AnswerError> {
        let mut object = Map::new();
        for (name, value) in pairs {
            if object.insert(name.clone(), value.into()).is_some() {
                let message = format!("parameter `{name}` is given twice");
                return Err(AnswerError::invalid(message));
            }
        }
        self.query(object)
    }

    /// Reads a query from parameters that are JSON. Numbers and flags may be text.
    pub fn query(&self, object: Map<String, Value>) -> Result<Query, AnswerError> {
        let mut own = Map::new();
        for (name, value) in object {
            if let Some(value) = self.parameter(&name)?.checked(value)? {
                own.insert(name, value);
            }
        }
        let mut all = self.parameters.iter();
        if let Some(missing) = all.find(|one| one.required && !own.contains_key(&one.name)) {
            let message = format!("parameter `{}` is missing", missing.name);
            let help = missing.schema["description"].as_str().unwrap_or_default();
            return Err(AnswerError::invalid(message).with_help(help));
        }
        own.insert(TAG.to_owned(), self.name.clone().into());
        serde_json::from_value(own.into()).map_err(|error| AnswerError::invalid(error.to_string()))
    }

    fn parameter(&self, name: &str) -> Result<&Parameter, AnswerError> {
        let known = self.parameters.iter().find(|own| own.name == name);
        known.ok_or_else(|| {
            let names: Vec<&str> = self
                .parameters
                .iter()
                .map(|own| own.name.as_str())
                .collect();
            let help = did_you_mean(name, names.iter().copied(), || {
                format!("parameters: {}", names.join(", "))
            });
            AnswerError::invalid(format!("unknown parameter `{name}`")).with_help(help)
        })
    }
}

impl Parameter {
    /// Returns a value as the schema has it; `None` if it counts as left out.
    fn checked(&self, value: Value) -> Result<Option<Value>, AnswerError> {
        let Self { name, schema, .. } = self;
        let kind = schema["type"].as_str().unwrap_or("string");
        let text = match (kind, value) {
            (_, Value::Null) => return Ok(None),
            (_, Value::String(text)) if text.is_empty() => return Ok(None),
            (_, Value::String(text)) => text,
            // models write `3.4` for an edition
            ("string" | "integer", Value::Number(number)) => number.to_string(),
            ("boolean", Value::Bool(flag)) => flag.to_string(),
            (_, _) => {
                let message = format!("parameter `{name}` has a value of the wrong type");
                return Err(AnswerError::invalid(message));
            }
        };
        let limit = if name == LIST { MAX_LIST } else { MAX_TEXT };
        if text.len() > limit {
            let message = format!("parameter `{name}` is longer than {limit} bytes");
            return Err(AnswerError::invalid(message));
        }
        let (value, expected) = match (kind, &schema["oneOf"]) {
            ("integer", _) => {
                let bound = |name: &str| schema[name].as_u64().unwrap_or_default();
                let (least, most) = (bound("minimum"), bound("maximum"));
                let count = text.parse().ok().filter(|own| (least..=most).contains(own));
                let expected = format!("a whole number from {least} to {most}");
                (count.map(Value::from), expected)
            }
            ("boolean", _) => {
                let flag = text.parse::<bool>().ok();
                (flag.map(Value::from), "true or false".to_owned())
            }
            (_, Value::Array(words)) => {
                let names = words.iter().filter_map(|word| word["const"].as_str());
                let names: Vec<&str> = names.collect();
                let known = names.contains(&text.as_str());
                (known.then(|| text.into()), names.join(", "))
            }
            (_, _) => (Some(text.into()), String::new()),
        };
        let invalid = || AnswerError::invalid(format!("parameter `{name}` has an invalid value"));
        let value = value.ok_or_else(|| invalid().with_help(format!("expected {expected}")));
        value.map(Some)
    }
}

/// Returns the schema of a value that can be left out as that of the value itself, with its description
/// on one line.
fn plain(schema: &Value) -> Value {
    let mut own = schema.clone();
    if let Some(all) = own.as_object_mut() {
        if let Some(Value::String(text)) = all.get_mut("description") {
            let paragraphs = text.split("\n\n").map(|own| own.replace('\n', " "));
            *text = join(paragraphs, ". ");
        }
        all.remove("default");
        all.remove("format");
        if let Some(Value::Array(kinds)) = all.get("type") {
            let kind = kinds.first().cloned().unwrap_or_default();
            all.insert("type".to_owned(), kind);
        }
        if let Some(Value::Array(alternatives)) = all.remove("anyOf")
            && let Some(Value::Object(first)) = alternatives.into_iter().next()
        {
            first.into_iter().for_each(|(name, value)| {
                all.entry(name).or_insert(value);
            });
        }
    }
    own
}
