//! Messages in, messages out.
//!
//! The framework's own loop has four defects, each of which has a test: notifications overtake each other, requests to the client can
//! block everything, a cancellation waits behind what it cancels, and work in a handler stops all else. Here each message is begun at
//! once and in the order in which it came, and goes on as a task of its own if it has to wait.

use super::{
    feature,
    server::Server,
    session::Surroundings,
    wire::{self, Frame, Frames},
};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    pin::Pin,
    task::Poll,
    time::Duration,
};
use tokio::{
    io::{AsyncRead, AsyncWrite, BufReader},
    sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel},
};
use tower::Service;
use tower_lsp::{
    ExitedError, LspService,
    jsonrpc::{Error, Id, Request, Response},
};

/// How long the last messages may take to be written once the client is gone.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// No more handlers work at the same time; others wait for them.
const WORKERS: usize = 16;

type Answering = Pin<Box<dyn Future<Output = Result<Option<Response>, ExitedError>> + Send>>;

/// Serves a client over standard input and output until it leaves. Gives the exit code: 0 if it said `shutdown` before `exit`, else 1.
pub fn run(around: Surroundings) -> u8 {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_time().max_blocking_threads(WORKERS).build();
    let Ok(runtime) = runtime else { return 1 };
    let orderly = runtime.block_on(serve(around, tokio::io::stdin(), tokio::io::stdout()));
    // a thread that waits for input would hold the process
    runtime.shutdown_background();
    u8::from(!orderly)
}

/// Serves a client until it leaves; whether it said `shutdown` first. Everything is read from `input` and written to `output`.
pub async fn serve(around: Surroundings, input: impl AsyncRead + Unpin, output: impl AsyncWrite + Unpin + Send + 'static) -> bool {
    let builder = LspService::build_with_lifecycle_methods(|client| Server::new(client, around));
    let builder = feature::FEATURES.iter().fold(builder, |builder, feature| (feature.register)(builder));
    let (mut service, socket) = builder.finish();
    let (mut asked, mut answers) = socket.split();
    let (tell, told) = unbounded_channel();
    let writer = tokio::spawn(write(told, output));
    let requests = tell.clone();
    let asking = tokio::spawn(async move {
        while let Some(request) = asked.next().await {
            send(&requests, &request);
        }
    });
    let mut frames = Frames::new(BufReader::new(input));
    let mut shut_down = false;
    while let Ok(Some(frame)) = frames.next().await {
        let message = match frame {
            Frame::Message(message) => message,
            Frame::Garbage(why) => {
                send(&tell, &Response::from_error(Id::Null, Error { message: why.into(), ..Error::parse_error() }));
                continue;
            }
        };
        if message.get("method").is_none() && (message.get("result").is_some() || message.get("error").is_some()) {
            if let Ok(response) = serde_json::from_value::<Response>(message) {
                // an answer to what nobody asked, or no longer waits for
                let _unasked = answers.send(response).await;
            }
            continue;
        }
        let id = message.get("id").cloned();
        let request = match request(message) {
            Ok(request) => request,
            Err(why) => {
                let error = Error { message: why.into(), ..Error::invalid_request() };
                let id = id.and_then(|id| serde_json::from_value(id).ok()).unwrap_or(Id::Null);
                send(&tell, &Response::from_error(id, error));
                continue;
            }
        };
        match request.method() {
            "exit" => break,
            "shutdown" => shut_down = true,
            _ => {}
        }
        begin(&mut service, request, &tell).await;
    }
    asking.abort();
    drop(tell);
    let _unread = tokio::time::timeout(LAST_WORDS, writer).await;
    shut_down
}

/// A message as a request. Parameters that are `null` are none, as many clients mean it.
fn request(mut message: Value) -> Result<Request, String> {
    if !message.is_object() {
        return Err("a message is an object; batches are no part of the protocol".into());
    }
    if message.get("params").is_some_and(Value::is_null)
        && let Some(fields) = message.as_object_mut()
    {
        fields.remove("params");
    }
    serde_json::from_value(message).map_err(|error| format!("this is no request: {error}"))
}

/// Begins a request at once, so that what changes something does so in the order of the messages. What has to wait goes on by itself.
async fn begin(service: &mut LspService<Server>, request: Request, tell: &UnboundedSender<Value>) {
    let id = request.id().cloned();
    let method = request.method().to_owned();
    if std::future::poll_fn(|context| service.poll_ready(context)).await.is_err() {
        return;
    }
    let broken = move |id: Option<Id>| {
        let message = format!("this is a fault of rulebook: it broke off while answering {method}");
        id.map(|id| Response::from_error(id, Error { message: message.into(), ..Error::internal_error() }))
    };
    let started = catch_unwind(AssertUnwindSafe(|| -> Answering { Box::pin(service.call(request)) }));
    let Ok(mut answering) = started else {
        broken(id).iter().for_each(|response| send(tell, response));
        return;
    };
    let first = std::future::poll_fn(|context| Poll::Ready(catch_unwind(AssertUnwindSafe(|| answering.as_mut().poll(context)))));
    match first.await {
        Ok(Poll::Ready(Ok(Some(response)))) => send(tell, &response),
        Ok(Poll::Ready(_)) => {}
        Ok(Poll::Pending) => {
            let tell = tell.clone();
            tokio::spawn(async move {
                match tokio::spawn(answering).await {
                    Ok(Ok(Some(response))) => send(&tell, &response),
                    Ok(_) => {}
                    Err(_) => broken(id).iter().for_each(|response| send(&tell, response)),
                }
            });
        }
        Err(_) => broken(id).iter().for_each(|response| send(tell, response)),
    }
}

fn send(tell: &UnboundedSender<Value>, message: &impl serde::Serialize) {
    let message = serde_json::to_value(message).unwrap_or_else(
        |error| json!({"jsonrpc": "2.0", "method": "window/logMessage", "params": {"type": 1, "message": error.to_string()}}),
    );
    // whoever no longer listens has gone
    let _gone = tell.send(message);
}

async fn write(mut messages: UnboundedReceiver<Value>, mut output: impl AsyncWrite + Unpin) {
    while let Some(message) = messages.recv().await {
        if wire::write(&mut output, &message).await.is_err() {
            return;
        }
    }
}
