//! Finds what a byte of a rules file refers to: a symbol, or the units that an address reaches.

use crate::{
    lsp::{RulesDocument, Snapshot},
    model::UnitId,
    resolve::{RulesetDb, Section, Symbol, View, targets},
    text::Span,
};
use std::sync::Arc;

/// What go to definition, references and implementations start from: the symbol at the cursor with
/// its unit, or the units that an address reaches.
pub(super) struct CursorTarget {
    /// The symbol that is named; none if an address reaches a unit by its position.
    pub(super) symbol: Option<Symbol>,
    /// The units that the symbol or address means.
    pub(super) units: Vec<(Arc<Section>, UnitId)>,
    /// The span of the name or address.
    pub(super) span: Span,
}

pub(super) fn cursor_target(
    snapshot: &Snapshot<'_>,
    document: &RulesDocument<'_>,
    byte: usize,
    view: &View,
) -> Option<CursorTarget> {
    if let Some(found) = document.occurrence_at(byte) {
        let (symbol, span) = (found.symbol, found.span);
        return Some(symbol_target(snapshot, document.db, symbol, span, view));
    }
    let (at, own) = document.entry_at(byte)?;
    let target = targets(own.command.as_ref())
        .into_iter()
        .find(|target| target.span.touches(byte))?;
    let instructed = snapshot.analysis().sections_of_entry(document.db, at);
    let reached = instructed.into_iter().flat_map(|(section, ix)| {
        let lowered = section.lowered_patch(ix);
        let units = lowered.map_or_else(Vec::new, |lowered| lowered.reached.clone());
        units
            .into_iter()
            .map(move |unit| (Arc::clone(&section), unit))
    });
    Some(CursorTarget {
        symbol: None,
        units: reached.collect(),
        span: target.span,
    })
}

/// Returns a symbol as a target, with its unit if it is a clause or term.
pub(super) fn symbol_target(
    snapshot: &Snapshot<'_>,
    db: &RulesetDb,
    symbol: Symbol,
    span: Span,
    view: &View,
) -> CursorTarget {
    let unit = match &symbol {
        Symbol::Clause(id) => unit_of(snapshot, db, id, view),
        Symbol::Term(id) => unit_of(snapshot, db, &format!("term:{id}"), view),
        Symbol::Fact(_)
        | Symbol::Document(_)
        | Symbol::Edition(_)
        | Symbol::Page(_)
        | Symbol::Ruleset(_) => None,
    };
    CursorTarget {
        symbol: Some(symbol),
        units: unit.into_iter().collect(),
        span,
    }
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
