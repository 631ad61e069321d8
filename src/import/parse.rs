//! `parse_sheets`, the entry point: splits the text of a file into documents, recognises ruleset
//! and kind of each, and runs the phases from lines to `PrintedSheet`.

use super::{
    classify::LineClassifier,
    corrections_table,
    known_rulesets::{KnownDocument, KnownRuleset, KnownRulesets},
    line_marks,
    line_reader::parse_line,
    line_shape::{self, trim_heading},
    lines::{JoinedLine, split_lines},
    parsed_line::ParsedLine,
    plain_text::normalise,
    sheet::{ParsedSheets, SheetKind, SheetPiece, SheetPieceKind},
    sheet_builder::{SheetBuilder, SheetIdentity},
};
use crate::{model::DocumentKind, text::Span};
use std::{collections::BTreeMap, ops::Range};

/// Parses the text of a file.
///
/// Every text gives a result; the time grows with its length.
pub fn parse_sheets(text: &str, known: &KnownRulesets) -> ParsedSheets {
    let mut lines = line_marks::split_glued_headings(split_lines(text), known);
    corrections_table::read_tables(text, &mut lines, known);
    line_marks::mark_item_numbers(&mut lines, known);
    let parsed: Vec<ParsedLine> = lines.iter().map(|line| parse_line(line, known)).collect();
    let mut sheets = ParsedSheets::default();
    if lines.is_empty() {
        if !text.is_empty() {
            let span = Span::new(0, text.len());
            sheets.pieces.push(comment_piece(span));
        }
        return sheets;
    }
    for FilePart { range, opened } in split_documents(&lines, &parsed, known) {
        let span = Span::new(
            lines[range.start].span.start(),
            lines[range.end - 1].span.end(),
        );
        let own = &parsed[range.clone()];
        let document = opened.map(|(_, document)| document);
        let kind = document.map_or_else(|| guess_sheet_kind(own), |own| sheet_kind(own.kind));
        let titled = match document {
            Some(document) => document.is_opened_by_title(lines[range.start].text()),
            None => is_title(&lines[range.clone()], own, kind),
        };
        let rules = opened.map(|(rules, _)| rules);
        let rules = rules.or_else(|| guess_ruleset(&own[usize::from(titled)..], known));
        let ruleset = rules.map(|rules| rules.key.as_str());
        if opened.is_none() && is_preface(&lines, known, range.end) {
            // the text before the first of several documents belongs to none of them
            sheets.pieces.push(comment_piece(span));
            continue;
        }
        let mut classifier = LineClassifier::new(known, ruleset, &lines, &parsed, range.clone());
        let mut title = String::new();
        if titled {
            title = trim_heading(lines[range.start].text());
            classifier.take_title();
        }
        let classified = match kind {
            SheetKind::Amendment => classifier.classify_amendments(),
            SheetKind::Clarification | SheetKind::Guideline => classifier.classify_clarifications(),
            SheetKind::Text => classifier.classify_rules_text(),
        };
        let builder = SheetBuilder {
            source: text,
            lines: &lines,
            known,
            identity: SheetIdentity {
                rules,
                document,
                kind,
            },
        };
        let (sheet, pieces) = builder.build_sheet(sheets.sheets.len(), title, span, classified);
        sheets.sheets.push(sheet);
        sheets.pieces.extend(pieces);
    }
    sheets
}

/// Returns a comment that belongs to no sheet.
fn comment_piece(span: Span) -> SheetPiece {
    SheetPiece {
        kind: SheetPieceKind::Comment,
        span,
        sheet: None,
        instruction: None,
        found: Vec::new(),
    }
}

/// The document that begins at a line, with its ruleset; `None` for an unknown document.
type OpenedDocument<'a> = Option<(&'a KnownRuleset, &'a KnownDocument)>;

/// The lines of a file that form one document.
struct FilePart<'a> {
    range: Range<usize>,
    opened: OpenedDocument<'a>,
}

/// Splits a file into documents at the lines with which they begin.
///
/// A document that is known by its headings has no instructions: a sheet may have the same headings.
fn split_documents<'a>(
    lines: &[JoinedLine],
    parsed: &[ParsedLine],
    known: &'a KnownRulesets,
) -> Vec<FilePart<'a>> {
    let instructs = parsed.iter().any(ParsedLine::is_certain);
    let mut parts: Vec<FilePart<'a>> = Vec::new();
    let words: Vec<String> = lines
        .iter()
        .map(|line| normalise(line.text().get(..200).unwrap_or(line.text())))
        .collect();
    let mut start = 0;
    let mut opened: OpenedDocument<'a> = None;
    for (at, line) in words.iter().enumerate() {
        let found = known
            .document_opened_by(line)
            .filter(|(_, document)| document.has_required_lines(&words[at..]))
            .filter(|(_, document)| document.layout.holds.is_empty() || !instructs);
        let Some(found) = found else {
            continue;
        };
        if opened.is_some_and(|(_, before)| before.key == found.1.key) {
            continue;
        }
        if at > start {
            parts.push(FilePart {
                range: start..at,
                opened,
            });
        }
        (start, opened) = (at, Some(found));
    }
    if start < lines.len() {
        parts.push(FilePart {
            range: start..lines.len(),
            opened,
        });
    }
    parts
}

/// Whether a document begins at line `end`, so that the lines before it are a cover.
fn is_preface(lines: &[JoinedLine], known: &KnownRulesets, end: usize) -> bool {
    end < lines.len()
        && known
            .document_opened_by(&normalise(lines[end].text()))
            .is_some()
}

fn sheet_kind(kind: DocumentKind) -> SheetKind {
    match kind {
        DocumentKind::Amendment => SheetKind::Amendment,
        DocumentKind::Clarification => SheetKind::Clarification,
        DocumentKind::Guideline => SheetKind::Guideline,
        DocumentKind::Base | DocumentKind::Notes | DocumentKind::Data | DocumentKind::Book => {
            SheetKind::Text
        }
    }
}

/// Guesses the kind of an unknown document from its lines.
fn guess_sheet_kind(parsed: &[ParsedLine]) -> SheetKind {
    let instructions = parsed
        .iter()
        .filter(|parsed| {
            parsed.is_strong() && parsed.leads_with_instruction() || parsed.is_certain()
        })
        .count();
    let chapter = |parsed: &&ParsedLine| {
        let number = parsed.number.as_ref();
        parsed.clauses.is_empty() && number.is_some_and(|(number, _)| number.contains('.'))
    };
    let numbered = parsed.iter().filter(chapter).count();
    let tried = parsed
        .iter()
        .filter(|parsed| parsed.verb || !parsed.lead.steps.is_empty())
        .count();
    if numbered >= 2 && numbered > instructions * 2 {
        SheetKind::Clarification
    } else if instructions > 0 || tried > 0 {
        SheetKind::Amendment
    } else {
        SheetKind::Text
    }
}

/// Returns the requested ruleset, else the one with most of the headings, if it has at least two.
fn guess_ruleset<'a>(parsed: &[ParsedLine], known: &'a KnownRulesets) -> Option<&'a KnownRuleset> {
    if let Some(key) = &known.ruleset {
        return known.rules.iter().find(|rules| rules.key == *key);
    }
    let mut hits: BTreeMap<usize, usize> = BTreeMap::new();
    for name in parsed
        .iter()
        .flat_map(|parsed| parsed.names.iter())
        .filter(|name| name.1 == 0 && name.0.len() < 90)
    {
        let words = normalise(&name.0);
        for (at, rules) in known.rules.iter().enumerate() {
            if rules.find_place(&words).is_some() {
                *hits.entry(at).or_default() += 1;
            }
        }
    }
    let (at, count) = hits.into_iter().max_by_key(|(_, count)| *count)?;
    (count >= 2).then(|| known.rules.get(at)).flatten()
}

/// Whether the first line of an unknown sheet is its title.
fn is_title(lines: &[JoinedLine], parsed: &[ParsedLine], kind: SheetKind) -> bool {
    let ([line, ..], [parsed, rest @ ..]) = (lines, parsed) else {
        return false;
    };
    let text = line.text();
    // a heading right above a page or an instruction is a place
    let alone = rest
        .first()
        .is_none_or(|next| next.clauses.is_empty() && !next.is_page() && !next.is_address());
    let plain = parsed.clauses.is_empty() && parsed.lead.is_empty() && parsed.number.is_none();
    let short = text.len() < 100 && !text.ends_with(['.', ':', ';']);
    plain
        && short
        && (line.headed
            || kind != SheetKind::Text && (line.blank_after || alone && line_shape::is_caps(text)))
}
