//! Routes changed files again, and replaces what they contribute to the inputs of sections.

use super::{
    database::{RulesetDb, SectionSlot},
    printed_twins::{is_twin, twins_of},
};
use crate::{
    model::{Patch, PrintedInstructionRef},
    resolve::{
        SectionInput,
        graph::{FileOrder, GraphEdge, GraphNode, Relation, mentions_of, structure_of},
        route::{Contribution, Router},
    },
    syntax::FileRole,
    text::SourceId,
};
use rayon::prelude::*;
use rustc_hash::FxHashSet;
use std::{
    cell::RefCell,
    collections::{BTreeSet, HashMap},
    sync::{Arc, OnceLock},
};

/// How often files may be routed again because names were declared or removed in the round before.
const ROUNDS: usize = 4;

impl RulesetDb {
    /// Routes the instructions of the given files again, and of those files that looked up names
    /// which are now declared elsewhere. The sections to which they contribute are resolved again when
    /// they are requested.
    pub(super) fn update_contributions(&mut self, sources: BTreeSet<SourceId>) {
        let mut waiting = sources;
        let mut concerned = BTreeSet::new();
        for _ in 0..ROUNDS {
            let mut order: Vec<FileOrder> = waiting
                .iter()
                .map(|source| self.file_order(*source))
                .collect();
            order.sort_unstable();
            // each name with the file that declared it elsewhere, and the part of that file
            let mut redeclared: Vec<(GraphNode, SourceId, usize)> = Vec::new();
            let mut routed: HashMap<SourceId, usize> = HashMap::new();
            // the names that a document looks up are mostly declared in earlier documents, seldom
            // in another file of the same one
            let parts = order.chunk_by(|a, b| (a.role, a.document) == (b.role, b.document));
            for (at, part) in parts.enumerate() {
                let routes: Vec<_> = part
                    .par_iter()
                    .with_min_len(8)
                    .map(|file| self.contribution_of(file.source))
                    .collect();
                for (&FileOrder { source, .. }, route) in part.iter().zip(routes) {
                    let names = self.replace_contribution(source, route, &mut concerned);
                    redeclared.extend(names.into_iter().map(|name| (name, source, at)));
                    routed.insert(source, at);
                }
            }
            // a file of the same or a later part may declare a name that a file looked up
            let outdated = |(name, by, at): &(GraphNode, SourceId, usize)| {
                let is_lookup = |relation: Relation| relation == Relation::LooksUp;
                let files = self.graph.files_related(name, is_lookup);
                files
                    .filter(|file| file != by && routed.get(file).is_none_or(|own| own <= at))
                    .collect::<Vec<_>>()
            };
            waiting = redeclared.iter().flat_map(outdated).collect();
            if waiting.is_empty() {
                break;
            }
        }
        concerned.iter().for_each(|id| self.update_section(id));
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
        let relations = structure_of(file, &own, looked_up.into_inner());
        (own, relations)
    }

    /// Replaces what a file contributes. Adds the sections to which it contributes or contributed;
    /// returns the names that other files may now find elsewhere.
    fn replace_contribution(
        &mut self,
        source: SourceId,
        (new, relations): (Contribution, Vec<GraphEdge>),
        concerned: &mut BTreeSet<Arc<str>>,
    ) -> Vec<GraphNode> {
        let old = self.contributions.remove(&source).unwrap_or_default();
        let redeclared = self.graph.replace(new.order, &relations);
        if let Some(mentions) = self.mentions.get_mut() {
            let file = self.files.get(&source);
            let of_file = file.map(|file| mentions_of(file, &new));
            mentions.replace(new.order, &of_file.unwrap_or_default());
        }
        concerned.extend(old.shares.keys().chain(new.shares.keys()).cloned());
        self.contributions.insert(source, Arc::new(new));
        redeclared
    }

    /// Joins what files contribute to a section, which is resolved again when it is requested.
    fn update_section(&mut self, id: &Arc<str>) {
        let mut files = Vec::from_iter(self.sources_of_section(id));
        files.sort_unstable_by_key(|source| self.file_order(*source));
        let files = files.iter().filter_map(|file| self.contributions.get(file));
        let input = SectionInput::join(files.filter_map(|file| file.shares.get(id)));
        if input.all().next().is_none() {
            self.sections.remove(id);
        } else {
            let slot = SectionSlot {
                input,
                resolved: OnceLock::new(),
            };
            self.sections.insert(Arc::clone(id), Arc::new(slot));
        }
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
