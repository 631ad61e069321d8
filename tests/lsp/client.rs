//! A small client: the real server in this process, over pipes. It waits for responses, answers the requests of the server, and keeps what
//! it hears. Its waits have generous limits that only a server that hangs will reach.

use rulebook::lsp::{ServerEnvironment, serve};
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, HashMap},
    io::{BufRead, BufReader, Read},
    sync::{
        LazyLock,
        mpsc::{Receiver, RecvTimeoutError, Sender, channel},
    },
    thread,
    time::{Duration, Instant},
};
use tokio::{
    io::{AsyncWriteExt, DuplexStream},
    runtime::Runtime,
};

/// The day on which all tests are run.
pub(crate) const TODAY: &str = "2026-11-20";

/// Who waits longer waits in vain.
pub(crate) const PATIENCE: Duration = Duration::from_secs(120);

/// How many bytes lie in a pipe before who writes must wait.
const PIPE: usize = 1 << 16;

static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(4)
        .enable_time()
        .build()
        .expect("a runtime")
});

/// A client, and its server.
pub(crate) struct Client {
    /// Bytes for the server; none once its input has been closed.
    to: Option<Sender<Vec<u8>>>,
    from: Receiver<Value>,
    end: Receiver<bool>,
    last_id: i64,
    answers: HashMap<i64, Value>,
    /// Whether it leaves the server's requests without an answer.
    pub(crate) silent: bool,
    /// What the server sent besides answers and diagnostics, in order.
    pub(crate) heard: Vec<Value>,
    /// The diagnostics that were published last, by address.
    pub(crate) published: BTreeMap<String, Value>,
    /// The addresses for which diagnostics were published, in order.
    pub(crate) publications: Vec<String>,
    /// Edits that the server requested, not yet taken.
    pub(crate) edits: Vec<Value>,
}

/// What the server sees of the machine: a home in `home`, and nothing else.
pub(crate) fn surroundings(home: &str) -> ServerEnvironment {
    let env = BTreeMap::from([("HOME".to_owned(), home.to_owned())]);
    ServerEnvironment {
        env,
        current: home.into(),
        today: Some(TODAY.parse().expect("a day")),
    }
}

impl Client {
    /// Starts a server whose home is the folder `home`. Nothing is said to it yet.
    pub(crate) fn start(home: &str) -> Self {
        let (near_in, far_in) = tokio::io::duplex(PIPE);
        let (far_out, near_out) = tokio::io::duplex(PIPE);
        let around = surroundings(home);
        let (ended, end) = channel();
        thread::spawn(move || {
            let orderly = RUNTIME.block_on(serve(around, far_in, far_out));
            // who no longer listens has gone
            let _gone = ended.send(orderly);
        });
        let (to, bytes) = channel();
        thread::spawn(move || write(&bytes, near_in));
        let (messages, from) = channel();
        thread::spawn(move || read(near_out, &messages));
        Self {
            to: Some(to),
            from,
            end,
            last_id: 0,
            answers: HashMap::new(),
            silent: false,
            heard: Vec::new(),
            published: BTreeMap::new(),
            publications: Vec::new(),
            edits: Vec::new(),
        }
    }

    /// Starts a server and greets it. Gives what it says that it can do.
    pub(crate) fn greet(home: &str, params: Value) -> (Self, Value) {
        let mut client = Self::start(home);
        let answer = client.ask("initialize", params).expect("a greeting");
        client.note("initialized", json!({}));
        (client, answer["capabilities"].clone())
    }

    /// What is wrong with a document.
    pub(crate) fn diagnostics(&mut self, uri: &str) -> Result<Value, Value> {
        let all = self.ask("rulebook/diagnostics", json!({}))?;
        let mut documents = all["documents"].as_array().into_iter().flatten();
        let own = documents.find(|own| own["uri"] == uri);
        Ok(own.map_or_else(|| json!([]), |own| own["items"].clone()))
    }

    /// Sends bytes as they are.
    pub(crate) fn raw(&mut self, bytes: impl Into<Vec<u8>>) {
        // a server that has gone reads nothing
        let _gone = self.to.as_ref().map(|to| to.send(bytes.into()));
    }

    /// Sends a message.
    pub(crate) fn send(&mut self, message: &Value) {
        let body = message.to_string();
        self.raw(format!("Content-Length: {}\r\n\r\n{body}", body.len()));
    }

    /// Sends a notification.
    pub(crate) fn note(&mut self, method: &str, params: Value) {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    /// Sends a request and does not wait. Gives its number.
    pub(crate) fn request(&mut self, method: &str, params: Value) -> i64 {
        self.last_id += 1;
        let id = self.last_id;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        id
    }

    /// Asks, and waits for the answer: its result, or its error.
    pub(crate) fn ask(&mut self, method: &str, params: Value) -> Result<Value, Value> {
        let id = self.request(method, params);
        self.answer(id)
    }

    /// Waits for the answer to a request.
    pub(crate) fn answer(&mut self, id: i64) -> Result<Value, Value> {
        self.until(&format!("an answer to request {id}"), |client| {
            client.answers.contains_key(&id)
        });
        let answer = self.answers.remove(&id).expect("an answer");
        match answer.get("error") {
            Some(error) => Err(error.clone()),
            None => Ok(answer["result"].clone()),
        }
    }

    /// Takes in messages until something holds.
    pub(crate) fn until(&mut self, what: &str, holds: impl Fn(&Self) -> bool) {
        let end = Instant::now() + PATIENCE;
        while !holds(self) {
            match self
                .from
                .recv_timeout(end.saturating_duration_since(Instant::now()))
            {
                Ok(message) => self.take(message),
                Err(RecvTimeoutError::Timeout) => panic!("waited in vain for {what}"),
                Err(RecvTimeoutError::Disconnected) => {
                    panic!("the server has gone before {what} came")
                }
            }
        }
    }

    /// The next message as it comes: for tests of the protocol itself.
    pub(crate) fn next(&mut self) -> Value {
        self.from.recv_timeout(PATIENCE).expect("a message")
    }

    /// Closes the server's input.
    pub(crate) fn hang_up(&mut self) {
        self.to = None;
    }

    /// Waits until the server has ended; whether in order.
    pub(crate) fn ended(&mut self) -> bool {
        self.end.recv_timeout(PATIENCE).expect("an end")
    }

    fn take(&mut self, message: Value) {
        let method = message["method"].as_str();
        match (method, message["id"].as_i64()) {
            (None, Some(id)) => {
                self.answers.insert(id, message);
                return;
            }
            (Some("textDocument/publishDiagnostics"), _) => {
                let uri = message["params"]["uri"]
                    .as_str()
                    .unwrap_or_default()
                    .to_owned();
                self.publications.push(uri.clone());
                self.published.insert(uri, message["params"].clone());
                return;
            }
            _ => {}
        }
        if let (Some(method), false) = (method, message["id"].is_null() || self.silent) {
            let result = match method {
                "workspace/applyEdit" => {
                    self.edits.push(message["params"]["edit"].clone());
                    json!({"applied": true})
                }
                "workspace/configuration" => {
                    json!(
                        message["params"]["items"]
                            .as_array()
                            .map(|items| vec![Value::Null; items.len()])
                    )
                }
                _ => Value::Null,
            };
            self.send(&json!({"jsonrpc": "2.0", "id": message["id"], "result": result}));
        }
        self.heard.push(message);
    }
}

fn write(bytes: &Receiver<Vec<u8>>, mut pipe: DuplexStream) {
    for bytes in bytes {
        if RUNTIME.block_on(pipe.write_all(&bytes)).is_err() {
            return;
        }
    }
}

fn read(pipe: DuplexStream, messages: &Sender<Value>) {
    let mut input = BufReader::new(Blocking(pipe));
    loop {
        let mut length = 0;
        loop {
            let mut line = String::new();
            if input.read_line(&mut line).unwrap_or_default() == 0 {
                return;
            }
            match line.trim_end().split_once(": ") {
                Some(("Content-Length", value)) => length = value.parse().expect("a length"),
                Some(_) => {}
                None => break,
            }
        }
        let mut body = vec![0; length];
        if input.read_exact(&mut body).is_err() {
            return;
        }
        if messages
            .send(serde_json::from_slice(&body).expect("JSON"))
            .is_err()
        {
            return;
        }
    }
}

/// A pipe, read without awaiting.
struct Blocking(DuplexStream);

impl Read for Blocking {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        RUNTIME.block_on(tokio::io::AsyncReadExt::read(&mut self.0, buffer))
    }
}
