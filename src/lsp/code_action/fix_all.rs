//! Proposes one action that applies the preferred fix of every diagnostic of a file; of fixes that
//! overlap, only the first.

use super::context::{ProposedAction, RulesContext};
use crate::{
    diagnostic::{Diagnostic, SourceEdit},
    text::SourceId,
};
use std::collections::BTreeMap;

/// Proposes the preferred fix of every diagnostic.
pub(super) fn collect<'a>(context: &'a RulesContext<'a>, out: &mut Vec<ProposedAction<'a>>) {
    if context
        .diagnostics
        .iter()
        .any(|diagnostic| diagnostic.preferred_fix().is_some())
    {
        out.push(ProposedAction::deferred(
            "fix all problems that can be fixed automatically",
            || preferred_fixes(&context.diagnostics, context.document.source),
        ));
    }
}

/// Returns the preferred fix of every diagnostic of a source, unless it edits other sources. Of
/// overlapping fixes the first is applied, and the others remain for the next time.
pub(super) fn preferred_fixes(diagnostics: &[Diagnostic], own: SourceId) -> Vec<SourceEdit> {
    let mut out: Vec<SourceEdit> = Vec::new();
    // the spans of the edits: none touches another
    let mut taken: BTreeMap<usize, usize> = BTreeMap::new();
    for fix in diagnostics.iter().filter_map(Diagnostic::preferred_fix) {
        let overlaps = |new: &SourceEdit| {
            let (new, source) = (new.at.span, new.at.source);
            let before = taken.range(..=new.end()).next_back();
            source != own || before.is_some_and(|(_, end)| new.start() <= *end)
        };
        if !fix.edits.iter().any(overlaps) {
            for span in fix.edits.iter().map(|edit| edit.at.span) {
                let end = taken.entry(span.start()).or_default();
                *end = span.end().max(*end);
            }
            out.extend(fix.edits.iter().cloned());
        }
    }
    out
}
