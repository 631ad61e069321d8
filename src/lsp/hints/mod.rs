//! Answers `textDocument/inlayHint`: the units that an address reaches, and the sums of a scenario's
//! records.

mod hint;
mod rules;
mod scenario;

use super::{ClientCapabilities, Connection, HandlerResult, Session, Snapshot};
use tower_lsp::gen_lsp_types::{
    InlayHint, InlayHintOptions, InlayHintParams, InlayHintProvider, ServerCapabilities,
};

pub(super) fn set_capabilities(_: &ClientCapabilities, capabilities: &mut ServerCapabilities) {
    let options = InlayHintOptions {
        resolve_provider: Some(false),
        ..InlayHintOptions::default()
    };
    capabilities.inlay_hint_provider = Some(InlayHintProvider::InlayHintOptions(options));
}

/// Asks the client to request hints again: an edit of one document may change what addresses in
/// another reach.
pub(super) fn refresh(connection: &Connection, session: &Session) {
    if session
        .capabilities
        .has("/workspace/inlayHint/refreshSupport")
    {
        connection.request(|client| async move { client.inlay_hint_refresh().await });
    }
}

/// Returns the hints in a range of a rules file or scenario.
pub(super) fn hints(
    snapshot: &Snapshot<'_>,
    params: InlayHintParams,
) -> HandlerResult<Vec<InlayHint>> {
    let range = params.range;
    if let Some(document) = snapshot.scenario(&params.text_document.uri) {
        return scenario::hints(snapshot, &document, range).map(Some);
    }
    let document = snapshot.rules_document(&params.text_document.uri);
    document
        .map(|document| rules::hints(snapshot, &document, range))
        .transpose()
}
