//! The loop that reads, dispatches and writes messages.
//!
//! The loop of tower-lsp has four defects, each of which has a test: notifications overtake each
//! other, requests to the client can block everything, a cancellation waits behind the request that
//! it cancels, and work in a handler stops everything else. Here each message is begun at once, in
//! the order of arrival, and continues as a task of its own if it has to wait.

use super::{
    feature::{self, Builder, FEATURES, Feature},
    framing::{self, Frame, Frames},
    server::Server,
    session::ServerEnvironment,
};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::{
    io,
    panic::{AssertUnwindSafe, catch_unwind},
    pin::Pin,
    task::Poll,
    time::Duration,
};
use tokio::{
    io::{AsyncRead, AsyncWrite, BufReader},
    runtime::Runtime,
    sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel},
};
use tower::Service;
use tower_lsp::{
    ExitedError, LspService,
    jsonrpc::{Error, Id, Request, Response},
};

/// The time for writing the last messages after the client has left.
const FLUSH_TIMEOUT: Duration = Duration::from_millis(500);

/// The maximum number of handlers that run at the same time; others wait.
const WORKERS: usize = 16;

type PendingResponse = Pin<Box<dyn Future<Output = Result<Option<Response>, ExitedError>> + Send>>;

/// Serves a client over standard input and output until it leaves. Returns the exit code: 0 if it
/// sent `shutdown` before `exit`, or else 1.
pub fn run(environment: ServerEnvironment) -> u8 {
    let Ok(runtime) = runtime() else { return 1 };
    let orderly = runtime.block_on(serve(environment, tokio::io::stdin(), tokio::io::stdout()));
    // a thread that waits for input would hold the process
    runtime.shutdown_background();
    u8::from(!orderly)
}

fn runtime() -> io::Result<Runtime> {
    tokio::runtime::Builder::new_multi_thread()
        .enable_time()
        .max_blocking_threads(WORKERS)
        .build()
}

/// Serves a client until it leaves. Returns whether it sent `shutdown` first. Messages are read
/// from `input` and written to `output`.
pub async fn serve(
    environment: ServerEnvironment,
    input: impl AsyncRead + Unpin,
    output: impl AsyncWrite + Unpin + Send + 'static,
) -> bool {
    let builder = LspService::build_with_lifecycle_methods(|client| {
        Server::new(client, environment, feature::refresh_all)
    });
    run_loop(register_all(builder, FEATURES), input, output).await
}

/// Registers the handlers of features.
fn register_all(builder: Builder, features: &[Feature]) -> Builder {
    features.iter().fold(builder, |builder, feature| {
        (feature.register)(builder, feature.method)
    })
}

async fn run_loop(
    builder: Builder,
    input: impl AsyncRead + Unpin,
    output: impl AsyncWrite + Unpin + Send + 'static,
) -> bool {
    let (mut service, socket) = builder.finish();
    let (mut client_requests, mut answers) = socket.split();
    let (sender, outgoing) = unbounded_channel();
    let writer = tokio::spawn(write(outgoing, output));
    let requests = sender.clone();
    let forward_requests = tokio::spawn(async move {
        while let Some(request) = client_requests.next().await {
            send(&requests, &request);
        }
    });
    let mut frames = Frames::new(BufReader::new(input));
    let mut shut_down = false;
    while let Ok(Some(frame)) = frames.next().await {
        let message = match frame {
            Frame::Message(message) => message,
            Frame::Garbage(why) => {
                send(
                    &sender,
                    &Response::from_error(
                        Id::Null,
                        Error {
                            message: why.into(),
                            ..Error::parse_error()
                        },
                    ),
                );
                continue;
            }
        };
        if message.get("method").is_none()
            && (message.get("result").is_some() || message.get("error").is_some())
        {
            if let Ok(response) = serde_json::from_value::<Response>(message) {
                // an answer to an unknown request, or to one that no longer waits
                let _ignored = answers.send(response).await;
            }
            continue;
        }
        let id = message.get("id").cloned();
        let request = match request(message) {
            Ok(request) => request,
            Err(why) => {
                let error = Error {
                    message: why.into(),
                    ..Error::invalid_request()
                };
                let id = id
                    .and_then(|id| serde_json::from_value(id).ok())
                    .unwrap_or(Id::Null);
                send(&sender, &Response::from_error(id, error));
                continue;
            }
        };
        match request.method() {
            "exit" => break,
            "shutdown" => shut_down = true,
            _ => {}
        }
        begin(&mut service, request, &sender).await;
    }
    forward_requests.abort();
    drop(sender);
    let _unread = tokio::time::timeout(FLUSH_TIMEOUT, writer).await;
    shut_down
}

/// Converts a message to a request. `null` parameters mean none, as many clients send them, and so
/// do those of requests that take none.
fn request(mut message: Value) -> Result<Request, String> {
    if !message.is_object() {
        return Err("a message is an object; batches are no part of the protocol".into());
    }
    if message.get("method").is_none() {
        return Err("a message that is no answer names a method".into());
    }
    let ends = message
        .get("method")
        .and_then(Value::as_str)
        .is_some_and(|method| matches!(method, "shutdown" | "exit"));
    if (ends || message.get("params").is_some_and(Value::is_null))
        && let Some(fields) = message.as_object_mut()
    {
        fields.remove("params");
    }
    serde_json::from_value(message).map_err(|error| format!("this is no request: {error}"))
}

/// Begins a request at once, so that changes are applied in the order of the messages. A request
/// that has to wait continues as a task.
async fn begin(
    service: &mut LspService<Server>,
    request: Request,
    sender: &UnboundedSender<Value>,
) {
    let id = request.id().cloned();
    let method = request.method().to_owned();
    let greeted = (method == "initialize").then(|| service.inner().clone());
    let answer = move |sender: &UnboundedSender<Value>, response: Response| {
        send(sender, &response);
        if let Some(server) = greeted.filter(|_| response.is_ok()) {
            server.publisher.initialized();
        }
    };
    if std::future::poll_fn(|context| service.poll_ready(context))
        .await
        .is_err()
    {
        return;
    }
    let broken = move |id: Option<Id>| {
        let message = format!("this is a fault of rulebook: it broke off while answering {method}");
        id.map(|id| {
            Response::from_error(
                id,
                Error {
                    message: message.into(),
                    ..Error::internal_error()
                },
            )
        })
    };
    let started = catch_unwind(AssertUnwindSafe(|| -> PendingResponse {
        Box::pin(service.call(request))
    }));
    let Ok(mut answering) = started else {
        broken(id)
            .iter()
            .for_each(|response| send(sender, response));
        return;
    };
    let first = std::future::poll_fn(|context| {
        Poll::Ready(catch_unwind(AssertUnwindSafe(|| {
            answering.as_mut().poll(context)
        })))
    });
    match first.await {
        Ok(Poll::Ready(Ok(Some(response)))) => answer(sender, response),
        // tower-lsp ignores unknown methods `$/…`, but a request must be answered
        Ok(Poll::Ready(_)) => id.iter().for_each(|id| {
            send(
                sender,
                &Response::from_error(id.clone(), Error::method_not_found()),
            )
        }),
        Ok(Poll::Pending) => {
            let sender = sender.clone();
            tokio::spawn(async move {
                match tokio::spawn(answering).await {
                    Ok(Ok(Some(response))) => answer(&sender, response),
                    Ok(_) => {}
                    Err(_) => broken(id)
                        .iter()
                        .for_each(|response| send(&sender, response)),
                }
            });
        }
        Err(_) => broken(id)
            .iter()
            .for_each(|response| send(sender, response)),
    }
}

fn send(sender: &UnboundedSender<Value>, message: &impl serde::Serialize) {
    let message = serde_json::to_value(message).unwrap_or_else(
        |error| json!({"jsonrpc": "2.0", "method": "window/logMessage", "params": {"type": 1, "message": error.to_string()}}),
    );
    // an error means that the client has left
    let _gone = sender.send(message);
}

async fn write(mut messages: UnboundedReceiver<Value>, mut output: impl AsyncWrite + Unpin) {
    while let Some(message) = messages.recv().await {
        if framing::write(&mut output, &message).await.is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    //! Tests that the server survives faulty handlers.

    use super::{
        super::{
            feature::{notice, request},
            response_error::HandlerResult,
            snapshot::Snapshot,
        },
        *,
    };
    use std::{
        collections::BTreeMap,
        sync::{Condvar, Mutex, PoisonError},
    };
    use tokio::io::DuplexStream;
    use tower_lsp::gen_lsp_types as types;

    /// A handler that does not end before the gate is opened, and never checks whether it was
    /// cancelled.
    fn waits(_: &Snapshot<'_>, gate: usize) -> HandlerResult<usize> {
        let (open, opened) = &GATES[gate];
        let mut open = open.lock().unwrap_or_else(PoisonError::into_inner);
        while !*open {
            open = opened.wait(open).unwrap_or_else(PoisonError::into_inner);
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
        *GATES[gate].0.lock().unwrap_or_else(PoisonError::into_inner) = true;
        GATES[gate].1.notify_all();
    }

    const FAULTY: &[Feature] = &[
        request!("test/waits", usize, |_| None, waits),
        request!("test/panics", Value, |_| None, panics),
        notice!("test/noticePanics", Value, notice_panics),
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
            let (server_output, heard) = tokio::io::duplex(1 << 20);
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
            let mut talk = Self {
                runtime,
                output,
                input: Frames::new(BufReader::new(heard)),
            };
            talk.request(0, "initialize", &json!({"capabilities": {}}));
            talk.answers([0]);
            talk
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
                let next = async {
                    tokio::time::timeout(Duration::from_secs(60), self.input.next()).await
                };
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
                    at.unwrap_or_else(|| {
                        panic!("{message} came before the answers to {missing:?}")
                    }),
                );
                out.insert(id as usize, message);
            }
            out
        }
    }

    /// A request that needs everything to be loaded.
    fn diagnostics() -> Value {
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
        let initialize = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}});
        let (sender, _told) = unbounded_channel();
        runtime.block_on(begin(
            &mut service,
            request(initialize).expect("a request"),
            &sender,
        ));
        assert!(server.publisher.is_running());
    }

    #[test]
    fn a_slow_request_blocks_no_other() {
        let mut talk = TestClient::new();
        let slow = 1..WORKERS - 4;
        slow.clone()
            .for_each(|id| talk.request(id, "test/waits", &json!(0)));
        talk.request(100, "textDocument/diagnostic", &diagnostics());
        talk.answers([100]);
        open(0);
        talk.answers(slow);
    }

    #[test]
    fn a_cancelled_request_is_answered_at_once() {
        let mut talk = TestClient::new();
        let slow = 1..3 * WORKERS;
        slow.clone()
            .for_each(|id| talk.request(id, "test/waits", &json!(1)));
        for id in slow.clone().rev() {
            talk.note("$/cancelRequest", &json!({"id": id}));
            let answers = talk.answers([id]);
            assert_eq!(answers[&id]["error"]["code"], json!(-32800));
        }
        // and a second time is no error
        talk.note("$/cancelRequest", &json!({"id": 1}));
        talk.request(200, "nobody/knows", &Value::Null);
        talk.answers([200]);
        open(1);
        talk.request(201, "textDocument/diagnostic", &diagnostics());
        talk.answers([201]);
    }

    #[test]
    fn all_requests_are_answered_while_everything_loads_again() {
        let mut talk = TestClient::new();
        let slow = 1..4 * WORKERS;
        slow.clone()
            .for_each(|id| talk.request(id, "test/waits", &json!(2)));
        let changes = json!([types::FileEvent {
            uri: types::Uri::parse("file:///nowhere/rulebook.toml").expect("an address"),
            kind: types::FileChangeType::Changed,
        }]);
        talk.note(
            "workspace/didChangeWatchedFiles",
            &json!({ "changes": changes }),
        );
        talk.request(100, "textDocument/diagnostic", &diagnostics());
        open(2);
        talk.answers(slow.chain([100]));
    }

    #[test]
    fn a_panic_fails_its_own_request_and_nothing_else() {
        let mut talk = TestClient::new();
        for id in 1..4 * WORKERS {
            talk.request(id, "test/panics", &json!({}));
            talk.note("test/noticePanics", &json!({}));
            let answers = talk.answers([id]);
            assert_eq!(answers[&id]["error"]["code"], json!(-32803), "{answers:?}");
        }
        talk.request(100, "textDocument/diagnostic", &diagnostics());
        let answers = talk.answers([100]);
        assert_eq!(answers[&100]["result"]["items"], json!([]));
    }
}
