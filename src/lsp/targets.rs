//! Where things stand: the wording in force, the declaration, the patches, all mentions.

use super::{
    client_capabilities::ClientCapabilities,
    mention::{self, Mention, Thing, Use},
    play,
    request_error::{Answer, RequestError},
    snapshot::{Open, Snapshot},
};
use crate::{
    analysis::EntryId,
    diagnostic::Location,
    lint,
    model::{Patch, PatchIx, Tree, UnitId},
    op::SectionAction,
    resolve::{RulesetDb, Section, View},
    syntax::{Block, BlockKind, FileRole, Layer, RulesFile},
    text::Span,
};
use serde_json::{Value, json};
use std::sync::Arc;
use tower_lsp::gen_lsp_types::{
    DeclarationParams, DeclarationProvider, DefinitionParams, DefinitionProvider,
    ImplementationParams, ImplementationProvider, Range, ReferenceParams, ReferencesProvider,
    ServerCapabilities, TextDocumentPositionParams,
};

pub(super) fn announce(_: &ClientCapabilities, capabilities: &mut ServerCapabilities) {
    capabilities.definition_provider = Some(DefinitionProvider::Bool(true));
    capabilities.declaration_provider = Some(DeclarationProvider::Bool(true));
    capabilities.implementation_provider = Some(ImplementationProvider::Bool(true));
    capabilities.references_provider = Some(ReferencesProvider::Bool(true));
}

/// Where the words stand that are in force for what the cursor stands on.
pub(super) fn definition(snapshot: &Snapshot<'_>, params: DefinitionParams) -> Answer<Value> {
    answer(
        snapshot,
        &params.text_document_position_params,
        "definition",
        |snapshot, open, subject, view| {
            let own = Location::new(open.source, subject.span);
            let places = match &subject.thing {
                Some(thing) => places(snapshot, open.db, thing, view),
                None => subject
                    .units
                    .iter()
                    .filter_map(|(section, unit)| in_force(section, &section.version(view), *unit))
                    .collect(),
            };
            // who stands on it already wants to know where it comes from
            if places == [own] {
                declared(snapshot, open, subject, view)
            } else {
                Ok(places)
            }
        },
    )
}

/// Where what the cursor stands on first appears: its base text, or what brought it.
pub(super) fn declaration(snapshot: &Snapshot<'_>, params: DeclarationParams) -> Answer<Value> {
    answer(
        snapshot,
        &params.text_document_position_params,
        "declaration",
        declared,
    )
}

/// All instructions that act on what the cursor stands on, of whatever edition, in the order of their documents.
pub(super) fn implementation(
    snapshot: &Snapshot<'_>,
    params: ImplementationParams,
) -> Answer<Value> {
    answer(
        snapshot,
        &params.text_document_position_params,
        "implementation",
        |snapshot, open, subject, view| {
            let db = open.db;
            match &subject.thing {
                None | Some(Thing::Clause(_) | Thing::Term(_)) => {
                    let mut out = Vec::new();
                    for (section, unit) in &subject.units {
                        snapshot.check_cancelled()?;
                        out.extend(acting(snapshot, db, section, *unit));
                    }
                    Ok(out)
                }
                Some(thing @ Thing::Fact(_)) => {
                    let mut out = Vec::new();
                    for (file, mention) in
                        mentions_of(snapshot, db, std::slice::from_ref(thing), &[])?
                    {
                        let entry = mention
                            .within
                            .and_then(|(place, entry)| file.places.get(place)?.entries.get(entry));
                        out.extend(
                            entry
                                .filter(|_| file.role == FileRole::Amend)
                                .map(|entry| Location::new(file.source, entry.heading_span)),
                        );
                    }
                    Ok(out)
                }
                Some(Thing::Edition(id)) => {
                    let makes = |file: &&Arc<RulesFile>| {
                        file.front
                            .edition
                            .as_ref()
                            .is_some_and(|own| own.value == *id)
                    };
                    Ok(db.files().filter(makes).map(front).collect())
                }
                Some(thing @ (Thing::Document(_) | Thing::Page(_) | Thing::Ruleset(_))) => {
                    Ok(places(snapshot, db, thing, view))
                }
            }
        },
    )
}

/// Who amends, interprets, cites or uses what the cursor stands on.
pub(super) fn references(
    snapshot: &Snapshot<'_>,
    params: ReferenceParams,
) -> Answer<Vec<tower_lsp::gen_lsp_types::Location>> {
    let at = &params.text_document_position_params;
    let Some(open) = snapshot.open(&at.text_document.uri) else {
        return Ok(None);
    };
    let Some(view) = snapshot.view(open.db) else {
        return Ok(None);
    };
    let Some(subject) = subject(snapshot, &open, open.byte(at.position), &view) else {
        return Ok(None);
    };
    let declarations = params.context.include_declaration;
    let mut things: Vec<Thing> = subject.thing.iter().cloned().collect();
    if !matches!(subject.thing, Some(Thing::Term(_))) {
        for (section, unit) in &subject.units {
            let own = |(name, named): &(&str, UnitId)| named == unit && !name.starts_with("term:");
            things.extend(
                section
                    .arena
                    .names()
                    .filter(own)
                    .map(|(name, _)| Thing::Clause(name.to_owned())),
            );
        }
    }
    let sections: Vec<&str> = subject
        .units
        .iter()
        .map(|(section, _)| section.id.as_str())
        .collect();
    let mut found: Vec<(Location, Option<Location>)> = Vec::new();
    for (file, mention) in mentions_of(snapshot, open.db, &things, &sections)? {
        if declarations || mention.usage != Use::Declares {
            let entry = mention
                .within
                .and_then(|(place, entry)| file.places.get(place)?.entries.get(entry));
            let entry = entry.map(|entry| Location::new(file.source, entry.heading_span));
            found.push((Location::new(file.source, mention.place()), entry));
        }
    }
    if declarations {
        found.extend(listed(open.db, subject.thing.as_ref()).map(|at| (at, None)));
    }
    // instructions that reach it by its place and do not name it
    for (section, unit) in &subject.units {
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
    let mut places: Vec<Location> = found.into_iter().map(|(at, _)| at).collect();
    places.sort_by_key(|at| (at.source, at.span));
    places.dedup();
    Ok(Some(
        places
            .into_iter()
            .filter_map(|place| snapshot.location(place))
            .collect(),
    ))
}

/// What the cursor stands on.
struct Subject {
    /// What is named there; none where an address reaches something by its place.
    thing: Option<Thing>,
    /// The units that are meant.
    units: Vec<(Arc<Section>, UnitId)>,
    /// Its bytes.
    span: Span,
}

fn subject(snapshot: &Snapshot<'_>, open: &Open<'_>, byte: usize, view: &View) -> Option<Subject> {
    let mentions = mention::mentions(open.file, open.lines.text());
    if let Some(found) = mention::at(&mentions, byte) {
        let unit = match &found.thing {
            Thing::Clause(id) => unit_of(snapshot, open.db, id, view),
            Thing::Term(id) => unit_of(snapshot, open.db, &format!("term:{id}"), view),
            Thing::Fact(_)
            | Thing::Document(_)
            | Thing::Edition(_)
            | Thing::Page(_)
            | Thing::Ruleset(_) => None,
        };
        return Some(Subject {
            thing: Some(found.thing.clone()),
            units: unit.into_iter().collect(),
            span: found.span,
        });
    }
    let (place, entry) = mention::entry_at(open.file, byte)?;
    let own = open.file.places.get(place)?.entries.get(entry)?;
    let target = crate::resolve::targets(own.command.as_ref())
        .into_iter()
        .find(|target| target.span.touches(byte))?;
    let instructed = snapshot.analysis().sections_of_entry(
        open.db,
        EntryId {
            source: open.source,
            place,
            entry,
        },
    );
    let reached = instructed.into_iter().flat_map(|(section, ix)| {
        let lowered = section.lowered.get(ix.0 as usize).and_then(Option::as_ref);
        let units = lowered
            .map(|lowered| lowered.reached.clone())
            .unwrap_or_default();
        units
            .into_iter()
            .map(move |unit| (Arc::clone(&section), unit))
    });
    Some(Subject {
        thing: None,
        units: reached.collect(),
        span: target.span,
    })
}

/// The unit of a name, of its section's root where that is meant. Names that nothing bears are no question for other words.
fn unit_of(
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

/// The ruling of that id: an instruction that makes no unit.
fn ruling(db: &RulesetDb, id: &str) -> Option<Location> {
    let section = db.section_of(id).and_then(|section| db.section(section))?;
    let own = section.patches.iter().find(|patch| {
        let id_of = patch.entry().and_then(|entry| entry.attrs.id.as_ref());
        id_of.is_some_and(|own| own.value == id)
    });
    own.map(|patch| patch.heading_location())
}

type Find = fn(&Snapshot<'_>, &Open<'_>, &Subject, &View) -> Result<Vec<Location>, RequestError>;

/// Places, as links from what the cursor stands on where the client can show such.
fn answer(
    snapshot: &Snapshot<'_>,
    at: &TextDocumentPositionParams,
    request: &str,
    find: Find,
) -> Answer<Value> {
    if let Some(play) = snapshot.play(&at.text_document.uri) {
        let lines = snapshot.lines(play.source);
        let Some((places, span)) = play::places(snapshot, &play, lines.byte(at.position)) else {
            return Ok(None);
        };
        return Ok(Some(told(snapshot, request, places, lines.range(span))));
    }
    let Some(open) = snapshot.open(&at.text_document.uri) else {
        return Ok(None);
    };
    let Some(view) = snapshot.view(open.db) else {
        return Ok(None);
    };
    let Some(subject) = subject(snapshot, &open, open.byte(at.position), &view) else {
        return Ok(None);
    };
    let mut places: Vec<Location> = Vec::new();
    for place in find(snapshot, &open, &subject, &view)? {
        if !places.contains(&place) {
            places.push(place);
        }
    }
    Ok(Some(told(
        snapshot,
        request,
        places,
        open.range(subject.span),
    )))
}

/// Places as the client can show them; `from` is what they are reached from.
fn told(snapshot: &Snapshot<'_>, request: &str, places: Vec<Location>, from: Range) -> Value {
    let as_links = snapshot
        .session
        .capabilities
        .has(&format!("/textDocument/{request}/linkSupport"));
    let told = places.into_iter().filter_map(|place| {
        let location = snapshot.location(place)?;
        Some(if as_links {
            json!({
                "originSelectionRange": from,
                "targetUri": location.uri,
                "targetRange": snapshot.location(whole(snapshot, place)).map(|whole| whole.range),
                "targetSelectionRange": location.range,
            })
        } else {
            json!(location)
        })
    });
    told.collect()
}

/// All of the instruction or section whose heading a place is; else the place.
fn whole(snapshot: &Snapshot<'_>, at: Location) -> Location {
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

/// The places of the words in force.
pub(super) fn places(
    snapshot: &Snapshot<'_>,
    db: &RulesetDb,
    thing: &Thing,
    view: &View,
) -> Vec<Location> {
    match thing {
        Thing::Clause(id) => clause(snapshot, db, id, view).into_iter().collect(),
        Thing::Term(id) => clause(snapshot, db, &format!("term:{id}"), view)
            .into_iter()
            .collect(),
        Thing::Fact(id) => snapshot
            .analysis()
            .fact_values(db, id, view)
            .into_iter()
            .filter_map(|one| one.at)
            .collect(),
        Thing::Document(key) => {
            let of = |file: &&Arc<RulesFile>| {
                file.front
                    .document
                    .as_ref()
                    .is_some_and(|own| own.value == *key)
            };
            let files: Vec<Location> = db.files().filter(of).map(front).collect();
            if files.is_empty() {
                listed(db, Some(thing)).collect()
            } else {
                files
            }
        }
        Thing::Edition(_) => listed(db, Some(thing)).collect(),
        Thing::Page(page) => {
            let first = db.sections_on_page(page).first();
            first
                .and_then(|id| clause(snapshot, db, id, view))
                .into_iter()
                .collect()
        }
        Thing::Ruleset(_) => vec![Location::new(db.ruleset.source, Span::default())],
    }
}

/// The key of a file's document, or its front matter.
fn front(file: &Arc<RulesFile>) -> Location {
    Location::new(
        file.source,
        file.front
            .document
            .as_ref()
            .map_or(file.front.span, |document| document.span),
    )
}

/// Where `ruleset.toml` lists an edition or a document.
fn listed(db: &RulesetDb, thing: Option<&Thing>) -> impl Iterator<Item = Location> + use<> {
    let ruleset = &db.ruleset;
    let span = match thing {
        Some(Thing::Document(key)) => ruleset.documents.get(key).map(|document| document.span),
        Some(Thing::Edition(id)) => ruleset
            .edition(id)
            .and_then(|ix| ruleset.editions.get(usize::from(ix.0)))
            .map(|edition| edition.span),
        Some(
            Thing::Clause(_) | Thing::Fact(_) | Thing::Term(_) | Thing::Page(_) | Thing::Ruleset(_),
        )
        | None => None,
    };
    let source = ruleset.source;
    span.filter(|span| !span.is_empty())
        .map(|span| Location::new(source, span))
        .into_iter()
}

fn declared(
    snapshot: &Snapshot<'_>,
    open: &Open<'_>,
    subject: &Subject,
    view: &View,
) -> Result<Vec<Location>, RequestError> {
    let db = open.db;
    Ok(match &subject.thing {
        None | Some(Thing::Clause(_) | Thing::Term(_)) if !subject.units.is_empty() => subject
            .units
            .iter()
            .map(|(section, unit)| born(section, *unit))
            .collect(),
        Some(thing @ Thing::Fact(_)) => {
            let mut found: Vec<(u32, Location)> = Vec::new();
            for (file, mention) in mentions_of(snapshot, db, std::slice::from_ref(thing), &[])? {
                let turn = file
                    .front
                    .document
                    .as_ref()
                    .map_or(u32::MAX, |document| db.order.position(&document.value));
                found.push((turn, Location::new(file.source, mention.place())));
            }
            found
                .into_iter()
                .min_by_key(|(turn, at)| (*turn, at.source, at.span))
                .map(|(_, at)| at)
                .into_iter()
                .collect()
        }
        Some(thing @ Thing::Document(_)) => listed(db, Some(thing)).collect(),
        Some(thing) => places(snapshot, db, thing, view),
        None => Vec::new(),
    })
}

/// Where a unit was first read; of a whole section its heading, or the instruction that makes it.
fn born(section: &Section, unit: UnitId) -> Location {
    let made = section
        .meanings
        .iter()
        .position(|meaning| *meaning == SectionAction::Creates)
        .filter(|_| unit == section.base().root);
    let Some(patch) = made.and_then(|at| section.patches.get(at)) else {
        return section.arena.location(unit);
    };
    let named = |block: &&Block| {
        block
            .attrs
            .id
            .as_ref()
            .is_some_and(|id| id.value == section.id)
    };
    let heading = patch
        .blocks()
        .iter()
        .filter(|block| block.kind == BlockKind::Heading)
        .find(named);
    heading.map_or_else(
        || patch.heading_location(),
        |heading| Location::new(patch.file.source, heading.span),
    )
}

/// The instructions that act on a unit, those of later editions and those taken back among them.
fn acting(
    snapshot: &Snapshot<'_>,
    db: &RulesetDb,
    section: &Section,
    unit: UnitId,
) -> Vec<Location> {
    let all = (0..section.patches.len()).map(|at| PatchIx(at as u32));
    let changes = |ix: &PatchIx| {
        let edits = section
            .lowered
            .get(ix.0 as usize)
            .and_then(Option::as_ref)
            .is_some_and(|lowered| !lowered.edits.is_empty());
        let around = || snapshot.analysis().before_and_after(db, section, *ix);
        edits
            && around()
                .is_some_and(|(_, before, after)| section.touches(*ix, unit, &before, &after))
    };
    let acts = |ix: &PatchIx| {
        section
            .withdrawn_patches(*ix)
            .map_or_else(|| changes(ix), |hit| hit.iter().any(changes))
    };
    all.filter(acts)
        .filter_map(|ix| section.patch(ix))
        .map(|patch| patch.heading_location())
        .collect()
}

/// All mentions of things in the files of a ruleset. Only files that hold one of their names, or concern one of the `sections`, are
/// looked at closely.
fn mentions_of(
    snapshot: &Snapshot<'_>,
    db: &RulesetDb,
    things: &[Thing],
    sections: &[&str],
) -> Result<Vec<(Arc<RulesFile>, Mention)>, RequestError> {
    let names: Vec<&str> = things.iter().map(Thing::name).collect();
    let mut out = Vec::new();
    for file in db.files() {
        snapshot.check_cancelled()?;
        let Some(source) = snapshot.analysis().source(file.source) else {
            continue;
        };
        let holds = names.iter().any(|name| source.text.contains(name));
        // a heading without an id has its words for one
        let concerned = || {
            db.sections_of_source(file.source)
                .iter()
                .any(|section| sections.contains(section))
        };
        if holds || concerned() {
            let found = mention::mentions(file, &source.text)
                .into_iter()
                .filter(|mention| things.contains(&mention.thing));
            out.extend(found.map(|mention| (Arc::clone(file), mention)));
        }
    }
    Ok(out)
}

/// The words in force of a clause: the payload that brought them, else its base text; of one that is gone, the instruction that took it
/// out; of a ruling, the ruling.
fn clause(snapshot: &Snapshot<'_>, db: &RulesetDb, id: &str, view: &View) -> Option<Location> {
    match unit_of(snapshot, db, id, view) {
        Some((section, unit)) => in_force(&section, &section.version(view), unit),
        None => ruling(db, id),
    }
}
/// Whether a name is that of a clause which is no longer part of the text, or not yet.
pub(super) fn is_gone(snapshot: &Snapshot<'_>, db: &RulesetDb, id: &str, view: &View) -> bool {
    unit_of(snapshot, db, id, view)
        .is_some_and(|(section, unit)| !section.version(view).is_live(unit))
}

/// Where the words of a unit stand.
pub(super) fn in_force(section: &Section, tree: &Tree, unit: UnitId) -> Option<Location> {
    if !tree.is_live(unit) {
        let gone = tree
            .ancestors(unit)
            .find_map(|unit| tree.get(unit)?.gone.clone());
        return match gone
            .and_then(|gone| section.patch(gone.by).map(|patch| patch.heading_location()))
        {
            Some(at) => Some(at),
            None => Some(born(section, unit)),
        };
    }
    // the newest words of its own tell where it stands; where several wrote them, whoever brought it as a whole
    let wrote: Vec<PatchIx> = tree
        .atoms(unit)
        .into_iter()
        .filter_map(|atom| tree.get(atom)?.text(Layer::Restated))
        .flat_map(|wording| wording.origins.iter().map(|&(_, by)| by))
        .collect();
    let newest = wrote
        .iter()
        .max()
        .copied()
        .filter(|newest| wrote.iter().all(|by| by == newest));
    let writer = newest
        .or_else(|| tree.get(unit).map(|node| node.by))
        .and_then(|writer| section.patch(writer));
    Some(
        writer
            .and_then(|patch| written(section, tree, unit, patch))
            .unwrap_or_else(|| born(section, unit)),
    )
}

/// Where a patch writes a unit: the block that bears its name, or holds its words, else its instruction; none where the unit was born
/// there.
fn written(section: &Section, tree: &Tree, unit: UnitId, patch: &Patch) -> Option<Location> {
    let source = patch.file.source;
    let birth = section.arena.location(unit);
    let extent = patch.entry().map(|entry| entry.span)?;
    if birth.source == source
        && extent.start() <= birth.span.start()
        && birth.span.end() <= extent.end()
    {
        return None;
    }
    let blocks = lint::flatten_blocks(patch.blocks());
    let bears = |block: &&&Block| {
        block
            .attrs
            .names()
            .any(|(name, _)| section.arena.unit_by_name(&name) == Some(unit))
    };
    let words = tree
        .atoms(unit)
        .first()
        .and_then(|&atom| tree.get(atom)?.text(Layer::Restated))
        .map(|wording| &*wording.text);
    let holds = |block: &&&Block| words.is_some() && block.text().map(|text| &*text.text) == words;
    let block = blocks
        .iter()
        .find(bears)
        .or_else(|| blocks.iter().find(holds));
    Some(block.map_or_else(
        || patch.heading_location(),
        |block| Location::new(source, block.span),
    ))
}
