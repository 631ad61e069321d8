//! Composes the text of a clause as a document: rows, with the units that are not included counted,
//! and tables.

use super::{ClauseBlock, WordingKind, WordingKinds, clause_table, footnotes::Footnotes};
use crate::doc::{Block, Row, Text, link, quiet, strong, text};

/// Whether the rows are a whole clause, with numbered sentences and no heading, or single pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowStyle {
    /// A whole clause: its heading is shown above, its sentences are numbered.
    Clause,
    /// Separate pieces, which the caller labels.
    Pieces,
}

/// Returns the text: rows, and tables between them.
pub fn rows_and_tables(
    blocks: &[ClauseBlock],
    style: RowStyle,
    notes: &mut Footnotes,
) -> Vec<Block> {
    let mut out = Vec::new();
    for group in blocks.chunk_by(|a, b| (a.kind == "cell") == (b.kind == "cell")) {
        if group[0].kind == "cell" {
            out.push(Block::Table(clause_table::table(group, notes)));
        } else {
            out.extend(rows(group, style, notes).into_iter().map(Block::Row));
        }
    }
    out
}

/// Returns blocks other than cells. Adjacent units without known text are counted in one row.
fn rows(blocks: &[ClauseBlock], style: RowStyle, notes: &mut Footnotes) -> Vec<Row> {
    let outermost = blocks
        .iter()
        .filter(|block| block.kind != "heading")
        .map(|block| block.depth)
        .min()
        .unwrap_or_default();
    let has_both_wordings = WordingKinds::of(blocks).is_mixed();
    let mut out: Vec<Row> = Vec::new();
    let mut rest = blocks;
    while let Some((block, later)) = rest.split_first() {
        rest = later;
        let hidden = is_hidden(block);
        if block.kind == "heading" {
            if style == RowStyle::Pieces && !hidden && !notes.marks_of_block(block).is_empty() {
                out.push(Row {
                    text: strong(&*block.text).into(),
                    starts: true,
                    ..Row::default()
                });
            }
            continue;
        }
        let depth = block.depth.saturating_sub(outermost);
        let follows = !block.first && !is_run(block) && !out.is_empty();
        let row = Row {
            ordinal: block.ordinal.clone().filter(|_| style == RowStyle::Clause),
            depth,
            starts: block.first,
            follows: follows && style == RowStyle::Clause,
            is_piece: style == RowStyle::Pieces,
            ..Row::default()
        };
        if hidden && block.label.is_none() {
            let more = similar_units(block, later);
            rest = &later[more..];
            out.push(Row {
                text: quiet(not_held(block, more + 1)).into(),
                ..row
            });
            continue;
        }
        out.push(Row {
            label: block.label.clone(),
            text: words(block, has_both_wordings),
            notes: notes.marks_of_block(block),
            restated: block.restated.clone(),
            ..row
        });
    }
    out
}

/// Returns whether a block represents unknown paragraphs or bullets.
fn is_run(block: &ClauseBlock) -> bool {
    block.id.ends_with("p+") || block.id.ends_with("b+")
}

/// Returns the words of a block, and whether words of it are missing or were deleted.
fn words(block: &ClauseBlock, has_both_wordings: bool) -> Text {
    let words = match block.wording {
        WordingKind::None => quiet(not_held(block, 1)).into(),
        WordingKind::Printed if has_both_wordings => {
            text![linked_words(block), " ", quiet("(printed)")]
        }
        WordingKind::Printed | WordingKind::Restated | WordingKind::Original => linked_words(block),
    };
    let mut parts = vec![words];
    if !block.cut.is_empty() && !block.held {
        parts.push(quiet(" (words were deleted from it)").into());
    }
    if !block.pending.is_empty() {
        let pending = " (an instruction changes words of it that are not included)";
        parts.push(quiet(pending).into());
    }
    parts.into_iter().collect()
}

/// Counts the blocks after this one that are units of the same kind and, like this one, entirely
/// unknown.
fn similar_units(block: &ClauseBlock, later: &[ClauseBlock]) -> usize {
    let open = |block: &ClauseBlock| block.id.ends_with("b+") || block.id.ends_with("p+");
    let alone = |at: usize| {
        later
            .get(at)
            .is_none_or(|next| next.first || next.depth < block.depth || open(next))
    };
    if !block.first || open(block) || !alone(0) {
        return 0;
    }
    let same = |(at, other): &(usize, &ClauseBlock)| {
        other.first
            && other.depth == block.depth
            && other.inside == block.inside
            && other.label.is_none()
            && is_hidden(other)
            && other.floating == block.floating
            && !open(other)
            && alone(at + 1)
    };
    later.iter().enumerate().take_while(same).count()
}

/// Returns whether a block is unknown and no instruction touched it.
fn is_hidden(block: &ClauseBlock) -> bool {
    let bare = block.wording == WordingKind::None || !block.text.chars().any(char::is_alphanumeric);
    let untouched = block.pending.is_empty() && block.cut.is_empty() && block.label_by.is_none();
    bare && untouched
        && block
            .provenance
            .iter()
            .all(|run| run.origin.address.is_none())
}

/// Returns the placeholder for `count` unknown blocks.
pub fn not_held(block: &ClauseBlock, count: usize) -> String {
    let further = [
        ("p+", "further paragraphs"),
        ("b+", "further bullets"),
        ("s+", "further text"),
    ];
    let open = further
        .iter()
        .find(|(end, _)| block.id.ends_with(end))
        .map(|(_, name)| *name);
    let book = block.book();
    let of = block.book.as_deref().unwrap_or("the booklet");
    match open {
        // the number of units at an unknown position is unknown as well
        _ if block.floating => {
            format!("Text not included, at an unknown place; see {book}")
        }
        Some(name) if block.at_least == Some(0) => {
            format!("[{name} of {of} may follow]")
        }
        Some(name) if !block.first => format!("[{name} of {of}, not included]"),
        Some(_) | None if count == 1 => format!("Text not included; see {book}"),
        Some(_) | None => format!("{count} {}s not included; see {book}", block.inside),
    }
}

/// Returns the words of a block with their links to clauses and to entries of the glossary.
fn linked_words(block: &ClauseBlock) -> Text {
    let text = join_holes(&block.text);
    if text != block.text {
        return text.into();
    }
    let key = block.id.split('/').next().unwrap_or_default();
    let (mut out, mut done) = (Vec::new(), 0);
    for mark in &block.marks {
        let Some(target) = &mark.target else { continue };
        let id = match mark.kind {
            "term" => format!("{key}/term:{target}"),
            "link" if target.starts_with(&format!("{key}/")) => target.clone(),
            "link" => format!("{key}/{target}"),
            _ => continue,
        };
        if let Some((before, words)) = text
            .get(done..mark.start)
            .zip(text.get(mark.start..mark.end))
        {
            out.push(text![before, link(words, id)]);
            done = mark.end;
        }
    }
    out.push(text.get(done..).unwrap_or_default().into());
    out.into_iter().collect()
}

/// Joins adjacent gaps, which remain where words between them were removed.
fn join_holes(text: &str) -> String {
    let mut out = text.to_owned();
    while let Some(at) = out.find("… …") {
        out.replace_range(at..at + "… ".len(), "");
    }
    out
}
