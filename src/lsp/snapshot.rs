//! `Snapshot`: the state, session and context from which one request is answered.

use super::{
    PositionMap, ResponseError, Session, analysis_host::RequestContext, loaded_state::LoadedState,
    sent_texts::SentTexts,
};
use crate::{
    analysis::{Analysis, IndexKey},
    answer::QueryEngine,
    diagnostic,
    disk::UserPaths,
    resolve::{RulesetDb, View},
    scenario::ScenarioDocument,
    syntax::RulesFile,
    text::{CloneMutex, SourceId},
};
use jiff::civil::Date;
use std::{collections::HashMap, sync::Arc};

/// A `LoadedState` with the session and context of one request, which is answered from it alone. It
/// never changes, except that it caches the lines of sources.
pub(super) struct Snapshot<'a> {
    /// Everything that is loaded.
    pub(super) state: &'a LoadedState,
    /// The client and its settings.
    pub(super) session: &'a Session,
    context: &'a RequestContext,
    /// What the client has a copy of.
    pub(super) sent: &'a SentTexts,
    /// The lines of the sources that were needed so far.
    lines: CloneMutex<HashMap<SourceId, PositionMap>>,
}

/// A rules file that a request is about: its source id, parsed content, ruleset and text.
pub(super) struct RulesDocument<'a> {
    /// The source.
    pub(super) source: SourceId,
    /// The parsed rules.
    pub(super) file: &'a Arc<RulesFile>,
    /// Its ruleset.
    pub(super) db: &'a RulesetDb,
    /// Its text.
    pub(super) lines: PositionMap,
}

impl<'a> Snapshot<'a> {
    pub(super) fn new(
        state: &'a LoadedState,
        session: &'a Session,
        context: &'a RequestContext,
        sent: &'a SentTexts,
    ) -> Self {
        Self {
            state,
            session,
            context,
            sent,
            lines: CloneMutex::default(),
        }
    }

    /// Returns the engine that answers from this state and its settings.
    pub(super) fn engine(&self) -> QueryEngine {
        let (state, user) = (
            self.state.clone(),
            UserPaths::new(&self.session.environment.env),
        );
        let settings = state.settings.layers.clone();
        let index = move |key: &IndexKey| state.index(key, user.cache.as_ref());
        QueryEngine::new(self.analysis().clone(), settings, Some(self.today()))
            .with_indexes(Box::new(index))
    }

    /// Returns the rules.
    pub(super) fn analysis(&self) -> &'a Analysis {
        &self.state.analysis
    }

    /// Returns an error if the request was cancelled. Long loops call it repeatedly.
    pub(super) fn check_cancelled(&self) -> Result<(), ResponseError> {
        self.context.check_cancelled()
    }

    /// Returns whether the client declares a capability.
    pub(super) fn client_has(&self, path: &str) -> bool {
        self.session.capabilities.has(path)
    }

    /// Returns today's date.
    pub(super) fn today(&self) -> Date {
        self.session.environment.today()
    }

    /// Returns a rules file.
    pub(super) fn rules_document_of(&self, source: SourceId) -> Option<RulesDocument<'a>> {
        let file = self.analysis().file(source)?;
        let db = self
            .analysis()
            .ruleset_db(&self.analysis().source(source)?.ruleset)?;
        Some(RulesDocument {
            source,
            file,
            db,
            lines: self.lines(source),
        })
    }

    /// Returns a scenario.
    pub(super) fn scenario_of(&self, source: SourceId) -> Option<Arc<ScenarioDocument>> {
        self.state.scenario(source, self.today())
    }

    /// Returns the diagnostics of a source.
    pub(super) fn diagnostics(&self, source: SourceId) -> Vec<diagnostic::Diagnostic> {
        self.state.diagnostics(source, self.today())
    }

    /// Returns the text of a source with its lines.
    pub(super) fn lines(&self, source: SourceId) -> PositionMap {
        let find = || {
            let own = self.analysis().source(source);
            let text = own.map(|source| Arc::clone(&source.text));
            PositionMap::new(text.unwrap_or_default(), self.session.capabilities.encoding)
        };
        self.lines.lock().entry(source).or_insert_with(find).clone()
    }

    /// Returns the default view of a ruleset, from the editor's settings, `rulebook.toml` and so
    /// on; in a file of a proposal, that of its edition. Settings that name an unknown edition or profile
    /// are ignored.
    pub(super) fn view(&self, db: &RulesetDb) -> Option<View> {
        let today = self.today();
        let mut request = self.state.settings.request(Some(&db.ruleset.key));
        let own = self.state.proposal.as_ref();
        if let Some(proposal) = own.filter(|own| own.ruleset == db.ruleset.key) {
            request.edition = Some(proposal.edition.clone());
        }
        let resolve =
            |request: &crate::analysis::Request| self.analysis().view(db, request, today).ok();
        resolve(&request).or_else(|| {
            request.edition = None;
            resolve(&request).or_else(|| {
                request.profile = None;
                resolve(&request)
            })
        })
    }
}
