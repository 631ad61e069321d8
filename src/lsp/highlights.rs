//! Answers `documentHighlight` in rules files with the occurrences of the symbol at the cursor.

use super::{HandlerResult, Snapshot};
use crate::resolve::OccurrenceRole;
use tower_lsp::gen_lsp_types::{DocumentHighlight, DocumentHighlightKind, DocumentHighlightParams};

/// Returns the occurrences of the symbol at the cursor: as written where it is declared, or else as
/// read.
pub(super) fn highlights(
    snapshot: &Snapshot<'_>,
    params: DocumentHighlightParams,
) -> HandlerResult<Vec<DocumentHighlight>> {
    let Some((document, byte)) = snapshot.rules_cursor(&params.text_document_position_params)
    else {
        return Ok(None);
    };
    let Some(found) = document.occurrence_at(byte) else {
        return Ok(None);
    };
    let same = document
        .occurrences()
        .into_iter()
        .filter(|occurrence| occurrence.symbol == found.symbol);
    let highlights = same.map(|occurrence| DocumentHighlight {
        range: document.range(occurrence.name_span()),
        kind: Some(match occurrence.role {
            OccurrenceRole::Declaration => DocumentHighlightKind::Write,
            OccurrenceRole::Address | OccurrenceRole::Reference => DocumentHighlightKind::Read,
        }),
    });
    Ok(Some(highlights.collect()))
}
