//! Renders as Markdown a report of the unit to which each block of a booklet was assigned.

use super::book_file_result::{BookletResult, SectionKind};
use crate::booklet::{Booklet, BookletBlock};

/// The number of characters of a block that the report shows.
const SHOWN: usize = 60;

/// Returns the report, in Markdown; `file` is the name of the booklet's file.
pub fn write_mapping(result: &BookletResult, booklet: &Booklet, file: &str) -> String {
    let mut out = format!(
        "# Where the text of {file} went

This file contains the beginnings of printed sentences: keep it as private as the booklet. To correct a place, edit the file of the library
that the import wrote. A place is a unit of the section (`losses.count`, `losses/p1`), `new` for a unit that the rules
do not know, `section ID` or `section new` for a heading.
"
    );
    let questions = result.questions.iter();
    let questions = questions.map(|own| format!("- #{}: {}\n", own.section, own.text));
    add_list(&mut out, "Questions", questions.collect());
    for section in &result.sections {
        let (id, what) = match section.kind {
            SectionKind::Known => (&*section.id, ""),
            SectionKind::New => ("new", " (not known to the rules)"),
            SectionKind::Further => ("new", " (without a place in the section)"),
        };
        let heading = section
            .heading_block
            .map(|at| (at, format!("section {id}")));
        let mut blocks: Vec<(usize, String)> = heading.into_iter().collect();
        for (at, address) in &section.blocks {
            // what follows the heading in its block is part of the block
            if blocks.last().is_none_or(|last| last.0 != *at) {
                let place = if address.is_empty() { "new" } else { address };
                blocks.push((*at, place.to_owned()));
            }
        }
        let title = format!(
            "{}, p. {}: #{}{what}",
            section.heading, section.page, section.id
        );
        let row = |(at, place): (usize, String)| {
            let text = booklet.blocks.get(at).map(BookletBlock::plain);
            let text = shown(&text.unwrap_or_default());
            format!("| {} | {place} | {text} |\n", at + 1)
        };
        let head = "| block | place | text |\n|---|---|---|\n".to_owned();
        let rows = blocks.into_iter().map(row);
        add_list(
            &mut out,
            &title,
            std::iter::once(head).chain(rows).collect(),
        );
    }
    let aside = booklet.set_aside.iter().map(|own| {
        let page = booklet.page_label(own.page);
        format!("- page {page}: {}\n", shown(&own.text))
    });
    add_list(&mut out, "Set aside", aside.collect());
    let not_found = result.not_found.iter().map(|id| format!("- #{id}\n"));
    let title = "Sections of the rules that were not found";
    add_list(&mut out, title, not_found.collect());
    out
}

/// Adds a part of the report, if it is not empty.
fn add_list(out: &mut String, title: &str, lines: String) {
    if !lines.is_empty() {
        *out += &format!("\n## {title}\n\n{lines}");
    }
}

/// Returns the beginning of a text, as a cell of the report.
fn shown(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let words = words.join(" ").replace('|', "/");
    let shown: String = words.chars().take(SHOWN).collect();
    shown.trim().to_owned()
}
