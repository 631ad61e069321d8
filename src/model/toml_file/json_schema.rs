//! Converts a `Shape`, the schema of a TOML file in this program, to a JSON Schema, by which
//! editors check the file.

use super::schema::Shape;
use serde_json::{Map, Value, json};

/// Returns the JSON schema of a file with these keys.
pub fn json_schema(title: &str, shape: &Shape) -> Value {
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

fn schema_of(shape: &Shape) -> Value {
    match shape {
        Shape::Text | Shape::Name(_) => json!({ "type": "string" }),
        Shape::Flag => json!({ "type": "boolean" }),
        Shape::Number => json!({ "type": "number" }),
        // TOML dates reach a schema as strings
        Shape::Date => json!({ "type": ["string", "integer"] }),
        Shape::Value => json!({ "type": ["string", "number", "boolean"] }),
        Shape::OneOf(words) => json!({ "type": "string", "enum": words }),
        Shape::List(inner) => json!({ "type": "array", "items": schema_of(inner) }),
        Shape::OneOrMany(inner) => {
            let one = schema_of(inner);
            json!({ "anyOf": [one.clone(), { "type": "array", "items": one }] })
        }
        Shape::Map(inner) | Shape::NameMap(_, inner) => {
            json!({ "type": "object", "additionalProperties": schema_of(inner) })
        }
        Shape::Table(keys) => {
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
        Shape::Either(one, other) => json!({ "anyOf": [schema_of(one), schema_of(other)] }),
    }
}
