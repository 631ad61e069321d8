//! Tests that slow or panicking handlers and a client that reads nothing do not stop the server.

use super::{
    super::{
        feature::{notice, request},
        response_error::HandlerResult,
        snapshot::Snapshot,
    },
    *,
};
use parking_lot::{Condvar, Mutex};
use std::collections::BTreeMap;
use tokio::io::DuplexStream;
use tower_lsp::gen_lsp_types as types;

/// A handler that does not end before the gate is opened, and never checks whether it was
/// cancelled.
fn waits(_: &Snapshot<'_>, gate: usize) -> HandlerResult<usize> {
    let (open, opened) = &GATES[gate];
    let mut open = open.lock();
    while !*open {
        opened.wait(&mut open);
    }
    Ok(Some(gate))
}

fn panics(_: &Snapshot<'_>, _: Value) -> HandlerResult<Value> {
    panic!("a handler that panics");
}

fn notice_panics(_: &Server, _: Value) {
    panic!("a notification that panics");
}

/// One gate for each test.
static GATES: [(Mutex<bool>, Condvar); 3] = [const { (Mutex::new(false), Condvar::new()) }; 3];

fn open(gate: usize) {
    *GATES[gate].0.lock() = true;
    GATES[gate].1.notify_all();
}

const FAULTY: &[Feature] = &[
    request!("test/waits", |_| None, waits),
    request!("test/panics", |_| None, panics),
    notice!("test/noticePanics", notice_panics),
];

/// A client of a server in this process that reads answers as they arrive.
struct TestClient {
    runtime: Runtime,
    output: DuplexStream,
    input: Frames<BufReader<DuplexStream>>,
}

impl TestClient {
    fn new() -> Self {
        let runtime = runtime().expect("a runtime");
        let (output, input) = tokio::io::duplex(1 << 20);
        let (server_output, client_input) = tokio::io::duplex(1 << 20);
        let environment = ServerEnvironment {
            env: BTreeMap::new(),
            current: "/nowhere".into(),
            today: None,
        };
        runtime.spawn(async move {
            let builder = LspService::build_with_lifecycle_methods(|client| {
                Server::new(client, environment, feature::refresh_all)
            });
            run_loop(
                register_all(register_all(builder, FEATURES), FAULTY),
                input,
                server_output,
            )
            .await
        });
        let mut client = Self {
            runtime,
            output,
            input: Frames::new(BufReader::new(client_input)),
        };
        client.request(0, "initialize", &json!({"capabilities": {}}));
        client.answers([0]);
        client
    }

    fn send(&mut self, message: &Value) {
        self.runtime
            .block_on(framing::write(&mut self.output, message))
            .expect("a server that reads");
    }

    fn request(&mut self, id: usize, method: &str, params: &Value) {
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
    }

    fn note(&mut self, method: &str, params: &Value) {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    /// Returns the next answers by id. They must be those to `expected` and no others, in any
    /// order.
    fn answers(&mut self, expected: impl IntoIterator<Item = usize>) -> BTreeMap<usize, Value> {
        let mut missing: Vec<usize> = expected.into_iter().collect();
        let mut out = BTreeMap::new();
        while !missing.is_empty() {
            let next =
                async { tokio::time::timeout(Duration::from_secs(60), self.input.next()).await };
            let Ok(Ok(Some(Frame::Message(message)))) = self.runtime.block_on(next) else {
                panic!("no answer to {missing:?}")
            };
            let Some(id) = message
                .get("id")
                .filter(|_| message.get("method").is_none())
                .and_then(Value::as_u64)
            else {
                continue;
            };
            let at = missing.iter().position(|&other| other == id as usize);
            missing.remove(
                at.unwrap_or_else(|| panic!("{message} came before the answers to {missing:?}")),
            );
            out.insert(id as usize, message);
        }
        out
    }
}

/// A request that needs everything to be loaded.
fn outline() -> Value {
    json!({"textDocument": {"uri": "file:///nowhere/x.amend.md"}})
}

/// tower-lsp drops what is sent before: the client would never receive it.
#[test]
fn nothing_is_sent_before_initialize_is_answered() {
    let runtime = runtime().expect("a runtime");
    let _inside = runtime.enter();
    let environment = ServerEnvironment {
        env: BTreeMap::new(),
        current: "/nowhere".into(),
        today: None,
    };
    let (mut service, _socket) = LspService::build_with_lifecycle_methods(|client| {
        Server::new(client, environment, feature::refresh_all)
    })
    .finish();
    let server = service.inner().clone();
    server.publisher.wake();
    assert!(!server.publisher.is_running());
    let initialize =
        json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}});
    let (sender, _messages) = unbounded_channel();
    let places = Arc::new(Semaphore::new(1));
    runtime.block_on(async {
        let permit = SendPermit::new(&sender, &places).await.expect("a place");
        begin(
            &mut service,
            request(initialize).expect("a request"),
            permit,
        )
        .await;
    });
    assert!(server.publisher.is_running());
}

#[test]
fn a_slow_request_blocks_no_other() {
    let mut client = TestClient::new();
    let slow = 1..WORKERS - 4;
    slow.clone()
        .for_each(|id| client.request(id, "test/waits", &json!(0)));
    client.request(100, "textDocument/documentSymbol", &outline());
    client.answers([100]);
    open(0);
    client.answers(slow);
}

/// A client that reads nothing is not read any more; once it reads, everything is answered.
#[test]
fn a_client_that_reads_nothing_does_not_fill_the_memory() {
    let mut client = TestClient::new();
    let long = "x".repeat(10_000);
    let mut sent = 0;
    let begun = |client: &mut TestClient, id: usize| {
        let message = json!({"jsonrpc": "2.0", "id": id, "method": format!("unknown/{long}")});
        let bytes = framing::write(&mut client.output, &message);
        let patience = Duration::from_secs(2);
        let written = async { tokio::time::timeout(patience, bytes).await };
        client.runtime.block_on(written).is_ok()
    };
    while begun(&mut client, sent + 1) {
        sent += 1;
        assert!(sent < 3 * MAX_IN_WORK, "it reads on");
    }
    assert!(sent >= MAX_IN_WORK, "{sent}");
    client.answers(1..sent);
}

#[test]
fn a_cancelled_request_is_answered_at_once() {
    let mut client = TestClient::new();
    let slow = 1..3 * WORKERS;
    slow.clone()
        .for_each(|id| client.request(id, "test/waits", &json!(1)));
    for id in slow.clone().rev() {
        client.note("$/cancelRequest", &json!({"id": id}));
        let answers = client.answers([id]);
        assert_eq!(answers[&id]["error"]["code"], json!(-32800));
    }
    // and a second time is no error
    client.note("$/cancelRequest", &json!({"id": 1}));
    client.request(200, "unknown/method", &Value::Null);
    client.answers([200]);
    open(1);
    client.request(201, "textDocument/documentSymbol", &outline());
    client.answers([201]);
}

#[test]
fn all_requests_are_answered_while_everything_loads_again() {
    let mut client = TestClient::new();
    let slow = 1..4 * WORKERS;
    slow.clone()
        .for_each(|id| client.request(id, "test/waits", &json!(2)));
    let changes = json!([types::FileEvent {
        uri: types::Uri::parse("file:///nowhere/rulebook.toml").expect("an address"),
        kind: types::FileChangeType::Changed,
    }]);
    client.note(
        "workspace/didChangeWatchedFiles",
        &json!({ "changes": changes }),
    );
    client.request(100, "textDocument/documentSymbol", &outline());
    open(2);
    client.answers(slow.chain([100]));
}

#[test]
fn a_panic_fails_its_own_request_and_nothing_else() {
    let mut client = TestClient::new();
    for id in 1..4 * WORKERS {
        client.request(id, "test/panics", &json!({}));
        client.note("test/noticePanics", &json!({}));
        let answers = client.answers([id]);
        assert_eq!(answers[&id]["error"]["code"], json!(-32803), "{answers:?}");
    }
    client.request(100, "textDocument/documentSymbol", &outline());
    let answers = client.answers([100]);
    assert_eq!(answers[&100].get("error"), None);
}
