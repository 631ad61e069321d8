//! Removes tick boxes from a line's tokens, and the words of boxes that are not ticked:
//! `[x] Reg [ ] Irr`, `C-in-C [X]  Sub [ ]`.

use crate::{scenario::token::ScenarioToken, text::Span};
use std::ops::Range;

/// A box in a line: its bytes, and whether it is ticked.
struct TickBox {
    at: Range<usize>,
    is_ticked: bool,
}

/// Returns the length of the box that marks a line as the item of a checklist: `[x] 8 Kn(F)`. A
/// line with more boxes is a choice.
pub(super) fn checklist_mark_length(words: &str) -> Option<usize> {
    let first = tick_box(words, 0)?;
    let is_item = words[first.at.end..].starts_with(char::is_whitespace);
    (is_item && next_box(words, first.at.end).is_none()).then_some(first.at.end)
}

/// Removes boxes, and what boxes that are not ticked are for: the words behind each, or those in
/// front of it where the line ends with a box.
pub(super) fn remove_unticked(text: &str, line: Span, tokens: &mut Vec<ScenarioToken>) {
    let words = line.of(text);
    let mut boxes = Vec::new();
    let mut from = 0;
    while let Some(own) = next_box(words, from) {
        from = own.at.end;
        boxes.push(own);
    }
    let Some(last) = boxes.last() else { return };
    let is_behind = !words[last.at.end..].contains(char::is_alphanumeric);
    let removed = boxes.iter().enumerate().map(|(at, own)| {
        let label = if !is_behind {
            let end = boxes.get(at + 1).map_or(words.len(), |next| next.at.start);
            own.at.end..own.at.end + label_before_box(&words[own.at.end..end])
        } else {
            let before = words[..own.at.start].trim_end();
            let start = at.checked_sub(1).map_or(0, |last| boxes[last].at.end);
            let start = before[start..]
                .rfind("  ")
                .map_or(start, |gap| start + gap + 2);
            start..own.at.start
        };
        let all = own.at.start.min(label.start)..own.at.end.max(label.end);
        if own.is_ticked { own.at.clone() } else { all }
    });
    let removed: Vec<Range<usize>> = removed.collect();
    tokens.retain(|token| {
        let at = token.span.start() - line.start();
        !removed.iter().any(|own| own.contains(&at))
    });
}

/// Returns whether words contain a tick box.
pub(super) fn has_box(words: &str) -> bool {
    next_box(words, 0).is_some()
}

/// Returns the length of the first word behind a box.
fn label_before_box(words: &str) -> usize {
    let start = words.len() - words.trim_start().len();
    let end = words[start..].find(char::is_whitespace);
    end.map_or(words.len(), |end| start + end)
}

/// Returns the first box from a byte on.
fn next_box(words: &str, from: usize) -> Option<TickBox> {
    let places = words[from..].match_indices(['[', '(', '☐', '□', '☑', '☒', '✓', '✔']);
    places
        .into_iter()
        .find_map(|(at, _)| tick_box(words, from + at))
}

/// Returns the box that begins at a byte: `[x]`, `[ ]`, `( )`, `☐`.
fn tick_box(words: &str, at: usize) -> Option<TickBox> {
    let rest = &words[at..];
    let sign = rest.chars().next()?;
    let whole = |length: usize, is_ticked| {
        Some(TickBox {
            at: at..at + length,
            is_ticked,
        })
    };
    match sign {
        '☐' | '□' => whole(sign.len_utf8(), false),
        '☑' | '☒' | '✓' | '✔' => whole(sign.len_utf8(), true),
        '[' | '(' => {
            let close = if sign == '[' { ']' } else { ')' };
            let end = rest.find(close).filter(|end| *end <= 4)?;
            let inner = &rest[1..end];
            let is_empty = !inner.is_empty() && inner.chars().all(|c| matches!(c, ' ' | '_'));
            let is_tick = sign == '[' && matches!(inner.trim(), "x" | "X" | "✓" | "✔" | "v");
            (is_empty || is_tick).then(|| whole(end + 1, is_tick))?
        }
        _ => None,
    }
}
