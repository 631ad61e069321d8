//! Reads specifications and rewrites their answers on request. The steps are described in `steps.rs`.

use super::{fence, steps::Session};
use camino::{Utf8Path, Utf8PathBuf};
use std::fs;

/// A file or a step of a test.
#[derive(Clone)]
pub(crate) struct Part {
    /// The text after the fence.
    pub(crate) info: String,
    /// The text in the block.
    pub(crate) text: String,
}

/// The specifications.
pub(crate) fn files() -> Vec<Utf8PathBuf> {
    let folder = Utf8Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/spec/lsp");
    let paths = folder
        .read_dir_utf8()
        .expect("a folder")
        .map(|entry| entry.expect("an entry").into_path());
    let mut paths: Vec<_> = paths
        .filter(|path| path.extension() == Some("md"))
        .collect();
    paths.sort();
    paths
}

/// Runs a specification; gives what failed. With `UPDATE` in the environment, its answers are rewritten instead.
pub(crate) fn run(path: &Utf8Path) -> Vec<String> {
    let text = fs::read_to_string(path).expect("a readable specification");
    let update = std::env::var_os("UPDATE").is_some();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let mut failures = Vec::new();
    let mut common: Vec<Part> = Vec::new();
    let mut session: Option<Session> = None;
    let mut title = String::new();
    let mut deep = false;
    let mut at = 0;
    while at < lines.len() {
        if lines[at].starts_with('#') {
            title = lines[at].trim_start_matches('#').trim().to_owned();
            deep = lines[at].starts_with("##");
            session = deep.then(|| Session::new(&common));
        }
        let Some(block) = fence::fenced_block(&lines, at) else {
            at += 1;
            continue;
        };
        at = block.end + 1;
        let part = Part {
            info: block.info,
            text: block.text,
        };
        let Some(session) = session.as_mut().filter(|_| deep) else {
            common.push(part);
            continue;
        };
        if part.info == "answer" {
            failures.push(format!("{path}: {title}: an answer to nothing"));
            continue;
        }
        let place = format!("{path}:{}: {title}", block.first);
        let found =
            match std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| session.take(&part))) {
                Ok(Ok(Some(found))) => found,
                Ok(Ok(None)) => continue,
                Ok(Err(why)) => {
                    failures.push(format!("{place}: {why}"));
                    continue;
                }
                Err(_) => {
                    failures.push(format!("{place}: broken off"));
                    continue;
                }
            };
        let below = (at..lines.len()).find(|&line| !lines[line].trim().is_empty());
        let answer = below
            .and_then(|line| fence::fenced_block(&lines, line))
            .filter(|block| block.info == "answer");
        let expected = answer.as_ref().map(|block| block.text.as_str());
        if expected
            .as_ref()
            .is_some_and(|expected| expected.trim_end() == found.trim_end())
        {
            at = answer.map_or(at, |block| block.end + 1);
        } else if update {
            let ticks = found
                .lines()
                .filter(|line| line.starts_with("```"))
                .map(|line| line.len() - line.trim_start_matches('`').len());
            let fence = "`".repeat(ticks.max().map_or(3, |most| most + 1));
            let mut fresh = vec![format!("{fence}answer")];
            fresh.extend(found.trim_end().lines().map(str::to_owned));
            fresh.push(fence);
            let old = match &answer {
                Some(block) => block.first - 1..block.end + 1,
                None => {
                    fresh.insert(0, String::new());
                    at..at
                }
            };
            at = old.start + fresh.len();
            lines.splice(old, fresh);
        } else {
            let expected = expected.unwrap_or("no answer is written down");
            failures.push(format!(
                "{place}\n--- expected\n{}\n--- found\n{}",
                expected.trim_end(),
                found.trim_end()
            ));
            at = answer.map_or(at, |block| block.end + 1);
        }
    }
    let fresh = lines.join("\n") + "\n";
    if update && fresh != text {
        fs::write(path, fresh).expect("a writable specification");
    }
    failures
}
