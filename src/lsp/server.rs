//! The server: what it keeps while a client is connected, and how it answers.

use super::{
    desk::{Asked, Desk, is_rules, is_scenario},
    feature,
    herald::Herald,
    progress,
    refusal::{Answer, Refusal},
    session::{Session, Surroundings},
    snapshot::Snapshot,
};
use crate::{
    analysis::IndexKey,
    disk::{self, User},
    search::Index,
};
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};
use tower_lsp::{
    Client, LanguageServer,
    gen_lsp_types::{
        InitializeParams, InitializeResult, InitializedParams, MessageType, ServerCapabilities,
        ServerInfo, Uri,
    },
    jsonrpc,
};

/// What it keeps while a client is connected.
#[derive(Clone, Debug)]
pub(super) struct Server {
    /// The open documents and the library.
    pub(super) desk: Arc<Desk>,
    /// The client.
    pub(super) client: Client,
    /// Who tells the client of findings.
    pub(super) herald: Herald,
    session: Arc<Mutex<Arc<Session>>>,
    /// Held by whoever makes a search index.
    indexing: Arc<Mutex<()>>,
    around: Surroundings,
}

/// A client that does not answer by then will not.
pub(super) const PATIENCE: Duration = Duration::from_secs(30);

/// How often an answer is begun anew because documents were changed meanwhile, for clients that do not ask again by themselves.
const TRIES: usize = 50;

impl Server {
    pub(super) fn new(client: Client, around: Surroundings) -> Self {
        let desk = Arc::new(Desk::default());
        let session = Arc::new(Mutex::new(Arc::new(Session {
            around: around.clone(),
            ..Session::default()
        })));
        Self {
            herald: Herald::default(),
            desk,
            client,
            session,
            indexing: Arc::default(),
            around,
        }
    }

    /// The session as it is now.
    pub(super) fn session(&self) -> Arc<Session> {
        Arc::clone(&self.session.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Changes the session.
    pub(super) fn change_session<T>(&self, change: impl FnOnce(&mut Session) -> T) -> T {
        let mut session = self.session.lock().unwrap_or_else(PoisonError::into_inner);
        let mut fresh = (**session).clone();
        let out = change(&mut fresh);
        *session = Arc::new(fresh);
        out
    }

    /// Says something to the person at the editor, without waiting for it.
    pub(super) fn say(&self, kind: MessageType, message: String) {
        let client = self.client.clone();
        tokio::spawn(async move { client.show_message(kind, message).await });
    }

    /// Writes something into the editor's log, without waiting for it.
    pub(super) fn log(&self, message: String) {
        let client = self.client.clone();
        tokio::spawn(async move { client.log_message(MessageType::Info, message).await });
    }

    /// Asks the client for something, without waiting. No answer within the time is as good as none.
    pub(super) fn ask<
        F: Future<Output = jsonrpc::Result<T>> + Send + 'static,
        T: Send + 'static,
    >(
        &self,
        ask: impl FnOnce(Client) -> F + Send + 'static,
    ) {
        let client = self.client.clone();
        tokio::spawn(async move {
            // a client that refuses has its reasons
            let _answer = tokio::time::timeout(PATIENCE, ask(client)).await;
        });
    }

    /// Does something on a thread of its own. Those that answer requests would not do: all of them may be waiting for it.
    pub(super) fn beside(&self, work: impl FnOnce() + Send + 'static) {
        let runtime = tokio::runtime::Handle::current();
        std::thread::spawn(move || {
            let _inside = runtime.enter();
            work();
        });
    }

    /// Loads everything anew, in the background. Requests wait for it.
    pub(super) fn load(&self) {
        if !self.desk.begin_loading() {
            return;
        }
        let server = self.clone();
        self.beside(move || {
            server.desk.load(|open| {
                let session = server.session();
                let Ok((library, remarks)) = catch_unwind(AssertUnwindSafe(|| session.load(open)))
                else {
                    server.say(MessageType::Error, NOT_LOADED.into());
                    return None;
                };
                if !remarks.is_empty() {
                    server.log(remarks.join("\n"));
                }
                Some(library)
            });
            server.herald.wake(&server);
            server.prepare();
        });
    }

    /// Makes what the first questions would otherwise wait for, ruleset by ruleset.
    fn prepare(&self) {
        let asked = self.desk.asked(None);
        let mut at = 0;
        while let Ok(library) = self.desk.library(&asked) {
            let Some((_, db)) = library.analysis.ruleset_dbs().nth(at) else {
                return;
            };
            db.prepare();
            at += 1;
        }
    }

    /// Takes note that documents were opened or changed: files that are not known make it load anew.
    pub(super) fn changed(&self, uri: &Uri) {
        if is_rules(uri)
            && !is_scenario(uri)
            && !self.desk.is_loading()
            && self.desk.is_strange(uri)
        {
            self.load();
        } else {
            self.herald.wake(self);
        }
    }

    /// Answers a request about the document `about`: on a thread of its own, for the text as it was when the request came in. Dropping
    /// the future takes the request back.
    pub(super) fn answer<P: Clone + Send + 'static, R: Send + 'static>(
        &self,
        method: &'static str,
        about: Option<&Uri>,
        params: P,
        find: fn(&Snapshot<'_>, P) -> Answer<R>,
    ) -> impl Future<Output = jsonrpc::Result<Option<R>>> + Send + 'static + use<P, R> {
        let server = self.clone();
        let asked = self.desk.asked(about);
        async move {
            let back = TakenBack(Arc::clone(&asked.cancelled));
            let answer =
                tokio::task::spawn_blocking(move || server.find(method, &asked, &params, find))
                    .await;
            drop(back);
            match answer {
                Ok(answer) => answer.map_err(Into::into),
                Err(_) => Err(broken(method).into()),
            }
        }
    }

    fn find<P: Clone, R>(
        &self,
        method: &str,
        asked: &Asked,
        params: &P,
        find: fn(&Snapshot<'_>, P) -> Answer<R>,
    ) -> Answer<R> {
        let session = self.session();
        let mut made: Option<(IndexKey, Arc<Index>)> = None;
        let mut left = TRIES;
        loop {
            let library = self.desk.library(asked)?;
            let answering = self.desk.answering();
            let snapshot =
                Snapshot::new(&library, &session, &self.desk, asked).with_index(made.as_ref());
            let answer = catch_unwind(AssertUnwindSafe(|| find(&snapshot, params.clone())))
                .unwrap_or_else(|_| Err(broken(method)));
            drop(answering);
            drop(library);
            left -= 1;
            match answer {
                Err(Refusal::Unindexed(index_key)) if left > 0 => {
                    made = Some((index_key.clone(), self.index(&session, asked, &index_key)?))
                }
                Err(Refusal::Outdated) if left > 0 && !session.abilities.retries(method) => {}
                answer => return answer,
            }
        }
    }

    /// Makes the search index for an index key, of the rules as they are now. Whoever edits or asks something else is not held up; who wants
    /// the same waits for it.
    fn index(
        &self,
        session: &Session,
        asked: &Asked,
        index_key: &IndexKey,
    ) -> Result<Arc<Index>, Refusal> {
        let _alone = self.indexing.lock().unwrap_or_else(PoisonError::into_inner);
        let asked = asked.of_all();
        let library = self.desk.library(&asked)?;
        if let Some(index) = library.indexed(index_key) {
            return Ok(index);
        }
        let (state, update) = (library.state, library.index_update(index_key));
        if let Some(update) = update {
            drop(library);
            let updated = update
                .apply()
                .map_err(|fault| Refusal::Failed(fault.to_string()))?;
            if let Some(index) = updated.map(Arc::new) {
                self.desk
                    .library(&asked)?
                    .keep_index(state, index_key, &index);
                return Ok(index);
            }
            return self.index_anew(session, &asked, index_key);
        }
        drop(library);
        self.index_anew(session, &asked, index_key)
    }

    /// The same, from nothing.
    fn index_anew(
        &self,
        session: &Session,
        asked: &Asked,
        index_key: &IndexKey,
    ) -> Result<Arc<Index>, Refusal> {
        let library = self.desk.library(asked)?;
        let (state, edited, sources, copied) = (
            library.state,
            library.is_edited(),
            library.analysis.sources().clone(),
            {
                let analysis = library.analysis.clone();
                || analysis
            },
        );
        drop(library);
        let user = User::new(&session.around.env);
        // what is being edited is not worth being kept
        let cache = user.cache.as_ref().filter(|_| !edited);
        let index = disk::index(cache, &sources, index_key, disk::Reading::Memory, copied);
        let index = Arc::new(index.map_err(|fault| Refusal::Failed(fault.to_string()))?);
        self.desk
            .library(asked)?
            .keep_index(state, index_key, &index);
        Ok(index)
    }
}

fn broken(method: &str) -> Refusal {
    Refusal::Failed(format!(
        "this is a fault of rulebook: it broke off while answering {method}; other requests are not concerned"
    ))
}

/// What a person is told when not even loading works.
const NOT_LOADED: &str = "this is a fault of rulebook: it broke off while loading the rules; what it knew before still counts";

/// Tells those who work on a request when nobody waits for it any more.
struct TakenBack(Arc<AtomicBool>);

impl Drop for TakenBack {
    fn drop(&mut self) {
        self.0.store(true, Ordering::SeqCst);
    }
}

impl LanguageServer for Server {
    async fn initialize(&self, params: InitializeParams) -> jsonrpc::Result<InitializeResult> {
        let (session, fault) = Session::new(&params, self.around.clone());
        let mut capabilities = ServerCapabilities {
            position_encoding: Some(session.abilities.encoding.kind()),
            ..ServerCapabilities::default()
        };
        for feature in feature::FEATURES {
            (feature.announce)(&session.abilities, &mut capabilities);
        }
        self.change_session(|own| *own = session);
        if let Some(fault) = fault {
            self.say(MessageType::Warning, fault);
        }
        self.load();
        let server_info = ServerInfo {
            name: "rulebook".into(),
            version: Some(env!("CARGO_PKG_VERSION").into()),
        };
        Ok(InitializeResult {
            capabilities,
            server_info: Some(server_info),
        })
    }

    async fn initialized(&self, _: InitializedParams) {
        let session = self.session();
        progress::loading(self);
        for feature in feature::FEATURES {
            (feature.started)(self, &session);
        }
    }

    async fn shutdown(&self) -> jsonrpc::Result<()> {
        Ok(())
    }
}
