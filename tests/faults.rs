//! Faults of the machine: a killed program, a full disk, files that cannot be read. `strace`
//! injects each into the real program at every call where it can happen. Afterwards the files are
//! the old ones or the new ones, and answers are those of a clean run.

#![expect(clippy::print_stderr, reason = "reports what is skipped")]

use crate::support::cases::Cases;
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};
use tempfile::TempDir;

const RULESET: &str = r#"title = "Ferries & Barges"
editions = [{ id = "1.0", date = "1998" }, { id = "1.1", amends = "1.0" }, { id = "1.2", amends = "1.1" }]

[document."river-1.1"]
edition = "1.1"
published = 2003-02-01

[document."river-1.2"]
edition = "1.2"
published = 2008-02-01
"#;

const BASE: &str = r#"---
ruleset: river
document: river-1.0
edition: "1.0"
---

# Ferries {#ferries page=12}

> A ferry that is moored has no pilot.
>
> - two rafts;
> - one barge;
"#;

const AMENDMENTS: [(&str, &str); 2] = [
    (
        "1.1",
        "## Replace bullet 1 {n=1}\n\n> - four rafts or canoes;\n",
    ),
    ("1.2", "## Replace bullet 2 {n=1}\n\n> - five barges;\n"),
];

const IMPORT: &str = r#"[document."river-1.1"]
opens = ["FERRIES & BARGES 1.1"]

[document."river-1.2"]
opens = ["FERRIES & BARGES 1.2"]
"#;

const SHEETS: [&str; 2] = [
    "FERRIES & BARGES 1.1\n\nOfficial amendments\n\n1 February 2003\n\nFERRIES\n\nPage 12\n\n1st bullet. Replace with:\n\n- \"canoes or rafts, four of them;\"\n",
    "FERRIES & BARGES 1.2\n\nOfficial amendments\n\n1 February 2008\n\nFERRIES\n\nPage 12\n\n2nd bullet. Replace with:\n\n- \"barges, but not more than five;\"\n",
];

/// A folder with the rules of a small game, two sheets to import, a library and a cache.
struct Workspace {
    folder: TempDir,
}

impl Workspace {
    fn new() -> Self {
        let this = Self {
            folder: tempfile::tempdir().expect("a folder"),
        };
        this.write("rules/river/ruleset.toml", RULESET);
        this.write("rules/river/base.rules.md", BASE);
        this.write("rules/river/import.toml", IMPORT);
        for (edition, instruction) in AMENDMENTS {
            let front = format!(
                "---\nruleset: river\ndocument: river-{edition}\nedition: \"{edition}\"\n---\n"
            );
            this.write(
                &format!("rules/river/{edition}.amend.md"),
                &format!("{front}\n# Ferries {{#ferries}}\n\n{instruction}"),
            );
        }
        this.write("one.md", SHEETS[0]);
        this.write("two.md", SHEETS[1]);
        this
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("written");
    }

    /// Runs the program, under strace if a fault is to be injected; what it traced is in `trace`.
    fn run(&self, fault: Option<&str>, args: &[&str]) -> Output {
        let program = env!("CARGO_BIN_EXE_rulebook");
        let mut command = match fault {
            None => Command::new(program),
            Some(fault) => {
                let mut command = Command::new("strace");
                let calls = fault.split(':').next().unwrap_or_default();
                command.args(["-f", "-qq", "-o", "trace", "-e"]);
                command.args([&format!("trace={calls}"), "-e", &format!("inject={fault}")]);
                command.arg(program);
                command
            }
        };
        let output = command
            .args(args)
            .current_dir(self.folder.path())
            .env("RULEBOOK_CONFIG", "none.toml")
            .env("RULEBOOK_LIBRARY", self.path("library"))
            .env("RULEBOOK_CACHE", self.path("cache"))
            .output()
            .expect("it starts");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(!stderr.contains("panicked"), "{fault:?} {args:?}: {stderr}");
        output
    }

    /// Returns whether the last fault happened: there were as many calls as it waits for.
    fn was_injected(&self) -> bool {
        let trace = fs::read_to_string(self.path("trace")).expect("a trace");
        trace.contains("(INJECTED)")
    }

    /// The printed words that the library gives to the clause.
    fn printed_words(&self) -> String {
        let shown = self.run(
            None,
            &["show", "ferries", "--at", "1.2", "--wording", "printed"],
        );
        assert_eq!(shown.status.code(), Some(0), "{shown:?}");
        String::from_utf8(shown.stdout).expect("UTF-8")
    }

    /// The files below a folder with their texts, and what was left unfinished.
    fn files(&self, folder: &str) -> (BTreeMap<String, String>, Vec<String>) {
        let (mut files, mut unfinished) = (BTreeMap::new(), Vec::new());
        let mut folders = vec![self.path(folder)];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(&folder).into_iter().flatten() {
                let path = entry.expect("an entry").path();
                let name = path.strip_prefix(self.folder.path()).expect("below");
                let name = name.to_str().expect("UTF-8").to_owned();
                if name.contains("/.rulebook") {
                    unfinished.push(name);
                } else if path.is_dir() {
                    folders.push(path);
                } else {
                    files.insert(name, fs::read_to_string(path).expect("readable"));
                }
            }
        }
        (files, unfinished)
    }
}

/// Returns whether faults can be injected here.
fn can_inject() -> bool {
    let traced = Command::new("strace")
        .args(["-f", "-qq", "-o", "/dev/null", "true"])
        .output();
    let can = traced.is_ok_and(|output| output.status.success());
    if !can {
        eprintln!("skipped: injected faults (no strace, or no permission to trace)");
    }
    can
}

const RENAMES: &str = "rename,renameat,renameat2";

/// The faults at the `n`th call: the program is killed at a rename, or the disk is full at a write.
fn faults(n: usize) -> [String; 2] {
    [
        format!("{RENAMES}:signal=KILL:when={n}"),
        format!("write:error=ENOSPC:when={n}"),
    ]
}

fn was_killed(output: &Output) -> bool {
    output.status.code().is_none_or(|code| code > 128)
}

#[test]
fn an_import_is_whole_or_has_not_happened() {
    if !can_inject() {
        return;
    }
    let import = ["import", "one.md", "two.md"];
    let clean = Workspace::new();
    let before = clean.printed_words();
    clean.run(None, &import);
    let (after, files) = (clean.printed_words(), clean.files("library"));
    assert!(
        after.contains("canoes or rafts") && after.contains("not more than five"),
        "{after}"
    );
    assert_ne!(before, after);
    let mut killed = 0;
    for n in 1..=12 {
        for fault in faults(n) {
            let workspace = Workspace::new();
            let output = workspace.run(Some(&fault), &import);
            let words = workspace.printed_words();
            assert!(words == before || words == after, "{fault}: {words}");
            killed += usize::from(was_killed(&output));
            workspace.run(None, &import);
            assert_eq!(workspace.printed_words(), after, "{fault}");
            assert_eq!(workspace.files("library"), files, "{fault}");
        }
    }
    assert!(killed >= 3, "the stage, two files: {killed}");
}

#[test]
fn formatting_leaves_whole_files_and_nothing_else() {
    if !can_inject() {
        return;
    }
    let untidy = |workspace: &Workspace| {
        for name in ["1.1", "1.2"] {
            let path = workspace.path(&format!("rules/river/{name}.amend.md"));
            let text = fs::read_to_string(&path).expect("readable");
            fs::write(path, text.replace("\n## ", "\n\n\n##    ")).expect("written");
        }
    };
    let clean = Workspace::new();
    untidy(&clean);
    let (before, _) = clean.files("rules");
    clean.run(None, &["fmt"]);
    let (after, unfinished) = clean.files("rules");
    assert!(unfinished.is_empty() && before != after);
    let mut killed = 0;
    for n in 1..=4 {
        for fault in faults(n) {
            let workspace = Workspace::new();
            untidy(&workspace);
            let output = workspace.run(Some(&fault), &["fmt"]);
            let (found, unfinished) = workspace.files("rules");
            for (name, text) in found {
                assert!(
                    text == before[&name] || text == after[&name],
                    "{fault}: {name}"
                );
            }
            if was_killed(&output) {
                killed += 1;
                for name in unfinished {
                    make_old(&workspace.path(&name));
                }
            } else {
                assert!(unfinished.is_empty(), "{fault}: {unfinished:?}");
            }
            untidy(&workspace);
            workspace.run(None, &["fmt"]);
            assert_eq!(
                workspace.files("rules"),
                (after.clone(), Vec::new()),
                "{fault}"
            );
        }
    }
    assert_eq!(killed, 2, "one for each file");
}

/// Sets the time of a file back to where no program writes it any more.
fn make_old(path: &Path) {
    let day = std::time::Duration::from_secs(86_400);
    let file = fs::File::options().append(true).open(path).expect("a file");
    file.set_modified(std::time::SystemTime::now() - day)
        .expect("set");
}

#[test]
fn a_search_answers_whatever_becomes_of_its_cache() {
    inject_faults_in_search(Cases::OneOf(21));
}

#[test]
#[ignore = "long"]
fn a_search_answers_whatever_becomes_of_its_cache_all_cases() {
    inject_faults_in_search(Cases::All);
}

fn inject_faults_in_search(cases: Cases) {
    if !can_inject() {
        return;
    }
    let search = ["search", "rafts", "--format", "json"];
    let clean = Workspace::new().run(None, &search).stdout;
    assert!(String::from_utf8_lossy(&clean).contains("ferries"));
    let kinds = [
        format!("{RENAMES}:signal=KILL:when="),
        "write:error=ENOSPC:when=+".to_owned(),
        "mkdir,mkdirat:error=EACCES:when=+".to_owned(),
        "unlink,unlinkat,rmdir:error=EIO:when=+".to_owned(),
        "flock:error=ENOLCK:when=+".to_owned(),
        "fsync,fdatasync:error=EIO:when=+".to_owned(),
    ];
    for (row, kind) in kinds.into_iter().enumerate() {
        for (at, n) in [1, 2, 3, 5, 8, 13, 21, 34].into_iter().enumerate() {
            if !cases.contain(row + at) {
                continue;
            }
            let fault = kind.replace("when=", &format!("when={n}"));
            let workspace = Workspace::new();
            let output = workspace.run(Some(&fault), &search);
            if !was_killed(&output) && !workspace.was_injected() {
                assert!(n > 1, "{fault} happens nowhere");
                break;
            }
            // with a full disk, the answer itself cannot be written either
            if !was_killed(&output) && !fault.starts_with("write") {
                assert_eq!(output.stdout, clean, "{fault}");
            }
            assert_eq!(workspace.run(None, &search).stdout, clean, "{fault}");
        }
    }
}

#[test]
fn files_that_cannot_be_read_are_named() {
    if !can_inject() {
        return;
    }
    for error in ["EACCES", "ENOENT", "EIO"] {
        let workspace = Workspace::new();
        let file = workspace.path("rules/river/1.2.amend.md");
        let program = env!("CARGO_BIN_EXE_rulebook");
        let output = Command::new("strace")
            .args(["-f", "-qq", "-o", "/dev/null", "-e", "trace=openat", "-P"])
            .arg(&file)
            .args([
                "-e",
                &format!("inject=openat:error={error}"),
                program,
                "check",
            ])
            .current_dir(workspace.folder.path())
            .env("RULEBOOK_CONFIG", "none.toml")
            .env("RULEBOOK_LIBRARY", "none")
            .output()
            .expect("it starts");
        let text =
            String::from_utf8_lossy(&output.stderr) + String::from_utf8_lossy(&output.stdout);
        assert!(
            text.contains("1.2.amend.md") && !text.contains("panicked"),
            "{error}: {text}"
        );
        assert_ne!(output.status.code(), Some(0), "{error}");
    }
}

#[test]
fn readers_see_whole_imports_of_other_processes() {
    let workspace = Workspace::new();
    let before = workspace.printed_words();
    let import = ["import", "one.md", "two.md"];
    let clean = Workspace::new();
    clean.run(None, &import);
    let after = clean.printed_words();
    std::thread::scope(|scope| {
        let writers: Vec<_> = (0..3)
            .map(|_| scope.spawn(|| workspace.run(None, &import)))
            .collect();
        for _ in 0..8 {
            let words = workspace.printed_words();
            assert!(words == before || words == after, "{words}");
        }
        for writer in writers {
            writer.join().expect("no panic");
        }
    });
    assert_eq!(workspace.printed_words(), after);
    assert_eq!(workspace.files("library"), clean.files("library"));
}
