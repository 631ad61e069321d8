//! Differences of wording, drawn word by word.

use super::pen::Pen;
use crate::text::words::{Run, diff_held};

/// What stands for a text that is not held.
pub(super) const NOT_HELD: &str = "…";

/// Old and new in one running text: with colour, or as `[-old-]` and `{+new+}`.
pub(super) fn inline(pen: Pen, old: &str, new: &str) -> String {
    if old == NOT_HELD {
        return format!("{} {}", pen.dim("… (not held) →"), added(pen, new));
    }
    let runs = diff_held(old, new);
    runs.iter()
        .map(|run| match run {
            Run::Same { new: span, .. } => span.of(new).to_owned(),
            Run::Removed { old: span } => removed(pen, span.of(old)),
            Run::Added { new: span } => added(pen, span.of(new)),
        })
        .collect()
}

/// Old and new apart, with what differs marked in each.
pub(super) fn beside(pen: Pen, old: &str, new: &str) -> (String, String) {
    let (mut left, mut right) = (String::new(), String::new());
    for run in diff_held(old, new) {
        match run {
            Run::Same { old: was, new: is } => {
                left += was.of(old);
                right += is.of(new);
            }
            Run::Removed { old: span } => left += &removed(pen, span.of(old)),
            Run::Added { new: span } => right += &added(pen, span.of(new)),
        }
    }
    (left, right)
}

/// Words that are new.
pub(super) fn added(pen: Pen, text: &str) -> String {
    marked(text, |words| {
        if pen.colour {
            pen.added(words)
        } else {
            format!("{{+{words}+}}")
        }
    })
}

/// Words that are gone.
pub(super) fn removed(pen: Pen, text: &str) -> String {
    marked(text, |words| {
        if pen.colour {
            pen.removed(words)
        } else {
            format!("[-{words}-]")
        }
    })
}

/// Leaves the blanks at the end outside the mark.
fn marked(text: &str, mark: impl Fn(&str) -> String) -> String {
    let words = text.trim_end();
    format!("{}{}", mark(words), &text[words.len()..])
}
