//! Answers `textDocument/prepareRename`, `textDocument/rename` and `workspace/willRenameFiles`.

use super::{check_renamable, edits, files::file_edits, plain_symbol};
use crate::{
    lsp::{ClientCapabilities, HandlerResult, ResponseError, Snapshot, edit},
    resolve::{RulesetDb, Symbol},
};
use serde_json::{Value, json};
use tower_lsp::gen_lsp_types::{
    FileOperationFilter, FileOperationOptions, FileOperationPattern,
    FileOperationRegistrationOptions, PrepareRenameParams, Range, RenameFilesParams, RenameOptions,
    RenameParams, RenameProvider, ServerCapabilities, TextDocumentPositionParams,
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

pub(crate) fn set_file_capabilities(
    client: &ClientCapabilities,
    capabilities: &mut ServerCapabilities,
) {
    if !client.has("/workspace/fileOperations/willRename") {
        return;
    }
    let filter = |glob: &str| FileOperationFilter {
        scheme: Some("file".into()),
        pattern: FileOperationPattern {
            glob: glob.into(),
            matches: None,
            options: None,
        },
    };
    let filters = vec![filter("**/*.check.md"), filter("**/rules/*")];
    capabilities
        .workspace
        .get_or_insert_default()
        .file_operations = Some(FileOperationOptions {
        will_rename: Some(FileOperationRegistrationOptions { filters }),
        ..FileOperationOptions::default()
    });
}

/// Returns what changes in other files when files or folders are renamed.
pub(crate) fn will_rename_files(
    snapshot: &Snapshot<'_>,
    params: RenameFilesParams,
) -> HandlerResult<Value> {
    let address = |source| snapshot.openable_uri(source).map(|uri| uri.to_string());
    let mut changes = Vec::new();
    for file in &params.files {
        snapshot.check_cancelled()?;
        let (old, new) = (file.old_uri.to_string(), file.new_uri.to_string());
        changes.extend(file_edits(snapshot.analysis(), address, &old, &new));
    }
    changes.retain(|edit| edit::is_editable(snapshot, edit.at.source));
    Ok((!changes.is_empty()).then(|| edit::workspace(snapshot, &changes)))
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
