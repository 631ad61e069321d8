//! `OutlineItem`: a symbol in the outline of a file, with its kind, spans and children.

use crate::text::Span;
use tower_lsp::gen_lsp_types::SymbolKind;

/// A symbol in the outline of a file: name, detail, kind and spans, and the symbols inside it.
pub(crate) struct OutlineItem {
    /// The name; never empty.
    pub(crate) name: String,
    /// Further information.
    pub(crate) detail: String,
    /// The kind.
    pub(crate) kind: SymbolKind,
    /// The whole span.
    pub(crate) span: Span,
    /// The span that is selected; inside `span`.
    pub(crate) head: Span,
    /// The items inside it.
    pub(crate) children: Vec<OutlineItem>,
}

impl OutlineItem {
    /// Creates an item without detail and children that is its own heading.
    pub(crate) fn leaf(name: String, kind: SymbolKind, span: Span) -> Self {
        Self {
            name,
            detail: String::new(),
            kind,
            span,
            head: span,
            children: Vec::new(),
        }
    }
}

/// Shortens a long text after a word.
pub(crate) fn shortened(text: &str) -> String {
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
