//! Runs the `console` blocks of the README and the chapters of the book: lines after `$` are command
//! lines, followed by their output. A block whose info string is a path is written to that file.
//! `UPDATE=1 cargo test readme::` rewrites the output; review the difference.

use crate::support::{pages, shell};

use camino::Utf8Path;
use rayon::prelude::*;
use std::fs;

/// Copies the examples of the rulesets to where a clone of the repository has them.
fn copy_examples(folder: &Utf8Path) {
    let rules = Utf8Path::new(env!("CARGO_MANIFEST_DIR")).join("rules");
    for ruleset in rules
        .read_dir_utf8()
        .expect("the rules")
        .flatten()
        .filter(|entry| entry.path().join("examples").is_dir())
    {
        let to = folder
            .join("rules")
            .join(ruleset.file_name())
            .join("examples");
        fs::create_dir_all(&to).expect("a folder");
        for example in ruleset
            .path()
            .join("examples")
            .read_dir_utf8()
            .expect("examples")
            .flatten()
        {
            fs::copy(example.path(), to.join(example.file_name())).expect("a copy");
        }
    }
}

#[test]
fn the_pages_show_what_the_program_writes() {
    pages::all().par_iter().for_each(|page| run_blocks(page));
}

fn run_blocks(page: &str) {
    let path = Utf8Path::new(env!("CARGO_MANIFEST_DIR")).join(page);
    let text = fs::read_to_string(&path).expect("a readable page");
    let keep = tempfile::tempdir().expect("a folder");
    let folder = Utf8Path::from_path(keep.path()).expect("a path in UTF-8");
    // the tutorial begins in an empty folder
    if !page.ends_with("first-ruleset.md") {
        copy_examples(folder);
    }
    let mut updated = String::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        updated += &format!("{line}\n");
        let file = line.strip_prefix("```").filter(|info| info.contains('/'));
        if file.is_none() && line != "```console" {
            continue;
        }
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        if let Some(file) = file {
            let text = block.join("\n") + "\n";
            let path = folder.join(file);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a new folder");
            fs::write(path, &text).expect("a new file");
            updated += &format!("{text}```\n");
            continue;
        }
        let commands: Vec<&str> = block
            .iter()
            .filter_map(|line| line.strip_prefix("$ "))
            .collect();
        for (at, command) in commands.iter().enumerate() {
            let outcome = shell::run(command, folder);
            assert!(
                outcome.code == 0 || !outcome.stderr.is_empty() || !outcome.stdout.is_empty(),
                "{command}: exit code {} without a word",
                outcome.code
            );
            let gap = if at > 0 { "\n" } else { "" };
            updated += &format!("{gap}$ {command}\n{}{}", outcome.stdout, outcome.stderr);
        }
        updated += "```\n";
    }
    if updated == text {
        return;
    }
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, updated).expect("a writable page");
        return;
    }
    let differs = text
        .lines()
        .zip(updated.lines())
        .position(|(old, new)| old != new)
        .unwrap_or_default();
    let shown = |text: &str| {
        text.lines()
            .skip(differs)
            .take(12)
            .map(|line| format!("  {line}\n"))
            .collect::<String>()
    };
    panic!(
        "{page}, line {}:\n--- it says\n{}--- the program writes\n{}",
        differs + 1,
        shown(&text),
        shown(&updated)
    );
}
