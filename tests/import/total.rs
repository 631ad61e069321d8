//! Every file can be parsed, and its pieces tile it: files that are cut off, long or full of open marks.

use crate::fuzz::sheet::{LINES, check_tiling};
use rulebook::import::{self, KnownRulesets, SheetPieceKind};

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
