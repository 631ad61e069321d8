//! Reports headings that are read as something else than their author means.

use super::{attributes::is_name, source_text::SourceText};
use crate::{syntax::Command, text::Span};

/// Reports attributes at the end of a heading without their braces: `# Ferries (#ferries page=12)`.
pub(super) fn check_unbraced(source: &mut SourceText<'_>, words: Span) {
    let text = source.slice(words).trim_end();
    let Some(start) = text
        .find(" #")
        .or_else(|| text.find("(#"))
        .or_else(|| text.find("[#"))
    else {
        return;
    };
    let start = start + usize::from(text[start..].starts_with(' '));
    let inner = text[start..].trim_start_matches(['(', '[']);
    let inner = inner.trim_end_matches([')', ']', '}']);
    let mut parts = inner.split_whitespace();
    let is_id = parts
        .next()
        .and_then(|first| first.strip_prefix('#'))
        .is_some_and(is_name);
    if !is_id || !parts.all(|part| part.contains('=') || part.starts_with('.')) {
        return;
    }
    let meant = format!("{{{inner}}}");
    let at = Span::new(words.start() + start, words.start() + text.len());
    let found = source
        .error(
            "attribute",
            at,
            "the id and the attributes of a heading are written in braces",
        )
        .replace_with(format!("write `{meant}`"), meant);
    source.report(found.safe());
}

/// Reports an instruction in a file of clarifications that would change the text.
pub(super) fn check_clarifies(source: &mut SourceText<'_>, words: Span, command: Option<&Command>) {
    let rest = match command {
        None | Some(Command::Clarify { .. } | Command::Note { .. } | Command::Withdraw { .. }) => {
            return;
        }
        Some(Command::Replace { with: None, .. }) => true,
        Some(_) => false,
    };
    let text = source.slice(words);
    let length = text.find(' ').unwrap_or(text.len());
    let at = Span::new(words.start(), words.start() + length);
    let found = source
        .error(
            "misplaced-instruction",
            at,
            "a clarification explains the text, and does not change it",
        )
        .help("begin it with `Clarify`, or move it to a sheet of amendments");
    source.report(match rest {
        true => found.replace_with("write `Clarify`", "Clarify").safe(),
        false => found,
    });
}
