//! What an edit leaves as it was, and only moves: instructions that read the same at another place of their file.

use super::{Difference, Part, Section};
use crate::{
    diagnostic::Location,
    model::{Patch, PatchIx, Twin, UnitId},
    op::Fault,
    text::Span,
};
use std::sync::Arc;

/// The bytes of a patch in its file.
pub(super) fn extent(patch: &Patch) -> Span {
    match patch.entry() {
        Some(entry) => entry.span,
        None => patch.place().map(|place| place.span).unwrap_or_default(),
    }
}

/// What the source of a patch says, its place aside.
fn reading(patch: &Patch) -> Option<(u64, Option<u64>)> {
    Some((
        patch.place()?.fingerprint,
        patch.entry().map(|entry| entry.fingerprint),
    ))
}

fn twin_reading(twin: &Twin) -> Option<u64> {
    twin.entry().map(|entry| entry.fingerprint)
}

/// Whether two patches are the same but for their place in the file.
pub(super) fn same(old: &Patch, new: &Patch) -> bool {
    // a patch that no number names is known by its place
    let placed = |patch: &Patch| (!patch.is_numbered()).then_some((patch.place, patch.entry));
    reading(old).is_some()
        && reading(old) == reading(new)
        && old.entry.is_some() == new.entry.is_some()
        && (old.file.source, old.file.role, old.file.front.layer)
            == (new.file.source, new.file.role, new.file.front.layer)
        && (old.edition, old.own_edition, old.frame, old.known)
            == (new.edition, new.own_edition, new.frame, new.known)
        && (old.rank, old.turn, old.until) == (new.rank, new.turn, new.until)
        && (&old.document, &old.scope) == (&new.document, &new.scope)
        && old.twin.as_ref().map(twin_reading) == new.twin.as_ref().map(twin_reading)
        && (old.entry.is_none() || placed(old) == placed(new))
}

impl Part {
    /// Whether it is the same part of the same instruction, which may have moved in its file.
    pub(super) fn same(&self, other: &Self) -> bool {
        let places = |part: &Self| {
            let start = extent(&part.patch).start();
            part.elsewhere
                .iter()
                .map(|span| (span.start().wrapping_sub(start), span.len()))
                .collect::<Vec<_>>()
        };
        self.meaning == other.meaning
            && self.slice == other.slice
            && same(&self.patch, &other.patch)
            && places(self) == places(other)
    }
}

/// `span` of a file in which `old` became `new`, if it lies inside.
fn moved(span: Span, old: Span, new: Span) -> Span {
    if span.start() < old.start() || span.end() > old.end() {
        return span;
    }
    Span::new(
        span.start() - old.start() + new.start(),
        span.end() - old.start() + new.start(),
    )
}

/// `span` in the present text of its file: it moves with the narrowest of the patches that held it, each given by the bytes it had and
/// those it has. None where none held it.
pub fn follow(span: Span, patches: impl Iterator<Item = (Span, Span)>) -> Option<Span> {
    let holds = |(old, _): &(Span, Span)| old.start() <= span.start() && span.end() <= old.end();
    // the narrowest: an instruction rather than the place that stands for its section
    let (old, new) = patches.filter(holds).min_by_key(|(old, _)| old.len())?;
    Some(moved(span, old, new))
}

impl Section {
    /// The same section, of which files were edited without a change to what concerns it: `patches` are its patches, each in the
    /// present text of its file.
    pub(super) fn moved_to(&self, patches: Vec<Arc<Patch>>) -> Self {
        let shift =
            |span: Span, patch: PatchIx| match (self.patch(patch), patches.get(patch.0 as usize)) {
                (Some(old), Some(new)) => moved(span, extent(old), extent(new)),
                (Some(_), None) | (None, _) => span,
            };
        let faults = self
            .faults
            .iter()
            .map(|fault| Fault {
                span: shift(fault.span, fault.patch),
                ..fault.clone()
            })
            .collect();
        let differences = self.differences.iter();
        let differences = differences
            .map(|found| Difference {
                span: shift(found.span, found.book),
                ..found.clone()
            })
            .collect();
        self.shared(patches, faults, differences)
    }

    /// Where a unit was first read, in the present text of its file.
    pub fn at(&self, unit: UnitId) -> Location {
        let at = self.arena.at(unit);
        let own = self
            .extents
            .iter()
            .zip(&self.patches)
            .filter(|(_, patch)| patch.file.source == at.source);
        let span = follow(at.span, own.map(|(old, patch)| (*old, extent(patch))));
        Location::new(at.source, span.unwrap_or(at.span))
    }
}
