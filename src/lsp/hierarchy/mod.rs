//! Call hierarchy of instructions: later ones that act on an instruction's words call it; it calls
//! the earlier ones on whose words it acts.

mod handler;

use super::{RulesDocument, Snapshot};
use crate::{
    diagnostic::Location,
    model::{BASE, PatchIx, UnitId},
    op,
    resolve::{OccurrenceRole, PatchLink, RulesetDb, Section, Symbol, file_section_id},
    syntax::{Command, FileRole},
    text::{SourceId, Span},
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

pub(super) use handler::{incoming, outgoing, prepare};

/// An instruction, ruling or part of the base text in the hierarchy: name, kind, spans, identity.
struct HierarchyItem {
    /// The name; never empty.
    name: String,
    kind: HierarchyKind,
    /// The document and the section.
    detail: String,
    source: SourceId,
    /// The whole span.
    span: Span,
    /// The span that is selected; inside `span`.
    head: Span,
    identity: HierarchyIdentity,
}

/// The kind of an item: an instruction, a ruling or note, or base text.
enum HierarchyKind {
    /// An instruction that changes no words.
    Ruling,
    Instruction,
    /// A section or clause of the base text.
    Base,
}

/// Identifies a patch of a section or a clause of its base text by names, which edits preserve.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct HierarchyIdentity {
    ruleset: String,
    section: String,
    /// Document and numbers of an instruction; none for the base text.
    patch: Option<String>,
    /// The clause of the base text; none for the whole section.
    unit: Option<String>,
}

/// A patch of a section, or a unit of its base text.
struct HierarchyMember<'a> {
    db: &'a RulesetDb,
    section: Arc<Section>,
    ix: PatchIx,
    unit: Option<UnitId>,
}

/// Returns the instruction at a byte, section by section; in a base text, the clause.
fn prepared(
    snapshot: &Snapshot<'_>,
    document: &RulesDocument<'_>,
    byte: usize,
) -> Vec<HierarchyItem> {
    let members: Vec<HierarchyMember<'_>> = match document.entry_at(byte) {
        Some((at, _)) => {
            let instructed = snapshot.analysis().sections_of_entry(document.db, at);
            instructed
                .into_iter()
                .map(|(section, ix)| HierarchyMember {
                    db: document.db,
                    section,
                    ix,
                    unit: None,
                })
                .collect()
        }
        None => base(document, byte).into_iter().collect(),
    };
    members
        .iter()
        .filter_map(|member| item(snapshot, member))
        .collect()
}

/// Returns the later patches that act on what an item wrote, and the rulings that interpret it.
fn later(snapshot: &Snapshot<'_>, own: &HierarchyIdentity) -> Option<Vec<HierarchyItem>> {
    let member = member(snapshot, own)?;
    let links = member.section.later_links(member.ix, member.unit);
    let patch = |link: PatchLink| {
        item(
            snapshot,
            &HierarchyMember {
                ix: link.patch,
                unit: None,
                section: Arc::clone(&member.section),
                ..member
            },
        )
    };
    Some(links.into_iter().filter_map(patch).collect())
}

/// Returns the earlier patches, and the block of the base text, on whose words an item acts; and
/// the heading of the item.
fn earlier(
    snapshot: &Snapshot<'_>,
    own: &HierarchyIdentity,
) -> Option<(Location, Vec<HierarchyItem>)> {
    let member = member(snapshot, own)?;
    let heading = member.section.patch(member.ix)?.heading_location();
    let links = if member.ix == BASE {
        Vec::new()
    } else {
        member.section.earlier_links(member.ix)
    };
    let patch = |link: PatchLink| {
        let unit = link.units.first().copied().filter(|_| link.patch == BASE);
        item(
            snapshot,
            &HierarchyMember {
                ix: link.patch,
                unit,
                section: Arc::clone(&member.section),
                ..member
            },
        )
    };
    Some((heading, links.into_iter().filter_map(patch).collect()))
}

/// Returns the clause of the base text whose id is at the cursor, or else the section.
fn base<'a>(document: &RulesDocument<'a>, byte: usize) -> Option<HierarchyMember<'a>> {
    let place = document.place_at(byte)?;
    let id = file_section_id(place);
    let section = document
        .db
        .section(document.db.section_of(&id).unwrap_or(&id))?;
    let named = document.occurrence_at(byte).filter(|found| {
        document.file.role == FileRole::Base && found.role == OccurrenceRole::Declaration
    });
    let unit = named.and_then(|found| {
        let Symbol::Clause(id) = &found.symbol else {
            return None;
        };
        let unit = section.arena.unit_by_name(id);
        unit.filter(|_| **id != *section.id)
    });
    Some(HierarchyMember {
        db: document.db,
        section,
        ix: BASE,
        unit,
    })
}

/// Finds the patch or unit of an item, if it still exists.
fn member<'a>(snapshot: &Snapshot<'a>, own: &HierarchyIdentity) -> Option<HierarchyMember<'a>> {
    let db = snapshot.analysis().ruleset_db(&own.ruleset)?;
    let section = db.section(&own.section)?;
    let ix = match &own.patch {
        None => BASE,
        Some(name) => (1..section.patches.len() as u32)
            .map(PatchIx)
            .find(|&ix| key(&section, ix).as_ref() == Some(name))?,
    };
    let unit = own
        .unit
        .as_ref()
        .and_then(|name| section.arena.unit_by_name(name));
    Some(HierarchyMember {
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

fn item(snapshot: &Snapshot<'_>, member: &HierarchyMember<'_>) -> Option<HierarchyItem> {
    let HierarchyMember {
        db,
        section,
        ix,
        unit,
    } = member;
    let patch = section.patch(*ix)?;
    let info = db.section_info(&section.id).unwrap_or_default();
    let source = patch.heading_location().source;
    let own = section
        .arena
        .name_of(unit.unwrap_or(section.base().root))
        .filter(|_| unit.is_some());
    let (name, span, head) = match patch.entry() {
        Some(entry) => (
            entry
                .heading_span
                .of(snapshot.lines(source).text())
                .trim()
                .to_owned(),
            entry.span,
            entry.heading_span,
        ),
        None => {
            let at = unit
                .map(|unit| section.arena.location(unit))
                .filter(|at| at.source == source);
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
        Some(Command::Clarify { .. } | Command::Note { .. }) => HierarchyKind::Ruling,
        Some(_) => HierarchyKind::Instruction,
        None => HierarchyKind::Base,
    };
    let identity = HierarchyIdentity {
        ruleset: db.ruleset.key.clone(),
        section: section.id.clone(),
        patch: key(section, *ix),
        unit: own.map(str::to_owned),
    };
    Some(HierarchyItem {
        name: if name.is_empty() {
            section.id.clone()
        } else {
            name
        },
        kind,
        detail: format!("{}{n} · {}", origin.short, info.heading),
        source,
        span,
        head,
        identity,
    })
}
