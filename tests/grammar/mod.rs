//! Checks the documentation of the notation: runs its examples, and compares its tables with those of the program.
//!
//! `UPDATE=1 cargo test grammar::` rewrites the tables.

mod keywords;

use crate::support::{
    fence::{FencedBlock, fenced_blocks},
    pages,
};
use rulebook::{
    diagnostic::Diagnostic,
    import::{self, KnownRulesets, grammar},
    search::query::FILTERS,
    syntax::{
        self, CLASSES, FRONT_KEYS, KEYS, Key, UNIT_NOUNS,
        instruction::{self, KEYWORDS, VERBS},
    },
    text::{SourceId, Span},
};
use std::{fmt::Write, fs};

/// Returns the chapters about the notation, each with its path from the root of the project.
fn chapters() -> Vec<(String, String)> {
    let chapters: Vec<_> = pages::all()
        .into_iter()
        .filter(|path| path.starts_with("docs/src/notation"))
        .map(|path| {
            let text = pages::read(&path);
            (path, text)
        })
        .collect();
    assert!(chapters.len() > 10, "{}", chapters.len());
    chapters
}

/// Returns the fenced blocks of all chapters.
fn blocks() -> Vec<FencedBlock> {
    chapters()
        .iter()
        .flat_map(|(_, text)| fenced_blocks(text))
        .collect()
}

fn describe(findings: &[Diagnostic], text: &str) -> String {
    findings
        .iter()
        .map(|f| format!("\n  {}: {} at `{}`", f.code, f.message, f.at.span.of(text)))
        .collect()
}

#[test]
fn instructions_are_read_and_printed() {
    let mut wrong = String::new();
    for block in blocks().iter().filter(|block| block.info == "instruction") {
        for line in block.text.lines() {
            let (input, canonical) = line
                .split_once(" → ")
                .map_or((line, line), |(input, canonical)| {
                    (input.trim_end(), canonical)
                });
            let (command, findings) =
                instruction::parse(SourceId::default(), input, Span::new(0, input.len()));
            let printed = command
                .as_ref()
                .map_or_else(String::new, instruction::print);
            if printed != canonical || !findings.is_empty() {
                let _ = writeln!(
                    wrong,
                    "{input}\n  printed: {printed}{}",
                    describe(&findings, input)
                );
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn rules_are_read_without_findings() {
    let mut wrong = String::new();
    for FencedBlock { info, text, .. } in blocks() {
        let Some(name) = info.strip_prefix("rules ") else {
            continue;
        };
        let file = syntax::parse(SourceId::default(), name, &text);
        let unread = file
            .places
            .iter()
            .flat_map(|place| &place.entries)
            .any(|entry| entry.command.is_none());
        if !file.diagnostics.is_empty() || file.places.is_empty() || unread {
            let _ = writeln!(wrong, "{name}:{}", describe(&file.diagnostics, &text));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn toml_is_read() {
    for block in blocks().iter().filter(|block| block.info == "toml") {
        let table: Result<toml::Table, _> = toml::from_str(&block.text);
        assert!(table.is_ok(), "{table:?}");
    }
}

#[test]
fn tables_are_those_of_the_program() {
    let before = chapters();
    let mut after = before.clone();
    for (name, table) in [
        ("front", front()),
        ("attributes", attributes()),
        ("verbs", verbs()),
        ("units", units()),
        ("keywords", keywords()),
        ("fields", fields()),
        ("sheet-verbs", sheet_verbs()),
        ("sheet-units", sheet_units()),
        ("sheet-fields", sheet_fields()),
        ("sheet-said", sheet_wordings()),
    ] {
        let open = format!("<!-- table: {name} -->\n");
        let (out, start) = after
            .iter_mut()
            .find_map(|(_, text)| {
                let at = text.find(&open)?;
                Some((text, at + open.len()))
            })
            .unwrap_or_else(|| panic!("no chapter has a place for the table `{name}`"));
        let end = start
            + out[start..]
                .find("<!-- end -->")
                .expect("the table has an end");
        out.replace_range(start..end, &table);
    }
    if std::env::var_os("UPDATE").is_some() {
        for (path, text) in &after {
            fs::write(pages::root().join(path), text).expect("a writable chapter");
        }
    } else {
        assert_eq!(
            before, after,
            "UPDATE=1 cargo test grammar:: rewrites the tables"
        );
    }
}

/// A Markdown table.
fn table(head: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let line = |cells: &[String]| {
        format!(
            "| {} |\n",
            cells
                .iter()
                .map(|cell| cell.replace('|', "\\|"))
                .collect::<Vec<_>>()
                .join(" | ")
        )
    };
    let head: Vec<String> = head.iter().map(|cell| (*cell).to_owned()).collect();
    let rule = format!("|{}\n", "---|".repeat(head.len()));
    line(&head) + &rule + &rows.map(|cells| line(&cells)).collect::<String>()
}

fn code(word: &str) -> String {
    format!("`{word}`")
}

/// Several of them, parted by `by`.
fn codes(words: &[&str], by: &str) -> String {
    words
        .iter()
        .map(|word| code(word))
        .collect::<Vec<_>>()
        .join(by)
}

fn front() -> String {
    table(
        &["key", "meaning"],
        FRONT_KEYS
            .iter()
            .map(|key| vec![code(key.name), key.about.to_owned()]),
    )
}

fn attributes() -> String {
    let rows = |rows: &'static [Key], write: fn(&str) -> String| {
        rows.iter()
            .map(move |row| vec![code(&write(row.name)), row.about.to_owned()])
    };
    table(
        &["attribute", "meaning"],
        rows(CLASSES, |name| format!(".{name}")).chain(rows(KEYS, |name| format!("{name}="))),
    )
}

fn verbs() -> String {
    let rows = VERBS.iter().map(|row| {
        let forms = row.printed_forms();
        let forms = codes(
            &forms.iter().map(String::as_str).collect::<Vec<_>>(),
            "<br>",
        );
        let also = if row.also.is_empty() {
            String::new()
        } else {
            format!("<br>(also {})", codes(row.also, ", "))
        };
        vec![
            forms + &also,
            row.about.to_owned(),
            codes(row.examples, "<br>"),
        ]
    });
    table(&["instruction", "does", "examples"], rows)
}

fn fields() -> String {
    let rows = FILTERS.iter().map(|row| {
        let names: Vec<String> = row
            .names
            .iter()
            .map(|name| code(&format!("{name}:")))
            .collect();
        vec![names.join(", "), code(row.example), row.finds.to_owned()]
    });
    table(&["field", "for example", "finds"], rows)
}

fn sheet_verbs() -> String {
    let rows = grammar::LEXICON.verbs.iter().map(|row| {
        let imperatives = row.imperatives();
        let imperatives: Vec<&str> = imperatives.iter().map(String::as_str).collect();
        vec![
            codes(&imperatives, ", "),
            codes(&row.participles, ", "),
            codes(&row.forms, "<br>"),
        ]
    });
    table(&["verb", "in the passive", "forms"], rows)
}

fn sheet_units() -> String {
    let naming = |naming| match naming {
        grammar::NumberMeaning::Counted => "counted",
        grammar::NumberMeaning::Labelled => "by its label",
        grammar::NumberMeaning::LinePosition => "by its label; a number is a line of print",
    };
    let rows = grammar::LEXICON.units.iter().map(|row| {
        vec![
            codes(&row.words, ", "),
            code(row.unit.name().one),
            naming(row.naming).to_owned(),
        ]
    });
    table(&["words", "unit", "named"], rows)
}

fn sheet_fields() -> String {
    let rows = instruction::SHEET_FIELDS
        .iter()
        .map(|(key, words)| vec![code(&format!("{words}….")), code(&format!("{key}="))]);
    table(&["in a sheet", "attribute"], rows)
}

fn sheet_wordings() -> String {
    let rows = instruction::sheet_wordings()
        .filter(|(canonical, wording)| canonical != wording)
        .map(|(canonical, wording)| {
            let lead = if canonical.contains('@') { "@. " } else { "" };
            vec![code(&format!("{lead}{wording}")), code(canonical)]
        });
    table(&["in a sheet", "in the instruction language"], rows)
}

#[test]
fn lines_of_sheets_are_read() {
    let mut wrong = String::new();
    for block in blocks().iter().filter(|block| block.info == "sheet") {
        for line in block.text.lines() {
            let (input, expected) = line.split_once(" → ").expect("an arrow");
            let input = input
                .trim_end()
                .replace(" …", "\n\n\"This is some new text.\"");
            let reading = import::parse_sheets(
                &format!("# Sheet of rules\n\n## RIVERS\n\n{input}\n"),
                &KnownRulesets::default(),
            );
            let read: Vec<&str> = reading
                .sheets
                .iter()
                .flat_map(|sheet| &sheet.instructions)
                .flat_map(|own| &own.operations)
                .map(|own| own.text.as_str())
                .collect();
            if read != [expected.trim()] {
                let _ = writeln!(wrong, "{line}\n  read: {}", read.join("; "));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

fn units() -> String {
    let rows = UNIT_NOUNS.iter().map(|row| {
        vec![
            if row.one == row.many {
                code(row.one)
            } else {
                codes(&[row.one, row.many], ", ")
            },
            codes(row.also, ", "),
            row.about.to_owned(),
        ]
    });
    table(&["unit", "also", "is"], rows)
}

fn keywords() -> String {
    let rows = KEYWORDS
        .iter()
        .map(|row| vec![code(row.name), codes(row.also, ", "), row.about.to_owned()]);
    table(&["keyword", "also", "meaning"], rows)
}
