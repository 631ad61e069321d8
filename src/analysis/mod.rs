//! Everything that is loaded, as one value that answers questions. Command line, server and exports ask it and nothing else.

mod alphabetical;
mod amendments;
mod bearing;
mod catalogue;
mod chain;
mod changes;
mod citation;
mod clause_view;
mod compare;
mod documents;
mod earlier;
mod effect;
mod expected;
mod fact;
mod history;
mod impact;
mod lineage;
mod locate;
mod notices;
mod origin;
mod overview;
mod page_errata;
mod passage;
mod query_context;
mod reader;
mod recorded;
mod request;
mod search;
mod search_index_cache;
mod source;
mod target;

pub use alphabetical::{AlphabeticalIndex, IndexEntry, IndexLetter, IndexLine, IndexPlace};
pub use amendments::{AmendedPage, AmendedSection, Amendments, Home, Homes};
pub use catalogue::{Catalogue, ProfileLine, Volume};
pub use chain::Link;
pub use changes::{Changes, SectionChanges};
pub use citation::{Citation, CitedCell};
pub use clause_view::{
    Clarification, Clause, ClauseBlock, ClauseConflict, ClauseRemark, ClauseState, ClauseView,
    ConflictSide, Earlier, Marked, Provenance, Withdrawn, WordingChoice, WordingKind,
};
pub use compare::{ChangeKind, Comparison, Fate, Pair};
pub use documents::IndexKey;
pub use effect::{Effect, EntryAt};
pub use expected::Unchecked;
pub use fact::Fact;
pub use history::{AtomChange, Log, LogEntry};
pub use impact::{FactChange, Impact, Later};
pub use lineage::{Ancestor, Number, Relation};
pub use locate::{CANDIDATES, Candidate, Located, last_page, own, steps};
pub use origin::Origin;
pub use overview::{DocumentLine, EditionLine, Held, Overview, SectionLine};
pub use page_errata::{EarlierWording, ErrataLine, ErrataMark, PageErrata, SectionErrata};
pub use passage::Passage;
pub use query_context::{QueryContext, SearchError};
pub use request::{Query, Request, RequestError};
pub use search::{
    EditionRange, FieldValue, ParsedQuery, QueryCorrection, QueryError, SearchHit, SearchOptions,
    SearchQuery, SearchResults,
};
pub use search_index_cache::SearchIndexCache;
pub use source::{Source, SourceKind, SourceOrigin};
pub use target::{
    IndexProvider, RequestFactory, ResolvedTarget, TargetError, TargetKind, with_notice,
};

use crate::{
    diagnostic::Diagnostic,
    model::{Kind, Ruleset, Tree, UnitId},
    resolve::{Kept, RulesetDb, Section},
    syntax::{self, File, Layer, Role},
    text::SourceId,
};
use imbl::{OrdMap, Vector};
use indexmap::{IndexMap, IndexSet};
use rayon::prelude::*;
use search_index_cache::EditLog;
use std::{collections::BTreeSet, sync::Arc};

/// All rulesets with their sources.
///
/// A clone is cheap, whatever the size: an update copies only what it changes, and a clone made before it is the state before it.
#[derive(Clone, Debug, Default)]
pub struct Analysis {
    sources: Vector<Source>,
    files: OrdMap<SourceId, Arc<File>>,
    ruleset_dbs: IndexMap<String, Arc<RulesetDb>>,
    faults: Vec<Diagnostic>,
    kept: Kept,
    edits: EditLog,
}

impl Analysis {
    /// Reads and resolves nothing yet but the structure of the sources: sections are resolved when they are asked for. Which of
    /// two files of one ruleset and name counts is for whoever gathers the sources to say.
    pub fn new(sources: impl IntoIterator<Item = Source>) -> Self {
        let mut analysis = Self {
            sources: sources.into_iter().collect(),
            ..Self::default()
        };
        analysis.parse();
        analysis.load_rulesets();
        analysis
    }

    fn load_rulesets(&mut self) {
        let of_rules = self
            .sources
            .iter()
            .filter(|source| matches!(source.kind, SourceKind::Ruleset | SourceKind::Rules));
        let keys: IndexSet<&str> = of_rules.map(|source| source.ruleset.as_str()).collect();
        let keys: Vec<&str> = keys.into_iter().collect();
        let made: Vec<_> = keys.par_iter().map(|key| self.parse_ruleset(key)).collect();
        let keys: Vec<String> = keys.into_iter().map(str::to_owned).collect();
        for (key, (db, faults)) in keys.into_iter().zip(made) {
            self.ruleset_dbs.insert(key, Arc::new(db));
            self.faults.extend(faults);
        }
    }

    /// The rulesets alone: their editions, documents and profiles. No file of rules is read, so that no clause is found.
    pub fn unread(sources: impl IntoIterator<Item = Source>) -> Self {
        let mut analysis = Self {
            sources: sources.into_iter().collect(),
            ..Self::default()
        };
        analysis.load_rulesets();
        analysis
    }

    /// Parses all rules files, on all cores.
    fn parse(&mut self) {
        let rules: Vec<_> = self
            .sources
            .iter()
            .enumerate()
            .filter(|(_, source)| source.kind == SourceKind::Rules)
            .collect();
        let files: Vec<_> = rules
            .into_par_iter()
            .with_min_len(16)
            .map(|(at, source)| Arc::new(file(SourceId(at as u32), source)))
            .collect();
        self.files = files.into_iter().map(|file| (file.source, file)).collect();
    }

    /// A ruleset out of the parsed files, with what is wrong with it.
    fn parse_ruleset(&self, key: &str) -> (RulesetDb, Vec<Diagnostic>) {
        let toml = self
            .sources
            .iter()
            .position(|source| source.ruleset == key && source.kind == SourceKind::Ruleset);
        let (ruleset, mut faults) = match toml {
            Some(at) => Ruleset::parse(key, SourceId(at as u32), &self.sources[at].text),
            None => (Ruleset::empty(key, SourceId(0)), Vec::new()),
        };
        let own = self
            .files
            .values()
            .filter(|file| self.sources[file.source.0 as usize].ruleset == key)
            .cloned();
        let (db, more) = RulesetDb::new(ruleset, own.collect::<Vec<_>>(), self.kept.clone());
        faults.extend(more);
        (db, faults)
    }

    /// Takes in a source that is no part of any ruleset: a scenario.
    pub fn add(&mut self, source: Source) -> SourceId {
        self.sources.push_back(source);
        SourceId((self.sources.len() - 1) as u32)
    }

    /// Takes in a new text of a source. Only what it concerns is resolved again: the sections of its ruleset whose ids are returned.
    pub fn update(&mut self, source: SourceId, text: Arc<str>) -> BTreeSet<String> {
        let Some(entry) = self.sources.get_mut(source.0 as usize) else {
            return BTreeSet::new();
        };
        entry.text = text;
        let entry = entry.clone();
        let changed = match entry.kind {
            SourceKind::Rules => {
                let file = Arc::new(file(source, &entry));
                self.files.insert(source, Arc::clone(&file));
                self.ruleset_dbs
                    .get_mut(&entry.ruleset)
                    .map(|db| Arc::make_mut(db).update(source, Some(file)))
                    .unwrap_or_default()
            }
            SourceKind::Ruleset => {
                self.faults.retain(|fault| fault.at.source != source);
                let (db, faults) = self.parse_ruleset(&entry.ruleset);
                self.faults.extend(faults);
                let all = db.section_ids().map(str::to_owned).collect();
                self.ruleset_dbs.insert(entry.ruleset.clone(), Arc::new(db));
                all
            }
            SourceKind::Thesaurus
            | SourceKind::Vocabulary
            | SourceKind::Check
            | SourceKind::Import
            | SourceKind::Scenario => BTreeSet::new(),
        };
        if entry.kind != SourceKind::Scenario {
            self.edits.record(&entry.ruleset, &changed);
        }
        changed
    }

    /// Whether some text of the rules was edited since they were loaded.
    pub fn is_edited(&self) -> bool {
        !self.edits.is_empty()
    }

    /// The ruleset of that name, in any case of letters.
    pub fn ruleset_db(&self, key: &str) -> Option<&RulesetDb> {
        let exact = self.ruleset_dbs.get(key);
        let mut all = self.ruleset_dbs.iter();
        exact
            .or_else(|| Some(all.find(|(own, _)| own.eq_ignore_ascii_case(key))?.1))
            .map(|db| &**db)
    }

    /// The ruleset that a source belongs to, resolved.
    pub fn ruleset_db_of(&self, source: SourceId) -> Option<&RulesetDb> {
        self.ruleset_db(&self.source(source)?.ruleset)
    }

    /// The ruleset that answers where none is named: the only one in the user's folders, else the one whose `ruleset.toml` says so (a
    /// folder's before a shipped one), else the first.
    pub fn default_ruleset_db(&self) -> Option<&RulesetDb> {
        let mut own = self
            .ruleset_dbs
            .values()
            .filter(|db| self.is_own(&db.ruleset.key));
        let only = own.next().filter(|_| own.next().is_none());
        only.or_else(|| self.ruleset_dbs.values().rfind(|db| db.ruleset.default))
            .or_else(|| self.ruleset_dbs.values().next())
            .map(|db| &**db)
    }

    /// Whether a ruleset comes from the user's folders. One of which a file is shipped does not, whatever the folders add to it.
    fn is_own(&self, key: &str) -> bool {
        let rules = |source: &&Source| {
            source.ruleset == key && matches!(source.kind, SourceKind::Ruleset | SourceKind::Rules)
        };
        let mut any = false;
        self.sources.iter().filter(rules).all(|source| {
            any |= source.origin == SourceOrigin::Folder;
            source.origin != SourceOrigin::Shipped
        }) && any
    }

    /// All rulesets, as loaded.
    pub fn ruleset_dbs(&self) -> impl Iterator<Item = (&str, &RulesetDb)> {
        self.ruleset_dbs
            .iter()
            .map(|(key, db)| (key.as_str(), &**db))
    }

    /// All sources, by their ids.
    pub fn sources(&self) -> &Vector<Source> {
        &self.sources
    }

    /// The source of that id.
    pub fn source(&self, id: SourceId) -> Option<&Source> {
        self.sources.get(id.0 as usize)
    }

    /// The parsed rules file of that source.
    pub fn file(&self, id: SourceId) -> Option<&Arc<File>> {
        self.files.get(&id)
    }

    /// All parsed rules files, by source.
    pub fn files(&self) -> impl Iterator<Item = &Arc<File>> {
        self.files.values()
    }

    /// What is wrong with the files that describe rulesets.
    pub fn ruleset_faults(&self) -> &[Diagnostic] {
        &self.faults
    }
}

/// A source, parsed. What stands in the user's own library is printed wording, whether its front matter says so or not; an index is none.
fn file(id: SourceId, source: &Source) -> File {
    let mut file = syntax::parse(id, &source.name, &source.text);
    if source.origin == SourceOrigin::Library && file.role != Role::Index {
        file.front.layer = Layer::Printed;
    }
    file
}

/// The id of a unit: its name, else the nearest name above it with its place below that, as `rear-support/b3`; for units that are no
/// longer there, the place of their birth.
pub fn unit_id(section: &Section, tree: &Tree, unit: UnitId) -> String {
    let mut below: Vec<String> = Vec::new();
    for u in tree.path(unit) {
        if let Some(name) = section.arena.name_of(u) {
            let mut id = name.to_owned();
            for step in below.iter().rev() {
                id.push('/');
                id.push_str(step);
            }
            return id;
        }
        let Some((parent, _)) = tree.place(u) else {
            break;
        };
        let kind = tree.kind(u);
        let counts = |&c: &UnitId| {
            tree.kind(c) == kind && tree.get(c).is_some_and(|node| !node.floating)
                || Some(tree.kind(c)) == kind.gap()
        };
        let same: Vec<UnitId> = tree.children(parent).filter(counts).collect();
        let Some(at) = same.iter().position(|&c| c == u) else {
            break;
        };
        let open = |units: &[UnitId]| units.iter().any(|&c| tree.kind(c) != kind);
        match kind {
            Kind::Heading => below.push("h".into()),
            _ if kind.is_gap() => below.push(format!("{}+", kind.letter())),
            _ if !open(&same[..at]) => below.push(format!("{}{}", kind.letter(), at + 1)),
            // behind an open run it is counted from the end, as far as that is known
            _ if !open(&same[at..]) => below.push(format!("{}-{}", kind.letter(), same.len() - at)),
            _ => break,
        }
    }
    section.arena.key(unit).to_owned()
}
