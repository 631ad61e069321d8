//! Markdown for the editor: text of the rules cannot load a picture or add HTML, wherever it is shown.

use super::{
    client::Client,
    places::{self, Encoding},
};
use camino::Utf8PathBuf;
use pulldown_cmark::{Event, Options, Parser, Tag};
use serde_json::{Value, json};
use std::fs;

/// Leaves a code span, a cell and a paragraph, each for a picture or HTML.
const HOSTILE: &str = "`![a](//evil)`|![b](//evil)<img src=//evil>`x";

/// The files of a folder. `¤` is replaced by [`HOSTILE`].
const FILES: &[(&str, &str)] = &[
    (
        "ruleset.toml",
        "title = \"Harbour¤\\n\\n![c](//evil)\"\neditions = [{ id = \"1\", date = \"1999\" }, { id = \"2¤\", amends = \"1\", status = \"¤\" }]\n\n\
         [document.harbour-1]\nedition = \"1\"\nkind = \"base\"\npublished = 1999-01-01\n\n\
         [document.\"h¤\"]\ntitle = \"Second¤\"\nedition = \"2¤\"\npublished = 2002-03-04\nauthors = [\"A¤\"]\n\n\
         [document.pilots]\nedition = \"2¤\"\nkind = \"clarification\"\npublished = 2006-01-01\n\n\
         [profile.\"p¤\"]\ndefault = true\nlayers = [\"pilots\"]\n",
    ),
    (
        "base.rules.md",
        "---\nruleset: harbour\nedition: \"1\"\ndocument: harbour-1\n---\n\n# Fleets¤ {#fleets page=4}\n\n\
         > A fleet¤ brings [6](fact:fleets.stores¤) [rafts](term:raft¤) stores. {#fleets.stores}\n> Pilots¤ steer. {#fleets.pilots}\n>\n\
         > - **Ferry¤** It crosses¤, see [fares](#fares).\n\n# Fares¤ {#fares page=\"7¤\"}\n\n\
         > | boat | S¤ | O |\n> |------|---|---|\n> | Raft | 8 | 5 |\n> | Barge¤ | 9 | 9 |\n\n\
         # Terms {#terms page=9}\n\n> - **Raft¤** A flat¤ craft. {term=raft}\n",
    ),
    (
        "2.amend.md",
        "---\nruleset: harbour\nedition: \"2¤\"\ndocument: \"h¤\"\n---\n\n# Fleets¤ {#fleets page=4}\n\n\
         ## Replace \"Pilots\" with \"Gods¤\" in #fleets.pilots {n=\"1¤\"}\n\n**Deviation:** of¤ it.\n\n\
         ## Add paragraph at the end {n=\"2¤\"}\n\n> A new¤ one. {#fleets.new}\n\n\
         ## Clarify #fleets.stores¤ {n=3}\n\n> ¤\n\n# Fares {#fares page=7}\n\n## Set values {n=\"5¤\"}\n\n\
         > | boat | S¤ |\n> |---|---|\n> | Raft | ~~8~~ 10¤ |\n",
    ),
    (
        "pilots.clarify.md",
        "---\nruleset: harbour\nedition: \"2¤\"\ndocument: pilots\n---\n\n# Fleets {#fleets page=4}\n\n\
         ## Clarify #fleets.stores {#pilots.stores n=\"1¤\"}\n\n> A half¤ store is a store.\n",
    ),
    (
        "scenario.toml",
        "title = \"Fleets¤\"\n[kind.scenario]\n[kind.scenario.property]\npoints = { number = \"coins¤\" }\n\
         [kind.fleet]\nplural = \"fleets\"\nheadings = { \"\" = [\"fleet\"] }\nlines = [\"boat\"]\n[kind.fleet.property]\n\
         \"di¤\" = { number = \"¤\", keys = [\"dice\"] }\nsize = { words = \"size\", keys = [\"size\"] }\n\
         [kind.boat]\nplural = \"boats\"\ncount = \"count\"\n[kind.boat.property]\ncount = { number = \"\", least = 1, most = 99 }\n\
         type = { words = \"boat\" }\ngrade = { words = { S = [\"(s)\"], O = [\"(o)\"] } }\n\
         [words.boat]\nRaft = [\"raft\"]\nBarge = [\"barge\"]\n[words.size]\n\"big¤\" = [\"big\"]\n",
    ),
    (
        "cost.check.md",
        "# What a boat¤ costs\n\nIts fare¤.\n\n```rule\neach boat\ngives cost = cell(fares, \"{type}\", grade)\n\
         unit \"coins¤\"\ncolumn \"each¤\"\ntotal sum cost * count as \"coins¤\"\n```\n",
    ),
    (
        "grade.check.md",
        "# Grades¤\n\nWhy¤.\n\n```rule\neach boat\nrequire offered(fares, \"{type}\", grade)\nat grade\nsay \"no¤ {type}\"\n```\n",
    ),
    (
        "own.scenario.md",
        "---\nruleset: harbour\nedition: \"2¤\"\nprofile: \"p¤\"\ndate: 2020-01-01\npoints: 100\n---\n\n# Fleet: Otters¤\ndice: 5\nsize: big\n\n\
         - 4 Raft (O): Blue¤\n- 1 Barge (S)\n- some¤ words\n",
    ),
];

/// Asserts that a text in Markdown contains no picture, no HTML and no link.
fn assert_plain(markdown: &str, place: &str) {
    for event in Parser::new_ext(markdown, Options::all()) {
        let bad = matches!(
            event,
            Event::Start(Tag::Image { .. } | Tag::Link { .. } | Tag::HtmlBlock)
                | Event::Html(_)
                | Event::InlineHtml(_)
        );
        assert!(!bad, "{place}: {event:?} in\n{markdown}");
    }
}

#[test]
fn hovers_contain_no_markup_of_the_rules() {
    let keep = tempfile::tempdir().expect("a folder");
    let folder = Utf8PathBuf::from_path_buf(keep.path().canonicalize().expect("a path"))
        .expect("a path in UTF-8");
    let rules = folder.join("rules/harbour");
    fs::create_dir_all(&rules).expect("a folder");
    let files: Vec<(&str, String)> = FILES
        .iter()
        .map(|(name, text)| (*name, text.replace('¤', HOSTILE)))
        .collect();
    for (name, text) in &files {
        fs::write(rules.join(name), text).expect("a file");
    }
    let capabilities = json!({
        "general": {"positionEncodings": ["utf-8"]},
        "textDocument": {
            "hover": {"contentFormat": ["markdown"]},
            "completion": {"completionItem": {"documentationFormat": ["markdown"], "resolveSupport": {"properties": ["documentation"]}}},
        },
    });
    let root = format!("file://{folder}");
    let (mut client, capabilities) = Client::greet(
        folder.as_str(),
        json!({"rootUri": root, "capabilities": capabilities}),
    );
    let encoding = Encoding::of(&capabilities);
    let mut shown = 0;
    for (name, text) in &files {
        let uri = format!("file://{}", rules.join(name));
        let document = json!({"uri": uri, "languageId": "markdown", "version": 0, "text": text});
        client.note("textDocument/didOpen", json!({ "textDocument": document }));
        for at in (0..text.len())
            .step_by(3)
            .filter(|&at| text.is_char_boundary(at))
        {
            let position = places::position(text, at, encoding);
            let params = json!({"textDocument": {"uri": uri}, "position": position});
            let hover = client.ask("textDocument/hover", params).expect("an answer");
            if let Some(markdown) = hover["contents"]["value"].as_str() {
                assert_plain(markdown, &format!("{name}:{at}"));
                shown += usize::from(markdown.contains("evil"));
            }
        }
        // the documentation of what can be written on each line
        for line in 0..text.lines().count() {
            let position = json!({"line": line, "character": 0});
            let params = json!({"textDocument": {"uri": uri}, "position": position});
            let list = client
                .ask("textDocument/completion", params)
                .expect("a list");
            let items = list["items"].as_array().or(list.as_array()).cloned();
            for item in items.into_iter().flatten().take(8) {
                let item = client.ask("completionItem/resolve", item).expect("an item");
                if let Some(markdown) = item["documentation"]["value"].as_str() {
                    assert_plain(markdown, &format!("{name}:{line}"));
                }
            }
        }
    }
    assert!(shown > 50, "{shown} hovers show the hostile text");
    let _: Result<Value, Value> = client.ask("shutdown", Value::Null);
}
