//! A whole ruleset as a document, for `show --full`: the contents, then the text with bars at changes.

use crate::answer::parts::{notices, title, view_of_text};
use crate::{
    analysis::{
        ClauseBlock, ClauseState, ComparedUnit, Fate, Footnotes, FullSection, FullText, RowStyle,
        WordingKind, rows_and_tables,
    },
    doc::{Block, HOLE, Text, quiet, removed, strong, text, warning},
    model::Ruleset,
    text::{join, plural, prefixed},
};

/// The bar at the left of changed text.
const BAR: &str = "| ";

/// The margin of other text.
const MARGIN: &str = "  ";

/// Returns the contents, then the sections.
pub(super) fn full_text(ruleset: &Ruleset, full: &FullText) -> Vec<Block> {
    let blocks = full.sections.iter().flat_map(|section| &section.blocks);
    let mut out = vec![view_of_text(ruleset, &full.query, None, blocks)];
    out.push(Block::paragraph(strong(&full.title)));
    out.extend(notices(&full.notices));
    if let Some(since) = &full.since {
        let is_changed = |section: &&FullSection| !section.changes.is_empty();
        let count = full.sections.iter().filter(is_changed).count();
        let all = plural(full.sections.len(), "section");
        out.push(Block::paragraph(format!(
            "A bar at the left marks what changed since {since}: {count} of {all}."
        )));
    }
    out.push(Block::Heading("Contents".into()));
    out.extend(full.sections.iter().map(contents_line));
    let mut page: Option<&str> = None;
    for section in &full.sections {
        if section.page.is_some() && section.page.as_deref() != page {
            page = section.page.as_deref();
            out.push(Block::Rule(prefixed("page ", page)));
        }
        out.push(Block::Gap);
        add_section(section, full.since.as_deref(), &mut out);
    }
    out
}

fn contents_line(section: &FullSection) -> Block {
    let indent = if section.within.is_some() { "  " } else { "" };
    let bar = if section.changes.is_empty() {
        MARGIN
    } else {
        BAR
    };
    let page = prefixed("p. ", section.page.as_ref());
    Block::Brief {
        text: format!("{bar}{page:<7}{indent}{}", section.heading),
        id: section.id.clone(),
    }
}

fn add_section(section: &FullSection, since: Option<&str>, out: &mut Vec<Block>) {
    out.push(title(&[&section.heading], &section.id));
    if section.state == ClauseState::NotHeld && section.blocks.len() < 2 {
        out.push(missing_line("not included"));
    } else {
        let is_cell = |block: &ClauseBlock| block.kind == "cell";
        for group in section.blocks.chunk_by(|a, b| is_cell(a) == is_cell(b)) {
            match is_cell(&group[0]) {
                true => out.extend(table(group)),
                false => out.extend(paragraphs(group, &section.changes)),
            }
        }
    }
    let since = since.unwrap_or_default();
    let changed = |text: Text| Block::item(BAR, BAR, text);
    let values = section.changes.iter();
    let values = values.filter(|pair| pair.kind == "cell" && pair.fate == Fate::Changed);
    let values = join(values.map(value_change), "; ");
    if !values.is_empty() {
        out.push(changed(format!("Changed since {since}: {values}").into()));
    }
    let gone = section.changes.iter().filter(|pair| {
        matches!(pair.fate, Fate::Removed | Fate::Moved) && pair.relocation.is_none()
    });
    out.extend(gone.map(|pair| {
        let to = prefixed(", now ", pair.moved_to.as_ref());
        let words = removed(pair.before.as_deref().unwrap_or_default());
        changed(text![format!("Gone since {since}{to}: "), words])
    }));
}

fn value_change(pair: &ComparedUnit) -> String {
    let value = |text: &Option<String>| match text.as_deref() {
        Some(HOLE) => "not included".to_owned(),
        text => text.unwrap_or("–").to_owned(),
    };
    let label = pair.label.as_deref().unwrap_or_default();
    format!("{label} {} → {}", value(&pair.before), value(&pair.after))
}

/// Returns a table without footnotes.
fn table(cells: &[ClauseBlock]) -> Vec<Block> {
    let plain = |cell: &ClauseBlock| ClauseBlock {
        provenance: Vec::new(),
        pending: Vec::new(),
        cut: Vec::new(),
        label_by: None,
        ..cell.clone()
    };
    let cells: Vec<ClauseBlock> = cells.iter().map(plain).collect();
    rows_and_tables(&cells, RowStyle::Pieces, &mut Footnotes::default())
}

/// Numbers of paragraphs, bullets and sentences whose text is not included, to have one line for
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
        let least = block.at_least.filter(|_| block.kind == "more");
        self.is_open |= least.is_some();
        let count = least.map_or(1, |least| least as usize);
        match &block.id {
            id if id.ends_with("p+") => self.paragraphs += count,
            id if id.ends_with("b+") => self.bullets += count,
            _ => self.sentences += count,
        }
    }

    /// Adds a paragraph or bullet of which nothing is included.
    fn add_whole(&mut self, own: Self, first: &ClauseBlock, is_changed: bool) {
        self.is_changed |= is_changed;
        match first.inside {
            _ if own.sentences == 0 => {
                self.paragraphs += own.paragraphs;
                self.bullets += own.bullets;
                self.is_open |= own.is_open;
            }
            "bullet" => self.bullets += 1,
            _ => self.paragraphs += 1,
        }
    }

    /// Describes what is missing and starts the count again; `None` if nothing is missing.
    fn take(&mut self) -> Option<String> {
        let own = std::mem::take(self);
        let counts = [
            (own.paragraphs, "paragraph"),
            (own.bullets, "bullet"),
            (own.sentences, "sentence"),
        ];
        let counts = counts.iter().filter(|(count, _)| *count > 0);
        let counts = join(counts.map(|(count, name)| plural(*count, name)), " and ");
        let changed = if own.is_changed { ", changed" } else { "" };
        let more = if own.is_open { " or more" } else { "" };
        match (counts.is_empty(), own.is_open) {
            (true, false) => None,
            (true, true) => Some("further text, if any, not included".to_owned()),
            (false, _) => Some(format!("{counts}{more} not included{changed}")),
        }
    }
}

/// Returns paragraphs as running text. Adjacent paragraphs of which nothing is included are one line.
fn paragraphs(blocks: &[ClauseBlock], changes: &[ComparedUnit]) -> Vec<Block> {
    let is_changed = |block: &&ClauseBlock| {
        changes.iter().any(|pair| {
            let rest = block.id.strip_prefix(pair.id.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        })
    };
    let blocks = blocks.iter().filter(|block| block.kind != "heading");
    let blocks: Vec<&ClauseBlock> = blocks.collect();
    // an open run of paragraphs or bullets is a paragraph of its own
    let is_run = |block: &ClauseBlock| block.id.ends_with("p+") || block.id.ends_with("b+");
    let continues =
        |one: &&ClauseBlock, next: &&ClauseBlock| !next.first && !is_run(next) && !is_run(one);
    let mut out = Vec::new();
    let mut missing = MissingTextCounts::default();
    for group in blocks.chunk_by(continues) {
        let first = group[0];
        let changed = group.iter().any(&is_changed);
        let (words, holes) = words(group);
        let Some(words) = words else {
            missing.add_whole(holes, first, changed);
            continue;
        };
        out.extend(missing.take().map(|text| missing_line(&text)));
        if first.depth == 0 && !out.is_empty() {
            out.push(Block::Gap);
        }
        let indent = "  ".repeat(first.depth.saturating_sub(1));
        let (bullet, hang) = match (first.depth, first.first) {
            (0, _) => ("", ""),
            (_, true) => ("• ", "  "),
            (_, false) => ("  ", "  "),
        };
        let margin = || match changed {
            true => Text::from(warning(BAR)),
            false => MARGIN.into(),
        };
        let (lead, rest) = (format!("{indent}{bullet}"), format!("{indent}{hang}"));
        out.push(Block::item(
            text![margin(), lead],
            text![margin(), rest],
            words,
        ));
    }
    out.extend(missing.take().map(|text| missing_line(&text)));
    out
}

/// Joins the sentences of a paragraph or bullet, with what is missing between them; `None` if nothing
/// is included. Also counts what is missing.
fn words(group: &[&ClauseBlock]) -> (Option<Text>, MissingTextCounts) {
    let (mut all, mut hole) = (MissingTextCounts::default(), MissingTextCounts::default());
    let mut words: Vec<Text> = Vec::new();
    let mut is_known = false;
    let missing = |text: String| Text::from(quiet(format!("[{text}]")));
    for block in group {
        is_known |= block.label.is_some();
        words.extend(block.label.as_ref().map(|label| strong(label).into()));
        let has_words = block.text.contains(char::is_alphanumeric);
        if block.wording != WordingKind::None && has_words {
            words.extend(hole.take().map(missing));
            words.push((&block.text).into());
            is_known = true;
        } else {
            hole.add(block);
            all.add(block);
        }
    }
    words.extend(hole.take().map(missing));
    let words = words.into_iter().enumerate().flat_map(|(at, word)| {
        let blank = (at > 0).then(|| Text::from(" "));
        blank.into_iter().chain([word])
    });
    (is_known.then(|| words.collect()), all)
}

/// Returns the line for text that is not included.
fn missing_line(words: &str) -> Block {
    Block::item(MARGIN, MARGIN, quiet(format!("··· {words}")))
}
