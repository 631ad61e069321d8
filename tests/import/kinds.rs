//! Kinds of print that sheets were read wrongly for: each case is a short sheet about one small
//! ruleset, with its commands in order, `?` in front of those that must be unsure, and the number
//! of pieces that are reported as not understood.

use rulebook::{
    analysis::{Analysis, Source, SourceKind, SourceOrigin},
    import::{self, Confidence, KnownRulesets},
    printed,
};

const RULESET: &str = r#"
title = "Barges"
editions = [{ id = "1", date = "2019-05" }]

[document.barges-1]
edition = "1"
kind = "base"
published = "2019-05"
"#;

const BASE: &str = r#"---
ruleset: barges
edition: "1"
document: barges-1
---

# Cargo {#cargo page=3}

> A barge carries 4 crates.
> A crate is loaded at 6".
> The limit in a lock is 2.
>
> - **A barge with a crane.** It lifts 9 crates.
> - **A barge with salt.** It lifts 5 crates.
>
> A crew of rowers adds 2 to the move.

# Locks {#locks page=4}

> A lock is a gate.
> It opens on a 6.
>
> The keeper takes 3 coins.
> A barge waits there.

# Close combat {#close page=9}

> The defender is shaken.
> It adds 2.
>
> The attacker is steady.
> It adds 3.

# Movement {#move-water page=10}

> A barge moves 6.
>
> A punt moves 8.

# Movement {#move-land page=12}

> A mule moves 5.
>
> A porter moves 1.

# Weather {#weather page=14}

> - It is foggy.
> - It is windy.
>   - The wind is from the east.
>   - The wind is from the west.
> - It is calm.
"#;

fn source(path: &str, kind: SourceKind, text: &str) -> Source {
    Source {
        path: path.into(),
        name: path.to_owned(),
        ruleset: "barges".to_owned(),
        kind,
        origin: SourceOrigin::Folder,
        text: text.into(),
    }
}

/// Returns the commands of a sheet, and how many of its pieces are not understood.
fn read(sheet: &str) -> (Vec<String>, usize) {
    let analysis = Analysis::new(vec![
        source("ruleset.toml", SourceKind::Ruleset, RULESET),
        source("base.rules.md", SourceKind::Rules, BASE),
    ]);
    let mut known = KnownRulesets::from_analysis(&analysis);
    known.ruleset = Some("barges".to_owned());
    let text = format!("Barges errata\n\n{sheet}\n");
    let mut reading = import::parse_sheets(&text, &known);
    let mut commands = Vec::new();
    for sheet in &mut reading.sheets {
        printed::add_dry_run_doubts(&analysis, sheet, jiff::civil::date(2026, 11, 20));
        for one in &sheet.instructions {
            let unsure = if one.confidence == Confidence::Sure {
                ""
            } else {
                "? "
            };
            commands.extend(one.operations.iter().map(|own| {
                let payload = own.payload.replace('\n', " ");
                format!("{unsure}{} {payload}", own.text)
                    .trim_end()
                    .to_owned()
            }));
        }
    }
    (commands, reading.not_understood().count())
}

fn check(sheet: &str, commands: &[&str]) {
    let (found, not_understood) = read(sheet);
    assert_eq!(found, commands, "{sheet}");
    assert_eq!(not_understood, 0, "{sheet}");
}

#[test]
fn lone_lines_that_are_alike_are_no_running_heads() {
    check(
        "CARGO\n\nReplace “4” with “7”.\n\nLOCKS\n\nReplace “6” with “8”.\n\nCLOSE COMBAT\n\nReplace “3” with “4”.",
        &[
            "Replace \"4\" with \"7\" in text",
            "Replace \"6\" with \"8\" in text",
            "Replace \"3\" with \"4\" in text",
        ],
    );
}

#[test]
fn inch_marks_do_not_end_a_quotation() {
    check(
        "CARGO\n\nParagraph 1. Sentence 2. Delete \"at 6\" \". Substitute \"at 8\" \".\n\nLOCKS\n\nParagraph 1: add a new sentence: “Punters move 5\".”",
        &[
            "Replace `at 6\"` with `at 8\"` in paragraph 1, sentence 2",
            "Add sentence at the end of paragraph 1 Punters move 5\".",
        ],
    );
}

#[test]
fn the_full_stop_of_american_print_is_no_new_word() {
    check(
        "CARGO\n\nParagraph 2. Last sentence. Change “rowers” to “oarsmen.”",
        &["? Replace \"rowers\" with \"oarsmen\" in paragraph 2, last sentence"],
    );
}

#[test]
fn a_quotation_broken_by_a_line_end_joins_no_other_lines() {
    let sheet = "Barges errata\nPage 3\nCargo\nAdd a line to “A barge with a\ncrane”\nThe raft of the owner, if\nthere is only one other non-allied raft in the whole army of that bank -5\nPage 4\nLocks\nParagraph 1. Sentence 2. Replace \"6\" with \"8\".";
    let (found, not_understood) = read(sheet.strip_prefix("Barges errata\n").unwrap_or(sheet));
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(
        found[0].contains("“A barge with a crane”") || found[0].contains("A barge with a crane")
    );
    assert_eq!(
        found[1],
        "Replace \"6\" with \"8\" in paragraph 1, sentence 2"
    );
    assert_eq!(not_understood, 0);
}

#[test]
fn a_demand_without_a_reading_is_reported() {
    for sheet in [
        "- [3] CARGO, CORRECTION: In the last sentence, the reference should read 3 (not 2).",
        "LOCKS\n\nThe last paragraph is deleted here (it moves to page 25, Dams).",
    ] {
        let (found, not_understood) = read(sheet);
        let sure: Vec<&String> = found.iter().filter(|own| !own.starts_with('?')).collect();
        assert_eq!(sure, Vec::<&String>::new(), "{sheet}");
        assert!(not_understood > 0 || !found.is_empty(), "{sheet}");
    }
}

#[test]
fn instructions_glued_to_a_quotation_are_instructions_of_their_own() {
    check(
        "Page 3: CARGO. Line 1. Insert before \"rowers\", \"large\" Line 1. Insert before \"salt\", \"grey\"",
        &[
            "Insert \"large\" before \"rowers\" in text (printed line 1)",
            "? Insert \"grey\" before \"salt\" in text (printed line 1)",
        ],
    );
}

#[test]
fn prose_with_two_quotations_is_no_change() {
    let (found, _) = read("LOCKS\n\nThe \"lock\" on the \"full\" markers stands for closed.");
    assert!(
        found.iter().all(|own| !own.contains("Replace")),
        "{found:?}"
    );
    check(
        "under “Locks,” second paragraph, revise to read: The keeper takes 4 coins.",
        &["Replace paragraph 2 The keeper takes 4 coins."],
    );
}

#[test]
fn an_ordinal_or_a_page_that_the_rules_lack_is_unsure() {
    check(
        "CLOSE COMBAT\n\nPara 7. 2nd sentence. Delete.",
        &["? Delete paragraph 7, sentence 2"],
    );
    check(
        "Page 22\n\nCLOSE COMBAT\n\nPara 1. 2nd sentence. Delete.",
        &["? Delete paragraph 1, sentence 2"],
    );
    check(
        "p. 9, Close combat, ¶2: strike the last sentence.",
        &["Delete paragraph 2, last sentence"],
    );
}

/// Checks the commands of a sheet, sure or not.
fn check_commands(sheet: &str, commands: &[&str]) {
    let (found, _) = read(sheet);
    let found: Vec<&str> = found
        .iter()
        .map(|own| own.strip_prefix("? ").unwrap_or(own))
        .collect();
    assert_eq!(found, commands, "{sheet}");
}

#[test]
fn letters_in_front_of_sections_are_those_of_the_sheet() {
    check_commands(
        "(a) Cargo. First para: for \"4 crates\" read \"6 crates\".\n\n(b) Locks. Last para: delete the last sentence.\n\n(c) Close combat. Delete paragraph 2.",
        &[
            "Replace \"4 crates\" with \"6 crates\" in paragraph 1",
            "Delete last paragraph, last sentence",
            "Delete paragraph 2",
        ],
    );
}

#[test]
fn a_correction_in_an_answer_names_its_place_in_brackets() {
    check_commands(
        "A: Yes. CORRECTION (p. 4, Locks, last paragraph): change \"there\" to \"here\".",
        &["Replace \"there\" with \"here\" in last paragraph"],
    );
}

#[test]
fn a_row_of_a_table_repeats_the_place_above_it() {
    check_commands(
        "| Page | Section and place | Was | Now | Remarks |\n|---|---|---|---|---|\n| 4 | Locks, para. 2 | “3 coins” | “4 coins” | delete nothing else |\n| 4 | do., para. 1 | “a gate” | “a door” | |",
        &[
            "Replace \"3 coins\" with \"4 coins\" in paragraph 2",
            "Replace \"a gate\" with \"a door\" in paragraph 1",
        ],
    );
}

#[test]
fn words_behind_an_instruction_make_it_unsure() {
    check(
        "LOCKS\n\nIn the last paragraph, delete \"there\" as nobody has ever told us who waits.",
        &["? Delete \"there\" in last paragraph"],
    );
}

/// Instructions that are easily misread, each with the only commands of which the program may be sure.
const TRAPS: &[(&str, &[&str])] = &[
    // the page of the instruction is not that of the section whose heading is carried over
    ("CARGO\n\nPage 4. Paragraph 1. Sentence 2. Delete.", &[]),
    (
        "CARGO Page 3\n\nPara 1. Delete sentence 3.\n\nPage 4. Para 1. Delete sentence 2.",
        &["Delete paragraph 1, sentence 3"],
    ),
    (
        "CARGO\n\nPara 1. Delete sentence 1. Page 4. Para 2. Delete sentence 1.",
        &["Delete paragraph 1, sentence 1"],
    ),
    // two sections have the heading
    ("MOVEMENT\n\nDelete paragraph 2.", &[]),
    ("Page 11\n\nMOVEMENT\n\nDelete paragraph 2.", &[]),
    (
        "Page 12\n\nMOVEMENT\n\nDelete paragraph 2.",
        &["Delete paragraph 2"],
    ),
    // a sentence that its paragraph lacks is not that of the section
    ("CLOSE COMBAT\n\nPara 2. Sentence 3. Delete.", &[]),
    ("WEATHER\n\nDelete the third sub-bullet.", &[]),
    (
        "WEATHER\n\n2nd bullet. 2nd sub-bullet. Delete.",
        &["Delete bullet 2, bullet 2"],
    ),
    ("CARGO\n\nDelete the second of the three bullets.", &[]),
    ("CARGO\n\nPara 1. Sentence 1 or 2. Delete.", &[]),
    ("CARGO\n\nDelete all but the first paragraph.", &[]),
    (
        "CARGO\n\nDelete the last paragraph but one.",
        &["Delete paragraph 2 from the end"],
    ),
    ("CARGO\n\nDo not delete the first sentence.", &[]),
    ("CARGO\n\nDelete paragraph 2 unless it rains.", &[]),
    ("CARGO\n\nDelete half of the first sentence.", &[]),
    ("CLOSE COMBAT\n\nPara 1, sentence 2: increase by 1.", &[]),
    ("CLOSE COMBAT\n\nDelete \"It adds\".", &[]),
    (
        "LOCKS\n\nPara 1. Sentence 1. Replace \"gate\" with \"door\", and delete the next sentence.",
        &["Replace \"gate\" with \"door\" in paragraph 1, sentence 1"],
    ),
    ("LOCKS\n\nAs CARGO paragraph 2: delete paragraph 1.", &[]),
    // a unit without a number or a label
    (
        "LOCKS\n\nPara 1. Replace \"gate\" with \"door\". Same paragraph: delete the last sentence.",
        &["Replace \"gate\" with \"door\" in paragraph 1"],
    ),
    ("LOCKS\n\nDelete the paragraph.", &[]),
    ("CARGO\n\nReplace the bullet with: \"It rows.\"", &[]),
    ("CARGO\n\nDelete the list.", &[]),
    // the line above names units, and is not understood
    (
        "LOCKS\n\nPara 1 (old books) nor Para 2 (new books), whichever of the two is the longer.\n\nDelete \"gate\".",
        &[],
    ),
];

#[test]
fn what_is_easily_misread_is_not_sure_and_wrong() {
    let mut wrong = String::new();
    for (sheet, right) in TRAPS {
        let (found, _) = read(sheet);
        for own in found.iter().filter(|own| !own.starts_with('?')) {
            if !right.contains(&own.as_str()) {
                wrong += &format!("{sheet}: {own}\n\n");
            }
        }
    }
    assert!(wrong.is_empty(), "sure and wrong:\n{wrong}");
}

#[test]
fn a_table_counts_its_corrections_and_places_them_in_two_columns() {
    check_commands(
        "| Item | Page | Section | Whereabouts | As is | To be |\n|---|---|---|---|---|---|\n| 1 | 4 | Locks | the bit about money | 3 coins | 4 coins |\n| 2 | 4 | Locks | para. 1 | a gate | No change!! |\n| 3 | 4 | Locks | para. 1 | a gate | a door |",
        &[
            "Replace \"3 coins\" with \"4 coins\" in text",
            "Replace \"a gate\" with \"a door\" in paragraph 1",
        ],
    );
}

#[test]
fn numbers_of_items_in_front_of_pages_are_no_labels() {
    check(
        "1. p. 3, Cargo, first paragraph: for '4 crates' read '5 crates'.\n\n2. p. 4, Locks, 2nd paragraph, first sentence: for '3 coins' read '2 coins'.\n\n3. p. 10, Movement, paragraph 1: for '6' read '7'.",
        &[
            "Replace \"4 crates\" with \"5 crates\" in paragraph 1",
            "Replace \"3 coins\" with \"2 coins\" in paragraph 2, sentence 1",
            "Replace \"6\" with \"7\" in paragraph 1",
        ],
    );
}

#[test]
fn the_rest_of_a_sentence_is_no_heading() {
    let (commands, not_understood) = read(
        "Page 4: the paragraphs numbered 1, 2 and 3 are to be numbered (a), (b) and (c).\n\nLOCKS\n\nReplace “6” with “8”.",
    );
    assert_eq!(commands, ["Replace \"6\" with \"8\" in text"]);
    assert_eq!(not_understood, 1);
}

#[test]
fn the_unit_that_follows_is_the_one_that_is_added() {
    check(
        "LOCKS\n\nThe following paragraph has been added at the end: “A lock may be closed.”",
        &["Add paragraph at the end A lock may be closed."],
    );
}

#[test]
fn prose_around_quotations_is_never_sure() {
    let (commands, not_understood) = read(
        "We began with locks, where a keeper who \"takes 3 coins\" is too dear, so for \"3 coins\" please write \"2 coins\".\n\nWhere a barge now \"waits over there\", it said \"waits there\".\n\nStop after \"A lock\" and drop \"is a gate\", which is plain.",
    );
    assert!(commands.iter().all(|command| command.starts_with("? ")));
    assert!(not_understood > 0, "{commands:?}");
}

#[test]
fn words_that_become_others_are_no_text_of_the_rules() {
    check(
        "LOCKS\n\n- Keeper: 3 coins a day is now 4 coins a day.\n- It opens on a 6 ==> we say 5",
        &[
            "? Set values | row | value | |---|---| | Keeper | ~~3~~ 4 |",
            "? Replace \"6\" with \"5\" in text",
        ],
    );
}

#[test]
fn a_grade_at_the_start_of_new_words_is_no_label() {
    check_commands(
        "LOCKS\n\nAdd at the end: \"(X) barges never wait.\"",
        &["Add words at the end (X) barges never wait."],
    );
}
