//! `Cache`: stores computed results (search indexes) in folders of the user's cache, each named by
//! the hash of its inputs; keeps the newest 12.

use super::{
    folder_lock::FolderLock,
    write::{UNFINISHED_PREFIX, entries, remove, remove_abandoned},
};
use crate::analysis::Source;
use camino::{Utf8Path, Utf8PathBuf};
use std::{
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    io,
    path::Path,
    time::SystemTime,
};

/// The user's cache folder: one folder for each search index, and one for the copies of shipped
/// rules that editors open.
///
/// The name of a folder contains the hash of its inputs, so a cached result is never out of date. A
/// missing result is computed again; a cache that cannot be written only costs time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cache {
    /// The folder.
    pub folder: Utf8PathBuf,
}

/// The hash of sources, parameters and this build of the program, 32 hexadecimal digits: names the
/// cache folder of the result computed from them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CacheKey(u64, u64);

/// How many folders of one kind are kept; the oldest are removed first.
const KEPT_FOLDERS: usize = 12;

impl std::fmt::Display for CacheKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:016x}{:016x}", self.0, self.1)
    }
}

impl CacheKey {
    /// Returns the key of the result that this build of the program computes from `sources` with
    /// `parameters`.
    pub fn new<'s>(sources: impl IntoIterator<Item = &'s Source>, parameters: &impl Hash) -> Self {
        let mut first = DefaultHasher::new();
        let mut second = DefaultHasher::new();
        for hasher in [&mut first, &mut second] {
            (program(), parameters).hash(hasher);
        }
        "second half of the key".hash(&mut second);
        for source in sources {
            source.hash(&mut first);
            source.hash(&mut second);
        }
        Self(first.finish(), second.finish())
    }
}

/// Identifies this build of the program: another build may compute something else from the same
/// sources.
fn program() -> (&'static str, Option<(u64, Option<SystemTime>)>) {
    let file = std::env::current_exe()
        .ok()
        .and_then(|path| fs::metadata(path).ok());
    (
        env!("CARGO_PKG_VERSION"),
        file.map(|metadata| (metadata.len(), metadata.modified().ok())),
    )
}

impl Cache {
    /// Returns the folder in which the result of this kind and key is stored.
    pub(super) fn path(&self, kind: &str, key: CacheKey) -> Utf8PathBuf {
        self.folder.join(format!("{kind}-{key}"))
    }

    /// Returns what `open` reads from the folder of this kind and key. If `open` returns `None`,
    /// because the folder is missing or damaged, `fill` writes it first. `None` if it cannot be
    /// stored.
    pub(super) fn open_or_store<T>(
        &self,
        kind: &str,
        key: CacheKey,
        open: impl Fn(&Path) -> Option<T>,
        fill: impl FnOnce(&Path) -> io::Result<()>,
    ) -> Option<T> {
        let path = self.path(kind, key);
        let open = || open(path.as_std_path());
        open().or_else(|| {
            let stored = self.store(&path, || open().is_some(), fill);
            self.evict(kind);
            stored.ok().and_then(|()| open())
        })
    }

    /// Stores the folder that `fill` fills. The folder is built under a temporary name and renamed
    /// as a whole, unless another process has stored it first. A folder is only removed if
    /// `is_stored` says that it is damaged: others read the rest.
    fn store(
        &self,
        path: &Utf8Path,
        is_stored: impl Fn() -> bool,
        fill: impl FnOnce(&Path) -> io::Result<()>,
    ) -> io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        let fresh = tempfile::Builder::new()
            .prefix(UNFINISHED_PREFIX)
            .tempdir_in(&self.folder)?;
        fill(fresh.path())?;
        let _lock = FolderLock::exclusive(&self.folder);
        if is_stored() {
            return Ok(());
        }
        remove(path);
        fs::rename(fresh.path(), path)
    }

    /// Removes the oldest folders of a kind beyond the limit, and the temporary folders of killed
    /// writers.
    fn evict(&self, kind: &str) {
        remove_abandoned(&self.folder);
        let own = entries(&self.folder)
            .filter(|entry| entry.file_name().starts_with(&format!("{kind}-")));
        let mut folders: Vec<(SystemTime, Utf8PathBuf)> = own
            .filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.into_path())))
            .collect();
        folders.sort();
        for (_, path) in folders.iter().rev().skip(KEPT_FOLDERS) {
            remove(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cache() -> (tempfile::TempDir, Cache) {
        let keep = tempfile::tempdir().expect("a folder");
        let folder =
            Utf8PathBuf::from_path_buf(keep.path().join("deep/er")).expect("a path in UTF-8");
        (keep, Cache { folder })
    }

    /// Returns the two texts of a folder if they agree.
    fn read_texts(folder: &Path) -> Option<String> {
        let read = |name: &str| fs::read_to_string(folder.join(name)).ok();
        read("a").filter(|text| read("b").as_ref() == Some(text))
    }

    fn stored_text(cache: &Cache, key: CacheKey, text: &str) -> Option<String> {
        cache.open_or_store("t", key, read_texts, |fresh| {
            fs::write(fresh.join("a"), text)?;
            fs::write(fresh.join("b"), text)
        })
    }

    #[test]
    fn only_a_damaged_folder_is_replaced() {
        let (_keep, cache) = cache();
        let key = CacheKey::new(&[], &"x");
        assert_eq!(stored_text(&cache, key, "one").as_deref(), Some("one"));
        assert_eq!(stored_text(&cache, key, "two").as_deref(), Some("one"));
        let other = CacheKey::new(&[], &"y");
        assert_eq!(stored_text(&cache, other, "two").as_deref(), Some("two"));
        fs::write(cache.path("t", key).join("b"), "damaged").expect("written");
        // what cannot be made replaces nothing
        let full = |_: &Path| Err(io::Error::other("full"));
        assert_eq!(cache.open_or_store("t", key, read_texts, full), None);
        assert_eq!(stored_text(&cache, key, "three").as_deref(), Some("three"));
        assert_eq!(fs::read_dir(&cache.folder).expect("a folder").count(), 2);
    }

    #[test]
    fn concurrent_writers_do_not_mix() {
        let (_keep, cache) = cache();
        let key = CacheKey::new(&[], &"x");
        std::thread::scope(|scope| {
            for writer in 0..8 {
                let cache = &cache;
                scope.spawn(move || {
                    for _ in 0..20 {
                        let text = writer.to_string().repeat(10_000);
                        if let Some(stored) = stored_text(cache, key, &text) {
                            assert!(
                                stored.len() == 10_000
                                    && stored.bytes().all(|byte| byte == stored.as_bytes()[0])
                            );
                        }
                        // damage it, so that others replace it
                        fs::write(cache.path("t", key).join("b"), &text).ok();
                    }
                });
            }
        });
        assert!(stored_text(&cache, key, "x").is_some());
    }

    #[test]
    fn the_oldest_folders_are_removed() {
        let (_keep, cache) = cache();
        for n in 0..KEPT_FOLDERS + 5 {
            stored_text(&cache, CacheKey::new(&[], &n), "x");
        }
        assert_eq!(
            fs::read_dir(&cache.folder).expect("a folder").count(),
            KEPT_FOLDERS
        );
    }
}
