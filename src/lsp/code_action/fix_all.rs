//! All fixes of a file at once.

use super::context::{ProposedAction, RulesContext};
use crate::{
    diagnostic::{Diagnostic, SourceEdit},
    text::SourceId,
};

/// Proposes the first fix of every diagnostic.
pub(super) fn collect<'a>(context: &'a RulesContext<'a>, out: &mut Vec<ProposedAction<'a>>) {
    if context
        .diagnostics
        .iter()
        .any(|diagnostic| !diagnostic.fixes.is_empty())
    {
        out.push(ProposedAction::deferred(
            "fix all problems that can be fixed automatically",
            || first_fixes(&context.diagnostics, context.document.source),
        ));
    }
}

/// Returns the first fix of every diagnostic of a source, unless it edits other sources. Of
/// overlapping fixes the first is applied, and the others remain for the next time.
pub(super) fn first_fixes(diagnostics: &[Diagnostic], own: SourceId) -> Vec<SourceEdit> {
    let mut out: Vec<SourceEdit> = Vec::new();
    for fix in diagnostics
        .iter()
        .filter_map(|diagnostic| diagnostic.fixes.first())
    {
        let overlaps = |new: &SourceEdit| {
            let (new, source) = (new.at.span, new.at.source);
            source != own
                || out
                    .iter()
                    .any(|old| old.at.span.start() <= new.end() && new.start() <= old.at.span.end())
        };
        if !fix.edits.iter().any(overlaps) {
            out.extend(fix.edits.iter().cloned());
        }
    }
    out
}
