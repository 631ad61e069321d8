//! The patterns of the table, and words that fit them.

use crate::{
    syntax::instruction::lexer::{TokenKind, all_tokens},
    text::Span,
};

/// A place of a pattern where words stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hole {
    /// `{}`, by its number from 1; `{2}` names one out of order.
    Words(usize),
    New,
    Document,
    Amendment,
    Address,
}

/// A piece of a pattern: a literal, or a hole.
fn pieces(pattern: &str) -> Vec<Result<Hole, &str>> {
    let mut out = Vec::new();
    let (mut rest, mut count) = (pattern, 0);
    while let Some(at) = rest.find(['{', '@']) {
        if at > 0 {
            out.push(Err(&rest[..at]));
        }
        let behind = rest[at..]
            .find('}')
            .filter(|_| rest[at..].starts_with('{'))
            .map_or(at + 1, |end| at + end + 1);
        out.push(Ok(match &rest[at..behind] {
            "@" => Hole::Address,
            "{+}" => Hole::New,
            "{document}" => Hole::Document,
            "{amendment}" => Hole::Amendment,
            other => {
                count += 1;
                Hole::Words(other[1..other.len() - 1].parse().unwrap_or(count))
            }
        }));
        rest = &rest[behind..];
    }
    if !rest.is_empty() {
        out.push(Err(rest));
    }
    out
}

/// The words that stand in the holes of a pattern, if `text` fits it; where the address is given it stands for its hole. Nothing of the
/// pattern is looked for in quoted words: `masked` has none.
pub(super) fn fit(
    pattern: &str,
    address: Option<&str>,
    text: &str,
    masked: &str,
) -> Option<Vec<(Hole, String)>> {
    let given = |piece| match (piece, address) {
        (Ok(Hole::Address), Some(address)) => Err(address),
        (piece, _) => piece,
    };
    let pieces: Vec<Result<Hole, &str>> = pieces(pattern).into_iter().map(given).collect();
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

/// A pattern with words in its holes.
pub(super) fn fill(pattern: &str, parts: &[(Hole, String)]) -> String {
    let words = |hole: Hole| {
        parts
            .iter()
            .find(|(own, _)| *own == hole)
            .map_or("", |(_, words)| words.as_str())
    };
    pieces(pattern)
        .into_iter()
        .map(|piece| piece.map_or_else(|words| words, words))
        .collect()
}

/// The text with its quoted words and descriptions blotted out, byte for byte.
pub(super) fn masked(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for token in all_tokens(text, Span::new(0, text.len())) {
        if matches!(
            token.kind,
            TokenKind::Quoted { .. } | TokenKind::Description(_)
        ) {
            out += &text[out.len()..token.span.start()];
            out.extend(std::iter::repeat_n('\u{1}', token.span.len()));
        }
    }
    out.push_str(&text[out.len()..]);
    out
}
