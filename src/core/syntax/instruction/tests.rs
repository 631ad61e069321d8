//! Tests of parsing and printing instructions: canonical, sloppy and sheet wordings, and errors.

mod strategies;

use super::*;
use crate::{
    diagnostic::Diagnostic,
    syntax::{Command, DeleteOperand, UnitNoun},
    text::{SourceId, Span},
};
use proptest::prelude::*;
use std::fmt::Write;
use strategies::command;

fn read(text: &str) -> (Option<Command>, Vec<Diagnostic>) {
    parse(SourceId::default(), text, Span::new(0, text.len()))
}

fn canonical(text: &str) -> String {
    let (command, diagnostics) = read(text);
    assert!(diagnostics.is_empty(), "{text}: {diagnostics:#?}");
    print(&command.expect("a command without faults"))
}

/// Formats the command without its spans.
fn bare(command: &Command) -> String {
    let text = format!("{command:?}");
    let mut out = String::new();
    let mut rest = text.as_str();
    while let Some(at) = rest.find("Span { start: ") {
        out += &rest[..at];
        let end = rest[at..].find('}').map_or(rest.len(), |end| at + end + 1);
        rest = &rest[end..];
    }
    out + rest
}

#[test]
fn examples_of_the_table_are_canonical() {
    for row in VERBS {
        for example in row.examples {
            assert_eq!(canonical(example), *example);
        }
    }
}

#[test]
fn canonical_forms_stay() {
    for text in [
        "Replace last line \"+1\"",
        "Replace heading and paragraph 1, sentence 1",
        "Replace bullet 4 with 2 bullets",
        "Replace all 4 paragraphs with 3 paragraphs",
        "Replace paragraph 2, sentences 4–5",
        "Replace bullets 2, 4 and 6–8",
        "Replace line \"-2\" 3 with 2 lines",
        "Replace rows \"Rafts\", \"Punts\" and \"Barges\"",
        "Replace last 3 sentences with 3 sentences",
        "Replace page 21 except diagram",
        "Replace from \"If it\" to \"ashore.\" with 2 sentences",
        "Replace paragraph 3, from sentence 2 to the end",
        "Replace from \"If it\" to the end of paragraph 2, sentence 3 (printed line 5)",
        "Replace from paragraph 1, sentence 2 to paragraph 3",
        "Replace section #tolls and #tolls.night",
        "Replace figure \"16a\"",
        "Replace text",
        "Replace last \"red\" with \"blue\" in paragraph 1 and paragraph 3",
        "Replace \"red\" 3 times with \"blue\" in text",
        "Replace every \"red\" with \"blue\" in #tolls",
        "Delete bullet 7 (1.1 numbering), moved to #ferries.punts",
        "Delete \"or punts (I)\" in paragraph 1",
        "Delete \"… and … \" in #tolls, last sentence, moved to #tolls.night",
        "Delete [what is said of [nested] things], moved to #x",
        "Insert \", barges or rafts\" after \")\" in #pip.march.punts",
        "Insert section before #ferries",
        "Insert 2 figures after page 39",
        "Insert words after 2nd \"ferry\" in sentence 1",
        "Insert figure 16a after figure \"16\"",
        "Insert line \"+1\" after last line \"+1\"",
        "Insert line after line \"Regular Boats\"",
        "Add line at the end of paragraph \"Adjust for all boats if\"",
        "Add paragraph 1 at the start",
        "Add 2 sentences at the end of paragraph 2, last sentence",
        "Replace sentence 2 from the end",
        "Delete paragraph 6, bullets 2–3 from the end",
        "Replace from bullet 3 from the end to the end",
        "Move bullet 3 after bullet 5",
        "Move paragraph 2, bullets 1–2 before paragraph 3, last bullet",
        "Move #a and #b after #c, sentence 2 from the end",
        "Swap bullets 1 and 3",
        "Swap #a and row \"Rafts\"",
        "Rename item \"b\" to \"c\"",
        "Rename heading to \"Tolls at night\"",
        "Withdraw river-1.2 on #ferries.fare",
        "Note on ruleset",
        "Note on #a, #b and #c",
        "Clarify #a, sentence 1 and #b, bullets 2 and 3 and #c",
        "Replace `say \"ahoy\"` with “a ` and \" in one” in text",
    ] {
        assert_eq!(
            canonical(text),
            text.replace("section #tolls and", "sections #tolls and")
        );
    }
}

/// Sloppy forms with their canonical ones.
const SLOPPY_FORMS: &[(&str, &str)] = &[
    (
        "REPLACE the 4th and 5th sentences.",
        "Replace sentences 4 and 5",
    ),
    (
        "Replace 2nd sentence of paragraph 1",
        "Replace paragraph 1, sentence 2",
    ),
    ("replace Para 6.", "Replace paragraph 6"),
    ("Delete bullet one", "Delete bullet 1"),
    ("Delete bullet point 3", "Delete bullet 3"),
    (
        "Replace Para 6. 2nd sentence.",
        "Replace paragraph 6, sentence 2",
    ),
    (
        "Replace para 1, last three sentences with three sentences",
        "Replace paragraph 1, last 3 sentences with 3 sentences",
    ),
    (
        "Add a sentence after sentence 2 of paragraph 3",
        "Insert sentence after paragraph 3, sentence 2",
    ),
    (
        "Add bullet before 3rd bullet",
        "Insert bullet before bullet 3",
    ),
    (
        "Insert new sentence at the beginning of last paragraph",
        "Add sentence at the start of last paragraph",
    ),
    (
        "Append 2 lines to the end of #x",
        "Add 2 lines at the end of #x",
    ),
    (
        "Replace “red” with “blue” in the first bullet",
        "Replace \"red\" with \"blue\" in bullet 1",
    ),
    ("Replace bullets 2-4", "Replace bullets 2–4"),
    ("Replace bullets 2 - 4", "Replace bullets 2–4"),
    ("Replace bullets 2 to 4", "Replace bullets 2–4"),
    ("Replace 2nd to 4th bullets", "Replace bullets 2–4"),
    ("Replace first two bullets", "Replace bullets 1–2"),
    ("Replace the 3rd line \"-2\"", "Replace line \"-2\" 3"),
    ("Replace 3rd line -2", "Replace line \"-2\" 3"),
    ("Replace item (b)", "Replace item \"b\""),
    ("Replace page 39a", "Replace page \"39a\""),
    ("Replace bullet 2 of #x", "Replace #x, bullet 2"),
    (
        "Replace sentence 2 of bullet 1 of paragraph 3 in #x",
        "Replace #x, paragraph 3, bullet 1, sentence 2",
    ),
    (
        "Replace from \"a\" to \"b\" in paragraph 2",
        "Replace paragraph 2, from \"a\" to \"b\"",
    ),
    (
        "Replace from bullet 1 to bullet 3 of paragraph 2",
        "Replace paragraph 2, from bullet 1 to bullet 3",
    ),
    (
        "Replace from sentence 2 of paragraph 1 to sentence 3 of paragraph 2",
        "Replace from paragraph 1, sentence 2 to paragraph 2, sentence 3",
    ),
    (
        "Replace bullet 2, with a bullet",
        "Replace bullet 2 with 1 bullet",
    ),
    (
        "Replace the penultimate sentence of paragraph 1",
        "Replace paragraph 1, sentence 2 from the end",
    ),
    ("Delete last but one bullet", "Delete bullet 2 from the end"),
    ("Delete last bullet but two", "Delete bullet 3 from the end"),
    ("Delete 2nd to last bullet", "Delete bullet 2 from the end"),
    (
        "Delete third from last bullet",
        "Delete bullet 3 from the end",
    ),
    (
        "Delete the 3rd bullet from the end",
        "Delete bullet 3 from the end",
    ),
    ("Delete bullet 1 from end", "Delete last bullet"),
    (
        "Move the 3rd bullet to after the 5th bullet.",
        "Move bullet 3 after bullet 5",
    ),
    (
        "Transfer sentence 2 of paragraph 1, before paragraph 2, sentence 1",
        "Move paragraph 1, sentence 2 before paragraph 2, sentence 1",
    ),
    (
        "Exchange bullet 1 with the last bullet",
        "Swap bullet 1 and last bullet",
    ),
    ("relabel item (b) to \"c\"", "Rename item \"b\" to \"c\""),
    ("Rename title to “Tolls”", "Rename heading to \"Tolls\""),
    ("Remove \"red\"", "Delete \"red\" in text"),
    (
        "Remove \"red\" twice in bullet 1",
        "Delete \"red\" 2 times in bullet 1",
    ),
    (
        "Delete bullet 2 moved to #x",
        "Delete bullet 2, moved to #x",
    ),
    ("Replace every bullet", "Replace all bullets"),
    (
        "Insert \"a\" after all \"b\" in bullet 2",
        "Insert \"a\" after every \"b\" in bullet 2",
    ),
    ("Substitute", "Substitute in text"),
    ("Clarify #a, #b", "Clarify #a and #b"),
    ("Replace bullets 1, 2, and 3", "Replace bullets 1, 2 and 3"),
    (
        "Delete bullet 7 (in 1.1 numbering)",
        "Delete bullet 7 (1.1 numbering)",
    ),
    ("Note on the ruleset.", "Note on ruleset"),
    ("Insert after:", ""),
];

#[test]
fn sloppy_forms_are_rewritten() {
    for &(text, expected) in SLOPPY_FORMS {
        if expected.is_empty() {
            assert!(read(text).0.is_none());
        } else {
            assert_eq!(canonical(text), expected);
        }
    }
}

#[test]
fn faults_point_at_the_word() {
    let mut out = String::new();
    for text in [
        "",
        "Repalce bullet 3",
        "Burn bullet 3",
        "Replace",
        "Replace bullet",
        "Replace bulet 3",
        "Replace row Rafts",
        "Replace bullet 3 wiht 2 bullets",
        "Replace bullet 3 with \"new words\"",
        "Replace bullet 3 quickly if you can",
        "Replace bullet 0",
        "Replace bullet 99999999999",
        "Replace bullets 5–4",
        "Replace paragraph 2, sentense 1",
        "Replace \"red with \"blue\" in bullet 1",
        "Replace \"red with blue in bullet 1",
        "Replace \"red' with \"blue\" in bullet 1",
        "Replace \"red\" in bullet 1",
        "Delete \"\" in bullet 1",
        "Delete bullet 2, moved to ferries.punts",
        "Delete bullet 2 (1.1 numbring)",
        "Delete bullet 2 (1.1 numbering",
        "Insert 2 bullets",
        "Insert 2 bullets after",
        "Insert \"red\" at the end of bullet 2",
        "Add paragraph at the bottom",
        "Set vlaues",
        "Mvoe bullet 3 after bullet 5",
        "Move bullet 3",
        "Move bullet 3 befroe bullet 5",
        "Move bullet 3 after",
        "Swap",
        "Swap bullet 1 bullet 3",
        "Rename item \"b\"",
        "Rename item \"b\" to c",
        "Rename item \"b\" \"c\"",
        "Delete sentence 2 from the edn",
        "Withdraw #x",
        "Note #x",
        "Replace last 2 lines \"+1\"",
        "Clarify #a of paragraph 2",
        "Replace from \"a\"",
        "Replace paragraph 2, sentence 1 and sentence 3",
    ] {
        let whole = Span::new(0, text.len());
        let (command, diagnostics) = parse_with_fixes(SourceId::default(), text, whole);
        writeln!(out, "{text}").expect("a string takes all");
        for diagnostic in diagnostics {
            let span = diagnostic.at.span;
            let before = text[..span.start()].chars().count();
            let marks = text[span.start()..span.end()].chars().count().max(1);
            writeln!(
                out,
                "{}{} {}",
                " ".repeat(before),
                "^".repeat(marks),
                diagnostic.label
            )
            .expect("a string takes all");
            writeln!(out, "  {}: {}", diagnostic.code, diagnostic.message)
                .expect("a string takes all");
            if let Some(help) = diagnostic.help {
                writeln!(out, "  help: {help}").expect("a string takes all");
            }
            for fix in diagnostic.fixes {
                writeln!(out, "  fix: {} → {:?}", fix.title, fix.edits[0].text)
                    .expect("a string takes all");
            }
        }
        if let Some(command) = command {
            writeln!(out, "  kept: {}", print(&command)).expect("a string takes all");
        }
        out.push('\n');
    }
    insta::assert_snapshot!(out);
}

#[test]
fn spans_are_bytes_of_the_source() {
    let text = "## Delete 2. “é” in #a.b, bullet 2 {n=1}";
    let start = "## ".len();
    let end = text.find(" {").expect("braces");
    let (command, _) = parse(SourceId::default(), text, Span::new(start, end));
    assert!(command.is_none());
    let text = "## Delete “é” in #a.b, bullet 2 {n=1}";
    let (command, diagnostics) = parse(
        SourceId::default(),
        text,
        Span::new(start, text.find(" {").expect("braces")),
    );
    assert!(diagnostics.is_empty());
    let Some(Command::Delete {
        what: DeleteOperand::Phrase(phrase, targets),
        ..
    }) = command
    else {
        panic!("a phrase is deleted")
    };
    assert_eq!(phrase.quote.span.of(text), "“é”");
    assert_eq!(targets[0].span.of(text), "#a.b, bullet 2");
    assert_eq!(
        targets[0].id.as_ref().map(|id| id.span.of(text)),
        Some("#a.b")
    );
    assert_eq!(targets[0].steps[0].span.of(text), "bullet 2");
}

#[test]
fn expectations_behind_a_prefix() {
    let words = |before: &str| {
        parse_prefix(before)
            .expected
            .into_iter()
            .flat_map(Expectation::words)
            .collect::<Vec<_>>()
    };
    assert!(words("").contains(&"Replace"));
    assert!(words("Replace bullet 3 ").contains(&"with"));
    assert!(words("Insert ").contains(&"bullets"));
    assert_eq!(words("Set "), ["values", "entries"]);
    assert!(words("Move bullet 3 ").contains(&"after"));
    assert!(words("Delete sentence 2 ").contains(&"from the end"));
    assert!(words("Swap bullet 1 ").contains(&"and"));
    assert!(words("Rename item \"b\" ").contains(&"to"));
    assert_eq!(words("Add bullet at the "), ["start", "end"]);
    assert_eq!(parse_prefix("Withdraw ").expected, [Expectation::Document]);
    assert_eq!(
        parse_prefix("Withdraw river-1.2 on ").expected,
        [Expectation::Id]
    );
    assert!(words("Replase bullet").is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn reading_what_was_printed_gives_the_same(command in command()) {
        let printed = print(&command);
        let (again, diagnostics) = read(&printed);
        prop_assert!(diagnostics.iter().all(|diagnostic| diagnostic.code == "address-restarts"), "{}: {:#?}", printed, diagnostics);
        let again = again.expect("a command without faults");
        prop_assert_eq!(bare(&again), bare(&command), "{}", printed);
    }

    #[test]
    fn what_a_sheet_says_is_heard_as_the_same(command in command(), has_text: bool) {
        let heading = |id: &str| id.ends_with('a').then(|| format!("Heading, of {id} (I)"));
        let back = |heading: &str| heading.strip_prefix("Heading, of ").and_then(|id| id.strip_suffix(" (I)")).map(str::to_owned);
        let number = |_: &str, id: &str| id.ends_with('b').then(|| format!("{id}.7"));
        let wording = write_sheet_wording(&command, has_text, SheetNames { section: &heading, document: &heading, amendment: &number });
        let id = |_: &str, number: &str| number.strip_suffix(".7").map(str::to_owned);
        let parsed = read_sheet_wording(&wording, SheetNames { section: &back, document: &back, amendment: &id });
        prop_assert_eq!(parsed.as_ref().map(print), Some(print(&command)), "{}", wording);
    }
}

#[test]
fn a_sheet_says_it_as_sheets_do() {
    let names = SheetNames {
        section: &|id| (id == "tolls").then(|| "Tolls, at night".to_owned()),
        document: &|key| (key == "river-1.2").then(|| "River, amendments of 1.2".to_owned()),
        amendment: &|key, id| (key == "river-1.2" && id == "tolls.night").then(|| "7".to_owned()),
    };
    for (text, wording) in [
        ("Replace bullet 3", "3rd bullet. Replace with:"),
        (
            "Replace paragraph 1, last 3 sentences with 2 sentences",
            "1st paragraph. Last 3 sentences. Replace with 2 sentences:",
        ),
        (
            "Replace heading and paragraph 1, sentence 1",
            "Replace heading and paragraph 1, sentence 1:",
        ),
        (
            "Replace page 21 except diagram",
            "Page 21. Replace except diagram with:",
        ),
        (
            "Replace \"a. Delete.\" with \"b\" in last bullet",
            "Last bullet. Replace \"a. Delete.\" with \"b\".",
        ),
        (
            "Delete bullets 2, 4 and 6–8 (1.1 numbering), moved to #tolls",
            "2nd, 4th and 6th to 8th bullets (1.1 numbering). Delete, moved to the section \"Tolls, at night\".",
        ),
        (
            "Delete every \"red\" in #tolls, paragraph 1 and #x.y",
            "Delete every \"red\" in the section \"Tolls, at night\", paragraph 1 and the clause x.y.",
        ),
        (
            "Delete [whatever is said of punts]",
            "Delete [whatever is said of punts].",
        ),
        (
            "Insert sentence after \"red\" in text",
            "Insert new sentence after \"red\":",
        ),
        (
            "Insert 2 sentences after paragraph 2, sentence 2",
            "2nd paragraph. 2nd sentence. Insert 2 new sentences after it:",
        ),
        (
            "Insert section before #tolls",
            "Insert new section before the section \"Tolls, at night\":",
        ),
        ("Add paragraph at the end", "Add new paragraph at the end:"),
        ("Set entries", "Replace or add entries:"),
        (
            "Withdraw river-1.2 on #x.y",
            "Withdraw what \"River, amendments of 1.2\" did to the clause x.y.",
        ),
        (
            "Withdraw river-1.2 on #tolls.night",
            "Withdraw amendment 7 of \"River, amendments of 1.2\".",
        ),
        ("Clarify text", "Clarification:"),
    ] {
        let command = read(text).0.expect("an instruction");
        assert_eq!(
            write_sheet_wording(&command, wording.ends_with(':'), names),
            wording
        );
    }
    for text in [
        "",
        ".",
        "3rd bullet.",
        "We replaced the third bullet.",
        "Replace with:",
        "3rd bullet. Replace with",
        "Delete.",
    ] {
        assert_eq!(read_sheet_wording(text, names), None, "{text}");
    }
}

#[test]
fn an_unfinished_instruction_knows_its_address() {
    let address = |before: &str| {
        let address = parse_prefix(before).address?;
        let steps: Vec<String> = address
            .steps
            .iter()
            .map(|step| step.span.of(before).to_owned())
            .collect();
        Some((
            address.id.map(|id| id.value),
            steps.join(" | "),
            address.unit,
        ))
    };
    let at =
        |id: Option<&str>, steps: &str, unit| Some((id.map(str::to_owned), steps.to_owned(), unit));
    assert_eq!(
        (address("Insert "), address("Replace ")),
        (None, at(None, "", None))
    );
    assert_eq!(
        address("Delete bullet "),
        at(None, "", Some(UnitNoun::Bullet))
    );
    assert_eq!(
        address("Delete #ferries, paragraph 2, bullet "),
        at(Some("ferries"), "paragraph 2", Some(UnitNoun::Bullet))
    );
    assert_eq!(
        address("Delete paragraph 2, "),
        at(None, "paragraph 2", None)
    );
    assert_eq!(
        address("Delete from paragraph 2, sentence 1 to sentence "),
        at(None, "", Some(UnitNoun::Sentence))
    );
    assert_eq!(
        address("Delete paragraph 2, from bullet 1 to bullet "),
        at(None, "paragraph 2", Some(UnitNoun::Bullet))
    );
    assert_eq!(
        address("Delete sentence 2 of paragraph "),
        at(None, "", Some(UnitNoun::Paragraph))
    );
    assert_eq!(address("Replace bullet 3 with 2 "), None);
    assert_eq!(
        parse_prefix("Delete bullets 2 and ")
            .continued
            .map(|address| address.steps.len()),
        Some(1)
    );
    assert_eq!(
        parse_prefix("Delete bullets 2 and paragraph ").continued,
        None
    );
    let quotes_existing_words = |before: &str| parse_prefix(before).quotes_existing_words;
    assert_eq!(
        (
            quotes_existing_words("Delete "),
            quotes_existing_words("Replace \"a\" with "),
            quotes_existing_words("Insert "),
            quotes_existing_words("Insert \"a\" after ")
        ),
        (true, false, false, true)
    );
}
