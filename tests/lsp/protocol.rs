//! The examples of `docs/src/programs/protocol.md`: each answer holds what the page shows.

use super::{client::Client, fence};
use serde_json::{Value, json};
use std::{fs, path::Path};

/// Represents further elements or text.
const MORE: &str = "…";

/// What is shown and is not there, with its path.
fn missing(shown: &Value, real: &Value, path: &str, out: &mut Vec<String>) {
    let mut differs = || out.push(format!("{path}: shown is {shown}, the answer has {real}"));
    match (shown, real) {
        (Value::Object(shown), Value::Object(real)) => {
            for (key, value) in shown {
                missing(
                    value,
                    real.get(key).unwrap_or(&Value::Null),
                    &format!("{path}.{key}"),
                    out,
                );
            }
        }
        (Value::Array(shown), Value::Array(real)) => {
            let (open, shown) = match shown.split_last() {
                Some((last, rest)) if last == MORE => (true, rest),
                _ => (false, shown.as_slice()),
            };
            if real.len() < shown.len() || !open && real.len() > shown.len() {
                out.push(format!(
                    "{path}: shown are {}, the answer has {}",
                    shown.len(),
                    real.len()
                ));
            }
            for (at, (shown, real)) in shown.iter().zip(real).enumerate() {
                missing(shown, real, &format!("{path}[{at}]"), out);
            }
        }
        (Value::String(shown), Value::String(real)) => match shown.strip_suffix(MORE) {
            Some(start) if real.starts_with(start) => {}
            Some(_) => differs(),
            None if shown == real => {}
            None => differs(),
        },
        _ if shown == real => {}
        _ => differs(),
    }
}

#[test]
fn the_examples_of_the_page_are_correct() {
    let page = fs::read_to_string(
        Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/src/programs/protocol.md"),
    )
    .expect("the page");
    let home = tempfile::tempdir().expect("a folder");
    let params = json!({"processId": null, "rootUri": null, "capabilities": {}, "initializationOptions": {"virtualDocuments": true}});
    let (mut client, _) = Client::greet(&home.path().to_string_lossy(), params);
    let blocks: Vec<(String, String)> = fence::fenced_blocks(&page)
        .into_iter()
        .filter_map(|block| Some((block.info.strip_prefix("json ")?.to_owned(), block.text)))
        .collect();
    let mut faults = Vec::new();
    let mut examples = 0;
    for pair in blocks.chunks(2) {
        let [(info, params), (result, shown)] = pair else {
            panic!("an example without its result: {pair:?}")
        };
        let method = info.strip_prefix("params ").expect("params of a method");
        assert_eq!(result, "result", "{method}");
        let params: Value =
            serde_json::from_str(params).unwrap_or_else(|error| panic!("{method}: {error}"));
        let shown: Value =
            serde_json::from_str(shown).unwrap_or_else(|error| panic!("{method}: {error}"));
        match client.ask(method, params) {
            Ok(real) => missing(&shown, &real, method, &mut faults),
            Err(error) => faults.push(format!("{method}: {error}")),
        }
        examples += 1;
    }
    assert!(examples == 12, "the page shows {examples} examples");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_client_that_opens_files_alone_is_given_files() {
    let home = tempfile::tempdir().expect("a folder");
    let (mut client, _) = Client::greet(
        &home.path().to_string_lossy(),
        json!({"processId": null, "rootUri": null, "capabilities": {}}),
    );
    let outline = client
        .ask(
            "rulebook/outline",
            json!({"ruleset": "dbm", "document": "dbm-3.0"}),
        )
        .expect("an answer");
    let uri = outline
        .pointer("/rulesets/0/editions/0/documents/0/files/0/location/uri")
        .and_then(Value::as_str)
        .expect("an address");
    let path = Path::new(uri.strip_prefix("file://").expect("a file"));
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("rules/dbm/base.rules.md");
    assert!(path.starts_with(home.path()), "{uri}");
    assert_eq!(
        fs::read_to_string(path).expect("readable"),
        fs::read_to_string(shipped).expect("readable")
    );
    assert!(fs::metadata(path).expect("there").permissions().readonly());
    // and requests from inside it are answered
    let text = fs::read_to_string(path).expect("readable");
    let line = text
        .lines()
        .position(|line| line.starts_with("ruleset:"))
        .expect("front matter");
    let at = json!({"textDocument": {"uri": uri}, "position": {"line": line, "character": 10}});
    let found = client
        .ask("textDocument/definition", at)
        .expect("an answer");
    let found = found
        .pointer("/0/uri")
        .and_then(Value::as_str)
        .expect("a place");
    assert!(
        found.starts_with("file://") && found.ends_with("/dbm/ruleset.toml"),
        "{found}"
    );
    assert!(
        Path::new(found.trim_start_matches("file://")).is_file(),
        "{found}"
    );
}

#[test]
fn missing_members_are_detected() {
    let seen = |shown: Value, real: Value| {
        let mut out = Vec::new();
        missing(&shown, &real, "", &mut out);
        !out.is_empty()
    };
    assert!(!seen(
        json!({"a": [1, "…"], "b": "x…"}),
        json!({"a": [1, 2], "b": "xy", "c": 1})
    ));
    assert!(seen(json!({"a": 1}), json!({})));
    assert!(seen(json!([1]), json!([1, 2])));
    assert!(seen(json!([1, 2, "…"]), json!([1])));
    assert!(seen(json!("x…"), json!("y")));
}
