//! `RulesetDb`: the files, sections and indexes of one ruleset, and look-ups in them.

use super::{
    doubts::Doubts,
    printed_twins::{is_twin, twins_of},
};
use crate::{
    diagnostic::{Diagnostic, Location},
    model::{PrintedInstructionRef, Ruleset, SubjectIndex},
    resolve::{
        DocumentOrder, Section, SectionInput, Symbol,
        graph::{GraphNode, Relation, RulesetGraph, mentions_of},
        route::Contribution,
    },
    syntax::RulesFile,
    text::SourceId,
};
use imbl::OrdMap;
use rayon::prelude::*;
use std::{
    collections::{BTreeSet, HashMap},
    sync::{Arc, OnceLock},
};

/// The input of a section, and the section once it was resolved.
#[derive(Debug)]
pub(super) struct SectionSlot {
    pub(super) input: SectionInput,
    pub(super) resolved: OnceLock<Arc<Section>>,
}

/// The ids of sections by parent section and by page, in the order of the outline.
#[derive(Debug, Default)]
pub(super) struct SectionGroups {
    /// By the parent section.
    pub(super) parts: HashMap<String, Vec<String>>,
    /// By the printed page.
    pub(super) pages: HashMap<String, Vec<String>>,
}

/// A loaded ruleset: its files, sections, graph and indexes; files can be replaced one by one, and
/// a section is resolved when requested.
///
/// Cloning is cheap at any size, because versions share what they have in common.
#[derive(Clone, Debug)]
pub struct RulesetDb {
    /// The contents of `ruleset.toml`.
    pub ruleset: Arc<Ruleset>,
    /// The order of its documents.
    pub order: Arc<DocumentOrder>,
    pub(super) files: OrdMap<SourceId, Arc<RulesFile>>,
    pub(super) contributions: OrdMap<SourceId, Arc<Contribution>>,
    /// Documents, editions and sections; declarations, and what the instructions look up.
    pub(in crate::resolve) graph: Arc<RulesetGraph>,
    /// Where names occur: most of the relations, and needed only to follow references and edits.
    pub(super) mentions: OnceLock<Arc<RulesetGraph>>,
    pub(super) twins: Arc<HashMap<(String, String), Vec<PrintedInstructionRef>>>,
    pub(super) sections: OrdMap<Arc<str>, Arc<SectionSlot>>,
    pub(super) outline: OnceLock<Arc<Vec<String>>>,
    pub(super) groups: OnceLock<Arc<SectionGroups>>,
    /// Shared until the next edit.
    pub(super) doubts: Arc<OnceLock<Doubts>>,
}

impl RulesetDb {
    /// Loads a ruleset from its files. Rulesets that share a `section_cache` share its capacity.
    /// The diagnostics are about the order of the documents.
    pub fn new(
        ruleset: Ruleset,
        files: impl IntoIterator<Item = Arc<RulesFile>>,
    ) -> (Self, Vec<Diagnostic>) {
        let graph = RulesetGraph::new(&ruleset);
        let (order, diagnostics) = DocumentOrder::new(&ruleset, &graph);
        let mut db = Self {
            ruleset: Arc::new(ruleset),
            order: Arc::new(order),
            files: files.into_iter().map(|file| (file.source, file)).collect(),
            contributions: OrdMap::new(),
            graph: Arc::new(graph),
            mentions: OnceLock::new(),
            twins: Arc::default(),
            sections: OrdMap::new(),
            outline: OnceLock::new(),
            groups: OnceLock::new(),
            doubts: Arc::default(),
        };
        db.index_twins();
        let all = db.files.keys().copied().collect();
        db.update_contributions(all);
        (db, diagnostics)
    }

    /// Replaces, adds or (with `None`) removes a file. Only the sections to which it contributes, or
    /// files that look up its names, are resolved again.
    pub fn update(&mut self, source: SourceId, file: Option<Arc<RulesFile>>) {
        self.doubts = Arc::default();
        self.outline = OnceLock::new();
        self.groups = OnceLock::new();
        let mut sources = BTreeSet::from([source]);
        let printed: Vec<Arc<RulesFile>> = self
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
            self.index_twins();
            let documents: BTreeSet<String> = printed
                .iter()
                .flat_map(twins_of)
                .map(|((document, _), _)| document)
                .collect();
            let is_affected = |file: &RulesFile| {
                file.front
                    .document
                    .as_ref()
                    .is_some_and(|document| documents.contains(&document.value))
            };
            sources.extend(
                self.files
                    .iter()
                    .filter(|(_, file)| is_affected(file))
                    .map(|(&source, _)| source),
            );
        }
        self.update_contributions(sources);
    }

    /// Returns the resolved section of that id.
    pub fn section(&self, id: &str) -> Option<Arc<Section>> {
        Some(self.resolve(id, self.sections.get(id)?))
    }

    fn resolve(&self, id: &str, slot: &SectionSlot) -> Arc<Section> {
        let resolve = || {
            let (ruleset, order) = (Arc::clone(&self.ruleset), Arc::clone(&self.order));
            Arc::new(Section::new(id, &slot.input, ruleset, order))
        };
        Arc::clone(slot.resolved.get_or_init(resolve))
    }

    /// Calls `compute` for each section on all cores and returns the results in the order of the
    /// ids.
    pub fn map_sections<T: Send>(&self, compute: impl Fn(&Arc<Section>) -> T + Sync) -> Vec<T> {
        let slots: Vec<_> = self.sections.iter().collect();
        let compute =
            |(id, slot): &(&Arc<str>, &Arc<SectionSlot>)| compute(&self.resolve(id, slot));
        slots.par_iter().with_min_len(64).map(compute).collect()
    }

    /// Resolves every section, on all cores.
    pub fn resolve_all(&self) {
        self.map_sections(|_| ());
    }

    /// Returns the section that declares a name: its own id, or that of a unit in it.
    pub fn section_of(&self, name: &str) -> Option<&str> {
        let declaring_section = self.graph.declaring_section(&GraphNode::declared(name));
        declaring_section.map(|section| &**section)
    }

    /// Returns whether a section declares a name that another one declares, too: an instruction may
    /// then find the text of the other.
    pub fn shares_names(&self, section: &str) -> bool {
        self.graph.names_in(section).any(|name| {
            let declaring_sections = self.graph.declaring_sections(name);
            declaring_sections
                .iter()
                .any(|declaring_section| ***declaring_section != *section)
        })
    }

    /// Returns the sections that declare a name, once for each declaration.
    pub fn declaring_sections(&self, name: &str) -> Vec<&str> {
        let declaring_sections = self.graph.declaring_sections(&GraphNode::declared(name));
        declaring_sections
            .into_iter()
            .map(|section| &**section)
            .collect()
    }

    /// Returns the files that contain passages of a document: its own, and those that name them as
    /// `n=document:number`.
    pub fn files_of_document(&self, document: &str) -> impl Iterator<Item = &Arc<RulesFile>> {
        self.passage_numbers(document).map(|(file, _)| file)
    }

    /// Returns the same files, each with the plain numbers of the passages, ascending.
    pub fn passage_numbers(
        &self,
        document: &str,
    ) -> impl Iterator<Item = (&Arc<RulesFile>, &[u32])> {
        let node = GraphNode::document(document);
        let sources = self
            .graph
            .files_related(&node, |relation| relation == Relation::Numbers);
        let sources: BTreeSet<SourceId> = sources.collect();
        sources.into_iter().filter_map(move |source| {
            let (_, numbers) = self
                .document_passages(source)
                .iter()
                .find(|(other, _)| **other == *document)?;
            Some((self.files.get(&source)?, &**numbers))
        })
    }

    /// Returns the documents whose passages a file names, its own first, each with the plain
    /// numbers of the passages, ascending.
    pub fn document_passages(&self, source: SourceId) -> &[(Arc<str>, Box<[u32]>)] {
        self.contributions
            .get(&source)
            .map_or(&[], |own| &own.passages)
    }

    /// Returns the sections that a file defines, supplies text for or instructs.
    pub fn sections_of_source(&self, source: SourceId) -> BTreeSet<&str> {
        let out = self.graph.outgoing(&GraphNode::File(source));
        out.filter_map(|(to, relation, _)| match to {
            GraphNode::Section(section) if relation == Relation::Contributes => Some(&**section),
            _ => None,
        })
        .collect()
    }

    /// Returns the files that define, supply text for or instruct a section.
    pub fn sources_of_section(&self, section: &str) -> BTreeSet<SourceId> {
        self.graph
            .files_related(&GraphNode::Section(section.into()), |relation| {
                relation == Relation::Contributes
            })
            .collect()
    }

    /// Returns the places that define a section, in the order of their documents: more than one if
    /// its id is given twice.
    pub fn definitions(&self, id: &str) -> Vec<Location> {
        let Some(slot) = self.sections.get(id) else {
            return Vec::new();
        };
        let bases = slot.input.bases.iter();
        let created = slot.input.creations();
        let headings = created.filter_map(|patch| Some((patch, patch.payload().first()?.span)));
        let mut definitions: Vec<_> = bases
            .filter_map(|patch| Some((patch, patch.place()?.heading_span)))
            .chain(headings)
            .map(|(patch, span)| (self.file_order(patch.file.source), patch.file.locate(span)))
            .collect();
        definitions.sort_by_key(|(turn, at)| (*turn, at.span.start()));
        definitions.into_iter().map(|(_, at)| at).collect()
    }

    /// Iterates over all names and the section that declares each, in no order.
    pub fn names(&self) -> impl Iterator<Item = (&str, &str)> {
        self.graph.declared()
    }

    /// Returns whether a section exists only as the target of instructions: no file defines it.
    pub fn is_only_targeted(&self, id: &str) -> bool {
        self.sections.get(id).is_some_and(|slot| {
            slot.input.bases.is_empty() && slot.input.creations().next().is_none()
        })
    }

    /// Returns the sections with an instruction whose deleted text continues in the clause `name`.
    pub fn sections_moved_to(&self, name: &str) -> BTreeSet<Arc<str>> {
        self.graph
            .sections_related(&GraphNode::declared(name), |relation| {
                relation == Relation::MovedTo
            })
    }

    /// Iterates over the ids of all sections in alphabetical order.
    pub fn section_ids(&self) -> impl Iterator<Item = &str> {
        self.sections.keys().map(|id| &**id)
    }

    /// Returns a file.
    pub fn file(&self, source: SourceId) -> Option<&Arc<RulesFile>> {
        self.files.get(&source)
    }

    /// Iterates over the files, by source.
    pub fn files(&self) -> impl Iterator<Item = &Arc<RulesFile>> {
        self.files.values()
    }

    /// Returns the subject index: the words in which people ask for clauses.
    pub fn subjects(&self) -> SubjectIndex {
        SubjectIndex::new(&self.ruleset, self.files.values())
    }

    /// Returns the sections in which a fact occurs, at any edition.
    pub fn sections_with_fact(&self, fact: &str) -> BTreeSet<Arc<str>> {
        let fact = GraphNode::Symbol(Symbol::Fact(fact.into()));
        self.mentions()
            .sections_related(&fact, |relation| relation == Relation::Mentions)
    }

    /// Returns the sections with a note of the project that links to a clause or ruling of this
    /// section.
    pub fn sections_citing(&self, section: &str) -> BTreeSet<Arc<str>> {
        self.graph
            .names_in(section)
            .flat_map(|name| {
                self.graph
                    .sections_related(name, |relation| relation == Relation::Comments)
            })
            .collect()
    }

    /// Returns the files that declare, address, mention or otherwise name a symbol.
    pub fn files_naming(&self, symbol: &Symbol) -> BTreeSet<SourceId> {
        let name = GraphNode::of(symbol.clone());
        let mut files = self.graph.files_naming(&name);
        files.extend(self.mentions().files_naming(&name));
        files
    }

    /// Returns where names occur.
    pub(in crate::resolve) fn mentions(&self) -> &RulesetGraph {
        self.mentions.get_or_init(|| {
            let contributions: Vec<_> = self.contributions.iter().collect();
            let mentions: Vec<_> = contributions
                .into_par_iter()
                .filter_map(|(source, own)| {
                    Some((own.order, mentions_of(self.files.get(source)?, own)))
                })
                .collect();
            let mut graph = Arc::default();
            for (order, mentions) in mentions {
                RulesetGraph::replace(&mut graph, order, &mentions);
            }
            graph
        })
    }
}
