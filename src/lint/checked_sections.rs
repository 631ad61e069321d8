//! `SectionDiagnosticsCache`: cached diagnostics of a ruleset's sections, moved along when an edit moves
//! the text; part of `DiagnosticsCache`.

use crate::{
    diagnostic::{Diagnostic, Location},
    resolve::{RulesetDb, relocate_span},
    text::{SourceId, Span},
};
use imbl::{HashMap, OrdSet};
use std::{collections::BTreeSet, sync::Arc};

/// The cached diagnostics of the checked sections of a ruleset, by section id; an edit of a source
/// moves their byte ranges.
#[derive(Clone, Debug, Default)]
pub(super) struct SectionDiagnosticsCache {
    /// By their ids.
    pub(super) checked: HashMap<Arc<str>, Arc<CheckedSection>>,
    /// The sections that have, or once had, diagnostics in a source: only their places are moved
    /// when its text moves.
    within: HashMap<SourceId, OrdSet<Arc<str>>>,
}

/// The diagnostics of a section in all sources, and the section's spans when checked, by which an
/// edit moves the diagnostics.
#[derive(Clone, Debug)]
pub(super) struct CheckedSection {
    /// The diagnostics, in any source.
    pub(super) found: Vec<Diagnostic>,
    /// For each source that the diagnostics point into: the spans that were about the section when
    /// it was checked.
    extents: Vec<(SourceId, Vec<Span>)>,
}

impl SectionDiagnosticsCache {
    pub(super) fn insert(&mut self, id: &Arc<str>, checked: CheckedSection) {
        for (source, _) in &checked.extents {
            let within = self.within.entry(*source).or_default();
            within.insert(Arc::clone(id));
        }
        self.checked.insert(Arc::clone(id), Arc::new(checked));
    }

    /// Moves the diagnostics in `source` to the new places of the sections that are checked.
    pub(super) fn follow(&mut self, db: &RulesetDb, source: SourceId) {
        let Some(within) = self.within.get(&source).cloned() else {
            return;
        };
        for id in within {
            let Some(checked) = self.checked.get_mut(&id) else {
                continue;
            };
            if !Arc::make_mut(checked).follow(db, &id, source) {
                self.checked.remove(&id);
            }
        }
    }
}

impl CheckedSection {
    pub(super) fn new(db: &RulesetDb, id: &str, mut found: Vec<Diagnostic>) -> Self {
        let sources: BTreeSet<SourceId> = found
            .iter_mut()
            .flat_map(places)
            .map(|at| at.source)
            .collect();
        let extents = sources
            .into_iter()
            .map(|source| (source, db.spans_in_source(id, source)))
            .collect();
        Self { found, extents }
    }

    /// Moves the diagnostics in `source` to the new places of the section's spans in its text.
    /// Returns whether it could: if not, the section must be checked again.
    fn follow(&mut self, db: &RulesetDb, id: &str, source: SourceId) -> bool {
        let Some((_, old)) = self.extents.iter_mut().find(|(other, _)| *other == source) else {
            return true;
        };
        let new = db.spans_in_source(id, source);
        for at in self
            .found
            .iter_mut()
            .flat_map(places)
            .filter(|at| at.source == source)
        {
            match relocate_span(at.span, old.iter().copied().zip(new.iter().copied())) {
                Some(span) => at.span = span,
                None => return false,
            }
        }
        *old = new;
        true
    }
}

/// Returns all locations in a diagnostic: its own, the related ones, those of its fixes.
fn places(finding: &mut Diagnostic) -> impl Iterator<Item = &mut Location> {
    let related = finding.related.iter_mut().map(|related| &mut related.at);
    let edits = finding
        .fixes
        .iter_mut()
        .flat_map(|fix| &mut fix.edits)
        .map(|edit| &mut edit.at);
    std::iter::once(&mut finding.at).chain(related).chain(edits)
}
