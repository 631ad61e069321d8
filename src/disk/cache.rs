use crate::analysis::Source;
use camino::Utf8PathBuf;
use std::{
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    io,
    path::Path,
    time::{Duration, SystemTime},
};

/// Folders of what was computed before, in the user's folder for such: the name of each has the hash of what it was made from, so that it
/// is never out of date. What is not there is made again; a cache that cannot be written costs time and nothing else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cache {
    /// The folder.
    pub folder: Utf8PathBuf,
}

/// What something is made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CacheKey(u64, u64);

/// How many folders of a kind are kept: the oldest go.
const KEPT: usize = 12;

/// What the names of folders begin with that are being written.
const UNFINISHED: &str = ".rulebook-";

/// After this time nobody writes on.
const ABANDONED: Duration = Duration::from_secs(3600);

impl std::fmt::Display for CacheKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:016x}{:016x}", self.0, self.1)
    }
}

impl CacheKey {
    /// The key of what this very program makes of some sources, asked in a way that `asked` tells.
    pub fn new<'s>(sources: impl IntoIterator<Item = &'s Source>, asked: &impl Hash) -> Self {
        let mut first = DefaultHasher::new();
        let mut second = DefaultHasher::new();
        for hasher in [&mut first, &mut second] {
            (program(), asked).hash(hasher);
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

/// Which program this is: another build may make something else of the same sources.
fn program() -> (&'static str, Option<(u64, Option<SystemTime>)>) {
    let file = std::env::current_exe()
        .ok()
        .and_then(|path| fs::metadata(path).ok());
    (
        env!("CARGO_PKG_VERSION"),
        file.map(|about| (about.len(), about.modified().ok())),
    )
}

impl Cache {
    /// Where something is kept under a key.
    pub(super) fn path(&self, kind: &str, key: CacheKey) -> Utf8PathBuf {
        self.folder.join(format!("{kind}-{key}"))
    }

    /// Keeps a folder that `fill` fills. It is put in place whole, unless another process was faster.
    pub(super) fn place(
        &self,
        kind: &str,
        key: CacheKey,
        fill: impl FnOnce(&Path) -> io::Result<()>,
    ) -> io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        let fresh = tempfile::Builder::new()
            .prefix(UNFINISHED)
            .tempdir_in(&self.folder)?;
        fill(fresh.path())?;
        let path = self.path(kind, key);
        // what is there was found damaged, or was put there just now
        let _gone = fs::remove_dir_all(&path);
        let placed = fs::rename(fresh.path(), &path);
        self.thin(kind);
        placed
    }

    /// Removes the oldest where there are too many, and what writers left that were killed.
    fn thin(&self, kind: &str) {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let dated = |entry: fs::DirEntry| {
            Some((
                entry.metadata().ok()?.modified().ok()?,
                entry.path(),
                entry.file_name().into_string().ok()?,
            ))
        };
        let mut files: Vec<_> = entries.filter_map(dated).collect();
        files.sort();
        let old = |time: &SystemTime| time.elapsed().is_ok_and(|age| age > ABANDONED);
        let left = files
            .iter()
            .filter(|(time, _, name)| name.starts_with(UNFINISHED) && old(time));
        let own = files
            .iter()
            .rev()
            .filter(|(_, _, name)| name.starts_with(&format!("{kind}-")))
            .skip(KEPT);
        for (_, path, _) in left.chain(own) {
            // another process may have removed it
            let _gone = if path.is_dir() {
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

    fn put(cache: &Cache, key: CacheKey, text: &str) {
        // another process may be faster
        let _placed = cache.place("t", key, |fresh| {
            fs::write(fresh.join("a"), text)?;
            fs::write(fresh.join("b"), text)
        });
    }

    fn get(cache: &Cache, key: CacheKey) -> Option<[String; 2]> {
        let read = |name: &str| fs::read_to_string(cache.path("t", key).join(name)).ok();
        Some([read("a")?, read("b")?])
    }

    #[test]
    fn what_is_placed_is_there_and_replaced() {
        let (_keep, cache) = cache();
        let key = CacheKey::new(&[], &"x");
        assert_eq!(get(&cache, key), None);
        put(&cache, key, "one");
        assert_eq!(get(&cache, key), Some(["one".to_owned(), "one".to_owned()]));
        assert_eq!(get(&cache, CacheKey::new(&[], &"y")), None);
        put(&cache, key, "two");
        assert_eq!(get(&cache, key), Some(["two".to_owned(), "two".to_owned()]));
        // a folder that could not be filled takes the place of none
        assert!(
            cache
                .place("t", key, |_| Err(io::Error::other("full")))
                .is_err()
        );
        assert_eq!(get(&cache, key), Some(["two".to_owned(), "two".to_owned()]));
        assert_eq!(fs::read_dir(&cache.folder).expect("a folder").count(), 1);
    }

    #[test]
    fn many_may_write_at_once() {
        let (_keep, cache) = cache();
        let key = CacheKey::new(&[], &"x");
        std::thread::scope(|scope| {
            for writer in 0..8 {
                let cache = &cache;
                scope.spawn(move || {
                    for _ in 0..20 {
                        put(cache, key, &writer.to_string().repeat(10_000));
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
        assert!(get(&cache, key).is_some());
    }

    #[test]
    fn old_folders_go() {
        let (_keep, cache) = cache();
        for n in 0..KEPT + 5 {
            put(&cache, CacheKey::new(&[], &n), "x");
        }
        assert_eq!(fs::read_dir(&cache.folder).expect("a folder").count(), KEPT);
    }
}
