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
        let title = format!("allow `{own}` here, with a reason");
        out.push(ProposedAction::new(title, vec![edit]).fixing(number));
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
    let (ruleset, values) = (&db.ruleset, &case.rule_values);
    let others = ruleset.editions.iter().rev();
    for edition in others.filter(|edition| edition.id != values.edition) {
        let from = ruleset.edition(&edition.id);
        let from = from.and_then(|ix| ruleset.in_force_from(ix));
        if from.is_none_or(|from| from.counts_from() <= values.view.as_of) {
            let title = format!("migrate to {}", edition.id);
            let edits = move || moved(context, &edition.id);
            out.push(ProposedAction::deferred(title, edits));
        }
    }
}

/// Returns the edits that migrate to another edition; none if the scenario cannot be checked there.
fn moved(context: &SelectionContext<'_>, edition: &str) -> Vec<SourceEdit> {
    let (state, text) = (context.snapshot.state, context.text());
    let options = editor_check_options(context.snapshot.today());
    let (analysis, source) = (&state.analysis, context.source);
    let moved = state
        .checker
        .migrate(analysis, source, text, edition, &options);
    let edits = moved.map_or_else(|_| Vec::new(), |moved| line_diff::edits(text, &moved.text));
    let edits = edits.into_iter();
    edits
        .map(|(span, text)| SourceEdit::new(source, span, text))
        .collect()
}
