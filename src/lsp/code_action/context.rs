//! `SelectionContext` and `RulesContext`, the file and selection for which code actions are requested,
//! and `ProposedAction`, an action to offer.

use crate::{
    analysis::InstructionPosition,
    diagnostic::{Diagnostic, SourceEdit},
    lsp::{PositionMap, RulesDocument, Snapshot},
    resolve::SymbolOccurrence,
    scenario::ScenarioDocument,
    syntax::InstructionEntry,
    text::{SourceId, Span},
};
use std::{ops::Deref, sync::Arc};

pub(super) const QUICK: &str = "quickfix";
pub(super) const REWRITE: &str = "refactor.rewrite";
pub(super) const FIX_ALL: &str = "source.fixAll.rulebook";

/// The file and selected span for which code actions are requested, the file's diagnostics, and the
/// parsed scenario if it is one.
pub(super) struct SelectionContext<'a> {
    pub(super) snapshot: &'a Snapshot<'a>,
    pub(super) source: SourceId,
    pub(super) lines: PositionMap,
    /// The selected span; empty for a cursor.
    pub(super) span: Span,
    /// The diagnostics of the document.
    pub(super) diagnostics: Arc<[Diagnostic]>,
    /// The scenario, if the document is one.
    pub(super) scenario: Option<Arc<ScenarioDocument>>,
}

/// A selection in a rules file, with the occurrence at its start.
pub(super) struct RulesContext<'a> {
    selection: &'a SelectionContext<'a>,
    pub(super) document: &'a RulesDocument<'a>,
    /// The occurrence of a symbol at the cursor.
    pub(super) occurrence: Option<SymbolOccurrence>,
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

impl ActionEdits<'_> {
    pub(super) fn compute(self) -> Vec<SourceEdit> {
        match self {
            Self::Ready(edits) => edits,
            Self::Deferred(find) => find(),
        }
    }
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
            edits: ActionEdits::Deferred(Box::new(edits)),
            ..Self::new(title, Vec::new())
        }
    }

    pub(super) fn fixing(mut self, diagnostic: usize) -> Self {
        self.fixes = Some(diagnostic);
        self
    }

    pub(super) fn preferred(self, preferred: bool) -> Self {
        Self { preferred, ..self }
    }
}

impl<'a> SelectionContext<'a> {
    pub(super) fn new(snapshot: &'a Snapshot<'a>, source: SourceId, span: Span) -> Self {
        Self {
            snapshot,
            source,
            lines: snapshot.lines(source),
            span,
            diagnostics: snapshot.diagnostics(source).into(),
            scenario: snapshot.scenario_of(source),
        }
    }

    /// Returns the text of the document.
    pub(super) fn text(&self) -> &str {
        self.lines.text()
    }

    /// Returns the line of a byte.
    pub(super) fn line(&self, byte: usize) -> Span {
        self.lines.span(self.lines.line(byte))
    }

    /// Whether a span overlaps the selection.
    pub(super) fn overlaps(&self, span: Span) -> bool {
        span.start() <= self.span.end() && self.span.start() <= span.end()
    }

    /// Returns the diagnostics in the range, with their indexes.
    pub(super) fn diagnostics_in_range(&self) -> impl Iterator<Item = (usize, &Diagnostic)> {
        let diagnostics = self.diagnostics.iter().enumerate();
        diagnostics.filter(|(_, diagnostic)| self.overlaps(diagnostic.at.span))
    }

    /// Creates an insertion into the document.
    pub(super) fn insertion(&self, at: usize, text: impl Into<String>) -> SourceEdit {
        SourceEdit::new(self.source, Span::new(at, at), text)
    }
}

impl<'a> RulesContext<'a> {
    pub(super) fn new(
        selection: &'a SelectionContext<'a>,
        document: &'a RulesDocument<'a>,
    ) -> Self {
        let (source, start) = (selection.source, selection.span.start());
        let named = selection.snapshot.name_at(source, start);
        Self {
            selection,
            document,
            occurrence: named.map(|(_, found)| found),
        }
    }

    /// Returns the instruction at the cursor.
    pub(super) fn entry(&self) -> Option<(InstructionPosition, &'a InstructionEntry)> {
        self.document.entry_at(self.span.start())
    }
}

impl<'a> Deref for RulesContext<'a> {
    type Target = SelectionContext<'a>;

    fn deref(&self) -> &Self::Target {
        self.selection
    }
}
