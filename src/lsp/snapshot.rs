//! What a request sees.

use super::{
    address,
    desk::{Asked, Desk},
    library::Library,
    play::Play,
    position::Lines,
    refusal::Refusal,
    session::Session,
};
use crate::{
    analysis::{Analysis, IndexKey},
    diagnostic,
    resolve::{RulesetDb, View},
    search::Index,
    syntax::File,
    text::{SourceId, Span},
};
use std::sync::{Arc, atomic::Ordering};
use tower_lsp::gen_lsp_types::{Location, Position, Range, Uri};

/// What a request sees: everything as it was when the request came in, and it does not change meanwhile.
pub(super) struct Snapshot<'a> {
    /// Everything that is loaded.
    pub(super) library: &'a Library,
    /// The client and its settings.
    pub(super) session: &'a Session,
    desk: &'a Desk,
    asked: &'a Asked,
    /// A search index that was made for this request.
    made: Option<&'a (IndexKey, Arc<Index>)>,
}

/// A source that a request is about.
pub(super) struct Open<'a> {
    /// Which.
    pub(super) source: SourceId,
    /// Its rules, as parsed.
    pub(super) file: &'a Arc<File>,
    /// Its ruleset.
    pub(super) db: &'a RulesetDb,
    /// Its text.
    pub(super) lines: Lines,
}

impl<'a> Snapshot<'a> {
    pub(super) fn new(
        library: &'a Library,
        session: &'a Session,
        desk: &'a Desk,
        asked: &'a Asked,
    ) -> Self {
        Self {
            library,
            session,
            desk,
            asked,
            made: None,
        }
    }

    /// The same with a search index that was made for this request: that of the rules as they were when it was asked for.
    pub(super) fn with_index(self, made: Option<&'a (IndexKey, Arc<Index>)>) -> Self {
        Self { made, ..self }
    }

    /// The search index for an index key. Where there is none yet, the request is to be given up: it is made, and the request begun anew.
    pub(super) fn index(&self, index_key: &IndexKey) -> Result<Arc<Index>, Refusal> {
        let made = self
            .made
            .filter(|(own, _)| own == index_key)
            .map(|(_, index)| Arc::clone(index));
        self.library
            .indexed(index_key)
            .or(made)
            .ok_or_else(|| Refusal::Unindexed(index_key.clone()))
    }

    /// The rules.
    pub(super) fn analysis(&self) -> &'a Analysis {
        &self.library.analysis
    }

    /// Stops work for which nobody waits any more, or which rests on what has changed. Loops ask it now and then.
    pub(super) fn go_on(&self) -> Result<(), Refusal> {
        if self.asked.cancelled.load(Ordering::SeqCst) {
            Err(Refusal::Cancelled)
        } else if self.desk.is_outdated() {
            Err(Refusal::Outdated)
        } else {
            Ok(())
        }
    }

    /// The rules file at an address; none for documents that are none.
    pub(super) fn open(&self, uri: &Uri) -> Option<Open<'a>> {
        let source = self.library.source(uri)?;
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
    pub(super) fn play(&self, uri: &Uri) -> Option<Arc<Play>> {
        self.library
            .play(self.library.source(uri)?, self.session.around.today())
    }

    /// What is wrong with a source.
    pub(super) fn findings(&self, source: SourceId) -> Vec<diagnostic::Diagnostic> {
        self.library.findings(source, self.session.around.today())
    }

    /// The lines of a source.
    pub(super) fn lines(&self, source: SourceId) -> Lines {
        let text = self
            .analysis()
            .source(source)
            .map(|source| Arc::clone(&source.text))
            .unwrap_or_default();
        Lines::new(text, self.session.abilities.encoding)
    }

    /// The address of a source, as the editor spells it; what stands there can be opened.
    pub(super) fn uri(&self, source: SourceId) -> Option<Uri> {
        self.library.shown(source).map(|uri| self.desk.spelled(uri))
    }

    /// The same for a source that need not be opened.
    pub(super) fn name(&self, source: SourceId) -> Option<Uri> {
        self.library.uri(source).map(|uri| self.desk.spelled(uri))
    }

    /// The client asked for a text of our own.
    pub(super) fn remember_text(&self, uri: &Uri, sum: u64) {
        self.desk.remember_text(uri, sum);
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
            .library
            .defaults
            .question(Some(&db.ruleset.key))
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

    /// The version of a document as it was taken in; none where it is not open.
    pub(super) fn version(&self, uri: &Uri) -> Option<i32> {
        self.library
            .versions
            .get(&address::plain(uri))
            .copied()
            .filter(|_| self.desk.is_open(uri))
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
