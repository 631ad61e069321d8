//! Matches a text with a pattern such as `Replace {} with {}`, and fills patterns with words.

use crate::{
    syntax::instruction::lexer::{InstructionTokenKind, all_tokens},
    text::Span,
};

/// A placeholder in a pattern: for words, new words or units, an address, a document, ….
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Placeholder {
    /// `{}`, by its number from 1; `{2}` names one out of order.
    Words(usize),
    New,
    Document,
    Amendment,
    Address,
    /// `{target}`, by its number from 1.
    Target(usize),
}

/// Splits a pattern into literals and placeholders.
fn split_pattern(pattern: &str) -> Vec<Result<Placeholder, &str>> {
    let mut out = Vec::new();
    let (mut rest, mut count, mut targets) = (pattern, 0, 0);
    while let Some(at) = rest.find(['{', '@']) {
        if at > 0 {
            out.push(Err(&rest[..at]));
        }
        let behind = rest[at..]
            .find('}')
            .filter(|_| rest[at..].starts_with('{'))
            .map_or(at + 1, |end| at + end + 1);
        out.push(Ok(match &rest[at..behind] {
            "@" => Placeholder::Address,
            "{+}" => Placeholder::New,
            "{document}" => Placeholder::Document,
            "{amendment}" => Placeholder::Amendment,
            "{target}" => {
                targets += 1;
                Placeholder::Target(targets)
            }
            other => {
                count += 1;
                Placeholder::Words(other[1..other.len() - 1].parse().unwrap_or(count))
            }
        }));
        rest = &rest[behind..];
    }
    if !rest.is_empty() {
        out.push(Err(rest));
    }
    out
}

/// Returns the words in the placeholders of a pattern, if `text` matches it. A given address fills
/// its placeholder. Nothing of the pattern is searched inside quoted words: `masked` has none.
pub(super) fn match_pattern(
    pattern: &str,
    address: Option<&str>,
    text: &str,
    masked: &str,
) -> Option<Vec<(Placeholder, String)>> {
    let given = |piece| match (piece, address) {
        (Ok(Placeholder::Address), Some(address)) => Err(address),
        (piece, _) => piece,
    };
    let pieces: Vec<Result<Placeholder, &str>> =
        split_pattern(pattern).into_iter().map(given).collect();
    let mut out = Vec::new();
    let mut at = 0;
    let mut pieces = pieces.iter().peekable();
    while let Some(piece) = pieces.next() {
        match piece {
            Err(words) => {
                if !text[at..].starts_with(words) {
                    return None;
                }
                at += words.len();
            }
            Ok(hole) => {
                let end = match pieces.peek() {
                    None => text.len(),
                    Some(Err(words)) => at + masked[at..].find(words)?,
                    Some(Ok(_)) => return None,
                };
                if end == at {
                    return None;
                }
                out.push((*hole, text[at..end].to_owned()));
                at = end;
            }
        }
    }
    (at == text.len()).then_some(out)
}

/// Fills the placeholders of a pattern.
pub(super) fn fill_pattern(pattern: &str, parts: &[(Placeholder, String)]) -> String {
    let words = |hole: Placeholder| {
        parts
            .iter()
            .find(|(own, _)| *own == hole)
            .map_or("", |(_, words)| words.as_str())
    };
    split_pattern(pattern)
        .into_iter()
        .map(|piece| piece.map_or_else(|words| words, words))
        .collect()
}

/// Masks quoted words and descriptions in a text, byte for byte.
pub(super) fn mask_quotes(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for token in all_tokens(text, Span::new(0, text.len())) {
        if matches!(
            token.kind,
            InstructionTokenKind::Quoted { .. } | InstructionTokenKind::Description { .. }
        ) {
            out += &text[out.len()..token.span.start()];
            out.extend(std::iter::repeat_n('\u{1}', token.span.len()));
        }
    }
    out.push_str(&text[out.len()..]);
    out
}
