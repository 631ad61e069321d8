//! The language server, as a client sees it: specifications with rendered answers in `tests/spec/lsp` (their notation is described in
//! `steps.rs`), and tests of what they can't show.
//!
//! `UPDATE=1 cargo test lsp::specifications` rewrites the answers; read the difference. `SPEC=hover` runs one file.

pub(crate) mod client;
mod edits;
mod markdown;
mod places;
mod play;
mod protocol;
mod recorded;
mod render;
mod spec;
mod steps;
mod survive;
mod typed;

use crate::support::{fence, shell};

use std::{sync::Mutex, thread};

/// How many specifications run at the same time.
const WORKERS: usize = 4;

#[test]
fn specifications() {
    let only = std::env::var("SPEC").ok();
    let mut files = spec::files();
    files.retain(|path| {
        only.as_deref()
            .is_none_or(|only| path.file_stem() == Some(only))
    });
    assert!(!files.is_empty(), "no specification");
    let files = Mutex::new(files);
    let failures = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(|| {
                loop {
                    let Some(path) = files.lock().expect("a list").pop() else {
                        return;
                    };
                    let failed = spec::run(&path);
                    failures.lock().expect("a list").extend(failed);
                }
            });
        }
    });
    let mut failures = failures.into_inner().expect("a list");
    failures.sort();
    assert!(
        failures.is_empty(),
        "{}\n\n{} failed",
        failures.join("\n\n"),
        failures.len()
    );
}
