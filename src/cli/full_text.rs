//! Renders a whole ruleset for `show --full`: the contents, then the text with bars at changes.

use super::{Styler, header, plural, terminal};
use crate::{
    analysis::{
        CAN_IMPORT, ClauseBlock, ClauseState, ComparedUnit, Fate, Footnotes, FullSection, FullText,
        RowStyle, WordingKind, rows_and_tables, wording_line,
    },
    doc::{HOLE, removed},
    model::Ruleset,
    text::prefixed,
};

/// The bar at the left of changed text.
const BAR: &str = "| ";

/// The margin of other text.
const MARGIN: &str = "  ";

/// Renders the contents, then the sections.
pub(super) fn render(styler: Styler, ruleset: &Ruleset, text: &FullText) -> String {
    let mut out = header::query_line(styler, ruleset, &text.query, None);
    out += &(styler.strong(&text.title) + "\n");
    out += &header::notice_lines(styler, &text.notices);
    let blocks = text.sections.iter().flat_map(|section| &section.blocks);
    let wording = wording_line(ruleset, blocks, CAN_IMPORT);
    out += &terminal::render(styler, wording.as_slice(), true);
    if let Some(since) = &text.since {
        let count = text
            .sections
            .iter()
            .filter(|section| !section.changes.is_empty())
            .count();
        let line = format!(
            "A bar at the left marks what changed since {since}: {} of {}.",
            count,
            plural(text.sections.len(), "section")
        );
        out += &styler.paragraph(&line);
    }
    out += "\nContents\n";
    for section in &text.sections {
        out += &contents_line(styler, section);
    }
    let mut page: Option<&str> = None;
    for section in &text.sections {
        if section.page.is_some() && section.page.as_deref() != page {
            page = section.page.as_deref();
            let line = format!("page {}", page.unwrap_or_default());
            let rest = styler.prose_width().saturating_sub(line.len() + 1);
            out += &format!(
                "\n{}\n",
                styler.dim(&format!("{line} {}", "─".repeat(rest)))
            );
        }
        out += &render_section(styler, section, text.since.as_deref());
    }
    out
}

fn contents_line(styler: Styler, section: &FullSection) -> String {
    let indent = if section.within.is_some() { "  " } else { "" };
    let bar = if section.changes.is_empty() {
        MARGIN
    } else {
        BAR
    };
    let page = prefixed("p. ", section.page.as_ref());
    let line = format!("{bar}{page:<7}{indent}{}", section.heading);
    styler.justify(&line, &styler.reference(&section.id))
}

fn render_section(styler: Styler, section: &FullSection, since: Option<&str>) -> String {
    let mut out = format!(
        "\n{}",
        header::clause_line(styler, std::slice::from_ref(&section.heading), &section.id)
    );
    if section.state == ClauseState::NotHeld && section.blocks.len() < 2 {
        out += &quiet(styler, "not included");
    } else {
        for group in section
            .blocks
            .chunk_by(|a, b| (a.kind == "cell") == (b.kind == "cell"))
        {
            out += &if group[0].kind == "cell" {
                render_table(styler, group)
            } else {
                render_text(styler, group, &section.changes)
            };
        }
    }
    let gone: Vec<_> = section
        .changes
        .iter()
        .filter(|pair| {
            matches!(pair.fate, Fate::Removed | Fate::Moved) && pair.relocation.is_none()
        })
        .collect();
    let values: Vec<_> = section
        .changes
        .iter()
        .filter(|pair| pair.kind == "cell" && pair.fate == Fate::Changed)
        .collect();
    let since = since.unwrap_or_default();
    if !values.is_empty() {
        let list: Vec<String> = values.iter().map(|pair| value_change(pair)).collect();
        let line = format!("Changed since {since}: {}", list.join("; "));
        out += &styler.wrap(BAR, BAR, &line);
    }
    for pair in gone {
        let to = prefixed(", now ", pair.moved_to.as_ref());
        let text = terminal::line(
            styler,
            &removed(pair.before.as_deref().unwrap_or_default()).into(),
        );
        let line = format!("Gone since {since}{to}: {text}");
        out += &styler.wrap(BAR, BAR, &line);
    }
    out
}

fn value_change(pair: &ComparedUnit) -> String {
    let value = |text: &Option<String>| {
        let text = text.as_deref().unwrap_or("–");
        if text == HOLE { "not included" } else { text }.to_owned()
    };
    let label = pair.label.as_deref().unwrap_or_default();
    format!("{label} {} → {}", value(&pair.before), value(&pair.after))
}

/// Renders a table without footnotes.
fn render_table(styler: Styler, cells: &[ClauseBlock]) -> String {
    let plain: Vec<ClauseBlock> = cells
        .iter()
        .map(|cell| ClauseBlock {
            provenance: Vec::new(),
            pending: Vec::new(),
            cut: Vec::new(),
            label_by: None,
            ..cell.clone()
        })
        .collect();
    let table = rows_and_tables(&plain, RowStyle::Pieces, &mut Footnotes::default());
    terminal::render(styler, &table, true)
}

/// A paragraph or bullet with its joined sentences, and what of it is missing.
struct JoinedParagraph<'b> {
    first: &'b ClauseBlock,
    /// Its sentences, with dimmed placeholders for those that are not included.
    words: String,
    /// Whether any of its words are included.
    is_known: bool,
    is_changed: bool,
    missing: MissingTextCounts,
}

/// Numbers of paragraphs, bullets and sentences whose text is not included, to print one line for
/// them.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct MissingTextCounts {
    paragraphs: usize,
    bullets: usize,
    sentences: usize,
    /// Whether there can be more than counted.
    is_open: bool,
    is_changed: bool,
}

impl MissingTextCounts {
    /// Adds a block that is not included: one sentence, or an open run.
    fn add(&mut self, block: &ClauseBlock) {
        let count = match block.at_least {
            Some(least) if block.kind == "more" => {
                self.is_open = true;
                least as usize
            }
            Some(_) | None => 1,
        };
        if block.id.ends_with("p+") {
            self.paragraphs += count;
        } else if block.id.ends_with("b+") {
            self.bullets += count;
        } else {
            self.sentences += count;
        }
    }

    /// Adds a paragraph or bullet of which nothing is included.
    fn add_whole(&mut self, paragraph: &JoinedParagraph<'_>) {
        let own = paragraph.missing;
        self.is_changed |= paragraph.is_changed;
        let is_run = own.sentences == 0;
        match paragraph.first.inside {
            _ if is_run => {
                self.paragraphs += own.paragraphs;
                self.bullets += own.bullets;
                self.is_open |= own.is_open;
            }
            "bullet" => self.bullets += 1,
            _ => self.paragraphs += 1,
        }
    }

    /// Describes what is missing; `None` if nothing is.
    fn text(self) -> Option<String> {
        let counts = [
            (self.paragraphs, "paragraph"),
            (self.bullets, "bullet"),
            (self.sentences, "sentence"),
        ];
        let counts = counts.iter().filter(|(count, _)| *count > 0);
        let counts: Vec<String> = counts.map(|(count, name)| plural(*count, name)).collect();
        let changed = if self.is_changed { ", changed" } else { "" };
        match (counts.join(" and "), self.is_open) {
            (counts, false) if counts.is_empty() => None,
            (counts, true) if counts.is_empty() => {
                Some("further text, if any, not included".to_owned())
            }
            (counts, true) => Some(format!("{counts} or more not included{changed}")),
            (counts, false) => Some(format!("{counts} not included{changed}")),
        }
    }
}

/// Renders paragraphs as running text. Adjacent paragraphs of which nothing is included are one
/// line.
fn render_text(styler: Styler, blocks: &[ClauseBlock], changes: &[ComparedUnit]) -> String {
    let mut out = String::new();
    let mut missing = MissingTextCounts::default();
    for paragraph in paragraphs(styler, blocks, changes) {
        if !paragraph.is_known {
            missing.add_whole(&paragraph);
            continue;
        }
        out += &missing_line(styler, std::mem::take(&mut missing));
        let first = paragraph.first;
        let margin = if paragraph.is_changed {
            styler.warning(BAR)
        } else {
            MARGIN.to_owned()
        };
        let indent = "  ".repeat(first.depth.saturating_sub(1));
        let (bullet, hang) = match (first.depth, first.first) {
            (0, _) => ("", ""),
            (_, true) => ("• ", "  "),
            (_, false) => ("  ", "  "),
        };
        if first.depth == 0 && !out.is_empty() {
            out.push('\n');
        }
        out += &styler.wrap(
            &format!("{margin}{indent}{bullet}"),
            &format!("{margin}{indent}{hang}"),
            &paragraph.words,
        );
    }
    out + &missing_line(styler, missing)
}

/// Joins the sentences of each paragraph and bullet.
fn paragraphs<'b>(
    styler: Styler,
    blocks: &'b [ClauseBlock],
    changes: &[ComparedUnit],
) -> Vec<JoinedParagraph<'b>> {
    let is_changed = |block: &ClauseBlock| {
        changes.iter().any(|pair| {
            let rest = block.id.strip_prefix(pair.id.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        })
    };
    let blocks: Vec<_> = blocks
        .iter()
        .filter(|block| block.kind != "heading")
        .collect();
    let mut out = Vec::new();
    // an open run of paragraphs or bullets is a paragraph of its own
    let is_run = |block: &ClauseBlock| block.id.ends_with("p+") || block.id.ends_with("b+");
    let continues =
        |one: &&ClauseBlock, next: &&ClauseBlock| !next.first && !is_run(next) && !is_run(one);
    for group in blocks.chunk_by(continues) {
        let mut paragraph = JoinedParagraph {
            first: group[0],
            words: String::new(),
            is_known: false,
            is_changed: group.iter().any(|block| is_changed(block)),
            missing: MissingTextCounts::default(),
        };
        let mut words: Vec<String> = Vec::new();
        let mut hole = MissingTextCounts::default();
        for block in group {
            if let Some(label) = &block.label {
                words.push(styler.strong(label));
                paragraph.is_known = true;
            }
            let has_words = block.text.contains(char::is_alphanumeric);
            if block.wording != WordingKind::None && has_words {
                words.extend(inline_hole(styler, std::mem::take(&mut hole)));
                words.push(block.text.clone());
                paragraph.is_known = true;
            } else {
                hole.add(block);
                paragraph.missing.add(block);
            }
        }
        words.extend(inline_hole(styler, hole));
        paragraph.words = words.join(" ");
        out.push(paragraph);
    }
    out
}

fn inline_hole(styler: Styler, missing: MissingTextCounts) -> Option<String> {
    let text = missing.text()?;
    Some(styler.dim(&format!("[{text}]")))
}

/// Returns the dimmed line for text that is not included; empty if nothing is missing.
fn missing_line(styler: Styler, missing: MissingTextCounts) -> String {
    missing
        .text()
        .map_or_else(String::new, |text| quiet(styler, &text))
}

fn quiet(styler: Styler, text: &str) -> String {
    format!("{MARGIN}{}\n", styler.dim(&format!("··· {text}")))
}
