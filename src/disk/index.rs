//! Opens the search index of the rules from the cache; builds and stores it if absent or damaged.
//! Each index is a folder with tantivy's files, built under a temporary name and renamed.

use super::{Cache, CacheKey};
use crate::{
    analysis::{Analysis, IndexKey, Source},
    search::{Index, IndexError, SearchSteps},
};
use imbl::Vector;
use std::{
    cell::LazyCell,
    fs,
    io::{self, Read},
    path::Path,
};

/// The kind of search indexes in the cache.
const KIND: &str = "search";

/// The file with the checksum of all other files.
const CHECKSUM: &str = "checksum";

/// How the files of a search index are read: memory-mapped for a few queries, or into memory to be
/// updated (language server).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IndexStorage {
    /// Memory-mapped: for a process that answers a few queries.
    Mapped,
    /// Read into memory: for an index that is updated.
    Memory,
}

/// Opens the cached search index of `sources` for an index key. If there is none, builds it from
/// the result of `make_analysis` and stores it.
pub fn open_or_build_index(
    cache: Option<&Cache>,
    sources: &Vector<Source>,
    index_key: &IndexKey,
    storage: IndexStorage,
    make_analysis: impl FnOnce() -> Analysis,
) -> Result<Index, IndexError> {
    let Some(cache) = cache else {
        return make_analysis().build_index(index_key, SearchSteps::ALL);
    };
    let key = CacheKey::new(sources, index_key);
    let open = |folder: &Path| {
        let (checksum, files) = read_index(folder, storage == IndexStorage::Memory).ok()?;
        if fs::read(folder.join(CHECKSUM)).ok()? != checksum {
            return None;
        }
        match storage {
            IndexStorage::Mapped => Index::open(folder).ok(),
            IndexStorage::Memory => {
                let files = files.iter().map(|(name, bytes)| (&**name, &**bytes));
                Index::from_files(files).ok()
            }
        }
    };
    let analysis = LazyCell::new(make_analysis);
    let stored = cache.open_or_store(KIND, key, open, |fresh| {
        analysis
            .build_index_in(fresh, index_key)
            .map_err(io::Error::other)?;
        fs::write(fresh.join(CHECKSUM), read_index(fresh, false)?.0)
    });
    match stored {
        Some(index) => Ok(index),
        // without a cache, the next query takes as long as this one
        None => analysis.build_index(index_key, SearchSteps::ALL),
    }
}

/// The files of an index by name.
type IndexFiles = Vec<(String, Vec<u8>)>;

/// Returns the checksum of the files of an index with their names, and the files if they are to be
/// kept in memory. Locks and the stored checksum are left out.
fn read_index(folder: &Path, keep: bool) -> io::Result<([u8; 4], IndexFiles)> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if !name.ends_with(".lock") && name != CHECKSUM {
            names.push(name);
        }
    }
    names.sort();
    let (mut hasher, mut files) = (crc32fast::Hasher::new(), Vec::new());
    let mut buffer = vec![0; 1 << 16];
    for name in names {
        hasher.update(name.as_bytes());
        let (mut file, mut bytes) = (fs::File::open(folder.join(&name))?, Vec::new());
        loop {
            let part = match file.read(&mut buffer)? {
                0 => break,
                length => &buffer[..length],
            };
            hasher.update(part);
            if keep {
                bytes.extend_from_slice(part);
            }
        }
        files.push((name, bytes));
    }
    Ok((hasher.finalize().to_le_bytes(), files))
}
