//! Converts a `ValueKind`, the schema of a TOML file in this program, to a JSON Schema, by which
//! editors check the file.

use crate::syntax::ValueKind;
use serde_json::{Map, Value, json};

/// Returns the JSON schema of a file with these keys.
pub fn json_schema(title: &str, shape: &ValueKind) -> Value {
    let mut schema = schema_of(shape);
    if let Some(own) = schema.as_object_mut() {
        own.insert(
            "$schema".into(),
            json!("http://json-schema.org/draft-07/schema#"),
        );
        own.insert("title".into(), json!(title));
    }
    schema
}

fn schema_of(shape: &ValueKind) -> Value {
    match shape {
        ValueKind::Text | ValueKind::Name(_) => json!({ "type": "string" }),
        ValueKind::Flag => json!({ "type": "boolean" }),
        ValueKind::Number => json!({ "type": "number" }),
        // TOML dates reach a schema as strings
        ValueKind::Date => json!({ "type": ["string", "integer"] }),
        ValueKind::Value => json!({ "type": ["string", "number", "boolean"] }),
        ValueKind::OneOf(rows) => {
            let words: Vec<&str> = rows.iter().map(|(word, _)| *word).collect();
            json!({ "type": "string", "enum": words })
        }
        ValueKind::List(inner) => json!({ "type": "array", "items": schema_of(inner) }),
        ValueKind::OneOrMany(inner) => {
            let one = schema_of(inner);
            json!({ "anyOf": [one.clone(), { "type": "array", "items": one }] })
        }
        ValueKind::Map(inner) | ValueKind::NameMap(_, inner) => {
            json!({ "type": "object", "additionalProperties": schema_of(inner) })
        }
        ValueKind::Table(keys) => {
            let mut properties = Map::new();
            for key in *keys {
                let mut own = schema_of(&key.value);
                if let Some(own) = own.as_object_mut() {
                    own.insert("description".into(), json!(key.about));
                }
                properties.insert(key.name.into(), own);
            }
            let required: Vec<&str> = keys
                .iter()
                .filter(|key| key.required)
                .map(|key| key.name)
                .collect();
            let mut out = json!({ "type": "object", "properties": properties, "additionalProperties": false });
            if !required.is_empty() {
                out["required"] = json!(required);
            }
            out
        }
        ValueKind::Either(one, other) => json!({ "anyOf": [schema_of(one), schema_of(other)] }),
    }
}
