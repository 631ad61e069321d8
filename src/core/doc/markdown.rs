//! Renders documents as Markdown, for editors, assistants and files.

use super::{Block, ChangedRow, Labelled, NoteMark, Role, Row, Table, Text, View};
use crate::text::{join, prefixed};

pub use super::inline::{code, escape, escape_characters};

/// Renders blocks with all notes, a line for each sentence, so that two texts can be compared line by
/// line. In place of footnotes, lines end with the names of the instructions that wrote them, if
/// `authors`.
pub fn render(blocks: &[Block], authors: bool) -> String {
    let mut out = String::new();
    let mut above: Option<&Block> = None;
    for (at, block) in blocks.iter().enumerate() {
        if is_for_terminals(block) {
            continue;
        }
        let is_row = matches!(block, Block::Row(_));
        if !is_row && matches!(above, Some(Block::Row(_))) {
            out += "\n\n";
        } else if above.is_some_and(is_listed) && !is_listed(block) {
            out.push('\n');
        }
        match block {
            // below its title
            Block::View(_) if matches!(blocks.get(at + 1), Some(Block::Title { .. })) => {}
            Block::View(view) => out += &format!("{}\n\n", view_line(view)),
            Block::Title { text, id } => match above {
                Some(Block::View(view)) => {
                    let title = escape(&text.plain());
                    out += &format!("### {title}\n\n{} · {}\n\n", code(id), view_line(view));
                }
                _ => out += &format!("{} {}\n\n", line(text).trim(), code(id)),
            },
            Block::Brief { text, id } => {
                out += &format!("- {} {}\n", escape(text.trim()), code(id));
            }
            Block::Heading(text) => out += &format!("**{}**\n\n", escape(text.plain().trim())),
            Block::Notice(text) => out += &format!("{}\n\n", escape(text)),
            Block::Paragraph(text) => out += &format!("{}\n\n", line(text)),
            Block::Item(item) => {
                let first = line(&item.first);
                let first = first.trim();
                let gap = if first.is_empty() { "" } else { " " };
                out += &format!("- {first}{gap}{}\n", line(&item.text).trim());
            }
            Block::Rule(text) if text.is_empty() => out += "---\n\n",
            Block::Rule(text) => out += &format!("---\n\n*{}*\n\n", escape(text)),
            Block::Indented(_, inner) => out += &render(inner, authors),
            Block::Row(row) => {
                let above = match above {
                    Some(Block::Row(above)) => Some(above),
                    Some(_) | None => None,
                };
                out += &render_row(row, above, authors);
            }
            Block::Sources(rows) => {
                for (sources, row) in rows {
                    let label = row.label.as_ref();
                    let label =
                        label.map_or_else(String::new, |own| format!("**{}** ", escape(own)));
                    out += &format!(
                        "- {label}{} *({})*\n",
                        line(&row.text).trim(),
                        escape(&join(sources, "; "))
                    );
                }
                out.push('\n');
            }
            Block::Table(table) => out += &render_table(table, authors),
            Block::List(heads, rows) => {
                let rows = rows.iter().map(|row| row.iter().map(line).collect());
                out += &(grid(heads.iter().map(|head| escape(head)).collect(), rows) + "\n");
            }
            Block::Grid(heads, rows) => {
                let heads = [Text::default()].into_iter().chain(heads.iter().cloned());
                let rows = rows.iter().map(|(name, cells)| {
                    let cells = cells.iter().map(line);
                    std::iter::once(line(name).trim().to_owned())
                        .chain(cells)
                        .collect()
                });
                out += &(grid(heads.map(|head| line(&head)).collect(), rows) + "\n");
            }
            Block::Changes(changes) => {
                out.extend(changes.rows.iter().map(render_change));
                out.push('\n');
            }
            Block::Entries(entries) => {
                for (title, text) in &entries.all {
                    out += &render(title, authors);
                    out += &render(text, authors);
                }
                out += &render(&entries.summary, authors);
            }
            Block::Labelled(remark) => out += &render_labelled(remark),
            Block::Notes { whole, .. } => out += &render(whole, authors),
            Block::Fit { long, .. } => out += &render(long, authors),
            Block::Footnote { .. } | Block::Help(_) | Block::Gap | Block::Mistake { .. } => {}
        }
        above = Some(block);
    }
    if matches!(above, Some(Block::Row(_))) {
        out += "\n\n";
    } else if above.is_some_and(is_listed) {
        out.push('\n');
    }
    out
}

/// Returns whether a block is not for Markdown.
fn is_for_terminals(block: &Block) -> bool {
    matches!(
        block,
        Block::Footnote { .. } | Block::Help(_) | Block::Gap | Block::Mistake { .. }
    )
}

/// Returns whether a block is a line of a list, which ends with the list.
fn is_listed(block: &Block) -> bool {
    matches!(
        block,
        Block::Item(_) | Block::Brief { .. } | Block::Labelled(_)
    )
}

/// Returns which text an answer is from: `DBM 3.4 · iwf · as of 20 Nov 2026 · p. 22`.
fn view_line(view: &View) -> String {
    let wording = prefixed(" · ", view.wording.as_ref());
    let page = prefixed(" · p. ", view.page.as_ref());
    escape(&format!("{}{}{wording}{page}", view.text, view.at))
}

/// Renders a unit before and after as a line of a list.
fn render_change(row: &ChangedRow) -> String {
    let label = row.label.as_ref();
    let label = label.map_or_else(String::new, |label| format!("**{}** ", escape(label)));
    let [text, by] = [&row.text, &row.by].map(line);
    let mut out = format!("{}- {label}{}", "  ".repeat(row.depth), text.trim());
    if !by.is_empty() {
        out += &format!(" {}", by.trim());
    }
    if let Some(restated) = &row.restated {
        out += &format!(" *(restated:* {}*)*", line(restated).trim());
    }
    out + "\n"
}

/// Renders words: removed ones struck through, new ones in bold, names as code.
pub fn line(text: &Text) -> String {
    let mut out = String::new();
    for run in text.runs() {
        let words = &run.words;
        match run.role {
            Role::Plain | Role::Link(_) | Role::State(_) | Role::Typed => {
                push_unmarked(&mut out, words);
            }
            Role::Strong | Role::Warning | Role::Error | Role::Hit | Role::Added => {
                push_marked(&mut out, "**", words);
            }
            Role::Quiet => push_marked(&mut out, "*", words),
            Role::Name => out += &code(words),
            Role::Removed => {
                push_marked(&mut out, "~~", words);
                if !out.ends_with(' ') {
                    out.push(' ');
                }
            }
        }
    }
    out
}

/// Appends unmarked text. After a closing mark that follows a punctuation mark, a blank is needed:
/// CommonMark would not close the mark otherwise.
fn push_unmarked(out: &mut String, text: &str) {
    let closed = out.ends_with('*') && !out.trim_end_matches('*').ends_with(char::is_alphanumeric);
    if closed && text.starts_with(char::is_alphanumeric) {
        out.push(' ');
    }
    *out += &escape(text);
}

/// Appends text between marks, without the surrounding blanks. Before an opening mark that precedes
/// a punctuation mark, a blank is needed: CommonMark would not open the mark otherwise.
fn push_marked(out: &mut String, around: &str, text: &str) {
    let inner = text.trim();
    let at = text.find(inner).unwrap_or_default();
    *out += &text[..at];
    if !inner.is_empty() {
        if !inner.starts_with(char::is_alphanumeric) && out.ends_with(|c: char| !c.is_whitespace())
        {
            out.push(' ');
        }
        *out += &format!("{around}{}{around}", escape(inner));
    }
    *out += &text[at + inner.len()..];
}

/// Renders a row after the one above it; the line is not ended.
fn render_row(row: &Row, above: Option<&Row>, authors: bool) -> String {
    let is_bullet = |row: &Row| row.depth > 0;
    let mut out = match above {
        None => String::new(),
        Some(above) if row.starts && !(is_bullet(row) && is_bullet(above)) => "\n\n".to_owned(),
        Some(_) => "\n".to_owned(),
    };
    let indent = "  ".repeat(row.depth.saturating_sub(usize::from(row.starts)));
    let bullet = if row.starts && is_bullet(row) {
        "- "
    } else {
        ""
    };
    let label = row.label.as_ref();
    let label = label.map_or_else(String::new, |label| format!("**{}** ", escape(label)));
    let text = line(&row.text);
    out += &format!("{indent}{bullet}{label}{}", text.trim_end());
    out += &names(&row.notes, authors);
    if let Some(restated) = &row.restated {
        out += &format!("\n{}*{}*", "  ".repeat(row.depth), escape(restated));
    }
    out
}

/// Returns the instructions that wrote words, each as code after a blank.
fn names(notes: &[NoteMark], shown: bool) -> String {
    let named = notes.iter().filter(|note| shown && !note.name.is_empty());
    named.map(|note| format!(" {}", code(&note.name))).collect()
}

/// Renders a table of cells that are Markdown.
fn grid(head: Vec<String>, rows: impl Iterator<Item = Vec<String>>) -> String {
    let rule = vec!["---".to_owned(); head.len()];
    let rows = [head, rule].into_iter().chain(rows);
    rows.map(|cells| format!("| {} |\n", cells.join(" | ")))
        .collect()
}

fn render_table(table: &Table, authors: bool) -> String {
    let mut out = String::new();
    if !table.rows.is_empty() {
        let head = std::iter::once(&table.corner).chain(&table.columns);
        let rows = table.rows.iter().map(|(label, cells)| {
            let cells = cells
                .iter()
                .map(|cell| line(&cell.text) + &names(&cell.notes, authors));
            std::iter::once(escape(label)).chain(cells).collect()
        });
        out += &grid(head.map(|name| escape(name)).collect(), rows);
        out.push('\n');
    }
    let common = table.common.as_ref().filter(|_| authors);
    let common = common.map(|citation| format!("other cells: {citation}"));
    for text in table.missing.iter().chain(&common) {
        out += &format!("*{}*\n\n", escape(text));
    }
    out
}

fn render_labelled(remark: &Labelled) -> String {
    let mut out = match remark.label {
        "" => format!("- {}", line(&remark.text)),
        label => format!("- **{label}** {}", line(&remark.text)),
    };
    if let Some(restated) = &remark.restated {
        out += &format!(" *(restated:* {}*)*", escape(restated));
    }
    for item in &remark.items {
        out += &format!("\n  - {}", line(item));
    }
    out + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_next_to_punctuation_are_valid() {
        for (old, new, shown) in [
            ("a 6 can be", "a 6, or 5, can be", "a 6 **, or 5,** can be"),
            ("end of it", "end (or not) of it", "end **(or not)** of it"),
            ("one two", "one \u{ab}two", "one **\u{ab}** two"),
        ] {
            assert_eq!(line(&Text::change(Some(old), Some(new))), shown);
        }
    }
}
