//! Renders the blocks of a clause other than table cells as rows of text, with footnote letters at
//! the right.

use super::footnotes::Footnotes;
use crate::{
    analysis::{ClauseBlock, WordingKind, WordingKinds},
    cli::{Styler, display_width},
};

/// The width in columns of the left margin of a sentence.
const MARGIN: usize = 5;

/// The width in columns at the right that is reserved for letters.
const LETTERS: usize = 6;

/// Whether the rows are a whole clause, with numbered sentences and no heading, or single pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RowStyle {
    /// A whole clause: its heading is shown above, its sentences are numbered.
    Clause,
    /// Separate pieces, which the caller labels.
    Pieces,
}

/// Renders blocks other than cells. Adjacent units without known text are counted in one row.
pub(super) fn render(
    styler: Styler,
    blocks: &[ClauseBlock],
    style: RowStyle,
    notes: &mut Footnotes,
) -> String {
    let outermost = blocks
        .iter()
        .filter(|block| block.kind != "heading")
        .map(|block| block.depth)
        .min()
        .unwrap_or_default();
    let has_both_wordings = WordingKinds::of(blocks).is_mixed();
    let mut out = String::new();
    let mut rest = blocks;
    while let Some((block, later)) = rest.split_first() {
        rest = later;
        if block.kind == "heading" {
            if style == RowStyle::Pieces
                && !is_hidden(block)
                && !notes.letters_of_block(block).is_empty()
            {
                out += &row_with_letters(
                    styler,
                    &" ".repeat(MARGIN),
                    &" ".repeat(MARGIN),
                    &styler.strong(&block.text),
                    "",
                );
            }
            continue;
        }
        let depth = block.depth.saturating_sub(outermost);
        let ordinal = block.ordinal.clone().filter(|_| style == RowStyle::Clause);
        if block.first && depth == 0 && !out.is_empty() && style == RowStyle::Clause {
            out.push('\n');
        }
        let hidden = is_hidden(block) && block.label.is_none();
        let more = if hidden {
            similar_units(block, later)
        } else {
            0
        };
        rest = &later[more..];
        let (first, further) = margins(styler, ordinal, depth, block.first && depth > 0);
        if hidden {
            out += &styler.wrap(&first, &further, &styler.dim(&not_held(block, more + 1)));
            continue;
        }
        out += &render_row(styler, block, &first, &further, has_both_wordings, notes);
    }
    out
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
pub(crate) fn not_held(block: &ClauseBlock, count: usize) -> String {
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

/// Returns the margin of the first line of a row, and that of its other lines.
fn margins(
    styler: Styler,
    ordinal: Option<String>,
    depth: usize,
    bullet: bool,
) -> (String, String) {
    match depth {
        0 => (
            ordinal.map_or_else(|| " ".repeat(MARGIN), |n| styler.dim(&format!("{n:>3}  "))),
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

fn render_row(
    styler: Styler,
    block: &ClauseBlock,
    first: &str,
    rest: &str,
    has_both_wordings: bool,
    notes: &mut Footnotes,
) -> String {
    let label = block
        .label
        .as_ref()
        .map(|label| format!("{} ", styler.strong(label)))
        .unwrap_or_default();
    let text = match block.wording {
        WordingKind::None => styler.dim(&not_held(block, 1)),
        WordingKind::Printed if has_both_wordings => {
            format!("{} {}", block.text, styler.dim("(printed)"))
        }
        WordingKind::Printed | WordingKind::Restated | WordingKind::Original => {
            join_holes(&block.text)
        }
    };
    let cut = if block.cut.is_empty() || block.held {
        ""
    } else {
        " (words were deleted from it)"
    };
    let pending = if block.pending.is_empty() {
        ""
    } else {
        " (an instruction changes words of it that are not included)"
    };
    let mut out = row_with_letters(
        styler,
        first,
        rest,
        &format!("{label}{text}{}{}", styler.dim(cut), styler.dim(pending)),
        &notes.letters_of_block(block),
    );
    if let Some(restated) = &block.restated {
        out += &styler.restated(rest, &styler.dim(restated));
    }
    out
}

/// Joins adjacent gaps, which remain where words between them were removed.
fn join_holes(text: &str) -> String {
    let mut out = text.to_owned();
    while let Some(at) = out.find("… …") {
        out.replace_range(at..at + "… ".len(), "");
    }
    out
}

/// Wraps a row, with the letters at the right end of its last line.
fn row_with_letters(styler: Styler, first: &str, rest: &str, text: &str, letters: &str) -> String {
    let width = styler.prose_width();
    let wrapped = styler.wrap_to(width.saturating_sub(LETTERS).max(20), first, rest, text);
    if letters.is_empty() {
        return wrapped + "\n";
    }
    let last = wrapped
        .lines()
        .last()
        .map(display_width)
        .unwrap_or_default();
    match width.checked_sub(last + display_width(letters)) {
        Some(gap) if gap >= 1 => format!(
            "{wrapped}{}{}\n",
            " ".repeat(gap),
            styler.reference(letters)
        ),
        Some(_) | None => format!(
            "{wrapped}\n{}{}\n",
            " ".repeat(width.saturating_sub(display_width(letters))),
            styler.reference(letters)
        ),
    }
}
