//! `RulesContext`, the file and selection for which code actions are requested, and
//! `ProposedAction`, an action to offer.

use crate::{
    analysis::InstructionPosition,
    diagnostic::{Diagnostic, Location, SourceEdit},
    lsp::{RulesDocument, Snapshot, occurrence},
    resolve::SymbolOccurrence,
    text::Span,
};
use std::sync::Arc;

pub(super) const QUICK: &str = "quickfix";
pub(super) const REWRITE: &str = "refactor.rewrite";
pub(super) const FIX_ALL: &str = "source.fixAll.rulebook";

/// The rules file and selected span for which code actions are requested, with the file's
/// diagnostics and symbol occurrences.
pub(super) struct RulesContext<'a> {
    pub(super) snapshot: &'a Snapshot<'a>,
    pub(super) document: &'a RulesDocument<'a>,
    /// The selected span; empty for a cursor.
    pub(super) span: Span,
    /// The diagnostics of the document.
    pub(super) diagnostics: Arc<[Diagnostic]>,
    /// The occurrences of symbols in it.
    pub(super) occurrences: Vec<SymbolOccurrence>,
}

/// A code action to offer to the user: its title, its edits, and if it fixes a diagnostic, the
/// index of that in the file's list of diagnostics.
pub(super) struct ProposedAction<'a> {
    /// The title, as an imperative.
    pub(super) title: String,
    /// The index of the diagnostic that it fixes.
    pub(super) fixes: Option<usize>,
    /// Whether it is the preferred one.
    pub(super) preferred: bool,
    pub(super) edits: ActionEdits<'a>,
}

/// The edits of a code action, or a function that computes them: when the client resolves the
/// action, or at once if the client cannot.
pub(super) enum ActionEdits<'a> {
    Ready(Vec<SourceEdit>),
    Deferred(Box<dyn Fn() -> Vec<SourceEdit> + 'a>),
}

impl<'a> ProposedAction<'a> {
    pub(super) fn new(title: impl Into<String>, edits: Vec<SourceEdit>) -> Self {
        Self {
            title: title.into(),
            fixes: None,
            preferred: false,
            edits: ActionEdits::Ready(edits),
        }
    }

    /// Creates an action whose edits are computed when it is resolved.
    pub(super) fn deferred(
        title: impl Into<String>,
        edits: impl Fn() -> Vec<SourceEdit> + 'a,
    ) -> Self {
        Self {
            title: title.into(),
            fixes: None,
            preferred: false,
            edits: ActionEdits::Deferred(Box::new(edits)),
        }
    }

    pub(super) fn fixing(self, diagnostic: usize) -> Self {
        Self {
            fixes: Some(diagnostic),
            ..self
        }
    }

    pub(super) fn preferred(self, preferred: bool) -> Self {
        Self { preferred, ..self }
    }
}

impl RulesContext<'_> {
    /// Returns the text of the document.
    pub(super) fn text(&self) -> &str {
        self.document.lines.text()
    }

    /// Whether a span overlaps the selection.
    pub(super) fn overlaps(&self, span: Span) -> bool {
        span.start() <= self.span.end() && self.span.start() <= span.end()
    }

    /// Returns the diagnostics in the range, with their indexes.
    pub(super) fn diagnostics_in_range(&self) -> impl Iterator<Item = (usize, &Diagnostic)> {
        self.diagnostics
            .iter()
            .enumerate()
            .filter(|(_, diagnostic)| self.overlaps(diagnostic.at.span))
    }

    /// Returns the instruction at the cursor.
    pub(super) fn entry(&self) -> Option<InstructionPosition> {
        let (place, entry) = occurrence::entry_at(self.document.file, self.span.start())?;
        Some(InstructionPosition {
            source: self.document.source,
            place,
            entry,
        })
    }

    /// Returns the occurrence at the cursor.
    pub(super) fn occurrence(&self) -> Option<&SymbolOccurrence> {
        occurrence::at(&self.occurrences, self.span.start())
    }

    /// Creates an edit of the document.
    pub(super) fn edit(&self, span: Span, text: impl Into<String>) -> SourceEdit {
        SourceEdit {
            at: Location::new(self.document.source, span),
            text: text.into(),
        }
    }

    /// Returns the end of the line of a byte.
    pub(super) fn line_end(&self, byte: usize) -> usize {
        self.document
            .lines
            .span(self.document.lines.line(byte))
            .end()
    }
}

pub(super) fn rules_context<'a>(
    snapshot: &'a Snapshot<'a>,
    document: &'a RulesDocument<'a>,
    span: Span,
) -> RulesContext<'a> {
    let occurrences = occurrence::occurrences(document.file, document.lines.text());
    RulesContext {
        snapshot,
        document,
        span,
        diagnostics: snapshot.diagnostics(document.source).into(),
        occurrences,
    }
}
