//! The call hierarchy of amendments: an instruction is called by those that act on what it wrote,
//! and calls those on whose text it acts.

use super::{
    client_capabilities::ClientCapabilities,
    occurrence,
    response_error::HandlerResult,
    snapshot::{RulesDocument, Snapshot},
};
use crate::{
    analysis::EntryId,
    model::{BASE, PatchIx, UnitId},
    op,
    resolve::{OccurrenceRole, PatchLink, RulesetDb, Section, Symbol, place_id},
    syntax::{Command, FileRole},
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use tower_lsp::gen_lsp_types::{
    CallHierarchyIncomingCall, CallHierarchyIncomingCallsParams, CallHierarchyItem,
    CallHierarchyOutgoingCall, CallHierarchyOutgoingCallsParams, CallHierarchyPrepareParams,
    CallHierarchyProvider, Range, ServerCapabilities, SymbolKind,
};

/// Identifies a patch of a section; valid after edits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Identity {
    ruleset: String,
    section: String,
    /// Document and numbers of an instruction; none for the base text.
    patch: Option<String>,
    /// The clause of the base text; none for the whole section.
    unit: Option<String>,
}

/// A patch of a section, or a unit of its base text.
struct Member<'a> {
    db: &'a RulesetDb,
    section: Arc<Section>,
    ix: PatchIx,
    unit: Option<UnitId>,
}

pub(super) fn set_capabilities(_: &ClientCapabilities, capabilities: &mut ServerCapabilities) {
    capabilities.call_hierarchy_provider = Some(CallHierarchyProvider::Bool(true));
}

/// Returns the instruction at the cursor, section by section; in a base text, the clause.
pub(super) fn prepare(
    snapshot: &Snapshot<'_>,
    params: CallHierarchyPrepareParams,
) -> HandlerResult<Vec<CallHierarchyItem>> {
    let at = params.text_document_position_params;
    let Some(document) = snapshot.rules_document(&at.text_document.uri) else {
        return Ok(None);
    };
    let byte = document.byte(at.position);
    let members: Vec<Member<'_>> = match occurrence::entry_at(document.file, byte) {
        Some((place, entry)) => {
            let instructed = snapshot.analysis().sections_of_entry(
                document.db,
                EntryId {
                    source: document.source,
                    place,
                    entry,
                },
            );
            instructed
                .into_iter()
                .map(|(section, ix)| Member {
                    db: document.db,
                    section,
                    ix,
                    unit: None,
                })
                .collect()
        }
        None => base(&document, byte).into_iter().collect(),
    };
    let items: Vec<CallHierarchyItem> = members
        .iter()
        .filter_map(|member| item(snapshot, member))
        .collect();
    Ok(Some(items).filter(|items| !items.is_empty()))
}

/// Returns the later patches that act on what an item wrote, and the rulings that interpret it.
pub(super) fn incoming(
    snapshot: &Snapshot<'_>,
    params: CallHierarchyIncomingCallsParams,
) -> HandlerResult<Vec<CallHierarchyIncomingCall>> {
    let Some(member) = member(snapshot, &params.item) else {
        return Ok(None);
    };
    let links = member.section.later_links(member.ix, member.unit);
    let call = |link: PatchLink| {
        let from = item(
            snapshot,
            &Member {
                ix: link.patch,
                unit: None,
                section: Arc::clone(&member.section),
                ..member
            },
        )?;
        Some(CallHierarchyIncomingCall {
            from_ranges: vec![from.selection_range],
            from,
        })
    };
    Ok(Some(links.into_iter().filter_map(call).collect()))
}

/// Returns the earlier patches, and the block of the base text, on whose words an item acts.
pub(super) fn outgoing(
    snapshot: &Snapshot<'_>,
    params: CallHierarchyOutgoingCallsParams,
) -> HandlerResult<Vec<CallHierarchyOutgoingCall>> {
    let Some(member) = member(snapshot, &params.item) else {
        return Ok(None);
    };
    let Some(heading) = heading(snapshot, &member) else {
        return Ok(None);
    };
    let links = if member.ix == BASE {
        Vec::new()
    } else {
        member.section.earlier_links(member.ix)
    };
    let call = |link: PatchLink| {
        let unit = link.units.first().copied().filter(|_| link.patch == BASE);
        let to = item(
            snapshot,
            &Member {
                ix: link.patch,
                unit,
                section: Arc::clone(&member.section),
                ..member
            },
        )?;
        Some(CallHierarchyOutgoingCall {
            to,
            from_ranges: vec![heading],
        })
    };
    Ok(Some(links.into_iter().filter_map(call).collect()))
}

/// Returns the clause of the base text whose id is at the cursor, or else the section.
fn base<'a>(document: &RulesDocument<'a>, byte: usize) -> Option<Member<'a>> {
    let place = document
        .file
        .places
        .get(occurrence::place_at(document.file, byte)?)?;
    let id = place_id(place);
    let section = document
        .db
        .section(document.db.section_of(&id).unwrap_or(&id))?;
    let occurrences = occurrence::occurrences(document.file, document.lines.text());
    let named = occurrence::at(&occurrences, byte).filter(|found| {
        document.file.role == FileRole::Base && found.role == OccurrenceRole::Declaration
    });
    let unit = named.and_then(|found| match &found.symbol {
        Symbol::Clause(id) => section
            .arena
            .unit_by_name(id)
            .filter(|_| **id != *section.id),
        Symbol::Fact(_)
        | Symbol::Term(_)
        | Symbol::Document(_)
        | Symbol::Edition(_)
        | Symbol::Page(_)
        | Symbol::Ruleset(_) => None,
    });
    Some(Member {
        db: document.db,
        section,
        ix: BASE,
        unit,
    })
}

/// Finds the patch or unit of an item, if it still exists.
fn member<'a>(snapshot: &Snapshot<'a>, item: &CallHierarchyItem) -> Option<Member<'a>> {
    let own: Identity = serde_json::from_value(item.data.clone()?).ok()?;
    let db = snapshot.analysis().ruleset_db(&own.ruleset)?;
    let section = db.section(&own.section)?;
    let ix = match &own.patch {
        None => BASE,
        Some(name) => (1..section.patches.len() as u32)
            .map(PatchIx)
            .find(|&ix| key(&section, ix).as_ref() == Some(name))?,
    };
    let unit = own.unit.and_then(|name| section.arena.unit_by_name(&name));
    Some(Member {
        db,
        section,
        ix,
        unit,
    })
}

/// Returns the key of an instruction; it is stable until its document is renumbered.
fn key(section: &Section, ix: PatchIx) -> Option<String> {
    let patch = section.patch(ix).filter(|patch| patch.is_instruction())?;
    let numbers = patch.numbers().join(",");
    let place = || {
        format!(
            "{}.{}",
            patch.place + 1,
            patch.entry.map_or(0, |entry| entry + 1)
        )
    };
    Some(format!(
        "{}:{}",
        patch.document,
        if numbers.is_empty() { place() } else { numbers }
    ))
}

fn heading(snapshot: &Snapshot<'_>, member: &Member<'_>) -> Option<Range> {
    let at = member.section.patch(member.ix)?.heading_location();
    Some(snapshot.lines(at.source).range(at.span))
}

fn item(snapshot: &Snapshot<'_>, member: &Member<'_>) -> Option<CallHierarchyItem> {
    let Member {
        db,
        section,
        ix,
        unit,
    } = member;
    let patch = section.patch(*ix)?;
    let info = db.section_info(&section.id).unwrap_or_default();
    let lines = snapshot.lines(patch.heading_location().source);
    let own = section
        .arena
        .name_of(unit.unwrap_or(section.base().root))
        .filter(|_| unit.is_some());
    let (name, at, selection) = match patch.entry() {
        Some(entry) => (
            entry.heading_span.of(lines.text()).trim().to_owned(),
            entry.span,
            entry.heading_span,
        ),
        None => {
            let at = unit
                .map(|unit| section.arena.location(unit))
                .filter(|at| at.source == patch.heading_location().source);
            let place = patch.place()?;
            let span = at.map_or(place.heading_span, |at| at.span);
            let name = match (unit, own) {
                (Some(_), Some(name)) => name.to_owned(),
                (Some(unit), None) => op::first_words(section.base(), *unit),
                (None, _) => info.heading.clone(),
            };
            (name, span, span)
        }
    };
    let origin = snapshot.analysis().origin(section, *ix);
    let n = origin
        .n
        .as_ref()
        .map(|n| format!(", no. {n}"))
        .unwrap_or_default();
    let kind = match patch.entry().and_then(|entry| entry.command.as_ref()) {
        Some(Command::Clarify { .. } | Command::Note { .. }) => SymbolKind::Event,
        Some(_) => SymbolKind::Function,
        None => SymbolKind::Struct,
    };
    let data = Identity {
        ruleset: db.ruleset.key.clone(),
        section: section.id.clone(),
        patch: key(section, *ix),
        unit: own.map(str::to_owned),
    };
    Some(CallHierarchyItem {
        name: if name.is_empty() {
            section.id.clone()
        } else {
            name
        },
        kind,
        tags: None,
        detail: Some(format!("{}{n} · {}", origin.short, info.heading)),
        uri: snapshot.uri(patch.heading_location().source)?,
        range: lines.range(at),
        selection_range: lines.range(selection),
        data: serde_json::to_value(data).ok(),
    })
}
