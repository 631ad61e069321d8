//! Finds the definition, references and implementations of a `CursorTarget`, as locations.
//! Implementations are the instructions that act on it.

use super::{
    cursor_target::CursorTarget,
    locations::{declarations, document_key, in_force, instructions_on, locations, ruleset_entry},
};
use crate::{
    diagnostic::Location,
    lsp::{ResponseError, Snapshot, names::heading_around},
    model::UnitId,
    resolve::{OccurrenceRole, Symbol},
    syntax::{FileRole, RulesFile},
};
use std::sync::Arc;

/// Returns the location of the wording in force of the symbol at the cursor.
pub(crate) fn definition(
    snapshot: &Snapshot<'_>,
    target: &CursorTarget<'_>,
) -> Result<Vec<Location>, ResponseError> {
    let locations = match &target.symbol {
        Some(symbol) => locations(snapshot, target.db, symbol, &target.view),
        None => target
            .units
            .iter()
            .filter_map(|(section, unit)| in_force(section, &section.version(&target.view), *unit))
            .collect(),
    };
    // at the wording itself, go to where it comes from
    if locations == [target.at] {
        declarations(snapshot, target)
    } else {
        Ok(locations)
    }
}

/// Returns all instructions that act on the symbol at the cursor, of every edition, in the order of
/// their documents.
pub(crate) fn implementation(
    snapshot: &Snapshot<'_>,
    target: &CursorTarget<'_>,
) -> Result<Vec<Location>, ResponseError> {
    let db = target.db;
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
            let found = snapshot.occurrences_of(db, std::slice::from_ref(symbol))?;
            let entries = found.into_iter().filter_map(|(source, occurrence)| {
                let file = db.file(source)?;
                let heading = heading_around(file, &occurrence)?;
                (file.role == FileRole::Amend).then_some(heading)
            });
            Ok(entries.collect())
        }
        Some(Symbol::Edition(id)) => {
            let makes = |file: &&Arc<RulesFile>| {
                let edition = file.front.edition.as_ref();
                edition.is_some_and(|own| *own.value == **id)
            };
            Ok(db.files().filter(makes).map(document_key).collect())
        }
        Some(symbol @ (Symbol::Document(_) | Symbol::Page(_) | Symbol::Ruleset(_))) => {
            Ok(locations(snapshot, db, symbol, &target.view))
        }
    }
}

/// Returns everything that amends, interprets, cites or uses the symbol at the cursor, with
/// `declarations` also where it is declared.
pub(super) fn references(
    snapshot: &Snapshot<'_>,
    target: &CursorTarget<'_>,
    declarations: bool,
) -> Result<Vec<Location>, ResponseError> {
    let db = target.db;
    let mut symbols: Vec<Symbol> = target.symbol.iter().cloned().collect();
    if !matches!(target.symbol, Some(Symbol::Term(_))) {
        for (section, unit) in &target.units {
            let own = |(name, named): &(&str, UnitId)| named == unit && !name.starts_with("term:");
            let names = section.arena.names().filter(own);
            symbols.extend(names.map(|(name, _)| Symbol::Clause(name.into())));
        }
    }
    let mut found: Vec<(Location, Option<Location>)> = Vec::new();
    for (source, occurrence) in snapshot.occurrences_of(db, &symbols)? {
        // of `ruleset.toml` the whole entry follows
        let is_entry = source == db.ruleset.source;
        let declares = occurrence.role == OccurrenceRole::Declaration;
        if !declares || declarations && !is_entry {
            let file = db.file(source);
            let entry = file.and_then(|file| heading_around(file, &occurrence));
            found.push((Location::new(source, occurrence.name_span()), entry));
        }
    }
    if declarations {
        found.extend(ruleset_entry(db, target.symbol.as_ref()).map(|at| (at, None)));
    }
    // instructions that reach it by its position and do not name it
    for (section, unit) in &target.units {
        for (lowered, patch) in section.lowered.iter().zip(&section.patches) {
            let mut reached = lowered.iter().flat_map(|lowered| &lowered.reached);
            let at = patch.heading_location();
            if patch.is_instruction()
                && reached.any(|own| own == unit)
                && !found.iter().any(|(_, entry)| *entry == Some(at))
            {
                found.push((at, Some(at)));
            }
        }
    }
    let mut locations: Vec<Location> = found.into_iter().map(|(at, _)| at).collect();
    locations.sort_by_key(|at| (at.source, at.span));
    locations.dedup();
    Ok(locations)
}

/// Returns the whole instruction or section if `at` is its heading, or else `at`.
pub(super) fn enclosing(snapshot: &Snapshot<'_>, at: Location) -> Location {
    let Some(file) = snapshot.analysis().file(at.source) else {
        return at;
    };
    let mut places = file.places.iter();
    let place = places
        .find(|place| place.span.touches(at.span.start()) && at.span.end() <= place.span.end());
    let mut entries = place.iter().flat_map(|place| &place.entries);
    let entry = entries.find(|entry| entry.heading_span == at.span);
    let span = match (place, entry) {
        (_, Some(entry)) => entry.span,
        (Some(place), None) if place.heading_span == at.span => place.span,
        (_, None) => at.span,
    };
    Location::new(at.source, snapshot.lines(at.source).trimmed(span))
}
