//! The documents that are not part of the project: they are imported where they lie beside it, `../shared/sources` or `$RULEBOOK_SHARED/sources`. Where
//! they don't, the test says so and proves nothing.

#![expect(clippy::print_stderr, reason = "what is skipped is told")]

use crate::support::shell;

use camino::{Utf8Path, Utf8PathBuf};
use std::{collections::BTreeMap, fs};

/// The documents, each a file of the folder.
const DOCUMENTS: &[&str] = &[
    "dbm-3.1-amendments.md",
    "dbm-3.2-amendments.md",
    "dbm-3.3-3.4-amendments.md",
    "iwf-clarifications-1.2.txt",
    "dba-deployment-and-pips.txt",
    "dbx-skirmish-movement.txt",
    "warmaster-ancients-update.md",
];

fn sources() -> Option<Utf8PathBuf> {
    let beside = || Utf8Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared");
    let shared = std::env::var("RULEBOOK_SHARED").map_or_else(|_| beside(), Utf8PathBuf::from);
    let found = Some(shared.join("sources"))
        .filter(|folder| DOCUMENTS.iter().all(|name| folder.join(name).is_file()));
    if found.is_none() {
        eprintln!(
            "{} is not there: nothing was tested on the documents themselves",
            shared.join("sources")
        );
    }
    found
}

fn library(folder: &Utf8Path) -> BTreeMap<String, String> {
    let mut out = BTreeMap::new();
    let mut stack = vec![folder.join("home/.local/share/rulebook/library")];
    while let Some(path) = stack.pop() {
        for entry in path.read_dir_utf8().into_iter().flatten() {
            let path = entry.expect("an entry").into_path();
            if path.is_dir() {
                stack.push(path);
            } else {
                out.insert(
                    path.to_string(),
                    fs::read_to_string(&path).expect("a readable file"),
                );
            }
        }
    }
    out
}

/// The lines of a report that name disagreements.
fn disagreements(report: &str) -> Vec<String> {
    let lines = report
        .lines()
        .skip_while(|line| !line.starts_with("Print and restatement disagree"))
        .skip(1);
    lines
        .take_while(|line| line.starts_with(' '))
        .map(str::to_owned)
        .collect()
}

#[test]
fn the_documents_become_the_printed_wording() {
    let Some(sources) = sources() else { return };
    let keep = tempfile::tempdir().expect("a folder");
    let folder = keep.path().canonicalize().expect("a path");
    let folder = Utf8Path::from_path(&folder).expect("a path in UTF-8");
    fs::create_dir(folder.join(".git")).expect("a new folder");
    for name in DOCUMENTS {
        fs::copy(sources.join(name), folder.join(name)).expect("copied");
    }
    let all = format!("rulebook import {}", DOCUMENTS.join(" "));
    let first = shell::run(&all, folder);
    assert_eq!(first.stderr, "");
    assert!(
        !first.stdout.contains("is printed and restated nowhere"),
        "{}",
        first.stdout
    );
    // every passage has its restatement, and every restatement its printed words
    let told = |words: &str| {
        first
            .stdout
            .lines()
            .filter(|line| line.contains(words))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let counted = |line: &String| -> (u32, u32) {
        let numbers: Vec<u32> = line
            .split_whitespace()
            .filter_map(|word| word.parse().ok())
            .collect();
        (numbers[0], numbers[1])
    };
    let rows: Vec<String> = told(" patches, written")
        .into_iter()
        .chain(told(" printed passages matched"))
        .collect();
    assert_eq!(rows.len(), 12, "{}", first.stdout);
    assert!(
        rows.iter()
            .map(counted)
            .all(|(held, all)| held == all && all > 0),
        "{rows:?}"
    );
    assert!(
        told(" understood")
            .iter()
            .all(|line| line.contains("all understood")),
        "{}",
        first.stdout
    );
    let held = library(folder);
    assert!(held.len() >= 11, "{:?}", held.keys());
    // importing again changes no byte
    let again = shell::run(&all, folder);
    assert_eq!(library(folder), held);
    assert_eq!(disagreements(&again.stdout), disagreements(&first.stdout));
    // the printed words lead, and the restatement stands beside them
    let shown = shell::run("rulebook show recoiling --at 3.4", folder).stdout;
    assert!(
        shown.contains("In the printed words, from your library") && shown.contains("restated:"),
        "{shown}"
    );
    // a number that is changed is one new disagreement, and is named
    let sheet = fs::read_to_string(sources.join("dbm-3.3-3.4-amendments.md")).expect("readable");
    assert_eq!(sheet.matches("6 AP.").count(), 1);
    fs::write(
        folder.join("changed.md"),
        sheet.replacen("6 AP.", "9 AP.", 1),
    )
    .expect("written");
    let right = shell::run(
        "rulebook import --dry-run dbm-3.3-3.4-amendments.md",
        folder,
    )
    .stdout;
    let wrong = shell::run("rulebook import --dry-run changed.md", folder);
    assert_eq!(wrong.code, 1);
    let before = disagreements(&right);
    let new: Vec<String> = disagreements(&wrong.stdout)
        .into_iter()
        .filter(|line| !before.contains(line))
        .collect();
    assert_eq!(new.len(), 1, "{new:?}");
    assert!(
        new[0].contains("dbm-3.3:8") && new[0].contains('9') && new[0].contains('6'),
        "{new:?}"
    );
    assert_eq!(library(folder), held);
}
