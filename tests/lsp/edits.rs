//! What a `WorkspaceEdit` does, step by step.

use serde_json::Value;

/// One step of it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Change {
    /// Text edits in a document.
    Text { uri: String, edits: Vec<Value> },
    /// A new file.
    Create(String),
    /// A file gets another address.
    Rename(String, String),
    /// A file goes.
    Delete(String),
}

/// The steps of a `WorkspaceEdit`, in order.
pub(crate) fn changes(edit: &Value) -> Vec<Change> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    if let Some(steps) = edit["documentChanges"].as_array() {
        let change = |step: &Value| match step["kind"].as_str() {
            Some("create") => Change::Create(text(&step["uri"])),
            Some("rename") => Change::Rename(text(&step["oldUri"]), text(&step["newUri"])),
            Some("delete") => Change::Delete(text(&step["uri"])),
            Some(other) => panic!("no such change: {other}"),
            None => Change::Text {
                uri: text(&step["textDocument"]["uri"]),
                edits: list(&step["edits"]),
            },
        };
        return steps.iter().map(change).collect();
    }
    let documents = edit["changes"].as_object().into_iter().flatten();
    documents
        .map(|(uri, edits)| Change::Text {
            uri: uri.clone(),
            edits: list(edits),
        })
        .collect()
}
