//! Proposes one action that applies the preferred fix of every diagnostic of a file; of fixes that
//! overlap, only the first.

use super::{ProposedAction, SelectionContext};
use crate::diagnostic::{Diagnostic, select_edits};

/// Proposes the preferred fix of every diagnostic, unless it edits other sources. Of overlapping fixes
/// the first is applied, and the others remain for the next time.
pub(super) fn collect<'a>(context: &'a SelectionContext<'a>, out: &mut Vec<ProposedAction<'a>>) {
    let mut diagnostics = context.diagnostics.iter();
    if diagnostics.any(|diagnostic| diagnostic.preferred_fix().is_some()) {
        let title = "fix all problems that can be fixed automatically";
        out.push(ProposedAction::deferred(title, || {
            let choose = Diagnostic::preferred_fix;
            let (edits, _) = select_edits(context.source, &context.diagnostics, choose);
            edits.into_iter().cloned().collect()
        }));
    }
}
