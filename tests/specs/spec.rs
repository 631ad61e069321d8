//! Tests that are documents. A heading names a test; the fenced blocks below it are its files, the info string their name; the
//! block `answer` is what is expected of the files above it. A file takes the place of an earlier one of its name; files below the first
//! heading (`# …`) belong to all tests of the document. All else is for the reader.

use super::fence::{fenced_block, unescape};
use camino::{Utf8Path, Utf8PathBuf};
use rayon::prelude::*;
use std::fs;

/// The files of one test: name and text, in order.
pub(crate) type Files = Vec<(String, String)>;

/// The folders of `tests/spec`.
pub(crate) fn folders() -> Vec<Utf8PathBuf> {
    let root = Utf8Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/spec");
    entries(&root)
        .into_iter()
        .filter(|path| path.is_dir())
        .collect()
}

fn entries(folder: &Utf8Path) -> Vec<Utf8PathBuf> {
    let mut paths: Vec<_> = folder
        .read_dir_utf8()
        .expect("a folder")
        .map(|entry| entry.expect("an entry").into_path())
        .collect();
    paths.sort();
    paths
}

/// Runs the specifications below `folder` on all cores; gives what failed.
pub(crate) fn run(folder: &Utf8Path, answer: fn(&Files) -> String) -> Vec<String> {
    let files = files(folder);
    files
        .par_iter()
        .flat_map_iter(|file| run_file(file, answer))
        .collect()
}

/// The specifications below a folder that `SPEC` selects.
fn files(folder: &Utf8Path) -> Vec<Utf8PathBuf> {
    let (folders, files): (Vec<_>, Vec<_>) =
        entries(folder).into_iter().partition(|path| path.is_dir());
    let own = files
        .into_iter()
        .filter(|path| path.extension() == Some("md") && is_selected(path));
    own.chain(folders.iter().flat_map(|folder| self::files(folder)))
        .collect()
}

/// Whether a file is among those that `SPEC=words` in the environment names, by what its path holds; all are, where it names none.
fn is_selected(path: &Utf8Path) -> bool {
    std::env::var("SPEC").is_ok_and(|part| path.as_str().contains(&part))
        || std::env::var_os("SPEC").is_none()
}

fn run_file(path: &Utf8Path, answer: fn(&Files) -> String) -> Vec<String> {
    let text = fs::read_to_string(path).expect("a readable specification");
    let mut failures = Vec::new();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let update = std::env::var_os("UPDATE").is_some();
    let (mut common, mut files) = (Files::new(), Files::new());
    let mut test = String::new();
    let mut deep = false;
    // whether command lines have no answer yet
    let mut is_open = false;
    let mut at = 0;
    while at < lines.len() {
        if lines[at].starts_with('#') {
            if std::mem::take(&mut is_open) {
                failures.push(format!("{path}: {test}: the commands have no answer"));
            }
            test = lines[at].trim_start_matches('#').trim().to_owned();
            deep = lines[at].starts_with("##");
            files.clone_from(&common);
        }
        let Some(block) = fenced_block(&lines, at) else {
            at += 1;
            continue;
        };
        let content = block.text;
        at = block.end + 1;
        is_open = block.info == "commands" || is_open && block.info != "answer";
        if block.info != "answer" {
            let file = (block.info, unescape(&content));
            put(&mut files, file.clone());
            if !deep {
                put(&mut common, file);
            }
            continue;
        }
        let found = answer(&files);
        if found.trim_end() != content.trim_end() {
            if update {
                let fresh: Vec<String> = found.trim_end().lines().map(str::to_owned).collect();
                at = block.first + fresh.len() + 1;
                lines.splice(block.first..block.end, fresh);
            } else {
                failures.push(format!(
                    "{path}: {test}\n--- expected\n{}\n--- found\n{}",
                    content.trim_end(),
                    found.trim_end()
                ));
            }
        }
    }
    if is_open {
        failures.push(format!("{path}: {test}: the commands have no answer"));
    }
    if update {
        let fresh = lines.join("\n") + "\n";
        if fresh != text {
            fs::write(path, fresh).expect("a writable specification");
        }
    }
    failures
}

fn put(files: &mut Files, file: (String, String)) {
    match files.iter_mut().find(|(name, _)| *name == file.0) {
        Some(old) => *old = file,
        None => files.push(file),
    }
}
