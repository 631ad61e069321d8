//! Renders documents for a terminal: wrapped paragraphs with the letters of their footnotes.

use super::{
    Block, ChangedRow, Changes, Entries, Labelled, NoteMark, Role, Row, Run, Styler, Table, Text,
    display_width, shorten,
    table::{self, TextTable},
};
use crate::text::{join, prefixed};
use std::slice::from_ref;

/// The width in columns of the left margin of a paragraph.
const MARGIN: usize = 2;

/// The number of lines up to which an answer is shown with all notes.
const SCREEN_LINES: usize = 24;

/// The width in columns from which units before and after are in two columns.
const MIN_TWO_COLUMNS: usize = 120;

/// Renders blocks. With `all`, notes are shown in full; else only if all of it fits a screen.
pub fn render(styler: Styler, blocks: &[Block], all: bool) -> String {
    let mut out = String::new();
    for group in blocks.chunk_by(is_followed) {
        out += &match &group[0] {
            Block::View(view) => {
                let wording = prefixed(" · ", view.wording.as_ref());
                let left = format!("{}{}{wording}", styler.strong(&view.text), view.at);
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
            Block::Row(_) => render_rows(styler, group),
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
            Block::Footnote { .. } => {
                let is_whole = all || out.lines().count() + group.len() <= SCREEN_LINES;
                render_footnotes(styler, group, is_whole)
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
        out += &styler.wrap("    – ", "      ", &line(styler, item));
    }
    if let Some(restated) = &remark.restated {
        out += &styler.restated("    ", &styler.dim(restated));
    }
    out
}

/// Returns whether two blocks are rendered together: rows of a paragraph, and footnotes.
fn is_followed(block: &Block, next: &Block) -> bool {
    match (block, next) {
        (Block::Row(row), Block::Row(next)) => {
            next.follows && row.restated.is_none() && row.depth == next.depth
        }
        (Block::Footnote { .. }, Block::Footnote { .. }) => true,
        _ => false,
    }
}

/// Renders the rows of a paragraph as running text, with letters after the last of the words that
/// they refer to.
fn render_rows(styler: Styler, group: &[Block]) -> String {
    let rows = group.iter().filter_map(|block| match block {
        Block::Row(row) => Some(row),
        _ => None,
    });
    let rows: Vec<&Row> = rows.collect();
    let mut parts = Vec::new();
    for (at, row) in rows.iter().enumerate() {
        let is_repeated = |above: &&Row| above.text == row.text && above.notes == row.notes;
        if at > 0 && is_remark(&row.text) && is_repeated(&rows[at - 1]) {
            continue;
        }
        parts.extend(row.label.as_ref().map(|label| styler.strong(label)));
        let text = match rows.len() > 1 && is_remark(&row.text) {
            true => styler.dim(&format!("[{}]", row.text.plain())),
            false => line(styler, &row.text),
        };
        let letters = letters(&row.notes);
        let goes_on = rows.get(at + 1).is_some_and(|next| next.notes == row.notes);
        parts.push(match letters.is_empty() || goes_on {
            true => text,
            false => format!("{text}{}", styler.reference(&letters)),
        });
    }
    let (first, rest) = margins(styler, rows[0]);
    let mut out = styler.wrap(&first, &rest, &parts.join(" "));
    if let Some(restated) = rows.last().and_then(|row| row.restated.as_ref()) {
        out += &styler.restated(&rest, &styler.dim(restated));
    }
    out
}

/// Returns whether a text only says what is not included, without brackets.
fn is_remark(text: &Text) -> bool {
    let mut runs = text.runs().iter();
    runs.all(|run| run.role == Role::Quiet) && !text.plain().starts_with('[')
}

/// Renders footnotes, one below the other if they are whole, else as running text.
fn render_footnotes(styler: Styler, group: &[Block], is_whole: bool) -> String {
    let notes = group.iter().filter_map(|block| match block {
        Block::Footnote {
            letter,
            text,
            brief,
        } => Some((styler.reference(&format!("[{letter}] ")), text, brief)),
        _ => None,
    });
    if is_whole {
        let whole = notes.map(|(mark, text, _)| styler.wrap(&mark, "    ", text));
        return whole.collect();
    }
    styler.paragraph(&join(notes.map(|(mark, _, brief)| mark + brief), "; "))
}

/// Returns the margin of the first line of a row, and that of its other lines.
fn margins(styler: Styler, row: &Row) -> (String, String) {
    let margin = " ".repeat(if row.is_piece { 2 * MARGIN } else { MARGIN });
    if row.depth > 0 {
        let indent = margin + &"  ".repeat(row.depth - 1);
        let bullet = if row.starts { "• " } else { "  " };
        return (format!("{indent}{bullet}"), indent + "  ");
    }
    let ordinal = row.ordinal.as_ref().and_then(|n| n.split_once('.'));
    let first = match ordinal {
        Some((n, _)) => styler.dim(&format!("{n} ")),
        None if row.is_piece => margin.clone(),
        None => String::new(),
    };
    (first, margin)
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

/// Returns a title that is cut where it has no room in one line.
fn cut_title(title: &[Block]) -> Vec<Block> {
    let cut = |block: &Block| match block {
        Block::Title { text, id } => Block::Brief {
            text: text.plain(),
            id: id.clone(),
        },
        other => other.clone(),
    };
    title.iter().map(cut).collect()
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
    let first = entries.all.first().map_or(0, |(_, text)| lines(text));
    let is_long = entries
        .lines
        .is_some_and(|most| above + first + below > most);
    let mut out = String::new();
    for (at, (title, text)) in entries.all.iter().enumerate() {
        below -= title_lines(title);
        out += &match is_long && at > 0 {
            true => render(styler, &cut_title(title), true),
            false => render(styler, title, true),
        };
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
