//! Finds locations in files: of a symbol's wording in force, its first appearance, and the
//! instructions that act on it.

use super::cursor_target::{CursorTarget, unit_of};
use crate::{
    diagnostic::Location,
    lsp::{ResponseError, Snapshot},
    model::{Patch, PatchIx, SectionAction, SectionTree, UnitId},
    resolve::{RulesetDb, Section, Symbol, View},
    syntax::{Block, BlockKind, RulesFile, WordingLayer, flatten_blocks},
    text::Span,
};
use std::sync::Arc;

/// Finds the ruling with an id: an instruction that creates no unit.
pub(super) fn ruling_location(db: &RulesetDb, id: &str) -> Option<Location> {
    let section = db.section_of(id).and_then(|section| db.section(section))?;
    let own = section.patches.iter().find(|patch| {
        let id_of = patch.entry().and_then(|entry| entry.attrs.id.as_ref());
        id_of.is_some_and(|own| own.value == id)
    });
    own.map(|patch| patch.heading_location())
}

/// Returns the locations of the wording in force.
pub(crate) fn locations(
    snapshot: &Snapshot<'_>,
    db: &RulesetDb,
    symbol: &Symbol,
    view: &View,
) -> Vec<Location> {
    let clause = |id: &str| Vec::from_iter(clause_location(snapshot, db, id, view));
    match symbol {
        Symbol::Clause(id) => clause(id),
        Symbol::Term(id) => clause(&format!("term:{id}")),
        Symbol::Fact(id) => {
            let values = snapshot.analysis().fact_values(db, id, view).into_iter();
            values.filter_map(|one| one.at).collect()
        }
        Symbol::Document(key) => {
            let own = db.files().filter(|file| file.document() == &**key);
            let mut files: Vec<Location> = own.map(document_key).collect();
            if files.is_empty() {
                files.extend(ruleset_entry(db, Some(symbol)));
            }
            files
        }
        Symbol::Edition(_) => ruleset_entry(db, Some(symbol)).collect(),
        Symbol::Page(page) => {
            let first = db.sections_on_page(page).first();
            first.map_or_else(Vec::new, |id| clause(id))
        }
        Symbol::Ruleset(_) => vec![Location::new(db.ruleset.source, Span::default())],
    }
}

/// Returns the location of the key of a file's document, or else of its front matter.
pub(super) fn document_key(file: &Arc<RulesFile>) -> Location {
    let document = file.front.document.as_ref();
    file.locate(document.map_or(file.front.span, |document| document.span))
}

/// Returns the location of an edition or document in `ruleset.toml`.
pub(super) fn ruleset_entry(
    db: &RulesetDb,
    symbol: Option<&Symbol>,
) -> impl Iterator<Item = Location> + use<> {
    let ruleset = &db.ruleset;
    let span = match symbol {
        Some(Symbol::Document(key)) => ruleset.documents.get(&**key).map(|document| document.span),
        Some(Symbol::Edition(id)) => ruleset
            .edition(id)
            .and_then(|ix| ruleset.editions.get(usize::from(ix.0)))
            .map(|edition| edition.span),
        _ => None,
    };
    let source = ruleset.source;
    let span = span.filter(|span| !span.is_empty());
    span.map(|span| Location::new(source, span)).into_iter()
}

/// Returns where a target first appeared.
pub(crate) fn declarations(
    snapshot: &Snapshot<'_>,
    target: &CursorTarget<'_>,
) -> Result<Vec<Location>, ResponseError> {
    let db = target.db;
    Ok(match &target.symbol {
        None | Some(Symbol::Clause(_) | Symbol::Term(_)) if !target.units.is_empty() => target
            .units
            .iter()
            .map(|(section, unit)| origin(section, *unit))
            .collect(),
        Some(symbol @ Symbol::Fact(_)) => {
            let found = snapshot.occurrences_of(db, std::slice::from_ref(symbol))?;
            let turns = found.into_iter().filter_map(|(source, occurrence)| {
                let document = db.file(source)?.front.document.as_ref();
                let turn = document.map_or(u32::MAX, |key| db.order.position(&key.value));
                Some((turn, Location::new(source, occurrence.name_span())))
            });
            let first = turns.min_by_key(|(turn, at)| (*turn, at.source, at.span));
            first.map(|(_, at)| at).into_iter().collect()
        }
        Some(symbol @ Symbol::Document(_)) => ruleset_entry(db, Some(symbol)).collect(),
        Some(symbol) => locations(snapshot, db, symbol, &target.view),
        None => Vec::new(),
    })
}

/// Returns where a unit first appeared; for a whole section its heading, or the instruction that
/// creates it.
pub(super) fn origin(section: &Section, unit: UnitId) -> Location {
    let is_created = |patch: &&Arc<Patch>| patch.action == SectionAction::Creates;
    let made = section.patches.iter().find(is_created);
    let Some(patch) = made.filter(|_| unit == section.base().root) else {
        return section.arena.location(unit);
    };
    let is_own = |block: &&Block| {
        let id = block.attrs.id.as_ref();
        block.kind == BlockKind::Heading && id.is_some_and(|id| id.value == section.id)
    };
    let heading = patch.blocks().iter().find(is_own);
    heading.map_or_else(
        || patch.heading_location(),
        |heading| Location::new(patch.file.source, heading.span),
    )
}

/// Returns the instructions that act on a unit, including those of later editions and withdrawn
/// ones.
pub(super) fn instructions_on(
    snapshot: &Snapshot<'_>,
    db: &RulesetDb,
    section: &Section,
    unit: UnitId,
) -> Vec<Location> {
    let all = (0..section.patches.len()).map(|at| PatchIx(at as u32));
    let changes = |ix: &PatchIx| {
        let lowered = section.lowered_patch(*ix);
        let edits = lowered.filter(|lowered| !lowered.edits.is_empty());
        let around = edits.and_then(|_| snapshot.analysis().before_and_after(db, section, *ix));
        around.is_some_and(|(_, before, after)| section.touches(*ix, unit, &before, &after))
    };
    let acts = |ix: &PatchIx| match section.withdrawn_patches(*ix) {
        Some(hit) => hit.iter().any(changes),
        None => changes(ix),
    };
    let patches = all.filter(acts).filter_map(|ix| section.patch(ix));
    patches.map(|patch| patch.heading_location()).collect()
}

/// Returns the location of the wording in force: the payload that wrote it, or else the base text.
/// For a deleted clause it is the instruction that deleted it; for a ruling, the ruling.
pub(super) fn clause_location(
    snapshot: &Snapshot<'_>,
    db: &RulesetDb,
    id: &str,
    view: &View,
) -> Option<Location> {
    match unit_of(snapshot, db, id, view) {
        Some((section, unit)) => in_force(&section, &section.version(view), unit),
        None => ruling_location(db, id),
    }
}

/// Whether an id is that of a clause that is no longer, or not yet, part of the text.
pub(crate) fn is_gone(snapshot: &Snapshot<'_>, db: &RulesetDb, id: &str, view: &View) -> bool {
    unit_of(snapshot, db, id, view)
        .is_some_and(|(section, unit)| !section.version(view).is_live(unit))
}

/// Returns the location of the wording of a unit.
pub(crate) fn in_force(section: &Section, tree: &SectionTree, unit: UnitId) -> Option<Location> {
    if !tree.is_live(unit) {
        let mut around = tree.ancestors(unit);
        let gone = around.find_map(|unit| tree.get(unit)?.gone.clone());
        let by = gone.and_then(|gone| section.patch(gone.by));
        let at = by.map(|patch| patch.heading_location());
        return Some(at.unwrap_or_else(|| origin(section, unit)));
    }
    // the newest wording decides; if several patches wrote it, the patch that added the whole unit
    let wrote: Vec<PatchIx> = tree
        .atoms(unit)
        .into_iter()
        .filter_map(|atom| tree.get(atom)?.text(WordingLayer::Restated))
        .flat_map(|wording| wording.origins.iter().map(|&(_, by)| by))
        .collect();
    let newest = wrote.iter().max().copied();
    let newest = newest.filter(|newest| wrote.iter().all(|by| by == newest));
    let writer = newest.or_else(|| tree.get(unit).map(|node| node.by));
    let writer = writer.and_then(|writer| section.patch(writer));
    let at = writer.and_then(|patch| payload_location(section, tree, unit, patch));
    Some(at.unwrap_or_else(|| origin(section, unit)))
}

/// Returns the location at which a patch writes a unit: the block that has its name or contains its
/// words, or else the instruction. None if the unit first appeared there.
pub(super) fn payload_location(
    section: &Section,
    tree: &SectionTree,
    unit: UnitId,
    patch: &Patch,
) -> Option<Location> {
    let source = patch.file.source;
    let birth = section.arena.location(unit);
    let extent = patch.entry().map(|entry| entry.span)?;
    if birth.source == source
        && extent.start() <= birth.span.start()
        && birth.span.end() <= extent.end()
    {
        return None;
    }
    let blocks = flatten_blocks(patch.blocks());
    let has_name = |block: &&&Block| {
        let mut names = block.attrs.names();
        names.any(|(name, _)| section.arena.unit_by_name(&name) == Some(unit))
    };
    let first = tree.atoms(unit).first().copied();
    let words = first.and_then(|atom| tree.get(atom)?.text(WordingLayer::Restated));
    let words = words.map(|wording| &*wording.text);
    let holds = |block: &&&Block| words.is_some() && block.text().map(|text| &*text.text) == words;
    let named = blocks.iter().find(has_name);
    let block = named.or_else(|| blocks.iter().find(holds));
    Some(block.map_or_else(
        || patch.heading_location(),
        |block| Location::new(source, block.span),
    ))
}
