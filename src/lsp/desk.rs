//! The documents that are open, and the library that follows them.

use super::{address, document::Document, library::Library, position::Encoding, refusal::Refusal};
use crate::{
    analysis::{Source, SourceKind, SourceOrigin},
    disk, syntax,
    text::SourceId,
};
use camino::Utf8PathBuf;
use std::{
    collections::{BTreeSet, HashMap},
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};
use tower_lsp::gen_lsp_types::{TextDocumentContentChangeEvent as Change, Uri};

/// The documents that are open, and the library that follows them.
///
/// Notifications change the documents, at once and in the order in which they come. Whoever next wants to read the library first lets it
/// take in what was changed; so a burst of changes costs one look at the text. While somebody reads, nothing changes; who reads for
/// long asks now and then whether what is read is [outdated](Self::is_outdated).
#[derive(Debug, Default)]
pub(super) struct Desk {
    documents: Mutex<Documents>,
    library: RwLock<Library>,
    /// Whether documents or files were changed that the library has not taken in.
    outdated: AtomicBool,
    /// Held by whoever lets the library take in what was changed: nobody else waits to write then, for who reads for long gives way only
    /// as long as something is outdated.
    catching_up: Mutex<()>,
    /// The texts of our own that the client asked for, the latest last, each with a sum of what it read.
    texts: Mutex<Vec<(Uri, u64)>>,
    loading: Mutex<Loading>,
    loaded: Condvar,
    /// How many requests are being answered.
    answering: Mutex<usize>,
    answered: Condvar,
}

/// A request is being answered as long as this lives.
#[derive(Debug)]
pub(super) struct Answering<'a>(&'a Desk);

impl Drop for Answering<'_> {
    fn drop(&mut self) {
        *lock(&self.0.answering) -= 1;
        self.0.answered.notify_all();
    }
}

/// Whether everything is being loaded anew.
#[derive(Debug, Default)]
struct Loading {
    /// Somebody does it right now.
    busy: bool,
    /// What was loaded must be loaded once more: settings, files or folders have changed since.
    again: bool,
}

#[derive(Debug, Default)]
struct Documents {
    /// By the plain form of their addresses, with the form that the editor uses.
    open: HashMap<Uri, (Uri, Document)>,
    /// Those that the library has not taken in.
    changed: BTreeSet<Uri>,
    /// Files that are not open, or no longer, and may read otherwise now.
    on_disk: BTreeSet<Uri>,
    /// Those that were open when all was loaded last: where the library knows one of these not, another of its name counts.
    tried: BTreeSet<Uri>,
}

/// No more texts of our own are followed: those asked for last.
const FOLLOWED: usize = 32;

/// What a request knew when it came in: it is answered for this text, or not at all.
#[derive(Clone, Debug, Default)]
pub(super) struct Asked {
    /// The document that it is about, with its version.
    about: Option<(Uri, Option<i32>)>,
    /// Whether it was taken back.
    pub(super) cancelled: Arc<AtomicBool>,
}

impl Asked {
    /// The same of no document: it is taken back together with this.
    pub(super) fn of_all(&self) -> Self {
        Self {
            about: None,
            cancelled: Arc::clone(&self.cancelled),
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Desk {
    /// A document was opened. Gives whether it is a rules file that the library does not know, so that all must be loaded anew.
    pub(super) fn open(&self, uri: &Uri, text: &str, version: i32) {
        let plain = address::plain(uri);
        let mut documents = lock(&self.documents);
        documents
            .open
            .insert(plain.clone(), (uri.clone(), Document::new(text, version)));
        documents.changed.insert(plain);
        self.outdated.store(true, Ordering::SeqCst);
    }

    /// A document was changed. Gives whether it is open.
    pub(super) fn change(
        &self,
        uri: &Uri,
        changes: &[Change],
        version: i32,
        encoding: Encoding,
    ) -> bool {
        let plain = address::plain(uri);
        let mut documents = lock(&self.documents);
        let Some((_, document)) = documents.open.get_mut(&plain) else {
            return false;
        };
        document.change(changes, version, encoding);
        documents.changed.insert(plain);
        self.outdated.store(true, Ordering::SeqCst);
        true
    }

    /// A document was closed: what stands on the disk counts again.
    pub(super) fn close(&self, uri: &Uri) {
        let plain = address::plain(uri);
        let mut documents = lock(&self.documents);
        documents.open.remove(&plain);
        documents.changed.remove(&plain);
        documents.on_disk.insert(plain);
        self.outdated.store(true, Ordering::SeqCst);
        lock(&self.texts).retain(|(known, _)| known != uri);
    }

    /// The texts of our own that the client asked for, each with a sum of what it read.
    pub(super) fn texts(&self) -> Vec<(Uri, u64)> {
        lock(&self.texts).clone()
    }

    /// The client asked for a text of our own, or was told that it reads otherwise.
    pub(super) fn remember_text(&self, uri: &Uri, sum: u64) {
        let mut texts = lock(&self.texts);
        texts.retain(|(known, _)| known != uri);
        texts.push((uri.clone(), sum));
        let old = texts.len().saturating_sub(FOLLOWED);
        texts.drain(..old);
    }

    /// Files were changed on the disk.
    pub(super) fn changed_on_disk(&self, uris: impl IntoIterator<Item = Uri>) {
        let mut documents = lock(&self.documents);
        documents
            .on_disk
            .extend(uris.into_iter().map(|uri| address::plain(&uri)));
        self.outdated.store(true, Ordering::SeqCst);
    }

    /// The documents that are open, by the addresses that the editor uses, with their versions.
    pub(super) fn opened(&self) -> Vec<(Uri, i32)> {
        lock(&self.documents)
            .open
            .values()
            .map(|(uri, document)| (uri.clone(), document.version))
            .collect()
    }

    /// Whether a document is open.
    pub(super) fn is_open(&self, uri: &Uri) -> bool {
        lock(&self.documents)
            .open
            .contains_key(&address::plain(uri))
    }

    /// The address by which the editor knows a document.
    pub(super) fn spelled(&self, uri: Uri) -> Uri {
        lock(&self.documents)
            .open
            .get(&uri)
            .map_or(uri, |(spelled, _)| spelled.clone())
    }

    /// What a request about a document knows when it comes in.
    pub(super) fn asked(&self, about: Option<&Uri>) -> Asked {
        let version = |uri: &Uri| {
            lock(&self.documents)
                .open
                .get(uri)
                .map(|(_, document)| document.version)
        };
        let about = about
            .map(address::plain)
            .map(|uri| (uri.clone(), version(&uri)));
        Asked {
            about,
            cancelled: Arc::default(),
        }
    }

    /// Whether something was changed since the library was last brought up to date: who reads it for long stops then.
    pub(super) fn is_outdated(&self) -> bool {
        self.outdated.load(Ordering::SeqCst)
    }

    /// The library, up to date. `None`: it must be loaded anew first, for there are files that it does not know.
    pub(super) fn library(&self, asked: &Asked) -> Result<RwLockReadGuard<'_, Library>, Refusal> {
        loop {
            self.wait(asked)?;
            if self.is_outdated() {
                self.catch_up();
                continue;
            }
            let library = self.library.read().unwrap_or_else(PoisonError::into_inner);
            if self.is_outdated() {
                continue;
            }
            if let Some((uri, version)) = &asked.about
                && version.is_some_and(|version| {
                    library.versions.get(uri).is_some_and(|now| *now != version)
                })
            {
                return Err(Refusal::Outdated);
            }
            return Ok(library);
        }
    }

    /// A request begins to be answered.
    pub(super) fn answering(&self) -> Answering<'_> {
        *lock(&self.answering) += 1;
        Answering(self)
    }

    /// Lets those go first who answer a request, or change something. Who works in the background asks for it after each small step, so
    /// that nobody waits for more than that; but requests that take long do not stop it.
    pub(super) fn give_way(&self) {
        const LONGEST: Duration = Duration::from_millis(20);
        let answering = lock(&self.answering);
        let waiting = |answering: &mut usize| *answering > 0 && !self.is_outdated();
        drop(
            self.answered
                .wait_timeout_while(answering, LONGEST, waiting),
        );
    }

    /// Waits until all is loaded.
    fn wait(&self, asked: &Asked) -> Result<(), Refusal> {
        const LOOK: Duration = Duration::from_millis(20);
        let mut loading = lock(&self.loading);
        while loading.busy {
            if asked.cancelled.load(Ordering::SeqCst) {
                return Err(Refusal::Cancelled);
            }
            loading = self
                .loaded
                .wait_timeout(loading, LOOK)
                .unwrap_or_else(PoisonError::into_inner)
                .0;
        }
        Ok(())
    }

    /// Lets the library take in what was changed.
    fn catch_up(&self) {
        let _alone = lock(&self.catching_up);
        if !self.is_outdated() {
            return;
        }
        let mut library = self.library.write().unwrap_or_else(PoisonError::into_inner);
        let (changed, on_disk) = {
            let mut documents = lock(&self.documents);
            self.outdated.store(false, Ordering::SeqCst);
            let changed: Vec<(Uri, Arc<str>, i32)> = std::mem::take(&mut documents.changed)
                .into_iter()
                .filter_map(|uri| {
                    documents
                        .open
                        .get(&uri)
                        .map(|(_, document)| (uri.clone(), document.text(), document.version))
                })
                .collect();
            let mut on_disk = std::mem::take(&mut documents.on_disk);
            on_disk.retain(|uri| !documents.open.contains_key(uri));
            (changed, on_disk)
        };
        for (uri, text, version) in changed {
            library.versions.insert(uri.clone(), version);
            match library.source(&uri) {
                Some(source) => library.update(source, text),
                None => {
                    if let Some(scenario) =
                        source(&uri, text).filter(|source| source.kind == SourceKind::Scenario)
                    {
                        library.add(uri, scenario);
                    }
                }
            }
        }
        for uri in on_disk {
            library.versions.remove(&uri);
            if let (Some(source), Some(path)) = (library.source(&uri), address::path(&uri))
                && let Ok(text) = disk::read(&path)
            {
                library.update(source, Arc::from(text));
            }
        }
    }

    /// Announces that all is going to be loaded: who wants to read waits. Gives whether nobody does so yet, so that the caller has to
    /// [load](Self::load).
    pub(super) fn begin_loading(&self) -> bool {
        let mut loading = lock(&self.loading);
        loading.again = loading.busy;
        !std::mem::replace(&mut loading.busy, true)
    }

    /// Whether everything is being loaded anew. Documents that are opened meanwhile are taken in.
    pub(super) fn is_loading(&self) -> bool {
        lock(&self.loading).busy
    }

    /// Loads everything anew, open documents as the editor has them, until nothing asks for it any more, and lets those who wait go on.
    /// Where nothing can be loaded, what was there stays.
    pub(super) fn load(&self, load: impl Fn(Vec<Source>) -> Option<Library>) {
        loop {
            if let Some(library) = load(self.loose()) {
                // who reads for long gives way
                self.outdated.store(true, Ordering::SeqCst);
                *self.library.write().unwrap_or_else(PoisonError::into_inner) = library;
            }
            let mut documents = lock(&self.documents);
            documents.changed = documents.open.keys().cloned().collect();
            self.outdated.store(true, Ordering::SeqCst);
            drop(documents);
            let mut loading = lock(&self.loading);
            // who opens a document from now on sees that nothing is being loaded
            if !std::mem::take(&mut loading.again) && !self.has_strangers() {
                loading.busy = false;
                break;
            }
        }
        self.loaded.notify_all();
    }

    /// The open rules files, as sources: each takes the place of the file of its name in its ruleset.
    fn loose(&self) -> Vec<Source> {
        let mut documents = lock(&self.documents);
        documents.tried = documents.open.keys().cloned().collect();
        documents
            .open
            .iter()
            .filter_map(|(uri, (_, document))| source(uri, document.text()))
            .collect()
    }

    /// Whether a document is not in the library, and was not so when all was loaded last: loading would bring it in.
    pub(super) fn is_strange(&self, uri: &Uri) -> bool {
        let plain = address::plain(uri);
        self.source(uri).is_none() && !lock(&self.documents).tried.contains(&plain)
    }

    /// Whether a rules file was opened that loading would bring in.
    fn has_strangers(&self) -> bool {
        let open: Vec<Uri> = lock(&self.documents).open.keys().cloned().collect();
        open.iter()
            .any(|uri| is_rules(uri) && !is_scenario(uri) && self.is_strange(uri))
    }

    /// The source of a document in the library.
    pub(super) fn source(&self, uri: &Uri) -> Option<SourceId> {
        self.library
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .source(uri)
    }
}

/// Whether the file at an address holds rules, by its name.
pub(super) fn is_rules(uri: &Uri) -> bool {
    address::path(uri)
        .is_some_and(|path| SourceKind::of(path.file_name().unwrap_or_default()).is_some())
}

/// Whether the file at an address is a scenario, by its name: such a file is no part of the rules, and makes nothing load anew.
pub(super) fn is_scenario(uri: &Uri) -> bool {
    address::path(uri).is_some_and(|path| {
        SourceKind::of(path.file_name().unwrap_or_default()) == Some(SourceKind::Scenario)
    })
}

/// A file that may lie in no folder of rules, as a source: its ruleset is that of the folder it lies in, or what its front matter says.
fn source(uri: &Uri, text: Arc<str>) -> Option<Source> {
    let path: Utf8PathBuf = address::path(uri)?;
    let name = path.file_name()?.to_owned();
    let kind = SourceKind::of(&name)?;
    if kind == SourceKind::Scenario {
        // which ruleset it is played by is for its front matter to say, again and again
        return Some(Source {
            path,
            name,
            ruleset: String::new(),
            kind,
            origin: SourceOrigin::Folder,
            text,
        });
    }
    let own = syntax::parse(SourceId::default(), &name, &text)
        .front
        .ruleset
        .map(|own| own.value);
    let folder = path.parent()?;
    let ruleset = match own {
        Some(own) if !folder.join("ruleset.toml").is_file() => own,
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
mod tests {
    use super::*;
    use std::{sync::atomic::AtomicUsize, thread, time::Instant};

    /// Who reads for long gives way as long as something is outdated. So nobody may wait to write when nothing is: he would wait until
    /// all is read.
    #[test]
    fn nobody_waits_for_who_reads_for_long() {
        const ASKERS: usize = 3;
        let (desk, asked) = (Desk::default(), Asked::default());
        for _ in 0..300 {
            let answered = AtomicUsize::new(0);
            desk.outdated.store(true, Ordering::SeqCst);
            thread::scope(|scope| {
                for _ in 0..ASKERS {
                    scope.spawn(|| {
                        assert!(desk.library(&asked).is_ok());
                        answered.fetch_add(1, Ordering::SeqCst);
                    });
                }
                let library = desk.library(&asked);
                let start = Instant::now();
                while answered.load(Ordering::SeqCst) < ASKERS && !desk.is_outdated() {
                    assert!(start.elapsed() < Duration::from_secs(20), "somebody waits");
                    thread::yield_now();
                }
                drop(library);
            });
        }
    }
}
