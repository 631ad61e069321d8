//! Answers `textDocument/formatting`, `rangeFormatting` and `onTypeFormatting` with edits.
//! The style is always the same: the client's options for white space are ignored.

use super::{of_source, on_type::edits_after};
use crate::{
    lsp::{ClientCapabilities, HandlerResult, PositionMap, Snapshot},
    text::Span,
};
use std::ops;
use tower_lsp::gen_lsp_types::{
    DocumentFormattingParams, DocumentFormattingProvider, DocumentOnTypeFormattingOptions,
    DocumentOnTypeFormattingParams, DocumentRangeFormattingParams, DocumentRangeFormattingProvider,
    Range, ServerCapabilities, TextEdit, Uri,
};

pub(crate) fn set_capabilities(client: &ClientCapabilities, capabilities: &mut ServerCapabilities) {
    if client.names("/textDocument/onTypeFormatting") {
        capabilities.document_on_type_formatting_provider = Some(DocumentOnTypeFormattingOptions {
            first_trigger_character: "\n".to_owned(),
            more_trigger_character: Some(vec!["|".to_owned()]),
        });
    }
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

/// Returns the edits after a character was typed.
pub(crate) fn on_type(
    snapshot: &Snapshot<'_>,
    params: DocumentOnTypeFormattingParams,
) -> HandlerResult<Vec<TextEdit>> {
    let Some(source) = snapshot.state.source(&params.text_document.uri) else {
        return Ok(None);
    };
    let lines = snapshot.lines(source);
    let byte = lines.byte(params.position);
    let edits = edits_after(snapshot, source, byte, &params.ch);
    Ok(edits.map(|edits| text_edits(&lines, edits)))
}

fn edits(
    snapshot: &Snapshot<'_>,
    uri: &Uri,
    within: Option<ops::Range<usize>>,
) -> Option<Vec<TextEdit>> {
    let source = snapshot.state.source(uri)?;
    let edits = of_source(snapshot, source, within)?;
    Some(text_edits(&snapshot.lines(source), edits))
}

/// Converts edits for the protocol.
fn text_edits(lines: &PositionMap, edits: Vec<(Span, String)>) -> Vec<TextEdit> {
    let edit = |(span, new_text)| TextEdit {
        range: lines.range(span),
        new_text,
    };
    edits.into_iter().map(edit).collect()
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
