//! Builds the JSON of `rulebook import --format json`: what was read in each file, and stored.

use super::{sheet_text::ImportedFile, store::StoreReport};
use crate::{
    import::{self, ImportCoverage},
    text::LineIndex,
};
use serde::Serialize;

/// The result of an import as JSON: coverage and sheets of each file, and the stored files.
#[derive(Serialize)]
pub(super) struct ImportReport<'a> {
    version: u32,
    files: Vec<FileReport<'a>>,
    shelved: &'a StoreReport,
}

/// An imported file in the JSON of `import`: its path, how much of it was understood, its sheets
/// and its pieces.
#[derive(Serialize)]
struct FileReport<'a> {
    path: &'a str,
    coverage: ImportCoverage,
    sheets: Vec<SheetReport<'a>>,
    pieces: Vec<PieceReport>,
}

/// A sheet in the JSON of `import`: its title, what it was recognised as, its date and its
/// instructions.
#[derive(Serialize)]
struct SheetReport<'a> {
    title: &'a str,
    ruleset: Option<&'a str>,
    document: Option<&'a str>,
    edition: Option<&'a str>,
    kind: &'static str,
    dated: Option<String>,
    instructions: Vec<InstructionReport<'a>>,
}

/// A printed instruction in the JSON of `import`: number, place, words, operations, confidence and
/// doubts.
#[derive(Serialize)]
struct InstructionReport<'a> {
    n: &'a str,
    lines: [usize; 2],
    place: &'a [String],
    id: Option<&'a str>,
    page: Option<&'a str>,
    printed: &'a str,
    operations: Vec<OperationReport<'a>>,
    passages: Vec<PassageReport<'a>>,
    dated: Option<String>,
    document: Option<&'a str>,
    sureness: &'static str,
    doubts: Vec<&'a str>,
    start: usize,
    end: usize,
}

/// An operation in the JSON of `import`: the command and its payload, as texts in the notation.
#[derive(Serialize)]
struct OperationReport<'a> {
    text: &'a str,
    payload: &'a str,
}

/// A numbered passage in the JSON of `import`: its number and its words.
#[derive(Serialize)]
struct PassageReport<'a> {
    n: &'a str,
    text: &'a str,
}

/// A piece of a file in the JSON of `import`: its kind, its byte range, and the words recognised in
/// it.
#[derive(Serialize)]
struct PieceReport {
    kind: &'static str,
    start: usize,
    end: usize,
    recognised: Vec<String>,
}

impl<'a> ImportReport<'a> {
    pub(super) fn of(imported: &'a [ImportedFile], shelved: &'a StoreReport) -> Self {
        let files = imported.iter().map(|own| FileReport {
            path: own.path.as_str(),
            coverage: own.reading.coverage(&own.text),
            sheets: own
                .reading
                .sheets
                .iter()
                .map(|sheet| SheetReport::of(sheet, &LineIndex::new(&own.text)))
                .collect(),
            pieces: own
                .reading
                .pieces
                .iter()
                .map(|piece| PieceReport {
                    kind: piece.kind.name(),
                    start: piece.span.start(),
                    end: piece.span.end(),
                    recognised: piece.found.iter().map(|found| found.what.clone()).collect(),
                })
                .collect(),
        });
        Self {
            version: 1,
            files: files.collect(),
            shelved,
        }
    }
}

impl<'a> SheetReport<'a> {
    fn of(sheet: &'a import::PrintedSheet, index: &LineIndex) -> Self {
        let instructions = sheet.instructions.iter().map(|own| InstructionReport {
            n: &own.number,
            lines: [
                index.line(own.span.start()) + 1,
                index.line(own.span.end().saturating_sub(1).max(own.span.start())) + 1,
            ],
            place: &own.place.path,
            id: own.place.id.as_deref(),
            page: own.place.page.as_deref(),
            printed: &own.printed,
            operations: own
                .operations
                .iter()
                .map(|operation| OperationReport {
                    text: &operation.text,
                    payload: &operation.payload,
                })
                .collect(),
            passages: own
                .passages
                .iter()
                .map(|passage| PassageReport {
                    n: &passage.number,
                    text: &passage.text,
                })
                .collect(),
            dated: own.dated.as_ref().map(|dated| dated.date.iso()),
            document: own
                .dated
                .as_ref()
                .and_then(|dated| dated.document.as_deref()),
            sureness: own.confidence.name(),
            doubts: own
                .doubts
                .iter()
                .map(|doubt| doubt.message.as_str())
                .collect(),
            start: own.span.start(),
            end: own.span.end(),
        });
        Self {
            title: &sheet.title,
            ruleset: sheet.ruleset.as_deref(),
            document: sheet.document.as_deref(),
            edition: sheet.edition.as_deref(),
            kind: sheet.kind.name(),
            dated: sheet.dated.map(|date| date.iso()),
            instructions: instructions.collect(),
        }
    }
}
