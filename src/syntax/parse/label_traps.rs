//! Reports asterisks and tildes that are not the same on both sides of their words.

use super::{builder::BLANKS, source_text::SourceText};
use crate::text::Span;

/// Reports bold words at the start of a line that have not two asterisks on both sides. Returns
/// whether there are such words.
pub(super) fn check_label_marks(source: &mut SourceText<'_>, at: usize) -> bool {
    const LONGEST_LABEL: usize = 40;
    let line_start = source.line_start(at);
    let line = source.slice(Span::new(line_start, source.line_end(at)));
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
            .replace_with(format!("write `{written}`"), written);
        source.report(found.safe());
    }
    true
}

/// Returns the words around `at` that have two tildes on one side and one on the other, and how they
/// are struck out: `~~9~`.
pub(super) fn half_struck(source: &SourceText<'_>, at: usize) -> Option<(Span, String)> {
    let line_start = source.line_start(at);
    let line = source.slice(Span::new(line_start, source.line_end(at)));
    let is_border = |c: char| c == '|' || c == ' ';
    let start = line[..at - line_start]
        .rfind(is_border)
        .map_or(0, |at| at + 1);
    let rest = &line[start..];
    let word = &rest[..rest.find(is_border).unwrap_or(rest.len())];
    let inner = word.trim_matches('~');
    let sides = (
        word.len() - word.trim_start_matches('~').len(),
        word.len() - word.trim_end_matches('~').len(),
    );
    let is_half = matches!(sides, (2, 1) | (1, 2)) && !inner.is_empty() && !inner.contains('~');
    let start = line_start + start;
    is_half.then(|| (Span::new(start, start + word.len()), format!("~~{inner}~~")))
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
