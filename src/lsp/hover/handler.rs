//! Answers `textDocument/hover` with an explanation of what is at the cursor.

use super::{rules, scenario};
use crate::{
    lsp::{HandlerResult, PositionMap, Snapshot, check_and_toml},
    text::Span,
};
use tower_lsp::gen_lsp_types::{Contents, Hover, HoverParams, TextDocumentPositionParams};

/// Explains what is at the cursor of a check file or TOML file.
fn source_hover(
    snapshot: &Snapshot<'_>,
    at: &TextDocumentPositionParams,
) -> Option<((String, Span), PositionMap)> {
    let (source, lines, byte) = snapshot.source_cursor(at)?;
    Some((check_and_toml::explain(snapshot, source, byte)?, lines))
}

/// Explains what is at the cursor: an instruction with its effects, a clause with its wording, a
/// fact, a term, a document …
pub(crate) fn hover(snapshot: &Snapshot<'_>, params: HoverParams) -> HandlerResult<Hover> {
    let at = &params.text_document_position_params;
    let found = if let Some((document, lines, byte)) = snapshot.scenario_cursor(at) {
        scenario::explain(snapshot, &document, byte).map(|found| (found, lines))
    } else if let Some((document, byte)) = snapshot.rules_cursor(at) {
        rules::explain(snapshot, &document, byte).map(|found| (found, document.lines))
    } else {
        source_hover(snapshot, at)
    };
    Ok(found.map(|((text, span), lines)| {
        let shown = snapshot
            .session
            .capabilities
            .markup("/textDocument/hover/contentFormat", text);
        Hover {
            contents: Contents::MarkupContent(shown),
            range: Some(lines.range(span)),
        }
    }))
}
