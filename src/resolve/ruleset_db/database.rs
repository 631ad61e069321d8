//! The sections of a ruleset and the tables that are built from its files.

use super::printed_twins::{is_twin, twins_of};
use crate::{
    diagnostic::{Diagnostic, Location},
    model::{PrintedTwin, Ruleset, SubjectIndex},
    op::SectionAction,
    resolve::{
        DocumentOrder, Section, SectionInput,
        declared_names::DeclaredNames,
        name_index::{NameKind, SharedNameIndex},
        note_cache::NoteCache,
        occurrences::{self, CollectOccurrences, NoteCitations, Occurrences, SectionGroups},
        relocation,
        route::Contribution,
        section_cache::{InputVersion, SectionCache, SectionCell},
    },
    syntax::RulesFile,
    text::{SourceId, Span},
};
use imbl::OrdMap;
use rayon::prelude::*;
use std::{
    collections::{BTreeSet, HashMap},
    sync::{Arc, OnceLock},
};

/// The input of a section, and the section itself once it is resolved.
#[derive(Clone, Debug, Default)]
pub(super) struct SectionSlot {
    pub(super) input: SectionInput,
    pub(super) version: InputVersion,
    /// Shared by all versions of the section.
    pub(super) cell: Arc<SectionCell>,
}

/// One ruleset: its files and its sections. Each section is resolved when it is requested.
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
    /// The files that name passages of a document, by the key of the document.
    pub(super) documents: HashMap<Arc<str>, BTreeSet<SourceId>>,
    pub(super) names: DeclaredNames,
    pub(super) twins: Arc<HashMap<(String, String), Vec<PrintedTwin>>>,
    pub(super) sections: OrdMap<Arc<str>, Arc<SectionSlot>>,
    section_cache: SectionCache,
    pub(super) outline: OnceLock<Arc<Vec<String>>>,
    pub(super) groups: OnceLock<Arc<SectionGroups>>,
    /// The sections in which facts occur.
    pub(super) fact_occurrences: OnceLock<Occurrences>,
    /// The sections whose deleted text continues in a clause.
    pub(super) move_occurrences: OnceLock<Occurrences>,
    pub(super) note_citations: OnceLock<Arc<NoteCitations>>,
    pub(super) name_index: SharedNameIndex,
    pub(in crate::resolve) note_cache: NoteCache,
}

impl RulesetDb {
    /// Loads a ruleset from its files. Rulesets that share a `section_cache` share its capacity.
    /// The diagnostics are about the order of the documents.
    pub fn new(
        ruleset: Ruleset,
        files: impl IntoIterator<Item = Arc<RulesFile>>,
        section_cache: SectionCache,
    ) -> (Self, Vec<Diagnostic>) {
        let (order, diagnostics) = DocumentOrder::new(&ruleset);
        let mut db = Self {
            ruleset: Arc::new(ruleset),
            order: Arc::new(order),
            files: files.into_iter().map(|file| (file.source, file)).collect(),
            contributions: OrdMap::new(),
            documents: HashMap::new(),
            names: DeclaredNames::default(),
            twins: Arc::default(),
            sections: OrdMap::new(),
            section_cache,
            outline: OnceLock::new(),
            groups: OnceLock::new(),
            fact_occurrences: OnceLock::new(),
            move_occurrences: OnceLock::new(),
            note_citations: OnceLock::new(),
            name_index: SharedNameIndex::default(),
            note_cache: NoteCache::default(),
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
        self.names
            .sections_of(name)
            .next()
            .map(|section| &**section)
    }

    /// Returns the sections that declare a name, once for each declaration.
    pub fn declaring_sections(&self, name: &str) -> Vec<&str> {
        self.names
            .sections_of(name)
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
        self.documents
            .get(document)
            .into_iter()
            .flatten()
            .filter_map(move |source| {
                let (_, numbers) = self
                    .document_passages(*source)
                    .iter()
                    .find(|(other, _)| **other == *document)?;
                Some((self.files.get(source)?, &**numbers))
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

    /// Returns the files that define, supply text for or instruct a section.
    pub fn sources_of_section(&self, section: &str) -> BTreeSet<SourceId> {
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
    /// its id is given twice. Visits all files; call [`Self::declaring_sections`] first.
    pub fn definitions(&self, id: &str) -> Vec<Location> {
        let mut definitions: Vec<(_, Location)> = Vec::new();
        for (&source, own) in &self.contributions {
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
        self.names.iter()
    }

    /// Returns at most `most` names of a kind with a part that has the prefix `typed`
    /// (case-insensitive), and whether there are more. Names with the prefix itself come first;
    /// both groups are sorted. Visits only the matching names.
    pub fn names_matching(
        &self,
        kind: NameKind,
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
        self.move_occurrences
            .get_or_init(|| self.collect_occurrences(occurrences::move_occurrences))
            .sections_of(name)
    }

    /// Iterates over the ids of all sections in alphabetical order.
    pub fn section_ids(&self) -> impl Iterator<Item = &str> {
        self.sections.keys().map(|id| &**id)
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
        self.fact_occurrences
            .get_or_init(|| self.collect_occurrences(occurrences::fact_occurrences))
            .sections_of(fact)
    }

    /// Returns the sections with a contradiction or remark that links to a clause or ruling of this
    /// section.
    pub fn sections_citing(&self, section: &str) -> impl Iterator<Item = &str> {
        let note_citations = self.note_citations.get_or_init(|| {
            let mut note_citations = NoteCitations::default();
            for (source, own) in &self.contributions {
                let Some(file) = self.files.get(source) else {
                    continue;
                };
                for (section, note) in occurrences::linking_notes(file, own) {
                    note_citations.sources.insert(*source);
                    for home in note
                        .cited
                        .iter()
                        .flat_map(|cited| self.names.sections_of(&cited.clause))
                    {
                        note_citations
                            .sections
                            .entry(Arc::clone(home))
                            .or_default()
                            .insert(Arc::clone(section));
                    }
                }
            }
            Arc::new(note_citations)
        });
        note_citations
            .sections
            .get(section)
            .into_iter()
            .flatten()
            .map(|section| &**section)
    }

    fn collect_occurrences(&self, collect: CollectOccurrences) -> Occurrences {
        Occurrences::new(
            collect,
            self.contributions
                .iter()
                .filter_map(|(source, own)| Some((&**self.files.get(source)?, &**own))),
        )
    }

    /// Builds the tables that are otherwise built when first needed: outline, names, facts.
    pub fn build_caches(&self) {
        self.groups();
        self.sections_with_fact("");
        self.sections_moved_to("");
        self.names_matching(NameKind::Clause, "", 1);
    }
}
