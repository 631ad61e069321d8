//! Runs the specifications in `tests/spec`: see `spec.rs` for how they are written.
//!
//! Each folder of `tests/spec` has a row in [`FOLDERS`]: a function from the files of one test to its answer.
//! `UPDATE=1 cargo test specs::` rewrites the answers; read the difference. `SPEC=export` runs
//! the documents alone whose path has that word.

mod cli;
mod format;
mod import;
mod page;
mod render;
mod resolve;
mod spec;
mod syntax;

use crate::support::{fence, outline, shell};

use spec::Files;

/// What makes an answer of a test's files.
type Answer = fn(&Files) -> String;

/// The folders of `tests/spec`, each with what makes an answer of a test's files.
const FOLDERS: &[(&str, Answer)] = &[
    ("cli", cli::answer),
    ("format", format::answer),
    ("import", import::answer),
    ("resolve", resolve::answer),
    ("syntax", syntax::answer),
];

/// Folders that other tests run: those of sessions with the language server are written otherwise.
const ELSEWHERE: &[&str] = &["lsp"];

#[test]
fn specifications() {
    let mut failures = Vec::new();
    for folder in spec::folders() {
        if ELSEWHERE.contains(&folder.file_name().unwrap_or_default()) {
            continue;
        }
        let Some((_, answer)) = FOLDERS
            .iter()
            .find(|(name, _)| *name == folder.file_name().unwrap_or_default())
        else {
            failures.push(format!("{folder}: no row in FOLDERS"));
            continue;
        };
        failures.extend(spec::run(&folder, *answer));
    }
    assert!(
        failures.is_empty(),
        "{}\n\n{} failed",
        failures.join("\n\n"),
        failures.len()
    );
}
