//! Tells the client of findings, as they become known and only where they are others than before.

use super::{diagnostics, feature, refusal::Refusal, server::Server, snapshot::Snapshot};
use crate::{diagnostic, text::SourceId};
use std::{
    collections::HashMap,
    sync::{
        Arc, Condvar, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};
use tower_lsp::gen_lsp_types::Uri;

/// Tells the client of findings.
#[derive(Clone, Debug, Default)]
pub(super) struct Herald(Arc<State>);

#[derive(Debug, Default)]
struct State {
    work: Mutex<Work>,
    woken: Condvar,
    /// Whether documents that were not themselves changed had other findings when all settled last.
    others: AtomicBool,
    told: Mutex<HashMap<Uri, Told>>,
}

/// What was told of a document.
#[derive(Debug)]
struct Told {
    /// The findings, as they were found; none: nothing is wrong with it, for it is gone.
    found: Option<Arc<[diagnostic::Diagnostic]>>,
    /// Their sum.
    sum: String,
    /// The version that they belong to.
    version: Option<i32>,
}

#[derive(Debug, Default)]
struct Work {
    /// Whether the client may be told anything: its `initialize` was answered. What is told before is lost.
    greeted: bool,
    /// Whether somebody looks for findings right now.
    busy: bool,
    /// Whether something was changed since.
    again: bool,
}

/// All has settled when nothing was changed for so long.
const QUIET: Duration = Duration::from_millis(120);

/// What came of a look at all documents.
#[derive(Default)]
struct Wave {
    /// Whether documents that were not themselves changed have other findings than before.
    others: bool,
}

impl Herald {
    /// Something was changed: looks for findings in the background, until nothing changes any more.
    pub(super) fn wake(&self, server: &Server) {
        let mut work = self.0.work.lock().unwrap_or_else(PoisonError::into_inner);
        work.again = true;
        self.begin(&mut work, server);
    }

    /// The client's `initialize` was answered: what was found up to now, and from now on, is told.
    pub(super) fn greeted(&self, server: &Server) {
        let mut work = self.0.work.lock().unwrap_or_else(PoisonError::into_inner);
        work.greeted = true;
        if work.again {
            self.begin(&mut work, server);
        }
    }

    fn begin(&self, work: &mut Work, server: &Server) {
        self.0.woken.notify_all();
        if work.greeted && !std::mem::replace(&mut work.busy, true) {
            let own = server.clone();
            server.beside(move || own.herald.look(&own));
        }
    }

    /// Whether it looks for findings right now.
    #[cfg(test)]
    pub(super) fn is_busy(&self) -> bool {
        self.0
            .work
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .busy
    }

    /// Whether documents that were not themselves changed had other findings when all settled last.
    pub(super) fn others(&self) -> bool {
        self.0.others.load(Ordering::SeqCst)
    }

    fn look(&self, server: &Server) {
        let mut others = false;
        loop {
            let mut work = self.0.work.lock().unwrap_or_else(PoisonError::into_inner);
            if !work.again {
                work = self
                    .0
                    .woken
                    .wait_timeout(work, QUIET)
                    .unwrap_or_else(PoisonError::into_inner)
                    .0;
            }
            if !work.again {
                drop(work);
                self.0
                    .others
                    .store(std::mem::take(&mut others), Ordering::SeqCst);
                let session = server.session();
                feature::FEATURES
                    .iter()
                    .for_each(|feature| (feature.settled)(server, &session));
                work = self.0.work.lock().unwrap_or_else(PoisonError::into_inner);
                if !work.again {
                    work.busy = false;
                    return;
                }
            }
            work.again = false;
            drop(work);
            match self.wave(server) {
                Ok(wave) => others |= wave.others,
                Err(Refusal::Outdated) => {
                    self.0
                        .work
                        .lock()
                        .unwrap_or_else(PoisonError::into_inner)
                        .again = true
                }
                Err(_) => {}
            }
        }
    }

    /// Looks at all documents, those that are open first. Breaks off where something is changed meanwhile.
    fn wave(&self, server: &Server) -> Result<Wave, Refusal> {
        let session = server.session();
        let asked = server.desk.asked(None);
        let mut wave = Wave::default();
        let library = server.desk.library(&asked)?;
        let snapshot = Snapshot::new(&library, &session, &server.desk, &asked);
        let pulls = session.abilities.pulls();
        for (uri, _) in server.desk.opened() {
            if let (Some(source), Some(version)) = (library.source(&uri), snapshot.version(&uri)) {
                wave.others |= self.tell(server, &snapshot, &uri, Some(version), Some(source));
                snapshot.go_on()?;
            }
        }
        library.let_go();
        if pulls {
            // what is not open is asked for by the client
            return Ok(wave);
        }
        library.tell_fresh(session.around.today(), |source| {
            // an open document too: what was said of it above may be out of date by what was found since
            if let Some((source, uri)) =
                source.and_then(|source| Some((source, snapshot.uri(source)?)))
            {
                wave.others |= self.tell(
                    server,
                    &snapshot,
                    &uri,
                    snapshot.version(&uri),
                    Some(source),
                );
            }
            server.desk.give_way();
            // who types meanwhile does not wait for all of them: the rest is told in the next wave
            snapshot.go_on()
        })?;
        let gone: Vec<Uri> = self
            .told()
            .keys()
            .filter(|uri| library.source(uri).is_none())
            .cloned()
            .collect();
        for uri in gone {
            self.tell(server, &snapshot, &uri, None, None);
            self.told().remove(&uri);
        }
        Ok(wave)
    }

    fn told(&self) -> std::sync::MutexGuard<'_, HashMap<Uri, Told>> {
        self.0.told.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells what is wrong with a document, if it is something else than before or belongs to another version: editors drop what
    /// belongs to a version that they no longer show. Without a source it is gone. Gives whether it is something else although the
    /// document itself was not changed.
    fn tell(
        &self,
        server: &Server,
        snapshot: &Snapshot<'_>,
        uri: &Uri,
        version: Option<i32>,
        source: Option<SourceId>,
    ) -> bool {
        let found = source.map(|source| {
            snapshot
                .library
                .found(source, snapshot.session.around.today())
        });
        let same = |told: &Told| {
            told.version == version
                && told
                    .found
                    .as_ref()
                    .zip(found.as_ref())
                    .is_some_and(|(a, b)| Arc::ptr_eq(a, b))
        };
        if self.told().get(uri).is_some_and(same) {
            return false;
        }
        let items = source
            .map(|source| diagnostics::of_source(snapshot, source))
            .unwrap_or_default();
        let sum = diagnostics::result_id(&items);
        let before = self.told().insert(
            uri.clone(),
            Told {
                found,
                sum: sum.clone(),
                version,
            },
        );
        let other = before.as_ref().is_none_or(|before| before.sum != sum);
        let same_text = before
            .as_ref()
            .is_some_and(|before| before.version == version);
        let never_wrong = before.is_none() && items.is_empty() && version.is_none();
        if (other || !same_text) && !never_wrong && !snapshot.session.abilities.pulls() {
            let client = server.client.clone();
            let told = async move {
                client
                    .publish_diagnostics(uri.clone(), items, version)
                    .await
            };
            tokio::runtime::Handle::current().block_on(told);
        }
        other && same_text
    }
}
