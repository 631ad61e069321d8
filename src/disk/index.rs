//! Search indexes in the cache: each is a folder with tantivy's files, built under a temporary name
//! and renamed.

use super::{Cache, CacheKey};
use crate::{
    analysis::{Analysis, IndexKey, Source},
    search::{Index, IndexFault, Parts},
};
use imbl::Vector;
use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// The kind of search indexes in the cache.
const KIND: &str = "search";

/// The file with the checksum of all other files.
const CHECKSUM: &str = "checksum";

/// How the files of an index are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IndexStorage {
    /// Memory-mapped: for a process that answers a few queries.
    Mapped,
    /// Read into memory: for an index that is updated.
    Memory,
}

/// Opens the cached search index of `sources` for an index key; builds and stores it from the
/// result of `analysis` if there is none.
pub fn open_or_build_index(
    cache: Option<&Cache>,
    sources: &Vector<Source>,
    index_key: &IndexKey,
    storage: IndexStorage,
    analysis: impl FnOnce() -> Analysis,
) -> Result<Index, IndexFault> {
    let Some(cache) = cache else {
        return analysis().build_index(index_key, Parts::ALL);
    };
    let key = CacheKey::new(sources, index_key);
    let folder = cache.path(KIND, key);
    let open = |folder: &Path| {
        if checksum(folder).ok()? != fs::read(folder.join(CHECKSUM)).ok()? {
            return None;
        }
        match storage {
            IndexStorage::Mapped => Index::open(folder).ok(),
            IndexStorage::Memory => Index::read(folder).ok(),
        }
    };
    if let Some(index) = open(folder.as_std_path()) {
        return Ok(index);
    }
    let analysis = analysis();
    // if it cannot be stored, another process may have stored one
    let _stored = cache.store(KIND, key, |fresh| {
        analysis
            .build_index_in(fresh, index_key)
            .map_err(io::Error::other)?;
        fs::write(fresh.join(CHECKSUM), checksum(fresh)?)
    });
    match open(folder.as_std_path()) {
        Some(index) => Ok(index),
        // without a cache, the next query takes as long as this one
        None => analysis.build_index(index_key, Parts::ALL),
    }
}

/// Returns the checksum of the files in a folder, except for locks and the checksum itself.
fn checksum(folder: &Path) -> io::Result<Vec<u8>> {
    let entries = fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?;
    let mut paths: Vec<PathBuf> = entries.into_iter().map(|entry| entry.path()).collect();
    paths.retain(|path| {
        path.extension().is_none_or(|extension| extension != "lock") && !path.ends_with(CHECKSUM)
    });
    paths.sort();
    let mut hasher = crc32fast::Hasher::new();
    for path in paths {
        hasher.update(path.file_name().unwrap_or_default().as_encoded_bytes());
        hasher.update(&fs::read(&path)?);
    }
    Ok(hasher.finalize().to_le_bytes().to_vec())
}
