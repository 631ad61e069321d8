//! Answers `textDocument/hover`: explains what is at the cursor.

mod scenario;
mod symbol;

use super::{HandlerResult, Snapshot};
use tower_lsp::gen_lsp_types::{Contents, Hover, TextDocumentPositionParams};

pub(super) use symbol::describe_symbol;

/// Explains what is at the cursor: an instruction with its effects, a clause with its wording, a
/// fact, a term, a document …
pub(super) fn hover(
    snapshot: &Snapshot<'_>,
    at: TextDocumentPositionParams,
) -> HandlerResult<Hover> {
    let Some((source, lines, byte)) = snapshot.source_cursor(&at) else {
        return Ok(None);
    };
    let found = match snapshot.scenario_of(source) {
        Some(document) => scenario::explain(snapshot, &document, byte),
        None => symbol::explain(snapshot, source, byte),
    };
    Ok(found.map(|(blocks, span)| {
        let shown = snapshot
            .session
            .capabilities
            .markup("/textDocument/hover/contentFormat", &blocks);
        Hover {
            contents: Contents::MarkupContent(shown),
            range: Some(lines.range(span)),
        }
    }))
}
