//! Messages to the language server: whatever comes, it answers in whole messages, and ends.

use super::input::{Inputs, Texts, choose, size};
use fastrand::Rng;
use futures_util::future::join;
use rulebook::lsp::{ServerEnvironment, serve};
use serde_json::Value;
use std::{collections::BTreeMap, sync::LazyLock, time::Duration};
use tokio::{io::AsyncReadExt, runtime::Runtime, time::timeout};

/// A server that takes longer than this hangs.
const PATIENCE: Duration = Duration::from_secs(120);

static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_time()
        .build()
        .expect("a runtime")
});

/// Messages of a client. Most come before `initialize`, so that few rules are loaded.
const MESSAGES: &[&str] = &[
    r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#,
    r#"{"jsonrpc":"2.0","method":"initialized","params":{}}"#,
    r#"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#,
    r#"{"jsonrpc":"2.0","method":"exit"}"#,
    r#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":3}}"#,
    r#"{"jsonrpc":"2.0","id":3,"method":"workspace/symbol","params":{"query":"tolls"}}"#,
    r#"{"jsonrpc":"2.0","id":"é","method":"textDocument/hover","params":{"textDocument":{"uri":"untitled:a.rules.md"},"position":{"line":4,"character":2}}}"#,
    r##"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"untitled:a.rules.md","languageId":"markdown","version":1,"text":"# Tolls {#tolls}\n\n> é🎲\r\n"}}}"##,
    r#"{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"untitled:a.rules.md","version":2},"contentChanges":[{"range":{"start":{"line":0,"character":3},"end":{"line":9,"character":99}},"text":"x"}]}}"#,
    r#"{"jsonrpc":"2.0","id":9,"result":null}"#,
    r#"[{"jsonrpc":"2.0","id":10,"method":"shutdown"}]"#,
    r#"{"jsonrpc":"2.0","id":null,"method":"x"}"#,
];

/// Pieces of messages.
const PIECES: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    "\"",
    ":",
    ",",
    "null",
    "true",
    "-1",
    "4294967296",
    "1.5",
    "\\u0000",
    "\\ud800",
    "\"id\":",
    "\"method\":",
    "\"params\":",
    "\"jsonrpc\":\"2.0\"",
    "\"shutdown\"",
    "\"exit\"",
    "\"line\":",
    "\"character\":",
    "\"version\":",
    "\"text\":",
    "\"untitled:b.scenario.md\"",
    "\"textDocument\":",
];

/// The head of a message of that length, or a wrong one.
fn head(kind: u8, length: usize) -> String {
    match kind {
        0 => format!("Content-Length: {}\r\n\r\n", length + 1),
        1 => format!("Content-Length: {}\r\n\r\n", length / 2),
        2 => format!("content-length:{length}\nContent-Type: application/vscode-jsonrpc\n\n"),
        3 => "Content-Length: -1\r\n\r\n".to_owned(),
        4 => "Content-Length: 99999999999\r\n\r\n".to_owned(),
        5 => format!("X: y\r\n\r\nContent-Length: 1\r\nContent-Length: {length}\r\n\r\n"),
        6 => String::new(),
        _ => format!("Content-Length: {length}\r\n\r\n"),
    }
}

pub(super) fn inputs(mut real: Vec<String>) -> Inputs {
    real.extend(MESSAGES.iter().map(|&message| message.to_owned()));
    let texts = Texts::new(real, PIECES);
    Box::new(move |rng| {
        let message = |rng: &mut Rng| {
            let body = match rng.u8(..3) {
                0 => (*choose(rng, MESSAGES)).to_owned(),
                _ => texts.make(rng),
            };
            head(rng.u8(..20), body.len()) + &body
        };
        (0..size(rng, 6)).map(|_| message(rng)).collect()
    })
}

/// Checks that a server that reads these bytes ends, answers in whole messages and has no internal error.
pub(super) fn check(text: &str) {
    let environment = ServerEnvironment {
        env: BTreeMap::from([("HOME".to_owned(), "/nonexistent".to_owned())]),
        current: "/nonexistent".into(),
        today: Some(crate::play::TODAY),
    };
    let (near, mut far) = tokio::io::duplex(1 << 16);
    let mut output = Vec::new();
    let both = join(
        serve(environment, text.as_bytes(), near),
        far.read_to_end(&mut output),
    );
    let ended = RUNTIME.block_on(async { timeout(PATIENCE, both).await });
    assert!(ended.is_ok(), "the server hangs");
    let output = String::from_utf8(output).expect("UTF-8");
    let mut rest = output.as_str();
    while let Some(message) = rest.strip_prefix("Content-Length: ") {
        let (length, body) = message.split_once("\r\n\r\n").expect("a whole head");
        let (body, behind) = body.split_at(length.parse().expect("a length"));
        let message: Value = serde_json::from_str(body).expect("JSON");
        assert_eq!(message["jsonrpc"], "2.0", "{message}");
        assert_ne!(message["error"]["code"], -32603, "{message}");
        rest = behind;
    }
    assert_eq!(rest, "");
}
