//! The patches of a document as a conventional sheet, as authors print them: `Page 22. Rear support. 3rd bullet. Replace with:`.
//!
//! One paragraph is one instruction: its number where that does not go on by one, page, heading, address from the outside inwards, what to
//! do ([`crate::syntax::instruction::SAID`] has the words). What it brings stands below in a block quote: paragraphs, lists, tables and
//! headings as Markdown has them. Facts, links, ids and the other attributes are marks of our notation, which a sheet does not have: they
//! are left out, and an address that begins with the id of a unit is counted out in the numbering in which the instruction counts.
//!
//! `rulebook import` reads it back to the same patches. Nothing of an instruction is left out: what has no place in a heading or count is
//! named by its id, `the clause ferries.punts`.

mod address;
mod line;

use crate::{
    analysis::{Analysis, EntryAt},
    model::Ruleset,
    resolve::RulesetDb,
    syntax::{File, Layer, Role},
};
use line::Writer;
use std::sync::Arc;

/// Which words an export has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Words {
    /// The printed ones, where the library holds them.
    Printed,
    /// Ours.
    Restated,
}

/// The sheet of a document; none where the ruleset has no instructions of it.
pub fn sheet(analysis: &Analysis, db: &RulesetDb, document: &str, words: Words) -> Option<String> {
    let mut writer = Writer::new(analysis, db, words);
    let mut out = head(&db.ruleset, document);
    let mut any = false;
    for file in files(db, document) {
        for (place_at, place) in file.places.iter().enumerate() {
            for (entry_at, entry) in place.entries.iter().enumerate() {
                let at = EntryAt {
                    source: file.source,
                    place: place_at,
                    entry: entry_at,
                };
                if let Some(text) = writer.text(at, place, entry) {
                    out += &text;
                    any = true;
                }
            }
        }
    }
    any.then_some(out)
}

/// The files that hold a document's instructions in our words.
fn files<'c>(db: &'c RulesetDb, document: &'c str) -> impl Iterator<Item = &'c Arc<File>> {
    db.files_on(document)
        .filter(|file| {
            file.front.layer == Layer::Restated && matches!(file.role, Role::Amend | Role::Clarify)
        })
        .filter(move |file| {
            file.front
                .document
                .as_ref()
                .is_some_and(|own| own.value == document)
        })
}

/// Title, authors and date of the sheet.
fn head(ruleset: &Ruleset, document: &str) -> String {
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
