//! Generated documents: every operation, every kind of address and every kind of payload.

use super::round_trip::{first_difference, round_trip};
use crate::support::part::due_inputs;
use proptest::{collection::vec, option, prelude::*, sample::select};
use rulebook::analysis::{Analysis, Source, SourceKind, SourceOrigin};
use std::sync::Arc;

const RULESET: &str = r#"
title = "Ferries & Barges"
editions = [ { id = "1.0", date = "1998" }, { id = "1.1", amends = "1.0" }, { id = "1.2", amends = "1.1" } ]

[document."river-1.1"]
edition = "1.1"
title = "Ferries & Barges: amendments of 2003"
authors = ["Ann Boatwright", "Bo Ferryman"]
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

> A ferry has one pilot.
> It carries: {#ferries.who}
>
> - two rafts; {#ferries.rafts}
> - **Pilgrims.** Any number.
>
> It sails by day. {#ferries.day}

# Überfahrt – Rèr's tolls, at night (I) {#tolls page=13}

> A toll is due.

# 3. Punts. The small ones {#punts}

> They float.

# Ferries {#ferries.old page=40}

> … {#ferries.old.lost}

# Fares {#fares page=13}

> | cargo | up | down |
> |-------|----|------|
> | Raft  | 4  | 2    |
"#;

const PLACES: &[&str] = &[
    "Ferries {#ferries page=12}",
    "Ferries {#ferries page=14}",
    "Überfahrt – Rèr's tolls, at night (I) {#tolls page=13}",
    "3\\. Punts. The small ones {#punts}",
    "Ferries {#ferries.old page=40}",
    "Fares {#fares}",
];

fn words() -> BoxedStrategy<String> {
    let unusual = select(vec![
        "or knights (I)",
        "Delete.",
        "Replace with:",
        "Page 9. Ferries. 2nd bullet",
        "2nd \u{201c}rank\u{201d}",
        "für 6 Übel",
        "…",
        "*",
        "_low_ \\ <b> ~~",
        "5\" high",
        "日本 の 船",
        ", barges",
    ]);
    prop_oneof![
        unusual.prop_map(str::to_owned),
        "[a-zA-Z][a-zA-Z0-9 ,.'()–é-]{0,12}[a-z]"
    ]
    .boxed()
}

fn quote() -> BoxedStrategy<String> {
    words()
        .prop_map(|words| {
            if words.contains('"') {
                format!("`{words}`")
            } else {
                format!("\"{words}\"")
            }
        })
        .boxed()
}

fn phrase() -> BoxedStrategy<String> {
    let which = select(vec!["", "2nd ", "last ", "every ", "*3"]);
    (which, quote())
        .prop_map(|(which, quote)| {
            if which == "*3" {
                format!("{quote} 3 times")
            } else {
                format!("{which}{quote}")
            }
        })
        .boxed()
}

fn step() -> BoxedStrategy<String> {
    let unit = select(vec![
        "paragraph",
        "sentence",
        "bullet",
        "line",
        "row",
        "item",
        "table",
        "figure",
        "entry",
        "page",
    ]);
    prop_oneof![
        (unit.clone(), 1..30u32).prop_map(|(unit, n)| format!("{unit} {n}")),
        (unit.clone(), 1..9u32, 1..9u32).prop_map(|(unit, n, more)| format!(
            "{}s {n}–{}",
            unit.trim_end_matches('y'),
            n + more
        )),
        (unit.clone(), 2..9u32).prop_map(|(unit, n)| format!("{unit}s 1, {n} and 11–13")),
        unit.clone().prop_map(|unit| format!("last {unit}")),
        (unit.clone(), quote()).prop_map(|(unit, label)| format!("{unit} {label}")),
        Just("line \"-2\" 3".to_owned()),
        Just("last line \"+1\"".to_owned()),
        Just("last 3 sentences".to_owned()),
        (unit.clone(), 2..9u32).prop_map(|(unit, n)| format!("{unit} {n} from the end")),
        Just("all 4 paragraphs".to_owned()),
        Just("heading".to_owned()),
    ]
    .boxed()
}

fn target() -> BoxedStrategy<String> {
    let id = select(vec![
        "",
        "",
        "",
        "",
        "#ferries.rafts, ",
        "#tolls, ",
        "#ferries.old, ",
        "#ferries.day, ",
        "#nowhere.at-all, ",
    ]);
    let tail = select(vec![
        "",
        "",
        "",
        "",
        " (1.0 numbering)",
        " (printed line 7)",
    ]);
    prop_oneof![
        6 => (id, vec(step(), 1..3), tail).prop_map(|(id, steps, tail)| format!("{id}{}{tail}", steps.join(", "))),
        1 => select(vec!["text", "section", "#tolls", "#ferries.rafts", "#fares"]).prop_map(str::to_owned),
        1 => (phrase(), step()).prop_map(|(from, to)| format!("from {from} to {to}")),
        1 => Just("paragraph 3, from sentence 2 to the end".to_owned()),
    ]
    .boxed()
}

fn targets() -> BoxedStrategy<String> {
    // after the names of sections, another id would be one of the list
    let sections =
        || select(vec!["section #tolls and #punts", "section #tolls"]).prop_map(str::to_owned);
    prop_oneof![6 => target(), 3 => (target(), target()).prop_map(|(one, other)| format!("{one} and {other}")), 1 => sections()].boxed()
}

fn count() -> BoxedStrategy<String> {
    select(vec![
        "sentence",
        "2 sentences",
        "bullet",
        "bullet 6",
        "3 bullets",
        "paragraph",
        "line \"+1\"",
        "2 figures",
        "section",
        "words",
    ])
    .prop_map(str::to_owned)
    .boxed()
}

/// Generates an instruction with a payload in the block quote below it.
fn command_with_payload() -> BoxedStrategy<String> {
    let side = || select(vec!["before", "after"]);
    prop_oneof![
        (
            targets(),
            option::of(2..4u32),
            option::weighted(0.1, Just("diagram"))
        )
            .prop_map(|(targets, with, except)| {
                let with = with
                    .map(|n| format!(" with {n} sentences"))
                    .unwrap_or_default();
                let except = except
                    .map(|except| format!(" except {except}"))
                    .unwrap_or_default();
                format!("Replace {targets}{with}{except}")
            }),
        (count(), side(), target())
            .prop_map(|(count, side, target)| format!("Insert {count} {side} {target}")),
        (count(), side(), phrase(), targets()).prop_map(|(count, side, phrase, to)| format!(
            "Insert {count} {side} {phrase} in {to}"
        )),
        (count(), select(vec!["start", "end"]), option::of(target())).prop_map(
            |(count, end, of)| {
                format!(
                    "Add {count} at the {end}{}",
                    of.map(|of| format!(" of {of}")).unwrap_or_default()
                )
            }
        ),
        select(vec![
            "Set values",
            "Set entries",
            "Note on ruleset",
            "Substitute in text",
            "Clarify text"
        ])
        .prop_map(str::to_owned),
        targets().prop_map(|targets| format!("Substitute in {targets}")),
        targets().prop_map(|targets| format!("Note on {targets}")),
        targets().prop_map(|targets| format!("Clarify {targets}")),
    ]
    .boxed()
}

/// Generates an without a payload.
fn command_without_payload() -> BoxedStrategy<String> {
    let moved = || option::weighted(0.3, select(vec!["#tolls", "#ferries.rafts"]));
    let moved_suffix =
        |to: Option<&str>| to.map(|to| format!(", moved to {to}")).unwrap_or_default();
    prop_oneof![
        (phrase(), quote(), targets())
            .prop_map(|(old, new, to)| format!("Replace {old} with {new} in {to}")),
        (targets(), moved())
            .prop_map(move |(targets, to)| format!("Delete {targets}{}", moved_suffix(to))),
        (phrase(), targets(), moved()).prop_map(move |(phrase, targets, to)| format!(
            "Delete {phrase} in {targets}{}",
            moved_suffix(to)
        )),
        Just("Delete [whatever is said of punts (I)]".to_owned()),
        (targets(), select(vec!["before", "after"]), target())
            .prop_map(|(targets, side, anchor)| format!("Move {targets} {side} {anchor}")),
        targets().prop_map(|targets| format!("Swap {targets}")),
        (target(), quote()).prop_map(|(target, label)| format!("Rename {target} to {label}")),
        (
            quote(),
            select(vec!["before", "after"]),
            phrase(),
            targets()
        )
            .prop_map(|(new, side, phrase, to)| format!("Insert {new} {side} {phrase} in {to}")),
        select(vec![
            "Withdraw river-1.1 on #ferries.rafts",
            "Withdraw river-1.2 on #nowhere"
        ])
        .prop_map(str::to_owned),
    ]
    .boxed()
}

/// Generates a sentence in our notation, in which only intended marks occur.
fn sentence() -> BoxedStrategy<String> {
    let unusual = select(vec![
        "Page 9\\. Ferries\\. 2nd bullet\\. Replace with:",
        "Delete \"or punts\" in paragraph 2.",
        "He said “no”, and \"yes\", at 5\" high.",
        "Für **6** *Übel* ~~alt~~ neu & 日本 – [7](fact:ferries.seven) of [them](#tolls).",
        "… and so on \\* with \\_marks\\_ \\| and \\[brackets\\] \\<b\\>.",
        "2 \\> 1 # 3.",
        "(cont.) of A &amp; B, A&amp;B.",
    ]);
    prop_oneof![
        unusual.prop_map(str::to_owned),
        "[A-Z][a-z]{1,8}( [a-zé]{1,8}){1,6}\\."
    ]
    .boxed()
}

fn text(indent: &'static str) -> BoxedStrategy<String> {
    vec(sentence(), 1..3)
        .prop_map(move |all| all.join(&format!("\n{indent}")))
        .boxed()
}

fn bullet(indent: &'static str) -> BoxedStrategy<String> {
    let label = select(vec!["", "**+1** ", "**(b)** ", "**Monks.** "]);
    (label, text("  "))
        .prop_map(move |(label, text)| {
            format!("{indent}- {label}{text}").replace("\n  ", &format!("\n{indent}  "))
        })
        .boxed()
}

fn list() -> BoxedStrategy<String> {
    (vec(bullet(""), 1..4), vec(bullet("  "), 0..3))
        .prop_map(|(list, inner)| [list, inner].concat().join("\n"))
        .boxed()
}

fn block() -> BoxedStrategy<String> {
    prop_oneof![
        text(""),
        text("").prop_map(|text| format!("**Casualties.** {text}")),
        (1..9u32, text("   ")).prop_map(|(n, text)| format!("{n}. {text}")),
        (text(""), list()).prop_map(|(lead, list)| format!("{lead}\n\n{list}")),
        (text(""), list(), sentence())
            .prop_map(|(lead, list, tail)| format!("{lead}\n\n{list}\n\n{tail} {{.cont}}")),
        list(),
        Just("| cargo | up |\n|---|---|\n| Raft | ~~4~~ 5 |\n| Bär *x* | **6** |".to_owned()),
        select(vec![
            "### Figure 16a: Boats – ahoy",
            "### Page 9. Ferries",
            "### 3\\. Punts"
        ])
        .prop_map(str::to_owned),
    ]
    .boxed()
}

fn entry() -> BoxedStrategy<String> {
    let number = option::of(select(vec![
        "n=7",
        "n=A,A.1",
        "n=river-1.1:2",
        "n=B.c",
        "n=12 scope=uk",
        "n=3 until=1.2 relation=extends",
    ]));
    let quoted = |blocks: Vec<String>| {
        let lines = blocks.join("\n\n");
        lines
            .lines()
            .map(|line| {
                if line.is_empty() {
                    ">\n".to_owned()
                } else {
                    format!("> {line}\n")
                }
            })
            .collect::<String>()
    };
    let body = prop_oneof![
        2 => (command_with_payload(), vec(block(), 1..4)).prop_map(move |(command, blocks)| (command, quoted(blocks))),
        1 => command_without_payload().prop_map(|command| (command, String::new())),
    ];
    (number, body)
        .prop_map(|(number, (command, payload))| {
            let braces = number
                .map(|number| format!(" {{{number}}}"))
                .unwrap_or_default();
            format!("## {command}{braces}\n\n{payload}\n")
        })
        .boxed()
}

fn document() -> BoxedStrategy<String> {
    let place = (select(PLACES.to_vec()), vec(entry(), 1..4))
        .prop_map(|(place, entries)| format!("# {place}\n\n{}", entries.join("")));
    vec(place, 1..4)
        .prop_map(|places| {
            format!(
                "---\nruleset: river\ndocument: river-1.1\nedition: \"1.1\"\n---\n\n{}",
                places.join("")
            )
        })
        .boxed()
}

fn analysis(amendments: &str) -> Analysis {
    let source = |name: &str, text: &str| {
        let kind = SourceKind::from_file_name(name).expect("a kind");
        Source {
            path: name.into(),
            name: name.into(),
            ruleset: "river".into(),
            kind,
            origin: SourceOrigin::Folder,
            text: Arc::from(text),
        }
    };
    Analysis::new(vec![
        source("ruleset.toml", RULESET),
        source("base.rules.md", BASE),
        source("1.1.amend.md", amendments),
    ])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: due_inputs(300), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn generated_documents_survive_a_round_trip(document in document()) {
        let analysis = analysis(&document);
        if let Some(result) = round_trip(&analysis, "river", "river-1.1", |sheet| sheet) {
            let message = first_difference(&result);
            prop_assert!(message.is_none(), "{}\n{}", message.unwrap_or_default(), result.draft);
        }
    }
}
