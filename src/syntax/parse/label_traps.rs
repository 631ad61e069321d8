//! Reports labels with unequal asterisks on both sides (`**Spears.*`), and finds words with unequal
//! tildes (`~~45~`).

use super::{builder::BLANKS, source_text::SourceText};
use crate::text::Span;
use std::ops::Range;

/// Returns the first bytes of the line around `at`, up to `most` behind it, and where they begin; none if
/// the line begins more than `most` bytes before it.
fn near_line_start<'t>(
    source: &SourceText<'t>,
    at: usize,
    most: usize,
) -> Option<(usize, &'t str)> {
    let text = source.text;
    let from = text.floor_char_boundary(at.saturating_sub(most));
    let start = match text[from..at].rfind('\n') {
        Some(end) => from + end + 1,
        None if from == 0 => 0,
        None => return None,
    };
    let line = &text[start..text.floor_char_boundary(at + most)];
    Some((start, line.split('\n').next().unwrap_or(line)))
}

/// Reports bold words at the start of a line that have not two asterisks on both sides. Returns
/// whether there are such words.
pub(super) fn check_label_marks(source: &mut SourceText<'_>, at: usize) -> bool {
    const LONGEST_LABEL: usize = 40;
    let Some((line_start, line)) = near_line_start(source, at, 2 * LONGEST_LABEL) else {
        return false;
    };
    let text = line.trim_start_matches(['>', ' ']);
    let text = text.strip_prefix("- ").unwrap_or(text);
    let words = text.trim_start_matches('*');
    let opening = text.len() - words.len();
    let Some(length) = words.find('*') else {
        return false;
    };
    let (label, behind) = words.split_at(length);
    let rest = behind.trim_start_matches('*');
    let closing = behind.len() - rest.len();
    let start = line_start + line.len() - text.len();
    let span = Span::new(start, start + text.len() - rest.len());
    let is_label = label.trim() == label && !label.is_empty() && label.len() <= LONGEST_LABEL;
    if !is_label
        || opening == closing
        || opening.max(closing) != 2
        || !(rest.is_empty() || rest.starts_with(BLANKS))
        || !(span.start()..span.end()).contains(&at)
    {
        return false;
    }
    let written = format!("**{label}**");
    let is_known = source
        .diagnostics
        .last()
        .is_some_and(|last| last.at.span == span);
    if !is_known {
        let found = source
            .error(
                "stray-markup",
                span,
                "the asterisks of this label are not the same on both sides",
            )
            .help("a label has two asterisks on each side")
            .write(written);
        source.report(found.safe());
    }
    true
}

/// Returns the words around `at` that have two tildes on one side and one on the other, and how they
/// are struck out: `~~9~`, `~one sledge~~`.
pub(super) fn half_struck(source: &SourceText<'_>, at: usize) -> Option<(Span, String)> {
    const LONGEST: usize = 200;
    let (line_start, line) = near_line_start(source, at, LONGEST)?;
    // in a table the words are those of a cell
    let (before, behind) = line.split_at_checked(at - line_start)?;
    let start = before.rfind('|').map_or(0, |bar| bar + 1);
    let end = behind
        .find('|')
        .map_or(line.len(), |bar| before.len() + bar);
    let (line_start, line) = (line_start + start, &line[start..end]);
    let mut runs: Vec<Range<usize>> = Vec::new();
    for (at, _) in line.match_indices('~') {
        match runs.last_mut().filter(|run| run.end == at) {
            Some(run) => run.end += 1,
            None => runs.push(at..at + 1),
        }
    }
    let [open, close] = runs.as_slice() else {
        return None;
    };
    let inner = &line[open.end..close.start];
    let is_half = matches!((open.len(), close.len()), (2, 1) | (1, 2)) && inner.trim() == inner;
    let span = Span::new(open.start, close.end).shifted(line_start);
    is_half.then(|| (span, format!("~~{inner}~~")))
}

/// Returns the end of the label that begins at `start` with asterisks before it, up to its stop, if
/// these are not closed on their line.
pub(super) fn label_end(source: &SourceText<'_>, start: usize) -> Option<usize> {
    const LONGEST_LEAD: usize = 16;
    let from = source
        .text
        .floor_char_boundary(start.saturating_sub(LONGEST_LEAD));
    let lead = source.text[from..start].trim_end_matches('*');
    let lead = lead
        .rsplit('\n')
        .next()
        .filter(|line| from == 0 || line.len() < lead.len())?;
    if !lead.chars().all(|c| matches!(c, '>' | '-' | '*' | ' ')) {
        return None;
    }
    let rest = source.slice(Span::new(start, source.line_end(start)));
    let stop = rest.find(['.', ':'])?;
    (!rest.contains("**")).then_some(start + stop + 1)
}
