//! Computed results in the cache folder, found by the hash of their inputs; old ones are removed.

use crate::analysis::Source;
use camino::Utf8PathBuf;
use std::{
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    io,
    path::Path,
    time::{Duration, SystemTime},
};

/// Computed results on disk, one folder each, in the user's cache folder.
///
/// The name of a folder contains the hash of its inputs, so a cached result is never out of date. A
/// missing result is computed again; a cache that cannot be written only costs time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cache {
    /// The folder.
    pub folder: Utf8PathBuf,
}

/// The hash of the inputs from which a cached result is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CacheKey(u64, u64);

/// How many folders of one kind are kept; the oldest are removed first.
const KEPT_FOLDERS: usize = 12;

/// The prefix of the temporary folders in which results are built.
const UNFINISHED_PREFIX: &str = ".rulebook-";

/// The age after which a temporary folder is no longer being written: its writer was killed.
const ABANDONED_AFTER: Duration = Duration::from_secs(3600);

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
            (
                &source.ruleset,
                &source.name,
                source.path.as_str(),
                &*source.text,
            )
                .hash(&mut first);
            source.text.hash(&mut second);
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

    /// Stores the folder that `fill` fills. The folder is built under a temporary name and renamed
    /// as a whole, unless another process has stored it first.
    pub(super) fn store(
        &self,
        kind: &str,
        key: CacheKey,
        fill: impl FnOnce(&Path) -> io::Result<()>,
    ) -> io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        let fresh = tempfile::Builder::new()
            .prefix(UNFINISHED_PREFIX)
            .tempdir_in(&self.folder)?;
        fill(fresh.path())?;
        let path = self.path(kind, key);
        // an existing folder is either damaged or was stored by another process just now
        let _removed = fs::remove_dir_all(&path);
        let stored = fs::rename(fresh.path(), &path);
        self.evict(kind);
        stored
    }

    /// Removes the oldest folders of a kind beyond the limit, and the temporary folders of killed
    /// writers.
    fn evict(&self, kind: &str) {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let with_date = |entry: fs::DirEntry| {
            Some((
                entry.metadata().ok()?.modified().ok()?,
                entry.path(),
                entry.file_name().into_string().ok()?,
            ))
        };
        let mut files: Vec<_> = entries.filter_map(with_date).collect();
        files.sort();
        let is_abandoned =
            |time: &SystemTime| time.elapsed().is_ok_and(|age| age > ABANDONED_AFTER);
        let abandoned = files
            .iter()
            .filter(|(time, _, name)| name.starts_with(UNFINISHED_PREFIX) && is_abandoned(time));
        let surplus = files
            .iter()
            .rev()
            .filter(|(_, _, name)| name.starts_with(&format!("{kind}-")))
            .skip(KEPT_FOLDERS);
        for (_, path, _) in abandoned.chain(surplus) {
            // another process may have removed it already
            let _removed = if path.is_dir() {
                fs::remove_dir_all(path)
            } else {
                fs::remove_file(path)
            };
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

    fn store_text(cache: &Cache, key: CacheKey, text: &str) {
        // another process may have stored it first
        let _stored = cache.store("t", key, |fresh| {
            fs::write(fresh.join("a"), text)?;
            fs::write(fresh.join("b"), text)
        });
    }

    fn stored_texts(cache: &Cache, key: CacheKey) -> Option<[String; 2]> {
        let read = |name: &str| fs::read_to_string(cache.path("t", key).join(name)).ok();
        Some([read("a")?, read("b")?])
    }

    #[test]
    fn a_stored_folder_replaces_the_previous_one() {
        let (_keep, cache) = cache();
        let key = CacheKey::new(&[], &"x");
        assert_eq!(stored_texts(&cache, key), None);
        store_text(&cache, key, "one");
        assert_eq!(
            stored_texts(&cache, key),
            Some(["one".to_owned(), "one".to_owned()])
        );
        assert_eq!(stored_texts(&cache, CacheKey::new(&[], &"y")), None);
        store_text(&cache, key, "two");
        assert_eq!(
            stored_texts(&cache, key),
            Some(["two".to_owned(), "two".to_owned()])
        );
        // a folder that could not be filled replaces nothing
        assert!(
            cache
                .store("t", key, |_| Err(io::Error::other("full")))
                .is_err()
        );
        assert_eq!(
            stored_texts(&cache, key),
            Some(["two".to_owned(), "two".to_owned()])
        );
        assert_eq!(fs::read_dir(&cache.folder).expect("a folder").count(), 1);
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
                        store_text(cache, key, &writer.to_string().repeat(10_000));
                        if let Ok(text) = fs::read_to_string(cache.path("t", key).join("a")) {
                            assert!(
                                text.len() == 10_000
                                    && text.bytes().all(|byte| byte == text.as_bytes()[0])
                            );
                        }
                    }
                });
            }
        });
        assert!(stored_texts(&cache, key).is_some());
    }

    #[test]
    fn the_oldest_folders_are_removed() {
        let (_keep, cache) = cache();
        for n in 0..KEPT_FOLDERS + 5 {
            store_text(&cache, CacheKey::new(&[], &n), "x");
        }
        assert_eq!(
            fs::read_dir(&cache.folder).expect("a folder").count(),
            KEPT_FOLDERS
        );
    }
}
