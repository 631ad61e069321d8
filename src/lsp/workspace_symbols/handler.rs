//! Answers `workspace/symbol` with the symbols that a query finds, best first.

use super::{WorkspaceSymbol, matching};
use crate::lsp::{HandlerResult, Snapshot, outline::symbol_kind};
use serde_json::{Value, json};
use tower_lsp::gen_lsp_types::WorkspaceSymbolParams;

/// Returns the symbols that a query finds, best first.
pub(crate) fn symbols(
    snapshot: &Snapshot<'_>,
    params: WorkspaceSymbolParams,
) -> HandlerResult<Value> {
    let symbol = |symbol: WorkspaceSymbol| {
        Some(json!({
            "name": symbol.name,
            "kind": symbol_kind(symbol.kind),
            "containerName": symbol.container,
            "location": snapshot.location(symbol.at)?,
        }))
    };
    let found = matching(snapshot, &params.query)?;
    Ok(Some(found.into_iter().filter_map(symbol).collect()))
}
