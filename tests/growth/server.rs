//! A session with the language server about one document.

use super::{inputs::Kind, with_project};
use crate::lsp::client::Client;
use serde_json::{Value, json};
use std::{
    fs,
    hint::black_box,
    sync::Mutex,
    time::{Duration, Instant},
};

/// What is requested of the server for a whole document.
const REQUESTS: &[&str] = &[
    "diagnostic",
    "documentSymbol",
    "semanticTokens/full",
    "foldingRange",
    "codeLens",
    "formatting",
];

/// What is requested of the server at the end of the document.
const REQUESTS_AT_END: &[&str] = &[
    "hover",
    "completion",
    "definition",
    "references",
    "documentHighlight",
    "prepareRename",
];

/// Opens a document in the server, requests everything, replaces it as a whole, and asks again.
pub(super) fn serve(kind: Kind, text: &str) {
    with_project(kind, text, |folder| {
        let root = format!("file://{folder}");
        let (mut client, _) = Client::greet(
            folder.as_str(),
            json!({"rootUri": root, "capabilities": {}}),
        );
        let path = match kind {
            Kind::Base | Kind::Front => "rules/river/base.rules.md",
            Kind::Amendments => "rules/river/2.amend.md",
            Kind::Scenario => "a.scenario.md",
            Kind::Check => "rules/river/checks/a.check.md",
            _ => "rules/river/scenario.toml",
        };
        let (uri, text) = (
            format!("{root}/{path}"),
            fs::read_to_string(folder.join(path)).expect("a file"),
        );
        let only = std::env::var("REQUEST").ok();
        let document = json!({"uri": uri, "languageId": "markdown", "version": 1, "text": text});
        client.note("textDocument/didOpen", json!({ "textDocument": document }));
        let last = text.lines().count().saturating_sub(1);
        let length = text
            .lines()
            .last()
            .map_or(0, |line| line.encode_utf16().count());
        let end = json!({"line": last, "character": length});
        let whole = json!({"start": {"line": 0, "character": 0}, "end": end});
        let request = |client: &mut Client, method: &str, more: Value| {
            if only.as_deref().is_some_and(|only| only != method) {
                return;
            }
            let mut params = json!({"textDocument": {"uri": uri}});
            for (key, value) in more.as_object().into_iter().flatten() {
                params[key] = value.clone();
            }
            let start = Instant::now();
            // some requests are refused where the text has no meaning
            let _ = black_box(client.ask(&format!("textDocument/{method}"), params));
            SPENT
                .lock()
                .expect("times")
                .push((method.to_owned(), start.elapsed()));
        };
        let options = json!({"tabSize": 2, "insertSpaces": true});
        for method in REQUESTS {
            request(&mut client, method, json!({"options": options}));
        }
        for method in REQUESTS_AT_END {
            request(
                &mut client,
                method,
                json!({"position": end, "context": {"includeDeclaration": true}}),
            );
        }
        request(&mut client, "inlayHint", json!({"range": whole}));
        request(
            &mut client,
            "codeAction",
            json!({"range": whole, "context": {"diagnostics": []}}),
        );
        request(&mut client, "selectionRange", json!({"positions": [end]}));
        let change = json!({"range": whole, "text": format!("{text}\n")});
        client.note(
            "textDocument/didChange",
            json!({"textDocument": {"uri": uri, "version": 2}, "contentChanges": [change]}),
        );
        request(&mut client, "diagnostic", Value::Null);
        client.note(
            "textDocument/didChange",
            json!({"textDocument": {"uri": uri, "version": 3}, "contentChanges": [
                {"range": {"start": end, "end": end}, "text": "a"}
            ]}),
        );
        request(&mut client, "diagnostic", Value::Null);
    });
}

/// The time of each request of the server, for those who look for a slow one.
pub(super) static SPENT: Mutex<Vec<(String, Duration)>> = Mutex::new(Vec::new());
