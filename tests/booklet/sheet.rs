//! The sheet `sheet.md` typeset in one column and in two: the same instructions are read from a PDF
//! file as from its text.

use super::folder;
use crate::support::shell;
use camino::Utf8Path;
use serde_json::Value;
use std::fs;

/// Returns what is read from a file in the folder of the booklets: for each instruction its place, page
/// and operations. The headings of a layout may be in capitals.
fn instructions(file: &str) -> Vec<String> {
    let desktop = tempfile::tempdir().expect("a folder");
    fs::copy(folder().join(file), desktop.path().join(file)).expect("a copy");
    let path = Utf8Path::from_path(desktop.path()).expect("a path in UTF-8");
    let line = format!("rulebook import {file} --ruleset dbm --dry-run --format json");
    let outcome = shell::run(&line, path);
    assert_eq!(outcome.code, 0, "{file}: {}", outcome.stderr);
    let read: Value = serde_json::from_str(&outcome.stdout).expect("JSON");
    let all = read["files"][0]["sheets"][0]["instructions"].as_array();
    let all = all.expect("a list of instructions").iter();
    all.map(|one| {
        let place = one["place"].to_string().to_lowercase();
        format!("{place} {} {}", one["page"], one["operations"])
    })
    .collect()
}

#[test]
fn a_sheet_is_read_from_a_pdf_file_as_from_its_text() {
    let text = instructions("sheet.md");
    assert_eq!(text.len(), 14);
    for file in ["sheet-one-column.pdf", "sheet-two-columns.pdf"] {
        assert_eq!(instructions(file), text, "{file}");
    }
}
