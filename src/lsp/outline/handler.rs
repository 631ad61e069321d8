//! The document symbol request.

use super::{item::OutlineItem, rules::of_file, ruleset::of_ruleset, scenario};
use crate::analysis::SourceKind;
use crate::lsp::{
    client_capabilities::ClientCapabilities, position::Lines, response_error::HandlerResult,
    snapshot::Snapshot,
};
use serde_json::{Value, json};
use tower_lsp::gen_lsp_types::{
    DocumentSymbolParams, DocumentSymbolProvider, ServerCapabilities, Uri,
};

pub(in crate::lsp) fn set_capabilities(
    _: &ClientCapabilities,
    capabilities: &mut ServerCapabilities,
) {
    capabilities.document_symbol_provider = Some(DocumentSymbolProvider::Bool(true));
}

/// Returns the outline of a document: as a tree, or as a list for clients without support for
/// trees.
pub(in crate::lsp) fn outline(
    snapshot: &Snapshot<'_>,
    params: DocumentSymbolParams,
) -> HandlerResult<Value> {
    let uri = params.text_document.uri;
    let Some((symbols, lines)) = items(snapshot, &uri) else {
        return Ok(None);
    };
    let as_tree = snapshot
        .session
        .capabilities
        .has("/textDocument/documentSymbol/hierarchicalDocumentSymbolSupport");
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

/// Returns the items of the file at a URI; none if it contains no rules or scenario.
pub(in crate::lsp) fn items(
    snapshot: &Snapshot<'_>,
    uri: &Uri,
) -> Option<(Vec<OutlineItem>, Lines)> {
    let source = snapshot.state.source(uri)?;
    let entry = snapshot.analysis().source(source)?;
    let lines = snapshot.lines(source);
    let symbols = match entry.kind {
        SourceKind::Rules => of_file(snapshot.analysis().file(source)?, &lines),
        SourceKind::Ruleset => of_ruleset(
            &snapshot.analysis().ruleset_db(&entry.ruleset)?.ruleset,
            &lines,
        ),
        SourceKind::Scenario => scenario::items(&*snapshot.scenario(uri)?, &lines),
        SourceKind::Thesaurus | SourceKind::Vocabulary | SourceKind::Check | SourceKind::Import => {
            return None;
        }
    };
    Some((symbols, lines))
}

fn tree(lines: &Lines, symbol: &OutlineItem) -> Value {
    json!({
        "name": symbol.name,
        "detail": symbol.detail,
        "kind": symbol.kind,
        "range": lines.range(symbol.span),
        "selectionRange": lines.range(symbol.head),
        "children": symbol.children.iter().map(|child| tree(lines, child)).collect::<Vec<_>>(),
    })
}

fn list(
    lines: &Lines,
    uri: &Uri,
    symbol: &OutlineItem,
    container: Option<&str>,
    out: &mut Vec<Value>,
) {
    let mut own = json!({
        "name": symbol.name,
        "kind": symbol.kind,
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
