//! Checks documents in the background after changes; publishes changed diagnostics.

use super::{
    Connection, ResponseError, Session, Snapshot, analysis_host::RequestContext,
    connection::spawn_thread, diagnostics,
};
use crate::{diagnostic, text::SourceId};
use parking_lot::{Condvar, Mutex};
use std::{collections::HashMap, sync::Arc, time::Duration};
use tower_lsp::gen_lsp_types::Uri;

/// Checks documents on a thread after each change, which cancels the check before; publishes changed
/// diagnostics, and calls the [`RefreshHook`] when all are known.
#[derive(Clone, Debug)]
pub(super) struct DiagnosticsPublisher {
    connection: Connection,
    settled: RefreshHook,
    shared: Arc<PublisherState>,
}

/// Called when documents have changed and their diagnostics are known.
pub(super) type RefreshHook = fn(&Connection, &Session);

/// What the publisher's thread and the handlers share: whether a check runs or is due, and the
/// diagnostics last found for each document.
#[derive(Debug, Default)]
struct PublisherState {
    progress: Mutex<CheckProgress>,
    woken: Condvar,
    published: Mutex<HashMap<Uri, FoundDiagnostics>>,
}

/// The diagnostics last found for a document, a hash of them to see whether they changed, and the
/// document's version.
#[derive(Debug)]
struct FoundDiagnostics {
    /// The diagnostics as they were found; none: the document is gone.
    found: Option<Arc<[diagnostic::Diagnostic]>>,
    hash: u64,
    /// The document version that they belong to.
    version: Option<i32>,
}

/// Whether documents are being checked, and whether they must be checked again.
#[derive(Debug, Default)]
struct CheckProgress {
    /// Whether the client may be sent anything: its `initialize` was answered. What is sent before
    /// is lost.
    initialized: bool,
    /// Whether a thread is checking documents.
    running: bool,
    /// Whether something was changed since it began.
    changed: bool,
    /// Cancels what the thread is checking.
    context: RequestContext,
}

/// Diagnostics are final when nothing was changed for this long.
const DEBOUNCE: Duration = Duration::from_millis(120);

impl DiagnosticsPublisher {
    pub(super) fn new(connection: Connection, settled: RefreshHook) -> Self {
        Self {
            connection,
            settled,
            shared: Arc::default(),
        }
    }

    /// To be called after a change: checks documents in the background until nothing changes any
    /// more.
    pub(super) fn wake(&self) {
        let mut progress = self.shared.progress.lock();
        progress.changed = true;
        progress.context.cancel();
        self.begin(&mut progress);
    }

    /// To be called when the client's `initialize` was answered: from now on diagnostics are
    /// published.
    pub(super) fn initialized(&self) {
        let mut progress = self.shared.progress.lock();
        progress.initialized = true;
        if progress.changed {
            self.begin(&mut progress);
        }
    }

    fn begin(&self, progress: &mut CheckProgress) {
        self.shared.woken.notify_all();
        if progress.initialized && !std::mem::replace(&mut progress.running, true) {
            let publisher = self.clone();
            spawn_thread(move || publisher.run());
        }
    }

    /// Whether a thread is checking documents.
    #[cfg(test)]
    pub(super) fn is_running(&self) -> bool {
        self.shared.progress.lock().running
    }

    fn run(&self) {
        loop {
            let mut progress = self.shared.progress.lock();
            if !progress.changed {
                self.shared.woken.wait_for(&mut progress, DEBOUNCE);
            }
            if !progress.changed {
                drop(progress);
                let session = self.connection.session();
                (self.settled)(&self.connection, &session);
                progress = self.shared.progress.lock();
                if !progress.changed {
                    progress.running = false;
                    return;
                }
            }
            progress.changed = false;
            let context = RequestContext::default();
            progress.context = context.clone();
            drop(progress);
            // the end of loading wakes this again
            if !self.connection.host.is_loading() {
                // a change cancels the check, and begins the next one
                let _cancelled = self.check(&context);
            }
        }
    }

    /// Checks all documents, open ones first, and publishes their diagnostics.
    fn check(&self, context: &RequestContext) -> Result<(), ResponseError> {
        let (session, state) = (
            self.connection.session(),
            self.connection.host.current_state(),
        );
        let snapshot = Snapshot::new(&state, &session, context, &self.connection.sent);
        for (plain, open) in &state.open {
            if let Some(source) = state.source(plain) {
                self.publish(&snapshot, &open.uri, Some(open.version), Some(source));
                snapshot.check_cancelled()?;
            }
        }
        state.report_new(session.environment.today(), |source| {
            // open documents too: those published above may be outdated by what was found since
            if let Some(uri) = source.and_then(|source| snapshot.openable_uri(source)) {
                self.publish(&snapshot, &uri, snapshot.version(&uri), source);
            }
            snapshot.check_cancelled()
        })?;
        let mut gone: Vec<Uri> = self.shared.published.lock().keys().cloned().collect();
        gone.retain(|uri| state.source(uri).is_none());
        for uri in gone {
            self.publish(&snapshot, &uri, None, None);
            self.shared.published.lock().remove(&uri);
        }
        Ok(())
    }

    /// Publishes the diagnostics of a document, if they differ from those before or belong to
    /// another version: editors drop those of a version that they no longer show. Without a source
    /// the document is gone.
    fn publish(
        &self,
        snapshot: &Snapshot<'_>,
        uri: &Uri,
        version: Option<i32>,
        source: Option<SourceId>,
    ) {
        let today = snapshot.today();
        let found = source.map(|source| snapshot.state.all_diagnostics(source, today));
        let same = |before: &FoundDiagnostics| {
            let both = before.found.as_ref().zip(found.as_ref());
            before.version == version && both.is_some_and(|(a, b)| Arc::ptr_eq(a, b))
        };
        if self.shared.published.lock().get(uri).is_some_and(same) {
            return;
        }
        let items = source.map(|source| diagnostics::of_source(snapshot, source));
        let items = items.unwrap_or_default();
        let hash = diagnostics::hash_of_all(&items);
        let published = FoundDiagnostics {
            found,
            hash,
            version,
        };
        let before = self.shared.published.lock().insert(uri.clone(), published);
        let is_new = match before {
            Some(before) => before.hash != hash || before.version != version,
            None => !items.is_empty() || version.is_some(),
        };
        if is_new {
            let client = self.connection.client.clone();
            let uri = uri.clone();
            let sent = async move { client.publish_diagnostics(uri, items, version).await };
            tokio::runtime::Handle::current().block_on(sent);
        }
    }
}
