//! Answers `textDocument/inlayHint` for rules files and scenarios.

use super::{Hint, rules, scenario};
use crate::lsp::{ClientCapabilities, Connection, HandlerResult, PositionMap, Session, Snapshot};
use tower_lsp::gen_lsp_types::{
    InlayHint, InlayHintOptions, InlayHintParams, InlayHintProvider, Label, ServerCapabilities,
    Tooltip,
};

pub(crate) fn set_capabilities(_: &ClientCapabilities, capabilities: &mut ServerCapabilities) {
    let options = InlayHintOptions {
        resolve_provider: Some(false),
        ..InlayHintOptions::default()
    };
    capabilities.inlay_hint_provider = Some(InlayHintProvider::InlayHintOptions(options));
}

/// Asks the client to request hints again: an edit of one document may change what addresses in
/// another reach.
pub(crate) fn refresh(connection: &Connection, session: &Session, _: bool) {
    if session
        .capabilities
        .has("/workspace/inlayHint/refreshSupport")
    {
        connection.request(|client| async move { client.inlay_hint_refresh().await });
    }
}

/// Returns the hints in a range of a rules file or scenario.
pub(crate) fn hints(
    snapshot: &Snapshot<'_>,
    params: InlayHintParams,
) -> HandlerResult<Vec<InlayHint>> {
    if let Some(document) = snapshot.scenario(&params.text_document.uri) {
        let lines = snapshot.lines(document.source);
        let found = scenario::hints(snapshot, &document, lines.bytes(params.range))?;
        return Ok(Some(to_lsp(&lines, found)));
    }
    let Some(document) = snapshot.rules_document(&params.text_document.uri) else {
        return Ok(None);
    };
    let found = rules::hints(snapshot, &document, document.lines.bytes(params.range))?;
    Ok(Some(to_lsp(&document.lines, found)))
}

fn to_lsp(lines: &PositionMap, hints: Vec<Hint>) -> Vec<InlayHint> {
    let hint = |hint: Hint| InlayHint {
        position: lines.position(hint.at),
        label: Label::String(hint.label),
        tooltip: hint.tooltip.map(Tooltip::String),
        padding_left: Some(true),
        kind: None,
        text_edits: None,
        padding_right: None,
        data: None,
    };
    hints.into_iter().map(hint).collect()
}
