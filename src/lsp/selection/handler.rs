//! Answers `textDocument/selectionRange`: for each position the ranges around it.

use super::{around, selectable_spans};
use crate::lsp::{HandlerResult, Snapshot};
use tower_lsp::gen_lsp_types::{SelectionRange, SelectionRangeParams};

/// Returns for each position the ranges around it, each inside the next.
pub(crate) fn selection(
    snapshot: &Snapshot<'_>,
    params: SelectionRangeParams,
) -> HandlerResult<Vec<SelectionRange>> {
    let Some(source) = snapshot.state.source(&params.text_document.uri) else {
        return Ok(None);
    };
    let lines = snapshot.lines(source);
    let spans = selectable_spans(snapshot, source, &lines);
    let nested = |at| {
        let chain = around(&lines, &spans, lines.byte(at)).into_iter().rev();
        chain.fold(None, |parent, span| {
            Some(SelectionRange {
                range: lines.range(span),
                parent: parent.map(Box::new),
            })
        })
    };
    Ok(Some(
        params.positions.into_iter().filter_map(nested).collect(),
    ))
}
