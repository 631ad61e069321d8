//! Proposes the fixes of the diagnostics in the selected range, best first.

use super::{ProposedAction, SelectionContext};

/// Proposes the fixes of the diagnostics in the range, best first.
pub(super) fn collect<'a>(context: &'a SelectionContext<'a>, out: &mut Vec<ProposedAction<'a>>) {
    for (number, diagnostic) in context.diagnostics_in_range() {
        let preferred = diagnostic.preferred_fix();
        out.extend(diagnostic.fixes.iter().map(|fix| {
            ProposedAction::new(fix.title.clone(), fix.edits.clone())
                .fixing(number)
                .preferred(preferred == Some(fix))
        }));
    }
}
