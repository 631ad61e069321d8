//! Answers `documentHighlight` with the occurrences of the symbol at the cursor in its file.

use super::{HandlerResult, Snapshot};
use crate::resolve::OccurrenceRole;
use tower_lsp::gen_lsp_types::{
    DocumentHighlight, DocumentHighlightKind, TextDocumentPositionParams,
};

/// Returns the occurrences of the symbol at the cursor: as written where it is declared, or else as
/// read.
pub(super) fn highlights(
    snapshot: &Snapshot<'_>,
    at: TextDocumentPositionParams,
) -> HandlerResult<Vec<DocumentHighlight>> {
    let Some((source, lines, byte)) = snapshot.source_cursor(&at) else {
        return Ok(None);
    };
    let Some((_, found)) = snapshot.name_at(source, byte) else {
        return Ok(None);
    };
    let all = snapshot.names(source).into_iter().flat_map(|(_, all)| all);
    let same = all.filter(|occurrence| occurrence.symbol == found.symbol);
    let highlights = same.map(|occurrence| DocumentHighlight {
        range: lines.range(occurrence.name_span()),
        kind: Some(match occurrence.role {
            OccurrenceRole::Declaration => DocumentHighlightKind::Write,
            OccurrenceRole::Address | OccurrenceRole::Reference => DocumentHighlightKind::Read,
        }),
    });
    Ok(Some(highlights.collect()))
}
