//! Reports headings with attributes outside braces, instructions with a single `#`, and
//! instructions that change text in a file of clarifications.

use super::{attributes::is_name, document::MarkdownHeading, source_text::SourceText};
use crate::{
    syntax::{AttributeSet, Command, Verb, instruction},
    text::{Span, Spanned},
};

/// Reports attributes at the end of a heading without their braces: `# Ferries (#ferries page=12)`.
/// Returns them with their id alone.
pub(super) fn check_unbraced(source: &mut SourceText<'_>, words: Span) -> Option<AttributeSet> {
    let text = source.slice(words).trim_end();
    let start = text
        .find(" #")
        .or_else(|| text.find("(#"))
        .or_else(|| text.find("[#"))?;
    let start = start + usize::from(text[start..].starts_with(' '));
    let inner = text[start..].trim_start_matches(['(', '[']);
    let inner = inner.trim_end_matches([')', ']', '}']);
    let mut parts = inner.split_whitespace();
    let id = parts.next()?.strip_prefix('#').filter(|id| is_name(id))?;
    if !parts.all(|part| part.contains('=') || part.starts_with('.')) {
        return None;
    }
    let id_start = words.start() + (id.as_ptr() as usize - text.as_ptr() as usize);
    let id = Spanned::new(id.to_owned(), Span::new(id_start, id_start + id.len()));
    let meant = format!("{{{inner}}}");
    let at = Span::new(words.start() + start, words.start() + text.len());
    let found = source
        .error(
            "attribute",
            at,
            "the id and the attributes of a heading are written in braces",
        )
        .write(meant);
    source.report(found.safe());
    Some(AttributeSet {
        span: at,
        id: Some(id),
        ..AttributeSet::default()
    })
}

/// Reports an instruction with one `#`: it has a number, and is one. Returns whether it is.
pub(super) fn check_level(source: &mut SourceText<'_>, heading: &MarkdownHeading) -> bool {
    let is_numbered = heading.attrs.get("n").is_some() && heading.attrs.get("page").is_none();
    if !is_numbered {
        return false;
    }
    let (command, faults) = instruction::parse(source.id(), source.text, heading.words);
    if command.is_none() || !faults.is_empty() {
        return false;
    }
    let whole = source.trimmed(heading.span);
    let marks = whole.with_len(1);
    let mut found = source.error(
        "heading-form",
        whole,
        "an instruction is a heading of level 2",
    );
    found.fixes.push(source.fix("write `##`", marks, "##"));
    source.report(found.safe());
    true
}

/// Reports an instruction in a file of clarifications that would change the text. Returns whether it
/// would.
pub(super) fn check_clarifies(
    source: &mut SourceText<'_>,
    words: Span,
    command: Option<&Command>,
) -> bool {
    let changes = |own: &&Command| !own.is_comment() && own.verb != Verb::Withdraw;
    let Some(command) = command.filter(changes) else {
        return false;
    };
    let fits = command.verb == Verb::Replace && command.count.is_none() && command.phrase.is_none();
    let text = source.slice(words);
    let length = text.find(' ').unwrap_or(text.len());
    let at = words.with_len(length);
    let found = source
        .error(
            "misplaced-instruction",
            at,
            "a clarification explains the text, and does not change it",
        )
        .help("begin it with `Clarify`, or move it to a sheet of amendments");
    source.report(match fits {
        true => found.replace_with("write `Clarify`", "Clarify").safe(),
        false => found,
    });
    true
}
