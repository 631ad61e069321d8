//! Answers the requests for definitions, declarations, implementations and references.

use super::{
    cursor_target::{CursorTarget, cursor_target, symbol_target},
    locations::declarations,
    rules, scenario,
};
use crate::{
    diagnostic::Location,
    lsp::{HandlerResult, ResponseError, RulesDocument, Snapshot, check_and_toml},
    resolve::View,
};
use serde_json::{Value, json};
use tower_lsp::gen_lsp_types::{
    DeclarationParams, DefinitionParams, ImplementationParams, Location as LspLocation, Range,
    ReferenceParams, TextDocumentPositionParams,
};

/// Returns the location of the wording in force of the symbol at the cursor.
pub(crate) fn definition(
    snapshot: &Snapshot<'_>,
    params: DefinitionParams,
) -> HandlerResult<Value> {
    respond(
        snapshot,
        &params.text_document_position_params,
        "definition",
        rules::definition,
    )
}

/// Returns where the symbol at the cursor first appeared: the base text, or the instruction that
/// added it.
pub(crate) fn declaration(
    snapshot: &Snapshot<'_>,
    params: DeclarationParams,
) -> HandlerResult<Value> {
    respond(
        snapshot,
        &params.text_document_position_params,
        "declaration",
        declarations,
    )
}

/// Returns all instructions that act on the symbol at the cursor, of every edition, in the order of
/// their documents.
pub(crate) fn implementation(
    snapshot: &Snapshot<'_>,
    params: ImplementationParams,
) -> HandlerResult<Value> {
    respond(
        snapshot,
        &params.text_document_position_params,
        "implementation",
        rules::implementation,
    )
}

/// Returns everything that amends, interprets, cites or uses the symbol at the cursor.
pub(crate) fn references(
    snapshot: &Snapshot<'_>,
    params: ReferenceParams,
) -> HandlerResult<Vec<LspLocation>> {
    let at = &params.text_document_position_params;
    let declarations = params.context.include_declaration;
    let found = if let Some((document, _, target)) = at_cursor(snapshot, at) {
        rules::references(snapshot, document.db, &target, declarations)?
    } else if let Some((source, _, byte)) = snapshot.source_cursor(at)
        && let Some((db, named)) = check_and_toml::symbol_at(snapshot, source, byte)
        && let Some(view) = snapshot.view(db)
    {
        let target = symbol_target(snapshot, db, named.symbol, named.span, &view);
        rules::references(snapshot, db, &target, declarations)?
    } else {
        return Ok(None);
    };
    let found = found.into_iter();
    Ok(Some(found.filter_map(|at| snapshot.location(at)).collect()))
}

/// A function that finds the locations to answer with, for a cursor target at a view.
type FindLocations = fn(
    &Snapshot<'_>,
    &RulesDocument<'_>,
    &CursorTarget,
    &View,
) -> Result<Vec<Location>, ResponseError>;

/// Answers a request with locations, or with links if the client supports them.
fn respond(
    snapshot: &Snapshot<'_>,
    at: &TextDocumentPositionParams,
    request: &str,
    find: FindLocations,
) -> HandlerResult<Value> {
    if let Some((document, lines, byte)) = snapshot.scenario_cursor(at) {
        let found = scenario::rules_locations(snapshot, &document, byte);
        return Ok(found.map(|(locations, span)| {
            locations_value(snapshot, request, locations, lines.range(span))
        }));
    }
    let Some((document, view, target)) = at_cursor(snapshot, at) else {
        let Some((source, lines, byte)) = snapshot.source_cursor(at) else {
            return Ok(None);
        };
        let found = check_and_toml::definition(snapshot, source, byte);
        return Ok(found.map(|(locations, span)| {
            locations_value(snapshot, request, locations, lines.range(span))
        }));
    };
    let mut locations: Vec<Location> = Vec::new();
    for place in find(snapshot, &document, &target, &view)? {
        if !locations.contains(&place) {
            locations.push(place);
        }
    }
    let from = document.range(target.span);
    Ok(Some(locations_value(snapshot, request, locations, from)))
}

/// Returns the rules file at the cursor, its default view, and the target.
fn at_cursor<'a>(
    snapshot: &Snapshot<'a>,
    at: &TextDocumentPositionParams,
) -> Option<(RulesDocument<'a>, View, CursorTarget)> {
    let (document, byte) = snapshot.rules_cursor(at)?;
    let view = snapshot.view(document.db)?;
    let target = cursor_target(snapshot, &document, byte, &view)?;
    Some((document, view, target))
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
                "targetRange": snapshot.location(rules::enclosing(snapshot, place)).map(|whole| whole.range),
                "targetSelectionRange": location.range,
            })
        } else {
            json!(location)
        })
    });
    values.collect()
}
