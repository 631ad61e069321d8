//! Answers `textDocument/formatting` with the edits that format a rules file or scenario; none for
//! shipped files.
//! The style is always the same: the client's options for white space are ignored.

use super::{ClientCapabilities, HandlerResult, Snapshot};
use crate::{
    analysis::{SourceKind, SourceOrigin},
    scenario, syntax,
    text::{SourceId, line_diff},
};
use tower_lsp::gen_lsp_types::{
    DocumentFormattingParams, DocumentFormattingProvider, ServerCapabilities, TextEdit,
};

pub(super) fn set_capabilities(_: &ClientCapabilities, capabilities: &mut ServerCapabilities) {
    capabilities.document_formatting_provider = Some(DocumentFormattingProvider::Bool(true));
}

/// Returns the edits that format a file; none if it is no rules file or scenario, or is read-only.
pub(super) fn whole(
    snapshot: &Snapshot<'_>,
    params: DocumentFormattingParams,
) -> HandlerResult<Vec<TextEdit>> {
    let source = snapshot.state.source(&params.text_document.uri);
    Ok(source.and_then(|source| of_source(snapshot, source)))
}

fn of_source(snapshot: &Snapshot<'_>, source: SourceId) -> Option<Vec<TextEdit>> {
    let entry = snapshot.analysis().source(source)?;
    if entry.origin == SourceOrigin::Shipped {
        return None;
    }
    let lines = snapshot.lines(source);
    let formatted = match entry.kind {
        SourceKind::Rules => syntax::format(lines.text(), &entry.name),
        SourceKind::Scenario => {
            let document = snapshot.scenario_of(source)?;
            let (_, vocabulary) = document.parsed()?;
            scenario::format(lines.text(), vocabulary)
        }
        SourceKind::Ruleset
        | SourceKind::Thesaurus
        | SourceKind::Vocabulary
        | SourceKind::Check
        | SourceKind::Import => return None,
    };
    let edit = |(span, new_text)| TextEdit {
        range: lines.range(span),
        new_text,
    };
    let edits = line_diff::edits(lines.text(), &formatted);
    Some(edits.into_iter().map(edit).collect())
}
