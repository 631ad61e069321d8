//! Renders as Markdown a report of the unit to which each block of a booklet was assigned.

use super::book_file_result::{BookletResult, SectionKind};
use crate::booklet::{Booklet, BookletBlockKind};

/// The number of characters of a block that the report shows.
const SHOWN: usize = 60;

/// Returns the beginning of a text, as a cell of the report.
fn shown(text: &str) -> String {
    let words: String = text
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .replace('|', "/");
    words
        .chars()
        .take(SHOWN)
        .collect::<String>()
        .trim()
        .to_owned()
}

/// Returns the report, in Markdown; `file` is the name of the booklet's file.
pub fn write_mapping(result: &BookletResult, booklet: &Booklet, file: &str) -> String {
    let mut out = format!(
        "# Where the text of {file} went

This file contains the beginnings of printed sentences: keep it as private as the booklet. To correct a place, edit the file of the library
that the import wrote. A place is a unit of the section (`losses.count`, `losses/p1`), `new` for a unit that the rules
do not know, `rows` for a list that is printed as a table, `section ID` or `section new` for a heading.

"
    );
    if !result.questions.is_empty() {
        out += "## Questions\n\n";
        for question in &result.questions {
            out += &format!("- #{}: {}\n", question.section, question.text);
        }
        out.push('\n');
    }
    for section in &result.sections {
        let what = match section.kind {
            SectionKind::Known => "",
            SectionKind::New => " (not known to the rules)",
            SectionKind::Further => " (without a place in the section)",
        };
        out += &format!(
            "## {}, p. {}: #{}{what}\n\n| block | kind | place | text |\n|---|---|---|---|\n",
            section.heading, section.page, section.id
        );
        if let Some(at) = section.heading_block {
            let id = if section.kind == SectionKind::Known {
                section.id.as_str()
            } else {
                "new"
            };
            out += &row(booklet, at, &format!("section {id}"));
        }
        let mut before = None;
        // the rows of a table may be units of their own
        let is_list = |at: usize| {
            let is_table = booklet
                .blocks
                .get(at)
                .is_some_and(|block| !block.rows.is_empty());
            is_table && section.blocks.iter().filter(|own| own.0 == at).count() > 1
        };
        for (at, address) in &section.blocks {
            // a paragraph that begins with the heading of its section is one block
            if before != Some(*at) && Some(*at) != section.heading_block {
                out += &row(
                    booklet,
                    *at,
                    match address.as_str() {
                        _ if is_list(*at) => "rows",
                        "" => "new",
                        address => address,
                    },
                );
            }
            before = Some(*at);
        }
        out.push('\n');
    }
    if !booklet.set_aside.is_empty() {
        out += "## Set aside\n\n| block | kind | place | text |\n|---|---|---|---|\n";
        for aside in &booklet.set_aside {
            out += &format!(
                "| – | page {} | | {} |\n",
                booklet.page_label(aside.page),
                shown(&aside.text)
            );
        }
        out.push('\n');
    }
    if !result.not_found.is_empty() {
        out += "## Sections of the rules that were not found\n\n";
        for id in &result.not_found {
            out += &format!("- #{id}\n");
        }
    }
    out
}

fn row(booklet: &Booklet, at: usize, place: &str) -> String {
    let Some(block) = booklet.blocks.get(at) else {
        return String::new();
    };
    let kind = match block.kind {
        BookletBlockKind::Heading(_) => "heading",
        BookletBlockKind::Paragraph => "paragraph",
        BookletBlockKind::Bullet(_) => "bullet",
        BookletBlockKind::Table => "table",
        BookletBlockKind::Caption => "caption",
        BookletBlockKind::Footnote => "footnote",
    };
    format!(
        "| {} | {kind} | {place} | {} |\n",
        at + 1,
        shown(&block.plain())
    )
}
