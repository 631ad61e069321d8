//! An item of an outline.

use crate::text::Span;
use tower_lsp::gen_lsp_types::SymbolKind;

/// A symbol in the outline of a file.
pub(in crate::lsp) struct OutlineItem {
    /// The name; never empty.
    pub(in crate::lsp) name: String,
    /// Further information.
    pub(in crate::lsp) detail: String,
    /// The kind; one of those that every client knows.
    pub(in crate::lsp) kind: SymbolKind,
    /// The whole span.
    pub(in crate::lsp) span: Span,
    /// The span that is selected; inside `span`.
    pub(in crate::lsp) head: Span,
    /// The items inside it.
    pub(in crate::lsp) children: Vec<OutlineItem>,
}

/// Shortens a long text after a word.
pub(in crate::lsp) fn shortened(text: &str) -> String {
    const MAX_LENGTH: usize = 60;
    if text.chars().count() <= MAX_LENGTH {
        return text.to_owned();
    }
    let cut: String = text.chars().take(MAX_LENGTH).collect();
    format!(
        "{} …",
        cut.rsplit_once(' ')
            .map_or(cut.as_str(), |(before, _)| before)
    )
}
