//! Proposes the fixes of the diagnostics in the selected range, best first.

use super::{ProposedAction, RulesContext};
use crate::diagnostic::Diagnostic;

/// Proposes the fixes of the diagnostics in the range, best first.
pub(super) fn collect<'a>(context: &'a RulesContext<'a>, out: &mut Vec<ProposedAction<'a>>) {
    out.extend(context.diagnostics_in_range().flat_map(fixes));
}

/// Returns the fixes of a diagnostic, best first.
pub(super) fn fixes<'a>(
    (number, diagnostic): (usize, &Diagnostic),
) -> impl Iterator<Item = ProposedAction<'a>> {
    let preferred = diagnostic.preferred_fix();
    diagnostic.fixes.iter().map(move |fix| {
        ProposedAction::new(fix.title.clone(), fix.edits.clone())
            .fixing(number)
            .preferred(preferred == Some(fix))
    })
}
