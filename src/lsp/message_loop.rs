//! The main loop: reads the client's messages, starts the handler of each at once in order of
//! arrival, and writes the responses.
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
    sync::Arc,
    task::Poll,
    time::Duration,
};
use tokio::{
    io::{AsyncRead, AsyncWrite, BufReader},
    runtime::Runtime,
    sync::{
        OwnedSemaphorePermit, Semaphore,
        mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel},
    },
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

/// How many messages of the client may be in progress, with responses not yet written. Others are
/// read later, so that a client that reads nothing cannot fill the memory.
const MAX_IN_WORK: usize = 1024;

/// How many requests and notifications to the client may be not yet written.
const MAX_UNWRITTEN: usize = 64;

/// A message to the client that waits to be written, with a permit that limits how many wait.
struct Outgoing {
    message: Value,
    _place: OwnedSemaphorePermit,
}

/// A permit to send one message to the client, a response or a request, and the queue for it.
struct SendPermit {
    sender: UnboundedSender<Outgoing>,
    place: OwnedSemaphorePermit,
}

impl SendPermit {
    /// Waits for a place.
    async fn new(sender: &UnboundedSender<Outgoing>, places: &Arc<Semaphore>) -> Option<Self> {
        Some(Self {
            sender: sender.clone(),
            place: Arc::clone(places).acquire_owned().await.ok()?,
        })
    }

    fn send(self, message: &impl serde::Serialize) {
        let message = serde_json::to_value(message).unwrap_or_else(
            |error| json!({"jsonrpc": "2.0", "method": "window/logMessage", "params": {"type": 1, "message": error.to_string()}}),
        );
        // an error means that the client has left
        let _gone = self.sender.send(Outgoing {
            message,
            _place: self.place,
        });
    }
}

/// A running request handler, whose result is the response, or none for a notification.
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
        let places = Arc::new(Semaphore::new(MAX_UNWRITTEN));
        while let Some(request) = client_requests.next().await {
            let Some(permit) = SendPermit::new(&requests, &places).await else {
                return;
            };
            permit.send(&request);
        }
    });
    let mut frames = Frames::new(BufReader::new(input));
    let mut shut_down = false;
    let places = Arc::new(Semaphore::new(MAX_IN_WORK));
    while let Some(permit) = SendPermit::new(&sender, &places).await
        && let Ok(Some(frame)) = frames.next().await
    {
        let message = match frame {
            Frame::Message(message) => message,
            Frame::Garbage(why) => {
                permit.send(&Response::from_error(
                    Id::Null,
                    Error {
                        message: why.into(),
                        ..Error::parse_error()
                    },
                ));
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
                permit.send(&Response::from_error(id, error));
                continue;
            }
        };
        match request.method() {
            "exit" => break,
            "shutdown" => shut_down = true,
            _ => {}
        }
        begin(&mut service, request, permit).await;
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
        return Err("a message has to be an object; batches are not part of the protocol".into());
    }
    if message.get("method").is_none() {
        return Err("a message that is not a response has to name a method".into());
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
    serde_json::from_value(message).map_err(|error| format!("not a request: {error}"))
}

/// Begins a request at once, so that changes are applied in the order of the messages. A request
/// that has to wait continues as a task.
async fn begin(service: &mut LspService<Server>, request: Request, permit: SendPermit) {
    let id = request.id().cloned();
    let method = request.method().to_owned();
    let greeted = (method == "initialize").then(|| service.inner().clone());
    let answer = move |permit: SendPermit, response: Response| {
        permit.send(&response);
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
    let broken = move |permit: SendPermit, id: Option<Id>| {
        let message =
            format!("internal error while handling the request (please report it): {method}");
        let error = Error {
            message: message.into(),
            ..Error::internal_error()
        };
        if let Some(id) = id {
            permit.send(&Response::from_error(id, error));
        }
    };
    let started = catch_unwind(AssertUnwindSafe(|| -> PendingResponse {
        Box::pin(service.call(request))
    }));
    let Ok(mut answering) = started else {
        return broken(permit, id);
    };
    let first = std::future::poll_fn(|context| {
        Poll::Ready(catch_unwind(AssertUnwindSafe(|| {
            answering.as_mut().poll(context)
        })))
    });
    match first.await {
        Ok(Poll::Ready(Ok(Some(response)))) => answer(permit, response),
        // tower-lsp ignores unknown methods `$/…`, but a request must be answered
        Ok(Poll::Ready(_)) => {
            if let Some(id) = id {
                permit.send(&Response::from_error(id, Error::method_not_found()));
            }
        }
        Ok(Poll::Pending) => {
            tokio::spawn(async move {
                match tokio::spawn(answering).await {
                    Ok(Ok(Some(response))) => answer(permit, response),
                    Ok(_) => {}
                    Err(_) => broken(permit, id),
                }
            });
        }
        Err(_) => broken(permit, id),
    }
}

async fn write(mut messages: UnboundedReceiver<Outgoing>, mut output: impl AsyncWrite + Unpin) {
    while let Some(outgoing) = messages.recv().await {
        if framing::write(&mut output, &outgoing.message)
            .await
            .is_err()
        {
            return;
        }
    }
}

#[cfg(test)]
mod tests;
