//! The steps of a specification: what a person does in an editor, and what the server says to it.
//!
//! A block whose info string begins with `lsp` is a step. Every other block is a file in the client's folder, its name the last word behind
//! the fence: above the first step it is there from the beginning, below it is a change on the disk, which the client reports. Blocks above
//! the first `##` belong to every test of the document. In files, `␍` means a carriage return, `␣` a blank at the end of a line.
//!
//! A place in a document is marked below its line, which may be a piece that occurs only once, or several lines where that is needed:
//!
//! ```text
//! ## Replace bullet 3
//!            ^^^^^^
//! ```
//!
//! `^` marks characters (a request about a position means the first), `|` the place before one. Lines `key: value` below the marks are
//! further parameters, in JSON or as bare words. A document that is not open is opened by the first request about it.
//!
//! | step | does |
//! |---|---|
//! | `lsp client [bare]` | lays JSON over the client's abilities, or over none |
//! | `lsp options` | JSON: `initializationOptions` |
//! | `lsp folders` | a line each: the client's folders, instead of the one that holds all files; none for a client without |
//! | `lsp shipped dbm` | copies the shipped rules of that name into the client's folder |
//! | `lsp open PATH` | opens a document, with the text of the block if there is one, else with that of the file |
//! | `lsp edit PATH` | replaces what is marked by `text: …` |
//! | `lsp change PATH` | replaces the whole text by that of the block |
//! | `lsp save PATH`, `lsp close PATH` | |
//! | `lsp delete PATH` | deletes a file, and notifies the server |
//! | `lsp configure` | JSON: new settings |
//! | `lsp diagnostics [PATH]` | what is wrong, as published, which must be what `rulebook/diagnostics` answers |
//! | `lsp published` | the documents of which diagnostics were sent since the last such step |
//! | `lsp heard METHOD` | waits for a message of the server, and shows all of that method that came |
//! | `lsp apply` | makes the edits of the last answer; of code actions those of `title: …` |
//! | `lsp METHOD [PATH]` | any request; `textDocument/` is understood. `of: WORDS` takes an item of the last answer as parameter |

use super::{
    client::Client,
    edits,
    fence::unescape,
    places::{self, Encoding, Marked},
    render::{self, Texts},
    spec::Part,
};
use camino::{Utf8Path, Utf8PathBuf};
use serde_json::{Value, json};
use std::{collections::BTreeMap, fs};

/// An open document.
#[derive(Clone, Debug)]
pub(crate) struct Document {
    pub(crate) text: String,
    pub(crate) version: i32,
}

/// A client at work in a folder of its own.
pub(crate) struct Session {
    keep: tempfile::TempDir,
    pub(crate) folder: Utf8PathBuf,
    abilities: Value,
    options: Value,
    folders: Option<Vec<String>>,
    server: Option<Server>,
    /// By address.
    pub(crate) open: BTreeMap<String, Document>,
    last: Last,
}

struct Server {
    client: Client,
    capabilities: Value,
    encoding: Encoding,
}

/// The last answer, and the document that it is about.
#[derive(Clone, Default)]
struct Last {
    method: String,
    uri: String,
    result: Value,
}

type Step = fn(&mut Session, &[&str], &str) -> Result<Option<String>, String>;

/// All steps but requests.
const STEPS: &[(&str, Step)] = &[
    ("client", Session::client),
    ("options", Session::options),
    ("folders", Session::folders),
    ("shipped", Session::shipped),
    ("open", Session::opened),
    ("edit", Session::edit),
    ("change", Session::change),
    ("save", Session::save),
    ("close", Session::close),
    ("delete", Session::delete),
    ("configure", Session::configure),
    ("diagnostics", Session::diagnostics),
    ("published", Session::published),
    ("heard", Session::heard),
    ("apply", Session::apply),
];

/// What a client like those of today can do.
fn able() -> Value {
    json!({
        "general": {"positionEncodings": ["utf-16"]},
        "workspace": {
            "applyEdit": true, "configuration": true, "workspaceFolders": true,
            "workspaceEdit": {"documentChanges": true, "resourceOperations": ["create", "rename", "delete"]},
            "didChangeWatchedFiles": {"dynamicRegistration": true},
            "symbol": {"resolveSupport": {"properties": ["location.range"]}},
            "diagnostics": {"refreshSupport": true}, "codeLens": {"refreshSupport": true}, "inlayHint": {"refreshSupport": true},
            "semanticTokens": {"refreshSupport": true},
        },
        "textDocument": {
            "publishDiagnostics": {"relatedInformation": true, "versionSupport": true, "codeDescriptionSupport": true, "dataSupport": true,
                "tagSupport": {"valueSet": [1, 2]}},
            "hover": {"contentFormat": ["markdown", "plaintext"]},
            "definition": {}, "declaration": {}, "implementation": {}, "references": {}, "documentHighlight": {},
            "completion": {"completionItem": {"snippetSupport": true, "documentationFormat": ["markdown", "plaintext"],
                "labelDetailsSupport": true, "insertReplaceSupport": true, "resolveSupport": {"properties": ["documentation", "detail"]}}},
            "documentSymbol": {"hierarchicalDocumentSymbolSupport": true},
            "codeAction": {"dataSupport": true, "isPreferredSupport": true, "disabledSupport": true, "resolveSupport": {"properties": ["edit"]},
                "codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix", "refactor", "source", "source.fixAll"]}}},
            "rename": {"prepareSupport": true, "prepareSupportDefaultBehavior": 1},
            "formatting": {}, "codeLens": {}, "inlayHint": {"resolveSupport": {"properties": ["tooltip"]}},
            "foldingRange": {}, "selectionRange": {},
            "semanticTokens": {"requests": {"range": true, "full": true}, "formats": ["relative"],
                "tokenTypes": ["namespace", "type", "class", "enum", "interface", "struct", "typeParameter", "parameter", "variable", "property",
                    "enumMember", "event", "function", "method", "macro", "keyword", "modifier", "comment", "string", "number", "regexp",
                    "operator", "decorator"],
                "tokenModifiers": ["declaration", "definition", "readonly", "static", "deprecated", "documentation", "defaultLibrary"]},
        },
        "window": {"showDocument": {"support": true}, "workDoneProgress": true},
    })
}

impl Session {
    /// A client in a new folder, with the parts that are common to all tests of a document.
    pub(crate) fn new(common: &[Part]) -> Self {
        let keep = tempfile::tempdir().expect("a folder");
        let folder = Utf8PathBuf::from_path_buf(keep.path().canonicalize().expect("a path"))
            .expect("a path in UTF-8")
            .join("here");
        // a search for a workspace ends here
        fs::create_dir_all(folder.join(".git")).expect("a new folder");
        let mut session = Self {
            keep,
            folder,
            abilities: able(),
            options: json!({"virtualDocuments": true}),
            folders: None,
            server: None,
            open: BTreeMap::new(),
            last: Last::default(),
        };
        for part in common {
            session.take(part).expect("a common part");
        }
        session
    }

    /// Does what a part says. Gives what is to be shown of it, if anything is.
    pub(crate) fn take(&mut self, part: &Part) -> Result<Option<String>, String> {
        let words: Vec<&str> = part.info.split_whitespace().collect();
        match words.as_slice() {
            ["lsp", verb, rest @ ..] => {
                let shown = match STEPS.iter().find(|(name, _)| name == verb) {
                    Some((_, step)) => step(self, rest, &part.text)?,
                    None => Some(self.ask(verb, rest.first().copied(), &part.text)?),
                };
                Ok(shown.map(|text| text.replace(self.folder.as_str(), "/here")))
            }
            [.., path] => {
                self.file(path, &unescape(&part.text));
                Ok(None)
            }
            [] => Err("a block without a name".into()),
        }
    }

    /// The address of a path in the folder; addresses stay.
    pub(crate) fn uri(&self, path: &str) -> String {
        if path.contains(":/") {
            path.to_owned()
        } else {
            format!("file://{}", self.folder.join(path))
        }
    }

    fn path(&self, uri: &str) -> Option<Utf8PathBuf> {
        uri.strip_prefix("file://").map(Utf8PathBuf::from)
    }

    fn server(&mut self) -> &mut Server {
        if self.server.is_none() {
            let folders = self.folders.clone().unwrap_or_else(|| vec![String::new()]);
            let home = self.keep.path().join("home");
            let folders: Vec<Value> = folders
                .iter()
                .map(|name| json!({"name": name, "uri": self.uri(name).trim_end_matches('/')}))
                .collect();
            let root = folders
                .first()
                .map_or(Value::Null, |folder| folder["uri"].clone());
            let params = json!({
                "processId": null, "rootUri": root, "workspaceFolders": folders, "capabilities": self.abilities,
                "initializationOptions": self.options,
            });
            let (client, capabilities) = Client::greet(&home.to_string_lossy(), params);
            let encoding = Encoding::of(&capabilities);
            self.server = Some(Server {
                client,
                capabilities,
                encoding,
            });
        }
        self.server.as_mut().expect("a server")
    }

    /// Writes a file, and notifies the server if it existed.
    fn file(&mut self, path: &str, text: &str) {
        let whole = self.folder.join(path);
        let kind = if whole.exists() { 2 } else { 1 };
        fs::create_dir_all(whole.parent().expect("a parent")).expect("a new folder");
        fs::write(&whole, text).expect("a new file");
        self.notify_file_change(path, kind);
    }

    fn notify_file_change(&mut self, path: &str, kind: u8) {
        let uri = self.uri(path);
        if let Some(server) = &mut self.server {
            server.client.note(
                "workspace/didChangeWatchedFiles",
                json!({"changes": [{"uri": uri, "type": kind}]}),
            );
        }
    }

    /// The text of a document: as opened, or of its file.
    pub(crate) fn text(&self, uri: &str) -> Option<String> {
        if let Some(document) = self.open.get(uri) {
            return Some(document.text.clone());
        }
        match uri.strip_prefix("rulebook:/shipped/") {
            Some(path) => fs::read_to_string(
                Utf8Path::new(env!("CARGO_MANIFEST_DIR"))
                    .join("rules")
                    .join(path),
            )
            .ok(),
            None => fs::read_to_string(self.path(uri)?).ok(),
        }
    }

    fn open(&mut self, uri: &str, text: String) {
        let document = json!({"uri": uri, "languageId": "markdown", "version": 1, "text": text});
        self.server()
            .client
            .note("textDocument/didOpen", json!({"textDocument": document}));
        self.open
            .insert(uri.to_owned(), Document { text, version: 1 });
    }

    /// The open document of a path; opened now, if it is not.
    fn document(&mut self, uri: &str) -> Result<Document, String> {
        if !self.open.contains_key(uri) {
            let text = self.text(uri).ok_or_else(|| format!("there is no {uri}"))?;
            if self.path(uri).is_none() {
                return Ok(Document { text, version: 0 });
            }
            self.open(uri, text);
        }
        Ok(self.open[uri].clone())
    }

    /// Changes an open document, and sends the change to the server.
    fn rewrite(&mut self, uri: &str, text: String, changes: Value) {
        let document = self.open.get_mut(uri).expect("an open document");
        *document = Document {
            text,
            version: document.version + 1,
        };
        let version = document.version;
        let params =
            json!({"textDocument": {"uri": uri, "version": version}, "contentChanges": changes});
        self.server().client.note("textDocument/didChange", params);
    }

    fn client(&mut self, words: &[&str], text: &str) -> Result<Option<String>, String> {
        if words == ["bare"] {
            self.abilities = json!({});
            self.options = json!({});
        }
        if !text.trim().is_empty() {
            lay_over(&mut self.abilities, json_of(text)?);
        }
        Ok(None)
    }

    fn options(&mut self, _: &[&str], text: &str) -> Result<Option<String>, String> {
        lay_over(&mut self.options, json_of(text)?);
        Ok(None)
    }

    fn folders(&mut self, _: &[&str], text: &str) -> Result<Option<String>, String> {
        self.folders = Some(text.lines().map(str::to_owned).collect());
        Ok(None)
    }

    fn shipped(&mut self, words: &[&str], _: &str) -> Result<Option<String>, String> {
        let [key] = words else {
            return Err("which rules?".into());
        };
        let from = Utf8Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("rules")
            .join(key);
        for entry in from.read_dir_utf8().map_err(|error| error.to_string())? {
            let entry = entry.expect("an entry");
            let text = fs::read_to_string(entry.path()).expect("a readable file");
            self.file(&format!("rules/{key}/{}", entry.file_name()), &text);
        }
        Ok(None)
    }

    fn opened(&mut self, words: &[&str], text: &str) -> Result<Option<String>, String> {
        let [path] = words else {
            return Err("which document?".into());
        };
        let uri = self.uri(path);
        let text = if text.is_empty() {
            self.text(&uri)
                .ok_or_else(|| format!("there is no {path}"))?
        } else {
            unescape(text)
        };
        self.open(&uri, text);
        Ok(None)
    }

    fn edit(&mut self, words: &[&str], block: &str) -> Result<Option<String>, String> {
        let [path] = words else {
            return Err("which document?".into());
        };
        let uri = self.uri(path);
        let text = self.document(&uri)?.text;
        let marked = places::marked(&text, block)?;
        let (start, end) = marked.span.ok_or("nothing is marked")?;
        let new = marked
            .params
            .iter()
            .find(|(key, _)| key == "text")
            .map(|(_, value)| plain(value))
            .ok_or("`text: …` is missing")?;
        let encoding = self.server().encoding;
        let range = json!({"start": places::position(&text, start, encoding), "end": places::position(&text, end, encoding)});
        let fresh = format!("{}{new}{}", &text[..start], &text[end..]);
        self.rewrite(&uri, fresh, json!([{"range": range, "text": new}]));
        Ok(None)
    }

    fn change(&mut self, words: &[&str], text: &str) -> Result<Option<String>, String> {
        let [path] = words else {
            return Err("which document?".into());
        };
        let uri = self.uri(path);
        self.document(&uri)?;
        let text = unescape(text);
        self.rewrite(&uri, text.clone(), json!([{"text": text}]));
        Ok(None)
    }

    fn save(&mut self, words: &[&str], _: &str) -> Result<Option<String>, String> {
        let [path] = words else {
            return Err("which document?".into());
        };
        let uri = self.uri(path);
        let text = self.document(&uri)?.text;
        let file = self.folder.join(path);
        let kind = if file.exists() { 2 } else { 1 };
        fs::create_dir_all(file.parent().expect("a parent")).expect("a new folder");
        fs::write(file, text).expect("a writable file");
        self.server().client.note(
            "textDocument/didSave",
            json!({"textDocument": {"uri": uri}}),
        );
        self.notify_file_change(path, kind);
        Ok(None)
    }

    fn close(&mut self, words: &[&str], _: &str) -> Result<Option<String>, String> {
        let [path] = words else {
            return Err("which document?".into());
        };
        let uri = self.uri(path);
        self.open.remove(&uri);
        self.server().client.note(
            "textDocument/didClose",
            json!({"textDocument": {"uri": uri}}),
        );
        Ok(None)
    }

    fn delete(&mut self, words: &[&str], _: &str) -> Result<Option<String>, String> {
        let [path] = words else {
            return Err("which file?".into());
        };
        fs::remove_file(self.folder.join(path)).map_err(|error| error.to_string())?;
        self.notify_file_change(path, 3);
        Ok(None)
    }

    fn configure(&mut self, _: &[&str], text: &str) -> Result<Option<String>, String> {
        let settings = json_of(text)?;
        self.server().client.note(
            "workspace/didChangeConfiguration",
            json!({"settings": settings}),
        );
        Ok(None)
    }

    fn diagnostics(&mut self, words: &[&str], block: &str) -> Result<Option<String>, String> {
        let params = places::marked("", block)?.params;
        let pages = params
            .iter()
            .any(|(key, value)| key == "pages" && *value == json!(true));
        if let [path] = words {
            self.document(&self.uri(path))?;
        }
        let found = self.settled()?;
        let found = match words {
            [path] => found
                .into_iter()
                .filter(|(uri, _)| *uri == self.uri(path))
                .collect(),
            _ => found,
        };
        let texts = self.texts();
        let rendered: Vec<String> = found
            .iter()
            .map(|(uri, items)| {
                render::diagnostics(
                    &texts,
                    uri,
                    self.open.get(uri).map(|d| d.version),
                    items,
                    pages,
                )
            })
            .collect();
        Ok(Some(if rendered.is_empty() {
            "nothing wrong\n".to_owned()
        } else {
            rendered.join("\n")
        }))
    }

    /// What is wrong with each document, without those with which nothing is. All of it has been sent.
    fn settled(&mut self) -> Result<BTreeMap<String, Value>, String> {
        let open = self.open.clone();
        let client = &mut self.server().client;
        let mut found = BTreeMap::new();
        let all = client
            .ask("rulebook/diagnostics", json!({}))
            .map_err(|error| render::refusal(&error))?;
        for report in all["documents"].as_array().into_iter().flatten() {
            found.insert(
                report["uri"].as_str().unwrap_or_default().to_owned(),
                report["items"].clone(),
            );
        }
        let is_published =
            |client: &Client, uri: &str, items: &Value| match client.published.get(uri) {
                Some(params) => {
                    params["diagnostics"] == *items
                        && open
                            .get(uri)
                            .is_none_or(|document| params["version"] == document.version)
                }
                None => *items == json!([]) && !open.contains_key(uri),
            };
        let gone = |client: &Client| {
            client
                .published
                .iter()
                .all(|(uri, params)| found.contains_key(uri) || params["diagnostics"] == json!([]))
        };
        client.until("all diagnostics", |client| {
            found
                .iter()
                .all(|(uri, items)| is_published(client, uri, items))
                && gone(client)
        });
        found.retain(|_, items| *items != json!([]));
        Ok(found)
    }

    fn published(&mut self, _: &[&str], _: &str) -> Result<Option<String>, String> {
        self.settled()?;
        let mut uris = std::mem::take(&mut self.server().client.publications);
        uris.sort();
        uris.dedup();
        let texts = self.texts();
        let lines: String = uris
            .iter()
            .map(|uri| format!("{}\n", texts.name(uri)))
            .collect();
        Ok(Some(if lines.is_empty() {
            "nothing\n".to_owned()
        } else {
            lines
        }))
    }

    fn heard(&mut self, words: &[&str], _: &str) -> Result<Option<String>, String> {
        let [method] = words else {
            return Err("which message?".into());
        };
        let is = |message: &Value| message["method"] == *method;
        let client = &mut self.server().client;
        client.until(method, |client| client.heard.iter().any(is));
        let (matching, others) = std::mem::take(&mut client.heard).into_iter().partition(is);
        client.heard = others;
        let matching: Vec<Value> = matching;
        Ok(Some(
            matching
                .iter()
                .map(|message| render::json(&message["params"]))
                .collect(),
        ))
    }

    /// Puts a request.
    fn ask(&mut self, verb: &str, path: Option<&str>, block: &str) -> Result<String, String> {
        let method = if verb.contains('/') {
            verb.to_owned()
        } else {
            format!("textDocument/{verb}")
        };
        let mut params = json!({});
        let mut of = None;
        let uri = path.map(|path| self.uri(path));
        let marked = match &uri {
            Some(uri) => {
                let text = self.document(uri)?.text;
                let marked = places::marked(&text, block)?;
                params["textDocument"] = json!({"uri": uri});
                self.place(&mut params, &method, uri, &text, &marked)?;
                marked
            }
            None => places::marked("", block)?,
        };
        for (key, value) in marked.params {
            match key.as_str() {
                "of" => of = Some(self.picked(&plain(&value))?),
                _ => lay_over(&mut params, json!({ key: value })),
            }
        }
        if let Some(item) = of {
            params = item;
        }
        let result = match self.server().client.ask(&method, params) {
            Ok(result) => result,
            Err(error) => return Ok(render::refusal(&error)),
        };
        self.last = Last {
            method: method.clone(),
            uri: uri.unwrap_or_default(),
            result: result.clone(),
        };
        if method == "textDocument/codeAction" {
            self.resolve_actions()?;
        }
        let last = self.last.clone();
        let legend = self
            .server()
            .capabilities
            .pointer("/semanticTokensProvider/legend")
            .cloned()
            .unwrap_or_default();
        let texts = self.texts();
        Ok(render::answer(
            &texts,
            &last.method,
            &last.uri,
            &last.result,
            &legend,
        ))
    }

    /// What a request says of the place that is marked.
    fn place(
        &mut self,
        params: &mut Value,
        method: &str,
        uri: &str,
        text: &str,
        marked: &Marked,
    ) -> Result<(), String> {
        let encoding = self.server().encoding;
        let (start, end) = marked.span.unwrap_or((0, text.len()));
        let range = json!({"start": places::position(text, start, encoding), "end": places::position(text, end, encoding)});
        match method {
            "textDocument/codeAction" => {
                let report = self.server().client.diagnostics(uri);
                let report = report.map_err(|error| render::refusal(&error))?;
                let touches = |item: &&Value| {
                    let byte = |end: &str| places::byte(text, &item["range"][end], encoding);
                    byte("start") <= end && start <= byte("end")
                };
                let near: Vec<&Value> = report
                    .as_array()
                    .into_iter()
                    .flatten()
                    .filter(touches)
                    .collect();
                params["context"] = json!({"diagnostics": near});
            }
            "textDocument/references" => params["context"] = json!({"includeDeclaration": true}),
            "textDocument/formatting" => {
                params["options"] = json!({"tabSize": 2, "insertSpaces": true})
            }
            "textDocument/selectionRange" => params["positions"] = json!([range["start"]]),
            _ => {}
        }
        if marked.span.is_some() {
            params["position"] = range["start"].clone();
        }
        params["range"] = range;
        Ok(())
    }

    /// The item of the last answer that is called so.
    fn picked(&self, words: &str) -> Result<Value, String> {
        let result = &self.last.result;
        let items = result
            .as_array()
            .or_else(|| result["items"].as_array())
            .ok_or("the last answer has no items")?;
        let is = |item: &&Value| {
            ["label", "title", "name", "/command/title", "/data/about"]
                .iter()
                .any(|key| {
                    let value = if key.starts_with('/') {
                        item.pointer(key)
                    } else {
                        item.get(key)
                    };
                    value
                        .and_then(Value::as_str)
                        .is_some_and(|value| value.contains(words))
                })
        };
        items
            .iter()
            .find(is)
            .cloned()
            .ok_or_else(|| format!("the last answer has no item `{words}`"))
    }

    /// Lets the server fill in what the actions of the last answer do.
    fn resolve_actions(&mut self) -> Result<(), String> {
        let mut actions = self.last.result.as_array().cloned().unwrap_or_default();
        for action in &mut actions {
            if action.get("edit").is_none()
                && action.get("data").is_some()
                && action.get("disabled").is_none()
            {
                *action = self
                    .server()
                    .client
                    .ask("codeAction/resolve", action.clone())
                    .map_err(|error| render::refusal(&error))?;
            }
        }
        if !actions.is_empty() {
            self.last.result = json!(actions);
        }
        Ok(())
    }

    fn apply(&mut self, _: &[&str], block: &str) -> Result<Option<String>, String> {
        let params = places::marked("", block)?.params;
        let mut edit = self.last.result.clone();
        if let Some((_, title)) = params.iter().find(|(key, _)| key == "title") {
            let action = self.picked(&plain(title))?;
            edit = action["edit"].clone();
            let command = if action["command"].is_object() {
                &action["command"]
            } else {
                &action
            };
            if edit.is_null() && command["command"].is_string() {
                let client = &mut self.server().client;
                let params =
                    json!({"command": command["command"], "arguments": command["arguments"]});
                client
                    .ask("workspace/executeCommand", params)
                    .map_err(|error| render::refusal(&error))?;
                client.until("an edit", |client| !client.edits.is_empty());
                edit = client.edits.remove(0);
            }
        }
        if edit.is_array() {
            edit = json!({"changes": {self.last.uri.clone(): edit}});
        }
        let rendered = render::edit(&self.texts(), &edit);
        let encoding = self.server().encoding;
        for change in edits::changes(&edit) {
            self.make(&change, encoding)?;
        }
        Ok(Some(rendered))
    }

    fn make(&mut self, change: &edits::Change, encoding: Encoding) -> Result<(), String> {
        let path = |uri: &str| self.path(uri).ok_or_else(|| format!("{uri} is no file"));
        match change {
            edits::Change::Text { uri, edits } => {
                let text = self.text(uri).unwrap_or_default();
                let fresh = places::edited(&text, edits, encoding);
                if self.open.contains_key(uri) {
                    self.rewrite(uri, fresh.clone(), json!([{"text": fresh}]));
                } else {
                    self.open(uri, text);
                    self.rewrite(uri, fresh.clone(), json!([{"text": fresh}]));
                }
            }
            edits::Change::Create(uri) => {
                let path = path(uri)?;
                fs::create_dir_all(path.parent().expect("a parent")).expect("a new folder");
                fs::write(path, "").expect("a new file");
            }
            edits::Change::Rename(from, to) => {
                let (path_from, path_to) = (path(from)?, path(to)?);
                fs::rename(path_from, path_to).map_err(|error| error.to_string())?;
                let changes = json!([{"uri": from, "type": 3}, {"uri": to, "type": 1}]);
                if let Some(document) = self.open.remove(from) {
                    self.server().client.note(
                        "textDocument/didClose",
                        json!({"textDocument": {"uri": from}}),
                    );
                    self.open(to, document.text);
                }
                self.server().client.note(
                    "workspace/didChangeWatchedFiles",
                    json!({ "changes": changes }),
                );
            }
            edits::Change::Delete(uri) => {
                fs::remove_file(path(uri)?).map_err(|error| error.to_string())?
            }
        }
        Ok(())
    }

    fn texts(&self) -> Texts<'_> {
        let encoding = self
            .server
            .as_ref()
            .map_or(Encoding::Utf16, |server| server.encoding);
        Texts {
            session: self,
            encoding,
        }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        if let Some(server) = &mut self.server {
            server.client.note("exit", Value::Null);
        }
    }
}

/// Lays fields over those of an object; `null` takes one away.
fn lay_over(under: &mut Value, over: Value) {
    match (under, over) {
        (Value::Object(under), Value::Object(over)) => {
            for (key, value) in over {
                if value.is_null() {
                    under.remove(&key);
                } else {
                    lay_over(under.entry(key).or_insert(Value::Null), value);
                }
            }
        }
        (under, over) => *under = over,
    }
}

fn json_of(text: &str) -> Result<Value, String> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}

fn plain(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}
