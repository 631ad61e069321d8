//! Answers `textDocument/documentSymbol` with the named pieces of a file.

mod parts;

use super::{HandlerResult, PositionMap, Snapshot, pieces::NamedPart};
use crate::text::Span;
use serde_json::{Value, json};
use std::iter::successors;
use tower_lsp::gen_lsp_types::{DocumentSymbolParams, Uri};

pub(super) use parts::shortened;

/// A piece of a file: its span, the index of the piece around it, and its name if it has one.
struct OutlinePiece {
    span: Span,
    up: Option<usize>,
    named: Option<NamedPart>,
}

/// Returns the outline of a document: as a tree, or as a list for clients without support for
/// trees.
pub(crate) fn outline(
    snapshot: &Snapshot<'_>,
    params: DocumentSymbolParams,
) -> HandlerResult<Value> {
    let uri = params.text_document.uri;
    let Some((source, lines, pieces)) = snapshot.pieces(&uri) else {
        return Ok(None);
    };
    let scenario = snapshot.scenario_of(source);
    let pieces: Vec<OutlinePiece> = pieces
        .into_iter()
        .map(|piece| OutlinePiece {
            span: piece.span,
            up: piece.up,
            named: parts::of_piece(piece, &lines, scenario.as_deref()),
        })
        .collect();
    let as_tree =
        snapshot.client_has("/textDocument/documentSymbol/hierarchicalDocumentSymbolSupport");
    Ok(Some(if as_tree {
        tree(&lines, &pieces)
    } else {
        list(&lines, &uri, &pieces)
    }))
}

/// Returns the named pieces, each with those inside it.
fn tree(lines: &PositionMap, pieces: &[OutlinePiece]) -> Value {
    // inner pieces first; the last one has those around which there is none
    let mut inside: Vec<Vec<Value>> = vec![Vec::new(); pieces.len() + 1];
    for (at, piece) in pieces.iter().enumerate().rev() {
        let mut children = std::mem::take(&mut inside[at]);
        let around = &mut inside[piece.up.unwrap_or(pieces.len())];
        let Some(named) = &piece.named else {
            around.append(&mut children);
            continue;
        };
        children.reverse();
        around.push(json!({
            "name": named.name,
            "detail": named.detail,
            "kind": named.kind,
            "range": lines.range(piece.span),
            "selectionRange": lines.range(named.head),
            "children": children,
        }));
    }
    inside.pop().into_iter().flatten().rev().collect()
}

/// Returns the named pieces in the order of the text, each with the name of the one around it.
fn list(lines: &PositionMap, uri: &Uri, pieces: &[OutlinePiece]) -> Value {
    let items = pieces.iter().filter_map(|piece| {
        let named = piece.named.as_ref()?;
        let mut own = json!({
            "name": named.name,
            "kind": named.kind,
            "location": {"uri": uri, "range": lines.range(piece.span)},
        });
        let mut around = successors(piece.up, |&up| pieces[up].up);
        if let Some(container) = around.find_map(|up| pieces[up].named.as_ref()) {
            own["containerName"] = container.name.as_str().into();
        }
        Some(own)
    });
    items.collect()
}
