//! Answers `textDocument/foldingRange` with the lines of a document that can be folded.

use super::of_source;
use crate::lsp::{HandlerResult, Snapshot};
use serde_json::{Value, json};
use tower_lsp::gen_lsp_types::FoldingRangeParams;

/// Returns the folds: always from the end of the first line to the end of the last, so that clients
/// that fold only whole lines show the same. No two begin at one line.
pub(crate) fn folds(snapshot: &Snapshot<'_>, params: FoldingRangeParams) -> HandlerResult<Value> {
    let source = snapshot.state.source(&params.text_document.uri);
    let Some(mut found) = source.and_then(|source| of_source(snapshot, source)) else {
        return Ok(None);
    };
    let capabilities = &snapshot.session.capabilities;
    if let Some(limit) = capabilities.number("/textDocument/foldingRange/rangeLimit") {
        found.sort_by_key(|fold| (fold.depth, fold.first));
        found.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
        found.sort_by_key(|fold| fold.first);
    }
    let ranges = found.into_iter().map(|fold| {
        let mut own = json!({"startLine": fold.first, "endLine": fold.last});
        if fold.comment {
            own["kind"] = "comment".into();
        }
        own
    });
    Ok(Some(ranges.collect()))
}
