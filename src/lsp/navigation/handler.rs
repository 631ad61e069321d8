//! The requests for definitions, declarations, implementations and references.

use super::{
    cursor_target::{CursorTarget, cursor_target},
    locations::{
        declarations, document_key, in_force, instructions_on, locations, occurrences_of,
        ruleset_entry,
    },
    scenario,
};
use crate::lsp::{
    client_capabilities::ClientCapabilities,
    response_error::{HandlerResult, ResponseError},
    snapshot::{RulesDocument, Snapshot},
};
use crate::{
    diagnostic::Location,
    model::UnitId,
    resolve::{OccurrenceRole, Symbol, View},
    syntax::{FileRole, RulesFile},
};
use serde_json::{Value, json};
use std::sync::Arc;
use tower_lsp::gen_lsp_types::{
    DeclarationParams, DeclarationProvider, DefinitionParams, DefinitionProvider,
    ImplementationParams, ImplementationProvider, Range, ReferenceParams, ReferencesProvider,
    ServerCapabilities, TextDocumentPositionParams,
};

pub(in crate::lsp) fn set_capabilities(
    _: &ClientCapabilities,
    capabilities: &mut ServerCapabilities,
) {
    capabilities.definition_provider = Some(DefinitionProvider::Bool(true));
    capabilities.declaration_provider = Some(DeclarationProvider::Bool(true));
    capabilities.implementation_provider = Some(ImplementationProvider::Bool(true));
    capabilities.references_provider = Some(ReferencesProvider::Bool(true));
}

/// Returns the wording in force of the symbol at the cursor.
pub(in crate::lsp) fn definition(
    snapshot: &Snapshot<'_>,
    params: DefinitionParams,
) -> HandlerResult<Value> {
    respond(
        snapshot,
        &params.text_document_position_params,
        "definition",
        |snapshot, document, target, view| {
            let own = Location::new(document.source, target.span);
            let locations = match &target.symbol {
                Some(symbol) => locations(snapshot, document.db, symbol, view),
                None => target
                    .units
                    .iter()
                    .filter_map(|(section, unit)| in_force(section, &section.version(view), *unit))
                    .collect(),
            };
            // at the wording itself, go to where it comes from
            if locations == [own] {
                declarations(snapshot, document, target, view)
            } else {
                Ok(locations)
            }
        },
    )
}

/// Returns where the symbol at the cursor first appeared: the base text, or the instruction that
/// added it.
pub(in crate::lsp) fn declaration(
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
pub(in crate::lsp) fn implementation(
    snapshot: &Snapshot<'_>,
    params: ImplementationParams,
) -> HandlerResult<Value> {
    respond(
        snapshot,
        &params.text_document_position_params,
        "implementation",
        |snapshot, document, target, view| {
            let db = document.db;
            match &target.symbol {
                None | Some(Symbol::Clause(_) | Symbol::Term(_)) => {
                    let mut out = Vec::new();
                    for (section, unit) in &target.units {
                        snapshot.check_cancelled()?;
                        out.extend(instructions_on(snapshot, db, section, *unit));
                    }
                    Ok(out)
                }
                Some(symbol @ Symbol::Fact(_)) => {
                    let mut out = Vec::new();
                    for (file, occurrence) in
                        occurrences_of(snapshot, db, std::slice::from_ref(symbol))?
                    {
                        let entry = occurrence
                            .within()
                            .and_then(|(place, entry)| file.places.get(place)?.entries.get(entry));
                        out.extend(
                            entry
                                .filter(|_| file.role == FileRole::Amend)
                                .map(|entry| Location::new(file.source, entry.heading_span)),
                        );
                    }
                    Ok(out)
                }
                Some(Symbol::Edition(id)) => {
                    let makes = |file: &&Arc<RulesFile>| {
                        file.front
                            .edition
                            .as_ref()
                            .is_some_and(|own| *own.value == **id)
                    };
                    Ok(db.files().filter(makes).map(document_key).collect())
                }
                Some(symbol @ (Symbol::Document(_) | Symbol::Page(_) | Symbol::Ruleset(_))) => {
                    Ok(locations(snapshot, db, symbol, view))
                }
            }
        },
    )
}

/// Returns everything that amends, interprets, cites or uses the symbol at the cursor.
pub(in crate::lsp) fn references(
    snapshot: &Snapshot<'_>,
    params: ReferenceParams,
) -> HandlerResult<Vec<tower_lsp::gen_lsp_types::Location>> {
    let at = &params.text_document_position_params;
    let Some(document) = snapshot.rules_document(&at.text_document.uri) else {
        return Ok(None);
    };
    let Some(view) = snapshot.view(document.db) else {
        return Ok(None);
    };
    let Some(target) = cursor_target(snapshot, &document, document.byte(at.position), &view) else {
        return Ok(None);
    };
    let declarations = params.context.include_declaration;
    let mut symbols: Vec<Symbol> = target.symbol.iter().cloned().collect();
    if !matches!(target.symbol, Some(Symbol::Term(_))) {
        for (section, unit) in &target.units {
            let own = |(name, named): &(&str, UnitId)| named == unit && !name.starts_with("term:");
            symbols.extend(
                section
                    .arena
                    .names()
                    .filter(own)
                    .map(|(name, _)| Symbol::Clause(name.into())),
            );
        }
    }
    let mut found: Vec<(Location, Option<Location>)> = Vec::new();
    for (file, occurrence) in occurrences_of(snapshot, document.db, &symbols)? {
        if declarations || occurrence.role != OccurrenceRole::Declaration {
            let entry = occurrence
                .within()
                .and_then(|(place, entry)| file.places.get(place)?.entries.get(entry));
            let entry = entry.map(|entry| Location::new(file.source, entry.heading_span));
            found.push((Location::new(file.source, occurrence.name_span()), entry));
        }
    }
    if declarations {
        found.extend(ruleset_entry(document.db, target.symbol.as_ref()).map(|at| (at, None)));
    }
    // instructions that reach it by its position and do not name it
    for (section, unit) in &target.units {
        let reach = section
            .lowered
            .iter()
            .zip(&section.patches)
            .filter(|(lowered, patch)| {
                patch.is_instruction()
                    && lowered
                        .as_ref()
                        .is_some_and(|lowered| lowered.reached.contains(unit))
            });
        for (_, patch) in reach {
            let at = patch.heading_location();
            if !found.iter().any(|(_, entry)| *entry == Some(at)) {
                found.push((at, Some(at)));
            }
        }
    }
    let mut locations: Vec<Location> = found.into_iter().map(|(at, _)| at).collect();
    locations.sort_by_key(|at| (at.source, at.span));
    locations.dedup();
    Ok(Some(
        locations
            .into_iter()
            .filter_map(|place| snapshot.location(place))
            .collect(),
    ))
}

type Find = fn(
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
    find: Find,
) -> HandlerResult<Value> {
    if let Some(document) = snapshot.scenario(&at.text_document.uri) {
        let lines = snapshot.lines(document.source);
        let Some((locations, span)) =
            scenario::rules_locations(snapshot, &document, lines.byte(at.position))
        else {
            return Ok(None);
        };
        return Ok(Some(locations_value(
            snapshot,
            request,
            locations,
            lines.range(span),
        )));
    }
    let Some(document) = snapshot.rules_document(&at.text_document.uri) else {
        return Ok(None);
    };
    let Some(view) = snapshot.view(document.db) else {
        return Ok(None);
    };
    let Some(target) = cursor_target(snapshot, &document, document.byte(at.position), &view) else {
        return Ok(None);
    };
    let mut locations: Vec<Location> = Vec::new();
    for place in find(snapshot, &document, &target, &view)? {
        if !locations.contains(&place) {
            locations.push(place);
        }
    }
    Ok(Some(locations_value(
        snapshot,
        request,
        locations,
        document.range(target.span),
    )))
}

/// Converts locations to links from `from` if the client supports them.
fn locations_value(
    snapshot: &Snapshot<'_>,
    request: &str,
    locations: Vec<Location>,
    from: Range,
) -> Value {
    let as_links = snapshot
        .session
        .capabilities
        .has(&format!("/textDocument/{request}/linkSupport"));
    let values = locations.into_iter().filter_map(|place| {
        let location = snapshot.location(place)?;
        Some(if as_links {
            json!({
                "originSelectionRange": from,
                "targetUri": location.uri,
                "targetRange": snapshot.location(enclosing(snapshot, place)).map(|whole| whole.range),
                "targetSelectionRange": location.range,
            })
        } else {
            json!(location)
        })
    });
    values.collect()
}

/// Returns the whole instruction or section if `at` is its heading, or else `at`.
fn enclosing(snapshot: &Snapshot<'_>, at: Location) -> Location {
    let Some(file) = snapshot.analysis().file(at.source) else {
        return at;
    };
    let place = file
        .places
        .iter()
        .find(|place| place.span.touches(at.span.start()) && at.span.end() <= place.span.end());
    let entry = place.and_then(|place| {
        place
            .entries
            .iter()
            .find(|entry| entry.heading_span == at.span)
    });
    let span = match (place, entry) {
        (_, Some(entry)) => entry.span,
        (Some(place), None) if place.heading_span == at.span => place.span,
        (_, None) => at.span,
    };
    Location::new(at.source, snapshot.lines(at.source).trimmed(span))
}
