//! From the text of a file to what it holds.

use super::{
    build::{Building, Which},
    known::{Document, Known, Rules},
    line::{self, Line},
    plain::normal,
    said::{Said, said},
    sheet::{Piece, PieceKind, Reading, SheetKind},
    sort::{Sorter, trimmed},
    told::{Told, told},
};
use crate::{model::DocumentKind, text::Span};
use std::{collections::BTreeMap, ops::Range};

/// Reads the text of a file. Total: any text gives a reading; time grows with its length.
pub fn read(text: &str, known: &Known) -> Reading {
    let lines = line::lines(text);
    let told: Vec<Told> = lines.iter().map(|line| told(line, known, None)).collect();
    let mut letters: Vec<Option<Said>> = lines.iter().map(|line| said(text, line)).collect();
    let mut reading = Reading::default();
    if lines.is_empty() {
        if !text.is_empty() {
            let span = Span::new(0, text.len());
            reading.pieces.push(Piece {
                kind: PieceKind::Comment,
                span,
                sheet: None,
                instruction: None,
                found: Vec::new(),
            });
        }
        return reading;
    }
    for Part {
        range,
        opened,
        prints,
    } in parts(&lines, known)
    {
        let span = Span::new(
            lines[range.start].span.start(),
            lines[range.end - 1].span.end(),
        );
        let rules = opened
            .map(|(rules, _)| rules)
            .or_else(|| likely(&told[range.clone()], known));
        let told_in_letters = literal(&lines, &letters, range.clone());
        let literal = !prints || told_in_letters;
        // print has no such form
        let prints = prints && !told_in_letters;
        if !literal {
            letters[range.clone()].fill(None);
        }
        let document = opened.map(|(_, document)| document).filter(|_| prints);
        let kind = match opened {
            Some((_, document)) => kind_of_document(document.kind),
            None if literal => SheetKind::Amendment,
            None => kind_of(&told[range.clone()]),
        };
        let ruleset = rules.map(|rules| rules.key.as_str());
        if opened.is_none() && preface(&lines, known, range.end) {
            // what stands before the first of several documents belongs to none of them
            reading.pieces.push(Piece {
                kind: PieceKind::Comment,
                span,
                sheet: None,
                instruction: None,
                found: Vec::new(),
            });
            continue;
        }
        let mut body = range.clone();
        let mut title = String::new();
        let titled = document.is_some_and(|document| {
            let line = normal(lines[range.start].text());
            document
                .shape
                .opens
                .iter()
                .any(|opens| !opens.ends_with('…') && super::known::begins(&line, opens))
                && document.shape.holds.is_empty()
        });
        let mut sorter = Sorter::new(known, ruleset, &lines, &told, &letters, range.clone());
        if titled
            || !prints
            || document.is_none() && is_title(&lines[range.clone()], &told[range.clone()], kind)
        {
            title = trimmed(lines[range.start].text());
            sorter.whole(range.start, PieceKind::Heading, None);
            body.start += 1;
            sorter.skip_to(body.start);
        }
        let sorted = match kind {
            _ if literal => sorter.amendments(),
            SheetKind::Amendment => sorter.amendments(),
            SheetKind::Clarification | SheetKind::Guideline => sorter.clarifications(),
            SheetKind::Text => sorter.text_of_rules(),
        };
        let building = Building {
            source: text,
            lines: &lines,
            known,
            which: Which {
                rules,
                document,
                kind,
            },
        };
        let (sheet, pieces) = building.sheet(reading.sheets.len(), title, span, sorted);
        reading.sheets.push(sheet);
        reading.pieces.extend(pieces);
    }
    reading
}

type Opened<'a> = Option<(&'a Rules, &'a Document)>;

/// Some lines of a file that are one document.
struct Part<'a> {
    range: Range<usize>,
    opened: Opened<'a>,
    /// Whether it begins as the print does, not with the title that the document has here: what is so titled tells the same in other words.
    prints: bool,
}

/// Whether some line is read to the letter, with the text that it brings below.
fn literal(lines: &[Line], letters: &[Option<Said>], range: Range<usize>) -> bool {
    range
        .clone()
        .any(|at| letters[at].is_some() && at + 1 < range.end && lines[at + 1].block_quote)
}

/// The documents of a file, by the lines with which they begin.
fn parts<'a>(lines: &[Line], known: &'a Known) -> Vec<Part<'a>> {
    let mut parts: Vec<Part<'a>> = Vec::new();
    let words: Vec<String> = lines
        .iter()
        .map(|line| normal(line.text().get(..200).unwrap_or(line.text())))
        .collect();
    let mut start = 0;
    let mut opened: Opened<'a> = None;
    let mut prints = true;
    for (at, line) in words.iter().enumerate() {
        let print = known
            .opened(line)
            .filter(|(_, document)| document.holds(&words[at..]));
        let title = || {
            known
                .titled(None, line)
                .filter(|_| lines[at].headed && !lines[at].block_quote)
        };
        let Some(found) = print.or_else(title) else {
            continue;
        };
        if opened.is_some_and(|(_, before)| before.key == found.1.key) {
            continue;
        }
        if at > start {
            parts.push(Part {
                range: start..at,
                opened,
                prints,
            });
        }
        (start, opened, prints) = (at, Some(found), print.is_some());
    }
    if start < lines.len() {
        parts.push(Part {
            range: start..lines.len(),
            opened,
            prints,
        });
    }
    parts
}

/// Whether documents begin behind line `end`, so that what stands before them is a cover.
fn preface(lines: &[Line], known: &Known, end: usize) -> bool {
    end < lines.len() && known.opened(&normal(lines[end].text())).is_some()
}

fn kind_of_document(kind: DocumentKind) -> SheetKind {
    match kind {
        DocumentKind::Amendment => SheetKind::Amendment,
        DocumentKind::Clarification => SheetKind::Clarification,
        DocumentKind::Guideline => SheetKind::Guideline,
        DocumentKind::Base | DocumentKind::Notes | DocumentKind::Data | DocumentKind::Book => {
            SheetKind::Text
        }
    }
}

/// What kind of document it is, where nobody has told.
fn kind_of(told: &[Told]) -> SheetKind {
    let instructions = told
        .iter()
        .filter(|told| told.is_strong() && told.leads() || told.is_certain())
        .count();
    let numbered = told
        .iter()
        .filter(|told| {
            told.clauses.is_empty()
                && told
                    .number
                    .as_ref()
                    .is_some_and(|(number, _)| number.contains('.'))
        })
        .count();
    let tried = told
        .iter()
        .filter(|told| told.verb || !told.lead.steps.is_empty())
        .count();
    if numbered >= 2 && numbered > instructions * 2 {
        SheetKind::Clarification
    } else if instructions > 0 || tried > 0 {
        SheetKind::Amendment
    } else {
        SheetKind::Text
    }
}

/// The ruleset in which most headings are known, if some are.
fn likely<'a>(told: &[Told], known: &'a Known) -> Option<&'a Rules> {
    let mut hits: BTreeMap<usize, usize> = BTreeMap::new();
    for name in told
        .iter()
        .flat_map(|told| told.names.iter())
        .filter(|name| name.1 == 0 && name.0.len() < 90)
    {
        let words = normal(&name.0);
        for (at, rules) in known.rules.iter().enumerate() {
            if rules.place(&words).is_some() {
                *hits.entry(at).or_default() += 1;
            }
        }
    }
    let (at, count) = hits.into_iter().max_by_key(|(_, count)| *count)?;
    (count >= 2).then(|| known.rules.get(at)).flatten()
}

/// Whether the first line of an unknown sheet is its title.
fn is_title(lines: &[Line], told: &[Told], kind: SheetKind) -> bool {
    let ([line, ..], [told, rest @ ..]) = (lines, told) else {
        return false;
    };
    let text = line.text();
    // a heading right above a page or an instruction is a place
    let alone = rest
        .first()
        .is_none_or(|next| next.clauses.is_empty() && !next.is_page() && !next.is_address());
    let plain = told.clauses.is_empty() && told.lead.is_empty() && told.number.is_none();
    let short = text.len() < 100 && !text.ends_with(['.', ':', ';']);
    plain
        && short
        && (line.headed || kind != SheetKind::Text && (line.apart || alone && line::is_caps(text)))
}
