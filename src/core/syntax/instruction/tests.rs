//! Tests of parsing and printing instructions: canonical, sloppy and sheet wordings, and errors.

mod strategies;

use super::*;
use crate::{
    diagnostic::Diagnostic,
    syntax::{Command, UnitNoun},
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

/// Instructions, and after `→` the canonical form of a sloppy one; empty if it is not understood.
const FORMS: &str = include_str!("tests/forms.txt");

#[test]
fn forms_are_rewritten_as_canonical_ones() {
    for line in FORMS.lines().skip(1).filter(|line| !line.is_empty()) {
        match line.split_once(" →") {
            Some((text, "")) => assert!(read(text).0.is_none(), "{text}"),
            Some((text, expected)) => assert_eq!(canonical(text), expected.trim_start()),
            None => assert_eq!(canonical(line), line),
        }
    }
}

#[test]
fn faults_point_at_the_word() {
    let mut out = String::new();
    for text in include_str!("tests/faults.txt").lines() {
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
    let Command {
        phrase, targets, ..
    } = command.expect("a command");
    let phrase = phrase.expect("a phrase is deleted");
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
    for line in include_str!("tests/sheets.txt").lines() {
        let (text, wording) = line
            .split_once(" → ")
            .expect("an instruction and its wording");
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
