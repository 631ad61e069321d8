//! Splits an instruction's heading, up to the cursor, into the last word and the text before it.

use super::{CompletionContext, LineKind};

/// The heading of an unfinished instruction up to the cursor, without `##`: the text before the
/// last word, and that word.
pub(super) struct PartialInstruction<'a> {
    /// The text before the word.
    pub(super) before: &'a str,
    /// The part of the word before the cursor.
    pub(super) word: &'a str,
}

/// Returns the instruction in whose heading the cursor is.
pub(super) fn draft<'a>(context: &CompletionContext<'a>) -> Option<PartialInstruction<'a>> {
    if context.line != LineKind::Entry {
        return None;
    }
    let words = context.before().get(2..)?.trim_start();
    let start = words
        .rfind(|c: char| c.is_whitespace() || matches!(c, '(' | ','))
        .map_or(0, |at| at + 1);
    let start = (start..=words.len()).find(|&at| words.is_char_boundary(at))?;
    let (before, word) = words.split_at(start);
    // after `4–` comes the end of a range
    match word.split_once(['-', '–']) {
        Some((from, to)) if !from.is_empty() && from.bytes().all(|b| b.is_ascii_digit()) => {
            Some(PartialInstruction { before, word: to })
        }
        Some(_) | None => Some(PartialInstruction { before, word }),
    }
}
