//! Rule values are read at the scenario's edition and day, and diagnostics cite them.

use super::{SHIPPED, TODAY};
use rulebook::{
    analysis::{Analysis, Request},
    diagnostic::Diagnostic,
    disk,
    scenario::{self, CheckOptions, ScenarioChecker},
    text::SourceId,
};
use std::{fs, path::PathBuf, sync::Arc};

fn options(edition: &str) -> CheckOptions {
    let edition = (!edition.is_empty()).then(|| edition.to_owned());
    CheckOptions {
        request: Request {
            edition,
            ..Request::default()
        },
        today: TODAY,
    }
}

fn example(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("rules/dbm/examples")
        .join(name);
    fs::read_to_string(path).expect("an example")
}

fn check(text: &str, edition: &str) -> Vec<Diagnostic> {
    let (analysis, checker) = &*SHIPPED;
    checker.check(analysis, SourceId(u32::MAX), text, &options(edition))
}

fn messages(text: &str, edition: &str) -> Vec<String> {
    check(text, edition)
        .into_iter()
        .map(|found| found.message)
        .collect()
}

#[test]
fn the_correct_list_obeys_3_4_and_costs_otherwise_before() {
    let list = example("pyrrhos.scenario.md");
    assert_eq!(messages(&list, ""), [""; 0]);
    for edition in ["3.3", "3.2"] {
        let found = check(&list, edition);
        assert!(!found.is_empty(), "{edition}");
        assert!(
            found.iter().all(|found| found.code.contains("cost")
                || found.code.contains("total")
                || found.code.contains("limit")),
            "{found:#?}"
        );
    }
}

#[test]
fn longbows_are_legal_at_3_3_and_cost_too_much_at_3_4() {
    let list = example("longbows.scenario.md");
    assert_eq!(messages(&list, "3.3"), [""; 0]);
    let found = check(&list, "3.4");
    let limit = found
        .iter()
        .find(|found| found.code == "dbm/points-limit")
        .expect("more than 400 AP");
    assert!(limit.message.contains("406"), "{}", limit.message);
    assert!(
        limit
            .related
            .iter()
            .any(|cited| cited.message.contains("p. 11 (3.4 sheet")),
        "{limit:#?}"
    );
}

#[test]
fn a_number_changed_in_a_patch_is_required_and_the_patch_is_cited() {
    let mut sources = disk::shipped_sources();
    let amend = sources
        .iter()
        .find(|source| source.name == "3.1.amend.md" && source.ruleset == "dbm")
        .expect("the 3.1 sheet")
        .clone();
    let changed = amend.text.replace(
        "[6](fact:army-size.baggage.small)",
        "[7](fact:army-size.baggage.small)",
    );
    assert_ne!(changed, *amend.text);
    for source in &mut sources {
        if source.name == amend.name && source.ruleset == "dbm" {
            source.text = Arc::from(changed.as_str());
        }
    }
    let analysis = Analysis::new(sources);
    let checker = ScenarioChecker::new(&analysis);
    let list = example("pyrrhos.scenario.md");
    let found = checker.check(&analysis, SourceId(u32::MAX), &list, &options(""));
    let [baggage] = &found[..] else {
        panic!("one finding: {found:#?}")
    };
    assert_eq!(baggage.code, "dbm/baggage");
    assert!(baggage.message.contains('7'), "{}", baggage.message);
    let cited = baggage
        .related
        .iter()
        .find(|cited| cited.message.contains("no. 9"))
        .expect("the instruction");
    assert_eq!(
        analysis
            .source(cited.at.source)
            .map(|source| source.name.as_str()),
        Some("3.1.amend.md")
    );
}

#[test]
fn a_second_migration_changes_nothing() {
    let (analysis, checker) = &*SHIPPED;
    for name in [
        "pyrrhos.scenario.md",
        "longbows.scenario.md",
        "beginner.scenario.md",
        "email.scenario.md",
    ] {
        for edition in ["3.2", "3.3", "3.4"] {
            let migrate = |text: &str| {
                checker
                    .migrate(analysis, SourceId(u32::MAX), text, edition, &options(""))
                    .expect("a scenario")
                    .text
            };
            let once = migrate(&example(name));
            assert_eq!(migrate(&once), once, "{name} to {edition}");
        }
    }
}

/// Texts whose front matter is damaged or unusual. In the front matter `|` is replaced by a line ending.
const FRONT_MATTERS: &[&str] = &[
    "",
    "|",
    "---",
    "---|",
    "--- ",
    "---|---",
    "---|---|",
    "---  |ruleset: dbm|---|",
    "---\t|ruleset: dbm|edition: \"3.3\"|---  |",
    "---|ruleset: dbm|profile: uk|---||# Gauls|",
    "---|ruleset: dbm|edition:|---||# Gauls|",
    "---|ruleset: dbm|",
    "# Gauls||- 8 Irr Wb(S)|",
    "\u{feff}---|ruleset: dbm|---|",
    "\u{feff}# Gauls|",
];

#[test]
fn a_migration_keeps_the_front_matter_and_its_line_endings() {
    let (analysis, checker) = &*SHIPPED;
    let migrate = |text: &str| {
        checker
            .migrate(analysis, SourceId(u32::MAX), text, "3.2", &options(""))
            .expect("a scenario")
            .text
    };
    for pattern in FRONT_MATTERS {
        for newline in ["\n", "\r\n", "\r"] {
            let text = pattern.replace('|', newline);
            let once = migrate(&text);
            let (before, after) = [text.as_str(), &once]
                .map(|text| scenario::parse_front(SourceId(0), text))
                .into();
            assert_eq!(
                after.edition.map(|edition| edition.value).as_deref(),
                Some("3.2"),
                "{text:?} {once:?}"
            );
            assert_eq!(
                after.profile.map(|own| own.value),
                before.profile.map(|own| own.value)
            );
            assert_eq!(migrate(&once), once, "{text:?}");
            if pattern.contains('|') && newline == "\r\n" {
                let bare = once.replace("\r\n", "");
                assert!(!bare.contains(['\r', '\n']), "{text:?} {once:?}");
            }
            let named = check(&text, "").into_iter().flat_map(|found| found.fixes);
            for edit in named.flat_map(|fix| fix.edits) {
                let (at, bytes) = (edit.at.span.start(), text.as_bytes());
                let inside = at > 0 && bytes[at - 1] == b'\r' && bytes.get(at) == Some(&b'\n');
                assert!(!inside, "{text:?} {edit:?}");
            }
        }
    }
}
