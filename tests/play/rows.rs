//! The table `grammar/checks.md`: where each row of the list of checks is answered. `UPDATE=1 cargo test play::` writes it anew.

use super::{SHIPPED, TODAY};
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
    for (ruleset, rules) in SHIPPED.1.all() {
        for rule in &rules.rules {
            let (_, name) = rule.code.split_once('/').expect("a name in a ruleset");
            let what = if rule.gives().is_some() {
                "sum"
            } else {
                "check"
            };
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
        "# What is checked, and where\n\nWritten by a test out of the check files. Each row of the list of what a program can check or compute is answered by a check, by a sum, or not at all, and then it says why.\n\n| row | where |\n|-----|-------|\n",
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
    let path = root().join("grammar/checks.md");
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, &table).expect("the table is written");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(
        fs::read_to_string(&path).unwrap_or_default(),
        table,
        "UPDATE=1 writes grammar/checks.md anew"
    );
}

#[test]
fn the_rules_of_play_are_in_order() {
    let (analysis, umpire) = &*SHIPPED;
    let mut told = String::new();
    for (ruleset, _) in umpire.all() {
        for fault in umpire.faults(analysis, ruleset, TODAY) {
            let path = analysis
                .source(fault.at.source)
                .map(|source| source.path.to_string())
                .unwrap_or_default();
            writeln!(
                told,
                "{path}: {} {}",
                fault.message,
                fault.help.unwrap_or_default()
            )
            .expect("a string takes all");
        }
    }
    assert!(told.is_empty(), "{told}");
}

#[test]
fn each_rule_is_shown_at_work() {
    // a check has an example that finds something and one that does not; a sum has one that gives something
    let mut wrong = Vec::new();
    for rule in SHIPPED.1.all().flat_map(|(_, rules)| &rules.rules) {
        let says = rule.examples.iter().any(|example| !example.says.is_empty());
        let silent = rule.examples.iter().any(|example| example.says.is_empty());
        if !says || rule.gives().is_none() && !silent {
            wrong.push(rule.code.to_string());
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_documentation_holds() {
    let page = fs::read_to_string(root().join("grammar/README.md")).expect("the page is there");
    let between = |from: &str, to: &str| {
        page.split_once(from)
            .and_then(|(_, rest)| rest.split_once(to))
            .map(|(text, _)| text.to_owned())
    };
    let (analysis, umpire) = &*SHIPPED;
    let list = between("```scenario\n", "\n```\n").expect("a scenario");
    let ruling = rulebook::scenario::Ruling {
        request: rulebook::analysis::Request::default(),
        today: TODAY,
    };
    let found = umpire.check(analysis, rulebook::text::SourceId(u32::MAX), &list, &ruling);
    assert!(found.is_empty(), "{found:#?}");
    let check = between("````check\n", "\n````\n").expect("a check");
    let words = analysis
        .sources()
        .iter()
        .find(|source| source.name == "scenario.toml" && source.ruleset == "dbm")
        .expect("a vocabulary");
    let vocabulary =
        rulebook::scenario::Vocabulary::parse(rulebook::text::SourceId(0), &words.text);
    let rules = rulebook::scenario::Rules::new(
        "dbm",
        vocabulary,
        [(
            rulebook::text::SourceId(1),
            "baggage.check.md",
            check.as_str(),
        )],
    );
    // it has no examples of its own
    let faults: Vec<&str> = rules
        .faults
        .iter()
        .map(|fault| fault.message.as_str())
        .collect();
    assert_eq!(faults, ["nothing shows that this rule works"]);
}
