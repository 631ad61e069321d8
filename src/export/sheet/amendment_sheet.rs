//! Renders a document as a Markdown sheet: title, authors, date, a paragraph per instruction.

use super::{
    instruction::InstructionWriter,
    sheet_source::{SheetWording, document_files},
};
use crate::{
    analysis::{Analysis, InstructionPosition},
    model::Ruleset,
    resolve::RulesetDb,
};

/// Returns the sheet of a document; `None` if the ruleset has no instructions of it.
pub fn amendment_sheet(
    analysis: &Analysis,
    db: &RulesetDb,
    document: &str,
    words: SheetWording,
) -> Option<String> {
    let mut writer = InstructionWriter::new(analysis, db, words);
    let mut out = sheet_heading(&db.ruleset, document);
    let mut any = false;
    for file in document_files(db, document) {
        for (place_at, place) in file.places.iter().enumerate() {
            for (entry_at, entry) in place.entries.iter().enumerate() {
                let at = InstructionPosition {
                    source: file.source,
                    place: place_at,
                    entry: entry_at,
                };
                if let Some(text) = writer.paragraph(at, place, entry) {
                    out += &text;
                    any = true;
                }
            }
        }
    }
    any.then_some(out)
}

/// Returns title, authors and date of the sheet.
fn sheet_heading(ruleset: &Ruleset, document: &str) -> String {
    let Some(found) = ruleset.documents.get(document) else {
        return format!("# {document}\n");
    };
    let mut out = format!("# {}\n", found.title);
    if !found.authors.is_empty() {
        out += &format!("\n{}\n", found.authors.join(", "));
    }
    let date = found.revised.unwrap_or(found.published);
    if !date.is_undated() {
        out += &format!("\n{date}\n");
    }
    out
}
