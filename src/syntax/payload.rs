//! Rules text that is put together: units with their source, written in the notation.

use crate::{
    syntax::{self, Block, BlockKind, Inline, MarkKind},
    text::SourceId,
};

/// One unit of a payload that is to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unit {
    /// What it is.
    pub(crate) kind: BlockKind,
    /// Its label, plain.
    pub(crate) label: Option<String>,
    /// The text of a heading, sentence or cell, in the notation.
    pub(crate) source: String,
    /// The same without marks.
    pub(crate) plain: String,
    /// What it holds.
    pub(crate) children: Vec<Unit>,
}

/// The payload `text`, in the notation without `> `, as units.
pub(crate) fn units(text: &str) -> Vec<Unit> {
    if text.trim().is_empty() {
        return Vec::new();
    }
    let quoted: String = text
        .lines()
        .map(|line| {
            if line.trim().is_empty() {
                ">\n".to_owned()
            } else {
                format!("> {line}\n")
            }
        })
        .collect();
    let whole = format!("# X {{#x}}\n\n## Replace text\n\n{quoted}");
    let file = syntax::parse(SourceId(u32::MAX), "payload.amend.md", &whole);
    let blocks = file
        .places
        .first()
        .and_then(|place| place.entries.first())
        .map(|entry| &entry.payload);
    blocks.map_or_else(Vec::new, |blocks| of_blocks(blocks))
}

/// Blocks as units.
pub(crate) fn of_blocks(blocks: &[Block]) -> Vec<Unit> {
    blocks.iter().map(|block| of_block(block, true)).collect()
}

/// Blocks as units without facts, terms and links: what a sheet can print.
pub(crate) fn printable(blocks: &[Block]) -> Vec<Unit> {
    blocks.iter().map(|block| of_block(block, false)).collect()
}

fn of_block(block: &Block, linked: bool) -> Unit {
    let text = block.text();
    Unit {
        kind: block.kind,
        label: block.label.as_ref().map(|label| label.value.to_string()),
        source: text.map(|text| written(text, linked)).unwrap_or_default(),
        plain: text.map(|text| text.text.to_string()).unwrap_or_default(),
        children: block
            .children()
            .iter()
            .map(|child| of_block(child, linked))
            .collect(),
    }
}

/// A text with its marks, in the notation; without facts, terms and links where it is not `linked`.
fn written(text: &Inline, linked: bool) -> String {
    // at one place what closes stands before what opens, and of two that open the longer one first
    let mut tags: Vec<(usize, bool, usize, String)> = Vec::new();
    for mark in &text.marks {
        let (open, close) = match &mark.kind {
            MarkKind::Strong => ("**".to_owned(), "**".to_owned()),
            MarkKind::Emphasis => ("*".to_owned(), "*".to_owned()),
            MarkKind::Strike => ("~~".to_owned(), "~~".to_owned()),
            MarkKind::Fact(_) | MarkKind::Term(_) | MarkKind::Link(_) if !linked => continue,
            MarkKind::Fact(id) => ("[".to_owned(), format!("](fact:{id})")),
            MarkKind::Term(id) => ("[".to_owned(), format!("](term:{id})")),
            MarkKind::Link(id) => ("[".to_owned(), format!("](#{id})")),
            MarkKind::Url(address) => ("[".to_owned(), format!("]({address})")),
            MarkKind::Hole => continue,
        };
        tags.push((mark.span.start(), true, usize::MAX - mark.span.len(), open));
        tags.push((mark.span.end(), false, mark.span.len(), close));
    }
    tags.sort();
    let (mut out, mut at) = (String::with_capacity(text.text.len() + 16), 0);
    for (place, _, _, tag) in tags {
        out += &escaped(text.text.get(at..place).unwrap_or_default());
        out += &tag;
        at = place;
    }
    out + &escaped(text.text.get(at..).unwrap_or_default())
}

/// Words in which nothing is a mark.
pub(crate) fn escaped(words: &str) -> String {
    let mut out = String::with_capacity(words.len());
    for (at, c) in words.char_indices() {
        let entity = || {
            words[at + 1..].starts_with(|next: char| next.is_ascii_alphanumeric() || next == '#')
        };
        if matches!(
            c,
            '\\' | '*' | '_' | '`' | '[' | ']' | '<' | '>' | '|' | '~' | '{' | '}'
        ) || c == '&' && entity()
        {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// Units in the notation, without `> `.
pub(crate) fn markdown(units: &[Unit]) -> String {
    let mut out = String::new();
    blocks(units, "", &mut out);
    out
}

fn blocks(units: &[Unit], indent: &str, out: &mut String) {
    let mut before: Option<BlockKind> = None;
    for unit in units {
        let listed = before == Some(BlockKind::Bullet) && unit.kind == BlockKind::Bullet;
        if before.is_some() && !listed {
            out.push('\n');
        }
        match unit.kind {
            BlockKind::Heading => out.push_str(&format!("{indent}### {}\n", unit.source)),
            BlockKind::Paragraph => paragraph(unit, indent, out),
            BlockKind::Bullet => item(unit, "- ", &label(unit), indent, out),
            BlockKind::Table => table(unit, indent, out),
            BlockKind::Sentence | BlockKind::Row | BlockKind::Cell => {
                out.push_str(&format!("{indent}{}\n", guarded(&unit.source)))
            }
        }
        before = Some(unit.kind);
    }
}

fn label(unit: &Unit) -> String {
    unit.label
        .as_ref()
        .map(|label| format!("**{}** ", escaped(label)))
        .unwrap_or_default()
}

fn paragraph(unit: &Unit, indent: &str, out: &mut String) {
    match &unit.label {
        Some(number) if !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()) => {
            item(unit, &format!("{number}. "), "", indent, out)
        }
        _ => inner(unit, &label(unit), indent, indent, out),
    }
}

/// A bullet or numbered paragraph: `sign` in front, what follows moved in below it.
fn item(unit: &Unit, sign: &str, label: &str, indent: &str, out: &mut String) {
    let deeper = format!("{indent}{}", " ".repeat(sign.len()));
    inner(unit, label, &format!("{indent}{sign}"), &deeper, out);
}

/// What a unit holds: `first` stands before the first line, `indent` before the others.
fn inner(unit: &Unit, label: &str, first: &str, indent: &str, out: &mut String) {
    let mut lead = Some(format!("{first}{label}"));
    let mut before: Option<BlockKind> = None;
    let cont = |at: usize| {
        let tail = unit.children[..at]
            .iter()
            .any(|child| child.kind != BlockKind::Sentence);
        let last = unit
            .children
            .get(at + 1)
            .is_none_or(|next| next.kind != BlockKind::Sentence);
        if tail && last && unit.kind == BlockKind::Paragraph {
            " {.cont}"
        } else {
            ""
        }
    };
    for (at, child) in unit.children.iter().enumerate() {
        match child.kind {
            BlockKind::Sentence => {
                if before.is_some_and(|kind| kind != BlockKind::Sentence) {
                    out.push('\n');
                }
                let (start, text) = match lead.take() {
                    // behind a label or sign nothing begins a block
                    Some(lead) if label.is_empty() && first.trim().is_empty() => {
                        (lead, guarded(&child.source))
                    }
                    Some(lead) if label.is_empty() => (lead, guarded(&child.source)),
                    Some(lead) => (lead, child.source.clone()),
                    None => (indent.to_owned(), guarded(&child.source)),
                };
                out.push_str(&format!("{start}{text}{}\n", cont(at)));
            }
            BlockKind::Bullet
            | BlockKind::Paragraph
            | BlockKind::Heading
            | BlockKind::Table
            | BlockKind::Row
            | BlockKind::Cell => {
                if let Some(lead) = lead.take().filter(|lead| !lead.trim().is_empty()) {
                    out.push_str(lead.trim_end());
                    out.push('\n');
                }
                let deep = unit.kind == BlockKind::Bullet;
                if before.is_none_or(|kind| kind != child.kind)
                    && !(deep && child.kind == BlockKind::Bullet)
                    && !out.is_empty()
                {
                    out.push('\n');
                }
                blocks(std::slice::from_ref(child), indent, out);
            }
        }
        before = Some(child.kind);
    }
    if let Some(lead) = lead.filter(|lead| !lead.trim().is_empty()) {
        out.push_str(lead.trim_end());
        out.push('\n');
    }
}

fn table(unit: &Unit, indent: &str, out: &mut String) {
    for (at, row) in unit.children.iter().enumerate() {
        let cells: Vec<&str> = row
            .children
            .iter()
            .map(|cell| cell.source.as_str())
            .collect();
        out.push_str(&format!("{indent}| {} |\n", cells.join(" | ")));
        if at == 0 {
            out.push_str(&format!("{indent}|{}\n", "---|".repeat(cells.len())));
        }
    }
}

/// A line whose first characters begin no list, heading, quote or table.
fn guarded(line: &str) -> String {
    let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let behind = line[digits..].chars().next();
    if digits > 0
        && matches!(behind, Some('.' | ')'))
        && line[digits + 1..].starts_with([' ', '\t'])
    {
        return format!("{}\\{}", &line[..digits], &line[digits..]);
    }
    let starts = |signs: &[&str]| {
        signs
            .iter()
            .any(|sign| line.starts_with(sign) && line[sign.len()..].starts_with([' ', '\t']))
    };
    if starts(&["-", "+", "*", "#", "##", "###"])
        || line.starts_with(['>', '|', '#', '='])
        || line.starts_with("---")
    {
        return format!("\\{line}");
    }
    line.to_owned()
}

/// All words of units, labels included, joined by blanks.
pub(crate) fn plain(units: &[Unit]) -> String {
    let mut out: Vec<&str> = Vec::new();
    gather(units, &mut out);
    out.retain(|part| !part.is_empty());
    out.join(" ")
}

fn gather<'u>(units: &'u [Unit], out: &mut Vec<&'u str>) {
    for unit in units {
        // the label of a row is its first cell, that of a cell its column's
        if !matches!(unit.kind, BlockKind::Row | BlockKind::Cell) {
            out.extend(unit.label.as_deref());
        }
        out.push(&unit.plain);
        gather(&unit.children, out);
    }
}

/// The struck-out words of a unit and of what it holds.
pub(crate) fn struck(unit: &Unit) -> String {
    let own: String = unit
        .source
        .split("~~")
        .skip(1)
        .step_by(2)
        .collect::<Vec<_>>()
        .join(" ");
    unit.children
        .iter()
        .fold(own, |all, child| format!("{all} {}", struck(child)))
}

/// All words of units but those struck out.
pub(crate) fn fresh(units: &[Unit]) -> String {
    let one = |unit: &Unit| -> String {
        let own: String = unit
            .source
            .split("~~")
            .step_by(2)
            .collect::<Vec<_>>()
            .join(" ");
        format!(
            "{} {own} {}",
            unit.label.as_deref().unwrap_or_default(),
            fresh(&unit.children)
        )
    };
    units.iter().map(one).collect::<Vec<_>>().join(" ")
}

/// A payload without its struck-out words, in the notation.
pub(crate) fn unstruck(payload: &str) -> String {
    let text: String = payload.split("~~").step_by(2).collect();
    text.lines()
        .map(|line| format!("{}\n", line.trim_end()))
        .collect::<String>()
        .replace("-  ", "- ")
}

/// The kinds of units, however deep: two payloads of one shape have the same.
pub(crate) fn shape(units: &[Unit]) -> Vec<(usize, BlockKind)> {
    let mut out = Vec::new();
    let mut stack: Vec<(usize, &Unit)> = units.iter().rev().map(|unit| (0, unit)).collect();
    while let Some((depth, unit)) = stack.pop() {
        out.push((depth, unit.kind));
        stack.extend(unit.children.iter().rev().map(|child| (depth + 1, child)));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn again(text: &str) {
        let read = units(text);
        let out = markdown(&read);
        assert_eq!(units(&out), read, "{text}\n→\n{out}");
    }

    #[test]
    fn what_is_written_reads_the_same() {
        again(
            "One sentence.\nAnd **another** one.\n\n- **+1** if 3;\n  - deep\n- second bullet\n\nIts tail. {.cont}\n\nA paragraph.",
        );
        again("2. Numbered:\n   - one\n   - two\n\n3. Next.");
        again("### Heading\n\nText.");
        again("| a | b |\n|---|---|\n| c | ~~1~~ 2 |");
        again("- **(b)** If he is.\n  Then not.\n- two");
        again("~~4~~ 6 **rafts** and [7](fact:x.y) of **8**.\n~~old~~ new");
        again("Lead-in:\n\n- a\n- b\n\n| a | b |\n|---|---|\n| c | 2 |");
    }

    #[test]
    fn nothing_that_was_text_becomes_a_list() {
        let mut read = units("X.");
        read[0].children[0].source = "- 4 v mounted".into();
        assert_eq!(plain(&units(&markdown(&read))), "- 4 v mounted");
        read[0].children[0].source = "2. of them".into();
        assert_eq!(plain(&units(&markdown(&read))), "2. of them");
    }
}
