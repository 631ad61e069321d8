//! Fixes of a diagnostic.

use super::context::{ProposedAction, RulesContext};

/// Proposes the fixes of the diagnostics in the range, best first.
pub(super) fn collect<'a>(context: &'a RulesContext<'a>, out: &mut Vec<ProposedAction<'a>>) {
    for (number, diagnostic) in context.diagnostics_in_range() {
        for (at, fix) in diagnostic.fixes.iter().enumerate() {
            out.push(
                ProposedAction::new(fix.title.clone(), fix.edits.clone())
                    .fixing(number)
                    .preferred(at == 0),
            );
        }
    }
}
