//! Routes changed files again, and replaces what they contribute to the inputs of sections.

use super::{
    database::{RulesetDb, SectionSlot},
    printed_twins::{is_twin, twins_of},
};
use crate::{
    model::{Patch, PrintedInstructionRef},
    op::SectionAction,
    resolve::{
        SectionInput,
        graph::{FileOrder, GraphEdge, GraphNode, Relation, mentions_of, structure_of},
        relocation,
        route::{Contribution, Router},
        section,
    },
    syntax::{FileRole, RulesFile},
    text::SourceId,
};
use imbl::OrdMap;
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet, HashMap},
    sync::{Arc, OnceLock},
};

/// How often files may be routed again because names were declared or removed in the round before.
const ROUNDS: usize = 4;

/// Returns what a file contributes to each section, with an empty share for sections to which it
/// only contributed before.
fn shares_by_section<'a>(
    old: &'a Contribution,
    new: &'a Contribution,
    file: Option<&Arc<RulesFile>>,
) -> BTreeMap<&'a Arc<str>, SectionInput> {
    let mut shares: BTreeMap<&Arc<str>, SectionInput> = BTreeMap::new();
    if let Some(file) = file {
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
    shares
}

impl RulesetDb {
    /// Routes the instructions of the given files again, and of those files that looked up names
    /// which are now declared elsewhere. Returns the changed sections.
    pub(super) fn update_contributions(&mut self, sources: BTreeSet<SourceId>) -> BTreeSet<String> {
        let mut waiting = sources;
        let mut changed = BTreeSet::new();
        for _ in 0..ROUNDS {
            let mut order: Vec<FileOrder> = waiting
                .iter()
                .map(|source| self.file_order(*source))
                .collect();
            order.sort_unstable();
            let mut redeclared: FxHashMap<GraphNode, usize> = FxHashMap::default();
            let mut routed: HashMap<SourceId, usize> = HashMap::new();
            let mut first = 0;
            // the names that a document looks up are mostly declared in earlier documents, seldom
            // in another file of the same one
            for part in order.chunk_by(|a, b| (a.role, a.document) == (b.role, b.document)) {
                let routes: Vec<_> = part
                    .par_iter()
                    .with_min_len(8)
                    .map(|file| self.contribution_of(file.source))
                    .collect();
                for (at, (&FileOrder { source, .. }, route)) in
                    (first..).zip(part.iter().zip(routes))
                {
                    // files before this one may have changed the section of a name it looked up
                    let (_, relations) = &route;
                    let stale = relations.iter().any(|(_, relation, name)| {
                        *relation == Relation::LooksUp
                            && redeclared.get(name).is_some_and(|&by| by >= first)
                    });
                    let route = if stale {
                        self.contribution_of(source)
                    } else {
                        route
                    };
                    redeclared.extend(
                        self.replace_contribution(source, route, &mut changed)
                            .into_iter()
                            .map(|name| (name, at)),
                    );
                    routed.insert(source, at);
                }
                first += part.len();
            }
            if redeclared.is_empty() {
                break;
            }
            // a later file may declare a name that an earlier file looked up
            waiting = redeclared
                .iter()
                .flat_map(|(name, &by)| {
                    let routed = &routed;
                    self.graph
                        .files_related(name, |relation| relation == Relation::LooksUp)
                        .filter(move |source| routed.get(source).is_none_or(|&at| by > at))
                })
                .collect();
            if waiting.is_empty() {
                break;
            }
        }
        changed
    }

    pub(super) fn file_order(&self, source: SourceId) -> FileOrder {
        let Some(file) = self.files.get(&source) else {
            return FileOrder {
                source,
                ..FileOrder::default()
            };
        };
        let role = match file.role {
            FileRole::Base => 0,
            FileRole::Amend => 1,
            FileRole::Clarify => 2,
            FileRole::Book => 3,
            FileRole::Index => 4,
        };
        FileOrder {
            role,
            document: self.order.position(file.document()),
            source,
        }
    }

    /// Returns what a file contributes and states, given the names known so far; nothing if the
    /// file was removed.
    fn contribution_of(&self, source: SourceId) -> (Contribution, Vec<GraphEdge>) {
        let Some(file) = self.files.get(&source) else {
            return Default::default();
        };
        let looked_up = RefCell::new(FxHashSet::default());
        let section_of = |name: &str| {
            let name = GraphNode::declared(name);
            let home = self.graph.home_in_other_files(&name, source).cloned();
            looked_up.borrow_mut().insert(name);
            home
        };
        let mut own = self.router(&section_of).contribution(file);
        own.order = self.file_order(source);
        own.shrink_to_fit();
        let relations = structure_of(file, &own, looked_up.into_inner());
        (own, relations)
    }

    /// Replaces what a file contributes. Adds the sections for which this differs to `changed`;
    /// returns the names that other files may now find elsewhere.
    fn replace_contribution(
        &mut self,
        source: SourceId,
        (new, relations): (Contribution, Vec<GraphEdge>),
        changed: &mut BTreeSet<String>,
    ) -> Vec<GraphNode> {
        let old = self.contributions.remove(&source);
        let known = old.is_some().then_some(source);
        let old = old.unwrap_or_default();
        let file = self.files.get(&source).cloned();
        let redeclared = self.graph.replace(new.order, &relations);
        if let Some(mentions) = self.mentions.get_mut() {
            let of_file = file.as_ref().map(|file| mentions_of(file, &new));
            mentions.replace(new.order, &of_file.unwrap_or_default());
        }
        let shares = shares_by_section(&old, &new, file.as_ref());
        let mut slots = std::mem::take(&mut self.sections);
        for (section, share) in shares {
            if !self.replace_share(&mut slots, section, known, share)
                && !changed.contains(&**section)
            {
                changed.insert(section.to_string());
            }
        }
        self.sections = slots;
        self.invalidate_outline((&old, &new), changed);
        self.contributions.insert(source, Arc::new(new));
        self.name_index.lock().mark_stale(source);
        redeclared
    }

    /// Clears the outline if the sections of a file or what is known of them changed.
    fn invalidate_outline(
        &mut self,
        (old, new): (&Contribution, &Contribution),
        changed: &BTreeSet<String>,
    ) {
        let outlined = |own: &Contribution| {
            (
                own.order,
                own.new_sections.clone(),
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
                .filter(|(_, part)| part.meaning == SectionAction::Creates)
                .map(|(id, _)| id);
            own.bases
                .iter()
                .map(|(id, _)| id)
                .chain(creates)
                .any(|id| changed.contains(&**id))
        };
        if outlined(old) != outlined(new) || makes(new) {
            self.outline = OnceLock::new();
            self.groups = OnceLock::new();
        }
    }

    /// Replaces what a file contributes to a section. Returns whether the contribution is the same;
    /// then a resolved section stays resolved.
    fn replace_share(
        &self,
        slots: &mut OrdMap<Arc<str>, Arc<SectionSlot>>,
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
        let same = self.is_same_input(&own.unwrap_or_default(), &share);
        slot.input.bases.extend(share.bases);
        slot.input.books.extend(share.books);
        slot.input.parts.extend(share.parts);
        for places in [&mut slot.input.bases, &mut slot.input.books]
            .into_iter()
            .filter(|places| places.len() > 1)
        {
            places.sort_by_key(|(file, at)| (self.file_order(file.source), *at));
        }
        slot.version = slot.cell.next_version(slot.version, |resolved| {
            same.then(|| {
                let (base, books) = self.base_and_books(&slot.input);
                resolved.relocated(section::patches_of(
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

    /// Returns whether a file contributes the same to a section.
    fn is_same_input(&self, old: &SectionInput, new: &SectionInput) -> bool {
        let router = self.router(&|_| None);
        let place = |old: &(Arc<RulesFile>, usize), new: &(Arc<RulesFile>, usize)| {
            relocation::is_same_instruction(
                &router.make_base_patch(&old.0, old.1),
                &router.make_base_patch(&new.0, new.1),
            )
        };
        let places = |old: &[(Arc<RulesFile>, usize)], new: &[(Arc<RulesFile>, usize)]| {
            old.len() == new.len() && old.iter().zip(new).all(|(old, new)| place(old, new))
        };
        places(&old.bases, &new.bases)
            && places(&old.books, &new.books)
            && old.parts.len() == new.parts.len()
            && old
                .parts
                .iter()
                .zip(&new.parts)
                .all(|(old, new)| old.is_same(new))
    }

    pub(super) fn router<'a>(
        &'a self,
        section_of: &'a dyn Fn(&str) -> Option<Arc<str>>,
    ) -> Router<'a> {
        Router {
            ruleset: &self.ruleset,
            order: &self.order,
            section_of,
            twins: &self.twins,
        }
    }

    /// Returns the patches that represent the base text and the books of a section.
    pub(super) fn base_and_books(
        &self,
        input: &SectionInput,
    ) -> (Option<Arc<Patch>>, Vec<Arc<Patch>>) {
        let router = self.router(&|_| None);
        let patch = |(file, place): &(Arc<RulesFile>, usize)| {
            Arc::new(router.make_base_patch(file, *place))
        };
        (
            input.base().map(patch),
            input.books.iter().map(patch).collect(),
        )
    }

    /// Returns an instruction of a file, even if it is not understood: the edition in which it
    /// takes effect and the one in whose numbering it counts.
    pub fn patch_at(&self, source: SourceId, place: usize, entry: usize) -> Option<Patch> {
        let file = self.files.get(&source)?;
        let written = file.places.get(place)?.entries.get(entry)?;
        let document: Arc<str> = file.document().into();
        Some(
            self.router(&|_| None)
                .make_patch(file, &document, place, entry, written),
        )
    }

    pub(super) fn index_twins(&mut self) {
        let mut found: HashMap<(String, String), Vec<PrintedInstructionRef>> = HashMap::new();
        for file in self.files.values().filter(|file| is_twin(file)) {
            for (key, twin) in twins_of(file) {
                // if two files contain a passage the first one counts; within one file each patch
                // that restates a part has its own entry
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
}
