//! Tells the client of findings, as they become known and only where they are others than before.

use super::{diagnostics, feature, refusal::Refusal, server::Server, snapshot::Snapshot};
use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};
use tower_lsp::gen_lsp_types::{Diagnostic, PublishDiagnosticsParams, Uri};

/// Tells the client of findings.
#[derive(Clone, Debug, Default)]
pub(super) struct Herald(Arc<State>);

#[derive(Debug, Default)]
struct State {
    /// Whether somebody looks for findings right now.
    busy: AtomicBool,
    /// Whether something was changed since.
    again: AtomicBool,
    /// What was told of each document: the findings, by their sum, and the version that they belong to.
    told: Mutex<HashMap<Uri, (String, Option<i32>)>>,
}

/// What came of a look at all documents.
#[derive(Default)]
struct Wave {
    /// Whether documents that were not themselves changed have other findings than before.
    others: bool,
}

impl Herald {
    /// Something was changed: looks for findings in the background, until nothing changes any more.
    pub(super) fn wake(&self, server: &Server) {
        self.0.again.store(true, Ordering::SeqCst);
        if self.0.busy.swap(true, Ordering::SeqCst) {
            return;
        }
        let server = server.clone();
        tokio::task::spawn_blocking(move || server.herald.look(&server));
    }

    /// Everything was loaded anew.
    pub(super) fn all(&self, server: &Server) {
        self.wake(server);
    }

    fn look(&self, server: &Server) {
        let mut others = false;
        loop {
            while self.0.again.swap(false, Ordering::SeqCst) {
                match self.wave(server) {
                    Ok(wave) => others |= wave.others,
                    Err(_) => self.0.again.store(true, Ordering::SeqCst),
                }
            }
            if std::mem::take(&mut others) {
                let session = server.session();
                feature::FEATURES.iter().for_each(|feature| (feature.settled)(server, &session));
            }
            self.0.busy.store(false, Ordering::SeqCst);
            // who woke it meanwhile saw that it was busy
            if !self.0.again.load(Ordering::SeqCst) || self.0.busy.swap(true, Ordering::SeqCst) {
                return;
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
        let mut own = diagnostics::own(&snapshot);
        own.sort_by_key(|(_, uri)| snapshot.version(uri).is_none());
        if pulls {
            // those that are not open are asked for by the client
            own.retain(|(_, uri)| snapshot.version(uri).is_some());
        }
        let mut gone: Vec<Uri> = self.told().keys().cloned().collect();
        for (source, uri) in own {
            gone.retain(|other| *other != uri);
            if library.is_checked(source) && self.knows(&uri, snapshot.version(&uri), library.findings(source).is_empty()) {
                continue;
            }
            let found = diagnostics::of_source(&snapshot, source);
            wave.others |= self.tell(server, &uri, snapshot.version(&uri), found, pulls);
            snapshot.go_on()?;
        }
        for uri in gone {
            self.tell(server, &uri, None, Vec::new(), pulls);
            self.told().remove(&uri);
        }
        Ok(wave)
    }

    fn told(&self) -> std::sync::MutexGuard<'_, HashMap<Uri, (String, Option<i32>)>> {
        self.0.told.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether nothing is to be told of a document: there is nothing wrong with it, and there never was.
    fn knows(&self, uri: &Uri, version: Option<i32>, clean: bool) -> bool {
        let told = self.told();
        clean && version.is_none() && !told.contains_key(uri)
    }

    /// Tells what is wrong with a document, if it is something else than before. Gives whether it is, although the document itself was
    /// not changed.
    fn tell(&self, server: &Server, uri: &Uri, version: Option<i32>, found: Vec<Diagnostic>, pulls: bool) -> bool {
        let sum = diagnostics::result_id(&found);
        let before = self.told().insert(uri.clone(), (sum.clone(), version));
        let other = before.as_ref().is_none_or(|(before, _)| *before != sum);
        let same_text = before.as_ref().is_some_and(|(_, before)| *before == version);
        if other && !(before.is_none() && found.is_empty() && version.is_none()) && !pulls {
            let params = PublishDiagnosticsParams { uri: uri.clone(), version, diagnostics: found };
            let client = server.client.clone();
            let told = async move { client.publish_diagnostics(params.uri, params.diagnostics, params.version).await };
            tokio::runtime::Handle::current().block_on(told);
        }
        other && same_text
    }
}
