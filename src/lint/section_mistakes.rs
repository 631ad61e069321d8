//! Decides which of the errors that the resolver found in a section follow from mistakes in its
//! instructions; reports nothing.

use super::consequences::unread_section;
use crate::{
    diagnostic::PossibleCause,
    model::{EditionIx, Patch, PatchIx},
    op::{PatchError, PatchErrorKind},
    resolve::{RulesetDb, Section},
    syntax::flatten_blocks,
};
use std::collections::{HashMap, HashSet};

/// The wrong instructions of a section; decides which of the resolver's other errors there only
/// follow from them.
pub(super) struct SectionMistakes<'s> {
    db: &'s RulesetDb,
    section: &'s Section,
    /// The first edition with a mistake.
    first: Option<EditionIx>,
    /// The instructions with mistakes, and whether they reach another unit than they name.
    wrong: HashMap<PatchIx, bool>,
    /// The ids that these instructions give to units.
    names: HashSet<String>,
}

impl<'s> SectionMistakes<'s> {
    /// Collects the mistakes of a section.
    pub(super) fn new(db: &'s RulesetDb, section: &'s Section) -> Self {
        let mut wrong: HashMap<PatchIx, bool> = HashMap::new();
        for error in section
            .errors
            .iter()
            .filter(|error| error.kind.is_mistake())
        {
            let reaches_other = matches!(error.kind, PatchErrorKind::WrongName { .. });
            *wrong.entry(error.patch).or_default() |= reaches_other;
        }
        let patches = wrong.keys().filter_map(|&patch| section.patch(patch));
        let names = patches.flat_map(|patch| names_given(patch)).collect();
        Self {
            db,
            section,
            first: (!wrong.is_empty())
                .then(|| db.first_mistake(section))
                .flatten(),
            wrong,
            names,
        }
    }

    /// Returns whether a fault follows from a mistake in an instruction of the section that was read.
    pub(super) fn explain(&self, patch: &Patch, fault: &PatchError) -> bool {
        let own = self.wrong.get(&fault.patch);
        let reaches_other_unit = match &fault.kind {
            PatchErrorKind::FactLost { .. } => own.is_some(),
            PatchErrorKind::DuplicateName { .. } => own.is_some_and(|reaches_other| *reaches_other),
            _ => false,
        };
        let lacks_other = match &fault.kind {
            PatchErrorKind::Dangling { what, .. } => {
                let has_other = self.wrong.len() > usize::from(own.is_some());
                let is_withdrawal = self.db.ruleset.documents.contains_key(what) && has_other;
                is_withdrawal
                    || what
                        .strip_prefix('#')
                        .is_some_and(|name| self.names.contains(name))
            }
            _ => false,
        };
        let is_quote = matches!(&fault.kind, PatchErrorKind::Quote { .. });
        let is_address = matches!(&fault.kind, PatchErrorKind::Dangling { .. });
        // an address that finds nothing may be the mistake from which later documents suffer
        let may_follow = |other: PatchIx| is_quote || is_address && other < fault.patch;
        let finds_other_text = {
            let mut others = self
                .wrong
                .keys()
                .filter(|other| may_follow(**other))
                .filter_map(|&other| self.section.patch(other));
            others.any(|other| other.edition == patch.edition && other.document != patch.document)
        };
        reaches_other_unit
            || lacks_other
            || finds_other_text
            || self.first.is_some_and(|first| patch.edition > first)
    }

    /// Returns what a fault of `patch` may follow from: its instruction cannot be read, or that of
    /// another one. A later instruction finds another text then, and a withdrawal nothing to withdraw.
    pub(super) fn causes(&self, patch: &Patch, kind: &PatchErrorKind) -> Vec<PossibleCause> {
        let payload = matches!(
            kind,
            PatchErrorKind::FactLost { .. } | PatchErrorKind::Payload { .. }
        );
        let own = PossibleCause::UnreadInstruction { payload };
        let documents = &self.db.ruleset.documents;
        let is_withdrawal =
            matches!(kind, PatchErrorKind::Dangling { what, .. } if documents.contains_key(what));
        let is_any = is_withdrawal
            || !documents.contains_key(&*patch.document)
            || self.db.broken_parts().has_lost_file();
        let other = if is_any {
            unread_section(&self.section.id)
        } else {
            PossibleCause::UnreadSection {
                id: self.section.id.to_string(),
                edition: usize::from(patch.edition.0),
                document: (!needs_siblings(kind)).then(|| patch.document.to_string()),
            }
        };
        vec![own, other]
    }
}

/// Returns the ids that an instruction has and gives to units of its text.
fn names_given(patch: &Patch) -> Vec<String> {
    let Some(entry) = patch.entry() else {
        return Vec::new();
    };
    let own = entry.attrs.id.iter().map(|id| id.value.clone());
    let blocks = flatten_blocks(&entry.payload).into_iter();
    let inner = blocks.flat_map(|block| block.attrs.names().map(|(name, _)| name));
    own.chain(inner).collect()
}

/// Returns whether a fault may come from another instruction of the same edition.
fn needs_siblings(kind: &PatchErrorKind) -> bool {
    match kind {
        PatchErrorKind::Dangling { what, .. } => what.starts_with('#'),
        PatchErrorKind::WrongName { .. }
        | PatchErrorKind::DuplicateName { .. }
        | PatchErrorKind::Conflict { .. }
        | PatchErrorKind::Overtaken { .. }
        | PatchErrorKind::OrderDependent { .. } => true,
        _ => false,
    }
}
