//! Routes the base texts, book texts and instructions of a file to the sections that they concern;
//! makes one patch of each instruction.

use super::{contribution::Contribution, patch_router::PatchRouter};
use crate::{
    model::{
        EditionIx, PartialDate, Patch, PrintedInstructionRef, Ruleset, SectionAction, WHOLE_PAYLOAD,
    },
    resolve::{
        DocumentOrder,
        section_id::{file_section_id, targets},
    },
    syntax::{
        Block, BlockKind, FileRole, FileSection, InstructionEntry, RulesFile, WordingLayer,
        flatten_blocks,
    },
    text::Span,
};
use std::{collections::HashMap, sync::Arc};

/// Finds the sections that a file contributes to, and makes its patches, each with its printed text
/// from the library if there is one.
pub(in crate::resolve) struct Router<'a> {
    /// The ruleset.
    pub ruleset: &'a Ruleset,
    /// The order of its documents.
    pub order: &'a DocumentOrder,
    /// Returns the section that declares a name.
    pub section_of: &'a dyn Fn(&str) -> Option<Arc<str>>,
    /// The printed instructions, by document and number. If several patches restate parts of one
    /// passage, there are several, in the order of those patches.
    pub twins: &'a HashMap<(String, String), Vec<PrintedInstructionRef>>,
}

/// Returns the names of blocks at any depth.
fn unit_names(blocks: &[Block]) -> Vec<String> {
    let units = flatten_blocks(blocks)
        .into_iter()
        .filter(|block| block.kind != BlockKind::Heading);
    units
        .flat_map(|block| block.attrs.names().map(|(name, _)| name))
        .collect()
}

/// Returns the document of a file and the documents whose passages it names as `n=document:number`,
/// each with the plain numbers among these.
fn document_passages(file: &RulesFile) -> Vec<(Arc<str>, Box<[u32]>)> {
    let own = file
        .front
        .document
        .as_ref()
        .map(|document| document.value.as_str());
    let mut out: Vec<(&str, Vec<u32>)> = own.into_iter().map(|own| (own, Vec::new())).collect();
    let attrs = file.places.iter().flat_map(|place| {
        std::iter::once(&place.attrs).chain(place.entries.iter().map(|entry| &entry.attrs))
    });
    for (document, number) in attrs.flat_map(|attrs| attrs.passages()) {
        let Some(document) = document.or(own) else {
            continue;
        };
        let at = out
            .iter()
            .position(|(known, _)| *known == document)
            .unwrap_or_else(|| {
                out.push((document, Vec::new()));
                out.len() - 1
            });
        out[at].1.extend(number.parse::<u32>());
    }
    let sorted = |(document, mut numbers): (&str, Vec<u32>)| {
        numbers.sort_unstable();
        numbers.dedup();
        (document.into(), numbers.into())
    };
    out.into_iter().map(sorted).collect()
}

impl Router<'_> {
    /// Returns what `file` contributes to the sections of its ruleset.
    pub(in crate::resolve) fn contribution(&self, file: &Arc<RulesFile>) -> Contribution {
        let mut out = Contribution::default();
        // a subject index refers to clauses and has no part in their text
        if file.role == FileRole::Index
            || file.front.layer == WordingLayer::Printed && file.role != FileRole::Book
        {
            return out;
        }
        out.passages = document_passages(file);
        for (at, place) in file.places.iter().enumerate() {
            let id: Arc<str> = file_section_id(place).into();
            let is_book = match file.role {
                FileRole::Base => false,
                FileRole::Book => (self.section_of)(&id).is_some(),
                FileRole::Amend | FileRole::Clarify => {
                    self.add_entries(file, at, place, &id, &mut out);
                    continue;
                }
                FileRole::Index => continue,
            };
            let text = Arc::new(self.make_base_patch(file, at));
            if is_book {
                out.share(&id).books.push(text);
                continue;
            }
            // the base text, also of a section that only a book has
            out.names.push((id.clone(), id.clone()));
            let units = unit_names(&place.blocks).into_iter();
            out.names
                .extend(units.map(|name| (name.into(), id.clone())));
            out.share(&id).bases.push(text);
        }
        out
    }

    fn add_entries(
        &self,
        file: &Arc<RulesFile>,
        at: usize,
        place: &FileSection,
        id: &Arc<str>,
        out: &mut Contribution,
    ) {
        let known = |name: &str, out: &Contribution| {
            (self.section_of)(name).or_else(|| {
                out.names
                    .iter()
                    .find(|(n, _)| **n == *name)
                    .map(|(_, s)| Arc::clone(s))
            })
        };
        let own: Arc<str> = file.document().into();
        for (entry_at, entry) in place.entries.iter().enumerate() {
            let patch = self.make_patch(file, &own, at, entry_at, entry);
            let own_section = known(id, out).unwrap_or_else(|| Arc::clone(id));
            let mut router = PatchRouter {
                own_section: &own_section,
                routed: Vec::new(),
                positions: Vec::new(),
                target_sections: Vec::new(),
            };
            let find = |name: &str| known(name, out);
            router.route(entry, &find);
            let PatchRouter {
                routed,
                positions,
                target_sections,
                ..
            } = router;
            out.new_sections.extend(
                positions
                    .into_iter()
                    .map(|(section, position)| (section, position, patch.turn)),
            );
            let last = routed.last().map(|(section, ..)| Arc::clone(section));
            for (section, action, part) in routed {
                if action == SectionAction::Creates {
                    out.names.push((section.clone(), section.clone()));
                }
                let here = |span: Span| {
                    target_sections
                        .iter()
                        .any(|(s, home)| *s == span && *home == section)
                };
                let elsewhere = target_sections
                    .iter()
                    .map(|(span, _)| *span)
                    .filter(|&span| !here(span))
                    .collect();
                let patch = Patch {
                    action,
                    part,
                    elsewhere,
                    ..patch.clone()
                };
                let units = unit_names(patch.payload()).into_iter();
                out.names
                    .extend(units.map(|name| (name.into(), section.clone())));
                out.share(&section).instructions.push(Arc::new(patch));
            }
            if let Some(name) = &entry.attrs.id
                && known(&name.value, out).is_none()
            {
                let section = last.unwrap_or(own_section);
                out.names.push((name.value.as_str().into(), section));
            }
        }
    }

    /// Returns the patch of an instruction, as it concerns a section that contains all its targets.
    pub(in crate::resolve) fn make_patch(
        &self,
        file: &Arc<RulesFile>,
        own: &Arc<str>,
        place: usize,
        entry_at: usize,
        entry: &InstructionEntry,
    ) -> Patch {
        let document = self.ruleset.documents.get(&**own);
        let front_edition = file
            .front
            .edition
            .as_ref()
            .and_then(|edition| self.ruleset.edition(&edition.value));
        // the list of documents decides; that a file differs from it is reported
        let listed = document.filter(|document| document.names_edition);
        let own_edition = listed
            .map(|document| document.edition)
            .or(front_edition)
            .or(document.map(|document| document.edition))
            .unwrap_or_default();
        let named = |key: &str| {
            entry
                .attrs
                .get(key)
                .and_then(|value| self.ruleset.edition(&value.value))
        };
        let edition = named("effective").unwrap_or(own_edition);
        let known = entry
            .attrs
            .get("known")
            .and_then(|known| known.value.parse::<PartialDate>().ok());
        // what comes after a sheet, including the later parts of one, counts in the numbering that
        // the sheet makes
        let uses_own_numbering = document.is_some_and(|d| !d.after.is_empty())
            || file.role == FileRole::Clarify
            || known.is_some();
        let before = self
            .ruleset
            .editions
            .get(usize::from(own_edition.0))
            .and_then(|e| e.amends);
        let default = if uses_own_numbering {
            own_edition
        } else {
            before.unwrap_or(own_edition)
        };
        let front_frame = file
            .front
            .frame
            .as_ref()
            .and_then(|frame| self.ruleset.edition(&frame.value));
        let in_address = targets(entry.command.as_ref())
            .into_iter()
            .find_map(|target| target.frame.as_ref())
            .and_then(|frame| self.ruleset.edition(&frame.value));
        let published = document.map(|d| d.revised.unwrap_or(d.published));
        let twin = self.printed_twin(file, own, place, entry_at, entry);
        Patch {
            file: Arc::clone(file),
            place,
            entry: Some(entry_at),
            document: Arc::clone(own),
            edition,
            own_edition,
            frame: in_address.or(front_frame).unwrap_or(default),
            // a proposal counts from no day of its own
            known: published
                .filter(|date| date.is_proposed())
                .or(known)
                .or(published)
                .unwrap_or_else(PartialDate::undated),
            rank: self.order.rank(own) + u32::from(entry.attrs.get("known").is_some()),
            turn: self.order.position(own),
            until: named("until"),
            scope: entry.attrs.get("scope").map(|scope| scope.value.clone()),
            twin,
            action: SectionAction::Inside,
            part: WHOLE_PAYLOAD,
            elsewhere: Vec::new(),
        }
    }

    /// Returns the printed instruction. If several patches have the same number, the second patch
    /// gets the second printed entry of that number, if there is one.
    fn printed_twin(
        &self,
        file: &Arc<RulesFile>,
        own: &str,
        place: usize,
        entry_at: usize,
        entry: &InstructionEntry,
    ) -> Option<PrintedInstructionRef> {
        if self.twins.is_empty() {
            return None;
        }
        let (number, twins) = entry
            .attrs
            .passages_in(own)
            .find_map(|number| self.twins.get(&number).map(|twins| (number, twins)))?;
        let first = twins.first()?;
        if twins.len() == 1 {
            return Some(first.clone());
        }
        let has = |other: &&InstructionEntry| {
            other
                .attrs
                .passages()
                .any(|(document, n)| (document.unwrap_or(own), n) == (&*number.0, &*number.1))
        };
        let before = file
            .places
            .get(..place)
            .unwrap_or_default()
            .iter()
            .flat_map(|place| &place.entries);
        let earlier = file
            .places
            .get(place)
            .and_then(|place| place.entries.get(..entry_at))
            .unwrap_or_default();
        let nth = before.chain(earlier).filter(has).count();
        Some(twins.get(nth).unwrap_or(first).clone())
    }

    /// Returns the patch that represents a base text or book.
    pub(in crate::resolve) fn make_base_patch(&self, file: &Arc<RulesFile>, place: usize) -> Patch {
        let named = file
            .places
            .get(place)
            .and_then(|place| place.attrs.get("document"));
        let own = named
            .or(file.front.document.as_ref())
            .map_or("", |document| document.value.as_str());
        let document = self.ruleset.documents.get(own);
        let front = file.front.edition.as_ref().filter(|_| named.is_none());
        // a book may print any edition
        let listed = document.filter(|d| d.names_edition && file.role != FileRole::Book);
        let edition = listed
            .map(|document| document.edition)
            .or(front.and_then(|edition| self.ruleset.edition(&edition.value)))
            .or(document.map(|document| document.edition))
            .unwrap_or(EditionIx(0));
        Patch {
            file: Arc::clone(file),
            place,
            entry: None,
            document: Arc::from(own),
            edition,
            own_edition: edition,
            frame: edition,
            known: document.map_or_else(PartialDate::undated, |d| d.published),
            rank: 0,
            turn: self.order.position(own),
            until: None,
            scope: None,
            twin: None,
            action: SectionAction::Inside,
            part: WHOLE_PAYLOAD,
            elsewhere: Vec::new(),
        }
    }
}
