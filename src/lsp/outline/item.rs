//! `OutlineItem`: a symbol in the outline of a file, with its kind, spans and children.

use crate::text::Span;

/// The kind of a symbol: a section, instruction, clause, document, line of a scenario …
#[derive(Clone, Copy)]
pub(in crate::lsp) enum OutlineKind {
    /// A section, or a heading inside one.
    Section,
    Instruction,
    /// A unit of the text, named or labelled.
    Clause,
    Table,
    /// An entry of the glossary.
    Term,
    Document,
    Edition,
    Profile,
    /// A part of a scenario that a heading opens.
    Part,
    /// A part inside another.
    InnerPart,
    /// A line of a scenario.
    Line,
    /// A record of a scenario that has a name.
    Record,
}

/// A symbol in the outline of a file: name, detail, kind and spans, and the symbols inside it.
pub(in crate::lsp) struct OutlineItem {
    /// The name; never empty.
    pub(in crate::lsp) name: String,
    /// Further information.
    pub(in crate::lsp) detail: String,
    /// The kind.
    pub(in crate::lsp) kind: OutlineKind,
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
