//! All sections of one ruleset, kept up to date file by file.

use super::{
    Order, Section, SectionInput,
    kept::{Cell, Kept, Version},
    lookup::{Listing, SharedLookup},
    moved,
    names::{self, Names, Turn},
    recorded::Notes,
    route::{Anchor, Contribution, Router, place_id},
    section,
    where_told::{self, Citing, Grouped, Told},
};
use crate::{
    diagnostic::{Diagnostic, Location},
    model::{Patch, Ruleset, Subjects, Twin},
    op::Meaning,
    syntax::{Attributes, Entry, File, Layer, Role},
    text::{SourceId, Span},
};
use imbl::OrdMap;
use rayon::prelude::*;
use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet, HashMap},
    sync::{Arc, OnceLock},
};

/// How often files are routed anew because of names that the round before gave or took.
const ROUNDS: usize = 4;

/// The sections in printed order, those of all editions together.
pub type Outline = Vec<String>;

#[derive(Clone, Debug, Default)]
struct Slot {
    input: SectionInput,
    version: Version,
    /// Shared by all versions of the section.
    cell: Arc<Cell>,
}

/// One ruleset: its files, and its sections, each resolved when it is requested.
///
/// A clone is cheap, whatever the size: what two versions have in common, they share.
#[derive(Clone, Debug)]
pub struct RulesetDb {
    /// What `ruleset.toml` says.
    pub ruleset: Arc<Ruleset>,
    /// The order of its documents.
    pub order: Arc<Order>,
    files: OrdMap<SourceId, Arc<File>>,
    contributions: OrdMap<SourceId, Arc<Contribution>>,
    /// The files that name passages of a document, by its key.
    documents: HashMap<Arc<str>, BTreeSet<SourceId>>,
    names: Names,
    twins: Arc<HashMap<(String, String), Vec<Twin>>>,
    sections: OrdMap<Arc<str>, Arc<Slot>>,
    kept: Kept,
    outline: OnceLock<Arc<Outline>>,
    grouped: OnceLock<Arc<Grouped>>,
    /// In which sections a fact stands.
    facts: OnceLock<Told>,
    /// Which sections take out what lives on in a clause.
    moves: OnceLock<Told>,
    citing: OnceLock<Arc<Citing>>,
    lookup: SharedLookup,
    pub(super) notes: Notes,
}

/// What is known of a section without resolving it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SectionInfo {
    /// Its id.
    pub id: String,
    /// Its heading when it first appeared.
    pub heading: String,
    /// The printed page.
    pub page: Option<String>,
    /// Whether the page is inferred, not printed.
    pub page_inferred: bool,
    /// The section that it is part of.
    pub within: Option<String>,
    /// Whether it is a figure.
    pub figure: bool,
}

/// Whether a file has instructions as printed.
fn is_twin(file: &File) -> bool {
    file.front.layer == Layer::Printed
        && matches!(file.role, Role::Base | Role::Amend | Role::Clarify)
}

/// The instructions of a file as printed, by document and number.
fn twins_of(file: &Arc<File>) -> Vec<((String, String), Twin)> {
    let own = file
        .front
        .document
        .as_ref()
        .map_or("", |document| document.value.as_str());
    let mut out = Vec::new();
    for (place_at, place) in file.places.iter().enumerate() {
        for (entry_at, entry) in place.entries.iter().enumerate() {
            let twin = |key| {
                (
                    key,
                    Twin {
                        file: Arc::clone(file),
                        place: place_at,
                        entry: entry_at,
                    },
                )
            };
            out.extend(entry.attrs.passages_in(own).map(twin));
        }
    }
    out
}

impl RulesetDb {
    /// A ruleset out of its files. Rulesets that share `kept` share the memory for resolved sections. The second value tells what is
    /// wrong with the order of its documents.
    pub fn new(
        ruleset: Ruleset,
        files: impl IntoIterator<Item = Arc<File>>,
        kept: Kept,
    ) -> (Self, Vec<Diagnostic>) {
        let (order, faults) = Order::new(&ruleset);
        let mut db = Self {
            ruleset: Arc::new(ruleset),
            order: Arc::new(order),
            files: files.into_iter().map(|file| (file.source, file)).collect(),
            contributions: OrdMap::new(),
            documents: HashMap::new(),
            names: Names::default(),
            twins: Arc::default(),
            sections: OrdMap::new(),
            kept,
            outline: OnceLock::new(),
            grouped: OnceLock::new(),
            facts: OnceLock::new(),
            moves: OnceLock::new(),
            citing: OnceLock::new(),
            lookup: SharedLookup::default(),
            notes: Notes::default(),
        };
        db.find_twins();
        let all = db.files.keys().copied().collect();
        db.contribute(all);
        (db, faults)
    }

    /// Takes in a new text of a file, or a new file, or (with none) that it is gone. Only sections to which the file says another
    /// thing than before are resolved again. Returns these. What merely moved in the file is not among them.
    pub fn update(&mut self, source: SourceId, file: Option<Arc<File>>) -> BTreeSet<String> {
        let mut sources = BTreeSet::from([source]);
        let printed: Vec<Arc<File>> = self
            .files
            .get(&source)
            .into_iter()
            .chain(&file)
            .filter(|file| is_twin(file))
            .cloned()
            .collect();
        match file {
            Some(file) => self.files.insert(source, file),
            None => self.files.remove(&source),
        };
        if !printed.is_empty() {
            self.find_twins();
            let documents: BTreeSet<String> = printed
                .iter()
                .flat_map(twins_of)
                .map(|((document, _), _)| document)
                .collect();
            let speaks = |file: &File| {
                file.front
                    .document
                    .as_ref()
                    .is_some_and(|document| documents.contains(&document.value))
            };
            sources.extend(
                self.files
                    .iter()
                    .filter(|(_, file)| speaks(file))
                    .map(|(&source, _)| source),
            );
        }
        self.contribute(sources)
    }

    /// Routes the instructions of the given files anew, and of those that looked up names which live elsewhere now.
    fn contribute(&mut self, sources: BTreeSet<SourceId>) -> BTreeSet<String> {
        self.notes = Notes::default();
        let mut waiting = sources;
        let mut changed = BTreeSet::new();
        for _ in 0..ROUNDS {
            let mut order: Vec<Turn> = waiting.iter().map(|source| self.turn(*source)).collect();
            order.sort_unstable();
            let mut told: HashMap<u64, usize> = HashMap::new();
            let mut routed: HashMap<SourceId, usize> = HashMap::new();
            let mut first = 0;
            // what a document asks for is mostly told by those before it, seldom by another file of its own
            for part in order.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
                let routes: Vec<_> = part
                    .par_iter()
                    .with_min_len(8)
                    .map(|turn| self.route(turn.2))
                    .collect();
                for (at, (&(_, _, source), route)) in (first..).zip(part.iter().zip(routes)) {
                    // what it looked for may live elsewhere since the ones before it were taken in
                    let stale = route
                        .asked
                        .iter()
                        .any(|name| told.get(name).is_some_and(|&told| told >= first));
                    let route = if stale { self.route(source) } else { route };
                    told.extend(
                        self.contribute_one(source, route, &mut changed)
                            .into_iter()
                            .map(|name| (name, at)),
                    );
                    routed.insert(source, at);
                }
                first += part.len();
            }
            if told.is_empty() {
                break;
            }
            // a name that a later file gave may be what an earlier one looked for
            let stale = |source: &SourceId, own: &Contribution| {
                let at = routed.get(source).copied();
                own.asked.iter().any(|name| {
                    told.get(name)
                        .is_some_and(|&told| at.is_none_or(|at| told > at))
                })
            };
            waiting = self
                .contributions
                .iter()
                .filter(|(source, own)| stale(source, own))
                .map(|(&source, _)| source)
                .collect();
            if waiting.is_empty() {
                break;
            }
        }
        changed
    }

    fn turn(&self, source: SourceId) -> Turn {
        let Some(file) = self.files.get(&source) else {
            return (0, 0, source);
        };
        let role = match file.role {
            Role::Base => 0,
            Role::Amend => 1,
            Role::Clarify => 2,
            Role::Book => 3,
            Role::Index => 4,
        };
        let document = file
            .front
            .document
            .as_ref()
            .map_or("", |document| document.value.as_str());
        (role, self.order.turn(document), source)
    }

    /// What a file contributes, as far as names are known; nothing if it is gone.
    fn route(&self, source: SourceId) -> Contribution {
        let Some(file) = self.files.get(&source) else {
            return Contribution::default();
        };
        let asked = RefCell::new(Vec::new());
        let section_of = |name: &str| {
            asked.borrow_mut().push(names::hash(name));
            self.names.home_but(name, source).cloned()
        };
        let mut own = self.router(&section_of).contribution(file);
        own.turn = self.turn(source);
        own.asked = asked.into_inner();
        own.asked.sort_unstable();
        own.asked.dedup();
        own.fit();
        own
    }

    /// Puts what a file contributes in the place of what it contributed before. Adds to `changed` the sections to which it says another
    /// thing than before; returns the hashes of the names that other files may find elsewhere now.
    fn contribute_one(
        &mut self,
        source: SourceId,
        new: Contribution,
        changed: &mut BTreeSet<String>,
    ) -> Vec<u64> {
        let old = self.contributions.remove(&source);
        let known = old.is_some().then_some(source);
        let old = old.unwrap_or_default();
        let file = self.files.get(&source).cloned();
        let told = self
            .names
            .exchange((old.turn, &old.names), (new.turn, &new.names));
        let mut shares: BTreeMap<&Arc<str>, SectionInput> = BTreeMap::new();
        if let Some(file) = &file {
            for (section, at) in &new.bases {
                shares
                    .entry(section)
                    .or_default()
                    .bases
                    .push((Arc::clone(file), *at));
            }
            for (section, at) in &new.books {
                shares
                    .entry(section)
                    .or_default()
                    .books
                    .push((Arc::clone(file), *at));
            }
        }
        for (section, part) in &new.parts {
            shares.entry(section).or_default().parts.push(part.clone());
        }
        for (section, _) in old.bases.iter().chain(&old.books) {
            shares.entry(section).or_default();
        }
        for (section, _) in &old.parts {
            shares.entry(section).or_default();
        }
        let mut slots = std::mem::take(&mut self.sections);
        for (section, share) in shares {
            if !self.take(&mut slots, section, known, share) && !changed.contains(&**section) {
                changed.insert(section.to_string());
            }
        }
        self.sections = slots;
        let outlined = |own: &Contribution| {
            (
                own.turn,
                own.anchors.clone(),
                own.bases
                    .iter()
                    .map(|(id, _)| Arc::clone(id))
                    .collect::<Vec<_>>(),
            )
        };
        let makes = |own: &Contribution| {
            let creates = own
                .parts
                .iter()
                .filter(|(_, part)| part.meaning == Meaning::Creates)
                .map(|(id, _)| id);
            own.bases
                .iter()
                .map(|(id, _)| id)
                .chain(creates)
                .any(|id| changed.contains(&**id))
        };
        if outlined(&old) != outlined(&new) || makes(&new) {
            self.outline = OnceLock::new();
            self.grouped = OnceLock::new();
        }
        for told in [&mut self.facts, &mut self.moves]
            .into_iter()
            .filter_map(OnceLock::get_mut)
        {
            told.exchange(source, file.as_deref().map(|file| (file, &new)));
        }
        let cites = file
            .as_deref()
            .is_some_and(|file| where_told::noted(file, &new).next().is_some());
        if cites
            || !told.is_empty()
            || self
                .citing
                .get()
                .is_some_and(|citing| citing.sources.contains(&source))
        {
            self.citing = OnceLock::new();
        }
        for (document, _) in &old.passages {
            if let Some(sources) = self.documents.get_mut(document) {
                sources.remove(&source);
            }
        }
        for (document, _) in &new.passages {
            self.documents
                .entry(Arc::clone(document))
                .or_default()
                .insert(source);
        }
        self.contributions.insert(source, Arc::new(new));
        self.lookup.get().forget(source);
        told
    }

    /// Puts what a file says of a section in the place of what it said before, if it said anything. Whether it says the same; then a
    /// section that is resolved stays so.
    fn take(
        &self,
        slots: &mut OrdMap<Arc<str>, Arc<Slot>>,
        section: &Arc<str>,
        old: Option<SourceId>,
        share: SectionInput,
    ) -> bool {
        let slot = Arc::make_mut(slots.entry(Arc::clone(section)).or_default());
        let own = old.map(|source| SectionInput {
            bases: slot
                .input
                .bases
                .extract_if(.., |(file, _)| file.source == source)
                .collect(),
            books: slot
                .input
                .books
                .extract_if(.., |(file, _)| file.source == source)
                .collect(),
            parts: slot
                .input
                .parts
                .extract_if(.., |part| part.source == source)
                .collect(),
        });
        let same = self.same(&own.unwrap_or_default(), &share);
        slot.input.bases.extend(share.bases);
        slot.input.books.extend(share.books);
        slot.input.parts.extend(share.parts);
        for places in [&mut slot.input.bases, &mut slot.input.books]
            .into_iter()
            .filter(|places| places.len() > 1)
        {
            places.sort_by_key(|(file, at)| (self.turn(file.source), *at));
        }
        slot.version = slot.cell.next_version(slot.version, |resolved| {
            same.then(|| {
                let (base, books) = self.texts(&slot.input);
                resolved.moved_to(section::patches(
                    &slot.input.parts_in_order(),
                    base.as_ref(),
                    &books,
                ))
            })
        });
        if slot.input.bases.is_empty() && slot.input.parts.is_empty() && slot.input.books.is_empty()
        {
            slots.remove(section);
        }
        same
    }

    /// Whether a file says the same of a section.
    fn same(&self, old: &SectionInput, new: &SectionInput) -> bool {
        let router = self.router(&|_| None);
        let place = |old: &(Arc<File>, usize), new: &(Arc<File>, usize)| {
            moved::same(
                &router.base_patch(&old.0, old.1),
                &router.base_patch(&new.0, new.1),
            )
        };
        let places = |old: &[(Arc<File>, usize)], new: &[(Arc<File>, usize)]| {
            old.len() == new.len() && old.iter().zip(new).all(|(old, new)| place(old, new))
        };
        places(&old.bases, &new.bases)
            && places(&old.books, &new.books)
            && old.parts.len() == new.parts.len()
            && old
                .parts
                .iter()
                .zip(&new.parts)
                .all(|(old, new)| old.same(new))
    }

    fn router<'a>(&'a self, section_of: &'a dyn Fn(&str) -> Option<Arc<str>>) -> Router<'a> {
        Router {
            ruleset: &self.ruleset,
            order: &self.order,
            section_of,
            twins: &self.twins,
        }
    }

    /// The patches that stand for a section's base text and for its books.
    fn texts(&self, input: &SectionInput) -> (Option<Arc<Patch>>, Vec<Arc<Patch>>) {
        let router = self.router(&|_| None);
        let patch = |(file, place): &(Arc<File>, usize)| Arc::new(router.base_patch(file, *place));
        (
            input.base().map(patch),
            input.books.iter().map(patch).collect(),
        )
    }

    /// An instruction of a file, whether or not it is understood: in which edition it takes effect and in whose numbering it counts.
    pub fn patch(&self, source: SourceId, place: usize, entry: usize) -> Option<Patch> {
        let file = self.files.get(&source)?;
        let written = file.places.get(place)?.entries.get(entry)?;
        let document: Arc<str> = file
            .front
            .document
            .as_ref()
            .map_or("", |document| document.value.as_str())
            .into();
        Some(
            self.router(&|_| None)
                .patch(file, &document, place, entry, written),
        )
    }

    fn find_twins(&mut self) {
        let mut found: HashMap<(String, String), Vec<Twin>> = HashMap::new();
        for file in self.files.values().filter(|file| is_twin(file)) {
            for (key, twin) in twins_of(file) {
                // of two files that hold a passage the first one counts; in one file each patch that restates a part has its own entry
                let twins = found.entry(key).or_default();
                if twins
                    .first()
                    .is_none_or(|first| first.file.source == twin.file.source)
                {
                    twins.push(twin);
                }
            }
        }
        self.twins = Arc::new(found);
    }

    /// The section of that id, resolved.
    pub fn section(&self, id: &str) -> Option<Arc<Section>> {
        let slot = self.sections.get(id)?;
        Some(
            slot.cell
                .get_or_resolve(slot.version, &self.kept, || self.resolve(id, &slot.input)),
        )
    }

    fn resolve(&self, id: &str, input: &SectionInput) -> Section {
        let (base, books) = self.texts(input);
        Section::new(
            id,
            input,
            base,
            books,
            Arc::clone(&self.ruleset),
            Arc::clone(&self.order),
        )
    }

    /// What `look` finds in each section, in the order of their ids. Works on all cores; every section is resolved, and the last ones
    /// stay so.
    pub fn each_section<T: Send>(&self, look: impl Fn(&Arc<Section>) -> T + Sync) -> Vec<T> {
        let slots: Vec<(&Arc<str>, &Arc<Slot>)> = self.sections.iter().collect();
        let look = |(id, slot): &(&Arc<str>, &Arc<Slot>)| {
            look(
                &slot
                    .cell
                    .get_or_resolve(slot.version, &self.kept, || self.resolve(id, &slot.input)),
            )
        };
        slots.par_iter().with_min_len(64).map(look).collect()
    }

    /// Resolves every section. Of a large library only those stay resolved that were so last.
    pub fn resolve_all(&self) {
        self.each_section(|_| ());
    }

    /// The ids of all sections, in printed order.
    pub fn outline(&self) -> &Outline {
        self.outline.get_or_init(|| Arc::new(self.lay_out()))
    }

    fn lay_out(&self) -> Outline {
        let mut out: Outline = Vec::new();
        let mut seen: BTreeSet<&str> = BTreeSet::new();
        let mut files: Vec<SourceId> = self.contributions.keys().copied().collect();
        files.sort_by_key(|source| self.turn(*source));
        for source in &files {
            for (section, _) in &self.contributions[source].bases {
                if seen.insert(section) {
                    out.push(section.to_string());
                }
            }
        }
        let mut anchors: Vec<_> = self
            .contributions
            .values()
            .flat_map(|c| &c.anchors)
            .collect();
        anchors.sort_by_key(|(_, _, turn)| *turn);
        for (section, anchor, _) in anchors {
            if !seen.insert(section) {
                continue;
            }
            let position = |id: &str| out.iter().position(|s| s == id);
            let at = match anchor {
                Anchor::Before(id) => position(id),
                Anchor::After(id) => position(id).map(|at| at + 1),
                Anchor::AfterPage(page) => out
                    .iter()
                    .rposition(|s| self.info(s).and_then(|info| info.page).as_deref() == Some(page))
                    .map(|at| at + 1),
                Anchor::End => None,
            };
            out.insert(at.unwrap_or(out.len()), section.to_string());
        }
        out
    }

    /// The section in which a name lives: its own id, or that of a unit in it.
    pub fn section_of(&self, name: &str) -> Option<&str> {
        self.names.homes(name).next().map(|section| &**section)
    }

    /// The sections in which a name is declared, once for each declaration.
    pub fn homes(&self, name: &str) -> Vec<&str> {
        self.names.homes(name).map(|section| &**section).collect()
    }

    /// The files that hold passages of a document: its own, and those that name them as `n=document:number`.
    pub fn files_on(&self, document: &str) -> impl Iterator<Item = &Arc<File>> {
        self.numbers(document).map(|(file, _)| file)
    }

    /// The same, each with those of the passages' numbers that are plain, ascending.
    pub fn numbers(&self, document: &str) -> impl Iterator<Item = (&Arc<File>, &[u32])> {
        self.documents
            .get(document)
            .into_iter()
            .flatten()
            .filter_map(move |source| {
                let (_, numbers) = self
                    .passages(*source)
                    .iter()
                    .find(|(other, _)| **other == *document)?;
                Some((self.files.get(source)?, &**numbers))
            })
    }

    /// The documents of which a file names passages, its own first, with those of the passages' numbers that are plain, ascending.
    pub fn passages(&self, source: SourceId) -> &[(Arc<str>, Box<[u32]>)] {
        self.contributions
            .get(&source)
            .map_or(&[], |own| &own.passages)
    }

    /// The sections that a file makes, fills or instructs.
    pub fn concerned_by(&self, source: SourceId) -> BTreeSet<&str> {
        let Some(own) = self.contributions.get(&source) else {
            return BTreeSet::new();
        };
        let places = own
            .bases
            .iter()
            .chain(&own.books)
            .map(|(section, _)| &**section);
        places
            .chain(own.parts.iter().map(|(section, _)| &**section))
            .collect()
    }

    /// The files that make, fill or instruct a section.
    pub fn sources_on(&self, section: &str) -> BTreeSet<SourceId> {
        let Some(slot) = self.sections.get(section) else {
            return BTreeSet::new();
        };
        let places = slot
            .input
            .bases
            .iter()
            .chain(&slot.input.books)
            .map(|(file, _)| file.source);
        places
            .chain(slot.input.parts.iter().map(|part| part.source))
            .collect()
    }

    /// The bytes of all that a file says of a section: its places, then its instructions. As long as the file says the same of it, each
    /// stays at its place of the list.
    pub fn extents(&self, section: &str, source: SourceId) -> Vec<Span> {
        let Some(SectionInput {
            bases,
            books,
            parts,
        }) = self.sections.get(section).map(|slot| &slot.input)
        else {
            return Vec::new();
        };
        let places = bases
            .iter()
            .chain(books)
            .filter(|(file, _)| file.source == source);
        let places = places.map(|(file, at)| {
            file.places
                .get(*at)
                .map(|place| place.span)
                .unwrap_or_default()
        });
        let parts = parts.iter().filter(|part| part.source == source);
        places
            .chain(parts.map(|part| moved::extent(&part.patch)))
            .collect()
    }

    /// The places that make a section, in the order of their documents: more than one where its id is given twice. Walks all
    /// files: ask [`Self::homes`] first.
    pub fn makers(&self, id: &str) -> Vec<Location> {
        let mut makers: Vec<(_, Location)> = Vec::new();
        for (&source, own) in &self.contributions {
            let bases = own.bases.iter().filter(|(section, _)| **section == *id);
            let places = bases.filter_map(|(_, at)| self.files.get(&source)?.places.get(*at));
            makers.extend(
                places.map(|place| (self.turn(source), Location::new(source, place.heading_span))),
            );
            let created = own
                .parts
                .iter()
                .filter(|(section, part)| **section == *id && part.meaning == Meaning::Creates);
            let heads = created.filter_map(|(_, part)| part.patch.blocks().get(part.slice.0));
            makers.extend(heads.map(|head| (self.turn(source), Location::new(source, head.span))));
        }
        makers.sort_by_key(|(turn, at)| (*turn, at.span.start()));
        makers.into_iter().map(|(_, at)| at).collect()
    }

    /// All names with the section in which they live, in no order.
    pub fn names(&self) -> impl Iterator<Item = (&str, &str)> {
        self.names.iter()
    }

    /// At most `most` names of a kind of which a part begins with `typed` (small and capital letters are alike), those that begin with it
    /// themselves first, each kind in the order of letters; and whether there are more. Walks over what fits, not over all names.
    pub fn listed(&self, kind: Listing, typed: &str, most: usize) -> (Vec<Arc<str>>, bool) {
        let mut lookup = self.lookup.get();
        lookup.refresh(self.contributions.keys().copied(), |source| {
            Some((
                &**self.files.get(&source)?,
                self.contributions.get(&source)?,
            ))
        });
        lookup.find(kind, typed, most)
    }

    /// The ids that instructions and links name and no section has: sections that exist only as the target of an instruction.
    pub fn is_groundless(&self, id: &str) -> bool {
        self.sections.get(id).is_some_and(|slot| {
            slot.input.bases.is_empty()
                && slot
                    .input
                    .parts
                    .iter()
                    .all(|part| part.meaning != Meaning::Creates)
        })
    }

    /// The sections that have an instruction which says that what it takes out lives on in the clause `name`.
    pub fn sections_moved_to(&self, name: &str) -> BTreeSet<Arc<str>> {
        self.moves
            .get_or_init(|| self.told(where_told::moves))
            .sections(name)
    }

    /// The ids of all sections, in the order of their letters.
    pub fn section_ids(&self) -> impl Iterator<Item = &str> {
        self.sections.keys().map(|id| &**id)
    }

    /// The files, by source.
    pub fn files(&self) -> impl Iterator<Item = &Arc<File>> {
        self.files.values()
    }

    /// In which words people ask for its clauses.
    pub fn subjects(&self) -> Subjects {
        Subjects::new(&self.ruleset, self.files.values())
    }

    /// The sections that are part of another one, in the order of the outline.
    pub fn parts_of(&self, id: &str) -> &[String] {
        self.grouped().parts.get(id).map_or(&[], Vec::as_slice)
    }

    /// The sections on a printed page, in the order of the outline.
    pub fn on_page(&self, page: &str) -> &[String] {
        self.grouped().pages.get(page).map_or(&[], Vec::as_slice)
    }

    /// The printed pages that sections name, in no order.
    pub fn pages(&self) -> impl Iterator<Item = &str> {
        self.grouped().pages.keys().map(String::as_str)
    }

    fn grouped(&self) -> &Grouped {
        self.grouped.get_or_init(|| {
            let mut grouped = Grouped::default();
            for (id, info) in self
                .outline()
                .iter()
                .filter_map(|id| Some((id, self.info(id)?)))
            {
                info.within
                    .into_iter()
                    .for_each(|whole| grouped.parts.entry(whole).or_default().push(id.clone()));
                info.page
                    .into_iter()
                    .for_each(|page| grouped.pages.entry(page).or_default().push(id.clone()));
            }
            Arc::new(grouped)
        })
    }

    /// The sections of which some file says a fact, whatever the edition.
    pub fn sections_with(&self, fact: &str) -> BTreeSet<Arc<str>> {
        self.facts
            .get_or_init(|| self.told(where_told::facts))
            .sections(fact)
    }

    /// The sections with a contradiction or remark that links a clause or ruling of this one.
    pub fn sections_citing(&self, section: &str) -> impl Iterator<Item = &str> {
        let citing = self.citing.get_or_init(|| {
            let mut citing = Citing::default();
            for (source, own) in &self.contributions {
                let Some(file) = self.files.get(source) else {
                    continue;
                };
                for (section, note) in where_told::noted(file, own) {
                    citing.sources.insert(*source);
                    for home in note
                        .cited
                        .iter()
                        .flat_map(|cited| self.names.homes(&cited.clause))
                    {
                        citing
                            .sections
                            .entry(Arc::clone(home))
                            .or_default()
                            .insert(Arc::clone(section));
                    }
                }
            }
            Arc::new(citing)
        });
        citing
            .sections
            .get(section)
            .into_iter()
            .flatten()
            .map(|section| &**section)
    }

    fn told(&self, read: where_told::Read) -> Told {
        Told::new(
            read,
            self.contributions
                .iter()
                .filter_map(|(source, own)| Some((&**self.files.get(source)?, &**own))),
        )
    }

    /// Finds now what would otherwise be found when it is first asked for: outline, names, facts.
    pub fn prepare(&self) {
        self.grouped();
        self.sections_with("");
        self.sections_moved_to("");
        self.listed(Listing::Clause, "", 1);
    }

    /// What is known of a section without resolving it.
    pub fn info(&self, id: &str) -> Option<SectionInfo> {
        let (attrs, heading, _) = self.first(id)?;
        Some(SectionInfo {
            id: id.to_owned(),
            heading: heading.to_owned(),
            page: self.page(id).map(str::to_owned),
            page_inferred: attrs
                .get("inferred")
                .is_some_and(|inferred| inferred.value == "page"),
            within: attrs.get("within").map(|within| within.value.clone()),
            figure: attrs.has_class("figure"),
        })
    }

    /// The heading of a section when it first appeared.
    pub fn heading(&self, id: &str) -> Option<&str> {
        self.first(id).map(|(_, heading, _)| heading)
    }

    /// The printed page of a section; none where its document is not the one whose pages are counted.
    pub fn page(&self, id: &str) -> Option<&str> {
        let (attrs, _, maker) = self.first(id)?;
        if attrs.get("document").is_some() {
            return None;
        }
        let page = attrs.get("page").or_else(|| maker?.attrs.get("page"));
        page.map(|page| page.value.as_str())
    }

    /// The first appearance of a section: its attributes, its heading, and the instruction that makes it, if it is no base text.
    fn first(&self, id: &str) -> Option<(&Attributes, &str, Option<&Entry>)> {
        let slot = self.sections.get(id)?;
        if let Some((file, at)) = slot.input.base() {
            let place = file.places.get(*at)?;
            debug_assert_eq!(place_id(place), id, "a base text is filed under its own id");
            return Some((&place.attrs, &place.heading.text, None));
        }
        let maker = slot
            .input
            .parts
            .iter()
            .find(|part| part.meaning == Meaning::Creates)?;
        let heading = maker.patch.blocks().get(maker.slice.0)?;
        Some((
            &heading.attrs,
            heading.text().map_or("", |text| &text.text),
            maker.patch.entry(),
        ))
    }
}
