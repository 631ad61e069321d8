//! Leaves out what may only follow from another mistake, which is reported itself: diagnostics about an
//! id that is written where something cannot be read, and faults of instructions that build on wrong
//! ones.
//!
//! The first depends on mistakes in any file, and is therefore decided last, for all diagnostics of a
//! source at once.

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
        let db = analysis.ruleset_db_of(diagnostic.at.source);
        let is_present = |cause: &PossibleCause| match cause {
            PossibleCause::UnreadName(name) => db.is_some_and(|db| db.may_be_unread(name)),
            PossibleCause::UnreadSection(id, edition) => {
                db.is_some_and(|db| db.is_in_doubt(id, *edition, diagnostic.severity))
            }
            PossibleCause::UnreadTomlFile => false,
        };
        !diagnostic.causes.iter().any(is_present)
    });
}

/// Returns the cause that the text of a section is wrong at any edition.
pub(super) fn unread_section(id: &str) -> PossibleCause {
    PossibleCause::UnreadSection(id.to_owned(), usize::MAX)
}

/// The wrong instructions of a section; decides which of the resolver's other errors there only
/// follow from them.
pub(super) struct SectionMistakes<'s> {
    db: &'s RulesetDb,
    section: &'s Section,
    /// The first edition with a mistake.
    first: Option<EditionIx>,
    /// The worst fault of each instruction, by [`rank`].
    worst: HashMap<PatchIx, u8>,
}

/// Returns how much a fault explains: one that reaches another unit than it names explains the other
/// faults of the instruction, and any mistake those that are none.
fn rank(kind: &PatchErrorKind) -> u8 {
    match kind {
        PatchErrorKind::WrongName { .. } => 2,
        kind => u8::from(kind.is_mistake()),
    }
}

impl<'s> SectionMistakes<'s> {
    /// Collects the mistakes of a section.
    pub(super) fn new(db: &'s RulesetDb, section: &'s Section) -> Self {
        let mut worst: HashMap<PatchIx, u8> = HashMap::new();
        for error in &section.errors {
            let own = worst.entry(error.patch).or_default();
            *own = rank(&error.kind).max(*own);
        }
        let is_wrong = worst.values().any(|rank| *rank > 0);
        let first = is_wrong.then(|| db.first_mistake(section)).flatten();
        Self {
            db,
            section,
            first,
            worst,
        }
    }

    /// Returns whether a fault follows from a mistake: a worse one of its own instruction, one of an
    /// earlier edition, or one of another document of this edition on which it may build.
    pub(super) fn explain(&self, patch: &Patch, fault: &PatchError) -> bool {
        let is_own = self
            .worst
            .get(&fault.patch)
            .is_some_and(|worst| *worst > rank(&fault.kind));
        let builds_on = |(&other, rank): (&PatchIx, &u8)| {
            let is_earlier = self.section.patch(other).is_some_and(|other| {
                other.edition == patch.edition && other.document != patch.document
            });
            *rank > 0
                && other != fault.patch
                && match &fault.kind {
                    // an instruction may give the id, or be the one that is withdrawn
                    PatchErrorKind::Dangling { what, .. } => {
                        self.names_instruction(what) || is_earlier && other < fault.patch
                    }
                    PatchErrorKind::Quote { .. } => is_earlier,
                    _ => false,
                }
        };
        is_own
            || self.first.is_some_and(|first| patch.edition > first)
            || self.worst.iter().any(builds_on)
    }

    fn names_instruction(&self, what: &str) -> bool {
        what.starts_with('#') || self.db.ruleset.documents.contains_key(what)
    }

    /// Returns what a fault of `patch` may follow from: an instruction for the section that cannot be
    /// read. A withdrawal may lack what it withdraws, of any edition.
    pub(super) fn cause(&self, patch: &Patch, kind: &PatchErrorKind) -> PossibleCause {
        let documents = &self.db.ruleset.documents;
        let is_withdrawal =
            matches!(kind, PatchErrorKind::Dangling { what, .. } if documents.contains_key(what));
        let is_dated = documents.contains_key(&*patch.document) && !self.db.has_lost_file();
        let edition = match is_dated && !is_withdrawal {
            true => usize::from(patch.edition.0),
            false => usize::MAX,
        };
        PossibleCause::UnreadSection(self.section.id.to_string(), edition)
    }
}
