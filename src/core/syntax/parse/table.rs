//! Parses a Markdown table to rows, labelled by their first cell, and cells, labelled by columns.

use super::{attributes, events::Events, paragraph_text, source_text::SourceText};
use crate::{
    syntax::{Attributes, Block, BlockKind, Content},
    text::{Span, Spanned},
};
use pulldown_cmark::{Event, Tag};
use std::{ops::Range, sync::Arc};

/// Reads the table whose rows are the events `range`.
pub(super) fn read(
    source: &mut SourceText<'_>,
    events: &Events<'_>,
    range: Range<usize>,
) -> Option<Block> {
    let mut rows: Vec<Block> = Vec::new();
    let mut attrs = Attributes::default();
    let mut at = range.start;
    while at < range.end {
        let end = events.end(at);
        let span = source.trimmed(events.span(at));
        let last = end + 1 >= range.end;
        match attributes::at_end(source, span)
            .filter(|braces| last && *braces == span && !rows.is_empty())
        {
            Some(braces) => attrs = attributes::read(source, braces),
            None => {
                let head = matches!(events.event(at), Event::Start(Tag::TableHead));
                let row = read_row(
                    source,
                    events,
                    at + 1..end,
                    span,
                    rows.first().filter(|_| !head),
                );
                rows.push(row);
            }
        }
        at = end + 1;
    }
    let start = rows.first()?.span.start();
    let end = rows.last()?.span.end().max(attrs.span.end());
    Some(Block {
        kind: BlockKind::Table,
        span: Span::new(start, end),
        label: None,
        attrs,
        content: Content::Units(rows),
    })
}

fn read_row(
    source: &mut SourceText<'_>,
    events: &Events<'_>,
    range: Range<usize>,
    span: Span,
    header: Option<&Block>,
) -> Block {
    let mut cells = Vec::new();
    let mut at = range.start;
    let mut written = 0;
    while at < range.end {
        let end = events.end(at);
        let place = events.span(at);
        // Markdown fills a short row with empty cells, which are after its end.
        let present = !place.is_empty() && place.start() < span.end();
        written += usize::from(present);
        let cell = if present {
            source.trimmed(place)
        } else {
            span.at_end()
        };
        let (text, attrs) =
            paragraph_text::read_line(source, events.inlines(at + 1..end), cell, true);
        let label = match header {
            Some(header) => header
                .children()
                .get(cells.len())
                .and_then(|column| column.label.clone()),
            None => Some(Arc::new(Spanned::new(Arc::clone(&text.text), cell))),
        };
        cells.push(Block {
            kind: BlockKind::Cell,
            span: cell,
            label,
            attrs,
            content: Content::Text(text),
        });
        at = end + 1;
    }
    check_width(source, span, &cells, written);
    let label = cells.first().map(|cell| {
        Arc::new(Spanned::new(
            cell.text().map(|t| Arc::clone(&t.text)).unwrap_or_default(),
            cell.span,
        ))
    });
    Block {
        kind: BlockKind::Row,
        span,
        label,
        attrs: Attributes::default(),
        content: Content::Units(cells),
    }
}

/// Reports a row with more or fewer cells than the table has columns.
fn check_width(source: &mut SourceText<'_>, span: Span, cells: &[Block], written: usize) {
    let end = cells.last().map_or(span.start(), |cell| cell.span.end());
    let behind = span.with_start(end);
    let extra = source
        .slice(behind)
        .trim_start()
        .trim_start_matches('|')
        .trim();
    if written == cells.len() && !extra.is_empty() {
        let extra = source.trimmed(behind);
        let mut diagnostic = source.error(
            "table-form",
            extra,
            "this row has more cells than the table has columns: the extra cells are lost",
        );
        diagnostic
            .fixes
            .push(source.fix("remove the extra cells", extra, "|"));
        source.report(
            diagnostic.help(
                "add a column to the first two lines, or write `\\|` for a bar inside a cell",
            ),
        );
    } else if written < cells.len() {
        let columns = cells.len();
        let mut diagnostic = source.warning(
            "table-form",
            span,
            format!("this row has only {written} of {columns} cells"),
        );
        let row = source.slice(span).trim_end();
        let end = Span::new(span.start() + row.len(), span.start() + row.len());
        let bar = if row.ends_with('|') { "" } else { " |" };
        for (value, meaning) in [("…", "not known"), ("–", "does not exist")] {
            let text = format!("{bar}{}", format!(" {value} |").repeat(columns - written));
            let fix = source.fix(format!("add `{value}`: {meaning}"), end, text);
            diagnostic.fixes.push(fix);
        }
        source.report(
            diagnostic.help("write the empty cells too: an empty cell leaves its value unchanged"),
        );
    }
}
