//! The pages of lints are documents that run.
//!
//! Fenced blocks whose info string is `FILE`, `FILE bad` or `FILE good` are files. With the bad ones, the
//! code of the page is reported, as rendered in the block `answer`. With the good ones, there are no errors and
//! warnings, and no diagnostics of that code. `FILE` alone belongs to both. Files that a page does not show
//! are those of the example game in `src/core/lint/example`. `UPDATE=1 cargo test lints::` rewrites the answers;
//! read the difference.

use super::shipped::render_diagnostic;
use crate::support::{
    fence::{FencedBlock, fenced_blocks},
    folder::entries,
};
use rulebook::{
    analysis::{Analysis, Request, Source, SourceKind, SourceOrigin},
    diagnostic::{Diagnostic, Severity},
    lint::{self, LINTS, Lint},
    scenario::{CheckOptions, ScenarioChecker},
};
use std::{fs, path::PathBuf, sync::Arc};

/// Returns the path of a page.
fn path(lint: &Lint) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/core/lint");
    let own = folder.join(format!("pages/{}.md", lint.code));
    if own.exists() {
        own
    } else {
        folder.join(format!("notation/{}.md", lint.code))
    }
}

/// Analyses the files without a word and those with `word`.
fn analysis(blocks: &[FencedBlock], word: &str) -> Analysis {
    let mut files: Vec<(String, String)> = Vec::new();
    for block in blocks.iter().filter(|block| block.info != "answer") {
        let (name, role) = block.info.split_once(' ').unwrap_or((&block.info, ""));
        if role.is_empty() || role == word {
            let text = block
                .text
                .replace('␣', " ")
                .replace('␍', "\r")
                .replace('␛', "\u{1b}");
            files.push((name.to_owned(), text));
        }
    }
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/core/lint/example");
    for (name, path) in entries(&folder) {
        if !files.iter().any(|(other, _)| *other == name) {
            files.push((name, fs::read_to_string(path).expect("a readable file")));
        }
    }
    files.sort();
    let sources = files.into_iter().map(|(name, text)| {
        let kind = SourceKind::from_file_name(&name).unwrap_or(SourceKind::Rules);
        Source {
            path: name.as_str().into(),
            name,
            ruleset: "river".into(),
            kind,
            origin: SourceOrigin::Folder,
            text: Arc::from(text),
        }
    });
    Analysis::new(sources)
}

/// Returns the diagnostics of an analysis. Scenarios and rules of play are only checked if the page shows
/// some, on a fixed day: other pages leave out clauses of the example game that its rules of play need.
fn check(blocks: &[FencedBlock], analysis: &Analysis) -> Vec<Diagnostic> {
    let mut found = lint::check(analysis);
    // a page shows only some of the documents that `ruleset.toml` of the example game lists
    found.retain(|found| !found.message.starts_with("no file contains the document"));
    let of_play = |block: &FencedBlock| {
        let name = block.info.split(' ').next().unwrap_or_default();
        matches!(
            SourceKind::from_file_name(name),
            Some(SourceKind::Vocabulary | SourceKind::Check | SourceKind::Scenario)
        )
    };
    if blocks.iter().any(of_play) {
        let options = CheckOptions {
            request: Request::default(),
            today: jiff::civil::date(2026, 11, 20),
        };
        found.extend(ScenarioChecker::new(analysis).check_all(analysis, &options, |_| true));
    }
    found
}

#[test]
fn examples_do_what_their_pages_say() {
    let mut wrong = String::new();
    for lint in LINTS {
        if let Err(why) = run(lint) {
            wrong += &format!("{}: {why}\n\n", lint.code);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

fn run(lint: &Lint) -> Result<(), String> {
    let path = path(lint);
    let page = fs::read_to_string(&path).map_err(|error| error.to_string())?;
    if !page.starts_with(&format!("# {}\n", lint.code)) {
        return Err("the page does not begin with the code as its heading".into());
    }
    let blocks = fenced_blocks(&page);
    let bad = analysis(&blocks, "bad");
    let rendered: String = check(&blocks, &bad)
        .iter()
        .filter(|f| f.code == lint.code)
        .map(|f| render_diagnostic(&bad, f) + "\n")
        .collect();
    if rendered.is_empty() {
        let others: Vec<_> = check(&blocks, &bad)
            .iter()
            .map(|f| render_diagnostic(&bad, f))
            .collect();
        return Err(format!(
            "the bad example is not reported; instead:\n{}",
            others.join("\n")
        ));
    }
    let good = analysis(&blocks, "good");
    let left = check(&blocks, &good)
        .into_iter()
        .filter(|f| f.severity > Severity::Note || f.code == lint.code);
    let left: Vec<String> = left.map(|f| render_diagnostic(&good, &f)).collect();
    if !left.is_empty() {
        return Err(format!(
            "the good example is reported:\n{}",
            left.join("\n")
        ));
    }
    let answer = blocks
        .iter()
        .find(|block| block.info == "answer")
        .ok_or("there is no block `answer`")?;
    if answer.text.trim_end() == rendered.trim_end() {
        return Ok(());
    }
    if std::env::var_os("UPDATE").is_none() {
        return Err(format!(
            "--- expected\n{}\n--- found\n{rendered}",
            answer.text
        ));
    }
    let mut lines: Vec<&str> = page.lines().collect();
    lines.splice(answer.first..answer.end, rendered.trim_end().lines());
    fs::write(path, lines.join("\n") + "\n").map_err(|error| error.to_string())
}
