//! Recognises edits that only moved the source text of a section, and updates the positions in the
//! resolved section, which is not resolved again.

use super::{BookDifference, RoutedPatch, Section};
use crate::{
    diagnostic::Location,
    model::{Patch, PatchIx, PrintedInstructionRef, UnitId},
    op::PatchError,
    text::Span,
};
use std::sync::Arc;

/// Returns the bytes of a patch in its file.
pub(super) fn patch_span(patch: &Patch) -> Span {
    match patch.entry() {
        Some(entry) => entry.span,
        None => patch.place().map(|place| place.span).unwrap_or_default(),
    }
}

/// Returns the fingerprints of the source of a patch, without its position.
fn fingerprint(patch: &Patch) -> Option<(u64, Option<u64>)> {
    Some((
        patch.place()?.fingerprint,
        patch.entry().map(|entry| entry.fingerprint),
    ))
}

fn twin_fingerprint(twin: &PrintedInstructionRef) -> Option<u64> {
    twin.entry().map(|entry| entry.fingerprint)
}

/// Returns whether two patches differ only in their position in the file.
pub(super) fn is_same_instruction(old: &Patch, new: &Patch) -> bool {
    // a patch without a number is identified by its position
    let placed = |patch: &Patch| (!patch.is_numbered()).then_some((patch.place, patch.entry));
    fingerprint(old).is_some()
        && fingerprint(old) == fingerprint(new)
        && old.entry.is_some() == new.entry.is_some()
        && (old.file.source, old.file.role, old.file.front.layer)
            == (new.file.source, new.file.role, new.file.front.layer)
        && (old.edition, old.own_edition, old.frame, old.known)
            == (new.edition, new.own_edition, new.frame, new.known)
        && (old.rank, old.turn, old.until) == (new.rank, new.turn, new.until)
        && (&old.document, &old.scope) == (&new.document, &new.scope)
        && old.twin.as_ref().map(twin_fingerprint) == new.twin.as_ref().map(twin_fingerprint)
        && (old.entry.is_none() || placed(old) == placed(new))
}

impl RoutedPatch {
    /// Returns whether this is the same part of the same instruction, which may have moved within
    /// its file.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        let places = |part: &Self| {
            let start = patch_span(&part.patch).start();
            part.elsewhere
                .iter()
                .map(|span| (span.start().wrapping_sub(start), span.len()))
                .collect::<Vec<_>>()
        };
        self.meaning == other.meaning
            && self.slice == other.slice
            && is_same_instruction(&self.patch, &other.patch)
            && places(self) == places(other)
    }
}

/// Moves `span` along with a text at `old` that is now at `new`, if `span` is inside `old`.
fn move_with(span: Span, old: Span, new: Span) -> Span {
    if span.start() < old.start() || span.end() > old.end() {
        return span;
    }
    Span::new(
        span.start() - old.start() + new.start(),
        span.end() - old.start() + new.start(),
    )
}

/// Returns `span` in the current text of its file: it moves along with the narrowest patch that
/// contained it. Each patch is given as its old and its new bytes. Returns `None` if no patch
/// contained it.
pub fn relocate_span(span: Span, patches: impl Iterator<Item = (Span, Span)>) -> Option<Span> {
    let holds = |(old, _): &(Span, Span)| old.start() <= span.start() && span.end() <= old.end();
    // the narrowest is an instruction rather than the place that represents its section
    let (old, new) = patches.filter(holds).min_by_key(|(old, _)| old.len())?;
    Some(move_with(span, old, new))
}

impl Section {
    /// Returns the same section after edits that only moved its source text. `patches` are its
    /// patches in the current text of their files.
    pub(super) fn relocated(&self, patches: Vec<Arc<Patch>>) -> Self {
        let shift =
            |span: Span, patch: PatchIx| match (self.patch(patch), patches.get(patch.0 as usize)) {
                (Some(old), Some(new)) => move_with(span, patch_span(old), patch_span(new)),
                (Some(_), None) | (None, _) => span,
            };
        let errors = self
            .errors
            .iter()
            .map(|error| PatchError {
                span: shift(error.span, error.patch),
                ..error.clone()
            })
            .collect();
        let differences = self.differences.iter();
        let differences = differences
            .map(|found| BookDifference {
                span: shift(found.span, found.book),
                ..found.clone()
            })
            .collect();
        self.with_findings(patches, errors, differences)
    }

    /// Returns where a unit was first defined, in the current text of its file.
    pub fn unit_location(&self, unit: UnitId) -> Location {
        let at = self.arena.location(unit);
        let own = self
            .extents
            .iter()
            .zip(&self.patches)
            .filter(|(_, patch)| patch.file.source == at.source);
        let span = relocate_span(at.span, own.map(|(old, patch)| (*old, patch_span(patch))));
        Location::new(at.source, span.unwrap_or(at.span))
    }
}
