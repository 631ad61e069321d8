//! Renders the word differences of two texts for people: as one text, or each text with marks.

use super::Styler;
use crate::text::word_diff::{DiffRun, diff_with_holes};

/// The placeholder for text that is not known.
pub(super) const NOT_HELD: &str = "…";

/// Renders old and new words as one text: in colours, or as `[-old-]` and `{+new+}`.
pub(super) fn inline(styler: Styler, old: &str, new: &str) -> String {
    if let Some((old, new)) = with_missing_side(styler, old, new) {
        return format!("{old} → {new}");
    }
    let runs = diff_with_holes(old, new);
    runs.iter()
        .map(|run| match run {
            DiffRun::Same { new: span, .. } => span.of(new).to_owned(),
            DiffRun::Removed { old: span } => removed(styler, span.of(old)),
            DiffRun::Added { new: span } => added(styler, span.of(new)),
        })
        .collect()
}

/// Renders the old and the new text separately, with the differences marked in each.
pub(super) fn side_by_side(styler: Styler, old: &str, new: &str) -> (String, String) {
    if let Some(sides) = with_missing_side(styler, old, new) {
        return sides;
    }
    let (mut left, mut right) = (String::new(), String::new());
    for run in diff_with_holes(old, new) {
        match run {
            DiffRun::Same { old: was, new: is } => {
                left += was.of(old);
                right += is.of(new);
            }
            DiffRun::Removed { old: span } => left += &removed(styler, span.of(old)),
            DiffRun::Added { new: span } => right += &added(styler, span.of(new)),
        }
    }
    (left, right)
}

/// Renders two texts of which at least one is not known; `None` if both are.
fn with_missing_side(styler: Styler, old: &str, new: &str) -> Option<(String, String)> {
    let side = |text: &str| match text == NOT_HELD {
        true => styler.dim("[text not included]"),
        false => text.to_owned(),
    };
    [old, new]
        .contains(&NOT_HELD)
        .then(|| (side(old), side(new)))
}

/// Marks added words.
pub(super) fn added(styler: Styler, text: &str) -> String {
    mark_trimmed(text, |words| {
        if styler.colour {
            styler.added(words)
        } else {
            format!("{{+{words}+}}")
        }
    })
}

/// Marks removed words.
pub(super) fn removed(styler: Styler, text: &str) -> String {
    mark_trimmed(text, |words| {
        if styler.colour {
            styler.removed(words)
        } else {
            format!("[-{words}-]")
        }
    })
}

/// Applies a mark without the trailing white space.
fn mark_trimmed(text: &str, mark: impl Fn(&str) -> String) -> String {
    let words = text.trim_end();
    format!("{}{}", mark(words), &text[words.len()..])
}
