//! All sections of one ruleset, kept up to date file by file.

use super::{
    Order, Part, Section, SectionInput,
    route::{Anchor, Contribution, Router, place_id},
};
use crate::{
    diagnostic::{Diagnostic, Location},
    model::{Patch, Ruleset, Twin},
    op::Meaning,
    syntax::{Attributes, Command, File, Layer, Role},
    text::SourceId,
};
use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    sync::{Arc, OnceLock},
};

/// The sections in printed order, those of all editions together.
pub type Outline = Vec<String>;

#[derive(Debug, Default)]
struct Slot {
    input: SectionInput,
    resolved: OnceLock<Arc<Section>>,
}

/// One ruleset: its files, and its sections, each resolved when it is first asked for.
#[derive(Debug)]
pub struct Corpus {
    /// What `ruleset.toml` says.
    pub ruleset: Arc<Ruleset>,
    /// The order of its documents.
    pub order: Arc<Order>,
    files: BTreeMap<SourceId, Arc<File>>,
    contributions: BTreeMap<SourceId, Contribution>,
    names: HashMap<String, Vec<String>>,
    twins: HashMap<(String, String), Twin>,
    sections: BTreeMap<String, Slot>,
    outline: OnceLock<Outline>,
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

impl Corpus {
    /// A ruleset out of its files. The second value tells what is wrong with the order of its documents.
    pub fn new(ruleset: Ruleset, files: impl IntoIterator<Item = Arc<File>>) -> (Self, Vec<Diagnostic>) {
        let (order, faults) = Order::new(&ruleset);
        let mut corpus = Self {
            ruleset: Arc::new(ruleset),
            order: Arc::new(order),
            files: files.into_iter().map(|file| (file.source, file)).collect(),
            contributions: BTreeMap::new(),
            names: HashMap::new(),
            twins: HashMap::new(),
            sections: BTreeMap::new(),
            outline: OnceLock::new(),
        };
        corpus.find_twins();
        let all: Vec<SourceId> = corpus.files.keys().copied().collect();
        corpus.contribute(&all);
        (corpus, faults)
    }

    /// Takes in a new text of a file, or a new file, or (with none) that it is gone. Only sections that the file concerns, before
    /// or after, are resolved again. Returns these.
    pub fn update(&mut self, source: SourceId, file: Option<Arc<File>>) -> BTreeSet<String> {
        let printed = |file: Option<&Arc<File>>| file.is_some_and(|f| f.front.layer == Layer::Printed);
        let twins = printed(self.files.get(&source)) || printed(file.as_ref());
        match file {
            Some(file) => self.files.insert(source, file),
            None => self.files.remove(&source),
        };
        if twins {
            self.find_twins();
            let all: Vec<SourceId> = self.files.keys().copied().collect();
            return self.contribute(&all);
        }
        self.contribute(&[source])
    }

    /// Routes the instructions of the given files anew, and of those whose ids could not be followed so far.
    fn contribute(&mut self, sources: &[SourceId]) -> BTreeSet<String> {
        let mut waiting: BTreeSet<SourceId> = sources.iter().copied().collect();
        waiting.extend(self.contributions.iter().filter(|(_, c)| c.unresolved).map(|(&source, _)| source));
        let mut changed = BTreeSet::new();
        // documents in their order; names made by a later one may resolve an earlier one in a second round
        for _ in 0..3 {
            let mut order: Vec<SourceId> = waiting.iter().copied().collect();
            order.sort_by_key(|source| self.turn(*source));
            for source in order {
                changed.extend(self.contribute_one(source));
            }
            waiting = self
                .contributions
                .iter()
                .filter(|(source, c)| c.unresolved && waiting.contains(source))
                .map(|(&source, _)| source)
                .collect();
            if waiting.is_empty() {
                break;
            }
        }
        self.outline = OnceLock::new();
        changed
    }

    fn turn(&self, source: SourceId) -> (u8, u32, SourceId) {
        let Some(file) = self.files.get(&source) else { return (0, 0, source) };
        let role = match file.role {
            Role::Base => 0,
            Role::Amend => 1,
            Role::Clarify => 2,
            Role::Book => 3,
        };
        let document = file.front.document.as_ref().map_or("", |document| document.value.as_str());
        (role, self.order.turn(document), source)
    }

    fn contribute_one(&mut self, source: SourceId) -> BTreeSet<String> {
        let mut changed = BTreeSet::new();
        let old = self.contributions.remove(&source).unwrap_or_default();
        for (name, section) in &old.names {
            if let Some(sections) = self.names.get_mut(name)
                && let Some(at) = sections.iter().position(|s| s == section)
            {
                sections.remove(at);
            }
        }
        changed.extend(old.bases.into_iter().chain(old.books).map(|(section, _)| section));
        changed.extend(old.parts.into_iter().map(|(section, _)| section));
        let new = match self.files.get(&source) {
            Some(file) => {
                let section_of = |name: &str| self.names.get(name).and_then(|sections| sections.first()).cloned();
                let router = Router { ruleset: &self.ruleset, order: &self.order, section_of: &section_of, twins: &self.twins };
                router.contribution(file)
            }
            None => Contribution::default(),
        };
        for (name, section) in &new.names {
            self.names.entry(name.clone()).or_default().push(section.clone());
        }
        changed.extend(new.bases.iter().chain(&new.books).map(|(section, _)| section.clone()));
        changed.extend(new.parts.iter().map(|(section, _)| section.clone()));
        for section in &changed {
            let slot = self.sections.entry(section.clone()).or_default();
            slot.resolved = OnceLock::new();
            slot.input.parts.retain(|part| part.patch.file.source != source);
            slot.input.books.retain(|(file, _)| file.source != source);
            if slot.input.base.as_ref().is_some_and(|(file, _)| file.source == source) {
                slot.input.base = None;
            }
        }
        if let Some(file) = self.files.get(&source) {
            for (section, at) in &new.bases {
                let base = &mut self.sections.entry(section.clone()).or_default().input.base;
                // the first of two places of one id counts; a lint tells of the other
                if base.is_none() {
                    *base = Some((Arc::clone(file), *at));
                }
            }
            for (section, at) in &new.books {
                self.sections.entry(section.clone()).or_default().input.books.push((Arc::clone(file), *at));
            }
        }
        for (section, part) in &new.parts {
            self.sections.entry(section.clone()).or_default().input.parts.push(part.clone());
        }
        for section in &changed {
            if self
                .sections
                .get(section)
                .is_some_and(|slot| slot.input.base.is_none() && slot.input.parts.is_empty() && slot.input.books.is_empty())
            {
                self.sections.remove(section);
            }
        }
        self.contributions.insert(source, new);
        changed
    }

    fn find_twins(&mut self) {
        self.twins.clear();
        for file in self.files.values().filter(|file| file.front.layer == Layer::Printed && file.role != Role::Book) {
            let own = file.front.document.as_ref().map_or("", |document| document.value.as_str());
            for (place_at, place) in file.places.iter().enumerate() {
                for (entry_at, entry) in place.entries.iter().enumerate() {
                    for (document, n) in entry.attrs.passages() {
                        let key = (document.unwrap_or(own).to_owned(), n.to_owned());
                        self.twins.entry(key).or_insert(Twin { file: Arc::clone(file), place: place_at, entry: entry_at });
                    }
                }
            }
        }
    }

    /// The section of that id, resolved.
    pub fn section(&self, id: &str) -> Option<Arc<Section>> {
        let slot = self.sections.get(id)?;
        Some(Arc::clone(slot.resolved.get_or_init(|| Arc::new(self.resolve(id, &slot.input)))))
    }

    fn resolve(&self, id: &str, input: &SectionInput) -> Section {
        let section_of = |_: &str| None;
        let router = Router { ruleset: &self.ruleset, order: &self.order, section_of: &section_of, twins: &self.twins };
        let patch = |(file, place): &(Arc<File>, usize)| Arc::new(router.base_patch(file, *place));
        let base: Option<Arc<Patch>> = input.base.as_ref().map(patch);
        let books = input.books.iter().map(patch).collect();
        Section::new(id, input, base, books, Arc::clone(&self.ruleset), Arc::clone(&self.order))
    }

    /// Resolves every section that is not yet, on all cores.
    pub fn resolve_all(&self) {
        let waiting: Vec<&String> = self.sections.iter().filter(|(_, slot)| slot.resolved.get().is_none()).map(|(id, _)| id).collect();
        let threads = std::thread::available_parallelism().map_or(1, usize::from).min(waiting.len().div_ceil(64)).max(1);
        let next = std::sync::atomic::AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    while let Some(id) = waiting.get(next.fetch_add(1, std::sync::atomic::Ordering::Relaxed)) {
                        self.section(id);
                    }
                });
            }
        });
    }

    /// The ids of all sections, in printed order.
    pub fn outline(&self) -> &Outline {
        self.outline.get_or_init(|| self.lay_out())
    }

    fn lay_out(&self) -> Outline {
        let mut out: Outline = Vec::new();
        let mut seen: BTreeSet<&str> = BTreeSet::new();
        let mut files: Vec<SourceId> = self.contributions.keys().copied().collect();
        files.sort_by_key(|source| self.turn(*source));
        for source in &files {
            for (section, _) in &self.contributions[source].bases {
                if seen.insert(section) {
                    out.push(section.clone());
                }
            }
        }
        let mut anchors: Vec<_> = self.contributions.values().flat_map(|c| &c.anchors).collect();
        anchors.sort_by_key(|(_, _, turn)| *turn);
        for (section, anchor, _) in anchors {
            if out.contains(section) {
                continue;
            }
            let position = |id: &str| out.iter().position(|s| s == id);
            let at = match anchor {
                Anchor::Before(id) => position(id),
                Anchor::After(id) => position(id).map(|at| at + 1),
                Anchor::AfterPage(page) => {
                    out.iter().rposition(|s| self.info(s).and_then(|info| info.page).as_deref() == Some(page)).map(|at| at + 1)
                }
                Anchor::End => None,
            };
            out.insert(at.unwrap_or(out.len()), section.clone());
        }
        out
    }

    /// The section in which a name lives: its own id, or that of a unit in it.
    pub fn section_of(&self, name: &str) -> Option<&str> {
        self.names.get(name).and_then(|sections| sections.first()).map(String::as_str)
    }

    /// The sections in which a name is declared, once for each declaration.
    pub fn homes(&self, name: &str) -> &[String] {
        self.names.get(name).map_or(&[], Vec::as_slice)
    }

    /// The sections that a file makes, fills or instructs.
    pub fn concerned_by(&self, source: SourceId) -> BTreeSet<&str> {
        let Some(own) = self.contributions.get(&source) else { return BTreeSet::new() };
        let places = own.bases.iter().chain(&own.books).map(|(section, _)| section.as_str());
        places.chain(own.parts.iter().map(|(section, _)| section.as_str())).collect()
    }

    /// The places that make a section, in the order of their documents: more than one where its id is given twice. Walks all
    /// files: ask [`Self::homes`] first.
    pub fn makers(&self, id: &str) -> Vec<Location> {
        let mut makers: Vec<(_, Location)> = Vec::new();
        for (&source, own) in &self.contributions {
            let bases = own.bases.iter().filter(|(section, _)| section == id);
            let places = bases.filter_map(|(_, at)| self.files.get(&source)?.places.get(*at));
            makers.extend(places.map(|place| (self.turn(source), Location::new(source, place.heading_span))));
            let created = own.parts.iter().filter(|(section, part)| section == id && part.meaning == Meaning::Creates);
            let heads = created.filter_map(|(_, part)| part.patch.blocks().get(part.slice.0));
            makers.extend(heads.map(|head| (self.turn(source), Location::new(source, head.span))));
        }
        makers.sort_by_key(|(turn, at)| (*turn, at.span.start));
        makers.into_iter().map(|(_, at)| at).collect()
    }

    /// All names with the section in which they live, in no order.
    pub fn names(&self) -> impl Iterator<Item = (&str, &str)> {
        self.names.iter().filter_map(|(name, sections)| Some((name.as_str(), sections.first()?.as_str())))
    }

    /// The ids that instructions and links name and no section has: sections that exist only as the target of an instruction.
    pub fn is_groundless(&self, id: &str) -> bool {
        self.sections
            .get(id)
            .is_some_and(|slot| slot.input.base.is_none() && slot.input.parts.iter().all(|part| part.meaning != Meaning::Creates))
    }

    /// The sections that have an instruction which says that what it takes out lives on in the clause `name`.
    pub fn sections_moved_to(&self, name: &str) -> Vec<String> {
        let moves = |part: &Part| {
            let command = part.patch.entry().and_then(|entry| entry.command.as_ref());
            matches!(command, Some(Command::Delete { moved_to: Some(to), .. }) if to.value == name)
        };
        self.sections.iter().filter(|(_, slot)| slot.input.parts.iter().any(moves)).map(|(id, _)| id.clone()).collect()
    }

    /// The ids of all sections, in the order of their letters.
    pub fn section_ids(&self) -> impl Iterator<Item = &str> {
        self.sections.keys().map(String::as_str)
    }

    /// The files, by source.
    pub fn files(&self) -> impl Iterator<Item = &Arc<File>> {
        self.files.values()
    }

    /// What is known of a section without resolving it.
    pub fn info(&self, id: &str) -> Option<SectionInfo> {
        let slot = self.sections.get(id)?;
        let from = |attrs: &Attributes, heading: &str| SectionInfo {
            id: id.to_owned(),
            heading: heading.to_owned(),
            page: attrs.get("page").map(|page| page.value.clone()),
            page_inferred: attrs.get("inferred").is_some_and(|inferred| inferred.value == "page"),
            within: attrs.get("within").map(|within| within.value.clone()),
            figure: attrs.has_class("figure"),
        };
        if let Some((file, at)) = &slot.input.base {
            let place = file.places.get(*at)?;
            debug_assert_eq!(place_id(place), id, "a base text is filed under its own id");
            return Some(from(&place.attrs, &place.heading.text));
        }
        let maker = slot.input.parts.iter().find(|part| part.meaning == Meaning::Creates)?;
        let heading = maker.patch.blocks().get(maker.slice.0)?;
        let mut info = from(&heading.attrs, heading.text.as_ref().map_or("", |text| &text.text));
        if info.page.is_none() {
            info.page = maker.patch.entry().and_then(|entry| entry.attrs.get("page")).map(|page| page.value.clone());
        }
        Some(info)
    }
}
