//! A new sheet, and the verdicts on the rulings that it touches.

use rulebook::{
    analysis::{Analysis, Source, SourceKind, SourceOrigin},
    disk,
    model::EditionIx,
    resolve::{RulingState, View},
};
use std::sync::Arc;

/// The shipped rules with a 3.5 sheet of one instruction under Recoiling.
fn with_sheet(instruction: &str) -> Analysis {
    let mut sources = disk::shipped_sources();
    for source in sources
        .iter_mut()
        .filter(|source| source.ruleset == "dbm" && source.kind == SourceKind::Ruleset)
    {
        let document = "[document.\"dbm-3.5\"]\nedition = \"3.5\"\npublished = 2025-01-01\n";
        let text = source.text.replace(
            "{ id = \"3.4\", amends = \"3.3\" },",
            "{ id = \"3.4\", amends = \"3.3\" }, { id = \"3.5\", amends = \"3.4\" },",
        );
        source.text = Arc::from(format!("{text}\n{document}"));
    }
    let text = format!(
        "---\nruleset: dbm\nedition: \"3.5\"\ndocument: dbm-3.5\n---\n\n# Recoiling elements {{#recoiling page=24}}\n\n{instruction}\n"
    );
    sources.push(Source {
        path: "dbm/3.5.amend.md".into(),
        name: "3.5.amend.md".into(),
        ruleset: "dbm".into(),
        kind: SourceKind::Rules,
        origin: SourceOrigin::Folder,
        text: Arc::from(text),
    });
    Analysis::new(sources)
}

/// The state of a ruling on Recoiling at an edition, with the reason.
fn state(analysis: &Analysis, edition: &str, n: &str) -> (RulingState, String) {
    let db = analysis.ruleset_db("dbm").expect("the shipped ruleset");
    let edition: EditionIx = db.ruleset.edition(edition).expect("the edition");
    let section = db.section("recoiling").expect("the section");
    let view = View {
        edition,
        as_of: "2026-01-01".parse().expect("a day"),
        profile: Arc::new(db.ruleset.default_profile()),
    };
    assert!(section.errors.is_empty(), "{:?}", section.errors);
    let ruling = section.rulings(&view).into_iter().find(|ruling| {
        section
            .patch(ruling.patch)
            .is_some_and(|p| p.numbers() == [n])
    });
    ruling
        .map(|ruling| (ruling.state, ruling.reason))
        .expect("the ruling")
}

#[test]
fn a_change_of_the_interpreted_sentence_makes_a_verdict_due_again() {
    let analysis = with_sheet(
        "## Replace \"immediately\" with \"at once\" in #recoiling.enemy, sentence 1 {n=1}",
    );
    assert_eq!(
        state(&analysis, "3.1", "C22.2").0,
        RulingState::Contradicted
    );
    assert_eq!(
        state(&analysis, "3.4", "C22.2"),
        (RulingState::Contradicted, "reviewed at 3.4".into())
    );
    let (state, reason) = state(&analysis, "3.5", "C22.2");
    assert_eq!(state, RulingState::ChangedSince, "{reason}");
    assert!(reason.contains("when reviewed at 3.4"), "{reason}");
}

#[test]
fn a_change_of_its_neighbour_does_not() {
    let analysis = with_sheet(
        "## Replace \"Terrain\" with \"Ground\" in #recoiling.terrain, sentence 1 {n=1}",
    );
    assert_eq!(
        state(&analysis, "3.5", "C22.2"),
        (RulingState::Contradicted, "reviewed at 3.4".into())
    );
}

#[test]
fn a_ruling_on_a_paragraph_that_is_rewritten_stays_changed() {
    let analysis = with_sheet(
        "## Replace \"Terrain\" with \"Ground\" in #recoiling.terrain, sentence 1 {n=1}",
    );
    assert_eq!(state(&analysis, "3.3", "C22.1").0, RulingState::Current);
    assert_eq!(
        state(&analysis, "3.4", "C22.1").0,
        RulingState::ChangedSince
    );
    assert_eq!(
        state(&analysis, "3.5", "C22.1").0,
        RulingState::ChangedSince
    );
}
