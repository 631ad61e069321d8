//! Sentences and bullets, a row each.

use super::Footnotes;
use crate::{
    analysis::{ClauseBlock, WordingKind},
    cli::pen::{Pen, columns},
};

/// Columns before the text of a sentence.
const MARGIN: usize = 5;

/// Columns at the right that are kept for letters.
const LETTERS: usize = 6;

/// Whether sentences and headings are numbered and named as those of a whole clause, or stand for themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) enum Rows {
    /// A clause: its heading stands above, its sentences are numbered.
    Clause,
    /// Pieces, named by whoever draws them.
    Pieces,
}

/// The rows of blocks that are no cells.
pub(super) fn draw(pen: Pen, blocks: &[ClauseBlock], rows: Rows, notes: &mut Footnotes) -> String {
    let outermost = blocks
        .iter()
        .filter(|block| block.kind != "heading")
        .map(|block| block.depth)
        .min()
        .unwrap_or_default();
    let mixed = mixed(blocks);
    let mut out = String::new();
    let mut rest = blocks;
    while let Some((block, later)) = rest.split_first() {
        rest = later;
        if block.kind == "heading" {
            if rows == Rows::Pieces && !is_hidden(block) && !notes.of(block).is_empty() {
                out += &with_letters(
                    pen,
                    &" ".repeat(MARGIN),
                    &" ".repeat(MARGIN),
                    &pen.strong(&block.text),
                    "",
                );
            }
            continue;
        }
        let depth = block.depth.saturating_sub(outermost);
        let ordinal = block.ordinal.clone().filter(|_| rows == Rows::Clause);
        if block.first && depth == 0 && !out.is_empty() && rows == Rows::Clause {
            out.push('\n');
        }
        let hidden = is_hidden(block) && block.label.is_none();
        let more = if hidden { alike(block, later) } else { 0 };
        rest = &later[more..];
        let (first, further) = margins(pen, ordinal, depth, block.first && depth > 0);
        if hidden {
            out += &(pen.wrap(&first, &further, &pen.dim(&not_held(block, more + 1))) + "\n");
            continue;
        }
        out += &row(pen, block, &first, &further, mixed, notes);
    }
    out
}

/// How many blocks behind this one, of which nothing is held, are units of the same kind of which nothing is held either.
fn alike(block: &ClauseBlock, later: &[ClauseBlock]) -> usize {
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

/// Whether some rows are printed and some are not.
fn mixed(blocks: &[ClauseBlock]) -> bool {
    let any = |kind| {
        blocks
            .iter()
            .any(|block| block.wording == kind && block.kind != "heading")
    };
    any(WordingKind::Printed) && any(WordingKind::Restated)
}

/// Whether nothing is held of a block and nobody touched it.
fn is_hidden(block: &ClauseBlock) -> bool {
    let bare = block.wording == WordingKind::None || !block.text.chars().any(char::is_alphanumeric);
    let untouched = block.pending.is_empty() && block.cut.is_empty() && block.label_by.is_none();
    bare && untouched
        && block
            .provenance
            .iter()
            .all(|run| run.origin.address.is_none())
}

/// What stands for so many blocks of which nothing is held.
pub(in crate::cli) fn not_held(block: &ClauseBlock, count: usize) -> String {
    let further = [
        ("p+", "further paragraphs"),
        ("b+", "further bullets"),
        ("s+", "further sentences"),
    ];
    let open = further
        .iter()
        .find(|(end, _)| block.id.ends_with(end))
        .map(|(_, name)| *name);
    match open {
        // how many units there are at places that are not known is not known either
        _ if block.floating => "… as printed, at a place that is not known; not held".to_owned(),
        Some(name) if block.at_least == Some(0) => {
            format!("… perhaps {name}, as printed, not held")
        }
        Some(name) if !block.first => format!("… {name} as printed, not held"),
        Some(_) | None if count == 1 => "… as printed, not held".to_owned(),
        Some(_) | None => format!("… {count} {}s as printed, not held", block.inside),
    }
}

/// What stands before the first line of a row, and before the others.
fn margins(pen: Pen, ordinal: Option<String>, depth: usize, bullet: bool) -> (String, String) {
    match depth {
        0 => (
            ordinal.map_or_else(|| " ".repeat(MARGIN), |n| pen.dim(&format!("{n:>3}  "))),
            " ".repeat(MARGIN),
        ),
        _ => {
            let indent = " ".repeat(MARGIN + 2 * (depth - 1));
            (
                format!("{indent}{}", if bullet { "• " } else { "  " }),
                format!("{indent}  "),
            )
        }
    }
}

fn row(
    pen: Pen,
    block: &ClauseBlock,
    first: &str,
    rest: &str,
    mixed: bool,
    notes: &mut Footnotes,
) -> String {
    let label = block
        .label
        .as_ref()
        .map(|label| format!("{} ", pen.strong(label)))
        .unwrap_or_default();
    let text = match block.wording {
        WordingKind::None => pen.dim(&not_held(block, 1)),
        WordingKind::Printed if mixed => format!("{} {}", block.text, pen.dim("(printed)")),
        WordingKind::Printed | WordingKind::Restated => holes_joined(&block.text),
    };
    let cut = if block.cut.is_empty() || block.held {
        ""
    } else {
        " (words are struck out of it)"
    };
    let waits = if block.pending.is_empty() {
        ""
    } else {
        " (an instruction changes words of it that are not held)"
    };
    let mut out = with_letters(
        pen,
        first,
        rest,
        &format!("{label}{text}{}{}", pen.dim(cut), pen.dim(waits)),
        &notes.of(block),
    );
    if let Some(restated) = &block.restated {
        out += &(pen.wrap(
            &format!("{rest}{} ", pen.dim("restated:")),
            rest,
            &pen.dim(restated),
        ) + "\n");
    }
    out
}

/// Holes side by side, left where words between them were taken out, read as one.
fn holes_joined(text: &str) -> String {
    let mut out = text.to_owned();
    while let Some(at) = out.find("… …") {
        out.replace_range(at..at + "… ".len(), "");
    }
    out
}

/// A wrapped row, with the letters at the right of its last line.
fn with_letters(pen: Pen, first: &str, rest: &str, text: &str, letters: &str) -> String {
    let width = pen.prose();
    let wrapped = pen.wrap_to(width.saturating_sub(LETTERS).max(20), first, rest, text);
    if letters.is_empty() {
        return wrapped + "\n";
    }
    let last = wrapped.lines().last().map(columns).unwrap_or_default();
    match width.checked_sub(last + columns(letters)) {
        Some(gap) if gap >= 1 => format!("{wrapped}{}{}\n", " ".repeat(gap), pen.refer(letters)),
        Some(_) | None => format!(
            "{wrapped}\n{}{}\n",
            " ".repeat(width.saturating_sub(columns(letters))),
            pen.refer(letters)
        ),
    }
}
