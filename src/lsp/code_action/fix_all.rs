//! All fixes of a file at once.

use super::context::{ProposedAction, RulesContext};
use crate::diagnostic::SourceEdit;

/// Proposes the first fix of every diagnostic. Of overlapping fixes the first is applied, and the
/// others remain for the next time.
pub(super) fn collect<'a>(context: &'a RulesContext<'a>, out: &mut Vec<ProposedAction<'a>>) {
    if context
        .diagnostics
        .iter()
        .any(|diagnostic| !diagnostic.fixes.is_empty())
    {
        out.push(ProposedAction::deferred(
            "fix all problems that can be fixed automatically",
            || all(context),
        ));
    }
}

fn all(context: &RulesContext<'_>) -> Vec<SourceEdit> {
    let mut out: Vec<SourceEdit> = Vec::new();
    for fix in context
        .diagnostics
        .iter()
        .filter_map(|diagnostic| diagnostic.fixes.first())
    {
        let overlaps = |new: &SourceEdit| {
            let (new, source) = (new.at.span, new.at.source);
            source != context.document.source
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
