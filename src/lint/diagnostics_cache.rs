//! Caches diagnostics by source and section for the language server; edits drop those affected.

use super::{
    check_file, check_section,
    checked_sections::{CheckedSection, SectionDiagnosticsCache},
    complete_source,
};
use crate::{
    analysis::{Analysis, SourceKind},
    diagnostic::Diagnostic,
    resolve::{RulesetDb, graph::Dependents},
    text::{CloneMutex, SourceId},
};
use imbl::{HashMap, Vector};
use std::{collections::BTreeSet, sync::Arc};

/// The language server's cache: diagnostics of checked sources and sections, and which sources are
/// still to be checked or published. A clone is cheap at any size.
#[derive(Clone, Debug, Default)]
pub struct DiagnosticsCache {
    checked: HashMap<SourceId, Arc<[Diagnostic]>>,
    unchecked: BTreeSet<SourceId>,
    /// The sources that were checked since their diagnostics were last reported.
    unreported: BTreeSet<SourceId>,
    /// The sources with diagnostics that point into the source that is the key.
    pointing: HashMap<SourceId, BTreeSet<SourceId>>,
    /// What [`check_file`] returned. An edit in another source of a shared section does not
    /// change it.
    files: HashMap<SourceId, Arc<[Diagnostic]>>,
    /// All diagnostics of a source before consequences are removed, if it has diagnostics with
    /// causes: an edit of any file may change which of them are removed.
    conditional: HashMap<SourceId, Arc<[Diagnostic]>>,
    /// What [`check_section`] returned, by ruleset. An edit does not change most sections.
    sections: HashMap<String, SectionDiagnosticsCache>,
    /// A check of a whole ruleset that is under way.
    check: Option<RulesetCheck>,
    /// The source that was last requested when few of its sections were checked.
    requested: Option<SourceId>,
}

/// A check of all unchecked sections of a ruleset. It may be interrupted and continued.
#[derive(Clone, Debug)]
struct RulesetCheck {
    ruleset: String,
    sections: Vector<Arc<str>>,
}

/// The next work of `DiagnosticsCache`: a source, or a section (by keys of ruleset and section),
/// without cached diagnostics.
#[derive(Clone, Debug)]
pub enum NextCheck {
    /// A section of a ruleset.
    Section(String, Arc<str>),
    /// A source.
    Source(SourceId),
}

/// If this many sources of one ruleset are unchecked, the ruleset is checked section by section:
/// each section is resolved once, not once for each source that has a part in it.
const MANY: usize = 8;
/// If only one source is requested, no more than this many sections are checked in all their
/// sources.
const FEW: usize = 4;

impl DiagnosticsCache {
    /// A cache in which none of the sources is checked.
    pub fn new(sources: impl IntoIterator<Item = SourceId>) -> Self {
        Self {
            unchecked: sources.into_iter().collect(),
            ..Self::default()
        }
    }

    /// Adds an unchecked source.
    pub fn add(&mut self, source: SourceId) {
        self.unchecked.insert(source);
    }

    /// Returns the diagnostics of a source, if it was checked.
    pub fn get(&self, source: SourceId) -> Option<Arc<[Diagnostic]>> {
        self.checked.get(&source).cloned()
    }

    /// Records the diagnostics of a source.
    pub fn insert(&mut self, source: SourceId, found: Vec<Diagnostic>) -> Arc<[Diagnostic]> {
        self.note_pointing(source, &found);
        let found: Arc<[Diagnostic]> = found.into();
        self.checked.insert(source, Arc::clone(&found));
        self.unchecked.remove(&source);
        self.unreported.insert(source);
        found
    }

    /// Notes the sources that the diagnostics of `source` point into.
    fn note_pointing(&mut self, source: SourceId, found: &[Diagnostic]) {
        for other in found
            .iter()
            .flat_map(|finding| &finding.related)
            .map(|related| related.at.source)
            .filter(|&other| other != source)
        {
            self.pointing.entry(other).or_default().insert(source);
        }
    }

    /// Removes and returns a source that was checked since its diagnostics were last reported.
    pub fn next_unreported(&mut self) -> Option<SourceId> {
        self.unreported.pop_first()
    }

    /// Returns whether [`next_unreported`](Self::next_unreported) has a source to return.
    pub fn has_unreported(&self) -> bool {
        !self.unreported.is_empty()
    }

    /// Removes the diagnostics that an edit of `source` from `before` to `now` may have changed.
    /// These are its own, those that point into it, those of sources that contribute to the
    /// `edited` sections, and those that depend on changed names and passages in it.
    pub fn update(
        &mut self,
        before: &Analysis,
        now: &Analysis,
        source: SourceId,
        edited: &BTreeSet<String>,
    ) {
        let mut concerned = self.pointing.remove(&source).unwrap_or_default();
        concerned.insert(source);
        let mut sharing = BTreeSet::new();
        if let Some(entry) = now.source(source)
            && let Some(db) = now.ruleset_db(&entry.ruleset)
        {
            let sections = self.sections.entry(entry.ruleset.clone()).or_default();
            let dependents = match (entry.kind, before.ruleset_db(&entry.ruleset)) {
                (SourceKind::Rules, Some(before)) => db.dependents(before, source, edited),
                (SourceKind::Scenario, _) => Dependents::Files(BTreeSet::new()),
                _ => Dependents::Ruleset,
            };
            match dependents {
                Dependents::Ruleset => {
                    let near = |other: &SourceId| {
                        now.source(*other)
                            .is_some_and(|other| other.ruleset == entry.ruleset)
                    };
                    concerned.extend(self.checked.keys().copied().filter(near));
                    self.files.retain(|other, _| !near(other));
                    *sections = SectionDiagnosticsCache::default();
                    self.check = None;
                }
                Dependents::Files(files) => {
                    concerned.extend(files);
                    sharing.extend(
                        edited
                            .iter()
                            .flat_map(|section| db.sources_of_section(section)),
                    );
                    for id in edited {
                        sections.checked.remove(&**id);
                    }
                    sections.follow(db, source);
                }
            }
        }
        // scenarios and their rules depend on the numbers of the rules
        let depends_on_rules = |other: &&SourceId| {
            let kind = now.source(**other).map(|other| other.kind);
            matches!(
                kind,
                Some(
                    SourceKind::Scenario
                        | SourceKind::Check
                        | SourceKind::Vocabulary
                        | SourceKind::Import
                        | SourceKind::Ruleset
                )
            )
        };
        if now
            .source(source)
            .is_some_and(|source| source.kind != SourceKind::Scenario)
        {
            concerned.extend(self.checked.keys().filter(depends_on_rules).copied());
        }
        for other in &concerned {
            self.files.remove(other);
        }
        for other in concerned.into_iter().chain(sharing) {
            self.conditional.remove(&other);
            self.checked.remove(&other);
            self.unchecked.insert(other);
        }
        for other in self.conditional.keys() {
            self.checked.remove(other);
            self.unchecked.insert(*other);
        }
    }

    /// Returns the diagnostics in a source of those of some sections that are checked.
    fn of_sections(&self, db: &RulesetDb, ids: &[&str], source: SourceId) -> Vec<Diagnostic> {
        let known = self.sections.get(&db.ruleset.key);
        let checked = ids.iter().filter_map(|id| known?.checked.get(*id));
        checked
            .flat_map(|checked| &checked.found)
            .filter(|finding| finding.at.source == source)
            .cloned()
            .collect()
    }

    /// Returns those of some sections that are unchecked.
    fn missing<'w>(&self, db: &RulesetDb, ids: impl IntoIterator<Item = &'w str>) -> Vec<&'w str> {
        let known = self.sections.get(&db.ruleset.key);
        ids.into_iter()
            .filter(|id| known.is_none_or(|known| !known.checked.contains_key(*id)))
            .collect()
    }

    /// Returns what is to be checked next; `None` if everything is checked.
    /// If many sources of a ruleset are unchecked, and many sections of the first one, the sections
    /// come first.
    pub fn next_unchecked(&mut self, analysis: &Analysis) -> Option<NextCheck> {
        let source = *self.unchecked.first()?;
        let own = Some(NextCheck::Source(source));
        let Some(entry) = analysis.source(source).filter(|entry| {
            entry.kind == SourceKind::Rules && !self.conditional.contains_key(&source)
        }) else {
            return own;
        };
        let Some(db) = analysis.ruleset_db(&entry.ruleset) else {
            return own;
        };
        if self
            .check
            .as_ref()
            .is_none_or(|check| check.ruleset != entry.ruleset)
        {
            // scenario rules are checked together anyway
            let near = |other: &&SourceId| {
                let is_found = self.conditional.contains_key(*other);
                analysis.source(**other).is_some_and(|other| {
                    other.ruleset == entry.ruleset && other.kind == SourceKind::Rules && !is_found
                })
            };
            if self.unchecked.iter().filter(near).take(MANY).count() < MANY
                || self.missing(db, db.sections_of_source(source)).len() <= FEW
            {
                return own;
            }
            // what was requested comes first
            let requested = self.requested.take().into_iter();
            let requested = requested.flat_map(|source| db.sections_of_source(source));
            let sections = self.missing(db, requested.chain(db.section_ids()));
            self.check = Some(RulesetCheck {
                ruleset: entry.ruleset.clone(),
                sections: sections.into_iter().map(Arc::from).collect(),
            });
        }
        let check = self.check.as_mut()?;
        let known = &self
            .sections
            .entry(entry.ruleset.clone())
            .or_default()
            .checked;
        match std::iter::from_fn(|| check.sections.pop_front()).find(|id| !known.contains_key(id)) {
            Some(id) => Some(NextCheck::Section(entry.ruleset.clone(), id)),
            None => {
                self.check = None;
                own
            }
        }
    }

    /// Records the diagnostics of a section, in any source.
    pub fn insert_section(&mut self, db: &RulesetDb, id: &Arc<str>, found: Vec<Diagnostic>) {
        let sections = self.sections.entry(db.ruleset.key.clone()).or_default();
        sections.insert(id, CheckedSection::new(db, id, found));
    }
}

/// Returns the diagnostics of a source; only checks those of its sections that `cache` lacks.
/// The cache is locked only while it is read or written.
pub fn check_cached(
    cache: &CloneMutex<DiagnosticsCache>,
    analysis: &Analysis,
    source: SourceId,
) -> Vec<Diagnostic> {
    let known = cache.lock().conditional.get(&source).cloned();
    let found = known.map_or_else(
        || find_cached(cache, analysis, source),
        |found| found.to_vec(),
    );
    complete_source(analysis, source, found)
}

/// Returns all that lints find in a source, before consequences are removed.
fn find_cached(
    cache: &CloneMutex<DiagnosticsCache>,
    analysis: &Analysis,
    source: SourceId,
) -> Vec<Diagnostic> {
    let known = cache.lock().files.get(&source).cloned();
    let own = known.unwrap_or_else(|| {
        let found: Arc<[Diagnostic]> = check_file(analysis, source).into();
        cache.lock().files.insert(source, Arc::clone(&found));
        found
    });
    let mut found = own.to_vec();
    if let Some(db) = analysis.ruleset_db_of(source) {
        add_sections(cache, analysis, db, source, &mut found);
    }
    found.retain(|diagnostic| diagnostic.at.source == source);
    if found.iter().any(|diagnostic| !diagnostic.causes.is_empty()) {
        let mut cache = cache.lock();
        cache.note_pointing(source, &found);
        cache.conditional.insert(source, found.as_slice().into());
    }
    found
}

/// Adds what lints find in the sections of a source.
fn add_sections(
    cache: &CloneMutex<DiagnosticsCache>,
    analysis: &Analysis,
    db: &RulesetDb,
    source: SourceId,
    found: &mut Vec<Diagnostic>,
) {
    let concerned: Vec<&str> = db.sections_of_source(source).into_iter().collect();
    let missing = {
        let known = cache.lock();
        found.extend(known.of_sections(db, &concerned, source));
        known.missing(db, concerned)
    };
    if missing.len() > FEW {
        cache.lock().requested = Some(source);
        let sections = missing.into_iter();
        found.extend(sections.flat_map(|id| check_section(analysis, db, id, Some(source))));
        return;
    }
    for id in missing {
        let all = check_section(analysis, db, id, None);
        let own = all.iter().filter(|finding| finding.at.source == source);
        found.extend(own.cloned());
        cache.lock().insert_section(db, &Arc::from(id), all);
    }
}
