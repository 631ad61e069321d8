//! Scenarios while they are typed: every feature answers for any text, and the diagnostics are those of the command line.

use super::{
    client::Client,
    places::{self, Encoding},
    shell,
};
use camino::Utf8PathBuf;
use proptest::{prelude::*, sample::Index};
use serde_json::{Value, json};
use std::fs;

const RULESET: &str = r#"title = "Harbour"
editions = [{ id = "1", date = "1999" }, { id = "2", amends = "1" }]

[document.harbour-1]
edition = "1"
kind = "base"
published = 1999-01-01
"#;

const BASE: &str = "---\nruleset: harbour\nedition: \"1\"\ndocument: harbour-1\n---\n\n# Fleets {#fleets page=4}\n\n\
    > A fleet brings [6](fact:fleets.stores) stores. {#fleets.stores}\n\n# Fares {#fares page=7}\n\n\
    > | boat | S | O |\n> |------|---|---|\n> | Raft | 8 | 5 |\n> | Barge | – | 9 |\n";

const VOCABULARY: &str = r#"title = "Fleets"
[kind.scenario.property]
points = { number = "coins" }
[kind.fleet]
plural = "fleets"
headings = { "" = ["fleet"] }
lines = ["boat"]
unique = true
[kind.fleet.property]
dice = { number = "", least = 1, most = 6, keys = ["dice"] }
[kind.boat]
plural = "boats"
count = "count"
second = { after = ["/"], properties = { type = "rear-type" } }
[kind.boat.property]
count = { number = "", least = 1, most = 99 }
type = { words = "boat" }
rear-type = { words = "boat" }
grade = { words = { S = ["(s)"], O = ["(o)"] } }
flagship = { flag = ["flag ship"] }
fare = { number = "coins", keys = ["@"] }
at = { place = true, keys = ["at"] }
[section.stowage]
headings = ["stowage"]
lines = ["boat"]
[words.boat]
Raft = ["raft"]
Barge = ["barge"]
Store = ["store"]
"#;

const CHECKS: [(&str, &str); 2] = [
    (
        "stores",
        "each fleet\nlet have = sum(boats where type = Store, count)\nwhen have > 0\nrequire have = fact(fleets.stores)\nat boats where type = Store\nsay \"{have} stores\"\nfix \"six\" set count = fact(fleets.stores)",
    ),
    (
        "cost",
        "each boat\nwhen type != Store\ngives cost = cell(fares, \"{type}\", grade)\nunit \"coins\"\ncolumn \"each\"\ntotal sum cost * count as \"coins\"",
    ),
];

/// Pieces of scenarios, whole and half, and pieces that are hard to count.
const PIECES: &[&str] = &[
    "---\nruleset: harbour\nedition: \"2\"\n---\n\n",
    "---\n",
    "edition: ",
    "# Fleet: Otters\n",
    "## Stowage\n",
    "# Fle",
    "\n- 4 Raft (S), 8 coins: Blue\n",
    "- 5 Store\n",
    "- ",
    "12 rafts",
    "Barge (",
    "(O)/",
    "@",
    "9 ",
    "-3 ",
    "999999999999 ",
    "８",
    " flag ship",
    ": ",
    "\"",
    "100,0 to ",
    "dice: 7\n",
    "dice",
    "<!-- allow stores: why -->\n",
    "<!-- ",
    "> quoted\n",
    "| 4 Raft | (S) |\n",
    "```\n",
    "é🎲",
    "\u{0}",
    "\r\n",
    "\n",
    "\t",
    "½ ",
];

/// All requests about a document as a whole.
const WHOLE: &[&str] = &[
    "documentSymbol",
    "foldingRange",
    "semanticTokens/full",
    "formatting",
];

proptest! {
    #![proptest_config(ProptestConfig { max_shrink_iters: 40, ..ProptestConfig::with_cases(8) })]

    #[test]
    fn every_feature_answers(
        start in prop::collection::vec(any::<Index>(), 0..12),
        edits in prop::collection::vec((any::<Index>(), any::<Index>(), 0..6_usize), 1..6),
    ) {
        let keep = tempfile::tempdir().expect("a folder");
        let folder = Utf8PathBuf::from_path_buf(keep.path().canonicalize().expect("a path")).expect("UTF-8");
        let rules = folder.join("rules/harbour/checks");
        fs::create_dir_all(&rules).expect("a folder");
        for (name, text) in [("../ruleset.toml", RULESET), ("../base.rules.md", BASE), ("../scenario.toml", VOCABULARY)] {
            fs::write(rules.join(name), text).expect("a file");
        }
        for (name, rule) in CHECKS {
            fs::write(rules.join(format!("{name}.check.md")), format!("# {name}\n\nWhy.\n\n```rule\n{rule}\n```\n")).expect("a file");
        }
        let root = format!("file://{folder}");
        let uri = format!("{root}/typed.scenario.md");
        let abilities = json!({"general": {"positionEncodings": ["utf-8"]}, "textDocument": {"codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}}}});
        let (mut client, capabilities) = Client::greet(folder.as_str(), json!({"rootUri": root, "capabilities": abilities}));
        let encoding = Encoding::of(&capabilities);
        let mut text: String = PIECES[0].to_owned() + &start.iter().map(|at| *at.get(PIECES)).collect::<String>();
        let document = json!({"uri": uri, "languageId": "markdown", "version": 0, "text": text});
        client.note("textDocument/didOpen", json!({ "textDocument": document }));
        let about = json!({ "uri": uri });
        for (version, (piece, place, gone)) in edits.iter().enumerate() {
            let mut from = place.index(text.len() + 1);
            let mut to = (from + gone).min(text.len());
            while !text.is_char_boundary(from) || text[..from].ends_with('\r') {
                from -= 1;
            }
            while !text.is_char_boundary(to) || text[to..].starts_with('\n') && text[..to].ends_with('\r') {
                to += 1;
            }
            let at = |byte: usize| places::position(&text, byte, encoding);
            let new = *piece.get(PIECES);
            let change = json!({"range": {"start": at(from), "end": at(to.max(from))}, "text": new});
            client.note(
                "textDocument/didChange",
                json!({"textDocument": {"uri": uri, "version": version + 1}, "contentChanges": [change]}),
            );
            text.replace_range(from..to.max(from), new);
            let position = places::position(&text, from + new.len(), encoding);
            let range = json!({"start": position, "end": position});
            for method in ["hover", "completion", "definition"] {
                let answer = client.ask(&format!("textDocument/{method}"), json!({"textDocument": about, "position": position}));
                prop_assert!(answer.is_ok(), "{} {:?}\n{}", method, answer, text);
            }
            for method in WHOLE {
                let params = json!({"textDocument": about, "options": {"tabSize": 4, "insertSpaces": true}});
                let answer = client.ask(&format!("textDocument/{method}"), params);
                prop_assert!(answer.is_ok(), "{} {:?}\n{}", method, answer, text);
            }
            let all = json!({"start": {"line": 0, "character": 0}, "end": {"line": 999, "character": 0}});
            let hints = client.ask("textDocument/inlayHint", json!({"textDocument": about, "range": all}));
            prop_assert!(hints.is_ok(), "{:?}\n{}", hints, text);
            let actions = client.ask("textDocument/codeAction", json!({"textDocument": about, "range": range, "context": {"diagnostics": []}}));
            prop_assert!(actions.is_ok(), "{:?}\n{}", actions, text);
        }
        let report = client.diagnostics(about["uri"].as_str().expect("an address")).expect("a report");
        fs::write(folder.join("typed.scenario.md"), &text).expect("a file");
        let outcome = shell::run("rulebook check --format json typed.scenario.md", &folder);
        let checked: Value = serde_json::from_str(&outcome.stdout).expect("JSON");
        let line = |position: &Value| position["line"].as_u64().unwrap_or_default();
        let served = report.as_array().into_iter().flatten();
        let served: Vec<String> = served.map(|one| format!("{} {} {}", line(&one["range"]["start"]) + 1, one["code"], one["message"])).collect();
        let expected = checked["findings"].as_array().into_iter().flatten().map(|one| {
            let help = one["help"].as_str().map(|help| format!("\n{help}")).unwrap_or_default();
            let message = format!("{}{help}", one["message"].as_str().unwrap_or_default());
            format!("{} {} {}", line(&one["range"]["start"]), one["code"], json!(message))
        });
        prop_assert_eq!(served, expected.collect::<Vec<_>>(), "{}", text);
    }
}
