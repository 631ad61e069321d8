//! The inlay hint request.

use super::{rules, scenario};
use crate::lsp::{
    client_capabilities::ClientCapabilities, connection::Connection, response_error::HandlerResult,
    session::Session, snapshot::Snapshot,
};
use tower_lsp::gen_lsp_types::{
    InlayHint, InlayHintOptions, InlayHintParams, InlayHintProvider, ServerCapabilities,
};

pub(in crate::lsp) fn set_capabilities(
    _: &ClientCapabilities,
    capabilities: &mut ServerCapabilities,
) {
    let options = InlayHintOptions {
        resolve_provider: Some(false),
        ..InlayHintOptions::default()
    };
    capabilities.inlay_hint_provider = Some(InlayHintProvider::InlayHintOptions(options));
}

/// Asks the client to request hints again: an edit of one document may change what addresses in
/// another reach.
pub(in crate::lsp) fn refresh(connection: &Connection, session: &Session, _: bool) {
    if session
        .capabilities
        .has("/workspace/inlayHint/refreshSupport")
    {
        connection.request(|client| async move { client.inlay_hint_refresh().await });
    }
}

/// Returns the hints in a range of a rules file or scenario.
pub(in crate::lsp) fn hints(
    snapshot: &Snapshot<'_>,
    params: InlayHintParams,
) -> HandlerResult<Vec<InlayHint>> {
    if let Some(document) = snapshot.scenario(&params.text_document.uri) {
        let lines = snapshot.lines(document.source);
        return scenario::hints(snapshot, &document, &lines, lines.bytes(params.range)).map(Some);
    }
    let Some(document) = snapshot.rules_document(&params.text_document.uri) else {
        return Ok(None);
    };
    rules::hints(snapshot, &document, document.lines.bytes(params.range))
}
