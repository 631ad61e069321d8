//! Answers `textDocument/prepareRename` and `textDocument/rename`.

use super::{check_renamable, edits, plain_symbol};
use crate::{
    lsp::{ClientCapabilities, HandlerResult, ResponseError, Snapshot, edit},
    resolve::{RulesetDb, Symbol},
};
use serde_json::{Value, json};
use tower_lsp::gen_lsp_types::{
    Range, RenameOptions, RenameParams, RenameProvider, ServerCapabilities,
    TextDocumentPositionParams,
};

pub(crate) fn set_capabilities(client: &ClientCapabilities, capabilities: &mut ServerCapabilities) {
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
pub(crate) fn prepare(
    snapshot: &Snapshot<'_>,
    at: TextDocumentPositionParams,
) -> HandlerResult<Value> {
    let Some((db, symbol, range)) = at_cursor(snapshot, &at) else {
        return Ok(None);
    };
    check_renamable(snapshot.analysis(), db, &symbol).map_err(ResponseError::Failed)?;
    Ok(Some(json!({"range": range, "placeholder": symbol.name()})))
}

/// Renames the symbol at the cursor everywhere.
pub(crate) fn rename(snapshot: &Snapshot<'_>, params: RenameParams) -> HandlerResult<Value> {
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
    let (source, lines, byte) = snapshot.source_cursor(at)?;
    // the words of a scenario are not the names of what they mean
    if snapshot.scenario_of(source).is_some() {
        return None;
    }
    let (db, found) = snapshot.name_at(source, byte)?;
    let (symbol, span) = plain_symbol(lines.text(), &found);
    Some((db, symbol, lines.range(span)))
}
