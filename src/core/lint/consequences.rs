//! Removes from found diagnostics those that may only follow from another mistake, which is
//! reported itself: those about a section or an id that is written where something is wrong.
//!
//! Which of them are consequences depends on mistakes in any file, and is therefore decided last, for
//! all diagnostics of a source at once.

use crate::{
    analysis::Analysis,
    diagnostic::{Diagnostic, PossibleCause},
};

/// Removes the diagnostics with a cause that exists in the files as they are now.
pub(super) fn remove_consequences(analysis: &Analysis, found: &mut Vec<Diagnostic>) {
    found.retain(|diagnostic| {
        let is_present = |cause: &PossibleCause| {
            let Some(db) = analysis.ruleset_db_of(diagnostic.at.source) else {
                return false;
            };
            match cause {
                PossibleCause::UnreadName(name) => db.may_be_unread(name),
                PossibleCause::UnreadSection { id, edition } => {
                    let broken = db.broken_parts();
                    broken.is_uncertain(id, *edition, diagnostic.severity)
                }
                PossibleCause::UnreadTomlFile => false,
            }
        };
        !diagnostic.causes.iter().any(is_present)
    });
}

/// Returns the cause that the text of a section is wrong at any edition.
pub(super) fn unread_section(id: &str) -> PossibleCause {
    PossibleCause::UnreadSection {
        id: id.to_owned(),
        edition: usize::MAX,
    }
}
