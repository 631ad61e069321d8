//! Methods of `Snapshot` that convert URIs and positions of LSP to sources and bytes, and back.

use super::{PositionMap, RulesDocument, Snapshot, uri};
use crate::{
    diagnostic,
    scenario::ScenarioDocument,
    text::{SourceId, Span},
};
use std::sync::Arc;
use tower_lsp::gen_lsp_types::{Location, Position, Range, TextDocumentPositionParams, Uri};

impl<'a> Snapshot<'a> {
    /// Returns the rules file at a URI.
    pub(super) fn rules_document(&self, uri: &Uri) -> Option<RulesDocument<'a>> {
        self.rules_document_of(self.state.source(uri)?)
    }

    /// Returns the scenario at a URI.
    pub(super) fn scenario(&self, uri: &Uri) -> Option<Arc<ScenarioDocument>> {
        self.scenario_of(self.state.source(uri)?)
    }

    /// Returns the rules file at the cursor, and the cursor's byte.
    pub(super) fn rules_cursor(
        &self,
        at: &TextDocumentPositionParams,
    ) -> Option<(RulesDocument<'a>, usize)> {
        let document = self.rules_document(&at.text_document.uri)?;
        let byte = document.byte(at.position);
        Some((document, byte))
    }

    /// Returns the file at the cursor with its lines, and the cursor's byte.
    pub(super) fn source_cursor(
        &self,
        at: &TextDocumentPositionParams,
    ) -> Option<(SourceId, PositionMap, usize)> {
        let source = self.state.source(&at.text_document.uri)?;
        let lines = self.lines(source);
        let byte = lines.byte(at.position);
        Some((source, lines, byte))
    }

    /// Returns the URI at which a source can be opened, as the editor spells it.
    pub(super) fn openable_uri(&self, source: SourceId) -> Option<Uri> {
        self.state.openable_uri(source)
    }

    /// Returns the URI of a source that need not be opened, as the editor spells it.
    pub(super) fn uri(&self, source: SourceId) -> Option<Uri> {
        self.state.uri(source)
    }

    /// Converts a location to one of the protocol.
    pub(super) fn location(&self, at: diagnostic::Location) -> Option<Location> {
        Some(Location {
            uri: self.openable_uri(at.source)?,
            range: self.lines(at.source).range(at.span),
        })
    }

    /// Returns the version of a document if it is open.
    pub(super) fn version(&self, uri: &Uri) -> Option<i32> {
        let open = self.state.open.get(&uri::plain(uri));
        open.map(|open| open.version)
    }
}

impl RulesDocument<'_> {
    /// Returns the byte of a position.
    pub(super) fn byte(&self, at: Position) -> usize {
        self.lines.byte(at)
    }

    /// Returns the range of a span.
    pub(super) fn range(&self, span: Span) -> Range {
        self.lines.range(span)
    }
}
