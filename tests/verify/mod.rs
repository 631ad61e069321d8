//! Two invented sheets and their consolidation in the older numbering: a right one, and ones with
//! seeded faults.

use rulebook::{
    analysis::{Analysis, Source, SourceKind, SourceOrigin},
    model::EditionIx,
    printed,
    resolve::View,
    text::SourceId,
    verify::{self, Verification},
};
use std::sync::Arc;

const RULESET: &str = r#"
title = "Ferries & Barges"
editions = [ { id = "1.0", date = "1998" }, { id = "1.1", amends = "1.0" }, { id = "1.2", amends = "1.1" } ]

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

# Ferries {#ferries page=12 paragraphs=3+}

> … {#ferries.who sentences=3}
>
> A ferry carries:
>
> - two rafts;
> - one barge;
> - **Pilgrims.** Any number.
> - mules;
>
> …

# Fares {#fares page=13}

> | cargo | up | down |
> |-------|----|------|
> | Raft  | 4  | 2    |
> | Barge | 8  | 5    |
"#;

const FIRST: &str = r#"---
ruleset: river
document: river-1.1
edition: "1.1"
---

# Ferries {#ferries}

## Replace paragraph 1, sentence 2 {n=1}

> By night each ferry has two pilots, unless it is moored.

## Delete bullet 1 {n=2}

## Replace bullet 3 with 2 bullets {n=3}

> - **Pilgrims.** Not more than 6.
> - **Monks.** Any number.

# Fares {#fares}

## Set values {n=4}

> | cargo | up     |
> |-------|--------|
> | Raft  | ~~4~~ 5 |
"#;

const SECOND: &str = r#"---
ruleset: river
document: river-1.2
edition: "1.2"
---

# Ferries {#ferries}

## Replace bullet 2 {n=1}

> - **Pilgrims.** Not more than 8.

## Insert bullet after bullet 1 {n=2}

> - logs, as many as float;

## Add paragraph at the end {n=3}

> No ferry sails on feast days.

## Delete "or ice" in paragraph 3 {n=4}
"#;

/// The right consolidation, in the numbering of 1.0.
const RIGHT: &str = r#"---
ruleset: river
document: proof-sheet
edition: "as the document has it"
---

# FERRIES {#ferries page=12}

## Replace paragraph 1, sentence 2 {n=1}

> By night each ferry has two pilots – unless it is moored!

## Delete bullet 1 {n=2}

## Insert bullet after bullet 2 {n=3}

> - Logs, as many as float.

## Replace bullet 3 with 2 bullets {n=4}

> - **PILGRIMS:** not more than 8.
> - **Monks.** Any number.

## Delete "or ice" in paragraph 3 {n=5}

## Add paragraph at the end {n=6}

> No ferry sails on feast days.

# Fares {#fares}

## Set values {n=7}

> | cargo | up |
> |-------|----|
> | Raft  | 5  |
"#;

fn source(name: &str, text: &str) -> Source {
    let kind = SourceKind::from_file_name(name).expect("a kind");
    Source {
        path: name.into(),
        name: name.into(),
        ruleset: "river".into(),
        kind,
        origin: SourceOrigin::Folder,
        text: Arc::from(text),
    }
}

fn run_verification(document: &str) -> Verification {
    let files = [
        ("ruleset.toml", RULESET),
        ("base.rules.md", BASE),
        ("1.1.amend.md", FIRST),
        ("1.2.amend.md", SECOND),
    ];
    let analysis = Analysis::new(files.into_iter().map(|(name, text)| source(name, text)));
    let db = analysis.ruleset_db("river").expect("the ruleset");
    let compiled = printed::compile_document(
        db,
        document,
        EditionIx(0),
        SourceId(99),
        jiff::civil::Date::MAX,
    );
    let view = View {
        edition: EditionIx(2),
        as_of: jiff::civil::Date::MAX,
        profile: Arc::default(),
    };
    verify::verify_document(&compiled, &view, true)
}

fn render_verification(verification: &Verification) -> String {
    let mut out = String::new();
    for one in &verification.differences {
        let side = |side: &verify::DifferenceSide| {
            let waits = if side.unapplied.is_empty() {
                String::new()
            } else {
                format!(" waits: {}", side.unapplied.join("; "))
            };
            format!(
                "{:?} by {}{waits}",
                side.text.as_deref().unwrap_or("-"),
                side.by.join(", ")
            )
        };
        out += &format!(
            "{}: {}\n  document: {}\n  ours: {}\n",
            one.kind.name(),
            one.at,
            side(&one.document),
            side(&one.ours)
        );
        out += &one
            .remark
            .as_ref()
            .map(|why| format!("  {why}\n"))
            .unwrap_or_default();
    }
    out
}

#[test]
fn the_right_consolidation_has_no_differences() {
    let verification = run_verification(RIGHT);
    assert_eq!(render_verification(&verification), "");
    assert_eq!((verification.instructions, verification.held), (7, 8));
    assert_eq!(verification.same, 5, "{verification:?}");
}

/// The faults: a replacement in the right consolidation, and the difference that it makes.
const FAULTS: &[(&str, &str, &str)] = &[
    ("two pilots", "three pilots", "differs: ferries.who/s2"),
    (
        "unless it is moored",
        "if it is moored",
        "differs: ferries.who/s2",
    ),
    (
        "not more than 8",
        "not more than 6",
        "differs: ferries/p2/b3/s1",
    ),
    (
        "> - **Monks.** Any number.\n",
        "> - **Nuns.** Any number.\n",
        "differs: ferries/p2/b4",
    ),
    (
        "| Raft  | 5  |",
        "| Raft  | 6  |",
        "differs: fares/t1/r2/c2",
    ),
    ("## Delete bullet 1 {n=2}\n", "", "ours only: ferries/p2/b1"),
    (
        "## Delete bullet 1 {n=2}",
        "## Delete bullet 4 {n=2}",
        "document only: ferries/p2/b5",
    ),
    (
        "## Delete \"or ice\" in paragraph 3 {n=5}\n",
        "",
        "ours only: ferries/p3",
    ),
    ("\"or ice\"", "\"or snow\"", "differs: ferries/p3"),
    (
        "> No ferry sails on feast days.\n",
        "> No ferry sails on feast days.\n> Nor in Lent.\n",
        "document only: ferries/p-1/s2",
    ),
    (
        "## Replace paragraph 1, sentence 2",
        "## Replace paragraph 1, sentence 3",
        "differs: ferries.who/s2",
    ),
];

#[test]
fn every_seeded_fault_is_found_and_named() {
    for (right, wrong, reported) in FAULTS {
        assert!(RIGHT.contains(right), "{right}");
        let verification = run_verification(&RIGHT.replacen(right, wrong, 1));
        let rendered = render_verification(&verification);
        assert!(
            rendered.contains(reported),
            "{right} → {wrong}: expected {reported}, found\n{rendered}"
        );
    }
}

#[test]
fn one_fault_gives_one_difference() {
    for (right, wrong, reported) in FAULTS
        .iter()
        .filter(|(_, wrong, _)| !wrong.contains("sentence 3") && !wrong.contains("Delete bullet 4"))
    {
        let verification = run_verification(&RIGHT.replacen(right, wrong, 1));
        assert_eq!(
            verification.differences.len(),
            1,
            "{right} → {wrong} ({reported}):\n{}",
            render_verification(&verification)
        );
    }
}

#[test]
fn words_in_force_whose_place_is_not_found_are_no_difference() {
    let verification = run_verification(&RIGHT.replacen("after bullet 2", "after bullet 9", 1));
    assert_eq!(render_verification(&verification), "");
    assert!(
        matches!(verification.by_words.as_slice(), [one] if one.starts_with("3: bullet 9 not found")),
        "{:?}",
        verification.by_words
    );
}

/// Print shows bullets as loose lines, and runs lines together.
#[test]
fn words_are_compared_whatever_units_print_makes_of_them() {
    for (right, loose) in [
        (
            "> - **PILGRIMS:** not more than 8.\n> - **Monks.** Any number.\n",
            "> - PILGRIMS: not more than 8. Monks. Any number.\n",
        ),
        (
            "> No ferry sails on feast days.\n",
            "> No ferry sails,\n>\n> - on feast days.\n",
        ),
    ] {
        assert!(RIGHT.contains(right), "{right}");
        let loose = RIGHT
            .replacen(right, loose, 1)
            .replace(" with 2 bullets", "");
        assert_eq!(
            render_verification(&run_verification(&loose)),
            "",
            "{loose}"
        );
    }
}
