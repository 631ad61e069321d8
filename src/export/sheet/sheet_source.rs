//! `SheetText`, the wording of a sheet, and the rules files with the instructions of a document.

use crate::{
    resolve::RulesetDb,
    syntax::{FileRole, Layer, RulesFile},
};
use std::sync::Arc;

/// The wording of a sheet: the printed one if the library has it, or this project's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SheetText {
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
