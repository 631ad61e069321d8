//! The grammars for editors know the words of the program's own tables, and no others.
//!
//! `grammar/keywords.json` holds these words; the tree-sitter grammars are generated from it, the TextMate grammars are filled from it here.
//! `UPDATE=1 cargo test grammar::` rewrites both; `tests/editors/parsers --write` generates the parsers.

use rulebook::{
    scenario::{LINE_WORDS, call_words},
    syntax::{
        CLASSES, KEYS, UNIT_NOUNS,
        instruction::{KEYWORDS, NOISE_WORDS, NUMBER_WORDS, ORDINAL_WORDS, verb_rows},
    },
};
use serde_json::{Value, json};
use std::fs;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/grammar");

fn read(name: &str) -> String {
    fs::read_to_string(format!("{FOLDER}/{name}")).unwrap_or_default()
}

/// Compares a file with what it should be, or writes it.
fn assert_file(name: &str, expected: &Value) {
    let expected = serde_json::to_string_pretty(expected).expect("JSON can be written") + "\n";
    if std::env::var_os("UPDATE").is_some() {
        fs::write(format!("{FOLDER}/{name}"), expected).expect("the file can be written");
    } else {
        assert_eq!(
            read(name),
            expected,
            "grammar/{name}: UPDATE=1 cargo test grammar:: rewrites it"
        );
    }
}

/// All words of the instruction language and of rules of play, as the tables of the program have them.
fn words() -> Value {
    json!({
        "verbs": verb_rows().map(|row| json!({"name": row.name, "also": row.also})).collect::<Vec<_>>(),
        "units": UNIT_NOUNS.iter().map(|row| json!({"one": row.one, "many": row.many, "also": row.also})).collect::<Vec<_>>(),
        "keywords": KEYWORDS.iter().map(|row| json!({"name": row.name, "also": row.also})).collect::<Vec<_>>(),
        "noise": NOISE_WORDS,
        "numbers": NUMBER_WORDS,
        "ordinals": ORDINAL_WORDS,
        "classes": CLASSES.iter().map(|row| row.name).collect::<Vec<_>>(),
        "keys": KEYS.iter().map(|row| row.name).collect::<Vec<_>>(),
        "rule": {"lines": LINE_WORDS, "calls": call_words().collect::<Vec<_>>()},
    })
}

/// The strings of a list, and of the members named in its rows.
fn listed(words: &Value, list: &str, members: &[&str]) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for row in words
        .pointer(list)
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
    {
        let parts = members.iter().filter_map(|member| row.get(member));
        for part in parts.chain(Some(row).filter(|row| row.is_string())) {
            match part {
                Value::Array(many) => {
                    out.extend(many.iter().filter_map(Value::as_str).map(str::to_owned))
                }
                other => out.extend(other.as_str().map(str::to_owned)),
            }
        }
    }
    // the longest first, since the first that fits is taken
    out.sort_by_key(|word| (usize::MAX - word.len(), word.clone()));
    out.dedup();
    out
}

/// A pattern for one of the words, in any case where `folded`.
fn pattern(words: &[String], folded: bool) -> String {
    let words: Vec<String> = words
        .iter()
        .map(|word| word.replace('&', "\\&").replace(' ', "[ \\t]+"))
        .collect();
    let (letters, signs): (Vec<_>, Vec<_>) = words
        .iter()
        .partition(|word| word.starts_with(char::is_alphabetic));
    let any = |words: &[&String]| {
        words
            .iter()
            .map(|word| word.as_str())
            .collect::<Vec<_>>()
            .join("|")
    };
    let case = if folded { "(?i)" } else { "" };
    let signs = if signs.is_empty() {
        String::new()
    } else {
        format!("|{}", any(&signs))
    };
    format!("{case}(?<![\\w-])(?:{})(?![\\w-]){signs}", any(&letters))
}

#[test]
fn words_are_those_of_the_tables() {
    assert_file("keywords.json", &words());
}

#[test]
fn textmate_grammars_know_the_words() {
    let words = words();
    let list = |list: &str, members: &[&str]| listed(&words, list, members);
    let mut keywords = list("/keywords", &["name", "also"]);
    keywords.extend(list("/noise", &[]));
    let mut numbers = list("/ordinals", &[]);
    numbers.extend(list("/numbers", &[]));
    let ordinal = format!("(?i)\\b\\d+(?:st|nd|rd|th)\\b|{}", pattern(&numbers, false));
    let keys = list("/keys", &[]).join("|");
    let classes = list("/classes", &[]).join("|");
    let calls = list("/rule/calls", &[]).join("|");
    let lines = list("/rule/lines", &[]).join("|");
    for (name, patterns) in [
        (
            "textmate/rulebook.tmLanguage.json",
            vec![
                ("verb", pattern(&list("/verbs", &["name", "also"]), true)),
                (
                    "unit",
                    pattern(&list("/units", &["one", "many", "also"]), true),
                ),
                ("keyword", pattern(&keywords, true)),
                ("ordinal", ordinal),
                (
                    "attribute-class",
                    format!("(?<=[\\s{{])\\.(?:{classes})(?=[\\s}}])"),
                ),
                ("attribute-key", format!("(?<=[\\s{{])(?:{keys})(?==)")),
            ],
        ),
        (
            "textmate/rule.tmLanguage.json",
            vec![
                ("line-word", format!("^(?:{lines})(?![\\w-])")),
                ("call", format!("(?<![\\w-])({calls}|first)(?=\\()")),
            ],
        ),
    ] {
        let mut grammar: Value = serde_json::from_str(&read(name)).expect("the grammar is JSON");
        for (rule, pattern) in patterns {
            let place = grammar
                .pointer_mut(&format!("/repository/{rule}/match"))
                .expect("the grammar has a rule for these words");
            *place = Value::String(pattern);
        }
        assert_file(name, &grammar);
    }
}

/// The output of the parser generator is committed next to the parser, so that the parser is compared with the tables even without the generator.
#[test]
fn parsers_know_the_words() {
    let words = words();
    for (grammar, lists) in [
        (
            "instruction",
            vec![
                listed(&words, "/verbs", &["name", "also"]),
                listed(&words, "/units", &["one", "many", "also"]),
                listed(&words, "/keywords", &["name", "also"]),
                listed(&words, "/noise", &[]),
                listed(&words, "/numbers", &[]),
                listed(&words, "/ordinals", &[]),
            ],
        ),
        ("rule", vec![listed(&words, "/rule/lines", &[])]),
    ] {
        let path = format!("tree-sitter/{grammar}/src/grammar.json");
        let generated: Value =
            serde_json::from_str(&read(&path)).expect("the grammar that was generated is JSON");
        let mut known = Vec::new();
        strings(&generated["rules"], &mut known);
        for word in lists
            .iter()
            .flatten()
            .flat_map(|words| words.split(' '))
            .filter(|word| *word != "the")
        {
            assert!(
                known.iter().any(|other| other == word),
                "grammar/{path} does not know `{word}`: run tests/editors/parsers --write"
            );
        }
    }
}

/// The words in a generated grammar: its strings, and the patterns of its tokens.
fn strings(value: &Value, out: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            if let (Some("STRING" | "PATTERN"), Some(word)) = (
                members.get("type").and_then(Value::as_str),
                members.get("value").and_then(Value::as_str),
            ) {
                out.extend(word.split('|').map(str::to_owned));
            }
            members.values().for_each(|value| strings(value, out));
        }
        Value::Array(values) => values.iter().for_each(|value| strings(value, out)),
        _ => {}
    }
}
