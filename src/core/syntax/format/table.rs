//! Formats a parsed table of rules text as Markdown lines with columns of even width (in
//! characters), and its attributes after it.

use super::attributes;
use crate::syntax::Block;
use pulldown_cmark::Alignment;

/// Formats a table with columns of even width.
pub(super) fn format_table(text: &str, table: &Block, columns: &[Alignment]) -> Vec<String> {
    let rows: Vec<Vec<String>> = table
        .children()
        .iter()
        .map(|row| {
            row.children()
                .iter()
                .map(|cell| self::format_cell(text, cell))
                .collect()
        })
        .collect();
    let width = |column: usize| {
        rows.iter()
            .filter_map(|row| row.get(column))
            .map(|cell| cell.chars().count())
            .max()
            .unwrap_or_default()
            .max(1)
    };
    let widths: Vec<usize> = (0..columns.len()).map(width).collect();
    let mut out: Vec<String> = rows.iter().map(|row| format_row(row, &widths)).collect();
    let rule: String = columns
        .iter()
        .zip(&widths)
        .map(|(alignment, width)| format!("{}|", format_rule(*alignment, *width)))
        .collect();
    out.insert(out.len().min(1), format!("|{rule}"));
    let attrs = attributes::print(&table.attrs);
    if !attrs.is_empty() {
        out.push(attrs);
    }
    out
}

fn format_cell(text: &str, cell: &Block) -> String {
    let end = if cell.attrs.span.is_empty() {
        cell.span.end()
    } else {
        cell.attrs.span.start()
    };
    let words = cell.span.with_end(end).of(text).trim_matches([' ', '\t']);
    format!("{words} {}", attributes::print(&cell.attrs))
        .trim_matches(' ')
        .to_owned()
}

fn format_row(row: &[String], widths: &[usize]) -> String {
    let cells = row.iter().zip(widths).map(|(cell, width)| {
        format!(
            " {cell}{} |",
            " ".repeat(width - cell.chars().count().min(*width))
        )
    });
    format!("|{}", cells.collect::<String>())
}

fn format_rule(alignment: Alignment, width: usize) -> String {
    match alignment {
        Alignment::None => "-".repeat(width + 2),
        Alignment::Left => format!(":{}", "-".repeat(width + 1)),
        Alignment::Right => format!("{}:", "-".repeat(width + 1)),
        Alignment::Center => format!(":{}:", "-".repeat(width)),
    }
}
