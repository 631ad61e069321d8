//! `AnalysisHost`: stores open documents, and returns `LoadedState`s with their edits applied.

use super::{
    ResponseError,
    document::TextDocument,
    loaded_state::{LoadedState, VersionedUri},
    position::Encoding,
    uri,
};
use crate::{
    analysis::{Source, SourceKind, SourceOrigin},
    answer::list_source,
    disk, syntax,
    text::SourceId,
};
use camino::Utf8PathBuf;
use parking_lot::Mutex;
use std::{
    collections::{BTreeSet, HashMap},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};
use tokio::sync::watch;
use tower_lsp::gen_lsp_types::{TextDocumentContentChangeEvent as Change, Uri};

/// An open document with edits that no state contains: its key, its URI with the version, and its text.
type EditedDocument = (Uri, VersionedUri, Arc<str>);

/// The open documents and the latest [`LoadedState`]; on request makes the next one, with all edits
/// up to then. Also coordinates loading.
///
/// Notifications change the open documents immediately, in the order of the notifications. The next
/// [`current_state`](Self::current_state) applies all pending edits at once, so a burst of keystrokes is
/// parsed once. A state never changes, and its readers take no lock.
#[derive(Debug, Default)]
pub(super) struct AnalysisHost {
    /// The latest state. Locked only while the pointer is copied or replaced.
    latest: Mutex<Arc<LoadedState>>,
    /// Held by the one thread that makes the next state.
    writer: Mutex<()>,
    documents: Mutex<OpenDocuments>,
    loading: watch::Sender<LoadingState>,
}

/// Whether all files are being loaded, and whether they must be loaded once more after that.
#[derive(Clone, Copy, Debug, Default)]
struct LoadingState {
    running: bool,
    /// Settings, files or folders have changed since loading began: it must be repeated.
    repeat: bool,
}

/// The texts of all open documents, and which documents and files changed since the last state was
/// made.
#[derive(Debug, Default)]
struct OpenDocuments {
    /// By normalized URI, each with the URI as the editor spells it.
    open: HashMap<Uri, (Uri, TextDocument)>,
    /// Open documents with edits that no state contains.
    edited: BTreeSet<Uri>,
    /// Files that are not open, or no longer open, and may have changed on disk.
    on_disk: BTreeSet<Uri>,
    /// The documents that were open at the last load. A rules file among them that the state
    /// does not contain is overridden by another file of its name.
    loaded: BTreeSet<Uri>,
}

/// The document version that a request was made for, and its cancellation flag.
#[derive(Clone, Debug, Default)]
pub(super) struct RequestContext {
    document: Option<(Uri, i32)>,
    cancelled: Arc<AtomicBool>,
}

impl RequestContext {
    /// Returns the open document that the request is about.
    pub(super) fn document(&self) -> Option<&Uri> {
        self.document.as_ref().map(|(uri, _)| uri)
    }

    /// Cancels the work on the request.
    pub(super) fn cancel(&self) {
        self.cancelled.store(true, Ordering::SeqCst);
    }

    /// Returns an error if the request was cancelled. Long loops call it repeatedly.
    pub(super) fn check_cancelled(&self) -> Result<(), ResponseError> {
        match self.cancelled.load(Ordering::SeqCst) {
            true => Err(ResponseError::Cancelled),
            false => Ok(()),
        }
    }

    /// Returns an error if `state` contains another version of the document than the request was
    /// made for: its positions mean something else there.
    pub(super) fn check_version(&self, state: &LoadedState) -> Result<(), ResponseError> {
        let other = |(uri, version): &(Uri, i32)| {
            let open = state.open.get(uri);
            open.is_some_and(|open| open.version != *version)
        };
        match self.document.as_ref().is_some_and(other) {
            true => Err(ResponseError::ContentModified),
            false => Ok(()),
        }
    }
}

impl AnalysisHost {
    /// Opens a document.
    pub(super) fn open(&self, uri: &Uri, text: &str, version: i32) {
        let plain = uri::plain(uri);
        let opened = (uri.clone(), TextDocument::new(text, version));
        let mut documents = self.documents.lock();
        documents.open.insert(plain.clone(), opened);
        documents.edited.insert(plain);
    }

    /// Edits a document. Returns whether it is open.
    pub(super) fn change(
        &self,
        uri: &Uri,
        changes: &[Change],
        version: i32,
        encoding: Encoding,
    ) -> bool {
        let plain = uri::plain(uri);
        let mut documents = self.documents.lock();
        let Some((_, document)) = documents.open.get_mut(&plain) else {
            return false;
        };
        document.change(changes, version, encoding);
        documents.edited.insert(plain);
        true
    }

    /// Closes a document: from now on the file on disk is used.
    pub(super) fn close(&self, uri: &Uri) {
        let plain = uri::plain(uri);
        let mut documents = self.documents.lock();
        documents.open.remove(&plain);
        documents.edited.remove(&plain);
        documents.on_disk.insert(plain);
    }

    /// Records files that changed on disk.
    pub(super) fn change_on_disk(&self, uris: impl IntoIterator<Item = Uri>) {
        let plain = uris.into_iter().map(|uri| uri::plain(&uri));
        self.documents.lock().on_disk.extend(plain);
    }

    /// Whether a document is open.
    pub(super) fn is_open(&self, uri: &Uri) -> bool {
        self.documents.lock().open.contains_key(&uri::plain(uri))
    }

    /// Returns the context of a request about `document` that arrives now.
    pub(super) fn request_context(&self, document: Option<&Uri>) -> RequestContext {
        let versioned = |uri: &Uri| {
            let plain = uri::plain(uri);
            let version = self.documents.lock().open.get(&plain)?.1.version;
            Some((plain, version))
        };
        RequestContext {
            document: document.and_then(versioned),
            cancelled: Arc::default(),
        }
    }

    /// Returns the latest published state, which may lack pending edits.
    pub(super) fn latest_state(&self) -> Arc<LoadedState> {
        Arc::clone(&self.latest.lock())
    }

    /// Returns a state with all edits up to now; publishes it if there were any.
    pub(super) fn current_state(&self) -> Arc<LoadedState> {
        let _writer = self.writer.lock();
        let latest = self.latest_state();
        let (edited, on_disk) = self.take_pending();
        if edited.is_empty() && on_disk.is_empty() {
            return latest;
        }
        let mut next = LoadedState::clone(&latest);
        for (uri, open, text) in edited {
            match next.source(&uri) {
                Some(source) => next.update(source, text),
                None if is_scenario(&uri) => {
                    if let Some(scenario) = source(&uri, text) {
                        next.add(uri.clone(), scenario);
                    }
                }
                None => {}
            }
            next.open.insert(uri, open);
        }
        for uri in on_disk {
            next.open.remove(&uri);
            if let (Some(source), Some(path)) = (next.source(&uri), uri::path(&uri))
                && let Ok(text) = disk::read_text(&path)
            {
                next.update(source, Arc::from(text));
            }
        }
        self.publish(next)
    }

    /// Publishes a state. The one before is freed in the background: a large file takes
    /// milliseconds.
    fn publish(&self, next: LoadedState) -> Arc<LoadedState> {
        let next = Arc::new(next);
        let before = std::mem::replace(&mut *self.latest.lock(), Arc::clone(&next));
        rayon::spawn(move || drop(before));
        next
    }

    /// Takes the open documents with edits that no state contains, with their texts, and the files
    /// that may have changed on disk.
    fn take_pending(&self) -> (Vec<EditedDocument>, BTreeSet<Uri>) {
        let mut documents = self.documents.lock();
        let edited = std::mem::take(&mut documents.edited).into_iter();
        let edited = edited.filter_map(|uri| {
            let (spelled, document) = documents.open.get(&uri)?;
            let (spelled, version) = (spelled.clone(), document.version);
            let open = VersionedUri {
                uri: spelled,
                version,
            };
            Some((uri, open, document.text()))
        });
        let edited = edited.collect();
        let mut on_disk = std::mem::take(&mut documents.on_disk);
        on_disk.retain(|uri| !documents.open.contains_key(uri));
        (edited, on_disk)
    }

    /// Begins to load all files again: requests wait until that is done. Returns whether the caller
    /// has to [load](Self::load); else loading is running already, and is repeated.
    pub(super) fn begin_loading(&self) -> bool {
        let mut begun = false;
        self.loading.send_modify(|loading| {
            begun = !loading.running;
            *loading = LoadingState {
                running: true,
                repeat: loading.running,
            };
        });
        begun
    }

    /// Whether all files are being loaded. Documents that are opened meanwhile are included.
    pub(super) fn is_loading(&self) -> bool {
        self.loading.borrow().running
    }

    /// Waits until everything is loaded.
    pub(super) async fn loaded(&self) {
        let mut loading = self.loading.subscribe();
        // an error would mean that the sender is gone: it lives as long as this does
        let _closed = loading.wait_for(|loading| !loading.running).await;
    }

    /// Loads all files, with open documents as the editor has them, until no further load is
    /// requested. Where `load` fails, what was loaded before stays.
    pub(super) fn load(&self, load: impl Fn(Vec<Source>) -> Option<LoadedState>) {
        loop {
            let fresh = load(self.open_rules());
            {
                let _writer = self.writer.lock();
                if let Some(fresh) = fresh {
                    self.publish(fresh);
                }
                let mut documents = self.documents.lock();
                documents.edited = documents.open.keys().cloned().collect();
            }
            let mut done = false;
            self.loading.send_modify(|loading| {
                // a document that is opened from now on finds that nothing is being loaded
                done = !std::mem::take(&mut loading.repeat) && !self.has_unloaded_rules();
                loading.running = !done;
            });
            if done {
                return;
            }
        }
    }

    /// Returns the open files of rules and scenarios as sources: each replaces the file of its
    /// name in its ruleset.
    fn open_rules(&self) -> Vec<Source> {
        let mut documents = self.documents.lock();
        documents.loaded = documents.open.keys().cloned().collect();
        let open = documents.open.iter();
        let sources = open.filter_map(|(uri, (_, document))| source(uri, document.text()));
        sources.collect()
    }

    /// Whether a document is a rules file that is not in the latest state and was not open at
    /// the last load: loading would include it.
    pub(super) fn is_unloaded_rules(&self, uri: &Uri) -> bool {
        is_source(uri)
            && !is_scenario(uri)
            && self.latest_state().source(uri).is_none()
            && !self.documents.lock().loaded.contains(&uri::plain(uri))
    }

    /// Whether a rules file is open that loading would include.
    fn has_unloaded_rules(&self) -> bool {
        let open: Vec<Uri> = self.documents.lock().open.keys().cloned().collect();
        open.iter().any(|uri| self.is_unloaded_rules(uri))
    }
}

/// Whether a URI is that of a source of any kind, by its file name.
pub(super) fn is_source(uri: &Uri) -> bool {
    kind(uri).is_some()
}

/// Whether a URI is that of a scenario, by its name. A scenario is not part of the rules; opening
/// one loads nothing.
pub(super) fn is_scenario(uri: &Uri) -> bool {
    kind(uri) == Some(SourceKind::Scenario)
}

fn kind(uri: &Uri) -> Option<SourceKind> {
    SourceKind::from_file_name(uri::path(uri)?.file_name()?)
}

/// Creates a source from a file that may be outside every folder of rules. Its ruleset is that of
/// its folder, or the one that its front matter names.
fn source(uri: &Uri, text: Arc<str>) -> Option<Source> {
    let path: Utf8PathBuf = uri::path(uri)?;
    let name = path.file_name()?.to_owned();
    let kind = SourceKind::from_file_name(&name)?;
    if kind == SourceKind::Scenario {
        // the front matter decides the ruleset again after each edit
        return Some(list_source(&path, text));
    }
    let front = syntax::parse(SourceId::default(), &name, &text).front;
    let folder = path.parent()?;
    let ruleset = match front.ruleset {
        Some(own) if !disk::is_file(&folder.join("ruleset.toml")) => own.value,
        Some(_) | None => folder.file_name()?.to_owned(),
    };
    Some(Source {
        path,
        name,
        ruleset,
        kind,
        origin: SourceOrigin::Folder,
        text,
    })
}

#[cfg(test)]
mod tests;
