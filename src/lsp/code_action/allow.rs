//! Proposes to insert `<!-- allow code: … -->` for a problem in a rules file; once the author
//! writes the reason in it, the problem is suppressed.

use super::{ProposedAction, RulesContext};
use crate::{diagnostic::SourceEdit, lint, text::Span};

/// Proposes to allow the diagnostics in the range, each in its part of the file. The author writes
/// the reason: without it the comment allows nothing.
pub(super) fn collect<'a>(context: &'a RulesContext<'a>, out: &mut Vec<ProposedAction<'a>>) {
    for (number, diagnostic) in context.diagnostics_in_range() {
        if lint::find_lint(&diagnostic.code).is_some_and(lint::is_suppressible) {
            let comment = format!("<!-- allow {}: … -->", diagnostic.code);
            let title = format!("allow `{}` here, with a reason", diagnostic.code);
            let edit = insertion(context, diagnostic.at.span, &comment);
            out.push(ProposedAction::new(title, vec![edit]).fixing(number));
        }
    }
}

/// Inserts the comment below the heading of the part that contains `span`, or after the front
/// matter.
fn insertion(context: &RulesContext<'_>, span: Span, comment: &str) -> SourceEdit {
    let file = context.document.file;
    let at = span.start();
    let heading = match file.entry_at(at) {
        Some(entry) => Some(entry.span),
        None => context.document.place_at(at).map(|place| place.span),
    };
    let before = heading.map(|heading| context.line(heading.start()).end());
    match before.or(Some(file.front.span.end()).filter(|end| *end > 0)) {
        // the span of the front matter may include the end of its last line
        Some(end) if context.text()[..end].ends_with('\n') => {
            context.insertion(end, format!("\n{comment}\n"))
        }
        Some(end) => context.insertion(end, format!("\n\n{comment}")),
        None => context.insertion(0, format!("{comment}\n\n")),
    }
}
