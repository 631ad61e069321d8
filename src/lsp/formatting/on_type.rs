//! Answers `textDocument/onTypeFormatting`: a new line continues the quote, list or table above it,
//! and the bar that ends a row gives its table even columns.

use super::text_edits;
use crate::{
    analysis::{SourceKind, SourceOrigin},
    lsp::{
        client_capabilities::ClientCapabilities, position::Lines, response_error::HandlerResult,
        snapshot::Snapshot,
    },
    text::{SourceId, Span},
};
use std::ops::Range;
use tower_lsp::gen_lsp_types::{
    DocumentOnTypeFormattingOptions, DocumentOnTypeFormattingParams, ServerCapabilities, TextEdit,
};

pub(in crate::lsp) fn set_capabilities(
    client: &ClientCapabilities,
    capabilities: &mut ServerCapabilities,
) {
    if client.names("/textDocument/onTypeFormatting") {
        capabilities.document_on_type_formatting_provider = Some(DocumentOnTypeFormattingOptions {
            first_trigger_character: "\n".to_owned(),
            more_trigger_character: Some(vec!["|".to_owned()]),
        });
    }
}

/// Returns the edits after a character was typed into a rules file; none elsewhere.
pub(in crate::lsp) fn on_type(
    snapshot: &Snapshot<'_>,
    params: DocumentOnTypeFormattingParams,
) -> HandlerResult<Vec<TextEdit>> {
    let Some(source) = snapshot.state.source(&params.text_document.uri) else {
        return Ok(None);
    };
    let is_own_rules = snapshot.analysis().source(source).is_some_and(|entry| {
        entry.kind == SourceKind::Rules && entry.origin != SourceOrigin::Shipped
    });
    if !is_own_rules {
        return Ok(None);
    }
    let lines = snapshot.lines(source);
    let at = lines.line(lines.byte(params.position));
    let edits = match params.ch.as_str() {
        "\n" => new_line(&lines, at),
        "|" => table(snapshot, source, &lines, at),
        _ => None,
    };
    Ok(edits.map(|edits| text_edits(&lines, edits)))
}

fn line_text(lines: &Lines, line: usize) -> &str {
    lines.span(line).of(lines.text())
}

/// Returns the edits that continue in the new line `at` what the line above it begins. A list item
/// that has remained empty is removed instead, which ends the list.
fn new_line(lines: &Lines, at: usize) -> Option<Vec<(Span, String)>> {
    let above = line_text(lines, at.checked_sub(1)?);
    let here = line_text(lines, at);
    let words = here.trim_start_matches([' ', '\t']);
    if words.starts_with('>') {
        return None;
    }
    let start = lines.span(at).start();
    let indent = Span::new(start, start + here.len() - words.len());
    let quoted = above.strip_prefix('>')?;
    let content = quoted.trim_start_matches(' ');
    let prefix = &above[..above.len() - content.len()];
    if content.trim_end() == "-" {
        let item = lines.span(at - 1);
        let ended = Span::new(item.start() + 1, item.end());
        return Some(vec![(ended, String::new()), (indent, "> ".to_owned())]);
    }
    let marker = if content.is_empty() {
        "> ".to_owned()
    } else if content.starts_with("- ") {
        format!("{prefix}- ")
    } else if content.starts_with('|') {
        format!("{prefix}| ")
    } else {
        prefix.to_owned()
    };
    Some(vec![(indent, marker)])
}

/// Whether a line is a row of a table in a quote.
fn is_row(line: &str) -> bool {
    line.strip_prefix('>')
        .is_some_and(|quoted| quoted.trim_start().starts_with('|'))
}

/// Returns the number of cells that the bars of a row close.
fn cells(row: &str) -> usize {
    let bars = row.matches('|').count() - row.matches("\\|").count();
    bars.saturating_sub(1)
}

/// Returns the edits that give the table around the row `at` even columns, if its last cell is
/// closed.
fn table(
    snapshot: &Snapshot<'_>,
    source: SourceId,
    lines: &Lines,
    at: usize,
) -> Option<Vec<(Span, String)>> {
    let rows = rows_around(lines, at)?;
    if cells(line_text(lines, at)) != cells(line_text(lines, rows.start)) {
        return None;
    }
    super::of_source(snapshot, source, Some(rows))
}

/// Returns the lines of the table that the line `at` is a row of.
fn rows_around(lines: &Lines, at: usize) -> Option<Range<usize>> {
    let is_row = |line: &usize| is_row(line_text(lines, *line));
    let first = (0..=at).rev().take_while(is_row).last()?;
    let last = (at..lines.count()).take_while(is_row).last()?;
    Some(first..last + 1)
}
