//! Tests with the documents in `../shared/sources`, or where `RULEBOOK_SHARED` points. Without them
//! the tests say so and pass.

use super::compare::{address, verb};
use rulebook::{
    analysis::Analysis,
    disk,
    import::{self, Confidence, KnownRulesets, ParsedSheets, PrintedInstruction, SheetPieceKind},
    syntax::FileRole,
    text::LineIndex,
};
use std::{collections::BTreeMap, fs, path::PathBuf};

/// The documents and the files of their texts.
const FILES: &[&str] = &[
    "dbm-3.1-amendments.md",
    "dbm-3.2-amendments.md",
    "dbm-3.3-3.4-amendments.md",
    "iwf-clarifications-1.2.txt",
    "dba-deployment-and-pips.txt",
    "warmaster-ancients-update.md",
    "dbx-skirmish-movement.txt",
];

fn sources_folder() -> Option<PathBuf> {
    let root = std::env::var_os("RULEBOOK_SHARED").map(PathBuf::from);
    let root = root.unwrap_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared"));
    let sources = root.join("sources");
    if !sources.is_dir() {
        eprintln!(
            "{} does not exist: the sheets are not compared",
            sources.display()
        );
        return None;
    }
    Some(sources)
}

struct Sheets {
    files: Vec<(&'static str, String, ParsedSheets)>,
    analysis: Analysis,
    sources: PathBuf,
}

fn parse_shared_sheets() -> Option<Sheets> {
    let sources = sources_folder()?;
    let analysis = Analysis::new(disk::shipped_sources());
    let known = KnownRulesets::from_analysis(&analysis);
    assert_eq!(known.faults, Vec::<String>::new());
    let files = FILES.iter().map(|name| {
        let text = fs::read_to_string(sources.join(name)).expect("a readable source");
        let reading = import::parse_sheets(&text, &known);
        (*name, text, reading)
    });
    Some(Sheets {
        files: files.collect(),
        analysis,
        sources,
    })
}

/// Returns the document in which the number of an instruction is counted.
fn numbering_document(own: &PrintedInstruction, document: &str) -> String {
    own.counted_in
        .clone()
        .unwrap_or_else(|| document.to_owned())
}

#[test]
fn everything_is_understood() {
    let Some(sheets) = parse_shared_sheets() else {
        return;
    };
    for (name, text, reading) in &sheets.files {
        let coverage = reading.coverage(text);
        assert_eq!(coverage.accounted(), coverage.characters, "{name}");
        let failed: Vec<&str> = reading
            .not_understood()
            .map(|piece| piece.span.of(text).trim())
            .collect();
        assert_eq!(failed, Vec::<&str>::new(), "{name}");
        let all = reading.sheets.iter().flat_map(|sheet| &sheet.instructions);
        let failed: Vec<&str> = all
            .filter(|own| own.confidence == Confidence::NotUnderstood)
            .map(|own| own.number.as_str())
            .collect();
        assert_eq!(failed, Vec::<&str>::new(), "{name}");
        let strange: Vec<&str> = reading
            .sheets
            .iter()
            .filter(|sheet| sheet.document.is_none())
            .map(|sheet| sheet.title.as_str())
            .collect();
        assert_eq!(
            strange,
            Vec::<&str>::new(),
            "{name}: every document is known"
        );
    }
}

#[test]
fn every_numbered_passage_is_found_on_its_lines() {
    let Some(sheets) = parse_shared_sheets() else {
        return;
    };
    let mut found: BTreeMap<(String, String), Vec<(usize, usize)>> = BTreeMap::new();
    for (_, text, reading) in &sheets.files {
        let index = LineIndex::new(text);
        let lines = |span: rulebook::text::Span| {
            (
                index.line(span.start()) + 1,
                index.line(span.end().saturating_sub(1).max(span.start())) + 1,
            )
        };
        for sheet in &reading.sheets {
            let document = sheet.document.clone().unwrap_or_default();
            for own in &sheet.instructions {
                let key = |number: &str| (numbering_document(own, &document), number.to_owned());
                let words = if own.words.is_empty() {
                    own.span
                } else {
                    own.words.join(own.span)
                };
                found
                    .entry(key(&own.number))
                    .or_default()
                    .push(lines(words));
                for passage in own
                    .passages
                    .iter()
                    .filter(|passage| passage.number != own.number)
                {
                    found
                        .entry(key(&passage.number))
                        .or_default()
                        .push(lines(passage.span));
                }
            }
        }
    }
    let table =
        fs::read_to_string(sheets.sources.join("instructions.tsv")).expect("the table of passages");
    let mut wrong = Vec::new();
    let mut rows = 0;
    for row in table.lines().skip(1) {
        let cells: Vec<&str> = row.split('\t').collect();
        let [document, n, _, first, last] = cells.as_slice() else {
            panic!("{row}")
        };
        let (first, last): (usize, usize) = (
            first.parse().expect("a line"),
            last.parse().expect("a line"),
        );
        rows += 1;
        let at = found
            .remove(&((*document).to_owned(), (*n).to_owned()))
            .unwrap_or_default();
        // instructions without text have a letter in the table, which is on the line of the
        // instruction
        if !at.iter().any(|(from, to)| *from <= last && first <= *to) {
            wrong.push(format!(
                "{document} {n}: lines {first}–{last}, found {at:?}"
            ));
        }
    }
    wrong.extend(
        found
            .keys()
            .map(|(document, n)| format!("{document} {n} is found, and no such passage is known")),
    );
    assert_eq!(rows, 358, "the table of passages");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn operations_and_addresses_are_those_of_the_shipped_patches() {
    let Some(sheets) = parse_shared_sheets() else {
        return;
    };
    let mut read: BTreeMap<(String, String), Vec<String>> = BTreeMap::new();
    for (_, _, reading) in &sheets.files {
        for sheet in &reading.sheets {
            let document = sheet.document.clone().unwrap_or_default();
            for own in &sheet.instructions {
                let texts = || {
                    own.operations
                        .iter()
                        .map(|operation| operation.text.clone())
                };
                read.entry((numbering_document(own, &document), own.number.clone()))
                    .or_default()
                    .extend(texts());
            }
        }
    }
    let mut differ = Vec::new();
    let mut compared = 0;
    for file in sheets
        .analysis
        .files()
        .filter(|file| matches!(file.role, FileRole::Amend | FileRole::Clarify))
    {
        let document = file
            .front
            .document
            .as_ref()
            .map(|name| name.value.clone())
            .unwrap_or_default();
        for place in &file.places {
            for entry in &place.entries {
                let Some(command) = &entry.command else {
                    continue;
                };
                let shipped = rulebook::syntax::instruction::print(command);
                for (other, n) in entry.attrs.passages() {
                    let key = (other.unwrap_or(&document).to_owned(), n.to_owned());
                    let Some(read) = read.get(&key) else { continue };
                    compared += 1;
                    let same = read.iter().any(|read| {
                        verb(read) == verb(&shipped) && address(read) == address(&shipped)
                    });
                    if !same {
                        differ.push(format!(
                            "{} {n}\n  shipped {shipped}\n  read    {}",
                            key.0,
                            read.join("; ")
                        ));
                    }
                }
            }
        }
    }
    assert!(compared > 250, "{compared} patches were compared");
    let accepted: Vec<&str> = super::compare::ACCEPTED
        .iter()
        .map(|(which, _)| *which)
        .collect();
    let which = |differ: &String| differ.lines().next().unwrap_or_default().to_owned();
    let fresh: Vec<&String> = differ
        .iter()
        .filter(|differ| !accepted.contains(&which(differ).as_str()))
        .collect();
    let stale: Vec<&&str> = accepted
        .iter()
        .filter(|own| !differ.iter().any(|differ| which(differ) == **own))
        .collect();
    assert!(
        fresh.is_empty(),
        "{}",
        fresh.into_iter().cloned().collect::<Vec<_>>().join("\n")
    );
    assert!(stale.is_empty(), "no longer different: {stale:?}");
}

#[test]
fn pieces_of_every_kind_are_found() {
    let Some(sheets) = parse_shared_sheets() else {
        return;
    };
    for kind in [
        SheetPieceKind::Instruction,
        SheetPieceKind::Payload,
        SheetPieceKind::Heading,
        SheetPieceKind::PageLabel,
        SheetPieceKind::Comment,
    ] {
        assert!(
            sheets
                .files
                .iter()
                .flat_map(|(_, _, reading)| &reading.pieces)
                .any(|piece| piece.kind == kind),
            "{kind:?}"
        );
    }
}

#[test]
fn dated_rulings_are_documents_of_their_own() {
    let Some(sheets) = parse_shared_sheets() else {
        return;
    };
    let mut dated = Vec::new();
    for (_, _, reading) in &sheets.files {
        for sheet in &reading.sheets {
            for own in &sheet.instructions {
                if let Some(date) = &own.dated {
                    dated.push(format!(
                        "{}:{} {} {}",
                        sheet.document.as_deref().unwrap_or_default(),
                        own.number,
                        date.date.iso(),
                        date.document.as_deref().unwrap_or_default()
                    ));
                }
            }
        }
    }
    assert_eq!(
        dated,
        [
            "dbm-3.3:21 2019-10-25 dbm-3.3-update-2019",
            "dbm-3.3:23 2018-10-27 dbm-lists-2018"
        ]
    );
}
