//! Removes from found diagnostics those that may only follow from another mistake, which is
//! reported itself: those about a section or an id that is written where something is wrong.
//!
//! Which of them are consequences depends on mistakes in any file, and is therefore decided last, for
//! all diagnostics of a source at once.

use crate::{
    analysis::Analysis,
    diagnostic::{Diagnostic, PossibleCause},
    model::{EditionIx, Patch, PatchIx},
    op::{PatchError, PatchErrorKind},
    resolve::{RulesetDb, Section},
};
use std::collections::HashMap;

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

/// The wrong instructions of a section; decides which of the resolver's other errors there only
/// follow from them.
pub(super) struct SectionMistakes<'s> {
    db: &'s RulesetDb,
    section: &'s Section,
    /// The first edition with a mistake.
    first: Option<EditionIx>,
    /// The instructions with mistakes, and whether they reach another unit than they name.
    wrong: HashMap<PatchIx, bool>,
}

impl<'s> SectionMistakes<'s> {
    /// Collects the mistakes of a section.
    pub(super) fn new(db: &'s RulesetDb, section: &'s Section) -> Self {
        let mut wrong: HashMap<PatchIx, bool> = HashMap::new();
        let mistakes = section.errors.iter().filter(|own| own.kind.is_mistake());
        for error in mistakes {
            let reaches_other = matches!(error.kind, PatchErrorKind::WrongName { .. });
            *wrong.entry(error.patch).or_default() |= reaches_other;
        }
        let first = match wrong.is_empty() {
            true => None,
            false => db.first_mistake(section),
        };
        Self {
            db,
            section,
            first,
            wrong,
        }
    }

    /// Returns whether a fault follows from a mistake: one in an earlier edition, of its own
    /// instruction, or of one on which it may build.
    pub(super) fn explain(&self, patch: &Patch, fault: &PatchError) -> bool {
        let is_own = match self.wrong.get(&fault.patch) {
            Some(true) => !matches!(fault.kind, PatchErrorKind::WrongName { .. }),
            Some(false) => !fault.kind.is_mistake(),
            None => false,
        };
        // an address that finds nothing may be the mistake from which later documents suffer
        let builds_on = |other: PatchIx| match &fault.kind {
            PatchErrorKind::Dangling { what, .. } if self.names_instruction(what) => true,
            PatchErrorKind::Quote { .. } => self.is_of_other_document(patch, other),
            PatchErrorKind::Dangling { .. } => {
                other < fault.patch && self.is_of_other_document(patch, other)
            }
            _ => false,
        };
        let mut others = self.wrong.keys().filter(|other| **other != fault.patch);
        is_own
            || others.any(|other| builds_on(*other))
            || self.first.is_some_and(|first| patch.edition > first)
    }

    /// Returns whether an address names an id, which an instruction may give, or a document whose
    /// instruction is withdrawn.
    fn names_instruction(&self, what: &str) -> bool {
        what.starts_with('#') || self.db.ruleset.documents.contains_key(what)
    }

    fn is_of_other_document(&self, patch: &Patch, other: PatchIx) -> bool {
        let other = self.section.patch(other);
        other
            .is_some_and(|other| other.edition == patch.edition && other.document != patch.document)
    }

    /// Returns what a fault of `patch` may follow from: an instruction for the section that cannot be
    /// read. A withdrawal may lack what it withdraws, of any edition.
    pub(super) fn cause(&self, patch: &Patch, kind: &PatchErrorKind) -> PossibleCause {
        let documents = &self.db.ruleset.documents;
        let is_withdrawal =
            matches!(kind, PatchErrorKind::Dangling { what, .. } if documents.contains_key(what));
        let is_any = is_withdrawal
            || !documents.contains_key(&*patch.document)
            || self.db.broken_parts().has_lost_file;
        match is_any {
            true => unread_section(&self.section.id),
            false => PossibleCause::UnreadSection {
                id: self.section.id.to_string(),
                edition: usize::from(patch.edition.0),
            },
        }
    }
}
