//! Proposes to insert `<!-- allow code: … -->` for a problem in a rules file; once the author
//! writes the reason in it, the problem is suppressed.

use super::{ProposedAction, RulesContext};
use crate::{diagnostic::SourceEdit, lint, syntax::Extent, text::Span};

/// Proposes to allow the diagnostics in the range, each in its part of the file. The author writes
/// the reason: without it the comment allows nothing.
pub(super) fn collect<'a>(context: &'a RulesContext<'a>, out: &mut Vec<ProposedAction<'a>>) {
    for (number, diagnostic) in context.diagnostics_in_range() {
        if lint::find_lint(&diagnostic.code).is_some_and(lint::is_suppressible) {
            let comment = format!("<!-- allow {}: … -->", diagnostic.code);
            let title = format!("allow `{}` here, with a reason", diagnostic.code);
            out.push(
                ProposedAction::new(
                    title,
                    vec![insertion(context, diagnostic.at.span, &comment)],
                )
                .fixing(number),
            );
        }
    }
}

/// Inserts the comment below the heading of the part that contains `span`, or after the front
/// matter.
fn insertion(context: &RulesContext<'_>, span: Span, comment: &str) -> SourceEdit {
    let file = context.document.file;
    let place = |at: usize| file.places.get(at);
    let heading = match file.part_at(span.start()) {
        Extent::File => None,
        Extent::Place(at) => place(at).map(|place| place.span.start()),
        Extent::Entry(at, entry) => place(at)
            .and_then(|place| place.entries.get(entry))
            .map(|entry| entry.span.start()),
    };
    let before = heading
        .map(|start| context.line_end(start))
        .or(Some(file.front.span.end()).filter(|end| *end > 0));
    match before {
        // the span of the front matter may include the end of its last line
        Some(end) if context.text()[..end].ends_with('\n') => {
            context.edit(Span::new(end, end), format!("\n{comment}\n"))
        }
        Some(end) => context.edit(Span::new(end, end), format!("\n\n{comment}")),
        None => context.edit(Span::default(), format!("{comment}\n\n")),
    }
}
