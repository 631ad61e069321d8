//! Converts a `TomlShape`, the schema of a TOML file in this program, to a JSON Schema, by which
//! editors check the file.

use super::schema::TomlShape;
use serde_json::{Map, Value, json};

/// Returns the JSON schema of a file with these keys.
pub fn json_schema(title: &str, shape: &TomlShape) -> Value {
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

fn schema_of(shape: &TomlShape) -> Value {
    match shape {
        TomlShape::Text | TomlShape::Name(_) => json!({ "type": "string" }),
        TomlShape::Flag => json!({ "type": "boolean" }),
        TomlShape::Number => json!({ "type": "number" }),
        // TOML dates reach a schema as strings
        TomlShape::Date => json!({ "type": ["string", "integer"] }),
        TomlShape::Value => json!({ "type": ["string", "number", "boolean"] }),
        TomlShape::OneOf(words) => json!({ "type": "string", "enum": words }),
        TomlShape::List(inner) => json!({ "type": "array", "items": schema_of(inner) }),
        TomlShape::OneOrMany(inner) => {
            let one = schema_of(inner);
            json!({ "anyOf": [one.clone(), { "type": "array", "items": one }] })
        }
        TomlShape::Map(inner) | TomlShape::NameMap(_, inner) => {
            json!({ "type": "object", "additionalProperties": schema_of(inner) })
        }
        TomlShape::Table(keys) => {
            let mut properties = Map::new();
            for key in *keys {
                let mut own = schema_of(&key.shape);
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
        TomlShape::Either(one, other) => json!({ "anyOf": [schema_of(one), schema_of(other)] }),
    }
}
