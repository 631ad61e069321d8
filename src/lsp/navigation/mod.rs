//! Finds a symbol's wording in force (definition), first appearance (declaration), instructions
//! that act on it (implementations), and references.

mod cursor_target;
mod find;
mod locations;

use crate::{
    diagnostic::Location,
    lsp::{HandlerResult, ResponseError, Snapshot},
};
use cursor_target::{CursorTarget, cursor_target};
use serde_json::{Value, json};
use tower_lsp::gen_lsp_types::{
    Location as LspLocation, Range, ReferenceParams, TextDocumentPositionParams,
};

pub(super) use find::{definition, implementation};
pub(super) use locations::{declarations, is_gone, locations};

/// Returns everything that amends, interprets, cites or uses the symbol at the cursor.
pub(crate) fn references(
    snapshot: &Snapshot<'_>,
    params: ReferenceParams,
) -> HandlerResult<Vec<LspLocation>> {
    let cursor = snapshot.source_cursor(&params.text_document_position_params);
    let target = cursor.and_then(|(source, _, byte)| cursor_target(snapshot, source, byte));
    let Some(target) = target else {
        return Ok(None);
    };
    let found = find::references(snapshot, &target, params.context.include_declaration)?;
    let found = found.into_iter();
    Ok(Some(found.filter_map(|at| snapshot.location(at)).collect()))
}

/// A function that finds the locations to answer with, for a cursor target.
type FindLocations = fn(&Snapshot<'_>, &CursorTarget<'_>) -> Result<Vec<Location>, ResponseError>;

/// Answers a request with locations, or with links if the client supports them.
pub(crate) fn respond(
    snapshot: &Snapshot<'_>,
    at: TextDocumentPositionParams,
    request: &str,
    find: FindLocations,
) -> HandlerResult<Value> {
    let Some((source, lines, byte)) = snapshot.source_cursor(&at) else {
        return Ok(None);
    };
    let Some(target) = cursor_target(snapshot, source, byte) else {
        return Ok(None);
    };
    let mut locations: Vec<Location> = Vec::new();
    for place in find(snapshot, &target)?.into_iter().chain(target.locations) {
        if !locations.contains(&place) {
            locations.push(place);
        }
    }
    let from = lines.range(target.at.span);
    Ok(Some(locations_value(snapshot, request, locations, from)))
}

/// Converts locations to links from `from` if the client supports them.
fn locations_value(
    snapshot: &Snapshot<'_>,
    request: &str,
    locations: Vec<Location>,
    from: Range,
) -> Value {
    let as_links = snapshot.client_has(&format!("/textDocument/{request}/linkSupport"));
    let values = locations.into_iter().filter_map(|place| {
        let location = snapshot.location(place)?;
        Some(if as_links {
            json!({
                "originSelectionRange": from,
                "targetUri": location.uri,
                "targetRange": snapshot.location(find::enclosing(snapshot, place)).map(|whole| whole.range),
                "targetSelectionRange": location.range,
            })
        } else {
            json!(location)
        })
    });
    values.collect()
}
