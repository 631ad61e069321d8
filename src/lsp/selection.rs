//! Answers `textDocument/selectionRange`: the ranges around the cursor to select, from the word outwards to the whole file.
//! Between them: mark, sentence, block, payload, instruction, section.

use super::{HandlerResult, PositionMap, Snapshot};
use crate::text::Span;
use tower_lsp::gen_lsp_types::{SelectionRange, SelectionRangeParams};

/// Returns for each position the ranges around it, each inside the next.
pub(super) fn selection(
    snapshot: &Snapshot<'_>,
    params: SelectionRangeParams,
) -> HandlerResult<Vec<SelectionRange>> {
    let Some((_, lines, pieces)) = snapshot.pieces(&params.text_document.uri) else {
        return Ok(None);
    };
    let mut spans = vec![Span::new(0, lines.text().len())];
    spans.extend(pieces.iter().map(|piece| piece.span));
    let nested = |at| {
        let chain = around(&lines, &spans, lines.byte(at)).into_iter().rev();
        chain.fold(None, |parent, span| {
            Some(SelectionRange {
                range: lines.range(span),
                parent: parent.map(Box::new),
            })
        })
    };
    Ok(Some(
        params.positions.into_iter().filter_map(nested).collect(),
    ))
}

/// Returns the spans around a byte, the innermost first, each inside the next. There is at least
/// one, which may be empty.
fn around(lines: &PositionMap, spans: &[Span], byte: usize) -> Vec<Span> {
    let word = word(lines.text(), byte);
    let line = lines.span(lines.line(byte));
    let mut own: Vec<Span> = spans
        .iter()
        .chain([&word, &line])
        .copied()
        .filter(|span| span.touches(byte) && !span.is_empty())
        .collect();
    own.sort_by_key(|span| span.len());
    let mut chain = vec![Span::new(byte, byte)];
    for span in own {
        let holds = |inner: &Span| {
            span.start() <= inner.start() && inner.end() <= span.end() && span != *inner
        };
        if chain.last().is_some_and(holds) {
            chain.push(span);
        }
    }
    if chain.len() > 1 {
        chain.remove(0);
    }
    chain
}

/// Returns the word at a byte; empty if there is none.
fn word(text: &str, byte: usize) -> Span {
    let inside = |c: char| c.is_alphanumeric() || matches!(c, '_' | '\'' | '’');
    let before = text[..byte].trim_end_matches(inside).len();
    let after = text[byte..].len() - text[byte..].trim_start_matches(inside).len();
    Span::new(before, byte + after)
}
