//! Rule values are read at the scenario's edition and day, and diagnostics cite them.

use super::{SHIPPED, TODAY};
use rulebook::{
    analysis::{Analysis, Request},
    diagnostic::Diagnostic,
    disk,
    scenario::{CheckOptions, ScenarioChecker},
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
