//! The chain of amendments, both ways: an instruction is called by those that act on what it made, and calls those on whose text it acts.

use super::{
    client_capabilities::ClientCapabilities,
    mention::{self, Thing, Use},
    request_error::Answer,
    snapshot::{Open, Snapshot},
};
use crate::{
    analysis::{EntryId, PatchLink},
    model::{BASE, PatchIx, UnitId},
    op,
    resolve::{RulesetDb, Section, place_id},
    syntax::{Command, FileRole},
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use tower_lsp::gen_lsp_types::{
    CallHierarchyIncomingCall, CallHierarchyIncomingCallsParams, CallHierarchyItem,
    CallHierarchyOutgoingCall, CallHierarchyOutgoingCallsParams, CallHierarchyPrepareParams,
    CallHierarchyProvider, Range, ServerCapabilities, SymbolKind,
};

/// A patch of a section, as it can be told again after edits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Identity {
    ruleset: String,
    section: String,
    /// Document and numbers of an instruction; none for the base text.
    patch: Option<String>,
    /// The clause of the base text that is meant; all of the section, where none is.
    unit: Option<String>,
}

/// A patch of a section, or a unit of its base text.
struct Member<'a> {
    db: &'a RulesetDb,
    section: Arc<Section>,
    ix: PatchIx,
    unit: Option<UnitId>,
}

pub(super) fn announce(_: &ClientCapabilities, capabilities: &mut ServerCapabilities) {
    capabilities.call_hierarchy_provider = Some(CallHierarchyProvider::Bool(true));
}

/// The instruction that the cursor is in, section by section; in a base text, the clause.
pub(super) fn prepare(
    snapshot: &Snapshot<'_>,
    params: CallHierarchyPrepareParams,
) -> Answer<Vec<CallHierarchyItem>> {
    let at = params.text_document_position_params;
    let Some(open) = snapshot.open(&at.text_document.uri) else {
        return Ok(None);
    };
    let byte = open.byte(at.position);
    let members: Vec<Member<'_>> = match mention::entry_at(open.file, byte) {
        Some((place, entry)) => {
            let instructed = snapshot.analysis().sections_of_entry(
                open.db,
                EntryId {
                    source: open.source,
                    place,
                    entry,
                },
            );
            instructed
                .into_iter()
                .map(|(section, ix)| Member {
                    db: open.db,
                    section,
                    ix,
                    unit: None,
                })
                .collect()
        }
        None => base(&open, byte).into_iter().collect(),
    };
    let items: Vec<CallHierarchyItem> = members
        .iter()
        .filter_map(|member| item(snapshot, member))
        .collect();
    Ok(Some(items).filter(|items| !items.is_empty()))
}

/// The later patches that act on what an item made, and the rulings that interpret it.
pub(super) fn incoming(
    snapshot: &Snapshot<'_>,
    params: CallHierarchyIncomingCallsParams,
) -> Answer<Vec<CallHierarchyIncomingCall>> {
    let Some(member) = member(snapshot, &params.item) else {
        return Ok(None);
    };
    let links = snapshot
        .analysis()
        .later_links(&member.section, member.ix, member.unit);
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

/// The earlier patches, and the block of the base text, on whose words an item acts.
pub(super) fn outgoing(
    snapshot: &Snapshot<'_>,
    params: CallHierarchyOutgoingCallsParams,
) -> Answer<Vec<CallHierarchyOutgoingCall>> {
    let Some(member) = member(snapshot, &params.item) else {
        return Ok(None);
    };
    let Some(heading) = heading(snapshot, &member) else {
        return Ok(None);
    };
    let links = if member.ix == BASE {
        Vec::new()
    } else {
        snapshot
            .analysis()
            .earlier_links(&member.section, member.ix)
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

/// The clause of the base text at the cursor: the one whose id it stands on, else the section.
fn base<'a>(open: &Open<'a>, byte: usize) -> Option<Member<'a>> {
    let place = open.file.places.get(mention::place_at(open.file, byte)?)?;
    let id = place_id(place);
    let section = open.db.section(open.db.section_of(&id).unwrap_or(&id))?;
    let mentions = mention::mentions(open.file, open.lines.text());
    let named = mention::at(&mentions, byte)
        .filter(|found| open.file.role == FileRole::Base && found.usage == Use::Declares);
    let unit = named.and_then(|found| match &found.thing {
        Thing::Clause(id) => section.arena.unit_by_name(id).filter(|_| *id != section.id),
        Thing::Fact(_)
        | Thing::Term(_)
        | Thing::Document(_)
        | Thing::Edition(_)
        | Thing::Page(_)
        | Thing::Ruleset(_) => None,
    });
    Some(Member {
        db: open.db,
        section,
        ix: BASE,
        unit,
    })
}

/// What an item stands for, if it is still there.
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

/// What an instruction is called for as long as its document is not renumbered.
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
