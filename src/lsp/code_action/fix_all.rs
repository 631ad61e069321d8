//! Proposes one action that applies the preferred fix of every diagnostic of a file; of fixes that
//! overlap, only the first.

use super::{ProposedAction, SelectionContext};
use crate::{
    diagnostic::{Diagnostic, SourceEdit, select_edits},
    text::SourceId,
};

/// Proposes the preferred fix of every diagnostic.
pub(super) fn collect<'a>(context: &'a SelectionContext<'a>, out: &mut Vec<ProposedAction<'a>>) {
    if context
        .diagnostics
        .iter()
        .any(|diagnostic| diagnostic.preferred_fix().is_some())
    {
        out.push(ProposedAction::deferred(
            "fix all problems that can be fixed automatically",
            || preferred_fixes(&context.diagnostics, context.source),
        ));
    }
}

/// Returns the preferred fix of every diagnostic of a source, unless it edits other sources. Of
/// overlapping fixes the first is applied, and the others remain for the next time.
fn preferred_fixes(diagnostics: &[Diagnostic], own: SourceId) -> Vec<SourceEdit> {
    let (edits, _) = select_edits(own, diagnostics, Diagnostic::preferred_fix);
    edits.into_iter().cloned().collect()
}
