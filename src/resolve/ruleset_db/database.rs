//! `RulesetDb`: the files, sections and indexes of one ruleset, and look-ups in them.

use super::{
    broken_parts::BrokenParts,
    printed_twins::{is_twin, twins_of},
    section_groups::SectionGroups,
};
use crate::{
    diagnostic::{Diagnostic, Location},
    model::{PrintedInstructionRef, Ruleset, SubjectIndex},
    op::SectionAction,
    resolve::{
        DocumentOrder, Section, SectionInput, Symbol,
        graph::{GraphEdge, GraphNode, Relation, RulesetGraph, mentions_of},
        name_index::{IndexedNameKind, NameIndex},
        relocation,
        route::Contribution,
        section_cache::{CachedSection, InputVersion, SectionEvictionQueue},
    },
    syntax::RulesFile,
    text::{CloneMutex, SourceId, Span},
};
use imbl::OrdMap;
use rayon::prelude::*;
use std::{
    collections::{BTreeSet, HashMap},
    sync::{Arc, OnceLock},
};

/// The input of a section with its version, and the cache of the resolved section.
#[derive(Clone, Debug, Default)]
pub(super) struct SectionSlot {
    pub(super) input: SectionInput,
    pub(super) version: InputVersion,
    /// Shared by all versions of the section.
    pub(super) cell: Arc<CachedSection>,
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
    section_cache: SectionEvictionQueue,
    pub(super) outline: OnceLock<Arc<Vec<String>>>,
    pub(super) groups: OnceLock<Arc<SectionGroups>>,
    pub(super) name_index: CloneMutex<NameIndex>,
    /// Shared until the next edit.
    pub(super) broken_parts: Arc<OnceLock<BrokenParts>>,
}

impl RulesetDb {
    /// Loads a ruleset from its files. Rulesets that share a `section_cache` share its capacity.
    /// The diagnostics are about the order of the documents.
    pub fn new(
        ruleset: Ruleset,
        files: impl IntoIterator<Item = Arc<RulesFile>>,
        section_cache: SectionEvictionQueue,
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
            section_cache,
            outline: OnceLock::new(),
            groups: OnceLock::new(),
            name_index: CloneMutex::default(),
            broken_parts: Arc::default(),
        };
        db.index_twins();
        let all = db.files.keys().copied().collect();
        db.update_contributions(all);
        (db, diagnostics)
    }

    /// Replaces, adds or (with `None`) removes a file. Returns the sections for which the file now
    /// contributes something else; only these are resolved again. Text that merely moved within the
    /// file does not count.
    pub fn update(&mut self, source: SourceId, file: Option<Arc<RulesFile>>) -> BTreeSet<String> {
        self.broken_parts = Arc::default();
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
        self.update_contributions(sources)
    }

    /// Returns the resolved section of that id.
    pub fn section(&self, id: &str) -> Option<Arc<Section>> {
        let slot = self.sections.get(id)?;
        Some(
            slot.cell
                .get_or_resolve(slot.version, &self.section_cache, || {
                    self.resolve(id, &slot.input)
                }),
        )
    }

    fn resolve(&self, id: &str, input: &SectionInput) -> Section {
        let (base, books) = self.base_and_books(input);
        Section::new(
            id,
            input,
            base,
            books,
            Arc::clone(&self.ruleset),
            Arc::clone(&self.order),
        )
    }

    /// Calls `compute` for each section on all cores and returns the results in the order of the
    /// ids. The sections resolved last stay in the cache.
    pub fn map_sections<T: Send>(&self, compute: impl Fn(&Arc<Section>) -> T + Sync) -> Vec<T> {
        let slots: Vec<(&Arc<str>, &Arc<SectionSlot>)> = self.sections.iter().collect();
        let compute = |(id, slot): &(&Arc<str>, &Arc<SectionSlot>)| {
            compute(
                &slot
                    .cell
                    .get_or_resolve(slot.version, &self.section_cache, || {
                        self.resolve(id, &slot.input)
                    }),
            )
        };
        slots.par_iter().with_min_len(64).map(compute).collect()
    }

    /// Resolves every section. In a large library only the sections resolved last stay in the
    /// cache.
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

    /// Returns the bytes of everything in a file that concerns a section: first the places, then
    /// the instructions. As long as the file contributes the same, the order stays the same.
    pub fn spans_in_source(&self, section: &str, source: SourceId) -> Vec<Span> {
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
            .chain(parts.map(|part| relocation::patch_span(&part.patch)))
            .collect()
    }

    /// Returns the places that define a section, in the order of their documents: more than one if
    /// its id is given twice.
    pub fn definitions(&self, id: &str) -> Vec<Location> {
        let mut definitions: Vec<(_, Location)> = Vec::new();
        for source in self.sources_of_section(id) {
            let Some(own) = self.contributions.get(&source) else {
                continue;
            };
            let bases = own.bases.iter().filter(|(section, _)| **section == *id);
            let places = bases.filter_map(|(_, at)| self.files.get(&source)?.places.get(*at));
            definitions.extend(places.map(|place| {
                (
                    self.file_order(source),
                    Location::new(source, place.heading_span),
                )
            }));
            let created = own.parts.iter().filter(|(section, part)| {
                **section == *id && part.meaning == SectionAction::Creates
            });
            let headings = created.filter_map(|(_, part)| part.patch.blocks().get(part.slice.0));
            definitions.extend(
                headings
                    .map(|heading| (self.file_order(source), Location::new(source, heading.span))),
            );
        }
        definitions.sort_by_key(|(turn, at)| (*turn, at.span.start()));
        definitions.into_iter().map(|(_, at)| at).collect()
    }

    /// Iterates over all names and the section that declares each, in no order.
    pub fn names(&self) -> impl Iterator<Item = (&str, &str)> {
        self.graph.declared()
    }

    /// Returns at most `most` names of a kind with a part that has the prefix `typed`
    /// (case-insensitive), and whether there are more. Names with the prefix itself come first;
    /// both groups are sorted. Visits only the matching names.
    pub fn names_matching(
        &self,
        kind: IndexedNameKind,
        typed: &str,
        most: usize,
    ) -> (Vec<Arc<str>>, bool) {
        let mut name_index = self.name_index.lock();
        name_index.refresh(self.contributions.keys().copied(), |source| {
            Some((
                &**self.files.get(&source)?,
                self.contributions.get(&source)?,
            ))
        });
        name_index.find_prefix(kind, typed, most)
    }

    /// Returns whether a section exists only as the target of instructions: no file defines it.
    pub fn is_only_targeted(&self, id: &str) -> bool {
        self.sections.get(id).is_some_and(|slot| {
            slot.input.bases.is_empty()
                && slot
                    .input
                    .parts
                    .iter()
                    .all(|part| part.meaning != SectionAction::Creates)
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
        self.mentions().sections_related(&fact, |relation| {
            matches!(relation, Relation::Mentions { .. })
        })
    }

    /// Returns the sections with a note of the project that links to a clause or ruling of this
    /// section.
    pub fn sections_citing(&self, section: &str) -> BTreeSet<Arc<str>> {
        self.graph
            .names_in(section)
            .flat_map(|name| {
                self.graph.sections_related(name, |relation| {
                    matches!(relation, Relation::Comments { .. })
                })
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
    fn mentions(&self) -> &RulesetGraph {
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

    /// Returns the relations that a file states, in the order of the file.
    fn relations_of(&self, source: SourceId) -> Vec<GraphEdge> {
        let mut relations = self.graph.relations_of(source);
        if let (Some(file), Some(own)) = (self.files.get(&source), self.contributions.get(&source))
        {
            relations.extend(mentions_of(file, own));
        }
        relations
    }

    /// Returns the relations that a file states now or stated in `before`, but not both.
    pub fn changed_relations(&self, before: &Self, source: SourceId) -> BTreeSet<GraphEdge> {
        let (now, old) = (self.relations_of(source), before.relations_of(source));
        if now == old {
            return BTreeSet::new();
        }
        let [now, old] = [now, old].map(BTreeSet::from_iter);
        now.symmetric_difference(&old).cloned().collect()
    }

    /// Builds the tables that are otherwise built when first needed: outline and names. Where names
    /// occur is not among them: that takes as long as the first requests, and few of them need it.
    pub fn build_caches(&self) {
        self.groups();
        self.names_matching(IndexedNameKind::Clause, "", 1);
    }
}
