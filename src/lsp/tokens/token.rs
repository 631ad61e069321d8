//! `SemanticToken`: a span with its kind and modifiers; and the flattening of nested tokens.

use crate::{lsp::pieces::TokenKind, text::Span};

pub(super) const DECLARATION: u32 = 1;
/// Deleted text, and clauses that are no longer part of the text.
pub(super) const DEPRECATED: u32 = 2;

/// A span of text with its kind, and bits: whether it declares a name, or is deleted text or a
/// deleted clause (deprecated).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SemanticToken {
    pub(super) span: Span,
    pub(super) kind: TokenKind,
    pub(super) modifiers: u32,
}

/// Flattens nested tokens: the inner one wins, and stays deprecated if the outer one is.
pub(super) fn flatten(mut tokens: Vec<SemanticToken>) -> Vec<SemanticToken> {
    tokens.sort_by_key(|token| (token.span.start(), std::cmp::Reverse(token.span.end())));
    let mut out: Vec<SemanticToken> = Vec::with_capacity(tokens.len());
    let mut open: Vec<SemanticToken> = Vec::new();
    let mut at = 0;
    let put = |out: &mut Vec<SemanticToken>, token: &SemanticToken, at: usize, to: usize| {
        let from = at.max(token.span.start());
        if from < to {
            out.push(SemanticToken {
                span: Span::new(from, to),
                ..*token
            });
        }
    };
    for mut token in tokens {
        while let Some(around) = open
            .last()
            .copied()
            .filter(|around| around.span.end() <= token.span.start())
        {
            put(&mut out, &around, at, around.span.end());
            at = at.max(around.span.end());
            open.pop();
        }
        if let Some(around) = open.last() {
            put(&mut out, around, at, token.span.start());
            // a token that extends beyond the one it began in is cut there
            token.span = token.span.with_end(token.span.end().min(around.span.end()));
            token.modifiers |= around.modifiers & DEPRECATED;
        }
        at = at.max(token.span.start());
        open.push(token);
    }
    while let Some(around) = open.pop() {
        put(&mut out, &around, at, around.span.end());
        at = at.max(around.span.end());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(tokens: &[(usize, usize, TokenKind, u32)]) -> Vec<(usize, usize, TokenKind, u32)> {
        let tokens = tokens
            .iter()
            .map(|&(start, end, kind, modifiers)| SemanticToken {
                span: Span::new(start, end),
                kind,
                modifiers,
            });
        flatten(tokens.collect())
            .into_iter()
            .map(|token| {
                (
                    token.span.start(),
                    token.span.end(),
                    token.kind,
                    token.modifiers,
                )
            })
            .collect()
    }

    #[test]
    fn what_lies_inside_counts() {
        let strike = drawn(&[
            (0, 10, TokenKind::Comment, DEPRECATED),
            (3, 5, TokenKind::Fact, 0),
            (12, 13, TokenKind::Id, 0),
        ]);
        assert_eq!(
            strike,
            [
                (0, 3, TokenKind::Comment, DEPRECATED),
                (3, 5, TokenKind::Fact, DEPRECATED),
                (5, 10, TokenKind::Comment, DEPRECATED),
                (12, 13, TokenKind::Id, 0)
            ]
        );
    }

    #[test]
    fn what_reaches_out_is_cut() {
        assert_eq!(
            drawn(&[(0, 4, TokenKind::Comment, 0), (2, 6, TokenKind::Fact, 0)]),
            [(0, 2, TokenKind::Comment, 0), (2, 4, TokenKind::Fact, 0)]
        );
        assert_eq!(
            drawn(&[(0, 4, TokenKind::Comment, 0), (0, 4, TokenKind::Fact, 0)]),
            [(0, 4, TokenKind::Fact, 0)]
        );
    }
}
