//! `Connection`: runs handlers on snapshots, on threads, and sends the client messages.

use super::{
    HandlerResult, ResponseError, Session, Snapshot,
    analysis_host::{AnalysisHost, RequestContext},
    sent_texts::SentTexts,
    session::ServerEnvironment,
};
use parking_lot::Mutex;
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
    time::Duration,
};
use tower_lsp::{
    Client,
    gen_lsp_types::{MessageType, Uri},
    jsonrpc,
};

/// What the requests of one client share: its handle, session, open documents and what it was sent;
/// runs request handlers on threads.
#[derive(Clone, Debug)]
pub(super) struct Connection {
    /// The open documents, and snapshots of everything that is loaded.
    pub(super) host: Arc<AnalysisHost>,
    /// The client.
    pub(super) client: Client,
    /// What the client has a copy of.
    pub(super) sent: Arc<SentTexts>,
    session: Arc<Mutex<Arc<Session>>>,
}

/// The server does not wait longer for an answer of the client.
pub(super) const CLIENT_TIMEOUT: Duration = Duration::from_secs(30);

impl Connection {
    pub(super) fn new(client: Client, environment: ServerEnvironment) -> Self {
        let session = Session {
            environment,
            ..Session::default()
        };
        Self {
            host: Arc::default(),
            client,
            sent: Arc::default(),
            session: Arc::new(Mutex::new(Arc::new(session))),
        }
    }

    /// Returns the current session.
    pub(super) fn session(&self) -> Arc<Session> {
        Arc::clone(&self.session.lock())
    }

    /// Changes the session.
    pub(super) fn change_session<T>(&self, change: impl FnOnce(&mut Session) -> T) -> T {
        let mut session = self.session.lock();
        let mut fresh = (**session).clone();
        let out = change(&mut fresh);
        *session = Arc::new(fresh);
        out
    }

    /// Shows a message to the user, without waiting.
    pub(super) fn show_message(&self, kind: MessageType, message: String) {
        let client = self.client.clone();
        tokio::spawn(async move { client.show_message(kind, message).await });
    }

    /// Writes a message into the editor's log, without waiting for it.
    pub(super) fn log_message(&self, message: String) {
        let client = self.client.clone();
        tokio::spawn(async move { client.log_message(MessageType::Info, message).await });
    }

    /// Sends a request to the client, without waiting for its answer.
    pub(super) fn request<
        F: Future<Output = jsonrpc::Result<T>> + Send + 'static,
        T: Send + 'static,
    >(
        &self,
        request: impl FnOnce(Client) -> F + Send + 'static,
    ) {
        let client = self.client.clone();
        tokio::spawn(async move {
            // an error of the client needs no reaction
            let _answer = tokio::time::timeout(CLIENT_TIMEOUT, request(client)).await;
        });
    }

    /// Answers a request about `document` with the result of `handler` on a snapshot, on a thread
    /// of its own, once everything is loaded. Dropping the future cancels the request.
    pub(super) fn answer<P: Send + 'static, R: Send + 'static>(
        &self,
        method: &'static str,
        document: Option<Uri>,
        params: P,
        handler: fn(&Snapshot<'_>, P) -> HandlerResult<R>,
    ) -> impl Future<Output = jsonrpc::Result<Option<R>>> + Send + 'static + use<P, R> {
        let connection = self.clone();
        // now, because later edits do not concern the request
        let context = self.host.request_context(document.as_ref());
        async move {
            let cancellation = CancelOnDrop(context.clone());
            connection.host.loaded().await;
            let compute = move || connection.compute(method, &context, params, handler);
            let answer = tokio::task::spawn_blocking(compute).await;
            drop(cancellation);
            match answer {
                Ok(answer) => answer.map_err(Into::into),
                Err(_) => Err(internal_error(method).into()),
            }
        }
    }

    fn compute<P, R>(
        &self,
        method: &str,
        context: &RequestContext,
        params: P,
        handler: fn(&Snapshot<'_>, P) -> HandlerResult<R>,
    ) -> HandlerResult<R> {
        context.check_cancelled()?;
        let (session, state) = (self.session(), self.host.current_state());
        context.check_version(&state)?;
        let document = context.document();
        let with_proposal =
            document.and_then(|own| state.with_proposal_of(own, session.environment.today()));
        let state = with_proposal.unwrap_or(state);
        let snapshot = Snapshot::new(&state, &session, context, &self.sent);
        catch_unwind(AssertUnwindSafe(|| handler(&snapshot, params)))
            .unwrap_or_else(|_| Err(internal_error(method)))
    }
}

fn internal_error(method: &str) -> ResponseError {
    ResponseError::Failed(format!(
        "internal error while handling the request (please report it): {method}; other requests are not affected"
    ))
}

/// Cancels a request when nothing waits for its answer any more.
struct CancelOnDrop(RequestContext);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// Runs `work` on a new thread. The threads that answer requests are unsuitable: all of them may be
/// waiting for it.
pub(super) fn spawn_thread(work: impl FnOnce() + Send + 'static) {
    let runtime = tokio::runtime::Handle::current();
    std::thread::spawn(move || {
        let _inside = runtime.enter();
        work();
    });
}
