//! The commands about a booklet, as the documents show them.

use super::folder;
use crate::support::{pages, shell};
use camino::{Utf8Path, Utf8PathBuf};
use std::fs;

/// A folder with a booklet, for commands.
pub(super) struct Desktop {
    folder: tempfile::TempDir,
}

impl Desktop {
    pub(super) fn new() -> Self {
        let desktop = Self {
            folder: tempfile::tempdir().expect("a folder"),
        };
        fs::copy(
            folder().join("two-columns.pdf"),
            desktop.path().join("booklet.pdf"),
        )
        .expect("a copy");
        desktop
    }

    pub(super) fn path(&self) -> &Utf8Path {
        Utf8Path::from_path(self.folder.path()).expect("a path in UTF-8")
    }

    pub(super) fn run(&self, line: &str) -> shell::Outcome {
        shell::run(line, self.path())
    }

    /// Runs a command that succeeds, and returns what it prints.
    pub(super) fn succeed(&self, line: &str) -> String {
        let outcome = self.run(line);
        assert_eq!(
            outcome.code, 0,
            "{line}\n{}{}",
            outcome.stdout, outcome.stderr
        );
        outcome.stdout
    }

    fn book(&self, edition: &str) -> Utf8PathBuf {
        let library = "home/.local/share/rulebook/library/dbm";
        self.path().join(library).join(format!("{edition}.book.md"))
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path().join(name)).expect("a file")
    }
}

const IMPORT: &str = "rulebook import booklet.pdf --book --ruleset dbm --edition 3.2";

/// Returns the commands of the document that contain these words, without remarks.
fn documented(from: &str) -> Vec<String> {
    let text = pages::read("docs/src/library.md");
    let block = text.split("```").find(|block| block.contains(from));
    block
        .expect("a block of commands")
        .lines()
        .skip(1)
        .filter_map(|line| {
            Some(
                line.split(" # ")
                    .next()?
                    .split("  #")
                    .next()?
                    .trim()
                    .to_owned(),
            )
        })
        .filter(|line| !line.is_empty())
        .collect()
}

#[test]
fn the_five_commands_lead_from_a_pdf_to_the_page() {
    let desktop = Desktop::new();
    let commands = documented("--report places.md");
    assert_eq!(commands.len(), 5, "{commands:?}");
    for command in &commands {
        match command.strip_prefix("less ") {
            Some(file) => assert!(
                desktop
                    .read(file)
                    .contains("| block | kind | place | text |")
            ),
            None => {
                desktop.succeed(command);
            }
        }
    }
    let page = desktop.read("rules.html");
    // a sentence of the booklet, and whose the copy is
    assert!(page.contains("A heron measures three willow gates"));
    assert!(page.contains("It is for its owner alone: do not pass it on"));
    let bare = desktop.succeed("rulebook export html");
    assert!(!bare.contains("A heron measures three willow gates"));
    assert!(!bare.contains("It is for its owner alone: do not pass it on"));
}

#[test]
fn the_report_shows_where_each_text_went() {
    let desktop = Desktop::new();
    desktop.succeed(&format!("{IMPORT} --report places.md"));
    let report = desktop.read("places.md");
    assert!(report.contains("| section ground-scale |"), "{report}");
    assert!(report.contains("| knights.s/p1 |"), "{report}");
}

#[test]
fn an_import_is_undone_by_removing_the_booklet() {
    let desktop = Desktop::new();
    let before = desktop.succeed("rulebook show recoiling --at 3.2");
    desktop.succeed(IMPORT);
    assert_ne!(desktop.succeed("rulebook show recoiling --at 3.2"), before);
    let listed = desktop.succeed("rulebook library");
    assert!(listed.contains("dbm/3.2.book.md"), "{listed}");
    desktop.succeed("rulebook library remove booklet-3.2");
    assert!(!desktop.book("3.2").exists());
    assert_eq!(desktop.succeed("rulebook show recoiling --at 3.2"), before);
}

#[test]
fn a_dry_run_writes_nothing() {
    let desktop = Desktop::new();
    desktop.succeed(&format!("{IMPORT} --dry-run"));
    assert!(!desktop.book("3.2").exists());
}

#[test]
fn booklets_of_two_editions_are_compared() {
    let desktop = Desktop::new();
    desktop.succeed(IMPORT);
    // the later booklet prints one sentence otherwise
    let source = fs::read_to_string(folder().join("booklet.md")).expect("the source");
    let (old, new) = (
        "A heron measures three willow gates",
        "A heron measures seven willow gates",
    );
    let source: String = source
        .lines()
        .map(|line| {
            line.split(" {#")
                .next()
                .unwrap_or_default()
                .replace(old, new)
                + "\n"
        })
        .collect();
    fs::write(desktop.path().join("later.md"), source).expect("a file");
    let outcome = desktop.run("rulebook import later.md --book --ruleset dbm --edition 3.3");
    assert_eq!(outcome.code, 1, "{}", outcome.stderr);
    let words: String = outcome
        .stdout
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    assert!(words.contains(new) && words.contains(old), "{words}");
    assert!(desktop.book("3.3").exists() && desktop.book("3.2").exists());
}

#[test]
fn a_new_ruleset_is_clean_and_can_be_searched() {
    let desktop = Desktop::new();
    desktop.succeed("rulebook import booklet.pdf --new-ruleset tafl");
    desktop.succeed("rulebook check rules/tafl");
    desktop.succeed("rulebook fmt --check rules/tafl");
    let found = desktop.succeed("rulebook search \"willow gates\" --ruleset tafl");
    assert!(found.contains("willow"), "{found}");
    let again = desktop.run("rulebook import booklet.pdf --new-ruleset tafl");
    assert_eq!(again.code, 2);
    assert!(again.stderr.contains("already exists"), "{}", again.stderr);
}

/// Returns the letters of a text.
fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).collect()
}

#[test]
fn every_unit_of_a_booklet_is_shown() {
    // entries, families, factors and lines without a place in the rules; what is shown follows the sign
    let source = "
# Elephants

A crane lifts them.

**Superior (S).** Of brass.

**Inferior (I).** Of tin.

**Fast (F).** Of paper.

# Halts

A baker stops the cart. Halting excludes moving, and moving excludes halting. No element can, in the same bound, take part in a halt and also in any tactical or march move.

# Tactical factors

- **+1** If a lamp burns.
- **-1** If it rains.
- **-2** If a demoralised command other than its general pays the toll.
- **-2** If the ferry is late.

# Glossary

**Bound:** A page of a ledger.

**Table:** The rectangular area of a field.

**Toll:** What a ferry costs.
";
    let desktop = Desktop::new();
    fs::write(desktop.path().join("plain.md"), source).expect("a file");
    desktop.succeed("rulebook import plain.md --book --ruleset dbm --edition 3.2");
    let ids = [
        "elephants",
        "booklet.elephants-superior-s",
        "elephants.i",
        "booklet.elephants-fast-f",
        "halts",
        "tactical-factors",
        "glossary",
        "booklet.glossary-further",
    ];
    let shown: String = ids
        .iter()
        .map(|id| desktop.succeed(&format!("rulebook show {id} --at 3.2 --wording printed")))
        .collect();
    let shown = letters(&shown);
    for line in source.lines().filter(|line| !line.starts_with('#')) {
        for part in line.trim_start_matches("- ").split(['*', '.']) {
            assert!(shown.contains(&letters(part)), "{part}\n{shown}");
        }
    }
    // its first paragraph is its last
    let halts = desktop.succeed("rulebook show halts --at 3.2");
    let holes = halts.contains("not included") || halts.contains("may follow");
    assert!(
        halts.contains("A baker stops the cart.") && !holes,
        "{halts}"
    );
}
