//! The hover request.

use super::{rules::explain, scenario};
use crate::lsp::{
    client_capabilities::ClientCapabilities, response_error::HandlerResult, snapshot::Snapshot,
};
use tower_lsp::gen_lsp_types::{Contents, Hover, HoverParams, HoverProvider, ServerCapabilities};

pub(in crate::lsp) fn set_capabilities(
    _: &ClientCapabilities,
    capabilities: &mut ServerCapabilities,
) {
    capabilities.hover_provider = Some(HoverProvider::Bool(true));
}

/// Explains what is at the cursor: an instruction with its effects, a clause with its wording, a
/// fact, a term, a document …
pub(in crate::lsp) fn hover(snapshot: &Snapshot<'_>, params: HoverParams) -> HandlerResult<Hover> {
    let at = params.text_document_position_params;
    if let Some(document) = snapshot.scenario(&at.text_document.uri) {
        let lines = snapshot.lines(document.source);
        let Some((text, span)) = scenario::explain(snapshot, &document, lines.byte(at.position))
        else {
            return Ok(None);
        };
        let shown = snapshot
            .session
            .capabilities
            .markup("/textDocument/hover/contentFormat", text);
        return Ok(Some(Hover {
            contents: Contents::MarkupContent(shown),
            range: Some(lines.range(span)),
        }));
    }
    let Some(document) = snapshot.rules_document(&at.text_document.uri) else {
        return Ok(None);
    };
    let byte = document.byte(at.position);
    let Some((text, span)) = explain(snapshot, &document, byte) else {
        return Ok(None);
    };
    let shown = snapshot
        .session
        .capabilities
        .markup("/textDocument/hover/contentFormat", text);
    Ok(Some(Hover {
        contents: Contents::MarkupContent(shown),
        range: Some(document.range(span)),
    }))
}
