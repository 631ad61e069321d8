//! Which sections an instruction concerns.

use super::{
    Order,
    names::{Declaration, Turn},
    section::is_note,
};
use crate::{
    model::{EditionIx, PartialDate, Patch, Ruleset, Twin},
    op::Meaning,
    syntax::{
        Block, BlockKind, Command, Deleted, Entry, File, Inserted, Layer, Place, Point, Role, Side,
        StepKind, Target, Unit,
    },
    text::{SourceId, Span, letters::slug},
};
use std::{collections::HashMap, sync::Arc};

/// A part of an instruction: what it means for one section.
#[derive(Clone, Debug)]
pub struct Part {
    /// The instruction.
    pub patch: Arc<Patch>,
    /// Its file. That of `patch` is the same, but lies elsewhere in the memory: sections that many sheets amend are searched for the parts
    /// of one of them with each key.
    pub source: SourceId,
    /// What it means there.
    pub meaning: Meaning,
    /// The blocks of its payload that are for the section: from, to.
    pub slice: (usize, usize),
    /// The targets of the instruction that lie in other sections, by their place in the file.
    pub elsewhere: Vec<Span>,
}

/// Where a new section goes in the outline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    /// In front of a section.
    Before(Arc<str>),
    /// Behind a section.
    After(Arc<str>),
    /// Behind the last section of a printed page.
    AfterPage(String),
    /// At the end.
    End,
}

/// Everything that a section's text is made of.
#[derive(Clone, Debug, Default)]
pub struct SectionInput {
    /// The places that give its base text, each as file and index of the place, in order of turn: the first one counts.
    pub bases: Vec<(Arc<File>, usize)>,
    /// Texts of some edition that somebody holds.
    pub books: Vec<(Arc<File>, usize)>,
    /// The instructions that concern it.
    pub parts: Vec<Part>,
}

impl SectionInput {
    /// Its base text: file and index of the place.
    pub fn base(&self) -> Option<&(Arc<File>, usize)> {
        self.bases.first()
    }

    /// The instructions in the order of their documents, notes behind what they speak of.
    pub(super) fn parts_in_order(&self) -> Vec<&Part> {
        let mut parts: Vec<&Part> = self.parts.iter().collect();
        parts.sort_by_key(|part| {
            (
                part.patch.turn,
                is_note(&part.patch),
                part.source,
                part.patch.place,
                part.patch.entry,
            )
        });
        parts
    }
}

/// What one file contributes.
#[derive(Clone, Debug, Default)]
pub(super) struct Contribution {
    /// Base texts: section, index of the place.
    pub bases: Vec<(Arc<str>, usize)>,
    /// Held texts: section, index of the place.
    pub books: Vec<(Arc<str>, usize)>,
    /// Parts of instructions: section, part.
    pub parts: Vec<(Arc<str>, Part)>,
    /// Names with the section that they live in.
    pub names: Vec<Declaration>,
    /// New sections with their place in the outline, and the turn of their document.
    pub anchors: Vec<(Arc<str>, Anchor, u32)>,
    /// The documents of which it names passages, its own first, with the plain numbers of these, ascending.
    pub passages: Vec<(Arc<str>, Box<[u32]>)>,
    /// The file's turn.
    pub turn: Turn,
    /// The hashes of the names that were looked up, ascending: what other files say of these decides the routes.
    pub asked: Vec<u64>,
}

impl Contribution {
    /// Gives back the memory that was taken for more to come.
    pub(super) fn fit(&mut self) {
        let Self {
            bases,
            books,
            parts,
            names,
            anchors,
            passages,
            asked,
            turn: _,
        } = self;
        bases.shrink_to_fit();
        books.shrink_to_fit();
        parts.shrink_to_fit();
        names.shrink_to_fit();
        anchors.shrink_to_fit();
        passages.shrink_to_fit();
        asked.shrink_to_fit();
    }
}

/// What is known while a file's instructions are routed.
pub(super) struct Router<'a> {
    /// The ruleset.
    pub ruleset: &'a Ruleset,
    /// The order of its documents.
    pub order: &'a Order,
    /// Which section a name lives in.
    pub section_of: &'a dyn Fn(&str) -> Option<Arc<str>>,
    /// The same instructions in print, by document and number; several where several patches restate parts of one passage, in the order of those.
    pub twins: &'a HashMap<(String, String), Vec<Twin>>,
}

/// A heading's id, or one made of its words.
fn section_id(heading: &Block) -> Arc<str> {
    match &heading.attrs.id {
        Some(id) => id.value.as_str().into(),
        None => slug(heading.text().map_or("", |text| &text.text)).into(),
    }
}

/// The id of a place, or one made of its heading.
pub fn place_id(place: &Place) -> String {
    place
        .attrs
        .id
        .as_ref()
        .map_or_else(|| slug(&place.heading.text), |id| id.value.clone())
}

/// Names of blocks, however deep.
fn names(blocks: &[Block]) -> Vec<String> {
    let mut out = Vec::new();
    let mut stack: Vec<&Block> = blocks.iter().rev().collect();
    while let Some(block) = stack.pop() {
        if block.kind != BlockKind::Heading {
            out.extend(block.attrs.names().map(|(name, _)| name));
        }
        stack.extend(block.children().iter().rev());
    }
    out
}

/// The sections of a payload: id, from, to. Blocks before the first heading are not of them.
fn slices(blocks: &[Block]) -> Vec<(Arc<str>, usize, usize)> {
    let heads: Vec<usize> = blocks
        .iter()
        .enumerate()
        .filter(|(_, block)| block.kind == BlockKind::Heading)
        .map(|(at, _)| at)
        .collect();
    let end = |k: usize| heads.get(k + 1).copied().unwrap_or(blocks.len());
    heads
        .iter()
        .enumerate()
        .map(|(k, &at)| (section_id(&blocks[at]), at, end(k)))
        .collect()
}

/// A file's own document, and those of which it names passages as `n=document:number`, each with those of the numbers that are plain.
fn passages(file: &File) -> Vec<(Arc<str>, Box<[u32]>)> {
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
    let told = |(document, mut numbers): (&str, Vec<u32>)| {
        numbers.sort_unstable();
        numbers.dedup();
        (document.into(), numbers.into())
    };
    out.into_iter().map(told).collect()
}

impl Router<'_> {
    /// What `file` contributes to the sections of its ruleset.
    pub(super) fn contribution(&self, file: &Arc<File>) -> Contribution {
        let mut out = Contribution::default();
        // an index leads to clauses and has no part in their text
        if file.role == Role::Index || file.front.layer == Layer::Printed && file.role != Role::Book
        {
            return out;
        }
        out.passages = passages(file);
        for (at, place) in file.places.iter().enumerate() {
            let id: Arc<str> = place_id(place).into();
            match file.role {
                Role::Base => {
                    out.names.push((id.clone(), id.clone()));
                    out.names.extend(
                        names(&place.blocks)
                            .into_iter()
                            .map(|name| (name.into(), id.clone())),
                    );
                    out.bases.push((id, at));
                }
                Role::Book => {
                    if (self.section_of)(&id).is_none() {
                        // a section of the book's own
                        out.names.push((id.clone(), id.clone()));
                        out.names.extend(
                            names(&place.blocks)
                                .into_iter()
                                .map(|name| (name.into(), id.clone())),
                        );
                        out.bases.push((id, at));
                    } else {
                        out.books.push((id, at));
                    }
                }
                Role::Amend | Role::Clarify => self.entries(file, at, place, &id, &mut out),
                Role::Index => {}
            }
        }
        out
    }

    fn entries(
        &self,
        file: &Arc<File>,
        at: usize,
        place: &Place,
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
        let own: Arc<str> = file
            .front
            .document
            .as_ref()
            .map_or("", |document| document.value.as_str())
            .into();
        for (entry_at, entry) in place.entries.iter().enumerate() {
            let patch = Arc::new(self.patch(file, &own, at, entry_at, entry));
            let home = known(id, out).unwrap_or_else(|| Arc::clone(id));
            let mut route = Route {
                home: &home,
                out: Vec::new(),
                anchors: Vec::new(),
                homes: Vec::new(),
            };
            let find = |name: &str| known(name, out);
            route.entry(entry, &find);
            let Route {
                out: parts,
                anchors,
                homes,
                ..
            } = route;
            out.anchors.extend(
                anchors
                    .into_iter()
                    .map(|(section, anchor)| (section, anchor, patch.turn)),
            );
            for (section, meaning, slice) in parts {
                if meaning == Meaning::Creates {
                    out.names.push((section.clone(), section.clone()));
                }
                let blocks = entry
                    .payload
                    .get(slice.0.min(entry.payload.len())..slice.1.min(entry.payload.len()))
                    .unwrap_or(&[]);
                out.names.extend(
                    names(blocks)
                        .into_iter()
                        .map(|name| (name.into(), section.clone())),
                );
                let here =
                    |span: Span| homes.iter().any(|(s, home)| *s == span && *home == section);
                let elsewhere = homes
                    .iter()
                    .map(|(span, _)| *span)
                    .filter(|&span| !here(span))
                    .collect();
                out.parts.push((
                    section,
                    Part {
                        patch: Arc::clone(&patch),
                        source: file.source,
                        meaning,
                        slice,
                        elsewhere,
                    },
                ));
            }
            if let Some(name) = &entry.attrs.id
                && known(&name.value, out).is_none()
            {
                let section = out
                    .parts
                    .last()
                    .map_or_else(|| home.clone(), |(section, _)| section.clone());
                out.names.push((name.value.as_str().into(), section));
            }
        }
    }

    pub(super) fn patch(
        &self,
        file: &Arc<File>,
        own: &Arc<str>,
        place: usize,
        entry_at: usize,
        entry: &Entry,
    ) -> Patch {
        let document = self.ruleset.documents.get(&**own);
        let front_edition = file
            .front
            .edition
            .as_ref()
            .and_then(|edition| self.ruleset.edition(&edition.value));
        let own_edition = front_edition
            .or(document.map(|d| d.edition))
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
        // what comes after a sheet, the later parts of one among it, counts in what that sheet makes
        let stands = document.is_some_and(|d| !d.after.is_empty())
            || file.role == Role::Clarify
            || known.is_some();
        let before = self
            .ruleset
            .editions
            .get(usize::from(own_edition.0))
            .and_then(|e| e.amends);
        let default = if stands {
            own_edition
        } else {
            before.unwrap_or(own_edition)
        };
        let front_frame = file
            .front
            .frame
            .as_ref()
            .and_then(|frame| self.ruleset.edition(&frame.value));
        let said = targets(entry.command.as_ref())
            .into_iter()
            .find_map(|target| target.frame.as_ref())
            .and_then(|frame| self.ruleset.edition(&frame.value));
        let published = document.map(|d| d.revised.unwrap_or(d.published));
        let twin = self.twin(file, own, place, entry_at, entry);
        Patch {
            file: Arc::clone(file),
            place,
            entry: Some(entry_at),
            document: Arc::clone(own),
            edition,
            own_edition,
            frame: said.or(front_frame).unwrap_or(default),
            known: known.or(published).unwrap_or_else(PartialDate::undated),
            rank: self.order.rank(own) + u32::from(entry.attrs.get("known").is_some()),
            turn: self.order.turn(own),
            until: named("until"),
            scope: entry.attrs.get("scope").map(|scope| scope.value.clone()),
            twin,
        }
    }

    /// The instruction in print. Of several patches with one number the second has the second entry of that number, if there is one.
    fn twin(
        &self,
        file: &Arc<File>,
        own: &str,
        place: usize,
        entry_at: usize,
        entry: &Entry,
    ) -> Option<Twin> {
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
        let has = |other: &&Entry| {
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
        let beside = file
            .places
            .get(place)
            .and_then(|place| place.entries.get(..entry_at))
            .unwrap_or_default();
        let nth = before.chain(beside).filter(has).count();
        Some(twins.get(nth).unwrap_or(first).clone())
    }

    /// The patch that stands for a base text or book.
    pub(super) fn base_patch(&self, file: &Arc<File>, place: usize) -> Patch {
        let named = file
            .places
            .get(place)
            .and_then(|place| place.attrs.get("document"));
        let own = named
            .or(file.front.document.as_ref())
            .map_or("", |document| document.value.as_str());
        let document = self.ruleset.documents.get(own);
        let front = file.front.edition.as_ref().filter(|_| named.is_none());
        let edition = front
            .and_then(|edition| self.ruleset.edition(&edition.value))
            .or(document.map(|d| d.edition))
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
            turn: self.order.turn(own),
            until: None,
            scope: None,
            twin: None,
        }
    }
}

/// The targets that a command names; none where there is no command.
pub fn targets(command: Option<&Command>) -> Vec<&Target> {
    command.map(Command::targets).unwrap_or_default()
}

struct Route<'a> {
    home: &'a Arc<str>,
    out: Vec<(Arc<str>, Meaning, (usize, usize))>,
    anchors: Vec<(Arc<str>, Anchor)>,
    /// The targets, by their place in the file, with the sections in which they lie.
    homes: Vec<(Span, Arc<str>)>,
}

const ALL: (usize, usize) = (0, usize::MAX);

impl Route<'_> {
    fn entry(&mut self, entry: &Entry, find: &dyn Fn(&str) -> Option<Arc<str>>) {
        let command = entry.command.as_ref();
        let brings = match command {
            Some(Command::Insert {
                what: Inserted::Units(count),
                ..
            })
            | Some(Command::Add { what: count, .. }) => {
                matches!(count.unit, Unit::Section | Unit::Figure | Unit::Page)
            }
            Some(_) | None => false,
        };
        if brings {
            return self.creates(entry, find);
        }
        let whole = |target: &&Target| {
            target.range.is_none()
                && (target.steps.is_empty() && target.id.is_some()
                    || matches!(
                        target.steps.last().map(|s| &s.kind),
                        Some(StepKind::Section(_))
                    ))
        };
        let mut sections: Vec<(Arc<str>, bool)> = Vec::new();
        let mut homes: Vec<(Span, Arc<str>)> = Vec::new();
        let mut note = |target: Span, section: Option<Arc<str>>, whole: bool| {
            let section = section.unwrap_or_else(|| Arc::clone(self.home));
            homes.push((target, section.clone()));
            match sections.iter_mut().find(|(s, _)| *s == section) {
                Some((_, all)) => *all &= whole,
                None => sections.push((section, whole)),
            }
        };
        for target in targets(command) {
            let named = target.steps.iter().find_map(|step| match &step.kind {
                StepKind::Section(names) if !names.is_empty() => Some(names.clone()),
                StepKind::Section(_)
                | StepKind::Heading
                | StepKind::Text
                | StepKind::All { .. }
                | StepKind::Last { .. }
                | StepKind::Ordinals { .. }
                | StepKind::Labelled { .. } => None,
            });
            for name in named.into_iter().flatten() {
                let section = find(&name.value);
                note(target.span, section, true);
            }
            match &target.id {
                Some(id) => {
                    let section = find(&id.value);
                    let all = whole(&target) && section.as_deref() == Some(id.value.as_str());
                    note(target.span, section, all);
                }
                None => note(target.span, None, whole(&target)),
            }
        }
        if let Some(Command::Withdraw { clause, .. }) = command {
            let section = find(&clause.value);
            note(clause.span, section, false);
        }
        if sections.is_empty() {
            sections.push((Arc::clone(self.home), false));
        }
        self.homes = homes;
        let slices = slices(&entry.payload);
        let rewriting = matches!(command, Some(Command::Replace { .. }))
            && sections.iter().all(|(_, whole)| *whole);
        let dropping = matches!(
            command,
            Some(Command::Delete {
                what: Deleted::Units(_),
                ..
            })
        );
        if rewriting && (slices.len() > 1 || sections.len() > 1) {
            return self.rewrites(&sections, &slices, find);
        }
        for (section, whole) in sections {
            let meaning = match (whole, rewriting, dropping) {
                (true, true, _) => Meaning::Rewrites,
                (true, false, true) => Meaning::Drops,
                (true | false, _, _) => Meaning::Inside,
            };
            self.out.push((section, meaning, ALL));
        }
    }

    /// Several sections by several: those of the payload that exist are rewritten, others made behind the one before, and what
    /// is named and not in the payload ends.
    fn rewrites(
        &mut self,
        sections: &[(Arc<str>, bool)],
        slices: &[(Arc<str>, usize, usize)],
        find: &dyn Fn(&str) -> Option<Arc<str>>,
    ) {
        let mut last = sections
            .first()
            .map(|(section, _)| section.clone())
            .unwrap_or_default();
        let only_one = sections.len() == 1;
        for (k, (id, from, to)) in slices.iter().enumerate() {
            let is_target = sections.iter().any(|(section, _)| section == id);
            if is_target || only_one && k == 0 && find(id).is_none() {
                let section = if is_target { id.clone() } else { last.clone() };
                self.out
                    .push((section.clone(), Meaning::Rewrites, (*from, *to)));
                last = section;
            } else {
                self.out.push((id.clone(), Meaning::Creates, (*from, *to)));
                self.anchors.push((id.clone(), Anchor::After(last.clone())));
                last.clone_from(id);
            }
        }
        for (section, _) in sections {
            if !self.out.iter().any(|(s, _, _)| s == section) {
                self.out.push((section.clone(), Meaning::Drops, ALL));
            }
        }
    }

    fn creates(&mut self, entry: &Entry, find: &dyn Fn(&str) -> Option<Arc<str>>) {
        let mut anchor = match entry.command.as_ref() {
            Some(Command::Insert {
                side,
                point: Point::Unit(target),
                ..
            }) => {
                let page = target.steps.iter().find_map(|step| match &step.kind {
                    StepKind::Ordinals {
                        unit: Unit::Page,
                        ordinals,
                    } => ordinals.first().map(|o| o.0.to_string()),
                    StepKind::Ordinals { .. }
                    | StepKind::Heading
                    | StepKind::Text
                    | StepKind::Section(_)
                    | StepKind::All { .. }
                    | StepKind::Last { .. }
                    | StepKind::Labelled { .. } => None,
                });
                let section = target
                    .id
                    .as_ref()
                    .and_then(|id| find(&id.value))
                    .unwrap_or_else(|| Arc::clone(self.home));
                match (page, side) {
                    (Some(page), _) => Anchor::AfterPage(page),
                    (None, Side::Before) => Anchor::Before(section),
                    (None, Side::After) => Anchor::After(section),
                }
            }
            Some(_) | None => Anchor::End,
        };
        for (id, from, to) in slices(&entry.payload) {
            self.out.push((id.clone(), Meaning::Creates, (from, to)));
            self.anchors.push((
                id.clone(),
                std::mem::replace(&mut anchor, Anchor::After(id)),
            ));
        }
        if self.out.is_empty() {
            // a payload without a heading makes no section; the instruction stays where it stands, and says so
            self.out.push((Arc::clone(self.home), Meaning::Inside, ALL));
        }
    }
}
