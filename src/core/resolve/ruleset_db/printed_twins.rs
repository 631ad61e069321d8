//! Lists the printed instructions of a library file by document and number, by which they are found
//! for the restated instructions.

use crate::{
    model::PrintedInstructionRef,
    syntax::{FileRole, RulesFile, WordingLayer},
};
use std::sync::Arc;

/// Returns whether a file contains printed instructions.
pub(super) fn is_twin(file: &RulesFile) -> bool {
    file.front.layer == WordingLayer::Printed
        && matches!(
            file.role,
            FileRole::Base | FileRole::Amend | FileRole::Clarify
        )
}

/// Returns the printed instructions of a file, by document and number.
pub(super) fn twins_of(file: &Arc<RulesFile>) -> Vec<((String, String), PrintedInstructionRef)> {
    let own = file.document();
    let mut out = Vec::new();
    for (place_at, place) in file.places.iter().enumerate() {
        for (entry_at, entry) in place.entries.iter().enumerate() {
            let twin = |key| {
                (
                    key,
                    PrintedInstructionRef {
                        file: Arc::clone(file),
                        place: place_at,
                        entry: entry_at,
                    },
                )
            };
            out.extend(entry.attrs.passages_in(own).map(twin));
        }
    }
    out
}
