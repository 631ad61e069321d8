//! The doors for other programs: the operations answer as the commands do, and the web server
//! survives what clients send.

use crate::support::shell;
use camino::Utf8Path;
use rulebook::{
    analysis::Analysis,
    answer::{ErrorKind, Operation, QueryEngine, json as lines},
    disk,
};
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    process::{Child, Command, Stdio},
    sync::LazyLock,
    thread,
};

/// The rules of the program, on the day of all documents.
static ENGINE: LazyLock<QueryEngine> = LazyLock::new(|| {
    let today = shell::TODAY.parse().expect("a day");
    QueryEngine::new(
        Analysis::new(disk::shipped_sources()),
        Vec::new(),
        Some(today),
    )
});

const LIST: &str =
    "DBM 3.4, 400 points\nGauls\n1 Irr Cv(O) C-in-C\n24 Irr Wb(O)\n8 Irr Ps(O)\n2 Irr Bg(O)\n";

/// An operation, its arguments, the command line, and its input.
type Example = (&'static str, Value, &'static [&'static str], &'static str);

fn examples() -> Vec<Example> {
    vec![
        (
            "show",
            json!({"clause": "recoiling", "at": "3.4"}),
            &["show", "recoiling", "--at", "3.4"],
            "",
        ),
        (
            "show",
            json!({"clause": "recoiling@3.3"}),
            &["show", "recoiling@3.3"],
            "",
        ),
        (
            "show",
            json!({"clause": "terrain.defender.ww", "as_of": "2022-01-01"}),
            &["show", "terrain.defender.ww", "--as-of", "2022-01-01"],
            "",
        ),
        (
            "show",
            json!({"clause": "p.22", "at": "3.2", "wording": "restated"}),
            &["show", "p.22", "--at", "3.2", "--wording", "restated"],
            "",
        ),
        (
            "show",
            json!({"clause": "p.22-23"}),
            &["show", "p.22-23"],
            "",
        ),
        (
            "show",
            json!({"clause": "dbm", "profile": "uk"}),
            &["show", "dbm", "--profile", "uk"],
            "",
        ),
        ("show", json!({}), &["show"], ""),
        // a clause of another ruleset than the default one has a notice
        (
            "show",
            json!({"clause": "command-range"}),
            &["show", "command-range"],
            "",
        ),
        (
            "show",
            json!({"clause": "recoiling 3.1..3.4"}),
            &["show", "recoiling", "3.1..3.4"],
            "",
        ),
        ("show", json!({"clause": "xyzzy"}), &["show", "xyzzy"], ""),
        ("show", json!({"clause": "pikes"}), &["show", "pikes"], ""),
        (
            "search",
            json!({"query": "pikes against elephants", "at": "3.3"}),
            &["search", "pikes against elephants", "--at", "3.3"],
            "",
        ),
        (
            "search",
            json!({"query": "changed:3.4", "limit": 2, "all_editions": true}),
            &["search", "changed:3.4", "--limit", "2", "--all-editions"],
            "",
        ),
        (
            "log",
            json!({"clause": "element-cost"}),
            &["log", "element-cost"],
            "",
        ),
        (
            "diff",
            json!({"clause": "dbm/element-cost", "from": "3.3", "to": "3.4"}),
            &["diff", "dbm/element-cost", "3.3", "3.4"],
            "",
        ),
        (
            "diff",
            json!({"clause": "p.22", "to": "3.2"}),
            &["diff", "p.22", "--at", "3.2"],
            "",
        ),
        (
            "diff",
            json!({"from": "3.3", "to": "3.4"}),
            &["diff", "3.3..3.4"],
            "",
        ),
        ("check", json!({"text": LIST}), &["check", "-"], LIST),
        (
            "check",
            json!({"text": LIST, "at": "3.1"}),
            &["check", "-", "--at", "3.1"],
            LIST,
        ),
        (
            "check",
            json!({"text": "no list at all"}),
            &["check", "-"],
            "no list at all",
        ),
        ("sum", json!({"text": LIST}), &["sum", "-"], LIST),
        (
            "sum",
            json!({"text": LIST, "all_editions": true}),
            &["sum", "-", "--all-editions"],
            LIST,
        ),
    ]
}

/// Returns what the command prints as JSON.
fn printed(words: &[&str], input: &str) -> String {
    let keep = tempfile::tempdir().expect("a folder");
    let folder = Utf8Path::from_path(keep.path()).expect("a path in UTF-8");
    std::fs::create_dir(folder.join(".git")).expect("a new folder");
    let words = ["rulebook"]
        .iter()
        .chain(words)
        .chain(&["--format", "json"]);
    let words = words.map(ToString::to_string).collect();
    shell::run_words(words, BTreeMap::new(), folder, input.as_bytes()).stdout
}

/// Returns what an operation answers as JSON: for an error, too.
fn answered(name: &str, arguments: Value) -> String {
    let operation = Operation::named(name).expect("an operation");
    let Value::Object(arguments) = arguments else {
        panic!("{arguments} is no object");
    };
    let query = operation.query(arguments).expect("valid arguments");
    let answer = ENGINE.ask(&query).and_then(|answer| answer.json());
    answer.unwrap_or_else(|error| lines(&error.as_json()).expect("an error"))
}

#[test]
fn operations_answer_as_the_commands_do() {
    for (name, arguments, words, input) in examples() {
        let expected = printed(words, input);
        assert!(!expected.is_empty(), "{words:?}");
        assert_eq!(
            answered(name, arguments.clone()),
            expected,
            "{name} {arguments}"
        );
    }
}

#[test]
fn rulings_are_those_that_show_has() {
    let parse = |text: String| serde_json::from_str::<Value>(&text).expect("JSON");
    let rulings = parse(answered("rulings", json!({"clause": "recoiling"})));
    let shown = parse(answered("show", json!({"clause": "recoiling"})));
    let (own, all) = (&rulings["clauses"][0], &shown["clauses"][0]);
    assert!(!own["clarifications"].as_array().expect("a list").is_empty());
    for (member, value) in own.as_object().expect("an object") {
        assert_eq!(*value, all[member], "{member}");
    }
}

#[test]
fn answers_have_references_with_edition_state_and_citation() {
    for (name, arguments, ..) in examples() {
        let operation = Operation::named(name).expect("an operation");
        let Value::Object(given) = arguments.clone() else {
            panic!("{arguments} is no object");
        };
        let query = operation.query(given).expect("valid arguments");
        let Ok(reply) = ENGINE.ask(&query) else {
            continue;
        };
        if arguments["text"] == "no list at all" {
            continue;
        }
        assert!(!reply.references.is_empty(), "{name} {arguments}");
        for own in &reply.references {
            let label = format!("{name} {arguments}: {own:?}");
            assert!(!own.id.is_empty() && !own.edition.is_empty(), "{label}");
            assert!(!own.state.is_null(), "{label}");
            let ruleset = own.citation.split(' ').next().unwrap_or_default();
            assert!(
                own.citation.contains(&format!("{ruleset} {}", own.edition)),
                "{label}"
            );
        }
    }
}

#[test]
fn arguments_that_are_not_known_are_refused() {
    for (name, arguments, message) in [
        (
            "show",
            json!({"edition": "3.3"}),
            "unknown parameter `edition`",
        ),
        ("show", json!({"clause": ["a"]}), "wrong type"),
        (
            "show",
            json!({"clause": "recoiling", "as_of": "soon"}),
            "is not a date",
        ),
        (
            "show",
            json!({"clause": "recoiling", "wording": "mine"}),
            "invalid value",
        ),
        (
            "search",
            json!({"query": "pikes", "limit": 1001}),
            "invalid value",
        ),
        (
            "search",
            json!({"query": "pikes", "limit": -1}),
            "invalid value",
        ),
        ("search", json!({"query": ""}), "`query` is missing"),
        (
            "search",
            json!({"query": "a".repeat(20_000)}),
            "longer than",
        ),
        ("log", json!({}), "`clause` is missing"),
        ("check", json!({}), "`text` is missing"),
    ] {
        let operation = Operation::named(name).expect("an operation");
        let Value::Object(given) = arguments.clone() else {
            panic!("{arguments} is no object");
        };
        let query = operation.query(given);
        let answer = query.and_then(|query| ENGINE.ask(&query));
        let error = answer.expect_err("refused");
        assert_eq!(error.kind, ErrorKind::Invalid, "{arguments}");
        assert!(error.message.contains(message), "{}", error.message);
    }
}

/// A running web server.
struct Server {
    process: Child,
    address: String,
}

impl Server {
    fn start() -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_rulebook"))
            .args(["serve", "--port", "0"])
            .current_dir(std::env::temp_dir())
            .env("RULEBOOK_CONFIG", "none.toml")
            .env("RULEBOOK_LIBRARY", "none")
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut lines = BufReader::new(process.stderr.take().expect("standard error"));
        let mut line = String::new();
        lines.read_line(&mut line).expect("a line");
        let address = line.trim().rsplit("http://").next().unwrap_or_default();
        let address = address.trim_end_matches('/').to_owned();
        Self { process, address }
    }

    /// Sends bytes and returns all that comes back until the connection is closed.
    fn send(&self, bytes: &[u8]) -> String {
        let mut stream = TcpStream::connect(&self.address).expect("a connection");
        // the server may close before it has read everything
        let _sent = stream.write_all(bytes);
        let mut answer = Vec::new();
        let _received = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// Returns the head and the body of the answer to a request without body.
    fn get(&self, address: &str, headers: &str) -> (String, String) {
        let head = format!(
            "GET {address} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{headers}\r\n",
            self.address
        );
        split(&self.send(head.as_bytes()))
    }

    fn post(&self, address: &str, headers: &str, body: &str) -> (String, String) {
        let (host, length) = (&self.address, body.len());
        let head = format!(
            "POST {address} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: {length}\r\n{headers}\r\n{body}"
        );
        split(&self.send(head.as_bytes()))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _killed = self.process.kill();
        let _ended = self.process.wait();
    }
}

/// Splits an answer into head and body; the parts of a chunked body are joined.
fn split(answer: &str) -> (String, String) {
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((answer, ""));
    if !head.contains("transfer-encoding: chunked") {
        return (head.to_owned(), body.to_owned());
    }
    let (mut rest, mut out) = (body, String::new());
    while let Some((size, after)) = rest.split_once("\r\n") {
        let size = usize::from_str_radix(size, 16).unwrap_or_default();
        let (part, next) = (after.get(..size), after.get(size + 2..));
        out += part.unwrap_or_default();
        rest = next.unwrap_or_default();
    }
    (head.to_owned(), out)
}

fn encode(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02x}")).collect()
}

#[test]
fn the_web_server_answers_as_the_operations_do() {
    let server = Server::start();
    let today = jiff::Zoned::now().date().to_string();
    for (name, arguments, ..) in examples() {
        let mut arguments = arguments;
        // the engine of the test has another day than the server
        if arguments.get("as_of").is_none() {
            arguments["as_of"] = shell::TODAY.into();
        }
        let expected = answered(name, arguments.clone());
        let text = arguments.as_object_mut().and_then(|own| own.remove("text"));
        let query = arguments.as_object().expect("an object").iter();
        let query: Vec<String> = query
            .map(|(name, value)| {
                let value = value
                    .as_str()
                    .map_or_else(|| value.to_string(), str::to_owned);
                format!("{name}={}", encode(&value))
            })
            .collect();
        let address = format!("/api/v1/{name}?{}", query.join("&"));
        let (head, body) = match text {
            Some(text) => server.post(&address, "", text.as_str().unwrap_or_default()),
            None => server.get(&address, ""),
        };
        assert!(head.contains("content-type: application/json"), "{head}");
        assert_eq!(body, expected, "{address}, {today}");
    }
}

#[test]
fn an_answer_that_the_client_has_is_not_sent_again() {
    let server = Server::start();
    for address in [
        "/",
        "/api/v1/show?clause=recoiling&at=3.4",
        "/api/v1/openapi.json",
    ] {
        let (head, body) = server.get(address, "");
        assert!(head.starts_with("HTTP/1.1 200"), "{head}");
        assert!(body.len() > 500);
        let tag = head.lines().find_map(|line| line.strip_prefix("etag: "));
        let tag = tag.expect("a tag");
        let (again, empty) = server.get(address, &format!("If-None-Match: \"other\", {tag}\r\n"));
        assert!(
            again.starts_with("HTTP/1.1 304") && empty.is_empty(),
            "{again}"
        );
        let (small, _) = server.get(address, "Accept-Encoding: gzip\r\n");
        assert!(small.contains("content-encoding: gzip"), "{small}");
        assert!(small.contains(tag), "{small}");
    }
}

#[test]
fn malformed_requests_get_an_answer_and_harm_no_one() {
    let server = Server::start();
    let long = "a".repeat(30_000);
    let many = "4 Kn(F)\n".repeat(40_000);
    for (status, answer) in [
        (404, server.get("/etc/passwd", "")),
        (404, server.get("/../../etc/passwd", "")),
        (404, server.get("/api/v1/delete", "")),
        (404, server.get("/api/v1/show?clause=xyzzy", "")),
        (400, server.get("/api/v1/show?clause=support", "")),
        (400, server.get("/api/v1/show?clause=recoiling&at=9", "")),
        (
            400,
            server.get("/api/v1/show?clause=recoiling&edition=3.3", ""),
        ),
        (400, server.get("/api/v1/search", "")),
        (400, server.get(&format!("/api/v1/search?query={long}"), "")),
        (400, server.post("/api/v1/check", "", "")),
        (
            400,
            server.post("/api/v1/check", "Content-Type: application/json\r\n", "{"),
        ),
        (
            400,
            server.post("/api/v1/check", "Content-Type: application/json\r\n", "[1]"),
        ),
        (405, server.post("/api/v1/show?clause=recoiling", "", "")),
        (405, server.get("/api/v1/check?text=4+Kn(F)", "")),
        (413, server.post("/api/v1/check", "", &many)),
    ] {
        let (head, body) = answer;
        assert!(
            head.starts_with(&format!("HTTP/1.1 {status}")),
            "{status}: {head}"
        );
        let error: Value = serde_json::from_str(&body).expect("JSON");
        assert_eq!(error["version"], 1, "{body}");
        assert!(error["error"].is_string(), "{body}");
    }
    for bytes in [
        &b"xyzzy\r\n\r\n"[..],
        b"GET / HTTP/9.9\r\n\r\n",
        b"\0\0\0\0\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"POST /api/v1/check HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
        format!(
            "GET / HTTP/1.1\r\nHost: localhost\r\nX: {}\r\n\r\n",
            "a".repeat(200_000)
        )
        .as_bytes(),
    ] {
        let mut stream = TcpStream::connect(&server.address).expect("a connection");
        let _sent = stream.write_all(bytes);
        let _closed = stream.shutdown(std::net::Shutdown::Write);
        let mut answer = Vec::new();
        let _received = stream.read_to_end(&mut answer);
        assert!(!answer.starts_with(b"HTTP/1.1 200"), "{bytes:?}");
    }
    // a page of another site that made its name lead here
    let foreign = server.send(b"GET /api/v1/show?clause=recoiling HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n");
    assert!(foreign.starts_with("HTTP/1.1 421"), "{foreign}");
    assert!(
        server
            .get("/api/v1/show?clause=recoiling", "")
            .0
            .starts_with("HTTP/1.1 200")
    );
}

#[test]
fn many_clients_at_one_time_are_answered() {
    let server = Server::start();
    let expected = server.get("/api/v1/show?clause=recoiling&at=3.4", "").1;
    let request = format!(
        "GET /api/v1/show?clause=recoiling&at=3.4 HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n",
        server.address
    );
    // some never finish their request
    let idle: Vec<TcpStream> = (0..50)
        .map(|_| {
            let mut stream = TcpStream::connect(&server.address).expect("a connection");
            stream.write_all(b"GET / HTT").expect("written");
            stream
        })
        .collect();
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                let mut streams: Vec<TcpStream> = (0..40)
                    .map(|_| TcpStream::connect(&server.address).expect("a connection"))
                    .collect();
                for stream in &mut streams {
                    stream.write_all(request.as_bytes()).expect("written");
                }
                for mut stream in streams {
                    let mut answer = String::new();
                    stream.read_to_string(&mut answer).expect("an answer");
                    assert_eq!(split(&answer).1, expected);
                }
            });
        }
    });
    drop(idle);
}

#[cfg(unix)]
#[test]
fn the_web_server_ends_when_it_is_terminated() {
    let mut server = Server::start();
    // a connection that is kept open does not hold it up
    let mut open = TcpStream::connect(&server.address).expect("a connection");
    let request = format!(
        "GET /api/v1/show?clause=recoiling HTTP/1.1\r\nHost: {}\r\n\r\n",
        server.address
    );
    open.write_all(request.as_bytes()).expect("written");
    let mut first = [0; 12];
    open.read_exact(&mut first).expect("an answer");
    let id = server.process.id().to_string();
    let killed = Command::new("kill").args(["-TERM", &id]).status();
    assert!(killed.expect("kill").success());
    assert_eq!(server.process.wait().expect("it ends").code(), Some(0));
}

#[test]
fn a_server_for_assistants_without_a_client_ends() {
    for input in [
        "",
        "\n",
        "xyzzy\n",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}\n",
    ] {
        let mut process = Command::new(env!("CARGO_BIN_EXE_rulebook"))
            .arg("mcp")
            .current_dir(std::env::temp_dir())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut stdin = process.stdin.take().expect("standard input");
        stdin.write_all(input.as_bytes()).expect("written");
        drop(stdin);
        let ended = process.wait_with_output().expect("it ends");
        let words = String::from_utf8_lossy(&ended.stderr);
        assert!(ended.status.code().is_some(), "{input:?}: {words}");
        assert!(!words.contains("panicked"), "{input:?}: {words}");
    }
}
