//! Renders documents as Markdown, for editors, assistants and files.

use super::{Block, Labelled, NoteMark, Row, Run, Table, Text};

pub use super::inline::{code, code_list, escape, escape_characters, strip_marks};

/// Renders blocks with all notes, a line for each sentence, so that two texts can be compared line by
/// line. In place of footnotes, lines end with the names of the instructions that wrote them, if
/// `authors`.
pub fn render(blocks: &[Block], authors: bool) -> String {
    let mut out = String::new();
    let mut above: Option<&Block> = None;
    for block in blocks {
        if let Block::Footnote { .. } = block {
            continue;
        }
        let is_row = matches!(block, Block::Row(_));
        if !is_row && matches!(above, Some(Block::Row(_))) {
            out += "\n\n";
        }
        match block {
            Block::Paragraph(text) => out += &format!("{}\n\n", line(text)),
            Block::Row(row) => {
                let above = match above {
                    Some(Block::Row(above)) => Some(above),
                    Some(_) | None => None,
                };
                out += &render_row(row, above, authors);
            }
            Block::Table(table) => out += &render_table(table, authors),
            Block::Labelled(remark) => out += &render_labelled(remark),
            Block::Notes { whole, .. } => out += &render(whole, authors),
            Block::Footnote { .. } => {}
        }
        above = Some(block);
    }
    if matches!(above, Some(Block::Row(_))) {
        out += "\n\n";
    }
    out
}

/// Renders words: removed ones struck through, new ones in bold, names as code.
pub fn line(text: &Text) -> String {
    let mut out = String::new();
    for run in text.runs() {
        match run {
            Run::Plain(words) => push_unmarked(&mut out, words),
            Run::Strong(words) | Run::Warning(words) | Run::Added(words) => {
                push_marked(&mut out, "**", words);
            }
            Run::Quiet(words) => push_marked(&mut out, "*", words),
            Run::Name(words) => out += &code(words),
            Run::Removed(words) => {
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

fn render_table(table: &Table, authors: bool) -> String {
    let row = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let mut out = String::new();
    if !table.rows.is_empty() {
        let head = std::iter::once(&table.corner).chain(&table.columns);
        let head: Vec<String> = head.map(|name| escape(name)).collect();
        let rule = vec!["---".to_owned(); head.len()];
        out += &(row(head) + &row(rule));
        for (label, cells) in &table.rows {
            let cells = cells
                .iter()
                .map(|cell| line(&cell.text) + &names(&cell.notes, authors));
            out += &row(std::iter::once(escape(label)).chain(cells).collect());
        }
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
        "" => format!("- {}", escape(&remark.text)),
        label => format!("- **{label}** {}", escape(&remark.text)),
    };
    if let Some(restated) = &remark.restated {
        out += &format!(" *(restated:* {}*)*", escape(restated));
    }
    for item in &remark.items {
        out += &format!("\n  - {}", escape(item));
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
