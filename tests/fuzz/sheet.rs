//! Printed sheets: the pieces of any file tile it.

use super::input::{self, Inputs, Texts, choose, size};
use rulebook::{
    analysis::Analysis,
    disk,
    export::sheet::{SheetWording, amendment_sheet},
    import::{self, KnownRulesets, ParsedSheets},
};
use std::sync::LazyLock;

/// The shipped rules, and their sheets as they would be printed.
static SHIPPED: LazyLock<(KnownRulesets, Vec<String>)> = LazyLock::new(|| {
    let analysis = Analysis::new(disk::shipped_sources());
    let mut sheets = Vec::new();
    for (_, db) in analysis.ruleset_dbs() {
        let documents = db.ruleset.documents.keys();
        sheets.extend(documents.filter_map(|document| {
            amendment_sheet(&analysis, db, document, SheetWording::Restated)
        }));
    }
    (KnownRulesets::from_analysis(&analysis), sheets)
});

pub(super) fn inputs(mut real: Vec<String>) -> Inputs {
    real.extend(SHIPPED.1.iter().cloned());
    real.extend(input::files("tests/spec/import", &[".md"]));
    real.extend([LINES.join("\n"), LINES.join("\r\n")]);
    let texts = Texts::new(real, LINES);
    Box::new(move |rng| {
        if rng.u8(..4) > 0 {
            return texts.make(rng);
        }
        let lines: Vec<&str> = (0..size(rng, 40)).map(|_| *choose(rng, LINES)).collect();
        lines.join("\n")
    })
}

/// Checks a file with and without knowledge of any rules.
pub(super) fn check(text: &str) {
    for known in [&KnownRulesets::default(), &SHIPPED.0] {
        let parsed = import::parse_sheets(text, known);
        assert_eq!(check_tiling(text, &parsed), Ok(()));
        let coverage = parsed.coverage(text);
        assert!(coverage.accounted() <= coverage.characters);
    }
}

/// Checks that the pieces tile the text, and that every span is on character boundaries.
pub(crate) fn check_tiling(text: &str, parsed: &ParsedSheets) -> Result<(), String> {
    let mut at = 0;
    for piece in &parsed.pieces {
        if piece.span.start() != at || piece.span.is_empty() {
            return Err(format!("a piece at {:?} behind byte {at}", piece.span));
        }
        if text.get(piece.span.start()..piece.span.end()).is_none() {
            return Err(format!("{:?} cuts a character", piece.span));
        }
        let own = piece.sheet.and_then(|sheet| parsed.sheets.get(sheet));
        if piece.sheet.is_some() && own.is_none() {
            return Err("a piece of no sheet".into());
        }
        if let (Some(own), Some(instruction)) = (own, piece.instruction)
            && own.instructions.get(instruction).is_none()
        {
            return Err("a piece of no instruction".into());
        }
        at = piece.span.end();
    }
    if at != text.len() {
        return Err(format!("the pieces end at {at} of {}", text.len()));
    }
    for own in parsed.sheets.iter().flat_map(|sheet| &sheet.instructions) {
        let spans = [own.span, own.words]
            .into_iter()
            .chain(own.found.iter().map(|found| found.span))
            .chain(own.passages.iter().map(|p| p.span));
        for span in spans {
            if text.get(span.start()..span.end()).is_none() {
                return Err(format!(
                    "{span:?} of instruction {} cuts a character",
                    own.number
                ));
            }
        }
    }
    Ok(())
}

/// Lines that occur in sheets, and lines that do not.
pub(crate) const LINES: &[&str] = &[
    "## TOLLS Page 12",
    "Page 13",
    "P25 Rafts – delete all four paragraphs and replace as follows.",
    "Para 6. 2nd sentence. Replace with:",
    "\"A raft pays 3 coins.\"",
    "\"A raft pays 3 coins",
    "- \"+1 If it is night.",
    "  - Any barge.\"",
    "Delete \"or barge\" twice.",
    "Insert after \"raft\": \"or punt\". Insert after parenthesis: \"é ü\".",
    "Change Values:",
    "Raft(S) from 11 to 10",
    "In numbered paragraph 2, change:",
    "to",
    "Note: nothing changes.",
    "3.4 A barge in tow is a barge.",
    "· at night,",
    "JGL 31.7.2017",
    "### Explanatory notes",
    "1<sup>st</sup> & 2<sup>nd</sup> sentences. Replace with:",
    "| a | b |",
    "|---|---|",
    "Update 25.10.19: no longer.",
    "[16.3] (addition): Rafts float.",
    "",
    "",
    "\t",
    "“",
    "Replace",
    "(",
    "Page 24 – Rafts, third paragraph",
    "**Page 44, Glossary, \"Lee shore\":** Change the definition to: \"A coast.\"",
    "Q: May a raft be a barge?",
    "A: No.",
    "17.4 The third sentence is wrong. It should read, “Rafts sink.”",
    "12.1.3 should read: ‘Rafts",
    "it is longer by ten centi-",
    "metres’",
    "Ignore the last bullet point.",
    "p.9 and p.11, 2nd column, 3rd para: for “a” read “b” throughout.",
    "Rules 7.2, 7.3 and 8.1: Delete \"x\" in both places.",
    "After the first paragraph insert: “• At night",
    "Mules should cost 12 coins rather than 14.",
    "Errata & Amendments v1.2",
];
