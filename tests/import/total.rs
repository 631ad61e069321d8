//! Every file can be parsed, and its pieces tile it.

use proptest::prelude::*;
use rulebook::import::{self, KnownRulesets, ParsedSheets, SheetPieceKind};

/// Checks that the pieces tile the text, and that every span is on character boundaries.
fn check_tiling(text: &str, parsed: &ParsedSheets) -> Result<(), String> {
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
const LINES: &[&str] = &[
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

proptest! {
    #[test]
    fn lines_in_any_order_are_tiled(picked in prop::collection::vec(0..LINES.len(), 0..40), crlf: bool) {
        let lines: Vec<&str> = picked.iter().map(|&at| LINES[at]).collect();
        let text = lines.join(if crlf { "\r\n" } else { "\n" });
        let parsed = import::parse_sheets(&text, &KnownRulesets::default());
        prop_assert_eq!(check_tiling(&text, &parsed), Ok(()), "{:?}", text);
    }

    #[test]
    fn any_text_is_tiled(text in "\\PC{0,200}|[ -~\n\"“”‘’()\\[\\]$*<>é–…]{0,300}") {
        let parsed = import::parse_sheets(&text, &KnownRulesets::default());
        prop_assert_eq!(check_tiling(&text, &parsed), Ok(()), "{:?}", text);
    }
}

#[test]
fn text_truncated_anywhere_is_tiled() {
    let text = LINES.join("\n");
    for at in (0..text.len()).filter(|&at| text.is_char_boundary(at)) {
        let parsed = import::parse_sheets(&text[..at], &KnownRulesets::default());
        assert_eq!(
            check_tiling(&text[..at], &parsed),
            Ok(()),
            "cut off at {at}"
        );
    }
}

#[test]
fn a_long_file_of_one_letter_is_one_piece() {
    let text = "a".repeat(3_000_000);
    let parsed = import::parse_sheets(&text, &KnownRulesets::default());
    assert_eq!(check_tiling(&text, &parsed), Ok(()));
    assert_eq!(parsed.pieces.len(), 1);
}

#[test]
fn many_open_marks_are_read_in_time() {
    for mark in [
        "(",
        "\"",
        "'a ",
        "[",
        "Replace with: \"x\n",
        "- o ",
        "Page 1 of 2\n",
        "Delete \"a\" ",
    ] {
        let text = mark.repeat(20_000);
        let parsed = import::parse_sheets(&text, &KnownRulesets::default());
        assert_eq!(check_tiling(&text, &parsed), Ok(()), "{mark:?}");
    }
}

#[test]
fn failed_instructions_are_reported_and_not_dropped() {
    let text = "# Tolls\n\nParagraph 2. Replace the frobnicated with barges.\n\nPara 3. Delete \"or barge\".\n";
    let parsed = import::parse_sheets(text, &KnownRulesets::default());
    let failed: Vec<&str> = parsed
        .not_understood()
        .map(|piece| piece.span.of(text).trim())
        .collect();
    assert_eq!(
        failed,
        ["Paragraph 2. Replace the frobnicated with barges."]
    );
    let found = parsed
        .not_understood()
        .flat_map(|piece| &piece.found)
        .any(|found| found.what == "paragraph 2");
    assert!(found, "its recognised parts are reported");
    assert!(
        parsed
            .pieces
            .iter()
            .any(|piece| piece.kind == SheetPieceKind::Instruction)
    );
}
