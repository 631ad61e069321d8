//! Warns of what remains of malformed links, and of `...` for missing words, which Markdown reads as
//! text.

use super::source_text::SourceText;
use crate::text::Span;

/// What the addresses of clauses, facts and terms begin with.
const SCHEMES: [&str; 3] = ["#", "fact:", "term:"];

/// Returns the length of an id, fact or term at the start of a text.
fn address_length(rest: &str) -> Option<usize> {
    let scheme = SCHEMES.into_iter().find(|own| rest.starts_with(own))?;
    let name = &rest[scheme.len()..];
    let is_other =
        |c: char| !(c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '.' | '-'));
    let length = name.find(is_other).unwrap_or(name.len());
    (length > 0).then_some(scheme.len() + length)
}

/// Reports a piece of text that is the bracket behind the words of a link, or the address of one, in
/// parentheses: something is missing or between them. In commentary that is `](` only before the
/// address of a clause, fact or term.
pub(super) fn check_stray_link(source: &mut SourceText<'_>, text: &str, span: Span, rules: bool) {
    let message = "no link: its words are in square brackets, and its address in parentheses directly behind them";
    let help = "an address cannot contain blanks; write `\\]` for a literal bracket";
    let rest = &source.text[span.end()..];
    let behind = rest.trim_start_matches(' ');
    let address = behind.strip_prefix('(').and_then(address_length);
    let is_bare = address_length(rest).is_some_and(|end| rest[end..].starts_with(')'));
    if text == "]" && (address.is_some() || is_bare || rules && rest.starts_with('(')) {
        let blanks = rest.len() - behind.len();
        let at = span.with_end(span.end() + blanks + 1);
        let found = source.warning("stray-markup", at, message).help(help);
        return source.report(found);
    }
    for (at, _) in text.match_indices('(').filter(|_| rules) {
        let open = span.start() + at;
        let Some(inner) = source
            .text
            .get(open..)
            .and_then(|own| own.strip_prefix('('))
        else {
            continue;
        };
        let length = address_length(inner).filter(|&end| inner[end..].starts_with(')'));
        let is_behind_bracket = source.text[..open].trim_end_matches(' ').ends_with(']');
        if let Some(length) = length.filter(|_| !is_behind_bracket) {
            let at = Span::new(open, open + length + 2);
            let found = source.warning("stray-markup", at, message).help(help);
            source.report(found);
        }
    }
}

/// Reports three dots that are a word of their own: words that are not known are written as the
/// one character `…`.
pub(super) fn check_three_dots(source: &mut SourceText<'_>, text: &str, span: Span) {
    for (at, dots) in text.match_indices("...") {
        let before = text[..at].chars().next_back();
        let after = text[at + dots.len()..].chars().next();
        let is_alone = |c: Option<char>| c.is_none_or(char::is_whitespace);
        let at = Span::new(span.start() + at, span.start() + at + dots.len());
        if is_alone(before) && is_alone(after) && source.slice(at) == dots {
            let diagnostic = source
                .warning(
                    "stray-markup",
                    at,
                    "three dots are text, and not words that are missing",
                )
                .help("write the one character `…` for words that are not known")
                .replace_with("write `…`", "…");
            source.report(diagnostic.safe());
        }
    }
}
