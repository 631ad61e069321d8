//! Finds what a byte of a file refers to: a symbol, the units that an address reaches, or other
//! locations.

use crate::{
    diagnostic::Location,
    lsp::{Snapshot, toml_shape::shape_of},
    model::{UnitId, toml_file},
    resolve::{RulesetDb, Section, Symbol, View, targets},
    scenario::ScenarioDocument,
    text::{SourceId, Span},
};
use std::sync::Arc;

/// What go to definition, references and implementations start from: the symbol at the cursor with
/// its unit, or the units that an address reaches.
pub(crate) struct CursorTarget<'a> {
    /// The ruleset.
    pub(crate) db: &'a RulesetDb,
    /// The view at which it is looked up.
    pub(crate) view: View,
    /// The symbol that is named; none if an address reaches a unit by its position.
    pub(crate) symbol: Option<Symbol>,
    /// The units that the symbol or address means.
    pub(crate) units: Vec<(Arc<Section>, UnitId)>,
    /// Where else it leads: to the values in the sums of a scenario's line, to the definition of a
    /// word of `scenario.toml`.
    pub(crate) locations: Vec<Location>,
    /// The name or address.
    pub(crate) at: Location,
}

/// Returns what a byte of a file refers to.
pub(super) fn cursor_target<'a>(
    snapshot: &Snapshot<'a>,
    source: SourceId,
    byte: usize,
) -> Option<CursorTarget<'a>> {
    if let Some(document) = snapshot.scenario_of(source) {
        return in_scenario(snapshot, &document, byte);
    }
    let own = snapshot.analysis().source(source)?;
    let db = snapshot.analysis().ruleset_db(&own.ruleset)?;
    let named = snapshot.name_at(source, byte).map(|(_, found)| found);
    let mut target = CursorTarget {
        db,
        view: snapshot.view(db)?,
        symbol: None,
        units: Vec::new(),
        locations: Vec::new(),
        at: Location::new(source, Span::new(byte, byte)),
    };
    if let Some(found) = named {
        target.units = units_of(snapshot, db, &found.symbol, &target.view);
        target.symbol = Some(found.symbol);
        target.at.span = found.span;
    } else if let Some(document) = snapshot.rules_document_of(source) {
        let (at, own) = document.entry_at(byte)?;
        let mut addresses = targets(own.command.as_ref()).into_iter();
        target.at.span = addresses.find(|target| target.span.touches(byte))?.span;
        for (section, ix) in snapshot.analysis().sections_of_entry(db, at) {
            let lowered = section.lowered_patch(ix).into_iter();
            let reached = lowered.flat_map(|lowered| &lowered.reached);
            let units = reached.map(|&unit| (Arc::clone(&section), unit));
            target.units.extend(units);
        }
    } else {
        let shape = shape_of(own)?;
        let (keys, names) = toml_file::toml_keys_and_names(&own.text, shape);
        let name = names.into_iter().find(|name| name.span.touches(byte))?;
        let defined = toml_file::definition_of(&keys, &name);
        let at = defined.map(|key| Location::new(source, key.span));
        target.locations.extend(at);
        target.at.span = name.span;
    }
    Some(target)
}

/// Returns what a word of a scenario refers to, at the scenario's own view. A name or number of a
/// line also leads to the values that its sums depend on.
fn in_scenario<'a>(
    snapshot: &Snapshot<'a>,
    document: &ScenarioDocument,
    byte: usize,
) -> Option<CursorTarget<'a>> {
    let word = document.word(byte)?;
    let (db, mut all) = snapshot.names(document.source)?;
    all.retain(|name| name.span == word.span);
    let symbol = all.pop().map(|name| name.symbol);
    let case = document.bound.as_ref().ok();
    let own_view = case.map(|case| case.rule_values.view.clone());
    let view = own_view.or_else(|| snapshot.view(db))?;
    let mut locations = Vec::new();
    if let Some((case, record)) = case.zip(document.record(byte))
        && case.scenario.descendants(record).len() == 0
    {
        for figure in document.sum_results_of(record) {
            let cited = case.cited_values(&figure.dependencies).into_iter();
            locations.extend(cited.filter_map(|number| number.citation.at));
        }
    }
    Some(CursorTarget {
        db,
        units: symbol
            .as_ref()
            .map_or_else(Vec::new, |symbol| units_of(snapshot, db, symbol, &view)),
        view,
        symbol,
        locations,
        at: Location::new(document.source, word.span),
    })
}

/// Returns the unit of a symbol if it is a clause or term.
fn units_of(
    snapshot: &Snapshot<'_>,
    db: &RulesetDb,
    symbol: &Symbol,
    view: &View,
) -> Vec<(Arc<Section>, UnitId)> {
    let unit = match symbol {
        Symbol::Clause(id) => unit_of(snapshot, db, id, view),
        Symbol::Term(id) => unit_of(snapshot, db, &format!("term:{id}"), view),
        _ => None,
    };
    unit.into_iter().collect()
}

/// Finds the unit of an id; the id of a section means its root. An unknown id is not searched as
/// words.
pub(super) fn unit_of(
    snapshot: &Snapshot<'_>,
    db: &RulesetDb,
    id: &str,
    view: &View,
) -> Option<(Arc<Section>, UnitId)> {
    if let Some((name, _)) = id.split_once('/') {
        db.section_of(name)?;
        let (section, unit) = snapshot.analysis().resolve_id(db, id, view)?;
        return Some((Arc::clone(&section), unit?));
    }
    let section = db.section_of(id).and_then(|section| db.section(section))?;
    let unit = if section.id == id {
        section.base().root
    } else {
        section.arena.unit_by_name(id)?
    };
    Some((section, unit))
}
