//! What the server outlives: bytes that are no messages, messages out of turn, a client that never answers, bursts of changes, and ends of
//! all kinds. What handlers can do wrong is tested in `src/lsp/transport.rs`.

use super::client::{Client, PATIENCE};
use serde_json::{Value, json};
use std::{
    fs,
    io::{Read, Write},
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

const RULESET: &str = "title = \"Demo\"\neditions = [{ id = \"1\", date = \"2001\" }]\n\n[document.demo-1]\nedition = \"1\"\nkind = \"base\"\npublished = \"2001\"\n";
const HEAD: &str =
    "---\nruleset: demo\nedition: \"1\"\ndocument: demo-1\n---\n\n# Rafts {#rafts page=3}\n\n";

/// A folder with a little ruleset, and a client at work in it with its base text open; `text` follows its first heading.
struct TestEditor {
    _keep: tempfile::TempDir,
    client: Client,
    uri: String,
    line: usize,
}

fn editor(text: &str, capabilities: Value) -> TestEditor {
    let keep = tempfile::tempdir().expect("a folder");
    let folder = keep.path().canonicalize().expect("a path");
    let rules = folder.join("rules/demo");
    fs::create_dir_all(&rules).expect("a folder");
    fs::write(rules.join("ruleset.toml"), RULESET).expect("a file");
    fs::write(rules.join("base.rules.md"), HEAD).expect("a file");
    let root = format!("file://{}", folder.display());
    let uri = format!("{root}/rules/demo/base.rules.md");
    let (mut client, _) = Client::greet(
        &folder.to_string_lossy(),
        json!({"rootUri": root, "capabilities": capabilities}),
    );
    let document = json!({"uri": uri, "languageId": "markdown", "version": 0, "text": format!("{HEAD}{text}")});
    client.note("textDocument/didOpen", json!({ "textDocument": document }));
    TestEditor {
        _keep: keep,
        client,
        uri,
        line: HEAD.lines().count(),
    }
}

impl TestEditor {
    /// Replaces characters of the line behind the heading.
    fn change(&mut self, version: usize, from: usize, to: usize, text: &str) {
        let place = |character: usize| json!({"line": self.line, "character": character});
        let change = json!({"range": {"start": place(from), "end": place(to)}, "text": text});
        let document = json!({"uri": self.uri, "version": version});
        self.client.note(
            "textDocument/didChange",
            json!({"textDocument": document, "contentChanges": [change]}),
        );
    }

    fn messages(&mut self) -> Vec<String> {
        let report = self.client.diagnostics(&self.uri).expect("a report");
        let message = |item: &Value| item["message"].as_str().unwrap_or_default().to_owned();
        report
            .as_array()
            .into_iter()
            .flatten()
            .map(message)
            .filter(|message| message.contains('#'))
            .collect()
    }

    fn hovers(&mut self) {
        let position = json!({"line": self.line - 2, "character": 12});
        let hover = self.client.ask(
            "textDocument/hover",
            json!({"textDocument": {"uri": self.uri}, "position": position}),
        );
        assert!(
            hover.expect("an answer")["contents"]["value"]
                .as_str()
                .unwrap_or_default()
                .contains("Rafts")
        );
    }
}

/// Each change fits only the text that the one before it left: overtaking would garble the name.
fn burst(count: usize) {
    let mut editor = editor("> See [there](#n0).\n", json!({}));
    let start = "> See [there](#n".len();
    let mut before = "0".to_owned();
    for version in 1..=count {
        let fresh = (version * 7 % 1013).to_string();
        editor.change(version, start, start + before.len(), &fresh);
        before = fresh;
    }
    assert_eq!(
        editor.messages(),
        [format!("nothing has the id `#n{before}`")]
    );
}

#[test]
fn twenty_changes_in_a_burst_are_made_in_order() {
    burst(20);
}

#[test]
fn twenty_thousand_changes_in_a_burst_are_made_in_order() {
    burst(20_000);
}

#[test]
fn a_client_that_never_answers_is_served() {
    let capabilities = json!({
        "workspace": {"diagnostics": {"refreshSupport": true}, "didChangeWatchedFiles": {"dynamicRegistration": true},
            "codeLens": {"refreshSupport": true}, "inlayHint": {"refreshSupport": true}, "semanticTokens": {"refreshSupport": true}},
        "textDocument": {"diagnostic": {}}, "window": {"workDoneProgress": true},
    });
    let mut editor = editor("> See [there](#there).\n", capabilities);
    editor.client.silent = true;
    let request_count = |client: &Client| {
        client
            .heard
            .iter()
            .filter(|message| message["method"] != "window/logMessage")
            .count()
    };
    editor
        .client
        .until("a registration", |client| request_count(client) >= 1);
    // each time something else changes in another document, the server requests a refresh
    let folder = editor.uri.trim_end_matches("base.rules.md").to_owned();
    for round in 0..6 {
        let uri = format!("{folder}{round}.amend.md");
        let text = format!(
            "---\nruleset: demo\nedition: \"1\"\ndocument: demo-{round}\n---\n\n# New {{#new{round} .new}}\n\n> [Rafts](#rafts)\n"
        );
        editor.client
            .note("textDocument/didOpen", json!({"textDocument": {"uri": uri, "languageId": "markdown", "version": 1, "text": text}}));
        editor.hovers();
        editor.change(
            round + 1,
            "> See [there](#".len(),
            "> See [there](#there".len(),
            if round % 2 == 0 { "rafts" } else { "there" },
        );
        editor.hovers();
    }
    assert!(editor.client.ask("shutdown", Value::Null).is_ok());
}

/// What the server says to messages, one line each.
fn talk(messages: &[Value]) -> String {
    let keep = tempfile::tempdir().expect("a folder");
    let mut client = Client::start(&keep.path().to_string_lossy());
    for message in messages {
        match message {
            Value::String(bytes) => client.raw(bytes.as_bytes()),
            message => client.send(message),
        }
    }
    // an answer to this one comes behind all that is answered at once
    client.send(&json!({"jsonrpc": "2.0", "id": "last", "method": "last"}));
    let mut out = String::new();
    loop {
        let mut message = client.next();
        if message["id"] == "last" {
            return out;
        }
        if message.get("method").is_some() {
            continue;
        }
        if let Some(result) = message
            .get_mut("result")
            .filter(|result| result.is_object())
        {
            *result = json!("…");
        }
        out += &format!(
            "{} {}\n",
            message["id"],
            if message["error"].is_null() {
                &message["result"]
            } else {
                &message["error"]
            }
        );
    }
}

fn request(id: impl Into<Value>, method: &str, params: Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id.into(), "method": method, "params": params})
}

fn note(method: &str, params: Value) -> Value {
    json!({"jsonrpc": "2.0", "method": method, "params": params})
}

fn hello() -> Value {
    request(0, "initialize", json!({"capabilities": {}}))
}

#[test]
fn malformed_bytes() {
    let bytes = |text: &str| json!(text);
    let output = talk(&[
        hello(),
        bytes("Content-Length: 5\r\n\r\n{nope"),
        bytes("Content-Length: 9999999999\r\n\r\n"),
        bytes("no header\r\nat all\r\n\r\n"),
        request(1, "unknown/method", json!({})),
        bytes("Content-Length: -3\r\n\r\n"),
        bytes("Content-Length: 0\r\n\r\n"),
        request("zwei", "unknown/method", Value::Null),
        bytes("\u{0}\u{1}\u{feff}\n"),
        json!(["a", "batch"]),
        json!([request(3, "textDocument/hover", json!({}))]),
        json!(7),
        json!({"jsonrpc": "2.0"}),
        json!({"jsonrpc": "2.0", "id": 4}),
        json!({"jsonrpc": "2.0", "id": 5, "method": 5}),
        json!({"jsonrpc": "2.0", "id": 6, "result": "unrequested"}),
        json!({"jsonrpc": "2.0", "id": null, "result": null}),
        json!({"id": 7, "method": "unknown/method"}),
        json!({"jsonrpc": "2.0", "id": {"odd": true}, "method": "unknown/method"}),
    ]);
    insta::assert_snapshot!(output, @r#"
    0 "…"
    null {"code":-32700,"message":"the message is not JSON: key must be a string at line 1 column 2"}
    null {"code":-32700,"message":"a message of 9999999999 bytes is too long; at most 33554432 are allowed"}
    1 {"code":-32601,"data":"unknown/method","message":"Method not found"}
    null {"code":-32700,"message":"`-3` is not the length of a message"}
    null {"code":-32700,"message":"the message is not JSON: EOF while parsing a value at line 1 column 0"}
    "zwei" {"code":-32601,"data":"unknown/method","message":"Method not found"}
    null {"code":-32700,"message":"not the header of a message: \"\\0\\u{1}\\u{feff}\""}
    null {"code":-32600,"message":"a message has to be an object; batches are not part of the protocol"}
    null {"code":-32600,"message":"a message has to be an object; batches are not part of the protocol"}
    null {"code":-32600,"message":"a message has to be an object; batches are not part of the protocol"}
    null {"code":-32600,"message":"a message that is not a response has to name a method"}
    4 {"code":-32600,"message":"a message that is not a response has to name a method"}
    5 {"code":-32600,"message":"not a request: invalid type: integer `5`, expected a string"}
    7 {"code":-32600,"message":"not a request: missing field `jsonrpc`"}
    null {"code":-32600,"message":"not a request: data did not match any variant of untagged enum Id"}
    "#);
}

#[test]
fn unknown_messages() {
    let output = talk(&[
        hello(),
        note("initialized", Value::Null),
        note("unknown/method", json!({"a": 1})),
        note("$/unknown", Value::Null),
        request(1, "$/unknown", Value::Null),
        request(2, "textDocument/hover", Value::Null),
        request(
            3,
            "textDocument/hover",
            json!({"textDocument": 7, "position": "here"}),
        ),
        request(4, "textDocument/hover", json!([1, 2])),
        request(
            5,
            "textDocument/hover",
            json!({"textDocument": {"uri": "no address"}, "position": {"line": 0, "character": 0}}),
        ),
        request(
            6,
            "textDocument/hover",
            json!({"textDocument": {"uri": "file:///x.rules.md"}, "position": {"line": -1, "character": 0}}),
        ),
        note("textDocument/didOpen", Value::Null),
        note("textDocument/didOpen", json!({"textDocument": {"uri": 5}})),
        note(
            "textDocument/didChange",
            json!({"textDocument": {"uri": "file:///x.rules.md", "version": 1}, "contentChanges": "all"}),
        ),
        note(
            "textDocument/didClose",
            json!({"textDocument": {"uri": "file:///never/opened.rules.md"}}),
        ),
        note("$/cancelRequest", Value::Null),
        note("$/cancelRequest", json!({"id": 999})),
        note("$/setTrace", json!({"value": "verbose"})),
        note(
            "workspace/didChangeConfiguration",
            json!({"settings": null}),
        ),
        note("workspace/didChangeWatchedFiles", json!({"changes": []})),
        note(
            "workspace/didChangeWorkspaceFolders",
            json!({"event": {"added": [], "removed": []}}),
        ),
        request(7, "initialize", json!({"capabilities": {}})),
    ]);
    insta::assert_snapshot!(output, @r#"
    0 "…"
    1 {"code":-32601,"message":"Method not found"}
    2 {"code":-32602,"message":"Missing params field"}
    3 {"code":-32602,"message":"invalid type: string \"here\", expected struct Position"}
    4 {"code":-32602,"message":"invalid type: integer `1`, expected struct TextDocumentIdentifier"}
    5 {"code":-32602,"message":"relative URL without a base: \"no address\""}
    6 {"code":-32602,"message":"invalid value: integer `-1`, expected u32"}
    7 {"code":-32600,"message":"Invalid request"}
    "#);
}

#[test]
fn messages_out_of_turn() {
    let output = talk(&[
        request(1, "textDocument/hover", json!({})),
        request(2, "shutdown", Value::Null),
        note("textDocument/didOpen", json!({})),
        request(3, "initialize", Value::Null),
        request(
            4,
            "initialize",
            json!({"capabilities": {"textDocument": 5}}),
        ),
        hello(),
        request(5, "shutdown", json!({})),
        request(6, "textDocument/hover", json!({})),
        request(7, "unknown/method", json!({})),
        request(8, "shutdown", Value::Null),
        hello(),
        note("textDocument/didOpen", json!({})),
    ]);
    insta::assert_snapshot!(output, @r#"
    1 {"code":-32002,"message":"Server not initialized"}
    2 {"code":-32002,"message":"Server not initialized"}
    3 {"code":-32602,"message":"Missing params field"}
    4 {"code":-32602,"message":"invalid type: integer `5`, expected struct TextDocumentClientCapabilities"}
    0 "…"
    5 null
    6 {"code":-32600,"message":"Invalid request"}
    7 {"code":-32601,"data":"unknown/method","message":"Method not found"}
    8 {"code":-32600,"message":"Invalid request"}
    0 {"code":-32600,"message":"Invalid request"}
    "#);
}

#[test]
fn the_same_number_twice() {
    let uri = json!({"textDocument": {"uri": "file:///x.rules.md"}});
    let keep = tempfile::tempdir().expect("a folder");
    let mut client = Client::start(&keep.path().to_string_lossy());
    client.send(&hello());
    client.send(&request(1, "textDocument/documentSymbol", uri.clone()));
    client.send(&request(1, "textDocument/documentSymbol", uri));
    let answers = [client.next(), client.next(), client.next()];
    let ids: Vec<&Value> = answers.iter().map(|answer| &answer["id"]).collect();
    assert_eq!(ids, [&json!(0), &json!(1), &json!(1)], "{answers:?}");
}

#[test]
fn the_end() {
    let keep = tempfile::tempdir().expect("a folder");
    let home = keep.path().to_string_lossy().into_owned();
    let end = |messages: &[Value], hang_up: bool| {
        let mut client = Client::start(&home);
        messages.iter().for_each(|message| client.send(message));
        if hang_up {
            client.hang_up();
        }
        client.ended()
    };
    let (shutdown, exit) = (
        request(9, "shutdown", Value::Null),
        note("exit", Value::Null),
    );
    assert!(end(&[hello(), shutdown.clone(), exit.clone()], false));
    assert!(!end(&[hello(), exit.clone()], false));
    assert!(!end(std::slice::from_ref(&exit), false));
    assert!(!end(&[hello()], true));
    assert!(end(&[hello(), shutdown], true));
    assert!(!end(&[], true));
}

/// A process that says `exit`, and leaves its end of the pipe open, has gone soon; its answers were written before.
#[test]
fn exit_with_open_input() {
    for (messages, code) in [
        (
            &[
                hello(),
                request(1, "shutdown", Value::Null),
                note("exit", Value::Null),
            ][..],
            0,
        ),
        (&[hello(), note("exit", Value::Null)], 1),
        (&[note("exit", Value::Null)], 1),
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_rulebook"))
            .args(["lsp", "--stdio"])
            .current_dir(std::env::temp_dir())
            .env("RULEBOOK_CONFIG", "none.toml")
            .env("RULEBOOK_LIBRARY", "none")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut input = child.stdin.take().expect("a stream");
        for message in messages {
            let body = message.to_string();
            input
                .write_all(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes())
                .expect("it reads");
        }
        input.flush().expect("it reads");
        let end = Instant::now() + PATIENCE;
        let status = loop {
            match child.try_wait().expect("a process") {
                Some(status) => break status,
                None => assert!(Instant::now() < end, "it does not end"),
            }
            thread::sleep(Duration::from_millis(20));
        };
        drop(input);
        let mut output = String::new();
        child
            .stdout
            .take()
            .expect("a stream")
            .read_to_string(&mut output)
            .expect("UTF-8");
        assert_eq!(status.code(), Some(code), "{output}");
        assert_eq!(
            output.matches("\"id\":").count(),
            messages.len() - 1,
            "{output}"
        );
    }
}
