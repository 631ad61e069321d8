//! Answers `textDocument/documentLink` with those links whose targets the client can open.

use super::{LinkTarget, collect};
use crate::{
    analysis::SourceOrigin,
    diagnostic::Location,
    lsp::{ClientCapabilities, HandlerResult, Snapshot},
};
use tower_lsp::gen_lsp_types::{
    DocumentLink, DocumentLinkOptions, DocumentLinkParams, ServerCapabilities, Uri,
};

pub(crate) fn set_capabilities(_: &ClientCapabilities, capabilities: &mut ServerCapabilities) {
    capabilities.document_link_provider = Some(DocumentLinkOptions {
        resolve_provider: Some(false),
        ..DocumentLinkOptions::default()
    });
}

/// Returns the links of a document. A target that the client cannot open gives no link.
pub(crate) fn links(
    snapshot: &Snapshot<'_>,
    params: DocumentLinkParams,
) -> HandlerResult<Vec<DocumentLink>> {
    let Some(document) = snapshot.rules_document(&params.text_document.uri) else {
        return Ok(None);
    };
    let Some(view) = snapshot.view(document.db) else {
        return Ok(None);
    };
    let tooltips = snapshot.client_has("/textDocument/documentLink/tooltipSupport");
    let links = collect(snapshot, &document, &view)?.into_iter();
    let links = links.filter_map(|link| {
        let target = match &link.target {
            LinkTarget::Web(address) => Uri::parse(address)
                .ok()
                .filter(|uri| matches!(uri.scheme(), "http" | "https" | "mailto"))?,
            LinkTarget::Rules(at) => address(snapshot, *at)?,
        };
        Some(DocumentLink {
            range: document.range(link.span),
            target: Some(target),
            tooltip: Some(link.tooltip).filter(|_| tooltips),
            data: None,
        })
    });
    Ok(Some(links.collect()))
}

/// Converts a location to a URI: editors read `#L12` as line 12.
fn address(snapshot: &Snapshot<'_>, at: Location) -> Option<Uri> {
    let own = snapshot.analysis().source(at.source)?;
    let session = snapshot.session;
    if own.origin == SourceOrigin::Shipped
        && !session.capabilities.opens_virtual_texts()
        && !session.settings.virtual_documents
    {
        return None;
    }
    let uri = snapshot.openable_uri(at.source)?;
    let line = snapshot.lines(at.source).line(at.span.start()) + 1;
    Uri::parse(&format!("{}#L{line}", uri.as_str())).ok()
}
