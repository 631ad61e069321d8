//! The rename requests.

use super::{check_renamable, edits, symbol_at};
use crate::{
    lsp::{
        client_capabilities::ClientCapabilities,
        edit,
        response_error::{HandlerResult, ResponseError},
        snapshot::Snapshot,
    },
    resolve::{RulesetDb, Symbol},
};
use serde_json::{Value, json};
use tower_lsp::gen_lsp_types::{
    PrepareRenameParams, Range, RenameOptions, RenameParams, RenameProvider, ServerCapabilities,
    TextDocumentPositionParams,
};

pub(in crate::lsp) fn set_capabilities(
    client: &ClientCapabilities,
    capabilities: &mut ServerCapabilities,
) {
    let prepare = client.has("/textDocument/rename/prepareSupport");
    capabilities.rename_provider = Some(if prepare {
        RenameProvider::RenameOptions(RenameOptions {
            prepare_provider: Some(true),
            ..RenameOptions::default()
        })
    } else {
        RenameProvider::Bool(true)
    });
}

/// Returns the name at the cursor if it can be changed.
pub(in crate::lsp) fn prepare(
    snapshot: &Snapshot<'_>,
    params: PrepareRenameParams,
) -> HandlerResult<Value> {
    let Some((db, symbol, range)) = at_cursor(snapshot, &params.text_document_position_params)
    else {
        return Ok(None);
    };
    check_renamable(snapshot.analysis(), db, &symbol).map_err(ResponseError::Failed)?;
    Ok(Some(json!({"range": range, "placeholder": symbol.name()})))
}

/// Renames the symbol at the cursor everywhere.
pub(in crate::lsp) fn rename(
    snapshot: &Snapshot<'_>,
    params: RenameParams,
) -> HandlerResult<Value> {
    let Some((db, symbol, _)) = at_cursor(snapshot, &params.text_document_position_params) else {
        return Err(ResponseError::Failed(
            "there is no name here to change".into(),
        ));
    };
    let changes =
        edits(snapshot.analysis(), db, &symbol, &params.new_name).map_err(ResponseError::Failed)?;
    snapshot.check_cancelled()?;
    Ok(Some(edit::workspace(snapshot, &changes)))
}

/// Finds the symbol at the cursor, and the range of its name.
fn at_cursor<'a>(
    snapshot: &Snapshot<'a>,
    at: &TextDocumentPositionParams,
) -> Option<(&'a RulesetDb, Symbol, Range)> {
    let source = snapshot.state.source(&at.text_document.uri)?;
    let lines = snapshot.lines(source);
    let (db, symbol, span) = symbol_at(snapshot, source, lines.byte(at.position))?;
    Some((db, symbol, lines.range(span)))
}
