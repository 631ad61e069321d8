//! The table `docs/checks.md`: which rule of play covers each row of the list of checks. `UPDATE=1 cargo
//! test play::` rewrites it.

use super::{SHIPPED, TODAY};
use crate::support::pages;
use rulebook::{analysis::Request, scenario::CheckOptions};
use std::{
    collections::BTreeMap,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

/// The rows, by their names in the list of what a program can check or compute.
const ROWS: &str = include_str!("rows.txt");

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The rows of a file `checks/unseen*.md`: `| row | why |`.
fn unseen(folder: &Path) -> Vec<(String, String)> {
    let mut out = Vec::new();
    let files = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path());
    for path in files.filter(|path| {
        path.file_name()
            .is_some_and(|name| name.to_string_lossy().starts_with("unseen"))
    }) {
        let text = fs::read_to_string(&path).expect("a readable file");
        for line in text.lines().filter(|line| line.starts_with('|')) {
            let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
            if let [rows, why, ..] = cells[..] {
                out.extend(
                    rows.split([' ', ','])
                        .filter(|row| ROWS.lines().any(|known| known == *row))
                        .map(|row| (row.to_owned(), why.to_owned())),
                );
            }
        }
    }
    out
}

fn table() -> (String, Vec<String>) {
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (ruleset, rules) in SHIPPED.1.all_rules() {
        for rule in &rules.rules {
            let (_, name) = rule.code.split_once('/').expect("a name in a ruleset");
            let what = if rule.sum().is_some() { "sum" } else { "check" };
            for row in &rule.rows {
                let place = format!(
                    "{what} [{}](../rules/{ruleset}/checks/{name}.check.md): {}",
                    rule.code, rule.title
                );
                places.entry(row.clone()).or_default().push(place);
            }
        }
        for (row, why) in unseen(&root().join("rules").join(ruleset).join("checks")) {
            places
                .entry(row)
                .or_default()
                .push(format!("cannot be seen in a file: {why}"));
        }
    }
    let mut wrong = Vec::new();
    let mut out = String::from(
        "# What is checked, and where\n\nA test writes this page from the check files. It lists everything that a program could check or compute: each row names a check or a sum, or says why there is none.\n\n| row | where |\n|-----|-------|\n",
    );
    for row in ROWS.lines() {
        match places.remove(row) {
            Some(found) => {
                writeln!(out, "| {row} | {} |", found.join("; ")).expect("a string takes all")
            }
            None => wrong.push(format!("{row} has no place")),
        }
    }
    wrong.extend(
        places
            .into_keys()
            .map(|row| format!("{row} is answered and is no row")),
    );
    (out, wrong)
}

#[test]
fn every_row_has_a_place() {
    let (table, wrong) = table();
    let path = root().join("docs/checks.md");
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, &table).expect("the table is written");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(
        fs::read_to_string(&path).unwrap_or_default(),
        table,
        "UPDATE=1 rewrites docs/checks.md"
    );
}

#[test]
fn the_rules_of_play_have_no_errors() {
    let (analysis, checker) = &*SHIPPED;
    let mut found = String::new();
    for (ruleset, _) in checker.all_rules() {
        let options = CheckOptions {
            request: Request::default(),
            today: TODAY,
        };
        for fault in checker.check_rules(analysis, ruleset, &options) {
            let path = analysis
                .source(fault.at.source)
                .map(|source| source.path.to_string())
                .unwrap_or_default();
            writeln!(
                found,
                "{path}: {} {}",
                fault.message,
                fault.help.unwrap_or_default()
            )
            .expect("a string takes all");
        }
    }
    assert!(found.is_empty(), "{found}");
}

#[test]
fn each_rule_has_examples() {
    // a check needs an example with a diagnostic and one without; a sum needs one with a value
    let mut wrong = Vec::new();
    for rule in SHIPPED.1.all_rules().flat_map(|(_, rules)| &rules.rules) {
        let reports = rule
            .examples
            .iter()
            .any(|example| !example.expected.is_empty());
        let silent = rule
            .examples
            .iter()
            .any(|example| example.expected.is_empty());
        if !reports || rule.sum().is_none() && !silent {
            wrong.push(rule.code.to_string());
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_documentation_holds() {
    let between = |chapter: &str, from: &str, to: &str| {
        pages::read(&format!("docs/src/notation/{chapter}.md"))
            .split_once(from)
            .and_then(|(_, rest)| rest.split_once(to))
            .map(|(text, _)| text.to_owned())
    };
    let (analysis, checker) = &*SHIPPED;
    let list = between("scenarios", "```scenario\n", "\n```\n").expect("a scenario");
    let options = rulebook::scenario::CheckOptions {
        request: rulebook::analysis::Request::default(),
        today: TODAY,
    };
    let found = checker.check(
        analysis,
        rulebook::text::SourceId(u32::MAX),
        &list,
        &options,
    );
    assert!(found.is_empty(), "{found:#?}");
    let check = between("rules-of-play", "````check\n", "\n````\n").expect("a check");
    let words = analysis
        .sources()
        .iter()
        .find(|source| source.name == "scenario.toml" && source.ruleset == "dbm")
        .expect("a vocabulary");
    let vocabulary =
        rulebook::scenario::Vocabulary::parse(rulebook::text::SourceId(0), &words.text);
    let rules = rulebook::scenario::PlayRules::parse(
        "dbm",
        vocabulary,
        [(
            rulebook::text::SourceId(1),
            "baggage.check.md",
            check.as_str(),
        )],
    );
    // the check of the documentation has no examples
    let faults: Vec<&str> = rules
        .diagnostics
        .iter()
        .map(|fault| fault.message.as_str())
        .collect();
    assert_eq!(faults, ["this rule has no example"]);
}
