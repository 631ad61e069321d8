//! Files that are no sheets or too large: each is rejected or imported with a message that gives
//! the reason, and the library keeps every byte.

use crate::support::shell;
use camino::Utf8Path;
use rulebook::import::{self, KnownRulesets};
use std::{collections::BTreeMap, fs};

const RULESET: &str = "title = \"Ferries\"\neditions = [ { id = \"1\", date = \"1998\" }, { id = \"2\", amends = \"1\" } ]\n\n[document.river-2]\nedition = \"2\"\npublished = 2003-02-01\n";

const BASE: &str = "---\nruleset: river\ndocument: river-1\nedition: \"1\"\n---\n\n# Ferries {#ferries page=12 paragraphs=2}\n\n> …\n>\n> …\n";

const AMENDMENTS: &str = "---\nruleset: river\ndocument: river-2\nedition: \"2\"\n---\n\n# Ferries {#ferries page=12}\n\n## Replace paragraph 1 {n=1}\n\n> A raft pays 3 coins, and a barge pays 5.\n\n## Replace paragraph 2 {n=2}\n\n> Monks pay 1 coin.\n";

const SHEET: &str = "FERRIES 2\n\nFERRIES Page 12\n\nPara 1. Replace with:\n\n\"Rafts pay 3 coins, and barges pay 5.\"\n\nPara 2. Replace with:\n\n\"For monks the fare is 1 coin.\"\n";

/// Runs a test in a project with a ruleset and a library that one import has filled.
fn with_project(test: impl FnOnce(&Utf8Path)) {
    let keep = tempfile::tempdir().expect("a folder");
    let folder = keep.path().canonicalize().expect("a path");
    let folder = Utf8Path::from_path(&folder)
        .expect("a path in UTF-8")
        .join("project");
    let folder = folder.as_path();
    fs::create_dir_all(folder.join("rules/river")).expect("new folders");
    let put = |name: &str, text: &str| fs::write(folder.join(name), text).expect("written");
    put("rules/river/ruleset.toml", RULESET);
    put("rules/river/base.rules.md", BASE);
    put("rules/river/2.amend.md", AMENDMENTS);
    put(
        "rules/river/import.toml",
        "[document.river-2]\nopens = [\"Ferries 2\"]\n",
    );
    put("sheet.md", SHEET);
    let first = shell::run("rulebook import sheet.md", folder);
    assert!(
        first.stdout.contains("2 of 2 patches, written") && first.code == 0,
        "{}{}",
        first.stdout,
        first.stderr
    );
    test(folder);
}

/// Returns every file of the folder except the rules and the sheets, with its bytes.
fn library_files(folder: &Utf8Path) -> BTreeMap<String, Vec<u8>> {
    let mut out = BTreeMap::new();
    let mut stack = vec![folder.join("home")];
    stack.extend(
        folder
            .parent()
            .map(|above| above.join("x"))
            .filter(|path| path.exists()),
    );
    while let Some(path) = stack.pop() {
        if path.is_dir() {
            stack.extend(
                path.read_dir_utf8()
                    .expect("a folder")
                    .map(|entry| entry.expect("an entry").into_path()),
            );
        } else {
            out.insert(path.to_string(), fs::read(&path).expect("a file"));
        }
    }
    out
}

/// Imports `bytes` and checks that the exit code is 1 or 2, the output contains `message`, and the
/// library is unchanged.
fn assert_rejected(folder: &Utf8Path, bytes: &[u8], message: &str) {
    let before = library_files(folder);
    assert!(!before.is_empty());
    fs::write(folder.join("bad.md"), bytes).expect("written");
    let outcome = shell::run("rulebook import bad.md", folder);
    let output = (outcome.stdout + &outcome.stderr)
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    assert!(output.contains(message), "{message}: {output}");
    assert!(outcome.code > 0, "{message}");
    assert_eq!(library_files(folder), before, "{message}");
}

#[test]
fn non_sheets_are_rejected_and_change_nothing() {
    with_project(|folder| {
        let wide = |text: &str| {
            text.encode_utf16()
                .flat_map(u16::to_le_bytes)
                .collect::<Vec<u8>>()
        };
        assert_rejected(
            folder,
            &wide(SHEET),
            "bad.md: not a text file: byte 1 (on line 1) is 0x00",
        );
        assert_rejected(
            folder,
            b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
            "bad.md: not a text file: byte",
        );
        assert_rejected(
            folder,
            b"%PDF-1.7\n\xff",
            "bad.md: the PDF file is damaged: its pages cannot be found",
        );
        assert_rejected(folder, b"", "bad.md: there is no text in it");
        assert_rejected(
            folder,
            "a\n".repeat(100_001).as_bytes(),
            "bad.md: 100001 lines; a sheet may have at most 100000",
        );
        assert_rejected(
            folder,
            "a".repeat(15 << 20).as_bytes(),
            "bad.md: line 1 has 15728640 bytes without the end of a sentence",
        );
    });
}

#[test]
fn a_sheet_in_another_encoding_is_read() {
    with_project(|folder| {
        let wide: Vec<u8> = format!("\u{feff}{SHEET}")
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect();
        fs::write(folder.join("plain.md"), SHEET).expect("written");
        fs::write(folder.join("wide.md"), wide).expect("written");
        let run = |file: &str| {
            shell::run(
                &format!("rulebook import {file} --dry-run --explain"),
                folder,
            )
        };
        let (plain, wide) = (run("plain.md"), run("wide.md"));
        assert_eq!(wide.stdout.replace("wide.md", "plain.md"), plain.stdout);
        assert!(
            wide.stderr
                .contains("wide.md: it is not in UTF-8, and was read as UTF-16LE"),
            "{}",
            wide.stderr
        );
    });
}

#[test]
fn a_gigabyte_is_rejected_before_it_is_read() {
    with_project(|folder| {
        let before = library_files(folder);
        // a sparse file takes no space on the disk
        let file = fs::File::create(folder.join("bad.md")).expect("a file");
        file.set_len(1 << 30).expect("a length");
        let outcome = shell::run("rulebook import bad.md", folder);
        assert!(
            outcome.stderr.contains("bad.md: longer than 16 MiB") && outcome.code == 2,
            "{}",
            outcome.stderr
        );
        assert_eq!(library_files(folder), before);
    });
}

#[test]
fn a_truncated_sheet_removes_nothing_from_the_library() {
    with_project(|folder| {
        let first = SHEET.split("Para 2").next().expect("its first part");
        assert_rejected(
            folder,
            first.as_bytes(),
            "keeping river/river-2.amend.md: the imported file lacks 1 passage of it",
        );
        let words = SHEET.split(", and").next().expect("its first words");
        assert_rejected(
            folder,
            words.as_bytes(),
            "keeping river/river-2.amend.md: the imported file lacks 2 passages of it",
        );
        let end = SHEET.split(" is 1 coin").next().expect("all but its end");
        assert_rejected(
            folder,
            end.as_bytes(),
            "the imported file lacks 1 passage of it, or has only the beginning",
        );
        // `--force` overrides the check
        let before = library_files(folder);
        fs::write(folder.join("bad.md"), first).expect("written");
        assert!(
            shell::run("rulebook import bad.md --force", folder)
                .stdout
                .contains("1 of 2 patches, written")
        );
        assert_ne!(library_files(folder), before);
    });
}

#[test]
fn names_with_paths_write_nothing_elsewhere() {
    with_project(|folder| {
        for heading in [
            "../../x",
            "/etc/passwd",
            "..\\..\\x",
            "C:\\x",
            "%2e%2e/x",
            "\u{202e}x",
        ] {
            let files = |folder| library_files(folder).into_keys().collect::<Vec<_>>();
            let before = files(folder);
            fs::write(
                folder.join("bad.md"),
                SHEET.replace("FERRIES Page 12", &format!("## {heading}")),
            )
            .expect("written");
            let outcome = shell::run("rulebook import bad.md --force", folder);
            assert!(outcome.code < 2, "{heading}: {}", outcome.stderr);
            assert_eq!(files(folder), before, "{heading}");
            let draft = shell::run("rulebook import bad.md --draft d.md", folder);
            assert!(
                draft.stderr.contains("nothing to draft"),
                "{}{}",
                draft.stdout,
                draft.stderr
            );
        }
        assert!(!folder.join("../x").exists() && !folder.join("x").exists());
    });
}

#[test]
fn hundreds_of_instructions_on_one_line_are_all_read() {
    let line: String = (0..900)
        .map(|n| format!("Para {}. Delete \"or barge {n}\". ", n % 9 + 1))
        .collect();
    assert!(line.len() > 16 * 1024);
    let text = format!("# Sheet\n\n## RAFTS Page 3\n\n{line}\n");
    let reading = import::parse_sheets(&text, &KnownRulesets::default());
    let sheet = &reading.sheets[0];
    let all: Vec<String> = sheet
        .instructions
        .iter()
        .flat_map(|own| &own.operations)
        .map(|operation| operation.text.clone())
        .collect();
    let expected: Vec<String> = (0..900)
        .map(|n| format!("Delete \"or barge {n}\" in paragraph {}", n % 9 + 1))
        .collect();
    let wrong = all
        .iter()
        .zip(&expected)
        .find(|(own, expected)| own != expected);
    assert_eq!((all.len(), wrong), (900, None));
    assert_eq!(reading.coverage(&text).left, 0);
}

#[test]
fn a_long_paragraph_keeps_all_its_words() {
    // lines of a mail, without an empty line between them
    let words: String = (0..3000)
        .map(|n| format!("word{n} and\nthe next, "))
        .collect();
    let text = format!(
        "# Sheet\n\n## RAFTS Page 3\n\nPara 1. Replace with:\n\n\"It begins here.\n{words}\nand it ends.\"\n"
    );
    let reading = import::parse_sheets(&text, &KnownRulesets::default());
    let payload = &reading.sheets[0].instructions[0].operations[0].payload;
    let missing: Vec<usize> = (0..3000)
        .filter(|n| !payload.contains(&format!("word{n} ")))
        .collect();
    assert_eq!(missing, Vec::<usize>::new());
}
