//! Renders answers as text for people.

use super::{
    edits::{self, Change},
    places::{self, Encoding},
    steps::Session,
};
use imara_diff::{Algorithm, BasicLineDiffPrinter, Diff, InternedInput, UnifiedDiffConfig};
use serde_json::Value;
use std::fmt::Write;

/// The texts of documents.
pub(crate) struct Texts<'a> {
    pub(crate) session: &'a Session,
    pub(crate) encoding: Encoding,
}

impl Texts<'_> {
    /// How a document is called: its path in the client's folder, or its address.
    pub(crate) fn name(&self, uri: &str) -> String {
        uri.strip_prefix(&format!("file://{}/", self.session.folder))
            .unwrap_or(uri)
            .to_owned()
    }

    /// The lines of a range, with marks below.
    fn range(&self, uri: &str, range: &Value) -> String {
        let number = |end: &str| range[end]["line"].as_u64().unwrap_or_default() as usize;
        let Some(text) = self.session.text(uri) else {
            let place = |end: &str| format!("{}:{}", number(end) + 1, range[end]["character"]);
            return format!("{}–{}\n", place("start"), place("end"));
        };
        let byte = |end: &str| places::byte(&text, &range[end], self.encoding);
        let (start, end) = (byte("start"), byte("end"));
        let (first, last) = (number("start"), number("end"));
        let mut out = String::new();
        for at in first..=last {
            if at > first && at < last {
                if at == first + 1 {
                    out += "     …\n";
                }
                continue;
            }
            let line = places::line(&text, at);
            let begin = places::byte(
                &text,
                &serde_json::json!({"line": at, "character": 0}),
                self.encoding,
            );
            let (from, to) = (start.max(begin), end.min(begin + line.len()));
            let chars =
                |from: usize, to: usize| text.get(from..to).unwrap_or_default().chars().count();
            if at == last && last > first && to <= begin {
                continue;
            }
            let mark = if to > from {
                "^".repeat(chars(from, to))
            } else {
                "|".to_owned()
            };
            let _ = writeln!(out, "{}", format!("{:>4} | {line}", at + 1).trim_end());
            let _ = writeln!(out, "     | {}{mark}", " ".repeat(chars(begin, from)));
        }
        out
    }

    /// The words of a range.
    fn words(&self, uri: &str, range: &Value) -> String {
        let text = self.session.text(uri).unwrap_or_default();
        let byte = |end: &str| places::byte(&text, &range[end], self.encoding);
        text.get(byte("start")..byte("end"))
            .unwrap_or_default()
            .to_owned()
    }

    /// A place in a document, with its lines.
    fn location(&self, uri: &str, range: &Value) -> String {
        format!(
            "{}:{}\n{}",
            self.name(uri),
            line(&range["start"]),
            self.range(uri, range)
        )
    }
}

fn line(position: &Value) -> u64 {
    position["line"].as_u64().unwrap_or_default() + 1
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

/// The parts from which an answer is rendered.
struct Answer<'a> {
    texts: &'a Texts<'a>,
    uri: &'a str,
    result: &'a Value,
    legend: &'a Value,
}

type Renderer = fn(&Answer<'_>) -> String;

/// How the answers to a method are rendered; all others as JSON.
const RENDERERS: &[(&str, Renderer)] = &[
    ("textDocument/hover", hover),
    ("textDocument/definition", locations),
    ("textDocument/declaration", locations),
    ("textDocument/implementation", locations),
    ("textDocument/typeDefinition", locations),
    ("textDocument/references", locations),
    ("textDocument/documentHighlight", highlights),
    ("textDocument/completion", completion),
    ("completionItem/resolve", resolved_completion),
    ("textDocument/rename", |answer| {
        edit(answer.texts, answer.result)
    }),
    ("textDocument/prepareRename", prepared),
    ("textDocument/formatting", formatted),
    ("textDocument/documentSymbol", symbols),
    ("workspace/symbol", workspace_symbols),
    ("textDocument/codeAction", actions),
    ("textDocument/codeLens", lenses),
    ("textDocument/inlayHint", hints),
    ("textDocument/foldingRange", folds),
    ("textDocument/selectionRange", selections),
    ("textDocument/semanticTokens/full", tokens),
    ("textDocument/semanticTokens/range", tokens),
];

/// Renders the answer to a request.
pub(crate) fn answer(
    texts: &Texts<'_>,
    method: &str,
    uri: &str,
    result: &Value,
    legend: &Value,
) -> String {
    if result.is_null() {
        return "null\n".into();
    }
    let answer = Answer {
        texts,
        uri,
        result,
        legend,
    };
    let rendered = match RENDERERS.iter().find(|(name, _)| *name == method) {
        Some((_, render)) => render(&answer),
        None => json(result),
    };
    if rendered.trim().is_empty() {
        "nothing\n".into()
    } else {
        rendered
    }
}

/// Any other answer.
pub(crate) fn json(value: &Value) -> String {
    serde_json::to_string_pretty(value).expect("JSON") + "\n"
}

/// A request that was not answered.
pub(crate) fn refusal(error: &Value) -> String {
    format!("error {}: {}\n", error["code"], text(&error["message"]))
}

/// What is wrong with a document, each under the words at fault.
pub(crate) fn diagnostics(
    texts: &Texts<'_>,
    uri: &str,
    version: Option<i32>,
    items: &Value,
    pages: bool,
) -> String {
    let version = version
        .map(|version| format!(", version {version}"))
        .unwrap_or_default();
    let mut out = format!("{}{version}\n", texts.name(uri));
    for item in list(items) {
        let severity = ["", "error", "warning", "information", "hint"]
            [item["severity"].as_u64().unwrap_or_default() as usize];
        let _ = writeln!(
            out,
            "{severity}[{}] {}",
            text(&item["code"]),
            text(&item["message"]).replace('\n', "\n  ")
        );
        out += &texts.range(uri, &item["range"]);
        for related in list(&item["relatedInformation"]) {
            let place = texts.location(
                text(&related["location"]["uri"]),
                &related["location"]["range"],
            );
            let _ = writeln!(
                out,
                "  {}: {}",
                text(&related["message"]),
                place.trim_end().replace('\n', "\n  ")
            );
        }
        for tag in list(&item["tags"]) {
            let _ = writeln!(
                out,
                "  {}",
                if *tag == 1 {
                    "unnecessary"
                } else {
                    "deprecated"
                }
            );
        }
        if pages {
            let _ = writeln!(out, "  page {}", text(&item["codeDescription"]["href"]));
        }
    }
    out
}

fn markup(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| text(&value["value"]))
}

fn hover(answer: &Answer<'_>) -> String {
    let contents = &answer.result["contents"];
    let plain = if contents["kind"] == "plaintext" {
        "(plain text)\n"
    } else {
        ""
    };
    format!(
        "{}{plain}\n{}",
        answer.texts.range(answer.uri, &answer.result["range"]),
        markup(contents)
    )
}

fn locations(answer: &Answer<'_>) -> String {
    let one = [answer.result.clone()];
    let all = answer.result.as_array().map_or(&one[..], Vec::as_slice);
    let place = |location: &Value| match location.get("targetUri") {
        Some(uri) => answer
            .texts
            .location(text(uri), &location["targetSelectionRange"]),
        None => answer
            .texts
            .location(text(&location["uri"]), &location["range"]),
    };
    all.iter().map(place).collect()
}

fn highlights(answer: &Answer<'_>) -> String {
    let kind = |item: &Value| {
        ["text", "text", "read", "write"][item["kind"].as_u64().unwrap_or_default() as usize]
    };
    list(answer.result)
        .map(|item| {
            format!(
                "{}\n{}",
                kind(item),
                answer.texts.range(answer.uri, &item["range"])
            )
        })
        .collect()
}

fn completion(answer: &Answer<'_>) -> String {
    let mut items: Vec<&Value> = list(answer.result)
        .chain(list(&answer.result["items"]))
        .collect();
    let order = |item: &Value| {
        item["sortText"]
            .as_str()
            .unwrap_or(text(&item["label"]))
            .to_owned()
    };
    items.sort_by_key(|item| order(item));
    let mut out = String::new();
    if answer.result["isIncomplete"] == true {
        out += "(incomplete)\n";
    }
    for item in items {
        let _ = write!(out, "{}", text(&item["label"]));
        let _ = write!(out, "{}", text(&item["labelDetails"]["detail"]));
        let details = [
            text(&item["labelDetails"]["description"]),
            text(&item["detail"]),
        ];
        for detail in details.iter().filter(|detail| !detail.is_empty()) {
            let _ = write!(out, " · {detail}");
        }
        let edit = &item["textEdit"];
        let new = edit["newText"].as_str().or(item["insertText"].as_str());
        let range = if edit["range"].is_null() {
            &edit["replace"]
        } else {
            &edit["range"]
        };
        let replaced = if range.is_null() {
            String::new()
        } else {
            answer.texts.words(answer.uri, range)
        };
        if new.is_some_and(|new| new != item["label"]) || !replaced.is_empty() {
            let snippet = if item["insertTextFormat"] == 2 {
                "snippet "
            } else {
                ""
            };
            let _ = write!(
                out,
                " ⇒ {snippet}`{}`",
                new.unwrap_or(text(&item["label"])).replace('\n', "⏎")
            );
        }
        if !replaced.is_empty() {
            let _ = write!(out, " for `{replaced}`");
        }
        for other in list(&item["additionalTextEdits"]) {
            let _ = write!(out, " and `{}`", text(&other["newText"]).replace('\n', "⏎"));
        }
        out.push('\n');
    }
    out
}

fn resolved_completion(answer: &Answer<'_>) -> String {
    let item = answer.result;
    format!(
        "{} · {}\n\n{}\n",
        text(&item["label"]),
        text(&item["detail"]),
        markup(&item["documentation"])
    )
}

fn prepared(answer: &Answer<'_>) -> String {
    let result = answer.result;
    let range = if result["range"].is_null() {
        result
    } else {
        &result["range"]
    };
    let name = result["placeholder"]
        .as_str()
        .map(|name| format!("placeholder {name}\n"))
        .unwrap_or_default();
    format!("{}{name}", answer.texts.range(answer.uri, range))
}

fn formatted(answer: &Answer<'_>) -> String {
    let edits: Vec<Value> = list(answer.result).cloned().collect();
    difference(answer.texts, answer.uri, &edits)
}

/// What edits do to a document, as a difference of lines.
fn difference(texts: &Texts<'_>, uri: &str, edits: &[Value]) -> String {
    let before = texts.session.text(uri).unwrap_or_default();
    let after = places::edited(&before, edits, texts.encoding);
    let input = InternedInput::new(before.as_str(), after.as_str());
    let mut diff = Diff::compute(Algorithm::Histogram, &input);
    diff.postprocess_lines(&input);
    let mut config = UnifiedDiffConfig::default();
    config.context_len(1);
    diff.unified_diff(&BasicLineDiffPrinter(&input.interner), config, &input)
        .to_string()
        .replace('\r', "␍")
}

/// What a `WorkspaceEdit` does.
pub(crate) fn edit(texts: &Texts<'_>, edit: &Value) -> String {
    let change = |change: &Change| match change {
        Change::Text { uri, edits } => {
            format!("{}\n{}", texts.name(uri), difference(texts, uri, edits))
        }
        Change::Create(uri) => format!("create {}\n", texts.name(uri)),
        Change::Rename(from, to) => format!("rename {} to {}\n", texts.name(from), texts.name(to)),
        Change::Delete(uri) => format!("delete {}\n", texts.name(uri)),
    };
    edits::changes(edit).iter().map(change).collect()
}

fn actions(answer: &Answer<'_>) -> String {
    let mut out = String::new();
    for action in list(answer.result) {
        let preferred = if action["isPreferred"] == true {
            " (preferred)"
        } else {
            ""
        };
        let _ = writeln!(
            out,
            "{}: {}{preferred}",
            action["kind"].as_str().unwrap_or("command"),
            text(&action["title"])
        );
        if let Some(reason) = action["disabled"]["reason"].as_str() {
            let _ = writeln!(out, "  disabled: {reason}");
        }
        let command = if action["command"].is_object() {
            &action["command"]
        } else {
            action
        };
        if let Some(name) = command["command"].as_str() {
            let _ = writeln!(out, "  {name} {}", command["arguments"]);
        }
        for line in edit(answer.texts, &action["edit"]).lines() {
            let _ = writeln!(out, "{}", format!("  {line}").trim_end());
        }
    }
    out
}

/// Kinds of symbols, by number.
const KINDS: [&str; 27] = [
    "",
    "file",
    "module",
    "namespace",
    "package",
    "class",
    "method",
    "property",
    "field",
    "constructor",
    "enum",
    "interface",
    "function",
    "variable",
    "constant",
    "string",
    "number",
    "boolean",
    "array",
    "object",
    "key",
    "null",
    "enum-member",
    "struct",
    "event",
    "operator",
    "type-parameter",
];

fn kind(item: &Value) -> &'static str {
    KINDS
        .get(item["kind"].as_u64().unwrap_or_default() as usize)
        .copied()
        .unwrap_or_default()
}

fn symbols(answer: &Answer<'_>) -> String {
    fn render(out: &mut String, item: &Value, depth: usize) {
        let detail = item["detail"]
            .as_str()
            .filter(|detail| !detail.is_empty())
            .map(|detail| format!(" · {detail}"))
            .unwrap_or_default();
        let range = if item["range"].is_null() {
            &item["location"]["range"]
        } else {
            &item["range"]
        };
        let lines = (line(&range["start"]), line(&range["end"]));
        let indent = "  ".repeat(depth);
        let tags = if item["tags"][0] == 1 {
            " (deprecated)"
        } else {
            ""
        };
        let _ = writeln!(
            out,
            "{indent}{} {}{detail}{tags}  {}–{}",
            kind(item),
            text(&item["name"]),
            lines.0,
            lines.1
        );
        list(&item["children"]).for_each(|child| render(out, child, depth + 1));
    }
    let mut out = String::new();
    list(answer.result).for_each(|item| render(&mut out, item, 0));
    out
}

fn workspace_symbols(answer: &Answer<'_>) -> String {
    let render = |item: &Value| {
        let container = item["containerName"]
            .as_str()
            .map(|name| format!(" · {name}"))
            .unwrap_or_default();
        let place = &item["location"];
        let at = if place["range"].is_object() {
            format!(":{}", line(&place["range"]["start"]))
        } else {
            String::new()
        };
        format!(
            "{} {}{container}  {}{at}\n",
            kind(item),
            text(&item["name"]),
            answer.texts.name(text(&place["uri"]))
        )
    };
    list(answer.result).map(render).collect()
}

fn lenses(answer: &Answer<'_>) -> String {
    let render = |lens: &Value| {
        let command = &lens["command"];
        let arguments = if command["arguments"].is_null() {
            String::new()
        } else {
            format!(" {}", command["arguments"])
        };
        let about = text(&lens["data"]["about"]);
        let at = line(&lens["range"]["start"]);
        match command.is_null() {
            true => format!("{at}: … {about}\n"),
            false => format!(
                "{at}: {} → {}{arguments}\n",
                text(&command["title"]),
                text(&command["command"])
            ),
        }
    };
    list(answer.result).map(render).collect()
}

fn hints(answer: &Answer<'_>) -> String {
    let source = answer.texts.session.text(answer.uri).unwrap_or_default();
    let render = |hint: &Value| {
        let byte = places::byte(&source, &hint["position"], answer.texts.encoding);
        let whole = places::line(&source, (line(&hint["position"]) - 1) as usize);
        let begin = places::byte(
            &source,
            &serde_json::json!({"line": hint["position"]["line"], "character": 0}),
            answer.texts.encoding,
        );
        let parts: String = list(&hint["label"])
            .map(|part| text(&part["value"]))
            .collect();
        let label = hint["label"].as_str().unwrap_or(&parts);
        let (left, right) = whole.split_at(byte - begin);
        let blank = |key: &str| if hint[key] == true { " " } else { "" };
        format!(
            "{:>4} | {left}{}⟦{label}⟧{}{right}\n",
            line(&hint["position"]),
            blank("paddingLeft"),
            blank("paddingRight")
        )
    };
    list(answer.result).map(render).collect()
}

fn folds(answer: &Answer<'_>) -> String {
    let number = |value: &Value| value.as_u64().unwrap_or_default() + 1;
    let shown = |fold: &Value| {
        let first = number(&fold["startLine"]);
        let source = answer.texts.session.text(answer.uri).unwrap_or_default();
        let extra = [text(&fold["kind"]), text(&fold["collapsedText"])].join(" ");
        let line = places::line(&source, first as usize - 1).to_owned();
        format!(
            "{}\n",
            format!(
                "{first}–{} {line} {}",
                number(&fold["endLine"]),
                extra.trim()
            )
            .trim_end()
        )
    };
    list(answer.result).map(shown).collect()
}

fn selections(answer: &Answer<'_>) -> String {
    let mut out = String::new();
    for selection in list(answer.result) {
        let mut at = selection;
        while at.is_object() {
            out += &answer.texts.range(answer.uri, &at["range"]);
            at = &at["parent"];
        }
    }
    out
}

fn tokens(answer: &Answer<'_>) -> String {
    let numbers: Vec<u64> = list(&answer.result["data"])
        .map(|number| number.as_u64().unwrap_or_default())
        .collect();
    let (mut at, mut column) = (0, 0);
    let mut out = String::new();
    for token in numbers.as_chunks::<5>().0 {
        let [lines, columns, length, kind, modifiers] = *token;
        column = if lines > 0 { columns } else { column + columns };
        at += lines;
        let place = |column: u64| serde_json::json!({"line": at, "character": column});
        let range = serde_json::json!({"start": place(column), "end": place(column + length)});
        let name = text(&answer.legend["tokenTypes"][kind as usize]);
        let set = list(&answer.legend["tokenModifiers"])
            .enumerate()
            .filter(|(bit, _)| modifiers >> bit & 1 == 1);
        let set: String = set.map(|(_, name)| format!(" {}", text(name))).collect();
        let _ = writeln!(
            out,
            "{}:{} `{}` {name}{set}",
            at + 1,
            column,
            answer.texts.words(answer.uri, &range)
        );
    }
    out
}
