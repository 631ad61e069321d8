//! `SheetWording`, the choice between printed and restated words; finds the restated rules files of
//! a document.

use crate::{
    resolve::RulesetDb,
    syntax::{FileRole, RulesFile, WordingLayer},
};
use std::sync::Arc;

/// Which wording an exported sheet has: the printed one where the library has it, or the
/// restatements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SheetWording {
    /// The printed wording, if the library has it.
    Printed,
    /// The restatements of this project.
    Restated,
}

/// Returns the files with the restated instructions of a document.
pub(super) fn document_files<'c>(
    db: &'c RulesetDb,
    document: &'c str,
) -> impl Iterator<Item = &'c Arc<RulesFile>> {
    db.files_of_document(document)
        .filter(|file| {
            file.front.layer == WordingLayer::Restated
                && matches!(file.role, FileRole::Amend | FileRole::Clarify)
        })
        .filter(move |file| {
            file.front
                .document
                .as_ref()
                .is_some_and(|own| own.value == document)
        })
}
