//! Answers `textDocument/foldingRange`: the pieces of a file that have several lines.

use super::{HandlerResult, Snapshot, pieces::PieceKind};
use crate::syntax::{Block, BlockKind};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use tower_lsp::gen_lsp_types::FoldingRangeParams;

/// Returns the folds: always from the end of the first line to the end of the last, so that clients
/// that fold only whole lines show the same. No two begin at one line. If the client takes few, it
/// gets the outermost.
pub(super) fn folds(snapshot: &Snapshot<'_>, params: FoldingRangeParams) -> HandlerResult<Value> {
    let Some((_, lines, pieces)) = snapshot.pieces(&params.text_document.uri) else {
        return Ok(None);
    };
    // by first line: depth, last line, and whether it is a comment
    let mut folds: BTreeMap<usize, (usize, usize, bool)> = BTreeMap::new();
    let mut depths: Vec<usize> = Vec::with_capacity(pieces.len());
    for piece in &pieces {
        let depth = piece.up.map_or(0, |up| depths[up] + 1);
        depths.push(depth);
        let (first, last) = (lines.line(piece.span.start()), lines.line(piece.span.end()));
        if min_lines(&piece.kind).is_some_and(|least| last + 1 >= first + least) {
            let is_comment = matches!(piece.kind, PieceKind::Comment);
            folds.entry(first).or_insert((depth, last, is_comment));
        }
    }
    let mut folds: Vec<_> = folds.into_iter().collect();
    let capabilities = &snapshot.session.capabilities;
    if let Some(limit) = capabilities.number("/textDocument/foldingRange/rangeLimit") {
        folds.sort_by_key(|(first, (depth, ..))| (*depth, *first));
        folds.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
        folds.sort_by_key(|(first, _)| *first);
    }
    let ranges = folds.into_iter().map(|(first, (_, last, is_comment))| {
        let mut own = json!({"startLine": first, "endLine": last});
        if is_comment {
            own["kind"] = "comment".into();
        }
        own
    });
    Ok(Some(ranges.collect()))
}

/// Returns how many lines a piece must have to be folded; `None` if it never is.
fn min_lines(kind: &PieceKind<'_>) -> Option<usize> {
    let is_bullet = |child: &Block| child.kind == BlockKind::Bullet;
    match kind {
        PieceKind::Front
        | PieceKind::Section(_)
        | PieceKind::Entry(_)
        | PieceKind::Comment
        | PieceKind::Part(_) => Some(2),
        PieceKind::Payload => Some(4),
        PieceKind::Block(block)
            if block.kind == BlockKind::Table || block.children().iter().any(is_bullet) =>
        {
            Some(2)
        }
        PieceKind::Block(_)
        | PieceKind::Text
        | PieceKind::Token(_)
        | PieceKind::Strike
        | PieceKind::Name(_)
        | PieceKind::Record(_) => None,
    }
}
