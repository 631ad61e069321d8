//! Imports the printed documents, which are not part of the project, from `../shared/sources` or
//! `$RULEBOOK_SHARED/sources`. Without them, the test says so and passes.

#![expect(clippy::print_stderr, reason = "reports what is skipped")]

use crate::support::shell;

use camino::{Utf8Path, Utf8PathBuf};
use std::{collections::BTreeMap, fs};

/// The documents, one file each.
const DOCUMENTS: &[&str] = &[
    "dbm-3.1-amendments.md",
    "dbm-3.2-amendments.md",
    "dbm-3.3-3.4-amendments.md",
    "iwf-clarifications-1.2.txt",
    "dba-deployment-and-pips.txt",
    "dbx-skirmish-movement.txt",
    "warmaster-ancients-update.md",
];

fn find_sources() -> Option<Utf8PathBuf> {
    let sibling = || Utf8Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared");
    let shared = std::env::var("RULEBOOK_SHARED").map_or_else(|_| sibling(), Utf8PathBuf::from);
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

fn library_files(folder: &Utf8Path) -> BTreeMap<String, String> {
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

/// Returns the lines of a report that describe disagreements.
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
    let Some(sources) = find_sources() else {
        return;
    };
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
        !first.stdout.contains("is printed but not restated"),
        "{}",
        first.stdout
    );
    // every passage has its restatement, and every restatement its printed words
    let lines_with = |words: &str| {
        first
            .stdout
            .lines()
            .filter(|line| line.contains(words))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let numbers_in = |line: &String| -> (u32, u32) {
        let numbers: Vec<u32> = line
            .split_whitespace()
            .filter_map(|word| word.parse().ok())
            .collect();
        (numbers[0], numbers[1])
    };
    let rows: Vec<String> = lines_with(" patches, written")
        .into_iter()
        .chain(lines_with(" printed passages matched"))
        .collect();
    assert_eq!(rows.len(), 12, "{}", first.stdout);
    assert!(
        rows.iter()
            .map(numbers_in)
            .all(|(matched, all)| matched == all && all > 0),
        "{rows:?}"
    );
    assert!(
        lines_with(" understood")
            .iter()
            .all(|line| line.contains("all understood")),
        "{}",
        first.stdout
    );
    let stored = library_files(folder);
    assert!(stored.len() >= 11, "{:?}", stored.keys());
    // a second import changes nothing
    let again = shell::run(&all, folder);
    assert_eq!(library_files(folder), stored);
    assert_eq!(disagreements(&again.stdout), disagreements(&first.stdout));
    // printed wording is shown first, followed by the restatement
    let shown = shell::run("rulebook show recoiling --at 3.4", folder).stdout;
    assert!(
        shown.contains("Printed wording from your library") && shown.contains("restated:"),
        "{shown}"
    );
    // a changed number is reported as one new disagreement
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
    assert_eq!(library_files(folder), stored);
}
