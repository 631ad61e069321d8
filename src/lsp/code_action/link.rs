//! Proposes to turn a page reference in rules text, `P.18`, into a link to a section there.

use super::{ProposedAction, RulesContext};
use crate::{diagnostic::SourceEdit, text::Span};

/// The maximum number of sections of one page.
const MAX_LINKS: usize = 8;

/// Proposes `[P.18](#id)` for the `P.18` at the cursor, for each section on that page.
pub(super) fn collect<'a>(context: &'a RulesContext<'a>, out: &mut Vec<ProposedAction<'a>>) {
    let text = context.text();
    let line = context.line(context.span.start());
    let words = line.of(text);
    if !words.starts_with('>') {
        return;
    }
    for (span, page) in pages(words) {
        let span = span.shifted(line.start());
        if !context.overlaps(span) || is_link(text, span) {
            continue;
        }
        let db = context.document.db;
        let found = db.sections_on_page(page);
        for id in found.iter().take(MAX_LINKS) {
            let heading = db.section_info(id).unwrap_or_default().heading;
            let title = format!("link to #{id}: {heading}");
            let link = format!("[{}](#{id})", span.of(text));
            let edit = SourceEdit::new(context.source, span, link);
            out.push(ProposedAction::new(title, vec![edit]).preferred(found.len() == 1));
        }
    }
}

/// Finds the references to pages in a line, with the page.
fn pages(line: &str) -> Vec<(Span, &str)> {
    let mut out = Vec::new();
    for lead in ["P.", "p.", "Page", "page"] {
        for (start, _) in line.match_indices(lead) {
            let whole = !line[..start].ends_with(|c: char| c.is_alphanumeric());
            let rest = &line[start + lead.len()..];
            let digits = rest.strip_prefix(' ').unwrap_or(rest);
            let length = digits.bytes().take_while(u8::is_ascii_digit).count();
            let end = line.len() - digits.len() + length;
            if whole && length > 0 && (lead.ends_with('.') || digits.len() < rest.len()) {
                out.push((Span::new(start, end), &line[end - length..end]));
            }
        }
    }
    out
}

/// Whether a span is inside the brackets of a link.
fn is_link(text: &str, span: Span) -> bool {
    let line = text[span.end()..].lines().next().unwrap_or_default();
    line.find(']')
        .is_some_and(|close| line[close..].starts_with("](") && !line[..close].contains('['))
}
