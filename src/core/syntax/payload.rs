//! `EditableUnit`: rules text as units that can be edited, to match printed sheets and write library
//! files; parses and prints them in the notation.

use crate::{
    syntax::{self, Block, BlockKind, Inline, MarkKind},
    text::{SourceId, is_number, join, leading_digits},
};

/// A unit of rules text that can be edited and printed, without byte spans: its kind, label, text
/// in the notation and without marks, and the units inside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EditableUnit {
    /// The kind of unit.
    pub kind: BlockKind,
    /// Its label, as plain text.
    pub label: Option<String>,
    /// The text of a heading, sentence or cell, in the notation.
    pub source: String,
    /// The same text without marks.
    pub plain: String,
    /// The units inside it.
    pub children: Vec<EditableUnit>,
}

/// Parses the payload `text`, in the notation without `> `, to units.
pub fn parse_units(text: &str) -> Vec<EditableUnit> {
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
    blocks.map_or_else(Vec::new, |blocks| units_of_blocks(blocks))
}

/// Converts blocks to units.
pub fn units_of_blocks(blocks: &[Block]) -> Vec<EditableUnit> {
    blocks
        .iter()
        .map(|block| unit_of_block(block, true))
        .collect()
}

/// Converts blocks to units without facts, terms and links: the form that a sheet can print.
pub fn printable_units(blocks: &[Block]) -> Vec<EditableUnit> {
    blocks
        .iter()
        .map(|block| unit_of_block(block, false))
        .collect()
}

fn unit_of_block(block: &Block, linked: bool) -> EditableUnit {
    let text = block.text();
    EditableUnit {
        kind: block.kind,
        label: block.label.as_ref().map(|label| label.value.to_string()),
        source: text
            .map(|text| inline_notation(text, linked))
            .unwrap_or_default(),
        plain: text.map(|text| text.text.to_string()).unwrap_or_default(),
        children: block
            .children()
            .iter()
            .map(|child| unit_of_block(child, linked))
            .collect(),
    }
}

/// Writes a text with its marks in the notation; without facts, terms and links unless `linked`.
fn inline_notation(text: &Inline, linked: bool) -> String {
    // at one offset closing tags come before opening ones, and of two opening tags the longer one
    // first
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
        out += &escape_markup(text.text.get(at..place).unwrap_or_default());
        out += &tag;
        at = place;
    }
    out + &escape_markup(text.text.get(at..).unwrap_or_default())
}

/// Escapes words so that nothing in them is a mark.
pub fn escape_markup(words: &str) -> String {
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

/// Writes units in the notation, without `> `.
pub fn print_units(units: &[EditableUnit]) -> String {
    let mut out = String::new();
    print_blocks(units, "", &mut out);
    out
}

fn print_blocks(units: &[EditableUnit], indent: &str, out: &mut String) {
    let mut before: Option<BlockKind> = None;
    for unit in units {
        let listed = before == Some(BlockKind::Bullet) && unit.kind == BlockKind::Bullet;
        if before.is_some() && !listed {
            out.push('\n');
        }
        match unit.kind {
            BlockKind::Heading => out.push_str(&format!("{indent}### {}\n", unit.source)),
            BlockKind::Paragraph => print_paragraph(unit, indent, out),
            BlockKind::Bullet => print_item(unit, "- ", &print_label(unit), indent, out),
            BlockKind::Table => print_table(unit, indent, out),
            BlockKind::Sentence | BlockKind::Row | BlockKind::Cell => {
                out.push_str(&format!("{indent}{}\n", escape_line_start(&unit.source)))
            }
        }
        before = Some(unit.kind);
    }
}

fn print_label(unit: &EditableUnit) -> String {
    unit.label
        .as_ref()
        .map(|label| format!("**{}** ", escape_markup(label)))
        .unwrap_or_default()
}

fn print_paragraph(unit: &EditableUnit, indent: &str, out: &mut String) {
    match &unit.label {
        Some(number) if is_number(number) => {
            print_item(unit, &format!("{number}. "), "", indent, out)
        }
        _ => print_children(unit, &print_label(unit), indent, indent, out),
    }
}

/// Writes a bullet or numbered paragraph: `sign` comes first, what follows is indented below it.
fn print_item(unit: &EditableUnit, sign: &str, label: &str, indent: &str, out: &mut String) {
    let deeper = format!("{indent}{}", " ".repeat(sign.len()));
    print_children(unit, label, &format!("{indent}{sign}"), &deeper, out);
}

/// Writes the contents of a unit: `first` goes before the first line, `indent` before the others.
fn print_children(unit: &EditableUnit, label: &str, first: &str, indent: &str, out: &mut String) {
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
                    Some(lead) if !label.is_empty() => (lead, child.source.clone()),
                    lead => (
                        lead.unwrap_or_else(|| indent.to_owned()),
                        escape_line_start(&child.source),
                    ),
                };
                out.push_str(&format!("{start}{text}{}\n", cont(at)));
            }
            _ => {
                print_lead(lead.take(), out);
                let deep = unit.kind == BlockKind::Bullet;
                if before.is_none_or(|kind| kind != child.kind)
                    && !(deep && child.kind == BlockKind::Bullet)
                    && !out.is_empty()
                {
                    out.push('\n');
                }
                print_blocks(std::slice::from_ref(child), indent, out);
            }
        }
        before = Some(child.kind);
    }
    print_lead(lead, out);
}

/// Prints the marker and label of a unit that has no sentence after them.
fn print_lead(lead: Option<String>, out: &mut String) {
    if let Some(lead) = lead.filter(|lead| !lead.trim().is_empty()) {
        out.push_str(lead.trim_end());
        out.push('\n');
    }
}

fn print_table(unit: &EditableUnit, indent: &str, out: &mut String) {
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

/// Escapes the start of a line that would begin a list, heading, quote or table.
pub fn escape_line_start(line: &str) -> String {
    let digits = leading_digits(line);
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
    // `+1` is a label only in bold
    let is_value = line.starts_with(['+', '-']) && leading_digits(&line[1..]) > 0;
    if is_value
        || starts(&["-", "+", "*", "#", "##", "###"])
        || line.starts_with(['>', '|', '#', '='])
        || line.starts_with("---")
    {
        return format!("\\{line}");
    }
    line.to_owned()
}

/// Returns all words of units, labels included, joined by blanks.
pub fn plain_words(units: &[EditableUnit]) -> String {
    let mut out: Vec<&str> = Vec::new();
    collect_words(units, &mut out);
    out.retain(|part| !part.is_empty());
    out.join(" ")
}

fn collect_words<'u>(units: &'u [EditableUnit], out: &mut Vec<&'u str>) {
    for unit in units {
        // the label of a row is its first cell, that of a cell belongs to its column
        if !matches!(unit.kind, BlockKind::Row | BlockKind::Cell) {
            out.extend(unit.label.as_deref());
        }
        out.push(&unit.plain);
        collect_words(&unit.children, out);
    }
}

/// Joins every second part of a unit's notation, divided at `~~`: the parts outside strikes, or
/// from 1 on those inside.
fn parts_between_strikes(unit: &EditableUnit, first: usize) -> String {
    let parts = unit.source.split("~~").skip(first).step_by(2);
    join(parts, " ")
}

/// Returns the struck-out words of a unit and its contents.
pub fn struck_text(unit: &EditableUnit) -> String {
    let own = parts_between_strikes(unit, 1);
    unit.children
        .iter()
        .fold(own, |all, child| format!("{all} {}", struck_text(child)))
}

/// Returns all words of units that are not struck out.
pub fn text_without_struck(units: &[EditableUnit]) -> String {
    let one = |unit: &EditableUnit| -> String {
        let own = parts_between_strikes(unit, 0);
        format!(
            "{} {own} {}",
            unit.label.as_deref().unwrap_or_default(),
            text_without_struck(&unit.children)
        )
    };
    join(units.iter().map(one), " ")
}

/// Returns a payload without its struck-out words, in the notation.
pub fn without_struck(payload: &str) -> String {
    let text: String = payload.split("~~").step_by(2).collect();
    text.lines()
        .map(|line| format!("{}\n", line.trim_end()))
        .collect::<String>()
        .replace("-  ", "- ")
}

/// Returns the kinds of all units with their depth: equal for payloads of one shape.
pub fn unit_kinds(units: &[EditableUnit]) -> Vec<(usize, BlockKind)> {
    let mut out = Vec::new();
    let mut stack: Vec<(usize, &EditableUnit)> = units.iter().rev().map(|unit| (0, unit)).collect();
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
        let read = parse_units(text);
        let out = print_units(&read);
        assert_eq!(parse_units(&out), read, "{text}\n→\n{out}");
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
        let mut read = parse_units("X.");
        read[0].children[0].source = "- 4 v mounted".into();
        assert_eq!(
            plain_words(&parse_units(&print_units(&read))),
            "- 4 v mounted"
        );
        read[0].children[0].source = "2. of them".into();
        assert_eq!(plain_words(&parse_units(&print_units(&read))), "2. of them");
    }
}
