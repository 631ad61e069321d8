//! Renders documents as HTML.

use super::{Block, Cell, Labelled, Row, Run, Table, Text};
use maud::{Markup, html};

/// Renders blocks, with all notes and without footnotes.
pub fn render(blocks: &[Block]) -> Markup {
    let continues = |_: &Block, next: &Block| matches!(next, Block::Row(row) if !row.starts);
    html! {
        @for unit in blocks.chunk_by(continues) {
            @match &unit[0] {
                Block::Paragraph(text) => p.wording { (line(text)) },
                Block::View(view) => p.wording { b { (view.text) } (view.at) },
                Block::Title { text, id } => h3 id=(id) { (line(text)) },
                Block::Brief { text, .. } => p.unit { (text) },
                Block::Heading(text) => h4 { (line(text)) },
                Block::Notice(text) => p.notice { (text) },
                Block::Item(item) => p.ruling { (line(&item.first)) (line(&item.text)) },
                Block::Indented(_, inner) => (render(inner)),
                Block::Sources(rows) => @for (_, row) in rows { (paragraph(row, &[Block::Row(row.clone())])) },
                Block::List(_, rows) => @for row in rows { p.unit { @for text in row { (line(text)) " " } } },
                Block::Grid(heads, rows) => table {
                    tr { th {} @for head in heads { th { (line(head)) } } }
                    @for (name, cells) in rows { tr { th { (line(name)) } @for cell in cells { td { (line(cell)) } } } }
                },
                Block::Changes(changes) => @for row in &changes.rows { p.unit { (line(&row.text)) (line(&row.by)) } },
                Block::Entries(entries) => {
                    @for (title, text) in &entries.all { (render(title)) (render(text)) }
                    (render(&entries.summary))
                }
                Block::Fit { long, .. } => (render(long)),
                Block::Rule(_) | Block::Gap | Block::Help(_) | Block::Mistake { .. } => {}
                Block::Row(row) => (paragraph(row, unit)),
                Block::Table(table) => (table_rows(table)),
                Block::Footnote { .. } => {}
                Block::Labelled(remark) => (labelled(remark)),
                Block::Notes { whole, .. } => (render(whole)),
            }
        }
    }
}

/// Renders words: new ones underlined, removed ones struck through.
pub fn line(text: &Text) -> Markup {
    html! {
        @for run in text.runs() {
            @match run {
                Run::Plain(words) => (words),
                Run::Strong(words) | Run::Warning(words) | Run::Error(words) | Run::Hit(words) => b { (words) },
                Run::Quiet(words) => i { (words) },
                Run::Name(words) => code { (words) },
                Run::Added(words) => { ins { (words.trim_end()) } (trailing_blank(words)) }
                Run::Removed(words) => { del { (words.trim_end()) } " " }
            }
        }
    }
}

/// Returns a blank if the text ends with white space.
fn trailing_blank(text: &str) -> &'static str {
    if text.ends_with(char::is_whitespace) {
        " "
    } else {
        ""
    }
}

/// Renders the sentences of a paragraph or bullet.
fn paragraph(first: &Row, rows: &[Block]) -> Markup {
    html! {
        p.unit data-depth=(first.depth) {
            @if first.depth > 0 { "• " }
            @for block in rows {
                @if let Block::Row(row) = block {
                    @if let Some(label) = &row.label { b { (label) } " " }
                    (line(&row.text)) " "
                    @if let Some(restated) = &row.restated { small { "(restated: " (restated) ") " } }
                }
            }
        }
    }
}

/// Renders each row of a table as a paragraph: its label, then each value after the label of its
/// column.
fn table_rows(table: &Table) -> Markup {
    let known = |(_, cell): &(&String, &Cell)| cell.text != Text::default();
    html! {
        @for (label, cells) in &table.rows {
            p.unit {
                b { (label) } ": "
                @for (at, (column, cell)) in table.columns.iter().zip(cells).filter(known).enumerate() {
                    @if at > 0 { ", " }
                    (column) " " (line(&cell.text))
                }
            }
        }
        @if let Some(missing) = &table.missing { p.unit { i { (missing) } } }
    }
}

fn labelled(remark: &Labelled) -> Markup {
    html! {
        p.ruling {
            @if !remark.label.is_empty() { b { (remark.label) } " " }
            (remark.text)
            @if let Some(restated) = &remark.restated { " " small { "(restated: " (restated) ")" } }
            @for item in &remark.items { br; "– " (item) }
        }
    }
}
