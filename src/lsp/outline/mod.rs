//! The outline of a rules, scenario, check or TOML file: answers `textDocument/documentSymbol`; of
//! some files also for folds and selection.

mod item;
mod rules;
mod ruleset;
mod scenario;

use super::{HandlerResult, PositionMap, Snapshot, check_and_toml};
use crate::{analysis::SourceKind, text::SourceId};
use serde_json::{Value, json};
use tower_lsp::gen_lsp_types::{DocumentSymbolParams, Uri};

pub(super) use item::{OutlineItem, shortened};

/// Returns the items of a file with its lines; none if its content is not loaded.
pub(super) fn items(
    snapshot: &Snapshot<'_>,
    source: SourceId,
) -> Option<(Vec<OutlineItem>, PositionMap)> {
    let entry = snapshot.analysis().source(source)?;
    let lines = snapshot.lines(source);
    let symbols = match entry.kind {
        SourceKind::Rules => rules::of_file(snapshot.analysis().file(source)?, &lines),
        SourceKind::Ruleset => ruleset::of_ruleset(
            &snapshot.analysis().ruleset_db(&entry.ruleset)?.ruleset,
            &lines,
        ),
        SourceKind::Scenario => scenario::items(&*snapshot.scenario_of(source)?, &lines),
        SourceKind::Thesaurus | SourceKind::Vocabulary | SourceKind::Check | SourceKind::Import => {
            check_and_toml::items(entry)
        }
    };
    Some((symbols, lines))
}

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

fn tree(lines: &PositionMap, symbol: &OutlineItem) -> Value {
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
    lines: &PositionMap,
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
