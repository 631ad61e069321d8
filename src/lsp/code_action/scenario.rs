//! Code actions in scenarios: `<!-- allow … -->`, and migration to another edition.

use super::{ProposedAction, SelectionContext};
use crate::{diagnostic::SourceEdit, scenario::editor_check_options, text::line_diff};

/// Proposes to allow the problem of a scenario rule. The author writes the reason: without it the
/// comment allows nothing.
pub(super) fn allow<'a>(context: &'a SelectionContext<'a>, out: &mut Vec<ProposedAction<'a>>) {
    if context.scenario.is_none() {
        return;
    }
    for (number, diagnostic) in context.diagnostics_in_range() {
        let Some((_, own)) = diagnostic.code.split_once('/') else {
            continue;
        };
        let start = context.line(diagnostic.at.span.start()).start();
        let edit = context.insertion(start, format!("<!-- allow {own}: … -->\n"));
        out.push(
            ProposedAction::new(format!("allow `{own}` here, with a reason"), vec![edit])
                .fixing(number),
        );
    }
}

/// Proposes to migrate the scenario to another edition, as `rulebook migrate` does.
pub(super) fn migrate<'a>(context: &'a SelectionContext<'a>, out: &mut Vec<ProposedAction<'a>>) {
    let Some(Ok(case)) = context.scenario.as_ref().map(|document| &document.bound) else {
        return;
    };
    let Some(db) = context.snapshot.analysis().ruleset_db(&case.ruleset) else {
        return;
    };
    for edition in db
        .ruleset
        .editions
        .iter()
        .rev()
        .filter(|edition| edition.id != case.rule_values.edition)
    {
        let from = db
            .ruleset
            .edition(&edition.id)
            .and_then(|ix| db.ruleset.in_force_from(ix));
        if from.is_none_or(|from| from.counts_from() <= case.rule_values.view.as_of) {
            out.push(ProposedAction::deferred(
                format!("migrate to {}", edition.id),
                move || moved(context, &edition.id),
            ));
        }
    }
}

/// Returns the edits that migrate to another edition; none if the scenario cannot be checked there.
fn moved(context: &SelectionContext<'_>, edition: &str) -> Vec<SourceEdit> {
    let (state, text) = (context.snapshot.state, context.text());
    let options = editor_check_options(context.snapshot.today());
    match state
        .checker
        .migrate(&state.analysis, context.source, text, edition, &options)
    {
        Ok(moved) => line_diff::edits(text, &moved.text)
            .into_iter()
            .map(|(span, text)| SourceEdit::new(context.source, span, text))
            .collect(),
        Err(_) => Vec::new(),
    }
}
