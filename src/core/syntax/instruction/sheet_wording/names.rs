//! Replaces `#ferries` in an instruction by `the section "Ferries"`, as sheets name it, or that
//! name by the id.

use super::{SheetNames, pattern::mask_quotes};
use crate::{
    syntax::instruction::lexer::{InstructionTokenKind, all_tokens},
    text::{Span, slug::slug},
};

/// The words before a section's heading.
const SECTION: &str = "the section ";
/// The words before an id that has no other name.
const CLAUSE: &str = "the clause ";

/// Replaces `#ferries` by `the section "Ferries"`.
pub(super) fn with_names(text: &str, names: SheetNames<'_>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for token in all_tokens(text, Span::new(0, text.len()))
        .iter()
        .filter(|token| token.kind == InstructionTokenKind::Id)
    {
        let id = &text[token.span.start() + 1..token.span.end()];
        out += &text[at..token.span.start()];
        match (names.section)(id).filter(|heading| !heading.contains('"')) {
            Some(heading) => out += &format!("{SECTION}\"{heading}\""),
            None => out += &format!("{CLAUSE}{id}"),
        }
        at = token.span.end();
    }
    out + &text[at..]
}

/// Replaces `the section "Ferries"` by `#ferries`.
pub(super) fn with_ids(text: &str, names: SheetNames<'_>) -> String {
    let mut found: Vec<(Span, String)> = Vec::new();
    for token in all_tokens(text, Span::new(0, text.len())) {
        if let InstructionTokenKind::Quoted {
            words,
            closed: true,
        } = &token.kind
            && ends_with_ignoring_case(&text[..token.span.start()], SECTION)
        {
            let id = (names.section)(words).unwrap_or_else(|| slug(words));
            found.push((
                token.span.with_start(token.span.start() - SECTION.len()),
                id,
            ));
        }
    }
    let lower = mask_quotes(text).to_ascii_lowercase();
    for (at, _) in lower.match_indices(CLAUSE) {
        let start = at + CLAUSE.len();
        let rest = &text[start..];
        let end = rest
            .find(|c: char| !(c.is_alphanumeric() || matches!(c, '.' | '_' | '-' | '/')))
            .unwrap_or(rest.len());
        let id = rest[..end].trim_end_matches('.');
        if !id.is_empty() {
            found.push((Span::new(at, start + id.len()), id.to_owned()));
        }
    }
    found.sort_by_key(|(span, _)| span.start());
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for (span, id) in found {
        out += &format!("{}#{id}", &text[at..span.start()]);
        at = span.end();
    }
    out + &text[at..]
}

/// Whether `text` ends with `words`, ignoring case.
fn ends_with_ignoring_case(text: &str, words: &str) -> bool {
    text.len()
        .checked_sub(words.len())
        .and_then(|at| text.get(at..))
        .is_some_and(|end| end.eq_ignore_ascii_case(words))
}
