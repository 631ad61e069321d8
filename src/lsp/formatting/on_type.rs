//! Edits after a character was typed: a new line continues the quote, list or table above it, and
//! the bar that ends a row gives its table even columns.

use super::of_source;
use crate::{
    analysis::{SourceKind, SourceOrigin},
    lsp::{PositionMap, Snapshot},
    text::{SourceId, Span},
};
use std::ops::Range;

/// Returns the edits after `typed` was typed at a byte of a rules file; none in other files and in
/// those that are shipped.
pub(super) fn edits_after(
    snapshot: &Snapshot<'_>,
    source: SourceId,
    byte: usize,
    typed: &str,
) -> Option<Vec<(Span, String)>> {
    let entry = snapshot.analysis().source(source)?;
    if entry.kind != SourceKind::Rules || entry.origin == SourceOrigin::Shipped {
        return None;
    }
    let lines = snapshot.lines(source);
    let at = lines.line(byte);
    match typed {
        "\n" => new_line(&lines, at),
        "|" => table(snapshot, source, &lines, at),
        _ => None,
    }
}

fn line_text(lines: &PositionMap, line: usize) -> &str {
    lines.span(line).of(lines.text())
}

/// Returns the edits that continue in the new line `at` what the line above it begins. A list item
/// that has remained empty is removed instead, which ends the list.
fn new_line(lines: &PositionMap, at: usize) -> Option<Vec<(Span, String)>> {
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
    lines: &PositionMap,
    at: usize,
) -> Option<Vec<(Span, String)>> {
    let rows = rows_around(lines, at)?;
    if cells(line_text(lines, at)) != cells(line_text(lines, rows.start)) {
        return None;
    }
    of_source(snapshot, source, Some(rows))
}

/// Returns the lines of the table that the line `at` is a row of.
fn rows_around(lines: &PositionMap, at: usize) -> Option<Range<usize>> {
    let is_row = |line: &usize| is_row(line_text(lines, *line));
    let first = (0..=at).rev().take_while(is_row).last()?;
    let last = (at..lines.count()).take_while(is_row).last()?;
    Some(first..last + 1)
}
