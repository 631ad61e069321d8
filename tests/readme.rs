//! Runs the `console` blocks of the README and the chapters of the book: lines after `$` are command
//! lines, followed by their output; one that ends with a status other than 0 says so
//! (`# exit status 2`). `cp -r` copies a folder. The pages run in a copy of what a clone has. A block whose info string is a path is written to that file.
//! `UPDATE=1 cargo test readme::` rewrites the output; review the difference.

use crate::support::{pages, shell};

use camino::Utf8Path;
use rayon::prelude::*;
use std::fs;

/// Copies the rules to where a clone of the repository has them.
fn copy_rules(from: &Utf8Path, to: &Utf8Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in from.read_dir_utf8().expect("the rules").flatten() {
        let to = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy_rules(entry.path(), &to);
        } else {
            fs::copy(entry.path(), to).expect("a copy");
        }
    }
}

#[test]
fn the_pages_show_what_the_program_writes() {
    pages::all().par_iter().for_each(|page| run_blocks(page));
}

/// Returns an error unless the line says, as a comment, with which status it ends: `# exit status 2`.
/// Without a comment that is 0, or 1 before a pipe, where a shell does not see it.
fn check_status(line: &str, code: u8) -> Result<(), String> {
    let parsed = shell::parse(line)?;
    let expected = match parsed.comment {
        Some(comment) => comment,
        None if code == 1 && parsed.head.is_some() => return Ok(()),
        None => "exit status 0".to_owned(),
    };
    match expected == format!("exit status {code}") {
        true => Ok(()),
        false => Err(format!("{line}: exit status {code}, not {expected:?}")),
    }
}

#[test]
fn an_error_is_said_in_the_line() {
    for (line, code) in [
        ("rulebook show", 0),
        ("rulebook check | head -3", 1),
        ("rulebook show x # exit status 1", 1),
        ("rulebook show x   # exit status 2", 2),
    ] {
        assert_eq!(check_status(line, code), Ok(()));
    }
    for (line, code) in [
        ("rulebook show", 1),
        ("rulebook show | head -3", 2),
        ("rulebook show # exit status 2", 0),
        ("rulebook show; rulebook log", 0),
    ] {
        assert!(check_status(line, code).is_err(), "{line}: {code}");
    }
}

fn run_blocks(page: &str) {
    let path = Utf8Path::new(env!("CARGO_MANIFEST_DIR")).join(page);
    let text = fs::read_to_string(&path).expect("a readable page");
    let keep = tempfile::tempdir().expect("a folder");
    let folder = Utf8Path::from_path(keep.path()).expect("a path in UTF-8");
    // the tutorial begins in an empty folder
    if !page.ends_with("first-ruleset.md") {
        copy_rules(&pages::root().join("rules"), &folder.join("rules"));
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
            if let Some(paths) = command.strip_prefix("cp -r ") {
                let (from, to) = paths.split_once(' ').expect("two folders");
                copy_rules(&folder.join(from), &folder.join(to));
                updated += &format!("$ {command}\n");
                continue;
            }
            let outcome = shell::run(command, folder);
            check_status(command, outcome.code).unwrap_or_else(|error| panic!("{page}: {error}"));
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
