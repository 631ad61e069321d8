//! The patches of a document as a conventional sheet of amendments: `Page 22. Rear support. 3rd
//! bullet. Replace with:`.
//!
//! Each paragraph is one instruction: its number if not consecutive, page, heading, address from
//! the outside inwards, and operation ([`crate::syntax::instruction::SHEET_WORDINGS`] has the words). The
//! payload follows in a block quote: paragraphs, lists, tables and headings of Markdown. Facts,
//! links, ids and other attributes have no equivalent in a sheet and are left out; an address that
//! starts with the id of a unit is counted instead, in the numbering in which the instruction
//! counts.
//!
//! `rulebook import` reads the sheet back to the same patches. No part of an instruction is lost:
//! what has no heading and cannot be counted is named by its id, `the clause ferries.punts`.

mod address;
mod instruction;

use crate::{
    analysis::{Analysis, EntryId},
    model::Ruleset,
    resolve::RulesetDb,
    syntax::{FileRole, Layer, RulesFile},
};
use instruction::InstructionWriter;
use std::sync::Arc;

/// The wording of a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SheetWording {
    /// The printed wording, if the library has it.
    Printed,
    /// The restatements of this project.
    Restated,
}

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
                let at = EntryId {
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

/// Returns the files with the restated instructions of a document.
fn document_files<'c>(
    db: &'c RulesetDb,
    document: &'c str,
) -> impl Iterator<Item = &'c Arc<RulesFile>> {
    db.files_of_document(document)
        .filter(|file| {
            file.front.layer == Layer::Restated
                && matches!(file.role, FileRole::Amend | FileRole::Clarify)
        })
        .filter(move |file| {
            file.front
                .document
                .as_ref()
                .is_some_and(|own| own.value == document)
        })
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
