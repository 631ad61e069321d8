//! Renders blocks as HTML to print, unknown words as `…`, and changed words marked if requested.

use crate::{
    analysis::{ClauseBlock, EarlierWording, ErrataPiece, WordingKind},
    doc::{Text, html},
};
use maud::{Markup, html};

/// Whether new and changed words are marked; removed blocks are struck through in any case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ChangeMarks {
    /// New words are underlined, removed words struck through.
    Shown,
    /// The current words are not marked.
    None,
}

/// Renders the differences of two texts as one text.
pub(super) fn word_diff(old: &str, new: &str) -> Markup {
    html::line(&Text::change(Some(old), Some(new)))
}

/// Renders the words of a block.
pub(super) fn block_words(
    block: &ClauseBlock,
    before: Option<&EarlierWording>,
    marks: ChangeMarks,
) -> Markup {
    if !block.held && block.text == "…" {
        return html! { span.none { "…" } };
    }
    let text = match (before, marks) {
        (Some(EarlierWording::Read(old)), ChangeMarks::Shown) => word_diff(old, &block.text),
        (Some(EarlierWording::New), ChangeMarks::Shown) => html! { ins { (block.text) } },
        (Some(EarlierWording::Gone), _) => html! { del { (block.text) } },
        (
            Some(
                EarlierWording::Same
                | EarlierWording::New
                | EarlierWording::Read(_)
                | EarlierWording::Label(_),
            )
            | None,
            _,
        ) => {
            html! { (block.text) }
        }
    };
    html! {
        (text)
        @if block.wording == WordingKind::Printed { " " span.kind { "print" } }
        @if let Some(restated) = &block.restated { " " span.kind { "restated: " (restated) } }
    }
}

/// Renders the blocks of an errata piece: sentences of a unit as a paragraph, bullets as a list,
/// cells as a table.
pub(super) fn line_text(line: &ErrataPiece, marks: ChangeMarks) -> Markup {
    let blocks: Vec<(&ClauseBlock, Option<&EarlierWording>)> = line
        .blocks
        .iter()
        .enumerate()
        .map(|(at, block)| (block, line.before.get(at)))
        .collect();
    let mut rest = blocks.as_slice();
    let mut parts: Vec<Markup> = Vec::new();
    while let Some((first, _)) = rest.first() {
        let cells = first.kind == "cell";
        // a unit: its first block and those that continue it
        let unit = rest
            .iter()
            .enumerate()
            .take_while(|(at, (block, _))| {
                if cells {
                    block.kind == "cell"
                } else {
                    *at == 0 || block.kind != "cell" && !block.first
                }
            })
            .count();
        let (now, later) = rest.split_at(unit);
        parts.push(if cells {
            table(now, marks)
        } else {
            unit_text(now, marks)
        });
        rest = later;
    }
    html! { div.text { @for part in parts { (part) } } }
}

fn unit_text(blocks: &[(&ClauseBlock, Option<&EarlierWording>)], marks: ChangeMarks) -> Markup {
    let Some((first, before)) = blocks.first() else {
        return html! {};
    };
    let inner = html! {
        @if let Some(label) = &first.label { b { (label_text(label, *before, marks)) } " " }
        @for (at, (block, before)) in blocks.iter().enumerate() {
            @if at > 0 { " " }
            (block_words(block, *before, marks))
        }
    };
    match (
        first.kind == "heading",
        first.inside == "bullet" && first.first,
    ) {
        (true, _) => html! { p { b { (inner) } } },
        (false, true) => {
            html! { ul.text { li class=(format!("d{}", first.depth.min(5))) { (inner) } } }
        }
        (false, false) => html! { p { (inner) } },
    }
}

/// Renders the label of a unit.
fn label_text(label: &str, before: Option<&EarlierWording>, marks: ChangeMarks) -> Markup {
    match (before, marks) {
        (Some(EarlierWording::Label(old)), ChangeMarks::Shown) => {
            word_diff(old.as_deref().unwrap_or_default(), label)
        }
        (Some(_) | None, ChangeMarks::Shown | ChangeMarks::None) => html! { (label) },
    }
}

/// A cell, and its wording before, if it is marked.
type MarkedCell<'a> = (&'a ClauseBlock, Option<&'a EarlierWording>);

/// Returns the label of the column of a cell.
fn label(cell: &ClauseBlock) -> &str {
    cell.label.as_deref().unwrap_or_default()
}

/// Renders cells as a table.
fn table(cells: &[MarkedCell<'_>], marks: ChangeMarks) -> Markup {
    let (columns, mut rows) = columns_and_rows(cells);
    // the row that contains the labels
    rows.retain(|row| !row.iter().all(|(cell, _)| cell.text == label(cell)));
    html! {
        table {
            thead { tr { @for column in &columns { th { (column) } } } }
            tbody {
                @for row in &rows {
                    tr {
                        @for column in &columns {
                            td { @if let Some((cell, before)) = row.iter().find(|(cell, _)| label(cell) == *column) { (block_words(cell, *before, marks)) } }
                        }
                    }
                }
            }
        }
    }
}

/// Returns the labels of the columns of cells, and the cells row by row.
fn columns_and_rows<'a>(cells: &[MarkedCell<'a>]) -> (Vec<&'a str>, Vec<Vec<MarkedCell<'a>>>) {
    let mut columns: Vec<&str> = Vec::new();
    let mut rows: Vec<Vec<MarkedCell<'a>>> = Vec::new();
    for &(cell, before) in cells {
        if !columns.contains(&label(cell)) {
            columns.push(label(cell));
        }
        match rows.last_mut() {
            Some(row) if !cell.first && row[0].0.row == cell.row => row.push((cell, before)),
            Some(_) | None => rows.push(vec![(cell, before)]),
        }
    }
    (columns, rows)
}
