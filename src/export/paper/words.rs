//! Words of blocks: what is new underlined, what is gone struck through, what is not held as an ellipsis.

use crate::{
    analysis::{ClauseBlock, EarlierWording, ErrataLine, WordingKind},
    text::words::{Run, diff_held},
};
use maud::{Markup, html};

/// Whether what changed since the earlier view is marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Marks {
    /// Word by word.
    Shown,
    /// Not at all.
    None,
}

/// Old and new words in one text.
pub(super) fn differing(old: &str, new: &str) -> Markup {
    let runs = diff_held(old, new);
    html! {
        @for run in &runs {
            @match run {
                Run::Same { new: span, .. } => { (span.of(new)) }
                Run::Removed { old: span } => { del { (span.of(old).trim_end()) } " " }
                Run::Added { new: span } => { ins { (span.of(new).trim_end()) } (blanks(span.of(new))) }
            }
        }
    }
}

/// A blank where the words end with one.
fn blanks(text: &str) -> &'static str {
    if text.ends_with(char::is_whitespace) {
        " "
    } else {
        ""
    }
}

/// The words of a block.
pub(super) fn words(block: &ClauseBlock, before: Option<&EarlierWording>, marks: Marks) -> Markup {
    if !block.held && block.text == "…" {
        return html! { span.none { "…" } };
    }
    let text = match (before, marks) {
        (Some(EarlierWording::Read(old)), Marks::Shown) => differing(old, &block.text),
        (Some(EarlierWording::New), Marks::Shown) => html! { ins { (block.text) } },
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

/// The blocks of a line of a slip: sentences run on, bullets are listed, cells are a table.
pub(super) fn text(line: &ErrataLine, marks: Marks) -> Markup {
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
        // a unit: its first block, and those that follow in it
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
            self::unit(now, marks)
        });
        rest = later;
    }
    html! { div.text { @for part in parts { (part) } } }
}

fn unit(blocks: &[(&ClauseBlock, Option<&EarlierWording>)], marks: Marks) -> Markup {
    let Some((first, before)) = blocks.first() else {
        return html! {};
    };
    let inner = html! {
        @if let Some(label) = &first.label { b { (self::label(label, *before, marks)) } " " }
        @for (at, (block, before)) in blocks.iter().enumerate() {
            @if at > 0 { " " }
            (words(block, *before, marks))
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

/// The label of a unit.
fn label(label: &str, before: Option<&EarlierWording>, marks: Marks) -> Markup {
    match (before, marks) {
        (Some(EarlierWording::Label(old)), Marks::Shown) => {
            differing(old.as_deref().unwrap_or_default(), label)
        }
        (Some(_) | None, Marks::Shown | Marks::None) => html! { (label) },
    }
}

/// Cells: rows by their labels, columns by theirs.
fn table(cells: &[(&ClauseBlock, Option<&EarlierWording>)], marks: Marks) -> Markup {
    let label = |cell: &ClauseBlock| cell.label.clone().unwrap_or_default();
    let mut columns: Vec<String> = Vec::new();
    let mut rows: Vec<Vec<(&ClauseBlock, Option<&EarlierWording>)>> = Vec::new();
    for &(cell, before) in cells {
        if !columns.contains(&label(cell)) {
            columns.push(label(cell));
        }
        match rows.last_mut().filter(|row| {
            row.first()
                .is_some_and(|(first, _)| first.row == cell.row && !cell.first)
        }) {
            Some(row) => row.push((cell, before)),
            None => rows.push(vec![(cell, before)]),
        }
    }
    // the row of the labels themselves
    rows.retain(|row| !row.iter().all(|(cell, _)| cell.text == label(cell)));
    html! {
        table {
            thead { tr { @for column in &columns { th { (column) } } } }
            tbody {
                @for row in &rows {
                    tr {
                        @for column in &columns {
                            td { @if let Some((cell, before)) = row.iter().find(|(cell, _)| label(cell) == *column) { (words(cell, *before, marks)) } }
                        }
                    }
                }
            }
        }
    }
}
