//! Answers `textDocument/formatting` and `rangeFormatting` with edits.
//! The style is always the same: the client's options for white space are ignored.

use super::of_source;
use crate::lsp::{ClientCapabilities, HandlerResult, Snapshot};
use std::ops;
use tower_lsp::gen_lsp_types::{
    DocumentFormattingParams, DocumentFormattingProvider, DocumentRangeFormattingParams,
    DocumentRangeFormattingProvider, Range, ServerCapabilities, TextEdit, Uri,
};

pub(crate) fn set_capabilities(_: &ClientCapabilities, capabilities: &mut ServerCapabilities) {
    capabilities.document_formatting_provider = Some(DocumentFormattingProvider::Bool(true));
    capabilities.document_range_formatting_provider =
        Some(DocumentRangeFormattingProvider::Bool(true));
}

/// Returns the edits that format a file.
pub(crate) fn whole(
    snapshot: &Snapshot<'_>,
    params: DocumentFormattingParams,
) -> HandlerResult<Vec<TextEdit>> {
    Ok(edits(snapshot, &params.text_document.uri, None))
}

/// Returns those of the edits that are inside the lines of a range.
pub(crate) fn part(
    snapshot: &Snapshot<'_>,
    params: DocumentRangeFormattingParams,
) -> HandlerResult<Vec<TextEdit>> {
    let within = whole_lines(params.range);
    Ok(edits(snapshot, &params.text_document.uri, Some(within)))
}

fn edits(
    snapshot: &Snapshot<'_>,
    uri: &Uri,
    within: Option<ops::Range<usize>>,
) -> Option<Vec<TextEdit>> {
    let source = snapshot.state.source(uri)?;
    let edits = of_source(snapshot, source, within)?;
    let lines = snapshot.lines(source);
    let edit = |(span, new_text)| TextEdit {
        range: lines.range(span),
        new_text,
    };
    Some(edits.into_iter().map(edit).collect())
}

/// Returns the lines of a range, without the last one if the range ends at its start.
fn whole_lines(range: Range) -> ops::Range<usize> {
    let (from, to) = (
        range.start.line.min(range.end.line),
        range.start.line.max(range.end.line),
    );
    let open = to > from && to == range.end.line && range.end.character == 0;
    from as usize..to as usize + usize::from(!open)
}
