//! Finds the span of a heading's words and attributes after its `#`, without closing `#`.

use super::source_text::SourceText;
use crate::text::Span;

/// Returns the words of the heading `span` between its `#` and its end, without closing `#`; `None`
/// if it is underlined instead.
pub(super) fn content(source: &SourceText<'_>, span: Span) -> Option<Span> {
    let span = source.trimmed(span);
    let text = source.slice(span);
    let hashes = text.len() - text.trim_start_matches('#').len();
    if hashes == 0 || text.contains('\n') {
        return None;
    }
    let inside = source.trimmed(span.with_start(span.start() + hashes));
    let text = source.slice(inside);
    let open = text.trim_end_matches('#');
    let closed = open.len() < text.len() && (open.is_empty() || open.ends_with([' ', '\t']));
    Some(if closed {
        source.trimmed(inside.with_len(open.len()))
    } else {
        inside
    })
}
