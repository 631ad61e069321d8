//! `Analysis`: parses source texts into rulesets in memory, and updates them after edits.

use super::{Source, SourceKind, SourceOrigin};
use crate::{
    diagnostic::Diagnostic,
    model::{OWN_RULINGS, Ruleset},
    resolve::RulesetDb,
    syntax::{self, FileRole, RulesFile, WordingLayer},
    text::SourceId,
};
use imbl::{OrdMap, Vector};
use indexmap::{IndexMap, IndexSet};
use jiff::civil::Date;
use rayon::prelude::*;
use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

/// The number of the next edit of any analysis of the process.
static NEXT_REVISION: AtomicU64 = AtomicU64::new(1);

/// All loaded source texts, and the rulesets parsed from them; its methods return clauses,
/// histories, changes, pages and search results.
///
/// Cloning is cheap at any size: an update copies only what it changes, and a clone made before the
/// update keeps the earlier state.
#[derive(Clone, Debug, Default)]
pub struct Analysis {
    sources: Vector<Source>,
    files: OrdMap<SourceId, Arc<RulesFile>>,
    ruleset_dbs: IndexMap<String, Arc<RulesetDb>>,
    faults: Vec<Diagnostic>,
    /// The proposals that count, and the day from which they do.
    proposals: Option<(Arc<[String]>, Date)>,
    /// The number of the last edit, unique among all analyses of the process; 0 before any edit.
    pub(super) revision: u64,
}

impl Analysis {
    /// Parses the sources. Sections are resolved when they are requested. If a ruleset has several
    /// files of one name, the caller decides which one to pass.
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

    /// Makes the proposals of these keys count from a day.
    pub(super) fn include_proposals(&mut self, names: Arc<[String]>, day: Date) {
        let is_concerned = |db: &RulesetDb| {
            let mut proposals = db.ruleset.proposals();
            proposals.any(|key| names.iter().any(|name| name == key))
        };
        let concerned = self.ruleset_dbs.iter();
        let concerned = concerned.filter(|(_, db)| is_concerned(db));
        let keys: Vec<String> = concerned.map(|(key, _)| key.clone()).collect();
        self.proposals = Some((names, day));
        self.revision = NEXT_REVISION.fetch_add(1, Ordering::Relaxed);
        for key in keys {
            // its problems are known already
            let (db, _) = self.parse_ruleset(&key);
            self.ruleset_dbs.insert(key, Arc::new(db));
        }
    }

    /// Returns whether the same proposals count in other rules.
    pub(crate) fn has_same_proposals(&self, other: &Self) -> bool {
        self.proposals == other.proposals
    }

    /// Loads only the rulesets: their editions, documents and profiles. Parses no rules file, so no
    /// clause is found.
    pub fn without_rules(sources: impl IntoIterator<Item = Source>) -> Self {
        let mut analysis = Self {
            sources: sources.into_iter().collect(),
            ..Self::default()
        };
        analysis.load_rulesets();
        analysis
    }

    /// Returns the rules files whose text contains `word`. Those that were not parsed before are
    /// parsed.
    pub(super) fn files_with(&self, word: &str) -> impl Iterator<Item = Arc<RulesFile>> {
        let rules = self.sources.iter().zip(0..).filter(move |(source, _)| {
            source.kind == SourceKind::Rules && source.text.contains(word)
        });
        rules.map(|(source, at)| {
            let known = self.files.get(&SourceId(at)).cloned();
            known.unwrap_or_else(|| Arc::new(parse_file(SourceId(at), source)))
        })
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
            .map(|(at, source)| Arc::new(parse_file(SourceId(at as u32), source)))
            .collect();
        self.files = files.into_iter().map(|file| (file.source, file)).collect();
    }

    /// Loads a ruleset from the parsed files, with its diagnostics.
    fn parse_ruleset(&self, key: &str) -> (RulesetDb, Vec<Diagnostic>) {
        let toml = self
            .sources
            .iter()
            .position(|source| source.ruleset == key && source.kind == SourceKind::Ruleset);
        let (mut ruleset, mut faults) = match toml {
            Some(at) => Ruleset::parse(key, SourceId(at as u32), &self.sources[at].text),
            None => (Ruleset::empty(key, SourceId(0)), Vec::new()),
        };
        if let Some((keys, day)) = &self.proposals {
            ruleset.include_proposals(keys, *day);
        }
        let own = self
            .files
            .values()
            .filter(|file| self.sources[file.source.0 as usize].ruleset == key);
        let own: Vec<Arc<RulesFile>> = own.cloned().collect();
        let is_own_ruling =
            |file: &Arc<RulesFile>| is_own_ruling(&self.sources[file.source.0 as usize], file);
        if own.iter().any(is_own_ruling) {
            ruleset.add_own_rulings();
        }
        let (db, more) = RulesetDb::new(ruleset, own);
        faults.extend(more);
        (db, faults)
    }

    /// Adds a source that belongs to no ruleset, such as a scenario.
    pub fn add_source(&mut self, source: Source) -> SourceId {
        self.sources.push_back(source);
        SourceId((self.sources.len() - 1) as u32)
    }

    /// Replaces the text of a source. Only the sections to which it contributes are resolved again.
    pub fn update_source(&mut self, source: SourceId, text: Arc<str>) {
        let Some(entry) = self.sources.get_mut(source.0 as usize) else {
            return;
        };
        entry.text = text;
        let entry = entry.clone();
        match entry.kind {
            SourceKind::Rules => {
                let file = Arc::new(parse_file(source, &entry));
                self.files.insert(source, Arc::clone(&file));
                if let Some(db) = self.ruleset_dbs.get_mut(&entry.ruleset) {
                    Arc::make_mut(db).update(source, Some(file));
                }
            }
            SourceKind::Ruleset => {
                self.faults.retain(|fault| fault.at.source != source);
                let (db, faults) = self.parse_ruleset(&entry.ruleset);
                self.faults.extend(faults);
                self.ruleset_dbs.insert(entry.ruleset.clone(), Arc::new(db));
            }
            SourceKind::Thesaurus
            | SourceKind::Vocabulary
            | SourceKind::Check
            | SourceKind::Import
            | SourceKind::Scenario => {}
        }
        if entry.kind != SourceKind::Scenario {
            self.revision = NEXT_REVISION.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Returns whether any text of the rules was edited since they were loaded.
    pub fn is_edited(&self) -> bool {
        self.revision != 0
    }

    /// Returns the ruleset with that key, ignoring case.
    pub fn ruleset_db(&self, key: &str) -> Option<&RulesetDb> {
        let exact = self.ruleset_dbs.get(key);
        let mut all = self.ruleset_dbs.iter();
        exact
            .or_else(|| Some(all.find(|(own, _)| own.eq_ignore_ascii_case(key))?.1))
            .map(|db| &**db)
    }

    /// Returns the ruleset of a key for a caller that keeps it longer than the analysis.
    pub fn kept_ruleset_db(&self, key: &str) -> Option<Arc<RulesetDb>> {
        self.ruleset_dbs.get(key).cloned()
    }

    /// Returns the ruleset that a source belongs to.
    pub fn ruleset_db_of(&self, source: SourceId) -> Option<&RulesetDb> {
        self.ruleset_db(&self.source(source)?.ruleset)
    }

    /// Returns the ruleset to use if a request names none: the only one in the user's folders, else
    /// the one that is marked as default in its `ruleset.toml` (folders before shipped rules), else
    /// the first.
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

    /// Returns the rulesets to publish and to list if none is named: those of the user's folders, or
    /// all if there are none.
    pub fn default_ruleset_dbs(&self) -> impl Iterator<Item = (&str, &RulesetDb)> {
        let has_own = self.ruleset_dbs.keys().any(|key| self.is_own(key));
        let all = self.ruleset_dbs();
        all.filter(move |(key, _)| !has_own || self.is_own(key))
    }

    /// Returns whether all files of a ruleset come from the user's folders. A shipped ruleset to
    /// which the folders add files does not count.
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

    /// Iterates over all rulesets and their keys.
    pub fn ruleset_dbs(&self) -> impl Iterator<Item = (&str, &RulesetDb)> {
        self.ruleset_dbs
            .iter()
            .map(|(key, db)| (key.as_str(), &**db))
    }

    /// Returns all sources, in the order of their ids.
    pub fn sources(&self) -> &Vector<Source> {
        &self.sources
    }

    /// Returns the source of that id.
    pub fn source(&self, id: SourceId) -> Option<&Source> {
        self.sources.get(id.0 as usize)
    }

    /// Returns the parsed rules file of a source.
    pub fn file(&self, id: SourceId) -> Option<&Arc<RulesFile>> {
        self.files.get(&id)
    }

    /// Iterates over all parsed rules files, by source.
    pub fn files(&self) -> impl Iterator<Item = &Arc<RulesFile>> {
        self.files.values()
    }

    /// Returns the diagnostics of the `ruleset.toml` files.
    pub fn ruleset_diagnostics(&self) -> &[Diagnostic] {
        &self.faults
    }
}

/// Returns whether a file contains the user's own rulings.
fn is_own_ruling(source: &Source, file: &RulesFile) -> bool {
    source.origin == SourceOrigin::Library
        && file.role == FileRole::Clarify
        && file.document() == OWN_RULINGS
}

/// Parses a source. Files in the user's own library are printed wording even if their front matter
/// does not say so, except indexes and the user's own rulings.
fn parse_file(id: SourceId, source: &Source) -> RulesFile {
    let mut file = syntax::parse(id, &source.name, &source.text);
    if source.origin == SourceOrigin::Library
        && file.role != FileRole::Index
        && !is_own_ruling(source, &file)
    {
        file.front.layer = WordingLayer::Printed;
    }
    file
}
