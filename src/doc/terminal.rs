//! Renders documents for a terminal: wrapped rows with the letters of their footnotes at the right.

use super::{Block, Labelled, NoteMark, Row, Run, Styler, Table, Text, display_width, table};

/// The width in columns of the left margin of a sentence.
const MARGIN: usize = 5;

/// The width in columns at the right that is reserved for letters.
const LETTERS: usize = 6;

/// The number of lines up to which an answer is shown with all notes.
const SCREEN_LINES: usize = 24;

/// Renders blocks. With `all`, notes are shown in full; else only if all of it fits a screen.
pub fn render(styler: Styler, blocks: &[Block], all: bool) -> String {
    let mut out = String::new();
    for block in blocks {
        out += &match block {
            Block::Paragraph(text) => styler.paragraph(&line(styler, text)),
            Block::Row(row) => render_row(styler, row),
            Block::Table(table) => render_table(styler, table),
            Block::Footnote { letter, text } => {
                let mark = format!("[{letter}] ");
                styler.wrap(&styler.reference(&mark), &" ".repeat(mark.len()), text)
            }
            Block::Labelled(remark) => render_labelled(styler, "", remark),
            Block::Notes { whole, short } => {
                let whole = render(styler, whole, true);
                if all || out.lines().chain(whole.lines()).count() <= SCREEN_LINES {
                    whole
                } else {
                    render(styler, short, true) + &styler.help("`--notes` shows them in full")
                }
            }
        };
    }
    out
}

/// Renders words in colours; without them, changed words as `[-old-]` and `{+new+}`.
pub fn line(styler: Styler, text: &Text) -> String {
    let run = |run: &Run| match run {
        Run::Plain(words) => words.clone(),
        Run::Strong(words) => styler.strong(words),
        Run::Quiet(words) => styler.dim(words),
        Run::Warning(words) => styler.warning(words),
        Run::Name(words) => styler.reference(words),
        Run::Added(words) => mark_trimmed(words, |words| match styler.colour {
            true => styler.added(words),
            false => format!("{{+{words}+}}"),
        }),
        Run::Removed(words) => mark_trimmed(words, |words| match styler.colour {
            true => styler.removed(words),
            false => format!("[-{words}-]"),
        }),
    };
    text.runs().iter().map(run).collect()
}

/// Renders old and new words apart, with the differences marked in each.
pub fn sides(styler: Styler, old: &str, new: &str) -> (String, String) {
    let (old, new) = Text::sides(old, new);
    (line(styler, &old), line(styler, &new))
}

/// Applies a mark without the trailing white space.
fn mark_trimmed(text: &str, mark: impl Fn(&str) -> String) -> String {
    let words = text.trim_end();
    format!("{}{}", mark(words), &text[words.len()..])
}

/// Returns the letters of footnotes: `[a][c]`.
pub fn letters(notes: &[NoteMark]) -> String {
    let letters = notes.iter().map(|note| format!("[{}]", note.letter));
    letters.collect()
}

/// Renders remarks with an indentation.
pub fn remarks(styler: Styler, indent: &str, remarks: impl IntoIterator<Item = Block>) -> String {
    let remark = |block| match block {
        Block::Labelled(remark) => render_labelled(styler, indent, &remark),
        other => render(styler, &[other], true),
    };
    remarks.into_iter().map(remark).collect()
}

/// Renders a remark, and below it what it lists and the restatement of a printed one.
fn render_labelled(styler: Styler, indent: &str, remark: &Labelled) -> String {
    let mut out = match remark.label {
        "" => styler.paragraph(&remark.text),
        label => styler.labelled(indent, label, &remark.text),
    };
    for item in &remark.items {
        out += &styler.wrap("    – ", "      ", item);
    }
    if let Some(restated) = &remark.restated {
        out += &styler.restated("    ", &styler.dim(restated));
    }
    out
}

fn render_row(styler: Styler, row: &Row) -> String {
    let (first, rest) = margins(styler, row);
    let label = row.label.as_ref();
    let label = label.map_or_else(String::new, |label| format!("{} ", styler.strong(label)));
    let text = label + &line(styler, &row.text);
    let mut out = if row.gap { "\n" } else { "" }.to_owned();
    out += &with_letters(styler, &first, &rest, &text, &letters(&row.notes));
    if let Some(restated) = &row.restated {
        out += &styler.restated(&rest, &styler.dim(restated));
    }
    out
}

/// Returns the margin of the first line of a row, and that of its other lines.
fn margins(styler: Styler, row: &Row) -> (String, String) {
    if row.depth == 0 {
        let margin = " ".repeat(MARGIN);
        let ordinal = row.ordinal.as_ref();
        let first = ordinal.map(|n| styler.dim(&format!("{n:>3}  ")));
        return (first.unwrap_or_else(|| margin.clone()), margin);
    }
    let indent = " ".repeat(MARGIN + 2 * (row.depth - 1));
    let bullet = if row.starts { "• " } else { "  " };
    (format!("{indent}{bullet}"), format!("{indent}  "))
}

/// Wraps a row, with the letters at the right end of its last line.
fn with_letters(styler: Styler, first: &str, rest: &str, text: &str, letters: &str) -> String {
    let width = styler.prose_width();
    let wrapped = styler.wrap_to(width.saturating_sub(LETTERS).max(20), first, rest, text);
    if letters.is_empty() {
        return wrapped + "\n";
    }
    let last = wrapped.lines().last().map_or(0, display_width);
    let taken = display_width(letters);
    let gap = match width.checked_sub(last + taken) {
        Some(gap) if gap >= 1 => " ".repeat(gap),
        Some(_) | None => format!("\n{}", " ".repeat(width.saturating_sub(taken))),
    };
    format!("{wrapped}{gap}{}\n", styler.reference(letters))
}

/// Renders a table, and below it what is not included and who wrote the cells without a letter.
fn render_table(styler: Styler, table: &Table) -> String {
    let mut out = String::new();
    if !table.rows.is_empty() {
        let mut shown = table::new(None);
        let names = table.columns.iter().map(|name| styler.strong(name));
        shown.set_header(table::row("", names));
        for (label, cells) in &table.rows {
            let cells = cells.iter().map(|cell| {
                let text = line(styler, &cell.text);
                match letters(&cell.notes) {
                    letters if letters.is_empty() => text,
                    letters => format!("{text} {}", styler.reference(&letters)),
                }
            });
            shown.add_row(table::row(styler.strong(label), cells));
        }
        out += &table::text(&shown);
    }
    let common = table.common.as_ref();
    let common = common.map(|citation| format!("cells without a letter: {citation}"));
    for text in table.missing.iter().chain(&common) {
        out += &format!("     {}\n", styler.dim(text));
    }
    out
}
