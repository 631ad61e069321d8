//! What a request sees.

use super::{
    address, analysis_host::RequestContext, editor_state::EditorState,
    followed_texts::FollowedTexts, position::Lines, request_error::RequestError, session::Session,
};
use crate::{
    analysis::{Analysis, IndexKey},
    diagnostic,
    disk::UserPaths,
    resolve::{RulesetDb, View},
    scenario::ScenarioDocument,
    search::{Index, IndexError},
    syntax::RulesFile,
    text::{SourceId, Span},
};
use std::sync::Arc;
use tower_lsp::gen_lsp_types::{Location, Position, Range, Uri};

/// What a request sees: everything that is loaded, with the text that the request was made for. It never changes.
pub(super) struct Snapshot<'a> {
    /// Everything that is loaded.
    pub(super) state: &'a EditorState,
    /// The client and its settings.
    pub(super) session: &'a Session,
    context: &'a RequestContext,
    /// The texts of the program that the client shows.
    pub(super) followed: &'a FollowedTexts,
}

/// A source that a request is about.
pub(super) struct Open<'a> {
    /// Which.
    pub(super) source: SourceId,
    /// Its rules, as parsed.
    pub(super) file: &'a Arc<RulesFile>,
    /// Its ruleset.
    pub(super) db: &'a RulesetDb,
    /// Its text.
    pub(super) lines: Lines,
}

impl<'a> Snapshot<'a> {
    pub(super) fn new(
        state: &'a EditorState,
        session: &'a Session,
        context: &'a RequestContext,
        followed: &'a FollowedTexts,
    ) -> Self {
        Self {
            state,
            session,
            context,
            followed,
        }
    }

    /// The search index for an index key; built if there is none yet.
    pub(super) fn index(&self, key: &IndexKey) -> Result<Arc<Index>, IndexError> {
        let user = UserPaths::new(&self.session.around.env);
        self.state.index(key, user.cache.as_ref())
    }

    /// The rules.
    pub(super) fn analysis(&self) -> &'a Analysis {
        &self.state.analysis
    }

    /// An error if the request was cancelled. Long loops call it now and then.
    pub(super) fn check_cancelled(&self) -> Result<(), RequestError> {
        self.context.check_cancelled()
    }

    /// The rules file at an address; none for documents that are none.
    pub(super) fn open(&self, uri: &Uri) -> Option<Open<'a>> {
        let source = self.state.source(uri)?;
        let file = self.analysis().file(source)?;
        let db = self
            .analysis()
            .ruleset_db(&self.analysis().source(source)?.ruleset)?;
        Some(Open {
            source,
            file,
            db,
            lines: self.lines(source),
        })
    }

    /// The scenario at an address; none for documents that are none.
    pub(super) fn play(&self, uri: &Uri) -> Option<Arc<ScenarioDocument>> {
        self.state
            .scenario(self.state.source(uri)?, self.session.around.today())
    }

    /// What is wrong with a source.
    pub(super) fn findings(&self, source: SourceId) -> Vec<diagnostic::Diagnostic> {
        self.state.diagnostics(source, self.session.around.today())
    }

    /// The lines of a source.
    pub(super) fn lines(&self, source: SourceId) -> Lines {
        let text = self
            .analysis()
            .source(source)
            .map(|source| Arc::clone(&source.text))
            .unwrap_or_default();
        Lines::new(text, self.session.capabilities.encoding)
    }

    /// The address of a source that can be opened there, as the editor spells it.
    pub(super) fn uri(&self, source: SourceId) -> Option<Uri> {
        self.state.openable_uri(source)
    }

    /// The address of a source that need not be opened, as the editor spells it.
    pub(super) fn name(&self, source: SourceId) -> Option<Uri> {
        self.state.uri(source)
    }

    /// A place in a source, as the protocol tells it.
    pub(super) fn location(&self, at: diagnostic::Location) -> Option<Location> {
        Some(Location {
            uri: self.uri(at.source)?,
            range: self.lines(at.source).range(at.span),
        })
    }

    /// How a ruleset is read where nothing else is asked: by the editor's settings, `rulebook.toml` and so on. Settings that ask for what
    /// is not there count for nothing.
    pub(super) fn view(&self, db: &RulesetDb) -> Option<View> {
        let today = self.session.around.today();
        let mut request = self
            .state
            .defaults
            .view_settings(Some(&db.ruleset.key))
            .request();
        let ask =
            |request: &crate::analysis::Request| self.analysis().view(db, request, today).ok();
        ask(&request).or_else(|| {
            request.edition = None;
            ask(&request).or_else(|| {
                request.profile = None;
                ask(&request)
            })
        })
    }

    /// The version of an open document; none where it is not open.
    pub(super) fn version(&self, uri: &Uri) -> Option<i32> {
        let open = self.state.open.get(&address::plain(uri));
        open.map(|open| open.version)
    }
}

impl Open<'_> {
    /// The byte of a position.
    pub(super) fn byte(&self, at: Position) -> usize {
        self.lines.byte(at)
    }

    /// The range of a span.
    pub(super) fn range(&self, span: Span) -> Range {
        self.lines.range(span)
    }
}
