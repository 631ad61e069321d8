//! What is typed is never lost and never garbled: whatever a client does with documents and files, the server says the same as one that
//! is started on the outcome, and the same as the command line.

use super::{
    client::Client,
    places::{self, Encoding},
    shell,
};
use camino::{Utf8Path, Utf8PathBuf};
use proptest::{prelude::*, sample::Index};
use serde_json::{Value, json};
use std::{collections::BTreeMap, fs};

const RULESET: &str = r#"title = "Harbour"
editions = [{ id = "1", date = "1999" }, { id = "2", amends = "1" }]

[document.harbour-1]
edition = "1"
kind = "base"
published = 1999-01-01

[document.harbour-2]
edition = "2"
published = 2005-06-02
"#;

const BASE: &str = "---\nruleset: harbour\nedition: \"1\"\ndocument: harbour-1\n---\n\n# Mooring {#mooring page=4}\n\n\
    > A ship may moor 🎲 at a quay. {#mooring.quay}\n> It pays [6](fact:mooring.dues) coins a night; see [P.7](#tolls).\n>\n\
    > - **+1** If it has an anchor.\n> - **-1** If it is laden.\n\n# Tolls {#tolls page=7}\n\n> A raft pays nothing.\n";

const SHEET: &str = "---\nruleset: harbour\nedition: \"2\"\ndocument: harbour-2\n---\n\n# Mooring {#mooring page=4}\n\n\
    ## Replace \"6\" with \"[7](fact:mooring.dues)\" in paragraph 1, sentence 2 {n=1}\n\n## Delete bullet 2 {n=2}\n\n\
    # Tolls {#tolls page=7}\n\n## Replace sentence 1 {#tolls.raft n=3}\n\n> A räft pays 1 coin; see [P.4](#mooring.quay).\n";

/// The documents that are played with.
const DOCUMENTS: [&str; 3] = ["base.rules.md", "2.amend.md", "fresh.clarify.md"];

/// What is typed: pieces that mean something, and pieces that are hard to count.
const PIECES: &[&str] = &[
    "é",
    "🎲",
    "\r\n",
    "\r",
    "\n",
    "\n\n",
    "9",
    "1",
    "",
    " ",
    "#",
    "> ",
    "`",
    "\u{feff}",
    "\u{0}",
    "\u{2028}",
    "…",
    "## Delete bullet 1 {n=9}\n\n",
    "> - **+2** x;\n",
    "{#mooring.quay}",
    "{#tolls}",
    "[5](fact:mooring.dues)",
    "[x](#nowhere)",
    "---\n",
    "| a | b |\n|---|---|\n",
    "edition: \"1\"",
    "# New {#new .new}\n\n> Words.\n\n",
];

/// Something that happens.
#[derive(Clone, Debug)]
enum Event {
    /// Characters of an open document are replaced; places may lie beyond the ends of lines and of the text.
    Type {
        document: usize,
        changes: Vec<(Place, Place, String)>,
        version: i32,
    },
    /// A document gets another text as a whole.
    Paste {
        document: usize,
        text: Index,
        version: i32,
    },
    Open {
        document: usize,
    },
    Close {
        document: usize,
    },
    /// Somebody else writes a file.
    Write {
        document: usize,
        text: Index,
    },
    /// The server gets requests meanwhile.
    Ask {
        document: usize,
    },
}

type Place = (Index, u32);

fn event() -> impl Strategy<Value = Event> {
    let document = || 0..DOCUMENTS.len();
    let place = || (any::<Index>(), prop_oneof![3 => 0..30_u32, 1 => 0..200_u32]);
    let piece = || {
        prop::collection::vec(prop::sample::select(PIECES), 0..3).prop_map(|pieces| pieces.concat())
    };
    let changes = prop::collection::vec((place(), place(), piece()), 1..4);
    prop_oneof![
        8 => (document(), changes, any::<i32>()).prop_map(|(document, changes, version)| Event::Type { document, changes, version }),
        1 => (document(), any::<Index>(), any::<i32>()).prop_map(|(document, text, version)| Event::Paste { document, text, version }),
        2 => document().prop_map(|document| Event::Open { document }),
        2 => document().prop_map(|document| Event::Close { document }),
        1 => (document(), any::<Index>()).prop_map(|(document, text)| Event::Write { document, text }),
        2 => document().prop_map(|document| Event::Ask { document }),
    ]
}

/// A client with its own copies.
struct Play {
    folder: Utf8PathBuf,
    client: Client,
    encoding: Encoding,
    open: BTreeMap<usize, String>,
}

impl Play {
    fn new(folder: &Utf8Path, utf8: bool) -> Self {
        let root = format!("file://{folder}");
        let encodings = if utf8 {
            json!(["utf-8", "utf-16"])
        } else {
            json!(["utf-16"])
        };
        let abilities = json!({"general": {"positionEncodings": encodings}});
        let (client, capabilities) = Client::greet(
            folder.as_str(),
            json!({"rootUri": root, "capabilities": abilities}),
        );
        Self {
            folder: folder.to_owned(),
            client,
            encoding: Encoding::of(&capabilities),
            open: BTreeMap::new(),
        }
    }

    fn path(&self, document: usize) -> Utf8PathBuf {
        self.folder.join("rules/harbour").join(DOCUMENTS[document])
    }

    fn uri(&self, document: usize) -> String {
        format!("file://{}", self.path(document))
    }

    fn open(&mut self, document: usize, text: String) {
        let item = json!({"uri": self.uri(document), "languageId": "markdown", "version": 1, "text": text});
        self.client
            .note("textDocument/didOpen", json!({ "textDocument": item }));
        self.open.insert(document, text);
    }

    fn happen(&mut self, event: &Event) {
        match event {
            Event::Type {
                document,
                changes,
                version,
            } => {
                let Some(mut text) = self.open.remove(document) else {
                    return;
                };
                let mut content_changes = Vec::new();
                for (from, to, new) in changes {
                    let lines = text.matches(['\n', '\r']).count() + 2;
                    let place = |(line, character): &Place| json!({"line": line.index(lines), "character": character});
                    let (mut start, mut end) = (place(from), place(to));
                    let mut bytes = [
                        places::byte(&text, &start, self.encoding),
                        places::byte(&text, &end, self.encoding),
                    ];
                    if bytes[0] > bytes[1] {
                        std::mem::swap(&mut start, &mut end);
                        bytes.reverse();
                    }
                    content_changes
                        .push(json!({"range": {"start": start, "end": end}, "text": new}));
                    text.replace_range(bytes[0]..bytes[1], new);
                }
                let id = json!({"uri": self.uri(*document), "version": version});
                self.client.note(
                    "textDocument/didChange",
                    json!({"textDocument": id, "contentChanges": content_changes}),
                );
                self.open.insert(*document, text);
            }
            Event::Paste {
                document,
                text,
                version,
            } => {
                let Some(own) = self.open.get_mut(document) else {
                    return;
                };
                *own = whole(text).to_owned();
                let change = json!([{"text": own}]);
                let id = json!({"uri": self.uri(*document), "version": version});
                self.client.note(
                    "textDocument/didChange",
                    json!({"textDocument": id, "contentChanges": change}),
                );
            }
            Event::Open { document } => {
                if !self.open.contains_key(document) {
                    let text = fs::read_to_string(self.path(*document)).unwrap_or_default();
                    self.open(*document, text);
                }
            }
            Event::Close { document } => {
                if self.open.remove(document).is_some() {
                    self.client.note(
                        "textDocument/didClose",
                        json!({"textDocument": {"uri": self.uri(*document)}}),
                    );
                }
            }
            Event::Write { document, text } => {
                let kind = if self.path(*document).exists() { 2 } else { 1 };
                fs::write(self.path(*document), whole(text)).expect("a writable file");
                let changes = json!([{"uri": self.uri(*document), "type": kind}]);
                self.client.note(
                    "workspace/didChangeWatchedFiles",
                    json!({ "changes": changes }),
                );
            }
            Event::Ask { document } => {
                let params = json!({"textDocument": {"uri": self.uri(*document)}, "position": {"line": 8, "character": 5}});
                self.client.request("textDocument/hover", params);
            }
        }
    }

    /// What the server says of all documents.
    fn says(&mut self) -> Value {
        let mut out = serde_json::Map::new();
        let all = self
            .client
            .ask("rulebook/diagnostics", json!({}))
            .expect("a report");
        for report in all["documents"].as_array().into_iter().flatten() {
            out.insert(report["uri"].to_string(), report["items"].clone());
        }
        for document in 0..DOCUMENTS.len() {
            let uri = self.uri(document);
            let of = |params: Value| {
                let mut params = params;
                params["textDocument"] = json!({ "uri": uri });
                params
            };
            for line in 6..24 {
                for character in [3, 14, 40, 64] {
                    let hover = self.client.ask(
                        "textDocument/hover",
                        of(json!({"position": {"line": line, "character": character}})),
                    );
                    out.insert(
                        format!("{uri} {line}:{character}"),
                        hover.expect("an answer"),
                    );
                }
            }
        }
        Value::Object(out)
    }
}

fn whole(text: &Index) -> &'static str {
    [BASE, SHEET, "", "# Tolls\r\n\r\n> A raft\r\n> pays 🎲.\r\n"][text.index(4)]
}

/// The first thing that two servers say differently.
fn difference(one: &Value, other: &Value) -> Option<String> {
    let (one, other) = (
        one.as_object().expect("fields"),
        other.as_object().expect("fields"),
    );
    let keys = one.keys().chain(other.keys());
    let mut differ = keys.filter(|key| one.get(*key) != other.get(*key));
    differ.next().map(|key| {
        format!(
            "{key}\n--- as typed\n{:#}\n--- from nothing\n{:#}",
            json!(one.get(key)),
            json!(other.get(key))
        )
    })
}

fn harbour(folder: &Utf8Path) {
    let rules = folder.join("rules/harbour");
    fs::create_dir_all(&rules).expect("a folder");
    for (name, text) in [
        ("ruleset.toml", RULESET),
        (DOCUMENTS[0], BASE),
        (DOCUMENTS[1], SHEET),
    ] {
        fs::write(rules.join(name), text).expect("a file");
    }
}

/// This number of cases, unless `PROPTEST_CASES` sets another number. Each starts two servers.
fn config(cases: u32) -> ProptestConfig {
    let usual = ProptestConfig::default();
    let cases = if std::env::var_os("PROPTEST_CASES").is_some() {
        usual.cases
    } else {
        cases
    };
    ProptestConfig {
        cases,
        max_shrink_iters: 60,
        ..usual
    }
}

fn folder() -> (tempfile::TempDir, Utf8PathBuf) {
    let keep = tempfile::tempdir().expect("a folder");
    let folder = Utf8PathBuf::from_path_buf(keep.path().canonicalize().expect("a path"))
        .expect("a path in UTF-8");
    (keep, folder)
}

/// Compares what a server says behind events with what one says that is started on the outcome.
fn compare_with_fresh(events: &[Event], utf8: bool) -> Result<(), TestCaseError> {
    let (_keep, folder) = folder();
    harbour(&folder);
    let mut play = Play::new(&folder, utf8);
    play.happen(&Event::Open { document: 0 });
    play.happen(&Event::Open { document: 1 });
    events.iter().for_each(|event| play.happen(event));
    let said = play.says();
    let mut fresh = Play::new(&folder, utf8);
    for (&document, text) in &play.open {
        fresh.open(document, text.clone());
    }
    if let Some(difference) = difference(&said, &fresh.says()) {
        prop_assert!(false, "{difference}\n{:#?}", play.open);
    }
    Ok(())
}

proptest! {
    #![proptest_config(config(2))]

    #[test]
    fn as_if_started_on_the_outcome(events in prop::collection::vec(event(), 1..24), utf8 in any::<bool>()) {
        compare_with_fresh(&events, utf8)?;
    }
}

proptest! {
    #![proptest_config(config(16))]

    #[test]
    #[ignore = "long"]
    fn as_if_started_on_the_outcome_all_cases(events in prop::collection::vec(event(), 1..24), utf8 in any::<bool>()) {
        compare_with_fresh(&events, utf8)?;
    }
}

/// A fault that is put into a rules file.
type Seed = (&'static str, &'static str);

/// Words of the shipped rules, and their replacements.
const SEEDS: &[Seed] = &[
    ("bullet 2", "bullet 88"),
    ("paragraph 1", "paragraph 77"),
    ("sentence 1", "sentence 9"),
    ("](#", "](#x"),
    ("](fact:", "](fact:x."),
    ("](term:", "](term:x"),
    ("## Replace", "## Repalce"),
    ("{n=", "{n=4"),
    ("> - ", "> -"),
    ("document:", "dokument:"),
    ("~~", "~"),
    ("page=", "page=0"),
    (" · ", " "),
    ("; ", ";; é🎲 "),
];

fn finding(
    path: String,
    code: &Value,
    severity: &str,
    message: String,
    bytes: (usize, usize),
) -> String {
    format!(
        "{path} {}–{} {severity}[{}] {message}",
        bytes.0,
        bytes.1,
        code.as_str().unwrap_or_default()
    )
}

/// What the command line finds in a folder.
fn checked(folder: &Utf8Path) -> Vec<String> {
    let outcome = shell::run("rulebook check --format json", folder);
    assert!(outcome.code < 2, "{}", outcome.stderr);
    let report: Value = serde_json::from_str(&outcome.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", outcome.stderr));
    let mut found: Vec<String> = report["findings"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|one| {
            let byte = |at: usize| one["range"]["bytes"][at].as_u64().expect("a byte") as usize;
            let help = one["help"]
                .as_str()
                .map(|help| format!("\n{help}"))
                .unwrap_or_default();
            let message = format!("{}{help}", one["message"].as_str().expect("a message"));
            let path = one["path"].as_str().expect("a path").to_owned();
            finding(
                path,
                &one["code"],
                one["severity"].as_str().expect("a severity"),
                message,
                (byte(0), byte(1)),
            )
        })
        .collect();
    found.sort();
    found
}

/// What the server finds there.
fn served(folder: &Utf8Path, utf8: bool) -> Vec<String> {
    let mut play = Play::new(folder, utf8);
    let all = play
        .client
        .ask("rulebook/diagnostics", json!({}))
        .expect("a report");
    let mut found = Vec::new();
    for report in all["documents"].as_array().into_iter().flatten() {
        let uri = report["uri"].as_str().expect("an address");
        let path = uri
            .strip_prefix(&format!("file://{folder}/"))
            .unwrap_or_else(|| panic!("{uri} lies elsewhere"));
        let text = fs::read_to_string(folder.join(path)).expect("a readable file");
        for item in report["items"].as_array().into_iter().flatten() {
            let byte = |end: &str| places::byte(&text, &item["range"][end], play.encoding);
            let severity = ["", "error", "warning", "note"]
                [item["severity"].as_u64().unwrap_or_default() as usize];
            let message = item["message"].as_str().expect("a message").to_owned();
            found.push(finding(
                path.to_owned(),
                &item["code"],
                severity,
                message,
                (byte("start"), byte("end")),
            ));
        }
    }
    found.sort();
    found
}

proptest! {
    #![proptest_config(config(6))]

    /// The shipped rules with faults, under settings of their own: server and command line find the same in the same places.
    #[test]
    fn as_the_command_line(
        seeds in prop::collection::vec((any::<Index>(), any::<Index>(), any::<Index>()), 0..12),
        levels in prop::collection::btree_map(
            prop::sample::select(&["dangling-address", "unknown-link", "fact-unread", "contradiction", "unknown-term"][..]),
            prop::sample::select(&["off", "note", "warning", "error"][..]),
            0..4,
        ),
        utf8 in any::<bool>(),
    ) {
        let (_keep, folder) = folder();
        fs::create_dir(folder.join(".git")).expect("a folder");
        let shipped = Utf8Path::new(env!("CARGO_MANIFEST_DIR")).join("rules/dbm");
        let named = |path: Utf8PathBuf| {
            let name = path.strip_prefix(&shipped).expect("a name").to_string();
            (name, fs::read_to_string(path).expect("a readable file"))
        };
        let folders = ["", "checks"].map(|inner| shipped.join(inner).read_dir_utf8());
        let paths = folders.into_iter().flatten().flatten().map(|entry| entry.expect("an entry").into_path());
        let mut files: Vec<(String, String)> = paths.filter(|path| path.is_file()).map(named).collect();
        files.sort();
        for (file, seed, place) in &seeds {
            let (old, new) = *seed.get(SEEDS);
            let marked: Vec<&mut (String, String)> =
                files.iter_mut().filter(|(name, text)| name.ends_with(".md") && text.contains(old)).collect();
            let count = marked.len();
            let Some((_, text)) = marked.into_iter().nth(file.index(count.max(1))) else { continue };
            let at: Vec<usize> = text.match_indices(old).map(|(at, _)| at).collect();
            let at = at[place.index(at.len())];
            text.replace_range(at..at + old.len(), new);
        }
        let rules = folder.join("rules/dbm");
        fs::create_dir_all(rules.join("checks")).expect("a folder");
        for (name, text) in &files {
            fs::write(rules.join(name), text).expect("a writable file");
        }
        let settings: String = levels.iter().map(|(code, level)| format!("{code} = \"{level}\"\n")).collect();
        fs::write(folder.join("rulebook.toml"), format!("[lints]\n{settings}")).expect("a writable file");
        let (checked, served) = (checked(&folder), served(&folder, utf8));
        prop_assert!(!checked.is_empty() || levels.contains_key("fact-unread"));
        prop_assert_eq!(checked.join("\n"), served.join("\n"));
    }
}
