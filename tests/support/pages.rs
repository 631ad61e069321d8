//! The README, the book and the other documents for people.

use camino::{Utf8Path, Utf8PathBuf};
use std::fs;

/// The folders whose Markdown files are documents; in the first one, only its own files count.
const FOLDERS: &[&str] = &[".", "docs", "grammar", "benches", "editors/vscode"];

/// Returns the root of the project.
pub(crate) fn root() -> Utf8PathBuf {
    env!("CARGO_MANIFEST_DIR").into()
}

/// Returns the text of the document at `path`, which starts at the root of the project.
pub(crate) fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Returns the paths of all documents, from the root of the project, sorted.
pub(crate) fn all() -> Vec<String> {
    let mut paths = Vec::new();
    for folder in FOLDERS {
        add(&root().join(folder), *folder == "docs", &mut paths);
    }
    paths.sort();
    paths
}

fn add(folder: &Utf8Path, nested: bool, paths: &mut Vec<String>) {
    for entry in folder.read_dir_utf8().expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() && nested {
            add(path, nested, paths);
        } else if path.extension() == Some("md") {
            let local = path.strip_prefix(root()).expect("a path below the root");
            paths.push(local.as_str().replace('\\', "/"));
        }
    }
}
