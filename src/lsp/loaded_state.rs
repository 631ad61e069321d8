//! `LoadedState`: everything that the server has loaded at one moment; computes diagnostics when
//! needed.

use super::{texts::TextAddress, uri};
use crate::{
    analysis::{
        Analysis, IndexKey, LayeredSettings, Request, SearchIndexCache, Source, SourceKind,
        SourceOrigin,
    },
    diagnostic::Diagnostic,
    disk,
    lint::{self, LintLevels},
    scenario::{CheckOptions, ScenarioChecker, ScenarioDocument},
    search::{Index, IndexError},
    text::{CloneMutex, Memo, SourceId},
};
use imbl::HashMap;
use jiff::civil::Date;
use parking_lot::Mutex;
use std::{collections::BTreeSet, sync::Arc};
use tower_lsp::gen_lsp_types::Uri;

/// All sources with their analysis, and the settings, as loaded at one moment, for requests to
/// read; computes diagnostics and indexes when needed. It also has the URI and version of each open
/// document.
///
/// A published state does not change; only its caches fill. The writer clones it, which is cheap at
/// any size, and updates the clone.
#[derive(Clone, Debug, Default)]
pub(super) struct LoadedState {
    /// The rules.
    pub(super) analysis: Analysis,
    /// The settings, for requests that leave something out.
    pub(super) settings: LayeredSettings,
    /// The severities that settings give to lints.
    pub(super) levels: LintLevels,
    /// Checks scenarios.
    pub(super) checker: ScenarioChecker,
    /// The open documents, by normalized URI.
    pub(super) open: HashMap<Uri, VersionedUri>,
    /// The sources by normalized URI.
    sources: HashMap<Uri, SourceId>,
    /// The scenarios that were parsed since they or the rules changed.
    scenarios: Memo<SourceId, Arc<ScenarioDocument>>,
    /// The problems of the scenario rules of a ruleset.
    rule_problems: Memo<String, Arc<[Diagnostic]>>,
    /// The proposal that counts; `None` outside its own files.
    pub(super) proposal: Option<Proposal>,
    /// The states in which a proposal counts, by its document.
    with_proposals: Memo<String, Arc<LoadedState>>,
    diagnostics: CloneMutex<FoundDiagnostics>,
    /// Shared by all states since everything was loaded.
    index: Arc<SearchIndexCache>,
    /// The folder for copies of shipped sources and lint pages, if a client opens only files.
    files: Option<disk::ExtractedFiles>,
    /// The names of the written files.
    written: Arc<Mutex<BTreeSet<String>>>,
}

/// The URI of an open document as the editor spells it, and the version of its text.
#[derive(Clone, Debug)]
pub(super) struct VersionedUri {
    /// The URI as the editor spells it.
    pub(super) uri: Uri,
    /// The version that the editor gave the text.
    pub(super) version: i32,
}

/// A proposal that counts: its document, ruleset and edition.
#[derive(Clone, Debug)]
pub(super) struct Proposal {
    /// The key of its ruleset.
    pub(super) ruleset: String,
    /// The key of its document.
    pub(super) document: String,
    /// The edition that it is for.
    pub(super) edition: String,
}

/// The diagnostics of sources, and which sources are still to be checked or published.
#[derive(Clone, Debug, Default)]
struct FoundDiagnostics {
    known: HashMap<SourceId, Arc<[Diagnostic]>>,
    unchecked: BTreeSet<SourceId>,
    /// The sources that were checked since their diagnostics were last reported.
    unreported: BTreeSet<SourceId>,
}

impl FoundDiagnostics {
    /// Records the diagnostics of a source.
    fn insert(&mut self, source: SourceId, found: Vec<Diagnostic>) -> Arc<[Diagnostic]> {
        let found: Arc<[Diagnostic]> = found.into();
        self.known.insert(source, Arc::clone(&found));
        self.unchecked.remove(&source);
        self.unreported.insert(source);
        found
    }

    /// Drops the diagnostics that an edit of a source may have changed: those of its ruleset, and
    /// those of scenarios and their rules, which read it.
    fn update(&mut self, analysis: &Analysis, edited: SourceId) {
        let Some(own) = analysis.source(edited) else {
            return;
        };
        let depends = |source: &SourceId| {
            let other = analysis.source(*source);
            *source == edited
                || own.kind != SourceKind::Scenario
                    && other.is_some_and(|other| {
                        other.ruleset == own.ruleset
                            || !matches!(other.kind, SourceKind::Rules | SourceKind::Thesaurus)
                    })
        };
        let dropped: Vec<_> = self.known.keys().copied().filter(depends).collect();
        for source in dropped {
            self.known.remove(&source);
            self.unchecked.insert(source);
        }
    }
}

impl LoadedState {
    /// The state after loading `sources`.
    pub(super) fn new(sources: Vec<Source>, settings: LayeredSettings) -> Self {
        let analysis = Analysis::new(sources);
        let numbered = || (0..).map(SourceId).zip(analysis.sources());
        let address = |(id, source)| Some((uri::of_source(source)?, id));
        let own = numbered().filter(|(_, source)| source.origin != SourceOrigin::Shipped);
        Self {
            sources: numbered().filter_map(address).collect(),
            diagnostics: CloneMutex::new(FoundDiagnostics {
                unchecked: own.map(|(id, _)| id).collect(),
                ..FoundDiagnostics::default()
            }),
            checker: ScenarioChecker::new(&analysis),
            settings,
            analysis,
            ..Self::default()
        }
    }

    /// Adapts the state to a client that can only open files: shipped sources get files too, once
    /// they are shown.
    pub(super) fn with_files(mut self, files: Option<disk::ExtractedFiles>) -> Self {
        if let Some(files) = &files {
            let numbered = (0..).map(SourceId).zip(self.analysis.sources());
            let shipped = numbered.filter(|(_, source)| source.origin == SourceOrigin::Shipped);
            let address = |(id, source): (SourceId, &Source)| {
                Some((uri::of_path(&files.path(source.path.as_str()))?, id))
            };
            self.sources.extend(shipped.filter_map(address));
        }
        self.files = files;
        self
    }

    /// Returns the source with a URI.
    pub(super) fn source(&self, uri: &Uri) -> Option<SourceId> {
        let found = self.sources.get(uri);
        let found = found.or_else(|| self.sources.get(&uri::plain(uri)));
        found.copied()
    }

    /// Returns the URI of a source, as the editor spells it.
    pub(super) fn uri(&self, source: SourceId) -> Option<Uri> {
        let source = self.analysis.source(source)?;
        let is_shipped = source.origin == SourceOrigin::Shipped;
        let files = self.files.as_ref().filter(|_| is_shipped);
        let file = files.and_then(|files| uri::of_path(&files.path(source.path.as_str())));
        Some(self.spelled(file.or_else(|| uri::of_source(source))?))
    }

    /// Returns the URI of a source that is about to be opened: if it needs a file for that, the
    /// file is written now.
    pub(super) fn openable_uri(&self, source: SourceId) -> Option<Uri> {
        let found = self.analysis.source(source)?;
        if self.files.is_some() && found.origin == SourceOrigin::Shipped {
            let file = self.write(found.path.as_str(), &found.text);
            return Some(self.spelled(file.or_else(|| uri::of_source(found))?));
        }
        self.uri(source)
    }

    /// Returns the state in which the proposal counts that a document is a file of: its author reads
    /// the rules as they would be. `None` for other documents.
    pub(super) fn with_proposal_of(&self, document: &Uri, today: Date) -> Option<Arc<Self>> {
        let source = self.source(document)?;
        let (file, db) = (
            self.analysis.file(source)?,
            self.analysis.ruleset_db_of(source)?,
        );
        let own = db.ruleset.documents.get(file.document())?;
        if !own.published.is_proposed() {
            return None;
        }
        let proposal = Proposal {
            ruleset: db.ruleset.key.clone(),
            document: own.key.clone(),
            edition: db.ruleset.edition_id(own.edition).to_owned(),
        };
        let request = Request {
            with: Some(own.key.clone()),
            ..self.settings.request(Some(&db.ruleset.key))
        };
        let name = format!("{}/{}", proposal.ruleset, proposal.document);
        Some(self.with_proposals.get_or_insert_with(&name, || {
            let analysis = self.analysis.clone().with_proposals(&request, today);
            Arc::new(Self {
                analysis: analysis.unwrap_or_else(|_| self.analysis.clone()),
                proposal: Some(proposal),
                index: Arc::default(),
                ..self.clone()
            })
        }))
    }

    /// Returns a URI as the editor spells it.
    fn spelled(&self, uri: Uri) -> Uri {
        self.open.get(&uri).map_or(uri, |open| open.uri.clone())
    }

    /// The page that explains a diagnostic.
    pub(super) fn lint_page(&self, code: &str) -> Option<Uri> {
        let mut rules = self.checker.all_rules();
        if let Some(rule) = rules.find_map(|(_, rules)| rules.rule(code)) {
            // its file is also its page
            return self.openable_uri(rule.source);
        }
        let lint = lint::find_lint(code)?;
        self.write(&format!("lint/{code}.md"), lint.page)
            .or_else(|| TextAddress::Lint(code.to_owned()).uri())
    }

    /// Returns the URI of the file of a shipped source or lint page, and writes the file if
    /// necessary; none if the client needs no file or it cannot be written.
    fn write(&self, name: &str, text: &str) -> Option<Uri> {
        let files = self.files.as_ref()?;
        let mut written = self.written.lock();
        if !written.contains(name) {
            files.store(name, text)?;
            written.insert(name.to_owned());
        }
        uri::of_path(&files.path(name))
    }

    /// Replaces the text of a source.
    pub(super) fn update(&mut self, source: SourceId, text: Arc<str>) {
        let Some(known) = self.analysis.source(source) else {
            return;
        };
        if known.text == text {
            return;
        }
        let kind = known.kind;
        self.analysis.update_source(source, text);
        if kind == SourceKind::Scenario {
            self.scenarios.remove(&source);
        } else {
            self.scenarios.clear();
            self.rule_problems.clear();
            self.with_proposals.clear();
            self.checker.update(&self.analysis, source);
        }
        self.diagnostics.get_mut().update(&self.analysis, source);
    }

    /// Adds a source that is not part of the rules: a scenario.
    pub(super) fn add(&mut self, uri: Uri, source: Source) {
        let source = self.analysis.add_source(source);
        self.sources.insert(uri, source);
        self.diagnostics.get_mut().unchecked.insert(source);
    }

    /// The problems of a source at the severities that the settings give: those that `rulebook
    /// check` reports on that day.
    pub(super) fn diagnostics(&self, source: SourceId, today: Date) -> Vec<Diagnostic> {
        let mut found = self.all_diagnostics(source, today).to_vec();
        self.levels.apply(&mut found);
        found
    }

    /// The problems of a source before settings are applied. The slice stays the same until
    /// something that it depends on changes.
    pub(super) fn all_diagnostics(&self, source: SourceId, today: Date) -> Arc<[Diagnostic]> {
        let known = self.diagnostics.lock().known.get(&source).cloned();
        known.unwrap_or_else(|| {
            let kind = self.analysis.source(source).map(|source| source.kind);
            let found = match kind {
                Some(SourceKind::Scenario) => {
                    let scenario = self.scenario(source, today);
                    let found = scenario.map(|own| own.diagnostics(&self.analysis));
                    found.unwrap_or_default()
                }
                Some(SourceKind::Check | SourceKind::Vocabulary) => {
                    self.rule_problems(source, today)
                }
                _ => lint::check_source(&self.analysis, source),
            };
            self.diagnostics.lock().insert(source, found)
        })
    }

    /// The problems of a scenario rule or a vocabulary. Those of a ruleset are checked together.
    fn rule_problems(&self, source: SourceId, today: Date) -> Vec<Diagnostic> {
        let Some(ruleset) = self.analysis.source(source).map(|source| &source.ruleset) else {
            return Vec::new();
        };
        let all = self.rule_problems.get_or_insert_with(ruleset, || {
            let request = Request::default();
            let options = CheckOptions { request, today };
            let found = self.checker.check_rules(&self.analysis, ruleset, &options);
            found.into()
        });
        let own = all.iter().filter(|found| found.at.source == source);
        own.cloned().collect()
    }

    /// Returns a scenario, parsed and checked.
    pub(super) fn scenario(&self, source: SourceId, today: Date) -> Option<Arc<ScenarioDocument>> {
        let found = self.analysis.source(source);
        let text = &found.filter(|own| own.kind == SourceKind::Scenario)?.text;
        Some(self.scenarios.get_or_insert_with(&source, || {
            let (analysis, checker) = (&self.analysis, &self.checker);
            Arc::new(ScenarioDocument::new(
                analysis, checker, source, text, today,
            ))
        }))
    }

    /// Checks a source that is not checked yet. Returns whether there was one.
    pub(super) fn check_more(&self, today: Date) -> bool {
        let next = self.diagnostics.lock().unchecked.first().copied();
        next.inspect(|source| drop(self.all_diagnostics(*source, today)))
            .is_some()
    }

    /// Checks everything that is not checked yet, and calls `report` with each source whose
    /// diagnostics have become known since they were last reported, and with `None` after each short
    /// step. `report` may stop it at any time; what it was called with counts as reported.
    pub(super) fn report_new<E>(
        &self,
        today: Date,
        mut report: impl FnMut(Option<SourceId>) -> Result<(), E>,
    ) -> Result<(), E> {
        loop {
            while let Some(source) = self.next_unreported() {
                report(Some(source))?;
            }
            report(None)?;
            // in this order: when nothing is unchecked any more, everything that others checked is
            // unreported
            if !self.check_more(today) && self.diagnostics.lock().unreported.is_empty() {
                return Ok(());
            }
        }
    }

    fn next_unreported(&self) -> Option<SourceId> {
        self.diagnostics.lock().unreported.pop_first()
    }

    /// The search index for an index key; built, and kept in the `cache` on disk, if there is none
    /// yet.
    pub(super) fn index(
        &self,
        key: &IndexKey,
        cache: Option<&disk::Cache>,
    ) -> Result<Arc<Index>, IndexError> {
        // the index of edited sources is not worth keeping on disk
        let cache = cache.filter(|_| !self.analysis.is_edited());
        self.index.get(&self.analysis, key, || {
            let sources = self.analysis.sources();
            let analysis = || self.analysis.clone();
            disk::open_or_build_index(cache, sources, key, analysis)
        })
    }
}

#[cfg(test)]
mod tests;
