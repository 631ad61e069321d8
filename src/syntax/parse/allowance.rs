//! Parses comments that suppress diagnostics: `<!-- allow stale-value: the sheet says 3.5 -->`.

use super::source_text::SourceText;
use crate::{
    syntax::{Allowance, Extent},
    text::{Span, Spanned},
};

/// The word after `<!--` that marks such a comment.
const WORD: &str = "allow";

/// Reads the allowances in the HTML at `span`. The caller sets the part of the file to which they
/// apply.
pub(super) fn read(source: &SourceText<'_>, span: Span) -> Vec<Allowance> {
    let html = source.slice(span);
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(open) = html[at..].find("<!--").map(|open| at + open) {
        let Some(close) = html[open..].find("-->").map(|close| open + close) else {
            break;
        };
        let inside = source.trimmed(Span::new(
            span.start() + open + 4,
            (span.start() + close).max(span.start() + open + 4),
        ));
        out.extend(parse_comment(
            source,
            Span::new(span.start() + open, span.start() + close + 3),
            inside,
        ));
        at = close + 3;
    }
    out
}

/// Parses the comment at `span`, whose text is at `inside`, if it allows something.
fn parse_comment(source: &SourceText<'_>, span: Span, inside: Span) -> Option<Allowance> {
    let rest = source.slice(inside).strip_prefix(WORD)?;
    if !rest.is_empty() && !rest.starts_with([' ', '\t', '\r', '\n', ':']) {
        return None;
    }
    let start = inside.start() + WORD.len();
    let colon = rest.find(':');
    let list = Span::new(start, start + colon.unwrap_or(rest.len()));
    let reason = colon
        .map(|colon| source.trimmed(inside.with_start(start + colon + 1)))
        .filter(|reason| !is_placeholder(source.slice(*reason)));
    let mut codes = Vec::new();
    let mut from = list.start();
    for part in source.slice(list).split(',') {
        let whole = source.trimmed(Span::new(from, from + part.len()));
        from += part.len() + 1;
        // without a colon, only the first word is the code: the rest may be the reason
        let word = if colon.is_some() {
            None
        } else {
            source.slice(whole).find(char::is_whitespace)
        };
        let code = whole.with_end(word.map_or(whole.end(), |word| whole.start() + word));
        if !code.is_empty() {
            codes.push(Spanned::new(source.slice(code).to_owned(), code));
        }
    }
    let reason = reason.map(|reason| Spanned::new(source.slice(reason).to_owned(), reason));
    Some(Allowance {
        span,
        codes,
        has_colon: colon.is_some(),
        reason,
        within: Extent::File,
    })
}

/// Whether a reason is still to be written.
fn is_placeholder(reason: &str) -> bool {
    reason.chars().all(|c| matches!(c, '…' | '.'))
}
