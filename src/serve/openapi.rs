//! Builds the OpenAPI 3.1 document of the operations, served at `/api/v1/openapi.json`.

use crate::answer::{LIST, OPERATIONS, Operation, Parameter};
use serde_json::{Map, Value, json};

/// The most bytes of an army list in a request. Checking that many takes about two seconds.
pub(super) const MAX_LIST: usize = 256 << 10;

/// The path below which the operations are.
pub(super) const API: &str = "/api/v1";

/// The address at which the page asks, below that of the page.
pub(super) const ASK: &str = "api/v1/ask";

/// Returns the OpenAPI document.
pub(super) fn description() -> Value {
    let paths: Map<String, Value> = OPERATIONS
        .iter()
        .map(|operation| (format!("/{}", operation.name), path(operation)))
        .collect();
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "rulebook",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "What wargame rules say now, what they said then, and who changed them. Each answer is what the command of that name prints with --format json. Members may be added to an answer; none is renamed or removed. The restatement of the rules is not official.",
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        },
        "servers": [{ "url": API }],
        "paths": paths,
        "components": { "schemas": { "Error": error_schema() } },
    })
}

fn path(operation: &Operation) -> Value {
    let parameters: Vec<Value> = operation
        .parameters
        .iter()
        .filter(|own| own.name != LIST)
        .map(in_query)
        .collect();
    let error = |description: &str| {
        json!({
            "description": description,
            "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Error" } } },
        })
    };
    let mut content = json!({
        "application/json": { "schema": { "type": ["object", "array"] } },
    });
    if !operation.takes_list() {
        content["text/markdown"] = json!({ "schema": { "type": "string" } });
    }
    let mut own = json!({
        "operationId": operation.name,
        "summary": operation.title,
        "description": operation.description,
        "parameters": parameters,
        "responses": {
            "200": {
                "description": "The answer. Its ETag is a hash of its content.",
                "headers": { "ETag": { "schema": { "type": "string" } } },
                "content": content,
            },
            "304": { "description": "The client has the answer with the ETag in If-None-Match." },
            "400": error("The request makes no sense, or matches several clauses: `candidates` lists them."),
            "404": error("Nothing matches; `candidates` may list similar clauses."),
            "503": error("The answer takes too long, or too many requests are waiting."),
        },
    });
    if !operation.takes_list() {
        return json!({ "get": own });
    }
    own["requestBody"] = json!({
        "required": true,
        "description": format!("The list, of at most {MAX_LIST} bytes; or a JSON object with the list and the parameters."),
        "content": {
            "text/plain": { "schema": { "type": "string" } },
            "application/json": { "schema": operation.schema() },
        },
    });
    own["responses"]["413"] = error("The list is too long.");
    json!({ "post": own })
}

fn in_query(parameter: &Parameter) -> Value {
    json!({
        "name": parameter.name,
        "in": "query",
        "required": parameter.required,
        "description": parameter.schema["description"],
        "schema": parameter.schema,
    })
}

/// Returns the schema of errors.
fn error_schema() -> Value {
    json!({
        "type": "object",
        "required": ["version", "error"],
        "properties": {
            "version": { "const": 1 },
            "error": { "type": "string", "description": "The problem" },
            "help": { "type": "array", "items": { "type": "string" }, "description": "The remedies" },
            "candidates": {
                "type": "array",
                "description": "The clauses that may be meant",
                "items": {
                    "type": "object",
                    "properties": {
                        "id": { "type": "string" },
                        "words": { "type": "string" },
                        "page": { "type": ["string", "null"] },
                    },
                },
            },
        },
    })
}
