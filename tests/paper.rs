//! Pages to print and the JSON export: what they must not contain, and what a browser makes of
//! them.

#![expect(clippy::print_stderr, reason = "reports what is skipped")]

use crate::support::shell;

use camino::Utf8Path;
use std::{collections::BTreeMap, ffi::OsString, fs};

/// The command lines that write pages of the shipped rules.
const PAGES: &[&str] = &[
    "rulebook export print",
    "rulebook export print --rulings",
    "rulebook export print --since 3.0 --paper a5 --profile fair-play",
    "rulebook export print --slips",
    "rulebook export index",
    "rulebook export print --ruleset warmaster-ancients",
    "rulebook export index --ruleset dba",
    "rulebook export roster gauls.txt",
    "rulebook export roster gauls.txt --paper letter --format html",
];

/// A list as players paste it.
const LIST: &str = "Gauls, DBM 3.4\n\nCommand 1: Brennus\n1 Irr Cv(O) C-in-C @17\n20 Irr Wb(S) @5 <b>naked</b>\n6 baggage\n\nCommand 2: Acichorius\n1 Irr Cv(O) sub-general @17\n4 Irr Cv(O)/Ps(I)\n12 Irr Ps(O) @2\n";

#[test]
fn pages_contain_no_scripts_and_no_requests() {
    let keep = tempfile::tempdir().expect("a folder");
    let folder = Utf8Path::from_path(keep.path()).expect("a path in UTF-8");
    fs::write(folder.join("gauls.txt"), LIST).expect("a list");
    for line in PAGES {
        let outcome = shell::run(line, folder);
        assert_eq!((outcome.code, outcome.stderr.as_str()), (0, ""), "{line}");
        let page = outcome.stdout;
        assert!(
            page.starts_with("<!DOCTYPE html>") && page.contains("default-src 'none'"),
            "{line}"
        );
        for never in [
            "<script", "<link", "<iframe", "<img", " src=", " href=", " style=", "url(", "@import",
            "http://", "https://",
        ] {
            assert!(!page.contains(never), "{line}: {never}");
        }
    }
}

#[test]
fn the_json_export_is_complete() {
    let keep = tempfile::tempdir().expect("a folder");
    let folder = Utf8Path::from_path(keep.path()).expect("a path in UTF-8");
    let outcome = shell::run("rulebook export json --at 3.4", folder);
    let ruleset: serde_json::Value = serde_json::from_str(&outcome.stdout).expect("JSON");
    assert_eq!(ruleset["version"], 1);
    assert_eq!(ruleset["query"]["as_of"], shell::TODAY);
    let clauses = ruleset["clauses"].as_array().expect("clauses");
    let recoiling = clauses
        .iter()
        .find(|clause| clause["id"] == "dbm/recoiling")
        .expect("a clause");
    assert!(
        recoiling["page"] == "24"
            && recoiling["blocks"]
                .as_array()
                .is_some_and(|blocks| blocks.len() > 10)
    );
    let blocks: Vec<&serde_json::Value> = clauses
        .iter()
        .flat_map(|clause| clause["blocks"].as_array().expect("blocks"))
        .collect();
    let facts = ruleset["facts"].as_array().expect("facts");
    assert!(facts.len() > 50, "{} facts", facts.len());
    for fact in facts {
        let block = blocks
            .iter()
            .find(|block| block["id"] == fact["block"])
            .expect("the block of a fact");
        assert!(
            block["text"]
                .as_str()
                .is_some_and(|text| text.contains(fact["value"].as_str().unwrap_or("no value"))),
            "{fact}"
        );
    }
}

#[test]
fn a_roster_has_troops_costs_and_break_points() {
    let keep = tempfile::tempdir().expect("a folder");
    let folder = Utf8Path::from_path(keep.path()).expect("a path in UTF-8");
    fs::write(folder.join("gauls.txt"), LIST).expect("a list");
    let page = shell::run("rulebook export roster gauls.txt", folder).stdout;
    assert_eq!(
        page.matches("<section class=\"army\">").count(),
        1,
        "{page}"
    );
    for part in [
        "DBM 3.4",
        "irregular warband (superior)",
        ">Irr Wb(S)<",
        "irregular cavalry (ordinary) / psiloi (inferior)",
        "Brennus",
        "AP each",
        "Breaks at*: <b>",
        "no included sentence says so",
        "What the numbers rest on",
        "Opponent",
        "Signed by the player",
    ] {
        assert!(page.contains(part), "{part} is missing: {page}");
    }
    for never in ["<b>naked", "losses.count", "rulebook check"] {
        assert!(!page.contains(never), "{never}: {page}");
    }
    fs::write(
        folder.join("short.txt"),
        LIST.replace("6 baggage", "4 baggage"),
    )
    .expect("a list");
    let page = shell::run("rulebook export roster short.txt", folder).stdout;
    assert!(page.contains("This list breaks rules"), "{page}");
    let outcome = shell::run("rulebook export roster gauls.txt --format pdf", folder);
    assert_eq!(outcome.code, 2);
    assert!(
        outcome.stderr.contains("-o roster.pdf"),
        "{}",
        outcome.stderr
    );
}

/// Returns the search path if it contains Chromium.
fn chromium() -> Option<String> {
    let path = std::env::var_os("PATH")?;
    let found = |name: &str| std::env::split_paths(&path).any(|folder| folder.join(name).is_file());
    let any = [
        "chromium",
        "chromium-browser",
        "google-chrome",
        "google-chrome-stable",
    ]
    .into_iter()
    .any(found);
    any.then(|| path.into_string().ok()).flatten()
}

#[test]
#[ignore = "starts a browser"]
fn chromium_prints_a_pdf_all_cases() {
    let Some(path) = chromium() else {
        eprintln!("skipped: no Chromium on the search path (Debian: apt install chromium)");
        return;
    };
    let keep = tempfile::tempdir().expect("a folder");
    let folder = Utf8Path::from_path(keep.path())
        .expect("a path in UTF-8")
        .to_owned();
    fs::write(folder.join("gauls.txt"), LIST).expect("a list");
    run_with_browser(
        "rulebook export roster gauls.txt --format pdf -o gauls.pdf",
        &folder,
        &path,
    );
    let pdf = fs::read(folder.join("gauls.pdf")).expect("a PDF");
    let pages = String::from_utf8_lossy(&pdf)
        .matches("/Type /Page\n")
        .count();
    assert_eq!(pages, 1, "the roster of an army is one page");
    run_with_browser(
        "rulebook export print --slips --paper a5 --pdf slips.pdf --out slips.html",
        &folder,
        &path,
    );
    let pdf = fs::read(folder.join("slips.pdf")).expect("a PDF");
    let text = String::from_utf8_lossy(&pdf);
    assert!(
        text.starts_with("%PDF") && text.matches("/Type /Page\n").count() > 3,
        "{} bytes",
        pdf.len()
    );
    assert!(
        fs::read_to_string(folder.join("slips.html"))
            .expect("a page")
            .contains("errata slips")
    );
}

/// Runs a command that finds a browser on the search path.
fn run_with_browser(line: &str, folder: &Utf8Path, path: &str) {
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let code = rulebook::cli::run(&mut rulebook::cli::Host {
        args: line.split(' ').map(OsString::from).collect(),
        env: BTreeMap::from([
            ("HOME".to_owned(), folder.join("home").into_string()),
            ("PATH".to_owned(), path.to_owned()),
        ]),
        current: folder.to_owned(),
        today: shell::TODAY.parse().expect("a day"),
        terminal: rulebook::cli::Terminal::default(),
        stdin: &mut std::io::empty(),
        stdout: &mut stdout,
        stderr: &mut stderr,
    });
    assert_eq!(code, 0, "{}", String::from_utf8_lossy(&stderr));
}
