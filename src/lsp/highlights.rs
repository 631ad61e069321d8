//! All mentions of what the cursor stands on, in the same file.

use super::{
    client_capabilities::ClientCapabilities,
    mention::{self, Use},
    request_error::Answer,
    snapshot::Snapshot,
};
use tower_lsp::gen_lsp_types::{
    DocumentHighlight, DocumentHighlightKind, DocumentHighlightParams, DocumentHighlightProvider,
    ServerCapabilities,
};

pub(super) fn announce(_: &ClientCapabilities, capabilities: &mut ServerCapabilities) {
    capabilities.document_highlight_provider = Some(DocumentHighlightProvider::Bool(true));
}

/// All mentions of what the cursor stands on: written where it is declared, else read.
pub(super) fn highlights(
    snapshot: &Snapshot<'_>,
    params: DocumentHighlightParams,
) -> Answer<Vec<DocumentHighlight>> {
    let at = params.text_document_position_params;
    let Some(open) = snapshot.open(&at.text_document.uri) else {
        return Ok(None);
    };
    let mentions = mention::mentions(open.file, open.lines.text());
    let Some(found) = mention::at(&mentions, open.byte(at.position)) else {
        return Ok(None);
    };
    let same = mentions
        .iter()
        .filter(|mention| mention.thing == found.thing);
    let told = same.map(|mention| DocumentHighlight {
        range: open.range(mention.place()),
        kind: Some(match mention.usage {
            Use::Declares => DocumentHighlightKind::Write,
            Use::Addresses | Use::Refers => DocumentHighlightKind::Read,
        }),
    });
    Ok(Some(told.collect()))
}
