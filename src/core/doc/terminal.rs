//! Renders documents for a terminal: wrapped rows with the letters of their footnotes at the right.

use super::{
    Block, ChangedRow, Changes, Entries, Labelled, NoteMark, Role, Row, Run, Styler, Table, Text,
    display_width, shorten,
    table::{self, TextTable},
};
use crate::text::prefixed;
use std::slice::from_ref;

/// The width in columns of the left margin of a sentence.
const MARGIN: usize = 5;

/// The width in columns at the right that is reserved for letters.
const LETTERS: usize = 6;

/// The number of lines up to which an answer is shown with all notes.
const SCREEN_LINES: usize = 24;

/// The width in columns from which units before and after are in two columns.
const MIN_TWO_COLUMNS: usize = 120;

/// Renders blocks. With `all`, notes are shown in full; else only if all of it fits a screen.
pub fn render(styler: Styler, blocks: &[Block], all: bool) -> String {
    let mut out = String::new();
    for block in blocks {
        out += &match block {
            Block::View(view) => {
                let left = format!("{}{}", styler.strong(&view.text), view.at);
                styler.justify(&left, &prefixed("p. ", view.page.as_ref()))
            }
            Block::Title { text, id } => styler.justify(&line(styler, text), &styler.reference(id)),
            Block::Brief { text, id } => {
                let room = styler.prose_width().saturating_sub(display_width(id) + 2);
                styler.justify(&shorten(text, room), &styler.reference(id))
            }
            Block::Heading(text) => format!("\n{}\n", line(styler, text)),
            Block::Notice(text) => styler.notice(text),
            Block::Help(text) => styler.help(text),
            Block::Paragraph(text) => styler.paragraph(&line(styler, text)),
            Block::Item(item) => {
                let [first, rest, text] =
                    [&item.first, &item.rest, &item.text].map(|text| line(styler, text));
                styler.wrap(&first, &rest, &text)
            }
            Block::Rule(text) => {
                let rest = styler.prose_width().saturating_sub(display_width(text) + 1);
                let rule = format!("{text} {}", "─".repeat(rest));
                format!("\n{}\n", styler.dim(&rule))
            }
            Block::Gap => "\n".to_owned(),
            Block::Indented(by, inner) => indented(styler, *by, inner),
            Block::Row(row) => render_row(styler, row),
            Block::Sources(rows) => render_sources(styler, rows),
            Block::Table(table) => render_table(styler, table),
            Block::List(heads, rows) => render_list(styler, heads, rows),
            Block::Grid(heads, rows) => render_grid(styler, heads, rows),
            Block::Changes(changes) => render_changes(styler, changes),
            Block::Entries(entries) => render_entries(styler, entries, out.lines().count()),
            Block::Mistake {
                text,
                before,
                words,
            } => render_mistake(styler, text, before, words),
            Block::Footnote { letter, text } => {
                let mark = format!("[{letter}] ");
                styler.wrap(&styler.reference(&mark), &" ".repeat(mark.len()), text)
            }
            Block::Labelled(remark) => render_labelled(styler, remark),
            Block::Notes { whole, short } => {
                let whole = render(styler, whole, true);
                if all || out.lines().chain(whole.lines()).count() <= SCREEN_LINES {
                    whole
                } else {
                    render(styler, short, true)
                }
            }
            Block::Fit { lines, long, short } => {
                let long = render(styler, long, all);
                if out.lines().chain(long.lines()).count() <= *lines {
                    long
                } else {
                    render(styler, short, all)
                }
            }
        };
    }
    out
}

/// Renders blocks with an indentation.
fn indented(styler: Styler, by: usize, blocks: &[Block]) -> String {
    let inner = render(styler.narrower(by), blocks, true);
    let indent = " ".repeat(by);
    inner
        .lines()
        .map(|line| format!("{indent}{line}\n"))
        .collect()
}

/// Renders words in colours; without them, changed words as `[-old-]` and `{+new+}`.
pub fn line(styler: Styler, text: &Text) -> String {
    let run = |Run { words, role }: &Run| match role {
        Role::Plain | Role::Link(_) | Role::Typed => words.clone(),
        Role::State(true) | Role::Warning => styler.warning(words),
        Role::State(false) | Role::Quiet => styler.dim(words),
        Role::Strong => styler.strong(words),
        Role::Error => styler.error(words),
        Role::Name => styler.reference(words),
        Role::Hit => match styler.colour {
            true => styler.strong(words),
            false => format!("*{words}*"),
        },
        Role::Added => mark_trimmed(words, |words| match styler.colour {
            true => styler.added(words),
            false => format!("{{+{words}+}}"),
        }),
        Role::Removed => mark_trimmed(words, |words| match styler.colour {
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
fn letters(notes: &[NoteMark]) -> String {
    let letters = notes.iter().map(|note| format!("[{}]", note.letter));
    letters.collect()
}

/// Renders a remark, and below it what it lists and the restatement of a printed one.
fn render_labelled(styler: Styler, remark: &Labelled) -> String {
    let mut out = match remark.label {
        "" => styler.paragraph(&line(styler, &remark.text)),
        label => styler.labelled("", label, &line(styler, &remark.text)),
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
        let mut shown = TextTable::new(styler, None);
        let names = table.columns.iter().map(|name| styler.strong(name));
        shown.add(table::row("", names));
        for (label, cells) in &table.rows {
            let cells = cells.iter().map(|cell| {
                let text = line(styler, &cell.text);
                match letters(&cell.notes) {
                    letters if letters.is_empty() => text,
                    letters => format!("{text} {}", styler.reference(&letters)),
                }
            });
            shown.add(table::row(styler.strong(label), cells));
        }
        out += &shown.text();
    }
    let common = table.common.as_ref();
    let common = common.map(|citation| format!("cells without a letter: {citation}"));
    for text in table.missing.iter().chain(&common) {
        out += &format!("     {}\n", styler.dim(text));
    }
    out
}

/// Renders texts in a table as wide as prose.
fn render_list(styler: Styler, heads: &[String], rows: &[Vec<Text>]) -> String {
    let mut shown = TextTable::new(styler, Some(styler.prose_width()));
    shown.add(heads.iter().map(|head| table::cell(styler.strong(head))));
    for row in rows {
        shown.add(row.iter().map(|text| table::cell(line(styler, text))));
    }
    shown.text()
}

/// The least width in columns of the names of a table's rows.
const MIN_NAMES: usize = 20;

/// Renders cells at the right of their columns. Names that have no room are wrapped; cells are not, so that a
/// table with many columns is wider than the output.
fn render_grid(styler: Styler, heads: &[Text], rows: &[(Text, Vec<Text>)]) -> String {
    let width_of = |at: usize| {
        let cells = rows.iter().filter_map(|(_, cells)| cells.get(at));
        let cells = cells.chain(heads.get(at));
        cells.map(|text| display_width(&text.plain())).max()
    };
    // two blanks between columns
    let cells: usize = (0..heads.len())
        .filter_map(width_of)
        .map(|own| own + 2)
        .sum();
    let room = styler.width.saturating_sub(cells + 2).max(MIN_NAMES);
    let name = |text: &Text| {
        let words = line(styler, text);
        if display_width(&text.plain()) <= room {
            return words;
        }
        let words = words.trim_start();
        let indent = text.plain().len() - text.plain().trim_start().len();
        let (first, rest) = (" ".repeat(indent), " ".repeat(indent + 2));
        styler
            .wrap_to(room, &first, &rest, words)
            .trim_end()
            .to_owned()
    };
    let words = |text: &Text| line(styler, text);
    let mut shown = TextTable::new(styler, None);
    shown.add(table::row("", heads.iter().map(words)));
    for (own, cells) in rows {
        shown.add(table::row(name(own), cells.iter().map(words)));
    }
    shown.text()
}

/// Renders rows with the sources of their words at the left, one on each line.
fn render_sources(styler: Styler, rows: &[(Vec<String>, Row)]) -> String {
    let sources = rows.iter().flat_map(|(sources, _)| sources);
    let width = sources.map(|source| display_width(source)).max();
    let width = width.unwrap_or_default();
    let mut out = String::new();
    for (sources, row) in rows {
        let label = row.label.as_ref();
        let label = label.map_or_else(String::new, |label| format!("{} ", styler.strong(label)));
        let rest = " ".repeat(width + 2 + 2 * row.depth);
        let first = match row.starts && row.depth > 0 {
            true => format!("{}• ", " ".repeat(width + 2 * row.depth)),
            false => rest.clone(),
        };
        let text = label + &line(styler, &row.text);
        let wrapped = styler.wrap_to(styler.prose_width(), &first, &rest, &text);
        let (mut lines, mut sources) = (wrapped.lines(), sources.iter());
        loop {
            let (source, text) = (sources.next(), lines.next());
            if source.is_none() && text.is_none() {
                break;
            }
            let source = source.map_or("", String::as_str);
            let gap = " ".repeat(width - display_width(source));
            let text = text.and_then(|text| text.get(width..)).unwrap_or_default();
            let whole = format!("{}{gap}{text}", styler.reference(source));
            out += &format!("{}\n", whole.trim_end());
        }
    }
    out
}

/// Renders units before and after: in two columns if there is room, else as one text each.
fn render_changes(styler: Styler, changes: &Changes) -> String {
    let columns = changes.columns.as_ref();
    let columns = columns.filter(|_| styler.width >= MIN_TWO_COLUMNS);
    let mut out = String::new();
    if let Some((left, right)) = columns.filter(|_| !changes.rows.is_empty()) {
        out += &two_columns(styler, &styler.strong(left), &styler.strong(right));
    }
    for row in &changes.rows {
        out += &match columns {
            Some(_) => changed_sides(styler, row),
            None => changed_text(styler, row),
        };
        if let Some(restated) = &row.restated {
            let indent = "  ".repeat(row.depth + 1);
            out += &styler.restated(&indent, &line(styler, restated));
        }
    }
    out
}

/// Returns the label of a changed unit, with a space after it.
fn changed_label(styler: Styler, row: &ChangedRow) -> String {
    let label = row.label.as_ref();
    label.map_or_else(String::new, |label| format!("{}  ", styler.strong(label)))
}

fn changed_text(styler: Styler, row: &ChangedRow) -> String {
    let indent = "  ".repeat(row.depth);
    let [text, by] = [&row.text, &row.by].map(|text| line(styler, text));
    let text = format!("{}{text}{by}", changed_label(styler, row));
    styler.wrap(
        &format!("{indent}{} ", row.sign),
        &format!("{indent}  "),
        &text,
    )
}

fn changed_sides(styler: Styler, row: &ChangedRow) -> String {
    let label = changed_label(styler, row);
    let [left, right, by] = [&row.sides.0, &row.sides.1, &row.by].map(|text| line(styler, text));
    let left = match left.as_str() {
        "" => left,
        words => format!("{label}{words}"),
    };
    two_columns(styler, &left, &format!("{label}{right}{by}"))
}

/// Renders two texts in two columns.
fn two_columns(styler: Styler, left: &str, right: &str) -> String {
    let width = (styler.width.saturating_sub(3) / 2).min(90);
    let [left, right] = [left, right].map(|text| styler.wrap_to(width, "", "  ", text));
    let (left, right): (Vec<&str>, Vec<&str>) = (left.lines().collect(), right.lines().collect());
    let row = |at: usize| {
        let [left, right] = [&left, &right].map(|lines| lines.get(at).copied().unwrap_or_default());
        let gap = " ".repeat(width.saturating_sub(display_width(left)));
        format!("{left}{gap} │ {right}").trim_end().to_owned() + "\n"
    };
    (0..left.len().max(right.len())).map(row).collect()
}

/// Renders hits below `above` lines.
fn render_entries(styler: Styler, entries: &Entries, above: usize) -> String {
    let summary = render(styler, &entries.summary, true);
    let lines = |blocks: &[Block]| render(styler, blocks, true).lines().count();
    // a heading above a title counts once it is reached
    let title_lines = |title: &[Block]| title.last().map_or(0, |own| lines(from_ref(own)));
    // the lines of the titles that follow, and of the summary
    let titles = entries.all.iter().map(|(title, _)| title_lines(title));
    let mut below = titles.sum::<usize>() + summary.lines().count();
    let mut out = String::new();
    for (at, (title, text)) in entries.all.iter().enumerate() {
        below -= title_lines(title);
        out += &render(styler, title, true);
        let text = render(styler, text, true);
        let taken = above + out.lines().count() + text.lines().count() + below;
        if at == 0 || entries.lines.is_none_or(|lines| taken <= lines) {
            out += &text;
        }
    }
    out + &summary
}

/// Renders a text with its mistake marked below, if it is a single line.
fn render_mistake(styler: Styler, text: &str, before: &str, words: &str) -> String {
    if text.len() > styler.prose_width().saturating_sub(4) || text.contains('\n') {
        return String::new();
    }
    let gap = " ".repeat(display_width(before));
    let marks = "^".repeat(display_width(words).max(1));
    format!("    {text}\n    {gap}{}\n", styler.warning(&marks))
}
