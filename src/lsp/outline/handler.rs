//! Answers `textDocument/documentSymbol` with the outline of a document, as a tree or a list.

use super::{
    item::{OutlineItem, OutlineKind},
    items,
};
use crate::lsp::{HandlerResult, PositionMap, Snapshot};
use serde_json::{Value, json};
use tower_lsp::gen_lsp_types::{DocumentSymbolParams, SymbolKind, Uri};

/// Returns the outline of a document: as a tree, or as a list for clients without support for
/// trees.
pub(crate) fn outline(
    snapshot: &Snapshot<'_>,
    params: DocumentSymbolParams,
) -> HandlerResult<Value> {
    let uri = params.text_document.uri;
    let source = snapshot.state.source(&uri);
    let Some((symbols, lines)) = source.and_then(|source| items(snapshot, source)) else {
        return Ok(None);
    };
    let as_tree =
        snapshot.client_has("/textDocument/documentSymbol/hierarchicalDocumentSymbolSupport");
    Ok(Some(if as_tree {
        symbols.iter().map(|symbol| tree(&lines, symbol)).collect()
    } else {
        let mut out = Vec::new();
        symbols
            .iter()
            .for_each(|symbol| list(&lines, &uri, symbol, None, &mut out));
        Value::Array(out)
    }))
}

/// Converts a kind to one of those that every client knows.
pub(crate) fn symbol_kind(kind: OutlineKind) -> SymbolKind {
    match kind {
        OutlineKind::Section | OutlineKind::Part => SymbolKind::Class,
        OutlineKind::Instruction => SymbolKind::Method,
        OutlineKind::Clause | OutlineKind::Line => SymbolKind::Field,
        OutlineKind::Table => SymbolKind::Array,
        OutlineKind::Term | OutlineKind::Edition => SymbolKind::Constant,
        OutlineKind::Document => SymbolKind::File,
        OutlineKind::Profile => SymbolKind::Property,
        OutlineKind::InnerPart => SymbolKind::Module,
        OutlineKind::Record => SymbolKind::Object,
    }
}

fn tree(lines: &PositionMap, symbol: &OutlineItem) -> Value {
    json!({
        "name": symbol.name,
        "detail": symbol.detail,
        "kind": symbol_kind(symbol.kind),
        "range": lines.range(symbol.span),
        "selectionRange": lines.range(symbol.head),
        "children": symbol.children.iter().map(|child| tree(lines, child)).collect::<Vec<_>>(),
    })
}

fn list(
    lines: &PositionMap,
    uri: &Uri,
    symbol: &OutlineItem,
    container: Option<&str>,
    out: &mut Vec<Value>,
) {
    let mut own = json!({
        "name": symbol.name,
        "kind": symbol_kind(symbol.kind),
        "location": {"uri": uri, "range": lines.range(symbol.span)},
    });
    if let Some(container) = container {
        own["containerName"] = container.into();
    }
    out.push(own);
    symbol
        .children
        .iter()
        .for_each(|child| list(lines, uri, child, Some(&symbol.name), out));
}
