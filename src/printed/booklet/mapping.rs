//! Renders as Markdown a report of the unit to which each block of a booklet was assigned; reads it
//! back after a person corrected it.

use super::book_file_result::{BookletResult, SectionKind};
use crate::booklet::{Booklet, BookletBlockKind};
use std::collections::{BTreeMap, BTreeSet};

/// What a corrected report makes of a block: the heading of a section, text, a certain unit, a new
/// unit, or no part of the rules (`aside`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum BlockTarget {
    /// It is the heading of a section, by id; `new` for a section that the ruleset does not have.
    Section(String),
    /// It is text, not a heading.
    Text,
    /// It is the text of a unit, by id or path.
    Unit(String),
    /// It is a unit that the ruleset does not have.
    New,
    /// It is no part of the rules.
    Aside,
}

/// A person's decisions about blocks of a booklet, by index, from a corrected report, and blocks
/// that `import` sets apart as not shown: `make_book_file` prefers both to what it finds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MappingCorrections {
    targets: BTreeMap<usize, BlockTarget>,
    /// Blocks that become further text of their section, without a place among its units.
    apart: BTreeSet<usize>,
}

/// The number of characters of a block that the report shows.
const SHOWN: usize = 60;

impl MappingCorrections {
    /// Reads a corrected report.
    ///
    /// # Errors
    ///
    /// For a row whose block is not in the booklet or begins with other words, and for a place
    /// that is not understood. The message names the line.
    pub fn read(text: &str, booklet: &Booklet) -> Result<Self, String> {
        let mut targets = BTreeMap::new();
        for (at, line) in text.lines().enumerate() {
            let line_number = at + 1;
            let Some(row) = line.trim().strip_prefix('|') else {
                continue;
            };
            let cells: Vec<&str> = row
                .trim_end()
                .trim_end_matches('|')
                .splitn(4, '|')
                .map(str::trim)
                .collect();
            let [number, _, place, words] = cells[..] else {
                continue;
            };
            let Ok(number) = number.parse::<usize>() else {
                continue;
            };
            let block = number.checked_sub(1).and_then(|at| booklet.blocks.get(at));
            let block = block
                .ok_or_else(|| format!("line {line_number}: the booklet has no block {number}"))?;
            let shown = shown(&block.plain());
            if !words.is_empty() && words != shown {
                return Err(format!(
                    "line {line_number}: block {number} begins with other words; the report was made from another file"
                ));
            }
            let target = read_target(place).map_err(|why| format!("line {line_number}: {why}"))?;
            if let Some(target) = target {
                targets.insert(number - 1, target);
            }
        }
        Ok(Self {
            targets,
            apart: BTreeSet::new(),
        })
    }

    /// Returns where a person wants a block.
    pub(super) fn target(&self, block: usize) -> Option<&BlockTarget> {
        self.targets.get(&block)
    }

    /// Returns the mapping with additional blocks that become further text of their section.
    #[must_use]
    pub fn with_apart(mut self, blocks: impl IntoIterator<Item = usize>) -> Self {
        self.apart.extend(blocks);
        self
    }

    pub(super) fn is_apart(&self, block: usize) -> bool {
        self.apart.contains(&block)
    }

    /// Returns the number of decisions.
    pub fn len(&self) -> usize {
        self.targets.len()
    }

    /// Whether there are no decisions.
    pub fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }
}

fn read_target(place: &str) -> Result<Option<BlockTarget>, String> {
    let place = place.trim_matches('`');
    Ok(Some(match place {
        "" | "rows" => return Ok(None),
        "text" => BlockTarget::Text,
        "new" => BlockTarget::New,
        "aside" => BlockTarget::Aside,
        "section new" => BlockTarget::Section("new".into()),
        _ => match place.split_once(' ') {
            Some(("section", id)) => {
                BlockTarget::Section(id.trim().trim_start_matches('#').to_owned())
            }
            None => BlockTarget::Unit(place.trim_start_matches('#').to_owned()),
            Some(_) => {
                return Err(format!(
                    "`{place}` is no place; write a unit, `new`, `section ID`, `section new`, `text` or `aside`"
                ));
            }
        },
    }))
}

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

This file contains the beginnings of printed sentences: keep it as private as the booklet. To correct a place, change the third column and run
`rulebook import {file} --book … --mapping THIS-FILE`. A place is a unit of the section (`losses.count`, `losses/p1`), `new` for a unit that the rules
do not know, `rows` for a list that is printed as a table, `text` for a heading that is none, `section ID` or `section new` for a heading, `aside` for what is no part of the rules. A row that you
leave out is decided again.

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
    if !result.aside.is_empty() || !booklet.set_aside.is_empty() {
        out += "## Set aside\n\n| block | kind | place | text |\n|---|---|---|---|\n";
        for &at in &result.aside {
            out += &row(booklet, at, "aside");
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::booklet::read_plain;

    #[test]
    fn a_report_is_read_back() {
        let booklet = read_plain("# Rafts\n\nA raft floats.");
        let mapping = MappingCorrections::read(
            "| 1 | heading | section rafts | Rafts |\n| 2 | paragraph | rafts/p1 | A raft floats. |",
            &booklet,
        );
        let mapping = mapping.expect("a mapping");
        assert_eq!(
            mapping.target(0),
            Some(&BlockTarget::Section("rafts".into()))
        );
        assert_eq!(
            mapping.target(1),
            Some(&BlockTarget::Unit("rafts/p1".into()))
        );
    }

    #[test]
    fn a_report_of_another_file_is_refused() {
        let booklet = read_plain("# Rafts\n\nA raft floats.");
        let error = MappingCorrections::read("| 2 | paragraph | new | A barge sinks. |", &booklet)
            .expect_err("other words");
        assert!(
            error.starts_with("line 1: block 2 begins with other words"),
            "{error}"
        );
        assert!(MappingCorrections::read("| 9 | paragraph | new | |", &booklet).is_err());
    }
}
