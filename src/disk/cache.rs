use crate::world::Source;
use camino::Utf8PathBuf;
use std::{
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    io::{self, Write},
    path::Path,
    time::{Duration, SystemTime},
};

/// Things that were worked out before, in the user's folder for such: each file bears the hash of what it was made from, so that it is
/// never out of date, and a sum of its bytes, so that damage is seen. What is not there or damaged is made anew; a folder that cannot be
/// written costs time and nothing else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cache {
    /// The folder.
    pub folder: Utf8PathBuf,
}

/// What something is made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CacheKey(u64, u64);

/// How many files are kept: the oldest go.
const KEPT: usize = 12;

/// What the names of files begin with that are being written.
const UNFINISHED: &str = ".rulebook-";

/// After this time nobody writes on.
const ABANDONED: Duration = Duration::from_secs(3600);

const MAGIC: &[u8; 8] = b"rulebk01";
/// Magic, key, sum.
const HEAD: usize = 8 + 16 + 8;

impl std::fmt::Display for CacheKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:016x}{:016x}", self.0, self.1)
    }
}

impl CacheKey {
    /// The key of what this very program makes of some sources, asked in a way that `asked` tells.
    pub fn new(sources: &[Source], asked: &impl Hash) -> Self {
        let mut first = DefaultHasher::new();
        program().hash(&mut first);
        asked.hash(&mut first);
        for source in sources {
            (&source.ruleset, &source.name, source.path.as_str(), &*source.text).hash(&mut first);
        }
        let first = first.finish();
        let mut second = DefaultHasher::new();
        (first, "again").hash(&mut second);
        sources.iter().rev().for_each(|source| source.text.hash(&mut second));
        Self(first, second.finish())
    }

    fn bytes(self) -> [u8; 16] {
        let mut out = [0; 16];
        out[..8].copy_from_slice(&self.0.to_le_bytes());
        out[8..].copy_from_slice(&self.1.to_le_bytes());
        out
    }
}

/// Which program this is: another build may make something else of the same sources.
fn program() -> (&'static str, Option<(u64, Option<SystemTime>)>) {
    let file = std::env::current_exe().ok().and_then(|path| fs::metadata(path).ok());
    (env!("CARGO_PKG_VERSION"), file.map(|about| (about.len(), about.modified().ok())))
}

fn sum(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    hasher.finish()
}

impl Cache {
    /// Where something is kept under a key.
    pub(super) fn path(&self, kind: &str, key: CacheKey) -> Utf8PathBuf {
        self.folder.join(format!("{kind}-{key}"))
    }

    /// What was kept under a key; none where nothing was, or where it is damaged.
    pub fn get(&self, kind: &str, key: CacheKey) -> Option<Vec<u8>> {
        let mut bytes = fs::read(self.path(kind, key)).ok()?;
        let head = bytes.get(..HEAD)?;
        let whole = head.starts_with(MAGIC) && head[8..24] == key.bytes() && head[24..] == sum(&bytes[HEAD..]).to_le_bytes();
        whole.then(|| bytes.split_off(HEAD))
    }

    /// Keeps something. Files are put in place whole, so that several processes may do so at once. Whether it was kept.
    pub fn put(&self, kind: &str, key: CacheKey, bytes: &[u8]) -> bool {
        let kept = self.write(kind, key, bytes).is_ok();
        self.thin(kind);
        kept
    }

    /// Keeps a folder that `fill` fills. It is put in place whole, unless another process was faster.
    pub(super) fn place(&self, kind: &str, key: CacheKey, fill: impl FnOnce(&Path) -> io::Result<()>) -> io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        let fresh = tempfile::Builder::new().prefix(UNFINISHED).tempdir_in(&self.folder)?;
        fill(fresh.path())?;
        let path = self.path(kind, key);
        // what is there was found damaged, or was put there just now
        let _gone = fs::remove_dir_all(&path);
        let placed = fs::rename(fresh.path(), &path);
        self.thin(kind);
        placed
    }

    /// Without waiting for the disk: what a power cut leaves unwritten is found damaged, and made anew.
    fn write(&self, kind: &str, key: CacheKey, bytes: &[u8]) -> io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        let mut fresh = tempfile::Builder::new().prefix(UNFINISHED).tempfile_in(&self.folder)?;
        fresh.write_all(MAGIC)?;
        fresh.write_all(&key.bytes())?;
        fresh.write_all(&sum(bytes).to_le_bytes())?;
        fresh.write_all(bytes)?;
        fresh.persist(self.path(kind, key)).map_err(|error| error.error)?;
        Ok(())
    }

    /// Removes the oldest files where there are too many, and what writers left that were killed.
    fn thin(&self, kind: &str) {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let dated =
            |entry: fs::DirEntry| Some((entry.metadata().ok()?.modified().ok()?, entry.path(), entry.file_name().into_string().ok()?));
        let mut files: Vec<_> = entries.filter_map(dated).collect();
        files.sort();
        let old = |time: &SystemTime| time.elapsed().is_ok_and(|age| age > ABANDONED);
        let left = files.iter().filter(|(time, _, name)| name.starts_with(UNFINISHED) && old(time));
        let own = files.iter().rev().filter(|(_, _, name)| name.starts_with(&format!("{kind}-"))).skip(KEPT);
        for (_, path, _) in left.chain(own) {
            // another process may have removed it
            let _gone = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cache() -> (tempfile::TempDir, Cache) {
        let keep = tempfile::tempdir().expect("a folder");
        let folder = Utf8PathBuf::from_path_buf(keep.path().join("deep/er")).expect("a path in UTF-8");
        (keep, Cache { folder })
    }

    #[test]
    fn what_is_damaged_is_not_there() {
        let (_keep, cache) = cache();
        let key = CacheKey::new(&[], &"x");
        assert_eq!(cache.get("t", key), None);
        assert!(cache.put("t", key, b"some bytes"));
        assert_eq!(cache.get("t", key).as_deref(), Some(&b"some bytes"[..]));
        assert_eq!(cache.get("t", CacheKey::new(&[], &"y")), None);
        let path = cache.path("t", key);
        let whole = fs::read(&path).expect("readable");
        for length in 0..whole.len() {
            fs::write(&path, &whole[..length]).expect("written");
            assert_eq!(cache.get("t", key), None, "{length}");
        }
        for at in 0..whole.len() {
            let mut other = whole.clone();
            other[at] ^= 4;
            fs::write(&path, other).expect("written");
            assert_eq!(cache.get("t", key), None, "{at}");
        }
    }

    #[test]
    fn many_may_write_at_once() {
        let (_keep, cache) = cache();
        let key = CacheKey::new(&[], &"x");
        std::thread::scope(|scope| {
            for writer in 0..8_u8 {
                let cache = &cache;
                scope.spawn(move || {
                    for _ in 0..20 {
                        cache.put("t", key, &vec![writer; 10_000]);
                        if let Some(bytes) = cache.get("t", key) {
                            assert!(bytes.len() == 10_000 && bytes.iter().all(|byte| *byte == bytes[0]));
                        }
                    }
                });
            }
        });
        assert!(cache.get("t", key).is_some());
    }

    #[test]
    fn old_files_go() {
        let (_keep, cache) = cache();
        for n in 0..KEPT + 5 {
            cache.put("t", CacheKey::new(&[], &n), b"x");
        }
        assert_eq!(fs::read_dir(&cache.folder).expect("a folder").count(), KEPT);
    }
}
